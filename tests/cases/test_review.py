"""Reviews of games from the command line, and explanations of positions: what is interrupted, what comes out twice."""
import json
import pathlib
import signal
import subprocess
import time
import unittest

from harness import PAUA, Folder, bash, wait_for_output, wait_for_threads

GAME = """[Event "Club evening"]
[Date "2026.11.21"]
[Black "Ada"]
[White "Bo"]
[Variant "belgian-daisy"]
[Result "0-1"]
[Notation "Aba-Pro"]

1. b1c2 b6b5 2. d3c3 a5a4 3. c3b3 a4b4 4. a3b3 g4g5 5. c2b2 i5h5 6. b1b2 i6h5
7. a1b2 b6c6 8. a2b3 h4g4 9. i9h8 g4f4 10. b4c4 g4g5 11. b3c4 f4f5
12. b2c3 b5c6 13. g9h9 d7e7 14. h9h8 f5f6 15. h7h8 c5d6 16. i8h8 e8e7 0-1
"""


class ReviewTest(unittest.TestCase):
    def setUp(self):
        self.folder = self.enterContext(Folder())
        (pathlib.Path(self.folder.name) / "g.apgn").write_text(GAME)

    def exists(self, name):
        return (pathlib.Path(self.folder.name) / name).exists()

    def interrupt(self, *arguments, wait):
        process = subprocess.Popen([str(PAUA), *arguments], cwd=self.folder.name, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True)
        wait(process)
        began = time.monotonic()
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
        self.assertLess(time.monotonic() - began, 20)
        return process.returncode, out, err

    def test_interrupted_reviews_say_what_is_known(self):
        code, out, err = self.interrupt("review", "g.apgn", "--time", "100000", "-o", "o.apgn", wait=wait_for_threads)
        self.assertEqual(code, 3)
        self.assertIn("game 1: Ada - Bo", out)
        self.assertEqual(err, "paua review: interrupted: 0 of 32 moves of game 1 were reviewed; --game 1 reviews it alone\n")
        self.assertFalse(self.exists("o.apgn"))

    def test_what_import_reads_is_reviewed(self):
        path = pathlib.Path(self.folder.name)
        for text, said in (("1. a1b2 i5h5", "the tag Variant is missing: the moves are legal from standard"),
                           ('[Variant "Abalone"]\n\n1. a2a3 *\n',
                            "the Variant 'Abalone' is no layout: the moves are legal from belgian-daisy, the Position now"),
                           ("Belgian daisy\n1. i9h8 i6h6 1-0 {so}", "the first line names the layout"),
                           ("ABAL1:standard:Ann|Bob:3a1b2c33", "the game is a code ABAL1")):
            (path / "bare.txt").write_text(text)
            done = bash("paua review bare.txt --nodes 200", self.folder)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn(f"paua review: bare.txt: game 1: {said}\n", done.stderr)
            self.assertEqual(bash("paua review bare.txt --nodes 200 --quiet", self.folder).stderr, "")

    def test_texts_of_others_are_safe_for_a_terminal(self):
        path = pathlib.Path(self.folder.name)
        bad = "A\u202eb\u200b\u009b31m"
        (path / "names.apgn").write_text(f'[Event "x"]\n[Black "{bad}"]\n[White "Zo\u00eb"]\n[Variant "standard"]\n\n1. c3d3 *\n', encoding="utf-8")
        (path / "variant.apgn").write_text(f'[Event "x"]\n[Variant "{bad}"]\n\n1. c3d3 *\n', encoding="utf-8")
        self.assertIn("game 1: A?b??31m - Zo\u00eb, standard, *\n", bash("paua review names.apgn --nodes 50", self.folder).stdout)
        for command in ("review variant.apgn", "import variant.apgn --store sqlite:a.db"):
            done = bash(f"paua {command}", self.folder)
            self.assertIn("Variant 'A?b??31m'", done.stdout + done.stderr)

    def test_interrupted_explanations_end(self):
        code, out, _ = self.interrupt("analyze", "--time", "100000", "--explain", wait=wait_for_output)
        self.assertEqual(code, 0)
        self.assertRegex(out, r"\nthreat \w+ score .*\nhanging none\nformation black .*\nformation white .*\nbestmove \w+\n$")

    def test_a_review_is_the_same_again(self):
        """Twice, and in text as in JSON."""
        one = bash("paua review g.apgn --nodes 3000 -o a.apgn --json", self.folder)
        two = bash("paua review g.apgn --nodes 3000 -o b.apgn --json", self.folder)
        self.assertEqual((one.returncode, one.stdout, one.stderr), (0, two.stdout, ""))
        bash("cmp a.apgn b.apgn && paua import --store sqlite:s.db a.apgn", self.folder)
        game = json.loads(one.stdout)
        text = bash("paua review g.apgn --nodes 3000", self.folder).stdout
        for side in "bw":
            self.assertIn(f"accuracy {game[side]['accuracy']:.1f} %", text)
        self.assertEqual([move["ply"] for move in game["moves"]], list(range(1, 33)))
        curve = [game["start"], *(move["expectation"] for move in game["moves"])]
        self.assertTrue(0.4 < curve[0] < 0.7 and curve[-1] < 0.1, curve)
        bars = "".join("▁▂▃▄▅▆▇█"[min(int(8 * share), 7)] for share in curve)
        self.assertIn(f"expectation of Black: {bars}\n", text)
        self.assertLess(game["b"]["accuracy"], game["w"]["accuracy"] - 10)  # Black lost
        blunders = [move["move"] for move in game["moves"] if move["grade"] == "blunder"]
        for move in blunders:
            self.assertRegex(text, rf" {move} .* blunder\n")
        self.assertEqual(len(blunders), text.count(" %  blunder\n"))
        self.assertIn("h7h8", blunders)
        self.assertEqual(game["b"]["grades"]["blunder"] + game["w"]["grades"]["blunder"], len(blunders))

    def test_a_draw_by_the_rules_is_reviewed_to_its_end(self):
        """A record may go on where our rules see a draw."""
        moves = "1. c3d3 g5f4 2. d3c3 f4g5 " * 3
        (pathlib.Path(self.folder.name) / "r.apgn").write_text(
            GAME.split("1. b1c2")[0].replace("0-1", "*").replace("belgian-daisy", "standard") + moves + "*\n")
        done = bash("paua review r.apgn --depth 1 --json", self.folder)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(len(json.loads(done.stdout)["moves"]), 12)


    def test_games_for_three_to_six_players(self):
        """Reviewed, annotated and read again; a player leaves, teams share."""
        for players, extra in ((3, ""), (4, "--teams"), (5, ""), (6, "")):
            save = f"n{players}.apgn"
            done = bash(f"paua play --players {players} {extra} --human none --level 2 --rules win=2,plies=60 "
                        f"--seed 1 --plain --save {save}", self.folder)
            self.assertEqual(done.returncode, 0, done.stderr)
            done = bash(f"paua review {save} --nodes 300 --json -o r.apgn && paua review r.apgn --nodes 300 "
                        "-o again.apgn > /dev/null && cmp r.apgn again.apgn", self.folder)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            game = json.loads(done.stdout)
            letters = "bwrgyp"[:players]
            parties = 2 if extra else players
            self.assertEqual({move["side"] for move in game["moves"]}, set(letters))
            for shares in (game["start"], *(move["expectation"] for move in game["moves"])):
                self.assertEqual(len(shares), players)
                self.assertAlmostEqual(sum(shares), players / parties)
            for letter in letters:
                self.assertTrue(0 < game[letter]["accuracy"] <= 100)
            text = bash(f"paua review {save} --nodes 300", self.folder).stdout
            self.assertEqual(text.count("expectation of "), players)
            self.assertRegex(text, r"\n +1 r \w+ ")

    def test_who_leaves_is_passed_over(self):
        """White leaves after four moves, Black at the end."""
        (pathlib.Path(self.folder.name) / "l.apgn").write_text(
            GAME.split("1. b1c2")[0].replace('"0-1"', '"0-0-1"').replace("belgian-daisy", "standard-3").replace(
                "[White", '[Players "3"]\n[Red "Cy"]\n[White') +
            "1. h4h6g4 c6e8c5 e1e2 2. g4g5 w:time e2e3 i9h8 3. b2c2c3 b:resigns 0-0-1\n")
        done = bash("paua review l.apgn --nodes 300 -o o.apgn --json", self.folder)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        game = json.loads(done.stdout)
        self.assertEqual((game["red"], "".join(move["side"] for move in game["moves"])), ("Cy", "bwrbrbr"))
        self.assertEqual([move["expectation"][1] > 0 for move in game["moves"]], [True] * 3 + [False] * 4)
        self.assertIsNone(game["turning"])  # who resigns has not lost on the board
        done = bash("paua import --store sqlite:s.db o.apgn", self.folder)
        self.assertEqual(done.stdout, "imported 1 rejected 0\n", done.stderr)

    def test_explanations_for_many(self):
        for options, players in (("--players 3", 3), ("--players 6", 6), ("--layout bowl --players 5", 5)):
            done = bash(f"paua analyze {options} --nodes 2000 --explain", self.folder)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(done.stdout.count("\nthreat "), players - 1)
            line = bash(f"paua analyze {options} --nodes 2000 --explain --json | tail -n 2 | head -n 1",
                        self.folder).stdout
            explanation = json.loads(line)
            self.assertAlmostEqual(sum(explanation["expectation"]), 1)
            self.assertEqual([threat["side"] for threat in explanation["threats"]], list("wrgyp"[:players - 1]))
            self.assertEqual(explanation["threat"]["move"], explanation["threats"][0]["move"])

    def test_marbles_of_nobody_are_no_hindrance(self):
        """Fixed, neutral and central marbles."""
        for marble in "xnc":
            position = f"wwwww/wwwwww/2www2/8/4{marble}4/8/2bbb2/bbbbbb/bbbbb b"
            done = bash(f"paua analyze --position '{position}' --nodes 2000 --explain", self.folder)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertRegex(done.stdout, r"\nexpectation black [0-9.]+ % white [0-9.]+ %\nthreat \w+ score")


if __name__ == "__main__":
    unittest.main()
