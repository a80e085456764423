"""Every two calls that change something, made at the same moment on one server and on two that share a database: what they answer
and what is there afterwards is as if one of them had come first."""
import concurrent.futures
import contextlib
import itertools
import json
import os
import pathlib
import queue
import re
import shutil
import sqlite3
import subprocess
import tempfile
import threading
import time
import unittest

from harness import SLOWDOWN, Server, deaf_mail_server, postgres_program, wait_until
from openapi.client import Description
from postgres import TEMPLATES, Cluster
from support.state_changes import CALLS, ROOMS, Hangs, Line, World

DESCRIPTION = Description(json.loads((pathlib.Path(__file__).parents[2] / "docs" / "openapi.json").read_text(encoding="utf-8")))
WORKERS = 2
ATTEMPTS = 3  # while the machine is so busy that the store does not write within its two seconds
PATIENCE = 10  # seconds for what is done after the answer, and for what another server has done

ALL = os.environ.get("PAUA_PAIRS") == "all"  # every pair, on one server and on two: two minutes of a processor

# Calls of different rooms have but the account in common, so that without ALL only these, which change what the others ask of an
# account, are made beside all.
FOR_ALL_ROOMS = {"close the account", "limit the games", "block"}

# Both may succeed here although the second would be refused after the first: each ends what the other needs only to be made.
CLOSINGS = {"close the account", "close somebody's account"}
BOTH_DONE = [{"end the other sessions"}, {"confirm the address", "reset the password"}, {"remove the address", "reset the password"},
             *({"sign somebody out", closing} for closing in CLOSINGS), CLOSINGS, *({closing} for closing in CLOSINGS),
             # What was said a moment before the game is resigned stands behind that.
             *({"chat", closing} for closing in CLOSINGS),
             # A game that begins while its player's account is closed is declined or resigned.
             *({call, closing} for closing in CLOSINGS for call in ("accept a challenge", "accept a rematch", "take a seat"))]

# Statuses of a call that is refused because of the other. A closed account ends its games and tournaments a moment after the answer:
# in the order that is compared the second call may be in time, and at the same moment on another server too late.
REFUSED = (409,)
REFUSED_BESIDE_CLOSING = (404, 409)

# These change nothing.
UNCHANGING = {"POST /api/1/analysis", "POST /api/1/records", "* /api/**"}


class File:
    """A store of SQLite, to look up what is not for clients."""

    def __init__(self, path):
        self.path, self.lock = path, threading.Lock()
        self.database = sqlite3.connect(path, check_same_thread=False)

    def rows(self, text):
        with self.lock:
            return self.database.execute(text).fetchall()

    def secret(self, name):
        return self.rows(f"SELECT value FROM secret WHERE name = '{name}'")[0][0]

    def account(self, name):
        return self.rows(f"SELECT id, password, mail FROM account WHERE name = '{name}'")[0]

    def code(self, address, before=None):
        """The newest code that is to be mailed to an address, where it is not the one that was mailed before: both may be of one
        millisecond."""
        bodies = f"SELECT body FROM mail WHERE lower(recipient) = lower('{address}') AND body LIKE '%code%' ORDER BY created DESC"

        def newest():
            codes = (re.search("^  ([a-z2-7]{52})$", row[0], re.MULTILINE)[1] for row in self.rows(bodies))
            return next((code for code in codes if code != before), None)

        return wait_until(newest)

    def close(self):
        self.database.close()


class Database(File):
    """One of PostgreSQL, by a psql that stays."""

    def __init__(self, place):
        self.lock = threading.Lock()
        self.process = subprocess.Popen([postgres_program("psql"), "-X", "-q", "-A", "-t", "-F", "\x1f", "-R", "\x1e", place], text=True,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def rows(self, text):
        with self.lock:
            self.process.stdin.write(f"SET search_path = paua;\n{text};\n\\echo \x1d\n")
            self.process.stdin.flush()
            lines = "".join(iter(self.process.stdout.readline, "\x1d\n"))
        return [row.split("\x1f") for row in lines.rstrip("\n").split("\x1e") if row]

    def close(self):
        self.process.communicate()


class Place:
    """Where calls are made: connections to one server or two, and the store behind."""

    def __init__(self, ports, store):
        self.ports, self.store = ports, store
        self.lines = queue.SimpleQueue()

    @contextlib.contextmanager
    def connected(self):
        """Two connections that nobody else uses."""
        try:
            lines = self.lines.get_nowait()
        except queue.Empty:
            lines = [Line(port) for port in self.ports]
        yield lines
        self.lines.put(lines)

    def close(self):
        while not self.lines.empty():
            for line in self.lines.get():
                line.close()
        self.store.close()


def code_of(answer):
    """The status, and of a refusal its code; of a call that was not made the status 409."""
    if not answer:
        return 409, ""
    value = answer.value if isinstance(answer.value, dict) else {}
    status = value.get("status")  # of a command
    return status if isinstance(status, int) else answer.status, value.get("error", value).get("code", "")


class Pairs(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="paua-server-"))
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        cls.succeeded = set()
        cls.numbers = itertools.count(1)
        listening, mail = deaf_mail_server()
        cls.addClassCleanup(listening.close)
        cls.servers = []

        def start(place):
            server = Server(place, *mail)
            cls.addClassCleanup(server.close)
            cls.servers.append(server)
            return server.port

        port = start(f"sqlite:{cls.folder}/games.db")
        cls.places = {"one server": Place([port, port], File(cls.folder / "games.db"))}
        if TEMPLATES:
            cluster = Cluster()
            cls.addClassCleanup(cluster.close)
            place = cluster.create()
            cls.places["two servers"] = Place([start(place), start(place)], Database(place))
        for place in cls.places.values():
            cls.addClassCleanup(place.close)

    def test_every_call_is_in_a_pair(self):
        lines = set(subprocess.run([os.environ["ROUTE_LIST"]], capture_output=True, text=True, check=True).stdout.splitlines())
        changing = {line for line in lines if not line.startswith("GET ")}
        self.assertLessEqual(UNCHANGING, changing)
        self.assertEqual({f"{call.method} /api/1/{re.sub('{[^}]*}', '*', call.path)}" for call in CALLS.values()}, changing - UNCHANGING)

    def play(self, place, pair, order, played):
        """Two calls in a new world: their answers, and the world. `order`: of those that are made, or None for both at once."""
        calls = [CALLS[name] for name in pair]
        with place.connected() as lines:
            world = World(next(self.numbers), lines[0], place.store, " ".join(call.needs for call in calls).split())
            played.append((place, world))
            requests = [world.request(calls[0]), world.request(calls[1], second=pair[0] == pair[1])]
            answers = [None, None]
            if order is None:
                for line, request in zip(lines, requests, strict=True):
                    line.send(*request)
                answers = [line.receive() for line in lines]
            else:
                for i in order:
                    lines[0].send(*requests[i])
                    answers[i] = lines[0].receive()
        world.note([answer for answer in answers if answer])
        self.succeeded.update(name for name, answer in zip(pair, answers, strict=True) if code_of(answer)[0] < 400)
        return [code_of(answer) for answer in answers], world

    def look(self, place, world):
        """What is there, at each server."""
        with place.connected() as lines:
            return [world.observe(line) for line in lines[:len(set(place.ports))]]

    def check(self, chosen):
        """What is wrong with a pair: a text, or None."""
        played = []
        try:
            for _ in range(ATTEMPTS - 1):
                with contextlib.suppress(Hangs):
                    return self.compare(*chosen, played)
                time.sleep(1)
            return self.compare(*chosen, played)
        finally:
            for place, world in played:
                if "ending" in world.needs:
                    with place.connected() as lines:
                        world.end(lines[0])

    def compare(self, pair, names, played):
        done = {name: self.play(self.places[name], pair, None, played) for name in names}
        orders = {}
        for name, (answers, world) in done.items():
            if (503, "storage") in answers:
                raise Hangs(f"{name}: {pair}: {answers}")
            if max(answers)[0] >= 500 or not self.documented(pair, answers):
                return f"{name}: {pair}: {answers}"
            end = time.monotonic() + PATIENCE
            while not (seen := self.look(self.places[name], world)) or not self.fits(pair, answers, seen, orders, played):
                if time.monotonic() > end:
                    return self.describe(name, pair, answers, seen, orders)
                time.sleep(0.05)
        return None

    def documented(self, pair, answers):
        """Whether a refusal has a code that the description names."""
        for name, (status, code) in zip(pair, answers, strict=True):
            call = CALLS[name]
            if call.path == "command":
                continue  # its refusals are those of other calls
            operation = DESCRIPTION.find("/api/1/" + call.path.replace("{", "").replace("}", ""), call.method)
            if status not in operation.responses or code not in DESCRIPTION.codes(operation.responses[status]) and status >= 400:
                return False
        return True

    def fits(self, pair, answers, seen, orders, played):
        """Whether all servers show what is there after one of the two orders, in which the same calls succeed; or after one call
        alone, where the other was refused because of it."""
        if set(pair) in BOTH_DONE and min(answers)[0] < 400:
            return all(one == seen[0] for one in seen)
        place = self.places["one server"]
        refused = REFUSED_BESIDE_CLOSING if CLOSINGS.intersection(pair) else REFUSED
        alone = [(1 - i,) for i, (status, _) in enumerate(answers) if status in refused]
        for order in [(0, 1), (1, 0), *alone]:
            if order not in orders:
                orders[order] = self.play(place, pair, order, played)
            codes, other = orders[order]
            if same(codes, answers) and all(one == wanted for wanted in self.look(place, other) for one in seen):
                return True
        return False

    def describe(self, name, pair, answers, found, orders):
        lines = [f"{name}: {pair}: {answers}"]
        for order, (codes, other) in orders.items():
            lines.append(f"  in the order {order}: {codes}")
            for server, seen in enumerate(found):
                wanted = self.look(self.places["one server"], other)[0]
                lines += [f"    server {server + 1}: {place}: {what}" for place, what in differences(wanted, seen)]
        return "\n".join(lines)

    def chosen(self):
        """The pairs to be tried, and where: each at one place, unless all are wanted."""
        room_of = {name: number for number, room in enumerate(ROOMS) for name in room}
        names = list(self.places)
        for i, pair in enumerate(itertools.combinations_with_replacement(CALLS, 2)):
            places = names if ALL else [names[i % len(names)]]
            if ALL:
                yield pair, places
            elif room_of[pair[0]] == room_of[pair[1]] or FOR_ALL_ROOMS.intersection(pair):
                yield pair, places

    def test_pairs(self):
        pairs = list(self.chosen())[::20 if SLOWDOWN > 1 else 1]  # with a sanitizer passwords have real hashes
        with concurrent.futures.ThreadPoolExecutor(WORKERS) as pool:
            faults = [fault for fault in pool.map(self.check, pairs) if fault]
        self.assertEqual(faults, [], f"{len(faults)} of {len(pairs)}:\n" + "\n".join(faults))
        # A call that never succeeds shows nothing. A claim is due ten seconds after somebody has gone.
        if SLOWDOWN == 1:
            self.assertEqual(set(CALLS) - self.succeeded, {"claim"})
        for server in self.servers:
            self.assertEqual(server.stop()[0], 0)  # on a busy machine the log says that the store hung


def same(wanted, answers):
    """Whether the same calls have succeeded; a refusal may have another reason."""
    return all(one == other if min(one, other)[0] < 400 else True for one, other in zip(wanted, answers, strict=True))


def differences(wanted, seen, place=""):
    """Where two observations differ."""
    if isinstance(wanted, dict) and isinstance(seen, dict):
        for name in sorted(wanted.keys() | seen.keys()):
            yield from differences(wanted.get(name), seen.get(name), f"{place}/{name}")
    elif wanted != seen:
        yield place, f"{seen!r}, expected {wanted!r}"


if __name__ == "__main__":
    unittest.main()
