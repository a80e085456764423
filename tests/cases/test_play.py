"""`paua play`, typed through a pipe and played by keys on a terminal."""
import os
import re
import signal
import unittest

from harness import Folder, Terminal, bash


# the moves and the result at the end of a record
RECORD = re.compile(r"\b[a-i]\d[a-i]\d(?:[a-i]\d)?\b")


class PlayTest(unittest.TestCase):
    def setUp(self):
        self.folder = self.enterContext(Folder())

    def saved(self, name="game"):
        return self.folder.read(name)

    def test_a_whole_game_through_a_pipe(self):
        # the first legal move each time, until somebody has won
        typed, outcome = [], "*"
        while outcome == "*":
            played = RECORD.findall(self.saved().split("\n\n")[1]) if typed else []
            listed = bash(f"paua moves --board 2x2x2 --moves '{' '.join(played)}'", self.folder)
            typed.append(listed.stdout.split()[0])
            self.assertLess(len(typed), 200)
            done = bash("rm -f game; paua play --board 2x2x2 --level 1 --seed 3 --save game", self.folder,
                        "".join(move + "\n" for move in typed))
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            outcome = self.saved().split()[-1]
        self.assertIn(outcome, ("1-0", "0-1", "1/2-1/2"))
        self.assertIn(f"\n{outcome} ", done.stdout)

    def test_the_record_replays(self):
        bash("paua play --level 2 --seed 1 --save game", self.folder, "a1b2\na5b5\nb2c3\nquit\n")
        text = self.saved()
        tags = re.findall(r'^\[(\w+) "(.*)"\]$', text, re.M)
        self.assertEqual([name for name, _ in tags[:7]],
                         ["Event", "Date", "Black", "White", "Variant", "Result", "Notation"])
        self.assertRegex(dict(tags)["Date"], r"^\d{4}\.\d\d\.\d\d$")
        moves = RECORD.findall(text.split("\n\n")[1])
        self.assertEqual(dict(tags)["Plies"], str(len(moves)))
        self.assertEqual(len(moves), 6)
        shown = bash(f"paua show --format fen --moves '{' '.join(moves)}'", self.folder)
        self.assertEqual(shown.returncode, 0, shown.stderr)

    def test_a_stand_in_is_called_so(self):
        done = bash("paua play --engine nacre --save game", self.folder, "quit\n")
        self.assertIn("the computer as nacre:2. It is a stand-in: little is known of nacre.", done.stdout)

    def test_a_named_opponent(self):
        done = bash("paua play --engine abapro:2 --save game", self.folder, "a1b2\nquit\n")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("You play Black, the computer as abapro:2.", done.stdout)
        self.assertIn('[White "abapro:2"]', self.saved())
        # the move that the opponent finds best, and by the seed the same of chance
        wanted = bash("paua analyze --engine abapro:2 --moves a1b2", self.folder).stdout.split()[-1]
        self.assertEqual(RECORD.findall(self.saved().split("\n\n")[1]), ["a1b2", wanted])
        done = bash("for i in 1 2; do rm -f game; paua play --engine random --human none --board 2x2x2 --seed 9 "
                    "--rules solver,plies=12 --save game > /dev/null; cat game; done", self.folder)
        self.assertEqual(len(done.stdout), 2 * len(done.stdout[:len(done.stdout) // 2]))
        self.assertEqual(done.stdout[:len(done.stdout) // 2], done.stdout[len(done.stdout) // 2:])

    def test_the_default_place(self):
        done = bash("paua play --level 1", self.folder, "a1b2\n")
        self.assertIn(".local/share/paua/games.apgn", done.stdout)
        self.assertIn("*", self.saved(".local/share/paua/games.apgn"))

    def test_a_full_disk_leaves_the_file_as_it_was(self):
        bash("paua play --level 1 --save game", self.folder, "a1b2\n")
        before = self.saved()
        done = bash("ulimit -f 1; trap '' XFSZ; head -c 800 /dev/zero | tr '\\0' x >> game; cp game was; "
                    "paua play --level 1 --save game", self.folder, "a1b2\n")
        self.assertEqual(done.returncode, 3)
        self.assertEqual(done.stderr, "paua play: game: File too large\n")
        self.assertEqual(self.saved(), self.saved("was"))
        self.assertTrue(self.saved().startswith(before))

    def test_keys(self):
        with Terminal(self.folder, "play", "--level", "1", "--seed", "2", "--save", "game") as terminal:
            terminal.wait_shown("Black to move")
            terminal.press("\033OB\033OB")  # down twice, from e5 to c4 or c5
            terminal.press("w")
            terminal.wait_shown("The computer plays")
            terminal.press("u")
            terminal.wait_shown("Taken back.")
            terminal.press(":")
            terminal.wait_shown(">")
            terminal.press("a1b3\r")
            terminal.wait_shown("expected two adjacent cells")
            terminal.press(":a1b2\r")
            terminal.wait_shown("The computer plays")
            terminal.press("h")
            terminal.wait_shown("Hint: ")
            terminal.press("?")
            terminal.wait_shown("Move the cursor")
            terminal.press(" ")
            terminal.press("r")
            terminal.wait_shown("Resign?")
            terminal.press("n")
            terminal.press("r")
            terminal.press("y")
            terminal.wait_shown("by resignation")
            terminal.press("q")
            self.assertEqual(terminal.wait_end(), 0)
            self.assertIn("Game saved in game", terminal.seen)
        self.assertRegex(self.saved(), r"\n1\. a1b2 \S+ 0-1\n$")

    def test_broadside_by_keys_as_white(self):
        with Terminal(self.folder, "play", "--color", "w", "--level", "1", "--seed", "2", "--save", "game",
                      "--position", "3/4/2ww1/4/3 w") as terminal:
            terminal.wait_shown("White to move")
            # the cursor starts on c3; White's side is below, so east on the screen is west on the board
            terminal.press(" ")
            terminal.press("\033OD")
            terminal.press(" ")
            terminal.press("e")
            terminal.wait_shown("1/2-1/2")
            terminal.press("q")
            self.assertEqual(terminal.wait_end(), 0)
        self.assertRegex(self.saved(), r"\n1\.\.\. c3c4b[23] 1/2-1/2\n$")

    def test_a_small_terminal_says_so(self):
        with Terminal(self.folder, "play", "--save", "game", rows=8, columns=30) as terminal:
            terminal.wait_shown("The terminal needs")
            terminal.press("q")
            self.assertEqual(terminal.wait_end(), 0)
        self.assertEqual(self.folder.files(), [])

    def test_a_dumb_terminal_and_plain(self):
        for term, arguments in (("dumb", []), ("xterm", ["--plain"])):
            with Terminal(self.folder, "play", "--level", "1", "--save", "game", *arguments, term=term) as terminal:
                terminal.wait_for("Black> ")
                terminal.press("a1b2\n")
                terminal.wait_for("The computer plays")
                terminal.press("quit\n")
                self.assertEqual(terminal.wait_end(), 0)

    def test_a_game_lost_before_its_first_move_is_saved(self):
        done = bash("sleep 3 | paua play --level 1 --rules turn=1 --save game", self.folder)
        self.assertIn("Game saved in game", done.stdout)
        self.assertRegex(self.saved(), r"(?s)Termination \"[^\n]*time[^\n]*\n.*\n0-1\n$")
        done = bash("rm game; paua play --level 1 --save game", self.folder, "resign\n")
        self.assertRegex(self.saved(), r"\n0-1\n$")
        # what was over when it began, and what nobody has begun, is no game
        for line in ("quit\n", ""):
            bash("rm game; paua play --level 1 --save game", self.folder, line)
            self.assertNotIn("game", self.folder.files())
        bash("paua play --level 1 --save game --position 'ww/3/bb b 1-0'", self.folder)
        self.assertNotIn("game", self.folder.files())

    def test_ctrl_c_saves(self):
        with Terminal(self.folder, "play", "--level", "1", "--save", "game") as terminal:
            terminal.press(":a1b2\r")
            terminal.wait_shown("The computer plays")
            terminal.press("\003")
            self.assertEqual(terminal.wait_end(), 0)
        self.assertRegex(self.saved(), r"\n1\. a1b2 \S+ \*\n$")

    def test_ctrl_c_saves_a_plain_game(self):
        with Terminal(self.folder, "play", "--level", "1", "--save", "game", "--plain") as terminal:
            terminal.wait_for("Black> ")
            terminal.press("a1b2\n")
            terminal.wait_for("The computer plays")
            terminal.wait_for("Black> ")
            terminal.press("\003")
            self.assertEqual(terminal.wait_end(), 0)
        self.assertRegex(self.saved(), r"\n1\. a1b2 \S+ \*\n$")

    def test_a_lost_terminal_saves(self):
        with Terminal(self.folder, "play", "--level", "1", "--save", "game") as terminal:
            terminal.wait_shown("quit")
            terminal.press(":a1b2\r")
            terminal.wait_shown("The computer plays")
            os.kill(terminal.pid, signal.SIGHUP)
            terminal.wait_end()
        self.assertRegex(self.saved(), r"\n1\. a1b2 \S+ \*\n$")


if __name__ == "__main__":
    unittest.main()
