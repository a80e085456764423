"""The command itself: its options, its one line, its exit codes."""
import json
import os
import pathlib
import signal
import socket
import subprocess
import sys
import unittest

from harness import PAUA, FolderTest, Server, START_SECONDS, wait_until


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
        self.assertEqual((status, answer), (200, {"loopback": True, "addresses": []}))

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


class Network:
    """Two machines on one cable, each a network namespace: 10.77.0.1 and fd77::1, 10.77.0.2 and fd77::2."""

    def __init__(self, test):
        if subprocess.run(["unshare", "--net", "true"], capture_output=True).returncode != 0:
            test.skipTest("no network namespaces here")
        self.holders = [subprocess.Popen(["unshare", "--net", "sleep", "600"]) for _ in range(2)]
        test.addCleanup(self.close)
        wait_until(lambda: all(self.link(i) != os.readlink("/proc/self/ns/net") for i in (0, 1)))
        self.ip(0, f"link add cable type veth peer name cable netns {self.holders[1].pid}")
        for i in (0, 1):
            self.ip(i, f"addr add 10.77.0.{i + 1}/24 dev cable")
            self.ip(i, f"addr add fd77::{i + 1}/64 dev cable nodad")
            self.ip(i, "link set lo up")
            self.ip(i, "link set cable up")

    def link(self, i):
        return os.readlink(f"/proc/{self.holders[i].pid}/ns/net")

    def inside(self, i, *command):
        return ["nsenter", f"--net=/proc/{self.holders[i].pid}/ns/net", *command]

    def ip(self, i, arguments):
        subprocess.run(self.inside(i, "ip", *arguments.split()), check=True)

    def close(self):
        for holder in self.holders:
            holder.kill()
            holder.wait()


class OtherDevices(FolderTest):
    """From another machine: the addresses that the server prints are the ones that work there."""

    def serve(self, *command):
        process = subprocess.Popen([*command, "--store", f"sqlite:{self.store}"], stdout=subprocess.PIPE,
                                   stderr=subprocess.DEVNULL, text=True)
        self.addCleanup(process.communicate)
        self.addCleanup(process.kill)
        return process

    def listen(self, address, *options):
        return self.serve(*self.network.inside(0, PAUA, "serve", "--listen", address, *options))

    def ask(self, machine, url, body=None, headers=None):
        """The status and the JSON that a program on that machine gets; status 0: no connection."""
        done = subprocess.run(self.network.inside(machine, sys.executable, "-c", ASK),
                              input=json.dumps([url, body, headers or {}]), capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)

    def play_at(self, url):
        """A game made and a move played from the other machine."""
        status, answer = self.ask(1, url + "/api/1/games", {
            "layout": "standard", "seats": [{"kind": "person"}] * 2}, {"Origin": url})
        self.assertEqual(status, 201, answer)
        game = f"{url}/api/1/games/{answer['game']['id']}"
        moved = self.ask(1, game + "/moves", {"ply": 1, "move": "c3d3"},
                         {"Authorization": f"Bearer {answer['keys'][0]}"})
        self.assertEqual(moved[0], 200, moved)
        self.assertEqual(self.ask(0, game)[1]["moves"], ["c3d3"])

    def test_all_addresses(self):
        self.network = Network(self)
        for listen, own, others in (
                ("0.0.0.0:8080", "http://127.0.0.1:8080", ["http://10.77.0.1:8080"]),
                ("[::]:8081", "http://[::1]:8081", ["http://10.77.0.1:8081", "http://[fd77::1]:8081"])):
            with self.subTest(listen=listen):
                process = self.listen(listen)
                lines = [process.stdout.readline() for _ in range(1 + len(others))]
                self.assertEqual(lines, [f"paua serve: {own}\n"] +
                                 [f"paua serve: {url} for other devices\n" for url in others])
                self.assertEqual(self.ask(0, own + "/api/1/server"),
                                 [200, {"loopback": False, "addresses": others}])
                for url in others:
                    self.play_at(url)
                    for host in ("evil.example", "10.77.0.2:8080", "[fd77::2]", "10.77.0.1.evil.example"):
                        self.assertEqual(self.ask(1, url + "/", None, {"Host": host})[0], 421)
                process.kill()
                process.wait()

    def test_one_address(self):
        self.network = Network(self)
        process = self.listen("10.77.0.1:8080", "--host", "paua.test")
        self.assertEqual(process.stdout.readline(), "paua serve: http://10.77.0.1:8080\n")
        self.assertEqual(self.ask(1, "http://10.77.0.1:8080/api/1/server"),
                         [200, {"loopback": False, "addresses": ["http://10.77.0.1:8080"]}])
        health = "http://10.77.0.1:8080/healthz"
        self.assertEqual(self.ask(1, health, None, {"Host": "paua.test:8080"})[0], 200)
        self.assertEqual(self.ask(1, health, None, {"Host": "evil.test"})[0], 421)

    def test_loopback_only(self):
        self.network = Network(self)
        process = self.listen("127.0.0.1:8080")
        self.assertEqual(process.stdout.readline(), "paua serve: http://127.0.0.1:8080\n")
        self.assertIn("for this machine only", process.stdout.readline())
        self.assertEqual(self.ask(1, "http://10.77.0.1:8080/healthz")[0], 0)
        self.assertEqual(self.ask(0, "http://127.0.0.1:8080/healthz")[0], 200)

    def test_no_network(self):
        process = self.serve("unshare", "--net", PAUA, "serve", "--listen", "0.0.0.0:8080")
        if not process.stdout.readline():
            self.skipTest("no network namespaces here")
        self.assertEqual(process.stdout.readline(),
                         "paua serve: this machine has no address that others could open\n")


# A client that makes one request, to be run in another network namespace.
ASK = """
import json, sys, urllib.error, urllib.request
url, body, headers = json.load(sys.stdin)
data = json.dumps(body).encode() if body is not None else None
if data:
    headers["Content-Type"] = "application/json"
opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
try:
    with opener.open(urllib.request.Request(url, data, headers), timeout=10) as answer:
        status, text = answer.status, answer.read()
except urllib.error.HTTPError as error:
    with error:
        status, text = error.code, error.read()
except urllib.error.URLError:
    status, text = 0, b""
print(json.dumps([status, json.loads(text) if text[:1] == b"{" else None]))
"""


if __name__ == "__main__":
    unittest.main()
