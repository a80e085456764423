"""From other devices: the addresses that the server prints are the ones that work there. CTest counts this as skipped
where there are no network namespaces."""
import json
import os
import shutil
import subprocess
import sys
import unittest

from harness import PAUA, FolderTest, wait_until

NO_NETWORKS = "no network namespaces here: they need root and the program ip"
NETWORKS = shutil.which("ip") and subprocess.run(["unshare", "--net", "true"], capture_output=True).returncode == 0


class Network:
    """Two machines on one cable, each a network namespace: 10.77.0.1 and fd77::1, 10.77.0.2 and fd77::2."""

    def __init__(self, test):
        if not NETWORKS:
            test.skipTest(NO_NETWORKS)
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
                                 [200, {"loopback": False, "addresses": others, "mail": False}])
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
                         [200, {"loopback": False, "addresses": ["http://10.77.0.1:8080"], "mail": False}])
        health = "http://10.77.0.1:8080/healthz"
        self.assertEqual(self.ask(1, health, None, {"Host": "paua.test:8080"})[0], 200)
        self.assertEqual(self.ask(1, health, None, {"Host": "evil.test"})[0], 421)

    def test_metrics_are_for_the_machine(self):
        self.network = Network(self)
        process = self.listen("10.77.0.1:8080")
        process.stdout.readline()
        status, answer = self.ask(1, "http://10.77.0.1:8080/metrics")
        self.assertEqual((status, answer["error"]["code"]), (403, "not_local"))

    def test_an_ipv6_network_is_one_client(self):
        """Its connections count together, whichever of its addresses they come from."""
        self.network = Network(self)
        served = self.connect_from([f"fd77::1{i}" for i in range(6)] + ["fd77:0:0:1::1"], 4)
        self.assertEqual(served, [True] * 4 + [False] * 2 + [True])

    def test_larger_networks(self):
        """A /56 may keep four times as many connections as a client, a /48 sixteen times as many."""
        self.network = Network(self)
        served = self.connect_from([f"fd77:0:0:{i}::3" for i in range(5)] + [f"fd77:0:0:{i}00::3" for i in range(1, 14)] + ["fd77:0:1::3"], 1)
        self.assertEqual(served, [True] * 4 + [False] + [True] * 12 + [False, True])

    def connect_from(self, addresses, most):
        """Which of the addresses get a connection, where a client may have so many."""
        self.network.ip(0, "route add fd77::/32 dev cable")
        for address in addresses:
            self.network.ip(1, f"addr add {address}/128 dev cable nodad")
        process = self.listen("[fd77::1]:8080", "--client-connections", str(most))
        process.stdout.readline()
        done = subprocess.run(self.network.inside(1, sys.executable, "-c", CONNECT, *addresses), capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)

    def test_loopback_only(self):
        self.network = Network(self)
        process = self.listen("127.0.0.1:8080")
        self.assertEqual(process.stdout.readline(), "paua serve: http://127.0.0.1:8080\n")
        self.assertIn("for this machine only", process.stdout.readline())
        self.assertEqual(self.ask(1, "http://10.77.0.1:8080/healthz")[0], 0)
        self.assertEqual(self.ask(0, "http://127.0.0.1:8080/healthz")[0], 200)

    def test_no_network(self):
        if not NETWORKS:
            self.skipTest(NO_NETWORKS)
        process = self.serve("unshare", "--net", PAUA, "serve", "--listen", "0.0.0.0:8080")
        process.stdout.readline()
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

# Keeps a connection from each address; which of them are served.
CONNECT = """
import json, socket, sys
kept, served = [], []
for address in sys.argv[1:]:
    kept.append(socket.create_connection(("fd77::1", 8080), 10, (address, 0)))
    try:
        kept[-1].sendall(b"GET /healthz HTTP/1.1\\r\\nHost: [fd77::1]\\r\\n\\r\\n")
        served.append(kept[-1].recv(100).startswith(b"HTTP/1.1 200"))
    except ConnectionResetError:
        served.append(False)
print(json.dumps(served))
"""


if __name__ == "__main__":
    unittest.main()
