"""Every limit of `paua serve`: it stands in the table of docs/operations.md, its metrics are there, and what it refuses is counted."""
import json
import pathlib
import re
import subprocess
import time

from harness import PAUA, SLOWDOWN, FolderTest, wait_until
from test_accounts import Person

OPERATIONS = pathlib.Path(__file__).parents[2] / "docs" / "operations.md"
OTHER_OPTIONS = {"mail-server", "mail-address", "mail-site", "listen", "socket", "host", "store", "tables", "trusted-proxy", "pause", "public-metrics", "quiet", "help", "log-format", "log-level",
                 "stop-delay", "vacation-days"}
LIMITED = ("--rate", "100000")  # clients have limits, but none of requests that matters
PERSONS = [{"kind": "person"}, {"kind": "person"}]
COMPUTERS = [{"kind": "computer", "level": 1}] * 2
SLOW = [{"kind": "computer", "level": 10}, {"kind": "person"}]
LISTED = [{"kind": "person"}, {"kind": "open", "listed": True}]
ANALYSIS = {"layout": "standard", "time": 5000}


def table_rows():
    """Of each row of the limits: its options, the first one is its name, and the metric of what is in use, or None."""
    section = OPERATIONS.read_text(encoding="utf-8").split("\n## Limits\n")[1].split("\n## ")[0]
    for line in section.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("| ") and (options := re.findall(r"`--([a-z-]+)", cells[1])):
            yield options, cells[-1].strip("`") or None


class Limits(FolderTest):
    def setUp(self):
        super().setUp()
        self.connections = []
        self.addCleanup(lambda: [connection.close() for connection in self.connections])

    def metrics(self):
        """All figures, asked by a client of another address."""
        lines = self.watcher.call("GET", "/metrics")[2].decode().splitlines()
        return {name: int(value) for name, value in (line.rsplit(" ", 1) for line in lines if line[0] != "#")}

    def limited(self):
        """The limits that have refused something."""
        counters = re.compile(r'paua_limited_total\{option="([a-z-]+)"\}')
        return {match[1] for name, value in self.metrics().items() if value and (match := counters.fullmatch(name))}

    def make(self, seats, times=1):
        return {self.client.call("POST", "/api/1/games", {"layout": "belgian-daisy", "seats": seats})[0] for _ in range(times)}

    def connect(self, times, request=b""):
        for _ in range(times):
            self.connections.append(self.server.connect())
            self.connections[-1].sendall(request)

    def stream(self, times):
        game, _ = self.watcher.create()
        self.connect(times, f"GET /api/1/games/{game['id']}/events HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())

    def analyse(self):
        body = str(ANALYSIS).replace("'", '"')
        self.connect(2, f"POST /api/1/analysis HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                     f"Content-Length: {len(body)}\r\n\r\n{body}".encode())

    def remove(self):
        game, keys = self.client.create()
        self.client.key = keys[0]
        self.assertEqual(self.client.call("POST", f"/api/1/games/{game['id']}/decline")[0], 200)
        time.sleep(1.1)
        self.assertEqual(self.server.stop(), (0, ""))
        self.begin()

    def ask_as_bot(self):
        person = Person(self.server.port)
        self.connections.append(person)
        person.sign_up("Robo")
        self.client.key = person.token("play")["token"]
        self.assertEqual(person.call("PATCH", "/api/1/account/settings", {"bot": True})[0], 200)
        for _ in range(40):
            self.client.call("GET", "/api/1/session")

    def sign_up(self):
        for name in ("Ann", "Bob"):
            self.client.call("POST", "/api/1/account", {"name": name, "password": "correct horse"})

    # What makes each limit refuse something: options of the server, and what a client does.
    REFUSALS = {
        "rate": (("--rate", "5"), lambda self: [self.client.call("GET", "/healthz") for _ in range(40)]),
        "bot-rate": ((*LIMITED, "--bot-rate", "5"), ask_as_bot),
        "client-connections": ((*LIMITED, "--client-connections", "2"), lambda self: self.connect(3)),
        "client-streams": ((*LIMITED, "--client-streams", "1"), lambda self: self.stream(2)),
        "connections": (("--connections", "8"), lambda self: self.connect(8)),
        "streams": (("--streams", "1"), lambda self: self.stream(2)),
        "request-time": (("--request-time", "1"), lambda self: self.connect(1)),
        "send-rate": (("--send-rate", "1000000", "--send-time", "1"),
                      lambda self: self.connect(1, b"GET /api/1/layouts HTTP/1.1\r\nHost: localhost\r\n\r\n" * 2000)),
        "client-games": ((*LIMITED, "--client-games", "1"), lambda self: self.make(PERSONS, 2)),
        "client-bytes": ((*LIMITED, "--client-bytes", "1K"), lambda self: self.make(PERSONS)),
        "client-seeks": ((*LIMITED, "--client-seeks", "1"), lambda self: self.make(LISTED, 2)),
        "client-accounts": ((*LIMITED, "--client-accounts", "1"), sign_up),
        "client-searches": ((*LIMITED, "--client-searches", "1"), lambda self: self.make(SLOW, 10)),
        "searches": (("--searches", "1"), lambda self: self.make(SLOW, 10)),
        "client-alone": ((*LIMITED, "--client-alone", "1", "--pause", "3600"), lambda self: self.make(COMPUTERS, 2)),
        "alone": (("--alone", "1", "--pause", "3600"), lambda self: self.make(COMPUTERS, 2)),
        "client-analyses": ((*LIMITED, "--client-analyses", "1"), analyse),
        "analyses": (("--analyses", "1"), analyse),
        "store-max": (("--store-max", "280K"), lambda self: self.make(PERSONS, 200)),  # it begins with 252K
        "keep-unplayed": (("--keep-unplayed", "1s"), remove),
    }

    def begin(self, *arguments):
        self.server = self.start(*arguments)
        self.client = self.server.client()
        self.watcher = self.server.client(None, "127.0.9.9")

    def test_metrics_of_every_limit(self):
        """The table has every option that is a limit; each of its rows has its metrics, and there are no others."""
        help_text = subprocess.run([PAUA, "serve", "--help"], capture_output=True, text=True, check=True).stdout
        rows = list(table_rows())
        self.assertEqual({option for options, _ in rows for option in options} | OTHER_OPTIONS,
                         set(re.findall(r"^ .*?--([a-z-]+)", help_text, re.M)) | OTHER_OPTIONS)
        self.begin()
        metrics = self.metrics()
        for family in ("paua_limit", "paua_limited_total"):
            self.assertEqual({name for name in metrics if name.startswith(family + "{")},
                             {f'{family}{{option="{options[0]}"}}' for options, _ in rows})
        for _, in_use in rows:
            self.assertIn(in_use, [*metrics, None])
        self.assertEqual(sum(in_use is not None for _, in_use in rows), 6)
        self.assertEqual(self.limited(), set())
        self.assertEqual(metrics['paua_limit{option="keep-unplayed"}'], 7 * 24 * 3600)
        self.assertEqual(metrics['paua_limit{option="client-games"}'], 0)  # because of --rate 0
        self.assertEqual(self.server.stop(), (0, ""))

    def test_every_refusal_is_counted(self):
        """And counts for this limit alone; many connections shorten the time for a request."""
        self.assertEqual({options[0] for options, _ in table_rows()}, set(self.REFUSALS))
        for option, (arguments, refuse) in self.REFUSALS.items():
            with self.subTest(option):
                self.begin(*arguments)
                try:
                    self.assertEqual(self.limited(), set())
                    refuse(self)
                    wait_until(lambda name=option: name in self.limited(), 10 * SLOWDOWN)
                    self.assertLessEqual(self.limited(), {option, "request-time"} if option == "connections" else {option})
                finally:
                    self.server.close()
                    for path in self.folder.iterdir():
                        path.unlink()

    def sign_up_from(self, number, headers):
        return self.client.call("POST", "/api/1/account", {"name": f"Ann{number}", "password": "correct horse"}, headers)[0]

    def make_from(self, seats, headers):
        return self.client.call("POST", "/api/1/games", {"layout": "belgian-daisy", "seats": seats}, headers)[0]

    def ask_from(self, request, body, headers):
        """A stream, which stays open."""
        lines = {"Host": "localhost", "Content-Length": len(body), "Content-Type": "application/json", **headers}
        head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
        self.connections.append(self.server.connect())
        self.connections[-1].sendall(f"{request} HTTP/1.1\r\n{head}\r\n{body}".encode())
        return int(self.connections[-1].recv(12).split()[1])

    # Kinds of limits of one for a client, each with the options of its server and what a client does.
    NETWORKS = (
        (("--client-games", "1", "--client-streams", "1"), (
            ("games of a day", 201, lambda self, _, headers: self.make_from(PERSONS, headers)),
            ("streams", 200, lambda self, _, headers: self.ask_from(f"GET /api/1/games/{self.game['id']}/events", "", headers)))),
        (("--client-seeks", "1", "--client-alone", "1", "--pause", "3600", "--client-accounts", "1", "--client-analyses", "1", "--analyses", "100"), (
            ("seeks", 201, lambda self, _, headers: self.make_from(LISTED, headers)),
            ("computers alone", 201, lambda self, _, headers: self.make_from(COMPUTERS, headers)),
            ("accounts", 201, sign_up_from),
            ("analyses", 200, lambda self, _, headers: self.ask_from("POST /api/1/analysis", json.dumps(ANALYSIS), headers)))),
    )

    def test_networks(self):
        """A /56 has four times a client's share of each limit, a /48 sixteen times; an IPv4 address has its own."""
        addresses = ([(f"2001:db8:1:{i:x}::1", i < 4) for i in range(5)] +
                     [(f"2001:db8:1:{i:x}ff::1", i < 13) for i in range(1, 14)] + [("2001:db8:2::1", True)] +
                     [(f"192.0.2.{i}", True) for i in range(1, 6)])
        for options, kinds in self.NETWORKS:
            self.begin(*LIMITED, "--trusted-proxy", "127.0.0.1", *options)
            self.game, _ = self.watcher.create()
            for name, status, ask in kinds:
                tried = addresses[:5] if name == "accounts" else addresses  # each account costs a hash
                with self.subTest(name):
                    answers = [(address, ask(self, number, {"X-Forwarded-For": address}) == status)
                               for number, (address, _) in enumerate(tried)]
                    self.assertEqual(answers, tried)
            self.server.close()
