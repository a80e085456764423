"""The command language, POST /api/1/command: whole games by lines of text, what it refuses, and that a command can do no more
than the API lets its sender do."""

import re

from harness import FolderTest, ServerTest
from test_accounts import Person


class CommandsTest(ServerTest):
    arguments = ("--rate", "0")

    def person(self, name=None):
        person = Person(self.server.port)
        self.server.clients.append(person)
        return person.sign_up(name) if name else person

    def give(self, person, line, status=200, code=None):
        """Gives a command; returns its text."""
        found, _, answer = person.call("POST", "/api/1/command", {"command": line})
        self.assertEqual(found, 200, answer)
        self.assertEqual((answer["status"], answer.get("code")), (status, code), answer["text"])
        return answer["text"]

    def new_game(self, person, line):
        return re.search(r"^Game (\w{8})", self.give(person, line))[1]

    def test_game_of_two(self):
        """The first moves of seed 004's help, from its board; then a draw."""
        ann, bob = self.person("Ann"), self.person("Bob")
        game = self.new_game(ann, "abalone challenge Bob")
        self.assertEqual(self.give(bob, "games"), f"{game}  Ann - Bob: a challenge to you\n")
        self.give(ann, f"move {game} c5,d5", 409, "not_started")
        self.give(bob, f"accept {game[:4]}")
        text = self.give(ann, f"move {game} c5,d5#1")
        self.assertIn("C- . . x x . . . / 9\n   D- . . . . x . . . /\n", text)
        self.give(ann, f"move {game} c5,d5#1")  # once more: nothing happens
        self.give(ann, f"move {game} a1-c3,b2", 409, "not_your_turn")
        self.give(bob, f"move {game} a1-c3,b2", 422, "illegal_move")
        text = self.give(bob, f"submit {game} g5,f5")
        self.give(bob, re.search(r"confirm .*", text)[0])
        self.assertIn("Time left: 20 days 23 h", self.give(ann, "show"))
        self.assertIn("before move 1.", self.give(ann, f"show {game}#1"))
        self.give(ann, f"propose {game}")
        self.assertIn("Ann proposes: draw", self.give(bob, f"show {game}"))
        self.give(bob, f"move {game} accept")
        self.assertIn(f"{game}  Ann - Bob: drawn (agreement)", self.give(bob, "show Bob all"))
        self.give(bob, f"accept {game}", 409, "no_offer")
        self.give(ann, f"move {game} c5,d5", 409, "game_over")

    def test_game_of_more(self):
        """Whoever resigns before a first move leaves the game to the others."""
        ann, bob, cid = (self.person(name) for name in ("Ann1", "Bob1", "Cid1"))
        game = self.new_game(ann, "challenge -bowl bob1 CID1 ai:1 -days=3")
        self.give(bob, f"accept {game}")
        self.assertIn("play on as", self.give(cid, f"resign {game}"))
        following = re.match(r"\w{8}", self.give(ann, "games"))[0]
        self.assertIn("bowl-3; classic,days=3", self.give(ann, f"show {following}"))
        self.assertIn("  1  Ann1, 0 ejected  <- you\n  2  Bob1, 0 ejected\n  3  level 1, 0 ejected\n",
                      self.give(ann, f"show {following}"))

    def test_talk_and_lists(self):
        ann, bob = self.person("Ann2"), self.person("Bob2")
        game = self.new_game(ann, "seek -rated -rating=1400-1600")
        self.assertIn(game, self.give(bob, "seeks"))
        self.give(bob, f"accept {game}")
        self.give(ann, f"chat {game} Good luck, <b>Bob</b> \u00e4")
        self.assertEqual(self.give(bob, f"chat {game}"), "Ann2: Good luck, <b>Bob</b> \u00e4\n")
        self.give(bob, f"undo {game}", 409, "rated")
        self.assertIn("member since 2", self.give(bob, "who ann2"))
        self.assertIn("at most 3", self.give(bob, "limit 3"))
        self.assertIn("Nobody has a rating", self.give(bob, "standings 3-mail"))
        self.give(bob, "standings nothing", 400, "bad_request")
        self.assertIn("none", self.give(bob, "history"))

    def test_strangers_and_tokens(self):
        """What needs an account is refused to strangers and to tokens that do not reach so far."""
        ann, stranger = self.person("Ann3"), self.person()
        self.person("Bob3")
        game = self.new_game(ann, "challenge Bob3")
        for line in ("games", "show", "challenge Ann3", "seek", "limit", "move Gk a1b2"):
            self.give(stranger, line, 401, "not_signed_in")
        for line in (f"move {game} c5,d5", f"resign {game}", f"chat {game} hello", f"propose {game}"):
            self.give(stranger, line, 403, "not_your_seat")
        self.assertIn("You are not signed in", self.give(stranger, "who"))
        self.assertIn("Ann3", self.give(stranger, f"show {game}"))
        reader = self.server.client(ann.token("read")["token"])
        self.assertIn(game, self.give(reader, "games"))
        self.give(reader, "challenge Bob3", 403, "no_scope")
        self.give(reader, f"chat {game} hello", 403, "no_scope")
        player = self.server.client(ann.token("play")["token"])
        self.give(player, f"chat {game} hello")
        self.give(player, "limit 3", 403, "needs_session")
        person, keys = self.server.client().create([{"kind": "person"}, {"kind": "computer", "level": 1}])
        self.assertIn("move", self.give(self.server.client(keys[0]), f"move {person['id']} a1b2"))

    def test_other_sites(self):
        """A page of another site may no more give commands than it may call the API."""
        ann = self.person("Ann4")
        status, _, answer = ann.call("POST", "/api/1/command", {"command": "seek"}, {"Origin": "http://evil.example"})
        self.assertEqual((status, answer["error"]["code"]), (403, "cross_site"))


class CommandLimitsTest(FolderTest):
    def test_limits(self):
        """Every call that a command takes counts."""
        server = self.start("--rate", "2")
        client = server.client(address="127.0.0.9")
        answers = [client.call("POST", "/api/1/command", {"command": "seeks"}) for _ in range(10)]
        self.assertLess([status for status, _, _ in answers].count(200), 6)  # two requests each, 8 are allowed at once
        self.assertIn(client.call("POST", "/api/1/command", {"command": "x" * 20000})[0], (413, 429))
