"""The command itself: its options, its one line, its exit codes."""
import os
import pathlib
import signal
import socket
import subprocess
import unittest

from harness import PAUA, FolderTest, Server, START_SECONDS


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
        ticks = []
        for thread in pathlib.Path(f"/proc/{server.process.pid}/task").iterdir():
            name, fields = (thread / "stat").read_text().split("(", 1)[1].rsplit(")", 1)
            if name == "MHD-worker":
                ticks.append(int(fields.split()[11]) + int(fields.split()[12]))
        return [count / os.sysconf("SC_CLK_TCK") for count in ticks]

    def test_connections_are_dealt_out_to_all_threads(self):
        """One after the other or at once: no thread stays idle while another one works."""
        server = self.start("--rate", "0")
        connections = [server.connect() for _ in range(24)]
        request = b"GET /api/1/layouts HTTP/1.1\r\nHost: localhost\r\n\r\n" * 8
        while sum(self.thread_seconds(server)) < 1:
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


if __name__ == "__main__":
    unittest.main()
