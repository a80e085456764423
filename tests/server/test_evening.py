"""An evening in a club: people and bots, games of two to six, a Swiss tournament, messages, commands by mail through a
Postfix, and a server that is killed amid all of it. Nothing that was acknowledged is lost or doubled, and all results and
ratings are right. The same of messages and mails alone, with more kills.

PAUA_EVENING=full: forty people and ten bots instead of ten and three. PAUA_KILLS: how often the server is killed amid
messages and mails (2 by default; 1000 for the promise in full). postfix.py says what it needs."""
import collections
import http.client
import itertools
import os
import random
import re
import signal
import threading
import time
import unittest

from harness import SLOWDOWN, FolderTest, legal_moves, wait_until
from support.postfix import ADDRESS, Postfix, missing
from test_accounts import PASSWORD, Person
from test_ratings import Book, RatingsTest
from test_tournaments import TournamentCase

FULL = os.environ.get("PAUA_EVENING") == "full"
PEOPLE, BOTS, ROUNDS, KILLS = (40, 10, 5, 5) if FULL else (10, 3, 3, 2)
WAYS = (("c5,d5", "g5,f5"), ("d5,c5", "f5,g5")) * 2  # a game by mail, there and back: a draw by repetition
KILLS_OF_MAIL = int(os.environ.get("PAUA_KILLS", "2"))
CHECK = 10  # kills after which messages are looked at: a page holds those of that time
RETRIES = 600  # of a call to a server that is killed and started again


class Player:
    """Somebody's calls in one thread; they wait while the server is away."""

    def __init__(self, club, name, cookie):
        self.club, self.name, self.cookie, self.person, self.port = club, name, cookie, None, 0

    def connected(self):
        if self.port != self.club.generation:
            if self.person:
                self.person.close()
            self.port, self.person = self.club.generation, Person(self.club.server.port)
            self.person.cookie = self.cookie
        return self.person

    def call(self, method, path, body=None):
        """A call, made once: None where there was no answer."""
        try:
            return self.connected().call(method, "/api/1" + path, body)
        except (OSError, http.client.HTTPException):
            self.port = 0
            time.sleep(0.05)
            return None

    def read(self, path):
        for _ in range(RETRIES):
            answer = self.call("GET", path)
            if answer:
                assert answer[0] == 200, answer
                return answer[2]
        raise AssertionError(f"no answer to {path}")

    def close(self):
        if self.person:
            self.person.close()


@unittest.skipIf(missing(), missing())
class ClubTest(TournamentCase):
    """A server with a Postfix that is killed while people write messages and play by mail."""

    def setUp(self):
        FolderTest.setUp(self)
        self.random = random.Random(25)
        self.generation = 1  # of the server: it is another one after each kill
        self.faults = []
        self.mailed = []  # games that were played by mail
        self.postfix = Postfix(self.folder)
        self.addCleanup(self.postfix.stop)
        self.options = ("--socket", self.postfix.socket, "--mail-server", f"smtp://127.0.0.1:{self.postfix.port}", "--mail-address", ADDRESS)
        self.server = self.start(*self.options)

    def kill(self):
        self.generation = -1  # who calls now finds nobody
        self.people = self.restart(self.people, *self.options)
        self.generation = self.server.process.pid

    def player(self, name):
        player = Player(self, name, self.cookies[name])
        self.addCleanup(player.close)
        return player

    def confirm_address(self, name):
        """Returns where the first mail is to be answered to."""
        address = f"{name.lower()}@example.org"
        status, _, answer = self.people[name].call("PUT", "/api/1/account/address", {"address": address, "password": PASSWORD})
        self.assertEqual(status, 202, answer)
        code = re.search("^  ([a-z2-7]{52})$", self.postfix.next(to=address).body, re.MULTILINE)[1]
        self.assertEqual(self.people[name].call("POST", "/api/1/account/address", {"code": code})[0], 200)
        return self.postfix.next(to=address).reply

    def write_messages(self, acknowledged, over):
        """A thread: everybody writes to the next one, each time something new."""
        names = list(self.cookies)
        players = {name: self.player(name) for name in names}
        numbers = itertools.count(1)
        while not over.is_set() and not self.faults:
            for name, other in zip(names, names[1:] + names[:1]):
                text = f"Message {next(numbers)}"
                answer = players[name].call("POST", f"/users/{other}/messages", {"text": text})
                if answer and answer[0] == 201:
                    acknowledged.append((name, other, text))
                elif answer and answer[0] not in (429, 503):
                    self.faults.append(answer)
            over.wait(0.3)

    def play_by_mail(self, names, replies, answers, over):
        """A thread: games by mail; each mail waits for the answer to the one before. `answers` gets each mail's Message-ID
        and its answer's text. Who is told that the server has ended in between sends the mail once more."""
        def give(name, text):
            while True:
                identity = self.postfix.send(replies[name], text, sender=f"{name.lower()}@example.org")
                mail = self.postfix.next(answers=identity, seconds=60)
                replies[name] = mail.reply
                answers[identity] = mail.body
                if "Nothing is done twice." not in mail.body:
                    return mail.body

        try:
            while not over.is_set():
                game = re.search(r"Game \d+ \((\w{8})\)", give(names[0], f"challenge {names[1]}"))[1]
                give(names[1], f"accept {game}")
                for ply, move in enumerate(itertools.chain(*WAYS)):
                    give(names[ply % 2], f"move {game} {move}#{ply + 1}")
                self.mailed.append(game)
        except BaseException as error:  # the test is told
            self.faults.append(error)

    def check_messages(self, messages):
        """All of them are in both boxes, once; those of two people fit into a page."""
        written = collections.defaultdict(list)
        for sender, to, text in messages:
            written[sender, to].append(text)
        for (sender, to), texts in written.items():
            for owner, other, sent in ((sender, to, True), (to, sender, False)):
                status, _, answer = self.people[owner].call("GET", f"/api/1/account/messages/{other}")
                self.assertEqual(status, 200, answer)
                got = collections.Counter(one["text"] for one in answer["messages"] if one["sent"] == sent)
                self.assertEqual(max(got.values()), 1)
                self.assertEqual([text for text in texts if text not in got], [], (owner, other))

    def check_mails(self, answers):
        """Each mail was answered, by one mail, and no move was lost or made twice."""
        for game in map(self.server.client().game, self.mailed):
            self.assertEqual((len(game["moves"]), game["reason"]), (8, "repetition"))
        found = collections.defaultdict(set)
        for mail in self.postfix.all():
            found[mail.in_reply_to].add(mail.message_id)
        self.assertEqual([identity for identity in answers if len(found[identity]) != 1], [])


class Kills(ClubTest):
    def ask_for_codes(self, names, asked, over):
        """A thread: mails of the server itself, each to another address."""
        players = [self.player(name) for name in names]
        for number, player in enumerate(itertools.cycle(players)):
            if over.wait(0.1) or self.faults:
                break
            address = f"code-{number}@example.org"
            answer = player.call("PUT", "/account/address", {"address": address, "password": PASSWORD})
            if answer and answer[0] == 202:
                asked.append(address)
            elif answer and answer[0] not in (429, 503):
                self.faults.append(answer)

    def check_codes(self, asked):
        """Each has come. One over which the server was killed may have come again, as the same mail."""
        wait_until(lambda: self.sql("SELECT count(*) FROM mail") == [["0"]], 60)
        self.postfix.idle()
        mails = self.postfix.all()
        found = collections.defaultdict(set)
        for mail in mails:
            found[mail.to].add(mail.message_id)
        self.assertEqual([address for address in asked if len(found[address]) != 1], [])
        self.assertLessEqual(len(mails) - len({mail.message_id for mail in mails}), KILLS_OF_MAIL)
        return len(mails)

    def test_messages_and_mails(self):
        names = ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay"]
        self.people = {name: self.person(name) for name in names}
        self.cookies = {name: person.cookie for name, person in self.people.items()}
        replies = {name: self.confirm_address(name) for name in names[:2]}
        messages, answers, asked, over = [], {}, [], threading.Event()
        threads = [threading.Thread(target=self.write_messages, args=(messages, over)),
                   threading.Thread(target=self.play_by_mail, args=(names[:2], replies, answers, over)),
                   threading.Thread(target=self.ask_for_codes, args=(names[2:], asked, over))]
        for thread in threads:
            thread.start()
        checked = 0
        try:
            for number in range(KILLS_OF_MAIL):
                time.sleep(self.random.uniform(0.1, 0.6) * SLOWDOWN)
                self.kill()
                self.assertEqual(self.faults, [])
                if number % CHECK == CHECK - 1:
                    end = len(messages)
                    self.check_messages(messages[checked:end])
                    checked = end
        finally:
            over.set()
            for thread in threads:
                thread.join()
        self.assertEqual(self.faults, [])
        self.kill()
        self.check_messages(messages[checked:])
        mails = self.check_codes(asked)
        self.check_mails(answers)
        print(f"{KILLS_OF_MAIL} kills, {len(messages)} messages, {len(asked)} codes asked for, {len(answers)} commands by mail, "
              f"{len(self.mailed)} games by mail, {mails} mails:", end=" ", flush=True)


class Evening(ClubTest):
    def open_tables(self):
        """Rated games of two to six, each person in several of them."""
        tables, seats = {}, itertools.cycle(self.people)
        for players in (2, 3, 4, 5, 6) * (PEOPLE // 8):
            names = list(itertools.islice(seats, players))
            layout = "belgian-daisy" if players == 2 else f"bowl-{players}"
            body = {"layout": layout, "rules": "classic,game=600", "rated": True,
                    "seats": [{"kind": "user", "name": name} for name in names]}
            status, _, answer = self.people[names[0]].call("POST", "/api/1/games", body)
            self.assertEqual(status, 201, answer)
            for name in names[1:]:
                status, _, joined = self.people[name].call("POST", f"/api/1/games/{answer['game']['id']}/join", {})
                self.assertEqual(status, 200, joined)
            tables[answer["game"]["id"]] = names
        return tables

    def play_tables(self, tables, acknowledged):
        """A thread: random moves everywhere, after three rounds of which the players give up one after the other."""
        rng, players = random.Random(1), {name: self.player(name) for name in self.cookies}
        open_games = dict(tables)
        while open_games and not self.faults:
            for game_id, names in list(open_games.items()):
                game = players[names[0]].read(f"/games/{game_id}")
                if game["status"] == "over":
                    del open_games[game_id]
                    continue
                turn = next(i for i, seat in enumerate(game["seats"]) if seat["colour"] == game["turn"])
                if game["ply"] > 3 * len(names):
                    players[names[turn]].call("POST", f"/games/{game_id}/resign", {})
                    continue
                move = rng.choice(legal_moves(game["position"]))
                answer = players[names[turn]].call("POST", f"/games/{game_id}/moves", {"ply": game["ply"], "move": move})
                if answer and answer[0] == 200:
                    acknowledged.append((game_id, game["ply"], move))
                elif answer and answer[0] != 503:
                    self.faults.append(answer)

    def test_the_evening(self):
        names = [f"Person-{i:02}" for i in range(PEOPLE)]
        self.people = {name: self.person(name) for name in names}
        self.cookies = {name: person.cookie for name, person in self.people.items()}
        robots = {name: self.person(name) for name in (f"Robot-{i:02}" for i in range(BOTS))}
        owner = self.people[names[0]]
        tournament = self.make(owner, rounds=ROUNDS, rules="classic,plies=8,game=300")
        for name, robot in robots.items():
            self.assertEqual(robot.call("PATCH", "/api/1/account/settings", {"bot": True})[0], 200)
            self.bot(name, token=robot.token("play")["token"])
        for player in (*self.people.values(), *robots.values()):
            self.act(player, tournament, "join")
        replies = {name: self.confirm_address(name) for name in names[:2]}
        tables = self.open_tables()
        self.act(owner, tournament, "start")
        moves, messages, answers, over = [], [], {}, threading.Event()
        threads = [threading.Thread(target=self.play_tables, args=(tables, moves)),
                   threading.Thread(target=self.write_messages, args=(messages, over)),
                   threading.Thread(target=self.play_by_mail, args=(names[:2], replies, answers, over))]
        for thread in threads:
            thread.start()
        try:
            now = self.play_the_tournament(tournament, len(tables))
        finally:
            threads[0].join()
            over.set()
            for thread in threads:
                thread.join()
        self.assertEqual(self.faults, [])
        self.kill()
        self.check(self.read(tournament))
        self.assertEqual(self.read(tournament), now)
        self.check_moves(tables, moves)
        self.check_messages(messages)
        self.check_mails(answers)
        self.check_ratings([*tables, *(one["game"] for one in now["pairings"] if "game" in one)])
        print(f"{PEOPLE} people, {BOTS} bots, {len(tables)} games, a tournament of {len(now['pairings'])}, {len(moves)} moves, "
              f"{len(messages)} messages, {len(answers)} mails, {KILLS + 1} kills:", end=" ", flush=True)

    def play_the_tournament(self, tournament, tables):
        """Plays all rounds; the server is killed again and again. Returns the tournament at its end."""
        rng, kills, end = random.Random(2), KILLS, time.monotonic() + 600
        next_kill = time.monotonic() + 1.5
        while True:
            now = self.play_round(self.people, tournament, rng, self.server.client())
            self.assertLess(time.monotonic(), end, now)
            self.assertEqual(self.faults, [])
            if kills and time.monotonic() > next_kill:
                kills -= 1
                next_kill = time.monotonic() + rng.uniform(1, 2)
                self.kill()
            elif now["status"] != "running" and not kills:
                return now
            time.sleep(0.02)

    def check_moves(self, tables, moves):
        client = self.server.client()
        games = {game: client.game(game)["moves"] for game in tables}
        for game, ply, move in moves:
            self.assertEqual(games[game][ply - 1], move)
        self.assertLessEqual(sum(map(len, games.values())) - len(moves), KILLS * 2)  # stored, but not answered

    def check_ratings(self, games):
        """Worked out again, in the order in which the games have ended, by category."""
        client, books, last = self.server.client(), collections.defaultdict(Book), {}
        rated = [game for game in map(client.game, games) if any("rating_change" in seat for seat in game["seats"])]
        self.assertGreater(len({game["category"] for game in rated}), 2)
        ends = {game["id"]: RatingsTest.end_of(self, game["id"]) for game in rated}
        for game in sorted(rated, key=lambda game: ends[game["id"]]):
            who = [seat["user"] for seat in game["seats"]]
            points = [0.5 if part == "1/2" else float(part) for part in game["result"].split("-")]
            best = {i for i, part in enumerate(points) if part == max(points)}
            books[game["category"]].add(ends[game["id"]], who, best)
            for name in who:
                last[name, game["category"]] = last.get((name, game["category"]), 0) + 1
        for (name, category), count in last.items():
            ratings = client.call("GET", f"/api/1/users/{name}")[2]["ratings"]
            shown = next(one for one in ratings if one["category"] == category)
            self.assertEqual(shown["games"], count, (name, category))
            self.assertAlmostEqual(shown["rating"], books[category].people[name][0][0], delta=0.01, msg=(name, category))


if __name__ == "__main__":
    unittest.main()
