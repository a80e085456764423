"""The command itself: its options, its one line, its exit codes."""
import contextlib
import http.client
import os
import pathlib
import signal
import socket
import subprocess
import threading
import unittest

from harness import PAUA, Client, FolderTest, Server, START_SECONDS, Stream, deaf_mail_server

MAIL_MODULE = pathlib.Path(PAUA).with_name("paua-mail.so")

LOOPBACK = (r"^paua serve: (http://\S+:(\d+))\n"
            r"paua serve: for this machine only; to play from others, start it with --listen 0\.0\.0\.0:\2\n$")


class Command(FolderTest):
    def run_briefly(self, arguments, environment, stop=signal.SIGTERM):
        """Starts it, waits until it has said something or ended, stops it; the code and both texts."""
        process = subprocess.Popen([PAUA, "serve", *arguments], stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True, env=environment)
        line = process.stdout.readline()
        process.send_signal(stop)
        with process:  # the rest of what it printed may have been read with the line
            return process.wait(START_SECONDS), line + process.stdout.read(), process.stderr.read()

    def test_default_store(self):
        """Under XDG_DATA_HOME, or the home folder; folders are made."""
        for name, below in (("XDG_DATA_HOME", "paua/paua.db"), ("HOME", ".local/share/paua/paua.db")):
            with self.subTest(name=name):
                home = self.folder / name / "new"
                environment = {key: value for key, value in os.environ.items()
                               if key != "XDG_DATA_HOME"} | {name: str(home)}
                code, out, errors = self.run_briefly(["--listen", "127.0.0.1:0"], environment)
                self.assertEqual((code, errors), (0, ""))
                self.assertRegex(out, LOOPBACK)
                self.assertTrue(out.startswith("paua serve: http://127.0.0.1:"), out)
                self.assertTrue((home / below).is_file())

    def test_no_home(self):
        environment = {key: value for key, value in os.environ.items()
                       if key not in ("XDG_DATA_HOME", "HOME")}
        code, out, errors = self.run_briefly(["--listen", "127.0.0.1:0"], environment)
        self.assertEqual((code, out), (3, ""))
        self.assertIn("expected --store sqlite:FILE", errors)

    def test_port_in_use(self):
        server = self.start()
        code, line = self.fails("--listen", f"127.0.0.1:{server.port}", "--store",
                                f"sqlite:{self.folder}/other.db")
        self.assertEqual(code, 3)
        self.assertIn(f"127.0.0.1:{server.port}", line)
        self.assertIn("in use", line)
        self.assertEqual(server.client().call("GET", "/healthz")[0], 200)

    def thread_seconds(self, server):
        """Processor time of each thread that reads requests."""
        return [int((thread / "schedstat").read_text().split()[0]) / 1e9
                for thread in pathlib.Path(f"/proc/{server.process.pid}/task").iterdir()
                if (thread / "comm").read_text() == "MHD-worker\n"]

    def test_connections_are_dealt_out_to_all_threads(self):
        """One after the other or at once: no thread stays idle while another one works."""
        server = self.start("--rate", "0")
        connections = [server.connect() for _ in range(24)]
        request = b"GET /api/1/layouts HTTP/1.1\r\nHost: localhost\r\n\r\n" * 8
        while sum(self.thread_seconds(server)) < 0.25:
            for connection in connections:
                connection.sendall(request)
            for connection in connections:
                answers = b""
                while answers.count(b"HTTP/1.1 200") < 8 or not answers.endswith(b"}"):
                    answers += connection.recv(1 << 20)
        for connection in connections:
            connection.close()
        shares = sorted(self.thread_seconds(server))
        self.assertGreater(shares[0], shares[-1] / 3, shares)

    def test_port_is_free_at_once_after_a_stop(self):
        server = self.start()
        game, _ = server.client().create()
        server.stop()
        again = Server(f"sqlite:{self.store}", "--listen", f"127.0.0.1:{server.port}")
        self.addCleanup(again.close)
        self.assertEqual(again.port, server.port)
        self.assertEqual(again.client().game(game["id"])["ply"], 1)

    def test_ipv6(self):
        try:
            socket.create_server(("::1", 0), family=socket.AF_INET6).close()
        except OSError:
            self.skipTest("no IPv6 here")
        code, out, _ = self.run_briefly(["--listen", "[::1]:0", "--store", f"sqlite:{self.store}"],
                                        dict(os.environ))
        self.assertEqual(code, 0)
        self.assertRegex(out, LOOPBACK)
        self.assertTrue(out.startswith("paua serve: http://[::1]:"), out)

    def test_loopback_is_known_to_the_page(self):
        status, _, answer = self.start().client().call("GET", "/api/1/server")
        self.assertEqual((status, answer), (200, {"loopback": True, "addresses": [], "mail": False}))

    def test_bad_addresses(self):
        for address in ("", "8080", ":8080", "127.0.0.1", "127.0.0.1:", "127.0.0.1:x", "127.0.0.1:65536",
                        "127.0.0.1:80 80", "[::1", "[::1]", "[]:80", "::1:80", "nowhere.invalid:80",
                        "127.0.0.1:-1", "x" * 500 + ":80"):
            with self.subTest(address=address):
                code, line = self.fails("--listen", address, "--store", f"sqlite:{self.store}")
                self.assertEqual(code, 2, line)
                self.assertIn("expected", line)

    def test_foreign_address(self):
        code, line = self.fails("--listen", "192.0.2.1:0", "--store", f"sqlite:{self.store}")
        self.assertEqual(code, 3)
        self.assertIn("192.0.2.1:0", line)

    def test_wrong_usage(self):
        for arguments in (["--host", "a:80"], ["--host", ""], ["--host", "http://a"], ["--nonsense"], ["operand"], ["--rate", "x"], ["--rate", "-1"], ["--listen"]):
            with self.subTest(arguments=arguments):
                self.assertEqual(self.fails(*arguments)[0], 2)

    def test_quiet(self):
        process = subprocess.Popen(
            [PAUA, "serve", "--quiet", "--listen", "127.0.0.1:0", "--store", f"sqlite:{self.store}"],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        with self.assertRaises(subprocess.TimeoutExpired):
            process.wait(1)
        process.send_signal(signal.SIGTERM)
        self.assertEqual(process.communicate(timeout=START_SECONDS), ("", ""))
        self.assertEqual(process.returncode, 0)

    def test_nowhere_to_print(self):
        with open("/dev/full", "w") as full:
            done = subprocess.run([PAUA, "serve", "--listen", "127.0.0.1:0", "--store",
                                   f"sqlite:{self.store}"], stdout=full, stderr=subprocess.PIPE,
                                  text=True, timeout=START_SECONDS)
        self.assertEqual(done.returncode, 3)
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)

    def test_help(self):
        done = subprocess.run([PAUA, "serve", "--help"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0)
        for word in ("--listen", "--host", "--store", "--rate", "--pause", "--quiet"):
            self.assertIn(word, done.stdout)

    def test_idle_memory(self):
        """Under 30 MiB resident once it has served something."""
        if float(os.environ.get("PAUA_SLOWDOWN", "1")) > 1:
            self.skipTest("a sanitizer's memory says nothing")
        server = self.start()
        client = server.client()
        for _ in range(20):
            game, keys = client.create(layout="standard")
            server.client(keys[0]).move(game["id"], 1, "c3d3")
        status = pathlib.Path(f"/proc/{server.process.pid}/status").read_text()
        resident = int(status.split("VmRSS:")[1].split()[0]) / 1024
        self.assertLess(resident, 30)


class LocalConnection(http.client.HTTPConnection):
    """To a socket in the file system, by a user of this machine."""

    def __init__(self, path, user=None):
        super().__init__("localhost", timeout=30)
        self.path, self.user = path, user

    def connect(self):
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.settimeout(self.timeout)
        own = os.geteuid()
        os.seteuid(own if self.user is None else self.user)
        try:
            self.sock.connect(str(self.path))
        finally:
            os.seteuid(own)


class LocalClient(Client):
    def __init__(self, path, key=None, user=None):
        self.key, self.connection = key, LocalConnection(path, user)


class LocalStream(Stream):
    def __init__(self, path, game_id, sse):
        self.sse, self.connection = sse, LocalConnection(path)
        self.connection.request("GET", f"/api/1/games/{game_id}/events", headers={"Accept": "text/event-stream"} if sse else {})
        self.answer = self.connection.getresponse()


class Socket(FolderTest):
    """--socket: who listens there, who is believed."""

    def setUp(self):
        super().setUp()
        self.socket = self.folder / "run" / "paua.sock"
        self.socket.parent.mkdir(mode=0o755)

    def start(self, *arguments, **options):
        return super().start("--socket", str(self.socket), *arguments, **options)

    def client(self, key=None, user=None):
        client = LocalClient(self.socket, key, user)
        self.addCleanup(client.close)
        return client

    def refused(self, *words, path=None, code=3):
        """No server starts with this socket."""
        status, line = self.fails("--store", f"sqlite:{self.folder}/other.db", "--socket", str(path or self.socket))
        self.assertEqual(status, code, line)
        for word in words:
            self.assertIn(word, line)

    def connect(self, path=None, cwd=None):
        """`paua connect` to the socket: its exit code and its line."""
        done = subprocess.run([PAUA, "connect", str(path or self.socket), "who"], cwd=cwd, capture_output=True, text=True, timeout=START_SECONDS)
        return done.returncode, done.stdout + done.stderr

    def listen(self, family, address):
        """Somebody who listens and keeps what he is sent."""
        heard = []
        listening = socket.socket(family)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
        listening.listen()

        def run():
            with contextlib.suppress(OSError):
                while True:
                    with listening.accept()[0] as connection:
                        heard.append(connection.recv(10000))

        thread = threading.Thread(target=run)
        thread.start()
        self.addCleanup(thread.join)
        self.addCleanup(listening.close)
        self.addCleanup(listening.shutdown, socket.SHUT_RDWR)
        return heard

    def mail(self, server, recipient="paua@club.example"):
        """`paua mail`: its exit code and its line."""
        done = subprocess.run([PAUA, "mail", "--server", str(server), "--recipient", recipient, "--sender", "ann@example.org"], input="From: ann@example.org\n\nwho\n",
                              capture_output=True, text=True, timeout=START_SECONDS)
        return done.returncode, done.stdout + done.stderr

    def test_requests_and_streams(self):
        """As at the port, by the same server; the stop ends a stream and removes the socket."""
        server = self.start("--log-level", "info")
        self.assertEqual(self.socket.stat().st_mode & 0o777, 0o666)
        game, keys = self.client().create(layout="standard")
        self.assertEqual(server.client().game(game["id"])["ply"], 1)
        streams = [LocalStream(self.socket, game["id"], sse) for sse in (False, True)]
        for stream in streams:
            self.addCleanup(stream.close)
            self.assertEqual(stream.next()["type"], "gameFull")
        for ply, move in ((1, "c3d3"), (2, "g5f5")):
            self.assertEqual(self.client(keys[ply - 1]).move(game["id"], ply, move)[0], 200)
            for stream in streams:
                self.assertEqual(stream.next()["move"], move)
        self.assertEqual(self.connect(), (0, "You are not signed in.\n"))
        client = self.client()
        self.assertEqual(client.call("GET", "/metrics")[0], 200)
        self.assertEqual(client.call("GET", "/metrics", headers={"X-Forwarded-For": "192.0.2.1"})[0], 403)
        self.assertEqual(client.call("GET", "/healthz", headers={"Host": "evil.example"})[0], 421)
        code, log = server.stop()
        self.assertEqual(code, 0)
        for stream in streams:
            self.assertIsNone(stream.next())
        self.assertIn(f"serving http://127.0.0.1:{server.port} and {self.socket}\n", log)
        self.assertIn(f"unix:{os.geteuid()} GET /metrics 403, ", log)
        self.assertEqual(list(self.socket.parent.iterdir()), [])
        self.assertIn("no server listens there", self.connect()[1])

    def test_clients(self):
        """The programs of a user are one client at the socket, beside those of the port; a proxy there may name others."""
        for arguments, refused in (((), True), (("--trusted-proxy", "unix:"), False)):
            server = self.start("--rate", "1", "--log-level", "info", *arguments)
            client = self.client()
            ask = lambda i: client.call("GET", "/healthz", headers={"X-Forwarded-For": f"192.0.2.{i % 100}"})[0]  # in bursts of four
            self.assertEqual(any(ask(i) == 429 for i in range(400)), refused)
            self.assertEqual(server.client().call("GET", "/healthz")[0], 200)
            _, log = server.stop()
            self.assertIn(f"unix:{os.geteuid()} GET /healthz" if refused else "192.0.2.99 GET /healthz", log)

    def test_zero_address(self):
        """`::` is an address like others, not that of the socket's clients: in the log, and as a trusted proxy."""
        for proxy, seen in (("unix:", ":: GET /healthz"), ("::", f"unix:{os.geteuid()} GET /healthz")):
            server = self.start("--trusted-proxy", proxy, "--log-level", "info")
            self.assertEqual(self.client().call("GET", "/healthz", headers={"X-Forwarded-For": "::"})[0], 200)
            _, log = server.stop()
            self.assertIn(f" {seen}", log)

    @unittest.skipUnless(os.geteuid() == 0, "only root can be several users")
    def test_users(self):
        """Each user is a client of its own, for requests and connections; all of them have four times as much, whatever the number of ids."""
        self.folder.chmod(0o755)
        server = self.start("--rate", "1", "--client-connections", "2", "--log-level", "info")
        ask = lambda user: self.client(None, user).call("GET", "/healthz")[0]
        self.assertEqual([ask(4711), ask(4711)], [200, 200])
        with self.assertRaises((ConnectionError, http.client.HTTPException)):
            ask(4711)
        self.assertEqual([ask(4712), ask(4713), ask(None)], [200, 200, 200])
        self.assertEqual([ask(4714), ask(4714), ask(4715)], [200, 200, 200])  # eight connections, four times two
        with self.assertRaises((ConnectionError, http.client.HTTPException)):
            ask(4716)
        self.assertEqual(server.client().call("GET", "/healthz")[0], 200)
        _, log = server.stop()
        for user in (4711, 4712, 0):
            self.assertIn(f" unix:{user} GET /healthz", log)

    @unittest.skipUnless(os.geteuid() == 0, "only root can be several users")
    def test_rate_of_users(self):
        self.folder.chmod(0o755)
        self.start("--rate", "1")
        greedy, other = self.client(None, 4711), self.client(None, 4712)
        self.assertIn(429, [greedy.call("GET", "/healthz")[0] for _ in range(400)])  # in bursts of four
        self.assertEqual(other.call("GET", "/healthz")[0], 200)

    @unittest.skipUnless(os.geteuid() == 0, "only root can be several users")
    def test_proxy_of_a_user(self):
        """--trusted-proxy unix:UID believes one user, and no other."""
        self.folder.chmod(0o755)
        server = self.start("--trusted-proxy", "unix:4711", "--log-level", "info")
        for user in (4711, 4712):
            self.assertEqual(self.client(None, user).call("GET", "/healthz", headers={"X-Forwarded-For": f"192.0.2.{user % 100}"})[0], 200)
        _, log = server.stop()
        self.assertIn(" 192.0.2.11 GET /healthz", log)
        self.assertIn(" unix:4712 GET /healthz", log)
        self.assertIn("start with --trusted-proxy unix:4712\n", log)

    def test_killed(self):
        """What a killed server has left behind is replaced."""
        server = self.start()
        server.stop(signal.SIGKILL)
        self.assertTrue(self.socket.is_socket())
        self.assertEqual(self.connect(), (3, f"paua connect: {self.socket}: Connection refused; no server listens there\n"))
        server = self.start()
        self.assertEqual(self.connect()[0], 0)
        self.assertEqual(server.stop(), (0, ""))

    def test_taken(self):
        """The socket of a server that runs, of another program, and what is none, stay as they are."""
        server = self.start()
        self.refused(f"{self.socket} is the socket of another server")
        self.assertEqual(self.connect()[0], 0)
        self.assertEqual(server.stop(), (0, ""))
        self.listen(socket.AF_UNIX, str(self.socket))
        self.refused("is the socket of another program")
        self.socket.unlink()
        self.socket.write_text("text")
        self.refused("is not a socket, and stays as it is")
        self.assertEqual(self.socket.read_text(), "text")
        self.assertIn("is not a socket", self.connect()[1])

    def test_bad_paths(self):
        self.refused("expected a path of at most 107 bytes", path="/" + "x" * 107, code=2)
        self.refused("No such file or directory", path=self.folder / "none" / "paua.sock")
        self.assertEqual(self.connect("/" + "x" * 107)[0], 2)

    def test_relative_paths(self):
        """With a slash, with .sock at the end, or as the name of a socket that is there, and no host."""
        self.start()
        pathlib.Path(self.socket.parent, "link").hardlink_to(self.socket)
        for path, place in (("run/paua.sock", self.folder), ("paua.sock", self.socket.parent), ("link", self.socket.parent)):
            self.assertEqual(self.connect(path, place), (0, "You are not signed in.\n"), path)
        self.assertEqual(self.connect("none.sock", self.folder), (3, "paua connect: none.sock: No such file or directory; no server listens there\n"))
        code, line = self.connect("run/none", self.folder)
        self.assertEqual(code, 2)
        self.assertIn("or the path of a server's socket; nothing is at this path", line)

    def test_directories_of_others(self):
        """Where somebody else may write no server listens, and no client connects, whoever listens there."""
        heard = self.listen(socket.AF_UNIX, str(self.socket))
        for mode in (0o777, 0o775, 0o1777):
            self.socket.parent.chmod(mode)
            self.refused(f"{self.socket.parent}: ", path=self.socket.parent / "other.sock")
            code, line = self.connect()
            self.assertEqual(code, 3, line)
            self.assertIn(f"{self.socket.parent}: ", line)
        self.socket.parent.chmod(0o755)
        if os.geteuid() == 0:  # who can give something away
            os.chown(self.socket.parent, 4711, 4711)
            self.refused("belongs to user 4711", path=self.socket.parent / "other.sock")
            self.assertIn("belongs to user 4711", self.connect()[1])
            os.chown(self.socket.parent, 0, 0)
        self.assertEqual(heard, [])
        self.connect()
        self.assertIn(b"/api/1/command", heard[0])

    @unittest.skipUnless(MAIL_MODULE.exists(), "no GMime here")
    def test_mail(self):
        """A mail is handed to the server at the socket. While it does not run, who has taken its port gets no code."""
        listening, options = deaf_mail_server()
        self.addCleanup(listening.close)
        server = self.start(*options)
        self.assertEqual(self.mail(self.socket), (0, ""))
        self.assertEqual(self.sql("SELECT count(*) FROM mail"), [["1"]])  # the answer to a stranger
        for number in (signal.SIGTERM, signal.SIGKILL):
            server.stop(number)
            heard = self.listen(socket.AF_INET, ("127.0.0.1", server.port))
            self.assertEqual(self.mail(self.socket, "paua+secretcode@club.example")[0], 75)
            self.assertEqual(heard, [])
            self.assertEqual(self.mail(f"127.0.0.1:{server.port}", "paua+secretcode@club.example")[0], 75)
            self.assertIn(b"secretcode", heard[0])  # the port proves nothing
            server = self.start(*options)


if __name__ == "__main__":
    unittest.main()
