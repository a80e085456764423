"""Messages between people, blocks and reports: what both sides see, what they remove, and what strangers and those who are
blocked try."""
import concurrent.futures
import contextlib
import itertools
import json
import os
import sqlite3
import subprocess
import time
import unittest

from harness import PAUA, SLOWDOWN, FolderTest, Held, ServerTest, sqlite_only, wait_until
from test_accounts import PASSWORD, Person


class People(ServerTest):
    """Each test has people of its own."""

    count = itertools.count()

    def people(self, *names):
        people = []
        for name in names:
            person = Person(self.server.port)
            self.server.clients.append(person)
            person.name = f"{name}-{next(self.count)}"
            people.append(person.sign_up(person.name))
        return people

    def write(self, one, other, text="hello", key=None):
        return one.call("POST", f"/api/1/users/{other.name}/messages", {"text": text}, key and {"Idempotency-Key": key})

    def wrote(self, one, other, text="hello"):
        status, _, message = self.write(one, other, text)
        self.assertEqual(status, 201, message)
        return message["number"]

    def box(self, one, query=""):
        status, _, answer = one.call("GET", f"/api/1/account/messages{query}")
        self.assertEqual(status, 200, answer)
        return answer

    def talk(self, one, other, query=""):
        status, _, answer = one.call("GET", f"/api/1/account/messages/{other.name}{query}")
        self.assertEqual(status, 200, answer)
        return answer

    def texts(self, one, other):
        return [message["text"] for message in self.talk(one, other)["messages"]]

    def done(self, person, method, path, body=None):
        answer = person.call(method, path, body)
        self.assertEqual(answer[::2], (204, b""))

    def block(self, one, other):
        self.done(one, "PUT", f"/api/1/account/blocks/{other.name}")

    def challenge(self, one, other):
        return one.call("POST", "/api/1/games", {"layout": "standard", "seats": [
            {"kind": "user", "name": one.name}, {"kind": "user", "name": other.name}]})


class Messages(People):
    def test_a_conversation(self):
        """Newest first in pages; both sides have it; read marks are the reader's alone."""
        ann, bob = self.people("Ann", "Bob")
        numbers = [self.wrote(ann, bob, text) for text in ("one", "two\nlines", "three")]
        numbers.append(self.wrote(bob, ann, "four"))
        self.assertEqual(numbers, sorted(set(numbers)))
        self.assertEqual(self.texts(ann, bob), ["four", "three", "two\nlines", "one"])
        self.assertEqual(self.texts(bob, ann), self.texts(ann, bob))
        self.assertEqual([one["sent"] for one in self.talk(ann, bob)["messages"]], [False, True, True, True])
        box = self.box(bob)
        self.assertEqual((box["unread"], box["before"]), (3, None))
        self.assertEqual([(one["name"], one["unread"], one["last"]["text"]) for one in box["conversations"]], [(ann.name, 3, "four")])
        self.done(bob, "POST", f"/api/1/account/messages/{ann.name}/read", {"number": numbers[1]})
        self.assertEqual([self.box(one)["unread"] for one in (ann, bob)], [1, 1])
        self.assertEqual([one["unread"] for one in self.talk(bob, ann)["messages"]], [False, True, False, False])
        page = self.talk(ann, bob, "?most=3")
        self.assertEqual([one["number"] for one in page["messages"]], numbers[:0:-1])
        rest = self.talk(ann, bob, f"?most=3&before={page['before']}")
        self.assertEqual(([one["number"] for one in rest["messages"]], rest["before"]), (numbers[:1], None))

    def test_conversations(self):
        """The newest message of each, those of a page before another."""
        ann, *others = self.people("Ann", "Bob", "Carol", "Dan")
        for other in others:
            self.wrote(other, ann, f"from {other.name}")
        self.wrote(ann, others[0], "back")
        first = self.box(ann, "?most=2")
        self.assertEqual([one["name"] for one in first["conversations"]], [others[0].name, others[2].name])
        self.assertEqual(first["unread"], 3)
        second = self.box(ann, f"?most=2&before={first['before']}")
        self.assertEqual([one["name"] for one in second["conversations"]], [others[1].name])
        self.assertIsNone(second["before"])

    def test_removing(self):
        """What one side removes stays with the other; a number of another conversation removes nothing."""
        ann, bob, eve = self.people("Ann", "Bob", "Eve")
        numbers = [self.wrote(ann, bob, text) for text in ("one", "two", "three")]
        self.wrote(eve, bob, "hi")
        self.done(bob, "DELETE", f"/api/1/account/messages/{ann.name}/{numbers[1]}")
        self.done(bob, "DELETE", f"/api/1/account/messages/{eve.name}/{numbers[0]}")
        self.done(eve, "DELETE", f"/api/1/account/messages/{ann.name}/{numbers[0]}")
        self.assertEqual(self.texts(bob, ann), ["three", "one"])
        self.assertEqual(self.texts(ann, bob), ["three", "two", "one"])
        self.done(ann, "DELETE", f"/api/1/account/messages/{bob.name}")
        self.assertEqual((self.texts(ann, bob), self.texts(bob, ann)), ([], ["three", "one"]))
        self.assertEqual(self.box(ann)["conversations"], [])

    def test_a_repeat_is_stored_once(self):
        """With the key of an earlier message the same one is answered: it neither comes twice nor counts."""
        ann, bob, eve = self.people("Ann", "Bob", "Eve")
        first = self.write(ann, bob, key='"f0-1_A"')
        self.assertEqual(first[0], 201, first[2])
        for key in ('"f0-1_A"', "f0-1_A", '"f0-1_A"', "f0-1_A"):  # more often than a stranger may write
            self.assertEqual(self.write(ann, bob, key=key)[::2], first[::2])
        self.assertEqual((self.texts(ann, bob), self.texts(bob, ann)), (["hello"], ["hello"]))
        self.refused(self.write(ann, bob, "another", '"f0-1_A"'), 422, "key_reused")
        self.assertEqual(self.write(ann, bob, key='"f0-2"')[0], 201)
        self.assertEqual(self.write(ann, eve, key='"f0-1_A"')[0], 201, "to somebody else")
        self.assertEqual(self.write(bob, ann, key='"f0-1_A"')[0], 201, "from somebody else")
        self.assertEqual(self.texts(bob, ann), ["hello"] * 3)
        self.wrote(ann, bob)
        self.wrote(ann, bob)
        self.assertEqual(self.texts(bob, ann), ["hello"] * 5)
        for key in ("", '""', '"', '"a', 'a"', "a b", "ä", "x" * 65, '"a";q=1'):
            with self.subTest(key=key):
                self.refused(self.write(ann, bob, key=key or " "), 400, "bad_request")
        self.block(bob, ann)
        self.assertEqual(self.write(ann, bob, key='"f0-1_A"')[::2], first[::2])

    def test_repeats_at_once(self):
        """One of several that come at the same time is stored; all have its answer."""
        ann, bob = self.people("Ann", "Bob")
        self.wrote(bob, ann)

        def write(key):
            person = Person(self.server.port)
            person.cookie = ann.cookie
            with contextlib.closing(person.connection):
                return self.write(person, bob, key, key)[::2]

        with concurrent.futures.ThreadPoolExecutor(3) as pool:
            for i in range(3):  # with all of them within the limit of a minute
                answers = list(pool.map(write, [f"key-{i}"] * 3))
                self.assertEqual(answers, [(201, answers[0][1])] * 3)
        self.assertEqual(self.texts(bob, ann), ["key-2", "key-1", "key-0", "hello"])

    def test_limits(self):
        """Three messages to who has not answered; ten in a minute to who has."""
        ann, bob = self.people("Ann", "Bob")
        for _ in range(3):
            self.wrote(ann, bob)
        answer = self.write(ann, bob)
        self.refused(answer, 429, "too_many")
        self.assertEqual(answer[1]["Retry-After"], "3600")
        self.done(ann, "DELETE", f"/api/1/account/messages/{bob.name}")  # forgets nothing
        self.refused(self.write(ann, bob), 429, "too_many")
        self.wrote(bob, ann)
        for _ in range(7):
            self.wrote(ann, bob)
        answer = self.write(ann, bob)
        self.refused(answer, 429, "too_many")
        self.assertEqual(answer[1]["Retry-After"], "60")
        for text, status in (("x" * 1000, 201), ("\u00e4" * 1000, 201), ("x" * 1001, 400), ("", 400), (" \n ", 400), ("a\tb", 400),
                             ("a\x1b[2J", 400), (None, 400), (7, 400)):
            self.assertEqual(self.write(bob, ann, text)[0], status, text)

    def test_who_is_there(self):
        ann, bob = self.people("Ann", "Bob")
        self.refused(ann.call("POST", "/api/1/users/Nobody/messages", {"text": "hi"}), 404, "not_found")
        self.refused(self.write(ann, ann), 404, "not_found")
        self.wrote(bob, ann, "keep this")
        self.assertEqual(bob.call("DELETE", "/api/1/account", {"password": PASSWORD})[0], 204)
        self.refused(self.write(ann, bob), 404, "not_found")
        self.assertEqual(self.texts(ann, bob), ["keep this"])
        self.assertEqual([one.get("closed") for one in self.box(ann)["conversations"]], [True])

    def test_export(self):
        ann, bob = self.people("Ann", "Bob")
        self.wrote(ann, bob, "mine")
        number = self.wrote(bob, ann, "his")
        self.block(ann, bob)
        self.assertEqual(ann.call("POST", "/api/1/account/reports", {"message": number, "text": "rude"})[0], 201)
        export = ann.call("GET", "/api/1/account/export")[2]
        self.assertEqual([(one["name"], [message["text"] for message in one["messages"]]) for one in export["messages"]],
                         [(bob.name, ["his", "mine"])])
        self.assertEqual(export["blocks"], [bob.name])
        self.assertEqual([(one["name"], one["quote"], one["text"]) for one in export["reports"]], [(bob.name, "his", "rude")])


class Blocks(People):
    def test_a_block_is_not_to_be_seen(self):
        """The one who is blocked gets the answers that he got before; the other gets nothing of his."""
        ann, bob = self.people("Ann", "Bob")
        before = self.write(bob, ann, "hello")
        self.block(ann, bob)
        after = self.write(bob, ann, "hello")
        self.assertEqual((before[0], set(before[2])), (after[0], set(after[2])))
        self.assertEqual({name: value for name, value in before[1].items() if name != "Date"}.keys(),
                         {name: value for name, value in after[1].items() if name != "Date"}.keys())
        self.assertEqual(self.texts(bob, ann), ["hello", "hello"])
        self.assertEqual(self.texts(ann, bob), ["hello"])
        self.assertEqual(self.box(ann)["unread"], 1)
        self.wrote(bob, ann)
        self.refused(self.write(bob, ann), 429, "too_many")  # as for somebody who does not answer
        self.assertFalse(self.talk(bob, ann)["blocked"])
        self.assertTrue(self.talk(ann, bob)["blocked"])
        self.assertEqual(bob.call("GET", "/api/1/account/blocks")[2], {"blocks": []})
        self.assertNotIn(ann.name, json.dumps(bob.call("GET", "/api/1/account/export")[2]["blocks"]))
        self.refused(self.write(ann, bob), 409, "blocked")
        self.assertEqual([one["name"] for one in ann.call("GET", "/api/1/account/blocks")[2]["blocks"]], [bob.name])
        for _ in range(2):
            self.done(ann, "DELETE", f"/api/1/account/blocks/{bob.name}")
        self.assertEqual(self.texts(ann, bob), ["hello"])  # what was not delivered is not now
        self.assertEqual(self.write(ann, bob)[0], 201)

    def test_two_seats(self):
        """An account has one seat: that is said also to one whose last game slot the first seat would take."""
        ann, = self.people("Ann")
        self.assertEqual(ann.call("PATCH", "/api/1/account/settings", {"games_max": 1})[0], 200)
        answer = self.challenge(ann, ann)
        self.refused(answer, 400, "bad_request")
        self.assertEqual(answer[2]["error"]["message"], f"seats[1]: {ann.name} has a seat")
        status, _, made = ann.call("POST", "/api/1/games", {
            "layout": "standard", "seats": [{"kind": "user", "name": ann.name}, {"kind": "open"}]})
        self.assertEqual(status, 201, made)  # the slot was released

    def test_challenges(self):
        """The answer to who is blocked is that of somebody who plays enough games, word for word."""
        ann, bob = self.people("Ann", "Bob")
        self.block(ann, bob)
        blocked = self.challenge(bob, ann)
        self.refused(blocked, 409, "too_many_games")
        self.refused(self.challenge(ann, bob), 409, "blocked")
        self.done(ann, "DELETE", f"/api/1/account/blocks/{bob.name}")
        self.assertEqual(self.challenge(bob, ann)[0], 201)
        game = ann.create([{"kind": "user", "name": ann.name}, {"kind": "open"}], layout="standard")
        self.assertEqual(len(game), 2)
        self.assertEqual(ann.call("PATCH", "/api/1/account/settings", {"games_max": 1})[0], 200)
        self.assertEqual(blocked[2], self.challenge(bob, ann)[2])

    def test_challenges_to_one(self):
        """Two of them wait for the same person; one that is accepted or declined makes room. At the same moment, too."""
        ann, bob = self.people("Ann", "Bob")
        games = [self.challenge(ann, bob) for _ in range(2)]
        self.assertEqual([game[0] for game in games], [201, 201])
        self.refused(self.challenge(ann, bob), 409, "too_many_challenges")
        self.assertEqual(self.challenge(bob, ann)[0], 201)  # the other direction is his own
        first, second = (game[2]["game"]["id"] for game in games)
        for game, answer in ((first, "decline"), (second, "join")):
            self.assertEqual(bob.call("POST", f"/api/1/games/{game}/{answer}", {})[0], 200)
            self.assertEqual(self.challenge(ann, bob)[0], 201)
            self.refused(self.challenge(ann, bob), 409, "too_many_challenges")
        cid, = self.people("Cid")
        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            clients = [self.client() for _ in range(8)]
            answers = list(pool.map(lambda client: client.call("POST", "/api/1/games", {"layout": "standard", "seats": [
                {"kind": "user", "name": ann.name}, {"kind": "user", "name": cid.name}]}, {"Cookie": f"paua_session={ann.cookie}"}), clients))
        self.assertEqual(sorted(answer[0] for answer in answers), [201] * 2 + [409] * 6)
        self.refused(ann.call("POST", "/api/1/games", {"layout": "standard", "seats": [
            {"kind": "person"}, {"kind": "user", "name": bob.name}]}), 400, "bad_request")

    def test_challenges_that_are_taken_back(self):
        """Ten in an hour to the same person, also a friend, whoever ends them; one that is accepted does not count."""
        ann, bob = self.people("Ann", "Bob")
        self.wrote(bob, ann)
        for i in range(11):
            status, _, made = self.challenge(ann, bob)
            self.assertEqual(status, 201, made)
            path = f"/api/1/games/{made['game']['id']}"
            if i == 3:
                self.assertEqual(bob.call("POST", f"{path}/join", {})[0], 200)
            self.assertEqual((bob if i == 4 else ann).call("POST", f"{path}/decline", {})[0], 200)
        answer = self.challenge(ann, bob)
        self.refused(answer, 429, "too_many")
        self.assertEqual(answer[1]["Retry-After"], "3600")
        self.assertEqual(self.challenge(bob, ann)[0], 201)

    def test_challenges_to_strangers(self):
        """20 a day; who accepts, or has written, is none."""
        ann, friend, *strangers = self.people("Ann", "Friend", *["Stranger"] * 11)
        self.wrote(friend, ann)
        accepted = self.challenge(ann, strangers[0])[2]["game"]["id"]
        self.assertEqual(strangers[0].call("POST", f"/api/1/games/{accepted}/join", {})[0], 200)
        for i in range(20):
            self.assertEqual(self.challenge(ann, strangers[i // 2])[0], 201, i)
        status, headers, answer = self.challenge(ann, strangers[10])
        self.assertEqual((status, answer["error"]["code"]), (429, "too_many"))
        self.assertGreater(int(headers["Retry-After"]), 0)
        self.assertEqual(self.challenge(ann, friend)[0], 201)

    def test_own_games_come_first(self):
        """Whatever others put into the list: the account's running games are on top."""
        bob, *others = self.people("Bob", *["Other"] * 6)
        own = bob.create([{"kind": "user", "name": bob.name}, {"kind": "computer", "level": 1}], layout="standard")[0]["id"]
        for other in others[:5] * 2:
            self.assertEqual(self.challenge(other, bob)[0], 201)
        taken = self.challenge(others[5], bob)[2]["game"]["id"]
        self.assertEqual(bob.call("POST", f"/api/1/games/{taken}/join", {})[0], 200)
        for other in others[:5]:
            self.refused(self.challenge(other, bob), 409, "too_many_challenges")
        self.assertEqual(bob.games("open=1")[:2], [taken, own])
        self.assertEqual(len(bob.games("open=1")), 12)
        self.assertEqual(bob.games("open=1&most=1"), [taken])
        lines = bob.call("POST", "/api/1/command", {"command": "games"})[2]["text"].splitlines()
        self.assertNotIn("a challenge to you", lines[0] + lines[1])
        self.assertIn("a challenge to you", lines[2])

    def seek(self, one, **options):
        status, _, made = one.call("POST", "/api/1/games", {"layout": "standard", "seats": [
            {"kind": "user", "name": one.name}, {"kind": "open", **options}]})
        self.assertEqual(status, 201, made)
        return made["game"]["id"], made["invitations"][1]

    def listed(self, one):
        return {row["id"] for row in one.call("GET", "/api/1/seeks")[2]["games"]}

    def join(self, one, game, **body):
        return one.call("POST", f"/api/1/games/{game}/join", body)

    def test_free_seats(self):
        """Who is blocked is not offered the other's seats, nor the other his; he is told that none is free, by HTTP and by command."""
        ann, bob, cid = self.people("Ann", "Bob", "Cid")
        hers, invitation = self.seek(ann)
        taken, _ = self.seek(ann)
        self.assertEqual(self.join(cid, taken)[0], 200)
        his, _ = self.seek(bob)
        before = bob.call("GET", "/api/1/seeks")[1]["ETag"]
        self.assertEqual(self.listed(bob) & {hers, his}, {hers, his})
        self.block(ann, bob)
        self.assertEqual(self.listed(bob) & {hers, his}, {his})
        self.assertEqual(self.listed(ann) & {hers, his}, {hers})
        self.assertEqual(self.listed(cid) & {hers, his}, {hers, his})
        self.assertEqual(self.listed(self.client()) & {hers, his}, {hers, his})
        self.assertEqual(bob.call("GET", "/api/1/seeks", headers={"If-None-Match": before})[0], 200)
        again = bob.call("GET", "/api/1/seeks")[1]["ETag"]
        self.assertEqual(bob.call("GET", "/api/1/seeks", headers={"If-None-Match": again})[0], 304)
        refused = self.join(bob, hers)
        self.refused(refused, 409, "seat_taken")
        self.assertEqual(refused[2], self.join(bob, taken)[2])
        self.refused(self.join(bob, hers, invitation=invitation), 409, "seat_taken")
        self.refused(self.join(ann, his), 409, "blocked")
        self.assertEqual(bob.call("POST", "/api/1/command", {"command": f"accept {hers}"})[2],
                         {"text": refused[2]["error"]["message"], "status": 409, "code": "seat_taken"})
        self.assertNotIn(hers, bob.call("POST", "/api/1/command", {"command": "seeks"})[2]["text"])
        self.done(ann, "DELETE", f"/api/1/account/blocks/{bob.name}")
        self.assertEqual(self.join(bob, hers)[0], 200)
        self.assertEqual(self.join(ann, his)[0], 200)

    def test_challenges_before_a_block(self):
        """A challenge that waits when its sender or the one who is challenged blocks the other is not accepted any more."""
        ann, bob = self.people("Ann", "Bob")
        hers = self.challenge(ann, bob)[2]["game"]["id"]
        his = self.challenge(bob, ann)[2]["game"]["id"]
        self.block(ann, bob)
        self.refused(self.join(bob, hers), 409, "seat_taken")
        self.refused(self.join(ann, his), 409, "blocked")
        self.assertEqual(ann.call("POST", f"/api/1/games/{his}/decline", {})[0], 200)

    def ended_game(self, one, other):
        """A game of two accounts that is over: its path."""
        path = f"/api/1/games/{self.challenge(one, other)[2]['game']['id']}"
        self.assertEqual(other.call("POST", path + "/join", {})[0], 200)
        self.assertEqual(one.call("POST", path + "/resign", {})[0], 200)
        return path

    def test_rematches(self):
        """Nobody gets a rematch to whom a challenge would be refused, and the answers are those to a challenge."""
        ann, bob = self.people("Ann", "Bob")
        path = self.ended_game(ann, bob)
        ask = lambda one, action: one.call("POST", path + "/rematch", {"action": action})
        self.assertEqual(ask(ann, "offer")[0], 200)
        self.block(ann, bob)
        blocked = ask(bob, "accept")
        self.refused(blocked, 409, "too_many_games")
        self.assertEqual(blocked[2], self.challenge(bob, ann)[2])
        self.assertEqual(ask(ann, "withdraw")[0], 200)
        self.refused(ask(ann, "offer"), 409, "blocked")
        self.refused(ask(bob, "offer"), 409, "too_many_games")
        self.done(ann, "DELETE", f"/api/1/account/blocks/{bob.name}")
        self.assertEqual(ask(bob, "offer")[0], 200)
        self.block(bob, ann)
        self.assertEqual(ask(ann, "decline")[0], 200)  # that is always allowed
        self.assertEqual(ann.call("GET", path)[2]["next"], "")

    def test_a_rematch_takes_a_game_slot(self):
        """Of everybody: `games_max` of the one who accepts, and of the one who has offered."""
        ann, bob, cid = self.people("Ann", "Bob", "Cid")
        path = self.ended_game(ann, bob)
        ask = lambda one, action: one.call("POST", path + "/rematch", {"action": action})
        self.assertEqual(ann.call("PATCH", "/api/1/account/settings", {"games_max": 1})[0], 200)
        self.assertEqual(ask(ann, "offer")[0], 200)
        other = self.challenge(cid, ann)[2]["game"]["id"]
        self.assertEqual(self.join(ann, other)[0], 200)
        answer = ask(bob, "accept")
        self.refused(answer, 409, "too_many_games")
        self.assertEqual(answer[2], self.challenge(bob, ann)[2])
        self.assertEqual(ask(ann, "withdraw")[0], 200)
        self.assertEqual(self.refused(ask(ann, "offer"), 409, "too_many_games"),
                         "you play as many games at once as you have allowed")
        self.assertEqual(ann.call("POST", f"/api/1/games/{other}/resign", {})[0], 200)
        self.assertEqual(ask(ann, "offer")[0], 200)
        self.assertNotEqual(ask(bob, "accept")[2]["next"], "")
        self.assertEqual(ann.call("POST", path + "/rematch", {})[0], 200)  # repeated: it is there
        self.refused(self.challenge(cid, ann), 409, "too_many_games")

    def test_who_is_left_does_not_play_whom_he_blocks(self):
        """When somebody declines, the others get a game of their own; not where one has blocked another."""
        ann, bob, cid = self.people("Ann", "Bob", "Cid")
        for blocks in (False, True):
            status, _, made = ann.call("POST", "/api/1/games", {"layout": "standard-3", "seats": [
                {"kind": "user", "name": one.name} for one in (ann, bob, cid)]})
            self.assertEqual(status, 201, made)
            path = f"/api/1/games/{made['game']['id']}"
            self.assertEqual(bob.call("POST", path + "/join", {})[0], 200)
            if blocks:
                self.block(bob, ann)
            status, _, game = cid.call("POST", path + "/decline", {})
            self.assertEqual((status, game["reason"], game["next"] == ""), (200, "declined", blocks))

    def test_a_game_with_a_third(self):
        """In a game for three it is enough that one of those who sit has blocked him; who sits already stays."""
        ann, bob, cid = self.people("Ann", "Bob", "Cid")
        status, _, made = ann.call("POST", "/api/1/games", {"layout": "standard-3", "seats": [
            {"kind": "user", "name": ann.name}, {"kind": "open"}, {"kind": "open"}]})
        self.assertEqual(status, 201, made)
        game = made["game"]["id"]
        self.assertEqual(self.join(cid, game)[0], 200)
        self.block(cid, bob)
        self.assertNotIn(game, self.listed(bob))
        self.refused(self.join(bob, game), 409, "seat_taken")
        self.block(ann, cid)
        self.assertIn(game, self.listed(cid))
        self.assertEqual(self.join(cid, game)[0], 200)

    def test_chat(self):
        """In a game with the other he says nothing; elsewhere he does. The answer is that of a game without messages."""
        ann, bob = self.people("Ann", "Bob")
        game = self.challenge(ann, bob)[2]["game"]["id"]
        self.assertEqual(bob.call("POST", f"/api/1/games/{game}/join", {})[0], 200)
        path = f"/api/1/games/{game}/chat"
        self.assertEqual(bob.call("POST", path, {"text": "hi"})[0], 200)
        self.block(ann, bob)
        refused = bob.call("POST", path, {"text": "hi"})
        self.refused(refused, 409, "chat_off")
        self.assertEqual(ann.call("POST", path, {"text": "hi"})[0], 200)
        quiet, keys = bob.create(layout="standard", chat=False)
        self.assertEqual(self.client(keys[0]).call("POST", f"/api/1/games/{quiet['id']}/chat", {"text": "hi"})[2], refused[2])
        other, keys = bob.create(layout="standard")
        self.assertEqual(self.client(keys[0]).call("POST", f"/api/1/games/{other['id']}/chat", {"text": "hi"})[0], 200)

    def test_a_key_is_no_way_round(self):
        """A seat of the account that is played with its key chats no more than the account."""
        ann, bob = self.people("Ann", "Bob")
        made, keys = bob.create([{"kind": "person"}, {"kind": "open", "listed": True}], layout="standard")
        self.assertEqual(ann.call("POST", f"/api/1/games/{made['id']}/join", {})[0], 200)
        self.assertEqual(bob.call("POST", f"/api/1/games/{made['id']}/account", {"key": keys[0]})[0], 200)
        self.block(ann, bob)
        self.refused(self.client(keys[0]).call("POST", f"/api/1/games/{made['id']}/chat", {"text": "hi"}), 409, "chat_off")

    def test_a_seat_that_is_taken_along(self):
        """Whoever has sat down with a key alone adds his account where he could sit down with it, and nowhere else."""
        ann, bob, cid = self.people("Ann", "Bob", "Cid")

        def sit(host):
            """A game of somebody, in which a client with a key alone takes the free seat; that key."""
            game, _ = self.seek(host, listed=True)
            key = f"{next(self.count):032d}"
            self.assertEqual(self.join(self.client(key), game)[0], 200)
            return game, key

        def take(one, game, key):
            return one.call("POST", f"/api/1/games/{game}/account", {"key": key})

        hers, his = sit(ann), sit(bob)
        other, old = sit(cid), sit(ann)
        self.assertEqual(take(cid, *old)[0], 200)
        self.block(ann, bob)
        refused = take(bob, *hers)
        self.refused(refused, 409, "seat_taken")
        self.assertEqual(refused[2], take(bob, *old)[2], "as where another account has the seat")
        self.assertNotIn("user", self.client().call("GET", f"/api/1/games/{hers[0]}")[2]["seats"][1])
        self.refused(take(ann, *his), 409, "blocked")
        self.assertEqual(take(bob, *other)[0], 200)
        self.assertEqual(take(bob, *other)[0], 200)
        # The key plays on; what both have already stays.
        self.assertEqual(self.client(hers[1]).call("POST", f"/api/1/games/{hers[0]}/resign", {})[0], 200)
        self.refused(take(bob, *hers), 409, "seat_taken")
        self.block(cid, bob)
        self.assertEqual(take(bob, *other)[0], 200)
        self.done(ann, "DELETE", f"/api/1/account/blocks/{bob.name}")
        self.assertEqual([take(one, *seat)[0] for one, seat in ((bob, hers), (ann, his))], [200, 200])

    def test_nobody(self):
        ann, = self.people("Ann")
        self.refused(ann.call("PUT", "/api/1/account/blocks/Nobody"), 404, "not_found")
        self.refused(ann.call("PUT", f"/api/1/account/blocks/{ann.name}"), 404, "not_found")


class GameSlots(FolderTest):
    def test_the_next_game_at_once(self):
        """Whoever has the answer to a game that he creates, joins or wants again may begin another one, also where he plays
        but one more: the slot that the check has claimed is free before the answer."""
        held = Held(self)
        self.server = self.start(**held.options())
        people = [Person(self.server.port) for _ in range(3)]
        for person, name in zip(people, ("Ann", "Bob", "Cid")):
            self.addCleanup(person.close)
            person.sign_up(name)
        ann, bob, cid = people

        def challenge(one, name, other):
            status, _, made = one.call("POST", "/api/1/games", {"layout": "standard", "seats": [
                {"kind": "user", "name": name}, {"kind": "user", "name": other}]})
            self.assertEqual(status, 201, made)
            return f"/api/1/games/{made['game']['id']}"

        def allow(games):
            self.assertEqual(ann.call("PATCH", "/api/1/account/settings", {"games_max": games})[0], 200)

        def ask(one, path, body={}):
            status, _, answer = one.call("POST", path, body)
            self.assertEqual(status, 200, answer)

        held.hold("slots")
        allow(2)
        played = challenge(ann, "Ann", "Bob")
        offered = challenge(cid, "Cid", "Ann")  # right after a creation
        allow(3)
        ask(ann, offered + "/join")
        challenge(cid, "Cid", "Ann")  # right after she sat down
        ask(bob, played + "/join")
        ask(ann, played + "/resign")
        allow(2)
        ask(ann, played + "/rematch", {"action": "offer"})
        challenge(bob, "Bob", "Ann")  # right after an offer, which claims a slot of both


class BlocksMeanwhile(FolderTest):
    """A block that is stored between the look-up and the seat. Here something else writes it, and the server waits for that."""

    def person(self, name):
        person = Person(self.server.port)
        self.addCleanup(person.close)
        return person.sign_up(name)

    def test_a_seat(self):
        """Joined or taken along: the first check finds no block, the transaction does, and the answer is as ever."""
        self.server = self.start()
        ann, bob = self.person("Ann"), self.person("Bob")
        key = "k" * 32
        for blocker, blocked, code in (("Ann", "Bob", "seat_taken"), ("Bob", "Ann", "blocked")):
            for sit in (False, True):
                seats = [{"kind": "user", "name": "Ann"}, {"kind": "open", "listed": True}]
                game = ann.call("POST", "/api/1/games", {"layout": "standard", "seats": seats})[2]["game"]["id"]
                path, body = f"/api/1/games/{game}/join", {}
                if sit:
                    with contextlib.closing(self.server.client(key)) as client:
                        self.assertEqual(client.call("POST", path, {})[0], 200)
                    path, body = f"/api/1/games/{game}/account", {"key": key}
                end = self.hold_store()
                with concurrent.futures.ThreadPoolExecutor() as pool:
                    answer = pool.submit(bob.call, "POST", path, body)
                    time.sleep(0.3 * SLOWDOWN)  # until it waits for the transaction
                    self.assertFalse(answer.done())
                    end(f"INSERT INTO block (account, blocked, at) SELECT one.id, other.id, 1 FROM account AS one, account AS other"
                        f" WHERE one.name = '{blocker}' AND other.name = '{blocked}'")
                status, _, error = answer.result()
                self.assertEqual((status, error.get("error", {}).get("code")), (409, code), (blocker, sit))
                self.assertNotIn("user", ann.call("GET", f"/api/1/games/{game}")[2]["seats"][1])
                self.sql("DELETE FROM block")
                self.assertEqual(bob.call("POST", path, body)[0], 200, "tried again")

    def test_a_rematch(self):
        """The same with the game that a rematch makes: it is stored together with the consent, or not at all."""
        self.server = self.start()
        ann, bob = self.person("Ann"), self.person("Bob")
        seats = [{"kind": "user", "name": name} for name in ("Ann", "Bob")]
        path = f"/api/1/games/{ann.create(seats, layout='standard')[0]['id']}"
        for person, what in ((bob, "join"), (bob, "resign"), (ann, "rematch")):
            self.assertEqual(person.call("POST", f"{path}/{what}", {})[0], 200)
        end = self.hold_store()
        with concurrent.futures.ThreadPoolExecutor() as pool:
            answer = pool.submit(bob.call, "POST", path + "/rematch", {"action": "accept"})
            time.sleep(0.3 * SLOWDOWN)  # until it waits for the transaction
            self.assertFalse(answer.done())
            end("INSERT INTO block (account, blocked, at) SELECT one.id, other.id, 1 FROM account AS one, account AS other"
                " WHERE one.name = 'Ann' AND other.name = 'Bob'")
        status, _, error = answer.result()
        self.assertEqual((status, error.get("error", {}).get("code")), (409, "too_many_games"))
        self.assertEqual(self.sql("SELECT count(*) FROM game"), [["1"]])
        self.sql("DELETE FROM block")
        status, _, game = bob.call("POST", path + "/rematch", {"action": "accept"})
        self.assertEqual(status, 200, game)
        self.assertEqual(ann.game(game["next"])["status"], "playing")


class Reports(People):
    def report(self, person, **body):
        return person.call("POST", "/api/1/account/reports", {"text": "rude", **body})

    def test_reports(self):
        """One's own messages and those of others to others cannot be reported; the same only once."""
        ann, bob, eve = self.people("Ann", "Bob", "Eve")
        number = self.wrote(bob, ann, "an insult")
        for person in (bob, eve):
            self.refused(self.report(person, message=number), 404, "not_found")
        self.assertEqual(self.report(ann, message=number)[0], 201)
        self.refused(self.report(ann, message=number), 409, "reported")
        game, keys = eve.create(layout="standard")
        self.assertEqual(self.client(keys[0]).call("POST", f"/api/1/games/{game['id']}/chat", {"text": "boo"})[0], 200)
        self.assertEqual(self.report(ann, game=game["id"], event=1)[0], 201)
        for event in (0, 2, -1, 2**40):
            self.refused(self.report(ann, game=game["id"], event=event), 404, "not_found")
        self.refused(self.report(ann, game="aaaaaaaa", event=1), 404, "not_found")
        for body in ({}, {"message": "1"}, {"message": 0}, {"message": number, "game": game["id"]}, {"game": game["id"]},
                     {"game": "a/b", "event": 1}, {"message": number, "text": "x" * 501}, {"message": number, "text": " "}):
            self.refused(self.report(ann, **body), 400, "bad_request")

    def test_limit(self):
        ann, *others = self.people("Ann", *(f"B{i}" for i in range(4)))
        numbers = [self.wrote(other, ann) for other in others for _ in range(3)]
        for number in numbers[:10]:
            self.assertEqual(self.report(ann, message=number)[0], 201)
        self.refused(self.report(ann, message=numbers[10]), 429, "too_many")


class Kept(FolderTest):
    """What is on disk."""

    def restart(self, *people):
        """The server is killed and starts again."""
        self.server.process.kill()
        self.server.process.communicate()
        self.server = self.start()
        for person in people:
            person.close()
            person.connection.port = self.server.port

    def paua(self, *arguments):
        done = subprocess.run([PAUA, *arguments], capture_output=True, text=True, timeout=60)
        return done.returncode, done.stdout.splitlines(), done.stderr

    def admin(self, *arguments):
        return self.paua("admin", *arguments, "--store", self.place)

    def make(self):
        """Two people, three messages, a block, two reports. Returns the numbers of the messages."""
        self.server = self.start()
        self.ann, self.bob = (Person(self.server.port).sign_up(name) for name in ("Ann", "Bob"))
        self.server.clients += [self.ann, self.bob]
        numbers = [self.bob.call("POST", "/api/1/users/Ann/messages", {"text": text}, {"Idempotency-Key": f'"{len(text)}"'})[2]["number"]
                   for text in ("an\nin\u5c71sult", "two", "three")]
        self.assertEqual(self.ann.call("PUT", "/api/1/account/blocks/Bob")[0], 204)
        self.assertEqual(self.ann.call("POST", "/api/1/account/reports", {"message": numbers[0], "text": "rude"})[0], 201)
        game, keys = self.bob.create(layout="standard")
        self.server.client(keys[0]).call("POST", f"/api/1/games/{game['id']}/chat", {"text": "boo"})
        self.assertEqual(self.ann.call("POST", "/api/1/account/reports", {"game": game["id"], "event": 1, "text": "loud"})[0], 201)
        return numbers

    def texts(self):
        return [one["text"] for one in self.ann.call("GET", "/api/1/account/messages/Bob")[2]["messages"]]

    def test_after_a_kill(self):
        numbers = self.make()
        self.restart(self.ann, self.bob)
        again = self.bob.call("POST", "/api/1/users/Ann/messages", {"text": "three"}, {"Idempotency-Key": "5"})
        self.assertEqual((again[0], again[2]["number"]), (201, numbers[2]))
        self.assertEqual(self.texts(), ["three", "two", "an\nin\u5c71sult"])
        status, headers, answer = self.bob.call("POST", "/api/1/users/Ann/messages", {"text": "four"})  # the store counts
        self.assertEqual((status, answer["error"]["code"], headers["Retry-After"]), (429, "too_many", "3600"))
        self.assertEqual(self.ann.call("DELETE", "/api/1/account/blocks/Bob")[0], 204)
        later = self.ann.call("POST", "/api/1/users/Bob/messages", {"text": "later"})[2]["number"]
        self.assertGreater(later, numbers[2])
        self.assertEqual(self.bob.call("POST", "/api/1/users/Ann/messages", {"text": "four"})[0], 201)
        self.ann.close(), self.bob.close()

    @unittest.skipUnless("DATE_SHIFT_LIBRARY" in os.environ, "needs a library that shifts the date")
    def test_a_date_that_is_ahead(self):
        """The store counts what a server wrote whose date was a little ahead, as that of another server always is."""
        shift = self.folder / "shift"
        shift.write_text("20")

        def before():
            os.environ.update(LD_PRELOAD=os.environ["DATE_SHIFT_LIBRARY"], DATE_SHIFT=str(shift))

        self.server = self.start(before=before)
        ann, bob = (Person(self.server.port).sign_up(name) for name in ("Ann", "Bob"))
        for _ in range(3):
            self.assertEqual(bob.call("POST", "/api/1/users/Ann/messages", {"text": "one"})[0], 201)
        ann.close(), bob.close()
        self.server.process.kill()
        self.server.process.communicate()
        self.server = self.start()
        bob.connection.port = self.server.port
        status, _, answer = bob.call("POST", "/api/1/users/Ann/messages", {"text": "four"})
        self.assertEqual((status, answer["error"]["code"]), (429, "too_many"))
        bob.close()

    def test_limits_after_a_kill(self):
        """The store counts what goes to people who have answered, too, and what is reported."""
        self.server = self.start()
        ann, bob = (Person(self.server.port).sign_up(name) for name in ("Ann", "Bob"))
        self.server.clients += [ann, bob]

        def write(person, to):
            status, headers, answer = person.call("POST", f"/api/1/users/{to}/messages", {"text": "hello"})
            return status, answer.get("number"), headers.get("Retry-After")

        def report(number):
            status, headers, answer = ann.call("POST", "/api/1/account/reports", {"message": number, "text": "rude"})
            return status, answer.get("error", {}).get("code"), headers.get("Retry-After")

        self.assertEqual(write(ann, "Bob")[0], 201)
        numbers = [write(bob, "Ann")[1] for _ in range(10)]
        self.assertNotIn(None, numbers)
        self.restart(ann, bob)
        self.assertEqual(write(bob, "Ann"), (429, None, "60"))
        self.sql("UPDATE sending SET at = at - 60000")
        numbers += [write(bob, "Ann")[1]]
        self.assertIsNotNone(numbers[-1])
        self.restart(ann, bob)
        for number in numbers[:10]:
            self.assertEqual(report(number)[0], 201)
        self.restart(ann, bob)
        self.assertEqual(report(numbers[10]), (429, "too_many", "3600"))
        self.sql("UPDATE report SET at = at - 3600000")
        self.assertEqual(report(numbers[10])[0], 201)
        self.assertEqual(report(numbers[10])[:2], (409, "reported"))

    def strangers(self, count):
        """Accounts that nobody uses."""
        names = [f"Stranger{i}" for i in range(count)]
        for i, name in enumerate(names):
            self.sql(f"INSERT INTO account VALUES ('{i:08d}', '{name}', '{name.lower()}', 'x', '', '', 1, 0)")
        return names

    def test_what_is_removed_counts(self):
        """All that an account has sent within a minute and a day, whoever removes it from his box, or does not get it."""
        self.server = self.start()
        ann, bob = (Person(self.server.port).sign_up(name) for name in ("Ann", "Bob"))
        self.server.clients += [ann, bob]
        strangers = self.strangers(7)

        def write(to, person=ann):
            status, headers, _ = person.call("POST", f"/api/1/users/{to}/messages", {"text": "hello"})
            return status, headers.get("Retry-After")

        def remove(to):
            self.assertEqual(ann.call("DELETE", f"/api/1/account/messages/{to}")[0], 204)

        def restart(minutes):
            self.restart(ann, bob)
            self.sql(f"UPDATE sending SET at = at - {60000 * minutes}")

        # To one who has blocked her: her own box alone has it.
        self.sql("INSERT INTO block SELECT '00000006', id, 1 FROM account WHERE name = 'Ann'")
        self.assertEqual([write("Stranger6")[0] for _ in range(3)], [201] * 3)
        remove("Stranger6")
        restart(0)
        self.assertEqual(write("Stranger6"), (429, "3600"))

        # To anybody, in a minute.
        self.assertEqual(write("Ann", bob)[0], 201)
        self.assertEqual([write("Bob")[0] for _ in range(7)], [201] * 7)
        for message in ann.call("GET", "/api/1/account/messages/Bob")[2]["messages"]:
            if message["sent"]:
                self.assertEqual(ann.call("DELETE", f"/api/1/account/messages/Bob/{message['number']}")[0], 204)
        restart(0)
        self.assertEqual(write("Bob"), (429, "60"))

        # To all strangers, in a day: 3 and 17, of which neither side keeps one.
        for messages in (range(10), range(10, 17)):
            restart(1)
            self.assertEqual([write(strangers[i // 3])[0] for i in messages], [201] * len(messages))
            for name in strangers:
                remove(name)
        self.sql("DELETE FROM message WHERE owner LIKE '0000%'")
        restart(1)
        self.assertEqual(write(strangers[5]), (429, "3600"))
        self.assertEqual(write("Bob")[0], 201, "who is no stranger")
        self.assertEqual(self.sql("SELECT count(*) FROM sending"), [["22"]], "what went to Bob before counts no longer")
        restart(24 * 60)
        self.assertEqual(write(strangers[5])[0], 201)
        self.restart(ann, bob)  # removes what is older
        wait_until(lambda: self.sql("SELECT count(*) FROM sending") == [["1"]])

    def test_challenges_that_are_removed_count(self):
        """20 to strangers in a day, also where the games are no more. One game does not go over it either."""
        self.server = self.start()
        ann, bob = (Person(self.server.port).sign_up(name) for name in ("Ann", "Bob"))
        self.server.clients += [ann, bob]
        strangers = self.strangers(12)

        def challenge(*people, layout="standard"):
            status, headers, _ = ann.call("POST", "/api/1/games", {"layout": layout, "seats": [
                {"kind": "user", "name": name} for name in ("Ann", *people)]})
            return status, headers.get("Retry-After")

        self.assertEqual([challenge(strangers[i // 2])[0] for i in range(19)], [201] * 19)
        self.assertEqual(challenge(*strangers[10:], layout="standard-3"), (429, "3600"))
        self.assertEqual(challenge(strangers[10])[0], 201)
        for table in ("seat", "event", "game"):  # as after --keep-unplayed
            self.sql(f"DELETE FROM {table}")
        self.restart(ann, bob)
        self.assertEqual(challenge(strangers[11]), (429, "3600"))
        sent = ann.call("GET", "/api/1/account/export")[2]["sent"]  # those of one moment in any order
        self.assertEqual([one["at"] for one in sent], sorted((one["at"] for one in sent), reverse=True))
        self.assertEqual(sorted((one["kind"], one["name"]) for one in sent),
                         sorted(("challenge", strangers[i // 2]) for i in (*range(19), 20)))
        self.sql("UPDATE sending SET at = at - 86400000 WHERE recipient = '00000000'")
        self.assertEqual(challenge(strangers[11])[0], 201)
        # An account that is closed leaves nothing of this; what others have sent is theirs.
        self.assertEqual(bob.call("POST", "/api/1/users/Ann/messages", {"text": "hello"})[0], 201)
        self.assertEqual(ann.call("DELETE", "/api/1/account", {"password": PASSWORD})[0], 204)
        self.assertEqual(self.sql("SELECT account.name, kind FROM sending JOIN account ON account.id = sender"), [["Bob", "0"]])

    def test_messages_of_a_game_after_a_kill(self):
        """Five in ten seconds of a seat: the store counts them."""
        self.server = self.start()
        client = self.server.client()
        game, keys = client.create(layout="standard")

        def chat(side):
            status, headers, answer = self.server.client(keys[side]).call("POST", f"/api/1/games/{game['id']}/chat", {"text": "hello"})
            return status, answer.get("error", {}).get("code"), int(headers.get("Retry-After", 0))

        self.assertEqual([chat(0)[0] for _ in range(5)], [200] * 5)
        self.restart()
        status, code, seconds = chat(0)
        self.assertEqual((status, code, 1 <= seconds <= 10), (429, "too_many", True))
        self.assertEqual(chat(1)[0], 200, "the other seat has its own")

    def test_administration(self):
        """Reports are listed and messages shown beside a server, which removes and closes what it is asked to."""
        numbers = self.make()
        code, lines, _ = self.admin("reports")
        self.assertEqual(code, 0)
        self.assertEqual(lines[1:5], [f"  Ann reports message {numbers[0]}", '  of "Bob"', '  said "an in\u5c71sult"', '  because "rude"'])
        self.assertIn("event 1", lines[6])
        rows = json.loads(self.admin("reports", "--json")[1][0])["reports"]
        self.assertEqual([(row["reporter"], row["accused"], row["quote"], row["text"]) for row in rows],
                         [("Ann", "Bob", "an\nin\u5c71sult", "rude"), ("Ann", "", "boo", "loud")])
        self.assertEqual([row["text"] for row in json.loads(self.admin("messages", "bob", "--json")[1][0])["messages"]],
                         ["three", "two", "an\nin\u5c71sult"])
        self.assertEqual(self.admin("messages", "Ann"), (0, [], ""))
        at = ("--server", f"127.0.0.1:{self.server.port}")
        self.assertEqual(self.admin("remove-message", str(numbers[0]), *at), (0, [f"message {numbers[0]}: is removed"], ""))
        self.assertEqual([row["text"] for row in json.loads(self.admin("messages", "bob", "--json")[1][0])["messages"]],
                         ["three", "two"])
        self.assertEqual(self.admin("close-report", str(rows[1]["number"]), *at), (0, [f"report {rows[1]['number']}: is closed"], ""))
        for arguments in (("remove-message", str(numbers[0])), ("close-report", str(rows[1]["number"]))):
            self.assertEqual(self.admin(*arguments, *at)[:2], (1, []))
        self.assertEqual(self.server.stop(), (0, ""))
        self.assertEqual(self.admin("remove-message", str(numbers[1])), (0, [f"message {numbers[1]}: is removed"], ""))
        self.assertEqual(self.admin("close-report", str(rows[0]["number"])), (0, [f"report {rows[0]['number']}: is closed"], ""))
        for arguments, words in ((("remove-message", str(numbers[1])), "there is no message"), (("close-report", str(rows[0]["number"])), "there is no report")):
            code, lines, errors = self.admin(*arguments)
            self.assertEqual((code, lines), (1, []))
            self.assertIn(words, errors)
        for arguments in (("remove-message", "x"), ("remove-message",), ("remove-message", "-1"), ("reports", "Bob"), ("messages",),
                          ("messages", "Bob", "--all"), ("remove-message", "1", "--json")):
            self.assertEqual(self.admin(*arguments)[:2], (2, []), arguments)
        self.assertEqual(len(json.loads(self.admin("reports", "--json")[1][0])["reports"]), 0)
        self.assertEqual(len(json.loads(self.admin("reports", "--all", "--json")[1][0])["reports"]), 2)
        server = self.start()
        for person in (self.ann, self.bob):
            person.close()
            person.connection.port = server.port
        self.assertEqual(self.texts(), ["three"])
        self.assertEqual(len(self.bob.call("GET", "/api/1/account/messages/Ann")[2]["messages"]), 1)
        self.ann.close(), self.bob.close()

    @sqlite_only
    def test_damage_does_not_end_the_pages(self):
        """A page whose last message is damaged leads to the next one all the same."""
        numbers = self.make()
        port = self.server.port
        self.server.stop()
        self.server.close()
        with sqlite3.connect(self.store) as database:
            database.execute("UPDATE message SET text = 'nice' WHERE text IN ('two', 'three') AND sent = 0")
        database.close()
        self.server = self.start("--listen", f"127.0.0.1:{port}")
        first = self.ann.call("GET", "/api/1/account/messages/Bob?most=1")[2]
        self.assertEqual((first["messages"], first["before"]), ([], numbers[2]))
        second = self.ann.call("GET", f"/api/1/account/messages/Bob?most=2&before={numbers[2]}")[2]
        self.assertEqual([one["number"] for one in second["messages"]], [numbers[0]])
        self.assertEqual(second["before"], numbers[0])
        third = self.ann.call("GET", f"/api/1/account/messages/Bob?most=2&before={numbers[0]}")[2]
        self.assertEqual((third["messages"], third["before"]), ([], None))
        self.ann.close(), self.bob.close()

    @sqlite_only
    def test_damage_hides_no_conversation(self):
        """The newest message that is not damaged stands for its conversation, at its place; the export has it as well."""
        self.server = self.start()
        ann, *others = (Person(self.server.port).sign_up(name) for name in ("Ann", "Bob", "Carol", "Dan", "Eve"))
        numbers = {}
        for texts in (("b1", "b2", "b3"), ("c1",), ("d1", "d2"), ("e1", "e2")):
            other = others["bcde".index(texts[0][0])]
            for text in texts:
                numbers[text] = other.call("POST", "/api/1/users/Ann/messages", {"text": text})[2]["number"]
        for person in (ann, *others):
            person.close()
        self.assertEqual(self.server.stop(), (0, ""))
        with sqlite3.connect(self.store) as database:
            database.execute("UPDATE message SET text = 'nice' WHERE text IN ('b2', 'b3', 'd2', 'e1', 'e2') AND sent = 0")
        database.close()
        self.server = self.start()
        ann.connection.port = self.server.port
        box = ann.call("GET", "/api/1/account/messages")[2]
        shown = [("Dan", "d1", 2), ("Carol", "c1", 1), ("Bob", "b1", 3)]
        self.assertEqual([(one["name"], one["last"]["text"], one["unread"]) for one in box["conversations"]], shown)
        pages, before = [], ""
        for _ in range(4):
            page = ann.call("GET", f"/api/1/account/messages?most=1{before}")[2]
            pages.append(([one["name"] for one in page["conversations"]], page["before"]))
            before = f"&before={page['before']}"
        self.assertEqual(pages, [([], numbers["e2"]), (["Dan"], numbers["d2"]), (["Carol"], numbers["c1"]), (["Bob"], numbers["b3"])])
        exported = ann.call("GET", "/api/1/account/export")[2]["messages"]
        self.assertEqual({one["name"]: [message["text"] for message in one["messages"]] for one in exported},
                         {"Dan": ["d1"], "Carol": ["c1"], "Bob": ["b1"]})
        ann.close()

    @sqlite_only
    def test_check_and_repair(self):
        """A text that has changed is found, not shown, and left out of the repaired store; all else is kept."""
        self.make()
        self.assertEqual(self.server.stop(), (0, ""))
        self.assertEqual(self.paua("store", "check", str(self.store))[0], 0)
        with sqlite3.connect(self.store) as database:
            database.execute("UPDATE message SET text = 'nice' WHERE text = 'two' AND sent = 0")
            database.execute("UPDATE report SET text = 'fine' WHERE text = 'loud'")
        database.close()
        code, lines, _ = self.paua("store", "check", str(self.store))
        self.assertEqual(code, 1)
        self.assertIn("file: 1 messages are not what their checksums say", lines)
        self.assertIn("file: 1 reports are not what their checksums say", lines)
        new = self.folder / "new.db"
        self.assertEqual(self.paua("store", "repair", str(self.store), "--out", str(new))[0], 1)
        self.assertEqual(self.paua("store", "check", str(new))[0], 0)
        rows = []
        for store in (self.store, new):
            with sqlite3.connect(store) as database:
                rows.append({table: set(database.execute(f"SELECT * FROM {table}")) for table in ("message", "block", "report")})
            database.close()
        lost = {table: [row for row in rows[0][table] if row not in rows[1][table]] for table in rows[0]}
        self.assertEqual({table: len(found) for table, found in lost.items()}, {"message": 1, "block": 0, "report": 1})
        self.assertTrue(all(rows[1][table] <= rows[0][table] for table in rows[0]))


if __name__ == "__main__":
    unittest.main()
