"""Games into the archive, out of it, and what was played in them."""
import gzip
import json
import os
import pathlib
import signal
import sqlite3
import subprocess
import threading
import time
import unittest

from harness import PAUA, Folder, bash

STORE = "--store sqlite:a.db"
MANDATORY = ("Event", "Date", "Black", "White", "Variant", "Result", "Notation")


def game(moves, result="*", **tags):
    """A game with its seven tags and whatever else is asked for."""
    seven = dict(zip(MANDATORY, ("Test", "2026.11.21", "Ada", "Bo", "standard", result, "Aba-Pro"))) | tags
    head = "".join(f'[{name} "{value}"]\n' for name, value in seven.items())
    return f"{head}\n{moves}{' ' if moves else ''}{result}\n"


def dance(rounds):
    """As many times to and fro, as the writer lays it out."""
    words = ["b1c1", "h9g9", "c1b1", "g9h9"] * rounds
    lines = [""]
    for i in range(0, len(words), 2):
        group = f"{i // 2 + 1}. {words[i]} {words[i + 1]}"
        if lines[-1] and len(lines[-1]) + 1 + len(group) > 78:
            lines.append("")
        lines[-1] += (" " if lines[-1] else "") + group
    return "\n".join(lines)


THREE = [
    game("1. a1b2 i5h5 2. b2c3", "1-0", Event="First", Black="Ada", White="Cy"),
    game("1. a1b2 i5h5", "0-1", Event="Second", White="ada", Plies="2"),
    game("1. a1b2 a5b5 2. a2b3", Event="Third", Variant="belgian", Black="Zo\u00eb"),
]


class Archive(unittest.TestCase):
    def setUp(self):
        self.folder = self.enterContext(Folder())
        self.path = pathlib.Path(self.folder.name)

    def write(self, name, text):
        (self.path / name).write_bytes(text if isinstance(text, bytes) else text.encode())

    def run_paua(self, line, code=0, error=""):
        done = bash(f"paua {line}", self.folder)
        self.assertEqual((done.returncode, done.stderr), (code, error), line)
        return done.stdout

    def test_there_and_back(self):
        whole = "\n".join(THREE)
        self.write("three.apgn", whole)
        self.assertEqual(self.run_paua(f"import three.apgn {STORE}"), "imported 3 rejected 0\n")
        self.assertEqual(self.run_paua(f"export {STORE}"), whole)
        self.assertEqual(self.run_paua(f"import three.apgn {STORE}"), "known 3\nimported 0 rejected 0\n")
        self.assertEqual(self.run_paua(f"import three.apgn three.apgn {STORE} --json"),
                         '{"imported":0,"known":6,"rejected":0,"rejects":[],"notes":[]}\n')
        self.assertEqual(self.run_paua(f"export {STORE} -o out.apgn"), "")
        self.assertEqual(self.folder.read("out.apgn"), whole)
        self.assertEqual(self.folder.files(), ["a.db", "out.apgn", "three.apgn"])
        self.run_paua("import out.apgn --store sqlite:b.db")
        self.assertEqual(self.run_paua("export --store sqlite:b.db"), whole)

    def test_what_is_known_is_known_however_it_is_laid_out(self):
        self.write("a.apgn", "\n".join(THREE))
        self.write("b.apgn", "\ufeff" + "\n".join(THREE).replace("\n", "\r\n").replace("1. ", "1."))
        self.assertEqual(self.run_paua(f"import a.apgn {STORE}"), "imported 3 rejected 0\n")
        self.assertEqual(self.run_paua(f"import - {STORE} <b.apgn"), "known 3\nimported 0 rejected 0\n")

    def test_the_usual_place(self):
        self.write("a.apgn", THREE[0])
        self.run_paua("import a.apgn")
        self.assertIn(".local/share/paua/paua.db", self.folder.files())
        self.assertEqual(self.run_paua("export"), THREE[0])

    def test_filters(self):
        self.write("three.apgn", "\n".join(THREE))
        self.run_paua(f"import three.apgn {STORE}")
        for options, wanted in (("--player ADA", THREE[:2]), ("--player ada --result 1-0", THREE[:1]),
                                ("--player Zo\u00eb", THREE[2:]), ("--layout classic", THREE[:2]),
                                ("-l belgian-daisy", THREE[2:]), ("--result '*'", THREE[2:]),
                                ("--player nobody", [])):
            self.assertEqual(self.run_paua(f"export {STORE} {options}"), "\n".join(wanted), options)
        self.run_paua(f"export {STORE} --result 2-0", 2,
                      "paua export: --result: '2-0' is unknown, expected 1-0, 0-1, 1/2-1/2, * or, for player "
                      "three, 0-0-1\n")
        self.run_paua(f"export {STORE} --layout waffle", 2,
                      "paua export: --layout: no layout is named 'waffle', see 'paua show --layouts'\n")

    def test_rejects_are_listed(self):
        bad = game("1. a1b2 i5h5 2. i5h5")
        self.write("bad.apgn", "\n".join([THREE[0], bad, THREE[1], game("1. a1b2", "1-0", Plies="3"), "[Event "]))
        out = self.run_paua(f"import bad.apgn {STORE}", 1)
        self.assertEqual(out, "bad.apgn: game 2, line 19, ply 3: i5h5: Black has no marble on i5\n"
                              "bad.apgn: game 4, line 32, ply 1: the tag Plies is 3, but there are 1 moves\n"
                              "bad.apgn: game 5, line 43: expected a tag such as [Event \"...\"]\n"
                              "imported 2 rejected 3\n")
        self.assertEqual(self.run_paua(f"export {STORE}"), "\n".join(THREE[:2]))
        out = json.loads(self.run_paua(f"import bad.apgn {STORE} --json", 1))
        self.assertEqual((out["imported"], out["known"], out["rejected"]), (0, 2, 3))
        self.assertEqual(out["rejects"][0], {"file": "bad.apgn", "game": 2, "line": 19, "ply": 3,
                                             "reason": "i5h5: Black has no marble on i5"})

    def test_what_a_game_lacks_is_filled_in_and_said(self):
        self.write("moves.txt", "1. a1b2 i5h5 2. b2c3")
        notes = ("the tag Variant is missing: the moves are legal from standard",
                 "the result is missing: '*' by the board",
                 "missing tags were filled in: Event, Date, Black, White, Variant, Result, Notation")
        said = "".join(f"paua import: -: game 1: {note}\n" for note in notes)
        self.assertEqual(self.run_paua(f"import - {STORE} <moves.txt", error=said), "imported 1 rejected 0\n")
        self.assertEqual(self.run_paua(f"export {STORE}"),
                         game("1. a1b2 i5h5 2. b2c3", Event="?", Date="????.??.??", Black="?", White="?"))
        out = json.loads(self.run_paua(f"import moves.txt {STORE} --json"))
        self.assertEqual((out["known"], out["notes"]),
                         (1, [{"file": "moves.txt", "game": 1, "note": note} for note in notes]))
        self.assertEqual(self.run_paua(f"import moves.txt {STORE} --quiet"), "known 1\nimported 0 rejected 0\n")
        self.assertEqual(self.run_paua(f"import moves.txt {STORE} --strict", 1),
                         "moves.txt: game 1, line 1: expected a tag such as [Event \"...\"]\nimported 0 rejected 1\n")

    def test_the_games_of_other_match_runners(self):
        self.write("cup.pgn", """[Event "Cup"]
[Site "CuteGames"]
[Date "??"]
[Round "1"]
[Black "Ada"]
[White "Bo"]
[Result "1-0"]
[FEN "5/6/7/8/6bbw/8/7/6/w4 b 5-0 0 1"]
[Winner "Ada"]
[Loser "Bo"]
[PlyCount "1"]

1. e7e8 1-0


[Event "Cup"]
[Date "??"]
[Black "Bo"]
[White "Ada"]
[Result "1-0"]
[FEN "SS1ss/SSSsss/1SS1ss1/8/9/8/1ss1SS1/sssSSS/ss1SS 0 0 b 0 1"]

1. a4a3 i8i7 1-0
""")
        self.assertEqual(self.run_paua(f"import cup.pgn {STORE} --quiet"), "imported 2 rejected 0\n")
        out = self.run_paua(f"export {STORE}")
        self.assertIn('[Position "5/6/7/8/6bbw/8/7/6/w4 b 5-0 0 1"]\n', out)
        # the name in the tag stays, and the start is a position
        self.assertEqual(out.count('[Variant "bowl-2"]\n'), 1)
        self.write("again.apgn", out)
        self.assertEqual(self.run_paua(f"import again.apgn {STORE} --strict"), "known 2\nimported 0 rejected 0\n")

    def test_joined_files_keep_their_first_tags(self):
        self.write("a.apgn", "\ufeff" + THREE[0] + "\ufeff" + THREE[1])
        self.assertEqual(self.run_paua(f"import a.apgn {STORE} --strict"), "imported 2 rejected 0\n")
        self.assertEqual(self.run_paua(f"export {STORE}"), "\n".join(THREE[:2]))

    def test_the_variant_keeps_its_text(self):
        snakes = game("1. d2c1 f8e7", Variant="snakes_variant")
        self.write("a.apgn", snakes)
        self.assertEqual(self.run_paua(f"import a.apgn {STORE}"), "imported 1 rejected 0\n")
        self.assertEqual(self.run_paua(f"export {STORE} --layout snakes-variation"), snakes)
        self.assertIn("d2c1", self.run_paua(f"openings {STORE} --layout snakes-variation"))
        self.write("b.apgn", game("1. d3e4 e9f9 2. b2c3", Variant="araign\u00e9e"))
        self.run_paua(f"import b.apgn {STORE} --quiet")
        out = self.run_paua(f"export {STORE}")
        self.assertIn('[Variant "araign\u00e9e"]\n', out)
        self.assertIn('[Position "w3w/1w2w1/2w1w2/2wwww2/bbbb1wwww/2bbbb2/2b1b2/1b2b1/b3b b 0-0 0 1"]\n', out)
        self.assertIn("d3e4", self.run_paua(f"openings {STORE} --layout spider"))
        for variant in ("nowhere", "custom"):
            self.write("c.apgn", game("1. a1b2", Variant=variant))
            self.assertIn(f"Variant '{variant}': ", self.run_paua(f"import c.apgn {STORE}", 1))

    def test_a_wrong_result_is_reported_at_its_line(self):
        self.write("a.apgn", game("1. a1b2\ni5h5\n\n1-0", "0-1").replace("1-0 0-1", "1-0"))
        self.assertEqual(self.run_paua(f"import a.apgn {STORE}", 1),
                         "a.apgn: game 1, line 12, ply 2: the tag Result is 0-1, but the moves end with 1-0\n"
                         "imported 0 rejected 1\n")

    def test_files_that_are_none(self):
        self.write("good.apgn", THREE[0])
        self.write("zero.apgn", THREE[1].encode() + b"\n\0")
        (self.path / "folder").mkdir()
        self.write("empty.apgn", "")
        not_text = "paua import: zero.apgn: line 12: not a text file: it contains a zero byte, expected games as text\n"
        out = self.run_paua(f"import zero.apgn {STORE}", 2, not_text)
        self.assertEqual(out, "imported 0 rejected 0\n")
        self.assertNotIn("a.db", self.folder.files())
        # a file of which nothing is taken in leaves no store behind
        self.write("bad.apgn", "hello")
        self.run_paua(f"import bad.apgn empty.apgn {STORE}", 1)
        self.assertNotIn("a.db", self.folder.files())
        # the other files do not suffer
        out = self.run_paua(f"import none.apgn zero.apgn folder good.apgn empty.apgn {STORE}", 3,
                            "paua import: none.apgn: No such file or directory\n" + not_text +
                            "paua import: folder: Is a directory\n")
        self.assertEqual(out, "imported 1 rejected 0\n")
        self.assertEqual(self.run_paua(f"export {STORE}"), THREE[0])
        # a line without end, as long as one likes
        out = self.run_paua(f"import <(yes | tr -d '\\n') {STORE}", 2,
                            "paua import: /dev/fd/63: line 1: not a file of games: a line is longer than 16 MiB, "
                            "expected games as text\n")
        self.assertEqual(out, "imported 0 rejected 0\n")

    def test_gzip(self):
        whole = "\n".join(THREE)
        self.write("three.gz", gzip.compress(whole.encode()))
        self.assertEqual(self.run_paua(f"import three.gz {STORE}"), "imported 3 rejected 0\n")
        self.assertEqual(self.run_paua(f"export {STORE}"), whole)
        self.assertIn("game 3: Zo\u00eb", self.run_paua("review three.gz --game 3 --depth 1"))
        self.assertIn(" 0-2-0 ", self.run_paua("match -e random -e random --games 2 --rules plies=4 --openings three.gz"))
        # nothing is taken from a damaged one
        self.write("cut.gz", gzip.compress(game("1. a1b2").encode() * 9)[:-9])
        why = "gzip data that is cut off"
        self.run_paua(f"import cut.gz {STORE}", 2, f"paua import: cut.gz: line 73: {why}, expected games as text\n")
        self.run_paua("review cut.gz", 2, f"paua review: cut.gz: {why}\n")
        self.assertEqual(self.run_paua(f"export {STORE}"), whole)
        # nor from little data that would become much
        self.write("bomb.gz", gzip.compress(b" " * 64_000_000))
        why = "gzip data that unpacks to far more than a text does"
        self.run_paua(f"import bomb.gz {STORE}", 2, f"paua import: bomb.gz: line 1: {why}, expected games as text\n")
        self.run_paua("review bomb.gz", 2, f"paua review: bomb.gz: {why}\n")
        # games cannot be added to it
        self.run_paua("match -e random -e random --games 2 --out three.gz --resume", 2,
                      "paua match: --resume: three.gz: compressed by gzip, which 'gzip -d' undoes\n")

    def test_stores_that_are_none(self):
        self.write("other.db", "not a store, but precious" * 10)
        self.write("a.apgn", THREE[0])
        before = self.folder.read("other.db")
        for command in ("import a.apgn", "export", "openings"):
            self.run_paua(f"{command} --store sqlite:other.db", 3,
                          f"paua {command.split()[0]}: store: other.db: is not a Paua store\n")
            self.run_paua(f"{command} --store nowhere", 2,
                          f"paua {command.split()[0]}: store: 'nowhere': expected sqlite:FILE or "
                          "postgresql://...\n")
        for command in ("export", "openings"):
            self.run_paua(f"{command} --store sqlite:none.db", 3,
                          f"paua {command}: store: none.db: there is no such store\n")
        self.assertEqual(self.folder.read("other.db"), before)
        self.assertEqual(self.folder.files(), ["a.apgn", "other.db"])

    def test_beside_a_server(self):
        self.write("three.apgn", "\n".join(THREE))
        self.run_paua(f"import three.apgn {STORE}")
        with subprocess.Popen([PAUA, "serve", "--listen", "127.0.0.1:0", "--store", "sqlite:a.db"],
                              cwd=self.folder.name, env=self.folder.environment(), text=True,
                              stdout=subprocess.PIPE) as server:
            self.assertIn("http://", server.stdout.readline())
            self.assertEqual(self.run_paua(f"import three.apgn {STORE}"), "known 3\nimported 0 rejected 0\n")
            self.assertEqual(self.run_paua(f"export {STORE}"), "\n".join(THREE))
            self.big("big.apgn", 120, 2)
            self.assertEqual(self.run_paua(f"import big.apgn {STORE}"), "imported 120 rejected 0\n")
            self.assertEqual(self.run_paua(f"export {STORE}").count("[Event "), 123)
            self.assertEqual(self.run_paua(f"openings {STORE}").splitlines()[1].split()[:2], ["b1c1", "120"])
            self.assertIn("a1b2", self.run_paua(f"openings {STORE}"))
            server.terminate()
            self.assertEqual(server.wait(60), 0)
        self.assertEqual(self.folder.files(), ["a.db", "big.apgn", "three.apgn"])

    def test_openings(self):
        self.write("three.apgn", "\n".join(THREE))
        self.run_paua(f"import three.apgn {STORE}")
        self.assertEqual(self.run_paua(f"openings {STORE}"),
                         "move         games     won   drawn    lost    open   score\n"
                         "a1b2             2       1       0       1       0   50.0%\n")
        out = json.loads(self.run_paua(f"openings {STORE} --moves 'a1b2 i5h5' --json"))
        self.assertEqual(out["games"], 1)
        self.assertEqual(out["moves"], [{"move": "b2c3", "games": 1, "wins": 1, "draws": 0, "losses": 0,
                                         "unfinished": 0, "score": 1.0}])
        # White to move: whose score it is
        out = json.loads(self.run_paua(f"openings {STORE} --moves a1b2 --json"))
        self.assertEqual([(row["move"], row["wins"], row["losses"]) for row in out["moves"]], [("i5h5", 1, 1)])
        out = self.run_paua(f"openings {STORE} --layout belgian-daisy")
        self.assertEqual(out.splitlines()[1].split(), ["a1b2", "1", "0", "0", "0", "1", "-"])
        self.assertEqual(self.run_paua(f"openings {STORE} --layout the-wall", 1), "no game reached this position\n")
        self.assertEqual(json.loads(self.run_paua(f"openings {STORE} --layout the-wall --json", 1))["moves"], [])

    def test_openings_are_merged_under_symmetry(self):
        # the standard layout mirrored left to right: a1b2 is a5b5, i5h5 (i9h8 mirrored) is i9h8
        self.write("two.apgn", game("1. a1b2 i5h5 2. b1c2", "1-0", Event="1") + "\n" +
                   game("1. a5b5 i9h8 2. a4b4", "0-1", Event="2"))
        self.run_paua(f"import two.apgn {STORE}")
        out = json.loads(self.run_paua(f"openings {STORE} --json"))
        self.assertEqual([(row["move"], row["games"]) for row in out["moves"]], [("a1b2", 2)])
        left = json.loads(self.run_paua(f"openings {STORE} --moves a1b2 --json"))["moves"]
        right = json.loads(self.run_paua(f"openings {STORE} --moves a5b5 --json"))["moves"]
        self.assertEqual([(row["move"], row["games"]) for row in left], [("i5h5", 2)])
        self.assertEqual([(row["move"], row["games"]) for row in right], [("i9h8", 2)])
        # the position as it is given, mirrored as a text
        mirrored = self.run_paua("show --layout standard --moves a5b5 --format fen").strip()
        self.assertEqual(json.loads(self.run_paua(f"openings {STORE} --position '{mirrored}' --json"))["moves"],
                         right)

    def test_a_repetition_counts_once(self):
        self.write("a.apgn", game(dance(3)))
        self.run_paua(f"import a.apgn {STORE}")
        self.assertEqual(self.run_paua(f"openings {STORE}").splitlines()[1].split()[:2], ["b1c1", "1"])
        self.assertEqual(self.run_paua(f"export {STORE}"), game(dance(3)))

    def test_counts_of_another_version_are_made_anew(self):
        self.write("three.apgn", "\n".join(THREE))
        self.run_paua(f"import three.apgn {STORE}")
        wanted = self.run_paua(f"openings {STORE}")
        with sqlite3.connect(self.path / "a.db") as store:
            store.execute("UPDATE archive_mark SET value = 7")
            store.execute("UPDATE archive_count SET times = 1000")
        store.close()
        self.assertEqual(self.run_paua(f"openings {STORE}"), wanted)
        with sqlite3.connect(self.path / "a.db") as store:
            store.execute("UPDATE archive_mark SET value = 7")
            store.execute("UPDATE archive_count SET times = 1000")
        store.close()
        self.assertEqual(self.run_paua(f"import three.apgn {STORE}"), "known 3\nimported 0 rejected 0\n")
        self.assertEqual(self.run_paua(f"openings {STORE}"), wanted)

    def test_three_to_six(self):
        many = game("1. i5h4 w:time 1... d1d2 2. b:resigns", "0-0-1", Variant="standard-3", Players="3", Red="Cy")
        self.write("a.apgn", many)
        self.run_paua(f"import a.apgn {STORE}")
        self.assertIn('Cy', self.run_paua(f"export {STORE} --player cy"))
        out = json.loads(self.run_paua(f"openings {STORE} --players 3 --json"))
        self.assertEqual([(row["move"], row["losses"]) for row in out["moves"]], [("i5h4", 1)])

    def test_a_played_game_is_imported(self):
        self.run_paua("play --plain --level 1 --seed 1 --save a.apgn <<< $'a1b2\nquit' >/dev/null")
        self.assertEqual(self.run_paua(f"import a.apgn {STORE}"), "imported 1 rejected 0\n")
        self.assertEqual(self.run_paua(f"export {STORE}"), self.folder.read("a.apgn"))

    def big(self, name, games, rounds=60):
        moves = dance(rounds)
        self.write(name, "\n".join(game(moves, Event=f"Big {i}") for i in range(games)))

    def test_killed_in_the_middle(self):
        self.write("three.apgn", "\n".join(THREE))
        self.big("big.apgn", 2000)
        self.run_paua(f"import three.apgn {STORE}")
        finished = 0
        for delay in (0.0, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 1.0):
            process = subprocess.Popen([PAUA, "import", "big.apgn", "--store", "sqlite:a.db"],
                                       cwd=self.folder.name, env=self.folder.environment(),
                                       stdout=subprocess.PIPE)
            time.sleep(delay)
            process.kill()
            process.communicate()
            count = self.run_paua(f"export {STORE}").count("[Event ")
            self.assertIn(count, (3, 2003))
            finished += count == 2003
            if finished:
                break
        self.assertIn("rejected 0", self.run_paua(f"import big.apgn {STORE}"))
        self.assertEqual(self.run_paua(f"export {STORE}").count("[Event "), 2003)

    def test_interrupted(self):
        self.big("big.apgn", 10)
        self.write("three.apgn", "\n".join(THREE))
        os.mkfifo(self.path / "pipe")
        process = subprocess.Popen([PAUA, "import", "three.apgn", "pipe", "--store", "sqlite:a.db"],
                                   cwd=self.folder.name, env=self.folder.environment(), text=True,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        with open(self.path / "pipe", "wb") as pipe:  # it waits for more
            pipe.write((self.path / "big.apgn").read_bytes())
            pipe.flush()
            time.sleep(0.3)
            process.send_signal(signal.SIGINT)
            out, error = process.communicate(timeout=60)
        self.assertEqual((process.returncode, out, error),
                         (3, "imported 3 rejected 0\n",
                          "paua import: interrupted: no game of pipe was imported; another call imports the rest\n"))
        self.assertEqual(self.run_paua(f"export {STORE}"), "\n".join(THREE))

    def test_full_disk(self):
        self.write("three.apgn", "\n".join(THREE))
        self.run_paua(f"import three.apgn {STORE}")
        self.big("big.apgn", 1000)
        done = bash(f"ulimit -f 400; paua import big.apgn {STORE}; echo $?", self.folder)
        self.assertEqual(done.stdout, "imported 0 rejected 0\n3\n")
        self.assertRegex(done.stderr, r"^paua import: store: a.db: [^\n]*\n$")
        self.assertEqual(self.run_paua(f"export {STORE}"), "\n".join(THREE))
        done = bash(f"ulimit -f 0; paua export {STORE} -o three.apgn; echo $?", self.folder)
        self.assertEqual(done.stdout, "3\n")
        self.assertEqual(self.folder.read("three.apgn"), "\n".join(THREE))
        self.assertNotIn("three.apgn.", " ".join(self.folder.files()))

    def test_output_cut_off(self):
        self.big("big.apgn", 100)
        self.run_paua(f"import big.apgn {STORE}")
        done = bash(f"paua export {STORE} | head -1", self.folder)
        self.assertEqual(done.stdout, '[Event "Big 0"]\n')
        done = bash(f"paua export {STORE} >/dev/full", self.folder)
        self.assertEqual((done.returncode, done.stderr),
                         (3, "paua export: standard output: No space left on device\n"))

    def test_two_at_once(self):
        self.big("a.apgn", 300)
        self.write("b.apgn", (self.path / "a.apgn").read_text().replace("Big", "Other"))
        done = []
        threads = [threading.Thread(target=lambda name=name: done.append(
            bash(f"until paua import {name} {STORE} 2>>errors; do sleep 0.05; done", self.folder)))
            for name in ("a.apgn", "b.apgn")]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual([one.stdout for one in done], ["imported 300 rejected 0\n"] * 2)
        self.assertEqual(self.run_paua(f"export {STORE}").count("[Event "), 600)


if __name__ == "__main__":
    unittest.main()
