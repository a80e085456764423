"""What the server gives besides play: games read from text, tables."""
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


class Records(ServerTest):
    def read(self, text, **more):
        return self.client().call("POST", "/api/1/records", {"text": text} | more)

    def test_a_list_of_moves(self):
        status, _, answer = self.read("1. a1b2 i5h5 2. b2c3")
        self.assertEqual(status, 200, answer)
        self.assertEqual(answer["moves"], ["a1b2", "i5h5", "b2c3"])
        self.assertEqual((answer["board"], answer["result"], answer["games"]), ("5x5x5", "*", 1))
        self.assertEqual(answer["start"], "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb b 0-0 0 1")
        self.assertEqual(answer["position"].split()[1], "w")
        self.assertEqual(answer["tags"]["Variant"], "standard")
        self.assertIn("the tag Variant is missing: the moves are legal from standard", answer["notes"])

    def test_a_whole_game_of_three(self):
        text = """[Event "E"]
[Date "2026.11.23"]
[Black "A"]
[White "B"]
[Variant "standard-3"]
[Result "0-0-1"]
[Notation "Aba-Pro"]
[Players "3"]
[Red "C"]

{hello} 1. i5h4! w:time 1... d1d2 (1... d1d2 {not this}) 2. b:resigns 0-0-1
"""
        status, _, answer = self.read(text)
        self.assertEqual(status, 200, answer)
        self.assertEqual((answer["moves"], answer["notes"], answer["result"]), (["i5h4", "d1d2"], [], "0-0-1"))
        self.assertEqual(answer["remarks"], [{"ply": 0, "comment": "hello"}, {"ply": 1, "glyph": "!"},
                                             {"ply": 1, "leaves": "w:time"}, {"ply": 2, "leaves": "b:resigns"}])
        self.assertEqual(answer["tags"]["Red"], "C")

    def test_one_game_of_several(self):
        one = '[Event "1"]\n\n1. a1b2 *\n'
        text = one + "\n" + one.replace('"1"', '"2"').replace("a1b2", "a2b3") + "\n[Event \"3\"]\n\n1. zz *\n"
        self.assertEqual(self.read(text)[2]["games"], 3)
        self.assertEqual(self.read(text, game=2)[2]["moves"], ["a2b3"])
        self.assertIn("line 11, move 1: zz: ", self.refused(self.read(text, game=3), 422, "bad_record"))
        self.assertIn("fewer", self.refused(self.read(text, game=4), 422, "bad_record"))

    def test_what_is_no_game(self):
        self.assertIn("move 2: a1a2: ", self.refused(self.read("a1b2 a1a2"), 422, "bad_record"))
        self.assertIn("expected a game", self.refused(self.read(" \n"), 422, "bad_record"))
        self.refused(self.read("a1b2 \0"), 400, "bad_json")
        self.refused(self.read("a1b2", game=0), 400, "bad_request")
        self.refused(self.read(17), 400, "bad_request")
        self.refused(self.client().call("POST", "/api/1/records", "1. a1b2"), 400, "bad_json")
        self.refused(self.read("a1b2 " * 4000), 413, "too_large")
        self.refused(self.client().call("GET", "/api/1/records"), 405, "bad_method")


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
