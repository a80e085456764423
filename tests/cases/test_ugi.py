"""`paua ugi` as another program uses it."""
import re
import resource
import subprocess
import time
import unittest

from harness import PAUA, Folder, Ugi, bash


class UgiTest(unittest.TestCase):
    def setUp(self):
        self.folder = self.enterContext(Folder())
        self.ugi = self.enterContext(Ugi(self.folder))

    def play(self, layout, limits, **options):
        """Plays one game against itself; returns its moves and how it ended."""
        for name, value in options.items():
            self.ugi.say(f"setoption name {name} value {value}")
        self.ugi.say(f"setoption name Layout value {layout}", "uginewgame", "isready")
        self.ugi.read_until("readyok")
        moves = []
        while True:
            self.ugi.say("position startpos" + (" moves " + " ".join(moves) if moves else ""))
            self.assertEqual(self.ugi.ask("p1turn"), "true" if len(moves) % 2 == 0 else "false")
            if self.ugi.ask("gameover") == "true":
                return moves, self.ugi.ask("result")
            self.assertEqual(self.ugi.ask("result"), "none")
            self.ugi.say(limits[len(moves) % 2])
            moves.append(self.ugi.read_until("bestmove ").split()[1])
            self.assertLess(len(moves), 1000)

    def test_a_whole_game(self):
        moves, result = self.play("belgian-daisy", ["go depth 4", "go depth 2"])
        fen = self.ugi.ask("fen")
        self.assertIn(result, ("p1win", "p2win", "draw"))
        black, white = map(int, fen.split()[2].split("-"))
        if result != "draw":
            self.assertEqual((black == 6, white == 6), (result == "p1win", result == "p2win"))
        # the other commands see the same game
        shown = bash(f"paua show --format fen --layout belgian-daisy --moves '{' '.join(moves)}'", self.folder)
        self.assertEqual(shown.stdout.strip(), fen)
        self.ugi.say("go depth 1")
        self.assertEqual(self.ugi.read_until("bestmove"), "bestmove none")
        self.assertEqual(self.ugi.quit(), 0)

    def test_an_illegal_move_ends_the_game(self):
        """A match runner that asks gameover after every move, as cutegames does, and plays what it is given."""
        moves = []
        for move in ("a1b2", "i5h5", "a1b2", "i5h5", "a2b3"):
            moves.append(move)
            self.ugi.say("position startpos moves " + " ".join(moves))
            if self.ugi.ask("gameover") == "true":
                break
        self.assertEqual(moves, ["a1b2", "i5h5", "a1b2"])
        self.assertEqual(self.ugi.ask("result"), "p2win")
        self.assertEqual(self.ugi.ask("moves"), "none")
        self.ugi.say("position startpos")
        self.assertEqual((self.ugi.ask("gameover"), self.ugi.ask("result")), ("false", "none"))
        self.assertEqual(len(self.ugi.ask("moves").split()), 44)
        self.assertEqual(self.ugi.ask("game"), "abalone")
        self.assertEqual(self.ugi.ask("weather"), "unknown")

    def test_the_same_game_again(self):
        games = [self.play("german-daisy", ["go nodes 2000"] * 2, MaxPlies=60) for _ in range(2)]
        self.assertEqual(games[0], games[1])

    def test_deeper_beats_shallower(self):
        results = [self.play(layout, ["go depth 4", "go depth 1"])[1] for layout in ("domination", "swiss-daisy")]
        self.assertEqual(results, ["p1win"] * 2)

    def test_clocks(self):
        for clock in ("p1time 300 p2time 300", "p1time 100 p2time 100 p1inc 20 p2inc 20", "p1time 1 p2time 1",
                      "p1time -5 p2time 9", "movetime 30"):
            began = self.ugi.processor_seconds()
            self.ugi.say("position startpos", "go " + clock)
            self.assertRegex(self.ugi.read_until("bestmove"), r"^bestmove [a-i][1-9]")
            self.assertLess(self.ugi.processor_seconds() - began, 2, clock)

    def test_the_clock_of_the_side_to_move_counts(self):
        self.ugi.say("position startpos moves a1b2", "go p1time 36000000 p2time 200")
        self.ugi.read_until("bestmove")
        self.assertLess(self.ugi.processor_seconds(), 2)

    def test_an_endless_search_listens(self):
        self.ugi.say("go infinite", "isready")
        self.ugi.read_until("readyok")
        self.assertEqual(self.ugi.ask("p1turn"), "true")
        self.ugi.read_until("info depth ")  # whichever comes next: quick ones may have come before the answers
        self.ugi.say("position startpos moves a1b2", "go depth 1", "setoption name Hash value 1")
        for _ in range(3):
            self.ugi.read_until("info string error an endless search is running")
        self.ugi.say("stop")
        self.ugi.read_until("bestmove ")
        self.assertEqual(self.ugi.ask("p1turn"), "true")
        self.assertEqual(self.ugi.quit(), 0)

    def test_lines_stay_whole(self):
        self.ugi.say("setoption name MultiPV value 44", "go infinite", *["ugi", "d", "isready"] * 20, "stop")
        count = 0
        for line in self.ugi.process.stdout:
            self.assertRegex(line, r"^(id |option name \w+ type .*|ugiok$|readyok$|info depth \d+ .* pv [a-i1-9 ]+$"
                                   r"|bestmove |fen |[ a-i]+[ @O.1-9]+$)")
            count += line == "ugiok\n"
            if line.startswith("bestmove"):
                break
        self.assertEqual(count, 20)

    def test_an_endless_search_is_not_answered_before_it_is_stopped(self):
        self.ugi.say("position fen ww/3/bb b 1-0", "go infinite", "isready")
        self.assertEqual(self.ugi.read_until(""), "readyok")
        self.ugi.say("stop")
        self.assertEqual(self.ugi.read_until(""), "bestmove none")

    def test_stop_at_once_and_often(self):
        for _ in range(50):
            self.ugi.say("go infinite", "stop", "stop")
            self.ugi.read_until("bestmove ")
        self.ugi.say("go depth 3")
        self.ugi.read_until("info depth 3")
        self.ugi.read_until("bestmove ")

    def test_bestmove_is_the_end_of_a_search(self):
        for _ in range(50):
            self.ugi.say("go depth 1")
            self.ugi.read_until("bestmove ")
            self.ugi.say("setoption name Hash value 1", "isready")
            self.assertEqual(self.ugi.read_until(""), "readyok")

    def test_ready_means_that_the_table_is_there(self):
        """Or the first move of a game would be late: a gigabyte takes half a second."""
        def resident():
            with open(f"/proc/{self.ugi.process.pid}/statm", encoding="ascii") as sizes:
                return int(sizes.read().split()[1]) * resource.getpagesize() >> 20

        self.ugi.say("setoption name Hash value 256", "isready")
        self.ugi.read_until("readyok")
        self.assertGreaterEqual(resident(), 256)
        self.ugi.say("go depth 3")
        self.ugi.read_until("bestmove ")
        self.ugi.say("uginewgame", "isready")
        self.ugi.read_until("readyok")
        self.assertGreaterEqual(resident(), 256)

    def test_own_book(self):
        """The move of the games that were imported, if it is asked for; then the engine's own."""
        games = "".join(f"""[Event "{n}"]\n[Date "2026.11.24"]\n[Black "a"]\n[White "b"]\n[Variant "standard"]
[Result "{'1-0' if n % 3 else '0-1'}"]\n[Notation "Aba-Pro"]\n
1. {'c3c4 g7g6' if n < 12 else 'c5d5 g7g6'} {'1-0' if n % 3 else '0-1'}\n\n""" for n in range(15))
        with open(f"{self.folder.name}/games.apgn", "w", encoding="ascii") as file:
            file.write(games)
        self.assertIn("imported 15 rejected 0", bash("paua import games.apgn", self.folder).stdout)
        self.ugi.say("go depth 2")
        self.assertNotIn("book", self.ugi.read_until("bestmove "))
        self.ugi.say("setoption name OwnBook value true", "go depth 2")
        self.assertEqual(self.ugi.read_until("info "), "info string book: 12 games, score 66.7 %")
        self.assertEqual(self.ugi.read_until("bestmove "), "bestmove c3c4")
        # the other move was made in three games, and after it nothing is known
        self.ugi.say("position startpos moves c5d5", "go depth 2")
        self.assertIn("info depth 1", self.ugi.read_until("info "))
        self.ugi.read_until("bestmove ")
        for option in ("Level value 3", "Opponent value greedy"):
            self.ugi.say("position startpos", f"setoption name {option}", "go depth 2")
            self.assertNotIn("book", self.ugi.read_until("info "))
            self.ugi.read_until("bestmove ")
            self.ugi.say(f"setoption name {option.split()[0]} value {'0' if 'Level' in option else 'none'}")

    def test_quit_ends_a_search(self):
        self.ugi.say("go infinite")
        self.ugi.read_until("info depth 2")
        self.assertEqual(self.ugi.quit(), 0)

    def test_stop_and_quit_behind_commands_that_wait(self):
        """Work of hours, then commands that wait for its end: stop and quit do not wait with them."""
        for work in ("go depth 128", "go depth 128\nposition startpos", "go depth 128\ngo depth 128", "perft 30",
                     "go depth 128\nperft 30", "go depth 128\nsetoption name Hash value 1\ngo nodes 1000000000000",
                     "perft 30\nposition startpos moves a1b2\ngo depth 128", "go depth 128\nbench"):
            with self.subTest(work=work), Ugi(self.folder) as ugi:
                ugi.say(work)
                time.sleep(0.05)
                ugi.say("stop", "position startpos moves a1b2", "query p2turn")
                self.assertEqual(ugi.read_until("response"), "response true")
                ugi.say(work)
                time.sleep(0.05)
                self.assertEqual(ugi.quit(), 0)

    def test_stop_and_quit_at_once(self):
        """The whole script is there before the first command begins."""
        for script in ("go depth 128\nposition startpos\nstop\nquit\n", "go depth 128\nperft 30\nquit\n",
                       "perft 30\nstop\nperft 30\nquit\n", "go depth 128\nposition startpos\nstop\n",
                       "go depth 128\n" + "position startpos\ngo depth 128\n" * 500 + "stop\nquit\n"):
            done = subprocess.run([PAUA, "ugi"], input=script, capture_output=True, text=True, timeout=30,
                                  env=self.folder.environment())
            self.assertEqual((done.returncode, done.stderr), (0, ""), script[:60])

    def test_what_waits_keeps_its_order(self):
        """Lines that come during a search are carried out after it, in their order; without an end of the line, too."""
        pairs = 20000
        script = "go depth 5\n" + "".join(f"position startpos moves {'c3c4 g7g6 c4c3 g6g7 ' * (i % 2)}\nquery fen\n"
                                          for i in range(pairs)) + "go depth 3\nquery game"
        done = subprocess.run([PAUA, "ugi"], input=script, capture_output=True, text=True, timeout=60,
                              env=self.folder.environment())
        self.assertEqual(done.returncode, 0)
        answers = [line for line in done.stdout.splitlines() if not line.startswith("info depth")]
        self.assertRegex(answers[0], "^bestmove [a-i]")
        self.assertEqual([line.split()[-1] for line in answers[1:pairs + 1]], ["1", "5"] * (pairs // 2))
        # The last search may end before or after the last line is read.
        self.assertRegex("\n".join(sorted(answers[pairs + 1:])), r"\Abestmove [a-i]\S+\nresponse abalone\Z")

    def test_options_are_kept(self):
        self.ugi.say("setoption name Hash value 1", "setoption name Eval value abla-single",
                     "setoption name Layout value the-wall", "setoption name wincount VALUE 1")
        self.assertTrue(self.ugi.ask("fen").startswith("2w2/6/1wwwww1/"))
        self.ugi.say("position fen 5/6/7/8/9/8/7/6/bbbww moves a1a2")
        self.assertEqual(self.ugi.ask("result"), "p1win")
        self.ugi.say("setoption name WinCount value 2", "position fen 5/6/7/8/9/8/7/6/bbbww moves a1a2")
        self.assertEqual(self.ugi.ask("result"), "none")
        self.ugi.say("position fen 5/6/7/8/9/8/7/6/bbbww moves a1a2 a5b5 a2a3")
        self.assertEqual(self.ugi.ask("result"), "none")

    def test_a_game_for_six(self):
        self.ugi.say("setoption name Players value 6", "setoption name Rules value course,plies=90",
                     "setoption name Level value 1", "setoption name Seed value 3")
        moves, order = [], []
        while self.ugi.ask("gameover") == "false":
            turns = [self.ugi.ask(f"p{player}turn") for player in range(1, 7)]
            self.assertEqual(turns.count("true"), 1)
            order.append(turns.index("true") + 1)
            self.ugi.say("go p1time 9000 p2time 9000 p3time 9000 p4time 9000 p5time 9000 p6time 9000 p6inc 10")
            moves.append(self.ugi.read_until("bestmove ").split()[1])
            self.ugi.say("position startpos moves " + " ".join(moves))
        self.assertEqual(order[:12], [1, 2, 3, 4, 5, 6] * 2)
        self.assertLessEqual(len(moves), 90)
        self.assertRegex(self.ugi.ask("result"), r"^(p[1-6]win|draw)$")
        fen = self.ugi.ask("fen").split()
        self.assertEqual(len(fen[2].split("-")), 6)

    def test_the_clock_of_the_third_player_counts(self):
        self.ugi.say("setoption name Players value 3", "position startpos moves i5h4 a5b5",
                     "go p1time 36000000 p2time 36000000 p3time 200 p3inc 0")
        self.ugi.read_until("bestmove")
        self.assertLess(self.ugi.processor_seconds(), 2)

    def test_a_team_wins(self):
        self.ugi.say("setoption name WinCount value 2")
        self.ugi.say("position fen 5/6/7/8/5rrrg/8/7/6/bbbww r 1-0-0-0 0 1 br-wg moves e6e7")
        self.assertEqual(self.ugi.ask("result"), "p1win")

    def test_own_options_count_before_rules(self):
        start = "position startpos moves a1b2 i5h5 b2a1 h5i5"
        self.ugi.say("setoption name Rules value arena,plies=4", start)
        self.assertEqual(self.ugi.ask("result"), "draw")
        self.ugi.say("setoption name MaxPlies value 5", start)
        self.assertEqual(self.ugi.ask("result"), "none")
        self.ugi.say("setoption name Rules value ko,plies=4", start)
        self.ugi.say("setoption name MaxPlies value 0", "position startpos moves c3c2 g5g4 c2c3 g4g5", "isready")
        self.assertIn("would repeat an earlier position", self.ugi.read_until("info string error moves"))

    def test_layouts_and_players(self):
        for player, layout, count in ((5, "bowl", 5), (None, "standard-3", 3), (4, None, 4), (None, "the-wall", 2)):
            if player:
                self.ugi.say(f"setoption name Players value {player}")
            if layout:
                self.ugi.say(f"setoption name Layout value {layout}")
            self.assertEqual(len(self.ugi.ask("fen").split()[2].split("-")), count)
        self.ugi.say("setoption name Players value 3")
        self.ugi.read_until("info string error setoption: Players: the layout 'the-wall' is not for 3")
        self.assertTrue(self.ugi.ask("fen").startswith("2w2/6/1wwwww1/"))

    def test_methods_agree_on_a_game_for_two(self):
        lines = set()
        self.ugi.say("setoption name Eval value abla-combined")  # by whose terms games for many are judged
        for method in ("full-width", "best-reply", "max-n", "paranoid", "plain"):
            self.ugi.say(f"setoption name Method value {method}", "position startpos moves a1b2 i5h5", "go depth 2")
            lines.add(re.search(r"score cp (\S+)", self.ugi.read_until("info depth 2")).group(1))
            self.ugi.read_until("bestmove")
        self.assertEqual(len(lines), 1, lines)

    def test_opponents(self):
        self.ugi.say("setoption name Opponent value abla-combined:2", "position startpos", "go movetime 60000")
        self.assertTrue(self.ugi.read_until("info depth 1").startswith("info depth 1 "))
        self.ugi.read_until("info depth 2")
        self.assertTrue(self.ugi.read_until("").startswith("bestmove "))  # and no third depth
        self.ugi.say("setoption name Opponent value random", "setoption name Seed value 5", "go depth 9")
        first = self.ugi.read_until("bestmove")
        self.ugi.say("setoption name Seed value 6", "go depth 9")
        self.assertNotEqual(self.ugi.read_until("bestmove"), first)
        for value in ("abapro:0", "nobody", "a" * 100, "random:2"):
            self.ugi.say(f"setoption name Opponent value {value}")
            self.assertIn("Opponent: ", self.ugi.read_until("info string error setoption"))
        self.ugi.say("setoption name Opponent value none", "go depth 3")
        self.ugi.read_until("info depth 3")
        self.ugi.read_until("bestmove")

    def test_many_moves(self):
        self.ugi.say("setoption name Repetition value 0", "setoption name QuietPlies value 0",
                     "position startpos moves " + " ".join(["b1c1 h9g9 c1b1 g9h9"] * 2000))
        self.assertTrue(self.ugi.ask("fen").endswith(" b 0-0 8000 8001"))

    def test_any_bytes(self):
        for source in ("head -c 300000 /dev/urandom | tr -d '\\n'", "head -c 100000 /dev/urandom",
                       "(echo position fen; head -c 5000 /dev/urandom) | tr '\\n' ' '"):
            done = bash(source + " | paua ugi > /dev/null", self.folder)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.ugi.say("position startpos moves " + "a" * 1000000, "isready")
        self.assertIn("is too long for a move", self.ugi.read_until("info string error"))
        self.ugi.read_until("readyok")


if __name__ == "__main__":
    unittest.main()
