"""`paua atlas`: its rows are what `paua solve` prints, whatever happens in between it ends with the same bytes, and a
damaged file is refused by its line."""
import csv
import hashlib
import itertools
import json
import pathlib
import re
import signal
import subprocess
import time
import unittest

from harness import PAUA, WAIT_SECONDS, Folder, bash

CLASSES = ("L", "R", "D", "N", "P", "N-hat", "N-check", "P-hat", "P-check")


def hexagon():
    """The cells of 2x2x2 as numbers (docs/formats.md), by row and column, and its symmetries as maps of numbers."""
    cells = [(row, column) for row in range(3) for column in range(1 + max(0, row - 1), 3 + min(row, 1))]
    for along, up in ((a, u) for a in range(1, 7) for u in range(a + 1)):
        number = {cell: (along * (cell[1] - 1) + up * cell[0]) % 7 for cell in cells}
        if len(set(number.values())) == 7:
            break

    def turned(cell, turns, mirrored):
        row, column = cell[0] - 1, cell[1] - 2
        for _ in range(turns):
            row, column = column, column - row
        if mirrored:
            row, column = -row, column - row
        return row + 1, column + 2

    maps = [{number[cell]: number[turned(cell, turns, mirrored)] for cell in cells}
            for turns in range(6) for mirrored in (False, True)]
    return number, maps


def rows_text(number, black, white):
    """A position's rows from the top."""
    rows = []
    for row in (2, 1, 0):
        columns = sorted(column for r, column in number if r == row)
        rows.append("".join("b" if number[row, column] in black else "w" if number[row, column] in white else "1"
                            for column in columns))
    return "/".join(rows)


class AtlasTest(unittest.TestCase):
    def setUp(self):
        self.folder = self.enterContext(Folder())

    def path(self, name):
        return pathlib.Path(self.folder.name) / name

    def atlas(self, arguments, code=0):
        done = bash(f"paua atlas {arguments}", self.folder)
        self.assertEqual(done.returncode, code, done.stderr)
        return done

    def both(self, name):
        return self.path(f"{name}/atlas.csv").read_bytes(), self.path(f"{name}/atlas.md").read_bytes()

    def rows(self, name):
        with open(self.path(f"{name}/atlas.csv"), newline="") as file:
            return list(csv.DictReader(file))

    def solved(self, row):
        done = bash(f"paua solve --board {row['board']} --marbles {row['marbles']} --win {row['win']} --json",
                    self.folder)
        answer = json.loads(done.stdout)
        top = answer["layers"][0]
        numbers = {"cells": answer["cells"], "symmetries": answer["symmetries"],
                   "positions": sum(layer["positions"] for layer in answer["layers"]),
                   "constellations": answer["constellations"], "up_to_negation": answer["up-to-negation"],
                   "wins": top["win"], "losses": top["loss"], "draws": top["draw"], "longest": top["longest"]}
        return numbers | {name: answer["classes"][name] for name in CLASSES}

    def test_rows_are_what_solving_says(self):
        self.assertEqual(self.atlas("--cells 10 -o a --threads 1").stdout, "boards 16 games 120 new 120 missing 0\n")
        rows = self.rows("a")
        self.assertEqual(len({(row["board"], row["marbles"], row["win"]) for row in rows}), 120)
        for row in rows:
            wanted = self.solved(row)
            self.assertEqual({name: int(row[name]) for name in wanted}, wanted, row)
        page = self.folder.read("a/atlas.md")
        self.assertNotIn("Missing", page)
        self.assertIn("| 3 | 1 | 4,200 | 1,080 | 555 | 217 | 49 | 222 | 1 | 186 | 1 | 2,440 | 848 | 912 | 11 |",
                      page)
        self.assertEqual(self.folder.files(), ["a", "a/atlas.csv", "a/atlas.md"])

    def test_sums_are_of_the_values(self):
        number, maps = hexagon()
        everywhere = {min((image_of(m, black), image_of(m, white)) for m in maps): (black, white)
                      for black in itertools.combinations(range(7), 2)
                      for white in itertools.combinations(sorted(set(range(7)) - set(black)), 2)}
        self.assertEqual(len(everywhere), 23)
        bash("paua solve --board 2x2x2 --marbles 2 --win 1 -o t.paua", self.folder)
        data = b""
        for _, (black, white) in sorted(everywhere.items()):
            text = rows_text(number, black, white)
            words = bash(f"paua probe t.paua --position '{text} b'", self.folder).stdout.split()
            for value, distance in (words[3:5], words[6:8]):
                plies = 0 if distance == "-" else int(distance)
                data += bytes((("DRAW", "WIN", "LOSS").index(value), plies % 256, plies // 256))
        self.atlas("--cells 7 -o a")
        row = next(row for row in self.rows("a") if (row["board"], row["marbles"], row["win"]) == ("2x2x2", "2", "1"))
        self.assertEqual(row["sum"], hashlib.sha256(data).hexdigest())

    def test_the_stored_atlas_makes_the_page(self):
        """docs/data/atlas.csv holds every game of up to 19 cells: nothing is solved, and the page comes at once."""
        self.path("a").mkdir()
        stored = (pathlib.Path(__file__).resolve().parents[2] / "docs/data/atlas.csv").read_bytes()
        self.path("a/atlas.csv").write_bytes(stored)
        self.assertEqual(self.atlas("-o a").stdout, "boards 39 games 875 new 0 missing 0\n")
        rows, page = self.both("a")
        self.assertEqual(rows, stored)
        self.assertEqual(page.count(b"\n### "), 39)

    def test_it_goes_on_and_ends_the_same(self):
        self.atlas("--cells 10 -o a --threads 1")
        whole = self.both("a")
        before = self.path("a/atlas.csv").stat().st_mtime_ns
        self.assertEqual(json.loads(self.atlas("--cells 10 -o a --json").stdout),
                         {"boards": 16, "games": 120, "new": 0, "missing": 0})
        self.assertEqual(self.both("a"), whole)
        self.assertEqual(self.path("a/atlas.csv").stat().st_mtime_ns, before)
        lines = whole[0].splitlines(keepends=True)
        for kept in (lines[:60], lines[:1], lines[:1] + lines[3::3]):
            self.path("a/atlas.csv").write_bytes(b"".join(kept))
            self.assertIn(f"new {121 - len(kept)} ", self.atlas("--cells 10 -o a --threads 2").stdout)
            self.assertEqual(self.both("a"), whole)
        # a smaller one keeps what is there, and its page is smaller
        self.atlas("--cells 7 -o a")
        self.assertEqual(self.both("a")[0], whole[0])
        self.assertLess(len(self.both("a")[1]), len(whole[1]))

    def check_missing(self, missing):
        """The page lists the games that are missing."""
        page = self.folder.read("b/atlas.md").split("\n## Boards")[0]
        self.assertEqual(f"\n{missing} games are not solved:\n" in page, missing > 0)
        self.assertEqual(sum(map(int, re.findall(r"^- \w+, (\d+) games:", page, re.M))), missing)
        for line in re.findall(r"^- .*", page, re.M):
            named = len(re.findall(r"\d+ marbles win \d+", line))
            self.assertTrue(line.endswith(" all") or f", {named} games:" in line, line)

    def test_it_may_be_killed_at_any_moment(self):
        self.atlas("--cells 12 -o a")
        kept = 0
        for number in (signal.SIGTERM, signal.SIGINT) * 6 + (signal.SIGKILL,) * 2:
            process = subprocess.Popen([PAUA, "atlas", "--cells", "12", "-o", "b"], cwd=self.folder.name,
                                       env=self.folder.environment(), stdout=subprocess.PIPE,
                                       stderr=subprocess.PIPE, text=True)
            end = time.monotonic() + WAIT_SECONDS
            while not (self.path("b/atlas.csv").exists() and len(self.rows("b")) > kept) \
                    and process.poll() is None and time.monotonic() < end:
                time.sleep(0.005)
            time.sleep(0.02 if number == signal.SIGTERM else 0.05)
            process.send_signal(number)
            start = time.monotonic()
            errors = process.communicate(timeout=WAIT_SECONDS)[1]
            self.assertLess(time.monotonic() - start, 5)
            self.assertIn(process.returncode, (-9 if number == signal.SIGKILL else 3, 0))
            self.assertIn(errors, ("", "paua atlas: interrupted; another call continues\n"))
            self.assertGreaterEqual(len(self.rows("b")), kept)
            kept = len(self.rows("b"))
            if process.returncode == 3:
                self.check_missing(len(self.rows("a")) - kept)
        self.atlas("--cells 12 -o b")
        self.assertEqual(self.both("b"), self.both("a"))

    def test_a_damaged_file_is_refused_by_its_line(self):
        self.atlas("--cells 6 -o a")
        lines = self.folder.read("a/atlas.csv").splitlines(keepends=True)
        place = next(i for i, line in enumerate(lines) if line.startswith("1x2x3,6,2,2,1,"))
        row = lines[place].split(",")

        def changed(column, text):
            return lines[:place] + [",".join(row[:column] + [text] + row[column + 1:])] + lines[place + 1:]

        damaged = [
            (1, "names of the columns", lines[1:]), (1, "names of the columns", ["x\n"]), (1, "is truncated", []),
            (len(lines), "is truncated", [*lines[:-1], lines[-1][:-1]]),
            (len(lines), "is truncated", [*lines[:-1], lines[-1][:30]]),
            (2, "is not in the order of boards", None), (place + 1, "expected a board", [*lines[:place], "\n"]),
            (place + 1, "sides do not rise", changed(0, "3x2x1")), (place + 1, "number of cells", changed(1, "7")),
            (place + 1, "number of symmetries", changed(2, "4")), (place + 1, "numbers of marbles", changed(3, "4")),
            (place + 1, "numbers of marbles", changed(4, "3")), (place + 1, "number of positions", changed(5, "91")),
            (place + 1, "do not add up", changed(7, "99")), (place + 1, "do not add up", changed(10, "0")),
            (place + 1, "do not add up", changed(17, "1")), (place + 1, "longest", changed(20, "0")),
            (place + 1, "expected a board", changed(9, "x")), (place + 1, "expected a board", changed(9, "00")),
            (place + 1, "expected a board", changed(21, row[21][1:])),
        ]
        for line, said, text in damaged:
            if text is None:
                line, text = place + 2, lines[:place + 1] + lines[place:]
            self.path("a/atlas.csv").write_text("".join(text))
            done = self.atlas("--cells 6 -o a", code=2)
            self.assertRegex(done.stderr, rf"^paua atlas: a/atlas\.csv: line {line}: .*{said}.*\n$")
            self.assertEqual(self.folder.read("a/atlas.csv"), "".join(text))

    def test_folders(self):
        self.assertIn("--output", self.atlas("--cells 5", code=2).stderr)
        self.assertIn("No such file", self.atlas("--cells 5 -o no/where", code=3).stderr)
        bash("echo text > file", self.folder)
        self.assertIn("Not a directory", self.atlas("--cells 5 -o file", code=3).stderr)
        self.assertIn("--cells", self.atlas("--cells 33 -o a", code=2).stderr)


def image_of(mapping, cells):
    """A set of cells under a map, as a binary number."""
    return sum(1 << mapping[cell] for cell in cells)


if __name__ == "__main__":
    unittest.main()
