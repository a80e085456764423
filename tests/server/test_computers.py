"""The server's own computers as bots with accounts: names and pages, challenges by name, rated games, tournaments, old
stores, several servers at one start."""
import concurrent.futures
import json
import re
import signal
import subprocess
import unittest

from harness import PAUA, POSTGRES, Client, FolderTest, Held, legal_moves, wait_until
from test_ratings import PASSWORD, RAPID, SHUTTLE, Book, Member, RatingsTest
from test_tournaments import TournamentCase

COMPUTERS = 22  # ten levels, twelve programs


class Computer:
    """An account of the server, for the checks of RatingsTest."""

    def __init__(self, name, server):
        self.name = name
        self.client = server.client()


def against(name, **more):
    return {"layout": "standard", "rules": RAPID, "seats": [{"kind": "user", "name": "Ann"}, {"kind": "user", "name": name}]} | more


class ComputersTest(RatingsTest):
    def start_game(self, member, **body):
        status, _, answer = member.call("POST", "/games", body)
        self.assertEqual(status, 201, answer)
        return answer["game"]

    def reply(self, member, game, moves=1, ply=1):
        """Plays so many moves of Black, each once the computer has answered the last one. Returns the game."""
        for _ in range(moves):
            now = wait_until(lambda: (seen := member.client.game(game)) and (seen["turn"] == "b" or seen["status"] == "over") and seen)
            if now["status"] == "over":
                return now
            status, _, answer = self.move(member, game, now["ply"], legal_moves(now["position"])[0])
            self.assertEqual(status, 200, answer)
        return wait_until(lambda: (seen := member.client.game(game)) and (seen["turn"] == "b" or seen["status"] == "over") and seen)

    def rated_game(self, member, name):
        """A rated game that counts when it ends."""
        seats = [{"kind": "user", "name": player} for player in (member.name, name)]
        game = self.start_game(member, **against(name, rated=True) | {"seats": seats})["id"]
        self.reply(member, game, 2)
        return game

    def accounts(self):
        return self.sql("SELECT id, name, password, mail, settings FROM account WHERE name LIKE 'paua.%' ORDER BY name")


class Turns(FolderTest):
    def test_a_move_while_a_turn_ends_without_one(self):
        """A search begins after a takeback and has nothing to do; the move that comes before it has ended is answered."""
        held = Held(self)
        held.hold("turn-1")
        held.hold("turn-2")
        server = self.start(**held.options())
        seats = [{"kind": "person"}, {"kind": "computer", "level": 1}]
        games = [server.client().create(seats) for _ in range(2)]
        moves = [legal_moves(game["position"])[:2] for game, _ in games]
        clients = [server.client(keys[0]) for _, keys in games]
        (first, _), (second, _) = games
        self.assertEqual(clients[0].move(first["id"], 1, moves[0][0])[0], 200)
        held.wait_for("turn-1")  # the one thread for quick searches
        self.assertEqual(clients[1].move(second["id"], 1, moves[1][0])[0], 200)
        status, _, answer = clients[1].call("POST", f"/api/1/games/{second['id']}/takeback", {"ply": 1})
        self.assertEqual((status, answer["turn"]), (200, "b"), answer)
        held.release("turn-1")
        held.wait_for("turn-2")
        self.assertEqual(clients[1].move(second["id"], 1, moves[1][1])[0], 200)
        held.release("turn-2")
        for game, _ in games:
            wait_until(lambda game=game: server.client().game(game["id"])["turn"] == "b", 10)


class Names(ComputersTest):
    def test_pages(self):
        ann, = self.begin(self.start(), "Ann")
        status, _, user = ann.call("GET", "/users/PAUA.5")
        self.assertEqual((status, user["name"], user["bot"], user["level"], user["ratings"]), (200, "paua.5", True, 5, []))
        user = ann.call("GET", "/users/paua.chorus")[2]
        self.assertEqual((user["opponent"], "level" in user), ("chorus:3", False))
        self.assertNotIn("level", ann.call("GET", "/users/Ann")[2])
        for name in ("paua.0", "paua.11", "paua.05", "paua.", "paua.nobody", "chorus", "paua.chorus:3"):
            self.refused(ann.call("GET", f"/users/{name}"), 404, "not_found")
        rows = self.accounts()
        self.assertEqual((len(rows), len({row[0] for row in rows})), (COMPUTERS, COMPUTERS))
        for row in rows:
            self.assertEqual(row[2:4], ["", ""])
            self.assertTrue(json.loads(row[4])["bot"])

    def test_nobody_is_one_of_them(self):
        """Nobody signs up with such a name or one like it, signs in to it, writes to it, blocks it."""
        ann, = self.begin(self.start(), "Ann")
        guest = self.server.client()
        for name in ("paua.5", "Paua.6", "PAUA.chorus", "paua", "paua-5", "Paua_5", "paua7"):
            self.refused(guest.call("POST", "/api/1/account", {"name": name, "password": PASSWORD}), 409, "name_taken")
        for name in ("x.5", "paua.a.b", "paua."):
            self.refused(guest.call("POST", "/api/1/account", {"name": name, "password": PASSWORD}), 400, "bad_request")
        self.assertEqual(guest.call("POST", "/api/1/account", {"name": "pauanui", "password": PASSWORD})[0], 201)
        for password in ("", PASSWORD):
            self.assertEqual(guest.call("POST", "/api/1/session", {"name": "paua.5", "password": password})[0], 401)
        message = self.refused(ann.own("POST", "/users/paua.5/messages", {"text": "hello"}), 409, "computer")
        self.assertIn("paua.5 is a computer", message)
        self.refused(ann.own("PUT", "/account/blocks/paua.5"), 409, "computer")
        self.assertEqual(ann.own("GET", "/account/messages")[2]["conversations"], [])

    def test_administrators_leave_them_alone(self):
        self.begin(self.start(), "Ann")
        rows = self.accounts()
        self.end()
        for command in ("close", "signout", "password"):
            done = subprocess.run([PAUA, "admin", command, "paua.5", "--store", self.place], input="a good one\n" * 2,
                                  capture_output=True, text=True)
            self.assertEqual((done.returncode, done.stderr.splitlines()[-1]),
                             (1, "paua admin: paua.5 is a computer of the server: nobody signs in there"))
        self.assertEqual(self.accounts(), rows)
        done = subprocess.run([PAUA, "admin", "list", "--json", "--store", self.place], capture_output=True, text=True)
        found = json.loads(done.stdout)["accounts"]
        self.assertEqual([one["name"] for one in found if not one["computer"]], ["Ann"])
        self.assertEqual(sum(one["computer"] for one in found), COMPUTERS)

    def test_old_stores_get_them(self):
        """Also some of them; games that were stored before them show them."""
        ann, = self.begin(self.start(), "Ann")
        old = self.start_game(ann, layout="standard", seats=[{"kind": "user", "name": "Ann"}, {"kind": "computer", "level": 1}])["id"]
        rows = self.accounts()
        self.end()
        for name in ("= 'paua.5'", "LIKE 'paua.%'"):
            self.sql(f"DELETE FROM account WHERE name {name}")
            self.restart(ann)
            self.assertEqual(self.accounts(), rows)
            self.end()
        self.restart(ann)
        self.assertEqual(ann.client.game(old)["seats"][1]["user"], "paua.1")
        self.assertEqual(self.accounts(), rows)

    def test_an_account_that_has_an_id_of_theirs_stops_the_start(self):
        ann, = self.begin(self.start(), "Ann")
        account = next(row[0] for row in self.accounts() if row[1] == "paua.5")
        self.end()
        self.sql(f"UPDATE account SET name = 'Bob', lookup = 'bob' WHERE id = '{account}'")
        self.assertEqual(self.fails("--store", self.place)[0], 3)

    @unittest.skipUnless(POSTGRES, "several servers have one PostgreSQL")
    def test_several_servers_at_one_start(self):
        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            servers = list(pool.map(lambda _: self.start(), range(4)))
        self.assertEqual(len(self.accounts()), COMPUTERS)
        for server in servers:
            self.assertEqual(server.stop(), (0, ""))
            server.close()

    def test_a_repaired_store_has_them_once(self):
        ann, = self.begin(self.start(), "Ann")
        game = self.rated_game(ann, "paua.1")
        self.resign(ann, game)
        shown = self.rating(Computer("paua.1", self.server))
        rows = self.accounts()
        self.end()
        if POSTGRES:
            self.skipTest("the copy is a file")
        for command in (["check", self.place], ["repair", self.place, f"--out={self.folder}/copy.db"]):
            done = subprocess.run([PAUA, "store", *command], capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.store = self.folder / "copy.db"
        self.restart(ann)
        self.assertEqual(self.accounts(), rows)
        self.assertEqual(self.rating(Computer("paua.1", self.server)), shown)


class Games(ComputersTest):
    def test_challenge_by_name(self):
        ann, = self.begin(self.start(), "Ann")
        game = self.start_game(ann, **against("Paua.2"))
        self.assertEqual(game["status"], "playing")
        self.assertEqual(game["seats"][1], {"kind": "computer", "level": 2, "colour": "w", "user": "paua.2", "bot": True})
        self.assertEqual(self.reply(ann, game["id"])["ply"], 3)
        # Without an account as well; the same as to name the level.
        guest = self.server.client()
        for seat in ({"kind": "user", "name": "paua.random"}, {"kind": "computer", "opponent": "random"}):
            game = guest.call("POST", "/api/1/games", {"layout": "standard", "seats": [{"kind": "person"}, seat]})[2]["game"]
            self.assertEqual((game["seats"][1]["opponent"], game["seats"][1]["user"]), ("random", "paua.random"))
        seats = [{"kind": "person"}, {"kind": "computer", "opponent": "abapro:2"}]
        game = guest.call("POST", "/api/1/games", {"layout": "standard", "seats": seats})[2]["game"]
        self.assertNotIn("user", game["seats"][1])
        self.refused(ann.call("POST", "/games", against("paua.11")), 400, "no_user")

    def test_history_has_public_games(self):
        ann, = self.begin(self.start(), "Ann")
        self.start_game(ann, **against("paua.1"))
        public = self.start_game(ann, **against("paua.1", public=True))["id"]
        games = lambda query: [row["id"] for row in ann.call("GET", f"/users/paua.1/games{query}")[2]["games"]]
        self.assertEqual((games("?open=1"), games("")), ([public], []))
        self.resign(ann, public)
        self.assertEqual((games("?open=1"), games("")), ([], [public]))
        self.assertEqual(self.sql("SELECT count(*) FROM seat"), [["3"]])  # not of the game that nobody may see

    def test_rated_games(self):
        """Ratings change as between people, whoever ends the game; over a restart and a kill."""
        ann, = self.begin(self.start(), "Ann")
        book = Book()
        computers = [Computer(name, self.server) for name in ("paua.1", "paua.random")]
        for number in range(4):
            name = computers[number % 2].name
            game = self.rated_game(ann, name)
            shown = ann.client.game(game)
            self.assertEqual((shown["rated"], shown["public"], shown["category"]), (True, True, "2-rapid"))
            if number == 1:
                self.server.stop(signal.SIGKILL)
                self.restart(ann)
            answer = self.resign(ann, game)
            self.assertEqual(answer["result"], "0-1")
            book.add(self.end_of(game), ["Ann", name], {1})
            self.assertGreater(answer["seats"][1]["rating_change"], 0)
        self.restart(ann)
        for computer in computers:
            computer.client = self.server.client()
        self.check_book(book, [ann, *computers])
        self.assertEqual(self.rating(computers[0])["wins"], 2)

    def test_the_computer_wins_by_a_move(self):
        ann, = self.begin(self.start(), "Ann")
        game = self.start_game(ann, **against("paua.4", rated=True, layout="belgian-daisy"))["id"]
        end = self.reply(ann, game, 500)
        self.assertEqual((end["result"], end["reason"]), ("0-1", "ejections"))
        book = Book()
        book.add(self.end_of(game), ["Ann", "paua.4"], {1})
        self.check_book(book, [ann, Computer("paua.4", self.server)])

    def test_many_at_once(self):
        """The rating of one computer after games that end at the same moment."""
        members = self.begin(self.start("--rate", "0"), *(f"P{i}" for i in range(8)))
        games = []
        for member in members:
            seats = [{"kind": "user", "name": member.name}, {"kind": "computer", "level": 1}]
            games.append(self.start_game(member, layout="standard", rules=RAPID, rated=True, seats=seats)["id"])
        for member, game in zip(members, games):
            self.reply(member, game, 2)
        with concurrent.futures.ThreadPoolExecutor(len(members)) as pool:
            list(pool.map(self.resign, members, games))
        shown = self.rating(Computer("paua.1", self.server))
        self.assertEqual((shown["games"], shown["wins"]), (8, 8))

    def test_what_may_be_rated(self):
        ann, = self.begin(self.start(), "Ann")
        own, level, random = {"kind": "user", "name": "Ann"}, {"kind": "computer", "level": 1}, {"kind": "computer", "opponent": "random"}
        named = [{"kind": "user", "name": name} for name in ("paua.1", "paua.2", "paua.3")]
        body = {"rules": RAPID, "rated": True}
        for layout, seats in (("standard", [level, random]), ("standard", named[:2]), ("bowl-3", named),
                              ("bowl-3", [own, level, level]), ("bowl-3", [own, level, named[0]]),
                              ("standard", [own, {"kind": "computer", "opponent": "abapro:2"}]),
                              ("standard", [own, {"kind": "computer", "opponent": "abla:w1=-1"}]),
                              ("standard", [{"kind": "person"}, level])):
            self.refused(ann.call("POST", "/games", body | {"layout": layout, "seats": seats}), 400, "bad_request")
        guest = self.server.client()
        opened = [{"kind": "open"}, level]
        self.refused(guest.call("POST", "/api/1/games", body | {"layout": "standard", "seats": opened}), 401, "not_signed_in")
        game = self.start_game(ann, layout="bowl-3", seats=[own, level, random], **body)
        self.assertEqual((game["category"], [seat["user"] for seat in game["seats"]]),
                         ("3-rapid", ["Ann", "paua.1", "paua.random"]))
        # As today, games against computers are not rated unless they are asked to be.
        self.assertNotIn("rated", self.start_game(ann, layout="standard", rules=RAPID, seats=[own, level]))

    def test_rules_of_rated_games_hold(self):
        ann, = self.begin(self.start(), "Ann")
        game = self.rated_game(ann, "paua.1")
        self.refused(ann.call("POST", f"/games/{game}/takeback", {}), 409, "rated")
        self.refused(ann.call("POST", f"/games/{game}/draw", {}), 409, "computer_declines")
        self.resign(ann, game)
        answer = ann.call("POST", f"/games/{game}/rematch", {})[2]
        again = ann.client.game(answer["next"])
        self.assertEqual((again["rated"], [seat["user"] for seat in again["seats"]]), (True, ["paua.1", "Ann"]))
        # Left before everybody has had two turns: it does not count.
        self.resign(ann, again["id"])
        self.assertEqual(self.rating(ann)["games"], 1)

    def test_standings_with_and_without(self):
        ann, *others = self.begin(self.start("--rate", "0"), "Ann", "Bob", "Cid", "Dan", "Eve")
        for name in ("paua.1", "paua.2", "paua.3", "paua.4"):
            self.resign(ann, self.rated_game(ann, name))
        for member in others:
            self.resign(member, self.rated_game(member, "paua.1"))
        self.sql("UPDATE rating SET deviation = 60")
        rows = lambda query: [(row["name"], row.get("bot")) for row in ann.call("GET", f"/standings?category=2-rapid{query}")[2]["standings"]]
        self.assertEqual(rows(""), [("paua.1", True)])  # Ann has played four others
        self.resign(ann, self.rated_game(ann, "paua.random"))
        self.sql("UPDATE rating SET deviation = 60")
        self.assertEqual(rows(""), [("paua.1", True), ("Ann", None)])
        self.assertEqual(rows("&bots=0"), [("Ann", None)])

    def test_by_commands(self):
        ann, bob = self.begin(self.start(), "Ann", "Bob")

        def give(line, member=ann):
            status, _, answer = member.call("POST", "/command", {"command": line})
            self.assertEqual((status, answer["status"]), (200, 200), answer)
            return answer["text"]

        self.assertIn("challenge -rated paua.5", give("help ai"))
        self.assertRegex(give("help ai"), r"(?m)^  ai:nacre +a stand-in: little is known of the program$")
        self.assertRegex(give("help ai"), r"(?m)^  ai:abapro$")
        text = give("challenge -rated paua.1")
        game, = [row["id"] for row in ann.call("GET", "/account/games")[2]["games"]]
        self.assertTrue(text.startswith(f"Game 101 ({game})"), text)
        self.assertEqual(ann.client.game(game)["seats"][1]["user"], "paua.1")
        self.reply(ann, game, 2)
        self.resign(ann, game)
        self.assertIn("paua.1, member since", give("who PAUA.1"))
        self.assertIn("mail: correspondence", give("standings 2-mail"))
        self.assertRegex(give("who paua.1"), r"2-mail .* 1 games +1 won")
        self.assertRegex(give("history paua.1 2-mail"), game)
        self.assertIn(game, give("show paua.1 all"))
        text = give("challenge Bob paua.1 paua.chorus -days=2")
        self.assertIn("The game begins when all have accepted.", text)
        give("accept " + re.search(r"^Game (\w+)", text)[1], bob)
        status, _, answer = ann.call("POST", "/command", {"command": "message paua.1 hello"})
        self.assertEqual(answer["code"], "needs_session", answer)
        status, _, answer = ann.own("POST", "/command", {"command": "message paua.1 hello"})
        self.assertEqual((answer["status"], answer["code"]), (409, "computer"), answer)


class Tournaments(TournamentCase):
    def add(self, person, tournament, name, status=200, what="join"):
        answer = person.call("POST", f"/api/1/tournaments/{tournament}/{what}", {"computer": name})
        self.assertEqual(answer[0], status, answer[2])
        return answer[2]

    def test_a_person_and_computers(self):
        """The organiser adds them; they play in the pool, and what they play with a person is rated."""
        ann, bob = self.person("Ann"), self.person("Bob")
        status, _, answer = ann.call("POST", "/api/1/tournaments", {"name": "Club", "system": "round-robin", "layout": "belgian-daisy",
                                                                   "rules": "arena,game=300", "rated": True})
        self.assertEqual(status, 201, answer)
        one = answer["id"]
        self.act(ann, one, "join")
        self.assertEqual(self.add(bob, one, "paua.1", 403)["error"]["code"], "not_owner")
        for name in ("paua.11", "Ann", 5):
            self.assertEqual(self.add(ann, one, name, 400)["error"]["code"], "bad_request")
        for name in ("paua.1", "Paua.Random", "paua.2", "paua.1"):
            self.add(ann, one, name)
        answer = self.add(ann, one, "paua.2", what="leave")
        self.assertEqual([(row["name"], row.get("bot", False)) for row in answer["standings"]],
                         [("Ann", False), ("paua.1", True), ("paua.random", True)])
        self.act(ann, one, "start")

        def play():
            now = self.read(one, ann)
            for pairing in now["pairings"]:
                game = pairing["black_points"] is None and ann.game(pairing["game"])
                if game and game["status"] != "over":
                    mine = next((seat["colour"] for seat in game["seats"] if seat.get("you")), None)
                    self.assertEqual(game.get("rated", False), mine is not None)
                    if mine and game["turn"] == mine and game["ply"] > 4:
                        self.assertEqual(ann.call("POST", f"/api/1/games/{game['id']}/resign", {})[0], 200)
                    elif mine and game["turn"] == mine:
                        ann.move(game["id"], game["ply"], legal_moves(game["position"])[0])
            return now["status"] == "over" and now

        end = wait_until(play, 120, 0.1)
        points = {row["name"]: row["points"] for row in end["standings"]}
        self.assertEqual(points, {"Ann": 0, "paua.1": 2, "paua.random": 1})
        self.assertEqual([row["games"] for row in ann.call("GET", "/api/1/users/paua.1")[2]["ratings"]], [1])

    def test_of_people(self):
        ann = self.person("Ann")
        one = self.make(ann, bots=False)
        self.assertEqual(self.add(ann, one, "paua.1", 403)["error"]["code"], "no_bots")


if __name__ == "__main__":
    unittest.main()
