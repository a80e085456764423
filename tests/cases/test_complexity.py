"""How large the game is: stored figures, measured ones, and those of games in a file."""
import json
import math
import pathlib
import re
import time
import unittest

from harness import Folder, bash


class ComplexityTest(unittest.TestCase):
    def setUp(self):
        self.folder = self.enterContext(Folder())

    def rows(self, options=""):
        return json.loads(bash(f"paua complexity {options} --json", self.folder).stdout)

    def test_every_layout_is_stored(self):
        begun = time.monotonic()
        rows = self.rows()
        self.assertLess(time.monotonic() - begun, 20)  # under a second, but not with sanitizers
        names = {line.split("\t")[0] for line in bash("paua show --layouts", self.folder).stdout.splitlines()}
        self.assertEqual({row["layout"] for row in rows}, names)
        for row in rows:
            with self.subTest(layout=row["layout"]):
                self.assertEqual(math.floor(row["positions_log10"]), len(row["positions"]) - 1)
                played = row["self_play"]
                self.assertEqual(played["games"], 20 if row["players"] == 2 else 4)
                self.assertAlmostEqual(played["mean_plies"] * played["games"], played["plies"], delta=0.5)
                self.assertAlmostEqual(played["branching"] * played["plies"], played["moves"], delta=0.5)
                if row["cells"] == 61:  # games on the least boards are over before a position is taken
                    self.assertEqual(row["alpha_beta"] is None, row["players"] > 2)

    def test_standard(self):
        row, = self.rows("--layout standard")
        self.assertEqual(row["positions"], "40759739097209572243931820")
        self.assertGreater(row["self_play"]["branching"], 40)
        self.assertGreater(row["self_play"]["tree_log10"], 100)
        for depth in row["alpha_beta"]["depths"]:
            b, d = row["alpha_beta"]["branching"], depth["depth"]
            self.assertAlmostEqual(depth["least_leaves"], b ** math.ceil(d / 2) + b ** (d // 2) - 1, delta=0.01)
            # alpha-beta cannot visit less than the least tree, and hardly more than everything
            self.assertGreater(depth["plain"], 0.9 * depth["least_nodes"])
            self.assertLess(depth["plain"], 1.2 * sum(b ** i for i in range(d + 1)))
        self.assertLess(row["alpha_beta"]["depths"][4]["paua"], row["alpha_beta"]["depths"][4]["least_leaves"])

    def test_measured_again(self):
        """The same numbers each time, near the stored ones, which another net would change a little."""
        for layout in ("b1", "c0"):
            now, again = (self.rows(f"--layout {layout} --measure --games 10")[0] for _ in range(2))
            stored, = self.rows(f"--layout {layout}")
            self.assertEqual(now, again)
            self.assertEqual(now["positions"], stored["positions"])
            self.assertEqual(now["self_play"]["games"], 10)
            self.assertAlmostEqual(now["self_play"]["branching"] / stored["self_play"]["branching"], 1, delta=0.25)

    def test_games_of_a_file(self):
        """The sums are those of the positions of the games; what has no result is left out."""
        bash("paua match -e random -e paua:level=2 --games 4 --openings random:0:belgian-daisy --max-plies 30 "
             "--out games.apgn --quiet", self.folder)
        row, = self.rows("games.apgn")
        games = self.folder.read("games.apgn")
        plies = sum(map(int, re.findall(r'Plies "(\d+)"', games)))
        self.assertEqual((row["layout"], row["people"]["games"], row["people"]["plies"]), ("belgian-daisy", 4, plies))
        self.assertIsNone(row["self_play"])
        self.assertRegex(bash("paua complexity games.apgn", self.folder).stdout, r"(?m)^games of the files +4 ")
        moves = 0
        for game in games.split("[Event ")[1:]:
            played = [word for word in game.split("\n\n", 1)[1].split() if word[0] in "abcdefghi"]
            for i in range(len(played)):
                line = f"paua moves --layout belgian-daisy --moves '{' '.join(played[:i])}' | wc -l"
                moves += int(bash(line, self.folder).stdout)
        self.assertEqual(row["people"]["moves"], moves)
        pathlib.Path(self.folder.name, "open.apgn").write_text(re.sub("1-0|0-1|1/2-1/2", "*", games))
        done = bash("paua complexity open.apgn", self.folder)
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("no game with a result", done.stderr)


if __name__ == "__main__":
    unittest.main()
