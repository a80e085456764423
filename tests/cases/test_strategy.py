"""docs/strategy.md and docs/champions.md: every command runs, and what the pages say of positions is so."""
import pathlib
import re
import unittest

from harness import Folder, bash

ROOT = pathlib.Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
PAGE = (DOCS / "strategy.md").read_text()
ROW = "paua show --format fen --position "


class StrategyTest(unittest.TestCase):
    def setUp(self):
        self.folder = self.enterContext(Folder())

    def run_line(self, line):
        done = bash(line, self.folder)
        self.assertEqual((done.returncode, done.stderr), (0, ""), line)
        return done.stdout

    def commands(self, word):
        """The page's commands that begin with these words."""
        found = re.findall(rf"^    (paua {word}.*)$", PAGE, re.M)
        self.assertTrue(found, word)
        return found

    def analyses(self, position):
        """(score, best move) of each of the page's analyses of a position."""
        found = []
        for line in self.commands("analyze"):
            if f"'{position}'" in line or f" {position} " in line:
                out = self.run_line(line)
                score = re.findall(r"score (cp|mate) (-?\d+)", out)[-1]
                found.append((score, re.search(r"^bestmove (\S+)", out, re.M)[1]))
        self.assertTrue(found, position)
        return found

    def groups(self, position, letter):
        """The sizes of the groups of neighbouring marbles of one colour on 5x5x5."""
        cells = set()
        for i, row in enumerate(self.run_line(f"{ROW}{position}").split()[0].split("/")):
            column = max(1, 6 - i)
            for mark in row:
                if mark == letter:
                    cells.add((8 - i, column))
                column += int(mark) if mark.isdigit() else 1
        sizes = []
        while cells:
            todo, size = [cells.pop()], 0
            while todo:
                row, column = todo.pop()
                size += 1
                for dr, dc in ((0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0)):
                    if (row + dr, column + dc) in cells:
                        cells.remove((row + dr, column + dc))
                        todo.append((row + dr, column + dc))
            sizes.append(size)
        return sorted(sizes)

    def test_every_command_runs(self):
        lines = re.findall(r"^    (paua .*)$", PAGE, re.M)
        self.assertGreaterEqual(len(lines), 20)
        for line in lines:
            self.run_line(line + " --human none --level 1 --rules plies=2" if " play " in line else line)
        for line in re.findall(r"`(paua play [^`]*)`", (DOCS / "champions.md").read_text()):
            self.run_line(line + " --human none --rules plies=2")

    def test_the_figures_are_those_of_the_engine(self):
        done = bash(f"python3 -B '{ROOT}/tools/research/strategy_figures' paua --check", self.folder)
        self.assertEqual((done.returncode, done.stderr), (0, ""), "run tools/research/strategy_figures, then read the page")
        stale = re.sub(r"# -?\d+, (?=b3c4)", "# 1, ", PAGE)
        self.assertNotEqual(stale, PAGE)
        copy = pathlib.Path(self.folder.name, "tools/research/strategy_figures")
        page = pathlib.Path(self.folder.name, "docs/strategy.md")
        for file in (copy, page):
            file.parent.mkdir(parents=True)
        page.write_text(stale)
        copy.write_text((ROOT / "tools/research/strategy_figures").read_text())
        done = bash("python3 -B tools/research/strategy_figures paua --check", self.folder)
        self.assertEqual(done.returncode, 1)
        self.assertIn("the page has: paua analyze -p standard --depth 8    # 1, b3c4", done.stderr)
        bash("python3 -B tools/research/strategy_figures paua", self.folder)
        self.assertEqual(page.read_text(), PAGE)

    def test_the_engine_goes_to_the_centre(self):
        self.assertEqual(self.analyses("standard")[0][1], "b3c4")
        rows = self.run_line(f"{ROW}standard -m b3c4").split()[0].split("/")
        self.assertEqual(rows[5:8], ["4b3", "2bbb2", "bb1bbb"])  # b3 and c4 have gone to c4 and d5

    def test_the_server_draws_the_first_diagram(self):
        drawn = self.run_line(self.commands("show -p 'standard w' -m 'A1")[0])
        self.assertEqual(drawn.splitlines()[2:6],
                         ["    A- . o o o . / 7", "   B- o o o o o o / 8", "  C- . . o o o . . / 9",
                          " D- . . . o o . . . /"])

    def test_a_solid_group_is_better_than_two_marbles(self):
        (kind, score), _ = self.analyses("solid-group b 2-0")[0]
        self.assertEqual(kind, "cp")
        self.assertLess(int(score), -1000)
        explained = self.run_line(self.commands("analyze -p 'solid-group b 2-0' --depth 8")[0])
        for word in ("threat ", "hanging ", "fork "):
            self.assertRegex(explained, rf"(?m)^{word}")

    def test_a_hexagon_pushes_everywhere(self):
        moves = self.run_line(self.commands("moves")[0]).split()
        self.assertLessEqual({"d4NE", "f6SW", "d5NW", "f5SE", "e4E", "e6W"}, set(moves))

    def test_a_push_divides(self):
        position = re.search(r"paua show -p '([^']*)' -m f6e5", PAGE)[1]
        self.assertEqual(self.groups(f"'{position}'", "b"), [14])
        self.assertEqual(self.groups(f"'{position}' -m f6e5", "b"), [7, 7])
        self.assertEqual(self.analyses(position)[0][1], "f6e5")

    def test_an_early_ejection_is_worse(self):
        position = re.search(r"'([^']*)' -m d5e6", PAGE)[1]
        (before, best), (after, _) = self.analyses(position)
        self.assertEqual(best, "d3e3")
        self.assertIn(" w 1-0 ", self.run_line(f"{ROW}'{position}' -m d5e6"))
        self.assertGreater(int(before[1]), 1000)
        self.assertLess(abs(int(after[1])), 200)

    def test_a_straggler_is_left(self):
        position = re.search(r"'([^']*)' -m e2e3", PAGE)[1]
        (before, best), (after, _) = self.analyses(position)
        self.assertFalse(best.startswith("e2"))
        self.assertGreater(int(after[1]), -1.75 * int(before[1]))
        self.assertEqual(self.groups(f"'{position}'", "b")[0], 1)

    def test_the_least_useful_marble_moves(self):
        position = re.search(r"Here it is a2:\n\n    paua analyze -p '([^']*)'", PAGE)[1]
        self.assertTrue(self.analyses(position)[0][1].startswith("a2"))

    def test_late_leads_count_more(self):
        early = int(self.analyses("wwww1/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb b 1-0")[0][0][1])
        late = int(self.analyses("1www1/1wwww1/2ww3/8/9/8/2bbb2/1bbbb1/1bbb1 b 5-4")[0][0][1])
        self.assertGreater(late, 2 * early)

    def test_black_wins_the_race(self):
        self.assertEqual(self.analyses("race b 3-4"), [(("mate", "3"), "e4d3")])
        self.assertIn("w 4-4", self.run_line(f"{ROW}'race b 3-4' -m e4d3"))

    def test_the_short_version(self):
        short = self.run_line("paua help strategy")
        self.assertEqual(len(re.findall(r"^ +\d+\. ", short, re.M)), len(re.findall(r"^\*\*\d+\. ", PAGE, re.M)))
        for example in short.split("Examples:\n")[1].splitlines():
            self.run_line(example)

    def test_champions_of_every_year(self):
        years = re.findall(r"^\| (\d{4}) \| ([^|]+) \| ([^|]+) \|$", (DOCS / "champions.md").read_text(), re.M)
        self.assertEqual([int(year) for year, _, _ in years], list(range(1997, 2015)))
        names = [name for _, name, _ in years]
        self.assertEqual([names.count(name) for name in ("David M. Pearce", "Vincent Frochot", "Jan Šťastna")],
                         [4, 3, 3])


if __name__ == "__main__":
    unittest.main()
