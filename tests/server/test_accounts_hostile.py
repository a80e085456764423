"""What strangers, other users, other sites and programs with less than a session try on accounts, and what races leave."""
import concurrent.futures
import contextlib
import http.client
import json
import pathlib
import random
import re
import sqlite3
import threading
import time
import unittest

from harness import FolderTest, ServerTest, deaf_mail_server, sqlite_only, wait_until
from test_accounts import PASSWORD, Person, sign_in_times

NEW_PASSWORD = "battery staple"
HANDLERS = pathlib.Path(__file__).resolve().parents[2] / "src/service/api"

# Every call that changes something of a game or an account, and every one that reads an account: {game}, {session} and
# {token} are the victim's.
CALLS = {
    ("POST", "/api/1/games"): {"layout": "standard", "seats": [{"kind": "user", "name": "Victim"}, {"kind": "open"}]},
    ("POST", "/api/1/games/{game}/moves"): {"ply": 1, "move": "c3d3"},
    ("POST", "/api/1/games/{game}/resign"): {},
    ("POST", "/api/1/games/{game}/decline"): {},
    ("POST", "/api/1/games/{game}/claim"): {},
    ("POST", "/api/1/games/{game}/draw"): {"ply": 0},
    ("POST", "/api/1/games/{game}/takeback"): {"ply": 0},
    ("POST", "/api/1/games/{game}/pause"): {"ply": 0},
    ("POST", "/api/1/games/{game}/resume"): {},
    ("POST", "/api/1/games/{game}/rematch"): {},
    ("POST", "/api/1/games/{game}/join"): {},
    ("POST", "/api/1/games/{game}/chat"): {"text": "hello"},
    ("POST", "/api/1/games/{game}/conditional"): {"ply": 1, "queue": "c3d3"},
    ("DELETE", "/api/1/games/{game}/conditional"): None,
    ("POST", "/api/1/games/{game}/account"): {"key": "k" * 32},
    ("GET", "/api/1/account"): None,
    ("PATCH", "/api/1/account"): {"password": PASSWORD, "new_password": NEW_PASSWORD},
    ("DELETE", "/api/1/account"): {"password": PASSWORD},
    ("PUT", "/api/1/account/address"): {"address": "thief@example.org", "password": PASSWORD},
    ("POST", "/api/1/account/address"): {"code": "a" * 52},
    ("DELETE", "/api/1/account/address"): None,
    ("GET", "/api/1/account/games"): None,
    ("GET", "/api/1/account/export"): None,
    ("GET", "/api/1/account/settings"): None,
    ("PATCH", "/api/1/account/settings"): {"games_max": 7},
    ("GET", "/api/1/account/messages"): None,
    ("GET", "/api/1/account/messages/{name}"): None,
    ("GET", "/api/1/account/blocks"): None,
    ("GET", "/api/1/account/subscriptions"): None,
    ("GET", "/api/1/account/mail"): None,
    ("PUT", "/api/1/account/mail/{game}"): {"mail": "off"},
    ("DELETE", "/api/1/account/mail/{game}"): None,
    ("GET", "/api/1/account/vacation"): None,
    ("POST", "/api/1/account/vacation"): {"auto": False},
    ("DELETE", "/api/1/account/vacation"): None,
    ("GET", "/api/1/account/reminders"): None,
    ("POST", "/api/1/account/reminders"): {"games": [{"id": "aaaaaaaa", "turn": 1}]},
    ("POST", "/api/1/users/{name}/messages"): {"text": "hello"},
    ("POST", "/api/1/account/messages/{name}/read"): {"number": 999999999999},
    ("DELETE", "/api/1/account/messages/{name}/{number}"): None,
    ("DELETE", "/api/1/account/messages/{name}"): None,
    ("PUT", "/api/1/account/blocks/{name}"): None,
    ("DELETE", "/api/1/account/blocks/{name}"): None,
    ("PUT", "/api/1/account/subscriptions/{game}"): None,
    ("DELETE", "/api/1/account/subscriptions/{game}"): None,
    ("POST", "/api/1/account/reports"): {"message": 1, "text": "rude"},
    ("POST", "/api/1/tournaments"): {"name": "x", "system": "round-robin", "layout": "standard", "rules": "classic,game=60"},
    ("POST", "/api/1/tournaments/{tournament}/join"): {},
    ("POST", "/api/1/tournaments/{tournament}/leave"): {},
    ("POST", "/api/1/tournaments/{tournament}/start"): {},
    ("DELETE", "/api/1/tournaments/{tournament}"): None,
    ("POST", "/api/1/account/tokens"): {"label": "stolen", "scopes": ["play"]},
    ("DELETE", "/api/1/account/tokens/{token}"): None,
    ("DELETE", "/api/1/account/sessions"): None,
    ("DELETE", "/api/1/account/sessions/{session}"): None,
    ("DELETE", "/api/1/session"): None,
}
# Those that begin with a name and a password, or that everybody may read, or that are not about accounts.
OPEN_CALLS = {("POST", "/api/1/account"), ("POST", "/api/1/session"), ("POST", "/api/1/analysis"), ("POST", "/api/1/records"),
              ("POST", "/api/1/command"), ("POST", "/api/1/session/forgotten"), ("POST", "/api/1/session/reset"), ("POST", "/api/1/mail"),
              ("POST", "/api/1/mail/answer"), ("POST", "/api/1/mail/unsubscribe/{token}"), ("POST", "/api/1/admin")}
READS = {call for call in CALLS if call[0] == "GET"}
GAME_CALLS = {call for call in CALLS if "/games/{game}/" in call[1]}
SESSION_CALLS = {call for call in CALLS if "/account" in call[1] or "/users/" in call[1]} - GAME_CALLS - {
    ("GET", "/api/1/account"), ("GET", "/api/1/account/games"), ("GET", "/api/1/account/settings"),
    ("GET", "/api/1/account/subscriptions"), ("PUT", "/api/1/account/subscriptions/{game}"),
    ("DELETE", "/api/1/account/subscriptions/{game}"), ("GET", "/api/1/account/mail"), ("PUT", "/api/1/account/mail/{game}"),
    ("DELETE", "/api/1/account/mail/{game}"), ("GET", "/api/1/account/vacation"),
    ("GET", "/api/1/account/reminders"), ("POST", "/api/1/account/reminders")}


class Member(Person):
    """One who is away for a while between calls: his connection has been closed."""

    def call(self, *arguments, **options):
        self.connection.close()
        return super().call(*arguments, **options)


class Hostile(ServerTest):
    """Calls of everybody who is not the owner."""

    @classmethod
    def setUpClass(cls):
        listening, cls.arguments = deaf_mail_server()
        cls.addClassCleanup(listening.close)
        super().setUpClass()
        cls.victim, cls.rival, cls.thief = (Member(cls.server.port).sign_up(name) for name in ("Victim", "Rival", "Thief"))
        cls.server.clients += [cls.victim, cls.rival, cls.thief]
        body = CALLS[("POST", "/api/1/tournaments")]
        cls.tournament = cls.victim.call("POST", "/api/1/tournaments", body)[2]["id"]
        cls.number = cls.rival.call("POST", "/api/1/users/Victim/messages", {"text": "a secret"})[2]["number"]

    def setUp(self):
        seats = [{"kind": "user", "name": "Victim"}, {"kind": "user", "name": "Rival"}]
        self.game = self.victim.create(seats, layout="standard")[0]["id"]
        self.assertEqual(self.rival.call("POST", f"/api/1/games/{self.game}/join", {})[0], 200)
        if not self.victim.account()[2]["tokens"]:
            self.victim.token("play")
        account = self.victim.account()[2]
        self.names = {"game": self.game, "name": "Rival", "number": self.number, "tournament": self.tournament, "session": account["sessions"][0]["id"], "token": account["tokens"][0]["id"]}

    def state(self):
        """All that the victim has."""
        account = self.victim.account()[2]
        for one in account["sessions"] + account["tokens"]:
            del one["used"]
        game = self.victim.game(self.game)
        game.pop("time", None)
        tournament = self.victim.call("GET", f"/api/1/tournaments/{self.tournament}")[2]
        return account, self.victim.games(), game, tournament, *(self.victim.call("GET", f"/api/1/account/{path}")[2] for path in ("messages", "messages/Rival", "blocks", "subscriptions", "mail"))

    def call_all(self, headers, expected):
        """Makes every call with these headers; expected() gives the statuses that each may have."""
        before = self.state()
        stranger = self.client()
        for (method, path), body in CALLS.items():
            with self.subTest(call=(method, path)):
                status, found, answer = stranger.call(method, path.format(**self.names), body, dict(headers))
                self.assertIn(status, expected((method, path)), answer)
                if status != 200:
                    self.assertNotIn("Victim", json.dumps(answer or ""))
                if (method, path) != ("DELETE", "/api/1/session"):
                    self.assertNotIn("Set-Cookie", found)
        self.assertEqual(self.state(), before)

    def test_no_call_is_forgotten(self):
        """The table has every route of the server but those that everybody may read."""
        source = "".join(path.read_text() for path in HANDLERS.glob("*.c"))
        routes = set(re.findall(r'\{"(POST|PATCH|PUT|DELETE|GET)", "(/api/[^"]*)"', source))
        listed = {(method, re.sub(r"\{\w+\}", "*", path)) for method, path in CALLS}
        wanted = {(method, path) for method, path in routes if method != "GET" or "/account" in path} - OPEN_CALLS
        self.assertGreater(len(wanted), 20)
        self.assertEqual(listed, wanted)

    def test_nobody(self):
        """Without a login, and with what looks like one."""
        secret = "k" * 32

        def expected(call):
            if call == ("DELETE", "/api/1/session"):
                return {204}  # there is none to end
            return {401, 403, 409} if call in GAME_CALLS else {401}

        for headers in ({}, {"Cookie": f"paua_session={secret}"}, {"Authorization": f"Bearer paua_{secret}"},
                        {"Authorization": f"Bearer {secret}"}, {"Authorization": "Bearer "}, {"Authorization": "Basic QTpC"},
                        {"Cookie": f"paua_session={self.victim.cookie.swapcase()}"},
                        {"Cookie": f"paua_session={self.victim.cookie[:-1]}"}, {"Cookie": f"paua_session={self.victim.cookie}x"},
                        {"Cookie": f"x=paua_session={self.victim.cookie}"}, {"Cookie": f"paua_session= {self.victim.cookie}x"},
                        {"X-Cookie": f"paua_session={self.victim.cookie}"}):
            with self.subTest(headers=headers):
                self.call_all(headers, expected)

    def test_ids_are_no_secrets(self):
        """What the account shows of its sessions and tokens opens nothing."""
        for text in (self.names["session"], self.names["token"], self.names["session"] * 4):
            for headers in ({"Cookie": f"paua_session={text}"}, {"Authorization": f"Bearer {text}"},
                            {"Authorization": f"Bearer paua_{text}"}):
                status = self.client().call("GET", "/api/1/account", headers=headers)[0]
                self.assertEqual(status, 401, headers)

    def test_secrets_have_one_use(self):
        """A session is no token, a token no session, and neither is a key; a header that names nobody hides the cookie."""
        token = self.victim.token("play")
        secret = token["token"][5:]
        cookie = {"Cookie": f"paua_session={self.victim.cookie}"}
        for headers in ({"Cookie": f"paua_session={secret}"}, {"Authorization": f"Bearer {secret}"},
                        {"Authorization": f"Bearer {self.victim.cookie}"}, {"Authorization": f"Bearer paua_{self.victim.cookie}"},
                        {"Cookie": f"paua_session={token['token']}"}, {"Authorization": "Bearer " + "k" * 32, **cookie},
                        {"Authorization": f"Bearer paua_{'k' * 32}", **cookie}, {"Authorization": "nonsense", **cookie}):
            with self.subTest(headers=headers):
                self.refused(self.client().call("GET", "/api/1/account", headers=headers), 401, "not_signed_in")
                move = self.client().call("POST", f"/api/1/games/{self.game}/moves", {"ply": 1, "move": "c3d3"}, headers)
                self.refused(move, 403, "not_your_seat")
        self.victim.call("DELETE", f"/api/1/account/tokens/{token['id']}")

    def test_another_user(self):
        """Whatever another account calls is about itself, or refused, with his session as with his token."""
        for headers in ({"Cookie": f"paua_session={self.thief.cookie}"},
                        {"Authorization": "Bearer " + self.thief.token("play")["token"]}):
            before = self.state()
            for (method, path), body in CALLS.items():
                # The thief knows even the victim's password, but not his own any more: it is another one.
                if (method, path) in (("DELETE", "/api/1/session"), ("DELETE", "/api/1/account/sessions")):
                    continue  # his own, which later calls need
                with self.subTest(call=(method, path), headers=headers):
                    if isinstance(body, dict) and body.get("password"):
                        body = {**body, "password": "not the thief's"}
                    status, _, answer = self.client().call(method, path.format(**self.names), body, dict(headers))
                    self.assertNotIn("Victim", json.dumps(answer or "") if "/account" in path else "")
                    if (method, path) in GAME_CALLS:
                        self.assertIn(status, (403, 409), answer)
                    elif method in ("PATCH", "DELETE") and path == "/api/1/account":
                        self.assertEqual((status, answer["error"]["code"]),
                                         (403, "bad_credentials" if "Cookie" in headers else "needs_session"))
            if "Cookie" in headers:
                self.assertEqual(self.client().call("DELETE", "/api/1/account/sessions", headers=headers)[0], 204)
            self.assertEqual(self.thief.account()[2]["name"], "Thief")
            self.assertEqual(self.state(), before)  # nobody challenges others without a seat of his own

    def test_tokens_by_scope(self):
        """A token that reads does nothing; one that plays manages nothing. Even the owner's own."""
        own = {scope: {"Authorization": "Bearer " + self.victim.token(scope)["token"]} for scope in ("read", "play")}
        before = self.state()
        for (method, path), body in CALLS.items():
            for scope, headers in own.items():
                with self.subTest(call=(method, path), scope=scope):
                    if scope == "play" and (method, path) not in SESSION_CALLS:
                        continue  # that is what it is for
                    if (method, path) == ("DELETE", "/api/1/session"):
                        self.assertEqual(self.client().call(method, path, headers=headers)[0], 204)  # ends no token
                        continue
                    status, _, answer = self.client().call(method, path.format(**self.names), body, headers)
                    if (method, path) in READS - SESSION_CALLS:
                        self.assertEqual(status, 200)
                    else:
                        self.assertEqual(status, 403, answer)
                        self.assertIn(answer["error"]["code"], ("no_scope", "needs_session"))
        self.assertEqual(self.state(), before)
        for token in self.victim.account()[2]["tokens"][:2]:
            self.victim.call("DELETE", f"/api/1/account/tokens/{token['id']}")

    def test_keys_of_seats(self):
        """A seat's key plays its seat and opens no account, though the account plays the seat."""
        game, keys = self.victim.create(layout="standard")
        self.assertEqual(self.victim.call("POST", f"/api/1/games/{game['id']}/account", {"key": keys[0]})[0], 200)
        before = self.state()
        key = self.client(keys[0])
        for (method, path), body in CALLS.items():
            if "{game}" in path or path == "/api/1/session":
                continue
            with self.subTest(call=(method, path)):
                self.refused(key.call(method, path.format(**self.names), body), 401, "not_signed_in")
        self.assertEqual(self.state(), before)
        self.assertEqual(key.move(game["id"], 1, "c3d3")[0], 200)

    def test_other_sites(self):
        """A page elsewhere makes no call with the visitor's cookie, signs nobody in or up, and reads nothing."""
        before = self.state()
        cookie = {"Cookie": f"paua_session={self.victim.cookie}"}
        calls = {**CALLS, ("POST", "/api/1/session"): {"name": "Victim", "password": PASSWORD},
                 ("POST", "/api/1/account"): {"name": "Fresh", "password": PASSWORD}}
        for page in ({"Origin": "http://evil.example"}, {"Origin": "null"}, {"Sec-Fetch-Site": "cross-site"},
                     {"Sec-Fetch-Site": "same-site"}, {"Origin": f"http://127.0.0.1:{self.server.port + 1}"},
                     {"Origin": f"https://127.0.0.1.evil.example:{self.server.port}"}):
            for (method, path), body in calls.items():
                if method == "GET" and "Sec-Fetch-Site" in page:
                    page = {**page, "Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "image"}
                with self.subTest(call=(method, path), page=page):
                    status, headers, answer = self.client().call(method, path.format(**self.names), body, {**cookie, **page})
                    self.assertEqual((status, answer["error"]["code"]), (403, "cross_site"))
                    self.assertNotIn("Set-Cookie", headers)
                    self.assertNotIn("Access-Control-Allow-Origin", headers)
        # A form, which a browser sends without asking.
        for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data"):
            status = self.client().call("POST", "/api/1/session", '{"name":"Victim","password":"correct horse"}',
                                        {"Content-Type": kind})[0]
            self.assertEqual(status, 415)
        self.assertEqual(self.state(), before)

    def test_answers_are_nobodys_to_keep(self):
        """No cache keeps what is somebody's."""
        for path in ("/api/1/account", "/api/1/account/games", "/api/1/account/export", f"/api/1/games/{self.game}"):
            self.assertEqual(self.victim.call("GET", path)[1]["Cache-Control"], "no-store", path)

    def test_ends_of_what_is_not_there(self):
        """The ids of another's sessions and tokens are answered as those of nobody."""
        for path in ("sessions", "tokens"):
            for one in (self.names["session"], self.names["token"], "abcdefgh", "x", "x" * 300, "%22"):
                self.assertEqual(self.thief.call("DELETE", f"/api/1/account/{path}/{one}")[::2], (204, b""), one)
        self.assertEqual(self.victim.account()[0], 200)

    def test_strange_bodies(self):
        """Bodies that are wrong in every member get 400, and long ones 413; never 500."""
        source = random.Random(25)
        strange = [None, True, 0, -1, 1e308, "", "x" * 3000, "\u202e", "\u0000", "\ud800", [], {}, [[]] * 50, {"a": "b"},
                   "a\r\nSet-Cookie: x=y"]
        cookie = {"Cookie": f"paua_session={self.thief.cookie}"}
        calls = {call: body for call, body in CALLS.items() if body and call[1] != "/api/1/games"}
        named = {"name": "Victim", "password": PASSWORD}
        for (method, path), good in {**calls, ("POST", "/api/1/session"): named, ("POST", "/api/1/account"): named}.items():
            if "password" in good:
                good = {**good, "password": "wrong password"}

            def call(body, method=method, path=path):
                enters = (method, path) in (("POST", "/api/1/session"), ("POST", "/api/1/account"))  # that ends other sessions
                status, headers, answer = self.client().call(method, path.format(**self.names), body, {} if enters else cookie)
                if status != 201:
                    self.assertNotIn("Set-Cookie", headers)
                return status, (method, path, body, answer)

            for name in good:
                for value in strange:
                    status, about = call({**good, name: value})
                    self.assertIn(status, {"label": (201, 400), "games_max": (200, 400), "text": (201, 400, 403, 404, 429),
                                           "number": (204, 400), "message": (400, 404), "auto": (200, 400), "name": (201, 400, 401, 403, 409)}.get(name, (400, 401, 403, 409)), about)
            for _ in range(20):
                body = bytearray(json.dumps(good).encode())
                place = source.randrange(len(body))
                body[place:place + source.randrange(3)] = source.randbytes(source.randrange(3))
                status, about = call(bytes(body))
                self.assertIn(status, (200, 201, 204, 400, 401, 403, 404, 409, 429), about)
            self.assertEqual(call(b" " * 70000)[0], 413, path)
        self.assertEqual(self.thief.account()[2]["name"], "Thief")

    def test_strange_cookies(self):
        """Cookies of all lengths and shapes are read or ignored, beside others and twice."""
        good, wrong = f"paua_session={self.victim.cookie}", "paua_session=" + "k" * 32
        for text, status in ((f"a=b; {good}; c=d", 200), (f"{good};", 200), (f"{wrong}; x={self.victim.cookie}", 401),
                             (f"a={good}", 401), (f"{good}={self.victim.cookie}", 401), (";" * 5000 + good, None),
                             ("=" * 5000, 401), ("a=b; " * 200, 401), ("a=b; " * 900, None), ("\xe9\xff=\x80", None), (good[:-1] + "\x01", None),
                             (good + "\t", None), ('paua_session="' + self.victim.cookie + '"', None)):
            with self.subTest(text=text[:60]):
                found = self.client().call("GET", "/api/1/account", headers={"Cookie": text.encode("latin1")})[0]
                self.assertIn(found, (200, 400, 401, 413, 431) if status is None else (status,))
        status = self.client().call("GET", "/api/1/account", headers={"Cookie": "a=" + "b" * 100_000})[0]
        self.assertIn(status, (400, 413, 431))

    def test_a_long_browser(self):
        """The name of the browser is kept as far as it is one."""
        person = Person(self.server.port)
        self.server.clients.append(person)
        headers = {"User-Agent": ("B\u00e4h\t" + "x" * 5000).encode()}
        status, _, answer = person.call("POST", "/api/1/session", {"name": "Victim", "password": PASSWORD}, headers)
        self.assertEqual(status, 200)
        label = next(one["label"] for one in answer["account"]["sessions"] if one.get("current"))
        self.assertEqual(len(label), 200)
        self.assertTrue(label.isascii() and label.isprintable(), label)
        person.call("DELETE", "/api/1/session")


class Races(FolderTest):
    """Calls at the same moment, and the end of the server at any moment."""

    def person(self, name=None):
        person = Person(self.server.port)
        self.server.clients.append(person)
        return person.sign_up(name) if name else person

    def at_once(self, *calls):
        """Makes all calls at the same moment; their answers."""
        gate = threading.Barrier(len(calls))

        def one(call):
            gate.wait()
            return call()

        with concurrent.futures.ThreadPoolExecutor(len(calls)) as pool:
            return list(pool.map(one, calls))

    def with_session(self, cookie):
        return self.server.client().call("GET", "/api/1/account", headers={"Cookie": f"paua_session={cookie}"})[0]

    def test_one_name_for_one_account(self):
        self.server = self.start(hashes="waiting")
        people = [self.person() for _ in range(8)]
        for i in range(3):
            spellings = [f"Twin{i}", f"twin{i}", f"TWIN{i}", f"tWin{i}"] * 2
            answers = self.at_once(*(lambda person=person, name=name: person.call(
                "POST", "/api/1/account", {"name": name, "password": PASSWORD}) for person, name in zip(people, spellings)))
            self.assertEqual(sorted(answer[0] for answer in answers), [201] + [409] * 7)

    def test_a_closed_account_stays_closed(self):
        """Changes that wait for their hash while the account is closed do not revive it."""
        self.server = self.start(hashes="waiting")
        closed = 0
        for i in range(4):
            owner = self.person(f"Owner{i}")
            others = [self.person() for _ in range(6)]
            for other in others:
                self.assertEqual(other.sign_in(f"Owner{i}")[0], 200)
            change = {"password": PASSWORD, "new_password": NEW_PASSWORD}
            answers = self.at_once(*(lambda other=other: other.call("PATCH", "/api/1/account", change) for other in others[:3]),
                                   lambda: owner.call("DELETE", "/api/1/account", {"password": PASSWORD}),
                                   *(lambda other=other: other.call("PATCH", "/api/1/account", change) for other in others[3:]))
            if answers[3][0] == 204:  # else a change came first
                closed += 1
                self.assertTrue(self.person().call("GET", f"/api/1/users/owner{i}")[2].get("closed"), answers)
                for password in (PASSWORD, NEW_PASSWORD):
                    self.assertEqual(self.person().sign_in(f"Owner{i}", password)[0], 401)
                self.assertEqual({self.with_session(other.cookie) for other in others}, {401})
        self.assertGreater(closed, 0)

    def test_sign_ins_with_the_old_password(self):
        """What waited for its hash while the password was changed has no session afterwards."""
        self.server = self.start(hashes="waiting")
        for i in range(3):
            owner = self.person(f"Owner{i}")
            strangers = [self.person() for _ in range(10)]
            change = {"password": PASSWORD, "new_password": NEW_PASSWORD}
            cookies, refused = [], []

            def sign_in(stranger, i=i, cookies=cookies, refused=refused):
                """Again and again, so that some wait at any moment of the change."""
                for _ in range(4):
                    status = stranger.sign_in(f"Owner{i}")[0]
                    self.assertIn(status, (200, 401))
                    (cookies if status == 200 else refused).append(stranger.cookie)

            answers = self.at_once(lambda: time.sleep(0.2) or owner.call("PATCH", "/api/1/account", change), *(
                lambda stranger=stranger: sign_in(stranger) for stranger in strangers))
            self.assertEqual(answers[0][0], 200)
            self.assertTrue(cookies and refused)
            self.assertEqual({self.with_session(cookie) for cookie in cookies}, {401})
            self.assertEqual(len(owner.account()[2]["sessions"]), 1)

    def test_an_ended_session_is_not_used_again(self):
        """Calls beside a sign-out are the session's or nobody's; behind it they are nobody's."""
        self.server = self.start()
        owner = self.person("Owner")
        for _ in range(20):
            self.assertEqual(owner.sign_in("Owner")[0], 200)
            cookie = owner.cookie
            readers = [lambda: self.with_session(cookie) for _ in range(6)]
            answers = self.at_once(lambda: owner.call("DELETE", "/api/1/session")[0], *readers)
            self.assertEqual(answers[0], 204)
            self.assertLessEqual(set(answers[1:]), {200, 401})
            self.assertEqual(self.with_session(cookie), 401)

    def test_ends_of_the_other_kind(self):
        """No path of tokens ends a session, none of sessions a token."""
        self.server = self.start()
        owner = self.person("Owner")
        token = owner.token("play")
        session = owner.account()[2]["sessions"][0]["id"]
        self.assertEqual(owner.call("DELETE", f"/api/1/account/tokens/{session}")[0], 204)
        self.assertEqual(owner.call("DELETE", f"/api/1/account/sessions/{token['id']}")[0], 204)
        account = owner.account()
        self.assertEqual((account[0], [one["id"] for one in account[2]["tokens"]]), (200, [token["id"]]))

    def test_settings_beside_a_password(self):
        """Settings that change while a new password waits for its hash stay as they were set."""
        self.server = self.start(hashes="waiting")
        owner, other = self.person("Owner"), self.person()
        self.assertEqual(other.sign_in("Owner")[0], 200)
        change = {"password": PASSWORD, "new_password": NEW_PASSWORD}
        waits = [lambda: self.person().sign_in("Nobody", "wrong password") for _ in range(5)]

        def change_settings():
            time.sleep(0.15)
            return other.call("PATCH", "/api/1/account/settings", {"games_max": 7})

        answers = self.at_once(lambda: time.sleep(0.05) or owner.call("PATCH", "/api/1/account", change), change_settings, *waits)
        self.assertEqual([answer[0] for answer in answers[:2]], [200, 200])
        self.assertEqual(owner.call("GET", "/api/1/account/settings")[2] | {"mails": None}, {"games_max": 7, "bot": False, "mail": "daily", "mails": None})

    def test_the_last_place(self):
        """Of games that begin at the same moment none is one too many, joined or made."""
        self.server = self.start()
        owner, other = self.person("Owner"), self.person("Other")
        self.assertEqual(owner.call("PATCH", "/api/1/account/settings", {"games_max": 1})[0], 200)
        cookie = {"Cookie": f"paua_session={owner.cookie}"}
        make = {"layout": "standard", "seats": [{"kind": "user", "name": "Owner"}, {"kind": "open"}]}
        for turn in range(6):
            games = [other.create([{"kind": "person"}, {"kind": "open", "listed": True}], layout="standard")[0]["id"] for _ in range(3)]
            clients = [self.server.client() for _ in range(6)]
            joins = [lambda client=client, game=game: client.call("POST", f"/api/1/games/{game}/join", {}, cookie)
                     for client, game in zip(clients, games)]
            makes = [lambda client=client: client.call("POST", "/api/1/games", make, cookie) for client in clients[3:]]
            answers = self.at_once(*(joins if turn % 2 else makes + joins))
            self.assertLessEqual(len([answer for answer in answers if answer[0] in (200, 201)]), 1, answers)
            played = owner.games()
            self.assertLessEqual(len(played), 1)
            for game in played:  # the place is free again
                self.assertEqual(owner.call("POST", f"/api/1/games/{game}/decline", {})[0], 200)
        self.assertEqual(owner.call("POST", "/api/1/games", make)[0], 201)

    def test_tokens_made_at_once(self):
        self.server = self.start()
        owner = self.person("Owner")
        body = json.dumps({"label": "many", "scopes": ["read"]})
        headers = {"Cookie": f"paua_session={owner.cookie}"}
        answers = self.at_once(*(lambda client=self.server.client(): client.call(
            "POST", "/api/1/account/tokens", body, headers) for _ in range(40)))
        self.assertLessEqual({answer[0] for answer in answers}, {201, 409})
        self.assertLessEqual(len(owner.account()[2]["tokens"]), 20)

    def test_sessions_are_bounded(self):
        """One more ends the one that was used least lately."""
        self.server = self.start()
        first = self.person("Owner")
        for _ in range(100):
            last = self.person()
            self.assertEqual(last.sign_in("Owner")[0], 200)
        self.assertEqual(len(last.account()[2]["sessions"]), 100)
        self.assertEqual(self.with_session(first.cookie), 401)

    def test_killed_after_an_answer(self):
        """What was answered is true after kill -9: accounts, sessions, tokens, and that they have ended."""
        people, expected = [], {}
        for cycle in range(3):
            self.server = self.start()
            stop = threading.Event()

            def live(number, cycle=cycle, server=self.server):
                """Signs up again and again, and does one more thing each time."""
                with contextlib.suppress(OSError, AssertionError, ValueError, http.client.HTTPException):
                    for i in range(1000):
                        name = f"N{cycle}-{number}-{i}"
                        person = Person(server.port)
                        server.clients.append(person)
                        person.sign_up(name)
                        people.append((name, person.cookie, "open"))
                        if i % 3 == 0:
                            token = person.token("read")["token"]
                            people.append((name, token, "token"))
                        elif i % 3 == 1:
                            cookie = person.cookie
                            person.call("DELETE", "/api/1/session")
                            people.append((name, cookie, "ended"))
                        elif person.call("DELETE", "/api/1/account", {"password": PASSWORD})[0] == 204:
                            people.append((name, None, "closed"))
                        if stop.is_set():
                            return

            threads = [threading.Thread(target=live, args=(number,)) for number in range(4)]
            for thread in threads:
                thread.start()
            wait_until(lambda before=len(people): len(people) > before + 10)
            self.server.process.kill()
            self.server.process.wait()
            stop.set()
            for thread in threads:
                thread.join()
            self.server.close()
        self.server = self.start()
        client = self.server.client()
        last = {}
        for name, secret, what in people:
            last.setdefault(name, {})[what] = secret
        self.assertGreater(len(last), 9)
        for name, facts in last.items():
            expected[name] = 401 if "closed" in facts or "ended" in facts else 200
            # A call that was not answered may have ended it.
            user = client.call("GET", f"/api/1/users/{name}")
            self.assertEqual(user[0], 200, name)
            found = client.call("GET", "/api/1/account", headers={"Cookie": f"paua_session={facts['open']}"})[0]
            if expected[name] == 401:
                self.assertEqual(found, 401, (name, facts))
            if "closed" in facts:
                self.assertTrue(user[2]["closed"])
            if "token" in facts:
                self.assertEqual(client.call("GET", "/api/1/account", headers={
                    "Authorization": f"Bearer {facts['token']}"})[2]["name"], name)
                self.assertEqual(found, 200)

    @sqlite_only
    def test_sessions_end_by_themselves(self):
        """90 days after the last use; a use within them makes it last."""
        self.server = self.start()
        people = [self.person(f"Owner{i}") for i in range(3)]
        self.assertEqual(self.server.stop(), (0, ""))
        day = 24 * 60 * 60 * 1000
        with sqlite3.connect(self.store) as database:
            for i, days in enumerate((91, 89, 0)):
                database.execute("UPDATE login SET used = used - ?1, expires = expires - ?1 WHERE account ="
                                 " (SELECT account.id FROM account WHERE account.lookup = ?2)", (days * day, f"owner{i}"))
        database.close()
        self.server = self.start()
        self.assertEqual([self.with_session(person.cookie) for person in people], [401, 200, 200])
        self.server.stop()
        with sqlite3.connect(self.store) as database:
            left = [row[0] for row in database.execute("SELECT expires - used FROM login JOIN account ON login.account ="
                                                       " account.id ORDER BY account.lookup")]
            ages = [row[0] for row in database.execute("SELECT used FROM login JOIN account ON login.account ="
                                                       " account.id ORDER BY account.lookup")]
        database.close()
        self.assertEqual(left[1], 90 * day)
        self.assertLess(ages[2] - ages[1], day)


class Secrets(FolderTest):
    def test_a_closed_name_is_like_an_unknown_one(self):
        """Who tries to sign in, or takes it as an opponent, does not learn which it is."""
        server = self.start(hashes="real")
        victim, stranger = Person(server.port), Person(server.port)
        server.clients += [victim, stranger]
        victim.sign_up("Victim")
        stranger.sign_up("Closed").call("DELETE", "/api/1/account", {"password": PASSWORD})
        answers = []
        quickest = sign_in_times(server, stranger, ("Closed", "Unknown", "Victim"), answers)
        self.assertLess(max(quickest), 1.5 * min(quickest))
        self.assertEqual(len({json.dumps([status, answer]) for status, _, answer in answers}), 1)
        answers = [victim.call("POST", "/api/1/games", {"layout": "standard", "seats": [
            {"kind": "user", "name": "Victim"}, {"kind": "user", "name": name}]}) for name in ("Closed", "Unknown")]
        self.assertEqual([answer[0] for answer in answers], [400, 400])
        self.assertEqual(*(json.dumps(answer[2]).lower().replace("closed", "?").replace("unknown", "?") for answer in answers))

    @sqlite_only
    def test_no_secret_is_kept(self):
        """Neither the store nor the log has a password, a session, a token or a key, nor the hash that libsodium would
        take for a key; who reads the store can sign in as nobody."""
        self.server = self.start(hashes="real")
        person = Person(self.server.port)
        self.server.clients.append(person)
        person.sign_up("Owner")
        token = person.token("play", "read")
        secrets = [PASSWORD, NEW_PASSWORD, "wrong password", person.cookie, token["token"], token["token"][5:]]
        person.call("PATCH", "/api/1/account", {"password": PASSWORD, "new_password": NEW_PASSWORD})
        person.sign_in("Owner", "wrong password")
        person.sign_in("Owner", NEW_PASSWORD)
        secrets.append(person.cookie)
        client = self.server.client(token["token"])
        game, _ = client.create([{"kind": "user", "name": "Owner"}, {"kind": "open"}], layout="standard")
        self.assertEqual(client.call("POST", f"/api/1/games/{game['id']}/resign", {})[0] in (200, 409), True)
        client.call("GET", "/metrics")
        files = b"".join(path.read_bytes() for path in sorted(self.folder.iterdir()))
        self.assertIn(b"Owner", files)
        self.assertIn(b"$argon2id$v=19$m=65536,", files)
        for secret in secrets:
            self.assertNotIn(secret.encode(), files)
        code, errors = self.server.stop()
        self.assertEqual((code, errors), (0, ""))
        database = sqlite3.connect(self.store)
        hashes = [bytes(row[0]).hex() if isinstance(row[0], bytes) else row[0]
                  for row in database.execute("SELECT hash FROM login")]
        database.close()
        self.server = self.start()
        for one in hashes:
            for text in (one, one[:32]):
                for headers in ({"Cookie": f"paua_session={text}"}, {"Authorization": f"Bearer paua_{text}"}):
                    self.assertEqual(self.server.client().call("GET", "/api/1/account", headers=headers)[0], 401)


if __name__ == "__main__":
    unittest.main()
