"""What requests cost the processor, and what they cost against --rate: a unit is 0.1 ms. Each route of the table gets the
dearest request that clients can bring about without a search; what it takes is the time of the server's threads, not of a clock."""
import json
import os
import pathlib
import random
import socket
import sqlite3
import subprocess
import time
import unittest

from support.checksum import fold
from harness import SLOWDOWN, FolderTest, sqlite_only
from openapi.client import Description
from openapi.generate import Generator
from test_accounts import PASSWORD, Person

DOCUMENT = json.loads((pathlib.Path(__file__).parents[2] / "docs" / "openapi.json").read_text(encoding="utf-8"))
UNIT_MS = 0.1
IDLE_SECONDS = 3
TOLERANCE = 5  # a busy machine, and requests that are not the same
COMMIT_MS = 0.5  # one commit, which the requests of a busy server share
PASSES = 0.03  # seconds for each route
ATTEMPTS = 5  # until a request is not dear, on a machine that has other work
SHUTTLE = ("c3d3", "g5f5", "d3c3", "f5g5")
PLIES, GAMES, PLAYERS, ROUNDS = 300, 120, 120, 18
FINISHED = 100  # tournaments that are over: a page of their list
RATED, RATED_GAMES = 900, 50  # accounts that play in groups of three, and games of each
SUM_TOURNAMENT = 6

# Searches have limits of their own: how many, for how long, of whom.
SEARCHES = {"POST /api/1/analysis", "GET only /api/1/games/*/review"}
# A hash takes 50 ms: units that fit would let nobody of a club sign in beside another. It is computed on one thread, which gives way
# to all others and where addresses take turns (server.shares); what the other threads do fits the units.
HASHES = {"POST /api/1/account", "PATCH /api/1/account", "DELETE /api/1/account", "PUT /api/1/account/address", "POST /api/1/session"}
HASH_MS = 800  # of two hashes, where another thread shares the core
# These would end the session that comes with them.
NEW_SESSION = {"POST /api/1/account", "POST /api/1/session"}
# What ends the session or the game of the other requests comes last.
LAST = ("POST /api/1/games/*/resign", "DELETE /api/1/account/sessions", "DELETE /api/1/session")


def nice_of(server, thread):
    """The nice value of a thread."""
    return int(pathlib.Path(f"/proc/{server.process.pid}/task/{thread}/stat").read_text().rpartition(")")[2].split()[16])


def large_tournament(text, status):
    """A tournament of many players, of which the last game is not over if it runs."""
    out = json.loads(text)
    out["players"] = [{"account": f"player{i:02}"[-8:], "name": f"Player_{i}", "bot": False, "left": False} for i in range(PLAYERS)]
    out["games"] = [[number, 2 * i, 2 * i + 1, (number + i) % 3, 2 - (number + i) % 3, True, "".join("abcdefghjk"[int(digit)] for digit in f"{number:02}{i:06}")]
                    for number in range(1, ROUNDS + 1) for i in range(PLAYERS // 2)]
    if status == 1:
        out["games"][-1][3:6] = -1, -1, False
    out.update(status=status, rounds=ROUNDS, round=ROUNDS)
    return json.dumps(out, separators=(",", ":"))


@sqlite_only
class Cost(FolderTest):
    def start(self, *arguments):
        return super().start(*arguments, hashes="real")

    def person(self, name):
        person = Person(self.server.port)
        self.server.clients.append(person)
        return person.sign_up(name)

    def fill_store(self):
        """A long game, many short ones, tournaments as large as they can be."""
        self.server = self.start()
        ann, bob = self.person("Ann"), self.person("Bob")
        game, keys = self.server.client().create(layout="standard", public=True, rules={"repetition": 0, "quiet": 0})
        players = [self.server.client(key) for key in keys]
        for ply in range(1, PLIES + 1):
            self.assertEqual(players[(ply - 1) % 2].move(game["id"], ply, SHUTTLE[(ply - 1) % 4])[0], 200)
        for i in range(GAMES):
            _, _, answer = ann.call("POST", "/api/1/games", {"layout": "standard", "public": True, "rules": "plies=1,limit=score",
                                                              "seats": [{"kind": "user", "name": "Ann"}, {"kind": "open"}]})
            self.assertEqual(bob.call("POST", f"/api/1/games/{answer['game']['id']}/join", {})[0], 200)
            status, _, moved = ann.move(answer["game"]["id"], 1, "a1b2")
            self.assertEqual(status, 200, moved)
        self.tournaments = []
        for i in range(2):
            status, _, answer = ann.call("POST", "/api/1/tournaments", {"name": "Large", "system": "swiss", "rounds": 9, "layout": "standard",
                                                                         "rules": "classic,game=60"})
            self.assertEqual(status, 201, answer)
            self.tournaments.append(answer["id"])
        self.assertEqual(self.server.stop(), (0, ""))
        with sqlite3.connect(self.store) as store:
            for status, name in enumerate(self.tournaments, 1):
                revision, created, text = store.execute("SELECT revision, created, text FROM tournament WHERE id = ?", (name,)).fetchone()
                text, running = large_tournament(text, status), int(status == 1)
                store.execute("UPDATE tournament SET text = ?, running = ?, sum = ? WHERE id = ?",
                              (text, running, fold(SUM_TOURNAMENT, name, revision, created, running, text), name))
            self.add_finished(store)
            self.add_rated(store)
        store.close()
        self.game, self.keys = game["id"], keys
        self.server = self.start()
        self.cookie = ann.cookie

    def add_finished(self, store):
        """Copies of the tournament that is over, as many as a page of the list has."""
        row = store.execute("SELECT revision, created, text FROM tournament WHERE id = ?", (self.tournaments[1],)).fetchone()
        for i in range(1, FINISHED):
            name, (revision, created, text) = f"over{i:04}".translate(str.maketrans("01lo", "abcd")), row
            store.execute("INSERT INTO tournament VALUES (?, ?, ?, 0, ?, ?)",
                          (name, revision, created - i, text, fold(SUM_TOURNAMENT, name, revision, created - i, 0, text)))

    @staticmethod
    def add_rated(store):
        """Ratings that are sure, of who has played too few others for the standings."""
        numbers = f"(WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < {RATED * RATED_GAMES - 1}) SELECT i FROM n)"
        account, row = "printf('r%07d', i % {0})", "'2-slow', {1}, 1500 + i % {0}, 50, 0.06, 1, 0, 0, {2}, 'group' || ((i % {0}) / 3) || '-' || {1}, 0"
        account, game = account.format(RATED), row.format(RATED, f"(1 + i / {RATED})", round(time.time() * 1000))
        first = f"i < {RATED}"
        store.execute(f"INSERT INTO account SELECT {account}, 'Rated' || i, 'rated' || i, 'x', '', '{{}}', 1, 0 FROM {numbers} WHERE {first}")
        store.execute(f"INSERT INTO rating_history SELECT {account}, {game} FROM {numbers}")
        store.execute(f"INSERT INTO rating SELECT *, 2 FROM rating_history WHERE games = {RATED_GAMES} AND account LIKE 'r%'")

    def setUp(self):
        super().setUp()
        self.fill_store()
        self.watcher = self.server.client()
        self.client = self.server.client()
        self.description = Description(DOCUMENT)
        self.make = Generator(random.Random(20261127), self.description.validator)
        self.idle = self.measure_idle()
        self.operations = {}
        for operation in self.description.operations.values():
            words = [part if "{" not in part else "*" + part[part.index("}") + 1:] for part in operation.path.split("/")]
            self.operations[f"{operation.method} {'/'.join(words)}"] = operation

    def requests(self, route):
        """Requests of a route: path and body, of which each has its turn."""
        game, running, over = f"/api/1/games/{self.game}", *(f"/api/1/tournaments/{name}" for name in self.tournaments)
        dear = {
            "GET /api/1/games/*.png": [(f"{game}.png?size={size}", None) for size in (16, 300, 600, 1200)],
            "GET /api/1/games/*.svg": [(f"{game}.svg?ply=1", None)],
            "GET /api/1/tournaments/*": [(running, None), (over, None)],
            "GET /api/1/tournaments": [("/api/1/tournaments?status=" + status, None) for status in ("running", "over")],
            "GET /api/1/games": [("/api/1/games?live=1", None)],
            "GET /api/1/users/*/games": [("/api/1/users/Ann/games", None)],
            "GET /api/1/openings": [("/api/1/openings?position=standard&from=both", None)],
            "GET /api/1/table": [("/api/1/table?position=standard", None)],
            "GET /api/1/standings": [("/api/1/standings?category=2-slow", None)],
            "GET /api/1/users/*/ratings": [("/api/1/users/Ann/ratings?category=2-slow", None)],
            "POST /api/1/session": [("/api/1/session", {"name": "Ann", "password": PASSWORD})],
            "POST /api/1/account": [("/api/1/account", {"name": "Carol", "password": PASSWORD})],
            "POST /api/1/records": [("/api/1/records", {"text": " ".join(f"{i + 1}. {' '.join(SHUTTLE[2 * (i % 2):][:2])}" for i in range(150))})],
            "POST /api/1/command": [("/api/1/command", {"command": command}) for command in ("seeks", "games", "help", "help tips", "help boards", f"show {self.game}",
                                                                                             f"tournament {self.tournaments[0]}", "tournaments")],
            "GET /api/1/guide/*": [(f"/api/1/guide/{name}", None) for name in ("tips", "boards")],
            "GET /**": [("/", None), ("/account", None)],
            "* /api/**": [("/api/1/nothing", None)],
        }
        if route in dear:
            return dear[route]
        operation = self.operations[route.replace("GET only", "GET")]
        values = {"id": self.tournaments[0] if "tournaments" in route else self.game, "name": "Ann"}
        return [(operation.target(values), self.make.value(operation.body) if operation.body else None)]

    def send(self, route, path, body):
        """One request, of the account or of the player of a seat; its status."""
        headers = {} if route in NEW_SESSION else {"Cookie": f"paua_session={self.cookie}"}
        if "/games/*" in route and not route.endswith("/account"):
            headers["Authorization"] = f"Bearer {self.keys[0]}"
        if route.endswith("/events"):
            return self.open_stream(path, headers)
        method = route.split()[0].replace("*", "GET")
        return self.client.call(method, path, body, headers)[0]

    def open_stream(self, path, headers):
        """Until it begins."""
        lines = [f"GET {path} HTTP/1.1", "Host: localhost", *(f"{name}: {value}" for name, value in headers.items()), "", ""]
        with socket.create_connection(("127.0.0.1", self.server.port), timeout=30) as connection:
            connection.sendall("\r\n".join(lines).encode())
            return int(connection.recv(4096).split()[1])

    def measure_idle(self):
        """Milliseconds of a processor by thread that the server takes in a second without requests."""
        before = self.server.processor_ms()
        time.sleep(IDLE_SECONDS)
        return {thread: (taken - before.get(thread, 0)) / IDLE_SECONDS for thread, taken in self.server.processor_ms().items()}

    def measure(self, route, path, body):
        """Of a request: milliseconds of a processor by thread, units, statuses."""
        statuses = {self.send(route, path, body)}
        units, count = self.watcher.metric("http_units_total"), 0
        before, began = self.server.processor_ms(), time.monotonic()
        while count < 3 or time.monotonic() < began + PASSES:
            statuses.add(self.send(route, path, body))
            count += 1
        passed, after = time.monotonic() - began, self.server.processor_ms()
        units = self.watcher.metric("http_units_total") - units - 1
        spent = {thread: taken - before.get(thread, 0) - self.idle.get(thread, 0) * passed for thread, taken in after.items()}
        return {thread: max(taken, 0) / count for thread, taken in spent.items()}, units / count, statuses

    def without_hash(self, route, threads):
        """The same without the threads that give way to others, one of which computes hashes."""
        process = self.server.process.pid
        hashing = {thread: taken for thread, taken in threads.items() if nice_of(self.server, thread) > nice_of(self.server, process)}
        self.assertLess(sum(hashing.values()), HASH_MS * SLOWDOWN, route)
        self.assertTrue(sum(hashing.values()) > 5 or route not in NEW_SESSION, (route, hashing))
        return {thread: taken for thread, taken in threads.items() if thread not in hashing}

    def test_every_route(self):
        routes = subprocess.run([os.environ["ROUTE_LIST"]], capture_output=True, text=True, check=True).stdout.splitlines()
        self.assertLessEqual(SEARCHES | HASHES | set(LAST), set(routes))
        dear = []
        for route in sorted(set(routes) - SEARCHES, key=lambda route: (route in LAST, routes.index(route))):
            for path, body in self.requests(route):
                for _ in range(ATTEMPTS):
                    threads, units, statuses = self.measure(route, path, body)
                    taken = sum((self.without_hash(route, threads) if route in HASHES else threads).values())
                    most = units * UNIT_MS * TOLERANCE + COMMIT_MS
                    is_dear = taken > most * SLOWDOWN
                    row = f"{taken:8.3f} ms {units:6.1f} units {taken / units / UNIT_MS:6.2f}  {sorted(statuses)} {route} {path}"
                    print(row, flush=True)
                    if not is_dear:
                        break
                    time.sleep(0.3)  # what the server does besides comes to an end
                dear += [row] if is_dear else []
        self.assertEqual(dear, [], "dearer than their units")


if __name__ == "__main__":
    unittest.main()
