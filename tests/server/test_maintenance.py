"""`paua store`: a store is checked, repaired, backed up and restored, also beside a server."""
import json
import random
import resource
import shutil
import sqlite3
import subprocess
import threading
import unittest

from support.checksum import update_sums
from harness import PAUA, FolderTest

SHUTTLE = ["c3d3", "g5f5", "d3c3", "f5g5"]  # two marbles of the standard layout, there and back
APGN = "[Event \"%d\"]\n[Variant \"standard\"]\n\n1.c3d3 g5f5 *\n"


class Upkeep(FolderTest):
    def paua(self, *arguments):
        """Runs `paua store`; returns its exit code, its lines and what it says on stderr."""
        done = subprocess.run([PAUA, "store", *map(str, arguments)], capture_output=True, text=True, timeout=60)
        return done.returncode, done.stdout.splitlines(), done.stderr

    def play(self, client, server, moves):
        game, keys = client.create(layout="standard", rules={"repetition": 0})
        for i in range(moves):
            self.assertEqual(server.client(keys[i % 2]).move(game["id"], i + 1, SHUTTLE[i % 4])[0], 200)
        return game["id"]

    def make(self):
        """A store of eight games with up to 7 moves and of three imported games; the ids."""
        server = self.start()
        ids = [self.play(server.client(), server, moves) for moves in range(8)]
        self.games = {game_id: server.client().game(game_id) for game_id in ids}
        self.assertEqual(server.stop(), (0, ""))
        (self.folder / "games.apgn").write_text("\n".join(APGN % i for i in range(3)))
        subprocess.run([PAUA, "import", "--quiet", "--store", f"sqlite:{self.store}", self.folder / "games.apgn"],
                       check=True, capture_output=True)
        return ids

    def change(self, *statements, store=None):
        with sqlite3.connect(store or self.store) as database:
            for statement in statements:
                database.execute(*statement) if isinstance(statement, tuple) else database.execute(statement)
        database.close()

    def served(self, store, expected):
        """A server on this store has these games and no others of self.games."""
        kept, self.store = self.store, store
        server = self.start()
        for game_id, game in self.games.items():
            status, _, answer = server.client().call("GET", f"/api/1/games/{game_id}")
            self.assertEqual(status, 200 if game_id in expected else 404)
            if status == 200:
                self.assertEqual(answer, game)
        self.assertEqual(server.stop(), (0, ""))
        self.store = kept

    def test_a_whole_store(self):
        self.make()
        before = self.store.read_bytes()
        for store in (self.store, f"sqlite:{self.store}"):
            self.assertEqual(self.paua("check", store),
                             (0, ["games 8 damaged 0 file faults 0 checksums 1"], ""))
        code, lines, _ = self.paua("check", self.store, "--json")
        self.assertEqual((code, json.loads(lines[0])),
                         (0, {"games": 8, "damaged": 0, "file_faults": 0, "checksums": 1, "faults": []}))
        self.assertEqual(self.store.read_bytes(), before)
        self.assertEqual(len(list(self.folder.iterdir())), 2)

    def test_check_names_what_is_damaged(self):
        for change, expected in (
                (("UPDATE event SET at = at + 1 WHERE game = 5 AND number = 2",), "game {5}: its setup or an event"),
                (("DELETE FROM event WHERE game = 6",), "game {6}: 0 events instead of 5"),
                (("UPDATE game SET closes = 7 WHERE key = 2",), "game {2}: its row fails its checksum"),
                (("DELETE FROM game WHERE key = 3",), "file: 2 events belong to no game"),
                (("UPDATE archive_text SET text = text || ' ' WHERE number = 2",), "file: imported game 2 is not"),
                (("DELETE FROM running",), "file: the running time is missing")):
            with self.subTest(change=change):
                ids = self.make()
                self.change(*change)
                code, lines, errors = self.paua("check", self.store)
                self.assertEqual((code, errors), (1, ""))
                expected = expected.format("", *ids)
                self.assertTrue(any(line.startswith(expected) for line in lines), (expected, lines))
                self.assertNotIn("damaged 0 file faults 0", lines[-1])
                code, json_lines, _ = self.paua("check", self.store, "--json")
                self.assertEqual((code, json.loads(json_lines[0])["faults"]), (1, lines[:-1]))
                self.store.unlink()

    def test_check_beside_a_log(self):
        """What a killed server leaves is read and stays as it is."""
        server = self.start()
        game_id = self.play(server.client(), server, 4)
        server.process.kill()
        server.process.wait()
        log = self.folder / "games.db-wal"
        before = self.store.read_bytes(), log.read_bytes()
        self.assertEqual(self.paua("check", self.store)[0], 0)
        self.assertEqual((self.store.read_bytes(), log.read_bytes()), before)
        self.assertEqual(len(self.start().client().game(game_id)["moves"]), 4)

    def test_readers_leave_a_server_its_log(self):
        """A server that has looked at the openings keeps its locks: a reader beside it, closing the file, would take
        its log away, and with it all that is acknowledged from then on."""
        server = self.start()
        self.play(server.client(), server, 4)
        self.assertEqual(server.client().call("GET", "/api/1/openings?position=standard")[0], 200)
        log = self.folder / "games.db-wal"
        before = log.stat().st_ino
        subprocess.run([PAUA, "export", "--store", f"sqlite:{self.store}"], check=True, capture_output=True)
        self.assertEqual(log.stat().st_ino, before)
        game_id = self.play(server.client(), server, 3)
        server.process.kill()
        server.process.wait()
        self.assertEqual(len(self.start().client().game(game_id)["moves"]), 3)

    def test_repair_keeps_what_is_whole(self):
        ids = self.make()
        self.change("UPDATE event SET text = 'a1b2' WHERE game = 5 AND number = 2",
                    "DELETE FROM event WHERE game = 8 AND number = 7",
                    "UPDATE running SET ms = 1234567890",
                    "UPDATE archive_text SET text = text || ' ' WHERE number = 2")
        new = self.folder / "new.db"
        code, lines, errors = self.paua("repair", self.store, "--out", new)
        self.assertEqual((code, errors), (1, ""))
        self.assertRegex(lines[0], rf"game {ids[4]}: .*\([1-4] events can be read\)")
        self.assertEqual(lines[1:], [f"game {ids[7]}: 6 events instead of 7 (6 events can be read)",
                                     "file: imported game 2 is not what its identity says",
                                     "games 8 damaged 2 file faults 1 kept 6"])
        self.assertEqual(self.paua("check", new), (0, ["games 6 damaged 0 file faults 0 checksums 1"], ""))
        with sqlite3.connect(new) as database:
            self.assertGreaterEqual(database.execute("SELECT ms FROM running").fetchone()[0], 1234567890)
            self.assertEqual(database.execute("SELECT count(*) FROM archive_text").fetchone()[0], 2)
            self.assertEqual(dict(database.execute("SELECT id, number FROM game")),
                             {name: 101 + i for i, name in enumerate(ids) if i not in (4, 7)})
        database.close()
        self.served(new, set(ids) - {ids[4], ids[7]})

    def test_repair_keeps_accounts(self):
        """All of them, their sessions, mails, ratings, games of pairs, what they have sent, and the seats of games that are kept; a rating with a gap in its
        history up to the gap."""
        self.make()
        mail = ("address", "mail", "mail_seen", "secret")
        tables = ("account", "login", "seat", "rating", "rating_history", "pair_game", "sending", *mail)

        def rating(account, games):
            return f"'{account}', '2-fast', {games}, {1500 + games}, 80, 0.06, {games}, 0, 0, 5, 'game', 1"

        self.change("INSERT INTO account VALUES ('aaaaaaaa', 'Ann', 'ann', 'x', '', '', 1, 0)",
                    "INSERT INTO account VALUES ('bbbbbbbb', 'Bob', 'bob', 'y', 'b@example.org', '{}', 2, 3)",
                    "INSERT INTO login VALUES (zeroblob(32), 's1', 'aaaaaaaa', 1, 'bot', 3, 4, 5, 6)",
                    "INSERT INTO address VALUES ('aaaaaaaa', 'a@example.org', 7)", "INSERT INTO secret VALUES ('mail', 'a secret')",
                    "INSERT INTO mail VALUES ('m1', 'aaaaaaaa', 'a@example.org', 'Hello', 'text', '<1@x>', '<0@x>', 1, 8, 9, 2, 'game-1', '', '')",
                    "INSERT INTO mail VALUES ('m2', '', 'c@example.org', 'Help', 'text', '', '', 3, 8, 9, 0, '', '', '')",
                    "INSERT INTO mail_seen VALUES ('k1', 99, 1)", "INSERT INTO mail_seen VALUES ('k2', 99, 0)",
                    "INSERT INTO seat VALUES (3, 1, 'bbbbbbbb')", "INSERT INTO seat VALUES (8, 0, 'aaaaaaaa')",
                    *(f"INSERT INTO rating_history VALUES ({rating(account, games)})"
                      for account, games in (("aaaaaaaa", 1), ("aaaaaaaa", 2), ("bbbbbbbb", 1), ("bbbbbbbb", 3))),
                    f"INSERT INTO rating VALUES ({rating('aaaaaaaa', 2)}, 4)",
                    f"INSERT INTO rating VALUES ({rating('bbbbbbbb', 3)}, 4)",
                    "INSERT INTO pair_game VALUES (7, 'game', 'aaaaaaaa', 'bbbbbbbb', '2-fast', 1, 2, 0, 1, -1, 0, 1, 9, 8, 7)",
                    "INSERT INTO sending VALUES ('aaaaaaaa', 0, 5, '1', 'bbbbbbbb')", "INSERT INTO sending VALUES ('aaaaaaaa', 1, 5, 'game', 'bbbbbbbb')",
                    "DELETE FROM event WHERE game = 8 AND number = 7")
        new = self.folder / "new.db"
        code, lines, errors = self.paua("repair", self.store, "--out", new)
        self.assertEqual((code, errors), (1, ""))
        self.assertEqual(lines[0], "ratings: not all of them can be read")
        self.assertEqual(lines[-1], "games 8 damaged 1 file faults 1 kept 7")
        rows = []
        for store in (self.store, new):
            with sqlite3.connect(store) as database:
                rows.append({table: set(database.execute(f"SELECT * FROM {table}")) for table in tables})
            database.close()
        for table in ("account", "login", "pair_game", "sending", *mail):
            self.assertTrue(rows[0][table])
            self.assertEqual(rows[0][table], rows[1][table])
        self.assertEqual({row[1:] for row in rows[1]["seat"]}, {(1, "bbbbbbbb")})
        self.assertEqual({row[:3] for row in rows[1]["rating_history"]},
                         {("aaaaaaaa", "2-fast", 1), ("aaaaaaaa", "2-fast", 2), ("bbbbbbbb", "2-fast", 1)})
        self.assertEqual({row[:3] + row[-1:] for row in rows[1]["rating"]},  # how many others: what the history says
                         {("aaaaaaaa", "2-fast", 2, 1), ("bbbbbbbb", "2-fast", 1, 1)})
        self.assertEqual(self.paua("check", new)[0], 0)

    def test_repair_without_the_running_time(self):
        """It continues behind the newest event, so that clocks run on from there."""
        self.make()
        self.change("UPDATE running SET ms = 1234567890")
        server = self.start()
        self.games[self.play(server.client(), server, 2)] = None
        self.assertEqual(server.stop(), (0, ""))
        self.change("DELETE FROM running")
        new = self.folder / "new.db"
        self.assertEqual(self.paua("repair", self.store, "--out", new)[0], 1)
        with sqlite3.connect(new) as database:
            self.assertGreaterEqual(database.execute("SELECT ms FROM running").fetchone()[0], 1234567890)
        database.close()

    def test_repair_without_an_imported_game(self):
        """It is left out, and that is said."""
        self.make()
        self.change("UPDATE archive_text SET text = text || ' ' WHERE number = 2")
        code, lines, errors = self.paua("repair", self.store, "--out", self.folder / "new.db")
        self.assertEqual((code, lines, errors), (1, ["file: imported game 2 is not what its identity says",
                                                     "games 8 damaged 0 file faults 1 kept 8"], ""))

    def test_repair_without_room(self):
        """The reason is that of the disk, whether games or imported games have no room."""
        self.make()
        (self.folder / "long.apgn").write_text("\n".join(APGN.replace("%d", f"{i:03000}") for i in range(1000)))
        subprocess.run([PAUA, "import", "--quiet", "--store", f"sqlite:{self.store}", self.folder / "long.apgn"],
                       check=True, capture_output=True)
        many = self.folder / "many.db"
        shutil.copy(self.store, many)
        with sqlite3.connect(many) as database:
            database.execute("WITH RECURSIVE n (i) AS (SELECT 10000000 UNION ALL SELECT i + 1 FROM n WHERE i < 10002500)"
                             " INSERT INTO game (id, created, setup, events, result, reason, pending, number)"
                             " SELECT i, 1, setup, 0, '*', '', 0, i FROM game, n WHERE key = 1")
            update_sums(database, "number >= 10000000")
        database.close()
        before = sorted(self.folder.iterdir())
        for store, kilobytes in ((self.store, 60), (self.store, 1000), (many, 60), (many, 1000)):
            with self.subTest(store=store.name, kilobytes=kilobytes):
                done = subprocess.run([PAUA, "store", "repair", store, "--out", self.folder / "new.db"],
                                      capture_output=True, text=True, timeout=60, preexec_fn=lambda: resource.setrlimit(
                                          resource.RLIMIT_FSIZE, (kilobytes << 10, resource.RLIM_INFINITY)))
                self.assertEqual((done.returncode, done.stdout), (3, ""))
                self.assertRegex(done.stderr, r"\Apaua store: [^\n]*(database or disk is full|disk I/O error)\n\Z")
                self.assertEqual(sorted(self.folder.iterdir()), before)

    def test_repair_of_lost_pages(self):
        """Any one page is filled with other bytes: what can be read is kept, and the new store is whole."""
        server = self.start()
        ids = [self.play(server.client(), server, 12) for _ in range(40)]
        self.games = {game_id: server.client().game(game_id) for game_id in ids}
        server.stop()
        good = self.store.read_bytes()
        kept = []
        for page in range(1, len(good) // 4096):
            data = bytearray(good)
            data[page * 4096:page * 4096 + 4096] = random.Random(page).randbytes(4096)
            self.store.write_bytes(data)
            self.assertEqual(self.paua("check", self.store)[0], 1)
            new = self.folder / "new.db"
            code, lines, errors = self.paua("repair", self.store, "--out", new)
            self.assertLess(code, 2, errors)
            if not new.exists():
                self.assertEqual((code, lines), (1, []))
                self.assertIn("damaged", errors)
                continue
            self.assertEqual(self.paua("check", new)[0], 0)
            with sqlite3.connect(new) as database:
                kept.append({row[0] for row in database.execute("SELECT id FROM game")})
            database.close()
            self.assertLessEqual(kept[-1], set(ids))
            new.unlink()
        self.assertGreater(len(kept), 10)
        self.assertGreater(sum(len(k) == 40 for k in kept), 5)  # of pages without games

    def test_keys_out_of_order(self):
        """A page whose keys lead back, so that the row behind one is one before it."""
        self.make()
        with sqlite3.connect(self.store) as database:
            page, = database.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'game'").fetchone()
            size, = database.execute("PRAGMA page_size").fetchone()
        database.close()
        whole, at = self.store.read_bytes(), (page - 1) * size
        self.assertEqual(whole[at], 13, "all games are in one leaf")
        cells = [at + int.from_bytes(whole[at + 8 + 2 * i:at + 10 + 2 * i]) for i in range(8)]
        keys = [cell + next(i for i in range(9) if whole[cell + i] < 128) + 1 for cell in cells]  # behind the size
        self.assertEqual([whole[key] for key in keys], list(range(1, 9)))
        for key in keys:
            for other in range(1, 9):
                if other != whole[key]:
                    self.store.write_bytes(whole[:key] + bytes([other]) + whole[key + 1:])
                    self.assertEqual(self.paua("check", self.store)[0], 1, (whole[key], other))

    def test_repair_refuses(self):
        self.make()
        new = self.folder / "new.db"
        new.write_text("mine")
        self.assertEqual(self.paua("repair", self.store, "--out", new)[0], 3)
        self.assertEqual(new.read_text(), "mine")

    def test_backup_beside_a_server(self):
        """Moves go on while a backup is made: it has each game as it was at one moment."""
        server = self.start()
        game, keys = server.client().create(layout="standard", rules={"repetition": 0, "quiet": 0})
        players = [server.client(key) for key in keys]
        made, stop = [0], threading.Event()

        def move():
            while not stop.is_set():
                status = players[made[0] % 2].move(game["id"], made[0] + 1, SHUTTLE[made[0] % 4])[0]
                self.assertEqual(status, 200)
                made[0] += 1

        mover = threading.Thread(target=move)
        mover.start()
        backup = self.folder / "backup.db"
        for _ in range(5):
            before = made[0]
            code, lines, errors = self.paua("backup", self.store, "--out", backup)
            after = made[0] + 1
            self.assertEqual((code, lines, errors), (0, ["games 1 damaged 0 file faults 0 copied 1"], ""))
            self.assertEqual(backup.stat().st_mode & 0o777, 0o600)
            with sqlite3.connect(backup) as database:
                events = database.execute("SELECT events FROM game").fetchone()[0]
            database.close()
            self.assertGreaterEqual(events, before)
            self.assertLessEqual(events, after)
        stop.set()
        mover.join()
        self.assertEqual(server.stop(), (0, ""))
        restored = self.folder / "restored.db"
        self.assertEqual(self.paua("restore", backup, "--out", restored)[0], 0)
        self.store = restored
        self.assertEqual(len(self.start().client().game(game["id"])["moves"]), events)

    def test_backup_and_restore(self):
        ids = self.make()
        backup, restored = self.folder / "backup.db", self.folder / "restored.db"
        self.assertEqual(self.paua("backup", self.store, "--out", backup)[0], 0)
        self.assertEqual(self.paua("restore", backup, "--out", f"sqlite:{restored}")[:2],
                         (0, ["games 8 damaged 0 file faults 0 copied 1"]))
        self.served(restored, ids)
        good = backup.read_bytes()
        # What is there stays: a store, its log, a file that is no backup.
        self.assertEqual(self.paua("restore", backup, "--out", restored)[0], 3)
        (self.folder / "other.db-wal").write_text("log")
        self.assertEqual(self.paua("restore", backup, "--out", self.folder / "other.db")[0], 3)
        notes = self.folder / "notes.txt"
        notes.write_text("my notes\n" * 100)
        for target in (notes, self.store):
            before = target.read_bytes()
            self.assertEqual(self.paua("backup", self.store, "--out", target)[0], 2)
            self.assertEqual(target.read_bytes(), before)
        # A damaged one is neither backed up nor restored.
        self.change("UPDATE event SET at = at + 1 WHERE game = 5 AND number = 2")
        code, lines, errors = self.paua("backup", self.store, "--out", backup)
        self.assertEqual((code, lines), (1, []))
        self.assertIn(f"game {ids[4]}: ", errors)
        self.assertEqual(backup.read_bytes(), good)
        self.assertEqual(self.paua("restore", self.store, "--out", self.folder / "no.db")[0], 1)
        self.assertEqual(sorted(path.name for path in self.folder.iterdir()),
                         ["backup.db", "games.apgn", "games.db", "notes.txt", "other.db-wal", "restored.db"])

    def test_backup_of_a_store_in_use_is_not_its_target(self):
        ids = self.make()
        other = self.folder / "other.db"
        shutil.copy(self.store, other)
        kept, self.store = self.store, other
        server = self.start()
        self.assertEqual(self.paua("backup", kept, "--out", other)[0], 2)
        self.assertEqual(server.client().call("GET", f"/api/1/games/{ids[0]}")[0], 200)
        self.assertEqual(server.stop(), (0, ""))

    def test_wrong_usage(self):
        self.make()
        (self.folder / "text").write_text("these are my notes\n" * 100)
        for arguments, code, expected in (
                (("check",), 2, "STORE"),
                (("chek", self.store), 2, "expected check, repair, backup, restore or migrate"),
                (("check", self.store, "--out", "x"), 2, "--out goes with repair"),
                (("repair", self.store), 2, "--out is missing"),
                (("check", "sqlite:"), 2, "expected sqlite:FILE, FILE or postgresql://..."),
                (("check", self.folder / "text"), 2, "is not a Paua store"),
                (("check", self.folder / "absent"), 3, "there is no such store"),
                (("backup", self.store, "--out", self.folder / "no" / "b.db"), 3, "No such file"),
                (("backup", self.store, "--out", "/dev/null"), 3, "expected a file")):
            with self.subTest(arguments=arguments):
                done = self.paua(*arguments)
                self.assertEqual((done[0], done[1]), (code, []))
                self.assertIn(expected, done[2])
                self.assertEqual(done[2].count("\n"), 1, done[2])


if __name__ == "__main__":
    unittest.main()
