"""`paua successors`: both files or none, whatever goes wrong; any number of inputs; the same boards as the moves."""
import os
import pathlib
import stat
import unittest

from harness import Folder, bash

STANDARD = ("b\nA1b,A2b,A3b,A4b,A5b,B1b,B2b,B3b,B4b,B5b,B6b,C3b,C4b,C5b,"
            "G5w,G6w,G7w,H4w,H5w,H6w,H7w,H8w,H9w,I5w,I6w,I7w,I8w,I9w\n")


class SuccessorsTest(unittest.TestCase):
    def setUp(self):
        self.folder = self.enterContext(Folder())
        self.write("start.input", STANDARD)

    def write(self, name, text):
        (pathlib.Path(self.folder.name) / name).write_text(text)

    def run_paua(self, arguments, before=""):
        return bash(f"{before} paua successors {arguments}", self.folder)

    def assert_refused(self, done, code, said):
        self.assertEqual((done.returncode, done.stdout), (code, ""))
        self.assertRegex(done.stderr, rf"^paua successors: .*{said}.*\n$")
        self.assertEqual(done.stderr.count("\n"), 1)

    def test_the_first_move(self):
        done = self.run_paua("start.input")
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))
        boards = self.folder.read("start.board").split("\n")
        moves = self.folder.read("start.move").split("\n")
        self.assertEqual((len(boards), boards[-1], len(moves), moves[-1]), (45, "", 45, ""))
        self.assertEqual(len(set(boards)), 45)
        place = moves.index("[c3, c5, d4]")
        self.assertEqual(boards[place], STANDARD.split("\n")[1].replace("C3b,C4b,C5b", "D4b,D5b,D6b"))

    def test_boards_and_moves_belong_together(self):
        self.run_paua("start.input")
        boards = self.folder.read("start.board").splitlines()
        for board, move in zip(boards, self.folder.read("start.move").splitlines()):
            one = bash(f"paua show --format list --moves '{move}'", self.folder).stdout
            self.assertEqual(one, f"w\n{board}\n")

    def test_every_input_is_read_before_a_file_is_written(self):
        self.write("bad.input", "b\nA1b,A1w\n")
        before = self.folder.files()
        self.assert_refused(self.run_paua("start.input bad.input"), 2, "second marble")
        self.assert_refused(self.run_paua("start.input missing.input"), 3, "No such file")
        self.assertEqual(self.folder.files(), before)

    def test_a_bad_input_leaves_the_old_files(self):
        self.run_paua("start.input")
        old = self.folder.read("start.board"), self.folder.read("start.move")
        self.write("start.input", "b\nA1b,A9b\n")
        self.assert_refused(self.run_paua("start.input"), 2, "line 2, column 5")
        self.assertEqual((self.folder.read("start.board"), self.folder.read("start.move")), old)

    def test_a_full_disk_leaves_the_old_files(self):
        """A limit of file sizes stands for it."""
        for name in ("start.board", "start.move"):
            self.write(name, "old\n")
        before = self.folder.files()
        self.assert_refused(self.run_paua("start.input", "ulimit -f 3;"), 3, "start.board: File too large")
        self.assert_refused(self.run_paua("start.input", "ulimit -f 0;"), 3, "start.board: File too large")
        self.assertEqual(self.folder.files(), before)
        self.assertEqual((self.folder.read("start.board"), self.folder.read("start.move")), ("old\n", "old\n"))

    def test_what_is_no_plain_file_is_not_replaced(self):
        os.mkdir(f"{self.folder.name}/start.move")
        before = self.folder.files()
        self.assert_refused(self.run_paua("start.input"), 3, "start.move: not a plain file")
        self.assertEqual(self.folder.files(), before)
        os.rmdir(f"{self.folder.name}/start.move")
        os.symlink("/dev/full", f"{self.folder.name}/start.board")
        self.assert_refused(self.run_paua("start.input"), 3, "start.board: not a plain file")
        self.assertTrue(stat.S_ISCHR(os.stat("/dev/full").st_mode))

    def test_links_and_rights_stay(self):
        os.mkdir(f"{self.folder.name}/there")
        self.write("there/boards", "old")
        os.chmod(f"{self.folder.name}/there/boards", 0o640)
        os.symlink("there/boards", f"{self.folder.name}/start.board")
        self.assertEqual(self.run_paua("start.input").returncode, 0)
        self.assertTrue(os.path.islink(f"{self.folder.name}/start.board"))
        self.assertEqual(self.folder.read("there/boards").count("\n"), 44)
        self.assertEqual(stat.S_IMODE(os.stat(f"{self.folder.name}/there/boards").st_mode), 0o640)
        self.assertEqual(self.folder.files(),
                         ["start.board", "start.input", "start.move", "there", "there/boards"])

    def test_a_folder_that_is_not_there(self):
        self.assert_refused(self.run_paua("gone/x.input"), 3, "No such file")

    def test_what_is_no_text(self):
        for text, said in (("b\\000A1b", "not text"), ("\\377\\376", "column 1"), ("", "column 1")):
            bash(f"printf '{text}' > odd.input", self.folder)
            self.assert_refused(self.run_paua("odd.input"), 2, said)
        bash("head -c 100000000 /dev/zero | tr '\\0' a > odd.input", self.folder)
        self.assert_refused(self.run_paua("odd.input"), 2, "too long")

    def test_many_inputs(self):
        for number in range(200):
            self.write(f"in{number}.input", f"w\nA1w,B{1 + number % 6}b\n")
        self.assertEqual(self.run_paua("in*.input").returncode, 0)
        self.assertEqual(len([name for name in self.folder.files() if name.endswith(".board")]), 200)


if __name__ == "__main__":
    unittest.main()
