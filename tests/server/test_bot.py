"""tools/paua-bot with the real `paua ugi` on the real server: what it accepts, how it plays, what it survives."""
import contextlib
import itertools
import os
import pathlib
import select
import signal
import socket
import socketserver
import subprocess
import sys
import threading
import time
import unittest

from harness import PAUA, FolderTest, legal_moves, wait_until as wait_long
from test_accounts import Person

BOT = pathlib.Path(__file__).resolve().parents[2] / "tools" / "paua-bot"


def wait_until(condition, seconds=10, step=0.05):
    return wait_long(condition, seconds, step)


QUICK = "classic,plies=12"


class BotCase(FolderTest):
    def setUp(self):
        super().setUp()
        self.server = self.start()

    def person(self, name):
        person = Person(self.server.port)
        self.server.clients.append(person)
        return person.sign_up(name)

    def bot(self, name, *options, engine=(PAUA, "ugi"), token=None, port=None):
        """A running bot of a new account, which is ready for challenges."""
        if not token:
            token = self.person(name).token("play")["token"]
        file = self.folder / f"{name}.token"
        file.write_text(token + "\n")
        with open(self.folder / f"{name}.log", "ab") as log:
            process = subprocess.Popen(
                [sys.executable, BOT, "--server", f"http://127.0.0.1:{port or self.server.port}", "--token-file", file,
                 "--time", "20ms", *options, "--", *engine], stderr=log)
        self.addCleanup(self.end, process)
        return process

    def end(self, process):
        if process.poll() is None:
            process.kill()
        process.wait()

    def log(self, name):
        return (self.folder / f"{name}.log").read_text()

    def challenge(self, person, *names, rules=QUICK, layout="belgian-daisy", **more):
        seats = [{"kind": "user", "name": name} for name in names]
        return person.create(seats, layout=layout, rules=rules, **more)[0]["id"]

    def begun(self, person, game_id):
        return wait_until(lambda: (game := person.game(game_id))["status"] != "waiting" and game)

    def my_turn(self, person, game_id, colour):
        """The game once the person is to move, or once it is over."""
        return wait_until(lambda: (game := person.game(game_id)) and (game["turn"] == colour or game["status"] == "over") and game)

    def play(self, person, game_id, colour, moves=1000):
        """Plays the first legal move again and again; returns the game at its end, or when so many have been made."""
        while (game := self.my_turn(person, game_id, colour))["status"] != "over" and moves > 0:
            status, _, answer = person.move(game_id, game["ply"], legal_moves(game["position"])[0])
            self.assertEqual(status, 200, answer)
            moves -= 1
        return game


class BotTest(BotCase):
    def test_challenge_is_played_to_its_end(self):
        ann = self.person("Ann")
        bot = self.bot("Robo", "--hello", "Good luck", "--level", "3")
        game_id = self.challenge(ann, "Ann", "Robo")
        self.begun(ann, game_id)
        game = self.play(ann, game_id, "b")
        self.assertEqual((game["reason"], len(game["moves"])), ("plies", 12))
        self.assertEqual([(line["colour"], line["text"]) for line in game["chat"]], [("w", "Good luck")])
        self.assertNotIn("paua_", self.log("Robo"))
        bot.terminate()
        self.assertEqual(bot.wait(10), 0)

    def test_bots_of_two_engines_play_three_with_a_person_on_a_clock(self):
        ann = self.person("Ann")
        self.bot("Robo")
        self.bot("Abbo", engine=(PAUA, "ugi"), *("--option", "Opponent=abapro:1"))
        game_id = self.challenge(ann, "Robo", "Ann", "Abbo", layout="bowl", players=3, rules="classic,plies=9,game=60,gain=1")
        self.begun(ann, game_id)
        game = self.play(ann, game_id, "w")
        self.assertEqual((game["reason"], len(game["moves"])), ("plies", 9))

    def test_engine_without_time_option_uses_the_clock(self):
        ann = self.person("Ann")
        token = self.person("Robo").token("play")["token"]
        file = self.folder / "token"
        file.write_text(token)
        bot = subprocess.Popen([sys.executable, BOT, "--server", f"http://127.0.0.1:{self.server.port}", "--token-file", file,
                                "--", PAUA, "ugi"], stderr=subprocess.DEVNULL)
        self.addCleanup(self.end, bot)
        game_id = self.challenge(ann, "Ann", "Robo", rules="classic,plies=8,game=10")
        turns = self.challenge(ann, "Ann", "Robo", rules="classic,plies=8,turn=2")
        self.begun(ann, game_id)
        self.begun(ann, turns)
        self.assertEqual(self.play(ann, game_id, "b")["reason"], "plies")
        self.assertEqual(self.play(ann, turns, "b")["reason"], "plies")

    def test_what_is_accepted(self):
        ann, bob = self.person("Ann"), self.person("Bob")
        self.bot("Robo", "--accept", "players=2,speed=fast/rapid,rated=no,from=ann", "--accept", "players=3,layout=bowl-3",
                 "--games", "2")
        fast = "classic,game=60"
        tries = [(ann, {"rules": fast}, "playing"),
                 (ann, {}, "over"),  # no clock
                 (bob, {"rules": fast}, "over"),
                 (ann, {"rules": fast, "rated": True}, "over")]
        for person, game, status in tries:
            with self.subTest(game=game):
                game_id = self.challenge(person, "Ann" if person is ann else "Bob", "Robo", **game)
                self.assertEqual(self.begun(ann, game_id)["status"], status)
        three = self.challenge(ann, "Ann", "Robo", "Bob", layout="bowl", players=3)
        wait_until(lambda: ann.game(three)["seats"][1].get("taken"))
        bob.call("POST", f"/api/1/games/{three}/join", {})
        self.begun(ann, three)
        wait_until(lambda: f"{three}: plays" in self.log("Robo"))
        full = self.challenge(ann, "Ann", "Robo", rules=fast)
        self.assertEqual(self.begun(ann, full)["reason"], "declined")

    def test_proposals(self):
        ann = self.person("Ann")
        self.bot("Robo", "--draws", "accept", "--takebacks", "decline", "--rematches", "accept", "--pauses", "decline")
        game_id = self.challenge(ann, "Ann", "Robo")
        self.begun(ann, game_id)
        self.play(ann, game_id, "b", 2)
        for kind in ("takeback", "pause"):
            ann.call("POST", f"/api/1/games/{game_id}/{kind}", {"action": "offer"})
            game = wait_until(lambda: (game := ann.game(game_id)) and not game["proposals"] and game)
            self.assertEqual((game["status"], len(game["moves"])), ("playing", 4))
        ann.call("POST", f"/api/1/games/{game_id}/draw", {"action": "offer"})
        game = wait_until(lambda: (game := ann.game(game_id))["status"] == "over" and game)
        self.assertEqual((game["result"], game["reason"]), ("1/2-1/2", "agreement"))
        ann.call("POST", f"/api/1/games/{game_id}/rematch", {"action": "offer"})
        again = wait_until(lambda: ann.game(game_id)["next"])
        wait_until(lambda: ann.game(again)["moves"])  # the bot is Black now

    def test_a_rematch_has_the_place_of_its_game(self):
        ann, bob = self.person("Ann"), self.person("Bob")
        self.bot("Robo", "--games", "1", "--rematches", "accept")
        game_id = self.challenge(ann, "Ann", "Robo")
        self.begun(ann, game_id)
        ann.call("POST", f"/api/1/games/{game_id}/resign", {})
        wait_until(lambda: f"{game_id}: over" in self.log("Robo"))
        ann.call("POST", f"/api/1/games/{game_id}/rematch", {"action": "offer"})
        again = wait_until(lambda: not (game := ann.game(game_id))["proposals"] and (game["next"] or "declined"))
        wait_until(lambda: f"{again}: plays" in self.log("Robo"))
        full = self.challenge(bob, "Bob", "Robo")
        self.assertEqual(self.begun(bob, full)["reason"], "declined")  # the rematch has the only place
        ann.call("POST", f"/api/1/games/{again}/resign", {})
        wait_until(lambda: f"{again}: over" in self.log("Robo"))
        later = self.challenge(bob, "Bob", "Robo")
        self.assertEqual(self.begun(bob, later)["status"], "playing")  # while a rematch is awaited

    def test_takeback_is_played_on(self):
        ann = self.person("Ann")
        self.bot("Robo")
        game_id = self.challenge(ann, "Ann", "Robo")
        self.begun(ann, game_id)
        self.play(ann, game_id, "b", 2)
        ann.call("POST", f"/api/1/games/{game_id}/takeback", {"action": "offer"})
        wait_until(lambda: len(ann.game(game_id)["moves"]) == 2)
        self.assertEqual(self.play(ann, game_id, "b")["reason"], "plies")

    def test_server_is_killed_and_started_again(self):
        ann = self.person("Ann")
        self.bot("Robo")
        game_id = self.challenge(ann, "Ann", "Robo")
        self.begun(ann, game_id)
        for _ in range(3):
            self.play(ann, game_id, "b", 1)
            port, cookie = self.server.port, ann.cookie
            self.server.stop(signal.SIGKILL)
            time.sleep(1)
            self.server.close()
            self.server = self.start("--listen", f"127.0.0.1:{port}")
            ann = Person(port)
            ann.cookie = cookie
            self.server.clients.append(ann)
        later = self.challenge(ann, "Ann", "Robo")
        self.assertEqual(self.play(ann, game_id, "b")["reason"], "plies")
        self.begun(ann, later)
        self.assertEqual(self.play(ann, later, "b")["reason"], "plies")

    def engine(self, name, text):
        """A script that stands for an engine; it may go on as `paua ugi`."""
        path = self.folder / name
        path.write_text(f"#!/bin/sh\n{text}\n")
        path.chmod(0o755)
        return str(path)

    def test_engine_that_ends_is_started_again(self):
        ann = self.person("Ann")
        # Every third start ends after its first search began; the first start is the check.
        engine = self.engine("weak", f"""
n=$(cat {self.folder}/starts 2>/dev/null || echo 0); echo $((n + 1)) > {self.folder}/starts
if [ $((n % 3)) = 1 ]; then sed -u '/^go/q' | {PAUA} ugi | grep --line-buffered -v bestmove; exit 1; fi
exec {PAUA} ugi""")
        self.bot("Robo", engine=(engine,))
        game_id = self.challenge(ann, "Ann", "Robo")
        self.begun(ann, game_id)
        self.assertEqual(self.play(ann, game_id, "b")["reason"], "plies")
        self.assertIn("the engine has ended", self.log("Robo"))

    def test_engine_that_never_works_resigns_in_the_end(self):
        ann = self.person("Ann")
        engine = self.engine("liar", f"{PAUA} ugi | sed -u 's/^bestmove .*/bestmove a1a1/'")
        self.bot("Robo", "--tries", "3", engine=(engine,))
        game_id = self.challenge(ann, "Ann", "Robo")
        self.begun(ann, game_id)
        game = self.play(ann, game_id, "b")
        self.assertEqual((game["result"], game["reason"]), ("1-0", "resignation"))
        self.assertIn("(3 of 3)", self.log("Robo"))

    def test_engine_killed_while_it_thinks(self):
        ann = self.person("Ann")
        engine = self.engine("slow", f"echo $$ > {self.folder}/pid; exec {PAUA} ugi")
        self.bot("Robo", "--time", "3s", engine=(engine,))
        game_id = self.challenge(ann, "Ann", "Robo")
        self.begun(ann, game_id)
        self.play(ann, game_id, "b", 1)
        wait_until(lambda: f"{game_id}: plays" in self.log("Robo"))
        time.sleep(1)
        os.kill(int((self.folder / "pid").read_text()), signal.SIGKILL)
        self.my_turn(ann, game_id, "b")
        self.assertEqual(len(ann.game(game_id)["moves"]), 2)

    def test_seeks(self):
        ann = self.person("Ann")
        bot = self.bot("Robo", "--seek", f"belgian-daisy {QUICK}", "--games", "1")
        seeks = wait_until(lambda: ann.call("GET", "/api/1/seeks")[2]["games"])
        self.assertEqual([seat.get("user") for seat in seeks[0]["seats"] if seat["kind"] == "user"], ["Robo"])
        colour = next(seat["colour"] for seat in seeks[0]["seats"] if seat["kind"] == "open")
        self.assertEqual(ann.call("POST", f"/api/1/games/{seeks[0]['id']}/join", {})[0], 200)
        self.assertEqual(self.play(ann, seeks[0]["id"], colour)["reason"], "plies")
        again = wait_until(lambda: ann.call("GET", "/api/1/seeks")[2]["games"])
        self.assertNotEqual(again[0]["id"], seeks[0]["id"])
        bot.terminate()
        self.assertEqual(bot.wait(10), 0)
        self.assertEqual(ann.call("GET", "/api/1/seeks")[2]["games"], [])

    def relay(self, release):
        """The port of a relay to the server that keeps back the answer to a new game until `release` is set."""
        server = self.server.port

        class Handler(socketserver.BaseRequestHandler):
            def handle(self):
                asked = b""
                with socket.create_connection(("127.0.0.1", server)) as other, contextlib.suppress(OSError):
                    while ready := select.select([self.request, other], [], [])[0]:
                        data = ready[0].recv(65536)
                        if not data:
                            return
                        if ready[0] is self.request:
                            asked = data if data.startswith((b"GET", b"POST")) else asked
                            other.sendall(data)
                            continue
                        if asked.startswith(b"POST /api/1/games "):
                            release.wait(20)
                        self.request.sendall(data)

        relay = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler)
        relay.daemon_threads = True
        self.addCleanup(relay.server_close)
        self.addCleanup(relay.shutdown)
        threading.Thread(target=relay.serve_forever, daemon=True).start()
        return relay.server_address[1]

    def test_stop_before_the_answer_to_a_seek(self):
        """The game that it offers is withdrawn, though the bot learns of it only after it was told to stop."""
        ann, release = self.person("Ann"), threading.Event()
        bot = self.bot("Robo", "--seek", f"belgian-daisy {QUICK}", port=self.relay(release))
        wait_until(lambda: ann.call("GET", "/api/1/seeks")[2]["games"])
        bot.terminate()
        threading.Timer(1, release.set).start()
        self.assertEqual(bot.wait(30), 0)
        self.assertEqual(ann.call("GET", "/api/1/seeks")[2]["games"], [])

    def test_stop(self):
        ann = self.person("Ann")
        for policy, end in (("finish", "plies"), ("leave", ""), ("resign", "resignation")):
            with self.subTest(policy=policy):
                name = f"Robo-{policy}"
                bot = self.bot(name, "--on-stop", policy)
                game_id = self.challenge(ann, "Ann", name)
                self.begun(ann, game_id)
                self.play(ann, game_id, "b", 1)
                bot.terminate()
                late = self.challenge(ann, "Ann", name)
                if policy == "finish":
                    self.assertEqual(self.begun(ann, late)["reason"], "declined")
                    self.play(ann, game_id, "b")
                self.assertEqual(bot.wait(10), 0)
                self.assertEqual(ann.game(game_id)["reason"], end)

    def test_wrong_usage(self):
        for options, engine, code, text in (
                ((), ("/nonexistent/engine",), 2, "No such file"),
                (("--accept", "colour=red"), (PAUA, "ugi"), 2, "expected one of"),
                ((), ("/bin/true",), 2, "the engine has ended")):
            with self.subTest(engine=engine):
                bot = self.bot("Robo", *options, engine=engine, token="paua_" + 32 * "x")
                self.assertEqual(bot.wait(10), code)
                self.assertIn(text, self.log("Robo"))
        bot = self.bot("Robo", token="paua_" + 32 * "x")
        self.assertEqual(bot.wait(10), 1)
        self.assertIn("refuses the token", self.log("Robo"))


class LimitedServer(BotCase):
    def setUp(self):
        FolderTest.setUp(self)
        self.server = self.start("--rate", "3")  # 12 at once

    def test_bot_waits_where_it_is_told_to(self):
        people = []
        for number, name in enumerate(("Ann", "Bob", "Robo"), 2):
            people.append(Person(self.server.port, address=f"127.0.0.{number}"))
            self.server.clients.append(people[-1])
            people[-1].sign_up(name)
        self.bot("Robo", token=people[2].token("play")["token"])
        neighbour, refused = self.server.client(), 0
        addresses = itertools.cycle(range(1, 255))

        def is_bot_refused():
            """Asks as much as the bot's address may."""
            nonlocal refused
            refused += neighbour.call("GET", "/api/1/seeks")[0] == 429
            return self.server.client(address=f"127.0.1.{next(addresses)}").limited("rate") > refused

        wait_until(lambda: is_bot_refused() or refused)
        games = []
        for number, cookie in enumerate((people[0].cookie, people[1].cookie), 5):
            person = Person(self.server.port, address=f"127.0.0.{number}")
            person.cookie = cookie
            self.server.clients.append(person)
            games.append((person, self.challenge(person, "Robo", person.call("GET", "/api/1/session")[2]["name"])))
        wait_long(is_bot_refused)
        for person, game_id in games:
            wait_long(lambda person=person, game_id=game_id: person.game(game_id)["moves"], step=0.5)


class BotMark(BotCase):
    """Accounts that say that they are bots."""

    def declare(self, name, value=True):
        robo = self.person(name)
        status, _, answer = robo.call("PATCH", "/api/1/account/settings", {"bot": value})
        self.assertEqual((status, answer["games_max"], answer["bot"]), (200, 0, value))
        return robo

    def seats(self, person, game_id):
        return [(seat.get("user"), seat.get("bot")) for seat in person.game(game_id)["seats"]]

    def test_everybody_sees_it(self):
        ann, robo = self.person("Ann"), self.declare("Robo")
        shown = [("Ann", None), ("Robo", True)]
        self.assertTrue(ann.call("GET", "/api/1/users/Robo")[2]["bot"])
        self.assertNotIn("bot", ann.call("GET", "/api/1/users/Ann")[2])
        asked = self.challenge(ann, "Ann", "Robo")
        self.assertEqual(robo.call("POST", f"/api/1/games/{asked}/join", {})[0], 200)
        self.assertEqual(self.seats(ann, asked), shown)
        own = self.challenge(robo, "Ann", "Robo")
        self.assertEqual(self.seats(ann, own)[1], ("Robo", True))
        cookie = ann.cookie
        self.server.stop(signal.SIGKILL)
        self.server.close()
        self.server = self.start()
        ann = Person(self.server.port)
        ann.cookie = cookie
        self.server.clients.append(ann)
        self.assertEqual(self.seats(ann, asked), shown)

    def test_standings_without_bots(self):
        ann, robo = self.person("Ann"), self.declare("Robo")
        self.server.stop()
        self.server.close()
        columns = "account, category, games, rating, deviation, volatility, wins, draws, losses, at, game, change"

        def rate(table, name, games, rating, game):
            self.sql(f"INSERT INTO {table} ({columns})"
                     f" SELECT id, '2-rapid', {games}, {rating}, 60, 0.06, {games}, 0, 0, {int(time.time() * 1000)}, '{game}', 1"
                     f" FROM account WHERE lookup = '{name.lower()}'")

        # Each of the two has met five others: the other one, and four computers.
        for one, rating in (("Ann", 1600), ("Robo", 1700)):
            rate("rating", one, 5, rating, "annrobo")
            self.sql(f"UPDATE rating SET opponents = 5 WHERE game = 'annrobo'")
            rate("rating_history", one, 5, rating, "annrobo")
            for level in range(1, 5):
                rate("rating_history", one, level, rating, f"{one}{level}")
                rate("rating_history", f"paua.{level}", len(one), 1500, f"{one}{level}")
        self.server = self.start()
        client = self.server.client()
        rows = client.call("GET", "/api/1/standings?category=2-rapid")[2]["standings"]
        self.assertEqual([(row["rank"], row["name"], row.get("bot")) for row in rows], [(1, "Robo", True), (2, "Ann", None)])
        rows = client.call("GET", "/api/1/standings?category=2-rapid&bots=0")[2]["standings"]
        self.assertEqual([(row["rank"], row["name"]) for row in rows], [(1, "Ann")])
        self.assertEqual(client.call("GET", "/api/1/standings?category=2-rapid&bots=2")[0], 400)

    def test_who_may_declare_it(self):
        token = self.person("Robo").token("play")["token"]
        answer = self.server.client(token).call("PATCH", "/api/1/account/settings", {"bot": True})
        self.assertEqual((answer[0], answer[2]["error"]["code"]), (403, "needs_session"))
        answer = self.person("Bob").call("PATCH", "/api/1/account/settings", {"bot": 1})
        self.assertEqual((answer[0], answer[2]["error"]["code"]), (400, "bad_request"))

    def test_bots_have_a_rate_of_their_own(self):
        robo, token = self.declare("Robo"), None
        token = robo.token("play")["token"]
        self.server.stop()
        self.server.close()
        self.server = self.start("--rate", "1000", "--bot-rate", "5")
        bot, person = self.server.client(token), self.server.client()
        while (refused := bot.call("GET", "/api/1/session"))[0] == 200:  # a busy machine takes longer to reach the limit
            pass
        self.assertEqual(refused[0], 429)
        self.assertGreaterEqual(int(refused[1]["Retry-After"]), 1)
        self.assertGreater(person.limited("bot-rate"), 0)
        self.assertEqual(person.limited("rate"), 0)
        self.assertEqual(person.call("GET", "/api/1/session")[0], 200)
        # And the other way round: people leave a bot its share.
        self.server.stop()
        self.server.close()
        self.server = self.start("--rate", "5", "--bot-rate", "1000")
        bot, person = self.server.client(token), self.server.client()
        self.assertEqual(bot.call("GET", "/api/1/session")[0], 200)
        while person.call("GET", "/api/1/session")[0] == 200:
            pass
        self.assertEqual(bot.call("GET", "/api/1/session")[0], 200)


if __name__ == "__main__":
    unittest.main()
