"""Files that are not a Paua store are not changed, and a full disk loses nothing."""
import contextlib
import ctypes
import fcntl
import hashlib
import os
import pathlib
import resource
import select
import shutil
import signal
import sqlite3
import stat
import subprocess
import threading
import time
import unittest

from harness import PAUA, SLOWDOWN, FolderTest, Server, Stream, sqlite_only, wait_until
from test_accounts import Person

MEGABYTE = 1 << 20
SHUTTLE = ["c3d3", "g5f5", "d3c3", "f5g5"]  # two marbles of the standard layout, there and back


def as_owner():
    """Drops root's right to open any file, for this process and the program that it becomes. The user stays the
    same: another one could not start a program that lies in root's own folder."""
    if os.getuid() == 0:
        drop, override, read = 24, 1, 2  # PR_CAPBSET_DROP, CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH
        for capability in (override, read):
            assert ctypes.CDLL(None).prctl(drop, capability, 0, 0, 0) == 0, "prctl"


class Refused(FolderTest):
    def snapshot(self):
        """Every file here with its content and mode."""
        return {path.name: (hashlib.sha256(path.read_bytes()).hexdigest(), path.stat().st_mode)
                for path in self.folder.iterdir() if path.is_file()}

    def refused(self, expected, before=None):
        """The server must not start, say so in a line that names the file, and change nothing."""
        files = self.snapshot()
        code, line = self.fails("--store", f"sqlite:{self.store}", before=before)
        self.assertEqual(code, 3)
        self.assertIn(str(self.store), line)
        self.assertIn(expected, line)
        self.assertEqual(self.snapshot(), files)

    def make(self, moves=0):
        """A proper store with one game; returns its id."""
        server = self.start()
        client = server.client()
        game, keys = client.create(layout="standard", rules={"repetition": 0})
        for i in range(moves):
            status, _, answer = server.client(keys[i % 2]).move(game["id"], i + 1, SHUTTLE[i % 4])
            self.assertEqual(status, 200, answer)
        self.assertEqual(server.stop(), (0, ""))
        return game["id"]

    def change(self, *statement):
        """Somebody changes the file of a server that does not run."""
        with sqlite3.connect(self.store) as database:
            database.execute(*statement)
        database.close()

    def test_a_stopped_store_is_one_file(self):
        for _ in range(2):  # new, then known
            self.assertEqual(self.start().stop(), (0, ""))
            self.assertEqual(list(self.snapshot()), [self.store.name])

    def test_text(self):
        self.store.write_text("these are my notes\n" * 100)
        self.refused("is not a Paua store")

    def test_short_text(self):
        self.store.write_text("x")
        self.refused("is not a Paua store")

    def test_foreign_database(self):
        self.change("CREATE TABLE recipes (name TEXT)")
        self.refused("is not a Paua store")

    def test_foreign_database_with_a_log(self):
        database = sqlite3.connect(self.store)
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("CREATE TABLE recipes (name TEXT)")
        database.commit()
        copy = self.folder / "copy"
        copy.mkdir()
        for path in list(self.folder.iterdir()):
            if path.is_file():
                shutil.copy(path, copy)
        database.close()
        self.store = copy / "games.db"
        self.folder = copy
        self.refused("is not a Paua store")

    def test_newer_schema(self):
        self.make()
        self.change("PRAGMA user_version = 999")
        self.refused("version 999")

    def test_damaged_page(self):
        self.make(moves=4)
        data = bytearray(self.store.read_bytes())
        data[4096:] = bytes(len(data) - 4096)
        self.store.write_bytes(data)
        self.refused("is damaged")

    def test_a_large_file_is_checked_meanwhile(self):
        """The server does not wait for the check; what it finds ends all writes, and readers go on."""
        game_id = self.make(moves=4)
        self.change("INSERT INTO secret VALUES ('large', hex(zeroblob(36000000)))")
        server = self.start()
        client, begun = server.client(), time.monotonic()
        self.assertEqual(client.call("GET", "/healthz")[0], 200)
        self.assertEqual(server.stop(), (0, ""))
        self.assertLess(time.monotonic() - begun, 5 * SLOWDOWN)
        with self.store.open("r+b") as file:
            file.seek(5000 * 4096)
            file.write(b"\xff" * 4096)
        server = self.start()
        client = server.client()

        def damage_is_logged():  # health knows at once, writes within 100 ms
            client.call("POST", "/api/1/games", {"layout": "standard", "seats": [{"kind": "person"}] * 2})
            log = server.process.stderr
            return select.select([log], [], [], 0)[0] and "store: cannot write: is damaged: " in log.readline()

        wait_until(damage_is_logged)
        self.assertEqual(client.call("GET", "/healthz")[0], 503)
        self.assertEqual(client.call("POST", "/api/1/games", {"layout": "standard", "seats": [{"kind": "person"}] * 2})[0], 503)
        self.assertEqual(len(client.game(game_id)["moves"]), 4)
        self.assertEqual(server.stop()[0], 0)
        done = subprocess.run([PAUA, "store", "check", self.store], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 1, done)

    def test_every_page_matters(self):
        self.make(moves=4)
        good = self.store.read_bytes()
        for page in range(1, len(good) // 4096):
            with self.subTest(page=page):
                data = bytearray(good)
                data[page * 4096:page * 4096 + 64] = b"\xff" * 64
                self.store.write_bytes(data)
                self.refused("is damaged")

    def test_cut_off(self):
        self.make(moves=4)
        data = self.store.read_bytes()
        self.store.write_bytes(data[:len(data) // 2])
        self.refused("is damaged")

    def test_read_only(self):
        self.make()
        self.store.chmod(stat.S_IRUSR | stat.S_IRGRP | stat.S_IROTH)
        self.folder.chmod(0o755)
        self.refused("expected a file that can be read and written", before=as_owner)

    def test_read_only_folder(self):
        self.folder.chmod(0o555)
        self.refused("Permission denied", before=as_owner)
        self.folder.chmod(0o755)

    def test_missing_folder(self):
        self.store = self.folder / "nowhere" / "games.db"
        self.refused("No such file or directory")

    def test_a_folder(self):
        self.store.mkdir()
        self.refused("expected a file")

    def test_a_device(self):
        self.store = pathlib.Path("/dev/null")
        self.refused("is not a file")

    def test_in_use(self):
        self.start()
        code, line = self.fails("--store", f"sqlite:{self.store}")
        self.assertEqual(code, 3)
        self.assertIn("in use by another", line)

    def test_beside_a_reader(self):
        """A command that looks at the store while a server starts does not keep it from starting."""
        game_id = self.make()
        with self.store.open() as looked_at:
            fcntl.flock(looked_at, fcntl.LOCK_SH)
            threading.Timer(0.1, fcntl.flock, (looked_at, fcntl.LOCK_UN)).start()
            server = self.start()
        self.assertEqual(server.client().call("GET", f"/api/1/games/{game_id}")[0], 200)
        self.assertEqual(server.stop(), (0, ""))

    def test_interrupted_birth(self):
        """A file that was created but never written is a new store."""
        self.store.touch()
        self.make()

    def test_not_a_place(self):
        for place in ("games.db", "sqlite:", "postgres://x", ""):
            with self.subTest(place=place):
                code, line = self.fails("--store", place)
                self.assertEqual(code, 2)
                self.assertIn("expected sqlite:FILE", line)

    def test_kept_safe_from_others(self):
        self.make()
        self.assertEqual(stat.S_IMODE(self.store.stat().st_mode), 0o600)

    def test_keys_are_not_in_the_file(self):
        server = self.start()
        _, keys = server.client().create()
        server.stop()
        data = self.store.read_bytes()
        for key in keys:
            self.assertNotIn(key.encode(), data)

    def test_a_game_that_does_not_replay(self):
        """Somebody changed a move in the file: an error for that game, and the others can be played."""
        game_id = self.make(moves=2)
        self.change("UPDATE event SET text = 'e5e6' WHERE number = 2")
        server = self.start()
        status, _, answer = server.client().call("GET", f"/api/1/games/{game_id}")
        self.assertEqual((status, answer["error"]["code"]), (500, "internal"))
        server.client().create()
        code, errors = server.stop()
        self.assertEqual(code, 0)
        self.assertIn(f"game {game_id}: event 2", errors)

    def test_a_log_is_printable(self):
        """What a damaged store holds could be a command to the terminal that shows the log."""
        game_id = self.make(moves=2)
        self.change("UPDATE event SET text = '\x1b[2J\x07\n\u202e\u5c71' WHERE number = 2")
        server = self.start()
        self.assertEqual(server.client().call("GET", f"/api/1/games/{game_id}")[0], 500)
        code, errors = server.stop()
        self.assertEqual(code, 0)
        self.assertIn(f"game {game_id}: event 2 'move ?[2J? ?\u5c71' does not fit", errors)
        self.assertEqual([c for c in errors if c != "\n" and not c.isprintable()], [])

    def test_a_game_with_events_missing(self):
        """A game that is not what its row promises is not served as if it were whole."""
        for change, expected in (
                ("DELETE FROM event WHERE number > 2", "2 events instead of 4"),
                ("DELETE FROM event WHERE number = 2", "event 3"),
                ("DELETE FROM event", "0 events instead of 4"),
                ("UPDATE game SET events = 5", "its row fails its checksum"),
                ("UPDATE game SET result = '1-0'", "its row fails its checksum")):
            with self.subTest(change=change):
                game_id = self.make(moves=4)
                self.change(change)
                server = self.start()
                status, _, answer = server.client().call("GET", f"/api/1/games/{game_id}")
                self.assertEqual((status, answer["error"]["code"]), (500, "internal"))
                code, errors = server.stop()
                self.assertEqual(code, 0)
                self.assertIn(f"game {game_id}: {expected}", errors)
                self.store.unlink()

    def test_a_damaged_game_is_not_removed(self):
        """Its row says that it closed without a move long ago; its checksum says that this is damage."""
        game_id = self.make(moves=4)
        self.change("UPDATE game SET reason = 'idle', closes = 1")
        server = self.start()
        wait_until(lambda: server.client().call("GET", f"/api/1/games/{game_id}")[0] != 200)
        time.sleep(1)  # the first look at such games is at the start
        self.assertEqual(server.client().call("GET", f"/api/1/games/{game_id}")[0], 500)
        self.assertEqual(server.stop()[0], 0)
        with sqlite3.connect(self.store) as database:
            self.assertEqual(database.execute("SELECT count(*) FROM event").fetchone()[0], 4)
        database.close()

    def test_a_change_that_is_a_game(self):
        """Changes after which everything still fits: only a checksum finds them."""
        for change in ("UPDATE event SET at = at + 1 WHERE number = 2",
                       "UPDATE game SET created = created + 1",
                       "UPDATE game SET setup = replace(setup, 'standard', 'domination')",
                       "UPDATE event SET text = 'g5g4' WHERE number = 2"):
            with self.subTest(change=change):
                game_id = self.make(moves=2)
                self.change(change)
                server = self.start()
                status, _, answer = server.client().call("GET", f"/api/1/games/{game_id}")
                self.assertEqual((status, answer["error"]["code"]), (500, "internal"))
                code, errors = server.stop()
                self.assertIn(f"game {game_id}: ", errors)
                self.store.unlink()

    def test_a_setup_that_cannot_be_read(self):
        """An error for that game, with the reason in the log; the server starts and resumes the others."""
        server = self.start()
        computers = [{"kind": "computer", "level": 1}] * 2
        ids = [server.client().create(computers, layout="standard", rules={"plies": 2000})[0]["id"]
               for _ in range(2)]
        server.stop()
        self.change("UPDATE game SET setup = '{}' WHERE id = ?", (ids[0],))
        server = self.start()
        moves = len(server.client().game(ids[1])["moves"])
        wait_until(lambda: len(server.client().game(ids[1])["moves"]) > moves)
        status, _, answer = server.client().call("GET", f"/api/1/games/{ids[0]}")
        self.assertEqual((status, answer["error"]["code"]), (500, "internal"))
        code, errors = server.stop()
        self.assertEqual(code, 0)
        self.assertIn(f"game {ids[0]}: its setup cannot be read", errors)


@unittest.skipUnless("DISK_FAULT_LIBRARY" in os.environ, "needs a library that lets reads fail")
class Unreadable(FolderTest):
    """A disk that cannot be read is not called a damaged store."""

    def setUp(self):
        super().setUp()
        self.fault = self.folder / "fault"
        server = self.start()
        self.ids = [server.client().create(layout="standard")[0]["id"] for _ in range(600)]
        server.stop()

    def faulty(self, when):
        self.fault.write_text(f"fail {when}")
        os.environ.update(LD_PRELOAD=os.environ["DISK_FAULT_LIBRARY"], DISK_FAULT=str(self.fault))

    def test_at_the_start(self):
        """Each read of the start fails, alone and with all after it: exit 3 with the reason, or a start."""
        refused = 0
        for sign in (1, -1):
            for number in [*range(1, 30), *range(30, 200, 17)]:
                server = subprocess.Popen([PAUA, "serve", "--listen", "127.0.0.1:0", "--store", f"sqlite:{self.store}"], text=True,
                                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=lambda: self.faulty(sign * number))
                if server.stdout.readline():  # it serves
                    server.send_signal(signal.SIGINT)
                _, errors = server.communicate(timeout=60)
                self.assertNotIn("damage", errors)
                self.assertNotIn("not a Paua store", errors)
                if server.returncode == 3:
                    refused += 1
                    self.assertRegex(errors, r"cannot be read: Input/output error|service: ")
        self.assertGreater(refused, 30)
        self.assertEqual(self.start().stop(), (0, ""))

    def test_while_serving(self):
        """503 with Retry-After for games that are not in memory, and right when the disk is."""
        server = self.start(before=lambda: self.faulty(0))
        client = server.client()
        self.fault.write_text("fail 1")
        answers = [client.call("GET", f"/api/1/games/{game_id}") for game_id in self.ids]
        refused = [(headers, answer) for status, headers, answer in answers if status != 200]
        self.assertGreater(len(refused), 100)
        self.assertEqual({answer["error"]["code"] for _, answer in refused}, {"storage"})
        self.assertTrue(all(int(headers["Retry-After"]) > 0 for headers, _ in refused))
        self.fault.write_text("")
        for game_id in self.ids:
            client.game(game_id)
        code, errors = server.stop()
        self.assertEqual(code, 0)
        self.assertIn("cannot be read: Input/output error", errors)
        self.assertNotIn("damage", errors)
        self.assertLess(errors.count("\n"), 3)


class UnreadableLogins(FolderTest):
    @sqlite_only
    def test_a_private_game_by_its_number(self):
        """While the store cannot say who sends the request, its player is not told that there is no such game."""
        server = self.start()
        person = Person(server.port).sign_up("Ann")
        self.addCleanup(person.close)
        token = person.call("POST", "/api/1/account/tokens", {"label": "a bot", "scopes": ["play"]})[2]["token"]
        game = person.call("POST", "/api/1/games", {"layout": "standard", "seats": [
            {"kind": "user", "name": "Ann"}, {"kind": "person"}]})[2]["game"]
        read = lambda: server.client(token).call("GET", f"/api/1/games/{game['number']}")
        with contextlib.closing(sqlite3.connect(self.store)) as database:
            database.execute("ALTER TABLE login RENAME TO kept")
            status, headers, answer = read()
            self.assertEqual((status, answer["error"]["code"]), (503, "storage"))
            self.assertGreater(int(headers["Retry-After"]), 0)
            database.execute("ALTER TABLE kept RENAME TO login")
        self.assertEqual(read()[2]["id"], game["id"])


class Displaced(FolderTest):
    """The store's file is removed or replaced under a running server."""

    def refused(self, server, expected):
        """Moves and /healthz are refused, and the log says why. Moves are from a tenth of a second on."""
        time.sleep(0.15)
        status, headers, answer = server.client(self.keys[0]).move(self.game, 1, "c3d3")
        self.assertEqual((status, answer["error"]["code"]), (503, "storage"))
        self.assertGreater(int(headers["Retry-After"]), 0)
        self.assertEqual(server.client().call("GET", "/healthz")[0], 503)
        self.expected = f"cannot write: the file{expected} under the running server"

    def begin(self):
        server = self.start()
        game, self.keys = server.client().create(layout="standard")
        self.game = game["id"]
        return server

    def end(self, server):
        code, errors = server.stop()
        self.assertEqual(code, 0)
        self.assertIn(self.expected, errors)

    def aside(self):
        kept = self.folder / "kept.db"
        self.store.rename(kept)
        return kept

    def test_put_back(self):
        server = self.begin()
        kept = self.aside()
        self.refused(server, " was removed")
        kept.rename(self.store)
        self.assertEqual(server.client(self.keys[0]).move(self.game, 1, "c3d3")[0], 200)
        self.assertEqual(server.client().call("GET", "/healthz")[0], 200)
        self.end(server)
        self.assertEqual(len(self.start().client().game(self.game)["moves"]), 1)

    def test_replaced(self):
        """By a copy of itself. Nobody else takes the log for that of the copy."""
        server = self.begin()
        shutil.copy(self.aside(), self.store)
        self.refused(server, " was replaced")
        for command in (["serve", "--listen", "127.0.0.1:0", "--store"], ["store", "check"], ["export", "--store"]):
            done = subprocess.run([PAUA, *command, f"sqlite:{self.store}"], capture_output=True, text=True, timeout=30)
            self.assertEqual(done.returncode, 3, done)
            self.assertIn("its log (-wal) is in use by another paua", done.stderr)
        self.end(server)

    def test_a_second_server(self):
        """All files are gone: a second server begins a new store, and the end of the first one leaves it alone."""
        first = self.begin()
        for end in ("", "-wal", "-shm"):
            (self.folder / f"games.db{end}").unlink()
        second = self.start()
        self.refused(first, " was replaced")
        game, keys = second.client().create(layout="standard")
        self.end(first)
        self.assertEqual(second.client(keys[0]).move(game["id"], 1, "c3d3")[0], 200)
        second.process.kill()
        second.process.wait()
        self.assertEqual(len(self.start().client().game(game["id"])["moves"]), 1)

    def test_the_log_alone(self):
        server = self.begin()
        (self.folder / "games.db-wal").unlink()
        self.refused(server, "'s log (-wal) was removed")
        self.end(server)


class Remembered(FolderTest):
    def test_a_named_opponent_plays_on_after_a_restart(self):
        server = self.start()
        game, keys = server.client().create([{"kind": "person"}, {"kind": "computer", "opponent": "chorus:2"}],
                                            layout="standard")
        server.stop()
        server = self.start()
        self.assertEqual(server.client().game(game["id"])["seats"], game["seats"])
        self.assertEqual(server.client(keys[0]).move(game["id"], 1, "a1b2")[0], 200)
        wait_until(lambda: server.client().game(game["id"])["ply"] == 3)


class Full(FolderTest):
    """Two ways to run out of space: a small file system (when this machine lets us mount one), and a
    limit on the size of files, which every machine has."""

    def fill_up(self, server, make_room):
        client = server.client()
        game, keys = client.create(layout="standard", rules={"repetition": 0, "quiet": 0})
        players = [server.client(key) for key in keys]
        stream = Stream(server.port, game["id"])
        self.addCleanup(stream.close)
        stream.next()
        ply = 1
        while ply < 9000:
            status, headers, answer = players[(ply - 1) % 2].move(game["id"], ply, SHUTTLE[(ply - 1) % 4])
            if status != 200:
                break
            self.assertEqual(stream.next()["ply"], ply)
            ply += 1
        self.assertEqual((status, answer["error"]["code"]), (503, "storage"), answer)
        self.assertGreaterEqual(int(headers["Retry-After"]), 1)
        # Nothing has changed: not in memory, not for those who watch.
        now = client.game(game["id"])
        self.assertEqual((now["ply"], len(now["moves"])), (ply, ply - 1))
        self.assertEqual(client.call("GET", "/healthz")[0], 503)
        self.assertEqual(players[ply % 2].move(game["id"], ply, "a1b2")[0], 409)
        # With room again the same move is accepted and is the next event.
        make_room(server)
        status, _, answer = players[(ply - 1) % 2].move(game["id"], ply, SHUTTLE[(ply - 1) % 4])
        self.assertEqual(status, 200, answer)
        self.assertEqual(client.call("GET", "/healthz")[0], 200)
        self.assertEqual(stream.next()["ply"], ply)
        code, errors = server.stop()
        self.assertEqual(code, 0)
        self.assertIn("paua serve: store: cannot write: ", errors)
        again = self.start().client().game(game["id"])
        self.assertEqual(len(again["moves"]), ply)

    def test_limit_on_files(self):
        def limited():
            resource.setrlimit(resource.RLIMIT_FSIZE, (MEGABYTE, resource.RLIM_INFINITY))

        def make_room(server):
            resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE,
                             (resource.RLIM_INFINITY, resource.RLIM_INFINITY))

        self.fill_up(self.start(before=limited), make_room)

    def test_small_file_system(self):
        mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "paua", self.folder],
                                 capture_output=True)
        if mounted.returncode != 0:
            self.skipTest("cannot mount a file system here")
        self.addCleanup(subprocess.run, ["umount", "-l", self.folder], check=True)

        def make_room(_):
            subprocess.run(["mount", "-o", "remount,size=64m", self.folder], check=True)

        self.fill_up(self.start(), make_room)

    def test_no_room_for_a_new_store(self):
        def limited():
            resource.setrlimit(resource.RLIMIT_FSIZE, (4096, resource.RLIM_INFINITY))

        code, line = self.fails("--store", f"sqlite:{self.store}", before=limited)
        self.assertEqual(code, 3)
        self.assertIn(str(self.store), line)
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_the_computer_goes_on_when_there_is_room(self):
        """Its move is tried again until it is stored."""
        def set_limit(size):
            resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))

        server = self.start()
        client = server.client()
        game, keys = client.create([{"kind": "person"}, {"kind": "computer", "level": 1}],
                                   layout="standard")
        second, _ = client.create([{"kind": "person"}, {"kind": "person"}], layout="standard")
        set_limit(4096)
        self.assertEqual(server.client(keys[0]).move(game["id"], 1, "c3d3")[0], 503)
        set_limit(resource.RLIM_INFINITY)
        self.assertEqual(server.client(keys[0]).move(game["id"], 1, "c3d3")[0], 200)
        wait_until(lambda: client.game(game["id"])["turn"] == "b")
        self.assertEqual(client.game(second["id"])["ply"], 1)
        server.stop()

    def test_searchers_rest_while_nothing_can_be_stored(self):
        """Many interrupted games whose moves cannot be stored take little time of the processor."""
        seats = [{"kind": "computer", "level": 1}] * 2
        server = self.start(program=pathlib.Path(PAUA).with_name("paua_patient"))  # beside so many games
        client = server.client()
        for _ in range(800):
            client.create(seats, layout="standard", rules={"quiet": 0, "repetition": 0})
        server.process.kill()
        server.process.wait()
        server = self.start()
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (1, 1))
        time.sleep(1)
        before = server.processor_seconds()
        time.sleep(3)
        self.assertLess(server.processor_seconds() - before, 0.6 * SLOWDOWN)
        begun = time.monotonic()
        self.assertEqual(server.client().call("GET", "/metrics")[0], 200)
        self.assertLess(time.monotonic() - begun, 3 * SLOWDOWN)
        server.stop()


if __name__ == "__main__":
    unittest.main()
