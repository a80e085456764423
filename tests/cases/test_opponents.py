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


class WeightsTest(unittest.TestCase):
    """`paua tournament --abla --weights`: a feature's weights against the distance to the centre alone."""
    COMMAND = "tournament --abla --weights 0:1:0.5 --plies 1,2 --games 12 --json --quiet --out games.apgn".split()
    CELLS = [(plies, start, weight) for plies in (1, 2) for start in ("standard", "belgian-daisy") for weight in (0, 0.5, 1)]

    def play(self, folder, *more):
        done = subprocess.run([PAUA, *self.COMMAND, *more], cwd=folder.name, env=folder.environment(), text=True,
                              capture_output=True, timeout=500)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return json.loads(done.stdout)

    @staticmethod
    def tags(games, name):
        return re.findall(rf'(?m)^\[{name} "(.*)"\]$', games)

    def test_rows_are_the_games(self):
        with Folder() as folder:
            played = self.play(folder)
            games = folder.read("games.apgn")
            self.assertEqual(bash("paua import games.apgn", folder).stdout, "imported 144 rejected 0\n")
            # as many threads as one likes: the same games
            again = self.play(folder, "--concurrency", "2", "--out", "more.apgn")
            self.assertEqual(sorted(self.tags(games, "Plies")), sorted(self.tags(folder.read("more.apgn"), "Plies")))
            other = self.play(folder, "--seed", "2")
        self.assertEqual(played, again)
        self.assertNotEqual(played, other)
        self.assertEqual(played["feature"], "neighbours")
        self.assertEqual([(row["plies"], row["start"], row["weight"]) for row in played["weights"]], self.CELLS)
        scores = dict.fromkeys(self.CELLS, (0, 0, 0))
        for number, (black, white, result) in enumerate(zip(*(self.tags(games, tag) for tag in ("Black", "White", "Result")))):
            name = white if "single" in black else black
            self.assertEqual("single" in black, "single" not in white)
            plies, weight = re.fullmatch(r"abla:(\d),w2=(.*)", name).groups()
            cell = (int(plies), ("standard", "belgian-daisy")[number // 36 % 2], float(weight))
            won = {"1/2-1/2": 1, "1-0": 0 if name == black else 2, "0-1": 0 if name == white else 2}[result]
            scores[cell] = tuple(count + (won == i) for i, count in enumerate(scores[cell]))
        self.assertEqual({cell: count for cell, count in scores.items()},
                         {(row["plies"], row["start"], row["weight"]): (row["wins"], row["draws"], row["losses"])
                          for row in played["weights"]} )
        for row in played["weights"]:
            self.assertEqual(row["games"], 12)
            self.assertAlmostEqual(row["score"], (row["wins"] + row["draws"] / 2) / 12)
            if row["weight"] == 0:  # two programs that play the same: with colours changed each game comes twice
                self.assertEqual((row["wins"], row["elo"]), (row["losses"], 0))

    def test_killed_and_resumed(self):
        with Folder() as folder:
            whole = self.play(folder, "--concurrency", "2")
            rows = len(self.tags(folder.read("games.apgn"), "Event"))
            pathlib.Path(folder.name, "games.apgn").unlink()
            kept = 0
            for enough in (5, 50, 100):
                pathlib.Path(folder.name, "games.apgn").touch()
                running = subprocess.Popen([PAUA, *self.COMMAND, "--resume"], cwd=folder.name, env=folder.environment(),
                                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                while running.poll() is None and folder.read("games.apgn").count("[Event ") < enough:
                    time.sleep(0.002)
                running.kill()
                running.wait()
                kept, before = len(re.findall(r"(?m)^\[Event ", folder.read("games.apgn"))), kept
                self.assertGreaterEqual(kept, max(enough, before))
            self.assertEqual(self.play(folder, "--resume"), whole)
            self.assertEqual(len(self.tags(folder.read("games.apgn"), "Event")), rows)
            # a run with more games takes over those of the shorter one
            more = self.play(folder, "--resume", "--games", "14")
            self.assertEqual({row["games"] for row in more["weights"]}, {14})
            self.assertEqual(len(self.tags(folder.read("games.apgn"), "Event")), rows + 24)

    def test_interrupted_prints_what_there_is(self):
        with Folder() as folder:
            running = subprocess.Popen([PAUA, *"tournament --abla --weights 0.5 --plies 3 --games 100000 --out g".split()],
                                       cwd=folder.name, env=folder.environment(), text=True,
                                       stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            path = pathlib.Path(folder.name, "g")
            while running.poll() is None and not (path.exists() and path.read_text().count("[Event ") > 4):
                time.sleep(0.05)
            running.send_signal(signal.SIGINT)
            out, errors = running.communicate(timeout=500)
        self.assertRegex(errors, r"^paua tournament: interrupted after \d+ of 100000 games; --resume continues\n$")
        self.assertRegex(out, r"(?m)^    3  standard         0\.5 +\d+ ")
        self.assertEqual(running.returncode, 3)

    def test_features_and_readings(self):
        """Each feature changes the games, and so does a reading of what the paper leaves open."""
        with Folder() as folder:
            results = {}
            for extra in ("", "--feature hexagons", "--feature groups", "--choice 95"):
                done = bash("paua tournament --abla --weights 1 --plies 2 --games 16 --json -q --out g " + extra, folder)
                self.assertEqual((done.returncode, done.stderr), (0, ""))
                results[extra] = json.dumps(json.loads(done.stdout)["weights"])
            names = set(self.tags(folder.read("g"), "Black"))
        self.assertEqual(len(set(results.values())), 4)
        self.assertLessEqual({"abla:2,w2=0,w3=1", "abla:2,w2=0,w4=1", "abla:2,w2=1,ejected=7", "abla-single:2,ejected=7"}, names)


if __name__ == "__main__":
    unittest.main()
