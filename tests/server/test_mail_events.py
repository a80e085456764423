"""A mail for each event that concerns a player, with a real Postfix on loopback: what it says, who gets it and when, and that it
comes once, whatever ends in between.

    python3 test_mail_events.py --mails Events.test_every_event      an evening's mails in full
"""
import collections
import sys
import unittest

from harness import Stream, wait_until
from support.postfix import missing
from test_mail import CUT, KINDS, MailTest, check_moves


@unittest.skipIf(missing(), missing())
class Events(MailTest):
    def act(self, name, path, body=None, expect=200):
        status, _, answer = self.people[name].call("POST", f"/api/1/{path}", body or {})
        self.assertEqual(status, expect, answer)
        return answer

    def mail(self, name, subject):
        """The next mail about an event."""
        return self.next_mails(name, subject)[subject]

    def next_mails(self, name, *subjects):
        """The bodies of the next mails, which come in any order, by their subjects."""
        mails = [self.next_mail(name) for _ in subjects]
        self.assertEqual(sorted(mail.subject for mail in mails), sorted(subjects))
        return {mail.subject: mail.body for mail in mails}

    def next_mail(self, name):
        mail = self.postfix.next(to=f"{name.lower()}@example.org")
        self.assertEqual(mail.auto_submitted, "auto-generated")
        self.assertTrue(mail.body.startswith(CUT))
        self.assertIn(f"<mailto:{mail.reply}?subject=mail%20off>", mail.list_unsubscribe)
        self.replies[name] = mail.reply
        if "--mails" in sys.argv:
            print(f"To: {name}\nSubject: {mail.subject}\n\n{mail.body}\n{'=' * 72}")
        return mail

    def test_every_event(self):
        """A game by mail from the challenge to its successor: each mail has the board, and commands that can be given."""
        self.serve()
        for name in ("Ann", "Bob", "Cid"):
            self.sign_up(name)
            self.mails(name, dict.fromkeys(KINDS, "now"))
        game, number = self.challenge("Ann", "Bob")
        body = self.mail("Bob", f"Game {number}: Ann challenges you")
        self.assertIn(f"  accept {number}\n  reject {number}\n", body)
        board = ["          1 2 3 4 5", "          / / / / / 6", "      A- o o o o o / 7", "     B- o o o o o o / 8", "    C- . . o o o . . / 9"]
        self.assertIn("\n".join(board), body)
        self.assertRegex(body, r"  o  Ann, 0 ejected\n  x  Bob, 0 ejected  <- you\n")
        self.assertNotIn("  move ", body)
        self.give("Bob", f"accept {number}")
        body = self.mail("Ann", f"Your turn in game {number}: Bob has accepted the challenge")
        self.assertIn("It is your turn, move 1.", body)
        self.assertEqual(self.people["Cid"].call("PUT", f"/api/1/account/subscriptions/{game}")[0], 204)
        move = check_moves(self, self.people["Ann"], body, game)[0]
        self.give("Ann", f"move {number} {move}#1")
        body = self.mail("Bob", f"Your turn in game {number}: Ann moved {move.upper()}")
        self.assertIn(f"Move 1: Ann moved {move.upper()}.\n", body)
        self.assertIn("  <- you\n", body)
        check_moves(self, self.people["Bob"], body, game)
        body = self.mail("Cid", f"Game {number}: Ann moved {move.upper()}")
        self.assertIn(f"  unsubscribe {number}\n", body)
        self.assertNotIn("  move ", body)
        self.act("Ann", f"games/{game}/draw")
        body = self.mail("Bob", f"Your turn in game {number}: Ann proposes a draw")
        self.assertIn(f"  accept {number}\n  reject {number}\n", body)
        self.give("Bob", f"reject {number}")
        self.mail("Ann", f"Game {number}: Bob declines a draw")
        self.act("Ann", f"games/{game}/takeback")
        self.mail("Bob", f"Your turn in game {number}: Ann proposes a takeback, back to move 1")
        self.give("Bob", f"accept {number}")
        self.mail("Ann", f"Your turn in game {number}: Bob accepts a takeback, back to move 1")
        self.act("Ann", f"games/{game}/chat", {"text": "Good luck"})
        body = self.mail("Bob", f"Game {number}: Ann writes in the game")
        self.assertIn("  Good luck\n", body)
        self.assertIn(f"  chat {number} TEXT\n", body)
        self.act("Cid", "users/Bob/messages", {"text": "Who wins?"}, expect=201)
        body = self.mail("Bob", "A message of Cid")
        self.assertIn("\nWho wins?\n", body)
        self.assertIn("Sent to Cid.", self.give("Bob", "message Cid I do"))
        self.mail("Cid", "A message of Bob")
        self.act("Ann", f"games/{game}/resign")
        for name in ("Bob", "Cid"):
            body = self.mail(name, f"Game {number}: Ann has resigned")
            self.assertIn("The game is over: 0-1, by resignation.\nBob has won.\n", body)
        self.act("Bob", f"games/{game}/rematch")
        body = self.mail("Ann", f"Game {number}: Bob proposes a rematch")
        self.give("Ann", f"accept {number}")
        accepted, begins = f"Game {number}: Ann accepts a rematch", f"Your turn in game {number + 1}: Bob - Ann: the game begins"
        body = self.next_mails("Bob", accepted, begins)[accepted]
        self.assertIn(f"It continues as game {number + 1}.", body)
        self.assertEqual(self.server.stop(), (0, ""))

    def test_rated(self):
        """The end of a rated game has the new ratings, which later games show, too."""
        self.serve()
        self.sign_up("Ann"), self.sign_up("Bob")
        game, number = self.challenge("Ann", "-rated", "Bob")
        self.mail("Bob", f"Game {number}: Ann challenges you")
        self.act("Bob", f"games/{game}/join")
        for ply, move in enumerate(("g7f6", "c3d4", "f6g7", "d4c3"), 1):
            self.act(("Ann", "Bob")[(ply - 1) % 2], f"games/{game}/moves", {"ply": ply, "move": move})
        self.act("Ann", f"games/{game}/resign")
        body = self.mail("Bob", f"Game {number}: Ann has resigned")
        self.assertRegex(body, r"  o  Ann \(1\d\d\d\??, -\d+\), 0 ejected")
        self.assertRegex(body, r"  x  Bob \(1\d\d\d\??, \+\d+\), 0 ejected  <- you")
        game, number = self.challenge("Ann", "Bob")  # not rated, by one with a rating
        body = self.mail("Bob", f"Game {number}: Ann challenges you")
        self.assertRegex(body, r"  o  Ann \(1\d\d\d\?\), 0 ejected\n  x  Bob, 0 ejected  <- you\n")

    def test_choices(self):
        """By kind and by game; what is refused; `mail` and its help name every kind."""
        self.serve()
        self.sign_up("Ann"), self.sign_up("Bob")
        bob = self.people["Bob"]
        self.assertEqual(bob.call("GET", "/api/1/account/settings")[2]["mail"], "daily")
        for mails in ({"turns": "now"}, {"turn": "daily"}, {"turn": None}, [], "off"):
            self.assertEqual(bob.call("PATCH", "/api/1/account/settings", {"mails": mails})[0], 400, mails)
        told, known = self.give("Bob", "mail turns"), self.give("Bob", "help mail")
        for kind in KINDS:
            self.assertRegex(told, rf"\n  {kind} +(now|digest)\n")
            self.assertRegex(known, rf"  {kind}  ")
        self.assertIn("off, digest or now", self.give("Bob", "mail turn never"))
        self.mails("Bob", dict.fromkeys(KINDS, "off") | {"turn": "now"})
        game, number = self.challenge("Ann", "Bob")  # no mail of that
        self.act("Bob", f"games/{game}/join")
        self.assertEqual(bob.call("PUT", f"/api/1/account/mail/{number}", {"mail": "never"})[0], 400)
        self.assertEqual(bob.call("PUT", "/api/1/account/mail/99999", {"mail": "off"})[0], 404)
        self.assertEqual(bob.call("PUT", f"/api/1/account/mail/{number}", {"mail": "off"})[0], 204)
        self.assertEqual(bob.call("GET", "/api/1/account/mail")[2], {"games": [{"game": game, "mail": "off"}]})
        self.act("Ann", f"games/{game}/moves", {"ply": 1, "move": "g7f6"})
        wait_until(lambda: self.undecided() == 0)
        self.assertEqual(bob.call("DELETE", f"/api/1/account/mail/{number}")[0], 204)
        self.act("Bob", f"games/{game}/moves", {"ply": 2, "move": "c3d4"})
        self.act("Ann", f"games/{game}/moves", {"ply": 3, "move": "f6e5"})
        self.mail("Bob", f"Your turn in game {number}: Ann moved D5,E5")  # the first one about this game

    def test_on_the_page(self):
        """Who follows the game there gets no mail; of a game by minutes only what brings its players to it."""
        self.serve()
        self.sign_up("Ann"), self.sign_up("Bob")
        self.mails("Bob", dict.fromkeys(KINDS, "now"))
        game, number = self.challenge("Ann", "Bob")
        self.mail("Bob", f"Game {number}: Ann challenges you")
        self.act("Bob", f"games/{game}/join")
        token = self.act("Bob", "account/tokens", {"label": "page", "scopes": ["read", "play"]}, expect=201)["token"]
        stream = Stream(self.server.port, game, key=token)
        wait_until(lambda: self.people["Ann"].game(game)["here"])
        self.act("Ann", f"games/{game}/moves", {"ply": 1, "move": "g7f6"})
        wait_until(lambda: self.undecided() == 0)
        stream.close()
        seats = [{"kind": "user", "name": name} for name in ("Ann", "Bob")]
        status, _, answer = self.people["Ann"].call("POST", "/api/1/games", {"layout": "standard", "seats": seats, "rules": {"game": 600}})
        self.assertEqual(status, 201, answer)
        live, other = answer["game"]["id"], answer["game"]["number"]
        self.mail("Bob", f"Game {other}: Ann challenges you")  # and none about the move before
        self.act("Bob", f"games/{live}/join")
        self.act("Ann", f"games/{live}/moves", {"ply": 1, "move": "a1b2"})
        self.act("Ann", f"games/{live}/resign")
        self.mail("Bob", f"Game {other}: Ann has resigned")  # not about the move

    def test_three_players(self):
        """Each of three gets the mails of his side, with the number of his marbles."""
        self.serve()
        for name in ("Ann", "Bob", "Cid"):
            self.sign_up(name)
            self.mails(name, dict.fromkeys(KINDS, "now"))
        game, number = self.challenge("Ann", "-bowl", "Bob", "Cid")
        for name, mark in (("Bob", 2), ("Cid", 3)):
            body = self.mail(name, f"Game {number}: Ann challenges you")
            self.assertRegex(body, rf"\n  {mark}  {name}, 0 ejected  <- you\n")
        self.give("Bob", f"accept {number}")
        self.give("Cid", f"accept {number}")
        self.mail("Ann", f"Game {number}: Bob has accepted the challenge")
        body = self.mail("Ann", f"Your turn in game {number}: Cid has accepted the challenge")
        move = check_moves(self, self.people["Ann"], body, game)[0]
        self.mail("Bob", f"Game {number}: Cid has accepted the challenge")
        self.give("Ann", f"move {number} {move}#1")
        body = self.mail("Bob", f"Your turn in game {number}: Ann moved {move.upper()}")
        check_moves(self, self.people["Bob"], body, game)
        self.act("Bob", f"games/{game}/resign")  # two go on
        self.mail("Ann", f"Game {number}: Bob has resigned")
        body = self.mail("Cid", f"Your turn in game {number}: Bob has resigned")
        self.assertIn("  Bob, 0 ejected, out\n", body)
        check_moves(self, self.people["Cid"], body, game)

    def test_reminders(self):
        """Who loses a game on time soon is told once, as is who wants to be reminded of a turn."""
        self.serve()
        for name in ("Ann", "Bob"):
            self.sign_up(name)
            self.mails(name, dict.fromkeys(KINDS, "off") | {"reminder": "now"})
        games = [self.challenge("Ann", f"-days={days}", "Bob") for days in (1, 9)]
        for game, _ in games:
            self.act("Bob", f"games/{game}/join")
            for ply, (name, move) in enumerate((("Ann", "g7f6"), ("Bob", "c3d4")), 1):  # the clock runs from the second round on
                self.act(name, f"games/{game}/moves", {"ply": ply, "move": move})
        self.restart()
        mail = self.next_mail("Ann")
        loses = r"You lose the game on time on 20\d\d-\d\d-\d\d at \d\d:\d\d UTC"
        self.assertRegex(mail.subject, f"^Your turn in game {games[0][1]}: {loses}$")
        self.assertRegex(mail.body, rf"\n{loses}\. Game {games[0][1]} ")
        check_moves(self, self.people["Ann"], mail.body, games[0][0])
        self.restart()
        self.none_comes()

    def test_pairing(self):
        """A pairing of a tournament is mailed to both, however fast its games are."""
        self.serve()
        for name in ("Ann", "Bob"):
            self.sign_up(name)
        cup = self.act("Ann", "tournaments", {"name": "Cup", "system": "swiss", "rounds": 1, "layout": "standard", "rules": {"game": 600}}, expect=201)["id"]
        for name in ("Ann", "Bob"):
            self.act(name, f"tournaments/{cup}/join")
        self.act("Ann", f"tournaments/{cup}/start")
        mails = [self.next_mail(name) for name in ("Ann", "Bob")]
        for mail in mails:
            self.assertRegex(mail.subject, r"^(Your turn in g|G)ame \d+: (Ann - Bob|Bob - Ann): your game of the tournament$")
            self.assertIn("      A- x x x x x / 7\n", mail.body)
        self.assertEqual(sorted(mail.subject[:4] for mail in mails), ["Game", "Your"])

    def test_flood(self):
        """Of more than 100 mails in an hour to an account, those above wait for the digest."""
        self.serve()
        for name in ("Ann", "Bob", "Cid"):
            self.sign_up(name)
            self.mails(name, dict.fromkeys(KINDS, "off") | {"follow": "now"})
        seats = [{"kind": "user", "name": name} for name in ("Ann", "Bob")]
        answer = self.act("Ann", "games", {"layout": "standard", "seats": seats, "rules": {"days": 3, "repetition": 0}, "public": True}, expect=201)
        game, number = answer["game"]["id"], answer["game"]["number"]
        self.act("Bob", f"games/{game}/join")
        self.postfix.stop()
        self.assertEqual(self.people["Cid"].call("PUT", f"/api/1/account/subscriptions/{game}")[0], 204)
        moves = 105
        for ply in range(moves):
            move = ("c3d4", "g7f6", "d4c3", "f6g7")[ply % 4]
            self.act(("Ann", "Bob")[ply % 2], f"games/{game}/moves", {"ply": ply + 1, "move": move})
        wait_until(lambda: self.undecided() == 0, 60)
        self.assertEqual(self.queued(), 100)
        self.assertEqual(self.sql("SELECT count(*) FROM mail_item"), [[str(moves - 100)]])
        self.sql("DELETE FROM mail")
        self.postfix.start()
        self.server.stop()
        self.server.close()
        self.serve()
        body = self.mail("Cid", "What has happened in your games")
        self.assertRegex(body, rf"\n  Game {number}: Ann moved \S+\.\n  Game {number}: Bob moved \S+\.\n")
        self.assertEqual(body.count(f"  Game {number}: "), moves - 100)

    def test_killed(self):
        """Whenever the server is killed, each event that was answered is mailed once."""
        self.serve()
        self.sign_up("Ann"), self.sign_up("Bob")
        self.postfix.stop()
        numbers = []
        for _ in range(4):
            game, number = self.challenge("Ann", "Bob")
            self.server.process.kill()
            self.server.close()
            numbers.append(number)
            self.serve()
            self.act("Bob", f"games/{game}/decline")  # an account challenges another twice at a time
        wait_until(lambda: self.undecided() == 0)
        self.postfix.start()
        wait_until(lambda: self.queued() == 0, 60)
        self.postfix.idle()
        subjects = collections.Counter(mail.subject for mail in self.postfix.all() if "challenges" in mail.subject)
        self.assertEqual(subjects, collections.Counter(f"Game {number}: Ann challenges you" for number in numbers))


if __name__ == "__main__":
    unittest.main(argv=[argument for argument in sys.argv if argument != "--mails"])
