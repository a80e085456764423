"""Accounts: sign up and in, sessions and tokens, seats of accounts, and what strangers may not do."""

import json
import time
import unittest

from harness import Client, FolderTest, ServerTest, deaf_mail_server, wait_until
from support.at_once import check_closing, check_settings, check_vacations

PASSWORD = "correct horse"


class Person(Client):
    """A client that keeps the cookie of its session, as a browser does."""

    cookie = None

    def call(self, method, path, body=None, headers=None):
        headers = dict(headers or {})
        name = "__Host-paua_session" if headers.get("X-Forwarded-Proto") == "https" else "paua_session"
        if self.cookie and "Cookie" not in headers:
            headers["Cookie"] = f"{name}={self.cookie}"
        status, found, data = super().call(method, path, body, headers)
        if found.get("Set-Cookie"):
            self.cookie = found["Set-Cookie"].split(";")[0].split("=", 1)[1] or None
        return status, found, data

    def sign_up(self, name, password=PASSWORD):
        status, _, answer = self.call("POST", "/api/1/account", {"name": name, "password": password})
        assert status == 201, (status, answer)
        return self

    def sign_in(self, name, password=PASSWORD):
        return self.call("POST", "/api/1/session", {"name": name, "password": password})

    def account(self):
        return self.call("GET", "/api/1/account")

    def games(self, query="open=1"):
        status, _, answer = self.call("GET", f"/api/1/account/games?{query}")
        assert status == 200, (status, answer)
        return [row["id"] for row in answer["games"]]

    def token(self, *scopes):
        status, _, answer = self.call("POST", "/api/1/account/tokens", {"label": "a bot", "scopes": scopes})
        assert status == 201, (status, answer)
        return answer


def sign_in_times(server, person, names, answers):
    """How long wrong passwords take a processor for each name: the quickest tries, in turns until they are alike. Without
    a hash for one of the names they never are. `answers` gets status, headers and body."""
    times = {name: [] for name in names}
    for turn in range(40):
        for name, found in times.items():
            began = server.processor_seconds()
            answers.append(person.sign_in(name, "wrong password"))
            found.append(server.processor_seconds() - began)
        quickest = [min(found) for found in times.values()]
        if turn >= 4 and max(quickest) < 1.5 * min(quickest):
            break
    return quickest


class AccountsTest(ServerTest):
    arguments = ("--rate", "0")

    def person(self, name=None, address="127.0.0.1"):
        person = Person(self.server.port, address=address)
        self.server.clients.append(person)
        return person.sign_up(name) if name else person

    def bearer(self, token):
        return self.client(token)

    def challenge(self, person, *names, **body):
        seats = [{"kind": "user", "name": name} for name in names]
        return person.create(seats, **(body or {"layout": "belgian-daisy"}))[0]

    def test_sign_up_and_sign_in(self):
        ann = self.person()
        status, headers, answer = ann.call("POST", "/api/1/account", {"name": "Ann-1", "password": PASSWORD})
        self.assertEqual(status, 201)
        self.assertEqual(answer["account"]["name"], "Ann-1")
        self.assertEqual([session["current"] for session in answer["account"]["sessions"]], [True])
        parts = headers["Set-Cookie"].split("; ")
        self.assertRegex(parts[0], r"^paua_session=[\w-]{32}$")
        self.assertEqual(set(parts[1:]), {"Path=/", "HttpOnly", "SameSite=Lax", "Max-Age=7776000"})
        self.assertEqual(ann.account()[0], 200)
        other = self.person()
        self.refused(other.account(), 401, "not_signed_in")
        self.assertEqual(other.sign_in("ANN-1")[0], 200)
        self.assertEqual(other.account()[2]["name"], "Ann-1")
        self.assertNotEqual(other.cookie, ann.cookie)
        self.assertEqual(len(other.account()[2]["sessions"]), 2)
        self.assertEqual(other.call("DELETE", "/api/1/session")[0], 204)
        self.assertIsNone(other.cookie)
        self.refused(other.account(), 401, "not_signed_in")
        self.assertEqual(other.call("DELETE", "/api/1/session")[0], 204)
        self.assertEqual(ann.account()[0], 200)

    def test_names_and_passwords(self):
        self.person("Taken")
        stranger = self.person()
        for name in ("a", "", "1ab", "-ab", "with space", "Änn", "x" * 21, None, 7):
            self.refused(stranger.call("POST", "/api/1/account", {"name": name, "password": PASSWORD}), 400,
                         "bad_request")
        for name in ("taken", "TAKEN", "Admin", "paua"):
            self.refused(stranger.call("POST", "/api/1/account", {"name": name, "password": PASSWORD}), 409,
                         "name_taken")
        for password in ("short12", "", None, 12345678, "x" * 1001):
            self.refused(stranger.call("POST", "/api/1/account", {"name": "Newcomer", "password": password}), 400,
                         "bad_request")
        self.refused(stranger.call("POST", "/api/1/account", {"name": "Newcomer", "password": PASSWORD, "x": 1}),
                     400, "bad_request")
        stranger.sign_up("Newcomer", "ä" * 8)
        self.assertEqual(self.person().sign_in("newcomer", "ä" * 8)[0], 200)

    def test_a_session_cannot_be_chosen(self):
        chosen = "A" * 32
        person = self.person("Fixed")
        person.call("DELETE", "/api/1/session")
        person.cookie = chosen
        self.assertEqual(person.sign_in("Fixed")[0], 200)
        self.assertNotEqual(person.cookie, chosen)
        stranger = self.person()
        for cookie in (chosen, "", "x", "A" * 33, "%00" * 10, "A" * 5000):
            self.refused(stranger.call("GET", "/api/1/account", headers={"Cookie": f"paua_session={cookie}"}), 401,
                         "not_signed_in")

    def test_a_session_of_another_host_does_not_win(self):
        """Without TLS another host of the domain can set a cookie of the same name, in front of the visitor's own."""
        victim, mallory = self.person("Sibling"), self.person("Mallory")
        own = f"paua_session={victim.cookie}"
        with_both = {"Cookie": f"paua_session={mallory.cookie}; {own}"}
        for junk in ("junk", "k" * 32, ""):
            for cookies in (f"paua_session={junk}; {own}", f"{own}; paua_session={junk}"):
                self.assertEqual(self.client().call("GET", "/api/1/session", headers={"Cookie": cookies})[2], {"name": "Sibling"})
        twice = {"Cookie": f"{own}; {own}"}
        self.assertEqual(self.client().call("GET", "/api/1/session", headers=twice)[2], {"name": "Sibling"})
        many = {"Cookie": f"paua_session={mallory.cookie}; " * 9 + own}
        for headers in (with_both, {"Cookie": f"{own}; paua_session={mallory.cookie}"}, many):
            self.assertEqual(self.client().call("GET", "/api/1/session", headers=headers)[2], {"name": None})
            self.refused(self.client().call("GET", "/api/1/account", headers=headers), 401, "not_signed_in")
        # Signing in ends the session that was set; what is left of it is junk.
        status, headers, _ = self.client().call("POST", "/api/1/session", {"name": "Sibling", "password": PASSWORD}, with_both)
        self.assertEqual(status, 200)
        again = headers["Set-Cookie"].split(";")[0]
        self.refused(mallory.account(), 401, "not_signed_in")
        after = {"Cookie": f"paua_session={mallory.cookie}; {again}"}
        self.assertEqual(self.client().call("GET", "/api/1/account", headers=after)[2]["name"], "Sibling")
        # So does signing out.
        self.assertEqual(mallory.sign_in("Mallory")[0], 200)
        self.assertEqual(self.client().call("DELETE", "/api/1/session", headers={
            "Cookie": f"paua_session={mallory.cookie}; {again}"})[0], 204)
        self.refused(mallory.account(), 401, "not_signed_in")
        self.refused(self.client().call("GET", "/api/1/account", headers={"Cookie": again}), 401, "not_signed_in")

    def test_other_sites_cannot_use_a_session(self):
        person = self.person("Visitor")
        game = self.challenge(person, "Visitor", "Visitor2") if self.person("Visitor2") else None
        for headers in ({"Origin": "http://evil.example"}, {"Sec-Fetch-Site": "cross-site"}):
            for method, path, body in (("DELETE", "/api/1/account", {"password": PASSWORD}),
                                       ("PATCH", "/api/1/account", {"password": PASSWORD, "new_password": "x" * 9}),
                                       ("POST", "/api/1/account/tokens", {"label": "x", "scopes": ["play"]}),
                                       ("POST", f"/api/1/games/{game['id']}/resign", {}),
                                       ("GET", "/api/1/account", None)):
                self.refused(person.call(method, path, body, headers), 403, "cross_site")
        self.refused(person.call("POST", "/api/1/account/tokens", '{"label":"x","scopes":["play"]}',
                                 {"Content-Type": "text/plain"}), 415, "bad_type")
        self.assertEqual(person.account()[2]["tokens"], [])

    def test_change_of_the_password(self):
        here, there = self.person("Changer"), self.person()
        there.sign_in("Changer")
        token = self.bearer(here.token("read")["token"])
        change = {"password": "wrong password", "new_password": "battery staple"}
        self.refused(here.call("PATCH", "/api/1/account", change), 403, "bad_credentials")
        self.assertEqual(there.account()[0], 200)
        change["password"] = PASSWORD
        self.refused(here.call("PATCH", "/api/1/account", {**change, "new_password": "short"}), 400, "bad_request")
        self.assertEqual(here.call("PATCH", "/api/1/account", change)[0], 200)
        self.assertEqual(here.account()[0], 200)
        self.refused(there.account(), 401, "not_signed_in")
        self.assertEqual(token.call("GET", "/api/1/account")[0], 200)
        self.refused(there.sign_in("Changer"), 401, "bad_credentials")
        self.assertEqual(there.sign_in("Changer", "battery staple")[0], 200)

    def test_sessions_can_be_ended(self):
        here, there, third = self.person("Mobile"), self.person(), self.person()
        there.sign_in("Mobile")
        third.sign_in("Mobile")
        other = next(s["id"] for s in there.account()[2]["sessions"] if s.get("current"))
        self.assertEqual(self.person("Stranger").call("DELETE", f"/api/1/account/sessions/{other}")[0], 204)
        self.assertEqual(there.account()[0], 200)
        self.assertEqual(here.call("DELETE", f"/api/1/account/sessions/{other}")[0], 204)
        self.refused(there.account(), 401, "not_signed_in")
        self.assertEqual(third.account()[0], 200)
        self.assertEqual(here.call("DELETE", "/api/1/account/sessions")[0], 204)
        self.refused(third.account(), 401, "not_signed_in")
        self.assertEqual(len(here.account()[2]["sessions"]), 1)

    def test_tokens_and_their_scopes(self):
        person = self.person("Maker")
        self.person("Rival")
        made = person.token("read")
        self.assertRegex(made["token"], r"^paua_[\w-]{32}$")
        self.assertEqual(made["scopes"], ["read"])
        self.assertNotIn("token", person.account()[2]["tokens"][0])
        reader, player = self.bearer(made["token"]), self.bearer(person.token("play")["token"])
        game = self.challenge(person, "Maker", "Rival")
        self.assertEqual(reader.call("GET", "/api/1/account/games")[2]["games"][0]["id"], game["id"])
        for method, path, body in (("POST", "/api/1/games", {"layout": "standard", "seats": [{"kind": "person"}] * 2}),
                                   ("POST", f"/api/1/games/{game['id']}/resign", {}),
                                   ("POST", f"/api/1/games/{game['id']}/join", {})):
            self.refused(reader.call(method, path, body), 403, "no_scope")
        for client in (reader, player):
            for method, path, body in (("PATCH", "/api/1/account", {"password": PASSWORD, "new_password": "x" * 9}),
                                       ("DELETE", "/api/1/account", {"password": PASSWORD}),
                                       ("POST", "/api/1/account/tokens", {"label": "x", "scopes": ["play"]}),
                                       ("DELETE", f"/api/1/account/tokens/{made['id']}", None),
                                       ("DELETE", "/api/1/account/sessions", None),
                                       ("GET", "/api/1/account/export", None)):
                self.refused(client.call(method, path, body), 403, "needs_session")
        self.assertEqual(player.call("POST", f"/api/1/games/{game['id']}/decline", {})[0], 200)
        self.assertEqual(person.call("DELETE", f"/api/1/account/tokens/{made['id']}")[0], 204)
        self.refused(reader.call("GET", "/api/1/account"), 401, "not_signed_in")
        for body in ({"label": "", "scopes": ["read"]}, {"label": "x", "scopes": []}, {"label": "x"},
                     {"label": "x", "scopes": ["admin"]}, {"label": "x" * 41, "scopes": ["read"]}):
            self.refused(person.call("POST", "/api/1/account/tokens", body), 400, "bad_request")
        for _ in range(19):
            person.token("read")
        self.refused(person.call("POST", "/api/1/account/tokens", {"label": "x", "scopes": ["read"]}), 409,
                     "too_many_tokens")

    def test_a_challenge_by_name(self):
        ann, bob, eve = (self.person(name) for name in ("Ann", "Bob", "Eve"))
        game = self.challenge(ann, "ann", "BOB")
        self.assertEqual([(seat["kind"], seat["name"], seat["taken"]) for seat in game["seats"]],
                         [("user", "Ann", True), ("user", "Bob", False)])
        self.assertEqual(game["status"], "waiting")
        self.assertEqual(bob.games(), [game["id"]])
        path = f"/api/1/games/{game['id']}"
        self.refused(eve.call("POST", path + "/join", {}), 409, "seat_taken")
        self.refused(eve.call("POST", path + "/decline", {}), 403, "not_your_seat")
        self.refused(bob.move(game["id"], 1, "a1b2"), 403, "not_your_seat")
        self.refused(bob.call("POST", path + "/join", {"name": "Bobby"}), 400, "bad_request")
        key = self.client("k" * 32)
        self.refused(key.call("POST", path + "/join", {}), 409, "seat_taken")
        for _ in range(2):
            self.assertEqual(bob.call("POST", path + "/join", {})[0], 200)
        self.assertEqual(ann.move(game["id"], 1, "a1b2")[0], 200)
        self.refused(ann.move(game["id"], 2, "i5h5"), 409, "not_your_turn")
        self.assertEqual(bob.move(game["id"], 2, "i5h5")[0], 200)
        self.assertEqual([seat.get("you") for seat in bob.game(game["id"])["seats"]], [None, True])
        self.assertEqual([seat["user"] for seat in eve.game(game["id"])["seats"]], ["Ann", "Bob"])
        self.assertEqual(bob.call("POST", path + "/resign", {})[0], 200)
        self.assertEqual((bob.games("open=1"), bob.games("open=0")), ([], [game["id"]]))
        for person in (ann, bob):
            status, _, answer = person.call("POST", path + "/rematch", {})
            self.assertEqual(status, 200)
        again = ann.game(answer["next"])
        self.assertEqual([(seat["user"], seat["taken"]) for seat in again["seats"]], [("Bob", True), ("Ann", True)])
        self.assertEqual(again["status"], "playing")
        self.assertEqual(bob.games(), [again["id"]])

    def test_a_challenge_declined(self):
        people = {name: self.person(name) for name in ("Dan", "Eli", "Fay")}
        game = self.challenge(people["Dan"], "Dan", "Eli", "Fay", layout="bowl", players=3)
        path = f"/api/1/games/{game['id']}"
        self.assertEqual(people["Fay"].call("POST", path + "/join", {})[0], 200)
        status, _, answer = people["Eli"].call("POST", path + "/decline", {})
        self.assertEqual((status, answer["status"], answer["reason"]), (200, "over", "declined"))
        following = people["Dan"].game(answer["next"])
        self.assertEqual([(seat["user"], seat["taken"]) for seat in following["seats"]],
                         [("Dan", True), ("Fay", True)])
        self.assertEqual(following["status"], "playing")

    def test_who_can_be_named(self):
        ann = self.person("Namer")
        gone = self.person("Gone")
        gone.call("DELETE", "/api/1/account", {"password": PASSWORD})
        create = {"layout": "standard"}
        for names, status, code in ((("Namer", "Nobody-here"), 400, "no_user"), (("Namer", "gone"), 400, "no_user"),
                                    (("Namer", "namer"), 400, "bad_request"), (("Namer", "?"), 400, "bad_request")):
            seats = [{"kind": "user", "name": name} for name in names]
            self.refused(ann.call("POST", "/api/1/games", {**create, "seats": seats}), status, code)
        seats = [{"kind": "user", "name": "Namer"}, {"kind": "person"}]
        self.refused(self.client().call("POST", "/api/1/games", {**create, "seats": seats}), 401, "not_signed_in")
        self.refused(ann.call("POST", "/api/1/games", {**create, "seats": [
            {"kind": "user", "name": "Namer", "level": 3}, {"kind": "person"}]}), 400, "bad_request")

    def test_nobody_is_called_as_another(self):
        """A guest has neither the name of an account, nor one of the server's, nor one that looks like it."""
        self.person("Celia")
        guest = self.client("k" * 32)
        open_game = self.client().create([{"kind": "person"}, {"kind": "open"}], layout="standard")[0]["id"]
        for name in ("Celia", "CELIA", " celia ", "C\u0435lia", "\u0421\u0435lia", "\uff23elia", "CeIia", "Ce1ia", "paua.5", "Paua.5", "p\u0430ua.5",
                     "PAUA", "paua-7", "Paua level 3", "Computer, level 5", "computer", "Level 2", "Admin", "You", "greedy", "abapro:4",
                     "Aba-Pro, 3 plies", "Chorus 3 plies", "ABLA, centre only", "Random Software"):
            with self.subTest(name=name):
                self.refused(guest.call("POST", "/api/1/games", {"layout": "standard", "seats": [{"kind": "person", "name": name}, {"kind": "person"}]}),
                             409, "name_taken")
                self.refused(guest.call("POST", f"/api/1/games/{open_game}/join", {"name": name}), 409, "name_taken")
        for name in ("Celi", "Celia S.", "Zo\u00eb", "Paul", "Paula", "Leveler", "\u0420\u043e\u043c\u0430\u043d"):
            guest.create([{"kind": "person", "name": name}, {"kind": "person"}], layout="standard")
        self.assertEqual(guest.call("POST", f"/api/1/games/{open_game}/join", {"name": "Celi"})[0], 200)

    def test_names_show_something(self):
        """No text in a place where people are told apart is invisible, or changes how others are shown."""
        person, guest = self.person("Visible1"), self.client("k" * 32)
        game = guest.create([{"kind": "person", "name": "Guest 1"}, {"kind": "person"}], layout="standard")
        tournament = {"name": "x", "system": "swiss", "rounds": 3, "layout": "standard", "rules": "game=600"}
        for text in ("\u00a0", "\u200b", "\ufeff", "\u2028", "\u3164", "\u00ad", "\u115f", "\u1160", "\uffa0", "\u2800", "\u0301",
                     "Ann\u202e", "A\u200bnn", "A\u2066nn", "A\u0085nn", "A\u001b[31m"):
            with self.subTest(text=text):
                self.refused(guest.call("POST", "/api/1/games", {"layout": "standard", "seats": [{"kind": "person", "name": text}, {"kind": "person"}]}),
                             400, "bad_request")
                self.refused(person.call("POST", "/api/1/tournaments", tournament | {"name": text}), 400, "bad_request")
                self.refused(person.call("POST", "/api/1/account/tokens", {"label": text, "scopes": ["read"]}), 400, "bad_request")
                self.refused(person.call("POST", "/api/1/users/Visible1/messages", {"text": text}), 400, "bad_request")
                self.refused(self.client(game[1][0]).call("POST", f"/api/1/games/{game[0]['id']}/chat", {"text": text}), 400, "bad_request")
        self.assertEqual(self.client(game[1][0]).call("POST", f"/api/1/games/{game[0]['id']}/chat", {"text": "\u2764\ufe0f\u200d\U0001f525"})[0], 200)

    def test_guests_are_marked(self):
        """In the file of a game, and in commands; the game object says it by a name without a user."""
        ann = self.person("Marked")
        game = ann.create([{"kind": "user", "name": "Marked"}, {"kind": "open"}], layout="standard", public=True)[0]["id"]
        guest = self.client("k" * 32)
        self.assertEqual(guest.call("POST", f"/api/1/games/{game}/join", {"name": "Bob B."})[0], 200)
        seats = guest.game(game)["seats"]
        self.assertEqual([(seat["name"], seat.get("user")) for seat in seats], [("Marked", "Marked"), ("Bob B.", None)])
        text = guest.call("GET", f"/api/1/games/{game}.apgn")[2].decode()
        self.assertIn('[Black "Marked"]\n[White "Bob B. (guest)"]', text)
        for command in (f"show {game}", "games"):
            self.assertIn("Bob B. (guest)", ann.call("POST", "/api/1/command", {"command": command})[2]["text"])
            self.assertNotIn("Marked (guest)", ann.call("POST", "/api/1/command", {"command": command})[2]["text"])

    def test_an_open_seat_taken_by_an_account(self):
        ann, bob = self.person("Host"), self.person("Caller")
        game, keys = ann.create([{"kind": "user", "name": "Host"}, {"kind": "open"}], layout="standard", public=True)
        self.assertEqual(keys, [None, None])
        status, _, joined = bob.call("POST", f"/api/1/games/{game['id']}/join", {})
        self.assertEqual(status, 200)
        self.assertEqual((joined["seats"][1]["user"], joined["seats"][1].get("you")), ("Caller", True))
        self.assertEqual(bob.games(), [game["id"]])
        lines = self.stream(game["id"])
        self.assertEqual(lines.next()["game"]["seats"][1]["name"], "Caller")

    def test_a_game_taken_along(self):
        stranger = self.person()
        game, keys = stranger.create(layout="standard")
        path = f"/api/1/games/{game['id']}/account"
        self.refused(stranger.call("POST", path, {"key": keys[0]}), 401, "not_signed_in")
        person, other = self.person("Keeper"), self.person("Other")
        self.refused(person.call("POST", path, {"key": "x" * 32}), 403, "not_your_seat")
        self.refused(person.call("POST", path, {"key": "x"}), 400, "bad_request")
        for _ in range(2):
            status, _, taken = person.call("POST", path, {"key": keys[0]})
            self.assertEqual((status, taken["seats"][0]["user"]), (200, "Keeper"))
        self.refused(other.call("POST", path, {"key": keys[0]}), 409, "seat_taken")
        self.assertEqual(person.games(), [game["id"]])
        self.assertEqual(person.move(game["id"], 1, "a1b2")[0], 200)
        self.assertEqual(self.client(keys[1]).move(game["id"], 2, "i5h5")[0], 200)
        self.assertEqual(self.client(keys[0]).move(game["id"], 3, "b2c3")[0], 200)
        self.assertEqual(person.call("POST", path, {"key": keys[1]})[0], 200)  # both sides of one screen
        self.assertEqual(person.move(game["id"], 4, "h5g5")[0], 200)
        self.assertEqual(person.move(game["id"], 5, "c3d4")[0], 200)

    def test_export_and_close(self):
        person = self.person("Leaver")
        rival = self.person("Stayer")
        game = self.challenge(person, "Leaver", "Stayer")
        rival.call("POST", f"/api/1/games/{game['id']}/join", {})
        token = self.bearer(person.token("read")["token"])
        status, headers, export = person.call("GET", "/api/1/account/export")
        self.assertEqual((status, export["games"]), (200, [game["id"]]))
        self.assertIn("attachment", headers["Content-Disposition"])
        self.refused(person.call("DELETE", "/api/1/account", {"password": "not this one"}), 403, "bad_credentials")
        self.refused(person.call("DELETE", "/api/1/account", {}), 400, "bad_request")
        self.assertEqual(person.call("DELETE", "/api/1/account", {"password": PASSWORD})[0], 204)
        self.refused(token.call("GET", "/api/1/account"), 401, "not_signed_in")
        self.refused(person.sign_in("Leaver"), 401, "bad_credentials")
        self.refused(person.call("POST", "/api/1/account", {"name": "leaver", "password": PASSWORD}), 409, "name_taken")
        self.assertTrue(person.call("GET", "/api/1/users/leaver")[2]["closed"])
        self.assertEqual(rival.game(game["id"])["seats"][0]["name"], "Leaver")

    def test_changes_at_once(self):
        """Of what changes at the same moment nothing is lost, and after the account is closed nobody is signed in."""
        ann = self.person("Atonce")
        clients = [ann, *(self.person() for _ in range(3))]
        for client in clients[1:]:
            client.cookie = ann.cookie
        check_settings(self, clients, 4)
        check_vacations(self, clients, 3)
        check_closing(self, clients, PASSWORD)

    def test_a_closed_account_leaves(self):
        """It resigns its games, declines what has not begun, and is paired no more; its own tournament that waits is cancelled."""
        gone, rival, third = (self.person(name) for name in ("Goner", "Rival1", "Third1"))
        begun, waits = self.challenge(gone, "Goner", "Rival1"), self.challenge(gone, "Goner", "Rival1")
        asked = self.challenge(rival, "Rival1", "Goner")
        seek = gone.create([{"kind": "user", "name": "Goner"}, {"kind": "open", "listed": True}])[0]
        self.assertEqual(rival.call("POST", f"/api/1/games/{begun['id']}/join", {})[0], 200)
        swiss = {"name": "x", "system": "swiss", "rounds": 3, "layout": "standard", "rules": "game=600"}
        own, running, opened = (person.call("POST", "/api/1/tournaments", swiss)[2]["id"] for person in (gone, rival, rival))
        for person in (gone, rival, third):
            for tournament in (running, opened):
                self.assertEqual(person.call("POST", f"/api/1/tournaments/{tournament}/join", {})[0], 200)
        self.assertEqual(rival.call("POST", f"/api/1/tournaments/{running}/start", {})[0], 200)
        self.assertEqual(gone.call("DELETE", "/api/1/account", {"password": PASSWORD})[0], 204)
        wait_until(lambda: all(rival.game(one["id"])["status"] == "over" for one in (begun, waits, asked, seek)), 10)
        self.assertEqual([(rival.game(one["id"])["result"], rival.game(one["id"])["reason"]) for one in (begun, waits, asked, seek)],
                         [("0-1", "resignation"), ("*", "declined"), ("*", "declined"), ("*", "declined")])
        self.refused(rival.call("POST", f"/api/1/games/{seek['id']}/join", {}), 409, "game_over")
        read = lambda tournament: rival.call("GET", f"/api/1/tournaments/{tournament}")[2]
        rows = lambda tournament: {row["name"]: row for row in read(tournament)["standings"]}
        wait_until(lambda: rows(running)["Goner"].get("left"), 10)
        wait_until(lambda: set(rows(opened)) == {"Rival1", "Third1"}, 10)
        wait_until(lambda: read(own)["status"] == "over", 10)

    def test_users(self):
        self.person("Visible")
        status, _, user = self.client().call("GET", "/api/1/users/VISIBLE")
        self.assertEqual((status, set(user)), (200, {"name", "created", "ratings"}))
        for name in ("Nobody-here", "a", "x" * 300):
            self.refused(self.client().call("GET", f"/api/1/users/{name}"), 404, "not_found")

    def test_lists_of_games(self):
        person = self.person("Lister")
        ids = [person.create([{"kind": "user", "name": "Lister"}, {"kind": "open"}], layout="standard")[0]["id"]
               for _ in range(3)]
        self.assertEqual(person.games(), ids[::-1])
        self.assertEqual(person.games("open=1&most=1"), ids[2:])
        for query in ("open=2", "open=", "most=0", "most=101", "before=yesterday", "before=2026-11-23"):
            self.refused(person.call("GET", f"/api/1/account/games?{query}"), 400, "bad_request")

    def paged(self, person, path, most):
        """The ids of a list, read page by page."""
        found, before = [], ""
        while before is not None:
            status, _, page = person.call("GET", f"{path}&most={most}{before}")
            self.assertEqual(status, 200, page)
            found += [row["id"] for row in page["games"]]
            before = page["before"] and f"&before={page['before']}"
            self.assertLessEqual(len(found), 100)
        return found

    def test_pages_of_games_have_every_game_once(self):
        """Whatever the moments at which they were made; challenges come last."""
        pager, rival = self.person("Pager"), self.person("Rivaler")
        seats = [{"kind": "user", "name": "Pager"}, {"kind": "person"}]
        make = lambda: pager.create(seats, layout="standard", public=True)[0]["id"]
        challenges = [self.challenge(rival, "Rivaler", "Pager")["id"]]
        games = [make() for _ in range(9)]
        challenges.append(self.challenge(rival, "Rivaler", "Pager")["id"])
        ended = [make() for _ in range(9)]
        for game in ended:
            self.assertEqual(pager.call("POST", f"/api/1/games/{game}/decline", {})[0], 200)
        for most in (1, 4, 9, 100):
            with self.subTest(most=most):
                self.assertEqual(self.paged(pager, "/api/1/account/games?open=1", most), games[::-1] + challenges[::-1])
                self.assertEqual(self.paged(pager, "/api/1/account/games?open=0", most), ended[::-1])
                self.assertEqual(self.paged(rival, "/api/1/users/Pager/games?open=1", most), games[::-1] + challenges[::-1])
                self.assertEqual(self.paged(rival, "/api/1/users/Pager/games?open=0", most), ended[::-1])


class LimitsTest(FolderTest):
    def person(self, server, address):
        person = Person(server.port, address=address)
        server.clients.append(person)
        return person

    def test_an_unknown_name_is_answered_like_a_wrong_password(self):
        server = self.start(hashes="real")
        self.person(server, "127.0.0.1").sign_up("Known")
        answers = []
        quickest = sign_in_times(server, self.person(server, "127.0.0.1"), ("Known", "Unknown", "?!"), answers)
        self.assertLess(max(quickest), 1.5 * min(quickest))
        shown = {json.dumps([status, {key: value for key, value in headers.items() if key != "Date"}, answer],
                            sort_keys=True) for status, headers, answer in answers}
        self.assertEqual(len(shown), 1, shown)
        self.assertIn("bad_credentials", next(iter(shown)))

    def test_wrong_passwords(self):
        server = self.start("--rate", "1000")
        ann = self.person(server, "127.0.1.1").sign_up("Ann")
        thief = self.person(server, "127.0.1.2")
        statuses = [thief.sign_in("ann", "wrong password")[0] for _ in range(12)]
        self.assertEqual(statuses, [401] * 10 + [429] * 2)
        status, headers, _ = thief.sign_in("Ann")
        self.assertEqual(status, 429)
        self.assertGreater(int(headers["Retry-After"]), 600)
        self.assertEqual(thief.sign_in("Nobody", "wrong password")[0], 401)
        self.assertEqual(self.person(server, "127.0.1.3").sign_in("Ann")[0], 200)
        for _ in range(12):  # right ones do not count
            self.assertEqual(ann.sign_in("Ann")[0], 200)

    def test_wrong_codes(self):
        """Who mistypes the code of a mail too often can still ask for another one by the password."""
        listening, options = deaf_mail_server()
        self.addCleanup(listening.close)
        ann = self.person(self.start("--rate", "1000", *options), "127.0.1.1").sign_up("Ann")
        statuses = [ann.call("POST", "/api/1/account/address", {"code": "a" * 52})[0] for _ in range(21)]
        self.assertEqual(statuses, [403] * 20 + [429])
        body = {"address": "ann@example.org", "password": PASSWORD}
        self.assertEqual(ann.call("PUT", "/api/1/account/address", body)[0] // 100, 2)

    def test_sign_ins(self):
        """A program that signs in for each request is refused; wrong passwords and other addresses do not count."""
        server = self.start("--rate", "1000")
        self.person(server, "127.0.1.1").sign_up("Ann")
        program = self.person(server, "127.0.1.2")
        self.assertEqual(program.sign_in("Ann", "wrong password")[0], 401)
        self.assertEqual([program.sign_in("ann")[0] for _ in range(30)], [200] * 30)
        status, headers, answer = program.sign_in("Ann")
        self.assertEqual((status, answer["error"]["code"]), (429, "too_many"))
        self.assertIn("token", answer["error"]["message"])
        self.assertGreater(int(headers["Retry-After"]), 600)
        self.assertEqual(self.person(server, "127.0.1.3").sign_in("Ann")[0], 200)
        program.sign_up("Bob")
        self.assertEqual(program.sign_in("Bob")[0], 200)

    def test_passwords_tried_all_at_once_count(self):
        server = self.start("--rate", "1000")
        self.person(server, "127.0.3.1").sign_up("Ann")
        sockets = [server.connect() for _ in range(20)]
        body = json.dumps({"name": "Ann", "password": "wrong password"}).encode()
        for one in sockets:
            one.sendall(b"POST /api/1/session HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                        b"Content-Length: %d\r\n\r\n" % len(body) + body)
        statuses = [one.recv(4096).split()[1] for one in sockets]
        for one in sockets:
            one.close()
        self.assertEqual(sorted(statuses), [b"401"] * 10 + [b"429"] * 10)

    def test_many_accounts_of_an_address(self):
        server = self.start("--rate", "1000")
        person = self.person(server, "127.0.2.1")
        for i in range(5):
            # A name that is taken, or none, is no account.
            for name, expected in (("MANY0", 409 if i else 201), ("-", 400)):
                body = {"name": name, "password": PASSWORD}
                self.assertEqual(person.call("POST", "/api/1/account", body)[0], expected)
            if i:
                person.sign_up(f"Many{i}")
        status, headers, answer = person.call("POST", "/api/1/account", {"name": "Many5", "password": PASSWORD})
        self.assertEqual((status, answer["error"]["code"]), (429, "too_many"))
        self.assertGreater(int(headers["Retry-After"]), 3000)
        self.assertRegex(answer["error"]["message"], r"^too many new accounts from here; try again in (1 hour|5\d minutes)$")
        self.person(server, "127.0.2.2").sign_up("Many5")

    def test_a_class_signs_up(self):
        """More accounts of one address in an hour, without losing any other limit."""
        server = self.start("--rate", "100", "--client-accounts", "9")
        for i in range(9):
            self.person(server, "127.0.2.1").sign_up(f"Pupil{i}")
        answer = self.person(server, "127.0.2.1").call("POST", "/api/1/account", {"name": "Pupil9", "password": PASSWORD})
        self.assertEqual((answer[0], answer[2]["error"]["code"]), (429, "too_many"))

    def test_a_queue_of_passwords_is_bounded(self):
        server = self.start("--rate", "0")
        sockets = [server.connect() for _ in range(80)]
        body = json.dumps({"name": "Ann", "password": "some password"}).encode()
        request = (b"POST /api/1/session HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                   b"Content-Length: %d\r\n\r\n" % len(body)) + body
        for one in sockets:
            one.sendall(request)
        statuses = [one.recv(4096).split()[1] for one in sockets]
        for one in sockets:
            one.close()
        self.assertEqual(set(statuses), {b"401", b"503"})
        self.assertGreaterEqual(statuses.count(b"401"), 32)

    def test_https_behind_a_proxy(self):
        server = self.start("--trusted-proxy", "127.0.0.1", "--rate", "0")
        for headers, secure in (({"X-Forwarded-For": "203.0.113.7", "X-Forwarded-Proto": "https"}, True),
                                ({"X-Forwarded-For": "203.0.113.7", "X-Forwarded-Proto": "http"}, False), ({}, False)):
            person = self.person(server, "127.0.0.1")
            name = f"P{len(server.clients)}"
            cookie = person.call("POST", "/api/1/account", {"name": name, "password": PASSWORD}, headers)[1]["Set-Cookie"]
            self.assertEqual("; Secure" in cookie, secure)

    def test_a_cookie_of_this_host_alone(self):
        """Under TLS the session has a cookie that no other host can set; one of the other name is nobody's."""
        server = self.start("--trusted-proxy", "127.0.0.1", "--rate", "0")
        tls = {"X-Forwarded-For": "203.0.113.7", "X-Forwarded-Proto": "https"}
        victim, mallory = (self.person(server, "127.0.0.1") for _ in range(2))
        for person, name in ((victim, "Victim"), (mallory, "Mallory")):
            cookie = person.call("POST", "/api/1/account", {"name": name, "password": PASSWORD}, tls)[1]["Set-Cookie"]
            self.assertRegex(cookie, r"\A__Host-paua_session=[\w-]{32}; Path=/; HttpOnly; SameSite=Lax; Max-Age=7776000; Secure\Z")
        own, chosen = f"__Host-paua_session={victim.cookie}", f"paua_session={mallory.cookie}"
        for cookies, name in ((own, "Victim"), (f"{chosen}; {own}", "Victim"), (chosen, None)):
            self.assertEqual(victim.call("GET", "/api/1/session", headers=tls | {"Cookie": cookies})[2], {"name": name})
        self.assertIn("__Host-paua_session=;", victim.call("DELETE", "/api/1/session", headers=tls)[1]["Set-Cookie"])
        self.assertEqual(victim.call("GET", "/api/1/session", headers=tls | {"Cookie": own})[2], {"name": None})

    def test_a_restart_keeps_everything(self):
        server = self.start("--rate", "0")
        ann, bob = (self.person(server, "127.0.0.1").sign_up(name) for name in ("Ann", "Bob"))
        game = ann.create([{"kind": "user", "name": name} for name in ("Ann", "Bob")], layout="standard")[0]
        bob.call("POST", f"/api/1/games/{game['id']}/join", {})
        cookies = ann.cookie, bob.cookie
        server.process.kill()
        server.process.wait()
        server = self.start("--rate", "0")
        people = [self.person(server, "127.0.0.1") for _ in cookies]
        for person, cookie in zip(people, cookies):
            person.cookie = cookie
        self.assertEqual([person.account()[2]["name"] for person in people], ["Ann", "Bob"])
        self.assertEqual([person.games() for person in people], [[game["id"]]] * 2)
        self.assertEqual(people[0].move(game["id"], 1, "a1b2")[0], 200)
        self.assertEqual(people[1].move(game["id"], 2, "i5h5")[0], 200)
        self.assertEqual(people[0].sign_in("Bob")[0], 200)


if __name__ == "__main__":
    unittest.main()
