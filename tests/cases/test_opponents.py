"""The named opponents in games: those that `paua tournament --abla` replays."""
import json
import pathlib
import re
import signal
import subprocess
import time
import unittest

from harness import PAUA, Folder, Ugi, bash


PARTS = {"4-ply": ":4", "3-ply": ":3", "combined": "combined", "single": "single"}  # of an opponent's name


class AblaTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        with Folder() as folder:  # seconds, but half a minute with sanitizers
            done = subprocess.run([PAUA, "tournament", "--abla", "--json", "--out", "games.apgn"], cwd=folder.name,
                                  env=folder.environment(), text=True, capture_output=True, timeout=500)
            cls.imported = bash("paua import games.apgn", folder).stdout
            cls.saved = folder.read("games.apgn")
        assert (done.returncode, done.stderr) == (0, ""), done
        cls.replay = json.loads(done.stdout)

    def test_the_paper_agrees_with_itself(self):
        """Table 2 as the paper prints it follows from table 1."""
        printed = {"4-ply": (3, 0, 1, 18, 6), "3-ply": (0, 3, 1, 6, 18), "combined": (2, 1, 3, 19, 12),
                   "single": (1, 2, 3, 12, 19)}
        self.assertEqual([game["paper"] for game in self.replay["games"]],
                         [[3, 3], [0, 1], [2, 6], [6, 2], [6, 1], [1, 0]])
        for row in self.replay["agents"]:
            paper = row["paper"]
            self.assertEqual(tuple(paper[key] for key in ("wins", "losses", "draws", "made", "suffered")),
                             printed[row["agent"]])

    def test_the_games_are_saved(self):
        self.assertEqual(self.imported, "imported 6 rejected 0\n")
        for tag, key in (("Black", "gray"), ("White", "black"), ("Plies", "plies")):
            self.assertEqual(re.findall(rf'(?m)^\[{tag} "(.*)"\]$', self.saved),
                             [str(game[key]) for game in self.replay["games"]])

    def test_tables_agree(self):
        for agent in self.replay["agents"]:
            made = suffered = wins = 0
            for game in self.replay["games"]:
                players = [game["gray"], game["black"]]
                mine = [PARTS[agent["agent"]] in player for player in players]
                if mine.count(True) != 1:
                    continue
                side = mine.index(True)
                made += game["paua"][side]
                suffered += game["paua"][1 - side]
                wins += game["paua"][side] == 6
            ours = agent["paua"]
            self.assertEqual((made, suffered, wins), (ours["made"], ours["suffered"], ours["wins"]), agent)
            self.assertEqual(ours["wins"] + ours["losses"] + ours["draws"], agent["games"])

    def test_a_game_through_the_protocol(self):
        """The opponents make the same moves where nothing but UGI sees them."""
        game = self.replay["games"][3]
        with Folder() as folder, Ugi(folder) as ugi:
            ugi.say("setoption name Hash value 1", "setoption name Rules value solver,win=6,repetition=3")
            moves = []
            while True:
                ugi.say("position startpos" + (" moves " + " ".join(moves) if moves else ""))
                if ugi.ask("gameover") == "true":
                    break
                ugi.say(f"setoption name Opponent value {game['black' if len(moves) % 2 else 'gray']}", "go movetime 600000")
                moves.append(ugi.read_until("bestmove").split()[1])
            self.assertEqual(len(moves), game["plies"])
            self.assertEqual([int(n) for n in ugi.ask("fen").split()[2].split("-")], game["paua"])

    def test_choices(self):
        """An interrupt prints what is complete: first the usual choice, whose games are those above."""
        with Folder() as folder:
            running = subprocess.Popen([PAUA, "tournament", "--abla", "--choices", "--json", "--out", "games.apgn"],
                                       cwd=folder.name, env=folder.environment(), text=True,
                                       stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            path = pathlib.Path(folder.name, "games.apgn")
            while running.poll() is None and not (path.exists() and path.read_text().count("[Event ") > 12):
                time.sleep(0.1)
            running.send_signal(signal.SIGINT)
            out, errors = running.communicate(timeout=500)
            saved = path.read_text()
        self.assertRegex(errors, r"^paua tournament: interrupted after \d+ of 428 choices\n$")
        choices = json.loads(out)["choices"]
        self.assertEqual(choices[0]["scores"], [game["paua"] for game in self.replay["games"]])
        self.assertEqual({key: choices[0][key] for key in ("ejected", "order", "last", "image", "repetition")},
                         {"ejected": 8, "order": "rules", "last": False, "image": 0, "repetition": 3})
        self.assertGreater(len({json.dumps(choice["scores"]) for choice in choices}), 1)
        self.assertGreaterEqual(saved.count("[Event "), 6 * len(choices))


class ReadingTest(unittest.TestCase):
    def test_one_reading_gives_all_results(self):
        """Of what the paper leaves open, number 95 decides it so that every game ends as printed."""
        with Folder() as folder:
            replay = json.loads(bash("paua tournament --abla --choice 95 --json", folder).stdout)
            usual = json.loads(bash("paua tournament --abla --choice 1 --json", folder).stdout)
        self.assertEqual(replay["agree"], 6)
        self.assertEqual([game["paua"] for game in replay["games"]],
                         [[0, 0], [0, 0], [0, 6], [6, 0], [6, 4], [1, 0]])
        self.assertEqual(usual["agree"], 2)


class Table3Test(unittest.TestCase):
    def test_stand_ins(self):
        """ABLA is not beaten, and every result is the paper's."""
        with Folder() as folder:
            replay = json.loads(bash("paua tournament --abla --table 3 --json --out games.apgn", folder).stdout)
            imported = bash("paua import games.apgn", folder).stdout
        self.assertEqual(imported, "imported 6 rejected 0\n")
        self.assertEqual([game["paper"] for game in replay["games"]],
                         [[0, 0], [6, 1], [0, 0], [6, 3], [0, 0], [3, 1]])
        self.assertEqual((replay["agree"], replay["beaten"]), (6, 0))
        for number, game in enumerate(replay["games"]):
            self.assertEqual("abla-combined:4", game["black" if number % 2 == 0 else "gray"])
            self.assertEqual("6" in str(game["paua"]), "6" in str(game["paper"]), game)


if __name__ == "__main__":
    unittest.main()
