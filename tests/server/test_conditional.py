"""Conditional moves: trees and queued moves, who sees them, what the rules refuse, how they are played, pruned
and dropped; of three players several; restarts, also between a move and its answer."""
import signal
import sqlite3
import subprocess
import time
import unittest

from harness import PAUA, FolderTest, ServerTest, legal_moves, sqlite_only, wait_until
from test_players import PERSON, Table

ANY = "*"


def boards(position):
    """What each legal move of a position leads to."""
    done = subprocess.run([PAUA, "moves", "--boards", "--position", position], capture_output=True, text=True,
                          check=True)
    return dict(row.split("\t") for row in done.stdout.splitlines())


def line(position, *choices):
    """Moves one after another: of each position the choice-th legal one."""
    moves = []
    for choice in choices:
        moves.append(legal_moves(position)[choice])
        position = boards(position)[moves[-1]]
    return moves


def tree(*moves):
    """A tree with one branch."""
    return [{"move": moves[0], **({"then": tree(*moves[1:])} if len(moves) > 1 else {})}]


class Trees(ServerTest):
    def table(self, seats=2, **body):
        return Table(self, [PERSON] * seats, **(body if "position" in body else {"layout": "belgian-daisy", **body}))

    def put(self, table, side, wanted=None, **body):
        body = {"ply": table.now()["ply"], **({"tree": wanted} if wanted is not None else {}), **body}
        return table.post(side, "conditional", body)

    def get(self, table, side):
        status, _, answer = table.players[side].call("GET", f"{table.path}/conditional")
        self.assertEqual(status, 200, answer)
        return answer

    def moved(self, table, moves):
        """Waits until these are the moves of the game."""
        wait_until(lambda: len(table.now()["moves"]) >= len(moves))
        self.assertEqual(table.now()["moves"], moves)

    def play(self, table, side, move):
        answer = table.players[side].move(table.id, table.now()["ply"], move)
        self.assertEqual(answer[0], 200, answer[2])

    def test_a_plan_for_another_position(self):
        """One that comes after a takeback and another move with the same number."""
        table = self.table()
        first, second = legal_moves(table.now()["position"])[:2]
        self.play(table, 0, first)
        self.assertEqual(self.put(table, 0, queue=second, after=1)[0], 200)
        table.post(0, "takeback")
        table.post(1, "takeback")
        self.play(table, 0, second)
        self.refused(self.put(table, 0, queue=first, after=1), 409, "overtaken")
        self.assertEqual(self.get(table, 0)["tree"], [])
        table.post(1, "chat", {"text": "hello"})
        self.assertEqual(self.put(table, 0, queue=first, after=4)[0], 200)
        self.refused(self.put(table, 0, queue=first, after=-1), 400, "bad_request")

    def test_a_tree_replaces_only_what_its_client_has_read(self):
        table = self.table()
        b1, w1 = line(table.now()["position"], 3, 4)
        other, reply = line(table.now()["position"], 0, 2)
        first, second = tree(b1, w1), tree(other, reply)
        self.assertEqual(self.put(table, 1, first, replaces=[])[0], 200)
        self.refused(self.put(table, 1, second, replaces=[]), 409, "changed")
        self.refused(self.put(table, 1, first + second, replaces=second), 409, "changed")
        self.refused(self.put(table, 1, queue=w1, replaces=[]), 409, "changed")
        self.assertEqual(self.get(table, 1)["tree"], first)
        for _ in range(2):  # a repeat after a lost answer is no other change
            self.assertEqual(self.put(table, 1, first + second, replaces=first)[0], 200)
        self.assertEqual(self.get(table, 1)["tree"], first + second)
        self.assertEqual(self.put(table, 1, second)[0], 200)  # without it, whatever there is
        self.refused(self.put(table, 1, first, replaces="none"), 400, "bad_request")

    def test_a_tree_is_played_and_pruned(self):
        table = self.table()
        b1, w1, b2, w2 = line(table.now()["position"], 3, 4, 5, 6)
        other, reply = line(table.now()["position"], 0, 2)
        whole = tree(b1, w1, b2, w2) + tree(other, reply)
        status, _, answer = self.put(table, 1, whole)
        self.assertEqual((status, answer), (200, {"ply": 1, "tree": whole}))
        self.assertEqual(self.get(table, 1), answer)
        self.assertEqual(self.get(table, 0)["tree"], [])
        self.play(table, 0, b1)
        self.moved(table, [b1, w1])
        self.assertEqual(self.get(table, 1), {"ply": 3, "tree": tree(b2, w2)})
        self.play(table, 0, b2)
        self.moved(table, [b1, w1, b2, w2])
        self.assertEqual(self.get(table, 1)["tree"], [])

    def test_another_move_drops_it(self):
        table = self.table()
        start = table.now()["position"]
        self.put(table, 1, tree(*line(start, 3, 4)))
        other = line(start, 0)[0]
        self.play(table, 0, other)
        self.assertEqual(self.get(table, 1), {"ply": 2, "tree": []})
        time.sleep(0.2)
        self.moved(table, [other])

    def test_any_other_move(self):
        """A node for all other moves; what stands behind it is written and checked when it comes."""
        table = self.table()
        start = table.now()["position"]
        (b1, w1), (other, reply, b2, w2) = line(start, 3, 4), line(start, 0, 2, 1, 1)
        bad = tree(ANY, reply, "a1a2", "i9h9")  # not legal after all
        bad[0]["then"][0]["then"] += tree(b2, w2)
        self.assertEqual(self.put(table, 1, tree(b1, w1) + bad)[0], 200)
        self.play(table, 0, other)
        self.moved(table, [other, reply])
        self.assertEqual(self.get(table, 1)["tree"], tree(b2, w2))

    def test_queue(self):
        table = self.table()
        b1, w1 = line(table.now()["position"], 3, 4)
        self.assertEqual(self.put(table, 1, queue=w1)[2]["tree"], tree(ANY, w1))
        replaced = line(table.now()["position"], 3, 5)[1]
        self.assertEqual(self.put(table, 1, queue=replaced)[2]["tree"], tree(ANY, replaced))
        self.play(table, 0, b1)
        self.moved(table, [b1, replaced])
        self.assertEqual(table.players[0].call("DELETE", f"{table.path}/conditional")[2],
                         {"ply": 3, "tree": []})

    def test_what_is_removed_is_not_played(self):
        table = self.table()
        b1, w1 = line(table.now()["position"], 3, 4)
        self.put(table, 1, queue=w1)
        for _ in range(2):
            answer = table.players[1].call("DELETE", f"{table.path}/conditional")
            self.assertEqual((answer[0], answer[2]["tree"]), (200, []))
        self.play(table, 0, b1)
        time.sleep(0.2)
        self.moved(table, [b1])

    def test_a_queued_move_that_is_not_legal_any_more(self):
        table = self.table(position="bb/1b1/ww", rules="win=2")
        after = boards(table.now()["position"])
        good, bad, queued = next((one, other, move) for one in after for other in after
                                 for move in legal_moves(after[one]) if move not in legal_moves(after[other]))
        self.assertEqual(self.put(table, 1, queue=queued)[0], 200)
        self.play(table, 0, bad)
        wait_until(lambda: self.get(table, 1)["tree"] == [])
        self.moved(table, [bad])
        again = self.table(position="bb/1b1/ww", rules="win=2")
        self.put(again, 1, queue=queued)
        self.play(again, 0, good)
        self.moved(again, [good, queued])

    def test_three_players_one_after_another(self):
        table = self.table(3, layout="standard-3")
        b1, w1, r1, b2, w2 = line(table.now()["position"], 1, 2, 3, 4, 5)
        self.assertEqual(self.put(table, 2, queue=r1)[2]["tree"], tree(ANY, ANY, r1))
        self.assertEqual(self.put(table, 1, tree(b1, w1, r1, b2, w2))[0], 200)
        self.play(table, 0, b1)
        self.moved(table, [b1, w1, r1])
        self.assertEqual(self.get(table, 1)["tree"], tree(b2, w2))
        self.assertEqual(table.post(2, "resign")[0], 200)
        self.assertEqual(self.get(table, 1)["tree"], [])  # other turns than it is for

    def test_a_takeback_drops_it(self):
        table = self.table()
        b1, w1 = line(table.now()["position"], 3, 4)
        self.play(table, 0, b1)
        self.put(table, 0, tree(w1, *line(boards(table.now()["position"])[w1], 0)))
        table.post(0, "takeback")
        self.assertEqual(table.post(1, "takeback")[0], 200)
        self.assertEqual(self.get(table, 0)["tree"], [])

    def test_a_pause_keeps_it(self):
        table = self.table(rules="days=3")
        b1, w1 = line(table.now()["position"], 3, 4)
        self.put(table, 1, tree(b1, w1))
        table.post(0, "pause")
        table.post(1, "pause")
        self.assertEqual(table.post(1, "resume")[0], 200)
        self.play(table, 0, b1)
        self.moved(table, [b1, w1])

    def test_the_clock_is_not_charged(self):
        table = self.table(rules="bank=2,gain=1h")
        moves = line(table.now()["position"], 3, 4, 5, 6)
        self.play(table, 0, moves[0])
        self.play(table, 1, moves[1])
        self.refused(self.put(table, 0, tree(*moves[2:])), 409, "your_turn")
        self.put(table, 1, tree(*moves[2:]))
        self.play(table, 0, moves[2])
        self.moved(table, moves)
        self.assertEqual(table.now()["clock"]["left"][1], 2 * 86400000 + 3600000)

    def test_what_is_refused(self):
        table = self.table()
        start = table.now()["position"]
        b1, w1, b2, w2 = line(start, 3, 4, 5, 6)
        many = tree(*[ANY if i % 2 == 0 else "a1b1" for i in range(202)])
        for wanted, words in (([], "array"), ("a1b2", "array"), (tree(b1), "answer"),
                              (tree(b1, w1, b2), "answer"), (tree(ANY, ANY), "your own answer"),
                              (tree(b1, "i9i8h7"), "i9i8h7"), (tree("e5e6", w1), "e5e6"), (tree(b1, "?"), "?"),
                              (tree(ANY, "nonsense"), "nonsense"), (tree(b1, w1) + tree(b1, w1), "twice"),
                              ([{"move": b1, "then": tree(w1) + tree(w1)}], "one answer"),
                              ([{"move": b1, "then": 5}], "then"), ([{"move": b1, "when": []}], "when"),
                              ([5], "move"), (many, "200")):
            with self.subTest(wanted=str(wanted)[:60]):
                self.assertIn(words, self.refused(self.put(table, 1, wanted), 400, "bad_tree"))
        self.refused(self.put(table, 1, tree(b1, w1), queue=w1), 400, "bad_request")
        self.refused(self.put(table, 1), 400, "bad_request")
        self.refused(self.put(table, 1, queue=5), 400, "bad_request")
        self.refused(self.put(table, 1, tree(b1, w1), queue=5), 400, "bad_request")
        self.refused(self.put(table, 1, tree(b1, w1), ply=2), 409, "wrong_ply")
        self.refused(self.put(table, 1, tree(b1, w1), ply="1"), 400, "bad_request")
        self.refused(self.put(table, 0, tree(b1, w1)), 409, "your_turn")
        for method in ("GET", "POST", "DELETE"):
            body = {"ply": 1, "queue": w1} if method == "POST" else None
            self.refused(self.client().call(method, f"{table.path}/conditional", body), 403, "not_your_seat")
            self.refused(self.client("x" * 32).call(method, f"{table.path}/conditional", body), 403, "not_your_seat")
        self.assertEqual(self.get(table, 1)["tree"], [])
        self.play(table, 0, b1)
        table.post(1, "resign")
        self.refused(self.put(table, 0, tree(w1, b2)), 409, "game_over")
        waiting = self.client().call("POST", "/api/1/games", {"layout": "standard", "seats": [{"kind": "open"}, PERSON]})
        key, game = waiting[2]["keys"][1], waiting[2]["game"]["id"]
        self.refused(self.client(key).call("POST", f"/api/1/games/{game}/conditional", {"ply": 1, "queue": w1}),
                     409, "not_started")


class Accounts(ServerTest):
    def test_an_account_and_its_tokens(self):
        """The seat of an account; a token that only reads plays nothing."""
        people = []
        for name in ("Ann", "Bob"):
            client = self.client()
            status, headers, _ = client.call("POST", "/api/1/account", {"name": name, "password": "correct horse"})
            self.assertEqual(status, 201)
            people.append({"Cookie": headers["Set-Cookie"].split(";")[0]})
        call = self.client().call
        game = call("POST", "/api/1/games", {"layout": "belgian-daisy", "slow": True, "seats": [
            {"kind": "user", "name": "Ann"}, {"kind": "user", "name": "Bob"}]}, people[0])[2]["game"]
        path = f"/api/1/games/{game['id']}"
        b1, w1 = line(game["position"], 3, 4)
        self.assertEqual(call("POST", f"{path}/join", {}, people[1])[0], 200)
        token = call("POST", "/api/1/account/tokens", {"label": "bot", "scopes": ["read"]}, people[1])[2]["token"]
        self.refused(call("POST", f"{path}/conditional", {"ply": 1, "queue": w1}, {"Authorization": f"Bearer {token}"}),
                     403, "no_scope")
        self.assertEqual(call("POST", f"{path}/conditional", {"ply": 1, "queue": w1}, people[1])[0], 200)
        self.assertEqual(call("GET", f"{path}/conditional", None, people[1])[2]["tree"], tree(ANY, w1))
        self.assertEqual(call("GET", f"{path}/conditional", None, people[0])[2]["tree"], [])
        self.assertEqual(call("POST", f"{path}/moves", {"ply": 1, "move": b1}, people[0])[0], 200)
        wait_until(lambda: self.client().game(game["id"])["moves"] == [b1, w1])


class Restarts(FolderTest):
    def begin(self):
        server = self.start()
        game, keys = server.client().create(layout="belgian-daisy")
        return server, game["id"], keys, line(game["position"], 3, 4)

    def end(self, server, number=signal.SIGKILL):
        server.process.send_signal(number)
        server.process.wait()
        server.close()

    @sqlite_only
    def test_a_tree_survives(self):
        server, game, keys, (b1, w1) = self.begin()
        path = f"/api/1/games/{game}/conditional"
        answer = server.client(keys[1]).call("POST", path, {"ply": 1, "tree": tree(b1, w1)})
        self.assertEqual(answer[0], 200)
        self.end(server)
        repaired = subprocess.run([PAUA, "store", "repair", str(self.store), "--out", f"{self.folder}/new.db", "--quiet"],
                                  capture_output=True, text=True)
        self.assertEqual(repaired.returncode, 0, repaired.stdout + repaired.stderr)
        with sqlite3.connect(self.folder / "new.db") as store:
            self.assertEqual(store.execute("SELECT side, event FROM conditional").fetchall(), [(1, 0)])
        server = self.start()
        self.assertEqual(server.client(keys[1]).call("GET", path)[2], answer[2])
        self.assertEqual(server.client(keys[0]).move(game, 1, b1)[0], 200)
        wait_until(lambda: server.client().game(game)["moves"] == [b1, w1])
        with sqlite3.connect(self.folder / "games.db") as store:
            wait_until(lambda: store.execute("SELECT count(*) FROM conditional").fetchone() == (0,))

    @sqlite_only
    def test_killed_between_a_move_and_its_answer(self):
        server, game, keys, (b1, w1) = self.begin()
        self.assertEqual(server.client(keys[0]).move(game, 1, b1)[0], 200)
        self.end(server, signal.SIGTERM)
        with sqlite3.connect(self.folder / "games.db") as store:
            key, = store.execute("SELECT key FROM game WHERE id = ?", (game,)).fetchone()
            store.execute("INSERT INTO conditional VALUES (?, 1, 'abcdefgh', 0, ?)",
                          (key, f'[{{"move": "*", "then": [{{"move": "{w1}"}}]}}]'))
        server = self.start()
        wait_until(lambda: server.client().game(game)["moves"] == [b1, w1])
        self.end(server, signal.SIGTERM)


if __name__ == "__main__":
    unittest.main()
