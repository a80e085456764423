"""Analyses and reviews: what they say, how they are limited, and clients that ask too much or leave."""
import http.client
import json
import random
import socket
import subprocess
import tempfile
import threading
import time
import unittest

from harness import PAUA, SLOWDOWN, FolderTest, ServerTest, legal_moves, wait_until

PERSON = {"kind": "person"}
# After 15...c5d6 of the example in docs/analysis.md: Black's g9 hangs.
SHARP = "3bb/wwb1bb/2wwwbb/4www1/3bbww2/3bbw2/2bb1w1/6/5 b 2-1 21 31"
LONG = {"layout": "belgian-daisy", "time": 5000}
SMALL = {"layout": "belgian-daisy", "depth": 4}


def lines(data):
    """An NDJSON body as objects; heartbeats are empty lines."""
    return [json.loads(line) for line in data.decode().splitlines() if line]


def events(data):
    """A body of Server-Sent Events as objects."""
    found = []
    for block in data.decode().split("\n\n"):
        fields = dict(line.split(": ", 1) for line in block.splitlines() if not line.startswith(":"))
        if fields:
            found.append(json.loads(fields["data"]))
            assert found[-1]["type"] == fields["event"], block
    return found


def untimed(depths):
    return [{key: value for key, value in depth.items() if key not in ("type", "time", "nps")}
            for depth in depths]


class Analyses:
    """What the classes below do with analyses."""

    def analyse(self, body, sse=False):
        status, headers, data = self.client().call(
            "POST", "/api/1/analysis", body, {"Accept": "text/event-stream"} if sse else None)
        self.assertEqual(status, 200, data)
        self.assertEqual(headers["Content-Type"], "text/event-stream" if sse else "application/x-ndjson")
        found = (events if sse else lines)(data)
        self.assertEqual([one["type"] for one in found], ["depth"] * (len(found) - 1) + ["end"])
        return found[:-1], found[-1]

    def begin(self, server, body, address="127.0.0.1"):
        """Asks for an analysis and reads no further than its head; the connection and the status."""
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30,
                                                source_address=(address, 0))
        self.addCleanup(connection.close)
        connection.request("POST", "/api/1/analysis", json.dumps(body),
                           {"Content-Type": "application/json"})
        connection.answer = connection.getresponse()
        self.addCleanup(connection.answer.close)
        return connection, connection.answer.status

    def leave(self, connection):
        connection.close()
        connection.answer.close()

    def figure(self, client, name):
        for line in client.call("GET", "/metrics")[2].decode().splitlines():
            if line.startswith(f"paua_{name} "):
                return int(line.split()[1])
        raise AssertionError(name)


class Positions(Analyses, ServerTest):
    def test_depths_and_the_end(self):
        depths, end = self.analyse({"position": SHARP, "nodes": 30000})
        self.assertEqual([depth["depth"] for depth in depths], list(range(1, len(depths) + 1)))
        for depth in depths:
            self.assertEqual(set(depth), {"type", "depth", "multipv", "score", "nodes", "nps", "time", "pv"})
            self.assertIn(depth["pv"][0], legal_moves(SHARP))
        self.assertEqual(set(end), {"type", "best", "result", "reason", "expectation", "threat", "hanging", "formations"})
        self.assertEqual([(one["side"], one["groups"], one["largest"], one["alone"], one["hexagons"])
                          for one in end["formations"]], [("b", 3, 6, 1, []), ("w", 1, 12, 0, [])])
        self.assertEqual((end["best"], end["result"], end["reason"]), (depths[-1]["pv"][0], "*", ""))
        self.assertLess(depths[-1]["score"]["cp"], -1000)

    def test_threat_and_hanging_marble(self):
        """White pushes g9 off if it is his turn; by which moves is for the rules to say."""
        _, end = self.analyse({"position": SHARP, "nodes": 100000})
        self.assertEqual(end["hanging"], [{"side": "b", "marble": "g9", "by": ["g5g6", "e7f8", "d6e7"]}])
        self.assertTrue(end["threat"]["ejects"])
        self.assertIn(end["threat"]["move"], end["hanging"][0]["by"])
        self.assertGreater(end["threat"]["gain"], 0)
        self.assertEqual(end["threat"]["pv"][0], end["threat"]["move"])

    def test_says_what_the_command_says(self):
        body = {"position": SHARP, "depth": 6, "multipv": 2}
        done = subprocess.run([PAUA, "analyze", "--position", SHARP, "--depth", "6", "--multipv", "2", "--json"],
                              capture_output=True, text=True, check=True)
        printed = [json.loads(line) for line in done.stdout.splitlines()]
        depths, end = self.analyse(body)
        self.assertEqual(untimed(depths), untimed(printed[:-1]))
        self.assertEqual(end["best"], printed[-1]["bestmove"])

    def test_the_same_question_gets_the_same_answer(self):
        first = self.analyse(SMALL)
        self.analyse({"layout": "standard", "depth": 5})
        again = self.analyse(SMALL, sse=True)
        self.assertEqual(untimed(first[0]), untimed(again[0]))
        self.assertEqual(first[1], again[1])

    def test_moves_are_played(self):
        """The same as from the position that they lead to, and the rules are those of the request."""
        game, keys = self.client().create(layout="standard")
        self.assertEqual(self.client(keys[0]).move(game["id"], 1, "a1b2")[0], 200)
        position = self.client().game(game["id"])["position"]
        self.assertEqual(untimed(self.analyse({"layout": "standard", "moves": ["a1b2"], "depth": 4})[0]),
                         untimed(self.analyse({"position": position, "depth": 4})[0]))
        white = SHARP.replace(" b 2-1", " w 1-1")
        depths, _ = self.analyse({"position": white, "rules": {"win": 6}, "depth": 3})
        self.assertEqual(set(depths[-1]["score"]), {"cp"})
        depths, _ = self.analyse({"position": white, "rules": {"win": 2}, "depth": 3})
        self.assertEqual(depths[-1]["score"], {"plies": 1, "win": True})

    def test_a_finished_game(self):
        """There is nothing to search, but that is not an error."""
        position = "bb/1b1/ww b 0-0 0 1"
        move = legal_moves(position)[0]
        depths, end = self.analyse({"position": position, "rules": {"plies": 1}, "moves": [move]})
        self.assertEqual((depths, end["best"], end["threat"], end["result"], end["reason"]),
                         ([], None, None, "1/2-1/2", "plies"))

    def test_several_lines(self):
        depths, end = self.analyse({"layout": "standard", "depth": 4, "multipv": 3})
        last = [depth for depth in depths if depth["depth"] == 4]
        self.assertEqual([depth["multipv"] for depth in last], [1, 2, 3])
        self.assertEqual(len({depth["pv"][0] for depth in last}), 3)
        self.assertEqual(end["best"], last[0]["pv"][0])

    def test_time(self):
        for body, least, most in (({"layout": "standard", "time": 300}, 0.2, 2), ({"layout": "standard"}, 1.5, 4),
                                  ({"layout": "standard", "depth": 64}, 4, 8)):
            with self.subTest(body=body):
                begun = time.monotonic()
                self.analyse(body)
                spent = time.monotonic() - begun
                self.assertGreater(spent, least)
                self.assertLess(spent, most * SLOWDOWN)

    def test_refusals(self):
        start = {"layout": "standard"}
        client = self.client()
        for status, code, body in (
                (400, "bad_json", "{"), (400, "bad_json", ""), (400, "bad_request", []), (400, "bad_request", {}),
                (400, "bad_request", {"layout": "nowhere"}), (400, "bad_position", {"position": "q"}),
                (400, "bad_request", start | {"players": 7}), (400, "bad_request", start | {"teams": 1}),
                (400, "bad_request", {"position": SHARP, "players": 2}),
                (400, "bad_request", start | {"position": SHARP}), (400, "bad_request", start | {"more": 1}),
                (400, "bad_request", start | {"seats": [PERSON, PERSON]}),
                (400, "bad_request", start | {"depth": 0}), (400, "bad_request", start | {"depth": 65}),
                (400, "bad_request", start | {"time": 5001}), (400, "bad_request", start | {"time": 1.5}),
                (400, "bad_request", start | {"nodes": 10000001}), (400, "bad_request", start | {"multipv": 6}),
                (400, "bad_request", start | {"rules": {"win": 0}}), (400, "bad_request", start | {"moves": "a1b2"}),
                (400, "bad_request", start | {"moves": [1]}), (400, "bad_move", start | {"moves": ["hello"]}),
                (422, "illegal_move", start | {"moves": ["a1b2", "a2b3"]}),
                (422, "illegal_move", start | {"rules": {"plies": 1}, "moves": ["a1b2", "i5h5"]}),
                (413, "too_large", start | {"moves": ["a1b2"] * 3000}),
        ):
            with self.subTest(body=str(body)[:80]):
                self.refused(client.call("POST", "/api/1/analysis", body), status, code)
        self.refused(client.call("GET", "/api/1/analysis"), 405, "bad_method")

    def test_garbage(self):
        client = self.client()
        good = b'{"layout":"standard","moves":["a1b2","i5h5"],"depth":1,"multipv":2}'
        source = random.Random(7)
        for _ in range(300):
            body = bytearray(good)
            for _ in range(source.randrange(1, 4)):
                place = source.randrange(len(body))
                body[place:place + source.randrange(3)] = source.randbytes(source.randrange(3))
            status, _, answer = client.call("POST", "/api/1/analysis", bytes(body))
            self.assertIn(status, (200, 400, 422), body)
            if status != 200:
                self.assertTrue(answer["error"]["message"].isprintable())


    def test_many_players(self):
        """A share for each player and a threat for each opponent; partners are none."""
        for body, players, opponents in (({"layout": "standard-3"}, 3, "wr"), ({"layout": "bowl-6"}, 6, "wrgyp"),
                                         ({"layout": "standard-4", "teams": True}, 4, "wg"),
                                         ({"layout": "bowl", "players": 5}, 5, "wrgy")):
            _, end = self.analyse({**body, "nodes": 3000})
            self.assertEqual(len(end["expectation"]), players)
            self.assertAlmostEqual(sum(end["expectation"]), 2 if "teams" in body else 1)
            self.assertEqual("".join(threat["side"] for threat in end["threats"]), opponents)
            self.assertEqual(end["threat"]["move"], end["threats"][0]["move"])
            self.assertEqual(end["hanging"], [])

    def test_marbles_of_nobody(self):
        for marble in "xnc":
            _, end = self.analyse({"position": SHARP.replace("/5 b", f"/2{marble}2 b"), "nodes": 3000})
            self.assertEqual([one["marble"] for one in end["hanging"]], ["g9"], marble)
            if marble == "c":
                self.assertEqual(end["expectation"], 1)  # Black pushes it off in two moves
            else:
                self.assertTrue(0 < end["expectation"] < 0.5)


class Leaving(Analyses, ServerTest):
    """With a server of its own, on which nobody else's analyses end meanwhile."""

    def test_who_leaves_stops_the_work(self):
        """Long analyses end soon after their clients have gone: to their ends, eight take 20 s on two threads."""
        client = self.client()
        before = self.figure(client, "analyses_total")
        begun = time.monotonic()
        for connection, status in [self.begin(self.server, LONG) for _ in range(8)]:
            self.assertEqual(status, 200)
            self.assertIn(b'"depth"', connection.answer.readline())
            self.leave(connection)
        wait_until(lambda: self.figure(client, "analyses_total") == before + 8, seconds=12 * SLOWDOWN)
        self.assertLess(time.monotonic() - begun, 12 * SLOWDOWN)


class Crowd(Analyses, ServerTest):
    def test_all_places_taken(self):
        """Sixteen jobs at a time; further requests get 429, everything else works, and a client that leaves frees a place."""
        client = self.client()
        taken = [self.begin(self.server, LONG) for _ in range(16)]
        self.assertEqual([status for _, status in taken], [200] * 16)
        answer = client.call("POST", "/api/1/analysis", SMALL)
        self.refused(answer, 429, "too_many")
        self.assertGreaterEqual(int(answer[1]["Retry-After"]), 1)
        game, keys = client.create([PERSON, {"kind": "computer", "level": 3}], layout="belgian-daisy")
        begun = time.monotonic()
        self.assertEqual(self.client(keys[0]).move(game["id"], 1, "a1b2")[0], 200)
        wait_until(lambda: client.game(game["id"])["ply"] == 3)
        self.assertLess(time.monotonic() - begun, 3 * SLOWDOWN)
        for connection, _ in taken:
            self.leave(connection)
        wait_until(lambda: client.call("POST", "/api/1/analysis", SMALL)[0] == 200, seconds=20)

    def test_many_that_come_and_go(self):
        """Sixty clients at once: each gets an answer in full or a refusal, or leaves in the middle."""
        def one(number):
            connection = socket.create_connection(("127.0.0.1", self.server.port), timeout=60)
            body = json.dumps({"layout": "standard", "time": 200})
            connection.sendall(f"POST /api/1/analysis HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                               f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n{body}".encode())
            data = b""
            while number % 3 and (piece := connection.recv(65536)):
                data += piece
            connection.close()
            received.append((number % 3, data))

        received = []
        threads = [threading.Thread(target=one, args=(number,)) for number in range(60)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(len(received), 60)
        for stayed, data in received:
            if stayed:
                self.assertTrue(data.startswith(b"HTTP/1.1 429") or
                                (data.startswith(b"HTTP/1.1 200") and b'"end"' in data and
                                 data.endswith(b"0\r\n\r\n")), data[:200])
        self.assertTrue(any(data.startswith(b"HTTP/1.1 200") for _, data in received))
        client = self.client()
        wait_until(lambda: client.call("POST", "/api/1/analysis", SMALL)[0] == 200)


class Share(Analyses, ServerTest):
    arguments = ("--rate", "1000")

    def test_one_address_cannot_take_all_places(self):
        taken = [self.begin(self.server, LONG) for _ in range(5)]
        self.assertEqual([status for _, status in taken], [200] * 4 + [429])
        self.assertEqual(self.begin(self.server, SMALL, address="127.0.0.2")[1], 200)
        for connection, _ in taken:
            self.leave(connection)


class Single(Analyses, ServerTest):
    arguments = ("--rate", "100000", "--client-analyses", "1")

    def test_one_after_the_other(self):
        """Whoever has read an analysis to its end may ask for the next one, also where he has but one at a time."""
        client = self.client()
        answers = [client.call("POST", "/api/1/analysis", {"layout": "standard", "depth": 1})[0] for _ in range(100)]
        self.assertEqual(answers, [200] * 100)


class Reviews(ServerTest):
    def finished(self, plies=24, source=None):
        """A game of random moves that Black resigns."""
        client = self.client()
        game, keys = client.create(layout="belgian-daisy")
        players = {"b": self.client(keys[0]), "w": self.client(keys[1])}
        for _ in range(plies):
            game = client.game(game["id"])
            move = (source or self.random).choice(legal_moves(game["position"]))
            self.assertEqual(players[game["turn"]].move(game["id"], game["ply"], move)[0], 200)
        self.assertEqual(players["b"].call("POST", f"/api/1/games/{game['id']}/resign")[0], 200)
        return client.game(game["id"])

    def review(self, game_id, sse=False):
        status, headers, data = self.client().call("GET", f"/api/1/games/{game_id}/review", None,
                                                   {"Accept": "text/event-stream"} if sse else None)
        self.assertEqual(status, 200, data)
        found = (events if sse else lines)(data)
        self.assertEqual([one["type"] for one in found], ["move"] * (len(found) - 1) + ["summary"])
        return found[:-1], found[-1]

    def test_review(self):
        game = self.finished()
        before = self.server.processor_seconds()
        moves, summary = self.review(game["id"])
        first = self.server.processor_seconds()
        self.assertEqual([move["move"] for move in moves], game["moves"])
        self.assertEqual([move["ply"] for move in moves], list(range(1, 25)))
        self.assertEqual([move["side"] for move in moves], ["b", "w"] * 12)
        limits = {"best": 0, "good": 0, "inaccuracy": 0.05, "mistake": 0.10, "blunder": 0.20}
        for move in moves:
            self.assertGreaterEqual(move["loss"], limits[move["grade"]])
            self.assertEqual(move["line"][0], move["best"])
            self.assertTrue(0 <= move["expectation"] <= 1)
        for side in "bw":
            grades = [move["grade"] for move in moves if move["side"] == side]
            self.assertEqual(summary[side]["grades"], {name: grades.count(name) for name in limits})
            self.assertLess(summary[side]["accuracy"], 100)
        self.assertGreater(sum(summary[side]["grades"]["blunder"] for side in "bw"), 0)
        self.assertEqual(summary["moves"], 24)
        again = self.server.processor_seconds()
        self.assertEqual(self.review(game["id"]), (moves, summary))
        self.assertEqual(self.review(game["id"], sse=True), (moves, summary))
        self.assertLess(self.server.processor_seconds() - again, (first - before) / 4, "the second time it is there")

    def test_three_players(self):
        """One resigns and is passed over, another ends the game by resigning."""
        client = self.client()
        game, keys = client.create([PERSON] * 3, layout="standard-3")
        players = dict(zip("bwr", (self.client(key) for key in keys)))
        for ply in range(14):
            game = client.game(game["id"])
            if ply == 7:
                self.assertEqual(players["w"].call("POST", f"/api/1/games/{game['id']}/resign")[0], 200)
                game = client.game(game["id"])
            move = self.random.choice(legal_moves(game["position"]))
            self.assertEqual(players[game["turn"]].move(game["id"], game["ply"], move)[0], 200)
        self.assertEqual(players["b"].call("POST", f"/api/1/games/{game['id']}/resign")[0], 200)
        game = client.game(game["id"])
        self.assertEqual(game["result"], "0-0-1")
        moves, summary = self.review(game["id"])
        self.assertEqual([move["move"] for move in moves], game["moves"])
        self.assertEqual("".join(move["side"] for move in moves), "bwrbwrb" + "rb" * 3 + "r")
        for shares in (summary["start"], *(move["expectation"] for move in moves)):
            self.assertAlmostEqual(sum(shares), 1)
        self.assertEqual([move["expectation"][1] > 0 for move in moves], [True] * 6 + [False] * 8)
        for side in "bwr":
            self.assertEqual(sum(summary[side]["grades"].values()), sum(move["side"] == side for move in moves))

    def test_says_what_the_command_says(self):
        game = self.finished(8)
        moves, summary = self.review(game["id"])
        tags = {"Event": "?", "Date": "2026.11.21", "Black": "?", "White": "?", "Variant": "belgian-daisy",
                "Result": "0-1", "Notation": "standard"}
        text = "".join(f'[{name} "{value}"]\n' for name, value in tags.items()) + "\n" + " ".join(
            f"{i // 2 + 1}. {move}" if i % 2 == 0 else move for i, move in enumerate(game["moves"])) + " 0-1\n"
        with tempfile.NamedTemporaryFile("w", suffix=".apgn") as file:
            file.write(text)
            file.flush()
            done = subprocess.run([PAUA, "review", file.name, "--nodes", str(summary["nodes"]), "--json"],
                                  capture_output=True, text=True, check=True)
        printed = json.loads(done.stdout.splitlines()[0])
        self.assertEqual([{key: value for key, value in move.items() if key != "type"} for move in moves],
                         printed["moves"])
        for name in ("turning", "start", "b", "w"):
            self.assertEqual(summary[name], printed[name])

    def test_no_moves(self):
        game = self.finished(0)
        moves, summary = self.review(game["id"])
        self.assertEqual((moves, summary["moves"], summary["turning"]), ([], 0, None))

    def test_refusals(self):
        client = self.client()
        game, _ = client.create(layout="standard")
        self.refused(client.call("GET", f"/api/1/games/{game['id']}/review"), 409, "not_over")
        self.refused(client.call("GET", "/api/1/games/abcdefgh/review"), 404, "not_found")
        self.refused(client.call("POST", f"/api/1/games/{game['id']}/review"), 405, "bad_method")

    def test_who_leaves_and_comes_back(self):
        """A review that is left in the middle keeps nobody waiting, and the next one is whole."""
        game = self.finished(40)
        for _ in range(3):
            connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=30)
            connection.request("GET", f"/api/1/games/{game['id']}/review")
            answer = connection.getresponse()
            answer.readline()
            connection.close()
            answer.close()
        moves, _ = self.review(game["id"])
        self.assertEqual(len(moves), 40)


class Stopping(Analyses, FolderTest):
    def test_the_server_stops_in_the_middle(self):
        server = self.start()
        taken = [self.begin(server, LONG)[0] for _ in range(6)]
        begun = time.monotonic()
        self.assertEqual(server.stop(), (0, ""))
        self.assertLess(time.monotonic() - begun, 3 * SLOWDOWN)
        for connection in taken:
            self.leave(connection)


if __name__ == "__main__":
    unittest.main()
