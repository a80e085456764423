"""A server whose store is a PostgreSQL database: nothing acknowledged is lost when the server or the database is
killed; commands read the database; a store moves from one kind of database to the other."""
import http.client
import os
import pathlib
import shutil
import signal
import subprocess
import tempfile
import threading
import time
import unittest

from harness import SLOWDOWN, postgres_program, wait_until
from postgres import DatabaseTest, paua
from test_accounts import Person

SHUTTLE = ["c3d3", "g5f5", "d3c3", "f5g5"]  # two marbles of the standard layout, there and back


class PostgresTest(DatabaseTest):
    def setUp(self):
        super().setUp()
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="paua-"))
        self.addCleanup(shutil.rmtree, self.folder)

    def begin(self, server):
        client = server.client()
        game, keys = client.create(layout="standard", rules={"repetition": 0, "quiet": 0})
        return game["id"], [server.client(key) for key in keys]

    def restart_database(self):
        """SIGQUIT ends it as a crash does."""
        self.cluster.stop(signal.SIGQUIT)
        self.cluster.start()

    def test_kills(self):
        """Either is killed during play; what was acknowledged is there, once. While the database is away a move
        gets 503, or waits until it is known whether it was stored."""
        server = self.start()
        game_id, players = self.begin(server)
        acknowledged = 0
        for kill in (server.process.kill, self.restart_database, None, self.restart_database):
            killer = threading.Timer(0.3, kill or server.process.kill)
            killer.start()
            until = time.monotonic() + 5
            at_end = acknowledged + 200
            while time.monotonic() < until and acknowledged < at_end:
                try:
                    status, _, answer = players[acknowledged % 2].move(game_id, acknowledged + 1,
                                                                      SHUTTLE[acknowledged % 4])
                except (OSError, http.client.HTTPException):
                    self.assertNotEqual(kill, self.restart_database, "the server has gone")
                    break
                self.assertIn(status, (200, 503), answer)
                acknowledged += status == 200
                if status == 503:
                    time.sleep(0.05)
            killer.join()
            if kill != self.restart_database:
                server.close()
                server = self.start()
            players = [server.client(player.key) for player in players]
            wait_until(lambda: server.client().call("GET", "/healthz")[0] == 200)
            moves = server.client().game(game_id)["moves"]
            self.assertIn(len(moves) - acknowledged, (0, 1))
            self.assertEqual(moves, [SHUTTLE[i % 4] for i in range(len(moves))])
            acknowledged = len(moves)
        self.assertGreater(acknowledged, 20)
        self.assertEqual(server.stop()[0], 0)
        self.assertEqual(self.cluster.sql("SELECT count(*) FROM paua.writer", self.database), "2",
                         "the writers that were killed, and none that ended")

    def hang(self):
        """Stops all processes of the database, as a disk does that does not answer."""
        processes = [self.cluster.process.pid, *map(int, self.cluster.sql(
            "SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid()", self.database).split())]
        for process in processes:
            os.kill(process, signal.SIGSTOP)
        return lambda: [os.kill(process, signal.SIGCONT) for process in processes]

    def lock(self):
        """Locks the games, as VACUUM FULL does."""
        return self.hold("LOCK TABLE paua.game, paua.event IN ACCESS EXCLUSIVE MODE",
                         "SELECT count(*) FROM pg_locks WHERE granted AND mode = 'AccessExclusiveLock'"
                         " AND relation = 'paua.event'::regclass")

    def hold(self, statement, count):
        """Begins a transaction that holds a lock, and waits until the other statement counts one."""
        lock = subprocess.Popen(
            [postgres_program("psql"), "-X", "-q", "-t", "-h", self.cluster.folder, "-U", "paua", "-d", self.database],
            stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True, **self.cluster.account)
        lock.stdin.write(f"BEGIN; {statement};\n")
        lock.stdin.flush()
        wait_until(lambda: self.cluster.sql(count, self.database) == "1")
        return lambda: lock.communicate("COMMIT;\n")

    def timed(self, server, *call, key=None):
        client = server.client(key)
        began = time.monotonic()
        return client.call(*call)[0], time.monotonic() - began

    def test_hanging_database(self):
        """What needs the database gets 503 within two seconds, all else its answer at once; nothing is lost or
        done twice; the log says so, and afterwards all goes on by itself."""
        person = {"name": "Ann", "password": "correct horse 9"}
        games = [("GET", "/api/1/games/aaaaaaa2.png"), ("GET", "/api/1/games/aaaaaaa2.apgn"),
                 ("POST", "/api/1/games", {"layout": "standard", "seats": [{"kind": "person"}] * 2})]
        others = [("GET", "/api/1/openings?position=standard"), ("GET", "/api/1/users/Ann/games"), ("GET", "/api/1/users/Ann"),
                  ("POST", "/api/1/account", person), ("POST", "/api/1/session", person)]
        for name, begin, needs in (("processes", self.hang, games + others), ("lock", self.lock, games)):
            with self.subTest(name):
                server = self.start()
                game_id, players = self.begin(server)
                page = server.client().call("GET", "/")[0]  # 404 where it is not part of the program
                self.assertEqual(players[0].move(game_id, 1, SHUTTLE[0])[0], 200)
                end = begin()
                try:
                    for call in (("POST", f"/api/1/games/{game_id}/moves", {"ply": 2, "move": SHUTTLE[1]}),
                                 *[("GET", f"/api/1/games/aaaaaaa{i}") for i in range(2, 9)], *needs):
                        status, seconds = self.timed(server, *call, key=players[1].key)
                        self.assertEqual(status, 503, call)
                        self.assertLess(seconds, 2 * SLOWDOWN, call)
                    for path, expected in (("/", page), ("/api/1/layouts", 200), ("/metrics", 200), ("/healthz", 503),
                                           ("/readyz", 503)):
                        status, seconds = self.timed(server, "GET", path)
                        self.assertEqual(status, expected, path)
                        self.assertLess(seconds, 0.5 * SLOWDOWN, path)
                finally:
                    end()
                wait_until(lambda: server.client().call("GET", "/healthz")[0] == 200)
                wait_until(lambda: server.client(players[1].key).move(game_id, 2, SHUTTLE[1])[0] == 200)
                self.assertEqual(server.client().game(game_id)["moves"], SHUTTLE[:2])
                code, errors = server.stop()
                self.assertEqual(code, 0)
                self.assertIn("the database has not answered for", errors)
                self.assertIn("the database answers again", errors)

    def hang_commits(self):
        """Lets each commit wait for a standby that does not exist; what it commits is on the disk by then."""
        self.cluster.sql("ALTER SYSTEM SET synchronous_standby_names = 'nobody'", self.database)

        def end():
            self.cluster.sql("ALTER SYSTEM RESET synchronous_standby_names", self.database)
            self.cluster.sql("SELECT pg_reload_conf()", self.database)
        self.addCleanup(end)
        self.cluster.sql("SELECT pg_reload_conf()", self.database)
        wait_until(self.commits_hang)  # processes of the database read it one after another
        return end

    def commits_hang(self):
        """Whether a commit does not end; that one is cancelled."""
        commit = subprocess.Popen(
            [postgres_program("psql"), "-X", "-q", "-t", "-h", self.cluster.folder, "-U", "paua", "-d", self.database,
             "-c", "SELECT pg_logical_emit_message(true, 'test', '')"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **self.cluster.account)
        hangs = lambda: self.cluster.sql("SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'",
                                         self.database) == "1"
        wait_until(lambda: commit.poll() is not None or hangs())
        ended = commit.poll() is not None
        self.cluster.sql("SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'", self.database)
        commit.wait()
        return not ended

    def before_commits(self, statement):
        """Lets each commit of an event do this first."""
        self.addCleanup(self.cluster.sql, "DROP FUNCTION IF EXISTS wait CASCADE", self.database)
        self.cluster.sql("CREATE OR REPLACE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS"
                         f" 'BEGIN {statement}; RETURN NULL; END';"
                         "DROP TRIGGER IF EXISTS wait ON paua.event;"
                         "CREATE CONSTRAINT TRIGGER wait AFTER INSERT ON paua.event DEFERRABLE INITIALLY DEFERRED"
                         " FOR EACH ROW EXECUTE FUNCTION wait()", self.database)

    def delay_commits(self):
        """Lets each commit of an event wait for a lock, before anything is committed."""
        self.before_commits("PERFORM pg_advisory_xact_lock(7)")
        return self.hold("SELECT pg_advisory_xact_lock(7)",
                         "SELECT count(*) FROM pg_locks WHERE granted AND locktype = 'advisory'"
                         " AND objid = 7")

    def committing(self):
        """The process of the database that is stuck in a commit."""
        return wait_until(lambda: self.cluster.sql(
            "SELECT pid FROM pg_stat_activity WHERE query ILIKE 'commit%' AND state = 'active'"
            " AND wait_event IN ('SyncRep', 'advisory')", self.database))

    def move_in_doubt(self, server, game_id, players):
        """Begins a move whose commit hangs; meanwhile others get 503, and pages their answer. A thread, and the status
        that it will have."""
        answers = []
        move = threading.Thread(target=lambda: answers.append(players[1].move(game_id, 2, SHUTTLE[1])[0]))
        move.start()
        self.committing()
        other, others = self.begun
        for call, key in ((("POST", f"/api/1/games/{other}/moves", {"ply": 1, "move": SHUTTLE[0]}), others[0].key),
                          (("POST", f"/api/1/games/{game_id}/draw", {"action": "offer"}), players[0].key)):
            status, seconds = self.timed(server, *call, key=key)
            self.assertEqual(status, 503, call)
            self.assertLess(seconds, 2 * SLOWDOWN, call)
        for path, expected in (("/api/1/layouts", 200), (f"/api/1/games/{game_id}", 200), ("/metrics", 200), ("/healthz", 503)):
            status, seconds = self.timed(server, "GET", path)
            self.assertEqual(status, expected, path)
            self.assertLess(seconds, 0.5 * SLOWDOWN, path)
        self.assertEqual(server.client().game(game_id)["moves"], SHUTTLE[:1], "what is not known to be stored is not shown")
        self.assertEqual(answers, [], "neither stored nor not stored")
        return move, answers

    def test_hanging_commit(self):
        """A move whose commit hangs is answered when its outcome is known: stored or not, and never both. Other writes
        get 503 and are not stored."""
        def terminate():
            self.cluster.sql(f"SELECT pg_terminate_backend({self.committing()})", self.database)

        for name, hang, cut, expected in (("standby", self.hang_commits, False, 200),
                                          ("standby, cut", self.hang_commits, True, 200),
                                          ("lock", self.delay_commits, False, 200),
                                          ("lock, cut", self.delay_commits, True, 503)):
            with self.subTest(name):
                server = self.start()
                game_id, players = self.begin(server)
                self.begun = self.begin(server)
                self.assertEqual(players[0].move(game_id, 1, SHUTTLE[0])[0], 200)
                end = hang()
                try:
                    move, answers = self.move_in_doubt(server, game_id, players)
                    if cut:
                        terminate()
                finally:
                    end()
                move.join(30)
                self.assertEqual(answers, [expected])
                self.assertEqual(server.client().game(game_id)["moves"], SHUTTLE[:2 if expected == 200 else 1])
                wait_until(lambda: server.client().call("GET", "/healthz")[0] == 200)
                self.assertEqual(players[1].move(game_id, 2, SHUTTLE[1])[0], 200, "again, or for the first time")
                other, others = self.begun
                self.assertEqual(server.client().game(other)["moves"], [])
                self.assertEqual(others[0].move(other, 1, SHUTTLE[0])[0], 200)
                code, errors = server.stop()
                self.assertEqual(code, 0)
                self.assertIn("the database has not answered for", errors)
                server = self.start()
                self.assertEqual(server.client().game(game_id)["moves"], SHUTTLE[:2])
                self.assertEqual(server.client().game(game_id)["proposals"], [])
                self.assertEqual(server.stop(), (0, ""))

    def test_slow_commits(self):
        """Where each takes longer than others wait, moves are stored once, and others get 503 in time."""
        server = self.start()
        game_id, players = self.begin(server)
        other, others = self.begin(server)
        self.before_commits("PERFORM pg_sleep(0.9)")
        for ply in range(1, 4):
            move = threading.Thread(target=lambda: wait_until(
                lambda: players[(ply - 1) % 2].move(game_id, ply, SHUTTLE[ply - 1])[0] == 200))
            move.start()
            time.sleep(0.05)
            status, seconds = self.timed(server, "POST", f"/api/1/games/{other}/draw", {"action": "offer"}, key=others[0].key)
            self.assertIn(status, (200, 503))
            self.assertLess(seconds, 2 * SLOWDOWN)
            move.join()
        self.assertEqual(server.client().game(game_id)["moves"], SHUTTLE[:3])
        self.assertEqual(server.stop()[0], 0)
        self.assertEqual(self.start().client().game(game_id)["moves"], SHUTTLE[:3])

    def test_hanging_commit_of_a_tournament(self):
        """Other tournaments do not wait for it."""
        server = self.start()
        people = [Person(server.port) for _ in range(2)]
        for i, person in enumerate(people):
            self.addCleanup(person.close)
            person.sign_up(f"Person{i}")
        answers = []

        def create(person):
            began = time.monotonic()
            answers.append((person.call("POST", "/api/1/tournaments", {
                "name": "Winter", "system": "swiss", "rounds": 3, "layout": "standard",
                "rules": "classic,plies=6,game=60"})[0], time.monotonic() - began))
        end = self.hang_commits()
        try:
            first = threading.Thread(target=create, args=(people[0],))
            first.start()
            self.committing()
            create(people[1])
            create(people[1])
            self.assertEqual([status for status, _ in answers], [503, 503])
            self.assertLess(max(seconds for _, seconds in answers), 2 * SLOWDOWN)
        finally:
            end()
        first.join(30)
        self.assertEqual(answers[2][0], 201)
        self.assertEqual(len(server.client().call("GET", "/api/1/tournaments")[2]["tournaments"]), 1)

    def test_stop_amid_a_hanging_commit(self):
        """The stop ends on time; what was acknowledged is there, and the move in doubt once or not at all."""
        server = self.start()
        game_id, players = self.begin(server)
        self.begun = self.begin(server)
        self.assertEqual(players[0].move(game_id, 1, SHUTTLE[0])[0], 200)
        end = self.hang_commits()
        try:
            answers = []

            def move():
                try:
                    answers.append(players[1].move(game_id, 2, SHUTTLE[1])[0])
                except (OSError, http.client.HTTPException):
                    pass
            player = threading.Thread(target=move)
            player.start()
            self.committing()
            began = time.monotonic()
            code, errors = server.stop()
            self.assertLess(time.monotonic() - began, 8 * SLOWDOWN)
            self.assertEqual(code, 3)
            self.assertIn("stops without the store, which does not answer", errors)
            player.join(30)
            self.assertEqual(answers, [])
        finally:
            end()
        self.assertIn(self.start().client().game(game_id)["moves"], (SHUTTLE[:1], SHUTTLE[:2]))

    def test_stop_beside_a_hanging_database(self):
        server = self.start()
        self.begin(server)
        end = self.hang()
        try:
            began = time.monotonic()
            server.stop()
            self.assertLess(time.monotonic() - began, 8 * SLOWDOWN)
        finally:
            end()

    def test_accounts_and_restart(self):
        server = self.start()
        client = server.client()
        status, headers, _ = client.call("POST", "/api/1/account", {"name": "Ann", "password": "correct horse 9"})
        self.assertEqual(status, 201)
        game_id, players = self.begin(server)
        self.assertEqual(players[0].move(game_id, 1, "c3d3")[0], 200)
        before = client.game(game_id)
        self.assertGreater(client.metric("store_bytes"), 0)
        self.assertEqual(server.stop(), (0, ""))
        again = self.start().client()
        self.assertEqual(again.game(game_id), before)
        self.assertEqual(again.call("POST", "/api/1/session", {"name": "Ann", "password": "correct horse 9"})[0], 200)
        self.assertEqual(again.call("POST", "/api/1/session", {"name": "Ann", "password": "wrong horse 99"})[0], 401)

    def test_commands(self):
        """check, repair into a file and back; what goes with files alone is refused."""
        server = self.start()
        game_id, players = self.begin(server)
        for ply in range(1, 9):
            self.assertEqual(players[(ply - 1) % 2].move(game_id, ply, SHUTTLE[(ply - 1) % 4])[0], 200)
        game = server.client().game(game_id)
        done = paua("store", "check", self.place)
        self.assertEqual((done.returncode, done.stdout), (0, "games 1 damaged 0 file faults 0 checksums 1\n"), done)
        server.stop()
        file = self.folder / "games.db"
        done = paua("store", "repair", self.place, "--out", file)
        self.assertEqual((done.returncode, done.stderr), (0, ""), done.stdout)
        self.assertIn("already", paua("store", "repair", file, "--out", self.place).stderr)
        self.cluster.sql("DROP SCHEMA paua CASCADE", self.database)
        done = paua("store", "check", self.place)
        self.assertEqual(done.returncode, 3)
        self.assertIn("there is no such store", done.stderr)
        done = paua("store", "repair", file, "--out", self.place)
        self.assertEqual((done.returncode, done.stderr), (0, ""), done.stdout)
        self.assertEqual(self.start().client().game(game_id), game)
        done = paua("store", "backup", self.place, "--out", self.folder / "b.db")
        self.assertEqual(done.returncode, 2)
        self.assertIn("pg_dump", done.stderr)
        self.cluster.sql("UPDATE paua.event SET at = at + 1 WHERE number = 3", self.database)
        done = paua("store", "check", self.place)
        self.assertEqual(done.returncode, 1)
        self.assertIn(f"game {game_id}: its setup or an event fails the checksum", done.stdout)

    def test_what_is_refused(self):
        """Who needs it alone while a server runs; a database that is not there, whose password is in no message; no UTF8."""
        self.start()
        secret = self.place.replace("paua@", "paua:hunter2@")
        self.cluster.sql("CREATE DATABASE latin ENCODING 'LATIN1' TEMPLATE template0", "postgres")
        done = paua("store", "repair", self.place, "--out", secret)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("already", done.stderr)
        for place, expected in ((secret.replace(self.database, "absent"), 'database "absent" does not exist'),
                                (secret.replace(self.database, "latin"), "is not UTF8")):
            with self.subTest(expected=expected):
                done = paua("serve", "--listen", "127.0.0.1:0", "--store", place)
                self.assertEqual(done.returncode, 3)
                self.assertIn(expected, done.stderr)
                self.assertNotIn("hunter2", done.stderr + done.stdout)
                self.assertEqual(done.stderr.count("\n"), 1)

    def test_a_schema_of_somebody_else(self):
        """What failed removes the schema that it has made, and leaves one that was there."""
        text = self.folder / "damaged.jsonl"
        self.start()
        self.assertEqual(paua("export", "--everything", "--store", self.place, "-o", text).returncode, 0)
        with text.open("a") as file:
            file.write("nonsense\n")
        self.cluster.sql("CREATE DATABASE other TEMPLATE template0", "postgres")
        place = self.place.replace(self.database, "other")
        for before, expected in (("SELECT", "0"), ("CREATE SCHEMA paua; CREATE TABLE paua.mine (x INT)", "1")):
            self.cluster.sql(before, "other")
            self.assertNotEqual(paua("import", "--everything", text, "--store", place).returncode, 0)
            self.assertEqual(self.cluster.sql("SELECT count(*) FROM pg_namespace WHERE nspname = 'paua'", "other"), expected)
        self.assertEqual(self.cluster.sql("SELECT count(*) FROM paua.mine", "other"), "0")

    def test_import_and_openings(self):
        games = self.folder / "games.apgn"
        games.write_text('[Event "e"]\n[Date "2026.01.01"]\n[Black "a"]\n[White "b"]\n[Variant "standard"]\n'
                         '[Result "*"]\n[Notation "Aba-Pro"]\n\n1. c3d3 g5f5 *\n')
        self.start()  # beside the server
        done = paua("import", "--store", self.place, games)
        self.assertEqual(done.returncode, 0, done)
        self.assertIn("imported 1 rejected 0", done.stdout)
        self.assertIn("imported 0", paua("import", "--store", self.place, games).stdout)
        done = paua("openings", "--store", self.place)
        self.assertEqual(done.returncode, 0, done)
        self.assertIn("c3d3", done.stdout)
        self.assertIn("c3d3", paua("export", "--store", self.place).stdout)


if __name__ == "__main__":
    unittest.main()
