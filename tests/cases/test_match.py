"""`paua match` and `paua tournament`: faulty external engines, killed matches, rules, what is printed.

PAUA_KILLS says how often a match is killed to see what its engines leave behind (6 by default)."""
import json
import os
import pathlib
import random
import re
import shlex
import signal
import subprocess
import sys
import time
import unittest

from harness import PAUA, WAIT_SECONDS, Folder, Terminal, bash

KILLS = int(os.environ.get("PAUA_KILLS", "6"))
FAKE = pathlib.Path(__file__).resolve().parent / "fake_engine.py"


def fake(way, log="", settings=""):
    return shlex.quote(f"cmd,name={way}{settings}:env PAUA={PAUA} {sys.executable} {FAKE} {way} {log}")


def running(marker):
    """Processes whose command line has this text."""
    found = []
    for path in pathlib.Path("/proc").glob("[0-9]*/cmdline"):
        try:
            line = path.read_bytes()
        except OSError:
            continue
        if marker.encode() in line and int(path.parent.name) != os.getpid():
            found.append(line)
    return found


def wait_until(check, seconds=WAIT_SECONDS):
    end = time.monotonic() + seconds
    while not check():
        if time.monotonic() > end:
            return False
        time.sleep(0.05)
    return True


class MatchTest(unittest.TestCase):
    def setUp(self):
        self.folder = self.enterContext(Folder())

    def match(self, *engines, options="", command="match"):
        """Runs a match to its end; returns it, with what --json has printed."""
        line = " ".join(f"-e {engine}" for engine in engines)
        done = bash(f"paua {command} {line} {options} --json", self.folder)
        done.objects = [json.loads(text) for text in done.stdout.splitlines()]
        return done

    def check_loses(self, way, ending, note, games=4, limit="--depth 1 --patience 5"):
        """A faulty engine loses each game, with a line on stderr for each."""
        done = self.match(fake(way), "paua:depth=1", options=f"{limit} -c 2 --max-plies 40 --games {games}")
        self.assertEqual(done.returncode, 0, done.stderr)
        played, end = done.objects[:-1], done.objects[-1]
        self.assertEqual((end["wins"], end["draws"], end["losses"]), (0, 0, games), done.stderr)
        self.assertEqual([game["ending"] for game in played], [ending] * games, done.stderr)
        none = {"time": 0, "illegal move": 0, "crash": 0, "hang": 0, "no move": 0}
        self.assertEqual(end["faults"], [none | {ending: games}, none])
        lines = done.stderr.splitlines()
        self.assertEqual(len(lines), games)
        for line in lines:
            self.assertRegex(line, rf"^paua match: game [1-4]: {way} \((black|white)\): {ending}: .*{note}")
        self.assertEqual(running(f"{FAKE}\0{way}"), [])

    def test_an_exit(self):
        self.check_loses("exit", "crash", r"exit code 3.* before its move")

    def test_a_signal(self):
        self.check_loses("signal", "crash", r"signal 11.* before its move")

    def test_an_engine_that_kills_its_supervisor(self):
        """It ends with it."""
        self.check_loses("patricide", "crash", r"its supervisor was killed\) before its move", 2)

    def test_silence(self):
        self.check_loses("hang", "hang", "no move within 5000 ms", 2)

    def test_silence_with_a_time_for_moves(self):
        self.check_loses("hang", "hang", "no move within [3-9][0-9]{3} ms", 2, "--time 2000 --margin 1000 --patience 20")

    def test_an_engine_that_does_not_read(self):
        self.check_loses("deaf", "hang", "no move within 5000 ms", 2)

    def test_a_closed_output(self):
        self.check_loses("close", "crash", "before its move")

    def test_an_illegal_move(self):
        self.check_loses("illegal", "illegal move", "move [5-9]: 'a1a2a3'")

    def test_what_is_no_move(self):
        self.check_loses("wrong", "illegal move", "'zz'", 2)
        self.check_loses("empty", "illegal move", "''", 2)

    def test_no_move(self):
        self.check_loses("none", "no move", r"move [5-9]: 'bestmove none', but there are \d+ legal moves", 2)

    def test_endless_chatter(self):
        """One game each: until its time is up, the engine takes all the processor that it gets."""
        self.check_loses("endless", "hang", "no move within 5000 ms", 1)
        self.check_loses("zeros", "hang", "no move within 5000 ms", 1)

    def test_no_ugiok(self):
        self.check_loses("mute", "hang", "no ugiok within 2000 ms", 4, "--depth 1 --patience 2")

    def test_no_such_program(self):
        for command, why in (("no-such-program", "cannot start 'no-such-program': No such file or directory"),
                             ("sh -c 'exit 3'", "'sh' ended (exit code 3) before its ugiok")):
            done = self.match(shlex.quote(f"cmd:{command}"), "paua:depth=1", options="--depth 1 --games 2")
            self.assertEqual((done.returncode, done.stdout), (2, ""))
            self.assertEqual(done.stderr, f"paua match: --engine: {why}, expected a program that speaks UGI\n")

    def test_an_open_quote(self):
        done = self.match(shlex.quote("cmd:sh -c 'exit 3"), "random")
        self.assertEqual((done.returncode, done.stderr),
                         (2, "paua match: --engine: 'cmd:sh -c 'exit 3': column 5: expected a program and its "
                             "arguments, quotes closed\n"))

    def test_no_shell_in_between(self):
        """The process that is measured and killed is the engine itself."""
        self.match(fake("parent", "log"), "paua:depth=1", options="--depth 1 --games 1 --max-plies 8")
        self.assertEqual(self.folder.read("log"), "paua\n")

    def test_the_log(self):
        program = fake("loud")
        self.match(program, "paua:depth=1", options="--depth 1 --games 1 --max-plies 2 --out games.apgn")
        self.assertRegex(self.folder.read("games.apgn.log"), r"\A-- loud: process \d+\nloud and clear\n\Z")
        self.match(program, "paua:depth=1", options="--depth 1 --games 1 --max-plies 2 --log said")
        self.assertIn("loud and clear\n", self.folder.read("said"))
        done = self.match(program, "paua:depth=1", options="--depth 1 --games 1 --log no/such/folder")
        self.assertEqual((done.returncode, done.stderr),
                         (3, "paua match: --log: no/such/folder: No such file or directory\n"))

    def test_rules(self):
        done = self.match("paua:depth=2", "random", options="--games 4 --rules arena,plies=30 --out games.apgn")
        self.assertIn("score", [game["ending"] for game in done.objects[:-1]])
        self.assertEqual(self.folder.read("games.apgn").count('[Rules "arena,plies=30"]'), 4)
        for rules, message in (("solver", "'solver': games may never end, expected --max-plies, or a setting such as "
                                          "plies=400 or quiet=100"),
                               ("arena,foo=3", "column 7: unknown setting 'foo', expected one of: win, ")):
            done = self.match("paua", "random", options=f"--rules {rules}")
            self.assertEqual(done.returncode, 2)
            self.assertTrue(done.stderr.startswith(f"paua match: --rules: {message}"), done.stderr)

    def test_an_external_engine_has_the_rules(self):
        self.match(fake("well", "log"), "paua:depth=1", options="--depth 1 --games 1 --rules course,win=2,plies=6")
        sent = self.folder.read("log").splitlines()
        self.assertEqual(sent[:9], ["ugi", "setoption name Hash value 16", "setoption name Threads value 1",
                                    "setoption name Rules value course,win=2,plies=6",
                                    "setoption name WinCount value 2", "setoption name Repetition value 0",
                                    "setoption name QuietPlies value 0", "setoption name MaxPlies value 6", "isready"])
        self.assertEqual(sent[12], "go movetime 5000 depth 1")

    def test_nodes_that_weaken_a_level(self):
        done = self.match("paua:level=8", "random", options="--games 2 --nodes 1000 --max-plies 4")
        self.assertEqual((done.returncode, done.stderr),
                         (0, "paua match: --nodes: 1000 nodes weaken paua:level=8: level 8 searches up to 30000\n"))
        done = self.match("paua:level=7", "random", options="--games 2 --nodes 3000 --max-plies 4")
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_late_moves(self):
        done = self.match(fake("late"), "paua:depth=1", options="--time 2000 --margin 500 --games 2 --max-plies 14")
        endings = [game["ending"] for game in done.objects[:-1]]
        self.assertEqual(endings.count("time"), 1, done.stderr)  # the process lives on, and is late only once
        took = re.search(r"late \(.*\): time: move [0-9]+ took ([0-9]+) ms of 2000\n", done.stderr)
        self.assertGreater(int(took[1]), 2500)  # a busy machine may begin to count when the engine already waits
        table = bash(f"paua match -e {fake('late')} -e paua:depth=1 --time 2000 --margin 500 --games 1", self.folder)
        self.assertRegex(table.stdout, r"(?m)^lost by time 1: late$")

    def test_noise_does_no_harm(self):
        options = "--depth 2 --games 4 --max-plies 60"
        plain = self.match("paua:name=noisy", "paua:depth=1", options=options)
        self.assertEqual(self.match(fake("noisy"), "paua:depth=1", options=options).stdout, plain.stdout)

    def test_nothing_stays_behind(self):
        self.match(fake("orphan"), "paua:depth=1", options="--depth 1 --games 2 --max-plies 20")
        self.assertEqual(running(f"{FAKE}\0orphan"), [])
        self.assertEqual(running("sleep\x001000"), [])

    def test_daemons_do_not_stay_behind(self):
        """An engine's children that call setsid(), at the end of the match and while games go on."""
        self.match(fake("daemon"), "paua:depth=1", options="--depth 1 --games 2 --max-plies 20")
        self.assertEqual(running(f"{FAKE}\0daemon"), [])
        self.assertEqual(running("sleep\x001001"), [])

    def is_writing(self, name):
        """Whether a file grows. Who forks all the time is hardly ever seen in a list of processes."""
        path = pathlib.Path(self.folder.name, name)
        before = path.stat().st_size
        time.sleep(0.2)
        return path.stat().st_size > before

    def test_a_process_that_flees_does_not_stay_behind(self):
        """It leaves its session and forks, again and again."""
        done = self.match(fake("hydra", "trace"), "paua:depth=1", options="--depth 1 --games 2 --max-plies 20")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertFalse(self.is_writing("trace"))

    def test_a_killed_match_leaves_no_engine(self):
        """At any moment, also while engines are started."""
        moments = random.Random(2)
        for number in range(KILLS):
            way = ("daemon", "hang", "hydra")[number % 3]
            line = [PAUA, "match", "-e", shlex.split(fake(way, "trace"))[0], "-e", "paua:depth=1", "--depth", "1",
                    "-c", "2", "--games", "100000", "--max-plies", "20", "--quiet"]
            with self.subTest(way=way, number=number):
                process = subprocess.Popen(line, cwd=self.folder.name, env=self.folder.environment(),
                                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                if number < 3:  # once for certain with all that it starts
                    self.assertTrue(wait_until(pathlib.Path(self.folder.name, "trace").exists))
                time.sleep(moments.uniform(0, 0.6))
                process.kill()
                process.wait(WAIT_SECONDS)
                self.assertTrue(wait_until(lambda: not running(f"{FAKE}\0{way}"), 5))
                self.assertTrue(wait_until(lambda: not running("sleep\x001001"), 5))
                self.assertTrue(way != "hydra" or wait_until(lambda: not self.is_writing("trace"), 5))

    def test_limits_of_an_engine(self):
        hungry = FAKE.with_name("hungry_engine.py")
        for way, limits, why in (("memory", "memory=1G", "exit code 1; limited to 1024 MB of memory"),
                                 ("cpu", "cpu=1s", "SIGXCPU, its limit of 1 s of processor time"),
                                 ("stubborn", "cpu=1s,memory=1G",
                                  "signal 9; limited to 1024 MB of memory and 1 s of processor time")):
            with self.subTest(way=way):
                program = shlex.quote(f"cmd,name=hungry,{limits}:{sys.executable} {hungry} {way}")
                done = self.match(program, "paua:depth=1", options="--games 1 --patience 40 --depth 1")
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertEqual(done.stderr, f"paua match: game 1: hungry (black): crash: ended ({why}) before its move\n")
                self.assertEqual(done.objects[0]["ending"], "crash")

    def test_what_an_engine_is_sent(self):
        self.match(fake("well", "log", ",hash=3,Level=2"), "paua:depth=1",
                   options="--tc 20+0.5 --games 2 --max-plies 6 --openings layouts")
        sent = self.folder.read("log").splitlines()
        self.assertEqual(sent[:9], ["ugi", "setoption name Hash value 3", "setoption name Threads value 1",
                                    "setoption name Rules value arena,quiet=0,plies=6",
                                    "setoption name WinCount value 6", "setoption name Repetition value 3",
                                    "setoption name QuietPlies value 0", "setoption name MaxPlies value 6",
                                    "setoption name Level value 2"])
        self.assertEqual(sent.count("uginewgame"), 2)
        self.assertEqual(sent[-1], "quit")
        self.assertEqual(sent[12], "position fen wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb b 0-0 0 1")
        self.assertEqual(sent[13], "go p1time 20000 p2time 20000 p1inc 500 p2inc 500")
        self.assertRegex(sent[14], r"^position fen \S+ b 0-0 0 1 moves \S+ \S+$")
        self.assertRegex(sent[15], r"^go p1time 20[0-9]{3} p2time 20[0-9]{3} p1inc 500 p2inc 500$")
        self.match(fake("well", "log2"), "paua:depth=1", options="--time 30 --depth 1 --nodes 500 --games 1 --max-plies 4")
        self.assertIn("go movetime 30 depth 1 nodes 500\n", self.folder.read("log2"))

    def test_a_delay_is_not_charged(self):
        self.match(fake("well", "log"), "paua:depth=1",
                   options="--rules game=20,gain=0.5,delay=5,plies=6 --games 1 --openings layouts")
        sent = [line for line in self.folder.read("log").splitlines() if line.startswith("go ")]
        self.assertEqual(sent, [f"go p1time {25000 + played * 500} p2time {25000 + played * 500} p1inc 5500 p2inc 5500"
                                for played in range(3)])
        self.match(fake("well", "log2"), "paua:depth=1", options="--rules course,delay=2,plies=2 --games 1")
        self.assertIn("go movetime 7000\n", self.folder.read("log2"))

    def test_in_process_and_external_play_the_same(self):
        options = "--nodes 500 --games 6 --openings random:6"
        program = shlex.quote(f"cmd,name=paua:{PAUA} ugi")
        done = self.match("paua", program, options=options)
        # each pair of games is the same game twice
        self.assertEqual(done.objects[-1]["pairs"], [0, 0, 3, 0, 0])
        self.assertEqual([game["plies"] for game in done.objects[:-1:2]],
                         [game["plies"] for game in done.objects[1:-1:2]])

    def test_concurrency_changes_nothing(self):
        lines = [sorted(self.match("paua", "paua:level=2", "abla-single:1", command="tournament",
                                   options=f"--nodes 300 --games 18 --openings random:5 -c {n}").stdout.splitlines())
                 for n in (1, 3)]
        self.assertEqual(len(lines[0]), 19)
        self.assertEqual(lines[0], lines[1])

    def test_the_last_object(self):
        end = self.match("paua:depth=2", "random", options="--games 4").objects[-1]
        self.assertEqual(list(end)[:7], ["games", "wins", "draws", "losses", "score", "elo", "elo95"])
        self.assertEqual((end["games"], end["wins"], end["score"], end["elo"]), (4, 4, 1.0, None))
        self.assertIsNone(end["elo95"][1])
        self.assertLess(end["elo95"][0], 0)

    def test_a_sequential_test(self):
        done = bash("paua match -e greedy -e random --sprt 0,100 --openings random:4 -c 2", self.folder)
        self.assertEqual(done.returncode, 0)
        self.assertRegex(done.stdout, r"(?m)^sprt elo 0 or 100: llr [0-9.]+ of -2.94 to 2.94, accepted: elo 100$")
        games = int(re.search(r"(?m)^ *(\d+) +\d+-\d+-\d+ ", done.stdout)[1])
        self.assertLess(games, 100)

    def test_games_are_games(self):
        done = bash(f"paua match -e {fake('exit')} -e greedy --games 6 --depth 1 --openings random:3 -c 2 "
                    "--out games.apgn --quiet && paua import --store sqlite:store games.apgn", self.folder)
        self.assertRegex(done.stdout, r"(?m)^imported 6 rejected 0$")
        text = self.folder.read("games.apgn")
        self.assertEqual(sorted(re.findall(r'\[Round "(\d)"\]', text)), list("123456"))
        self.assertEqual(text.count('[Termination "crash"]'), 6)
        self.assertEqual(text.count('[Rules "arena,quiet=0"]'), 6)

    def test_openings_from_a_file(self):
        path = pathlib.Path(self.folder.name)
        (path / "lines").write_text("# two\nbelgian-daisy\nthe-wall w\n")
        done = self.match("greedy", "random", options="--openings lines --out games.apgn")
        self.assertEqual(done.objects[-1]["games"], 4)
        self.assertEqual(self.folder.read("games.apgn").count('[Variant "belgian-daisy"]'), 2)
        # a file of games whose moves are played first
        (path / "start.apgn").write_text('[Event "x"]\n[Date "?"]\n[Black "a"]\n[White "b"]\n[Variant "standard"]\n'
                                         '[Result "*"]\n[Notation "Aba-Pro"]\n\n1. a1b2 i9h8 2. a2b3 *\n')
        done = self.match("greedy", "random", options="--openings start.apgn --out more.apgn")
        self.assertEqual(self.folder.read("more.apgn").count("1. a1b2 i9h8 2. a2b3 "), 2)
        # what import reads: a list of moves, a first line with the layout, byte order marks
        for text, begins in (("1. a1b2 i9h8 2. a2b3", "1. a1b2 i9h8 2. a2b3 "),
                             ("\ufeffBelgian daisy\n1. i9h8 i6h6 (1... --)", "1. i9h8 i6h6 "),
                             ('\ufeff[Variant "snakes_variant"]\n\n1. d2c1 *', "1. d2c1 "),
                             ("\ufeffbelgian-daisy\n\ufeffthe-wall w\n", "1")):
            (path / "bare.txt").write_text(text)
            done = self.match("greedy", "random", options="--openings bare.txt --out bare.apgn")
            self.assertIn(f"\n\n{begins}", self.folder.read("bare.apgn"))
            said = "paua match: bare.txt: of 1 games something was filled in or passed over, which 'paua import' lists\n"
            self.assertEqual(done.stderr.startswith(said), begins != "1", done.stderr)
            (path / "bare.apgn").unlink()
        (path / "bare.txt").write_text("1. a1b2 i9h8 2. zz\n")
        self.assertIn("bare.txt: game 1: zz: ", bash("paua match -e greedy -e random --openings bare.txt", self.folder).stderr)

    def test_openings_from_a_layout(self):
        self.match("greedy", "random", options="--openings 'Marguerite belge' --out games.apgn")
        self.assertEqual(self.folder.read("games.apgn").count('[Variant "belgian-daisy"]'), 2)

    def test_a_killed_match_is_resumed(self):
        line = [PAUA, "match", "-e", "paua:name=A", "-e", "paua:eval=abla-single,name=B", "--nodes", "300", "-c", "2",
                "--games", "24", "--openings", "random:6", "--quiet"]
        environment = self.folder.environment()

        def run(*more, kill=None):
            process = subprocess.Popen([*line, *more], cwd=self.folder.name, env=environment, text=True,
                                       stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            if kill is not None:
                time.sleep(kill)
                process.kill()
            out, error = process.communicate(timeout=WAIT_SECONDS)
            return out, error

        wanted, error = run("--out", "whole.apgn")
        self.assertEqual(error, "")
        seconds = random.Random(1)
        path = pathlib.Path(self.folder.name, "parts.apgn")
        for _ in range(5):
            run("--out", "parts.apgn", "--resume", kill=0.05 + 0.3 * seconds.random())
            if path.exists():  # as if the last write had not been finished
                size = path.stat().st_size
                os.truncate(path, max(0, size - seconds.randrange(0, 60)))
        out, error = run("--out", "parts.apgn", "--resume")
        self.assertEqual((out, error), (wanted, ""))
        games = [sorted(re.sub(r'\[Date "[^"]*"\]', "", text).split("\n\n[Event")) for text in
                 ("\n\n" + self.folder.read(name).rstrip("\n") for name in ("whole.apgn", "parts.apgn"))]
        self.assertEqual(games[0], games[1])
        # nothing is left to play
        self.assertEqual(run("--out", "parts.apgn", "--resume"), (wanted, ""))

    def test_other_files_are_not_cut_off(self):
        line = "paua match -e greedy -e random --games 2 --max-plies 20 --out games.apgn"
        bash(line, self.folder)
        games = self.folder.read("games.apgn")
        half = games[:games.index("[Result", len(games) // 2) + 3]
        for text, code in (("my notes\n", 2), (games + "\nmy notes\n", 2), (games + "more\n", 2), ("[Event \"My game\"]\n", 2),
                           (games + "\0\n" + games, 2), (half, 0), ("[Ev", 0)):
            with self.subTest(text=text[-20:]):
                pathlib.Path(self.folder.name, "games.apgn").write_text(text)
                done = bash(line + " --resume", self.folder)
                self.assertEqual(done.returncode, code, done.stderr)
                if code:
                    self.assertRegex(done.stderr, r"\Apaua match: --resume: games\.apgn: .+\n\Z")
                    self.assertEqual(self.folder.read("games.apgn"), text)
                else:
                    self.assertEqual(self.folder.read("games.apgn"), games)

    def test_another_match_is_not_resumed(self):
        bash("paua match -e greedy -e random --games 2 --out games.apgn", self.folder)
        before = self.folder.read("games.apgn")
        done = bash("paua match -e greedy -e random --games 2 --seed 2 --out games.apgn --resume", self.folder)
        self.assertEqual((done.returncode, done.stderr),
                         (2, "paua match: --resume: games.apgn: none of its games is of this match\n"))
        self.assertEqual(self.folder.read("games.apgn"), before)

    def test_an_interrupt(self):
        line = [PAUA, "match", "-e", "paua:name=A", "-e", fake("well")[1:-1], "--depth", "3", "-c", "2", "--games",
                "100000", "--openings", "random:6", "--out", "games.apgn"]
        process = subprocess.Popen(line, cwd=self.folder.name, env=self.folder.environment(), text=True,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        path = pathlib.Path(self.folder.name, "games.apgn")
        end = time.monotonic() + WAIT_SECONDS
        while (not path.exists() or path.stat().st_size == 0) and time.monotonic() < end:
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        out, error = process.communicate(timeout=WAIT_SECONDS)
        self.assertEqual(process.returncode, 3)
        self.assertRegex(error, r"^paua match: interrupted after \d+ of 100000 games; --resume continues\n$")
        games = int(re.search(r"after (\d+)", error)[1])
        self.assertEqual(self.folder.read("games.apgn").count("[Event "), games)
        self.assertRegex(out, rf"(?m)^ +{games} +\d+-\d+-\d+ ")
        self.assertEqual(running("fake_engine.py\0well"), [])

    def test_progress_on_a_terminal(self):
        with Terminal(self.folder, "match", "-e", "paua", "-e", "greedy", "--time", "30", "--games", "1000") as terminal:
            terminal.wait_for(" of 1000 games: ")
            terminal.press("\x03")
            self.assertEqual(terminal.wait_end(), 3)
            self.assertIn("\r\x1b[Kpaua match: interrupted after ", terminal.seen)
            self.assertIn("wins-draws-losses", terminal.seen)

    def test_adjudication(self):
        done = self.match("paua:depth=2", "random", options="--games 6 --adjudicate win=300/2,draw=1/2/0")
        self.assertEqual(done.objects[-1]["games"], 6)
        done = self.match("paua:depth=2", "paua:depth=1", options="--games 4 --adjudicate draw=30000/1/11")
        self.assertEqual([(game["ending"], game["plies"]) for game in done.objects[:-1]], [("adjudication", 11)] * 4)

    def test_a_tournament(self):
        options = "--games 24 --openings random:4 --depth 1 -c 2"
        done = self.match("greedy", "random", "paua", command="tournament", options=options)
        end = done.objects[-1]
        self.assertEqual([engine["engine"] for engine in end["engines"]], ["greedy", "random", "paua"])
        self.assertEqual([engine["games"] for engine in end["engines"]], [16] * 3)
        points = {}
        for game in done.objects[:-1]:
            for name, result in ((game["black"], "1-0"), (game["white"], "0-1")):
                points[name] = points.get(name, 0) + (1 if game["result"] == result else
                                                      0.5 if "/" in game["result"] else 0)
        for engine in end["engines"]:
            self.assertEqual(engine["score"] * 16, points[engine["engine"]])
        self.assertEqual((end["engines"][0]["elo"], end["engines"][0]["elo95"]), (0, [0, 0]))
        self.assertLess(end["engines"][1]["elo"], -100)
        table = bash(f"paua tournament -e greedy -e random -e paua {options}", self.folder).stdout
        self.assertRegex(table, r"(?m)^  3 random +-[0-9.]+ .* 16 ")


if __name__ == "__main__":
    unittest.main()
