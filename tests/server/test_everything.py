"""`paua export --everything` and `paua import --everything`: a whole store as a text, and a store of the text again, in
either database."""
import contextlib
import hashlib
import json
import pathlib
import re
import resource
import signal
import sqlite3
import subprocess
import unittest

from harness import PAUA, POSTGRES, Server, sqlite_only
from test_migrate import ANN, BOB, NEXT, ROWS, MigrateTest


class Everything(MigrateTest):
    def paua(self, *arguments, text=None, **options):
        done = subprocess.run([PAUA, *map(str, arguments)], input=text, capture_output=True, timeout=120, check=False, **options)
        return done.returncode, done.stdout.decode(), done.stderr.decode()

    def export(self, place=None):
        """The text of a store: its lines."""
        code, text, errors = self.paua("export", "--everything", "--store", place or self.place)
        self.assertEqual((code, errors), (0, ""))
        return text.splitlines()

    def refused(self, lines, words, code=2, name="new.db"):
        """An import of these lines, after which there is no store."""
        text = "".join(line + "\n" for line in lines).encode() if isinstance(lines, list) else lines
        done = self.paua("import", "--everything", "-", "--store", f"sqlite:{self.folder / name}", text=text)
        self.assertEqual((done[0], done[1]), (code, ""), done)
        self.assertRegex(done[2], r"\A(game [^\n]*\n)?paua import: [^\n]*\n\Z")
        self.assertIn(words, done[2])
        self.assertEqual(list(self.folder.glob(f"{name}*")), [])

    def rows_of(self, path):
        """All rows of a store in a file."""
        with sqlite3.connect(path) as database:
            tables = [name for name, in database.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
            rows = {table: sorted(map(repr, database.execute(f"SELECT * FROM {table}"))) for table in tables}
        database.close()
        return rows

    def test_there_and_back(self):
        """To a file, from there to this database, and to a file again: the same text, the same game at a server."""
        game = self.make()
        lines = self.export()
        self.assertEqual(json.loads(lines[0])["paua_store"], 1)
        tables = set(json.loads(lines[0])["tables"])
        self.assertEqual(tables, set(self.tables()))
        self.assertEqual({json.loads(line)[0] for line in lines[1:-1]}, tables - {"played_count"})
        if not POSTGRES:
            for table, columns in json.loads(lines[0])["tables"].items():
                self.assertEqual([row[1] for row in self.sql(f"PRAGMA table_info({table})")], columns)
        self.assertEqual(json.loads(lines[-1])["sha256"], hashlib.sha256("".join(f"{line}\n" for line in lines[:-1]).encode()).hexdigest())
        (self.folder / "all.jsonl").write_text("".join(f"{line}\n" for line in lines))
        place = f"sqlite:{self.folder / 'new.db'}"
        # The row in `seat` and others are of accounts and games that the test has made up.
        code, _, errors = self.paua("import", "--everything", self.folder / "all.jsonl", "--store", place)
        self.assertEqual(code, 1, errors)
        self.assertIn("the text is of a damaged store", errors)
        self.assertFalse((self.folder / "new.db").exists())
        self.assertTrue(game)

    def make_club(self):
        """A store that is whole: accounts, a game, messages, imported games."""
        game = self.make(fill=False)
        server = self.start()
        client = server.client()
        cookies = []
        for name in ("Ann", "Bob"):
            status, headers, _ = client.call("POST", "/api/1/account", {"name": name, "password": "correct horse"})
            self.assertEqual(status, 201)
            cookies.append({"Cookie": headers["Set-Cookie"].split(";")[0]})
        status, _, made = client.call("POST", "/api/1/games", {"layout": "standard", "rated": True, "rules": "classic,game=300", "seats": [
            {"kind": "user", "name": "Ann"}, {"kind": "user", "name": "Bob"}]}, cookies[0])
        if status != 201:
            self.fail(made)
        rated = made["game"]["id"]
        self.assertEqual(client.call("POST", f"/api/1/games/{rated}/join", {}, cookies[1])[0], 200)
        self.assertEqual(client.call("POST", f"/api/1/games/{rated}/moves", {"ply": 1, "move": "a1b2"}, cookies[0])[0], 200)
        status, _, written = client.call("POST", "/api/1/users/Ann/messages", {"text": "hello"}, cookies[1])
        self.assertEqual(status, 201)
        self.assertEqual(client.call("POST", "/api/1/account/reports", {"message": written["number"], "text": "rude"}, cookies[0])[0], 201)
        self.assertEqual(client.call("POST", "/api/1/users/Bob/messages", {"text": "g\u00e4ste \U0001f600 \"\\"}, cookies[0])[0], 201)
        self.assertEqual(client.call("POST", "/api/1/tournaments", {
            "name": "x", "system": "round-robin", "layout": "standard", "rules": "classic,game=60"}, cookies[0])[0], 201)
        # Beside the server.
        self.assertGreater(len(self.export()), 20)
        self.assertEqual(server.stop(), (0, ""))
        return game, rated, cookies

    def test_a_club(self):
        game, rated, cookies = self.make_club()
        path = self.folder / "all.jsonl"
        self.assertEqual(self.paua("export", "--everything", "--store", self.place, "-o", path), (0, "", ""))
        self.assertEqual(path.stat().st_mode & 0o777, 0o600)
        lines = path.read_text().splitlines()
        self.assertEqual(lines, self.export())
        place = f"sqlite:{self.folder / 'new.db'}"
        self.assertEqual(self.paua("import", "--everything", path, "--store", place), (0, "imported 2 games\n", ""))
        self.assertEqual(self.export(place), lines)
        if not POSTGRES:
            self.assertEqual(self.rows_of(self.folder / "new.db"), self.rows_of(self.store))
        self.assertEqual(self.paua("import", "--everything", path, "--store", place)[0], 3)  # there is one
        server = Server(place)
        self.addCleanup(server.close)
        client = server.client()
        self.assertEqual(client.game(game["id"])["moves"], game["moves"])
        self.assertEqual(client.game(rated)["moves"], ["a1b2"])
        self.assertEqual(client.call("GET", "/api/1/account", headers=cookies[1])[2]["name"], "Bob")
        self.assertEqual(client.call("GET", "/api/1/account/messages/Ann", headers=cookies[1])[2]["messages"][0]["text"],
                         "g\u00e4ste \U0001f600 \"\\")
        # New rows have new keys.
        new, _ = client.create()
        self.assertNotIn(new["id"], (game["id"], rated))
        self.assertEqual(server.stop(), (0, ""))
        if POSTGRES:
            self.sql("DROP SCHEMA paua CASCADE")
            self.assertEqual(self.paua("import", "--everything", path, "--store", self.place), (0, "imported 2 games\n", ""))
            self.assertEqual(self.export(), lines)
            server = self.start()
            new, _ = server.client().create()
            self.assertEqual(server.client().game(rated)["moves"], ["a1b2"])
            self.assertEqual(server.stop(), (0, ""))
            (self.folder / "one.apgn").write_text('[Variant "standard"]\n\n1.a1b2 i5h5 *\n')
            self.assertEqual(self.paua("import", "--quiet", "--store", self.place, self.folder / "one.apgn")[0], 0)

    def test_a_repaired_club(self):
        """A store that is whole has the same rows after a repair, but for what a server makes anew."""
        _, rated, cookies = self.make_club()
        self.sql("UPDATE running SET number = number + 3")  # games that were removed
        ann, bob = (self.sql(f"SELECT id FROM account WHERE lookup = '{name}'")[0][0] for name in ("ann", "bob"))
        (key,), = self.sql(f"SELECT key FROM game WHERE id = '{rated}'")
        content = self.content()
        for table, row in ROWS.items():
            if not content[table]:
                row = row.replace("1,", f"{key},", 1) if table == "reminder" else row
                one, other = sorted((ann, bob)) if table == "pair_game" else (ann, bob)  # as a server writes it
                row = row.replace(ANN, f"'{one}'").replace(BOB, f"'{other}'").replace("'game'", f"'{rated}'")
                self.sql(f"INSERT INTO {table} VALUES ({row})")
        anew = {"game": {"counted"}, "running": {"ms"}, "tournament": {"revision", "sum"}, "rating": {"opponents"}}

        def rows(place):
            lines = [json.loads(line) for line in self.export(place)]
            columns = lines[0]["tables"]
            return [row[:1] + [cell for name, cell in zip(columns[row[0]], row[1:], strict=True) if name not in anew.get(row[0], ())]
                    for row in lines[1:-1] if row[0] != "played_count"]

        tree = [{"move": "a1b2"}]
        self.sql(f"UPDATE conditional SET game = {key}, text = '{json.dumps(tree)}'")
        place = f"sqlite:{self.folder / 'new.db'}"
        self.assertEqual(self.paua("store", "repair", self.place, "--out", place), (0, "games 2 damaged 0 file faults 0 kept 2\n", ""))
        self.assertEqual({row[0] for row in rows(self.place)}, set(content) - {"played_count"})
        self.assertEqual(rows(place), rows(self.place))
        openings = self.paua("openings", "--from", "archive", "--store", self.place)
        self.assertEqual((openings[0], "c3d3" in openings[1]), (0, True), openings)
        self.assertEqual(self.paua("openings", "--from", "archive", "--store", place), openings)
        # Of an earlier version, which has not counted what it has copied.
        with contextlib.closing(sqlite3.connect(self.folder / "new.db", isolation_level=None)) as store:
            for table in ("archive_count", "archive_mark"):
                store.execute(f"DELETE FROM {table}")
        self.assertEqual(self.paua("openings", "--from", "archive", "--store", place), openings)
        # What it has of Ann she can save: something of each table.
        server = Server(place)
        self.addCleanup(server.close)
        export = server.client().call("GET", "/api/1/account/export", headers=cookies[0])[2]
        tables = (pathlib.Path(__file__).parents[2] / "src" / "store" / "tables" / "rows.c").read_text(encoding="utf-8")
        for name in re.findall(r'\.exported = "(\w+)"', tables):
            self.assertTrue(export[name], name)
        (made,) = export["tournaments"]
        self.assertEqual((made["name"], made["owner"], made["player"], made["left"]), ("x", True, False, False))
        self.assertEqual(export["conditional"], [{"game": rated, "colour": "b", "after": 2, "tree": tree}])
        self.assertEqual(export["reminders"], [{"game": rated, "turn": 3}])
        self.assertEqual(export["mails"], [{"created": "1970-01-01T00:00:00Z", "address": "a@example.org", "subject": "Hello", "attempts": 2,
                                            "next": "1970-01-01T00:00:00Z"}])
        self.assertEqual(server.stop(), (0, ""))

    def test_wrong_texts(self):
        self.make_club()
        lines = self.export()
        self.assertGreater(len(lines), 20)
        head, rows, end = lines[0], lines[1:-1], lines[-1]

        def summed(*changed):
            """These lines with a last line that is right."""
            text = "".join(f"{line}\n" for line in changed)
            return [*changed, json.dumps({"rows": len(changed) - 1, "sha256": hashlib.sha256(text.encode()).hexdigest()})]

        self.refused([], "truncated")
        self.refused(lines[:-1], "truncated: its last line is missing")
        self.refused([*lines[:-2], end], "the text was altered")
        self.refused([*lines[:3], *lines[4:]], "the text was altered")
        self.refused([line.replace("Ann", "Eve") for line in lines], "the text was altered")
        self.refused([*lines, rows[0]], f"line {len(lines) + 1}: followed by another line")
        self.refused("".join(f"{line}\n" for line in lines).encode()[:-30], "expected a line of JSON")
        self.refused(summed(head, *rows, rows[0]), "there is such a row already")
        self.refused(rows, "line 1: this is not a store that")
        self.refused(['[Variant "standard"]', "1.a1b2 *"], "line 1: this is not a store that")
        self.refused(summed(head.replace('"setup"', '"start"'), *rows), "another version of paua")
        self.refused(summed(head.replace('"paua_store":1', '"paua_store":2'), *rows), "another version of paua")
        for row in ('["nothing",1]', '["block","a"]', '["block","a","b","c"]', '["block","a","b",1,2]', '["archive_text",1,"0x","text"]',
                    '["archive_text",1,"abc","text"]', '["archive_text",1,5,"text"]', "[]", "5", "null", '["running",1.5,2]',
                    '["running",99999999999999999999,2]', "[" * 100000, "{}", '{"rows":"x","sha256":"y"}'):
            with self.subTest(row=row[:40]):
                self.refused(summed(head, *rows, row), f"line {len(lines)}: ")
        self.refused(b"\xff\xfe\n", "line 1: ")
        self.refused(b"x" * (17 << 20), "line 1: too long")
        # Right by the sum, but not what a server would store: a move that cannot be.
        wrong = [row.replace('"c3d3', '"c3c3') for row in rows]
        self.assertNotEqual(wrong, rows)
        self.refused(summed(head, *wrong), "does not fit the game so far\npaua import: the text is of a damaged store", code=1)
        for arguments in (("import", "--everything", "x"), ("import", "--everything", "x", "y", "--store", "sqlite:z"),
                          ("export", "--everything", "--player", "Ann"), ("export", "--everything", "--from", "games")):
            self.assertEqual(self.paua(*arguments)[:2], (2, ""), arguments)
        code, _, errors = self.paua("import", "--everything", self.folder / "absent", "--store", f"sqlite:{self.folder / 'new.db'}")
        self.assertEqual((code, "absent: No such file" in errors), (3, True))

    @sqlite_only
    def test_what_goes_wrong(self):
        """A disk that is full, an interrupt, a kill; a store of an earlier version."""
        self.make_club()
        path = self.folder / "all.jsonl"
        self.assertEqual(self.paua("export", "--everything", "--store", self.place, "-o", path)[0], 0)
        whole = path.read_bytes()

        def small():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))

        code, _, errors = self.paua("export", "--everything", "--store", self.place, "-o", path, preexec_fn=small)
        self.assertEqual((code, path.read_bytes() == whole), (3, True))
        self.assertRegex(errors, r"\Apaua export: [^\n]*\n\Z")
        self.assertFalse((self.folder / "all.jsonl.part").exists())
        code, _, errors = self.paua("import", "--everything", path, "--store", f"sqlite:{self.folder / 'new.db'}", preexec_fn=small)
        self.assertEqual(code, 3, errors)
        self.assertFalse((self.folder / "new.db").exists())
        with open("/dev/full", "wb") as full:
            done = subprocess.run([PAUA, "export", "--everything", "--store", self.place], stdout=full, stderr=subprocess.PIPE, check=False)
        self.assertEqual((done.returncode, done.stderr), (3, b"paua export: standard output: No space left on device\n"))
        # Interrupted while it waits for more lines: no store is left.
        process = subprocess.Popen([PAUA, "import", "--everything", "-", "--store", f"sqlite:{self.folder / 'new.db'}"],
                                   stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        process.stdin.write(whole[:len(whole) // 2])
        process.stdin.flush()
        while not (self.folder / "new.db").exists():
            pass
        process.send_signal(signal.SIGTERM)
        output, errors = process.communicate(b"\n".join(whole[len(whole) // 2:].split(b"\n")), timeout=60)
        self.assertNotEqual(process.returncode, 0, errors)
        self.assertFalse((self.folder / "new.db").exists())
        done = subprocess.run([NEXT, "export", "--everything", "--store", self.place], capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, "is a store of an earlier version" in done.stderr), (2, True), done)


if __name__ == "__main__":
    unittest.main()
