"""`paua solve` and its tables when things go wrong: killed processes, damaged and foreign files, a full disk."""
import os
import pathlib
import signal
import subprocess
import time
import unittest

from harness import PAUA, WAIT_SECONDS, Folder, Ugi, bash, wait_for_threads

GAME = ("--board", "3x3x3", "--marbles", "5", "--win", "2")  # a second or two


class SolveTest(unittest.TestCase):
    def setUp(self):
        self.folder = self.enterContext(Folder())

    def file(self, name):
        return pathlib.Path(self.folder.name) / name

    def solve(self, *arguments):
        return subprocess.run([PAUA, "solve", *arguments], cwd=self.folder.name, env=self.folder.environment(),
                              text=True, capture_output=True, timeout=10 * WAIT_SECONDS)

    def start(self, *arguments):
        return subprocess.Popen([PAUA, "solve", *arguments], cwd=self.folder.name, env=self.folder.environment(),
                                stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)

    def interrupt(self, *arguments):
        """Ends a solve by Ctrl-C at a moment when there is something to keep."""
        for wait in (0.2, 0.4, 0.8, 1.6, 3.2, 6.4):
            process = self.start(*arguments)
            wait_for_threads(process)
            time.sleep(wait)
            process.send_signal(signal.SIGINT)
            _, errors = process.communicate()
            self.assertEqual(process.returncode, 3)
            self.assertRegex(errors, r"\Apaua solve: interrupted[^\n]*\n\Z")
            if self.file("t.paua.checkpoint").exists():
                return
        self.fail("nothing was kept")

    def test_killed_at_any_moment(self):
        right = self.solve(*GAME, "-o", "right.paua")
        self.assertEqual((right.returncode, right.stderr), (0, ""))
        interrupted = ("-o", "t.paua", "--checkpoint", "1", "--resume", "--threads", "1")
        for wait in (0.05, 1.3, 0.4, 2.1, 0.8):
            process = self.start(*GAME, *interrupted)
            time.sleep(wait)
            process.kill()
            process.communicate()
        if not self.file("t.paua").exists():
            self.interrupt(*GAME, *interrupted)
        done = self.solve(*GAME, *interrupted)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, right.stdout, ""))
        self.assertEqual(self.file("t.paua").read_bytes(), self.file("right.paua").read_bytes())
        for name in ("t.paua.part", "t.paua.checkpoint.part", "t.paua.lock"):  # a killed process may have left them
            self.file(name).unlink(missing_ok=True)
        self.assertEqual(self.folder.files(), ["right.paua", "t.paua"])

    def test_an_interrupted_writer_keeps_the_solve(self):
        what = (*GAME, "--threads", "1", "-o", "t.paua")
        right = self.solve(*GAME, "-o", "right.paua")
        for _ in range(8):  # the table may be there before the signal is
            process = self.start(*what)
            while process.poll() is None and not self.file("t.paua.part").exists():
                time.sleep(0.002)
            process.send_signal(signal.SIGINT)
            _, errors = process.communicate()
            if process.returncode:
                break
        self.assertEqual((process.returncode, errors),
                         (3, "paua solve: interrupted; --resume continues from t.paua.checkpoint\n"))
        self.assertEqual([name for name in self.folder.files() if name != "t.paua"], ["right.paua", "t.paua.checkpoint"])
        done = self.solve(*what, "--resume")
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, right.stdout, ""))
        self.assertEqual(self.file("t.paua").read_bytes(), self.file("right.paua").read_bytes())
        self.assertEqual(self.folder.files(), ["right.paua", "t.paua"])

    def test_checkpoints_of_others(self):
        self.interrupt(*GAME, "-o", "t.paua", "--threads", "1")
        checkpoint = self.file("t.paua.checkpoint")
        whole = checkpoint.read_bytes()
        for arguments in (("--board", "3x3x3", "--marbles", "5", "--win", "1"), (*GAME, "--stuck-loses"),
                          ("--board", "3x3x3", "--marbles", "4", "--win", "2")):
            done = self.solve(*arguments, "-o", "t.paua", "--resume")
            self.assertEqual((done.returncode, done.stderr), (
                2, "paua solve: t.paua.checkpoint: is a checkpoint of another board or of other rules\n"))
        middle = len(whole) // 2
        for damaged in (whole[:-1], whole[:len(whole) // 3], whole[:middle] + bytes([whole[middle] ^ 1]) + whole[middle + 1:],
                        b"", b"text"):
            checkpoint.write_bytes(damaged)
            done = self.solve(*GAME, "-o", "t.paua", "--resume")
            self.assertEqual((done.returncode, done.stderr), (
                2, "paua solve: t.paua.checkpoint: is not a checkpoint of this version, or is truncated or altered\n"))
        self.assertFalse(self.file("t.paua").exists())

    def test_a_full_disk(self):
        limit = "trap '' XFSZ; ulimit -f 8; "
        done = bash(limit + "paua solve --board 2x3x3 --marbles 5 --win 2 -o t.paua", self.folder)
        self.assertEqual((done.returncode, done.stderr), (3, "paua solve: t.paua: File too large\n"))
        self.assertEqual(self.folder.files(), [])
        done = bash("paua solve --board 2x2x2 --marbles 2 -o nowhere/t.paua", self.folder)
        self.assertEqual((done.returncode, done.stderr), (3, "paua solve: nowhere/t.paua: No such file or directory\n"))
        done = bash("paua solve --board 2x2x2 --marbles 2 --win 1 > /dev/full", self.folder)
        self.assertEqual(done.returncode, 3)
        self.assertIn("No space left on device", done.stderr)

    def test_where_no_table_can_be_written(self):
        long = "timeout 20 paua solve --board 3x3x4 --marbles 5 --win 1 --quiet -o "  # a minute, if it began
        self.file("folder").mkdir()
        self.file("text").write_text("")
        os.mkfifo(self.file("pipe"))
        for path, why in (("nowhere/t.paua", "No such file or directory"), ("folder", "Is a directory"),
                          ("text/t.paua", "Not a directory"), ("pipe", "not a plain file")):
            with self.subTest(path=path):
                done = bash(long + path, self.folder)
                self.assertEqual((done.returncode, done.stdout, done.stderr), (3, "", f"paua solve: {path}: {why}\n"))
        self.assertTrue(self.file("pipe").is_fifo())
        self.assertEqual(self.folder.files(), ["folder", "pipe", "text"])

    def test_altered_tables(self):
        self.assertEqual(self.solve("--board", "2x3x3", "--marbles", "4", "--win", "2", "-o", "t.paua").returncode, 0)
        whole = self.file("t.paua").read_bytes()
        for place in range(0, len(whole), len(whole) // 40):
            self.file("x.paua").write_bytes(whole[:place] + bytes([whole[place] ^ 16]) + whole[place + 1:])
            done = bash("paua verify x.paua", self.folder)
            self.assertNotEqual(done.returncode, 0, place)
            self.assertRegex(done.stderr, r"^paua verify: .*x\.paua.*\n$")
            self.assertEqual(done.stdout, "")


class CutOffTest(unittest.TestCase):
    """A table that is cut off under a running program is an error, and no signal."""

    def setUp(self):
        self.folder = self.enterContext(Folder())
        bash("paua solve -b 3x3x3 --marbles 5 -o t.paua", self.folder)
        self.table = pathlib.Path(self.folder.name) / "t.paua"

    def test_a_search(self):
        with Ugi(self.folder) as ugi:
            fen = "2b/wwbb/5/bbww/2w b"
            ugi.say("setoption name TablePath value t.paua", f"position fen {fen}", "go depth 2")
            self.assertRegex(ugi.read_until("bestmove"), r"^bestmove [a-e]")
            os.truncate(self.table, 8192)
            for fen in (fen, "bbb/bb2/5/2ww/www b"):  # what is in the cache, and what is not
                ugi.say(f"position fen {fen}", "go depth 3")
                self.assertRegex(ugi.read_until("bestmove"), r"^bestmove [a-e]")
            ugi.say("go depth 3")
            self.assertTrue(ugi.read_until("info depth 3"))
            said = ugi.read_until(("info string error", "bestmove"))
            self.assertIn("the table of 3x3x3 with 5 marbles is damaged or cut off", said)
            self.assertRegex(ugi.read_until("bestmove"), r"^bestmove [a-e]")
            self.assertEqual(ugi.quit(), 0)

    def test_at_any_length(self):
        size = self.table.stat().st_size
        for length in (0, 95, 96, 500, 8192, size // 2, size - 1):
            os.truncate(self.table, length)
            for command in ("verify t.paua", "probe t.paua --longest", "study t.paua", "families t.paua"):
                done = bash(f"paua {command}", self.folder)
                self.assertEqual((done.returncode, done.stdout), (2, ""))
                self.assertRegex(done.stderr, "is not a table|is truncated, or followed by extra data")


if __name__ == "__main__":
    os.umask(0o077)
    unittest.main()
