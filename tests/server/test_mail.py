"""Mail, with a real Postfix on loopback: addresses are confirmed by it, passwords replaced, games played. Each mail comes once,
whatever ends in between, and nobody plays who was not written to.

    python3 test_mail.py --answers      every command of seed 004 by mail, and what comes back
"""
import collections
import contextlib
import http.client
import json
import os
import pathlib
import random
import re
import signal
import subprocess
import sys
import time
import unittest

from harness import PAUA, FolderTest, deaf_mail_server, free_port, wait_until
from support.at_once import at_once
from support.postfix import ADDRESS, Postfix, made_token, missing
from support.random_games import Games, by_command, by_json, command_of, declines
from test_accounts import PASSWORD, Person

WORD = "[a-z2-7]{52}"
CUT = "-- write above this line, one command on a line --"
# Every command that seed 004 names, in the order of a game: who sends it, and a part of the answer. {game} is an id and
# {number} a number; the answer to a challenge sets both.
COMMANDS = [
    ("Ann", "help", "Commands (GAME is the number of a game, or its id):"),
    ("Ann", "help rules", "Whoever has ejected six marbles wins"),
    ("Ann", "help notation", "c3-c5,d4 or c3-c5,d6: the line from c3 to c5 moves sideways\n"
                             "          1 2 3 4 5                 1 2 3 4 5"),
    ("Ann", "help boards", "  E- 4 4 . 5 5 5 . 2 2      E- . . . . . . . . ."),
    ("Ann", "help tips", "centre"),
    ("Ann", "help tip 3", "Try it: preview tip 3 d5-f5,e5"),
    ("Ann", "preview tip 3 d5-f5,e5", "Tip 3, after these moves."),
    ("Ann", "help ai", "ai:5"),
    ("Ann", "help ai-aba", "Aba is a program by Paul Colley"),
    ("Ann", "help mail", "answering it"),
    ("Ann", "signup", "on the page of the server"),
    ("Ann", "signoff", "on the page of the server"),
    ("Ann", "change password", "a code is mailed to you"),
    ("Ann", "change address", "change address CODE"),
    ("Ann", "limit 3", "3"),
    ("Ann", "mail turns", "Mail about your games: turns"),
    ("Ann", "mail chat now", "chat        now"),
    ("Ann", "mail", "turn        now"),
    ("Ann", "seek -bowl -days=5", "Game"),
    ("Ann", "games", "waiting for players"),
    ("Ann", "abalone challenge -bowl Bob Cid ai:1", "Game"),
    ("Bob", "reject {game}", ""),
    ("Ann", "abalone challenge Bob", "Game"),
    ("Bob", "games", "a challenge to you"),
    ("Bob", "accept {game}", "{game}"),
    ("Ann", "show {game}", "A- o o o o o"),
    ("Ann", "preview {game} c5,d5 g5,f5", "D- . . . . o"),
    ("Ann", "submit {game} c5,d5", "confirm {number} c5,d5#1"),
    ("Ann", "confirm {number} c5,d5#1", "D- . . . . o"),
    ("Ann", "move {game} c4,d4#1", "the next move is number 2"),
    ("Bob", "move {game} pass", "nobody can pass"),
    ("Bob", "move {game} swap", "nobody can swap"),
    ("Ann", "queue {game} a1-c3,b2", "Queued in game {number}"),
    ("Bob", "undo {game}", "you have not made a move"),
    ("Bob", "move {game} g5,f5#2", "{game}"),
    ("Ann", "show {game}#1", "before move 1"),
    ("Bob", "propose {game}", "draw"),
    ("Ann", "reject {game}", "{game}"),
    ("Ann", "move {game} propose", "draw"),
    ("Bob", "move {game} reject", "{game}"),
    ("Ann", "undo {game}", "to go back to move 3"),
    ("Bob", "accept {game}", "{game}"),
    ("Ann", "chat {game} Good luck", "Good luck"),
    ("Bob", "chat {game}", "Good luck"),
    ("Ann", "mail {game} off", "Mail about game {game}: off."),
    ("Ann", "mail {game} usual", "Mail about game {game}: usual."),
    ("Cid", "subscribe {game}", "You follow game {game}"),
    ("Cid", "notify", "{game}"),
    ("Cid", "unsubscribe {game}", "no longer follow"),
    ("Ann", "message Bob How are you?", "Bob"),
    ("Bob", "message Ann", "How are you?"),
    ("Bob", "vacation 3", "On vacation from"),
    ("Bob", "vacation off", "No vacation"),
    ("Ann", "show Bob all", "closed without a result (declined)"),
    ("Ann", "tournaments", "Open: none"),
    ("Ann", "tournament {game}", "no such tournament"),
    ("Cid", "join {game}", "no open seat is left"),
    ("Bob", "leave {game}", "no such tournament"),
    ("Bob", "show Bob active", "{game}"),
    ("Bob", "show Bob next", "No game of Bob that you may see waits for you."),
    ("Ann", "show Ann next", "{game}"),
    ("Bob", "move {game} resign", "{game}"),
    ("Ann", "show {game}", "resign"),
    ("Ann", "standings", "rating"),
    ("Ann", "history Bob", "Bob"),
    ("Ann", "who", "Ann"),
]


KINDS = ("challenge", "seat", "turn", "proposal", "message", "chat", "end", "reminder", "tournament", "follow")


def check_moves(test, person, body, game):
    """The two moves that a mail proposes are legal for its reader."""
    number = person.call("GET", f"/api/1/games/{game}")[2]["number"]
    moves = re.findall(rf"^  move {number} (\S+)#\d+$", body, re.MULTILINE)
    test.assertEqual(len(set(moves)), 2, body)
    for move in moves:
        status, _, answer = person.call("POST", "/api/1/command", {"command": f"preview {game} {move}"})
        test.assertEqual(status, 200, answer)
    return moves


class MailTest(FolderTest):
    """A server and a Postfix for each test; Ann, Bob and so on have confirmed addresses at example.org."""

    server = None

    def setUp(self):
        super().setUp()
        self.port = free_port()
        self.postfix = Postfix(self.folder)
        self.addCleanup(self.postfix.stop)
        self.people = {}
        self.replies = {}  # the newest address to reply to, by name

    def arguments(self):
        return ("--listen", f"127.0.0.1:{self.port}", "--socket", self.postfix.socket, "--mail-server", f"smtp://127.0.0.1:{self.postfix.port}", "--mail-address", ADDRESS,
                "--mail-site", f"http://127.0.0.1:{self.port}")

    def serve(self):
        self.server = self.start(*self.arguments())
        for name, person in list(self.people.items()):
            self.people[name] = self.person()
            self.people[name].cookie = person.cookie
        return self.server

    def person(self):
        person = Person(self.server.port)
        self.server.clients.append(person)
        return person

    def sign_up(self, name):
        """An account with a confirmed address."""
        person = self.people[name] = self.person().sign_up(name)
        address = f"{name.lower()}@example.org"
        status, _, answer = person.call("PUT", "/api/1/account/address", {"address": address, "password": PASSWORD})
        self.assertEqual((status, answer), (202, {"pending": f"{name[0].lower()}***@example.org"}))
        code = self.code(self.postfix.next(to=address))
        status, _, answer = person.call("POST", "/api/1/account/address", {"code": code})
        self.assertEqual((status, answer), (200, {"address": f"{name[0].lower()}***@example.org"}))
        self.welcome = self.postfix.next(to=address)
        self.replies[name] = self.welcome.reply
        self.assertRegex(self.replies[name], f"^paua\\+{WORD}@club.example$")
        return person

    def code(self, mail):
        return re.search(f"^  ({WORD})$", mail.body, re.MULTILINE)[1]

    def send(self, name, text, **options):
        """Sends commands; returns the Message-ID."""
        return self.postfix.send(self.replies[name], text, sender=f"{name.lower()}@example.org", **options)

    def give(self, name, text, **options):
        """Sends commands, and returns the answer, which is threaded."""
        identity = self.send(name, text, **options)
        mail = self.postfix.next(answers=identity)
        self.assertEqual((mail.to, mail.auto_submitted), (f"<{name.lower()}@example.org>".strip("<>"), "auto-replied"))
        self.assertTrue(mail.references.endswith(identity))
        self.assertTrue(mail.body.startswith(CUT + "\n\n"), mail.body)
        self.assertNotEqual(mail.reply, self.replies[name])  # each has its own
        self.replies[name] = mail.reply
        return mail.body[len(CUT) + 2:]

    def queued(self):
        return int(self.sql("SELECT count(*) FROM mail")[0][0])

    def undecided(self):
        """Events that were not turned into mails yet."""
        return int(self.sql("SELECT count(*) FROM mail_item WHERE since = 0")[0][0])

    def restart(self):
        """The server looks for digests when it starts."""
        self.assertEqual(self.server.stop(), (0, ""))
        self.server.close()
        self.serve()

    def none_comes(self):
        before = len(self.postfix.files())
        time.sleep(2)
        self.postfix.idle()
        self.assertEqual(len(self.postfix.files()), before)

    def mails(self, name, mails):
        """Sets when an account gets which mails."""
        status, _, answer = self.people[name].call("PATCH", "/api/1/account/settings", {"mails": mails})
        self.assertEqual((status, {kind: answer["mails"][kind] for kind in mails}), (200, mails))

    def challenge(self, name, *words):
        """A correspondence game by command: its id and number."""
        status, _, answer = self.people[name].call("POST", "/api/1/command", {"command": " ".join(("challenge", *words))})
        self.assertEqual(status, 200, answer)
        number, game = re.search(r"Game (\d+) \((\w{8})\)", answer["text"]).groups()
        return game, int(number)

    def command_line(self, mail, *arguments):
        """`paua mail` itself; returns its exit code and error lines."""
        done = subprocess.run([PAUA, "mail", "--server", f"127.0.0.1:{self.port}", *arguments], input=mail, capture_output=True)
        self.assertEqual(done.stdout, b"")
        return done.returncode, done.stderr.decode()


@unittest.skipIf(missing(), missing())
class Addresses(MailTest):
    def test_address(self):
        """An address is confirmed by its own code alone; the one before is told; nothing is shown in full but in the export."""
        self.serve()
        ann = self.sign_up("Ann")
        self.assertEqual(ann.account()[2]["address"], "a***@example.org")
        for address in ("root@localhost", "a@b", "a@127.0.0.1", "|sh@example.org", "/etc/x@example.org", ADDRESS, ADDRESS.upper(), ADDRESS.replace("@", "+x@")):
            self.assertEqual(ann.call("PUT", "/api/1/account/address", {"address": address, "password": PASSWORD})[0], 400, address)
        for body, status in (({"address": "x", "password": PASSWORD}, 400), ({"address": "a@b.example\nBcc: c@d.example", "password": PASSWORD}, 400),
                             ({"address": "new@example.org", "password": "wrong password"}, 403), ({"address": "new@example.org"}, 400)):
            self.assertEqual(ann.call("PUT", "/api/1/account/address", body)[0], status, body)
        codes = []
        for address in ("new@example.org", "newer@example.org"):
            self.assertEqual(ann.call("PUT", "/api/1/account/address", {"address": address, "password": PASSWORD})[0], 202)
            codes.append(self.code(self.postfix.next(to=address)))
        self.assertEqual((ann.account()[2]["address"], ann.account()[2]["pending"]), ("a***@example.org", "n***@example.org"))
        bob = self.sign_up("Bob")
        altered = ("b" if codes[1][20] == "a" else "a").join((codes[1][:20], codes[1][21:]))
        for who, code in ((ann, codes[0]), (bob, codes[1]), (ann, altered), (ann, "x"), (ann, ""), (ann, self.replies["Ann"][5:57])):
            self.assertEqual(who.call("POST", "/api/1/account/address", {"code": code})[2]["error"]["code"], "bad_code")
        self.assertEqual(ann.call("POST", "/api/1/command", {"command": f"change address {codes[1]}"})[2]["text"],
                         "Mail for your account goes to n***@example.org from now on.\n")
        self.assertIn("no longer comes here, but goes to n***@example.org", self.postfix.next(to="ann@example.org").body)
        self.assertEqual(ann.call("POST", "/api/1/account/address", {"code": codes[1]})[0], 403)  # once
        exported = ann.call("GET", "/api/1/account/export")[2]
        self.assertEqual((exported["address"], exported["pending"]), ("newer@example.org", None))
        self.assertEqual(ann.call("DELETE", "/api/1/account/address")[0], 204)
        self.postfix.next(to="newer@example.org")  # the welcome
        self.assertIn("no longer comes here.", self.postfix.next(to="newer@example.org").body)
        self.assertIsNone(ann.account()[2]["address"])
        self.send("Ann", "games")  # the address to reply to is no longer good
        self.assertIn("not at an address that it\ngave to you", self.postfix.next(to="ann@example.org").body)
        self.assertEqual(self.server.stop(), (0, ""))

    def test_confirmed_and_removed_at_once(self):
        """Whoever's address is removed is told, also if it was confirmed at that moment."""
        self.serve()
        ann, other = self.sign_up("Ann"), self.person()
        other.cookie = ann.cookie
        for turn in range(8):
            address = f"new{turn}@example.org"
            self.assertEqual(ann.call("PUT", "/api/1/account/address", {"address": address, "password": PASSWORD})[0], 202)
            code = self.code(self.postfix.next(to=address))
            confirmed, removed = at_once((ann, "POST", "/api/1/account/address", {"code": code}),
                                         (other, "DELETE", "/api/1/account/address"), apart=turn * 0.0004)
            self.assertEqual(removed[0], 204, removed)
            self.assertIsNone(ann.account()[2]["address"])
            if confirmed[0] == 200:  # and then removed
                while "no longer comes here." not in self.postfix.next(to=address).body:
                    pass  # the welcome
            else:
                self.assertEqual(confirmed[2]["error"]["code"], "bad_code")

    def test_forgotten_password(self):
        """The answer is the same for all; the code is good once, and ends all sessions and addresses."""
        self.serve()
        ann, stranger = self.sign_up("Ann"), self.person()
        self.person().sign_up("Zoe")
        answers = [stranger.call("POST", "/api/1/session/forgotten", {"name": name}) for name in ("ANN", "Nobody", "Zoe", "??", "")]
        self.assertEqual([(status, body) for status, _, body in answers], [(202, b"")] * 5)
        mail = self.postfix.next(to="ann@example.org")
        self.assertIsNone(mail.reply_to)
        code = self.code(mail)
        for body, status in (({"code": code, "password": "short"}, 400), ({"code": "x" * 52, "password": PASSWORD}, 403), ({"code": code}, 400)):
            self.assertEqual(stranger.call("POST", "/api/1/session/reset", body)[0], status)
        self.assertEqual(stranger.call("POST", "/api/1/session/reset", {"code": code.upper(), "password": "a new password"})[0], 204)
        self.assertEqual(ann.account()[0], 401)
        self.assertEqual(stranger.call("POST", "/api/1/session/reset", {"code": code, "password": PASSWORD})[0], 403)
        self.assertEqual(stranger.sign_in("Ann")[0], 401)
        self.assertEqual(stranger.sign_in("Ann", "a new password")[0], 200)
        self.send("Ann", "games")
        self.assertIn("until you change your password", self.postfix.next(to="ann@example.org").body)
        for _ in range(5):  # three an hour, all told
            self.assertEqual(stranger.call("POST", "/api/1/session/forgotten", {"name": "Ann"})[0], 202)
        self.postfix.next(to="ann@example.org"), self.postfix.next(to="ann@example.org")
        time.sleep(1)
        self.assertEqual(len(self.postfix.files()), 6)
        code, errors = self.server.stop()
        self.assertEqual((code, errors), (0, ""))

    def test_no_mail(self):
        """A server without mail says so."""
        server = self.start()
        person = Person(server.port).sign_up("Ann")
        self.addCleanup(person.close)
        for method, path, body in (("PUT", "/api/1/account/address", {"address": "a@b.example", "password": PASSWORD}), ("POST", "/api/1/session/forgotten", {"name": "Ann"}),
                                   ("POST", "/api/1/account/address", {"code": "x"}), ("POST", "/api/1/session/reset", {"code": "x", "password": PASSWORD}),
                                   ("POST", "/api/1/mail", {"message_id": "<1@x>", "from": "", "subject": "", "thread": ""})):
            status, _, answer = person.call(method, path, body)
            self.assertEqual((status, answer["error"]["code"]), (503, "no_mail"))
        for bad in (("--mail-server", "smtp://127.0.0.1"), ("--mail-address", ADDRESS), ("--mail-server", "smtp://192.0.2.1", "--mail-address", ADDRESS),
                    ("--mail-server", "http://127.0.0.1", "--mail-address", ADDRESS), ("--mail-server", "smtp://127.0.0.1", "--mail-address", "a+b@c.example")):
            self.assertEqual(self.fails("--store", f"sqlite:{self.folder}/x.db", *bad)[0], 2, bad)


@unittest.skipIf(missing(), missing())
class Commands(MailTest):
    def test_every_command(self):
        self.serve()
        for name in ("Ann", "Bob", "Cid"):
            self.sign_up(name)
        game, number, shown = "", "", []
        filled = lambda text: text.replace("{game}", game).replace("{number}", number)
        for name, command, part in COMMANDS:
            command = filled(command)
            answer = self.give(name, command)
            shown.append(f"{name}: {command}\n\n{answer}")
            quoted = f"> {command}\n\n"
            self.assertTrue(answer.startswith(quoted), answer)
            text = answer[len(quoted):]
            with self.subTest(name + ": " + command):
                self.assertIn(filled(part), text)
            self.assertLessEqual(max(map(len, text.splitlines())), 79, text)
            if "challenge" in command:
                number, game = re.search(r"Game (\d+) \((\w{8})\)", text).groups()
        if "--answers" in sys.argv:
            print("\n".join(shown))
        self.assertEqual(self.server.stop(), (0, ""))

    def test_the_same_games(self):
        """Random games of two to six by JSON, by command and by mail, also after departures, which every answer shows. The seeds
        are of games in which much happens soon."""
        self.serve()
        people = [self.sign_up(f"Pat{i}") for i in range(6)]
        happened, left = collections.Counter(), 0

        def by_mail(person, game, colour, action):
            if declines(game, colour, action):
                return by_json(person, game, colour, action)
            answer = self.give(person.account()[2]["name"], command_of(game["id"], action))
            self.assertNotIn("cannot be shown", answer)

        for players, seed in ((2, 1), (3, 15), (4, 26), (5, 26), (6, 18)):
            with self.subTest(players=players):
                games = Games(people[:players], (by_json, by_command, by_mail))
                self.assertIsNone(games.play(random.Random(seed), 10))
                happened += games.happened
                left += sum("left" in seat for seat in games.read(0)["seats"])
        for what in ("move", "offer", "accept", "reject", "resume", "resign", "paused", "out_of_game", "no_offer"):
            self.assertGreater(happened[what], 0, what)
        self.assertGreater(left, 4)

    def test_mails_as_people_write_them(self):
        """Quotes, signatures, several commands, other encodings; what is no command ends them."""
        self.serve()
        ann = self.sign_up("Ann")
        tournament = ann.call("POST", "/api/1/tournaments", {"name": "Winter", "system": "round-robin", "layout": "belgian-daisy",
                                                             "rules": "classic,days=21"})[2]["id"]
        answer = self.give("Ann", f"tournaments\njoin {tournament}\n")
        self.assertIn(f"{tournament}  Winter\n", answer)
        self.assertIn("You take part in Winter.\n", answer)
        answer = self.give("Ann", "who\n\n  HELP   rules\n> resign all\n-- \nAnn, who plays\n")
        self.assertEqual(re.findall("^> .*", answer, re.MULTILINE), ["> who", "> HELP rules"])
        answer = self.give("Ann", "who\nKind regards\nwho\nwho\n")
        self.assertIn("there is no command 'Kind'", answer)
        self.assertIn("The server has stopped there: 2 more lines were not read.", answer)
        answer = self.give("Ann", "\n".join(["who"] * 14))
        self.assertEqual(answer.count("> who\n"), 10)
        self.assertIn("4 more lines were not read", answer)
        self.assertIn("There is no command in your mail", self.give("Ann", "", subject="Re: Hello"))
        self.assertIn("There is no command in your mail", self.give("Ann", "", subject="Re: who"))
        self.assertIn("> who\n", self.give("Ann", "", subject="who"))
        for head, body in (("text/html", b"<p>who</p>"), ("text/plain; charset=utf-16", "who".encode("utf-16")),
                           ("text/plain; charset=koi8-r", "message Ann \u041f\u0440\u0438".encode("koi8-r"))):
            self.assertIn("plain text", self.give("Ann", "", headers={"Content-Type": head, "MIME-Version": "1.0"}, raw=b"\r\n" + body))
        answer = self.give("Ann", "", headers={"MIME-Version": "1.0", "Content-Type": "multipart/alternative; boundary=b"},
                           raw=b"\r\n--b\r\nContent-Type: text/html\r\n\r\n<p>games</p>\r\n--b\r\nContent-Type: text/plain; charset=iso-8859-1\r\n"
                               b"Content-Transfer-Encoding: quoted-printable\r\n\r\nmessage Ann gr=FC=\r\n=DFe\r\n--b--\r\n")
        self.assertIn("> message Ann gr\u00fc\u00dfe\n", answer)
        identity = self.send("Ann", "who", headers={"References": "<a@x> <b@x>"}, subject="J\u00fcrgen".encode().decode("latin1"))
        mail = self.postfix.next(answers=identity)
        self.assertEqual(mail.references, f"<a@x> <b@x> {identity}")

    def test_bad_mails(self):
        """Huge ones, MIME within MIME, no body, bytes that are no text: each is answered or left alone, and none does harm."""
        self.serve()
        self.sign_up("Ann")
        nested = b"MIME-Version: 1.0\r\n" + b"".join(b"Content-Type: multipart/mixed; boundary=b%d\r\n\r\n--b%d\r\n" % (i, i) for i in range(3000))
        self.assertIn("plain text", self.give("Ann", "", raw=nested + b"\r\ngames\r\n"))
        self.assertIn("> who\n", self.give("Ann", "", raw=b"\r\nwho\r\nend\r\n" + b"x" * 900 + b"\r\n" + (b"y" * 990 + b"\r\n") * 5000))
        self.assertIn("1 more line was not read", self.give("Ann", "who\n" + "z" * 2000))
        token = self.replies["Ann"]
        for mail in (b"", b"\0" * 1000, b"From: a@b.example\n\n" + b"\xff" * 100_000, b"Subject: " + b"=?utf-8?b?" * 20_000, bytes(range(256)) * 4000):
            self.assertEqual(self.command_line(mail, "--recipient", token, "--sender", "a@b.example"), (0, ""))
            self.assertRegex(self.postfix.next(to="ann@example.org").body, "no command|plain text|could not be read|not read")

    def test_who_may(self):
        """Only the address that a mail came to counts. Altered, replayed, of others, of programs: nothing is done, and no two
        programs write to each other."""
        self.serve()
        self.sign_up("Ann"), self.sign_up("Bob")
        good = self.replies["Ann"]
        before = len(self.postfix.files())
        altered = good[:30] + ("b" if good[30] == "a" else "a") + good[31:]
        for to, sender in ((altered, "eve@example.org"), (ADDRESS, "ann@example.org")):
            mail_id = self.postfix.send(to, "challenge Bob", sender=sender)
            mail = self.postfix.next(answers=mail_id)
            self.assertEqual((mail.to, mail.reply_to), (sender, None))
            self.assertIn("nothing in it was carried out", mail.body)
            self.assertIn("signup", mail.body)
        for _ in range(6):  # seldom
            self.postfix.send(ADDRESS, "help", sender="eve@example.org")
        for headers in ({"Auto-Submitted": "auto-replied"}, {"Precedence": "bulk"}, {"List-Id": "<x.example>"}, {"Return-Path": "<>"},
                        {"Content-Type": "multipart/report; boundary=x"}):
            self.postfix.send(good, "challenge Bob", headers=headers)
            self.postfix.send(ADDRESS, "help", sender="mallory@example.org", headers=headers)
        self.postfix.idle()
        wait_until(lambda: self.queued() == 0)
        self.postfix.idle()
        self.assertEqual(len(self.postfix.files()) - before, 3)  # two, and a second one to eve
        self.assertEqual(self.people["Ann"].games(), [])
        # From says nothing, To of the header neither.
        mail_id = self.postfix.send(good, "challenge Bob", sender="eve@example.org", headers={"To": "<someone@else.example>"})
        mail = self.postfix.next(answers=mail_id)
        self.assertEqual(mail.to, "ann@example.org")
        self.assertEqual(len(self.people["Ann"].games()), 1)
        # Once more, with the same Message-ID: nothing, and no answer.
        for _ in range(2):
            self.postfix.send(good, "challenge Bob", identity=mail_id)
        self.postfix.idle()
        self.assertEqual(len(self.people["Ann"].games()), 1)
        # In capitals it is the same address; two accounts may use the same Message-ID.
        self.replies["Ann"] = f"PAUA+{good[5:57].upper()}@CLUB.EXAMPLE"
        self.assertIn("Ann", self.give("Ann", "who"))
        self.assertIn("Bob", self.give("Bob", "who", identity=mail_id))
        # By HTTP the address gives commands, from this machine, and is good for nothing else.
        asking = Person(self.server.port)
        self.addCleanup(asking.close)
        for method, path, body in (("GET", "/api/1/account", None), ("POST", "/api/1/account/tokens", {"label": "x", "scopes": ["play"]}), ("GET", "/api/1/account/export", None),
                                   ("DELETE", "/api/1/account/address", None), ("GET", "/api/1/account/messages", None)):
            self.assertEqual(asking.call(method, path, body, {"Authorization": f"Mail {good[5:57]}"})[0], 401)
        command = {"command": "who"}
        self.assertIn("Ann", asking.call("POST", "/api/1/command", command, {"Authorization": f"Mail {good[5:57]}"})[2]["text"])
        for more in ({"X-Forwarded-For": "192.0.2.1"}, {"Forwarded": "for=192.0.2.1"}):
            self.assertNotIn("Ann", asking.call("POST", "/api/1/command", command, {"Authorization": f"Mail {good[5:57]}", **more})[2]["text"])
            body = {"message_id": "<1@x>", "from": "a@b.example", "subject": "", "thread": ""}
            self.assertEqual(asking.call("POST", "/api/1/mail", body, more)[2]["error"]["code"], "not_local")
            self.assertEqual(asking.call("POST", "/api/1/mail/answer", {**body, "text": ""}, more)[2]["error"]["code"], "not_local")

    def test_expired(self):
        """An address that is too old is told to its owner, with a new one."""
        self.serve()
        self.sign_up("Ann")
        key = bytes.fromhex(self.sql("SELECT value FROM secret WHERE name = 'mail'")[0][0])
        account, password, mail = self.sql("SELECT id, password, mail FROM account WHERE name = 'Ann'")[0]
        token = made_token(key, b"r", account, int(time.time()) // 60 - 1, f"{password}\n{mail}")
        mail_id = self.postfix.send(f"paua+{token}@club.example", "challenge Bob")
        mail = self.postfix.next(answers=mail_id)
        self.assertIn("too old", mail.body)
        self.replies["Ann"] = mail.reply
        self.assertIn("Ann", self.give("Ann", "who"))
        token = made_token(key, b"r", account, int(time.time()) // 60 + 5, f"{password}\n{mail.to}")
        self.replies["Ann"] = f"paua+{token}@club.example"  # so it was the age
        self.assertIn("Ann", self.give("Ann", "who"))


@unittest.skipIf(missing(), missing())
class Digests(MailTest):
    def test_digests(self):
        """One mail for all games that wait, once a day; a link ends them."""
        self.serve()
        for name in ("Ann", "Bob"):
            self.sign_up(name)
            self.mails(name, dict.fromkeys(KINDS, "off") | {"turn": "digest"})
        challenge = lambda: re.search(r"Game \d+ \((\w{8})\)", self.give("Ann", "challenge Bob"))[1]
        games = [challenge() for _ in range(2)]
        self.restart()
        self.none_comes()  # nobody has accepted
        self.give("Bob", "\n".join(f"accept {game}" for game in games))
        games.append(challenge())
        self.give("Bob", f"accept {games[2]}")
        self.restart()
        mail = self.postfix.next(to="ann@example.org")
        self.assertEqual((mail.subject, mail.auto_submitted, mail.in_reply_to), ("Your turn in 3 games", "auto-generated", None))
        self.assertIn(f"<mailto:{mail.reply}?subject=mail%20off>", mail.list_unsubscribe)
        for game in games:
            self.assertRegex(mail.body, rf"  \d+ +{game}  since 20\d\d-\d\d-\d\d\n")  # clocks run from the second round on
        self.assertTrue(mail.body.startswith(CUT))
        self.replies["Ann"] = mail.reply
        self.give("Ann", "\n".join(f"move {game} c5,d5#1" for game in games[:2]))
        self.restart()
        mail = self.postfix.next(to="bob@example.org")
        self.assertEqual(mail.subject, "Your turn in 2 games")
        for game in games[:2]:
            check_moves(self, self.people["Bob"], mail.body, game)
        self.give("Bob", f"move {games[0]} g5,f5#2")
        self.give("Ann", f"move {games[0]} d5,c5#3\nmove {games[2]} c5,d5#1")
        self.restart()
        self.none_comes()  # it is the same day
        self.sql("UPDATE mail_seen SET expires = 1 WHERE key LIKE 'digest-%'")  # the next day
        self.restart()
        mail = self.postfix.next(to="bob@example.org")
        self.assertEqual(mail.subject, "Your turn in 3 games")  # two of them are new
        self.assertRegex(mail.body, rf"  \d+ +{games[0]}  since 20\d\d-\d\d-\d\d, lost on time on 20\d\d-\d\d-\d\d at \d\d:\d\d UTC\n")
        self.sql("DELETE FROM mail_seen WHERE key LIKE 'digest-%'")
        self.restart()
        self.none_comes()  # nothing is new
        self.sql("INSERT INTO mail_seen SELECT 'digest-' || id, " + str((int(time.time()) // 3600 * 3600 + 86400) * 1000) + ", 0 FROM account WHERE name = 'Ann'")
        self.give("Bob", f"move {games[0]} f5,g5#4")
        self.restart()
        self.none_comes()  # for Ann it is the same day, for Bob nothing is new
        self.sql("UPDATE mail_seen SET expires = 1 WHERE key LIKE 'digest-%'")  # the next day
        self.restart()
        mail = self.postfix.next(to="ann@example.org")
        self.assertEqual(mail.subject, "Your turn in a game")
        address, subject = re.search("<mailto:(.*)\\?subject=(.*)>", mail.list_unsubscribe).groups()
        mail_id = self.postfix.send(address, "", subject=subject.replace("%20", " "))
        self.assertIn("Mail about your games: off", self.postfix.next(answers=mail_id).body)
        self.sql("DELETE FROM mail_seen WHERE key LIKE 'digest-%' OR key LIKE 'turn-%'")
        self.give("Bob", "mail off")
        self.restart()
        self.none_comes()

    def test_what_has_happened(self):
        """What is not mailed at once is in the digest of the day, each event once."""
        self.serve()
        self.sign_up("Ann"), self.sign_up("Bob")
        self.mails("Ann", dict.fromkeys(KINDS, "digest"))
        self.mails("Bob", dict.fromkeys(KINDS, "off"))
        game, number = self.challenge("Ann", "Bob")
        self.assertEqual(self.people["Bob"].call("POST", f"/api/1/games/{game}/join", {})[0], 200)
        self.assertEqual(self.people["Bob"].call("POST", f"/api/1/games/{game}/chat", {"text": "Hello Ann"})[0], 200)
        self.assertEqual(self.people["Bob"].call("POST", "/api/1/users/Ann/messages", {"text": "How are you?"})[0], 201)
        self.assertEqual(self.people["Bob"].call("POST", f"/api/1/games/{game}/resign", {})[0], 200)
        wait_until(lambda: self.undecided() == 0)
        self.restart()
        mail = self.postfix.next(to="ann@example.org")
        self.assertEqual(mail.subject, "What has happened in your games")
        for line in (f"Game {number}: Bob writes in the game.", "A message: How are you?",
                     f"Game {number}: Bob has resigned."):
            self.assertEqual(mail.body.count(f"  {line}\n"), 1, mail.body)
        self.sql("DELETE FROM mail_seen WHERE key LIKE 'digest-%'")
        self.restart()
        self.none_comes()
        self.assertEqual(self.sql("SELECT count(*) FROM mail_item"), [["0"]])


@unittest.skipIf(missing(), missing())
class Faults(MailTest):
    def ask(self, count):
        """Puts mails into the queue: codes for addresses that nobody confirms."""
        names = [f"Q{i}{chr(97 + i)}" for i in range(count)]
        for name in names:
            person = self.person().sign_up(name)
            self.assertEqual(person.call("PUT", "/api/1/account/address", {"address": f"{name.lower()}@example.org", "password": PASSWORD})[0], 202)
        return [f"{name.lower()}@example.org" for name in names]

    def check_once(self, addresses):
        """Each mail has come, once."""
        wait_until(lambda: len(self.postfix.files()) >= len(addresses), seconds=60)
        wait_until(lambda: self.queued() == 0, seconds=60)
        self.postfix.idle()
        mails = self.postfix.all()
        self.assertEqual(collections.Counter(mail.to for mail in mails), collections.Counter(addresses))
        self.assertEqual(len({mail.message_id for mail in mails}), len(addresses))

    def test_mail_server_down(self):
        """The server goes on without it; what is queued comes when it is back."""
        self.serve()
        self.postfix.stop()
        addresses = self.ask(3)
        wait_until(lambda: "paua_mails_waiting 3" in self.people_metrics())
        self.assertEqual(self.person().call("GET", "/readyz")[0], 200)
        self.postfix.start()
        self.check_once(addresses)
        code, errors = self.server.stop()
        self.assertEqual(code, 0)
        self.assertRegex(errors, r"\Apaua serve: mail cannot be sent for now: smtp://127\.0\.0\.1:\d+: [^\n@]*\n\Z")  # once, nobody's address

    def people_metrics(self):
        return self.person().call("GET", "/metrics")[2].decode()

    def test_server_killed_with_a_full_queue(self):
        """Killed while it waits for the mail server, and while it sends."""
        self.serve()
        self.postfix.stop()
        addresses = self.ask(6)
        self.server.process.kill()
        self.server.close()
        self.assertEqual(self.queued(), 6)
        self.serve()
        self.postfix.start()
        self.check_once(addresses)
        self.assertEqual(self.server.stop()[0], 0)

    def test_server_down(self):
        """Postfix keeps the mail until there is a server, and its commands are carried out once."""
        self.serve()
        self.sign_up("Ann"), self.sign_up("Bob")
        self.server.stop()
        self.server.close()
        identity = self.send("Ann", "challenge Bob")
        wait_until(lambda: "status=deferred" in self.postfix.log())
        self.assertEqual(self.command_line(b"From: a@b.example\n\nhelp\n")[0], 75)
        self.serve()
        self.assertIn("Game", self.postfix.next(answers=identity).body)
        self.postfix.idle()
        self.assertEqual(len(self.people["Ann"].games()), 1)

    def test_killed_within_a_mail(self):
        """A mail that was begun is not begun again: its sender is told."""
        self.serve()
        self.sign_up("Ann"), self.sign_up("Bob")
        token, mail_id = self.replies["Ann"][5:57], "<begun@example.org>"
        with_token = {"Authorization": f"Mail {token}"}
        asking = self.person()
        body = {"message_id": mail_id, "from": "ann@example.org", "subject": "Hello", "thread": ""}
        self.assertEqual(asking.call("POST", "/api/1/mail", body, with_token)[2], {"state": "accepted", "name": "Ann"})
        self.server.process.kill()
        self.server.close()
        self.serve()
        self.send("Ann", "challenge Bob", identity=mail_id)
        mail = self.postfix.next(answers=mail_id)
        self.assertIn("some of them may be\ndone, others not", mail.body)
        self.assertEqual(self.people["Ann"].games(), [])
        asking = self.person()
        del body["from"]
        status, _, answer = asking.call("POST", "/api/1/mail/answer", {**body, "text": "x"}, with_token)
        self.assertEqual((status, answer["error"]["code"]), (409, "replayed"))

    def test_refused_for_good(self):
        """What the mail server refuses is given up, and said without the address."""
        self.serve()
        config = self.postfix.folder / "config" / "main.cf"
        config.write_text(config.read_text().replace("permit_mynetworks", "check_recipient_access inline:{ gone@example.org=REJECT }, permit_mynetworks"))
        self.postfix.stop(), self.postfix.start()
        person = self.person().sign_up("Ann")
        self.assertEqual(person.call("PUT", "/api/1/account/address", {"address": "gone@example.org", "password": PASSWORD})[0], 202)
        wait_until(lambda: self.queued() == 0)
        code, errors = self.server.stop()
        self.assertEqual(code, 0)
        self.assertRegex(errors, r"\Apaua serve: mail \w+ for account \w+ is given up after 1 tries: [^\n]*\n\Z")
        self.assertNotIn("gone", errors)


@unittest.skipIf(missing(), missing())
class Writer(MailTest):
    """The process that writes mails (`paua mail --compose`)."""

    def writer(self):
        """The only process that the server has started."""
        children = pathlib.Path(f"/proc/{self.server.process.pid}/task").glob("*/children")
        pids = [int(pid) for path in children for pid in path.read_text().split()]
        self.assertEqual(len(pids), 1)
        return pids[0]

    def test_killed(self):
        """Another one takes its place for the next mail; it ends with the server, also if that is killed."""
        self.serve()
        self.sign_up("Ann")
        first = self.writer()
        os.kill(first, signal.SIGKILL)
        self.assertIn("You play no game", self.give("Ann", "games"))
        second = self.writer()
        self.assertNotEqual(first, second)
        self.assertEqual(self.server.stop(), (0, ""))
        self.assertFalse(os.path.exists(f"/proc/{second}"))
        self.serve()
        self.give("Ann", "games")
        third = self.writer()
        self.server.process.kill()
        wait_until(lambda: not os.path.exists(f"/proc/{third}") or "Z" in pathlib.Path(f"/proc/{third}/stat").read_text().split()[2])

    def test_hanging(self):
        """A mail waits while it does not answer, and is sent by another one."""
        self.serve()
        self.sign_up("Ann")
        first = self.writer()
        os.kill(first, signal.SIGSTOP)
        identity = self.send("Ann", "games")
        self.postfix.next(answers=identity, seconds=60)
        self.assertNotEqual(first, self.writer())


@unittest.skipIf(missing(), missing())
class Unsubscribe(MailTest):
    """The link of a mail that ends the mails to its account (RFC 8058)."""

    FORM = {"Content-Type": "application/x-www-form-urlencoded"}

    def ask(self, method, path, body=None, headers=()):
        """A request without an account: status, type and text."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        connection.request(method, path, body, dict(headers))
        answer = connection.getresponse()
        with contextlib.closing(connection):
            return answer.status, answer.headers["Content-Type"], answer.read().decode()

    def link(self, mail):
        """The path of the link, beside the address for `mail off`."""
        self.assertEqual(mail.message["List-Unsubscribe-Post"], "List-Unsubscribe=One-Click")
        found = re.fullmatch(rf"<http://127.0.0.1:{self.port}(/api/1/mail/unsubscribe/{WORD})>, <mailto:paua\+{WORD}@club.example\?subject=mail%20off>",
                             mail.list_unsubscribe)
        return found[1]

    def setting(self, person):
        return person.call("GET", "/api/1/account/settings")[2]["mail"]

    def test_one_step(self):
        """One POST ends them, as often as it comes; a GET changes nothing, and codes still come."""
        self.serve()
        ann = self.sign_up("Ann")
        path = self.link(self.welcome)
        for _ in range(2):
            status, kind, page = self.ask("GET", path)
            self.assertEqual((status, kind), (200, "text/html; charset=utf-8"))
            self.assertIn('<form method="post"><button>', page)
            self.assertEqual(self.ask("HEAD", path)[0], 200)
        self.assertEqual(self.setting(ann), "daily")
        for body, headers in (("List-Unsubscribe=One-Click", self.FORM), (None, {}), ('--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
                                                                                     {"Content-Type": "multipart/form-data; boundary=x"})):
            status, kind, page = self.ask("POST", path, body, headers)
            self.assertEqual((status, kind), (200, "text/html; charset=utf-8"))
            self.assertIn("<h1>No more mail</h1>", page)
            self.assertEqual(self.setting(ann), "off")
            self.assertEqual(ann.call("PATCH", "/api/1/account/settings", {"mail": "turns"})[0], 200)
        self.assertEqual(ann.call("POST", "/api/1/session/forgotten", {"name": "Ann"})[0], 202)
        self.assertIsNone(self.postfix.next(to="ann@example.org").list_unsubscribe)
        self.assertEqual(self.server.stop(), (0, ""))

    def test_nobody_else(self):
        """Other tokens, other addresses, closed accounts and pages of others end nothing; the token is good for nothing else."""
        self.serve()
        ann = self.sign_up("Ann")
        path = self.link(self.welcome)
        token, reply = path.rsplit("/", 1)[1], self.replies["Ann"][5:57]
        start = path[:-len(token)]
        altered = ("b" if token[20] == "a" else "a").join((token[:20], token[21:]))
        for wrong in (reply, altered, "x", token + "a"):
            status, _, text = self.ask("POST", start + wrong, "List-Unsubscribe=One-Click", self.FORM)
            self.assertEqual((status, json.loads(text)["error"]["code"]), (403, "bad_code"), wrong)
        for headers, status in (({"Origin": "https://evil.example"}, 403), ({"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}, 403), ({"Content-Type": "text/plain"}, 415)):
            self.assertEqual(self.ask("POST", path, "List-Unsubscribe=One-Click", {**self.FORM, **headers})[0], status, headers)
        self.assertEqual(self.ask("POST", "/api/1/session", "name=Ann", self.FORM)[0], 415)  # no other path takes a form
        for other in (f"Mail {token}", f"Bearer {token}"):
            self.assertEqual(self.person().call("GET", "/api/1/account/settings", None, {"Authorization": other})[0], 401)
        self.assertEqual(self.setting(ann), "daily")
        self.assertEqual(ann.call("DELETE", "/api/1/account/address")[0], 204)
        self.assertEqual(self.ask("POST", path)[0], 403)
        self.assertEqual(self.setting(ann), "daily")


class UnreadAccount(FolderTest):
    """Needs no Postfix: the mail server takes a connection and says nothing."""

    def test_a_mail_waits_until_its_account_can_be_read(self):
        listening, options = deaf_mail_server()
        self.addCleanup(listening.close)
        listening.settimeout(30)
        server = self.start(*options)
        ann = Person(server.port)
        server.clients.append(ann)
        ann.sign_up("Ann")
        body = {"address": "ann@example.org", "password": PASSWORD}
        self.assertEqual(ann.call("PUT", "/api/1/account/address", body)[0], 202)
        held, _ = listening.accept()  # the code is being sent; what comes now waits
        self.sql("UPDATE account SET mail = 'ann@example.org'")
        self.sql("INSERT INTO mail (id, account, recipient, subject, body, answered, thread, kind, created, next, tries)"
                 " SELECT 'an-answer', account, recipient, subject, body, answered, thread, 0, created, 0, 0 FROM mail")
        self.sql("ALTER TABLE account RENAME TO hidden")
        # Nor is he told that a code is on its way whose account cannot be read.
        self.assertEqual(server.client().call("POST", "/api/1/session/forgotten", {"name": "Ann"})[0], 503)
        held.close()
        tries = lambda: self.sql("SELECT tries FROM mail WHERE id = 'an-answer'")
        wait_until(lambda: tries() != [["0"]])
        _, errors = server.stop()
        self.assertEqual(tries(), [["1"]])
        self.assertNotIn("given up", errors)


if __name__ == "__main__":
    unittest.main(argv=[argument for argument in sys.argv if argument != "--answers"], verbosity=2)
