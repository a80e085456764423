"""The command language, POST /api/1/command: whole games by lines of text, what it refuses, and that a command can do no more
than the API lets its sender do."""

import collections
import os
import pty
import random
import re
import select
import subprocess
import termios
import time

from harness import PAUA, FolderTest, ServerTest, legal_moves, wait_until
from support.random_games import Games, by_command, by_json
from test_accounts import PASSWORD, Person


class CommandCase(ServerTest):
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
        return re.search(r"^Game \d+ \((\w{8})\)", self.give(person, line))[1]

    def number(self, person, game):
        return person.call("GET", f"/api/1/games/{game}")[2]["number"]


class CommandsTest(CommandCase):
    def test_game_of_two(self):
        """The first moves of seed 004's help, from its board; then a draw."""
        ann, bob = self.person("Ann"), self.person("Bob")
        game = self.new_game(ann, "abalone challenge Bob")
        self.assertIn("begins when all have accepted", self.give(ann, "challenge Bob"))
        self.assertIn(f"{game}  Ann - Bob: a challenge to you\n", self.give(bob, "games"))
        self.give(ann, f"move {game} c5,d5", 409, "not_started")
        self.give(bob, f"accept {game[:4]}")
        text = self.give(ann, f"move {game} c5,d5#1")
        self.assertIn("C- . . o o . . . / 9\n   D- . . . . o . . . /\n", text)
        self.give(ann, f"move {game} c5,d5#1")  # once more: nothing happens
        self.assertEqual(self.give(ann, f"move {game} a1-c3,b2", 409, "not_your_turn"), "it is x's turn")
        self.assertIn("x has no marble on A1", self.give(bob, f"move {game} a1-c3,b2", 422, "illegal_move"))
        text = self.give(bob, f"submit {game} g5,f5")
        self.give(bob, re.search(r"confirm .*", text)[0])
        self.assertRegex(self.give(ann, "show"), "Time left: (20 days 23|21 days 0) h")
        self.assertIn("before move 1.", self.give(ann, f"show {game}#1"))
        self.give(ann, f"propose {game}")
        self.assertIn("You propose a draw.\nStill to answer: Bob\n", self.give(ann, f"show {game}"))
        self.assertIn("Ann proposes a draw.\nAnswer: accept ", self.give(bob, f"show {game}"))
        self.give(bob, f"move {game} accept")
        self.assertIn(f"{game}  Ann - Bob: drawn (agreement)", self.give(bob, "show Bob all"))
        self.give(bob, f"accept {game}", 409, "no_offer")
        self.give(ann, f"move {game} c5,d5", 409, "game_over")

    def test_game_of_more(self):
        """Whoever resigns before a first move leaves the game to the others."""
        ann, bob, cid = (self.person(name) for name in ("Ann1", "Bob1", "Cid1"))
        game = self.new_game(ann, "challenge -bowl bob1 CID1 ai:1 -days=3")
        self.give(bob, f"accept {game}")
        self.assertRegex(self.give(cid, f"resign {game}"), r"\nIt continues as game \d+ \(\w{8}\), Ann1 - Bob1 - level 1: move 1: ")
        following = re.match(r"\d+ +(\w{8})", self.give(ann, "games"))[1]
        self.assertIn("bowl-3; classic,days=3", self.give(ann, f"show {following}"))
        self.assertIn("  1  Ann1, 0 ejected  <- you\n  2  Bob1, 0 ejected\n  3  level 1, 0 ejected\n",
                      self.give(ann, f"show {following}"))

    def test_next_games(self):
        """The game that goes on without somebody, and the rematch, are named by number: to who ends the old game and in it."""
        ann, bob, cid = (self.person(name) for name in ("Ada", "Bea", "Cal"))
        game = self.new_game(ann, "challenge Bea Cal")
        self.give(bob, f"accept {game}")
        told = re.search(r"\nIt continues as game (\d+) \((\w{8})\), Ada - Bea: move 1: Ada\.\n$", self.give(cid, f"reject {game}"))
        self.assertEqual(self.number(ann, told[2]), int(told[1]))
        self.assertIn(f"It continues as game {told[1]} ({told[2]}), Ada - Bea: move 1: your turn.\n", self.give(ann, f"show {game}"))
        text = self.give(ann, f"move {told[1]} c5,d5")  # for two, too, the first player is o at the top
        self.assertIn("      A- o o o o o / 7\n", text)
        self.assertIn("  o  Ada, 0 ejected  <- you\n  x  Bea, 0 ejected\n  standard-2; classic,days=21\n", text)
        self.give(bob, f"move {told[1]} g5,f5")
        self.give(bob, f"resign {told[1]}")
        self.give(ann, f"propose {told[1]} rematch")
        again = re.search(r"\nThe rematch is game (\d+) \(\w{8}\), Bea - Ada: move 1: your turn\.\n$", self.give(bob, f"accept {told[1]}"))
        self.assertIn(f"The rematch is game {again[1]} (", self.give(ann, f"show {told[1]}"))
        self.assertIn("nothing to accept", self.give(bob, f"accept {told[1]}", 409, "no_offer"))

    def test_public_games(self):
        """A challenge with -public is seen by others: in the lists, by its number, and to be followed; without, by none of these."""
        ann, bob, cid = (self.person(name) for name in ("Abe9", "Ben9", "Col9"))
        for option, status, code in (("", 404, "not_found"), ("-public ", 200, None)):
            game = self.new_game(ann, f"challenge {option}Ben9")
            number = self.number(ann, game)
            self.give(bob, f"accept {number}")
            self.give(ann, f"move {number} c5,d5")
            for line in (f"show {number}", f"subscribe {number}"):
                self.give(cid, line, status, code)
            for line in ("games live", "show Abe9", "show Ben9 next" if not option else "show Ben9"):
                self.assertEqual(game in self.give(cid, line), bool(option), line)
            self.assertEqual(game in self.give(cid, "notify"), bool(option))

    def test_lines_of_the_help(self):
        """Every line and every move of the page that seed 004 is, with the boards that it draws behind them."""
        ann, bob = self.person("Anna"), self.person("Bert")
        for line in ("abalone challenge [-bowl] Bert", "abalone challenge -bowl"):
            self.give(ann, line, 400, "bad_command")
        for line, text in (("Bert ai:11", "ai:11: expected a whole number from 1 to 10"), ("Bert Anna Bert", "challenge: Bert has a seat"),
                           ("ai:abapro:guru Anna", "ai:abapro:guru: column 8: expected a number of plies from 1 to 12 or one of")):
            self.assertTrue(self.give(ann, f"challenge {line}", 400, "bad_request").startswith(text))
        self.assertIn("\n  bowl-2; ", self.give(ann, "abalone challenge -bowl Anna Bert"))
        self.assertIn("Paul Colley", self.give(ann, "help ai-aba"))
        self.assertIn("\n  x  abapro:apprentice, 0 ejected\n", self.give(ann, "challenge ai:abapro:apprentice"))
        for name in ("rules", "boards", "notation", "tips", "challenge", "move"):
            self.assertTrue(self.give(ann, f"help {name}"))
        game = self.new_game(ann, "abalone challenge Anna Bert")
        self.give(bob, f"accept {game}")
        for move, rows in (
                ("c5,d5", ("C- . . o o . . . / 9", "D- . . . . o . . . /")),
                ("a1-c3,b2", ("A- . o o o o / 7", "B- o o o o o o / 8", "C- . . o o o . . / 9", "D- . . . o . . . . /")),
                ("a1-c3,d4", ("A- . o o o o / 7", "D- . . . o . . . . /")),
                ("c3-c5,d4", ("C- . . . . . . . / 9", "D- . . . o o o . . /")),
                ("c3-c5,d6", ("C- . . . . . . . / 9", "D- . . . o o o . . /"))):
            text = self.give(ann, f"preview {game} {move}")
            for row in rows:
                self.assertIn(f" {row}\n", text, move)
            self.assertIn("\n     H- x x x x x x\n      I- x x x x x\n", text)
        six = [self.person(f"Six{i}") for i in range(6)]
        for person in six[1:]:
            self.give(person, "message Six0 hello")  # so that he may challenge them again and again
        for players in range(3, 7):
            for option in ("", "-bowl "):
                names = " ".join(f"Six{i}" for i in range(1, players))
                text = self.give(six[0], f"abalone challenge {option}Six0 {names}")
                self.assertIn(f"\n  {'bowl' if option else 'standard'}-{players}; classic,days=21\n", text)
                self.assertIn(f"\n  {players}  Six{players - 1}, 0 ejected\n", text)
                self.give(six[0], f"resign {re.search('Game ([0-9]+)', text)[1]}")

    def test_after_a_departure(self):
        """Every command about a game of three out of which Bob has gone, before his first move or later, in his turn or not."""
        for leaves_at in (2, 4, 5):
            ann, bob, cid = (self.person(f"{name}{leaves_at}") for name in ("Abe", "Ben", "Col"))
            game = self.new_game(ann, f"challenge -bowl Ben{leaves_at} Col{leaves_at}")
            for person in (bob, cid):
                self.give(person, f"accept {game}")
            path, players = f"/api/1/games/{game}", {"b": ann, "w": bob, "r": cid}
            for ply in range(1, 8):
                if ply == leaves_at:
                    self.assertEqual(bob.call("POST", path + "/resign", {})[0], 200)
                now = ann.call("GET", path)[2]
                mover, move = players[now["turn"]], legal_moves(now["position"])[0]
                self.assertIn(f"position before move {ply + 1}; last move", self.give(mover, f"preview {game} {move}"))
                self.assertIn(f"confirm {now['number']} {move}#{ply}\n", self.give(mover, f"submit {game} {move}"))
                self.assertIn(f", move {ply + 1}: ", self.give(mover, f"move {game} {move}"))
            self.assertIn(f"2  Ben{leaves_at}, 0 ejected, out: resignation\n", self.give(ann, f"show {game}"))
            self.assertIn(f"position before move {leaves_at}", self.give(cid, f"show {game}#{leaves_at}"))
            for line, text in (("propose {} pause", "Proposed."), ("undo {}", "To take moves back"), ("propose {}", "Proposed.")):
                self.assertIn(text, self.give(ann, line.format(game)))
            self.assertIn("Rejected.", self.give(cid, f"reject {game}"))  # the draw
            self.assertIn("Accepted.", self.give(cid, f"accept {game}"))  # the takeback

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
        self.assertIn("Nobody has a rating yet", self.give(bob, "standings 3-mail"))
        self.give(bob, "standings nothing", 400, "bad_request")
        self.assertIn("none", self.give(bob, "history"))

    def test_slow_games_and_messages(self):
        """A queued move, a vacation, a game that is followed, and what people write to one another."""
        ann, bob, cid = (self.person(name) for name in ("Ann5", "Bob5", "Cid5"))
        game = self.new_game(ann, "challenge Bob5")
        self.give(bob, f"accept {game}")
        self.assertIn("  1. * 2. g5,f5\n", self.give(bob, f"queue {game} g5,f5"))
        self.give(ann, f"move {game} c5,d5")
        wait_until(lambda: "move 3: your turn; last move G5,F5" in self.give(ann, f"show {game}"))
        self.give(ann, f"queue {game} c5,c6", 409, "your_turn")
        self.assertIn("Nothing is queued", self.give(bob, f"queue {game}"))
        self.assertIn("of 30 days are left", self.give(bob, "vacation 3"))
        self.assertIn("No vacation.", self.give(bob, "vacation off"))
        self.give(bob, "vacation 40", 409, "no_vacation")
        self.give(cid, f"subscribe {game}")
        self.assertIn(game, self.give(cid, "notify"))
        self.give(cid, f"unsubscribe {game}")
        self.assertIn("You follow no game", self.give(cid, "notify"))
        for line in ("mail", "mail turns"):
            self.assertEqual(self.give(cid, line), "This server sends no mail.\n")
        self.assertEqual(self.give(ann, "message bob5 Are you there?"), "Sent to bob5.\n")
        self.assertIn("  Are you there?\n", self.give(bob, "messages"))
        self.give(bob, "block Ann5")
        self.give(ann, "message Bob5 Hello?")
        self.assertNotIn("Hello?", self.give(bob, "message ann5"))
        self.give(bob, "message Ann5 no", 409, "blocked")
        self.give(bob, "unblock Ann5")
        self.give(cid, "message Nobody hello", 404, "not_found")

    def test_games_of_others(self):
        """A game that is not public is in the lists of its players, whoever of them is asked about; in nobody else's."""
        ann, bob, cid = (self.person(name) for name in ("Ann7", "Bob7", "Cid7"))
        game = self.new_game(ann, "challenge Bob7")
        for person in (ann, bob):  # Bob is challenged, and has no seat yet
            self.assertIn(game, self.give(person, "show Ann7 active"))
            self.assertIn(game, self.give(person, "show Bob7"))
        self.give(bob, f"accept {game}")
        self.assertIn(f"{game}  Ann7 - Bob7: move 1: Ann7\n", self.give(bob, "show Ann7 active"))
        self.assertIn(game, self.give(ann, "show Ann7 next"))
        for name in ("Ann7", "Bob7"):
            for which in ("active", "all", "next"):
                self.assertNotIn(game, self.give(cid, f"show {name} {which}"))
        self.give(ann, f"move {game} c5,d5")
        self.give(bob, f"resign {game}")
        self.assertIn(game, self.give(bob, "show Ann7 all"))
        self.assertNotIn(game, self.give(cid, "show Ann7 all"))
        self.assertNotIn(game, self.give(self.server.client(), "show Bob7 all"))

    def test_terms_are_told_before(self):
        """Lists say of a game that waits what one agrees to: layout, rules, clock, whether it is rated."""
        ann, bob = self.person("Ann9"), self.person("Bob9")
        challenge = self.new_game(ann, "challenge -rated -rules=game=600,gain=5 Bob9")
        text = self.give(bob, "games")
        self.assertIn(f"{challenge}  Ann9 - Bob9: a challenge to you\n      standard-2; classic,game=600,gain=5; rated 2-rapid\n", text)
        seek = self.new_game(ann, "seek -layout=belgian-daisy -days=3")
        self.assertRegex(self.give(bob, "seeks"), rf"{seek}  Ann9 .*: waiting for players\n      belgian-daisy; classic,days=3\n")
        self.give(bob, f"accept {challenge}")
        self.assertNotIn("2-rapid", self.give(bob, "games"))

    def test_numbers(self):
        """Games are numbered, one after the other. A number is good wherever an id is, for the players of the game and for
        who is challenged, and where it is public for everybody; to others there is no such game, whatever they try."""
        ann, bob, cid, stranger = *(self.person(name) for name in ("Ann8", "Bob8", "Cid8")), self.person()
        game, other = self.new_game(ann, "challenge Bob8"), self.new_game(ann, "challenge Bob8")
        number = self.number(ann, game)
        self.assertGreaterEqual(number, 101)
        self.assertGreater(self.number(ann, other), number)
        self.assertIn(f"\n{number:<5} {game}  Ann8 - Bob8: a challenge to you\n", "\n" + self.give(bob, "games"))
        self.give(bob, f"accept {number}")
        text = self.give(ann, f"move {number} c5,d5#1")
        self.assertTrue(text.startswith(f"Game {number} ({game}), move 2: Bob8; last move C5,D5."), text)
        self.assertIn("before move 1.", self.give(bob, f"show {number}#1"))
        self.assertIn(f"Answer: accept {number}, or reject {number}\n", self.give(bob, f"propose {number}") and self.give(ann, f"show {number}"))
        unknown = {line: self.give(cid, line.format(999999), 404, "not_found").replace("999999", "N")
                   for line in ("show {}", "show {}#1", "move {} c5,d5", "chat {}", "accept {}", "join {}", "resign {}", "subscribe {}")}
        for line, text in unknown.items():
            self.assertEqual(self.give(cid, line.format(number), 404, "not_found").replace(str(number), "N"), text)
        for what in ("", "/events", ".json", ".apgn", ".svg", "/review"):
            found = cid.call("GET", f"/api/1/games/{number}{what}")
            self.assertEqual(found[0], 404, what)
            self.assertEqual(found[2], {"error": {"code": "not_found", "message": f"no such game: {number}"}})
        self.refused(stranger.call("GET", f"/api/1/games/{number}"), 404, "not_found")
        self.assertEqual(ann.call("GET", f"/api/1/games/{number}")[2]["id"], game)
        listed = self.new_game(ann, "seek")
        number = self.number(stranger, listed)
        for person in (cid, stranger):
            self.assertIn(f"Game {number} ({listed}), waiting", self.give(person, f"show {number}"))
        self.assertIn(f"{number:<5} {listed}", self.give(cid, "seeks"))
        self.give(cid, f"join {number}")
        for text in ("1", "00000000", "99999999999999999999", "1e2", "+101", "101 "):
            self.assertEqual(ann.call("GET", f"/api/1/games/{text.replace(' ', '%20')}")[0], 404, text)
        person, keys = self.server.client().create([{"kind": "person"}, {"kind": "computer", "level": 1}])
        number = person["number"]
        self.assertIn(f"Game {number} (", self.give(self.server.client(keys[0]), f"show {number}"))
        self.give(stranger, f"show {number}", 404, "not_found")

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


class RandomGamesTest(CommandCase):
    """The same random games by JSON and by commands are the same games, whoever leaves them, and can always be shown."""

    def test_the_same_games(self):
        people = [self.person(f"Pat{i}") for i in range(6)]
        happened = collections.Counter()
        for seed in range(12):
            with self.subTest(seed=seed):
                games = Games(people[:2 + seed % 5], (by_json, by_command))
                self.assertIsNone(games.play(random.Random(seed), 40))
                happened += games.happened
                for game in games.ids:
                    for what in ("", "#2"):
                        self.assertIn(f" ({game}), ", self.give(people[0], f"show {game}{what}"))
        for what in ("move", "offer", "accept", "reject", "resume", "resign", "not_your_turn", "out_of_game", "left", "paused"):
            self.assertGreater(happened[what], 0, what)


class CommandLimitsTest(FolderTest):
    def test_limits(self):
        """Every call that a command takes counts."""
        server = self.start("--rate", "2")
        client = server.client(address="127.0.0.9")
        answers = [client.call("POST", "/api/1/command", {"command": "seeks"}) for _ in range(10)]
        self.assertLess([status for status, _, _ in answers].count(200), 6)  # two requests each, 8 are allowed at once
        self.assertIn(client.call("POST", "/api/1/command", {"command": "x" * 20000})[0], (413, 429))


class ConnectTest(FolderTest):
    """`paua connect`: commands in the terminal."""

    def connect(self, *arguments, typed="", host=None):
        done = subprocess.run([PAUA, "connect", host or f"127.0.0.1:{self.server.port}", *arguments], input=typed,
                              capture_output=True, text=True, timeout=60)
        return done.returncode, done.stdout, done.stderr

    def setUp(self):
        super().setUp()
        self.server = self.start()

    def test_commands(self):
        """A command as arguments, and lines of standard input; the code says whether all went well."""
        self.assertEqual(self.connect("--sign-up", "Ann", "who", typed=PASSWORD + "\n")[0], 0)
        code, text, errors = self.connect("-u", "ann", typed=f"{PASSWORD}\nchallenge ai:1\n\n  games\nquit\nnonsense\n")
        self.assertEqual((code, errors), (0, ""))
        game = re.search(r"^101   (\w{8})  Ann - level 1: move 1: your turn$", text, re.MULTILINE)[1]
        code, text, errors = self.connect("-u", "Ann", typed=f"{PASSWORD}\nmvoe\nmove {game} c5,d5\n")
        self.assertEqual((code, errors), (1, "paua connect: there is no command 'mvoe', perhaps you mean move; try: help\n"))
        self.assertIn("last move", text)
        code, text, _ = self.connect("--color=always", "show", game)
        self.assertIn("\033[1;36mo\033[0m", text)
        plain = lambda *options: re.sub("\033\\[[0-9;]*m|\n", "", self.connect(*options, "show", game)[1])
        wait_until(lambda: plain("--color=always") == plain())  # the computer may move in between

    def test_options_of_the_command(self):
        """What follows the word of a command is the command's; before it, on either side of the host, stand paua's own options."""
        bob = Person(self.server.port).sign_up("Bob")
        self.addCleanup(bob.close)
        self.assertEqual(self.connect("--sign-up", "Ann", "who", typed=PASSWORD + "\n")[0], 0)
        for line in (("-u", "Ann", "challenge", "-bowl", "Bob"), ("--user=Ann", "abalone", "challenge", "-bowl", "Ann", "Bob"),
                     ("-u", "Ann", "--", "seek", "-bowl")):
            code, text, errors = self.connect(*line, typed=PASSWORD + "\n")
            self.assertEqual((code, errors), (0, ""), line)
            self.assertIn("\n  bowl-2; classic,days=21\n", text)
        text = self.connect("-u", "Ann", "chat", "101", "--help", "is", "no", "-u", typed=PASSWORD + "\n")[1]
        self.assertEqual(text, "Ann: --help is no -u\n")
        before = subprocess.run([PAUA, "connect", "-u", "Ann", "--color", "never", f"127.0.0.1:{self.server.port}", "games"],
                                input=PASSWORD + "\n", capture_output=True, text=True, timeout=60)
        self.assertIn("101 ", before.stdout)
        self.assertEqual(self.connect("games", "-x")[0], 1)
        self.assertEqual(self.connect("-x", "games")[0], 2)

    def test_no_session_is_left(self):
        ann = Person(self.server.port).sign_up("Ann")
        self.addCleanup(ann.close)
        self.connect("-u", "Ann", "who", typed=PASSWORD + "\n")
        self.assertEqual(len(ann.account()[2]["sessions"]), 1)

    def test_token(self):
        ann = Person(self.server.port).sign_up("Ann")
        self.addCleanup(ann.close)
        file = self.folder / "token"
        file.write_text(ann.token("play")["token"] + "\n")
        self.assertEqual(self.connect("--token-file", file, "who")[:2][0], 0)
        file.write_text("not a token\n")
        self.assertEqual(self.connect("--token-file", file, "who")[0], 2)
        self.assertEqual(self.connect("--token-file", self.folder / "none", "who")[0], 3)

    def test_what_goes_wrong(self):
        for arguments, host, typed, code, message in (
                (("games",), None, "", 1, "sign in, or send a token"), (("-u", "Ann", "who"), None, "wrong\n", 1, "password is wrong"),
                (("-u", "Ann", "who"), None, "", 2, "expected a password"), (("help",), "127.0.0.1:1", "", 3, "Failed to connect"),
                (("help",), "a b", "", 2, "expected a host"), (("help",), "http://x/y", "", 2, "expected a host"),
                (("-u", "Ann"), "http://example.org", "", 2, "unencrypted"), (("--color=x", "help"), None, "", 2, "expected auto"),
                (("-u", "A", "--sign-up", "B"), None, "", 2, "either"), (("x" * 1100,), None, "", 2, "at most 1000")):
            with self.subTest(arguments=arguments, host=host):
                found, text, errors = self.connect(*arguments, typed=typed, host=host)
                self.assertEqual((found, text), (code, ""))
                self.assertRegex(errors, f"^paua connect: .*{message}.*\n$")

    def test_terminal(self):
        """Names of commands and of games are completed; the password is not shown."""
        ann = Person(self.server.port).sign_up("Ann")
        tournament = ann.call("POST", "/api/1/tournaments", {"name": "Winter", "system": "round-robin", "layout": "belgian-daisy",
                                                             "rules": "classic,days=21"})[2]["id"]
        ann.close()
        child, terminal = pty.fork()
        if child == 0:
            os.environ.update(TERM="xterm", NO_COLOR="1")
            os.execv(PAUA, [PAUA, "connect", f"127.0.0.1:{self.server.port}", "-u", "Ann"])
        self.addCleanup(os.close, terminal)
        everything, seen = "", ""

        def expect(text, typed):
            nonlocal everything, seen
            end = time.monotonic() + 30
            while text not in seen:
                self.assertGreater(end, time.monotonic(), (text, seen))
                if select.select([terminal], [], [], 0.1)[0]:
                    got = os.read(terminal, 4096).decode()
                    everything, seen = everything + got, seen + got
            seen = seen.split(text, 1)[1]
            os.write(terminal, typed.encode())

        expect("Password: ", PASSWORD + "\r")
        expect("Ann> ", "seek\r")
        expect("waiting for players", "")
        game = re.search(r"Game \d+ \((\w{8})\)", everything)[1]
        expect("Ann> ", "mov\t")
        expect("e ", "\t")
        expect(game + " ", "c5,d5\r")
        expect("the game begins when every seat is taken", "")
        expect("Ann> ", "tournaments\r")
        expect(tournament, "")
        expect("Ann> ", "joi\t")
        expect("n ", f"{tournament[:6]}\t")
        expect(f"{tournament[6:]} ", "\r")
        expect("You take part in Winter.", "")
        expect("Ann> ", "")
        # The prompt is shown before the terminal is set up; an end of input just then would become a character of the line.
        wait_until(lambda: not termios.tcgetattr(terminal)[3] & termios.ICANON)
        os.write(terminal, b"\x04")

        def has_ended():
            found, status = os.waitpid(child, os.WNOHANG)
            return found and [os.waitstatus_to_exitcode(status)]

        self.assertEqual(wait_until(has_ended), [1])
        self.assertNotIn(PASSWORD, everything)
