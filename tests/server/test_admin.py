"""`paua admin`: accounts are listed and shown, get passwords, are signed out and closed, with and beside a server."""
import http.client
import http.server
import json
import os
import pty
import sqlite3
import subprocess
import threading
import time
import unittest

from support.admin_seal import seal, unseal
from harness import PAUA, FolderTest, Server, wait_until

PASSWORD = "correct horse"


class AdminTest(FolderTest):
    def paua(self, *arguments, text="", store=None):
        """Runs `paua admin` on the store; returns its exit code, its lines and what it says on stderr."""
        done = subprocess.run([PAUA, "admin", *arguments, "--store", f"sqlite:{store}" if store else self.place],
                              input=text, capture_output=True, text=True, timeout=60)
        return done.returncode, done.stdout.splitlines(), done.stderr

    def refused(self, done, code, words):
        self.assertEqual((done[0], done[1]), (code, []), done)
        self.assertRegex(done[2], r"\Apaua admin: [^\n]*\n\Z")
        self.assertIn(words, done[2])

    def sign(self, path, name, password=PASSWORD):
        """Signs up or in; returns the status and the session."""
        status, headers, _ = self.server.client().call("POST", path, {"name": name, "password": password})
        cookie = headers.get("Set-Cookie", "").split(";")[0]
        return status, {"Cookie": cookie}

    def sign_up(self, name):
        status, session = self.sign("/api/1/account", name)
        self.assertEqual(status, 201)
        return session

    def sign_in(self, name, password=PASSWORD):
        return self.sign("/api/1/session", name, password)

    def account(self, session):
        return self.server.client().call("GET", "/api/1/account", headers=session)[0]

    def tournament(self, session):
        status, _, made = self.server.client().call("POST", "/api/1/tournaments", {
            "name": "Winter", "system": "swiss", "rounds": 2, "layout": "standard", "rules": "classic,game=600"}, session)
        self.assertEqual(status, 201, made)
        return made["id"]

    def status(self, tournament):
        return self.server.client().call("GET", f"/api/1/tournaments/{tournament}")[2]["status"]

    def token(self, session, label="my bot"):
        status, _, made = self.server.client().call("POST", "/api/1/account/tokens",
                                                    {"label": label, "scopes": ["play", "read"]}, session)
        self.assertEqual(status, 201, made)
        return {"Authorization": "Bearer " + made["token"]}

    def people(self):
        """A server with three people."""
        self.server = self.start()
        return [self.sign_up(name) for name in ("Carol", "bob", "Alice")]

    def without_server(self, *arguments, text=""):
        """Stops the server, runs `paua admin`, and starts the server again."""
        self.assertEqual(self.server.stop(), (0, ""))
        done = self.paua(*arguments, text=text)
        self.server = self.start()
        return done

    def beside_server(self, *arguments, text="", server=None):
        """Runs `paua admin`, which lets the running server do it."""
        return self.paua(*arguments, "--server", f"127.0.0.1:{(server or self.server).port}", text=text)


class Admin(AdminTest):
    """Where no server runs, but for what only reads."""

    def test_list(self):
        self.assertEqual(self.paua("list")[0], 3)  # no store
        self.people()
        code, lines, errors = self.paua("list")
        self.assertEqual((code, errors), (0, ""))
        people, computers = lines[:3], lines[3:]
        self.assertEqual([line.split()[0] for line in people], ["Alice", "bob", "Carol"])
        self.assertTrue(all(line.endswith("  open") for line in people), lines)
        self.assertTrue(computers and all(line.startswith("paua.") and line.endswith("  computer") for line in computers), lines)
        self.assertEqual(self.without_server("close", "BOB"), (0, ["bob: is closed"], ""))
        self.assertIn("  closed 20", self.paua("list")[1][1])
        accounts = json.loads(self.paua("list", "--json")[1][0])["accounts"]
        self.assertEqual([(one["name"], one["closed"] is not None) for one in accounts if not one["computer"]],
                         [("Alice", False), ("bob", True), ("Carol", False)])
        self.assertEqual({frozenset(one) for one in accounts}, {frozenset(("name", "id", "created", "closed", "computer"))})

    def test_list_of_many(self):
        """More than are read at once, each of them once."""
        self.people()
        self.assertEqual(self.server.stop(), (0, ""))
        with sqlite3.connect(self.store) as database:
            for i in range(1000):
                database.execute("INSERT INTO account SELECT NULL, 'x' || ?1, 'N' || ?1, 'n' || ?1, password, mail, settings,"
                                 " created, closed FROM account WHERE lookup = 'bob'"
                                 if len(database.execute("SELECT * FROM account").fetchone()) == 9 else
                                 "INSERT INTO account SELECT 'x' || ?1, 'N' || ?1, 'n' || ?1, password, mail, settings,"
                                 " created, closed FROM account WHERE lookup = 'bob'", (f"{i:07}",))
        database.close()
        names = [line.split()[0] for line in self.paua("list")[1]]
        self.assertEqual(names[:1003], ["Alice", "bob", "Carol", *(f"N{i:07}" for i in range(1000))])
        self.assertEqual([one["name"] for one in json.loads(self.paua("list", "--json")[1][0])["accounts"]], names)

    def test_show(self):
        carol, bob, _ = self.people()
        token = self.token(bob, "my \u5c71bot")
        client = self.server.client()
        status, _, made = client.call("POST", "/api/1/games", {"layout": "standard", "seats": [
            {"kind": "user", "name": "bob"}, {"kind": "user", "name": "carol"}]}, token)
        self.assertEqual(status, 201, made)
        code, lines, errors = self.paua("show", "Bob")
        self.assertEqual((code, errors), (0, ""))
        self.assertEqual([line.split()[0] for line in lines],
                         ["name", "id", "created", "mail", "games", "session", "token"])
        self.assertEqual(lines[4].split(maxsplit=1)[1], "1 open, 0 ended")
        self.assertIn(" read play ", lines[6])
        self.assertTrue(all(line.isprintable() for line in lines), lines)
        self.assertTrue(lines[6].endswith('"my \u5c71bot"'), lines[6])
        shown = json.loads(self.paua("show", "bob", "--json")[1][0])
        self.assertEqual(set(shown), {"name", "id", "created", "closed", "mail", "address", "pending", "games", "sessions", "tokens"})
        self.assertEqual((shown["closed"], shown["mail"], shown["games"]), (None, False, {"open": 1, "ended": 0}))
        # No secret is shown, not even as it is stored.
        database = sqlite3.connect(self.store)
        hashes = [row[0] for row in database.execute("SELECT hash FROM login")]
        database.close()
        self.assertEqual(len(hashes), 4)
        text = json.dumps(shown) + "".join(lines)
        for secret in (bob["Cookie"].split("=")[1], token["Authorization"][7:], "$argon2",
                       *(bytes(one).hex() if isinstance(one, bytes) else str(one) for one in hashes)):
            self.assertNotIn(secret, text)
        self.refused(self.paua("show", "nobody"), 1, "there is no account 'nobody'")
        self.refused(self.paua("show", "no body"), 1, "there is no account 'no body'")

    def test_password(self):
        _, bob, _ = self.people()
        token = self.token(bob)
        self.assertEqual(self.without_server("password", "Bob", text="battery staple\n"),
                         (0, ["bob: has a new password, and no session"], ""))
        self.assertEqual(self.sign_in("bob")[0], 401)
        status, session = self.sign_in("bob", "battery staple")
        self.assertEqual((status, self.account(session), self.account(token)), (200, 200, 200))
        self.assertEqual(self.account(bob), 401)
        # With tokens; the last line needs no end.
        self.assertEqual(self.without_server("password", "bob", "--tokens", text="p\u00e4ssw\u00f6rter")[0], 0)
        self.assertEqual((self.account(session), self.account(token)), (401, 401))
        self.assertEqual(self.sign_in("bob", "p\u00e4ssw\u00f6rter")[0], 200)
        self.assertEqual(self.sign_in("Carol")[0], 200)

    def test_passwords_that_are_none(self):
        self.people()
        for text, words in (("", "as a line of standard input"), ("\n", "at least 8 characters"),
                            ("7 bytes\n", "at least 8 characters"), ("\u00e4" * 7, "at least 8 characters"),
                            ("x" * 1001, "at most 1000 bytes"), ("with \0 in it", "no NUL")):
            with self.subTest(text=text[:20]):
                self.refused(self.paua("password", "bob", text=text), 2, words)
        for text in (b"\xff\xfe12345678", b"ends like DOS\r\n"):
            done = subprocess.run([PAUA, "admin", "password", "bob", "--store", f"sqlite:{self.store}"],
                                  input=text, capture_output=True, timeout=60)
            self.refused((done.returncode, done.stdout.decode().splitlines(), done.stderr.decode()), 2,
                         "in UTF-8 and without control characters")
        self.assertEqual(self.sign_in("bob")[0], 200)
        self.refused(self.paua("password", "nobody", text="battery staple"), 1, "there is no account")

    def type(self, *answers):
        """Types passwords at a terminal, each at its prompt; returns the exit code and all that it shows."""
        child, terminal = pty.fork()
        if child == 0:
            os.execv(PAUA, [PAUA, "admin", "password", "bob", "--store", f"sqlite:{self.store}"])
        shown = b""
        try:
            for i, answer in enumerate(answers):
                while shown.count(b": ") < i + 1:
                    shown += os.read(terminal, 1000)
                os.write(terminal, answer)
            while piece := os.read(terminal, 1000):
                shown += piece
        except OSError:  # the terminal's other side is closed
            pass
        os.close(terminal)
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), shown.decode()

    def test_terminal(self):
        """A terminal is asked twice and shows nothing of it."""
        self.people()
        self.server.stop()
        code, shown = self.type(b"battery staple\n", b"battery staple\n")
        self.assertEqual((code, shown), (0, "New password: \r\nThe same again: \r\nbob: has a new password, and no session\r\n"))
        code, shown = self.type(b"something else\n", b"something new\n")
        self.assertEqual(code, 2)
        self.assertIn("the two passwords differ; nothing has changed", shown)
        code, shown = self.type(b"something else\n", b"some\x03")  # Ctrl-C
        self.assertEqual(code, 3)
        self.assertIn("\r\npaua admin: interrupted; nothing has changed", shown)
        self.assertNotIn("some", shown.replace("something", ""))
        self.server = self.start()
        self.assertEqual(self.sign_in("bob", "battery staple")[0], 200)

    def test_signout(self):
        _, bob, alice = self.people()
        token = self.token(bob)
        _, other = self.sign_in("bob")
        self.assertEqual(self.without_server("signout", "bob"), (0, ["bob: is signed out"], ""))
        self.assertEqual([self.account(one) for one in (bob, other, token, alice)], [401, 401, 200, 200])
        self.assertEqual(self.without_server("signout", "bob", "--tokens")[0], 0)
        self.assertEqual([self.account(one) for one in (token, alice)], [401, 200])
        self.assertEqual(self.sign_in("bob")[0], 200)

    def test_close(self):
        _, bob, _ = self.people()
        token = self.token(bob)
        client = self.server.client()
        _, _, made = client.call("POST", "/api/1/games", {"layout": "standard", "seats": [
            {"kind": "user", "name": "bob"}, {"kind": "person"}]}, bob)
        self.assertEqual(self.without_server("close", "bob"), (0, ["bob: is closed"], ""))
        self.assertEqual([self.account(one) for one in (bob, token)], [401, 401])
        self.assertEqual(self.sign_in("bob")[0], 401)
        self.assertEqual(self.sign("/api/1/account", "BOB")[0], 409)
        # What was closed without a server leaves its games when the next one starts.
        game = lambda: self.server.client().call("GET", f"/api/1/games/{made['game']['id']}")[2]
        wait_until(lambda: game()["status"] == "over", 10)
        self.assertEqual((game()["result"], game()["reason"]), ("0-1", "resignation"))
        for arguments in (("close", "bob"), ("password", "bob"), ("signout", "bob")):
            self.refused(self.paua(*arguments, text="battery staple"), 1, "the account bob is closed")
        database = sqlite3.connect(self.store)
        row = database.execute("SELECT password, mail, settings FROM account WHERE lookup = 'bob'").fetchone()
        logins = database.execute("SELECT count(*) FROM login JOIN account ON account.id = login.account"
                                  " WHERE lookup = 'bob'").fetchone()[0]
        database.close()
        self.assertEqual((row, logins), (("", "", ""), 0))

    def test_wrong_usage(self):
        self.people()
        (self.folder / "text").write_text("these are my notes\n" * 100)
        for arguments, words in ((("lst",), "expected list, show, password, signout, close, reports, close-report, messages, remove-message, cancel, pairs or log"),
                                 (("list", "bob"), "list: expected no name"),
                                 (("show",), "show: expected the name of an account"),
                                 (("cancel",), "cancel: expected the id of a tournament"),
                                 (("cancel", "b3fC9xQ2", "--json"), "--json"),
                                 (("close", "bob", "--json"), "--json: expected list, show, reports, messages, pairs or log"),
                                 (("close", "bob", "--tokens"), "--tokens: expected password or signout")):
            with self.subTest(arguments=arguments):
                self.refused(self.paua(*arguments), 2, words)
        self.refused(self.paua("list", store=self.folder / "text"), 2, "is not a Paua store")
        self.refused(self.paua("close", "bob", store=self.folder / "absent"), 3, "there is no such store")
        self.assertFalse((self.folder / "absent").exists())


    def test_cancel(self):
        carol = self.people()[0]
        tournament = self.tournament(carol)
        self.refused(self.paua("cancel", "b3fC9xQ2"), 1, "there is no tournament 'b3fC9xQ2'")
        self.assertEqual(self.without_server("cancel", tournament), (0, [f"tournament {tournament}: is called off"], ""))
        self.refused(self.without_server("cancel", tournament), 1, f"the tournament {tournament} is over")
        self.assertEqual(self.status(tournament), "over")
        self.assertEqual(self.server.client().call("GET", "/api/1/tournaments")[2]["tournaments"], [])
        self.assertEqual(subprocess.run([PAUA, "store", "check", self.store], stdout=subprocess.DEVNULL).returncode, 0)


class Beside(AdminTest):
    """What changes something, while a server runs: the server does it."""

    def test_cancel(self):
        """An open tournament, and a running one, whose game goes on."""
        carol, bob, _ = self.people()
        call = lambda path, session: self.server.client().call("POST", f"/api/1/{path}", {}, session)
        first, second = (self.tournament(carol) for _ in range(2))
        for player in (carol, bob):
            self.assertEqual(call(f"tournaments/{second}/join", player)[0], 200)
        status, _, begun = call(f"tournaments/{second}/start", carol)
        self.assertEqual((status, begun["status"]), (200, "running"))
        for tournament in (first, second):
            self.assertEqual(self.beside_server("cancel", tournament),
                             (0, [f"tournament {tournament}: is called off"], ""))
            self.assertEqual(self.status(tournament), "over")
            self.refused(self.beside_server("cancel", tournament), 1, f"the tournament {tournament} is over")
        self.assertEqual(call(f"tournaments/{first}/join", bob)[0], 404)
        game = begun["pairings"][0]["game"]
        self.assertEqual(self.server.client().game(game)["status"], "playing")
        self.assertEqual(call(f"games/{game}/resign", bob)[0], 200)
        now = self.server.client().call("GET", f"/api/1/tournaments/{second}")[2]
        self.assertEqual((now["status"], now["pairings"]), ("over", begun["pairings"]))
        self.assertEqual(self.ask({"at": int(time.time() * 1000), "action": "cancel", "name": "../.."})[0], 404)
        self.assertIn(f"tournament {first} is called off", self.beside_server("log")[1][0])
        self.assertEqual(self.server.stop(), (0, ""))
        self.server = self.start()
        self.assertEqual([self.status(first), self.status(second)], ["over", "over"])

    def test_accounts(self):
        carol, bob, alice = self.people()
        token = self.token(bob)
        client = self.server.client()
        _, _, made = client.call("POST", "/api/1/games", {"layout": "standard", "seats": [
            {"kind": "user", "name": "bob"}, {"kind": "person"}]}, bob)
        self.assertEqual(self.beside_server("password", "Bob", text="battery staple\n"),
                         (0, ["bob: has a new password, and no session"], ""))
        self.assertEqual((self.account(bob), self.account(token)), (401, 200))
        self.assertEqual(self.sign_in("bob")[0], 401)
        status, session = self.sign_in("bob", "battery staple")
        self.assertEqual((status, self.account(session)), (200, 200))
        self.assertEqual(self.beside_server("signout", "bob"), (0, ["bob: is signed out"], ""))
        self.assertEqual((self.account(session), self.account(token)), (401, 200))
        self.assertEqual(self.beside_server("signout", "BOB", "--tokens")[0], 0)
        self.assertEqual((self.account(token), self.account(alice)), (401, 200))
        self.assertEqual(self.beside_server("close", "bob"), (0, ["bob: is closed"], ""))
        self.assertEqual(self.sign_in("bob", "battery staple")[0], 401)
        self.assertEqual(self.sign("/api/1/account", "Bob")[0], 409)
        self.assertEqual(client.game(made["game"]["id"])["id"], made["game"]["id"])
        self.refused(self.beside_server("close", "bob"), 1, "the account bob is closed")
        self.refused(self.beside_server("close", "nobody"), 1, "there is no account 'nobody'")
        # All of it is stored.
        self.assertEqual(self.server.stop(), (0, ""))
        self.server = self.start()
        self.assertEqual(self.sign_in("bob", "battery staple")[0], 401)
        self.assertIn("  closed 20", self.paua("list")[1][1])
        self.assertEqual(self.account(carol), 200)

    def test_streams_end(self):
        _, bob, _ = self.people()
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=30)
        self.addCleanup(connection.close)
        connection.request("GET", "/api/1/account/events", headers=bob)
        stream = connection.getresponse()
        self.assertEqual(stream.status, 200)
        self.assertEqual(self.beside_server("signout", "bob")[0], 0)
        stream.read()  # ends

    def test_the_log(self):
        self.people()
        self.assertEqual(self.beside_server("log")[:2], (0, []))
        self.assertEqual(self.beside_server("close", "bob")[0], 0)
        code, lines, errors = self.beside_server("log")
        self.assertEqual((code, len(lines), errors), (0, 1, ""))
        self.assertRegex(lines[0], r"\A20\S+Z  info     admin     account bob is closed\Z")
        rows = json.loads(self.beside_server("log", "--json")[1][0])["log"]
        self.assertEqual([(row["level"], row["event"], row["message"]) for row in rows],
                         [("info", "admin", "account bob is closed")])
        for _ in range(3):
            self.beside_server("signout", "Alice")
        self.assertEqual(len(self.beside_server("log")[1]), 4)
        self.assertEqual(self.paua("log", "bob", "--server", f"127.0.0.1:{self.server.port}")[0], 2)

    def test_no_server_there(self):
        """Nobody listens at the address; a server of another store does."""
        self.people()
        self.refused(self.paua("close", "bob", "--server", "127.0.0.1:1"), 3, "; --server says where the server of this store")
        other = Server(f"sqlite:{self.folder / 'other.db'}")
        self.addCleanup(other.close)
        self.refused(self.beside_server("close", "bob", server=other), 3, "has another store than ")
        self.assertEqual(self.sign_in("bob")[0], 200)
        self.assertEqual(self.server.stop(), (0, ""))
        self.refused(self.beside_server("log"), 3, "; --server says")

    def secret(self):
        return bytes.fromhex(self.sql("SELECT value FROM secret WHERE name = 'admin'")[0][0])

    def ask(self, asked, secret=None, headers=None, sealed=None):
        """Asks the server as `paua admin` does; returns the status and the answer."""
        text = json.dumps(asked) if isinstance(asked, dict) else asked
        secret = secret or self.secret()
        sealed = seal(secret, "request", text) if sealed is None else sealed
        status, _, answer = self.server.client().call("POST", "/api/1/admin", {"sealed": sealed}, headers)
        if status == 200:
            self.assertEqual(list(answer), ["sealed"])
            self.assertIsNone(unseal(secret, seal(secret, "request", text), answer["sealed"]))  # it is for this request alone
            answer = json.loads(unseal(secret, sealed, answer["sealed"]))
        return status, answer

    def test_who_may(self):
        self.people()
        now = int(time.time() * 1000)
        good = {"at": now, "action": "signout", "name": "bob"}
        self.assertEqual(self.ask(good), (200, {"account": "bob"}))
        for change in ({"at": now - 90000}, {"at": now + 90000}):
            self.assertEqual(self.ask(good | change)[0], 403)
        for sealed in ("", "0" * 64, "=", "\u00e4" * 64, seal(self.secret(), "answer", json.dumps(good)), json.dumps(good),
                       seal(self.secret(), "request", json.dumps(good))[:-8] + "AAAAAAA="):
            status, answer = self.ask(good, sealed=sealed)
            self.assertEqual((status, answer["error"]["code"]), (403, "bad_signature"))
        self.assertEqual(self.ask(good, secret=bytes(32))[0], 403)
        for name in ("X-Forwarded-For", "Forwarded"):
            status, answer = self.ask(good, headers={name: "192.0.2.1"})
            self.assertEqual((status, answer["error"]["code"]), (403, "not_local"))
        for asked in ("", "[]", "null", "{", {"at": now}, {"at": now, "action": 5}, {"at": now, "action": "x"},
                      {"at": "now", "action": "signout", "name": "bob"}, good | {"more": 1}, good | {"name": None},
                      {"at": now, "action": "password", "name": "bob", "hash": "secret"},
                      {"at": now, "action": "password", "name": "bob"}, "[" * 4000):
            with self.subTest(asked=str(asked)[:60]):
                self.assertEqual(self.ask(asked)[0], 400)
        for asked, status in (({"at": now, "action": "close"}, 404), ({"at": now, "action": "close", "name": "no body"}, 404),
                              ({"at": now, "action": "close", "name": "paua.5"}, 404),
                              ({"at": now, "action": "remove-message"}, 409), ({"at": now, "action": "close-report", "number": -1}, 409)):
            with self.subTest(asked=asked):
                self.assertEqual(self.ask(asked)[0], status)
        status, _, answer = self.server.client().call("POST", "/api/1/admin", {"sealed": 5})
        self.assertEqual((status, answer["error"]["code"]), (400, "bad_request"))
        self.assertEqual(self.sign_in("bob")[0], 200)

    def impostor(self, reply):
        """Somebody who listens where the server should: answers with `reply`, and keeps what he was sent."""
        heard = []

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                heard.append(self.rfile.read(int(self.headers["Content-Length"])))
                status, answer = reply(json.loads(heard[-1]))
                body = json.dumps(answer).encode()
                self.send_response(status)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        listener = http.server.HTTPServer(("127.0.0.1", 0), Handler)
        thread = threading.Thread(target=listener.serve_forever, args=(0.02,))
        thread.start()
        self.addCleanup(thread.join)
        self.addCleanup(listener.server_close)
        self.addCleanup(listener.shutdown)
        return listener.server_port, heard

    def test_an_impostor(self):
        """He learns nothing, and is not believed: neither that something was done nor the lines of a log."""
        self.people()
        old = self.server.client().call("POST", "/api/1/admin", {
            "sealed": seal(self.secret(), "request", json.dumps({"at": int(time.time() * 1000), "action": "log"}))})[2]
        forged = seal(bytes(32), "request", '{"account": "bob"}')
        log = {"log": [{"at": "2026-11-27T00:00:00Z", "level": "info", "event": "x", "message": "forged"}]}
        commands = (("password", "bob"), "battery staple\n"), (("close", "bob"), ""), (("log",), "")
        for reply in (lambda asked: (200, {"account": "bob"}), lambda asked: (200, log), lambda asked: (200, asked),
                      lambda asked: (200, old), lambda asked: (200, {"sealed": forged}), lambda asked: (200, {"sealed": 1}),
                      lambda asked: (200, {}), lambda asked: (204, {})):
            port, heard = self.impostor(reply)
            for arguments, text in commands:
                done = self.paua(*arguments, "--server", f"127.0.0.1:{port}", text=text)
                self.refused(done, 3, "")
                for words in (b"argon2id", b"password", b"action", b"staple"):
                    self.assertNotIn(words, heard[-1])
            commands = commands[-2:]
        self.assertEqual(self.sign_in("bob")[0], 200)


if __name__ == "__main__":
    unittest.main()
