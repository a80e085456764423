"""What tools/research/scale says of boards: the tables that paua writes, the moves that it lists, and docs/scale.md."""
import itertools
import pathlib
import struct
import subprocess
import unittest

from harness import Folder, bash

ROOT = pathlib.Path(__file__).resolve().parents[2]


def scale(*arguments):
    text = subprocess.run([ROOT / "tools/research/scale", *arguments], check=True, capture_output=True, text=True).stdout
    lines = [[field.strip() for field in line.strip("|\n").split("|")] for line in text.splitlines()]
    return text, [dict(zip(lines[0], line)) for line in lines[2:]]


class ScaleTest(unittest.TestCase):
    def setUp(self):
        self.folder = self.enterContext(Folder())

    def table_counts(self, board, marbles, win):
        """Positions and records of all layers, as the head of a table has them (docs/table-format.md)."""
        done = bash(f"paua solve --board {board} --marbles {marbles} --win {win} -o table", self.folder)
        self.assertEqual(done.returncode, 0, done.stderr)
        head = (pathlib.Path(self.folder.name) / "table").read_bytes()
        layers = struct.unpack_from("<I", head, 20)[0]
        pairs = [struct.unpack_from("<QQ", head, 96 + 64 * i + 8) for i in range(layers)]
        return sum(positions for _, positions in pairs), sum(slots for slots, _ in pairs)

    def test_counts_are_those_of_tables(self):
        for board, marbles, win, symmetries in (("2x2x2", 2, 1, 12), ("2x2x3", 3, 2, 4), ("2x3x4", 3, 2, 2),
                                                ("3x3x3", 4, 2, 12), ("1x3x4", 2, 1, 2)):
            with self.subTest(board=board):
                _, rows = scale(board, str(marbles), str(win))
                found = [int(rows[0][name].replace(",", "")) for name in ("symmetries", "positions", "records")]
                self.assertEqual(found, [symmetries, *self.table_counts(board, marbles, win)])

    def test_moves_are_those_of_the_rules(self):
        """The average over all positions of 7 cells with two marbles a side."""
        moves = positions = 0
        lines = []
        for black in itertools.combinations(range(7), 2):
            for white in itertools.combinations(sorted(set(range(7)) - set(black)), 2):
                cells = "".join("b" if i in black else "w" if i in white else "1" for i in range(7))
                lines.append(f"paua moves --position '{cells[:2]}/{cells[2:5]}/{cells[5:]} b' --boards")
                positions += 1
        output = bash("\n".join(lines), self.folder).stdout.splitlines()
        for line in output:
            moves += line.split("\t")[1].split()[0].count("w") == 2  # nothing is ejected
        self.assertEqual(positions, 210)
        _, rows = scale("2x2x2", "2", "1")
        self.assertEqual(rows[0]["moves"], f"{moves / positions:.1f}")

    def test_the_page_has_what_it_prints(self):
        page = (ROOT / "docs/scale.md").read_text()
        text, rows = scale()
        self.assertGreater(len(rows), 20)
        self.assertIn(text, page)


if __name__ == "__main__":
    unittest.main()
