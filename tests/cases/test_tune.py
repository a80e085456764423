"""Tuning from the command line: values, interrupts, checkpoints that are not of the same tuning."""
import json
import pathlib
import signal
import subprocess
import time
import unittest

from harness import PAUA, Folder, bash, wait_for_threads

TUNE = "paua tune --parameters lmr_base:30:0.1,rfp_margin --pairs 2 --nodes 300 --rules win=2,plies=120,limit=score --hash 1"


class TuneTest(unittest.TestCase):
    def setUp(self):
        self.folder = self.enterContext(Folder())

    def path(self, name):
        return pathlib.Path(self.folder.name) / name

    def run_well(self, command):
        done = bash(command, self.folder)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return done.stdout

    def test_list(self):
        rows = [line.split() for line in self.run_well("paua tune --list").splitlines()]
        listed = json.loads(self.run_well("paua tune --list --json"))
        self.assertEqual(rows, [[str(row[key]) for key in ("name", "value", "least", "most")] for row in listed])
        self.assertIn("lmr_base", [row["name"] for row in listed])
        for row in listed:
            self.assertTrue(row["least"] <= row["value"] <= row["most"])
        names = ", ".join(row["name"] for row in listed)
        done = bash("paua tune -o x --parameters lmr_base,lmr_bass", self.folder)
        self.assertEqual((done.returncode, done.stderr), (
            2, f"paua tune: --parameters: no parameter is named 'lmr_bass', expected one of: {names}\n"))
        self.assertEqual(self.folder.files(), [])

    def test_listed_parameters_are_settings_of_a_match(self):
        for line in self.run_well("paua tune --list").splitlines():
            name, value, least, most = line.split()
            for number in (least, most, value):
                self.run_well(f"paua match -e random -e paua:{name}={number} --depth 1 --games 1 --max-plies 2 --quiet")

    def test_values(self):
        """All parameters are printed without --parameters; text, JSON and number of games at once agree."""
        out = self.run_well(f"{TUNE} --iterations 4 -o a --concurrency 1")
        self.assertRegex(out, r"\Almr_base \d+\nrfp_margin \d+\n\Z")
        report = json.loads(self.run_well(f"{TUNE} --iterations 4 -o b --concurrency 3 --json"))
        self.assertEqual((report["iterations"], report["games"]), (4, 16))
        self.assertTrue(0 <= report["draws"] <= 16)
        self.assertEqual(out, "".join(f"{name} {value}\n" for name, value in report["parameters"].items()))
        for name, value in report["exact"].items():
            self.assertLessEqual(abs(value - report["parameters"][name]), 0.5)
        self.assertEqual(self.path("a").read_bytes(), self.path("b").read_bytes())
        self.assertEqual(self.run_well(f"{TUNE} --iterations 4 -o a --resume"), out)
        self.assertEqual(self.folder.files(), ["a", "b"])
        every = self.run_well("paua tune -o c --iterations 1 --pairs 1 --depth 1 --rules win=1,plies=20")
        self.assertEqual([line.split()[0] for line in every.splitlines()],
                         [line.split()[0] for line in self.run_well("paua tune --list").splitlines()])

    def begin(self, name, iterations):
        return subprocess.Popen([str(PAUA), *f"{TUNE} --iterations {iterations} -o {name} --resume".split()[1:]],
                                cwd=self.folder.name, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def test_interrupt_and_resume(self):
        """What Ctrl-C or a kill leaves is continued, and is then what an undisturbed run writes."""
        codes = []
        for number in (signal.SIGINT, signal.SIGKILL, signal.SIGTERM):
            process = self.begin("a", 150)
            wait_for_threads(process)
            time.sleep(1.2 if number == signal.SIGKILL else 0.4)
            process.send_signal(number)
            out, err = process.communicate(timeout=60)
            codes.append(process.returncode)
            if process.returncode == 3:
                self.assertRegex(err, r"\Apaua tune: interrupted after \d+ of 150 iterations; --resume continues\n\Z")
                self.assertRegex(out, r"\Almr_base \d+\nrfp_margin \d+\n\Z")
        self.assertEqual(codes[0], 3)
        first = self.run_well(f"{TUNE} --iterations 150 -o a --resume")
        self.assertEqual(first, self.run_well(f"{TUNE} --iterations 150 -o b"))
        self.assertEqual(self.path("a").read_bytes(), self.path("b").read_bytes())

    def test_what_is_there_stays(self):
        self.run_well(f"{TUNE} --iterations 1 -o a")
        whole = self.path("a").read_bytes()
        changed = bytearray(whole)
        changed[40] ^= 1
        for more, content, error in (
                ("--iterations 1", whole, "there is such a file already, expected a new file, or --resume"),
                ("--iterations 2 --resume", whole, "made with 'iterations 1', expected 'iterations 2'"),
                ("--iterations 1 --seed 2 --resume", whole, "made with 'seed 1', expected 'seed 2'"),
                ("--iterations 1 --resume", changed, "damaged or truncated, the checksum is wrong"),
                ("--iterations 1 --resume", whole[:-1], "damaged or truncated, the checksum is wrong"),
                ("--iterations 1 --resume", whole + b"\n", "damaged or truncated, the checksum is wrong"),
                ("--iterations 1 --resume", b"", "not a checkpoint of tuning"),
                ("--iterations 1 --resume", b"hello\n" * 100, "not a checkpoint of tuning")):
            with self.subTest(more, error=error):
                self.path("a").write_bytes(content)
                done = bash(f"{TUNE} -o a {more}", self.folder)
                self.assertEqual((done.returncode, done.stdout, done.stderr), (2, "", f"paua tune: a: {error}\n"))
                self.assertEqual(self.path("a").read_bytes(), content)
                self.assertEqual(self.folder.files(), ["a"])


if __name__ == "__main__":
    unittest.main()
