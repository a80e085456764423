"""The part of the scenario that is about accounts: it signs up, challenges, makes tokens, and ends all of it again."""
import contextlib
import json
import re
import select
import socket
import sqlite3
import threading
import time

from harness import wait_until
from openapi.client import NDJSON, SSE, CheckedClient
from openapi.scenario import ANN, HIDDEN, OPEN, PERSON, STANDARD
from support import admin_seal
from support.postfix import made_token

PASSWORD, OTHER = "correct horse", "battery staple"


def cookie_of(answer):
    """The secret of the session that an answer sets."""
    return re.match(r"paua_session=([^;]*)", answer.headers["Set-Cookie"])[1]


class Accounts:
    def __init__(self, scenario, store):
        """`store`: the file of the server, where its mails wait."""
        self.scenario, self.client, self.call, self.store = scenario, scenario.client, scenario.call, store

    def name(self):
        return "U" + "".join(self.scenario.random.choice("abcxyz019_-") for _ in range(12))

    def sign_up(self):
        """A new account: its name and session."""
        name = self.name()
        return name, cookie_of(self.call("signUp", {"name": name, "password": PASSWORD}, expect=201))

    def sign_in(self, name, password=PASSWORD):
        return cookie_of(self.call("signIn", {"name": name.upper(), "password": password}, expect=200))

    def token(self, session, *scopes):
        return self.call("createToken", {"label": "bot", "scopes": list(scopes)}, session=session, expect=201).value["token"]

    def run(self):
        ann, bob = self.sign_up(), self.sign_up()
        self.refuse_names(ann[0])
        tokens = self.token(ann[1], "play"), self.token(ann[1], "read")
        self.refuse_strangers(tokens[0])
        self.make_tokens(ann[1])
        self.call("changeSettings", {"bot": True}, session=bob[1], expect=200)
        self.call("changeSettings", {"bot": 1}, session=bob[1], expect="bad_request")
        self.call("changeSettings", {"mails": {"turn": "now", "chat": "off"}}, session=bob[1], expect=200)
        self.call("changeSettings", {"mails": {"turn": "daily"}}, session=bob[1], expect="bad_request")
        for name in (bob[0], "paua.5", "Paua.Chorus"):
            self.call("readUser", name=name, expect=200)
        self.challenge(ann, bob, tokens)
        self.take_along(ann, bob, tokens)
        self.read(ann, tokens)
        self.rate(ann, bob)
        self.limit(ann, bob)
        self.write(ann, bob)
        self.vacation(ann, bob, tokens)
        self.follow(ann, bob, tokens)
        self.tournaments(ann, bob, tokens)
        self.address(ann, bob)
        self.reset_password(ann)
        self.receive_mail(ann)
        ann = ann[0], self.sign_in(ann[0])
        self.change_password(bob)
        self.end_logins(bob[0])
        self.close(bob[0])
        self.administer(ann)
        return (ann[0], self.sign_in(ann[0])), tokens

    def refuse_names(self, taken):
        for name in (taken, taken.lower(), "Admin"):
            self.call("signUp", {"name": name, "password": PASSWORD}, expect="name_taken")
        for body in ({"name": "1x", "password": PASSWORD}, {"name": self.name(), "password": "short"}, {"name": self.name()}):
            self.call("signUp", body, expect="bad_request")
        self.call("signIn", {"name": taken, "password": OTHER}, expect="bad_credentials")
        self.call("signIn", {"name": "?", "password": PASSWORD}, expect="bad_credentials")
        self.call("signIn", {"name": 5, "password": PASSWORD}, expect="bad_request")
        self.call("readUser", name=taken, expect=200)
        for name in (self.name(), "1", "x" * 30):
            self.call("readUser", name=name, expect=404)

    def refuse_strangers(self, token):
        """What needs an account, or a session, without one; and bodies that are none."""
        self.call("readSession", expect=200)
        for name, operation in self.client.description.operations.items():
            if 401 in operation.responses and name not in ("createGame", "signIn", "takeAlong", "answerMail"):
                self.call(name, {} if operation.body else None, id="aaaaaaaa", name="nobody", number=1, expect="not_signed_in")
            if "needs_session" in self.client.description.codes(operation.responses[403]):
                self.call(name, {} if operation.body else None, id="aaaaaaaa", name="nobody", number=1, key=token, expect="needs_session")
        for name in ("signUp", "signIn"):
            self.call(name, raw=b"{", expect="bad_json")

    def make_tokens(self, session):
        self.call("createToken", {"label": "x", "scopes": []}, session=session, expect="bad_request")
        self.call("createToken", raw=b"[", session=session, expect="bad_json")
        for _ in range(18):
            last = self.call("createToken", {"label": "x", "scopes": ["read", "play"]}, session=session, expect=201).value
        self.call("createToken", {"label": "x", "scopes": ["read"]}, session=session, expect="too_many_tokens")
        self.call("endToken", id=last["id"], session=session, expect=204)

    def challenge(self, ann, bob, tokens):
        """Ann challenges Bob, who declines once, and then plays."""
        body = {**STANDARD, "seats": [{"kind": "user", "name": ann[0]}, {"kind": "user", "name": bob[0]}]}
        self.call("createGame", body, expect="not_signed_in")
        self.call("createGame", body, key=tokens[1], expect="no_scope")
        self.call("createGame", {**body, "seats": [ANN, {"kind": "user", "name": self.name()}]}, session=ann[1], expect="no_user")
        declined = self.call("createGame", body, session=ann[1], expect=201).value["game"]["id"]
        self.call("declineGame", {}, id=declined, session=bob[1], expect=200)
        played = self.call("createGame", body, key=tokens[0], expect=201).value["game"]["id"]
        self.call("takeSeat", {"name": "Bobby"}, id=played, session=bob[1], expect="bad_request")
        self.call("takeSeat", {}, id=played, session=bob[1], expect=200)
        self.call("makeMove", {"ply": 1, "move": "a1b2"}, id=played, key=tokens[0], expect=200)
        self.call("readGame", id=played, session=bob[1], expect=200)
        for name, operation in self.client.description.operations.items():
            if "no_scope" in self.client.description.codes(operation.responses[403]) and operation.path.startswith("/api/1/games/{id}"):
                self.call(name, {}, id=played, key=tokens[1], expect="no_scope")
        for accept in (NDJSON, SSE):
            self.call("followGame", id=played, query={"after": 0}, headers={"Accept": accept}, lines=2, expect=200)

    def take_along(self, ann, bob, tokens):
        game = self.scenario.create(ANN, OPEN)
        self.scenario.join(game, 1, {})
        body = {"key": game.keys[0]}
        self.call("takeAlong", body, id=game.id, expect="not_signed_in")
        self.call("takeAlong", {"key": "x" * 32}, id=game.id, session=ann[1], expect="not_your_seat")
        self.call("takeAlong", {"key": "x"}, id=game.id, session=ann[1], expect="bad_request")
        self.call("takeAlong", raw=b"x", id=game.id, session=ann[1], expect="bad_json")
        self.call("takeAlong", body, id="aaaaaaaa", session=ann[1], expect="not_found")
        for _ in range(2):
            self.call("takeAlong", body, id=game.id, key=tokens[0], expect=200)
        self.call("takeAlong", body, id=game.id, session=bob[1], expect="seat_taken")
        for accept in (NDJSON, SSE):
            self.call("followGame", id=game.id, query={"after": 0}, headers={"Accept": accept}, lines=2, expect=200)
        hidden = self.scenario.create(PERSON, HIDDEN)
        self.call("takeSeat", {"invitation": hidden.invitations[1]}, id=hidden.id, session=ann[1], expect=200)

    def read(self, ann, tokens):
        for more in ({"session": ann[1]}, {"key": tokens[0]}, {"key": tokens[1]}):
            self.call("readAccount", expect=200, **more)
            self.call("readSession", expect=200, **more)
            for query in ({}, {"open": 0}, {"open": 1, "most": 1, "before": 999999999999999999}):
                self.call("listAccountGames", query=query, expect=200, **more)
        for query in ({"open": 2}, {"most": 0}, {"most": 101}, {"before": "yesterday"}):
            self.call("listAccountGames", query=query, key=tokens[0], expect="bad_request")
        self.call("exportAccount", session=ann[1], expect=200)

    def rate(self, ann, bob):
        """A rated game, and what can be read after it."""
        rules = {**STANDARD, "rules": "classic,game=600"}
        body = {**rules, "rated": True, "seats": [{"kind": "user", "name": ann[0]}, {"kind": "user", "name": bob[0]}]}
        game = self.call("createGame", body, session=ann[1], expect=201).value["game"]["id"]
        self.call("takeSeat", {}, id=game, session=bob[1], expect=200)
        for ply, move in enumerate(("c3d3", "g5f5", "d3c3", "f5g5"), 1):
            self.call("makeMove", {"ply": ply, "move": move}, id=game, session=(bob, ann)[ply % 2][1], expect=200)
        self.call("proposeTakeback", {}, id=game, session=ann[1], expect="rated")
        self.call("resignGame", {}, id=game, session=bob[1], expect=200)
        self.over = game
        for accept in (NDJSON, SSE):
            self.call("followGame", id=game, query={"after": 5}, headers={"Accept": accept}, lines=2, expect=200)
        category = {"category": "2-rapid"}
        for name, more in (("readUser", {"name": ann[0]}), ("readCurve", {"name": ann[0], "query": category}), ("readStandings", {"query": category}), ("readStandings", {"query": {"bots": 0, **category}})):
            etag = self.call(name, expect=200, **more).headers["ETag"]
            self.call(name, headers={"If-None-Match": etag}, expect=304, **more)
        for query in ({}, {"open": 1, "most": 1}, {"before": 1}):
            for session in (None, ann[1]):
                self.call("listUserGames", name=ann[0], query=query, session=session, expect=200)
        for name, query in (("readCurve", {"category": "2-blitz"}), ("listUserGames", {"open": 2}), ("readStandings", {"from": 0, **category}), ("readStandings", {"bots": 2, **category})):
            self.call(name, name=ann[0], query=query, expect="bad_request")
        for name, query in (("readCurve", category), ("listUserGames", {})):
            self.call(name, name=self.name(), query=query, expect="not_found")
        seats = [{"kind": "user", "name": ann[0]}, {"kind": "open", "rating": [1000, 1100]}]
        game = self.call("createGame", {**rules, "seats": seats}, session=ann[1], expect=201).value["game"]["id"]
        self.call("takeSeat", {}, id=game, key=self.scenario.key(), expect="needs_account")
        self.call("takeSeat", {}, id=game, session=bob[1], expect="rating_range")

    def limit(self, ann, bob):
        """Bob plays no more games than the one that he has."""
        self.call("readSettings", session=bob[1], expect=200)
        self.call("changeSettings", raw=b"{", session=bob[1], expect="bad_json")
        self.call("changeSettings", {"games_max": 1001}, session=bob[1], expect="bad_request")
        self.call("changeSettings", {"games_max": 1}, session=bob[1], expect=200)
        body = {**STANDARD, "seats": [{"kind": "user", "name": ann[0]}, {"kind": "user", "name": bob[0]}]}
        self.call("createGame", body, session=ann[1], expect="too_many_games")
        opened = self.scenario.create(PERSON, OPEN)
        self.call("takeSeat", {}, id=opened.id, session=bob[1], expect="too_many_games")
        self.call("changeSettings", {"games_max": 0}, session=bob[1], expect=200)
        waiting = [self.call("createGame", body, session=ann[1], expect=201).value["game"]["id"] for _ in range(2)]
        self.call("createGame", body, session=ann[1], expect="too_many_challenges")
        for game in waiting:
            self.call("takeSeat", {}, id=game, session=bob[1], expect=200)
        self.call("createGame", {**STANDARD, "seats": [{"kind": "person", "name": ann[0]}, PERSON]}, expect="name_taken")
        self.call("takeSeat", {"name": ann[0]}, id=opened.id, key=self.scenario.key(), expect="name_taken")

    def write(self, ann, bob):
        """Messages between the two, what both read and remove; a block, and reports."""
        mine, his = {"session": ann[1]}, {"session": bob[1]}
        sent = [self.call("writeMessage", {"text": "one\ntwo"}, name=bob[0], **mine, expect=201).value["number"] for _ in range(3)]
        self.call("writeMessage", {"text": "four"}, name=bob[0], **mine, expect=429)
        for text, key, expect in (("five", '"a-1"', 201), ("five", "a-1", 201), ("six", '"a-1"', "key_reused"), ("six", "a b", "bad_request")):
            self.call("writeMessage", {"text": text}, name=ann[0], **his, headers={"Idempotency-Key": key}, expect=expect)
        for body, code in (({"text": "\t"}, "bad_request"), ({}, "bad_request"), ({"text": "x" * 1001}, "bad_request")):
            self.call("writeMessage", body, name=bob[0], **mine, expect=code)
        self.call("writeMessage", raw=b"{", name=bob[0], **mine, expect="bad_json")
        self.call("writeMessage", {"text": "x"}, name=ann[0], **mine, expect="not_found")
        self.call("writeMessage", {"text": "x"}, name="paua.5", **mine, expect="computer")
        for query in ({}, {"most": 1}, {"most": 2, "before": sent[2]}):
            self.call("listConversations", query=query, **his, expect=200)
            self.call("readConversation", name=ann[0], query=query, **his, expect=200)
        for name in ("listConversations", "readConversation"):
            self.call(name, name=ann[0], query={"most": 101}, **his, expect="bad_request")
        self.call("markRead", {"number": sent[1]}, name=ann[0], **his, expect=204)
        self.call("markRead", {"number": 0}, name=ann[0], **his, expect="bad_request")
        self.call("markRead", raw=b"", name=ann[0], **his, expect="bad_json")
        for body, code in (({"message": sent[0], "text": "rude"}, 201), ({"message": sent[0], "text": "again"}, "reported"),
                           ({"message": 1, "text": "rude"}, "not_found"), ({"message": sent[0]}, "bad_request")):
            self.call("reportMessage", body, **his, expect=code)
        self.call("reportMessage", raw=b"{", **his, expect="bad_json")
        game = self.scenario.create(PERSON, OPEN)
        self.call("sendMessage", {"text": "boo"}, id=game.id, key=game.keys[0], expect=200)
        self.call("reportMessage", {"game": game.id, "event": 1, "text": "rude"}, **his, expect=201)
        self.call("reportMessage", {"game": game.id, "event": 99, "text": "rude"}, **his, expect="not_found")
        self.call("removeMessage", name=ann[0], number=sent[0], **his, expect=204)
        self.call("removeConversation", name=ann[0], **his, expect=204)
        self.call("blockUser", name=ann[0], **his, expect=204)
        self.call("blockUser", name=bob[0], **his, expect="not_found")
        self.call("blockUser", name="paua.5", **his, expect="computer")
        self.call("listBlocks", **his, expect=200)
        self.call("writeMessage", {"text": "x"}, name=ann[0], **his, expect="blocked")
        body = {**STANDARD, "seats": [{"kind": "user", "name": ann[0]}, {"kind": "user", "name": bob[0]}]}
        self.call("createGame", body, **mine, expect="too_many_games")
        self.call("createGame", body, **his, expect="blocked")
        self.call("proposeRematch", {}, id=self.over, **mine, expect="too_many_games")
        self.call("proposeRematch", {}, id=self.over, **his, expect="blocked")
        waiting = self.call("createGame", {**STANDARD, "seats": [{"kind": "user", "name": ann[0]}, OPEN]}, **mine, expect=201).value["game"]["id"]
        self.call("takeSeat", {}, id=waiting, **his, expect="blocked")
        self.call("takeSeat", {}, id=waiting, key="b" * 32, expect=200)
        self.call("takeAlong", {"key": "b" * 32}, id=waiting, **his, expect="blocked")
        self.call("exportAccount", **his, expect=200)
        self.call("unblockUser", name=ann[0], **his, expect=204)
        for name, body in (("writeMessage", {"text": "x"}), ("markRead", {"number": 1}), ("readConversation", None), ("removeConversation", None),
                           ("removeMessage", None), ("blockUser", None), ("unblockUser", None)):
            self.call(name, body, name=self.name(), number=1, **mine, expect="not_found")
        self.call("removeMessage", name=bob[0], number=0, **mine, expect="not_found")

    def vacation(self, ann, bob, tokens):
        """Ann goes away, and comes back, in a correspondence game."""
        seats = [{"kind": "user", "name": one[0]} for one in (ann, bob)]
        game = self.call("createGame", {**STANDARD, "slow": True, "seats": seats}, session=ann[1], expect=201).value["game"]["id"]
        self.call("takeSeat", {}, id=game, session=bob[1], expect=200)
        day = "2%03d-01-01T00:00:00Z"
        for body, code in (({"auto": True}, 200), ({}, "bad_request"), ({"to": day % 20}, "no_vacation"),
                           ({"to": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() + 40 * 86400))}, "no_vacation"),
                           ({"to": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() + 86400))}, 200),
                           ({"to": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() + 86400))}, "on_vacation")):
            self.call("takeVacation", body, session=ann[1], expect=code)
        self.call("takeVacation", raw=b"{", session=ann[1], expect="bad_json")
        read = lambda: self.call("readGame", id=game, expect=200).value["seats"][0]
        wait_until(lambda: "away" in read())
        self.call("readVacation", session=ann[1], expect=200)
        self.call("readReminders", session=ann[1], expect=200)
        self.call("endVacation", session=ann[1], expect=200)
        wait_until(lambda: "away" not in read())
        entry = self.call("readReminders", session=ann[1], expect=200).value["games"][0]
        mark = [{"id": entry["id"], "turn": entry["turn"]}]
        for body, code in (({"games": mark}, 204), ({"games": []}, "bad_request"), ({"games": [{"id": "aaaaaaaa", "turn": 1}]}, "no_game")):
            self.call("markReminders", body, session=ann[1], expect=code)
        self.call("markReminders", raw=b"{", session=ann[1], expect="bad_json")
        self.call("markReminders", {"games": mark}, key=tokens[1], expect="no_scope")
        for accept in (NDJSON, SSE):
            self.call("followGame", id=game, headers={"Accept": accept}, query={"after": 0}, lines=3, expect=200)

    def follow(self, ann, bob, tokens):
        """What happens to Ann: she follows a game, is written to, challenges and is challenged."""
        mine, his = {"session": ann[1]}, {"session": bob[1]}
        begun = self.call("followAccount", **mine, headers={"Accept": NDJSON}, lines=1, expect=200).items[0]["event"]
        watched = self.scenario.create(PERSON, OPEN)
        self.scenario.join(watched, 1)
        for token, expect in ((tokens[0], 204), (tokens[1], "no_scope")):
            self.call("subscribe", id=watched.id, key=token, expect=expect)
        self.call("listSubscriptions", key=tokens[1], expect=200)
        self.scenario.move(watched, 0, 1, "a1b2")
        self.call("writeMessage", {"text": "hello"}, name=ann[0], **his, expect=201)
        seats = [{"kind": "user", "name": bob[0]}, {"kind": "user", "name": ann[0]}]
        for declines in (True, False):
            game = self.call("createGame", {**STANDARD, "seats": seats[::-1]}, **mine, expect=201).value["game"]["id"]
            self.call("declineGame" if declines else "takeSeat", {}, id=game, **his, expect=200)
        self.call("resignGame", {}, id=game, **his, expect=200)
        self.call("createGame", {**STANDARD, "seats": seats}, **his, expect=201)
        for accept in (NDJSON, SSE):
            self.call("followAccount", **mine, query={"after": begun}, headers={"Accept": accept}, lines=8, expect=200)
            self.call("followAccount", **mine, headers={"Accept": accept}, lines=1, expect=200)
        self.call("followAccount", query={"after": "x"}, **mine, expect="bad_request")
        for token, expect in ((tokens[0], 204), (tokens[1], "no_scope")):
            self.call("unsubscribe", id=watched.id, key=token, expect=expect)
        for name in ("subscribe", "unsubscribe"):
            self.call(name, id="x", key=tokens[0], expect="not_found")
        self.choose_mails(watched.id, tokens)

    def choose_mails(self, game, tokens):
        """How much mail she wants of a game."""
        for mail, expect in (("off", 204), ("digest", 204), ("daily", "bad_request")):
            self.call("setMailGame", {"mail": mail}, id=game, key=tokens[0], expect=expect)
        self.call("setMailGame", raw=b"{", id=game, key=tokens[0], expect="bad_json")
        self.call("setMailGame", {"mail": "off"}, id=game, key=tokens[1], expect="no_scope")
        self.call("setMailGame", {"mail": "off"}, id="x", key=tokens[0], expect="not_found")
        self.call("listMailGames", key=tokens[1], expect=200)
        with contextlib.closing(sqlite3.connect(self.store)) as database, database:
            account, = database.execute("SELECT account FROM mail_choice WHERE game = ?", [game]).fetchone()
            database.executemany("INSERT INTO mail_choice VALUES (?, ?, 0)", [(account, f"other{i:03}") for i in range(200)])
        self.call("unsetMailGame", id=game, key=tokens[1], expect="no_scope")
        self.call("unsetMailGame", id=game, key=tokens[0], expect=204)
        self.call("setMailGame", {"mail": "off"}, id=game, key=tokens[0], expect="too_many_games")
        with contextlib.closing(sqlite3.connect(self.store)) as database, database:
            database.execute("DELETE FROM mail_choice WHERE account = ?", [account])
        self.call("unsetMailGame", id="x", key=tokens[0], expect="not_found")

    def code(self, address):
        """The newest code that was mailed to an address."""
        with contextlib.closing(sqlite3.connect(self.store)) as database:
            bodies = database.execute("SELECT body FROM mail WHERE recipient = ? AND body LIKE '%code%' ORDER BY created DESC", [address]).fetchall()
        return re.search("^  ([a-z2-7]{52})$", bodies[0][0], re.MULTILINE)[1]

    def at_once(self, name, body, **more):
        """Makes a call on several connections at a time, until one of them comes too late."""
        clients = [CheckedClient(self.client.description, self.client.port, self.client.met, self.client.problems) for _ in range(6)]
        connected = threading.Barrier(len(clients))

        def one(client):
            client.connection.connect()
            connected.wait()
            answers.append(client.call(name, body, **more).status)
            client.close()
        answers = []
        threads = [threading.Thread(target=one, args=[client]) for client in clients]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return 409 in answers

    def address(self, ann, bob):
        """Ann has an address, then another one, which is removed; and one at last."""
        mine, right = {"session": ann[1]}, {"password": PASSWORD}
        for body, code in (({"address": "x", **right}, "bad_request"), ({"address": "a@example.org", "password": OTHER}, "bad_credentials"), ({"address": "a@example.org"}, "bad_request")):
            self.call("setAddress", body, **mine, expect=code)
        for name in ("setAddress", "confirmAddress"):
            self.call(name, raw=b"{", **mine, expect="bad_json")
        self.call("confirmAddress", {"code": "x"}, **mine, expect="bad_code")
        for i in range(6):  # an account may ask for ten codes
            address = f"{ann[0]}{i}@example.org"
            self.call("setAddress", {"address": address, **right}, **mine, expect=202)
            if self.at_once("confirmAddress", {"code": self.code(address)}, **mine):
                break
        self.call("setAddress", {"address": "other@example.org", **right}, **mine, expect=202)
        self.call("readAccount", **mine, expect=200)
        self.call("exportAccount", **mine, expect=200)
        self.call("confirmAddress", {"code": self.code("other@example.org")}, session=bob[1], expect="bad_code")
        self.call("confirmAddress", {"code": self.code("other@example.org")}, **mine, expect=200)
        self.call("removeAddress", **mine, expect=204)
        self.call("setAddress", {"address": "last@example.org", **right}, **mine, expect=202)
        self.call("confirmAddress", {"code": self.code("last@example.org")}, **mine, expect=200)
        self.call("setAddress", {"address": "other@example.org", **right}, **mine, expect=202)
        self.call("setAddress", {"address": "OTHER@example.org", **right}, **mine, expect=202)
        self.call("setAddress", {"address": "other@example.org", **right}, **mine, expect="too_many")

    def reset_password(self, ann):
        for name in (ann[0], "nobody"):
            self.call("forgetPassword", {"name": name}, expect=202)
        for name in ("forgetPassword", "resetPassword"):
            self.call(name, raw=b"{", expect="bad_json")
            self.call(name, {}, expect="bad_request")
        for code, expect in (("x", "bad_code"), (self.code("last@example.org"), 204), (self.code("last@example.org"), "bad_code")):
            self.call("resetPassword", {"code": code, "password": PASSWORD}, expect=expect)

    def receive_mail(self, ann):
        """Mails at an address that the server has signed: its secret is in the store."""
        with contextlib.closing(sqlite3.connect(self.store)) as database:
            key = bytes.fromhex(database.execute("SELECT value FROM secret WHERE name = 'mail'").fetchone()[0])
            account, password, mail = database.execute("SELECT id, password, mail FROM account WHERE name = ?", [ann[0]]).fetchone()
        tokens = [made_token(key, b"r", account, int(time.time()) // 60 + age, f"{password}\n{mail}") for age in (10, -10)]
        self.end_mails([made_token(key, b"u", account, int(time.time()) // 60 + age, mail) for age in (10, -10)])
        good, old, wrong = ({"headers": {"Authorization": f"Mail {token}"}} for token in (*tokens, "x"))
        mail = {"message_id": "<1@example.org>", "subject": "Hello", "thread": ""}
        asked, answer = {**mail, "from": "eve@example.org"}, {**mail, "text": "one\ntwo"}
        for name, body in (("receiveMail", asked), ("answerMail", answer)):
            self.call(name, raw=b"{", **good, expect="bad_json")
            self.call(name, {**body, "thread": "\n"}, **good, expect="bad_request")
            self.call(name, body, headers={**good["headers"], "X-Forwarded-For": "192.0.2.1"}, expect="not_local")
        for more, state in ((good, "accepted"), (good, "interrupted"), (good, "replayed"), (old, "expired"), (wrong, "unknown")):
            found = self.call("receiveMail", asked, **more, expect=200).value["state"]
            assert found == state, (found, state)
        self.call("answerMail", answer, **wrong, expect="not_signed_in")
        self.call("answerMail", answer, **good, expect="replayed")
        for i in range(60):
            if self.at_once("receiveMail", {**asked, "message_id": f"<a{i}@example.org>"}, **good):
                break
        self.call("giveCommand", {"command": "who"}, **good, expect=200)
        mail["message_id"] = "<2@example.org>"
        self.call("receiveMail", {**asked, **mail}, **good, expect=200)
        self.call("answerMail", {**answer, **mail}, **good, expect=202)

    def end_mails(self, tokens):
        """The link of a mail, and one that is too old."""
        self.call("askToEndMails", token=tokens[0], expect=200)
        form = {"headers": {"Content-Type": "application/x-www-form-urlencoded"}, "raw": b"List-Unsubscribe=One-Click"}
        for token, expect in zip(tokens, (200, "bad_code")):
            self.call("endMails", **form, token=token, expect=expect)

    def administer(self, ann):
        """What `paua admin` asks for: the secret is in the store."""
        with contextlib.closing(sqlite3.connect(self.store)) as database:
            key = bytes.fromhex(database.execute("SELECT value FROM secret WHERE name = 'admin'").fetchone()[0])

        def ask(expect, key=key, headers=None, **asked):
            sealed = admin_seal.seal(key, "request", json.dumps({"at": int(time.time() * 1000), **asked}))
            answer = self.call("administer", {"sealed": sealed}, headers=headers, expect=expect).value
            return json.loads(admin_seal.unseal(key, sealed, answer["sealed"])) if expect == 200 else answer

        self.call("administer", raw=b"{", expect="bad_json")
        self.call("administer", {}, expect="bad_request")
        ask("bad_signature", bytes(32), action="log")
        ask("not_local", action="log", headers={"X-Forwarded-For": "192.0.2.1"})
        ask("bad_request", action="dance")
        ask(404, action="close", name=self.name())
        ask("conflict", action="remove-message", number=0)
        assert ask(200, action="signout", name=ann[0], tokens=False) == {"account": ann[0]}
        ask(404, action="cancel", name="b3fC9xQ2")
        assert ask(200, action="log")["log"][-1]["message"] == f"account {ann[0]} is signed out"

    def tournaments(self, ann, bob, tokens):
        """A Swiss of the two and one more, round by round; a round robin that somebody leaves; what is refused."""
        mine, his, others = {"session": ann[1]}, {"session": bob[1]}, {"session": self.sign_up()[1]}
        body = {"name": "Winter", "system": "swiss", "rounds": 2, "layout": "belgian-daisy", "rules": "classic,game=600"}
        make = lambda expect=201, **more: self.call("createTournament", {**body, **more}, **mine, expect=expect).value
        for wrong, code in (({"rounds": 21}, "bad_request"), ({"rules": "classic"}, "bad_request"), ({"colour": 1}, "bad_request")):
            make(code, **wrong)
        lost = {key: value for key, value in body.items() if key != "layout"}
        for position, code in (("x", "bad_position"), ("ww1bb/wwwbbb/1ww1bb1/8/9/8/1bb1ww1/bbbwww/bb1ww b 6-0 0 1", "bad_position")):
            self.call("createTournament", {**lost, "position": position}, **mine, expect=code)
        self.call("createTournament", raw=b"{", **mine, expect="bad_json")
        for key, more, expect in (('"cup', {}, "bad_request"), ("cup-1", {}, 201), ('"cup-1"', {}, 201), ("cup-1", {"rounds": 3}, "key_reused")):
            once = self.call("createTournament", {**body, **more}, **mine, headers={"Idempotency-Key": key}, expect=expect).value
            if expect == 201:
                last = once["id"]
        self.call("cancelTournament", id=last, **mine, expect=200)
        self.call("createTournament", body, key=tokens[1], expect="no_scope")
        begun = self.call("followAccount", **mine, headers={"Accept": NDJSON}, lines=1, expect=200).items[0]["event"]
        swiss = make(starts="2%s" % time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() + 86400))[1:], rated=True)["id"]
        people = make(bots=False, players_max=2)["id"]
        for name in ("joinTournament", "leaveTournament", "startTournament", "cancelTournament"):
            self.call(name, None if name == "cancelTournament" else {}, id=swiss, key=tokens[1], expect="no_scope")
            self.call(name, None if name == "cancelTournament" else {}, id="aaaaaaaa", **mine, expect="not_found")
            if name != "cancelTournament":
                self.call(name, raw=b"{", id=swiss, **mine, expect="bad_json")
                self.call(name, {"x": 1}, id=swiss, **mine, expect="bad_request")
        self.call("joinTournament", {}, id=people, **his, expect="no_bots")
        for who in (mine, others):
            self.call("joinTournament", {}, id=people, **who, expect=200)
        self.call("joinTournament", {}, id=people, session=self.sign_up()[1], expect="tournament_full")
        self.call("startTournament", {}, id=swiss, **mine, expect="too_few")
        for name in ("joinTournament", "leaveTournament"):
            self.call(name, {"computer": "paua.5"}, id=swiss, **his, expect="not_owner")
            self.call(name, {"computer": "paua.5"}, id=swiss, **mine, expect=200)
            self.call(name, {"computer": "Ann"}, id=swiss, **mine, expect="bad_request")
        for who in (mine, his, others):
            self.call("joinTournament", {}, id=swiss, **who, expect=200)
        self.call("leaveTournament", {}, id=swiss, **others, expect=200)
        self.call("joinTournament", {}, id=swiss, **others, expect=200)
        for name in ("startTournament", "cancelTournament"):
            self.call(name, {} if name == "startTournament" else None, id=swiss, **his, expect="not_owner")
        now = self.call("startTournament", {}, id=swiss, key=tokens[0], expect=200).value
        for name in ("startTournament", "cancelTournament"):
            self.call(name, {} if name == "startTournament" else None, id=swiss, **mine, expect="too_late")
        self.call("joinTournament", {}, id=swiss, session=self.sign_up()[1], expect="too_late")
        game = next(one["game"] for one in now["pairings"] if "game" in one)
        sessions = {"mine": mine, "his": his, "others": others}
        player = next(who for who in sessions.values() if any(seat.get("you") for seat in self.call("readGame", id=game, **who, expect=200).value["seats"]))
        for name in ("declineGame", "proposePause", "proposeTakeback"):
            self.call(name, {}, id=game, **player, expect="tournament")
        self.call("leaveTournament", {}, id=swiss, **others, expect=200)
        self.call("readTournament", id=swiss, expect=200)
        while (now := self.call("readTournament", id=swiss, expect=200).value)["status"] == "running":
            for one in now["pairings"]:
                if one["black_points"] is None:
                    for who in sessions.values():
                        self.call("resignGame", {}, id=one["game"], **who)
        self.call("leaveTournament", {}, id=swiss, **mine, expect="not_found")
        etag = self.call("readTournament", id=swiss, expect=200).headers["ETag"]
        self.call("readTournament", id=swiss, headers={"If-None-Match": etag}, expect=304)
        self.call("readTournament", id="aaaaaaaa", expect="not_found")
        for status in ("open", "running", "over"):
            etag = self.call("listTournaments", query={"status": status}, expect=200).headers["ETag"]
            self.call("listTournaments", query={"status": status}, headers={"If-None-Match": etag}, expect=304)
        for query in ({"status": "x"}, {"before": "x"}):
            self.call("listTournaments", query=query, expect="bad_request")
        for accept in (NDJSON, SSE):
            self.call("followAccount", **mine, query={"after": begun}, headers={"Accept": accept}, lines=4, expect=200)
        for _ in range(4):
            last = make(system="swiss")["id"]
        make("too_many_tournaments")
        self.call("cancelTournament", id=last, **mine, expect=200)

    def change_password(self, bob):
        for body, code in (({"password": OTHER, "new_password": OTHER}, "bad_credentials"), ({"password": PASSWORD}, "bad_request"),
                           ({"password": PASSWORD, "new_password": OTHER}, 200)):
            self.call("changePassword", body, session=bob[1], expect=code)
        self.call("changePassword", raw=b"", session=bob[1], expect="bad_json")
        self.call("signIn", {"name": bob[0], "password": PASSWORD}, expect="bad_credentials")

    def end_logins(self, name):
        session, other = self.sign_in(name, OTHER), self.sign_in(name, OTHER)
        self.call("endSessions", session=session, expect=204)
        self.call("readAccount", session=other, expect="not_signed_in")
        current = self.call("readAccount", session=session, expect=200).value["sessions"][0]["id"]
        self.call("endSession", id="aaaaaaaa", session=session, expect=204)
        self.call("endSession", id=current, session=session, expect=204)
        self.call("readAccount", session=session, expect="not_signed_in")
        session = self.sign_in(name, OTHER)
        self.call("signOut", session=session, expect=204)
        self.call("signOut", expect=204)
        self.call("readAccount", session=session, expect="not_signed_in")

    def close(self, name):
        session = self.sign_in(name, OTHER)
        self.call("closeAccount", raw=b"{", session=session, expect="bad_json")
        self.call("closeAccount", {}, session=session, expect="bad_request")
        self.call("closeAccount", {"password": PASSWORD}, session=session, expect="bad_credentials")
        self.call("closeAccount", {"password": OTHER}, session=session, expect=204)
        self.call("readUser", name=name, expect=200)
        self.call("signIn", {"name": name, "password": OTHER}, expect="bad_credentials")


def keep_queue_full(port, over):
    """Signs in on more connections than passwords may wait for their hash, again as soon as each is answered, until
    `over` is set: a place that becomes free is taken at once."""
    body = b'{"name":"nobody","password":"correct horse"}'
    request = (b"POST /api/1/session HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
               b"Content-Length: %d\r\n\r\n" % len(body)) + body
    with contextlib.ExitStack() as stack:
        waiting = [stack.enter_context(socket.create_connection(("127.0.0.1", port))) for _ in range(48)]
        for connection in waiting:
            connection.sendall(request)
        while not over.is_set():
            for connection in select.select(waiting, [], [], 0.05)[0]:
                connection.recv(65536)
                connection.sendall(request)


def refuse_stream(client, scenario, store):
    """The only stream is another's."""
    _, session = Accounts(scenario, store).sign_up()
    client.call("followAccount", session=session, expect="busy")


def queue_passwords(client, scenario, store):
    """More passwords than may wait for their hash: what needs one more is told that the server is busy."""
    accounts = Accounts(scenario, store)
    account, session = accounts.sign_up()
    client.call("setAddress", {"address": "busy@example.org", "password": PASSWORD}, session=session, expect=202)
    client.call("confirmAddress", {"code": accounts.code("busy@example.org")}, session=session, expect=200)

    def new_code():
        client.call("forgetPassword", {"name": account}, expect=202)
        return accounts.code("busy@example.org")

    bodies = {"signUp": {"name": accounts.name(), "password": PASSWORD}, "signIn": {"name": "nobody", "password": PASSWORD},
              "changePassword": {"password": OTHER, "new_password": OTHER}, "closeAccount": {"password": OTHER},
              "setAddress": {"address": "x@example.org", "password": OTHER}, "resetPassword": {"code": new_code(), "password": OTHER}}
    over = threading.Event()
    sender = threading.Thread(target=keep_queue_full, args=(client.port, over))
    sender.start()
    try:
        time.sleep(0.3)
        for name, sent in bodies.items():
            for i in range(20):
                if name == "setAddress":
                    sent = {**sent, "address": f"x{i}@example.org"}
                status = client.call(name, sent, session=session).status
                if status == 503:
                    break
                if name == "resetPassword" and status < 300:  # a place was free; the code is used up
                    sent = {**sent, "code": new_code()}
    finally:
        over.set()
        sender.join()


def refuse_mail(scenario):
    """What takes mail, of a server without."""
    accounts = Accounts(scenario, None)
    _, session = accounts.sign_up()
    mail = {"message_id": "<1@example.org>", "subject": "", "thread": ""}
    bodies = {"setAddress": {"address": "a@example.org", "password": PASSWORD}, "confirmAddress": {"code": "x"}, "forgetPassword": {"name": "Ann"},
              "resetPassword": {"code": "x", "password": PASSWORD}, "receiveMail": {**mail, "from": ""}, "answerMail": {**mail, "text": ""}, "askToEndMails": None, "endMails": None}
    for name, body in bodies.items():
        accounts.call(name, body, session=session, expect="no_mail")
