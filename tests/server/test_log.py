"""The log: each request and event in both formats, never a secret, and never a reason to wait."""

import base64
import fcntl
import json
import os
import re
import subprocess
import threading
import unittest

from harness import PAUA, START_SECONDS, FolderTest, Stream, wait_until
from test_accounts import PASSWORD, Person

KEY = "k" * 32
MAIL = "ann@mail.example"
LOG = ("--log-format", "json")
REQUEST = {"time", "level", "event", "address", "method", "path", "status", "ms", "bytes"}


class LogTest(FolderTest):
    def lines(self, server):
        """Stops the server; every line of its log, parsed."""
        code, errors = server.stop()
        self.assertEqual(code, 0)
        return [json.loads(line) for line in errors.splitlines()]

    def requests(self, server):
        return [line for line in self.lines(server) if line["event"] == "request"]

    def test_json(self):
        server = self.start(*LOG)
        client = server.client()
        body = client.call("GET", "/api/1/layouts")[2]
        client.call("HEAD", "/healthz")
        client.call("GET", "/api/1/games/nothing0?x=y")
        game, _ = client.create()
        stream = Stream(server.port, game["id"])
        stream.next()
        lines = self.lines(server)
        stream.close()
        for line in lines:
            self.assertRegex(line["time"], r"^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$")
            self.assertEqual(line["level"], "info")
        self.assertEqual(sorted(line["event"] for line in lines), [*["request"] * 5, "start", "stop"])
        self.assertEqual([line["message"] for line in lines if line["event"] == "start"],
                         [f"serving http://127.0.0.1:{server.port}"])
        self.assertEqual([line["message"] for line in lines if line["event"] == "stop"], ["SIGTERM"])
        asked = [line for line in lines if line["event"] == "request"]
        asked.sort(key=lambda line: line["path"].endswith("/events"))  # stable; the one before may be logged after it
        for line in asked:
            self.assertEqual(set(line), REQUEST)
            self.assertEqual(line["address"], "127.0.0.1")
            self.assertGreater(line["ms"], 0)
        self.assertEqual([(line["method"], line["path"], line["status"]) for line in asked],
                         [("GET", "/api/1/layouts", 200), ("HEAD", "/healthz", 200),
                          ("GET", "/api/1/games/nothing0", 404), ("POST", "/api/1/games", 201),
                          ("GET", f"/api/1/games/{game['id']}/events", 200)])
        self.assertEqual(asked[0]["bytes"], len(json.dumps(body, separators=(",", ":"), ensure_ascii=False).encode()))
        self.assertEqual(asked[1]["bytes"], 0)
        self.assertGreater(asked[4]["bytes"], 500)  # what the stream has sent

    def test_text(self):
        server = self.start("--log-level", "info")
        server.client().call("GET", "/healthz")
        lines = sorted(server.stop()[1].splitlines())  # a request is logged after its answer, perhaps after the stop
        self.assertEqual(len(lines), 3)
        self.assertRegex(lines[0], r"^paua serve: 127\.0\.0\.1 GET /healthz 200, \d+\.\d{3} ms, 3 bytes$")
        self.assertEqual(lines[1], "paua serve: SIGTERM")
        self.assertRegex(lines[2], r"^paua serve: serving http://\S+$")

    def test_levels(self):
        """Without options there are no requests; failures there are at each level, and their messages are escaped."""
        for level in ("error", "warning", "info"):
            with self.subTest(level=level):
                self.store = self.folder / f'{level} "\x01é.db'
                server = self.start(*LOG, "--log-level", level)
                self.store.unlink()
                wait_until(lambda server=server: server.client().call("GET", "/readyz")[0] == 503)
                lines = self.lines(server)
                failures = [line for line in lines if line["event"] == "store"]
                self.assertEqual([line["level"] for line in failures], ["error"])
                self.assertIn("the file was removed", failures[0]["message"])
                self.assertEqual(len(lines) > len(failures), level == "info")
        self.store = self.folder / "quiet.db"
        server = self.start()
        server.client().call("GET", "/healthz")
        self.assertEqual(server.stop(), (0, ""))

    def test_a_start_that_fails(self):
        place = self.folder / 'no "\x01é' / "a.db"
        code, line = self.fails_with(*LOG, "--store", f"sqlite:{place}")
        self.assertEqual(code, 3)
        self.assertEqual((line["level"], line["event"]), ("error", "store"))
        self.assertIn(str(place), line["message"])
        server = self.start()
        code, line = self.fails_with(*LOG, "--store", f"sqlite:{self.folder}/b.db", "--listen", f"127.0.0.1:{server.port}")
        self.assertEqual((code, line["event"]), (3, "listen"))
        for option in (("--log-format", "xml"), ("--log-level", "debug")):
            self.assertIn(option[0], self.fails(*option)[1])

    def fails_with(self, *arguments):
        """The exit code and the line of JSON of a server that cannot start."""
        process = subprocess.run([PAUA, "serve", *arguments], capture_output=True, text=True, timeout=START_SECONDS)
        self.assertEqual((process.stdout, process.stderr.count("\n")), ("", 1))
        return process.returncode, json.loads(process.stderr)

    def test_the_client_of_a_proxy(self):
        server = self.start(*LOG, "--trusted-proxy", "127.0.0.1")
        client = server.client()
        for name in ("192.0.2.7", "2001:db8::7"):
            client.call("GET", "/healthz", headers={"X-Forwarded-For": f"evil, {name}"})
            client.call("GET", "/healthz", headers={"X-Forwarded-For": name})
        self.assertEqual(sorted(line["address"] for line in self.requests(server)),
                         ["192.0.2.7"] * 2 + ["2001:db8::7"] * 2)

    def raw(self, server, first_line, *headers):
        """Sends a head as it is, and reads the whole answer."""
        with server.connect() as connection:
            head = "\r\n".join([first_line, "Host: localhost", "Connection: close", *headers, "", ""])
            connection.sendall(head.encode("latin-1"))
            while connection.recv(4096):
                pass

    def test_no_secret(self):
        """Real requests with secrets in every place that one can be in: none of them is logged."""
        server = self.start(*LOG)
        ann = Person(server.port)
        server.clients.append(ann)
        ann.sign_up("Ann")
        first = ann.cookie
        ann.sign_in("Ann", "wrong " + PASSWORD)
        self.assertEqual(ann.sign_in("Ann")[0], 200)
        token = ann.token("play")["token"]
        bot = server.client(token)
        self.assertEqual(bot.call("GET", "/api/1/account")[0], 200)
        status, _, made = ann.call("POST", "/api/1/games", {"layout": "standard", "seats": [
            {"kind": "person"}, {"kind": "open"}]})
        self.assertEqual(status, 201)
        game, keys, invitations = made["game"]["id"], made["keys"], made["invitations"]
        invitation = next(text for text in invitations if text)
        key = next(text for text in keys if text)
        secrets = [PASSWORD, first, ann.cookie, token, key, invitation, KEY, MAIL, "wrong "]
        paths = [f"/api/1/games/{game}?invitation={invitation}", f"/api/1/games/{game}?key={key}", f"/g/{game}?{token}"]
        for secret in (key, token, invitation, ann.cookie, MAIL, KEY):
            paths += [f"/g/{secret}", f"/{secret}", f"/api/1/games/{secret}", f"/api/1/games/{secret}.svg",
                      f"/api/1/users/{secret}", f"/api/1/account/tokens/{secret}", f"/a/b/c/{secret}/d",
                      f"/api/1/games/{game}%3Fkey={secret}", f"/g/%22{secret}", f"/g/{game};{secret}"]
        player = server.client(key)
        for path in paths:
            player.call("GET", path)
            ann.call("GET", path, headers={"Referer": f"http://localhost/{KEY}", "User-Agent": KEY})
        player.call("DELETE", f"/api/1/account/tokens/{token}")
        self.assertEqual(player.move(game, 1, KEY)[0], 409)  # the open seat is not taken yet
        self.raw(server, f"GET http://{MAIL}:{KEY}@localhost/{key}?{token} HTTP/1.1", f"Authorization: Basic {KEY}")
        self.raw(server, f"{KEY} / HTTP/1.1")
        self.raw(server, f"GET /{KEY}\x01 HTTP/1.1")
        self.raw(server, f"GET {KEY}/{MAIL} HTTP/1.1")
        self.raw(server, f"GET /{KEY} HTTP/1.1", f"Host: {KEY}", f"X: {KEY}")
        stream = Stream(server.port, game, key=key)
        stream.next()
        stream.close()
        self.assertEqual(ann.call("DELETE", "/api/1/session")[0] // 100, 2)
        code, errors = server.stop()
        self.assertEqual(code, 0)
        lines = [json.loads(line) for line in errors.splitlines()]
        self.assertGreater(len(lines), 2 * len(paths))  # they are logged
        for secret in secrets:
            for form in (secret, secret.lower(), base64.b64encode(secret.encode()).decode().rstrip("=")):
                self.assertNotIn(form, errors)
        hidden = {line["path"] for line in lines if "*" in line.get("path", "")}
        self.assertEqual(hidden, {"/g/*", "/*", "/api/1/games/*", "/api/1/users/*", "/api/1/account/tokens/*",
                                  "/a/b/c/*/d", "*"})
        self.assertEqual({line["method"] for line in lines if "method" in line}, {"GET", "POST", "DELETE", "*"})

    def test_nobody_reads_it(self):
        """A full pipe stops no request; what was lost is counted."""
        server = self.start(*LOG)
        fcntl.fcntl(server.process.stderr.fileno(), 1031, 16384)  # F_SETPIPE_SZ
        client = server.client()
        for _ in range(150):
            self.assertEqual(client.call("GET", "/healthz")[0], 200)
        begun = os.read(server.process.stderr.fileno(), 5000)
        for _ in range(10):
            client.call("GET", "/healthz")
        server.process.terminate()
        rest = b"".join(iter(lambda: os.read(server.process.stderr.fileno(), 5000), b""))
        self.assertEqual(server.process.wait(START_SECONDS), 0)
        parsed = [json.loads(line) for line in (begun + rest).splitlines()]
        lost = [line for line in parsed if line["event"] == "log"]
        self.assertEqual({line["level"] for line in lost}, {"warning"})
        counts = [int(re.match(r"(\d+) lines were lost", line["message"])[1]) for line in lost]
        self.assertEqual(sum(counts) + len(parsed) - len(lost), 162)  # each is here or counted

    def test_requests_beside_each_other(self):
        """Lines of many threads do not mix."""
        server = self.start(*LOG)
        lines = []
        reader = threading.Thread(target=lambda: lines.extend(server.process.stderr))
        reader.start()

        def ask():
            client = server.client()
            for _ in range(200):
                client.call("GET", "/healthz")

        threads = [threading.Thread(target=ask) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        server.process.terminate()
        reader.join(30)
        self.assertEqual(sum(json.loads(line)["event"] == "request" for line in lines), 1600)


if __name__ == "__main__":
    unittest.main()
