"""The stream of an account: what happens to it, in order and once; what it follows; when it ends."""
import http.client
import socket
import time
import unittest

from harness import FolderTest, ServerTest, Stream
from test_accounts import PASSWORD, Person


class AccountStream(Stream):
    """The same reader for another path, with a cookie or a token."""

    def __init__(self, person, sse=False, after=None, token=None):
        self.sse = sse
        self.connection = http.client.HTTPConnection("127.0.0.1", person.port, timeout=10)
        headers = {"Accept": "text/event-stream"} if sse else {}
        headers.update({"Authorization": f"Bearer {token}"} if token else {"Cookie": f"paua_session={person.cookie}"})
        if after is not None:
            headers["Last-Event-ID"] = str(after)
        self.connection.request("GET", "/api/1/account/events", headers=headers)
        self.answer = self.connection.getresponse()
        assert self.answer.status == 200, self.answer.read()

    def types(self, count):
        events = [self.next() for _ in range(count)]
        return [event["type"] for event in events], events


def people(server, *names):
    found = []
    for name in names:
        person = Person(server.port)
        server.clients.append(person)
        person.name = name
        found.append(person.sign_up(name))
    return found


class Notices(ServerTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.ann, cls.bob, cls.eve = people(cls.server, "Ann", "Bob", "Eve")

    def follow(self, person, **options):
        stream = AccountStream(person, **options)
        self.addCleanup(stream.close)
        return stream

    def challenge(self, *players, by=None, **body):
        seats = [{"kind": "user", "name": person.name} for person in players]
        creator = by or players[0]
        game = creator.create(seats, **(body or {"layout": "standard"}))[0]["id"]
        self.addCleanup(creator.call, "POST", f"/api/1/games/{game}/decline", {})
        return game

    def act(self, person, game, what, body=None):
        status, _, answer = person.call("POST", f"/api/1/games/{game}/{what}", body or {})
        self.assertEqual(status, 200, answer)

    def test_a_game(self):
        """Challenged, begun, turn by turn, over: both sides, in both framings."""
        streams = self.follow(self.ann), self.follow(self.bob, sse=True)
        full = [stream.next() for stream in streams]
        self.assertEqual([(one["type"], one["name"], one["unread"], one["subscriptions"]) for one in full],
                         [("accountFull", "Ann", 0, []), ("accountFull", "Bob", 0, [])])
        game = self.challenge(self.ann, self.bob)
        types, events = streams[1].types(1)
        self.assertEqual((types, events[0]["game"]["id"]), (["challenge"], game))
        self.act(self.bob, game, "join")
        types, events = streams[0].types(3)
        self.assertEqual((types, events[1].get("by")), (["challengeAccepted", "gameStart", "turn"], "Bob"))
        types, events = streams[1].types(1)
        self.assertEqual((types, events[0].get("by")), (["gameStart"], "Bob"))
        for ply, (person, move, other) in enumerate(((self.ann, "c3d3", 1), (self.bob, "g5f5", 0)), 1):
            self.assertEqual(person.move(game, ply, move)[0], 200)
            event = streams[other].next()
            self.assertEqual((event["type"], event["game"], event["ply"]), ("turn", game, ply + 1))
        self.act(self.ann, game, "takeback")
        self.act(self.bob, game, "takeback", {"action": "accept"})
        self.assertEqual(streams[0].next()["ply"], 1)
        self.act(self.bob, game, "resign")
        ends = [stream.next() for stream in streams]
        self.assertEqual([(one["type"], one["game"]["result"]) for one in ends], [("gameEnd", "1-0")] * 2)
        self.act(self.ann, game, "rematch")
        self.act(self.bob, game, "rematch")
        (types, events), second = streams[0].types(1), streams[1].types(2)[0]
        self.assertEqual([types, second], [["gameStart"], ["gameStart", "turn"]])
        self.assertNotIn("by", events[0])  # no seat was free

    def test_a_challenge_declined(self):
        ann, bob = self.follow(self.ann), self.follow(self.bob)
        ann.next(), bob.next()
        game = self.challenge(self.ann, self.bob)
        self.assertEqual(bob.next()["type"], "challenge")
        self.act(self.bob, game, "decline")
        event = ann.next()
        self.assertEqual((event["type"], event["by"], event["game"]["reason"]), ("challengeDeclined", "Bob", "declined"))

    def test_messages_are_for_sessions(self):
        token = self.bob.token("play")["token"]
        streams = self.follow(self.bob), self.follow(self.bob, token=token)
        self.assertEqual(["unread" in stream.next() for stream in streams], [True, False])
        self.assertEqual(self.ann.call("POST", "/api/1/users/Bob/messages", {"text": "hi\nthere"})[0], 201)
        event = streams[0].next()
        self.assertEqual((event["type"], event["from"], event["text"]), ("message", "Ann", "hi\nthere"))
        self.challenge(self.eve, self.bob)
        self.assertEqual([stream.next()["type"] for stream in streams], ["challenge", "challenge"])

    def test_who_is_blocked_is_silent(self):
        self.assertEqual(self.ann.call("PUT", "/api/1/account/blocks/Eve")[0], 204)
        self.addCleanup(self.ann.call, "DELETE", "/api/1/account/blocks/Eve")
        stream = self.follow(self.ann)
        stream.next()
        self.assertEqual(self.eve.call("POST", "/api/1/users/Ann/messages", {"text": "psst"})[0], 201)
        self.challenge(self.bob, self.ann)
        self.assertEqual(stream.next()["type"], "challenge")

    def test_following_a_game(self):
        """Moves and the end, from when it is followed until it is not; also by a token that plays."""
        stream = self.follow(self.eve)
        stream.next()
        game = self.challenge(self.ann, self.bob)
        self.act(self.bob, game, "join")
        for path, status in ((game, 204), (game, 204), ("aaaaaaaa", 404), ("x", 404)):
            self.assertEqual(self.eve.call("PUT", f"/api/1/account/subscriptions/{path}")[0], status)
        listed = self.eve.call("GET", "/api/1/account/subscriptions")[2]["subscriptions"]
        self.assertEqual([one["game"] for one in listed], [game])
        self.ann.move(game, 1, "c3d3")
        event = stream.next()
        self.assertEqual((event["type"], event["game"], event["ply"], event["move"], event["colour"]), ("move", game, 1, "c3d3", "b"))
        late = self.follow(self.eve)
        self.assertEqual(late.next()["subscriptions"], [game])
        self.bob.move(game, 2, "g5f5")
        self.assertEqual([one.next()["ply"] for one in (stream, late)], [2, 2])
        self.assertEqual(self.eve.call("DELETE", f"/api/1/account/subscriptions/{game}")[0], 204)
        self.ann.move(game, 3, "d3c3")
        bearer = self.client(self.eve.token("play")["token"])
        self.assertEqual(bearer.call("PUT", f"/api/1/account/subscriptions/{game}")[0], 204)
        self.bob.move(game, 4, "f5g5")
        self.assertEqual(stream.next()["ply"], 4)
        self.act(self.ann, game, "resign")
        self.assertEqual(stream.next()["type"], "gameEnd")
        reader = self.client(self.eve.token("read")["token"])
        self.refused(reader.call("PUT", f"/api/1/account/subscriptions/{game}"), 403, "no_scope")

    def test_what_was_missed(self):
        """After the last event that it has got; what is not known any more begins with everything."""
        stream = self.follow(self.ann)
        first = stream.next()["event"]
        games = [self.challenge(person, self.ann) for person in (self.bob, self.bob, self.eve)]
        numbers = [stream.next()["event"] for _ in games]
        self.assertEqual(numbers, sorted({first, *numbers})[1:])
        stream.close()
        again = self.follow(self.ann, after=numbers[0], sse=True)
        self.assertEqual([again.next()["game"]["id"] for _ in range(2)], games[1:])
        for after in (0, 1, numbers[2] + 10**12):
            full = self.follow(self.ann, after=after).next()
            self.assertEqual(full["type"], "accountFull", after)
            self.assertLessEqual(set(games), {row["id"] for row in full["games"]})
        for text in ("x", "-1", "1" * 30, "1 2"):
            answer = self.ann.call("GET", f"/api/1/account/events?after={text.replace(' ', '%20')}")
            self.refused(answer, 400, "bad_request")

    def test_more_than_is_kept(self):
        """Who was away for too many notices begins again."""
        gil, hal = people(self.server, "Gil", "Hal")
        self.assertEqual(hal.call("POST", "/api/1/users/Gil/messages", {"text": "ask me"})[0], 201)  # no stranger
        stream = self.follow(hal)
        first = stream.next()["event"]
        stream.close()
        for _ in range(70):  # two notices each, and more
            game = self.challenge(gil, hal)
            self.act(hal, game, "join")
            self.act(gil, game, "decline")
        self.assertEqual(self.follow(hal, after=first).next()["type"], "accountFull")

    def test_the_end_of_a_login(self):
        """A stream ends with its session or token, at once, and with no other."""
        dan, = people(self.server, "Dan")
        other = Person(self.server.port)
        self.server.clients.append(other)
        self.assertEqual(other.sign_in("Dan")[0], 200)
        token = dan.token("read")
        streams = [self.follow(dan), self.follow(other), self.follow(dan, token=token["token"])]
        for stream in streams:
            stream.next()
        self.assertEqual(dan.call("DELETE", f"/api/1/account/tokens/{token['id']}")[0], 204)
        self.assertIsNone(streams[2].next())
        self.assertEqual(dan.call("PATCH", "/api/1/account", {"password": PASSWORD, "new_password": "battery staple"})[0], 200)
        self.assertIsNone(streams[1].next())
        self.challenge(self.ann, dan, by=self.ann)
        self.assertEqual(streams[0].next()["type"], "challenge")
        self.assertEqual(dan.call("DELETE", "/api/1/account", {"password": "battery staple"})[0], 204)
        self.assertIsNone(streams[0].next())

    def test_nobody(self):
        for headers in ({}, {"Cookie": "paua_session=" + "k" * 32}, {"Authorization": "Bearer paua_" + "k" * 32}):
            self.refused(self.client().call("GET", "/api/1/account/events", headers=headers), 401, "not_signed_in")


class Restart(FolderTest):
    def test_numbers_grow(self):
        """A client of an earlier run gets everything, and larger numbers; what it follows is still followed."""
        server = self.start()
        ann, bob = people(server, "Ann", "Bob")
        game = bob.create(layout="standard")[0]["id"]
        self.assertEqual(ann.call("PUT", f"/api/1/account/subscriptions/{game}")[0], 204)
        time.sleep(0.5)  # nothing is stored meanwhile
        stream = AccountStream(ann)
        before = stream.next()["event"]
        stream.close()
        server.process.kill()
        server.process.communicate()
        server = self.start()
        ann.port = server.port
        stream = AccountStream(ann, after=before)
        full = stream.next()
        stream.close()
        self.assertEqual((full["type"], full["subscriptions"]), ("accountFull", [game]))
        self.assertGreater(full["event"], before)

    def test_a_slow_client(self):
        """One that takes nothing is told nothing more than is kept; the server goes on."""
        server = self.start()
        ann, bob = people(server, "Ann", "Bob")
        self.assertEqual(ann.call("POST", "/api/1/users/Bob/messages", {"text": "ask me"})[0], 201)  # no stranger
        with socket.create_connection(("127.0.0.1", server.port)) as slow:
            slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
            slow.sendall(f"GET /api/1/account/events HTTP/1.1\r\nHost: localhost\r\nCookie: paua_session={ann.cookie}\r\n\r\n".encode())
            for _ in range(200):  # two notices each, and more
                game = bob.create([{"kind": "user", "name": "Bob"}, {"kind": "user", "name": "Ann"}], layout="standard")[0]["id"]
                self.assertEqual(ann.call("POST", f"/api/1/games/{game}/join", {})[0], 200)
                self.assertEqual(bob.call("POST", f"/api/1/games/{game}/decline", {})[0], 200)
        self.assertEqual(ann.account()[0], 200)


if __name__ == "__main__":
    unittest.main()
