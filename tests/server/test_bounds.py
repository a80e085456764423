"""What strangers may hold or leave behind: connections, streams, games, bytes; and whose address counts behind a proxy."""
import contextlib
import mmap
import os
import resource
import signal
import socket
import sqlite3
import time
import unittest

from harness import SLOWDOWN, FolderTest, ServerTest, Stream, wait_until
from test_accounts import Person

FULL_TABLE = os.environ.get("FULL_TABLE_LIBRARY")
LIMITED = ("--rate", "100000")  # limits by address, but none that matters for requests


def pauses(client, game, keys):
    """The answers to players who pause a game and resume it, for ever: an event each."""
    while True:
        for key, what in ((keys[0], "pause"), (keys[1], "pause"), (keys[0], "resume")):
            client.key = key
            yield client.call("POST", f"/api/1/games/{game}/{what}", {})


def untrusted(address):
    """What the log says of a proxy."""
    return (f"paua serve: proxy: requests come through {address}, which is not trusted: its clients count as one for limits and ratings; "
            f"if that is your proxy, start with --trusted-proxy {address}")


class Proxies(ServerTest):
    """The proxies are 127.0.0.2 and the network 127.0.3.0/24."""

    warnings = {untrusted("127.0.0.5")}

    arguments = ("--rate", "1", "--trusted-proxy", "127.0.0.2", "--trusted-proxy", "127.0.3.0/24")

    def ask(self, address, **headers):
        """The status of a request from this address."""
        client = self.server.client(None, address)
        try:
            return client.call("GET", "/healthz", None, {name.replace("_", "-"): value
                                                         for name, value in headers.items()})[0]
        finally:
            client.close()

    def exhaust(self, address, **headers):
        """Asks until the client's allowance of four requests is used up; how often it was answered."""
        answers = [self.ask(address, **headers) for _ in range(6)]
        self.assertEqual(set(answers), {200, 429}, answers)
        return answers.count(200)

    def test_clients_of_a_proxy_have_an_allowance_each(self):
        self.assertGreaterEqual(self.exhaust("127.0.0.2", X_Forwarded_For="192.0.2.1"), 4)
        self.assertEqual(self.ask("127.0.0.2", X_Forwarded_For="192.0.2.2"), 200)
        self.assertEqual(self.ask("127.0.0.2", X_Forwarded_For="192.0.2.1"), 429)

    def test_what_a_client_makes_up_does_not_count(self):
        """Only the last address that is no proxy counts, however long the list and whichever the proxy."""
        self.assertGreaterEqual(self.exhaust("127.0.0.2", X_Forwarded_For="192.0.2.11"), 4)
        for value in ("192.0.2.12, 192.0.2.11", "192.0.2.12,192.0.2.11, 127.0.3.7", "192.0.2.11:4711"):
            self.assertEqual(self.ask("127.0.3.9", X_Forwarded_For=value), 429, value)
        self.assertEqual(self.ask("127.0.0.2", Forwarded="for=192.0.2.13, for=192.0.2.11"), 429)

    def test_of_others_the_header_is_ignored(self):
        self.assertGreaterEqual(self.exhaust("127.0.0.5"), 4)
        self.assertEqual(self.ask("127.0.0.5", X_Forwarded_For="192.0.2.21"), 429)
        self.assertEqual(self.ask("127.0.0.5", Forwarded="for=192.0.2.21"), 429)

    def test_without_a_header_it_is_the_proxy(self):
        self.assertGreaterEqual(self.exhaust("127.0.3.3"), 4)
        self.assertEqual(self.ask("127.0.3.3", X_Forwarded_For="192.0.2.31"), 200)

    def test_an_entry_that_is_no_address(self):
        """It is the proxy that wrote it, such as nginx with $remote_addr behind a socket of its own; what is before it may be made up."""
        self.assertGreaterEqual(self.exhaust("127.0.3.4", X_Forwarded_For="unix:"), 4)
        for value in ("192.0.2.42, unix:", "unknown", "evil.example", "192.0.2.43, unix:, 127.0.3.4"):
            self.assertEqual(self.ask("127.0.3.4", X_Forwarded_For=value), 429, value)
        self.assertEqual(self.ask("127.0.3.4", X_Forwarded_For="evil.example, 192.0.2.44"), 200)

    def test_networks_of_ipv6(self):
        """A /64 is one client."""
        answers = [self.ask("127.0.0.2", X_Forwarded_For=f"2001:db8:0:1::{i + 1:x}") for i in range(6)]
        self.assertIn(429, answers)
        self.assertEqual(self.ask("127.0.0.2", X_Forwarded_For="2001:db8:0:2::1"), 200)

    def test_malformed(self):
        for headers in ({"Forwarded": "for"}, {"Forwarded": "for=unix:"},
                        {"X_Forwarded_For": "192.0.2.41", "Forwarded": "for=192.0.2.41"}):
            self.assertEqual(self.ask("127.0.0.2", **headers), 400, headers)

    def test_bad_options(self):
        for text in ("localhost", "127.0.0.1/33", "", "10.0.0.0/0"):
            server = FolderTest()
            code, line = FolderTest.fails(server, "--trusted-proxy", text)
            self.assertEqual(code, 2)
            self.assertIn("expected ADDRESS or ADDRESS/BITS", line)


class Metrics(FolderTest):
    """They are for this machine."""

    PROXY = ("--trusted-proxy", "127.0.0.2")

    def ask(self, server, address, **headers):
        return server.client(None, address).call("GET", "/metrics", None, headers)

    def test_local(self):
        server = self.start(*self.PROXY)
        self.assertEqual(self.ask(server, "127.0.0.1")[0], 200)
        self.assertEqual(self.ask(server, "127.0.0.2")[0], 200)
        for headers in ({"X-Forwarded-For": "192.0.2.1"}, {"X-Forwarded-For": "127.0.0.1"},
                        {"Forwarded": "for=unknown"}):
            status, _, answer = self.ask(server, "127.0.0.2", **headers)
            self.assertEqual((status, answer["error"]["code"]), (403, "not_local"))
        self.assertEqual(server.stop(), (0, ""))

    def test_a_proxy_that_is_not_named(self):
        """What it passes on is not from this machine, though it is on it; the log says once how to name it, and names no client."""
        for options in ((), ("--trusted-proxy", "127.0.0.9"), ("--rate", "0")):
            server = self.start(*options)
            self.assertEqual(self.ask(server, "127.0.0.1")[0], 200)
            for name in ("X-Forwarded-For", "Forwarded", "Forwarded"):
                self.assertEqual(self.ask(server, "127.0.0.3", **{name: "for=192.0.2.1"})[0], 403)
            self.assertEqual(self.ask(server, "127.0.0.4", Forwarded="for=192.0.2.1")[0], 403)
            self.assertEqual(server.stop(), (0, untrusted("127.0.0.3") + "\n"))

    def test_public(self):
        server = self.start(*self.PROXY, "--public-metrics")
        self.assertEqual(self.ask(server, "127.0.0.2", **{"X-Forwarded-For": "192.0.2.1"})[0], 200)
        self.assertEqual(server.stop(), (0, ""))


HEALTH = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"


class FewFiles(FolderTest):
    """With few open files the server does not start, or serves as many as fit and stays quiet."""

    def limited(self, files):
        return lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))

    def test_too_few(self):
        for files in (24, 30):
            code, line = self.fails("--store", f"sqlite:{self.store}", before=self.limited(files))
            self.assertEqual(code, 3)
            self.assertRegex(line, f"at most {files} files may be open, expected [0-9]+ or more")

    def test_few(self):
        for files in (64, 100):
            server = self.start("--request-time", "3", before=self.limited(files))
            taken = [server.connect() for _ in range(2 * files)]
            before = server.processor_seconds()
            time.sleep(2)
            self.assertLess(server.processor_seconds() - before, 0.5 * SLOWDOWN)
            begun = time.monotonic()
            for _ in range(3):  # behind a crowd that says nothing
                with server.connect() as connection:
                    connection.sendall(HEALTH)
                    self.assertIn(b"200 OK", connection.recv(1000))
            self.assertLess(time.monotonic() - begun, 20 * SLOWDOWN)
            for connection in taken:
                connection.close()
            game, keys = server.client().create()
            self.assertEqual(server.client(keys[0]).move(game["id"], 1, "a1b2")[0], 200)
            self.assertEqual(server.stop(), (0, ""))


@unittest.skipUnless(FULL_TABLE, "a sanitizer is loaded first")
class FullTable(FolderTest):
    """The machine's table of open files is full for a while (ENFILE): nothing can be accepted or opened."""

    def setUp(self):
        super().setUp()
        path = self.folder / "switch"
        path.write_bytes(bytes(16))
        with path.open("r+b") as file:
            self.table = mmap.mmap(file.fileno(), 16)
        self.addCleanup(self.table.close)
        self.environment = {"LD_PRELOAD": FULL_TABLE, "FULL_TABLE": str(path)}

    def start(self, *arguments, **options):
        os.environ |= self.environment
        try:
            return super().start(*arguments, **options)
        finally:
            for name in self.environment:
                del os.environ[name]

    def fill(self, full):
        self.table[0] = full

    def refused(self):
        return int.from_bytes(self.table[8:], "little")

    def play(self, client, moves):
        """Makes a game and moves in it; the id, and the moves that were acknowledged."""
        status, _, answer = client.call("POST", "/api/1/games", PERSONS)
        self.assertIn(status, (201, 503), answer)
        done = []
        for i in range(moves if status == 201 else 0):
            client.key = answer["keys"][i % 2]
            status, _, said = client.move(answer["game"]["id"], len(done) + 1, ("a1b2", "i5h4", "b2a1", "h4i5")[len(done) % 4])
            self.assertIn(status, (200, 503), said)
            if status != 200:
                break
            done.append(said["move"])
        client.key = None
        return (answer["game"]["id"], done) if "game" in answer else (None, [])

    def test_a_full_table(self):
        server = self.start()
        client = server.client()
        games = [self.play(client, 4)]
        self.fill(True)
        games += [self.play(client, 4) for _ in range(20)]
        # The counts of openings have a file of their own, which is opened now.
        self.assertEqual(client.call("GET", "/api/1/openings?position=standard")[0], 503)
        waiting = [server.connect() for _ in range(10)]
        for connection in waiting:
            self.addCleanup(connection.close)
            connection.sendall(HEALTH)
        before, calls = server.processor_seconds(), self.refused()
        time.sleep(1)
        self.assertLess(server.processor_seconds() - before, 0.2 * SLOWDOWN)
        self.assertTrue(0 < self.refused() - calls < 100, self.refused() - calls)
        self.assertEqual(client.call("GET", "/healthz")[0], 200)  # by a connection that there was
        self.fill(False)
        for connection in waiting:
            connection.settimeout(5 * SLOWDOWN)
            self.assertIn(b"200 OK", connection.recv(1000))
        self.assertEqual(client.call("GET", "/api/1/openings?position=standard")[0], 200)
        games.append(self.play(server.client(), 4))
        self.assertEqual(len(games[-1][1]), 4)
        server.stop(signal.SIGKILL)
        client = self.start().client()
        for game, moves in games:
            if game:
                self.assertEqual(client.game(game)["moves"], moves)

    def test_no_start(self):
        self.fill(True)
        os.environ |= self.environment
        try:
            code, line = self.fails("--store", f"sqlite:{self.store}")
        finally:
            for name in self.environment:
                del os.environ[name]
        self.assertEqual(code, 3)
        self.assertIn("Too many open files in system", line)


class Shares(FolderTest):
    """Connections and streams."""

    def open_stream(self, server, game_id, address="127.0.0.1"):
        stream = Stream(server.port, game_id, address=address)
        self.addCleanup(stream.close)
        return stream

    def refused_stream(self, server, game_id, address="127.0.0.1"):
        """Status, code and Retry-After of a stream that does not begin."""
        status, headers, answer = server.client(None, address).call("GET", f"/api/1/games/{game_id}/events")
        return status, answer["error"]["code"], int(headers["Retry-After"])

    def test_streams_of_one_client(self):
        server = self.start(*LIMITED, "--client-streams", "3")
        game, _ = server.client().create()
        streams = [self.open_stream(server, game["id"]) for _ in range(3)]
        self.assertEqual(self.refused_stream(server, game["id"])[:2], (429, "too_many"))
        self.open_stream(server, game["id"], "127.0.0.9")
        self.assertEqual(server.client().limited("client-streams"), 1)
        self.assertEqual(server.client().metric("http_streams"), 4)
        streams[0].close()
        wait_until(lambda: server.client().metric("http_streams") == 3)
        self.open_stream(server, game["id"])
        self.assertEqual(server.stop(), (0, ""))

    def test_streams_leave_places_for_requests(self):
        """Of 40 connections streams get 30, whoever asks; the rest is for everybody's requests."""
        server = self.start(*LIMITED, "--connections", "40")
        client = server.client()
        game, _ = client.create()
        for i in range(30):
            self.open_stream(server, game["id"], f"127.0.0.{i + 2}")
        status, code, seconds = self.refused_stream(server, game["id"], "127.0.1.1")
        self.assertEqual((status, code), (503, "busy"))
        self.assertGreaterEqual(seconds, 1)
        self.assertEqual(client.metric('limit{option="streams"}'), 30)
        self.assertEqual(client.metric('limit{option="connections"}'), 40)
        for i in range(5):
            self.assertEqual(server.client(None, f"127.0.2.{i + 1}").call("GET", "/healthz")[0], 200)
        self.assertEqual(server.stop(), (0, ""))

    def test_fewer_streams(self):
        server = self.start("--streams", "2")
        game, _ = server.client().create()
        for _ in range(2):
            self.open_stream(server, game["id"])
        self.assertEqual(self.refused_stream(server, game["id"])[:2], (503, "busy"))
        self.assertEqual(server.stop(), (0, ""))

    def test_connections_of_one_client(self):
        server = self.start(*LIMITED, "--client-connections", "5")
        taken = [server.connect() for _ in range(5)]
        other = server.client(None, "127.0.0.9")
        wait_until(lambda: other.metric("http_connections") == 6)
        with server.connect() as sixth:
            try:
                sixth.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
                self.assertEqual(sixth.recv(100), b"")
            except ConnectionResetError:
                pass
        self.assertEqual(other.limited("client-connections"), 1)
        for connection in taken:
            connection.close()
        wait_until(lambda: other.metric("http_connections") == 1)
        self.assertEqual(server.client().call("GET", "/healthz")[0], 200)
        self.assertEqual(server.stop(), (0, ""))

    def test_a_crowd_of_idle_connections(self):
        """When three quarters are taken, who asks nothing has two seconds; so there is room again."""
        server = self.start("--connections", "40")
        taken = [server.connect() for _ in range(40)]
        begun = time.monotonic()
        self.assertEqual(server.client().call("GET", "/healthz")[0], 200)
        self.assertLess(time.monotonic() - begun, 6 * SLOWDOWN)
        for connection in taken:
            connection.close()
        self.assertEqual(server.stop(), (0, ""))


PERSONS = {"layout": "belgian-daisy", "seats": [{"kind": "person"}, {"kind": "person"}]}
DAY = 24 * 3600


class Kept(FolderTest):
    """Games and bytes in the store: of one client, of all, and those in which nobody makes a move."""

    def make(self, client, seats=None, **body):
        """Status, code and Retry-After of a new game."""
        status, headers, answer = client.call("POST", "/api/1/games", dict(PERSONS, **({"seats": seats} if seats else {}), **body))
        return status, answer.get("error", {}).get("code"), int(headers.get("Retry-After", 0))

    def test_games_of_one_client(self):
        server = self.start(*LIMITED, "--client-games", "3")
        client = server.client()
        for _ in range(3):
            self.assertEqual(self.make(client)[0], 201)
        status, code, seconds = self.make(client)
        self.assertEqual((status, code), (429, "too_many"))
        self.assertTrue(DAY / 4 < seconds <= DAY / 3, seconds)
        self.assertEqual(self.make(server.client(None, "127.0.0.9"))[0], 201)
        self.assertEqual(client.limited("client-games"), 1)
        self.assertEqual(server.stop(), (0, ""))

    def test_rematches_count(self):
        """As games of the client that agrees last. A refused one stays offered; nothing is made."""
        server = self.start(*LIMITED, "--client-games", "3")
        offering, agreeing = server.client(None, "127.0.0.8"), server.client()
        game, (offering.key, agreeing.key) = agreeing.create()
        answers = []
        while len(answers) < 6 and 429 not in answers:
            path = f"/api/1/games/{game['id']}"
            self.assertEqual(offering.call("POST", path + "/resign")[0], 200)
            self.assertEqual(offering.call("POST", path + "/rematch")[0], 200)
            status, headers, answer = agreeing.call("POST", path + "/rematch")
            answers.append(status)
            game = agreeing.game(answer["next"]) if status == 200 else game
        self.assertEqual(answers, [200, 200, 429])
        self.assertTrue(DAY / 4 < int(headers["Retry-After"]) <= DAY / 3, headers)
        self.assertEqual(answer["error"]["code"], "too_many")
        self.assertEqual((agreeing.limited("client-games"), agreeing.metric("games_created_total")), (1, 3))
        self.assertEqual(agreeing.game(game["id"])["next"], "")
        self.assertEqual(agreeing.game(game["id"])["proposals"][0]["kind"], "rematch")
        self.assertEqual(self.make(offering)[0], 201)
        self.assertEqual(server.stop(), (0, ""))

    def test_rematches_wait_for_the_computer(self):
        """One with a computer, which agrees at once, is refused where a new game with it would be."""
        server = self.start(*LIMITED, "--client-searches", "1")
        client = server.client()
        seats = [{"kind": "person"}, {"kind": "computer", "level": 10}]
        ended = []
        for _ in range(4):
            game, (client.key, _) = client.create(seats)
            ended.append((f"/api/1/games/{game['id']}", client.key))
            self.assertEqual(client.call("POST", ended[-1][0] + "/resign")[0], 200)
        statuses = []
        for path, client.key in ended:  # on a busy machine a search may be over before the rematch is asked for
            while self.make(client, seats[::-1])[0] == 201:
                pass
            statuses.append(client.call("POST", path + "/rematch")[0])
            if statuses[-1] == 429:
                break
        self.assertEqual(statuses[-1], 429)
        self.assertEqual(client.limited("client-searches"), len(statuses) + 1)
        self.assertEqual(server.stop(), (0, ""))

    def test_bytes_of_one_client(self):
        server = self.start(*LIMITED, "--client-bytes", "4K")
        client = server.client()
        game, keys = client.create()
        answers = []
        for status, headers, _ in pauses(client, game["id"], keys):
            answers.append(status)
            if len(answers) == 60 or status == 429:
                break
        self.assertEqual(set(answers), {200, 429})
        self.assertGreater(int(headers["Retry-After"]), 60)
        self.assertEqual(self.make(client)[:2], (429, "too_many"))
        self.assertEqual(self.make(server.client(None, "127.0.0.9"))[0], 201)
        self.assertEqual(server.stop(), (0, ""))

    def test_a_full_store(self):
        """No new games; those that there are go on until an eighth more is full, too."""
        server = self.start("--store-max", "512K")
        client = server.client()
        games = []
        while len(games) < 4000:
            answer = client.call("POST", "/api/1/games", PERSONS)
            if answer[0] != 201:
                break
            games.append(answer[2])
        self.assertEqual((answer[0], answer[2]["error"]["code"]), (507, "store_full"))
        self.assertGreater(int(answer[1]["Retry-After"]), 0)
        self.assertGreater(len(games), 100)
        self.assertEqual(client.metric('limit{option="store-max"}'), 512 * 1024)
        self.assertGreaterEqual(client.metric("store_bytes"), 512 * 1024)
        last = games[-1]
        client.key = last["keys"][0]
        self.assertEqual(client.move(last["game"]["id"], 1, "a1b2")[0], 200)
        for i, answer in enumerate(pauses(client, games[0]["game"]["id"], games[0]["keys"])):
            if answer[0] != 200 or i == 5000:
                break
        self.assertEqual((answer[0], answer[2]["error"]["code"]), (503, "storage"))
        self.assertEqual(client.call("GET", "/healthz")[0], 503)
        self.assertEqual(len(client.game(last["game"]["id"])["moves"]), 1)
        code, errors = server.stop()
        self.assertEqual(code, 0)
        self.assertIn("database or disk is full", errors)
        server = self.start("--store-max", "1M")
        self.assertEqual(self.make(server.client())[0], 201)
        self.assertEqual(len(server.client().game(last["game"]["id"])["moves"]), 1)
        self.assertEqual(server.stop(), (0, ""))

    def test_games_without_a_move_are_removed(self):
        server = self.start("--keep-unplayed", "1s")
        client = server.client()
        names = ("declined", "moved and declined", "resigned", "open")
        games = {name: client.create() for name in names}
        for name in names:
            game, keys = games[name]
            player = server.client(keys[0])
            if name == "moved and declined":
                self.assertEqual(server.client(keys[0]).move(game["id"], 1, "a1b2")[0], 200)
                player = server.client(keys[1])
            if name.endswith("declined"):
                self.assertEqual(player.call("POST", f"/api/1/games/{game['id']}/decline")[0], 200)
            if name == "resigned":
                self.assertEqual(player.call("POST", f"/api/1/games/{game['id']}/resign")[0], 200)
        self.assertIsNone(client.game(games["declined"][0]["id"])["closes"])
        ann = Person(server.port).sign_up("Ann")
        self.addCleanup(ann.close)
        for name in names:
            self.assertEqual(ann.call("PUT", f"/api/1/account/subscriptions/{games[name][0]['id']}")[0], 204)
        time.sleep(1.1)
        self.assertEqual(server.stop(), (0, ""))
        server = self.start()
        client = server.client()
        wait_until(lambda: client.limited("keep-unplayed") == 1)
        for name in names:
            status = client.call("GET", f"/api/1/games/{games[name][0]['id']}")[0]
            self.assertEqual(status, 404 if name == "declined" else 200, name)
        status, _, followed = client.call("GET", "/api/1/account/subscriptions", headers={"Cookie": f"paua_session={ann.cookie}"})
        kept = sorted(game["id"] for name, (game, _) in games.items() if name != "declined")
        self.assertEqual((status, sorted(one["game"] for one in followed["subscriptions"])), (200, kept))
        self.assertEqual(server.stop(), (0, ""))
        with contextlib.closing(sqlite3.connect(self.store)) as database:
            self.assertEqual(database.execute("SELECT count(*) FROM game").fetchone(), (3,))
            self.assertEqual(database.execute("SELECT count(*) FROM event WHERE game NOT IN (SELECT key FROM game)").fetchone(), (0,))
            self.assertEqual(sorted(game for game, in database.execute("SELECT game FROM subscription")), kept)

    def test_unplayed_games_are_kept_for_a_week(self):
        server = self.start()
        client = server.client()
        game, keys = client.create()
        client.key = keys[0]
        self.assertEqual(client.call("POST", f"/api/1/games/{game['id']}/decline")[0], 200)
        self.assertEqual(server.stop(), (0, ""))
        with contextlib.closing(sqlite3.connect(self.store)) as database:
            (closes,) = database.execute("SELECT closes FROM game").fetchone()
        self.assertAlmostEqual(closes / 1000, time.time() + 7 * DAY, delta=60)

    def test_searches_of_all(self):
        server = self.start("--searches", "3")
        computer = [{"kind": "computer", "level": 10}, {"kind": "person"}]
        answers = [self.make(server.client(), computer) for _ in range(20)]
        self.assertIn(201, [status for status, _, _ in answers])
        refused = [answer for answer in answers if answer[0] != 201]
        self.assertEqual({answer[:2] for answer in refused}, {(503, "busy")})
        self.assertTrue(all(seconds > 0 for _, _, seconds in refused))
        self.assertLessEqual(server.client().metric("searches_awaited"), 3)
        self.assertEqual(self.make(server.client())[0], 201)
        self.assertEqual(server.stop(), (0, ""))

    def test_games_of_computers_of_all(self):
        server = self.start("--alone", "2", "--pause", "3600")
        computers = [{"kind": "computer", "level": 1}] * 2
        answers = [self.make(server.client(), computers)[:2] for _ in range(4)]
        self.assertEqual(answers, [(201, None)] * 2 + [(503, "busy")] * 2)
        self.assertEqual(server.stop(), (0, ""))


class Slow(FolderTest):
    """A client that takes or sends its bytes one by one does not keep its connection."""

    def start_slow(self):
        return self.start("--send-rate", "20000", "--send-time", "2")

    def connect(self, server):
        """A connection that takes little at a time."""
        connection = socket.socket()
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.connect(("127.0.0.1", server.port))
        connection.settimeout(0.2)
        self.addCleanup(connection.close)
        return connection

    def read_slowly(self, connection, seconds):
        """Takes 16 bytes ten times a second; how long it lasts."""
        begun = time.monotonic()
        while time.monotonic() - begun < seconds:
            try:
                if not connection.recv(16):
                    break
            except TimeoutError:
                continue
            except ConnectionResetError:
                break
            time.sleep(0.1)
        return time.monotonic() - begun

    def test_slow_reader_of_an_answer(self):
        server = self.start_slow()
        connection = self.connect(server)
        # Many requests, so that the answers do not fit in the buffers between.
        connection.sendall(b"GET /api/1/layouts HTTP/1.1\r\nHost: localhost\r\n\r\n" * 2000)
        self.read_slowly(connection, 1)
        client = server.client()
        wait_until(lambda: client.limited("send-rate") == 1, 8 * SLOWDOWN)
        self.assertEqual(server.stop(), (0, ""))

    def test_slow_reader_of_a_stream(self):
        """Offers that one does not take; who does take it stays, however little there is."""
        server = self.start_slow()
        client = server.client()
        game, keys = client.create(layout="belgian-daisy")
        other = Stream(server.port, game["id"])
        self.addCleanup(other.close)
        connection = self.connect(server)
        connection.sendall(f"GET /api/1/games/{game['id']}/events HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        wait_until(lambda: client.metric("http_streams") == 2)
        other.next()
        begun = time.monotonic()
        for answer in pauses(client, game["id"], keys):
            self.assertEqual(answer[0], 200)
            self.assertIsNotNone(other.next())
            if client.limited("send-rate") or time.monotonic() - begun > 20 * SLOWDOWN:
                break
        self.assertEqual(client.limited("send-rate"), 1)
        wait_until(lambda: client.metric("http_streams") == 1)
        self.assertEqual(server.stop(), (0, ""))

    def test_slow_sender(self):
        server = self.start("--request-time", "2")
        connection = self.connect(server)
        begun = time.monotonic()
        for byte in b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nX: " + b"y" * 100:
            try:
                connection.sendall(bytes((byte,)))
                time.sleep(0.1)
            except OSError:
                break
        self.assertLess(time.monotonic() - begun, 6 * SLOWDOWN)
        self.assertEqual(server.client().call("GET", "/healthz")[0], 200)
        self.assertEqual(server.stop(), (0, ""))


if __name__ == "__main__":
    unittest.main()
