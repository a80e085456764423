"""Every command that a signal interrupts ends with 3 and one line; those that a person ends so, with 0."""
import contextlib
import os
import pathlib
import select
import signal
import sqlite3
import subprocess
import time
import unittest
import urllib.request

from harness import PAUA, WAIT_SECONDS, Folder, bash

MATCH = "-e paua:level=1 -e random --depth 1 --quiet"
STORE = "--store sqlite:archive.db"
BLOCKED, FIFO, TYPED = "nobody reads its output", "its input is a pipe", "its input is typed"

# The command line, and what keeps it from ending, if its work is not long enough for that.
TABLE = {
    "show": ("", BLOCKED), "moves": ("", BLOCKED), "help": ("", BLOCKED), "probe": ("table", BLOCKED),
    "successors": ("one.input fifo.input", FIFO),
    "perft": ("9", None), "bench": ("", None), "ugi": ("", TYPED),
    "review": ("games --nodes 100000000 -o r", None),
    "match": (f"{MATCH} --games 1000000 --out m", None),
    "tournament": (f"{MATCH} -e random --games 1000000", None),
    "tournament --abla": ("", None),
    "referee": ("--rules course,turn=1000 yes true", None),
    "import": (f"fifo.input {STORE}", FIFO),
    "export": (f"{STORE} --player random", BLOCKED),
    "openings": (STORE, BLOCKED),
    "store": ("check archive.db", BLOCKED), "admin": (f"list --json {STORE}", BLOCKED),
    "solve": ("-b 3x3x3 --marbles 6 --win 2 -o s --threads 1", None),
    "study": ("table -o l", None),
    "verify": ("table", None),
    "families": ("table", None),
    "atlas": ("--cells 19 -o a", None),
    "audit": ("", None),
    "complexity": ("--measure --games 100000", None),
    "fortress": ("--layout standard --depth 30", None),
    "selfplay": ("--nodes 100 --games 100000 -o p", None),
    "fit": ("samples", None),
    "train": ("samples --epochs 1000 --hidden 32 --batch 256 -o n", None),
    "tune": ("--pairs 100 --rules win=2,plies=60 -o u", None),
    "analyze": ("--time 1000000", None),
    "play": ("--plain", TYPED), "connect": ("localhost:1", TYPED), "mail": ("", TYPED),
    "serve": ("--listen 127.0.0.1:0 --store sqlite:s.db", None),
}
ENDED_BY_HAND = ("analyze", "play", "serve")
BEGUN = "as soon as it has printed something"


def answers_signals(process):
    """Whether it catches SIGTERM, or waits for it."""
    masks = dict(line.split(":") for line in pathlib.Path(f"/proc/{process.pid}/status").read_text().splitlines())
    return any(int(masks.get(mask, "0"), 16) >> (signal.SIGTERM - 1) & 1 for mask in ("SigCgt", "SigBlk"))


class InterruptsTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = cls.enterClassContext(Folder())
        cls.path = pathlib.Path(cls.folder.name)
        for line in (f"match {MATCH} --games 200 --out games", f"import games {STORE}",
                     "solve -b 2x3x3 --marbles 5 -o table", "selfplay --nodes 10 --games 150 -o samples"):
            assert bash(f"paua {line}", cls.folder).returncode == 0, line
        (cls.path / "one.input").write_text("b\nC5b,D5b\n")
        os.mkfifo(cls.path / "fifo.input")

    def interrupt(self, name, line, kept, number, wait):
        """Runs the command and interrupts it after `wait` seconds, or when it has BEGUN; the exit code and what it said."""
        full, fill = os.pipe()  # a pipe that is full
        os.set_blocking(fill, False)
        try:
            while True:
                os.write(fill, bytes(4096))
        except BlockingIOError:
            os.set_blocking(fill, True)
        output = fill if kept == BLOCKED else subprocess.PIPE if wait == BEGUN else subprocess.DEVNULL
        process = subprocess.Popen([str(PAUA), *name.split(), *line.split()], cwd=self.folder.name,
                                   env=self.folder.environment(), stdin=subprocess.PIPE, stderr=subprocess.PIPE,
                                   stdout=output)
        try:
            while process.poll() is None and not answers_signals(process):
                time.sleep(0.001)
            if wait == BEGUN:
                self.assertTrue(select.select([process.stdout], [], [], WAIT_SECONDS)[0], name)
            else:
                time.sleep(0.3 if kept and name not in ENDED_BY_HAND else wait)
            process.send_signal(number)
            code = process.wait(WAIT_SECONDS)
            return code, process.stderr.read().decode()
        finally:
            process.kill()
            process.wait()
            for stream in (process.stdin, process.stdout, process.stderr):
                if stream:
                    stream.close()
            for end in (full, fill):
                os.close(end)
            for file in ("r", "m", "e", "l", "s", "s.checkpoint", "p", "n", "n.checkpoint", "s.db", "u"):
                (self.path / file).unlink(missing_ok=True)

    def test_none_is_forgotten(self):
        listed = bash("paua --help", self.folder).stdout.partition("Commands:\n")[2].partition("\n\n")[0]
        self.assertEqual(sorted({name.split()[0] for name in TABLE}),
                         sorted(line.split()[0] for line in listed.splitlines()))

    def test_every_command(self):
        """Early and late, also in the middle of what ends by itself soon."""
        for name, (line, kept) in TABLE.items():
            codes = []
            by_hand = name in ENDED_BY_HAND
            waits = (0.01,) if kept and not by_hand else (0, 0.003, 0.01, 0.03, 0.1, BEGUN if by_hand else 0.3)
            for i, wait in enumerate(waits):
                number = (signal.SIGTERM, signal.SIGINT)[i % 2]
                with self.subTest(name, wait=wait, number=number):
                    code, error = self.interrupt(name, line, kept, number, wait)
                    codes.append(code)
                    command = name.split()[0]
                    if code == 3:
                        self.assertRegex(error, rf"\Apaua {command}: interrupted[^\n]*\n\Z")
                    else:
                        self.assertEqual((code, error), (0, ""))  # it was done before
            if by_hand:
                self.assertEqual(codes[-1], 0, name)
            else:
                # one that ends within milliseconds may be done whenever the signal comes on a busy machine
                end = time.monotonic() + WAIT_SECONDS
                while 3 not in codes and time.monotonic() < end:
                    codes.append(self.interrupt(name, line, kept, signal.SIGTERM, 0)[0])
                self.assertIn(3, codes, name)

    def test_output_that_nobody_reads(self):
        """One signal is enough, also where much is left to print and where a thread searches."""
        for name, line in (("export", STORE), ("study", "table"), ("study", "table --json"), ("audit", "2x2x2"),
                           ("analyze", "--depth 3"), ("analyze", "--time 1000000"), ("match", f"{MATCH} --games 5")):
            with self.subTest(name, line=line):
                code, error = self.interrupt(name, line, BLOCKED, signal.SIGTERM, 0)
                self.assertEqual(code, 3)
                self.assertRegex(error, rf"\Apaua {name}: interrupted[^\n]*\n\Z")

    def test_what_is_kept(self):
        """What was interrupted says how to go on, and goes on."""
        for name, line, begun, more in (
                ("solve", "-b 3x3x3 --marbles 6 --win 2 -o s --threads 1 --trial 1 --checkpoint 1", "s.checkpoint",
                 " from s.checkpoint"),
                ("selfplay", "--nodes 30 --games 100000 -o p", "p", ""),
                ("match", f"{MATCH} --games 1000000 --out m", "m", ""),
                ("train", "samples --epochs 1000 --hidden 32 --batch 256 -o n", "n.checkpoint", " from n.checkpoint"),
                ("tune", "--iterations 1000000 --pairs 1 --depth 1 --rules win=1,plies=20 -o u", "u", "")):
            with self.subTest(name):
                process = subprocess.Popen([str(PAUA), name, *line.split(), "--resume"], cwd=self.folder.name,
                                           stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
                kept = self.path / begun
                while process.poll() is None and not (kept.exists() and kept.stat().st_size):
                    time.sleep(0.01)
                process.send_signal(signal.SIGTERM)
                _, error = process.communicate(timeout=WAIT_SECONDS)
                self.assertEqual((process.returncode, error.partition("; ")[2]), (3, f"--resume continues{more}\n"))

    def make_store(self, games):
        """A store of a server with so many games, of which all but one are copies of its row."""
        place = self.path / "big.db"
        server = subprocess.Popen([str(PAUA), "serve", "--listen", "127.0.0.1:0", "--store", f"sqlite:{place}"], text=True,
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        try:
            address = server.stdout.readline().split()[2]
            body = b'{"layout": "standard", "seats": [{"kind": "person"}, {"kind": "person"}]}'
            request = urllib.request.Request(address + "/api/1/games", body, {"Content-Type": "application/json"})
            urllib.request.urlopen(request).close()
        finally:
            server.terminate()
            server.communicate(timeout=WAIT_SECONDS)
        with contextlib.closing(sqlite3.connect(place)) as database, database:
            names = [row[1] for row in database.execute("PRAGMA table_info(game)") if row[1] not in ("key", "id", "number")]
            database.execute(f"""WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {games})
                INSERT INTO game (id, number, {", ".join(names)}) SELECT printf('%08d', i), 101 + i, {", ".join(names)} FROM game, n""")
        return place

    def test_store(self):
        """Nothing is left behind, and it says how to go on."""
        self.make_store(100000)
        before = set(self.folder.files())
        for line in ("check big.db", "repair big.db --out new.db", "backup big.db --out new.db", "restore big.db --out new.db"):
            with self.subTest(line):
                process = subprocess.Popen([str(PAUA), "store", *line.split()], cwd=self.folder.name,
                                           stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
                while process.poll() is None and not answers_signals(process):
                    time.sleep(0.001)
                time.sleep(0.1)
                process.send_signal(signal.SIGINT)
                _, error = process.communicate(timeout=WAIT_SECONDS)
                self.assertEqual(process.returncode, 3)
                lines = [text for text in error.splitlines() if text.startswith("paua ")]  # between them damaged games
                self.assertEqual(lines, ["paua store: interrupted; nothing was written, another call begins again"])
                self.assertEqual(set(self.folder.files()), before)


if __name__ == "__main__":
    unittest.main()
