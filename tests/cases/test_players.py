"""Games for two to six: computers among themselves, people at one keyboard, time, teams, rules."""
import re
import time
import unittest

from harness import Folder, Terminal, Ugi, bash

PRESETS = ("classic", "tournament", "course", "arena", "ko", "solver")
NAMES = ("Black", "White", "Red", "Green", "Yellow", "Purple")


def winner_of(ending):
    """The number of who has won, from 0, or None: 1-0 and 0-1, but 0-0-1."""
    word = ending.split()[0]
    return None if word == "1/2-1/2" else 0 if word == "1-0" else word.count("0")


PLAYS = re.compile(r"^(Black|White|Red|Green|Yellow|Purple) plays ([a-i1-9]+)", re.M)
ENDS = {"classic": ("by ejections", "by repetition", "too long without an ejection"),
        "tournament": ("by ejections", "by repetition", "too long without an ejection", "by nearness to the centre"),
        "course": ("by ejections", "by score at the limit of plies"),
        "arena": ("by ejections", "by repetition", "too long without an ejection",
                  "by score at the limit of plies"),
        "ko": ("by ejections",), "solver": ("by ejections",)}


class PlayersTest(unittest.TestCase):
    def setUp(self):
        self.folder = self.enterContext(Folder())

    def play(self, options, typed=""):
        done = bash(f"rm -f game; paua play --seed 1 --save game {options}", self.folder, typed)
        self.assertEqual((done.returncode, done.stderr), (0, ""), options)
        return done.stdout

    def check_record(self):
        """What was saved is a game to those who read it."""
        done = bash("rm -f games.db*; paua import game --store sqlite:games.db", self.folder)
        self.assertEqual((done.returncode, done.stdout), (0, "imported 1 rejected 0\n"), self.folder.read("game"))
        back = bash("paua export --store sqlite:games.db", self.folder)
        self.assertEqual(back.stdout, self.folder.read("game"))

    def computers(self, options, rules="classic"):
        """A game between computers; returns its moves and its last line but one, after checking both."""
        printed = self.play(f"{options} --human none --level 1 --rules {rules}")
        moves = [move for _, move in PLAYS.findall(printed)]
        self.check_record()
        ending = printed.splitlines()[-2]
        # the rules themselves, asked by another command, see the same end
        start = " ".join(re.findall(r"--(?:players|layout) \S+|--teams", options))
        with Ugi(self.folder) as ugi:
            fen = bash(f"paua show --format fen {start}", self.folder).stdout.strip()
            ugi.say(f"setoption name Rules value {rules}", f"position fen {fen} moves {' '.join(moves[:-1])}")
            self.assertEqual(ugi.ask("result"), "none")
            ugi.say(f"position fen {fen} moves {' '.join(moves)}")
            self.assertEqual(ugi.ask("gameover"), "true")
            result = ugi.ask("result")
        self.assertEqual(winner_of(ending), None if result == "draw" else int(result[1]) - 1)
        return moves, ending

    def test_six_computers_under_each_preset(self):
        for preset in PRESETS:
            with self.subTest(preset=preset):
                began = time.monotonic()
                moves, ending = self.computers("--players 6", preset)
                self.assertTrue(any(reason in ending for reason in ENDS[preset]), ending)
                self.assertLessEqual(len(moves), {"course": 80, "arena": 400}.get(preset, 10000))
                self.assertLess(time.monotonic() - began, 20)

    def test_every_layout_for_many(self):
        for players in (3, 4, 5, 6):
            for layout in ("standard", "bowl"):
                with self.subTest(players=players, layout=layout):
                    _, ending = self.computers(f"--players {players} --layout {layout}", "course")
                    side = winner_of(ending)
                    if side is not None:
                        self.assertTrue(ending.endswith(f": {NAMES[side]} wins"), ending)

    def test_teams(self):
        pairs = {("standard", 4): "br wg", ("bowl", 4): "bg wr", ("standard", 6): "bg wy rp", ("bowl", 6): "bg wy rp"}
        for (layout, players), teams in pairs.items():
            for preset in ("course", "classic"):
                _, ending = self.computers(f"--players {players} --layout {layout} --teams", preset)
                side = winner_of(ending)
                if side is None:
                    continue
                team = next(team for team in teams.split() if "bwrgyp"[side] in team)
                first, second = (NAMES["bwrgyp".index(letter)] for letter in team)
                self.assertTrue(ending.endswith(f": {first} and {second} win"), ending)
        self.assertRegex(self.play("--players 4 --teams --human none --level 1"),
                         r"Ejected by Black 0 \+ Red 0 = 0, White 0 \+ Green 0 = 0\n")

    def test_two_computers(self):
        _, ending = self.computers("")
        self.assertRegex(ending, r"^(1-0|0-1|1/2-1/2) ")

    def test_computers_tire_of_repetitions_that_no_rule_ends(self):
        for layout in ("b1", "d0"):  # where equal players of level 7 would go round in circles
            printed = self.play(f"--layout {layout} --human none --level 7 --rules solver")
            self.assertRegex(printed.splitlines()[-2], "^(1-0|0-1) by ejections$")

    def test_the_seed_repeats_a_game_and_another_does_not(self):
        games = [self.play(f"--players 3 --human none --level 1 --rules course --seed {seed}") for seed in (4, 4, 5)]
        self.assertEqual(games[0], games[1])
        self.assertNotEqual(games[0], games[2])

    def test_max_n_plays_too(self):
        options = "--players 3 --level 2 --human none --rules plies=24"
        self.assertEqual(len(PLAYS.findall(self.play(options + " --method max-n"))), 24)
        self.assertEqual(len(PLAYS.findall(self.play(options + " --method best-reply"))), 24)
        self.assertEqual(len(PLAYS.findall(self.play(options + " --method paranoid"))), 24)

    def test_people_and_computers(self):
        printed = self.play("--players 3 --layout bowl --human b,Red --level 1", "a4b4\ne1e2\nquit\n")
        self.assertTrue(printed.startswith("People play Black and Red, the computer (level 1) White."), printed)
        self.assertEqual([name for name, _ in PLAYS.findall(printed)], ["Black", "White", "Red"])

    def test_everybody_at_one_keyboard(self):
        printed = self.play("--players 3 --human all", "i5h4\na5b5\nmoves\na1b2\nundo\nresign\ni6h6\nb5a5\nresign\n")
        self.assertIn("People play Black, White and Red.", printed)
        self.assertIn("Taken back.", printed)
        self.assertIn("(left)", printed)
        self.assertRegex(printed.splitlines()[-2], r"^(1-0|0-1) by resignation: (Black|White) wins$")
        self.check_record()

    def test_who_leaves_is_passed_over_and_the_others_play_on(self):
        printed = self.play("--players 4 --level 1 --rules course", "resign\n")
        self.assertIn("You leave the game.\n", printed)
        self.assertRegex(printed, r"Ejected by Black 0 \(left\), White \d+, Red \d+, Green \d+\n")
        played = [name for name, _ in PLAYS.findall(printed)]
        self.assertEqual(played, (["White", "Red", "Green"] * 40)[:len(played)])
        self.assertGreater(len(played), 20)
        self.assertIn("b:resigns 1. ", self.folder.read("game"))
        self.check_record()

    def test_taking_back_brings_a_player_back(self):
        printed = self.play("--players 3 --human all", "i5h4\na5b5\na1b2\nresign\nundo\nboard\nquit\n")
        self.assertIn("Black leaves the game.", printed)
        self.assertIn("Red to move. Ejected by Black 0, White 0, Red 0\n", printed.rsplit("Taken back.", 1)[1])

    def test_a_draw_is_for_people_to_agree(self):
        self.assertEqual(self.play("--human all", "a1b2\ndraw\n").splitlines()[-2:],
                         ["1/2-1/2 by agreement", "Game saved in game"])
        self.assertIn("The computer does not agree to draws.", self.play("--level 1", "draw\n"))

    def test_every_notation(self):
        for typed in ("c3c2", "G5,G4", "[c3, c3, c2]", "c3W"):
            self.assertIn("You play c3c2.", self.play("--level 1", typed + "\n"), typed)

    def test_ko(self):
        printed = self.play("--human all --rules ko", "c3c2\ng5g4\nc2c3\nmoves\ng4g5\ng4f3\n")
        self.assertIn("g4g5 would repeat an earlier position", printed)
        listed = re.search(r"\n\n((?:[a-i1-9]{4,6}[ \n])+)", printed.split("g4g5 would")[0]).group(1).split()
        self.assertIn("g4f3", listed)
        self.assertNotIn("g4g5", listed)
        self.assertIn("White plays g4f3.", printed)

    def test_moves_by_rules(self):
        played = "--moves 'c3c2 g5g4 c2c3'"
        legal = bash(f"paua moves {played}", self.folder).stdout.split()
        allowed = bash(f"paua moves --rules ko {played}", self.folder).stdout.split()
        self.assertEqual(set(legal) - set(allowed), {"g4g5"})
        self.assertEqual(bash(f"paua moves --rules plies=3 {played}", self.folder).stdout, "")

    def test_rules_are_told(self):
        self.assertIn(" Rules: arena,win=4.", self.play("--rules arena,win=4 --level 1", ""))
        self.assertNotIn("Rules", self.play("--level 1", ""))


class TimeTest(unittest.TestCase):
    def setUp(self):
        self.folder = self.enterContext(Folder())

    def late(self, options, seconds, typed):
        done = bash(f"(sleep {seconds}; printf '{typed}') | paua play --seed 1 --level 1 --save game {options}",
                    self.folder)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return done.stdout

    def test_a_turn_too_long_loses(self):
        printed = self.late("--rules turn=0.2", 2, "a1b2\\n")
        self.assertIn("Time is up for Black.\n", printed)
        self.assertIn("\n0-1 on time\n", printed)
        self.assertNotIn("You play a1b2", printed)

    def test_time_for_the_game_is_used_up(self):
        printed = self.late("--rules game=0.3,gain=0.1 --color w", 2, "i5h5\\n")
        self.assertIn("Time is up for White.\n", printed)
        self.assertIn("\n1-0 on time\n", printed)

    def test_in_time(self):
        self.assertIn("You play a1b2.", self.late("--rules turn=30,game=40", 0.1, "a1b2\\n"))

    def test_a_delay_is_not_charged(self):
        self.assertIn("You play a1b2.", self.late("--rules turn=0.3,delay=30", 1, "a1b2\\n"))
        printed = self.late("--rules game=0.2,delay=0.2", 2, "a1b2\\n")
        self.assertIn("Time is up for Black.\n", printed)
        self.assertIn("\n0-1 on time\n", printed)

    def test_of_three_the_others_play_on(self):
        printed = self.late("--players 3 --rules course,turn=0.2", 2, "")
        self.assertIn("Time is up for Black.\n", printed)
        self.assertRegex(printed, r"Ejected by Black 0 \(left\), White")
        self.assertIn("b:time", self.folder.read("game"))

    def test_the_last_one_in_time_wins(self):
        printed = self.late("--players 3 --human all --rules turn=0.2", 2, "")
        self.assertEqual(re.findall(r"Time is up for (\w+)", printed), ["Black", "White"])
        self.assertIn("\n0-0-1 on time: Red wins\n", printed)

    def test_computers_move_in_time(self):
        began = time.monotonic()
        done = bash("paua play --players 6 --human none --level 10 --rules turn=0.03,plies=40 --save game",
                    self.folder)
        self.assertIn(" the limit of plies", done.stdout)
        self.assertNotIn("Time is up", done.stdout)
        self.assertEqual(len(PLAYS.findall(done.stdout)), 40)
        self.assertLess(time.monotonic() - began, 40 * 0.03 + 10)
        done = bash("paua play --human none --level 10 --rules game=4,plies=40 --save game", self.folder)
        self.assertEqual(len(PLAYS.findall(done.stdout)), 40)

    def test_the_prompt_tells_the_time(self):
        with Terminal(self.folder, "play", "--plain", "--rules", "turn=90", "--save", "game") as terminal:
            terminal.wait_for("> ")
            self.assertRegex(terminal.seen, r"Black (1:30|1:[0-2]\d)> \Z")  # seconds may have passed on a busy machine
            terminal.press("quit\n")
            self.assertEqual(terminal.wait_end(), 0)
        with Terminal(self.folder, "play", "--plain", "--rules", "days=3", "--save", "game") as terminal:
            terminal.wait_for("> ")
            self.assertRegex(terminal.seen, r"Black (3d 0:00:00|2d 23:59:[3-5]\d)> \Z")
            terminal.press("quit\n")
            self.assertEqual(terminal.wait_end(), 0)

    def test_a_prompt_that_waits_too_long(self):
        with Terminal(self.folder, "play", "--plain", "--rules", "turn=0.4", "--save", "game") as terminal:
            terminal.wait_for("0-1 on time")
            self.assertEqual(terminal.wait_end(), 0)


class ScreenTest(unittest.TestCase):
    def setUp(self):
        self.folder = self.enterContext(Folder())

    def test_six_players(self):
        with Terminal(self.folder, "play", "--players", "6", "--level", "1", "--seed", "2", "--save", "game") as terminal:
            for text in ("you", "Purple", "level 1", "Black to move", "ejected"):
                terminal.wait_shown(text)
            terminal.press("\033OA\033OA\033OAx")  # up, from e5 to h7, and the marble there to g7
            terminal.wait_shown("1. @ h7g7")
            terminal.wait_shown("5. y ")
            terminal.wait_shown("Black to move")
            terminal.press("u")
            terminal.wait_shown("Taken back.")
            terminal.press("r")
            terminal.wait_shown("Resign?")
            terminal.press("y")
            terminal.wait_shown("left")
            terminal.wait_shown("1. O ")
            terminal.press("q")
            self.assertEqual(terminal.wait_end(), 0)
        self.assertIn("b:resigns", self.folder.read("game"))

    def test_watching(self):
        with Terminal(self.folder, "play", "--players", "3", "--human", "none", "--level", "1", "--rules", "plies=3",
                      "--save", "game") as terminal:
            terminal.wait_shown("the limit of plies")
            terminal.press("uh :a1b2\r\033OA")  # nobody plays: these do nothing
            terminal.wait_shown("game over   q quit")
            terminal.press("q")
            self.assertEqual(terminal.wait_end(), 0)

    def test_time_runs_on_the_screen(self):
        with Terminal(self.folder, "play", "--rules", "turn=1.5", "--level", "1", "--save", "game") as terminal:
            terminal.wait_shown("0:01")
            terminal.wait_shown("0-1 on time")
            terminal.press("q")
            self.assertEqual(terminal.wait_end(), 0)

    def test_teams(self):
        with Terminal(self.folder, "play", "--players", "4", "--teams", "--level", "1", "--save", "game") as terminal:
            terminal.wait_shown("Teams: @r 0, Og 0")
            terminal.press("q")
            self.assertEqual(terminal.wait_end(), 0)


if __name__ == "__main__":
    unittest.main()
