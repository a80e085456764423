"""Every command that works on several threads, with three of them: it writes what one thread writes, and under
ThreadSanitizer (./check --tsan) no process reports a race, whatever becomes of its exit code."""
import os
import pathlib
import unittest

from harness import Folder, bash

GAME = """[Black "Ada"]
[White "Bo"]
[Variant "belgian-daisy"]
[Result "*"]
[Notation "Aba-Pro"]

1. b1c2 b6b5 2. d3c3 a5a4 3. c3b3 a4b4 4. a3b3 g4g5 5. c2b2 i5h5 *
"""


class ThreadsTest(unittest.TestCase):
    def setUp(self):
        self.folder = self.enterContext(Folder())
        given = os.environ.get("TSAN_OPTIONS")
        self.reports = f"TSAN_OPTIONS='{given + ':' if given else ''}log_path={self.folder.name}/race' "

    def path(self, name):
        return pathlib.Path(self.folder.name, name)

    def run_command(self, command):
        """Returns what it printed."""
        done = bash(self.reports + command, self.folder)
        for report in sorted(self.path(".").glob("race*")):
            self.fail(f"{command}\n{report.read_text()}")
        self.assertEqual((done.returncode, done.stderr), (0, ""), command)
        return done.stdout

    def assert_same_files(self, command, *written):
        """The command writes the same under the folders of one and of three threads."""
        for threads in (1, 3):
            self.path(str(threads)).mkdir(exist_ok=True)
            self.run_command(command.format(threads=threads))
        for name in written:
            self.assertEqual(self.path("1").joinpath(name).read_bytes(), self.path("3").joinpath(name).read_bytes(), name)

    def test_solve_and_verify(self):
        """Few slots, so that the threads meet in them."""
        for board, marbles, win in (("1x2x4", 2, 1), ("1x3x3", 3, 1), ("2x2x4", 3, 2)):
            self.assert_same_files(f"paua solve -b {board} --marbles {marbles} --win {win} -j {{threads}} -q "
                                   f"-o {{threads}}/{board}.paua", f"{board}.paua")
            self.run_command(f"paua verify 3/{board}.paua -j 3 -q")

    def test_atlas(self):
        self.assert_same_files("paua atlas -k 8 -j {threads} -q -o {threads}", "atlas.csv", "atlas.md")

    def test_match(self):
        """Engines in the process and beside it, games at once, searches on several threads."""
        match = "paua match -e paua:nodes=200 -e 'cmd:paua ugi' -g 6 -c 3 -j 2 --nodes 200 --max-plies 12 -q --out games"
        self.assertRegex(self.run_command(match), r"\n +6 ")

    def test_tournament(self):
        engines = " ".join(f"-e paua:nodes={nodes}" for nodes in (20, 50, 100))
        self.run_command(f"paua tournament {engines} -g 6 -c 3 -j 2 --max-plies 12 -q --out games")

    def test_selfplay_and_training(self):
        self.assert_same_files("paua selfplay --games 6 --nodes 20 -j {threads} -q -o {threads}/s", "s")
        self.run_command("paua train 3/s --hidden 32 --batch 256 --validate 50 --epochs 2 -j 3 -q -o net")

    def test_tune(self):
        self.run_command("paua tune --parameters lmr_base --iterations 2 --pairs 3 --nodes 50 --max-plies 12 -c 3 -q -o t")

    def test_searches(self):
        self.path("g.apgn").write_text(GAME)
        self.run_command("paua review g.apgn --nodes 2000 -j 3 -q -o reviewed.apgn")
        self.run_command("paua analyze --nodes 20000 -j 3")
        self.run_command("paua analyze --players 3 --nodes 20000 -j 3")

    def test_perft(self):
        self.assertEqual(self.run_command("paua perft 3 --divide -j 3"), self.run_command("paua perft 3 --divide -j 1"))


if __name__ == "__main__":
    unittest.main()
