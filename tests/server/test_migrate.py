"""`paua store migrate` and what a server does with an older store. paua_next (programs/next_version.c) knows two versions more than
paua: it goes up and down between them and the oldest one. Stores of before that are refused."""
import contextlib
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

from harness import PAUA, POSTGRES, FolderTest, postgres_program, sqlite_only
from test_store import as_owner

NEXT = os.environ.get("PAUA_NEXT", "build/tests/server/paua_next")
OLDEST = 5 if POSTGRES else 16  # that is read
NOW = OLDEST + 4  # of paua
NEWEST = NOW + 2  # of paua_next
LAST_COMMIT = "cec67819"  # the last one that migrates what is older

SHUTTLE = ["c3d3", "g5f5", "d3c3", "f5g5"]  # two marbles of the standard layout, there and back
ANN, BOB = "'aaaaaaaa'", "'bbbbbbbb'"
HASH = r"'\x00'" if POSTGRES else "x'00'"
RATING = f"{ANN}, '2-fast', 1, 1501, 80, 0.06, 1, 0, 0, 5, 'game', 1"
ROWS = {  # a row for each table that people fill, beside games
    "tournament": "'t1', 1, 5, 1, '{}', 9",
    "address": f"{ANN}, 'a@example.org', 7",
    "mail": f"'m1', {ANN}, 'a@example.org', 'Hello', 'text', '', '', 1, 8, 9, 2, '', '', ''",
    "mail_seen": "'k1', 99, 1",
    "mail_item": f"{ANN}, 'game', 3, 7, 99",
    "mail_choice": f"{ANN}, 'game', 2",
    "secret": "'mail', 'a secret'",
    "subscription": f"{ANN}, 'game', 5",
    "reminder": f"1, {ANN}, 3",
    "vacation": f"{ANN}, 0, 0, 1, 0, 2026, 3",
    "conditional": "1, 0, 'c1', 2, '{}'",
    "sending": f"{ANN}, 0, 5, '1', {BOB}",
    "message": f"{ANN}, 1, {BOB}, 1, 5, 0, 'hello', 7",
    "block": f"{ANN}, {BOB}, 6",
    "report": f"1, {ANN}, {BOB}, 'Bob', 1, '', 0, 'quote', 'text', 8, 0, 9",
    "account": f"{ANN}, 'Ann', 'ann', 'x', '', '', 1, 0",
    "login": f"{HASH}, 's1', {ANN}, 1, 'bot', 3, 4, 5, 6",
    "seat": f"1, 1, {ANN}",
    "rating": f"{RATING}, 0",
    "rating_history": RATING,
    "pair_game": f"7, 'game', {ANN}, {BOB}, '2-fast', 1, 2, 0, 1, -1, 0, 1, 0, 0, 0",
}
# What each version of paua_next has that the one before has no place for, newest first.
LOST = ["game with stars 1", "note 1"]


class MigrateTest(FolderTest):
    def migrate(self, to, *options, before=None):
        """Runs the command of paua_next; returns its exit code, its lines and what it says on stderr."""
        done = subprocess.run([NEXT, "store", "migrate", self.place, "--to", str(to), *options], capture_output=True,
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
            dump = subprocess.run([postgres_program("pg_dump"), "--schema-only", "--schema=paua", self.place], capture_output=True, text=True,
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
        self.assertEqual(self.version(), NOW)
        return game

    def make_next(self, fill=True):
        """The same of the newest version, with a row in what that has."""
        game = self.make(fill)
        self.assertEqual(self.migrate(NEWEST), (0, [f"version {NOW} to {NEWEST} lost 0"], ""))
        if fill:
            self.fill_next()
        return game

    def fill(self):
        """A row in each table that has none."""
        self.sql("DELETE FROM secret WHERE name = 'admin'")  # each server makes it, and these, where there are none
        self.sql("DELETE FROM account WHERE name LIKE 'paua.%'")
        content = self.content()
        for table, row in ROWS.items():
            if not content[table]:
                self.sql(f"INSERT INTO {table} VALUES ({row})")

    def fill_next(self):
        self.sql("INSERT INTO note VALUES ('n1', 'a text')")
        self.sql("UPDATE game SET stars = 5")

    def settled_version(self):
        """That of a store which a process has left; a session of PostgreSQL may last a moment longer."""
        done = subprocess.run([NEXT, "store", "migrate", self.place, "--to", "9999"], capture_output=True, text=True,
                              check=False)
        for _ in range(100):
            if "in use" not in done.stderr:
                break
            time.sleep(0.05)
            done = subprocess.run(done.args, capture_output=True, text=True, check=False)
        return int(re.search("has version ([0-9]+)", done.stderr)[1])


class Migrate(MigrateTest):
    def test_there_and_back(self):
        """A version at a time down to that of paua and up again: the same tables on both ways, and all that was in them but
        what was let go."""
        self.make()
        original, schemas = self.content(), {NOW: self.schema()}
        for at in range(NOW + 1, NEWEST + 1):
            self.assertEqual(self.migrate(at), (0, [f"version {at - 1} to {at} lost 0"], ""))
            schemas[at] = self.schema()
        self.fill_next()
        for at, lost in zip(range(NEWEST, NOW, -1), LOST, strict=True):
            tables = self.content()
            code, lines, errors = self.migrate(at - 1)
            self.assertEqual((code, lines), (1, [lost]))
            self.assertRegex(errors, rf"\Apaua store: version {at - 1} has no place for 1 rows: [^\n]*--lose[^\n]*\n\Z")
            self.assertEqual((self.version(), self.content()), (at, tables))
            self.assertEqual(self.migrate(at - 1, "--lose"), (0, [lost, f"version {at} to {at - 1} lost 1"], ""))
            self.assertEqual((self.version(), self.schema()), (at - 1, schemas[at - 1]))
        self.assertEqual(self.content(), original)

    def test_several_steps(self):
        """Several versions at once are the same as one after the other; the program of the version before serves the game as
        it was, and finds nothing wrong."""
        game = self.make()
        before = self.content()
        self.assertEqual(self.migrate(NEWEST)[0], 0)
        self.fill_next()
        code, lines, _ = self.migrate(NOW, "--lose", "--json")
        answer = json.loads(lines[0])
        self.assertEqual((code, answer["from"], answer["to"], answer["migrated"]), (0, NEWEST, NOW, True))
        self.assertEqual(answer["rows"], dict(row.rsplit(" ", 1)[:1] + [1] for row in LOST))
        self.assertEqual(answer["lost"], 2)
        self.assertEqual(self.content(), before)
        for table in ROWS:
            self.sql(f"DELETE FROM {table}")
        server = self.start()
        self.assertEqual(server.client().game(game["id"]), game)
        self.assertEqual(server.stop(), (0, ""))
        done = subprocess.run([PAUA, "store", "check", self.place], capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stdout), (0, "games 1 damaged 0 file faults 0 checksums 1\n"))

    def test_a_server_brings_it_up_to_date(self):
        game = self.make(fill=False)
        server = self.start(program=NEXT)
        self.assertEqual(server.client().game(game["id"]), game)
        self.assertEqual(server.stop(), (0, ""))
        self.assertEqual(self.version(), NEWEST)

    def test_a_newer_store(self):
        """The program of before refuses it."""
        self.make_next(fill=False)
        code, errors = self.fails("--store", self.place)
        self.assertEqual(code, 3)
        self.assertRegex(errors, rf"is a store of version {NEWEST}, expected (at most )?{NOW}: it was made by a newer paua\n\Z")

    def test_a_server_that_has_written(self):
        """Its log is beside the file; both stay."""
        server = self.start(program=NEXT)
        game, _ = server.client().create(layout="standard")
        for to in (NEWEST, NOW):
            code, lines, errors = self.migrate(to, "--lose")
            self.assertEqual((code, lines), (3, []))
            self.assertRegex(errors, r"\Apaua store: .*: is in use by another paua\n\Z")
        self.assertEqual(server.client().game(game["id"])["id"], game["id"])
        self.assertEqual(server.stop(), (0, ""))

    def test_refused(self):
        """No such version; a server that runs; nothing to lose, and no need to go anywhere."""
        self.make_next(fill=False)
        before = self.content()
        for to in (OLDEST - 1, 1, NEWEST + 1, 999):
            code, lines, errors = self.migrate(to)
            self.assertEqual((code, lines), (2, []))
            self.assertRegex(errors, rf"\Apaua store: .*: has version {NEWEST}; there is no way to {to},"
                                     rf" expected {OLDEST} to {NEWEST}\n\Z")
        for to in ("0", "-1", "x", ""):
            self.assertEqual(self.migrate(to)[:2], (2, []))
        self.assertEqual(self.migrate(NEWEST), (0, [f"version {NEWEST} to {NEWEST} lost 0"], ""))
        server = self.start(program=NEXT)
        for to in (NEWEST, NOW):
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
        self.make_next()
        numbers = "generate_series(1, 60000)" if POSTGRES else (
            "(WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60000) SELECT i FROM n)")
        pick, ends = random.Random(7), []
        seconds = 0.5
        for kill in range(6 if POSTGRES else 12):
            self.sql("DELETE FROM note")
            self.sql("INSERT INTO note SELECT 'n' || i, 'a text of a note that is long enough for pages' FROM"
                     f" {numbers} AS n{'(i)' if POSTGRES else ''}")
            before = self.content()
            begun = time.monotonic()
            process = subprocess.Popen([NEXT, "store", "migrate", self.place, "--to", str(NOW), "--lose"],
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
            self.assertIn(version, (NOW, NEWEST))
            if version == NOW:
                self.assertEqual(self.migrate(NEWEST)[0], 0)
                self.fill_next()
            else:
                self.assertEqual(self.content(), before)
        self.assertGreater(ends.count(NEWEST), 0)
        self.assertGreater(ends.count(NOW), 0)


class FairPlay(MigrateTest):
    """The step to version 17, of PostgreSQL 6: the games of pairs, and how many others each has played."""
    DAY = 86400000

    def fill(self):
        """Three accounts: Ann has won and drawn against Bob; she has won a game of three, long ago."""
        now = round(time.time() * 1000)
        for letter in "abc":
            self.sql(f"INSERT INTO account VALUES ('{8 * letter}', '{letter.upper()}', '{letter}', 'x', '', '', 1, 0)")
        games = [(31, "old", {"a": (1, 0, 0), "b": (0, 0, 1), "c": (0, 0, 1)}), (2, "won", {"a": (2, 0, 0), "b": (0, 0, 2)}),
                 (1, "drawn", {"a": (2, 1, 0), "b": (0, 1, 2)})]
        count = dict.fromkeys("abc", 0)
        for days, game, players in games:
            for letter, counts in players.items():
                count[letter] += 1
                row = (f"'{8 * letter}', '2-fast', {count[letter]}, 1500, 80, 0.06, {', '.join(map(str, counts))},"
                       f" {now - days * self.DAY}, '{game}', {'1.5' if letter == 'a' else '-1.5'}")
                self.sql(f"INSERT INTO rating_history VALUES ({row})")
                self.sql(f"DELETE FROM rating WHERE account = '{8 * letter}'")
                self.sql(f"INSERT INTO rating VALUES ({row}, 7)")
        return now

    def pairs(self):
        return [row[1:] for row in self.sql("SELECT at, game, account, other, category, counted, score, other_score, change, other_change,"
                                            " short, same_address, paused, lag, other_lag FROM pair_game ORDER BY at")]

    def test_from_the_history(self):
        self.make(fill=False)
        now, schema = self.fill(), self.schema()
        done = subprocess.run([PAUA, "store", "migrate", self.place, "--to", str(OLDEST)], capture_output=True, text=True, check=True)
        self.assertEqual(done.stdout, f"version {NOW} to {OLDEST} lost 0\n")
        self.assertEqual((self.version(), "pair_game" in self.tables()), (OLDEST, False))
        # Who only reads the older file sees the same.
        shown = [PAUA, "admin", "pairs", "--json", "--store", self.place]
        if not POSTGRES:
            before = subprocess.run(shown, capture_output=True, text=True, check=True).stdout
        self.assertEqual(self.start().stop(), (0, ""))
        self.assertEqual((self.version(), self.schema()), (NOW, schema))
        ann, bob = 8 * "a", 8 * "b"
        self.assertEqual([row[:7] + [float(cell) for cell in row[7:]] for row in self.pairs()],
                         [["won", ann, bob, "2-fast", "1", "2", "0", 1.5, -1.5, 0, 0, 0, 0, 0],
                          ["drawn", ann, bob, "2-fast", "1", "1", "1", 1.5, -1.5, 0, 0, 0, 0, 0]])
        self.assertEqual(self.sql("SELECT account, opponents FROM rating ORDER BY account"),
                         [[ann, "2"], [bob, "2"], [8 * "c", "2"]])
        after = subprocess.run(shown, capture_output=True, text=True, check=True).stdout
        row, = json.loads(after)["pairs"]
        self.assertEqual([row[key] for key in ("name", "other", "games", "wins", "draws", "losses", "change")], ["A", "B", 2, 1, 1, 0, 3])
        self.assertLessEqual(row["at"], time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(now / 1000)))
        if not POSTGRES:
            self.assertEqual(after, before)

    def test_what_is_lost(self):
        """Games that changed no rating, and marks."""
        self.make(fill=False)
        self.sql(f"INSERT INTO pair_game VALUES ({ROWS['pair_game']})")
        code, lines, errors = self.migrate(OLDEST)
        self.assertEqual((code, lines), (1, ["pair_game 1"]))
        self.assertIn("has no place for 1 rows", errors)
        self.assertEqual(self.migrate(OLDEST, "--lose"), (0, ["pair_game 1", f"version {NOW} to {OLDEST} lost 1"], ""))
        self.assertEqual(self.migrate(NEWEST), (0, [f"version {OLDEST} to {NEWEST} lost 0"], ""))


class Sending(MigrateTest):
    """The step to version 18, of PostgreSQL 7: whom accounts have written to and challenged within a day, as far as that is left."""

    def fill(self):
        """Ann has written to Bob, who has answered, and to Cid long ago. She has challenged both to a game, which Dan has joined."""
        now = round(time.time() * 1000)
        ids = {name: 8 * name[0].lower() for name in ("Ann", "Bob", "Cid", "Dan")}
        for name, account in ids.items():
            self.sql(f"INSERT INTO account VALUES ('{account}', '{name}', '{name.lower()}', 'x', '', '', 1, 0)")
        for owner, peer, number, sent, hours in (("Ann", "Bob", 1, 1, 3), ("Bob", "Ann", 1, 0, 3), ("Bob", "Ann", 2, 987654321, 2),
                                                 ("Ann", "Bob", 2, 0, 2), ("Ann", "Cid", 3, 1, 25)):
            self.sql(f"INSERT INTO message VALUES ('{ids[owner]}', {number}, '{ids[peer]}', {sent}, {now - hours * 3600000}, 1, 'hello', 0)")
        seats = [{"account": ids["Ann"], "name": "Ann"}, *({"account": ids[name], "name": name, "waits": True} for name in ("Bob", "Cid")),
                 {"kind": "open"}]
        setup = json.dumps({"seats": seats}, separators=(",", ":"))
        for game, created in (("new", now - 1), ("old", now - 25 * 3600000)):
            self.sql(f"INSERT INTO game (id, created, setup, events, result, reason, pending, listing, closes, clock, deadline,"
                     f" content_sum, state_sum, number) SELECT '{game}', {created}, '{setup}', 0, '*', '', 0, 0, 0, 0, 0, 0, 0, max(number) + 1"
                     " FROM game")
            for side, name in enumerate(ids):
                self.sql(f"INSERT INTO seat SELECT key, {side}, '{ids[name]}' FROM game WHERE id = '{game}'")
        return [[ids["Ann"], "0", str(now - 3 * 3600000), "1", ids["Bob"]], [ids["Ann"], "1", str(now - 1), "new", ids["Bob"]],
                [ids["Ann"], "1", str(now - 1), "new", ids["Cid"]], [ids["Bob"], "0", str(now - 2 * 3600000), "2", ids["Ann"]]]

    def rows(self):
        return self.sql("SELECT * FROM sending ORDER BY sender, kind, at, id, recipient")

    def test_from_what_is_left(self):
        self.make(fill=False)
        expected, schema = self.fill(), self.schema()
        self.assertEqual(self.rows(), [])
        done = subprocess.run([PAUA, "store", "migrate", self.place, "--to", str(OLDEST + 1)], capture_output=True, text=True, check=True)
        self.assertEqual(done.stdout, f"version {NOW} to {OLDEST + 1} lost 0\n")
        self.assertEqual((self.version(), "sending" in self.tables()), (OLDEST + 1, False))
        if not POSTGRES:  # Who only reads the older file sees the same.
            new = self.folder / "new.db"
            self.assertEqual(subprocess.run([PAUA, "store", "repair", self.place, "--out", new], capture_output=True, check=False).returncode, 1)
            with contextlib.closing(sqlite3.connect(new)) as store:
                self.assertEqual([list(map(str, row)) for row in store.execute("SELECT * FROM sending ORDER BY sender, kind, at, id")], expected)
        done = subprocess.run([PAUA, "store", "migrate", self.place, "--to", str(NOW)], capture_output=True, text=True, check=True)
        self.assertEqual(done.stdout, f"version {OLDEST + 1} to {NOW} lost 0\n")
        self.assertEqual((self.version(), self.schema(), self.rows()), (NOW, schema, expected))


class MailTopic(MigrateTest):
    """The step to version 19, of PostgreSQL 8: what a mail is about."""

    def test_what_is_lost(self):
        """The thread and the picture of a mail that waits; the mail itself stays."""
        self.make()
        self.sql("DELETE FROM mail_item")
        self.sql("DELETE FROM mail_choice")
        self.sql("UPDATE mail SET topic = 'game-1'")
        before = self.sql("SELECT id, subject, body FROM mail")
        code, lines, _ = self.migrate(OLDEST + 2)
        self.assertEqual((code, lines), (1, ["threads of mails 1"]))
        self.assertEqual(self.migrate(OLDEST + 2, "--lose")[0], 0)
        if not POSTGRES:  # Who only reads the older file sees the mail.
            new = self.folder / "new.db"
            subprocess.run([PAUA, "store", "repair", self.place, "--out", new], capture_output=True, check=False)
            with contextlib.closing(sqlite3.connect(new)) as store:
                self.assertEqual([list(row) for row in store.execute("SELECT id, topic, position, move FROM mail")], [["m1", "", "", ""]])
        self.assertEqual(self.migrate(NOW)[0], 0)
        self.assertEqual(self.sql("SELECT id, subject, body FROM mail"), before)
        self.assertEqual(self.sql("SELECT topic, position, move FROM mail"), [["", "", ""]])


class TooOld(MigrateTest):
    def state(self):
        """All of the store: the files, or the rows."""
        return self.content() if POSTGRES else {path.name: path.read_bytes() for path in self.folder.iterdir()}

    def set_version(self, version):
        self.sql(f"UPDATE store SET version = {version}" if POSTGRES else f"PRAGMA user_version = {version}")

    def test_refused(self):
        """Every command refuses it, names who can migrate it, and changes nothing; as it was before it goes again."""
        game = self.make(fill=False)
        for version in (OLDEST - 1, 1):
            self.set_version(version)
            before = self.state()
            for program, *arguments in (
                    (PAUA, "serve", "--listen", "127.0.0.1:0", "--store", self.place), (PAUA, "store", "check", self.place),
                    (PAUA, "store", "migrate", self.place, "--to", str(NOW), "--lose"),
                    (PAUA, "store", "backup", self.place, "--out", self.folder / "out.db"),
                    (PAUA, "store", "repair", self.place, "--out", self.folder / "out.db"),
                    (PAUA, "export", "--store", self.place), (PAUA, "export", "--everything", "--store", self.place, "-o", self.folder / "out"),
                    (PAUA, "import", "--store", self.place, self.folder / "one.apgn"),
                    (PAUA, "admin", "list", "--store", self.place), (PAUA, "openings", "--store", self.place),
                    (NEXT, "serve", "--listen", "127.0.0.1:0", "--store", self.place),
                    (NEXT, "store", "migrate", self.place, "--to", str(NEWEST))):
                if POSTGRES and arguments[1] == "backup":
                    continue
                with self.subTest(version=version, arguments=arguments):
                    done = subprocess.run([program, *arguments], capture_output=True, text=True, timeout=60, check=False)
                    self.assertEqual((done.returncode, done.stdout), (2, ""), done)
                    self.assertRegex(done.stderr, rf"\Apaua [a-z]+: [^\n]*: is a store of version {version}, expected at least"
                                                  rf" {OLDEST}: paua of commit {LAST_COMMIT} can migrate it\n\Z")
                    self.assertEqual(self.state(), before)
        self.set_version(NOW)
        self.assertEqual(self.start().client().game(game["id"]), game)

    @sqlite_only
    def test_a_version_in_the_log(self):
        """Migrated by a server that was killed then: the file alone would be too old, its log brings it up to date."""
        game = self.make(fill=False)
        self.set_version(OLDEST - 1)
        with contextlib.closing(sqlite3.connect(self.store, isolation_level=None)) as store:
            store.execute("PRAGMA journal_mode = WAL")
            store.execute(f"PRAGMA user_version = {NOW}")
            log = self.folder / "games.db-wal"
            self.assertTrue(log.stat().st_size)
            content = self.store.read_bytes(), log.read_bytes()
        self.assertEqual(content[0][63], OLDEST - 1)
        self.store.write_bytes(content[0])
        log.write_bytes(content[1])
        self.assertEqual(self.start().client().game(game["id"]), game)


@sqlite_only
class File(MigrateTest):
    def refused(self, code, expected, before=None):
        """Nothing is changed, nothing is left."""
        files = {path.name: path.read_bytes() for path in self.folder.iterdir()}
        done = self.migrate(NOW, "--lose", before=before)
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
        self.make_next()
        self.sql("PRAGMA user_version = 999")
        self.refused(2, "made by a newer paua")
        self.sql(f"PRAGMA user_version = {NEWEST}")
        good = self.store.read_bytes()
        for page in range(1, len(good) // 4096, 5):
            self.store.write_bytes(good[:page * 4096] + b"\xff" * 64 + good[page * 4096 + 64:])
            self.refused(1, "is damaged")
        self.store.write_bytes(good)
        self.assertEqual(self.migrate(NOW, "--lose")[0], 0)

    def test_without_permission(self):
        self.make_next(fill=False)
        self.store.chmod(stat.S_IRUSR)
        self.refused(3, "expected a file that can be read and written", before=as_owner)
        self.store.chmod(stat.S_IRUSR | stat.S_IWUSR)
        self.folder.chmod(0o555)
        self.refused(3, "Permission denied|unable to open database file|readonly", before=as_owner)
        self.folder.chmod(0o755)

    def test_without_room(self):
        """The disk is full before or amid the way."""
        self.make_next()
        self.sql("INSERT INTO secret WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 9000)"
                 " SELECT 'n' || i, 'a secret that is long enough for pages' FROM n")
        before = self.content()
        for kilobytes in (4, 20, 60, 100):
            with self.subTest(kilobytes=kilobytes):
                code, lines, errors = self.migrate(NOW, "--lose", before=lambda: resource.setrlimit(
                    resource.RLIMIT_FSIZE, (kilobytes << 10, resource.RLIM_INFINITY)))
                self.assertEqual(code, 3)
                self.assertRegex(errors, r"\Apaua store: [^\n]*(database or disk is full|disk I/O error)\n\Z")
                self.assertEqual((self.settled_version(), self.content()), (NEWEST, before))
        self.assertEqual(self.migrate(NOW, "--lose")[0], 0)

    def test_what_a_killed_server_left(self):
        """Its log is taken along; a reader in the way is said."""
        server = self.start(program=NEXT)
        game, keys = server.client().create(layout="standard", rules={"repetition": 0})
        for ply, move in enumerate(SHUTTLE, 1):
            self.assertEqual(server.client(keys[(ply - 1) % 2]).move(game["id"], ply, move)[0], 200)
        game = server.client().game(game["id"])
        server.process.send_signal(signal.SIGKILL)
        server.process.wait()
        self.assertTrue((self.folder / "games.db-wal").stat().st_size)
        self.assertEqual(self.version(), NEWEST)
        reader = sqlite3.connect(self.store, isolation_level=None)
        reader.execute("BEGIN")
        reader.execute("SELECT * FROM game").fetchone()
        code, _, errors = self.migrate(NOW, "--lose")
        self.assertEqual(code, 3)
        self.assertIn("is in use by a paua that reads it", errors)
        reader.close()
        self.assertEqual(self.migrate(NOW, "--lose")[0], 0)
        self.assertEqual(os.listdir(self.folder), ["games.db"])
        self.assertEqual(self.version(), NOW)
        self.assertEqual(self.start().client().game(game["id"]), game)

    def test_an_older_store_is_read(self):
        """Commands that only read it leave it as it is and find nothing missing."""
        self.make(fill=False)
        before = self.store.read_bytes()
        done = subprocess.run([NEXT, "store", "check", self.store], capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stdout), (0, "games 1 damaged 0 file faults 0 checksums 1\n"))
        done = subprocess.run([NEXT, "export", "--store", self.place], capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn(" ".join(SHUTTLE[:2]), done.stdout)
        self.assertEqual(self.store.read_bytes(), before)


@unittest.skipUnless(POSTGRES, "is about PostgreSQL's rights and locks")
class Database(MigrateTest):
    def test_what_is_no_store(self):
        code, lines, errors = self.migrate(NOW)
        self.assertEqual((code, lines), (3, []))
        self.assertIn("there is no such store", errors)
        self.make_next(fill=False)
        self.sql("UPDATE store SET version = 99")
        code, lines, errors = self.migrate(NOW)
        self.assertEqual((code, lines), (2, []))
        self.assertIn("made by a newer paua", errors)

    def test_without_permission(self):
        """Who may read and write the rows, and does not own the tables."""
        self.make_next(fill=False)
        self.sql("DROP ROLE IF EXISTS migrator; CREATE ROLE migrator LOGIN; GRANT USAGE ON SCHEMA paua TO migrator;"
                 "GRANT SELECT, UPDATE ON ALL TABLES IN SCHEMA paua TO migrator")
        before, place = self.content(), self.database
        self.database = place.replace("paua@", "migrator@")
        code, lines, errors = self.migrate(NOW, "--lose")
        self.database = place
        self.assertEqual((code, lines), (3, []))
        self.assertRegex(errors, r"\Apaua store: [^\n]*must be owner of (table|index) [a-z_]+\n\Z")
        self.assertEqual(self.content(), before)
        self.sql("DROP OWNED BY migrator; DROP ROLE migrator")

    def test_a_reader_in_the_way(self):
        self.make_next(fill=False)
        reader = subprocess.Popen([postgres_program("psql"), "-X", "-q", self.place], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.addCleanup(reader.wait)
        self.addCleanup(reader.stdin.close)
        self.addCleanup(reader.stdout.close)
        reader.stdin.write("BEGIN; SELECT 'there', count(*) FROM paua.note;\n")
        reader.stdin.flush()
        while "there" not in reader.stdout.readline():
            pass
        code, _, errors = self.migrate(NOW, "--lose")
        self.assertEqual(code, 3)
        self.assertIn("lock timeout", errors)
        self.assertEqual(self.version(), NEWEST)


if __name__ == "__main__":
    unittest.main()
