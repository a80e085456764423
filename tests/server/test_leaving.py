"""What the server gives besides play: games as files, games read from text, tables."""
import json
import pathlib
import re
import shutil
import subprocess
import tempfile
import time
import unittest
import urllib.parse

from harness import PAUA, FolderTest, ServerTest, sqlite_only, wait_until


def query(path, **parameters):
    return f"/api/1/{path}?{urllib.parse.urlencode(parameters)}"


def paua(*arguments, code=0):
    """What a command prints as JSON."""
    done = subprocess.run([PAUA, *arguments, "--json"], capture_output=True, text=True, timeout=60)
    assert done.returncode == code, (done.returncode, done.stderr)
    return json.loads(done.stdout)


class Tables(ServerTest):
    @classmethod
    def setUpClass(cls):
        cls.tables = pathlib.Path(tempfile.mkdtemp(prefix="paua-tables-"))
        for board, marbles, win in (("3x2x2", 3, 1), ("2x2x2", 2, 1)):
            subprocess.run([PAUA, "solve", "--board", board, "--marbles", str(marbles), "--win", str(win), "-o",
                            cls.tables / f"{board}.paua", "--quiet"], check=True, stdout=subprocess.DEVNULL)
        cls.arguments = ("--tables", str(cls.tables))
        super().setUpClass()

    @classmethod
    def tearDownClass(cls):
        super().tearDownClass()
        shutil.rmtree(cls.tables)

    def test_every_move_best_first(self):
        # the last one is the same board turned
        for position in ("3x2x2:www/4/bbb", "3x2x2:1ww/w2b/b1b w", "2x3x2:ww/w2/2b/bb"):
            with self.subTest(position=position):
                status, _, answer = self.client().call("GET", query("table", position=position))
                self.assertEqual(status, 200, answer)
                wanted = paua("probe", str(self.tables / "3x2x2.paua"), "--position", position)
                self.assertEqual(answer["moves"], wanted["moves"])
                self.assertEqual(answer["position"], wanted["position"])
                side = wanted["black" if " b " in answer["position"] else "white"]
                self.assertEqual((answer["category"], answer["distance"]), (side["category"], side["distance"]))
                self.assertEqual(answer["table"], {"board": "3x2x2", "marbles": 3, "win": 1, "stuck_loses": False})
        self.assertEqual(self.client().call("GET", query("table", position="2x2x2:w1/1w1/b1"))[0], 404)
        self.assertEqual(self.client().call("GET", query("table", position="2x2x2:ww/3/bb"))[2]["table"]["board"],
                         "2x2x2")

    def test_analyses_use_them(self):
        """The best move of an analysis is one of the table's, its score the table's; a draw for both at C0."""
        rules = "solver,win=1"
        for position, score in (("c0", {"cp": 0}), ("3x2x2:1ww/w2b/b1b w", None)):
            with self.subTest(position=position):
                table = self.client().call("GET", query("table", position=position))[2]
                status, _, data = self.client().call("POST", "/api/1/analysis", {"position": position, "rules": rules, "depth": 4})
                self.assertEqual(status, 200, data)
                found = json.loads(data.splitlines()[0])
                self.assertEqual(found["depth"], 1)
                best = [move["move"] for move in table["moves"] if move["category"] == table["moves"][0]["category"]]
                self.assertIn(found["pv"][0], best)
                self.assertEqual(found["score"], score or found["score"])
                self.assertEqual("cp" in found["score"], table["category"] == "draw", found)

    def test_what_no_table_covers(self):
        for position in ("standard", "3x2x2:www/w3/bbb", "3x2x2:3/4/3"):
            answer = self.client().call("GET", query("table", position=position))
            self.assertEqual(self.refused(answer, 404, "not_found"), "no table of this server covers the position")

    def test_what_is_no_position(self):
        self.assertIn("?position=", self.refused(self.client().call("GET", "/api/1/table"), 400, "bad_request"))
        answer = self.client().call("GET", query("table", position="nowhere/b"))
        self.assertIn("position: ", self.refused(answer, 400, "bad_position"))
        self.refused(self.client().call("GET", "/api/1/table?position=%ff%00"), 400, "bad_position")
        self.refused(self.client().call("POST", "/api/1/table"), 405, "bad_method")


def without_times(text):
    """A record without what is left on the clocks and what each move took."""
    return re.sub(r"\s{(\[%clk \d+:\d\d:\d\d\.\d{3}\] )?\[%emt 0:00:\d\d\.\d{3}\]}", "", text)


def played(client, server, moves, seats=None, **setup):
    """A game in which the seats' persons make these moves."""
    game, keys = client.create(seats, **setup)
    for i, move in enumerate(moves):
        key = keys[i % len(keys)]
        status, _, answer = server.client(key["key"] if isinstance(key, dict) else key).move(game["id"], i + 1, move)
        assert status == 200, answer
    return game["id"], keys


class Files(ServerTest):
    """A game as a file."""

    def setUp(self):
        self.everybody = self.client()

    def get(self, game_id, ending, **headers):
        return self.everybody.call("GET", f"/api/1/games/{game_id}{ending}", headers=headers)

    def replayed(self, data):
        """What the strict reader says of a file."""
        folder = tempfile.mkdtemp(prefix="paua-import-")
        self.addCleanup(shutil.rmtree, folder)
        done = subprocess.run([PAUA, "import", "--strict", "--store", f"sqlite:{folder}/a.db", "-"], input=data,
                              capture_output=True, timeout=60)
        return done.stdout.decode() + done.stderr.decode()

    def test_apgn(self):
        seats = [{"kind": "person", "name": "Zo\u00eb \"Z\""}, {"kind": "person"}]
        game_id, keys = played(self.everybody, self.server, ["a1b2", "i5h5", "b2c3"], seats, layout="standard",
                               rules="win=4,game=180,gain=2")
        self.assertEqual(self.server.client(keys[1]).call("POST", f"/api/1/games/{game_id}/resign")[0], 200)
        status, headers, data = self.get(game_id, ".apgn")
        self.assertEqual((status, headers["Content-Type"]), (200, "text/plain; charset=utf-8"))
        self.assertEqual(headers["Content-Disposition"], f'attachment; filename="paua-{game_id}.apgn"')
        text = data.decode()
        for tag in (f'[Event "Game {game_id}"]', '[Black "Zo\u00eb \\"Z\\" (guest)"]', '[White "Person"]',
                    '[Variant "standard"]', '[Result "1-0"]', '[Termination "resignation"]',
                    '[TimeControl "180+2"]', '[Rules "classic,win=4'):
            self.assertIn(tag, text)
        self.assertRegex(text, r'\[Date "20\d\d\.\d\d\.\d\d"\]')
        self.assertTrue(without_times(text).endswith("\n1. a1b2 1... i5h5 2. b2c3 1-0\n"), text)
        self.assertEqual(self.replayed(data), "imported 1 rejected 0\n")

    def test_every_number_of_players(self):
        computer = {"kind": "computer", "level": 1}
        for players in range(2, 7):
            seats = [{"kind": "person"}, computer, {"kind": "computer", "opponent": "chorus:2"}][:players]
            seats += [{"kind": "person"}] * (players - len(seats))
            game, _ = self.everybody.create(seats, layout="bowl", players=players)
            status, _, data = self.get(game["id"], ".apgn")
            self.assertEqual((status, self.replayed(data)), (200, "imported 1 rejected 0\n"))
            self.assertIn(b'[White "Paua level 1"]', data)
            self.assertEqual(b'[Red "chorus:2"]' in data, players > 2)
            status, headers, data = self.get(game["id"], ".svg")
            self.assertEqual((status, headers["Content-Type"]), (200, "image/svg+xml"))
            self.assertEqual(data.count(b'id="paua-'), players)

    def test_json(self):
        game_id, keys = played(self.everybody, self.server, ["a1b2"], layout="standard")
        status, headers, game = self.server.client(keys[0]).call("GET", f"/api/1/games/{game_id}.json")
        self.assertEqual(status, 200)
        self.assertIn(f'attachment; filename="paua-{game_id}.json"', headers["Content-Disposition"])
        self.assertEqual(game | {"here": [], "spectators": 0}, self.everybody.game(game_id))

    def test_pictures_of_earlier_positions(self):
        game_id, _ = played(self.everybody, self.server, ["a1b2", "i5h5", "b2c3"], layout="standard")
        for query_text, moves in (("", "a1b2 i5h5 b2c3"), ("?ply=3", "a1b2 i5h5 b2c3"), ("?ply=1", "a1b2"),
                                  ("?ply=0", "")):
            wanted = subprocess.run([PAUA, "show", "--format", "svg", "--layout", "standard", "--moves", moves],
                                    capture_output=True, check=True).stdout
            self.assertEqual(self.get(game_id, ".svg" + query_text)[2], wanted, query_text)
        turned = subprocess.run([PAUA, "show", "--format", "svg", "--layout", "standard", "--turned"],
                                capture_output=True, check=True).stdout
        self.assertEqual(self.get(game_id, ".svg?ply=0&turned=1")[2], turned)
        self.assertIn("has 3 moves", self.refused(self.get(game_id, ".svg?ply=4"), 404, "not_found"))
        for bad in ("ply=-1", "ply=x", "ply=", "ply=99999999999999999999", "turned=2"):
            self.refused(self.get(game_id, ".svg?" + bad), 400, "bad_request")

    def test_pixels(self):
        game_id, _ = played(self.everybody, self.server, ["a1b2", "i5h5"], layout="standard")
        for query_text, more in (("", ()), ("?size=100&turned=1", ("--turned",))):
            status, headers, data = self.get(game_id, ".png" + query_text)
            self.assertEqual((status, headers["Content-Type"]), (200, "image/png"))
            size = "100" if "100" in query_text else "600"
            wanted = subprocess.run([PAUA, "show", "--format", "png", "--size", size, "--layout", "standard", "--moves",
                                     "a1b2 i5h5", *more], capture_output=True, check=True).stdout
            self.assertEqual(data, wanted)
        for bad in ("size=15", "size=1201", "size=x", "ply=-1"):
            self.refused(self.get(game_id, ".png?" + bad), 400, "bad_request")
        self.refused(self.get(game_id, ".png?ply=3"), 404, "not_found")

    def test_a_picture_is_read_once(self):
        game_id, keys = played(self.everybody, self.server, ["a1b2"], layout="standard")
        for ending in (".svg", ".png", ".apgn", ".json"):
            status, headers, _ = self.get(game_id, ending)
            self.assertEqual((status, headers["Cache-Control"]), (200, "no-cache"))
            self.assertEqual(self.get(game_id, ending, **{"If-None-Match": headers["ETag"]})[0], 304)
            status, without, data = self.everybody.call("HEAD", f"/api/1/games/{game_id}{ending}")
            self.assertEqual((status, without["ETag"], data), (200, headers["ETag"], b""))
        self.assertEqual(self.server.client(keys[1]).move(game_id, 2, "i5h5")[0], 200)
        self.assertEqual(self.get(game_id, ".json", **{"If-None-Match": headers["ETag"]})[0], 200)

    def test_what_there_is_not(self):
        for ending in (".svg", ".png", ".apgn", ".json", ".gif"):
            self.refused(self.get("22222222", ending), 404, "not_found")
        game_id, _ = played(self.everybody, self.server, [], layout="standard")
        self.refused(self.get(game_id, ".gif"), 404, "not_found")
        self.refused(self.everybody.call("POST", f"/api/1/games/{game_id}.svg"), 405, "bad_method")


class Variants(ServerTest):
    """Games that are not the usual one: created, moved, exported, imported, and found again."""

    def setUp(self):
        self.everybody = self.client()
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="paua-variants-"))
        self.addCleanup(shutil.rmtree, self.folder)

    def leave(self, game_id):
        """Takes the game along as APGN; returns it as the server has it, and the text."""
        game = self.everybody.game(game_id)
        status, _, data = self.everybody.call("GET", f"/api/1/games/{game_id}.apgn")
        self.assertEqual(status, 200)
        status, _, read = self.everybody.call("POST", "/api/1/records", {"text": data.decode()})
        self.assertEqual(status, 200, read)
        self.assertEqual({name: read[name] for name in ("start", "position", "moves", "result", "notes")},
                         {name: game[name] for name in ("start", "position", "moves", "result")} | {"notes": []})
        store = f"sqlite:{self.folder}/a.db"
        done = subprocess.run([PAUA, "import", "--strict", "--store", store, "-"], input=data, capture_output=True)
        self.assertEqual((done.stdout.decode(), done.stderr.decode()), ("imported 1 rejected 0\n", ""))
        found = paua("openings", "--store", store, "--layout", game["layout"])
        self.assertEqual([(row["move"], row["games"]) for row in found["moves"]], [(game["moves"][0], 1)])
        return game, data.decode()

    def test_the_pillar(self):
        game_id, keys = played(self.everybody, self.server, ["a1b2", "i5h5"], layout="pillar")
        black = self.server.client(keys[0])
        message = self.refused(black.move(game_id, 3, "b2c3"), 422, "illegal_move")
        self.assertIn("blocked by the fixed marble at e5", message)
        self.assertEqual(black.move(game_id, 3, "c4d4")[0], 200)
        self.assertEqual(black.call("POST", f"/api/1/games/{game_id}/resign")[0], 200)
        game, text = self.leave(game_id)
        self.assertEqual(game["position"].split("/")[4], "3bx4")
        self.assertEqual((game["result"], game["reason"]), ("0-1", "resignation"))
        self.assertIn('[Variant "pillar"]', text)
        self.assertIn(b'fill="url(#paua-fixed)', self.everybody.call("GET", f"/api/1/games/{game_id}.svg")[2])

    def test_the_central_marble(self):
        pushes = ["c3c4d3", "d3d4e3", "e3e4", "e4e5", "e5e6", "e6e7", "e7e8"]
        away = ["i5h5", "h4i5", "i5h4", "h4i5", "i5h4", "h4i5"]
        moves = [move for pair in zip(pushes, away) for move in pair] + pushes[-1:]
        game_id, _ = played(self.everybody, self.server, moves, layout="central-marble")
        game, text = self.leave(game_id)
        self.assertEqual((game["result"], game["reason"], game["moves"]), ("1-0", "central", moves))
        self.assertIn('[Variant "central-marble"]', text)
        self.assertNotIn("c", game["position"].split()[0])

    def test_a_course(self):
        there, back = ["a1b1", "i9h9"], ["b1a1", "h9i9"]
        game_id, _ = played(self.everybody, self.server, (there + back) * 20, layout="standard", rules="course,turn=5")
        game, text = self.leave(game_id)
        self.assertEqual((game["rules"]["turn"], game["rules"]["plies"], len(game["moves"])), (5, 80, 80))
        self.assertEqual((game["result"], game["reason"]), ("1/2-1/2", "score"))
        self.assertIn('[Rules "course"]', text)  # five seconds are the preset's
        self.assertIn('[TimeControl "1/5"]', text)

    def test_a_course_as_an_object(self):
        game_id, keys = played(self.everybody, self.server, ["a1b2"], layout="belgian-daisy",
                               rules={"preset": "course", "turn": 7.5})
        self.assertEqual(self.server.client(keys[1]).call("POST", f"/api/1/games/{game_id}/resign")[0], 200)
        game, text = self.leave(game_id)
        self.assertEqual((game["rules"]["text"], game["result"]), ("course,turn=7.5", "1-0"))
        self.assertIn('[Rules "course,turn=7.5"]', text)
        self.assertIn('[TimeControl "1/7.5"]', text)

    def wait_end(self, game_id):
        wait_until(lambda: self.everybody.game(game_id)["result"] != "*")

    def test_lost_on_time(self):
        game_id, _ = played(self.everybody, self.server, ["a1b2", "i5h5"], layout="standard", rules="turn=1")
        self.wait_end(game_id)
        game, text = self.leave(game_id)
        self.assertEqual((game["result"], game["reason"]), ("0-1", "time"))
        self.assertIn('[Termination "time"]', text)

    def test_three_and_two_too_late(self):
        game_id, _ = played(self.everybody, self.server, ["i5h4", "f9f8", "d1d2"],
                            [{"kind": "person"}] * 3, layout="standard", players=3, rules="turn=1")
        self.wait_end(game_id)
        game, text = self.leave(game_id)
        self.assertEqual((game["result"], game["reason"]), ("0-0-1", "time"))
        self.assertIn("\n1. i5h4 1... f9f8 1... d1d2 b:time w:time 0-0-1\n", without_times(text))


class Records(ServerTest):
    def read(self, text, **more):
        return self.client().call("POST", "/api/1/records", {"text": text} | more)

    def test_a_list_of_moves(self):
        status, _, answer = self.read("1. a1b2 i5h5 2. b2c3")
        self.assertEqual(status, 200, answer)
        self.assertEqual(answer["moves"], ["a1b2", "i5h5", "b2c3"])
        self.assertEqual((answer["board"], answer["result"], answer["games"]), ("5x5x5", "*", 1))
        self.assertEqual(answer["start"], "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb b 0-0 0 1")
        self.assertEqual(answer["position"].split()[1], "w")
        self.assertEqual(answer["tags"]["Variant"], "standard")
        self.assertEqual((answer["rules"]["win"], answer["rules"]["repetition"], answer["rules"]["plies"]), (6, 0, 0))
        self.assertIn("the tag Variant is missing: the moves are legal from standard", answer["notes"])

    def test_a_whole_game_of_three(self):
        text = """[Event "E"]
[Date "2026.11.23"]
[Black "A"]
[White "B"]
[Variant "standard-3"]
[Result "0-0-1"]
[Notation "Aba-Pro"]
[Players "3"]
[Red "C"]

{hello} 1. i5h4! w:time 1... d1d2 (1... d1d2 {not this}) 2. b:resigns 0-0-1
"""
        status, _, answer = self.read(text)
        self.assertEqual(status, 200, answer)
        self.assertEqual((answer["moves"], answer["notes"], answer["result"]), (["i5h4", "d1d2"], [], "0-0-1"))
        self.assertEqual(answer["remarks"], [{"ply": 0, "comment": "hello"}, {"ply": 1, "glyph": "!"},
                                             {"ply": 1, "leaves": "w:time"},
                                             {"ply": 2, "variation": [{"move": "d1d2"}, {"comment": "not this"}]},
                                             {"ply": 2, "leaves": "b:resigns"}])
        self.assertEqual(answer["tags"]["Red"], "C")

    def test_variations(self):
        """With all that is said in them, and what follows them."""
        moves = "1. a1b2! (1. a2b3 i5h5 (1... i6h6?! {so} (1... h4g4)) 2. a1b2 $3) i5h5 (1... i6h6) {end} (1... h4g4) *"
        status, _, answer = self.read(f'[Variant "belgian-daisy"]\n\n{moves}')
        self.assertEqual(status, 200, answer)
        self.assertEqual(answer["moves"], ["a1b2", "i5h5"])
        inner = [{"move": "i6h6"}, {"glyph": "?!"}, {"comment": "so"}, {"variation": [{"move": "h4g4"}]}]
        self.assertEqual(answer["remarks"], [
            {"ply": 1, "glyph": "!"},
            {"ply": 1, "variation": [{"move": "a2b3"}, {"move": "i5h5"}, {"variation": inner}, {"move": "a1b2"},
                                     {"glyph": "$3"}]},
            {"ply": 2, "variation": [{"move": "i6h6"}]}, {"ply": 2, "comment": "end"},
            {"ply": 2, "variation": [{"move": "h4g4"}]}])

    def test_the_longest_game_of_a_server(self):
        """10,000 plies, with clocks and reviewed: 81 bytes a ply and more."""
        clock = "{[%clk 1:00:00.000] [%emt 0:00:01.000] [%eval +0.25] c7d7 b7c7 c6d7}"
        words = ["b1c1", "h9g9", "c1b1", "g9h9"] * 2500
        moves = " ".join(f"{ply // 2 + 1}{'...' if ply % 2 else '.'} {word} $2 {clock}" for ply, word in enumerate(words))
        status, _, answer = self.read(f"{moves} 1/2-1/2")
        self.assertEqual(status, 200, answer)
        self.assertEqual((len(answer["moves"]), answer["result"]), (10000, "1/2-1/2"))
        self.assertIn("expected at most 40000", self.refused(self.read(" ".join(words * 5)), 422, "bad_record"))

    def test_one_game_of_several(self):
        one = '[Event "1"]\n\n1. a1b2 *\n'
        text = one + "\n" + one.replace('"1"', '"2"').replace("a1b2", "a2b3") + "\n[Event \"3\"]\n\n1. zz *\n"
        self.assertEqual(self.read(text)[2]["games"], 3)
        self.assertEqual(self.read(text, game=2)[2]["moves"], ["a2b3"])
        self.assertIn("line 11, move 1: zz: ", self.refused(self.read(text, game=3), 422, "bad_record"))
        self.assertIn("fewer", self.refused(self.read(text, game=4), 422, "bad_record"))

    def test_what_is_no_game(self):
        self.assertIn("move 2: a1a2: ", self.refused(self.read("a1b2 a1a2"), 422, "bad_record"))
        self.assertIn("expected a game", self.refused(self.read(" \n"), 422, "bad_record"))
        self.refused(self.read("a1b2 \0"), 400, "bad_json")
        self.refused(self.read("a1b2", game=0), 400, "bad_request")
        self.refused(self.read(17), 400, "bad_request")
        self.refused(self.client().call("POST", "/api/1/records", "1. a1b2"), 400, "bad_json")
        self.refused(self.read("a1b2 " * 240_000), 413, "too_large")
        self.refused(self.client().call("GET", "/api/1/records"), 405, "bad_method")


class Played(FolderTest):
    """The server's own games, in the commands and in GET /openings."""

    def command(self, *arguments, code=0):
        done = subprocess.run([PAUA, *arguments, "--store", self.place], capture_output=True, text=True,
                              timeout=60)
        self.assertEqual((done.returncode, done.stderr), (code, ""), done.stdout)
        return done.stdout

    def openings(self, **parameters):
        """The answer once all games are counted, which a busy machine does not do at once."""
        def complete():
            status, _, answer = self.everybody.call("GET", query("openings", **parameters))
            self.assertEqual(status, 200, answer)
            return answer if answer.pop("complete") else None
        answer = wait_until(complete)
        for row in answer["moves"]:
            row["score"] = round(row["score"], 10)
        return answer

    def finish(self, moves, loser=1, **setup):
        game_id, keys = played(self.everybody, self.server, moves, **setup)
        self.assertEqual(self.server.client(keys[loser]).call("POST", f"/api/1/games/{game_id}/resign")[0], 200)
        return game_id

    def setUp(self):
        super().setUp()
        (self.folder / "old.apgn").write_text("1. a1b2 i5h5 0-1\n")
        self.command("import", "--quiet", str(self.folder / "old.apgn"))
        self.server = self.start()
        self.everybody = self.server.client()

    @sqlite_only
    def test_openings_count_both(self):
        self.assertEqual([(row["move"], row["games"], row["losses"])
                          for row in self.openings(position="standard")["moves"]], [("a1b2", 1, 1)])
        ids = [self.finish(["a1b2", "i5h5"], layout="standard"),
               self.finish(["a5b5", "i5h5"], layout="standard"),  # the same, mirrored
               self.finish(["b1c2", "i5h5"], 0, layout="standard")]
        played(self.everybody, self.server, ["a2b3"], layout="standard")  # not finished
        self.assertEqual(self.everybody.call("GET", f"/api/1/games/{ids[0]}")[2]["result"], "1-0")
        wanted = [("a1b2", 3, 2, 1), ("b1c2", 1, 0, 1)]
        # the command replays what the server has not counted yet, and finds it counted afterwards
        for _ in range(2):
            out = json.loads(self.command("openings", "--json"))
            self.assertEqual([(row["move"], row["games"], row["wins"], row["losses"]) for row in out["moves"]], wanted)
            self.assertEqual(self.openings(position="standard"), out)
        games = self.openings(position="standard", **{"from": "games"})
        self.assertEqual(games["moves"][0] | {"score": 0}, {"move": "a1b2", "games": 2, "wins": 2, "draws": 0,
                                                             "losses": 0, "unfinished": 0, "score": 0})
        self.assertEqual(games, json.loads(self.command("openings", "--json", "--from", "games")))
        self.assertEqual(self.openings(position="standard", **{"from": "archive"})["games"], 1)
        self.assertEqual(json.loads(self.command("openings", "--json", "--from", "archive"))["games"], 1)
        # a position reached by a move, and one that nobody reached
        after = subprocess.run([PAUA, "show", "--format", "fen", "--moves", "b1c2"], capture_output=True, text=True,
                               check=True).stdout.strip()
        self.assertEqual([(row["move"], row["wins"]) for row in self.openings(position=after)["moves"]], [("i5h5", 1)])
        self.assertEqual(self.openings(position="the-wall")["moves"], [])
        self.assertEqual(self.server.stop(), (0, ""))
        self.assertEqual([path.name for path in self.folder.glob("games.db*")], ["games.db"])
        self.assertEqual(json.loads(self.command("openings", "--json"))["games"], 4)

    def test_more_games_than_one_batch(self):
        for _ in range(40):
            self.finish(["a1b2"], layout="standard")
        self.assertEqual(self.openings(position="standard", **{"from": "games"})["games"], 40)
        self.finish(["a1b2"], layout="standard")
        self.assertEqual(self.openings(position="standard", **{"from": "games"})["games"], 41)

    def test_what_openings_refuse(self):
        self.refused = ServerTest.refused.__get__(self)
        call = self.everybody.call
        self.refused(call("GET", "/api/1/openings"), 400, "bad_request")
        self.refused(call("GET", query("openings", position="standard", **{"from": "nowhere"})), 400, "bad_request")
        done = subprocess.run([PAUA, "openings", "--from", "here"], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stderr),
                         (2, "paua openings: --from: 'here' is unknown, expected archive, games or both\n"))

    def test_export(self):
        first = self.finish(["a1b2"], layout="standard")
        second = self.finish(["i5h4"], seats=[{"kind": "person", "name": "Ada"}] + [{"kind": "person"}] * 2,
                             layout="standard", players=3, loser=0)
        status, _, game = self.everybody.call("GET", f"/api/1/games/{second}")
        self.assertEqual(game["result"], "*")  # two are left
        text = self.command("export")
        self.assertEqual(text.count("[Event "), 2)
        self.assertIn("1. a1b2 i5h5 0-1", text)
        self.assertIn(f'[Event "Game {first}"]', text)
        self.assertEqual(self.command("export", "--from", "games"),
                         self.everybody.call("GET", f"/api/1/games/{first}.apgn")[2].decode())
        self.assertEqual(self.command("export", "--from", "archive").count("[Event "), 1)
        self.assertEqual(self.command("export", "--result", "0-1").count("[Event "), 1)
        self.assertEqual(self.command("export", "--player", "nobody"), "")
        out = self.folder / "all.apgn"
        self.command("export", "-o", str(out))
        self.assertEqual(out.read_text(), text)


class Costs(FolderTest):
    def test_what_counts_as_several_requests(self):
        """Each call from an address of its own, whose allowance is 40, until it is refused."""
        server = self.start("--rate", "10")
        game, _ = server.client(address="127.0.0.2").create(layout="standard")
        calls = ((4, "GET", query("openings", position="standard"), None),
                 (4, "GET", query("table", position="standard"), None),
                 (10, "GET", f"/api/1/games/{game['id']}.png?size=16", None),
                 (10, "POST", "/api/1/records", {"text": "a1b2"}),
                 (1, "GET", f"/api/1/games/{game['id']}.apgn", None))
        for number, (cost, method, path, body) in enumerate(calls):
            with self.subTest(path=path):
                client = server.client(address=f"127.0.0.{number + 3}")
                begun = time.monotonic()
                answers = [client.call(method, path, body) for _ in range(80)]
                grown = 10 * (time.monotonic() - begun)
                refused = [answer for answer in answers if answer[0] == 429]
                self.assertGreaterEqual(80 - len(refused), 40 // cost)
                self.assertLessEqual(80 - len(refused), (40 + grown) / cost)
                self.assertEqual(refused[0][2]["error"]["code"], "too_many")
                self.assertGreaterEqual(int(refused[0][1]["Retry-After"]), 1)


class WithoutTables(FolderTest):
    def test_a_server_without_tables_says_so(self):
        status, _, answer = self.start().client().call("GET", query("table", position="standard"))
        self.assertEqual(status, 404)
        self.assertIn("--tables", answer["error"]["message"])

    def test_a_damaged_table_ends_the_start(self):
        (self.folder / "bad.paua").write_text("no table")
        code, line = self.fails("--store", f"sqlite:{self.store}", "--tables", str(self.folder / "bad.paua"))
        self.assertEqual(code, 2)
        self.assertIn("bad.paua", line)
        self.assertFalse(self.store.exists())


if __name__ == "__main__":
    unittest.main()
