"""Mail of two servers on one PostgreSQL database: each mail is sent once, by whichever has the time; what one server has
signed the other knows; a mail that one was killed over is sent by the other."""
import collections
import pathlib
import re
import tempfile
import unittest

from harness import wait_until
from support.postfix import ADDRESS, Postfix, missing
from test_accounts import PASSWORD
from test_cluster import ClusterTest

CODE = re.compile("^  ([a-z2-7]{52})$", re.MULTILINE)


@unittest.skipIf(missing(), missing())
class ClusterMail(ClusterTest):
    def setUp(self):
        super().setUp()
        folder = tempfile.TemporaryDirectory(prefix="paua-mail-")
        self.addCleanup(folder.cleanup)
        self.postfix = Postfix(pathlib.Path(folder.name))
        self.addCleanup(self.postfix.stop)
        options = ("--mail-server", f"smtp://127.0.0.1:{self.postfix.port}", "--mail-address", ADDRESS)
        self.first = self.start("--socket", self.postfix.socket, *options)  # which gets the mails that come
        self.second = self.start(*options)

    def ask(self, server, name):
        """A new account, which asks for a code for its address."""
        person = self.person(server, name)
        body = {"address": f"{name.lower()}@example.org", "password": PASSWORD}
        self.assertEqual(person.call("PUT", "/api/1/account/address", body)[0], 202)
        return person

    def sign_up(self, server, name, other):
        """An account whose address is confirmed at the other server; returns its address to reply to, too."""
        person, address = self.ask(server, name), f"{name.lower()}@example.org"
        code = CODE.search(self.postfix.next(to=address).body)[1]
        self.assertEqual(self.at(person, other).call("POST", "/api/1/account/address", {"code": code})[0], 200)
        return person, self.postfix.next(to=address).reply

    def queued(self):
        return int(self.cluster.sql("SELECT count(*) FROM paua.mail", self.database))

    def test_codes_and_commands(self):
        """Signed by one, known to the other; a command by mail moves at both."""
        _, ann = self.sign_up(self.second, "Ann", self.first)
        bob, _ = self.sign_up(self.first, "Bob", self.second)
        asked = self.postfix.send(ann, "challenge Bob")
        game = re.search(r"Game \d+ \((\w{8})\)", self.postfix.next(answers=asked).body)[1]
        self.assertEqual(self.at(bob, self.second).call("POST", f"/api/1/games/{game}/join", {})[0], 200)
        asked = self.postfix.send(ann, f"move {game} c5,d5#1")
        self.assertIn(game, self.postfix.next(answers=asked).body)
        self.assertEqual(self.second.client().game(game)["moves"], ["g7f6"])

    def test_events_once(self):
        """Events at both servers, which both look for: each is mailed once, also where one is killed before it has come to it."""
        people = {}
        for i, name in enumerate(("Ann", "Bob", "Cid", "Dan")):
            server = (self.first, self.second)[i % 2]
            people[name], _ = self.sign_up(server, name, server)
        games = {}
        for name, other in (("Ann", "Bob"), ("Bob", "Ann"), ("Cid", "Dan"), ("Dan", "Cid"), ("Ann", "Dan"), ("Dan", "Bob")):
            answer = people[name].call("POST", "/api/1/command", {"command": f"challenge {other}"})[2]
            games[re.search(r"Game (\d+) ", answer["text"])[1]] = (name, other)
        self.second.process.kill()
        self.second.close()
        wait_until(lambda: int(self.cluster.sql("SELECT count(*) FROM paua.mail_item WHERE since = 0", self.database)) == 0, 60)
        wait_until(lambda: self.queued() == 0, 90)
        self.postfix.idle()
        once = {mail.message_id: (mail.subject, mail.to) for mail in self.postfix.all() if "challenges" in mail.subject}
        self.assertEqual(collections.Counter(once.values()), collections.Counter(
            (f"Game {number}: {name} challenges you", f"{other.lower()}@example.org") for number, (name, other) in games.items()))

    def test_once(self):
        """Many mails, queued at both while the mail server is down; one server is killed while they are sent."""
        self.postfix.stop()
        names = [f"Q{i:02}{'abcdefghijklmnop'[i]}" for i in range(12)]
        for i, name in enumerate(names):
            self.ask((self.first, self.second)[i % 2], name)
        self.assertEqual(self.queued(), 12)
        self.postfix.start()
        wait_until(lambda: len(self.postfix.files()) > 2, 60)
        self.second.process.kill()
        self.second.close()
        wait_until(lambda: self.queued() == 0, 90)
        self.postfix.idle()
        mails = self.postfix.all()
        # One that was accepted, but not yet noted when the server was killed, may come again: as the same mail.
        once = {mail.message_id: mail.to for mail in mails}
        self.assertEqual(collections.Counter(once.values()), collections.Counter(f"{name.lower()}@example.org" for name in names))
        self.assertLessEqual(len(mails), len(names) + 1)


if __name__ == "__main__":
    unittest.main()
