"""One writer for each output, and no link is followed to somebody else's file."""
import fcntl
import os
import pathlib
import signal
import subprocess
import time
import unittest

from harness import PAUA, Folder, bash

MATCH = "-e paua:level=1 -e random --depth 1 --games 2 --quiet"

# command: its long run, whose output is t; what proves that it has claimed t; the short run that is refused
RUNS = {
    "solve": ("solve -b 3x3x3 --marbles 5 -o t", "t.lock", "solve -b 2x2x2 --marbles 2 -o t"),
    "train": ("train samples --epochs 1000 --hidden 32 --batch 256 -o t", "t.lock",
              "train samples --epochs 1 --hidden 32 --batch 256 -o t"),
    "tune": ("tune --pairs 1000 -o t", "t.lock", "tune --iterations 1 --pairs 1 --depth 1 --rules win=1,plies=20 -o t"),
    "fit": ("fit samples -o t", "t.lock", "fit samples -o t"),
    "review": ("review games -o t --nodes 10000000", "t.lock", "review games -o t --nodes 10"),
    "selfplay": ("selfplay --nodes 30 --games 100000 -o t", "t",
                 "selfplay --nodes 30 --games 100000 -o t --resume"),
    "match": (f"match {MATCH} --games 1000000 --out t", "t", f"match {MATCH} --out t"),
    "resume": (f"match {MATCH} --games 1000000 --out t", "t", f"match {MATCH} --games 1000000 --out t --resume"),
    "tournament": (f"tournament -e random {MATCH} --games 1000000 --out t", "t",
                   f"tournament -e random {MATCH} --out t"),
}
REFUSED = "another process is writing to it"


class WritersTest(unittest.TestCase):
    def setUp(self):
        self.folder = self.enterContext(Folder())
        self.path = pathlib.Path(self.folder.name)
        bash("paua selfplay --nodes 10 --seed 5 -o samples --games 110", self.folder)
        bash(f"paua match {MATCH} --out games", self.folder)

    def begin(self, command, claimed):
        """Starts a command, and stops it when it has claimed its output."""
        process = subprocess.Popen([str(PAUA), *command.split()], cwd=self.folder.name, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL)
        while not (self.path / claimed).exists():
            self.assertIsNone(process.poll(), command)
            time.sleep(0.001)
        time.sleep(0.05)  # a file is locked right after it was made
        process.send_signal(signal.SIGSTOP)
        os.waitid(os.P_PID, process.pid, os.WSTOPPED | os.WNOWAIT)
        return process

    def test_a_second_writer_is_refused(self):
        for name, (long, claimed, short) in RUNS.items():
            with self.subTest(name):
                process = self.begin(long, claimed)
                try:
                    before = {file: (self.path / file).read_bytes() for file in self.folder.files()}
                    done = bash(f"paua {short}", self.folder)
                    self.assertEqual((done.returncode, done.stdout), (3, ""))
                    self.assertRegex(done.stderr, rf"\Apaua {short.split()[0]}: t: {REFUSED}\n\Z")
                    self.assertEqual({file: (self.path / file).read_bytes() for file in self.folder.files()}, before)
                finally:
                    process.kill()
                    process.wait()
                if name not in ("selfplay", "resume"):  # which would play on for long
                    done = bash(f"paua {short}", self.folder)
                    self.assertEqual((done.returncode, done.stderr), (0, ""))
                    self.assertFalse((self.path / "t.lock").exists())
                for file in self.folder.files():
                    if file.startswith("t"):
                        (self.path / file).unlink()

    def test_a_writer_is_waited_for_by_nobody(self):
        """Short commands lock the file that they write beside the output."""
        bash("paua import games --store sqlite:archive.db; paua solve -b 2x2x2 --marbles 2 -o table", self.folder)
        (self.path / "t.input").write_text("b\nC5b,D5b")
        for run in ("export --store sqlite:archive.db -o t", "study table -o t", "show -o t --format svg",
                    "successors t.input"):
            with self.subTest(run):
                name = "t.board" if "successors" in run else "t"
                with open(self.path / f"{name}.part", "w") as part:
                    fcntl.flock(part, fcntl.LOCK_EX)
                    done = bash(f"paua {run}", self.folder)
                    self.assertEqual((done.returncode, done.stdout, done.stderr),
                                     (3, "", f"paua {run.split()[0]}: {name}: {REFUSED}\n"))
                self.assertEqual(bash(f"paua {run}", self.folder).returncode, 0)

    def test_links_are_not_followed(self):
        """Neither the table's nor a checkpoint's name for unfinished bytes leads to another file."""
        runs = {"t.part": "solve -b 2x2x2 --marbles 2 -o t", "t.lock": "solve -b 2x2x2 --marbles 2 -o t",
                "t.checkpoint.part": "train samples --epochs 1 --hidden 32 --batch 256 -o t"}
        for link, run in runs.items():
            for make in (os.symlink, os.link, lambda _, name: os.mkfifo(name)):
                with self.subTest(link, make=make):
                    (self.path / "victim").write_text("precious")
                    make(self.path / "victim", self.path / link)
                    done = bash(f"paua {run}", self.folder)
                    self.assertEqual(done.returncode, 3)
                    self.assertIn("the '.part' or '.lock' file beside it is a link, or not yours\n", done.stderr)
                    self.assertEqual(self.folder.read("victim"), "precious")
                    self.assertNotIn("t", self.folder.files())
                    (self.path / link).unlink()


if __name__ == "__main__":
    unittest.main()
