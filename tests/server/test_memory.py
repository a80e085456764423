"""Every allocation of a request fails once: the answer is that of a server with memory, or it is the server's
fault (500, 503, no answer) and never the client's, and what the answer says about the game is true."""
import contextlib
import http.client
import itertools
import json
import mmap
import os
import pathlib
import sqlite3
import struct
import subprocess
import tempfile
import time
import unittest

from harness import PAUA, Server, wait_until

LIBRARY = os.environ.get("FAIL_MALLOC_LIBRARY")
LONGEST = 5000  # allocations of one request
HASH_STEP = int(os.environ.get("PAUA_HASH_STEP", "5"))  # one in so many allocations of a request with a password; 1: every one
POSITION = "belgian-daisy"
FIRST_MOVE = "a1b1"
GAMES_KEPT = 520  # in memory, at least: GAMES_KEPT of serve
# Addresses are limited, so that clients are counted, but nothing that these tests do meets a limit.
LIMITS = ("--rate", "1000000", "--client-connections", "0", "--client-games", "0", "--client-bytes", "0", "--client-analyses", "1000",
          "--analyses", "1000", "--client-seeks", "0")
RECORD = """[Event "First"]
[Black "A"]

1. a1b2 {a comment that is longer than its line} i5h5 *

[Event "Second"]
[White "B"]

1. a1b1 h4h5 $1 2. b1c1 1-0
"""


class Memory:
    """The counter that the loaded library shares with us."""

    def __init__(self, path):
        path.write_bytes(bytes(16))
        with path.open("r+b") as file:
            self.counter = mmap.mmap(file.fileno(), 16)

    def fail(self, number):
        """Lets the allocation of this number, counted from now, fail; 0: none."""
        self.counter[:16] = struct.pack("qq", number, 0)

    def used(self):
        return struct.unpack("q", self.counter[8:16])[0]


@unittest.skipUnless(LIBRARY, "a sanitizer has an allocator of its own")
class MemoryTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="paua-memory-")
        self.addCleanup(folder.cleanup)
        self.memory = Memory(pathlib.Path(folder.name, "counter"))
        self.store = pathlib.Path(folder.name, "games.db")
        os.environ |= {"LD_PRELOAD": LIBRARY, "FAIL_MALLOC": f"{folder.name}/counter"}
        subprocess.run([PAUA, "solve", "-b", "2x2x2", "--marbles", "2", "--quiet", "-o", f"{folder.name}/table"],
                       check=True, capture_output=True)
        try:
            self.server = Server(f"sqlite:{self.store}", "--tables", f"{folder.name}/table", *LIMITS)
        finally:
            del os.environ["LD_PRELOAD"], os.environ["FAIL_MALLOC"]
        self.addCleanup(self.server.close)
        self.addCleanup(self.memory.fail, 0)
        self.injected = 0

    def ask(self, number, method, path, body, key=None, headers=None, address="127.0.0.1"):
        """One request whose allocation of this number fails: status and answer, or 0 without an answer."""
        client = self.server.client(key, address)
        client.connection.connect()
        self.memory.fail(number)
        try:
            status, _, answer = client.call(method, path, body, headers)
        except (http.client.HTTPException, OSError) as none:
            status, answer = 0, none
        finally:
            reached = number == 0 or self.memory.used() >= number
            self.memory.fail(0)
            client.close()
        self.injected += reached and number > 0
        return status, answer, reached

    def each_failure(self, ask, check, expected, step=1):
        """Lets every allocation of a request fail, or each of so many; check() sees status and answer of each."""
        for number in range(1, LONGEST, step):
            status, answer, reached = ask(number)
            self.assertIn(status, (expected, 0, 500, 503), (number, answer))
            if status >= 500:
                self.assertIn(answer["error"]["code"], ("internal", "storage", "stored", "busy"), (number, answer))
            check(status, answer)
            self.assertIsNone(self.server.process.poll(), number)
            if not reached:
                self.assertEqual(status, expected, answer)
                return
        self.fail(f"{LONGEST} allocations for one request")

    def new_game(self, **more):
        _, _, made = self.server.client().call("POST", "/api/1/games", {
            "layout": POSITION, "seats": [{"kind": "person"}, {"kind": "person"}], **more})
        return made["game"]["id"], made["keys"]

    def test_reads(self):
        game, keys = self.new_game(rules="course,turn=60")
        begun, players = self.new_game(rules="course,turn=60")
        for i, move in enumerate((FIRST_MOVE, "i5h5", "b1c1")):
            self.assertEqual(self.server.client(players[i % 2]).move(begun, i + 1, move)[0], 200)
        for path in ("/api/1/server", f"/api/1/games/{game}", "/api/1/games?live=1", f"/api/1/games?ids={game}",
                     f"/api/1/games/{begun}.apgn", f"/api/1/games/{begun}.json", f"/api/1/games/{begun}.svg?ply=1",
                     f"/api/1/games/{begun}.png?ply=1&size=64", "/api/1/table?position=b0", "/healthz", "/metrics"):
            status, wanted, _ = self.ask(0, "GET", path, None, keys[0])
            self.assertEqual(status, 200, (path, wanted))

            def same(got, answer):
                if got == 200 and path != "/metrics":
                    self.assertEqual(answer, wanted)

            with self.subTest(path=path):
                self.each_failure(lambda number: self.ask(number, "GET", path, None, keys[0]), same, 200)
        print(f"{self.injected} allocations failed, ", end="", flush=True)

    def test_records(self):
        for body in ({"text": RECORD}, {"text": RECORD, "game": 2}, {"text": f"{FIRST_MOVE} i5h5"}):
            status, wanted, _ = self.ask(0, "POST", "/api/1/records", body)
            self.assertEqual(status, 200, wanted)

            def same(got, answer):
                if got == 200:
                    self.assertEqual(answer, wanted)

            with self.subTest(body=body):
                self.each_failure(lambda number: self.ask(number, "POST", "/api/1/records", body), same, 200)
        print(f"{self.injected} allocations failed, ", end="", flush=True)

    def test_openings(self):
        """Finished games are counted while they are asked for: `complete` says that none is missing."""
        path = f"/api/1/openings?position={POSITION}&from=games"
        finished = 0

        def ask(number):
            nonlocal finished
            game, keys = self.new_game()
            self.assertEqual(self.server.client(keys[0]).move(game, 1, FIRST_MOVE)[0], 200)
            self.assertEqual(self.server.client(keys[0]).call("POST", f"/api/1/games/{game}/resign")[0], 200)
            finished += 1
            return self.ask(number, "GET", path, None)

        def is_counted(status, answer):
            if status == 200:
                self.assertEqual(answer["games"] == finished, answer["complete"], answer)
            _, _, again = self.server.client().call("GET", path)
            self.assertEqual((again["games"], again["complete"]), (finished, True))

        self.each_failure(ask, is_counted, 200)
        print(f"{self.injected} allocations failed, ", end="", flush=True)

    def test_settings(self):
        """A change of one setting leaves the others as they are, though they could not be read for want of memory."""
        path = "/api/1/account/settings"
        _, headers, _ = self.server.client(address="127.0.0.9").call("POST", "/api/1/account", {"name": "Gus", "password": "correct horse"})
        cookie = {"Cookie": headers["Set-Cookie"].split(";")[0]}
        self.assertEqual(self.server.client().call("PATCH", path, {"games_max": 7}, cookie)[0], 200)

        def kept(_status, _answer):
            status, _, answer = self.server.client().call("GET", path, None, cookie)
            self.assertEqual((status, answer["games_max"]), (200, 7))

        self.each_failure(lambda number: self.ask(number, "PATCH", path, {"bot": bool(number % 2)}, None, cookie), kept, 200)
        print(f"{self.injected} allocations failed, ", end="", flush=True)

    def test_vacations(self):
        """One that has ended goes from the store, also if a failure meets the thread that removes it, which tries again later."""
        path, people = "/api/1/account/vacation", {}
        for i, name in enumerate(("Ann", "Bob", "Cid", "Dan", "Eva", "Flo")):
            status, headers, answer = self.server.client(address=f"127.0.0.{2 + i}").call("POST", "/api/1/account", {"name": name, "password": "correct horse"})
            self.assertEqual(status, 201, answer)
            people[name] = {"Cookie": headers["Set-Cookie"].split(";")[0]}
        plan = {name: time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() + days * 86400)) for name, days in (("from", 5), ("to", 6))}

        def is_removed(name):
            with contextlib.closing(sqlite3.connect(self.store)) as store:
                query = "SELECT begins, ends, days FROM vacation JOIN account ON vacation.account = account.id WHERE name = ?"
                return store.execute(query, (name,)).fetchone() in (None, (0, 0, 0))

        for number, name in zip(range(40, LONGEST), itertools.cycle(people)):  # those before are of the request
            wait_until(lambda: is_removed(name))
            with contextlib.closing(self.server.client()) as client:
                self.assertEqual(client.call("POST", path, plan, people[name])[0], 200)
                self.memory.fail(number)
                status = 0
                with contextlib.suppress(http.client.HTTPException, OSError):
                    status = client.call("DELETE", path, None, people[name])[0]
                wait_until(lambda: self.memory.used() >= number or is_removed(name))
                reached = self.memory.used() >= number
                self.memory.fail(0)
            self.injected += reached
            if status != 200:
                self.assertEqual(self.server.client().call("DELETE", path, None, people[name])[0], 200)
            if not reached:
                break
        wait_until(lambda: all(map(is_removed, people)))
        print(f"{self.injected} allocations failed, ", end="", flush=True)

    def check_lines(self, status, answer, wanted):
        """A stream is that of a server with memory, or says at its end that there was an error, or breaks off."""
        if status == 200:
            lines = [json.loads(line) for line in answer.decode().splitlines()]
            shown = [(line["type"], set(line)) for line in lines]
            if lines[-1]["type"] == "error":
                self.assertEqual(lines[-1]["error"]["message"], "out of memory")
                self.assertEqual(shown[:-1], wanted[:len(shown) - 1])
            else:
                self.assertEqual(shown, wanted)

    def each_stream(self, ask, count):
        """Lets every allocation of a stream fail; it has so many lines."""
        status, answer, _ = ask(0)
        self.assertEqual(status, 200, answer)
        wanted = [(line["type"], set(line)) for line in map(json.loads, answer.decode().splitlines())]
        self.assertEqual(len(wanted), count, wanted)
        self.each_failure(ask, lambda status, answer: self.check_lines(status, answer, wanted), 200)
        print(f"{self.injected} allocations failed, ", end="", flush=True)

    def test_analyses(self):
        moves = ["c3d3", "g7f7", "d3c3", "f7g7"] * 20  # more than a game begins with room for
        body = {"layout": "standard", "rules": {"repetition": 0}, "depth": 1, "moves": moves}
        self.each_stream(lambda number: self.ask(number, "POST", "/api/1/analysis", body), 2)

    def test_reviews(self):
        def ask(number):
            _, _, made = self.server.client().call("POST", "/api/1/games", {
                "layout": "b0", "seats": [{"kind": "person"}, {"kind": "person"}]})
            path = f"/api/1/games/{made['game']['id']}"
            self.assertEqual(self.server.client(made["keys"][0]).move(made["game"]["id"], 1, "a1b1")[0], 200)
            self.assertEqual(self.server.client(made["keys"][1]).call("POST", path + "/resign")[0], 200)
            return self.ask(number, "GET", path + "/review", None)

        self.each_stream(ask, 2)

    def load_each(self, path):
        """Loads one game after the other from the store, each with another allocation that fails."""
        games = []
        for _ in range(GAMES_KEPT):
            game, keys = self.new_game()
            self.assertEqual(self.server.client(keys[0]).move(game, 1, FIRST_MOVE)[0], 200)
            games.append(game)
        for _ in range(GAMES_KEPT):  # these drive the others out of memory
            self.new_game()
        for number, game in enumerate(games, 1):
            status, answer, reached = self.ask(number, "GET", path.format(game), None)
            self.assertIn(status, (200, 0, 500, 503), (number, answer))
            if status == 200:
                yield game, answer
            elif status:
                self.assertNotIn("checksum", answer["error"]["message"], number)
            self.assertEqual(self.server.client().game(game)["moves"], [FIRST_MOVE])
            if not reached:
                break
        self.assertFalse(reached)
        print(f"{self.injected} allocations failed, ", end="", flush=True)

    def test_loading(self):
        """A game that is read from the store: never taken for a damaged one."""
        for _, answer in self.load_each("/api/1/games/{}"):
            self.assertEqual(answer["moves"], [FIRST_MOVE])

    def test_loading_for_a_list(self):
        """A game that cannot be read is not left out of a list."""
        for game, answer in self.load_each("/api/1/games?ids={}"):
            self.assertEqual([row["id"] for row in answer["games"]], [game])

    def test_streams(self):
        """A stream begins, with the whole game, or does not; the next one does."""
        game, _ = self.new_game()
        for number in range(1, LONGEST):
            connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=30)
            connection.connect()
            self.memory.fail(number)
            try:
                connection.request("GET", f"/api/1/games/{game}/events")
                answer = connection.getresponse()
                self.assertIn(answer.status, (200, 500), number)
                if answer.status == 200 and (line := answer.readline()):
                    self.assertEqual(json.loads(line)["type"], "gameFull", number)
            except (http.client.HTTPException, OSError):
                pass
            finally:
                reached = self.memory.used() >= number
                self.memory.fail(0)
                connection.close()
            self.injected += reached
            self.assertIsNone(self.server.process.poll(), number)
            if not reached:
                break
        print(f"{self.injected} allocations failed, ", end="", flush=True)

    def test_new_games(self):
        body = {"layout": POSITION, "rules": "course,turn=60", "public": True,
                "seats": [{"kind": "person", "name": "A name of more letters than a buffer begins with"[:20]},
                          {"kind": "open"}]}

        def exists(status, answer):
            if status == 201:
                self.assertEqual(self.server.client().game(answer["game"]["id"])["id"], answer["game"]["id"])

        self.each_failure(lambda number: self.ask(number, "POST", "/api/1/games", body), exists, 201)
        print(f"{self.injected} allocations failed, ", end="", flush=True)

    def test_events(self):
        """What was answered 200 has happened; 503 says that nothing has changed, and that is so. The game
        continues in either case."""
        client = self.server.client()
        first = ("b", "moves", {"ply": 1, "move": FIRST_MOVE})
        cases = [
            [first],
            [("b", "chat", {"text": "a message of more than sixteen bytes"})],
            [("b", "draw", {"action": "offer"})],
            [("b", "draw", {"action": "offer"}), ("w", "draw", {"action": "accept"})],
            [first, ("b", "takeback", {"action": "offer"}), ("w", "takeback", {"action": "accept"})],
            [first, ("w", "resign", None)],
            [first, ("w", "resign", None), ("b", "rematch", {"action": "offer"}), ("w", "rematch", {"action": "accept"})],
        ]
        for case in cases:
            *before, (who, call, body) = case

            def ask(number):
                game, keys = self.new_game(chat=True)
                keys = dict(zip("bw", keys))
                for other, earlier, sent in before:
                    self.assertEqual(self.ask(0, "POST", f"/api/1/games/{game}/{earlier}", sent, keys[other])[0], 200)
                events = client.game(game)["event"]
                status, answer, reached = self.ask(number, "POST", f"/api/1/games/{game}/{call}", body, keys[who])
                happened = client.game(game)["event"] - events
                if status:
                    stored = status == 200 or answer["error"]["code"] == "stored"
                    self.assertEqual(happened, stored, (number, status, answer))
                if not happened:
                    again = self.ask(0, "POST", f"/api/1/games/{game}/{call}", body, keys[who])
                    self.assertEqual(again[0], 200, (number, again))
                self.assertEqual(client.call("GET", f"/api/1/games/{game}.apgn")[0], 200)
                return status, answer, reached

            with self.subTest(case=case):
                self.each_failure(ask, lambda status, answer: None, 200)
        print(f"{self.injected} allocations failed, ", end="", flush=True)

    def test_conditional_moves(self):
        """A tree that cannot be pruned now stays in the store: its answers come all the same, and its rest is there."""
        moves = [FIRST_MOVE, "i5h5", "b1c1", "h5g5", "c1d1", "g5f5"]
        tree = []
        for move in reversed(moves):
            tree = [{"move": move, **({"then": tree} if tree else {})}]
        client = self.server.client()

        def stored(game):
            with contextlib.closing(sqlite3.connect(self.store)) as store:
                query = "SELECT count(*) FROM event JOIN game ON event.game = game.key WHERE game.id = ?"
                return store.execute(query, (game,)).fetchone()[0]

        def ask(number):
            game, keys = self.new_game()
            path = f"/api/1/games/{game}"
            sent = self.ask(0, "POST", f"{path}/conditional", {"ply": 1, "tree": tree}, keys[1])
            self.assertEqual(sent[0], 200, sent)
            player = self.server.client(keys[0])
            player.connection.connect()
            self.memory.fail(number)
            status, answer = 0, None
            with contextlib.suppress(http.client.HTTPException, OSError):
                status, _, answer = player.move(game, 1, FIRST_MOVE)
            if status == 200:  # the tree is pruned after the answer
                wait_until(lambda: self.memory.used() >= number or stored(game) == 2)
            reached = self.memory.used() >= number
            self.memory.fail(0)
            player.close()
            self.injected += reached
            if status == 200:
                wait_until(lambda: client.game(game)["moves"] == moves[:2])
                _, rest, _ = self.ask(0, "GET", f"{path}/conditional", None, keys[1])
                self.assertEqual(rest["tree"], tree[0]["then"][0]["then"], number)
            return status, answer, reached

        self.each_failure(ask, lambda status, answer: None, 200)
        print(f"{self.injected} allocations failed, ", end="", flush=True)

    def sign(self, method, path, body, cookie=None):
        """A call with memory, and the session that it leads to."""
        status, headers, answer = self.server.client().call(method, path, body, {"Cookie": cookie} if cookie else None)
        self.assertIn(status, (200, 201, 204), answer)
        return headers["Set-Cookie"].split(";")[0] if "Set-Cookie" in headers else cookie

    def test_accounts(self):
        """Nobody is told that a right password is wrong, a name taken that is free, or an account smaller than it is."""
        signed = {"name": "Owner", "password": "correct horse"}
        cookie = self.sign("POST", "/api/1/account", signed)
        for scope in ("read", "play"):
            self.sign("POST", "/api/1/account/tokens", {"label": "a bot", "scopes": [scope]}, cookie)
        game, keys = self.new_game()
        self.sign("POST", f"/api/1/games/{game}/account", {"key": keys[0]}, cookie)
        for path in ("/api/1/account", "/api/1/account/games", "/api/1/account/export", "/api/1/users/Owner"):
            wanted = self.ask(0, "GET", path, None, headers={"Cookie": cookie})[1]

            def same(status, answer):
                if status == 200:
                    self.assertEqual(answer, wanted)
                elif status:
                    self.assertEqual(answer["error"]["code"], "internal", answer)  # not the store

            with self.subTest(path=path):
                self.each_failure(lambda number: self.ask(number, "GET", path, None, headers={"Cookie": cookie}), same, 200)
        print(f"{self.injected} allocations failed, ", end="", flush=True)

    def test_passwords(self):
        """Each from another address: what fails may count as a try."""
        names = []

        def address(number):
            return f"127.1.{number // 100}.{number % 100 + 1}"

        def sign_up(number):
            names.append(f"N{len(names)}")
            return self.ask(number, "POST", "/api/1/account", {"name": names[-1], "password": "correct horse"},
                            address=address(number))

        def is_made(status, answer):
            made = self.server.client().call("GET", f"/api/1/users/{names[-1]}")[0] == 200
            if status == 201:
                self.assertEqual(answer["account"]["name"], names[-1])
                self.assertEqual(len(answer["account"]["sessions"]), 1)
            if status:
                self.assertEqual(made, status == 201 or answer["error"]["code"] == "stored", answer)

        with self.subTest("sign up"):
            self.each_failure(sign_up, is_made, 201, HASH_STEP)
        signed = {"name": names[-1], "password": "correct horse"}
        with self.subTest("sign in"):
            self.each_failure(lambda number: self.ask(number, "POST", "/api/1/session", signed, address=address(number)),
                              lambda status, answer: None, 200, HASH_STEP)
        session = self.sign("POST", "/api/1/session", signed)
        passwords = ["correct horse", "battery staple"]  # what it has, and what it gets

        def change(number):
            body = {"password": passwords[0], "new_password": passwords[1]}
            status, answer, reached = self.ask(number, "PATCH", "/api/1/account", body, headers={"Cookie": session},
                                               address=address(number))
            new = {"name": names[-1], "password": passwords[1]}
            if status in (200, 0) or answer["error"]["code"] == "stored":
                if self.ask(0, "POST", "/api/1/session", new, address=address(number))[0] == 200:
                    passwords.reverse()
                else:
                    self.assertEqual(status, 0)
            return status, answer, reached

        with self.subTest("change"):
            self.each_failure(change, lambda status, answer: None, 200, HASH_STEP)
        print(f"{self.injected} allocations failed, ", end="", flush=True)

    def test_what_accounts_do(self):
        """Tokens, challenges, seats taken and taken along."""
        owner = self.sign("POST", "/api/1/account", {"name": "Owner", "password": "correct horse"})
        others = []  # name and session; the last one is challenged

        def token(number):
            status, answer, reached = self.ask(number, "POST", "/api/1/account/tokens", {"label": "a", "scopes": ["read"]},
                                               headers={"Cookie": owner})
            account = self.server.client().call("GET", "/api/1/account", headers={"Cookie": owner})[2]
            if status:
                made = status == 201 or answer["error"]["code"] == "stored"
                self.assertEqual(len(account["tokens"]), made, (number, answer))
            for one in account["tokens"]:
                self.server.client().call("DELETE", f"/api/1/account/tokens/{one['id']}", headers={"Cookie": owner})
            return status, answer, reached

        def meet():
            """Somebody else, but no stranger, to whom there are twenty challenges a day."""
            name = f"Other{len(others)}"
            client = self.server.client(address=f"127.0.7.{len(others) + 1}")
            status, headers, answer = client.call("POST", "/api/1/account", {"name": name, "password": "correct horse"})
            self.assertEqual(status, 201, answer)
            others.append((name, headers["Set-Cookie"].split(";")[0]))
            self.assertEqual(client.call("POST", "/api/1/users/Owner/messages", {"text": "hello"}, {"Cookie": others[-1][1]})[0], 201)

        challenges = itertools.count()

        def challenge(number=0):
            if next(challenges) % 10 == 0:  # so many an hour may not be accepted by one person
                meet()
            for row in self.server.client().call("GET", "/api/1/account/games", headers={"Cookie": owner})[2]["games"]:
                self.server.client().call("POST", f"/api/1/games/{row['id']}/decline", {}, {"Cookie": owner})
            seats = [{"kind": "user", "name": name} for name in ("Owner", others[-1][0])]
            return self.ask(number, "POST", "/api/1/games", {"layout": POSITION, "seats": seats}, headers={"Cookie": owner})

        def join(number):
            game = challenge()[1]["game"]["id"]
            return self.ask(number, "POST", f"/api/1/games/{game}/join", {}, headers={"Cookie": others[-1][1]})

        def take_along(number):
            game, keys = self.new_game()
            return self.ask(number, "POST", f"/api/1/games/{game}/account", {"key": keys[1]}, headers={"Cookie": owner})

        def is_seated(status, answer):
            if status == 200:
                self.assertTrue(answer["seats"][1].get("you"), answer)

        with self.subTest("token"):
            self.each_failure(token, lambda status, answer: None, 201)
        with self.subTest("challenge"):
            self.each_failure(challenge, lambda status, answer: None, 201)
        with self.subTest("join"):
            self.each_failure(join, is_seated, 200)
        with self.subTest("take along"):
            self.each_failure(take_along, is_seated, 200)
        print(f"{self.injected} allocations failed, ", end="", flush=True)


if __name__ == "__main__":
    unittest.main()
