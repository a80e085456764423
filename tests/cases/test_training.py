"""Training from the command line: samples of games."""
import json
import pathlib
import signal
import subprocess
import time
import unittest

from harness import PAUA, Folder, bash

PLAY = "paua selfplay --nodes 30 --seed 5"


class SelfplayTest(unittest.TestCase):
    def setUp(self):
        self.folder = self.enterContext(Folder())

    def path(self, name):
        return pathlib.Path(self.folder.name) / name

    def read(self, name):
        return self.path(name).read_bytes()

    def test_output(self):
        done = bash(f"{PLAY} -o a --games 3 --json", self.folder)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        total = json.loads(done.stdout)
        self.assertEqual(total["games"], 3)
        self.assertEqual(total["black"] + total["white"] + total["draws"], 3)
        self.assertEqual(len(self.read("a")), 256 + 24 * (3 + total["positions"]))
        done = bash(f"{PLAY} -o b --games 3", self.folder)
        self.assertRegex(done.stdout, rf"^games 3 positions {total['positions']}\nblack \d+ white \d+ draws \d+\n"
                                      r"pps \d+ nps \d+\n$")
        self.assertEqual(self.read("a"), self.read("b"))

    def test_interrupt_and_resume(self):
        """What Ctrl-C leaves is gone on with, and is then what an undisturbed run writes."""
        many = "--games 400 --threads 2"
        process = subprocess.Popen([str(PAUA), *f"{PLAY} {many} -o a".split()[1:]], cwd=self.folder.name,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        while not self.path("a").exists() or len(self.read("a")) < 2000:
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 3)
        self.assertRegex(err, r"\Apaua selfplay: interrupted after \d+ games; --resume continues\n\Z")
        self.assertRegex(out, r"^games \d+ ")
        for resumed in (f"{PLAY} {many} --resume -o a", f"{PLAY} {many} -o b"):
            self.assertEqual(bash(resumed, self.folder).returncode, 0)
        self.assertEqual(self.read("a"), self.read("b"))

    def test_what_is_there_stays(self):
        self.path("a").write_text("hello\n")
        done = bash(f"{PLAY} -o a", self.folder)
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertEqual(done.stderr, "paua selfplay: a: there is such a file already, expected a new file, or --resume\n")
        done = bash(f"{PLAY} -o a --resume", self.folder)
        self.assertEqual((done.returncode, done.stderr), (2, "paua selfplay: a: byte 0: not a file of samples\n"))
        self.assertEqual(self.read("a"), b"hello\n")
        bash(f"{PLAY} -o b --games 1", self.folder)
        before = self.read("b")
        done = bash("paua selfplay --nodes 31 --seed 5 --games 1 -o b --resume", self.folder)
        self.assertEqual(done.returncode, 2)
        self.assertRegex(done.stderr, r"^paua selfplay: b: made with '.*nodes 30.*' and seed 5, expected the same settings\n$")
        self.assertEqual(self.read("b"), before)


    def test_resume_begins(self):
        """Where there is nothing yet, or only a part of the header, --resume begins."""
        bash(f"{PLAY} -o a --games 2", self.folder)
        for part in (None, b"", self.read("a")[:8], self.read("a")[:255]):
            if part is not None:
                self.path("b").write_bytes(part)
            done = bash(f"{PLAY} -o b --games 2 --resume", self.folder)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertEqual(self.read("a"), self.read("b"))
            self.path("b").unlink()


class FitTest(unittest.TestCase):
    def setUp(self):
        self.folder = self.enterContext(Folder())

    def test_fit(self):
        bash(f"{PLAY} -o a --games 110", self.folder)
        done = bash("paua fit a -o weights --json", self.folder)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        report = json.loads(done.stdout)
        self.assertGreater(report["positions"], report["held_out"])
        self.assertGreater(report["held_out"], 0)
        self.assertEqual(report["scale"], 1000)
        self.assertIn("marbles", [group["name"] for group in report["groups"]])
        text = bash("paua fit a", self.folder).stdout
        self.assertRegex(text, rf"^positions {report['positions']} held-out {report['held_out']}\n")
        self.assertRegex(text, r"\nwithout pushes 2 loss [\d.]+ [+-][\d.]+\n")
        self.assertIn("[FITTED_TEMPO] = ", self.folder.read("weights"))

    def test_too_few(self):
        bash(f"{PLAY} -o a --games 2", self.folder)
        before = self.folder.files()
        done = bash("paua fit a -o weights", self.folder)
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertRegex(done.stderr, r"\Apaua fit: \d+ positions and \d+ held out, expected at least 1000 and 1: of every "
                         r"100 games the last 10 are held out\n\Z")
        self.assertEqual(self.folder.files(), before)


class TrainTest(unittest.TestCase):
    TRAIN = "paua train a --hidden 32 --batch 256 --threads 1"

    def setUp(self):
        self.folder = self.enterContext(Folder())
        bash(f"{PLAY} -o a --games 100", self.folder)

    def read(self, name):
        return (pathlib.Path(self.folder.name) / name).read_bytes()

    def test_train_and_play(self):
        done = bash(f"{self.TRAIN} --epochs 2 -o n", self.folder)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertRegex(done.stdout, r"^epoch 1 learned \S+ loss \S+ result \S+ pps \d+\nepoch 2 .*\n"
                                      r"net [0-9a-f]{12} positions \d+ held-out \d+ score-scale \d+ \d+ loss \S+ result \S+\n$")
        self.assertEqual(self.folder.files(), ["a", "n"])
        done = bash(f"{self.TRAIN} --epochs 2 -o m --json", self.folder)
        lines = [json.loads(line) for line in done.stdout.splitlines()]
        self.assertEqual([line.get("epoch") for line in lines], [1, 2, None])
        self.assertEqual(self.read("n"), self.read("m"))
        done = bash(f"{PLAY} --games 1 --net n -o b", self.folder)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn(f"net {lines[-1]['net']}, nodes 30".encode(), self.read("b"))

    def test_interrupt_and_resume(self):
        """What Ctrl-C leaves is gone on with, and is then what an undisturbed run writes."""
        command = f"{self.TRAIN} --epochs 40"
        process = subprocess.Popen([str(PAUA), *command.split()[1:], "-o", "n"], cwd=self.folder.name,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        while "n.checkpoint" not in self.folder.files():
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
        epochs = out.count("epoch ")
        self.assertEqual((process.returncode, err),
                         (3, f"paua train: interrupted after epoch {epochs}; --resume continues from n.checkpoint\n"))
        done = bash(f"{self.TRAIN} --epochs 40 --seed 2 --resume -o n", self.folder)
        self.assertEqual((done.returncode, done.stderr),
                         (2, "paua train: n.checkpoint: byte 16: made with other options or samples\n"))
        for resumed in (f"{command} --resume -o n", f"{command} -o m"):
            done = bash(resumed, self.folder)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(self.read("n"), self.read("m"))
        self.assertEqual(self.folder.files(), ["a", "m", "n"])

    def test_resume_begins(self):
        for more in ("-o n", "--resume -o m"):
            done = bash(f"{self.TRAIN} --epochs 1 {more}", self.folder)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(self.read("n"), self.read("m"))


if __name__ == "__main__":
    unittest.main()
