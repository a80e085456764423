"""Output that is cut off, signals, progress."""
import json
import signal
import subprocess
import time
import unittest

from harness import PAUA, WAIT_SECONDS, Folder, Terminal, bash


class OutputTest(unittest.TestCase):
    def setUp(self):
        self.folder = self.enterContext(Folder())

    def start(self, *arguments):
        return subprocess.Popen([PAUA, *arguments], cwd=self.folder.name, env=self.folder.environment(),
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def test_a_closed_pipe(self):
        for command in ("moves", "moves --json", "perft 5", "show --format svg", "show --layouts", "show -f png",
                        "analyze --depth 9", "bench", "solve --board 2x2x2 --marbles 2", "help", "perft -h",
                        "match -e random -e random --games 2", "play --human none --level 1 --layout b0 --save g",
                        "show -o /dev/stdout"):
            done = bash(f"(sleep 0.1; paua {command}; echo $? >&2) | true", self.folder)
            self.assertEqual(done.stderr, "141\n", command)

    def test_a_closed_pipe_keeps_what_is_done(self):
        bash("paua match -e random -e random --games 4 --json --out games | head -n 1", self.folder)
        self.assertGreater(self.folder.read("games").count("[Event"), 0)
        bash("paua solve --board 2x2x2 --marbles 2 -o t.paua | true", self.folder)
        self.assertEqual(bash("paua verify t.paua", self.folder).returncode, 0)

    def test_the_first_lines_of_a_long_output(self):
        for command in ("moves", "show --layouts", "perft 9", "analyze --time 1m"):
            done = bash(f"paua {command} | head -n 1", self.folder)
            self.assertEqual((done.stdout.count("\n"), done.stderr), (1, ""), command)

    def test_a_search_ends_when_nobody_listens(self):
        began = time.monotonic()
        done = bash("paua analyze --time 50000 > /dev/full", self.folder)
        self.assertEqual(done.returncode, 3)
        self.assertLess(time.monotonic() - began, 20)

    def test_an_interrupted_analysis_answers(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            process = self.start("analyze", "--time", "50000")
            first = process.stdout.readline()
            process.send_signal(number)
            rest, errors = process.communicate(timeout=WAIT_SECONDS)
            self.assertTrue(first.startswith("depth 1 score "))
            self.assertRegex(rest.splitlines()[-1], r"^bestmove [a-i]\d")
            self.assertEqual((process.returncode, errors), (0, ""))

    def test_a_signal_that_is_ignored_stays_so(self):
        began = time.monotonic()
        done = bash("trap '' HUP; paua analyze --time 1500 & sleep 0.3; kill -HUP $!; wait $!", self.folder)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertGreater(time.monotonic() - began, 1.4)

    def test_an_interrupted_count_keeps_its_lines(self):
        process = self.start("perft", "9", "--threads", "2")
        lines = [process.stdout.readline() for _ in range(4)]
        process.send_signal(signal.SIGINT)
        rest, errors = process.communicate(timeout=WAIT_SECONDS)
        self.assertEqual("".join(lines), "1 44\n2 1936\n3 98912\n4 5045110\n")
        self.assertTrue(rest == "" or rest.endswith("\n"))
        self.assertEqual((process.returncode, errors), (3, "paua perft: interrupted\n"))

    def test_progress_is_for_terminals(self):
        with Terminal(self.folder, "perft", "8") as terminal:
            terminal.wait_for("% of depth")
        with Terminal(self.folder, "perft", "8", "--quiet") as terminal:
            end = time.monotonic() + 4
            while time.monotonic() < end and terminal.read(0.1):
                pass
            self.assertNotIn("%", terminal.seen)

    def test_a_caret_is_for_terminals(self):
        bad = "show", "--position", "ww/3/●q"
        with Terminal(self.folder, *bad) as terminal:
            terminal.wait_for("^\r\n")
            lines = terminal.seen.split("\r\n")
            self.assertRegex(lines[0], "^paua show: position: column 6: ")
            self.assertEqual(lines[1:3], ["  ww/3/●q", "       ^"])
        with Terminal(self.folder, "show", "--moves", "a1b2 i5h5 " * 30 + "a9") as terminal:
            terminal.wait_for("^\r\n")
            lines = terminal.seen.split("\r\n")
            self.assertTrue(all(len(line) < 80 for line in lines[1:]))
        done = bash("paua show --position ww/3/bq", self.folder)
        self.assertEqual(done.stderr.count("\n"), 1)

    def test_json_is_json(self):
        for command in ("show --json", "moves --json", "perft 2 --json", "perft 2 --divide --json", "show --layouts --json",
                        "analyze --depth 3 --json", "analyze --depth 5 --layout b1 --json", "bench --depth 1 --json"):
            done = bash("paua " + command, self.folder)
            self.assertEqual(done.returncode, 0)
            for line in done.stdout.splitlines():
                json.loads(line)

    def test_threads_count_the_same(self):
        counts = {bash(f"paua perft 4 --divide --layout swiss-daisy --threads {threads}", self.folder).stdout
                  for threads in (1, 2, 7, 256)}
        self.assertEqual(len(counts), 1)
        self.assertRegex(counts.pop(), r"\n4 \d+\n$")


if __name__ == "__main__":
    unittest.main()
