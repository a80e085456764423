"""docs/layouts.md: it has every layout, its table is that of the file, and bench/first_player.py makes both."""
import csv
import importlib.util
import pathlib
import sys
import unittest

from harness import PAUA, Folder, bash

ROOT = pathlib.Path(__file__).resolve().parents[2]


def load_bench():
    """bench/first_player.py as a module."""
    spec = importlib.util.spec_from_file_location("first_player", ROOT / "bench/first_player.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


sys.dont_write_bytecode = True
BENCH = load_bench()


class Layouts(unittest.TestCase):
    def test_the_file_has_every_layout(self):
        rows = BENCH.read()
        self.assertEqual([row["layout"] for row in rows], BENCH.layouts(PAUA))
        for row in rows:
            counts = [int(row[name]) for name in ("first", "drawn", "second")]
            self.assertEqual(sum(counts), BENCH.GAMES, row)

    def test_the_page_says_what_the_file_says(self):
        rows, text = BENCH.read(), BENCH.PAGE.read_text(encoding="utf-8")
        self.assertEqual(BENCH.page(text, rows), text)
        self.assertNotEqual(BENCH.page(text, [rows[0] | {"first": "150", "second": "50"}, *rows[1:]]), text)
        drawn = sum(int(row["drawn"]) for row in rows)
        wins = [sum(int(row[name]) for row in rows) for name in ("first", "second")]
        self.assertIn(f"{drawn} of {len(rows) * BENCH.GAMES:,} games", text)
        self.assertIn(f"{BENCH.percent(wins[0] / sum(wins))} of 100 decided games", text)

    def test_a_layout_is_played(self):
        BENCH.GAMES, games = 4, BENCH.GAMES
        self.addCleanup(setattr, BENCH, "GAMES", games)
        row = BENCH.play(PAUA, "belgian-daisy")
        with Folder() as folder:
            line = "paua match -e paua:level=3 -e paua:level=3 -g 4 -q --json --openings random:2:belgian-daisy"
            played = bash(line, folder).stdout
        for name, result in (("first", "1-0"), ("drawn", "1/2-1/2"), ("second", "0-1")):
            self.assertEqual(row[name], played.count(f'"result":"{result}"'))
        self.assertEqual(list(row), next(csv.reader(BENCH.DATA.read_text(encoding="utf-8").splitlines())))

    def test_intervals(self):
        low, high = BENCH.interval(50, 100)
        self.assertAlmostEqual(low, 0.4038, 4)  # Wilson's, as statistics packages have it
        self.assertAlmostEqual(high, 0.5962, 4)
        self.assertEqual(round(BENCH.interval(0, 10)[1], 4), 0.2775)


if __name__ == "__main__":
    unittest.main()
