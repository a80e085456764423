"""What leaves the server besides play: tables."""
import json
import pathlib
import shutil
import subprocess
import tempfile
import unittest
import urllib.parse

from harness import PAUA, FolderTest, ServerTest


def query(path, **parameters):
    return f"/api/1/{path}?{urllib.parse.urlencode(parameters)}"


def paua(*arguments, code=0):
    """What a command prints as JSON."""
    done = subprocess.run([PAUA, *arguments, "--json"], capture_output=True, text=True, timeout=60)
    assert done.returncode == code, (done.returncode, done.stderr)
    return json.loads(done.stdout)


class Tables(ServerTest):
    @classmethod
    def setUpClass(cls):
        cls.tables = pathlib.Path(tempfile.mkdtemp(prefix="paua-tables-"))
        for board, marbles, win in (("3x2x2", 3, 1), ("2x2x2", 2, 1)):
            subprocess.run([PAUA, "solve", "--board", board, "--marbles", str(marbles), "--win", str(win), "-o",
                            cls.tables / f"{board}.paua", "--quiet"], check=True, stdout=subprocess.DEVNULL)
        cls.arguments = ("--tables", str(cls.tables))
        super().setUpClass()

    @classmethod
    def tearDownClass(cls):
        super().tearDownClass()
        shutil.rmtree(cls.tables)

    def test_every_move_best_first(self):
        # the last one is the same board turned
        for position in ("3x2x2:www/4/bbb", "3x2x2:1ww/w2b/b1b w", "2x3x2:ww/w2/2b/bb"):
            with self.subTest(position=position):
                status, _, answer = self.client().call("GET", query("table", position=position))
                self.assertEqual(status, 200, answer)
                wanted = paua("probe", str(self.tables / "3x2x2.paua"), "--position", position)
                self.assertEqual(answer["moves"], wanted["moves"])
                self.assertEqual(answer["position"], wanted["position"])
                side = wanted["black" if " b " in answer["position"] else "white"]
                self.assertEqual((answer["category"], answer["distance"]), (side["category"], side["distance"]))
                self.assertEqual(answer["table"], {"board": "3x2x2", "marbles": 3, "win": 1, "stuck_loses": False})
        self.assertEqual(self.client().call("GET", query("table", position="2x2x2:w1/1w1/b1"))[0], 404)
        self.assertEqual(self.client().call("GET", query("table", position="2x2x2:ww/3/bb"))[2]["table"]["board"],
                         "2x2x2")

    def test_what_no_table_covers(self):
        for position in ("standard", "3x2x2:www/w3/bbb", "3x2x2:3/4/3"):
            answer = self.client().call("GET", query("table", position=position))
            self.assertEqual(self.refused(answer, 404, "not_found"), "no table of this server covers the position")

    def test_what_is_no_position(self):
        self.assertIn("?position=", self.refused(self.client().call("GET", "/api/1/table"), 400, "bad_request"))
        answer = self.client().call("GET", query("table", position="nowhere/b"))
        self.assertIn("position: ", self.refused(answer, 400, "bad_position"))
        self.refused(self.client().call("GET", "/api/1/table?position=%ff%00"), 400, "bad_position")
        self.refused(self.client().call("POST", "/api/1/table"), 405, "bad_method")


class WithoutTables(FolderTest):
    def test_a_server_without_tables_says_so(self):
        status, _, answer = self.start().client().call("GET", query("table", position="standard"))
        self.assertEqual(status, 404)
        self.assertIn("--tables", answer["error"]["message"])

    def test_a_damaged_table_ends_the_start(self):
        (self.folder / "bad.paua").write_text("no table")
        code, line = self.fails("--store", f"sqlite:{self.store}", "--tables", str(self.folder / "bad.paua"))
        self.assertEqual(code, 2)
        self.assertIn("bad.paua", line)
        self.assertFalse(self.store.exists())


if __name__ == "__main__":
    unittest.main()
