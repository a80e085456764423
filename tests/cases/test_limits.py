"""Inputs without an end: each is refused soon, in little memory."""
import os
import pathlib
import re
import struct
import time
import unittest

from harness import WAIT_SECONDS, Folder, bash

LIMITED = "LIMITED" in os.environ  # not with sanitizers, which take terabytes of addresses and much time
MEMORY_KB = 700000  # of addresses; the engine's own tables and a text of 64 MiB, read with room to grow
MATCH = "match -e random -e random --depth 1 --games 2 --hash 1 --quiet"
GAME = '[Event "x"]\n[Result "*"]\n\n*\n\n'

# What reads F, and what it says of zeros and of a text without an end.
READERS = {
    "review F": (r"not a text", r"longer than 64 MiB|expected|longer than"),
    f"{MATCH} --openings F": (r"not a text", r"longer than 64 MiB"),
    f"{MATCH} --out games --resume": (r"zero byte", r"the tag Date is missing"),
    "import --store sqlite:a.db F": (r"zero byte", None),
    "fit F": (r"not a file of samples",) * 2,
    "train F --hidden 32 --batch 256 -o n": (r"not a file of samples",) * 2,
    "train samples --hidden 32 --batch 256 --resume -o old": (r"not a checkpoint",) * 2,
    "tune -o F --resume": (r"not a (checkpoint|plain file)",) * 2,
    "selfplay -o F --resume": (r"not a file of samples|Permission denied|Is a directory",) * 2,
    "analyze --nodes 10 --net F": (r"network|magic|begin|expected|not a",) * 2,
    "probe F": (r"not a table",) * 2,
    "analyze --nodes 10 --tables F": (r"not a table",) * 2,
    "verify F": (r"not a table",) * 2,
    "solve -b 2x2x2 --marbles 2 --resume -o solved": (r"not a checkpoint",) * 2,
    "successors F.input": (r"expected|position|column",) * 2,
    "atlas --cells 7 -o atlas": (r"not a plain file", r"longer than 64 MiB"),
}
# Where a command takes its input without being told.
PLACES = {f"{MATCH} --out games --resume": "games", "successors F.input": "F.input",
          "train samples --hidden 32 --batch 256 --resume -o old": "old.checkpoint",
          "solve -b 2x2x2 --marbles 2 --resume -o solved": "solved.checkpoint",
          "atlas --cells 7 -o atlas": "atlas/atlas.csv"}


class LimitsTest(unittest.TestCase):
    def setUp(self):
        self.folder = self.enterContext(Folder())
        self.path = pathlib.Path(self.folder.name)
        bash("paua selfplay --nodes 5 -o samples --games 110; mkdir atlas", self.folder)

    def run_limited(self, command, kilobytes=MEMORY_KB):
        began = time.monotonic()
        done = bash(f"{f'ulimit -v {kilobytes};' if LIMITED else ''} {command}", self.folder)
        self.assertLess(time.monotonic() - began, 20 if LIMITED else WAIT_SECONDS, command)
        return done

    def check(self, source, which):
        for reader, wanted in READERS.items():
            place = self.path / PLACES.get(reader, "F")
            place.unlink(missing_ok=True)
            source(place)
            with self.subTest(reader, which=which):
                done = self.run_limited(f"paua {reader}")
                self.assertIn(done.returncode, (2, 3), done.stderr)
                self.assertNotIn("memory", done.stderr)
                self.assertRegex(done.stderr, wanted[which])
            place.unlink()

    def test_zeros(self):
        self.check(lambda place: place.symlink_to("/dev/zero"), 0)

    def test_a_long_text(self):
        """80 MiB of games."""
        long = self.path / "long"
        with open(long, "wb") as file:
            for _ in range(80):
                file.write((GAME * 40000)[:1 << 20].encode())
        del READERS["import --store sqlite:a.db F"]  # which takes any length
        self.check(lambda place: place.hardlink_to(long), 1)

    def test_the_header_of_a_table(self):
        """A file of a terabyte without bytes on the disk, whose header claims to be long."""
        head = bytearray(96)
        size, blocks = 1 << 40, 1 << 32
        struct.pack_into("<8sI3xxBBBBIIxxxxQQQ", head, 0, b"PauaTabl", 1, 5, 2, 0, 1, 1, 8192, blocks, 1, size)
        with open(self.path / "F", "wb") as file:
            file.write(head)
            file.truncate(size)
        done = self.run_limited("paua probe F")
        self.assertEqual((done.returncode, done.stderr), (2, "paua probe: F: has a header of more than 1 GiB\n"))

    def test_lines(self):
        for command, code in (("ugi", 2), ("play --plain", 0)):
            with self.subTest(command):
                done = self.run_limited(f"paua {command} < /dev/zero > out")
                self.assertEqual(done.returncode, code, done.stderr)
                done = self.run_limited(f"(echo 'position startpos'; yes a1b2 | tr '\\n' ' ') | paua {command} > out")
                self.assertEqual(done.returncode, code, done.stderr)
        self.assertEqual(bash("paua ugi < /dev/zero", self.folder).stderr,
                         "paua ugi: standard input: a line of more than 1048576 bytes\n")

    def test_a_long_match_is_resumed(self):
        """A file of 30 MB, most of it of another match, is read piece by piece, in less."""
        self.assertEqual(bash(f"paua {MATCH} --out games", self.folder).returncode, 0)
        games = (self.path / "games").read_bytes()
        other = re.sub(rb'\[Event "[^"]*"', b'[Event "another"', games) + b"\n"
        with open(self.path / "games", "ab") as file:
            for _ in range(30):
                file.write(b"\n" + other * (1000000 // len(other)))
            file.write(b'[Event "Match ')  # torn
        size = (self.path / "games").stat().st_size
        done = self.run_limited(f"paua {MATCH} --out games --resume", 40000)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertLess(size - 20, (self.path / "games").stat().st_size)


if __name__ == "__main__":
    unittest.main()
