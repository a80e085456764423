"""`paua families`: what docs/families.md shows is what the program says today."""
import os
import pathlib
import re
import unittest

import harness
from harness import Folder, bash

harness.WAIT_SECONDS = 300  # a board of 19 cells on a machine that does other things as well
DOCS = pathlib.Path(__file__).resolve().parents[2] / "docs"


class FamiliesTest(unittest.TestCase):
    def setUp(self):
        self.folder = self.enterContext(Folder())

    def section(self, board):
        """The part of the page about a board: its commands, and the blocks of text in it."""
        text = (DOCS / "families.md").read_text().split(f"\n## {board},")[1].split("\n## ")[0]
        return re.findall(r"^    (paua .*)$", text, re.M), text

    def run_paua(self, command):
        done = bash(command, self.folder)
        self.assertEqual((done.returncode, done.stderr), (0, ""), command)
        return done.stdout

    def assert_shown(self, output, text):
        block = "".join(f"    {line}".rstrip() + "\n" for line in output.splitlines())
        self.assertIn(block, text)

    def check_board(self, board):
        commands, text = self.section(board)
        self.assertIn(f"-o {board}.paua", commands[0])
        self.run_paua(commands[0])
        for command in commands[1:]:
            if "svg" not in command:
                self.assert_shown(self.run_paua(command), text)
        return text

    def test_two_small_boards(self):
        self.check_board("2x2x3")
        text = self.check_board("2x3x3")
        self.assertIn("images/shapes-2x3x3.svg", text)
        self.assertEqual(self.run_paua("paua families 2x3x3.paua --exceptions 2% --format svg"),
                         (DOCS / "images/shapes-2x3x3.svg").read_text())

    @unittest.skipUnless(os.environ.get("FULL"), "too slow under sanitizers")
    def test_the_regular_board(self):
        text = self.check_board("3x3x3")
        self.assertEqual(self.run_paua("paua families 3x3x3.paua --show 0 --format svg"),
                         (DOCS / "images/shapes-3x3x3.svg").read_text())
        lines = self.run_paua("paua families 3x3x3.paua --show 0").splitlines()
        self.assert_shown("\n".join(line for line in lines if re.match("board|winning|near", line)), text)

    def test_trapezoids(self):
        """Of all ways to put three and two, those win that the page says."""
        self.run_paua("paua solve --board 2x3x3 --marbles 5 -o t.paua")
        cells = {(row, column) for row in range(5) for column in range(1 + max(0, row - 2), 3 + min(row, 2))}
        ways = [(0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0)]
        found = {}
        for row, column in cells:
            for i, (up, along) in enumerate(ways):
                for beside in (ways[(i + 1) % 6], ways[(i - 1) % 6]):
                    shape = {(row + k * up, column + k * along) for k in range(3)}
                    shape |= {(row + beside[0] + k * up, column + beside[1] + k * along) for k in range(2)}
                    if shape <= cells:
                        names = ",".join("abcde"[r] + str(c) for r, c in shape)
                        line = self.run_paua(f"paua families t.paua --shape {names} --show 0").splitlines()[2]
                        kind, names = line.split(":")[0].split(" ", 1)
                        found[names] = kind
        self.assertEqual(len(found), 8)
        self.assertEqual({name for name in found if found[name] == "winning"},
                         {"c2 c3 d2 d3 d4", "b2 c2 c3 d2 d3"})


if __name__ == "__main__":
    unittest.main()
