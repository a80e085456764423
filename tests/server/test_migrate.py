"""`paua store migrate`: a store goes back to every version that an earlier program knew, and forward again."""
import json
import os
import random
import re
import resource
import signal
import sqlite3
import stat
import subprocess
import time
import unittest

from harness import PAUA, POSTGRES, FolderTest, sqlite_only
from test_store import as_owner

SHUTTLE = ["c3d3", "g5f5", "d3c3", "f5g5"]  # two marbles of the standard layout, there and back
ANN, BOB = "'aaaaaaaa'", "'bbbbbbbb'"
HASH = r"'\x00'" if POSTGRES else "x'00'"
RATING = f"{ANN}, '2-fast', 1, 1501, 80, 0.06, 1, 0, 0, 5, 'game', 1"
# A row for each table that people fill, beside games, newest version first: the version of SQLite's and PostgreSQL's
# schema that has it.
ROWS = (
    (15, 4, "tournament", "'t1', 1, 5, 1, '{}', 9"),
    (14, 3, "address", f"{ANN}, 'a@example.org', 7"),
    (14, 3, "mail", f"'m1', {ANN}, 'a@example.org', 'Hello', 'text', '', '', 1, 8, 9, 2"),
    (14, 3, "mail_seen", "'k1', 99, 1"),
    (14, 3, "secret", "'mail', 'a secret'"),
    (13, 2, "subscription", f"{ANN}, 'game', 5"),
    (12, 2, "reminder", f"1, {ANN}, 3"),
    (11, 2, "vacation", f"{ANN}, 0, 0, 1, 0, 2026, 3"),
    (10, 2, "conditional", "1, 0, 'c1', 2, '{}'"),
    (9, 2, "message", f"{ANN}, 1, {BOB}, 1, 5, 0, 'hello', 7"),
    (9, 2, "block", f"{ANN}, {BOB}, 6"),
    (9, 2, "report", f"1, {ANN}, {BOB}, 'Bob', 1, '', 0, 'quote', 'text', 8, 0, 9"),
    (7, 1, "account", f"{ANN}, 'Ann', 'ann', 'x', '', '', 1, 0"),
    (7, 1, "login", f"{HASH}, 's1', {ANN}, 1, 'bot', 3, 4, 5, 6"),
    (7, 1, "seat", f"1, 1, {ANN}"),
    (7, 1, "rating", RATING),
    (7, 1, "rating_history", RATING),
)
FIRST = [  # the tables of SQLite's version 1
    "CREATE INDEX game_pending ON game (key) WHERE pending",
    "CREATE TABLE event ( game INTEGER NOT NULL REFERENCES game (key), number INTEGER NOT NULL, at INTEGER NOT NULL,"
    " type TEXT NOT NULL, text TEXT NOT NULL, PRIMARY KEY (game, number)) STRICT, WITHOUT ROWID",
    "CREATE TABLE game ( key INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, created INTEGER NOT NULL,"
    " setup TEXT NOT NULL, events INTEGER NOT NULL, result TEXT NOT NULL, reason TEXT NOT NULL,"
    " pending INTEGER NOT NULL) STRICT",
]


class MigrateTest(FolderTest):
    def migrate(self, to, *options, before=None):
        """Runs the command; returns its exit code, its lines and what it says on stderr."""
        done = subprocess.run([PAUA, "store", "migrate", self.place, "--to", str(to), *options], capture_output=True,
                              text=True, timeout=60, preexec_fn=before, check=False)
        return done.returncode, done.stdout.splitlines(), done.stderr

    def version(self):
        return int(self.sql("SELECT version FROM store" if POSTGRES else "PRAGMA user_version")[0][0])

    def tables(self):
        return sorted(name for name, in self.sql(
            "SELECT tablename FROM pg_tables WHERE schemaname = 'paua' AND tablename NOT IN ('store', 'writer')"
            if POSTGRES else "SELECT name FROM sqlite_schema WHERE type = 'table'"))

    def schema(self):
        """The statements that make the tables."""
        if POSTGRES:
            dump = subprocess.run(["pg_dump", "--schema-only", "--schema=paua", self.place], capture_output=True, text=True,
                                  check=True).stdout
            return [line for line in dump.splitlines() if not re.match(r"--|\\|$", line)]
        return sorted(re.sub(r"\s*\)", ")", re.sub(r"\s+", " ", text)) for text, in self.sql(
            "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL"))

    def content(self):
        """The rows of each table."""
        tables = self.tables()
        if not POSTGRES:
            return {table: sorted(self.sql(f"SELECT * FROM {table}")) for table in tables}
        rows = self.sql(" UNION ALL ".join(f"SELECT '{table}', x::text FROM {table} AS x" for table in tables))
        return {table: sorted(row[1:] for row in rows if row[0] == table) for table in tables}

    def make(self, fill=True):
        """A store with a game, an imported game and a row in every table; the game."""
        server = self.start()
        client = server.client()
        game, keys = client.create(layout="standard", rules={"repetition": 0})
        for ply, move in enumerate(SHUTTLE, 1):
            self.assertEqual(server.client(keys[(ply - 1) % 2]).move(game["id"], ply, move)[0], 200)
        game = client.game(game["id"])
        self.assertEqual(server.stop(), (0, ""))
        (self.folder / "one.apgn").write_text('[Variant "standard"]\n\n1.c3d3 g5f5 *\n')
        subprocess.run([PAUA, "import", "--quiet", "--store", self.place, self.folder / "one.apgn"], check=True,
                       capture_output=True)
        if fill:
            self.fill()
        self.newest = self.version()
        return game

    def fill(self):
        """A row in each table that has none."""
        self.sql("DELETE FROM secret WHERE name = 'admin'")  # each server makes it, and these, where there are none
        self.sql("DELETE FROM account WHERE name LIKE 'paua.%'")
        content = self.content()
        for _, _, table, row in ROWS:
            if not content[table]:
                self.sql(f"INSERT INTO {table} VALUES ({row})")

    def settled_version(self):
        """That of a store which a process has left; a session of PostgreSQL may last a moment longer."""
        done = subprocess.run([PAUA, "store", "migrate", self.place, "--to", "9999"], capture_output=True, text=True,
                              check=False)
        for _ in range(100):
            if "in use" not in done.stderr:
                break
            time.sleep(0.05)
            done = subprocess.run(done.args, capture_output=True, text=True, check=False)
        return int(re.search("has version ([0-9]+)", done.stderr)[1])


class Migrate(MigrateTest):
    def test_there_and_back(self):
        """A version at a time down to the first and up again: the same tables on both ways, and at the end those of a new
        store, with all that was in them but what was let go."""
        self.make()
        before, schemas, at = self.content(), {self.version(): self.schema()}, self.newest
        while at > 1:
            lost = [f"{table} 1" for sqlite, postgres, table, _ in ROWS if at == (postgres if POSTGRES else sqlite)]
            tables = self.content()
            code, lines, errors = self.migrate(at - 1)
            if code == 1:
                for line in lost:
                    self.assertIn(line, lines)
                self.assertRegex(errors, rf"\Apaua store: version {at - 1} has no place for [0-9]+ rows: [^\n]*--lose[^\n]*\n\Z")
                self.assertEqual((self.version(), self.content()), (at, tables))
                code, again, errors = self.migrate(at - 1, "--lose")
                self.assertEqual(again[:-1], lines)
                lines = again
            else:
                self.assertEqual(lost, [])
            self.assertEqual((code, errors), (0, ""))
            self.assertRegex(lines[-1], rf"^version {at} to {at - 1} lost [0-9]+$")
            at -= 1
            self.assertEqual(self.version(), at)
            schemas[at] = self.schema()
            kept = self.content()
            for _, _, table, _ in ROWS:
                self.assertTrue(kept.get(table, True), table)
        if not POSTGRES:
            self.assertEqual([text for text in schemas[1] if "archive" not in text], FIRST)
        for at in range(2, self.newest + 1):
            self.assertEqual(self.migrate(at), (0, [f"version {at - 1} to {at} lost 0"], ""))
            self.assertEqual(self.schema(), schemas[at], at)
        after = self.content()
        self.assertEqual(list(after), list(before))
        if POSTGRES:  # its first version has all of games
            for table in ("game", "event", "archive_text", "running", "played_count"):
                self.assertEqual(after[table], before[table], table)
        else:
            self.assertEqual([row[:5] for row in after["event"]], [row[:5] for row in before["event"]])

    def test_a_step(self):
        """One version, there and back, loses what is listed and nothing else; a server serves the game as it was. Several
        versions at once are the same as one after the other."""
        game = self.make()
        before = self.content()
        for back in range(1, self.newest):
            with self.subTest(back=back):
                if not POSTGRES and self.newest - back < 5:
                    break  # without clocks the game is not the same
                code, lines, _ = self.migrate(self.newest - back, "--lose", "--json")
                answer = json.loads(lines[0])
                self.assertEqual((code, answer["from"], answer["to"], answer["migrated"]),
                                 (0, self.newest, self.newest - back, True))
                self.assertEqual(answer["lost"], sum(answer["rows"].values()))
                self.assertEqual(self.migrate(self.newest)[0], 0)
                after = self.content()
                self.assertEqual({table for table in before if before[table] != after[table]}, set(answer["rows"]))
                before = after
        server = self.start()
        self.assertEqual(server.client().game(game["id"]), game)
        self.assertEqual(server.stop(), (0, ""))
        done = subprocess.run([PAUA, "store", "check", self.place], capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stdout), (0, "games 1 damaged 0 file faults 0 checksums 1\n"))

    def test_a_server_brings_it_up_to_date(self):
        game = self.make(fill=False)
        self.assertEqual(self.migrate(self.newest - 1)[0], 0)
        self.assertEqual(self.start().client().game(game["id"]), game)
        self.assertEqual(self.version(), self.newest)

    def test_refused(self):
        """No such version; a server that runs; nothing to lose, and no need to go anywhere."""
        self.make(fill=False)
        before = self.content()
        for to in (self.newest + 1, 999):
            code, lines, errors = self.migrate(to)
            self.assertEqual((code, lines), (2, []))
            self.assertRegex(errors, rf"\Apaua store: .*: has version {self.newest}; there is no way to {to},"
                                     rf" expected 1 to {self.newest}\n\Z")
        for to in ("0", "-1", "x", ""):
            self.assertEqual(self.migrate(to)[:2], (2, []))
        self.assertEqual(self.migrate(self.newest), (0, [f"version {self.newest} to {self.newest} lost 0"], ""))
        server = self.start()
        for to in (self.newest, self.newest - 1):
            code, lines, errors = self.migrate(to, "--lose")
            self.assertEqual((code, lines), (3, []))
            self.assertRegex(errors, r"\Apaua store: .*: is in use by another paua\n\Z")
        self.assertEqual(server.stop(), (0, ""))
        self.assertEqual(self.content() | {"running": 0}, before | {"running": 0})

    def test_usage(self):
        for arguments, expected in (
                (["migrate", self.place], "--to is missing"),
                (["migrate", self.place, "--lose"], "--to is missing"),
                (["migrate", self.place, "--to", "3", "--out", "x"], "--out goes with repair"),
                (["check", self.place, "--to", "3"], "--to and --lose go with migrate"),
                (["repair", self.place, "--out", "x", "--lose"], "--to and --lose go with migrate")):
            with self.subTest(arguments=arguments):
                done = subprocess.run([PAUA, "store", *arguments], capture_output=True, text=True, check=False)
                self.assertEqual((done.returncode, done.stdout), (2, ""))
                self.assertIn(expected, done.stderr)

    def test_kills(self):
        """Killed at any moment, a migration has happened or has not."""
        self.make()
        numbers = "generate_series(1, 60000)" if POSTGRES else (
            "(WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60000) SELECT i FROM n)")
        rows = "'n' || i, 1, 5, 1, 'a text of a tournament that is long enough', 9"
        pick, ends = random.Random(7), []
        seconds = 0.5
        for kill in range(6 if POSTGRES else 12):
            self.sql("DELETE FROM tournament")
            self.sql(f"INSERT INTO tournament SELECT {rows} FROM {numbers} AS n{'(i)' if POSTGRES else ''}")
            before = self.content()
            begun = time.monotonic()
            process = subprocess.Popen([PAUA, "store", "migrate", self.place, "--to", "1", "--lose"],
                                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            if kill:
                try:
                    process.wait(pick.uniform(0, seconds))
                except subprocess.TimeoutExpired:
                    process.kill()
            process.wait()
            seconds = seconds if kill else time.monotonic() - begun
            version = self.settled_version()
            ends.append(version)
            self.assertIn(version, (1, self.newest))
            if version == 1:
                self.assertEqual(self.migrate(self.newest)[0], 0)
                self.fill()
            else:
                self.assertEqual(self.content(), before)
        self.assertGreater(ends.count(self.newest), 0)
        self.assertGreater(ends.count(1), 0)


@sqlite_only
class File(MigrateTest):
    def refused(self, code, expected, before=None):
        """Nothing is changed, nothing is left."""
        files = {path.name: path.read_bytes() for path in self.folder.iterdir()}
        done = self.migrate(1, "--lose", before=before)
        self.assertEqual(done[:2], (code, []))
        self.assertRegex(done[2], rf"\Apaua store: [^\n]*{expected}[^\n]*\n\Z")
        self.assertEqual({path.name: path.read_bytes() for path in self.folder.iterdir()}, files)

    def test_what_is_no_store(self):
        self.refused(3, "there is no such store")
        self.store.touch()
        self.refused(2, "is not a Paua store")
        self.store.write_text("these are my notes\n" * 100)
        self.refused(2, "is not a Paua store")
        self.store.unlink()
        self.sql("CREATE TABLE recipes (name TEXT)")
        self.refused(2, "is not a Paua store")

    def test_a_newer_or_damaged_store(self):
        self.make()
        self.sql("PRAGMA user_version = 999")
        self.refused(2, "made by a newer paua")
        self.sql(f"PRAGMA user_version = {self.newest}")
        good = self.store.read_bytes()
        for page in range(1, len(good) // 4096, 5):
            self.store.write_bytes(good[:page * 4096] + b"\xff" * 64 + good[page * 4096 + 64:])
            self.refused(1, "is damaged")
        self.store.write_bytes(good)
        self.assertEqual(self.migrate(1, "--lose")[0], 0)

    def test_without_permission(self):
        self.make()
        self.store.chmod(stat.S_IRUSR)
        self.refused(3, "expected a file that can be read and written", before=as_owner)
        self.store.chmod(stat.S_IRUSR | stat.S_IWUSR)
        self.folder.chmod(0o555)
        self.refused(3, "Permission denied|unable to open database file|readonly", before=as_owner)
        self.folder.chmod(0o755)

    def test_without_room(self):
        """The disk is full before or amid the way."""
        self.make()
        self.sql("INSERT INTO secret WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 9000)"
                 " SELECT 'n' || i, 'a secret that is long enough for pages' FROM n")
        before = self.content()
        for kilobytes in (4, 20, 60, 100):
            with self.subTest(kilobytes=kilobytes):
                code, lines, errors = self.migrate(1, "--lose", before=lambda: resource.setrlimit(
                    resource.RLIMIT_FSIZE, (kilobytes << 10, resource.RLIM_INFINITY)))
                self.assertEqual(code, 3)
                self.assertRegex(errors, r"\Apaua store: [^\n]*(database or disk is full|disk I/O error)\n\Z")
                self.assertEqual((self.settled_version(), self.content()), (self.newest, before))
        self.assertEqual(self.migrate(1, "--lose")[0], 0)

    def test_what_a_killed_server_left(self):
        """Its log is taken along; a reader in the way is said."""
        server = self.start()
        game, keys = server.client().create(layout="standard", rules={"repetition": 0})
        for ply, move in enumerate(SHUTTLE, 1):
            self.assertEqual(server.client(keys[(ply - 1) % 2]).move(game["id"], ply, move)[0], 200)
        game = server.client().game(game["id"])
        server.process.send_signal(signal.SIGKILL)
        server.process.wait()
        self.assertTrue((self.folder / "games.db-wal").stat().st_size)
        newest = self.version()
        reader = sqlite3.connect(self.store, isolation_level=None)
        reader.execute("BEGIN")
        reader.execute("SELECT * FROM game").fetchone()
        code, _, errors = self.migrate(6, "--lose")
        self.assertEqual(code, 3)
        self.assertIn("is in use by a paua that reads it", errors)
        reader.close()
        self.assertEqual(self.migrate(6, "--lose")[0], 0)
        self.assertEqual(os.listdir(self.folder), ["games.db"])
        self.assertEqual(self.version(), 6)
        self.assertEqual(self.start().client().game(game["id"]), game)
        self.assertEqual(self.version(), newest)


@unittest.skipUnless(POSTGRES, "is about PostgreSQL's rights and locks")
class Database(MigrateTest):
    def test_what_is_no_store(self):
        code, lines, errors = self.migrate(1)
        self.assertEqual((code, lines), (3, []))
        self.assertIn("there is no such store", errors)
        self.make(fill=False)
        self.sql("UPDATE store SET version = 99")
        code, lines, errors = self.migrate(1)
        self.assertEqual((code, lines), (2, []))
        self.assertIn("made by a newer paua", errors)

    def test_without_permission(self):
        """Who may read and write the rows, and does not own the tables."""
        self.make(fill=False)
        self.sql("DROP ROLE IF EXISTS migrator; CREATE ROLE migrator LOGIN; GRANT USAGE ON SCHEMA paua TO migrator;"
                 "GRANT SELECT, UPDATE ON ALL TABLES IN SCHEMA paua TO migrator")
        before, place = self.content(), self.database
        self.database = place.replace("paua@", "migrator@")
        code, lines, errors = self.migrate(1, "--lose")
        self.database = place
        self.assertEqual((code, lines), (3, []))
        self.assertRegex(errors, r"\Apaua store: [^\n]*must be owner of (table|index) [a-z_]+\n\Z")
        self.assertEqual(self.content(), before)
        self.sql("DROP OWNED BY migrator; DROP ROLE migrator")

    def test_a_reader_in_the_way(self):
        self.make(fill=False)
        reader = subprocess.Popen(["psql", "-X", "-q", self.place], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.addCleanup(reader.wait)
        self.addCleanup(reader.stdin.close)
        self.addCleanup(reader.stdout.close)
        reader.stdin.write("BEGIN; SELECT 'there', count(*) FROM paua.tournament;\n")
        reader.stdin.flush()
        while "there" not in reader.stdout.readline():
            pass
        code, _, errors = self.migrate(1, "--lose")
        self.assertEqual(code, 3)
        self.assertIn("lock timeout", errors)
        self.assertEqual(self.version(), self.newest)


if __name__ == "__main__":
    unittest.main()
