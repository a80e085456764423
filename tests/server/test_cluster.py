"""Two servers on one PostgreSQL database: what is done at one is at the other at once, each thing is done by one of
them, and either may be killed at any time. PAUA_KILLS: how many servers are killed under load."""
import http.client
import os
import pathlib
import random
import signal
import subprocess
import sys
import threading
import time
import unittest

from harness import PAUA, SLOWDOWN, Held, Stream, postgres_program, wait_until
from postgres import DatabaseTest, paua
from support.at_once import check_closing, check_settings, check_vacations
from test_accounts import PASSWORD, Person
from test_migrate import NEXT
from test_notices import AccountStream
from test_ratings import LONG
from test_vacation import DAY, date

SHUTTLE = ["c3d3", "g5f5", "d3c3", "f5g5"]  # two marbles of the standard layout, there and back
OPEN = {"layout": "standard", "rules": {"repetition": 0, "quiet": 0}}
KILLS = int(os.environ.get("PAUA_KILLS", "4"))
PLAYERS = 3  # who play while servers are killed,
PLIES = 200  # and so many in each game


class Listener:
    """Reads a stream of a game on a thread of its own; each event with when it came."""

    def __init__(self, server, game_id, **options):
        self.stream = Stream(server.port, game_id, **options)
        self.events = []
        self.came = []
        self.changed = threading.Condition()
        self.thread = threading.Thread(target=self.read)
        self.thread.start()

    def read(self):
        try:
            while event := self.stream.next():
                with self.changed:
                    self.came.append(time.monotonic())
                    self.events.append(event)
                    self.changed.notify()
        except (OSError, ValueError, AttributeError, http.client.HTTPException):
            pass  # closed

    def numbers(self):
        return [event["event"] for event in list(self.events)]

    def wait_for(self, number, seconds=10):
        with self.changed:
            if not self.changed.wait_for(lambda: number in self.numbers(), seconds * SLOWDOWN):
                raise AssertionError(f"waited in vain for event {number}")

    def close(self):
        # Ends the reading, which has the connection until then.
        if self.stream.connection.sock:
            self.stream.connection.sock.shutdown(2)
        elif self.stream.answer.fp:
            self.stream.answer.fp.raw._sock.shutdown(2)
        self.thread.join()
        self.stream.close()


class ClusterTest(DatabaseTest):
    def two(self, *arguments):
        return self.start(*arguments), self.start(*arguments)

    def held(self):
        """Two servers, the first of which can be held, and what holds it."""
        held = Held(self)
        return [self.start(**held.options()), self.start()], held

    def meanwhile(self, action):
        """Begins a request that takes its time; the result is a function that waits for its answer."""
        answers = []
        thread = threading.Thread(target=lambda: answers.append(action()), daemon=True)
        thread.start()
        return lambda: thread.join() or answers[0]

    def caught_up(self, servers):
        """Waits until the first server has heard of all that was done at the second one before."""
        seek = servers[1].client().create([{"kind": "person"}, {"kind": "open"}])[0]["id"]
        client = servers[0].client()
        wait_until(lambda: seek in [game["id"] for game in client.call("GET", "/api/1/seeks")[2]["games"]])

    def listen(self, server, game_id, **options):
        listener = Listener(server, game_id, **options)
        self.addCleanup(listener.close)
        if "after" not in options:
            wait_until(lambda: listener.events)  # the whole game
        return listener

    def follow(self, person, server, **options):
        port, person.port = person.port, server.port
        stream = AccountStream(person, **options)
        person.port = port
        self.addCleanup(stream.close)
        return stream

    def begin(self, server, **body):
        """A game of two persons: its id, and their keys."""
        game, keys = server.client().create(**(body or OPEN))
        return game["id"], keys

    def person(self, server, name):
        person = Person(server.port)
        server.clients.append(person)
        return person.sign_up(name)

    def at(self, person, server):
        """The same session at another server."""
        other = Person(server.port)
        server.clients.append(other)
        other.cookie = person.cookie
        return other

    def move(self, server, key, game_id, ply, move):
        status, _, answer = server.client(key).move(game_id, ply, move)
        self.assertEqual(status, 200, answer)
        return answer


class Games(ClusterTest):
    def test_moves_alternate(self):
        """Moves are made at both in turn, each as soon as the one before was answered; both streams have all of
        them, once and in order, and go on at the other server."""
        servers = self.two()
        game_id, keys = self.begin(servers[0])
        streams = [self.listen(server, game_id, sse=i == 1) for i, server in enumerate(servers)]
        players = [[server.client(key) for key in keys] for server in servers]
        late = []
        for i in range(300):
            at = (i // 2 + i) % 2
            sent = time.monotonic()
            status, _, answer = players[at][i % 2].move(game_id, i + 1, SHUTTLE[i % 4])
            self.assertEqual(status, 200, answer)
            streams[1 - at].wait_for(answer["event"])
            late.append(streams[1 - at].came[-1] - sent)
        late.sort()
        print(f"a move at the other's stream: median {late[150] * 1e3:.1f} ms, 99 % {late[297] * 1e3:.1f} ms",
              file=sys.stderr)
        self.assertLess(late[297], 1.0 * SLOWDOWN)
        for stream in streams:
            stream.wait_for(300)
            self.assertEqual(stream.numbers(), list(range(301)))
        self.assertEqual(servers[0].client().game(game_id)["moves"], servers[1].client().game(game_id)["moves"])
        for server, after in zip(servers, (200, 299)):
            again = self.listen(server, game_id, after=after)
            again.wait_for(300)
            self.assertEqual(again.numbers(), list(range(after + 1, 301)))

    def test_resumed_before_the_news(self):
        """A client that has an event of one server gets none of them again at the other, however fast it is."""
        servers = self.two()
        game_id, keys = self.begin(servers[0])
        servers[1].client().game(game_id)
        for i in range(40):
            event = self.move(servers[0], keys[i % 2], game_id, i + 1, SHUTTLE[i % 4])["event"]
            stream = Stream(servers[1].port, game_id, after=event)
            self.move(servers[1], keys[(i + 1) % 2], game_id, i + 2, SHUTTLE[(i + 1) % 4]) if i == 39 else None
            if i == 39:
                self.assertEqual(stream.next()["event"], event + 1)
            stream.close()

    def test_same_ply_at_once(self):
        """Two moves for the same ply at both servers at the same time: one of them is played."""
        servers = self.two()
        game_id, keys = self.begin(servers[0], layout="belgian-daisy", rules={"repetition": 0, "quiet": 0})
        streams = [self.listen(server, game_id) for server in servers]
        wins = [0, 0]
        for ply in range(1, 61):
            position = servers[0].client().game(game_id)["position"]
            moves = random.Random(ply).sample(paua("moves", "--position", position).stdout.split(), 2)
            players = [server.client(keys[(ply - 1) % 2]) for server in servers]
            answers = [None, None]
            barrier = threading.Barrier(2)

            def play(i, ply=ply, players=players, moves=moves, answers=answers, barrier=barrier):
                barrier.wait()
                answers[i] = players[i].move(game_id, ply, moves[i])

            threads = [threading.Thread(target=play, args=(i,)) for i in range(2)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            self.assertEqual(sorted(answer[0] for answer in answers), [200, 409], answers)
            won = 0 if answers[0][0] == 200 else 1
            self.assertEqual(answers[1 - won][2]["error"]["code"], "wrong_ply")
            wins[won] += 1
            game = servers[1 - won].client(keys[0])
            wait_until(lambda: len(game.game(game_id)["moves"]) == ply)
            self.assertEqual(game.game(game_id)["moves"][-1], moves[won])
        self.assertGreater(min(wins), 0, wins)
        for stream in streams:
            stream.wait_for(60)
            self.assertEqual(stream.numbers(), list(range(61)))

    def test_the_same_move_at_once(self):
        """The same move at both is played once and answered at both."""
        servers = self.two()
        game_id, keys = self.begin(servers[0])
        for ply in range(1, 41):
            answers = [None, None]

            def play(i, ply=ply, answers=answers):
                answers[i] = servers[i].client(keys[(ply - 1) % 2]).move(game_id, ply, SHUTTLE[(ply - 1) % 4])

            threads = [threading.Thread(target=play, args=(i,)) for i in range(2)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            self.assertEqual([(answer[0], answer[2]) for answer in answers], [(200, answers[0][2])] * 2)
            self.assertEqual(answers[0][2]["event"], ply)

    def test_rematch_and_lobby(self):
        """A seek of one is in the lobby of the other and taken there; what both agree to is there at both."""
        servers = self.two()
        status, _, answer = servers[0].client().call("POST", "/api/1/games", OPEN | {
            "seats": [{"kind": "person"}, {"kind": "open", "listed": True}]})
        self.assertEqual(status, 201, answer)
        game_id = answer["game"]["id"]
        listed = lambda server: [row["id"] for row in server.client().call("GET", "/api/1/seeks")[2]["games"]]
        wait_until(lambda: listed(servers[1]) == [game_id], 5)
        keys = [next(key for key in answer["keys"] if key), "k" * 32]
        status, _, joined = servers[1].client(keys[1]).call("POST", f"/api/1/games/{game_id}/join", {})
        self.assertEqual(status, 200, joined)
        wait_until(lambda: listed(servers[0]) == listed(servers[1]) == [], 5)
        self.assertEqual(servers[0].client(keys[0]).call("POST", f"/api/1/games/{game_id}/resign", {})[0], 200)
        for server, key in zip(servers, keys):
            status, _, over = server.client(key).call("POST", f"/api/1/games/{game_id}/rematch", {})
            self.assertEqual(status, 200, over)
        self.assertTrue(over["next"])
        self.assertEqual([server.client().game(over["next"])["id"] for server in servers], [over["next"]] * 2)

    def test_numbers(self):
        """Games that are made at two servers at once have different numbers, which are good at both."""
        servers, made = self.two(), []

        def make(server):
            client = server.client()
            for _ in range(40):
                status, _, answer = client.call("POST", "/api/1/games", OPEN | {
                    "seats": [{"kind": "person"}, {"kind": "open", "listed": True}]})
                made.append((status, answer["game"]["number"], answer["game"]["id"]))

        threads = [threading.Thread(target=make, args=(server,)) for server in servers * 2]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual({status for status, _, _ in made}, {201})
        self.assertEqual(sorted(number for _, number, _ in made), list(range(101, 101 + len(made))))
        for _, number, game_id in made[::40]:
            self.assertEqual([server.client().call("GET", f"/api/1/games/{number}")[2]["id"] for server in servers], [game_id] * 2)

    def test_a_rematch_is_made_once(self):
        """Both agree at once, at different servers, and others talk meanwhile: there is one game."""
        servers = self.two()
        for i in range(10):
            game_id, keys = self.begin(servers[i % 2])
            self.assertEqual(servers[0].client(keys[0]).call("POST", f"/api/1/games/{game_id}/resign", {})[0], 200)
            threads = [threading.Thread(target=server.client(key).call,
                                        args=("POST", f"/api/1/games/{game_id}/{what}", body))
                       for server, key in zip(servers, keys)
                       for what, body in (("rematch", {}), ("chat", {"text": "again?"}))]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            following = {server.client().game(game_id)["next"] for server in servers}
            self.assertEqual(len(following), 1)
            self.assertTrue(all(following), following)

    def test_conditional_moves(self):
        """Set at one server, due by a move at the other."""
        servers = self.two()
        game_id, keys = self.begin(servers[0])
        for i in range(20):
            ply = 2 * i + 1
            there = [{"move": SHUTTLE[ply % 4 - 1], "then": [{"move": SHUTTLE[ply % 4]}]}]
            status, _, answer = servers[1].client(keys[1]).call(
                "POST", f"/api/1/games/{game_id}/conditional", {"ply": ply, "tree": there})
            self.assertEqual(status, 200, answer)
            self.move(servers[0], keys[0], game_id, ply, SHUTTLE[ply % 4 - 1])
            for server in servers:
                wait_until(lambda: len(server.client().game(game_id)["moves"]) == ply + 1, 10)
        self.assertEqual(servers[0].client().game(game_id)["moves"], SHUTTLE * 10)


    def test_conditional_moves_after_an_event_that_is_being_stored(self):
        """Set at one server after a move that the other one has stored, but not applied: it has them afterwards, and
        plays them when the first one has gone."""
        servers, held = self.held()
        game_id, keys = self.begin(servers[0])
        self.assertEqual(servers[1].client().game(game_id)["moves"], [])
        held.hold("commits")
        moved = self.meanwhile(lambda: servers[0].client(keys[0]).move(game_id, 1, SHUTTLE[0]))
        wait_until(lambda: servers[1].client().game(game_id)["moves"] == SHUTTLE[:1])
        tree = [{"move": SHUTTLE[1], "then": [{"move": SHUTTLE[2]}]}]
        status, _, answer = servers[1].client(keys[0]).call("POST", f"/api/1/games/{game_id}/conditional",
                                                            {"ply": 2, "tree": tree})
        self.assertEqual(status, 200, answer)
        self.caught_up(servers)
        servers[1].close()
        held.release("commits")
        self.assertEqual(moved()[0], 200)
        self.move(servers[0], keys[1], game_id, 2, SHUTTLE[1])
        wait_until(lambda: servers[0].client().game(game_id)["moves"] == SHUTTLE[:3], 10)

    def test_conditional_moves_that_cannot_be_read(self):
        """The news of them comes while their table is locked: they are read later, and played when their server has gone."""
        servers = self.start(program=pathlib.Path(PAUA).with_name("paua")), self.start()  # one with a deadline of its store
        game_id, keys = self.begin(servers[0])
        self.move(servers[0], keys[0], game_id, 1, SHUTTLE[0])
        wait_until(lambda: servers[1].client().game(game_id)["moves"] == SHUTTLE[:1])
        servers[0].process.send_signal(signal.SIGSTOP)
        tree = [{"move": SHUTTLE[1], "then": [{"move": SHUTTLE[2]}]}]
        status, _, answer = servers[1].client(keys[0]).call("POST", f"/api/1/games/{game_id}/conditional",
                                                            {"ply": 2, "tree": tree})
        self.assertEqual(status, 200, answer)
        servers[1].close()
        lock = subprocess.Popen(
            [postgres_program("psql"), "-X", "-q", "-t", "-h", self.cluster.folder, "-U", "paua", "-d", self.database],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, **self.cluster.account)
        self.addCleanup(lock.stdout.close)
        print("BEGIN; LOCK TABLE paua.conditional IN ACCESS EXCLUSIVE MODE;\n\\echo held", file=lock.stdin, flush=True)
        while "held" not in lock.stdout.readline():
            pass
        servers[0].process.send_signal(signal.SIGCONT)
        wait_until(lambda: servers[0].client().call("GET", "/healthz")[0] == 503)
        lock.communicate("COMMIT;\n")
        wait_until(lambda: servers[0].client().call("GET", "/healthz")[0] == 200)
        self.move(servers[0], keys[1], game_id, 2, SHUTTLE[1])
        wait_until(lambda: servers[0].client().game(game_id)["moves"] == SHUTTLE[:3], 10)


class Accounts(ClusterTest):
    def test_sessions(self):
        """Signed in at one is signed in at the other, and signed out."""
        servers = self.two()
        ann = self.person(servers[0], "Ann")
        other = self.at(ann, servers[1])
        self.assertEqual(other.account()[2]["name"], "Ann")
        stream = self.follow(ann, servers[1])
        stream.next()
        self.assertEqual(ann.call("DELETE", "/api/1/session")[0], 204)
        began = time.monotonic()
        wait_until(lambda: other.account()[0] == 401, 5, 0.01)
        self.assertLess(time.monotonic() - began, 3 * SLOWDOWN)
        self.assertIsNone(stream.next())
        self.assertEqual(self.at(ann, servers[1]).sign_in("Ann", "wrong horse 99")[0], 401)
        self.assertEqual(self.at(ann, servers[1]).sign_in("Ann", PASSWORD)[0], 200)

    def test_signed_out_is_signed_out_everywhere(self):
        """Once a sign-out is answered, no server takes the session or the token any more."""
        servers = self.two()
        ann = self.person(servers[0], "Ann")
        for i in range(25):
            there, token = Person(servers[i % 2].port), ann.token("read")
            servers[0].clients.append(there)
            self.assertEqual(there.sign_in("Ann")[0], 200)
            other = self.at(there, servers[1 - i % 2])
            bearer = servers[1].client(token["token"])
            self.assertEqual([one.call("GET", "/api/1/account")[0] for one in (other, bearer)], [200, 200])
            self.assertEqual(there.call("DELETE", "/api/1/session")[0], 204)
            self.assertEqual(other.account()[0], 401, i)
            self.assertEqual(ann.call("DELETE", f"/api/1/account/tokens/{token['id']}")[0], 204)
            self.assertEqual(bearer.call("GET", "/api/1/account")[0], 401, i)

    def test_a_bot_sits_down_at_the_other(self):
        """A bot that takes a seat at one server is shown as one at the other, which has the game in memory."""
        servers = self.two()
        robo = self.person(servers[0], "Robo")
        self.assertEqual(robo.call("PATCH", "/api/1/account/settings", {"bot": True})[0], 200)
        status, _, answer = servers[1].client().call("POST", "/api/1/games", OPEN | {
            "seats": [{"kind": "person"}, {"kind": "open", "listed": True}]})
        self.assertEqual(status, 201, answer)
        game_id = answer["game"]["id"]
        self.assertEqual(robo.call("POST", f"/api/1/games/{game_id}/join", {})[0], 200)
        for server in servers:
            wait_until(lambda: server.client().game(game_id)["seats"][1]["taken"], 5)
            seat = server.client().game(game_id)["seats"][1]
            self.assertEqual((seat.get("user"), seat.get("bot")), ("Robo", True), server)
        status, _, answer = robo.call("POST", "/api/1/tournaments", {
            "name": "People", "system": "swiss", "rounds": 2, "layout": "standard", "rules": "game=60", "bots": False})
        self.assertEqual(status, 201, answer)
        there, path = self.at(robo, servers[1]), f"/api/1/tournaments/{answer['id']}"
        for bot in (False, True):  # what the settings say at one is known at the other with the answer
            self.assertEqual(robo.call("PATCH", "/api/1/account/settings", {"bot": bot})[0], 200)
            status, _, answer = there.call("POST", f"{path}/join", {})
            self.assertEqual(status, 403 if bot else 200, answer)
            if not bot:
                self.assertEqual(there.call("POST", f"{path}/leave", {})[0], 200)

    def test_notices(self):
        """Both streams of an account have what happens at either server, in order and once. At the other server
        its stream begins again with all that the account has."""
        servers = self.two()
        ann, bob = self.person(servers[0], "Ann"), self.person(servers[1], "Bob")
        streams = [self.follow(bob, server) for server in servers]
        self.assertEqual([stream.next()["type"] for stream in streams], ["accountFull"] * 2)
        game = ann.create([{"kind": "user", "name": "Ann"}, {"kind": "user", "name": "Bob"}], **OPEN)[0]["id"]
        self.assertEqual(ann.call("POST", "/api/1/users/Bob/messages", {"text": "well?"})[0], 201)
        # What happens at two servers at once has no order among the two.
        begun = [stream.types(2) for stream in streams]
        self.assertEqual(bob.call("POST", f"/api/1/games/{game}/join", {})[0], 200)
        for i in range(6):
            person = (ann, bob)[i % 2]
            self.assertEqual(person.move(game, i + 1, SHUTTLE[i % 4])[0], 200)
        self.assertEqual(ann.call("POST", f"/api/1/games/{game}/resign", {})[0], 200)
        wanted = ["challenge", "message", "gameStart", "turn", "turn", "turn", "gameEnd"]
        last = []
        for (types, events), stream in zip(begun, streams):
            more = stream.types(len(wanted) - 2)
            types, events = types + more[0], events + more[1]
            self.assertEqual(types, wanted)
            self.assertEqual([event["ply"] for event in events[3:6]], [2, 4, 6])
            self.assertEqual(events[1]["text"], "well?")
            numbers = [event["event"] for event in events]
            self.assertEqual(numbers, sorted(set(numbers)))
            last.append(numbers[2])
        again = self.follow(bob, servers[0], after=last[0])
        self.assertEqual(again.types(4)[0], wanted[3:])
        again = self.follow(bob, servers[1], after=last[0])
        event = again.next()
        self.assertEqual((event["type"], event["unread"]), ("accountFull", 1))

    def test_a_followed_game(self):
        servers = self.two()
        ann = self.person(servers[0], "Ann")
        stream = self.follow(ann, servers[0])
        stream.next()
        game_id, keys = self.begin(servers[1])
        self.assertEqual(self.at(ann, servers[1]).call("PUT", f"/api/1/account/subscriptions/{game_id}")[0], 204)
        time.sleep(0.3)  # so that the first server follows it
        for i in range(20):
            self.move(servers[(i // 2) % 2], keys[i % 2], game_id, i + 1, SHUTTLE[i % 4])
        events = [stream.next() for _ in range(20)]
        self.assertEqual([(event["type"], event["ply"]) for event in events], [("move", i + 1) for i in range(20)])

    def test_messages_have_one_order(self):
        servers = self.two()
        ann, bob = self.person(servers[0], "Ann"), self.person(servers[1], "Bob")
        for i in range(5):
            self.assertEqual(ann.call("POST", "/api/1/users/Bob/messages", {"text": f"{2 * i}"})[0], 201)
            self.assertEqual(bob.call("POST", "/api/1/users/Ann/messages", {"text": f"{2 * i + 1}"})[0], 201)
        for person, peer in ((ann, "Bob"), (bob, "Ann")):
            status, _, answer = person.call("GET", f"/api/1/account/messages/{peer}")
            self.assertEqual(status, 200, answer)
            self.assertEqual([one["text"] for one in answer["messages"]], [str(i) for i in range(9, -1, -1)])

    def test_a_message_is_repeated_at_the_other(self):
        """Whether the first request was answered or not: what has the same key is stored once."""
        servers = self.two()
        ann, bob = self.person(servers[0], "Ann"), self.person(servers[1], "Bob")
        self.assertEqual(bob.call("POST", "/api/1/users/Ann/messages", {"text": "x"})[0], 201)  # Ann is no stranger
        game_id, keys = self.begin(servers[0])
        writers, players = (ann, self.at(ann, servers[1])), [server.client(keys[0]) for server in servers]
        requests = [(writers, "/api/1/users/Bob/messages", 201), (players, f"/api/1/games/{game_id}/chat", 200)] * 4
        for i, (who, path, status) in enumerate(requests):
            answers = [None, None]

            def send(at, i=i, path=path, who=who, answers=answers):
                answers[at] = who[at].call("POST", path, {"text": f"{i}"}, {"Idempotency-Key": f'"key-{i}"'})[::2]

            threads = [threading.Thread(target=send, args=(at,)) for at in range(2)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            self.assertEqual(answers[0], answers[1])
            self.assertEqual(answers[0][0], status, answers)
        texts = [one["text"] for one in bob.call("GET", "/api/1/account/messages/Ann")[2]["messages"]]
        self.assertEqual(texts, ["6", "4", "2", "0", "x"])
        self.assertEqual([one["text"] for one in players[0].game(game_id)["chat"]], ["1", "3", "5", "7"])

    def test_removed_messages_count_at_the_other(self):
        """Ten in a minute, wherever they were sent and whoever has removed them."""
        servers = self.two()
        ann, bob = self.person(servers[0], "Ann"), self.person(servers[1], "Bob")
        self.assertEqual(bob.call("POST", "/api/1/users/Ann/messages", {"text": "x"})[0], 201)  # Ann is no stranger
        for i in range(10):
            status, _, message = ann.call("POST", "/api/1/users/Bob/messages", {"text": f"{i}"})
            self.assertEqual(status, 201, (i, message))
            self.assertEqual(ann.call("DELETE", f"/api/1/account/messages/Bob/{message['number']}")[0], 204)
        self.assertEqual(self.at(ann, servers[1]).call("POST", "/api/1/users/Bob/messages", {"text": "y"})[0], 429)

    def test_messages_of_a_game_have_one_limit(self):
        """Five in ten seconds of a seat, wherever it sends them."""
        servers = self.two()
        game_id, keys = self.begin(servers[0])
        players = [server.client(keys[0]) for server in servers]
        answers = [players[i % 2].call("POST", f"/api/1/games/{game_id}/chat", {"text": f"{i}"})[0] for i in range(7)]
        self.assertEqual(answers, [200] * 5 + [429] * 2)

    def test_a_creation_is_repeated_at_the_other(self):
        servers = self.two()
        ann = self.person(servers[0], "Ann")
        at = (ann, self.at(ann, servers[1])), [server.client() for server in servers]
        seats = [{"kind": "user", "name": "Ann"}, {"kind": "computer", "level": 1}], [{"kind": "person"}, {"kind": "open"}]
        for i in range(4):
            for who, body in zip(at, seats):
                answers = [None, None]

                def send(one, i=i, who=who, body=body, answers=answers):
                    key = {"Idempotency-Key": f'"{i}-a-key-that-nobody-guesses"'}
                    answers[one] = who[one].call("POST", "/api/1/games", {"layout": "standard", "seats": body}, key)[::2]

                threads = [threading.Thread(target=send, args=(one,)) for one in range(2)]
                for thread in threads:
                    thread.start()
                for thread in threads:
                    thread.join()
                secrets = [(status, answer["game"]["id"], answer["keys"], answer["invitations"]) for status, answer in answers]
                self.assertEqual((secrets[0], secrets[0][0]), (secrets[1], 201))
        self.assertEqual(self.cluster.sql("SELECT count(*) FROM paua.game", self.database), "8")

    def test_a_tournament_is_made_once_at_both(self):
        servers = self.two()
        ann = self.person(servers[0], "Ann")
        at = ann, self.at(ann, servers[1])
        body = {"name": "Winter", "system": "swiss", "rounds": 3, "layout": "belgian-daisy", "rules": "classic,game=60"}
        for i in range(4):
            answers = [None, None]

            def send(one, i=i, answers=answers):
                answers[one] = at[one].call("POST", "/api/1/tournaments", body, {"Idempotency-Key": f'"{i}"'})[::2]

            threads = [threading.Thread(target=send, args=(one,)) for one in range(2)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            self.assertEqual((answers[0], answers[0][0]), (answers[1], 201))
        self.assertEqual(self.cluster.sql("SELECT count(*) FROM paua.tournament", self.database), "4")

    def test_changes_at_once(self):
        """Of what changes at both servers at the same moment nothing is lost."""
        servers = self.two("--rate", "0")
        ann = self.person(servers[0], "Ann")
        clients = [ann, *(self.at(ann, servers[i % 2]) for i in (1, 2, 3))]
        check_settings(self, clients, 4)
        check_vacations(self, clients, 3)
        check_closing(self, clients, PASSWORD)

    def test_vacation(self):
        """Taken at one server it is known at the other, and its games stand once."""
        servers = self.two()
        ann, bob = self.person(servers[0], "Ann"), self.person(servers[1], "Bob")
        game = ann.create([{"kind": "user", "name": "Ann"}, {"kind": "user", "name": "Bob"}], layout="standard",
                          rules="days=7")[0]["id"]
        self.assertEqual(bob.call("POST", f"/api/1/games/{game}/join", {})[0], 200)
        for i in range(2):
            self.assertEqual((ann, bob)[i].move(game, i + 1, SHUTTLE[i])[0], 200)
        status, _, answer = self.at(ann, servers[1]).call("POST", "/api/1/account/vacation", {"to": date(3 * DAY)})
        self.assertEqual(status, 200, answer)
        wait_until(lambda: ann.call("GET", "/api/1/account/vacation")[2]["away"], 5)
        stream = self.listen(servers[0], game, after=0)
        wait_until(lambda: any(event["type"] == "away" for event in stream.events), 10)
        time.sleep(1.5)
        self.assertEqual([event["type"] for event in stream.events].count("away"), 1)


    def test_ratings(self):
        """Rated games of the same two that end at both servers at the same time: each counts, once."""
        servers = self.two()
        ann, bob = self.person(servers[0], "Ann"), self.person(servers[1], "Bob")
        games = []
        for i in range(8):
            person = self.at(ann, servers[i % 2])
            game = person.create([{"kind": "user", "name": "Ann"}, {"kind": "user", "name": "Bob"}], layout="standard",
                                 rules="classic,game=600,gain=5", rated=True)[0]["id"]
            self.assertEqual(bob.call("POST", f"/api/1/games/{game}/join", {})[0], 200)
            for ply, move in enumerate(LONG[2]):
                self.assertEqual((ann, bob)[ply % 2].move(game, ply + 1, move)[0], 200)
            games.append(game)
        answers = []

        def resign(i, game):
            person = self.at((ann, bob)[i % 3 == 0], servers[i % 2])
            answers.append(person.call("POST", f"/api/1/games/{game}/resign", {})[0])

        threads = [threading.Thread(target=resign, args=one) for one in enumerate(games)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(answers, [200] * 8)
        for name, wins in (("Ann", 3), ("Bob", 5)):
            rows = [server.client().call("GET", f"/api/1/users/{name}")[2]["ratings"] for server in servers]
            self.assertEqual(rows[0], rows[1])
            self.assertEqual([(row["games"], row["wins"]) for row in rows[0]], [(8, wins)])


class Tournaments(ClusterTest):
    """Players at both servers, and games whose moves and ends are at either."""

    def read(self, server, tournament):
        status, _, answer = server.client().call("GET", f"/api/1/tournaments/{tournament}")
        self.assertEqual(status, 200, answer)
        return answer

    def play_round(self, servers, people, tournament):
        """Black moves at one server, White resigns at the other one, which is nobody's choice twice."""
        now = self.read(servers[0], tournament)
        names = {row["number"]: row["name"] for row in now["standings"]}
        for i, one in enumerate(now["pairings"]):
            if one["black_points"] is not None:
                continue
            black, white = (people[names[one[colour]]] for colour in ("black", "white"))
            self.assertEqual(self.at(black, servers[i % len(servers)]).move(one["game"], 1, "c3d3")[0], 200)
            there = self.at(white, servers[(i + 1) % len(servers)])
            status, _, answer = there.call("POST", f"/api/1/games/{one['game']}/resign", {})
            self.assertEqual(status, 200, answer)

    def make(self, servers, rounds):
        people = {name: self.person(servers[0], name) for name in ("Ann", "Bob", "Cid", "Dan", "Eve", "Fay")}
        body = {"name": "Winter", "system": "swiss", "rounds": rounds, "layout": "standard", "rules": "classic,game=600"}
        status, _, answer = people["Ann"].call("POST", "/api/1/tournaments", body)
        self.assertEqual(status, 201, answer)
        barrier = threading.Barrier(len(people))

        def join(person):
            barrier.wait()
            answers.append(person.call("POST", f"/api/1/tournaments/{answer['id']}/join", {})[0])

        answers, players = [], [self.at(person, servers[i % len(servers)]) for i, person in enumerate(people.values())]
        threads = [threading.Thread(target=join, args=(player,)) for player in players]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(answers, [200] * len(people))
        return people, answer["id"]

    def test_a_swiss(self):
        """All join at the same moment; then every round, with the same standings at both servers."""
        servers = self.two()
        people, tournament = self.make(servers, 3)
        wait_until(lambda: self.read(servers[1], tournament)["players"] == len(people))
        stream = self.follow(people["Bob"], servers[0])
        status, _, answer = self.at(people["Ann"], servers[1]).call("POST", f"/api/1/tournaments/{tournament}/start", {})
        self.assertEqual(status, 200, answer)
        wait_until(lambda: self.read(servers[0], tournament)["round"] == 1)
        for round_number in (1, 2, 3):
            self.play_round(servers, people, tournament)
            for server in servers:
                wait_until(lambda server=server: self.read(server, tournament)["round"] > round_number or
                           self.read(server, tournament)["status"] == "over")
        both = [self.read(server, tournament) for server in servers]
        self.assertEqual(both[0], both[1])
        self.assertEqual((both[0]["status"], len(both[0]["pairings"])), ("over", 9))
        self.assertEqual(len({one["game"] for one in both[0]["pairings"]}), 9)
        rounds = []
        while len(rounds) < 4:
            event = stream.next()
            if event["type"] == "tournament":
                rounds.append((event["tournament"]["round"], event["tournament"]["status"]))
        self.assertEqual(rounds, [(1, "running"), (2, "running"), (3, "running"), (3, "over")])

    def test_a_change_that_another_server_has_followed(self):
        """The answer of one server to a change comes after another one has made the next change: that one stays."""
        servers, held = self.held()
        ann, bob, cid = (self.person(servers[1], name) for name in ("Ann", "Bob", "Cid"))
        body = {"name": "Winter", "system": "swiss", "rounds": 2, "layout": "standard", "rules": "classic,game=600"}
        status, _, made = ann.call("POST", "/api/1/tournaments", body)
        self.assertEqual(status, 201, made)
        path = f"/api/1/tournaments/{made['id']}"
        players = lambda server: self.read(server, made["id"])["players"]
        for cancelled in (False, True):
            count = players(servers[1])
            wait_until(lambda count=count: players(servers[0]) == count)
            held.hold("commits")
            here, there = (cid, ann) if cancelled else (bob, cid)
            wish, after = ("leave", count - 1) if cancelled else ("join", count + 1)
            joined = self.meanwhile(lambda who=here, wish=wish: self.at(who, servers[0]).call("POST", f"{path}/{wish}", {}))
            wait_until(lambda after=after: players(servers[1]) == after)
            status, _, answer = there.call("DELETE", path) if cancelled else there.call("POST", f"{path}/join", {})
            self.assertEqual(status, 200, answer)
            self.caught_up(servers)
            held.release("commits")
            self.assertEqual(joined()[0], 200)
            self.assertEqual(self.read(servers[0], made["id"]), self.read(servers[1], made["id"]))
        self.assertEqual(self.read(servers[0], made["id"])["status"], "over")
        self.assertEqual(servers[0].client().call("GET", "/api/1/tournaments?status=open")[2]["tournaments"], [])

    def miss_a_round(self):
        """Two servers, the first of which could not read the second round, what holds it, a player and the tournament."""
        servers, held = self.held()
        ann, bob = (self.person(servers[1], name) for name in ("Ann", "Bob"))
        status, _, made = ann.call("POST", "/api/1/tournaments", {
            "name": "Winter", "system": "double-round-robin", "layout": "standard", "rules": "classic,game=600"})
        self.assertEqual(status, 201, made)
        for person, what in ((ann, "join"), (bob, "join"), (ann, "start")):
            self.assertEqual(person.call("POST", f"/api/1/tournaments/{made['id']}/{what}", {})[0], 200)
        wait_until(lambda: self.read(servers[0], made["id"])["round"] == 1)
        held.hold("unread-tournaments")
        self.assertEqual(bob.call("POST", f"/api/1/games/{self.read(servers[1], made['id'])['pairings'][0]['game']}/resign", {})[0], 200)
        wait_until(lambda: self.read(servers[1], made["id"])["round"] == 2)
        self.caught_up(servers)
        held.release("unread-tournaments")
        self.assertEqual(self.read(servers[0], made["id"])["round"], 1)
        return servers, held, bob, made["id"]

    def test_a_round_that_could_not_be_read(self):
        """It is read again within a minute."""
        servers, held, _, tournament = self.miss_a_round()
        held.tick()
        self.assertEqual(self.read(servers[0], tournament), self.read(servers[1], tournament))

    def test_a_result_of_a_round_that_could_not_be_read(self):
        """It counts at once."""
        servers, _, bob, tournament = self.miss_a_round()
        game = self.read(servers[1], tournament)["pairings"][1]["game"]
        self.assertEqual(self.at(bob, servers[0]).call("POST", f"/api/1/games/{game}/resign", {})[0], 200)
        for server in servers:
            wait_until(lambda server=server: self.read(server, tournament)["status"] == "over")

    def test_the_ratings_of_the_players_cannot_be_read(self):
        """Then a tournament does not begin; and who reads it meanwhile need not wait."""
        server = self.start()
        people, tournament = self.make([server], 2)
        psql = subprocess.Popen([postgres_program("psql"), "-X", "-q", "-A", "-t", self.place], stdin=subprocess.PIPE,
                                stdout=subprocess.PIPE, text=True)
        self.addCleanup(psql.communicate)
        psql.stdin.write("BEGIN; LOCK TABLE paua.rating_history IN ACCESS EXCLUSIVE MODE; SELECT 'locked';\n")
        psql.stdin.flush()
        self.assertEqual(psql.stdout.readline(), "locked\n")
        waiting = lambda: self.cluster.sql("SELECT query_start FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
                                           " AND query LIKE '%FROM rating_history%'", self.database)
        start = lambda: people["Ann"].call("POST", f"/api/1/tournaments/{tournament}/start", {})[0]
        for _ in range(10):  # each time until the deadline of the server
            started = self.meanwhile(start)
            before = wait_until(waiting)
            status = self.read(server, tournament)["status"]
            after = waiting()
            self.assertEqual(started(), 503)
            if (status, after) == ("open", before):
                break
        else:
            self.fail("the tournament was never read while its ratings were")
        psql.communicate("ROLLBACK;\n")
        wait_until(lambda: start() == 200)
        self.assertEqual(self.read(server, tournament)["status"], "running")

    def test_one_is_killed(self):
        """The server that began the tournament is killed in its first round; the other one goes on."""
        servers = self.two()
        people, tournament = self.make(servers, 2)
        wait_until(lambda: self.read(servers[0], tournament)["players"] == len(people))
        self.assertEqual(people["Ann"].call("POST", f"/api/1/tournaments/{tournament}/start", {})[0], 200)
        wait_until(lambda: self.read(servers[1], tournament)["round"] == 1)
        servers[0].process.kill()
        servers[0].close()
        for round_number in (1, 2):
            self.play_round(servers[1:], people, tournament)
            wait_until(lambda: self.read(servers[1], tournament)["round"] > round_number or
                       self.read(servers[1], tournament)["status"] == "over")
        again = self.start()
        self.assertEqual(self.read(again, tournament), self.read(servers[1], tournament))


class Work(ClusterTest):
    def test_computers_move_once(self):
        """Games against the computer at both servers, and of computers alone: every move is searched for once."""
        servers = self.two()
        games = []
        for i in range(6):
            seats = [{"kind": "computer", "level": 1}, {"kind": "computer", "level": 1}] if i < 2 else \
                [{"kind": "person"}, {"kind": "computer", "level": 1}]
            games.append(servers[i % 2].client().create(seats, layout="belgian-daisy", rules={"plies": 40}))
        listeners = [self.listen(server, game["id"], after=0) for game, _ in games for server in servers]
        for ply in range(1, 40, 2):
            for i, (game, keys) in enumerate(games[2:]):
                client = servers[(i + ply // 2) % 2].client(keys[0])
                now = wait_until(lambda: ((now := client.game(game["id"]))["ply"] == ply or now["result"] != "*") and now,
                                 20)
                if now["result"] == "*":
                    move = paua("moves", "--position", now["position"]).stdout.split()[0]
                    self.assertEqual(client.move(game["id"], ply, move)[0], 200)
        moves = 0
        for i, (game, _) in enumerate(games):
            now = wait_until(lambda game=game: (now := servers[0].client().game(game["id"]))["result"] != "*" and now, 60)
            played = len(now["moves"])
            moves += played if i < 2 else played // 2
            for listener in listeners[2 * i:2 * i + 2]:
                listener.wait_for(played)
                self.assertEqual(listener.numbers(), list(range(1, played + 1)))
        searches = lambda: [server.client().metric("searches_total") for server in servers]
        wait_until(lambda: sum(searches()) >= moves)
        self.assertEqual(sum(searches()), moves)
        self.assertGreater(min(searches()), 10)

    def test_a_killed_server_with_computers(self):
        """The other takes over its searches, and the games go on."""
        servers = self.two()
        # Level 8 thinks for some 25 ms a move: the games last long enough to be interrupted.
        seats = [{"kind": "computer", "level": 8}, {"kind": "computer", "level": 8}]
        games = [servers[0].client().create(seats, layout="belgian-daisy", rules={"plies": 30})[0]["id"]
                 for _ in range(3)]
        streams = [self.listen(servers[1], game, after=0) for game in games]
        streams[0].wait_for(3)
        servers[0].process.kill()
        time.sleep(0.2)
        self.assertEqual(servers[1].client().game(games[2])["result"], "*", "too fast")
        for game, stream in zip(games, streams):
            game = wait_until(lambda game=game: (now := servers[1].client().game(game))["result"] != "*" and now, 60)
            stream.wait_for(len(game["moves"]))
            self.assertEqual(stream.numbers(), list(range(1, len(game["moves"]) + 1)))

    def same_clock(self, servers, game_id):
        """The clock of a turn is the same at both: what the second one says lies between two answers of the first."""
        left = [servers[i].client().game(game_id)["clock"]["turn"] for i in (0, 1, 0)]
        self.assertTrue(left[2] - 300 * SLOWDOWN < left[1] < left[0] + 300 * SLOWDOWN, left)
        return left[1]

    def test_flags_and_the_running_time(self):
        """A flag falls once, also when the server that led was killed; the clocks are the same at both."""
        servers = list(self.two())
        for killed in (None, 0, 1):
            game_id, keys = self.begin(servers[0], layout="standard", rules="turn=3")
            for i in range(2):
                self.move(servers[i], keys[i], game_id, i + 1, SHUTTLE[i])
            self.same_clock(servers, game_id)
            if killed is not None:
                servers[killed].process.kill()
            alive = servers[1 - killed if killed is not None else 0]
            game = wait_until(lambda: (now := alive.client().game(game_id))["result"] != "*" and now, 15)
            self.assertEqual((game["result"], game["reason"]), ("0-1", "time"))
            stream = self.listen(alive, game_id, after=0)
            stream.wait_for(3)
            time.sleep(0.5)
            self.assertEqual([event["type"] for event in stream.events], ["move", "move", "time"])
            if killed is not None:
                servers[killed].close()
                servers[killed] = self.start()
                self.assertEqual(servers[killed].client().game(game_id)["moves"], game["moves"])

    def test_the_running_time_stands_still(self):
        """While no server runs; one that comes has the time of those that are there."""
        first = self.start()
        game_id, keys = self.begin(first, layout="standard", rules="turn=60")
        for i in range(2):
            self.move(first, keys[i], game_id, i + 1, SHUTTLE[i])
        time.sleep(1)
        second = self.start()
        left = self.same_clock((first, second), game_id)
        self.assertEqual(first.stop(), (0, ""))
        time.sleep(1)
        before = second.client().game(game_id)["clock"]["turn"]
        self.assertLess(before, left)
        began = time.monotonic()
        self.assertEqual(second.stop(), (0, ""))
        time.sleep(2)
        after = self.start().client().game(game_id)["clock"]["turn"]
        others = 1000 * (time.monotonic() - began - 2)  # what the stop and the start took may count
        self.assertTrue(before - 700 * SLOWDOWN - others < after < before + 700 * SLOWDOWN, (before, after, others))

    def test_openings_are_counted_once(self):
        servers = self.two()
        for i in range(40):
            game_id, keys = self.begin(servers[i % 2])
            self.move(servers[i % 2], keys[0], game_id, 1, "c3d3")
            self.assertEqual(servers[i % 2].client(keys[1]).call("POST", f"/api/1/games/{game_id}/resign", {})[0], 200)
        threads = [threading.Thread(target=lambda server=server: server.client().call(
            "GET", "/api/1/openings?position=standard&from=games")) for server in servers for _ in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        ask = lambda: servers[0].client().call("GET", "/api/1/openings?position=standard&from=games")[2]
        answer = wait_until(lambda: (now := ask())["complete"] and now)
        self.assertEqual(sum(move["games"] for move in answer["moves"]), 40, answer)

    def here(self, server, game_id):
        game = server.client().game(game_id)
        return game["here"], game["spectators"]

    def test_presence_and_claims(self):
        """Who follows a game at one server is there for the other, also for one that starts later; when that
        server is killed nobody is, and the game of one who has gone is claimed."""
        servers = list(self.two())
        game_id, keys = self.begin(servers[0], layout="standard", rules="game=60")  # one may be gone for 10 seconds
        for i in range(2):
            self.move(servers[i], keys[i], game_id, i + 1, SHUTTLE[i])
        began = time.monotonic()
        claim = lambda: servers[0].client(keys[1]).call("POST", f"/api/1/games/{game_id}/claim", {})
        self.listen(servers[1], game_id, key=keys[0])
        for _ in range(2):
            self.listen(servers[1], game_id)
        self.listen(servers[0], game_id)
        for server in servers:
            wait_until(lambda: self.here(server, game_id) == (["b"], 3), 10)
        status, _, answer = claim()
        self.assertEqual((status, answer["error"]["message"]), (409, "the player to move is here"))
        third = self.start()
        wait_until(lambda: self.here(third, game_id) == (["b"], 3), 10)
        servers[1].process.kill()
        wait_until(lambda: self.here(servers[0], game_id) == ([], 1), 10)
        self.assertEqual(claim()[2]["error"]["code"], "too_early")
        servers[1].close()
        servers[1] = self.start()
        wait_until(lambda: self.here(servers[1], game_id) == ([], 1), 10)
        answer = wait_until(lambda: (now := claim())[0] == 200 and now, 20, 0.2)
        self.assertGreater(time.monotonic() - began, 10)
        self.assertEqual((answer[2]["result"], answer[2]["reason"]), ("0-1", "time"))

    def test_a_fast_restart_forgets_who_was_there(self):
        servers = list(self.two())
        game_id, keys = self.begin(servers[0])
        self.listen(servers[1], game_id, key=keys[0])
        wait_until(lambda: self.here(servers[0], game_id) == (["b"], 0), 10)
        servers[1].close()
        servers[1] = self.start()
        wait_until(lambda: self.here(servers[0], game_id) == ([], 0), 10)

    def test_an_administrator(self):
        """Any server does what an administrator asks for, and the others know."""
        first, second = self.two()
        ann = self.person(first, "Ann")
        there = self.at(ann, second)
        self.assertEqual(there.call("GET", "/api/1/account")[0], 200)
        status, _, made = ann.call("POST", "/api/1/tournaments", {"name": "Winter", "system": "swiss", "rounds": 2,
                                                                  "layout": "standard", "rules": "classic,game=600"})
        self.assertEqual(status, 201, made)
        done = paua("admin", "--store", self.place, "--server", f"127.0.0.1:{first.port}", "cancel", made["id"])
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        wait_until(lambda: second.client().call("GET", f"/api/1/tournaments/{made['id']}")[2]["status"] == "over", 10)
        done = paua("admin", "--store", self.place, "--server", f"127.0.0.1:{first.port}", "close", "Ann")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        wait_until(lambda: there.call("GET", "/api/1/account")[0] == 401, 10)

    def test_other_versions_wait(self):
        """Another version needs the store for itself."""
        servers = self.two()
        self.person(servers[0], "Ann")
        self.cluster.sql("UPDATE paua.store SET version = version + 1", self.database)
        done = paua("serve", "--listen", "127.0.0.1:0", "--store", self.place)
        self.assertEqual(done.returncode, 3)
        self.assertIn("made by a newer paua", done.stderr)
        self.cluster.sql("UPDATE paua.store SET version = version - 1", self.database)
        done = subprocess.run([NEXT, "serve", "--listen", "127.0.0.1:0", "--store", self.place], capture_output=True, text=True,
                              timeout=60, check=False)
        self.assertEqual(done.returncode, 3)
        self.assertIn("is in use by a paua of an earlier version", done.stderr)


class Faults(ClusterTest):
    def cut_listeners(self):
        """Ends the connections on which servers hear of each other."""
        return int(self.cluster.sql(
            "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
            f" AND datname = '{self.database}' AND query LIKE '%FROM game WHERE pending <> 0 AND ((%'", self.database))

    def test_news_are_cut(self):
        """Nothing is missed for good: the streams of games go on, those of accounts begin again."""
        servers = self.two()
        game_id, keys = self.begin(servers[0])
        ann = self.person(servers[0], "Ann")
        account = self.follow(ann, servers[1])
        account.next()
        streams = [self.listen(server, game_id) for server in servers]
        wait_until(lambda: all(server.client().game(game_id)["spectators"] == 2 for server in servers), 10)
        wait_until(lambda: self.cut_listeners() == 2, 10, 0.3)
        for i in range(40):
            if i % 10 == 0:
                self.cut_listeners()
            at = (i // 2 + i) % 2
            self.move(servers[at], keys[i % 2], game_id, i + 1, SHUTTLE[i % 4])
        for stream in streams:
            stream.wait_for(40)
            self.assertEqual(stream.numbers(), list(range(41)))
        wait_until(lambda: all(server.client().game(game_id)["spectators"] == 2 for server in servers), 10)
        self.assertIsNone(account.next())
        self.assertEqual(self.follow(ann, servers[1]).next()["type"], "accountFull")

    def test_the_database_restarts(self):
        servers = self.two()
        game_id, keys = self.begin(servers[0])
        streams = [self.listen(server, game_id) for server in servers]
        for round_number in range(2):
            for i in range(20):
                ply = 20 * round_number + i + 1
                at = (i // 2 + i) % 2
                wait_until(lambda: servers[at].client(keys[i % 2]).move(game_id, ply, SHUTTLE[i % 4])[0] == 200, 20)
            for stream in streams:
                stream.wait_for(20 * round_number + 20)
            if round_number == 0:
                self.cluster.stop(signal.SIGQUIT)
                self.cluster.start()
        for stream in streams:
            self.assertEqual(stream.numbers(), list(range(41)))

    def play_on(self, servers, stop, games):
        """Plays until told to stop, at whichever server answers, one game after the other; notes each with its moves
        that were acknowledged."""
        chance = random.Random(len(games))
        while not stop.is_set():
            if not games or len(games[-1][2]) == PLIES:
                try:
                    games.append((*self.begin(chance.choice(servers)), []))
                except (OSError, http.client.HTTPException, AssertionError):
                    continue
            game_id, keys, moves = games[-1]
            ply = len(moves) + 1
            server = chance.choice(servers)
            try:
                client = server.client(keys[(ply - 1) % 2])
                status, _, answer = client.move(game_id, ply, SHUTTLE[(ply - 1) % 4])
                client.close()
            except (OSError, http.client.HTTPException):
                continue
            if status == 200:
                self.assertEqual(answer["event"], ply)
                moves.append(answer["move"])
            elif status != 404 or server.process.poll() is None:  # somebody else's server may have its port by now
                self.assertEqual(status, 503, answer)

    def test_kills(self):
        """Either server is killed amid moves and started again: the games go on at the other, and no move that was
        acknowledged is lost or there twice."""
        servers = list(self.two())
        played = [[] for _ in range(PLAYERS)]
        count = lambda: sum(len(moves) for games in played for _, _, moves in games)
        stop = threading.Event()
        threads = [threading.Thread(target=self.play_on, args=(servers, stop, games)) for games in played]
        for thread in threads:
            thread.start()
        try:
            for kill in range(KILLS):
                time.sleep(random.Random(kill).uniform(0.1, 0.6))
                before = count()
                servers[kill % 2].process.kill()
                wait_until(lambda: count() > before + 5, 30)
                servers[kill % 2].close()
                servers[kill % 2] = self.start()
            time.sleep(0.3)
        finally:
            stop.set()
            for thread in threads:
                thread.join()
        print(f"{KILLS} kills, {count()} moves acknowledged", file=sys.stderr)
        for server in servers:
            for game_id, _, moves in [game for games in played for game in games]:
                stored = server.client().game(game_id)["moves"]
                self.assertEqual(stored[:len(moves)], moves)
                self.assertIn(len(stored) - len(moves), (0, 1))
                self.assertEqual(stored, [SHUTTLE[i % 4] for i in range(len(stored))])
                stream = self.listen(server, game_id, after=0)
                stream.wait_for(len(stored))
                self.assertEqual(stream.numbers(), list(range(1, len(stored) + 1)))
                stream.close()
        self.assertGreater(count(), 20)
        done = paua("store", "check", self.place)
        self.assertEqual(done.returncode, 0, done)


if __name__ == "__main__":
    unittest.main()
