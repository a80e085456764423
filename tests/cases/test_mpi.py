"""Solves shared out among processes: `mpirun -n N paua solve --mpi`."""
import json
import os
import pathlib
import shutil
import signal
import subprocess
import time
import unittest

from harness import PAUA, Folder, bash

MODULE = PAUA.parent / "paua-mpi.so"
# Open MPI asks to be asked; others do not look. A process that waits for another one lets that one have the processor.
ALLOW = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
         "OMPI_MCA_rmaps_base_oversubscribe": "1", "OMPI_MCA_mpi_yield_when_idle": "1"}
WAIT_SECONDS = 300  # they wait for each other, and for the processors


class WithoutModuleTest(unittest.TestCase):
    def test_what_is_missing_is_said(self):
        with Folder() as folder:
            shutil.copy(PAUA, pathlib.Path(folder.name) / "alone")
            done = bash("./alone solve --mpi --board 2x2x2 --marbles 2", folder)
            self.assertEqual((done.returncode, done.stdout, done.stderr), (
                3, "", "paua solve: paua-mpi.so is not there: Paua was built without MPI\n"))


@unittest.skipUnless(MODULE.is_file(), "built without MPI")
class MpiTest(unittest.TestCase):
    def setUp(self):
        self.folder = self.enterContext(Folder())

    def file(self, name):
        return pathlib.Path(self.folder.name) / name

    def start(self, processes, *arguments):
        return subprocess.Popen(["mpirun", "-n", str(processes), PAUA, "solve", "--mpi", *arguments],
                                cwd=self.folder.name, env=self.folder.environment() | ALLOW, text=True,
                                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def run_mpi(self, processes, *arguments):
        process = self.start(processes, *arguments)
        output, errors = process.communicate(timeout=WAIT_SECONDS)
        return process.returncode, output, errors

    def solve_alone(self, *arguments):
        done = bash(f"paua solve {' '.join(arguments)} -o alone.paua", self.folder)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return done.stdout

    def test_the_table_is_the_same(self):
        for win in ("1", "2"):
            what = ("--board", "2x3x3", "--marbles", "5", "--win", win)
            text = self.solve_alone(*what)
            for processes in (1, 2, 4):
                with self.subTest(win=win, processes=processes):
                    done = self.run_mpi(processes, *what, "--verify", "-o", "distributed.paua")
                    self.assertEqual(done, (0, text, ""))
                    self.assertEqual(self.file("distributed.paua").read_bytes(),
                                     self.file("alone.paua").read_bytes())
        self.assertEqual(self.folder.files(), ["alone.paua", "distributed.paua"])

    def test_long_distances(self):
        what = ("--board", "1x2x7", "--marbles", "5", "--win", "4")
        text = self.solve_alone(*what)
        self.assertIn("longest 137 longest-win 137 longest-loss 136\n", text)
        self.assertEqual(self.run_mpi(2, *what, "--verify", "-o", "distributed.paua"), (0, text, ""))
        self.assertEqual(self.file("distributed.paua").read_bytes(), self.file("alone.paua").read_bytes())

    def test_json_says_who_took_part(self):
        what = ("--board", "2x3x3", "--marbles", "4", "--json")
        alone = json.loads(self.solve_alone(*what))
        code, output, errors = self.run_mpi(2, *what)
        found = json.loads(output)
        self.assertEqual((code, errors, found.pop("processes")), (0, "", 2))
        self.assertGreater(found.pop("sent"), 100000)
        self.assertEqual(found, alone)

    def test_one_process_complains(self):
        for arguments, code, line in (
            (("--board", "2x3x3"), 2, "expected --board=AxBxC and --marbles=N"),
            (("--board", "2x3", "--marbles", "5"), 2, "--board: expected 'x', as in 5x5x5"),
            (("--board", "2x3x3", "--marbles", "5", "--threads", "2"), 2,
             "--mpi: each process works on one thread and by retrograde analysis, without --threads and --method"),
            (("--board", "2x3x3", "--marbles", "5", "--memory", "1M"), 3,
             r"\d+ bytes are needed by each process, one has less"),
            (("--board", "3x4x4", "--marbles", "7"), 3,
             "2 processes are too few: each can hold 4 GiB of records"),
            (("--board", "2x3x3", "--marbles", "4", "-o", "none/file"), 3, "none/file: No such file or directory"),
        ):
            with self.subTest(arguments=arguments):
                done = self.run_mpi(2, *arguments)
                self.assertEqual(done[:2], (code, ""))
                lines = [text for text in done[2].splitlines() if text.startswith("paua")]
                self.assertEqual(len(lines), 1, done[2])
                self.assertRegex(lines[0], rf"\Apaua solve: {line}\Z")
        self.assertEqual(self.folder.files(), [])

    def test_what_was_interrupted_goes_on(self):
        what = ("--board", "3x3x3", "--marbles", "6", "--win", "2")
        self.solve_alone(*what)
        process = self.start(2, *what, "-o", "distributed.paua", "--checkpoint", "1")
        end = time.monotonic() + WAIT_SECONDS
        while process.poll() is None and not self.file("distributed.paua.checkpoint.1.1").exists():
            self.assertLess(time.monotonic(), end)
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=WAIT_SECONDS)
        self.assertFalse(self.file("distributed.paua").exists())
        code, _, errors = self.run_mpi(2, *what, "-o", "distributed.paua", "--resume")
        self.assertEqual((code, errors), (0, ""))
        self.assertEqual(self.file("distributed.paua").read_bytes(), self.file("alone.paua").read_bytes())
        self.assertEqual(self.folder.files(), ["alone.paua", "distributed.paua"])

    def test_a_process_that_dies_ends_all(self):
        process = self.start(2, "--board", "3x3x3", "--marbles", "6", "--win", "2", "-o", "distributed.paua",
                             "--checkpoint", "1")
        while process.poll() is None and not self.file("distributed.paua.checkpoint.1.1").exists():
            time.sleep(0.02)
        os.kill(self.one_of(process.pid), signal.SIGKILL)
        process.communicate(timeout=WAIT_SECONDS)
        self.assertNotEqual(process.returncode, 0)
        self.assertFalse(self.file("distributed.paua").exists())

    @staticmethod
    def one_of(starter):
        """A `paua` somewhere below the program that has started them."""
        parents, names = {}, {}
        for stat in pathlib.Path("/proc").glob("[0-9]*/stat"):
            try:
                before, _, after = stat.read_text().rpartition(")")
            except OSError:
                continue
            number, _, name = before.partition(" (")
            parents[int(number)], names[int(number)] = int(after.split()[1]), name
        for number, name in names.items():
            above = number
            while above in parents and above != starter:
                above = parents[above]
            if name == "paua" and above == starter:
                return number
        raise AssertionError("no process of the group was found")


if __name__ == "__main__":
    unittest.main()
