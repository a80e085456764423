"""The calls of docs/http-api.md: whole games, and every error."""
import gzip
import http.client
import json
import pathlib
import re
import subprocess
import unittest

from harness import PAUA, SLOWDOWN, ServerTest, legal_moves, wait_until

GAME_MEMBERS = {"id", "number", "board", "layout", "start", "rules", "seats", "moves", "position", "ply", "turn",
                "result", "reason", "status", "proposals", "chat", "next", "created", "closes",
                "event", "here", "spectators"}
COMPUTER = {"kind": "computer", "level": 1}
PERSON = {"kind": "person"}
ROUTES = pathlib.Path(__file__).resolve().parents[2] / "web/src/app/routes.ts"


class Creating(ServerTest):
    def test_shape(self):
        status, headers, answer = self.client().call(
            "POST", "/api/1/games", {"layout": "belgian-daisy", "seats": [PERSON, COMPUTER]})
        game = answer["game"]
        self.assertEqual(status, 201)
        self.assertEqual(headers["Location"], f"/api/1/games/{game['id']}")
        self.assertEqual(set(game), GAME_MEMBERS)
        self.assertRegex(game["id"], r"^[A-Za-z0-9]{8}$")
        self.assertRegex(game["created"], r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$")
        self.assertRegex(answer["keys"][0], r"^[A-Za-z0-9_-]{32}$")
        self.assertIsNone(answer["keys"][1])
        self.assertEqual(game["seats"], [{"colour": "b", "kind": "person"},
                                         {"colour": "w", "kind": "computer", "level": 1, "user": "paua.1", "bot": True}])
        self.assertEqual((game["board"], game["layout"], game["moves"], game["ply"], game["turn"],
                          game["result"], game["event"]),
                         ("5x5x5", "belgian-daisy", [], 1, "b", "*", 0))
        self.assertEqual(game["position"], "ww1bb/wwwbbb/1ww1bb1/8/9/8/1bb1ww1/bbbwww/bb1ww b 0-0 0 1")
        rules = {"text": "classic,plies=10000", "win": 6, "repetition": 3, "quiet": 200, "plies": 10000, "limit": "draw",
                 "stuck": "draw", "ko": False, "turn": 0, "cap": 0}
        self.assertEqual({name: game["rules"][name] for name in rules}, rules)
        self.assertEqual(headers["X-Content-Type-Options"], "nosniff")
        self.assertEqual(headers["Referrer-Policy"], "no-referrer")

    def test_position_and_rules(self):
        text = "bb/1b1/ww w 0-0 3 8"
        rules = {"win": 2, "stuck": "loss", "repetition": 0, "quiet": 9, "plies": 40}
        game, _ = self.client().create(position=text, rules=rules)
        self.assertEqual((game["board"], game["layout"], game["start"], game["ply"], game["turn"]),
                         ("2x2x2", "", text, 8, "w"))
        self.assertEqual({name: game["rules"][name] for name in rules}, rules)
        self.assertEqual(self.client().game(game["id"]), game)

    def test_every_layout_can_be_played(self):
        client = self.client()
        status, _, answer = client.call("GET", "/api/1/layouts")
        self.assertEqual(status, 200)
        self.assertGreater(len(answer["layouts"]), 50)
        for layout in answer["layouts"]:
            self.assertEqual(set(layout), {"name", "board", "position", "players", "teams"})
            game, _ = client.create([PERSON] * layout["players"], layout=layout["name"])
            self.assertEqual((game["board"], game["start"]), (layout["board"], layout["position"]))

    def test_bad_requests(self):
        client = self.client()
        seats = [PERSON, PERSON]
        for code, body in (
                ("bad_json", "{"), ("bad_json", ""), ("bad_json", "\xff"), ("bad_json", "[" * 9000),
                ("bad_json", '{"layout":"standard","layout":"standard"}'), ("bad_json", "nothing"),
                ("bad_request", []), ("bad_request", {}), ("bad_request", {"seats": seats}),
                ("bad_request", {"layout": "nowhere", "seats": seats}),
                ("bad_request", {"layout": 1, "seats": seats}),
                ("bad_request", {"layout": "standard", "position": "standard", "seats": seats}),
                ("bad_request", {"layout": "standard"}),
                ("bad_request", {"layout": "standard", "seats": [PERSON]}),
                ("bad_request", {"layout": "standard", "seats": [PERSON, 1]}),
                ("bad_request", {"layout": "standard", "seats": [PERSON, {"kind": "dog"}]}),
                ("bad_request", {"layout": "standard", "seats": [PERSON, {"kind": "computer"}]}),
                ("bad_request", {"layout": "standard",
                                 "seats": [PERSON, {"kind": "computer", "level": 0}]}),
                ("bad_request", {"layout": "standard",
                                 "seats": [PERSON, {"kind": "computer", "level": 11}]}),
                ("bad_request", {"layout": "standard",
                                 "seats": [PERSON, {"kind": "person", "level": 1}]}),
                ("bad_request", {"layout": "standard",
                                 "seats": [PERSON, {"kind": "person", "opponent": "abapro"}]}),
                ("bad_request", {"layout": "standard",
                                 "seats": [PERSON, {"kind": "computer", "level": 1, "opponent": "abapro"}]}),
                ("bad_request", {"layout": "standard", "seats": [PERSON, {"kind": "computer", "opponent": 4}]}),
                ("bad_request", {"layout": "standard", "seats": seats, "more": 1}),
                ("bad_request", {"layout": "standard", "seats": seats, "rules": 1}),
                ("bad_request", {"layout": "standard", "seats": seats, "rules": {"more": 1}}),
                ("bad_request", {"layout": "standard", "seats": seats, "rules": {"win": 0}}),
                ("bad_request", {"layout": "standard", "seats": seats, "rules": {"win": 1.5}}),
                ("bad_json", {"layout": "standard", "seats": seats, "rules": {"win": 1 << 70}}),
                ("bad_request", {"layout": "standard", "seats": seats, "rules": {"repetition": 256}}),
                ("bad_request", {"layout": "standard", "seats": seats, "rules": {"win": "4,plies=3"}}),
                ("bad_request", {"layout": "standard", "seats": seats, "rules": {"preset": "best"}}),
                ("bad_request", {"layout": "standard", "seats": seats, "rules": "best"}),
                ("bad_request", {"layout": "standard", "seats": seats, "rules": "plies=10001"}),
                ("bad_request", {"layout": "standard", "seats": seats, "players": 3}),
                ("bad_request", {"layout": "standard", "seats": seats, "players": 7}),
                ("bad_request", {"layout": "standard", "seats": seats, "teams": True}),
                ("bad_request", {"layout": "standard", "seats": seats, "teams": "yes"}),
                ("bad_request", {"layout": "standard-3", "seats": seats}),
                ("bad_request", {"layout": "bowl", "players": 5, "seats": seats * 3 + [PERSON]}),
                ("bad_request", {"layout": "standard",
                                 "seats": [PERSON, {"kind": "person", "name": "x" * 25}]}),
                ("bad_request", {"layout": "standard", "seats": [PERSON, {"kind": "person", "name": " "}]}),
                ("bad_request", {"layout": "standard", "seats": [PERSON, {"kind": "open", "name": "Bo"}]}),
                ("bad_request", {"layout": "standard", "seats": [PERSON, {"kind": "open", "listed": 1}]}),
                ("bad_request", {"layout": "standard", "seats": [PERSON, COMPUTER | {"name": "Bo"}]}),
                ("bad_request", {"layout": "standard", "seats": seats, "rules": {"quiet": -1}}),
                ("bad_request", {"layout": "standard", "seats": seats, "rules": {"plies": 10001}}),
                ("bad_request", {"layout": "standard", "seats": seats,
                                 "rules": {"stuck": 1}}),
                ("bad_position", {"position": "", "seats": seats}),
                ("bad_position", {"position": "bb/1b1/wq", "seats": seats}),
                ("bad_request", {"position": "bb/1r1/ww", "seats": seats}),
                ("bad_request", {"layout": "bowl-5", "seats": seats}),
                ("bad_request", {"position": "bb/1b1/ww", "players": 2, "seats": seats}),
                ("bad_position", {"position": "bb/1b1/ww b 0-0 0 1 more", "seats": seats}),
                ("bad_position", {"position": "bb/1b1/ww b 1-0", "seats": seats, "rules": {"win": 1}}),
        ):
            with self.subTest(body=body):
                answer = client.call("POST", "/api/1/games",
                                     body.encode("latin-1") if isinstance(body, str) else body)
                self.refused(answer, 400, code)

    def test_refusals_name_the_member(self):
        seats = [PERSON, PERSON]
        for member, body in (("layout", {"layout": 1}), ("position", {"position": 1}),
                             ("players", {"players": 7}), ("players", {"players": "two"}),
                             ("teams", {"teams": "yes"}), ("public", {"public": 1}), ("chat", {"chat": "no"}),
                             ("rules", {"rules": 1}), ("rules.turn", {"rules": {"turn": 0}}),
                             ("win", {"rules": {"win": 0}}), ("more", {"more": 1}),
                             ("seats", {"seats": "two"}), ("seats", {"seats": [PERSON] * 7}),
                             ("seats[1].kind", {"seats": [PERSON, {"kind": "dog"}]}),
                             ("seats[1].name", {"seats": [PERSON, {"kind": "person", "name": 5}]}),
                             ("seats[1].listed", {"seats": [PERSON, {"kind": "open", "listed": 1}]}),
                             ("seats[1].level", {"seats": [PERSON, {"kind": "computer", "level": 11}]}),
                             ("seats[1].opponent", {"seats": [PERSON, {"kind": "computer", "opponent": 4}]})):
            with self.subTest(member=member, body=body):
                start = {} if "position" in body else {"layout": "standard"}
                answer = self.client().call("POST", "/api/1/games", start | {"seats": seats} | body)
                self.assertIn(member, self.refused(answer, 400, "bad_request"))


class Playing(ServerTest):
    def play_to_the_end(self, **start):
        """Two persons play legal moves at random; returns the finished game and its moves."""
        watcher = self.client()
        game, keys = watcher.create(**start)
        players = {"b": self.client(keys[0]), "w": self.client(keys[1])}
        while game["result"] == "*":
            move = self.random.choice(legal_moves(game["position"]))
            status, _, answer = players[game["turn"]].move(game["id"], game["ply"], move)
            self.assertEqual((status, answer), (200, {"ply": game["ply"], "move": move,
                                                      "event": game["event"] + 1}))
            after = watcher.game(game["id"])
            self.assertEqual(after["moves"], game["moves"] + [move])
            self.assertEqual(after["ply"], game["ply"] + 1)
            game = after
        self.assertEqual(game["turn"], "")
        return game, players

    def test_two_persons(self):
        game, players = self.play_to_the_end(position="bbb/bb2/5/2ww/www b", rules={"quiet": 60})
        self.assertIn(game["result"], {"1-0", "0-1", "1/2-1/2"})
        self.assertIn(game["reason"], {"ejections", "quiet", "repetition"})
        for player in players.values():
            self.refused(player.move(game["id"], game["ply"], "a1b2"), 409, "game_over")
            self.refused(player.call("POST", f"/api/1/games/{game['id']}/resign", {}), 409, "game_over")
            self.refused(player.call("POST", f"/api/1/games/{game['id']}/draw", {}), 409, "game_over")

    def test_ply_limit(self):
        game, _ = self.play_to_the_end(layout="standard", rules={"plies": 7})
        self.assertEqual((len(game["moves"]), game["result"], game["reason"]), (7, "1/2-1/2", "plies"))

    def test_against_the_computer(self):
        client = self.client()
        game, keys = client.create([COMPUTER, PERSON], position="bbb/bb2/5/2ww/www b",
                                   rules={"quiet": 40})
        player = self.client(keys[1])
        while True:
            game = wait_until(lambda: (g := client.game(game["id"]))["turn"] != "b" and g)
            if game["result"] != "*":
                break
            move = self.random.choice(legal_moves(game["position"]))
            self.assertEqual(player.move(game["id"], game["ply"], move)[0], 200)
        self.assertIn(game["reason"], {"ejections", "quiet", "repetition"})

    def test_two_computers(self):
        client = self.client()
        game, keys = client.create([COMPUTER, COMPUTER], layout="standard", rules={"plies": 6})
        self.assertEqual(keys, [None, None])
        game = wait_until(lambda: (g := client.game(game["id"]))["result"] != "*" and g)
        self.assertEqual((len(game["moves"]), game["reason"]), (6, "plies"))


class Opponents(ServerTest):
    def listed(self):
        status, _, answer = self.client().call("GET", "/api/1/opponents")
        self.assertEqual(status, 200)
        return answer["opponents"]

    def test_listing(self):
        listed = {one["name"]: one for one in self.listed()}
        self.assertLessEqual({"abla-combined", "abla-single", "abla", "abapro", "random-soft", "nacre", "aba",
                              "chorus", "papadopoulos", "mcts", "random", "greedy"}, set(listed))
        for one in listed.values():
            self.assertEqual(set(one), {"name", "about", "stand_in", "plies", "plies_max", "levels", "level_plies"})
            self.assertEqual(one["stand_in"], "stand-in" in one["about"])
            self.assertEqual(len(one["levels"]), len(one["level_plies"]))
            self.assertTrue(one["about"].endswith("."))
        self.assertEqual((listed["abla-combined"]["plies"], listed["abla-combined"]["plies_max"]), (4, 12))
        self.assertEqual(listed["abapro"]["levels"], ["beginner", "apprentice", "champion"])
        self.assertEqual(listed["abapro"]["level_plies"], [3, 4, 6])
        self.assertEqual({name for name, one in listed.items() if one["stand_in"]}, {"random-soft", "nacre", "aba"})
        self.assertEqual(listed["chorus"]["levels"], [])
        self.assertEqual((listed["greedy"]["plies"], listed["greedy"]["plies_max"]), (1, 1))

    def test_each_plays_on_two_boards(self):
        client = self.client()
        for name in [one["name"] for one in self.listed()]:
            for start in ({"layout": "standard"}, {"position": "bbb/bb2/5/2ww/www b"}):
                with self.subTest(name=name, start=start):
                    game, _ = client.create([{"kind": "computer", "opponent": name}] * 2,
                                            rules={"plies": 4}, **start)
                    self.assertEqual(game["seats"][0]["opponent"].split(":")[0], name)
                    game = wait_until(lambda: (g := client.game(game["id"]))["result"] != "*" and g)
                    self.assertEqual(game["reason"], "plies")

    def test_plays_as_the_engine_of_that_name(self):
        """The same move as `paua analyze --engine` says, and the plies stand in the name."""
        client = self.client()
        for name in ("abla-combined:3", "abla:2,w1=-1,w2=0.5", "chorus:2", "greedy"):
            game, _ = client.create([{"kind": "computer", "opponent": name}, PERSON], layout="belgian-daisy")
            seat = {"colour": "b", "kind": "computer", "opponent": name}
            if name == "greedy":  # as its name alone says: it has an account
                seat |= {"user": f"paua.{name}", "bot": True}
            self.assertEqual(game["seats"][0], seat)
            game = wait_until(lambda: (g := client.game(game["id"]))["moves"] and g)
            done = subprocess.run([PAUA, "analyze", "--engine", name, "--layout", "belgian-daisy"],
                                  capture_output=True, text=True, check=True)
            self.assertEqual(done.stdout.split()[-1], game["moves"][0])

    def test_the_deepest_does_not_hang(self):
        """Twelve plies would take days; the answer comes in time, and others are served meanwhile."""
        client = self.client()
        game, _ = client.create([{"kind": "computer", "opponent": "papadopoulos:12"}, PERSON], layout="standard")
        self.assertEqual(client.call("GET", "/healthz")[0], 200)
        wait_until(lambda: client.game(game["id"])["moves"], seconds=10 * SLOWDOWN)

    def test_wrong_names(self):
        client = self.client()
        for name, words in (("nobody", "expected one of: abla-combined, abla-single"), ("", "expected one of"),
                            ("abapro:13", "plies from 1 to 12"), ("abapro:0", "plies"), ("greedy:2", "takes no number"),
                            ("abapro:", "plies"), ("\u00e9" * 200, "expected one of")):
            with self.subTest(name=name):
                answer = client.call("POST", "/api/1/games", {
                    "layout": "standard", "seats": [PERSON, {"kind": "computer", "opponent": name}]})
                self.assertIn(words, self.refused(answer, 400, "bad_request"))

    def test_nobody_has_the_key(self):
        """The computer's seat has none: a key of zeros or the other seat's does not move for it."""
        client = self.client()
        game, keys = client.create([PERSON, {"kind": "computer", "opponent": "random"}], layout="standard")
        self.assertIsNone(keys[1])
        for key in ("A" * 32, "0" * 32):
            self.refused(self.client(key).move(game["id"], 1, "a1b2"), 403, "not_your_seat")


class Moving(ServerTest):
    def setUp(self):
        self.watcher = self.client()
        self.game, keys = self.watcher.create(layout="standard")
        self.id = self.game["id"]
        self.black, self.white = self.client(keys[0]), self.client(keys[1])

    def unchanged(self):
        self.assertEqual(self.watcher.game(self.id), self.game)

    def test_errors_change_nothing(self):
        path = f"/api/1/games/{self.id}/moves"
        for status, code, player, body in (
                (400, "bad_json", self.black, "{"),
                (400, "bad_request", self.black, "{}"),
                (400, "bad_request", self.black, "[]"),
                (400, "bad_request", self.black, {"ply": "1", "move": "a1b2"}),
                (400, "bad_request", self.black, {"ply": 0, "move": "a1b2"}),
                (400, "bad_request", self.black, {"ply": 1, "move": 5}),
                (400, "bad_request", self.black, {"ply": 1, "move": "a1b2", "more": 1}),
                (400, "bad_move", self.black, {"ply": 1, "move": "hello"}),
                (400, "bad_move", self.black, {"ply": 1, "move": ""}),
                (400, "bad_move", self.black, {"ply": 1, "move": "a1b2" * 100}),
                (400, "bad_move", self.black, {"ply": 1, "move": "a\u00e91"}),
                (422, "illegal_move", self.black, {"ply": 1, "move": "e5e6"}),
                (422, "illegal_move", self.black, {"ply": 1, "move": "i5h5"}),
                (403, "not_your_seat", self.watcher, {"ply": 1, "move": "a1b2"}),
                (403, "not_your_seat", self.client("x" * 32), {"ply": 1, "move": "a1b2"}),
                (403, "not_your_seat", self.client("x"), {"ply": 1, "move": "a1b2"}),
                (409, "not_your_turn", self.white, {"ply": 1, "move": "i5h5"}),
                (409, "wrong_ply", self.black, {"ply": 2, "move": "a1b2"}),
                (409, "wrong_ply", self.black, {"ply": 999999, "move": "a1b2"}),
        ):
            with self.subTest(code=code, body=body):
                self.refused(player.call("POST", path, body), status, code)
                self.unchanged()

    def test_keys_belong_to_one_game(self):
        _, keys = self.watcher.create()
        self.refused(self.client(keys[0]).move(self.id, 1, "a1b2"), 403, "not_your_seat")

    def test_moves_are_idempotent(self):
        first = self.black.move(self.id, 1, "a1b2")
        self.assertEqual((first[0], first[2]), (200, {"ply": 1, "move": "a1b2", "event": 1}))
        for _ in range(3):
            again = self.black.move(self.id, 1, "a1b2")
            self.assertEqual((again[0], again[2]), (200, first[2]))
        self.refused(self.black.move(self.id, 1, "a2b3"), 409, "wrong_ply")
        self.refused(self.white.move(self.id, 1, "a1b2"), 409, "wrong_ply")
        self.assertEqual(self.white.move(self.id, 2, "i5h5")[2]["event"], 2)
        self.assertEqual(self.black.move(self.id, 1, "a1b2")[2], first[2])
        self.assertEqual(self.watcher.game(self.id)["moves"], ["a1b2", "i5h5"])

    def test_broadside_is_read_either_way(self):
        first = self.black.move(self.id, 1, "c5c3d5")
        self.assertEqual(first[0], 200)
        self.assertEqual(first[2]["move"], "c3c5d3")
        self.assertEqual(self.black.move(self.id, 1, "c3c5d3")[2], first[2])
        self.assertEqual(self.black.move(self.id, 1, "c5c3d5")[2], first[2])

    def test_you(self):
        self.assertEqual(self.black.game(self.id)["seats"][0], {"colour": "b", "kind": "person", "you": True})
        self.assertNotIn("you", self.black.game(self.id)["seats"][1])
        self.assertIn("you", self.white.game(self.id)["seats"][1])
        for seat in self.client("x" * 32).game(self.id)["seats"]:
            self.assertNotIn("you", seat)

    def test_resign(self):
        path = f"/api/1/games/{self.id}/resign"
        self.refused(self.watcher.call("POST", path, {}), 403, "not_your_seat")
        self.refused(self.black.call("POST", path, {"more": 1}), 400, "bad_request")
        self.unchanged()
        status, _, game = self.white.call("POST", path, {})
        self.assertEqual((status, game["result"], game["reason"], game["turn"], game["event"]),
                         (200, "1-0", "resignation", "", 1))
        self.refused(self.black.move(self.id, 1, "a1b2"), 409, "game_over")

    def test_draw_by_agreement(self):
        path = f"/api/1/games/{self.id}/draw"
        status, _, game = self.white.call("POST", path)
        self.assertEqual((status, game["proposals"], game["result"], game["event"]),
                         (200, [{"kind": "draw", "colour": "w", "missing": ["b"]}], "*", 1))
        _, _, again = self.white.call("POST", path, {})
        self.assertEqual(again, game)
        _, _, game = self.black.call("POST", path, {})
        self.assertEqual((game["proposals"], game["result"], game["reason"], game["event"]),
                         ([], "1/2-1/2", "agreement", 2))

    def test_a_move_of_the_other_side_declines(self):
        path = f"/api/1/games/{self.id}/draw"
        self.black.call("POST", path, {})
        self.assertEqual(self.black.move(self.id, 1, "a1b2")[0], 200)
        self.assertEqual(self.watcher.game(self.id)["proposals"][0]["colour"], "b")
        self.assertEqual(self.white.move(self.id, 2, "i5h5")[0], 200)
        self.assertEqual(self.watcher.game(self.id)["proposals"], [])


class Paths(ServerTest):
    def test_unknown(self):
        client = self.client()
        for path in ("/api/1/games/nothing1", "/api/1/games/" + "x" * 500, "/api/1/nothing", "/api",
                     "/api/2/games", "/nothing.js", "/g/a/b", "/../../etc/passwd",
                     "/%2e%2e/%2e%2e/etc/passwd", "//etc/passwd", "/api/1/games/../../healthz",
                     "/api/1/games//events"):
            with self.subTest(path=path):
                self.refused(client.call("GET", path), 404, "not_found")
        self.refused(client.call("POST", "/api/1/nothing", {}), 404, "not_found")
        self.refused(client.call("GET", "/api/1/games/aaaaaaa%00"), 400, "bad_request")

    def test_methods(self):
        client = self.client()
        for method, path, allow in (("PUT", "/api/1/games", "POST, GET, HEAD"), ("DELETE", "/api/1/games/x", "GET, HEAD"),
                                    ("PUT", "/api/1/games/x/moves", "POST"),
                                    ("POST", "/api/1/games/x/events", "GET"),
                                    ("POST", "/healthz", "GET, HEAD"), ("BREW", "/", "GET, HEAD")):
            with self.subTest(method=method, path=path):
                answer = client.call(method, path)
                self.refused(answer, 405, "bad_method")
                self.assertEqual(answer[1]["Allow"], allow)

    def test_head(self):
        client = self.client()
        game, _ = client.create()
        status, headers, body = client.call("HEAD", "/healthz")
        self.assertEqual((status, headers["Content-Length"], body), (200, "3", b""))
        client.connection.request("HEAD", f"/api/1/games/{game['id']}")
        answer = client.connection.getresponse()
        self.assertEqual((answer.status, answer.read()), (200, b""))

    def test_head_of_streams(self):
        """Refused: the end of a stream behind the head would be taken for the next answer."""
        client = self.client()
        game, _ = client.create()
        for path in (f"/api/1/games/{game['id']}/events", f"/api/1/games/{game['id']}/review"):
            status, headers, body = client.call("HEAD", path)
            self.assertEqual((status, headers["Allow"], body), (405, "GET", b""))
            self.assertEqual(client.call("GET", "/healthz")[0], 200)  # on the same connection

    def test_size(self):
        client = self.client()
        fitting = json.dumps({"layout": "standard", "seats": []})
        fitting += " " * (16 * 1024 - len(fitting))
        self.refused(client.call("POST", "/api/1/games", fitting), 400, "bad_request")
        self.refused(client.call("POST", "/api/1/games", fitting + " "), 413, "too_large")
        self.refused(client.call("POST", "/api/1/games", " " * 900_000), 413, "too_large")
        self.assertEqual(client.call("GET", "/healthz")[0], 200)

    def test_health_and_metrics(self):
        client = self.client()
        self.assertEqual(client.call("GET", "/healthz")[2].strip(), b"ok")
        client.create()
        status, headers, text = client.call("GET", "/metrics")
        self.assertEqual(status, 200)
        self.assertTrue(headers["Content-Type"].startswith("text/plain"))
        values = dict(re.findall(r"^(paua_\w+(?:\{[^}]*\})?) (\d+)$", text.decode(), re.M))
        self.assertGreaterEqual(int(values["paua_games_created_total"]), 1)
        self.assertGreaterEqual(int(values["paua_store_commits_total"]), 1)
        self.assertGreater(int(values["paua_resident_memory_bytes"]), 1 << 20)
        # those of the tests before may be on their way out
        wait_until(lambda: b"\npaua_http_connections 1\n" in client.call("GET", "/metrics")[2])
        for line in text.decode().splitlines():
            self.assertRegex(line, r"^(# (HELP|TYPE) paua_\w+ .+|paua_\w+(\{\w+=\"[\w-]+\"\})? \d+)$")

    def test_page(self):
        """With the page built in it comes with a strict policy; without it there is a plain 404."""
        client = self.client()
        status, headers, body = client.call("GET", "/")
        if status == 404:
            self.skipTest("this program was built without the page")
        self.assertEqual(status, 200)
        policy = headers["Content-Security-Policy"]
        self.assertIn("default-src 'none'", policy)
        self.assertNotIn("unsafe-inline", policy)
        self.assertEqual(headers["Cross-Origin-Opener-Policy"], "same-origin")
        self.assertEqual(headers["Cross-Origin-Embedder-Policy"], "require-corp")
        pages = re.findall(r"path: '(/[^']*)'", ROUTES.read_text(encoding="utf-8"))
        self.assertIn("/g/*", pages)
        for path in pages:
            self.assertEqual(client.call("GET", path.replace("*", "abcdefgh"))[2], body, path)
        again = client.call("GET", "/", headers={"If-None-Match": headers["ETag"]})
        self.assertEqual((again[0], again[2]), (304, b""))
        for name in ("ETag", "Cache-Control", "Vary"):  # those that a cache goes by are in both
            self.assertEqual(again[1][name], headers[name])
        types = {"js": "text/javascript", "css": "text/css", "wasm": "application/wasm",
                 "png": "image/png", "webmanifest": "application/manifest+json"}
        for path in re.findall(r'(?:src|href)="([^"]+)"', body.decode()):
            if path.startswith("/"):
                status, headers, _ = client.call("GET", path)
                self.assertEqual(status, 200, path)
                self.assertTrue(headers["Content-Type"].startswith(types.get(path.rsplit(".")[-1], "")))
        for host, isolated in {"localhost": True, "127.0.0.1:8080": True, "[::1]:8080": True, "localhost.example.org": False,
                               "192.168.1.7:8080": False}.items():
            _, headers, _ = client.call("GET", "/", headers={"Host": host})
            self.assertEqual("Cross-Origin-Opener-Policy" in headers, isolated, host)
        worker = client.call("GET", "/engine-worker.js")  # shares memory with an isolated page
        self.assertEqual((worker[0], worker[1]["Cross-Origin-Embedder-Policy"]), (200, "require-corp"))

    def test_page_for_nothing(self):
        """A browser that asks for nothing gets the page, which says so; the status is 404."""
        client = self.client()
        status, _, body = client.call("GET", "/")
        if status == 404:
            self.skipTest("this program was built without the page")
        browser = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
        for path in ("/nothing", "/g", "/g/", "/g/a/b", "/games/a", "/nothing.js", "/pages.txt"):
            status, headers, page = client.call("GET", path, headers=browser)
            self.assertEqual((status, page), (404, body), path)
            self.assertIn("Content-Security-Policy", headers)
            self.assertNotIn("ETag", headers)
            self.refused(client.call("GET", path), 404, "not_found")
        self.refused(client.call("GET", "/api/1/nothing", headers=browser), 404, "not_found")

    def call_with_lines(self, lines, path="/"):
        """A GET with each of these headers as a line of its own; headers and status of the answer."""
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=30)
        connection.putrequest("GET", path, skip_accept_encoding=True)
        for name, value in lines:
            connection.putheader(name, value)
        connection.endheaders()
        answer = connection.getresponse()
        answer.read()
        connection.close()
        return answer.headers, answer.status

    def test_page_packed(self):
        client = self.client()
        status, headers, plain = client.call("GET", "/")
        if status == 404:
            self.skipTest("this program was built without the page")
        self.assertNotIn("Content-Encoding", headers)
        for accepted in ("gzip", "deflate, gzip", "gzip;q=0.5", "GZIP; q=1.0, *;q=0", "br;q=0, gzip"):
            status, headers, packed = client.call("GET", "/", headers={"Accept-Encoding": accepted})
            self.assertEqual((status, headers["Content-Encoding"]), (200, "gzip"), accepted)
            self.assertEqual(headers["Vary"], "Accept-Encoding")
            self.assertLess(len(packed), len(plain))
            self.assertEqual(gzip.decompress(packed), plain)
        # web.page unpacks it.
        for accepted in ("br", "gzip, deflate, br", "br;q=0.1,gzip;q=1"):
            status, headers, body = client.call("GET", "/", headers={"Accept-Encoding": accepted})
            self.assertEqual((status, headers["Content-Encoding"]), (200, "br"), accepted)
            self.assertEqual(headers["Vary"], "Accept-Encoding")
            self.assertLess(len(body), len(packed))
        # Several lines are one list, here as in the other headers that are lists.
        for lines, packing in ((("br;q=0", "gzip"), "gzip"), (("identity", "gzip", "br"), "br"), (("gzip;q=0", "br;q=0", "gzip"), None)):
            headers, _ = self.call_with_lines([("Accept-Encoding", line) for line in lines])
            self.assertEqual(headers.get("Content-Encoding"), packing, lines)
        headers, status = self.call_with_lines([("If-None-Match", '"x"'), ("If-None-Match", headers["ETag"])])
        self.assertEqual(status, 304)
        headers, _ = self.call_with_lines([("Accept", "image/png"), ("Accept", "text/html")], "/nothing")
        self.assertTrue(headers["Content-Type"].startswith("text/html"), headers["Content-Type"])
        for accepted in ("identity", "gzip;q=0", "gzip; q=0.000, br;q=0", "gzip;Q=0, br;Q=0.0", "x-gzip", "brotli"):
            _, headers, body = client.call("GET", "/", headers={"Accept-Encoding": accepted})
            self.assertEqual((headers.get("Content-Encoding"), body), (None, plain), accepted)


class Limits(ServerTest):
    arguments = ("--rate", "20")

    def test_too_many(self):
        client = self.client()
        answers = [client.call("GET", "/healthz") for _ in range(200)]
        limited = [answer for answer in answers if answer[0] == 429]
        self.assertTrue(limited)
        self.refused(limited[0], 429, "too_many")
        self.assertGreaterEqual(int(limited[0][1]["Retry-After"]), 1)
        wait_until(lambda: client.call("GET", "/healthz")[0] == 200, seconds=5, step=0.3)

    def test_a_browser_gets_a_page(self):
        """What is refused to a browser can be read; calls of the API and the files of a page get JSON as ever."""
        client = self.client()
        browser = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}

        def refusal(path, headers):
            answers = (client.call("GET", path, headers=headers) for _ in range(1000))
            return next(answer for answer in answers if answer[0] == 429)

        for path in ("/", "/g/aaaaaaaa", "/nothing"):
            _, headers, page = refusal(path, browser)
            self.assertEqual(headers["Content-Type"], "text/html; charset=utf-8", path)
            self.assertGreaterEqual(int(headers["Retry-After"]), 1)
            self.assertEqual(headers["Cache-Control"], "no-store")
            self.assertIn("default-src 'none'", headers["Content-Security-Policy"])
            self.assertIn(b"<h1>Too many requests</h1>", page)
            self.assertNotRegex(page, rb"src=|<script|<link", "this would be refused, too")
            for other, headers in (("/api/1/seeks", browser), ("/api/1/nothing", browser), ("/app.js", {"Accept": "*/*"}),
                                   (path, {})):
                answer = refusal(other, headers)
                self.refused(answer, 429, "too_many")
                self.assertGreaterEqual(int(answer[1]["Retry-After"]), 1)


if __name__ == "__main__":
    unittest.main()
