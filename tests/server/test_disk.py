"""A disk that is slow or hangs under SQLite: what waits for it keeps nobody else waiting, and nothing that was
acknowledged is lost or done twice."""
import http.client
import os
import threading
import time
import unittest

from harness import SLOWDOWN, FolderTest, sqlite_only, wait_until
from test_accounts import Person

SHUTTLE = ("c3d3", "g5f5", "d3c3", "f5g5")
GAMES = 600  # more than SQLite keeps of the file in memory


@unittest.skipUnless("DISK_FAULT_LIBRARY" in os.environ, "needs a library that lets the disk hang")
@sqlite_only
class Disk(FolderTest):
    def setUp(self):
        super().setUp()
        self.fault = self.folder / "fault"
        self.order("")
        self.background = []
        self.addCleanup(self.end)

    def fill(self):
        """Games that are in the file alone; returns their ids."""
        server = self.start()
        games = [server.client().create(layout="standard")[0]["id"] for _ in range(GAMES)]
        self.assertEqual(server.stop(), (0, ""))
        return games

    def order(self, text):
        """What the disk does from now on; replaced as a whole, so that no half of it is read."""
        new = self.fault.with_suffix(".new")
        new.write_text(text)
        new.replace(self.fault)

    def end(self):
        """The disk is well again, and what waited for it is answered."""
        self.order("")
        for thread in self.background:
            thread.join(30)

    def serve(self, *arguments):
        return self.start(*arguments, before=lambda: os.environ.update(
            LD_PRELOAD=os.environ["DISK_FAULT_LIBRARY"], DISK_FAULT=str(self.fault)))

    def begin(self, server):
        """A game with a move: its id, and its players."""
        game, keys = server.client().create(layout="standard", rules={"repetition": 0, "quiet": 0})
        players = [server.client(key) for key in keys]
        self.assertEqual(players[0].move(game["id"], 1, SHUTTLE[0])[0], 200)
        return game["id"], players

    def later(self, call):
        """Begins a call; a list that has its status when that is known, or None for a connection that ended."""
        statuses = []

        def run():
            try:
                statuses.append(call())
            except (OSError, http.client.HTTPException):
                statuses.append(None)
        self.background.append(threading.Thread(target=run))
        self.background[-1].start()
        return statuses

    def timed(self, server, *call, key=None, limit=2.0):
        """A call's status, which has come in time."""
        began = time.monotonic()
        status = server.client(key).call(*call)[0]
        self.assertLess(time.monotonic() - began, limit * SLOWDOWN, call)
        return status

    def hangs(self, server):
        wait_until(lambda: server.client().call("GET", "/healthz")[0] == 503)
        time.sleep(0.5)  # the server looks every 100 ms whether its store hangs

    def check_others(self, server, *calls):
        """What needs the disk gets 503, all else its answer at once."""
        for *call, key in calls:
            self.assertEqual(self.timed(server, *call, key=key), 503, call)
        page = 404 if server.client().call("GET", "/")[0] == 404 else 200  # where it is not part of the program
        for path, status in (("/", page), ("/api/1/layouts", 200), ("/metrics", 200), ("/healthz", 503), ("/readyz", 503)):
            self.assertEqual(self.timed(server, "GET", path, limit=0.5), status, path)

    def check_whole(self, server, game_id, players, moves):
        """The disk is well: the game has these moves, takes one more, and has them after a start as well."""
        wait_until(lambda: server.client().call("GET", "/healthz")[0] == 200)
        self.assertEqual(server.client().game(game_id)["moves"], list(SHUTTLE[:moves]))
        self.assertEqual(players[moves % 2].move(game_id, moves + 1, SHUTTLE[moves])[0], 200)
        code, errors = server.stop()
        self.assertEqual(code, 0)
        self.assertIn("the database has not answered for", errors)
        server = self.serve()
        self.assertEqual(server.client().game(game_id)["moves"], list(SHUTTLE[:moves + 1]))
        self.assertEqual(server.client().game(game_id)["proposals"], [])
        self.assertEqual(server.stop(), (0, ""))

    def test_reads_that_hang(self):
        cold = self.fill()
        server = self.serve()
        game_id, players = self.begin(server)
        self.order("delay r 60000")
        stuck = self.later(lambda: self.timed(server, "GET", f"/api/1/games/{cold[0]}"))
        self.hangs(server)
        self.check_others(server, *[("GET", f"/api/1/games/{game}", None) for game in cold[1:4]],
                          ("GET", "/api/1/openings?position=standard", None), ("GET", "/api/1/users/Ann", None),
                          ("GET", f"/api/1/games/{cold[4]}.png", None))
        self.assertEqual(self.timed(server, "GET", f"/api/1/games/{game_id}", limit=0.5), 200, "in memory")
        self.assertEqual(stuck, [503], "the read was given up")
        self.end()
        self.check_whole(server, game_id, players, 1)

    def test_commits_that_hang(self):
        """A move whose write or sync hangs is answered when its outcome is known: stored or not, and never both. What waits
        behind it gets 503, and is not stored."""
        for orders, moves in (("delay w 60000", 2), ("delay s 60000", 2), ("delay w 60000 fail", 1), ("delay s 60000 fail", 1)):
            with self.subTest(orders):
                server = self.serve()
                game_id, players = self.begin(server)
                other, others = self.begin(server)
                self.order(orders)
                move = self.later(lambda: players[1].move(game_id, 2, SHUTTLE[1])[0])
                self.hangs(server)
                self.check_others(
                    server, ("POST", f"/api/1/games/{other}/moves", {"ply": 2, "move": SHUTTLE[1]}, others[1].key),
                    ("POST", f"/api/1/games/{game_id}/draw", {"action": "offer"}, players[0].key),
                    ("POST", "/api/1/account", {"name": "Ann", "password": "correct horse 9"}, None))
                self.assertEqual(server.client().game(game_id)["moves"], list(SHUTTLE[:1]))
                self.assertEqual(move, [], "neither stored nor not stored")
                self.end()
                self.assertEqual(move, [200 if moves == 2 else 503])
                self.assertEqual(server.client().game(other)["moves"], list(SHUTTLE[:1]))
                self.check_whole(server, game_id, players, moves)

    def test_remains_that_cannot_be_erased(self):
        """A sync fails, and the one that is to erase what it has left hangs: nothing else waits for that."""
        server = self.serve()
        game_id, players = self.begin(server)
        other, others = self.begin(server)
        person = Person(server.port).sign_up("Ann")
        self.addCleanup(person.close)
        self.order("delay s 60000 fail")
        move = self.later(lambda: players[1].move(game_id, 2, SHUTTLE[1])[0])
        self.hangs(server)
        self.order("delay s 60001")
        time.sleep(1)
        self.check_others(
            server, ("POST", f"/api/1/games/{other}/moves", {"ply": 2, "move": SHUTTLE[1]}, others[1].key),
            ("POST", f"/api/1/games/{game_id}/draw", {"action": "offer"}, players[0].key))
        self.assertEqual(move, [], "not known to be erased")
        self.end()
        self.assertEqual(move, [503])
        self.check_whole(server, game_id, players, 1)

    def test_what_was_not_stored_does_not_count(self):
        """Messages and reports that got 503 leave as many for later as there were before; then the limits hold."""
        server = self.serve()
        ann, bob, eve = (Person(server.port).sign_up(name) for name in ("Ann", "Bob", "Eve"))
        server.clients += [ann, bob, eve]

        def write(to):
            return ann.call("POST", f"/api/1/users/{to}/messages", {"text": "hello"})[0]

        def report(number):
            return ann.call("POST", "/api/1/account/reports", {"message": number, "text": "rude"})[0]

        for sender in (bob, eve):
            sender.insult = sender.call("POST", "/api/1/users/Ann/messages", {"text": "an insult"})[2]["number"]
        carol = Person(server.port).sign_up("Carol")
        server.clients.append(carol)
        self.order("delay w 1 fail")
        for call, *values in [(write, "Carol")] * 3 + [(write, "Bob")] * 7 + [(report, bob.insult)] * 10:
            self.assertEqual(call(*values), 503, call)
        self.order("")
        wait_until(lambda: server.client().call("GET", "/healthz")[0] == 200)
        self.assertEqual([write("Carol") for _ in range(4)], [201] * 3 + [429])
        self.assertEqual([report(one.insult) for one in (bob, eve)], [201, 201])
        self.assertEqual(server.stop()[0], 0)

    def test_slow(self):
        """Where each call takes its time, and where each commit takes longer than others wait, moves are stored once."""
        for orders, count in (("delay rws 10", 8), ("delay s 900", 3)):
            with self.subTest(orders):
                server = self.serve()
                game_id, players = self.begin(server)
                self.order(orders)
                for ply in range(2, 2 + count):
                    status = wait_until(lambda: players[(ply - 1) % 2].move(game_id, ply, SHUTTLE[(ply - 1) % 4])[0] == 200)
                    self.assertTrue(status)
                self.end()
                moves = [SHUTTLE[i % 4] for i in range(1 + count)]
                self.assertEqual(server.client().game(game_id)["moves"], moves)
                self.assertEqual(server.stop()[0], 0)
                server = self.serve()
                self.assertEqual(server.client().game(game_id)["moves"], moves)
                self.assertEqual(server.stop(), (0, ""))

    def stop_beside(self, orders, call):
        """A stop while a call waits for the disk; what was acknowledged is there, and what was not, once or not at all."""
        server = self.serve()
        game_id, players = self.begin(server)
        self.order(orders)
        self.later(lambda: call(server, game_id, players)[0])
        time.sleep(1)
        began = time.monotonic()
        server.stop()
        self.assertLess(time.monotonic() - began, 8 * SLOWDOWN)
        self.end()
        server = self.serve()
        self.assertIn(server.client().game(game_id)["moves"], (list(SHUTTLE[:1]), list(SHUTTLE[:2])))
        self.assertEqual(server.stop(), (0, ""))

    def test_stop_beside_a_commit(self):
        self.stop_beside("delay s 60000", lambda server, game_id, players: players[1].move(game_id, 2, SHUTTLE[1]))

    def test_stop_beside_a_read(self):
        cold = self.fill()
        self.stop_beside("delay r 60000", lambda server, game_id, players: server.client().call("GET", f"/api/1/games/{cold[0]}"))

    def test_stop_beside_openings(self):
        """Which have a connection of their own."""
        self.fill()
        self.stop_beside("delay r 60000", lambda server, game_id, players: server.client().call("GET", "/api/1/openings?position=standard"))
