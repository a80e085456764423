"""Ratings of people: games between accounts, rated by the server and again by this file; restarts, kill -9, games
that end at once; standings, histories, ranges, limits.

PAUA_KILLS says how often the server is killed (8 by default)."""
import collections
import http.client
import json
import math
import os
import random
import signal
import subprocess
import threading
import time
import unittest

from harness import PAUA, SLOWDOWN, Client, FolderTest, ServerTest, Stream, legal_moves, wait_until

KILLS = int(os.environ.get("PAUA_KILLS", "8"))
PERIOD = 5 * 86400  # seconds
SHUTTLE = ["c3d3", "g5f5", "d3c3", "f5g5"]  # the shortest game on the standard layout that counts
LONG = {  # ten rounds in which no position comes again: the shortest games that are not short
    2: "c3d3 g5f5 a5b5 i6h5 d5d6 i9h8 a2b3 f6h8e6 a4a5 h7g6 d5d4 g8g9 c4b3 g9g8 d4d5 f5g6 a3a4 h7g7 a1b1 h4g3".split(),
    3: ("b5b6c6 i8h7 d8d7 c5d6 b1b2 e9e8 h4g3 g7g8 f2e2 g3h4 i9i8 d7e8d8 a5b5 g8h8f7 d1d2 d6c6 f7g7f8 e6e7d5 a4a3 h9h8 d6e7 c6d7"
        " h8i8h9 d3e4 i6h5 a2b3 e2e3 a3a4 a1b1 d2c2").split()}
RAPID = "classic,game=600,gain=5"
PASSWORD = "correct horse battery"
PAIR_GAMES = 10  # games of two accounts that count in a day
FEW_GAMES = 3  # of these, short ones; and those that both play from one address
DAY = 86400  # seconds


# The computation again, from the paper and docs/ratings.md, with another way to find the volatility.

def rate(player, results, periods):
    """A player (rating, deviation, volatility) after results [(opponent, score, weight)]."""
    scale, tau = 173.7178, 0.5
    mu, phi, sigma = (player[0] - 1500) / scale, player[1] / scale, player[2]
    information = surprise = 0.0
    for opponent, score, weight in results:
        g = 1 / math.sqrt(1 + 3 * (opponent[1] / scale) ** 2 / math.pi ** 2)
        expected = 1 / (1 + math.exp(-g * (mu - (opponent[0] - 1500) / scale)))
        information += weight * g * g * expected * (1 - expected)
        surprise += weight * g * (score - expected)
    v = 1 / information
    delta = v * surprise

    def f(x):
        e = math.exp(x)
        return (e * (delta ** 2 - phi ** 2 - v - e) / (2 * (phi ** 2 + v + e) ** 2)
                - (x - math.log(sigma ** 2)) / tau ** 2)

    low, high = -60.0, 10.0  # f falls from above 0 to below
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if f(middle) > 0 else (low, middle)
    sigma = min(math.exp(low / 2), 0.1)
    phi = min(math.sqrt(phi ** 2 + periods * sigma ** 2), 350 / scale)
    phi = 1 / math.sqrt(1 / phi ** 2 + information)
    rating = 1500 + scale * (mu + phi ** 2 * surprise)
    return min(max(rating, 100), 4000), min(max(phi * scale, 30), 350), sigma


def aged(player, periods):
    return player[0], min(math.hypot(player[1], 173.7178 * player[2] * math.sqrt(periods)), 350), player[2]


class Book:
    """What the ratings of a category should be."""

    def __init__(self):
        self.people = {}  # name -> (player, the time of the last game)

    def get(self, name, at):
        player, last = self.people.get(name, ((1500.0, 350.0, 0.06), at))
        return player, max(at - last, 0) / PERIOD

    def add(self, at, names, best, teams=None):
        """A game in which the players `best` came out best."""
        new = {}
        for i, name in enumerate(names):
            team = teams[i] if teams else i
            others = [j for j in range(len(names)) if (teams[j] if teams else j) != team]
            results = []
            for j in others:
                if i in best or j in best:
                    score = 0.5 + 0.5 * ((i in best) - (j in best))
                    results.append((aged(*self.get(names[j], at)), score, 1 / len(others)))
            player, periods = self.get(name, at)
            new[name] = (rate(player, results, periods), at)
        self.people.update(new)


class Member:
    """An account with a client that shows its token."""

    def __init__(self, server, name):
        self.name = name
        client = server.client()
        status, headers, answer = client.call("POST", "/api/1/account", {"name": name, "password": PASSWORD})
        assert status == 201, answer
        self.cookie = headers["Set-Cookie"].split(";")[0]
        status, _, answer = client.call("POST", "/api/1/account/tokens", {"label": "test", "scopes": ["play", "read"]},
                                        {"Cookie": self.cookie})
        assert status == 201, answer
        self.token = answer["token"]
        self.connect(server)

    def connect(self, server):
        self.client = server.client(self.token)

    def call(self, method, path, body=None):
        return self.client.call(method, "/api/1" + path, body)

    def own(self, method, path, body=None):
        """A call for which a token does not do."""
        browser = Client(self.client.port)
        try:
            return browser.call(method, "/api/1" + path, body, {"Cookie": self.cookie})
        finally:
            browser.close()


def seconds(text):
    return time.mktime(time.strptime(text, "%Y-%m-%dT%H:%M:%SZ")) - time.timezone


class RatingsTest(FolderTest):
    openings = {}
    refused = ServerTest.refused

    def setUp(self):
        super().setUp()
        self.random = random.Random(25)

    def begin(self, server, *names):
        self.server = server
        self.addCleanup(self.end)
        return [Member(server, name) for name in names]

    def end(self):
        """The server ends without a complaint but of dates that a test has set, unless it was killed."""
        if self.server.process.poll() is None:
            code, said = self.server.stop()
            said = [line for line in said.splitlines() if not line.startswith("paua serve: the date was set by ")]
            self.assertEqual((code, said), (0, []))
        self.server.close()

    def restart(self, *members, before=None):
        self.end()
        self.server = self.start(before=before)
        for member in members:
            member.connect(self.server)

    def create(self, members, **body):
        """A rated game of these, in their order; the first one creates it. Returns its id."""
        layout = {2: "standard", 3: "bowl-3", 4: "standard-4"}[len(members)]
        body = {"layout": layout, "rules": RAPID, "rated": True} | body
        body.setdefault("seats", [{"kind": "user", "name": member.name} for member in members])
        status, _, answer = members[0].call("POST", "/games", body)
        self.assertEqual(status, 201, answer)
        game = answer["game"]["id"]
        for member in members[1:]:
            status, _, answer = member.call("POST", f"/games/{game}/join", {})
            self.assertEqual(status, 200, answer)
        self.assertEqual(answer["status"], "playing")
        return game

    def opening(self, members, game):
        """Moves of two rounds."""
        count = len(members)
        if count == 2:
            return SHUTTLE
        if count not in self.openings:
            self.openings[count] = []
            for ply in range(2 * count):
                position = members[0].client.game(game)["position"]
                move = legal_moves(position)[0]
                self.openings[count].append(move)
                self.assertEqual(self.move(members[ply % count], game, ply + 1, move)[0], 200)
        return self.openings[count]

    def move(self, member, game, ply, move):
        return member.call("POST", f"/games/{game}/moves", {"ply": ply, "move": move})

    def open_game(self, members, long=False, **body):
        """A game that counts when it ends."""
        game = self.create(members, **body)
        for ply, move in enumerate(LONG[len(members)] if long else self.opening(members, game), 1):
            status, _, answer = self.move(members[(ply - 1) % len(members)], game, ply, move)
            self.assertEqual(status, 200, answer)
        return game

    def resign(self, member, game):
        status, _, answer = member.call("POST", f"/games/{game}/resign", {})
        self.assertEqual(status, 200, answer)
        return answer

    def draw(self, members, game):
        for member in members:
            status, _, answer = member.call("POST", f"/games/{game}/draw", {})
            self.assertEqual(status, 200, answer)
        return answer

    def play(self, members, winner, long=False):
        """A game that one of them wins, or with None nobody. Returns the game object."""
        game = self.open_game(members, long)
        if winner is None:
            return self.draw(members, game)
        for member in members:
            if member is not winner:
                answer = self.resign(member, game)
        return answer

    def rating(self, member, category="2-rapid"):
        """The rating on somebody's page, or None."""
        status, _, answer = member.client.call("GET", f"/api/1/users/{member.name}")
        self.assertEqual(status, 200, answer)
        return next((one for one in answer["ratings"] if one["category"] == category), None)

    def curve(self, member, category="2-rapid", query=""):
        """The games of a rating, oldest first."""
        path = f"/api/1/users/{member.name}/ratings?category={category}{query}"
        status, _, answer = member.client.call("GET", path)
        self.assertEqual(status, 200, answer)
        return answer["games"][::-1]

    def check_book(self, book, members, category="2-rapid"):
        """All ratings are those of the book, and the sums of their histories."""
        for member in members:
            shown, games = self.rating(member, category), self.curve(member, category)
            player = book.people[member.name][0]
            self.assertAlmostEqual(shown["rating"], player[0], delta=0.01)
            self.assertAlmostEqual(shown["deviation"], player[1], delta=0.01)
            self.assertAlmostEqual(1500 + sum(game["change"] for game in games), shown["rating"], delta=1e-4)
            self.assertEqual([game["number"] for game in games], list(range(1, shown["games"] + 1)))
            self.assertEqual(shown["wins"] + shown["draws"] + shown["losses"], shown["games"])
            self.assertEqual(games[-1]["rating"], shown["rating"])

    def let_a_day_pass(self):
        """The games that counted were played a day earlier."""
        self.sql(f"UPDATE rating_history SET at = at - {1000 * DAY}")
        self.sql(f"UPDATE pair_game SET at = at - {1000 * DAY}")

    def end_of(self, game):
        """When a game ended, from the store itself."""
        (at,), = self.sql(f"SELECT max(at) FROM event JOIN game ON game.key = event.game WHERE id = '{game}'")
        return int(at) / 1000


class Series(RatingsTest):
    def test_two_players(self):
        members = self.begin(self.start(), "Ann", "Bob", "Cid", "Dan")
        book = Book()
        counts = {member.name: [0, 0, 0] for member in members}
        for number in range(24):
            pair = self.random.sample(members, 2)
            winner = self.random.choice([pair[0], pair[0], pair[1], None])
            game = self.play(pair, winner, long=True)
            book.add(self.end_of(game["id"]), [one.name for one in pair],
                     {0, 1} if winner is None else {pair.index(winner)})
            for one in pair:
                counts[one.name][1 if winner is None else 0 if one is winner else 2] += 1
            self.assertEqual(game["result"], "1/2-1/2" if winner is None else ["1-0", "0-1"][pair.index(winner)])
            if number == 11:
                self.check_book(book, [one for one in members if sum(counts[one.name])])
                self.restart(*members)
        self.check_book(book, members)
        for member in members:
            shown = self.rating(member)
            self.assertEqual([shown["wins"], shown["draws"], shown["losses"]], counts[member.name])

    def test_three_players(self):
        members = self.begin(self.start(), "Ann", "Bob", "Cid")
        book = Book()
        for number in range(6):
            table = self.random.sample(members, 3)
            winner = table[number % 3]
            game = self.play(table, winner, long=True)
            book.add(self.end_of(game["id"]), [one.name for one in table], {number % 3})
            changes = [seat["rating_change"] for seat in game["seats"]]
            self.assertGreater(changes[number % 3], 0)
            self.assertEqual(sum(change < 0 for change in changes), 2)
        # A draw of two after one has left: he has lost to both.
        game = self.open_game(members, long=True)
        self.assertEqual(self.resign(members[2], game)["result"], "*")
        answer = self.draw(members[:2], game)
        self.assertEqual((answer["result"], answer["status"]), ("1/2-1/2", "over"))
        book.add(self.end_of(game), ["Ann", "Bob", "Cid"], {0, 1})
        self.check_book(book, members, "3-rapid")
        self.assertEqual([self.rating(one, "3-rapid")["draws"] for one in members], [1, 1, 0])
        self.assertIsNone(self.rating(members[0], "2-rapid"))

    def test_teams(self):
        members = self.begin(self.start(), "Ann", "Bob", "Cid", "Dan")
        book = Book()
        for _ in range(2):
            game = self.open_game(members, teams=True)
            self.resign(members[1], game)
            answer = self.resign(members[3], game)
            self.assertEqual(answer["status"], "over")
            book.add(self.end_of(game), [one.name for one in members], {0, 2}, [0, 1, 0, 1])
        self.check_book(book, members, "4-rapid")
        self.assertEqual(self.rating(members[2], "4-rapid")["wins"], 2)

    def test_each_clock_has_its_own_ratings(self):
        ann, bob = self.begin(self.start(), "Ann", "Bob")
        for rules in ("arena,turn=5", RAPID, "tournament,game=3600", "classic,days=3"):
            game = self.open_game([ann, bob], rules=rules)
            self.resign(bob, game)
        answer = ann.call("GET", "/users/ann")[2]
        self.assertEqual([(one["category"], one["games"]) for one in answer["ratings"]],
                         [("2-fast", 1), ("2-mail", 1), ("2-rapid", 1), ("2-slow", 1)])

    def test_a_flag_that_falls_counts(self):
        ann, bob = self.begin(self.start(), "Ann", "Bob")
        game = self.open_game([ann, bob], rules="classic,turn=1")
        wait_until(lambda: ann.client.game(game)["result"] == "0-1")
        self.assertEqual(self.rating(bob, "2-fast")["wins"], 1)
        self.assertGreater(ann.client.game(game)["seats"][1]["rating_change"], 100)


class Terms(RatingsTest):
    """Which games may be rated, and which count."""

    def test_what_may_be_rated(self):
        ann, bob = self.begin(self.start(), "Ann", "Bob")
        seats = [{"kind": "user", "name": "Ann"}, {"kind": "user", "name": "Bob"}]
        good = {"layout": "belgian-daisy", "rules": RAPID, "rated": True, "seats": seats}
        position = "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb b"
        bad = [{"rules": "classic"}, {"rules": RAPID + ",win=3"}, {"rules": RAPID + ",quiet=0"}, {"layout": "e0"},
               {"seats": [seats[0], {"kind": "computer", "opponent": "abapro:2"}]}, {"seats": [seats[0], {"kind": "person"}]},
               {"seats": [seats[0], seats[0]]}, {"rated": "yes"}]
        for change in bad:
            self.refused(ann.call("POST", "/games", good | change), 400, "bad_request")
        custom = {key: value for key, value in good.items() if key != "layout"} | {"position": position}
        self.refused(ann.call("POST", "/games", custom), 400, "bad_request")
        stranger = self.server.client()
        opened = good | {"seats": [{"kind": "open"}, {"kind": "open"}]}
        self.refused(stranger.call("POST", "/api/1/games", opened), 401, "not_signed_in")
        status, _, answer = ann.call("POST", "/games", good | {"seats": [seats[0], {"kind": "open", "listed": False}]})
        self.assertEqual(status, 201)
        self.assertEqual((answer["game"]["rated"], answer["game"]["public"], answer["game"]["category"]),
                         (True, True, "2-rapid"))
        # An open seat of it is for accounts alone, each has one.
        path, body = f"/games/{answer['game']['id']}/join", {"invitation": answer["invitations"][1]}
        guest = self.server.client("g" * 32)
        self.refused(guest.call("POST", "/api/1" + path, body), 403, "needs_account")
        self.assertEqual(ann.call("POST", path, body)[2]["status"], "waiting")
        self.assertEqual(bob.call("POST", path, body)[2]["status"], "playing")

    def test_no_takebacks(self):
        ann, bob = self.begin(self.start(), "Ann", "Bob")
        game = self.open_game([ann, bob])
        self.refused(ann.call("POST", f"/games/{game}/takeback", {}), 409, "rated")

    def test_games_that_do_not_count(self):
        ann, bob, cid = self.begin(self.start(), "Ann", "Bob", "Cid")
        # Left before everybody has had two turns.
        game = self.create([ann, bob])
        for ply, move in enumerate(SHUTTLE[:3], 1):
            self.move([bob, ann][ply % 2], game, ply, move)
        self.assertEqual(self.resign(bob, game)["result"], "1-0")
        ended = ann.client.game(game)
        self.assertEqual([(seat["rating"], seat.get("rating_change")) for seat in ended["seats"]], [(1500, None)] * 2)
        self.assertEqual(ended["uncounted"], "few_moves")
        # Declined: it has no result either.
        game = self.create([ann, bob])
        self.assertNotIn("uncounted", bob.call("POST", f"/games/{game}/decline", {})[2])
        # Not rated at all.
        self.resign(bob, self.open_game([ann, bob], rated=False))
        for member in (ann, bob):
            self.assertIsNone(self.rating(member))
            self.assertEqual(self.curve(member), [])

    def test_a_pair_counts_a_number_of_times_a_day(self):
        ann, bob, cid = self.begin(self.start(), "Ann", "Bob", "Cid")
        for number in range(PAIR_GAMES):
            if number == PAIR_GAMES - 1:
                self.restart(ann, bob, cid)
            self.assertIn("rating_change", self.play([ann, bob], ann, long=True)["seats"][0])
        last = self.rating(ann)
        answer = self.play([bob, ann], ann, long=True)  # it is played, and is rated, but does not count
        self.assertEqual((answer["result"], answer["rated"]), ("0-1", True))
        self.assertEqual([seat.get("rating_change") for seat in answer["seats"]], [None, None])
        self.assertEqual((self.rating(ann), self.rating(bob)["losses"]), (last, PAIR_GAMES))
        self.assertEqual(len(self.curve(bob)), PAIR_GAMES)
        shown = ann.call("POST", "/command", {"command": f"show {answer['id']}"})[2]["text"]
        self.assertEqual(answer["uncounted"], "pair_games")
        self.assertIn("; rated 2-rapid, but it did not count: two of the players already had ten games that count in a day\n", shown)
        # Each counts with others, and both in another category.
        self.play([ann, cid], cid)
        self.play([cid, bob], cid)
        self.assertEqual((self.rating(cid)["wins"], self.rating(ann)["games"]), (2, PAIR_GAMES + 1))
        slow = self.open_game([ann, bob], rules="tournament,game=3600")
        self.assertIn("rating_change", self.resign(bob, slow)["seats"][0])
        self.let_a_day_pass()
        self.play([ann, bob], bob)
        self.assertEqual(self.rating(bob)["wins"], 1)

    @unittest.skipUnless("DATE_SHIFT_LIBRARY" in os.environ, "needs a library that shifts the date")
    def test_a_wrong_date_forgets_no_game_of_a_pair(self):
        """Not those of others, nor what they count for, when the date is right again."""
        shift = self.folder / "shift"
        shift.write_text("0")

        def before():
            os.environ.update(LD_PRELOAD=os.environ["DATE_SHIFT_LIBRARY"], DATE_SHIFT=str(shift))

        ann, bob, cid, dan = self.begin(self.start(before=before), "Ann", "Bob", "Cid", "Dan")
        for _ in range(FEW_GAMES):
            self.assertIn("rating_change", self.play([ann, bob], ann)["seats"][0])
        shift.write_text(str(31 * DAY))
        self.play([cid, dan], cid)
        shift.write_text("0")
        self.assertNotIn("rating_change", self.play([ann, bob], ann)["seats"][0])
        self.assertEqual(int(self.sql("SELECT count(*) FROM pair_game")[0][0]), FEW_GAMES + 2)

    def test_games_of_a_pair_that_end_at_once(self):
        """Games that were begun before the limit was reached do not pass it together."""
        ann, bob = self.begin(self.start(), "Ann", "Bob")
        games = [self.open_game([ann, bob], long=True) for _ in range(PAIR_GAMES + 4)]

        def resign(game):
            client = Client(self.server.port, bob.token)
            try:
                client.call("POST", f"/api/1/games/{game}/resign", {})
            finally:
                client.close()

        threads = [threading.Thread(target=resign, args=(game,)) for game in games]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(self.rating(ann)["wins"], PAIR_GAMES)
        self.assertEqual([ann.client.game(game)["result"] for game in games], ["1-0"] * len(games))

    def test_a_pair_in_a_game_of_three(self):
        ann, bob, cid = self.begin(self.start(), "Ann", "Bob", "Cid")
        for _ in range(PAIR_GAMES):
            self.play([ann, bob, cid], ann, long=True)
        dan = Member(self.server, "Dan")
        self.play([ann, bob, dan], ann, long=True)
        self.assertIsNone(self.rating(dan, "3-rapid"))
        self.assertEqual(self.rating(ann, "3-rapid")["games"], PAIR_GAMES)

    def test_short_games_of_a_pair(self):
        """Games within ten rounds: a few count in a day, also after a restart; longer ones count beside them."""
        ann, bob, cid = self.begin(self.start(), "Ann", "Bob", "Cid")
        for _ in range(FEW_GAMES):
            self.assertIn("rating_change", self.play([ann, bob], ann)["seats"][0])
        self.restart(ann, bob, cid)
        ended = self.play([bob, ann], ann)
        self.assertEqual((ended.get("uncounted"), ended["seats"][0].get("rating_change")), ("pair_short", None))
        # A game that lacks the last move of ten rounds is short, too; the move may be the end.
        game = self.create([ann, bob])
        for ply, move in enumerate(LONG[2][:-1], 1):
            self.assertEqual(self.move([bob, ann][ply % 2], game, ply, move)[0], 200)
        self.assertNotIn("rating_change", self.resign(bob, game)["seats"][0])
        counts = self.play([ann, bob], ann, long=True)
        self.assertEqual(("rating_change" in counts["seats"][0], "uncounted" in counts), (True, False))
        self.assertIn("rating_change", self.play([ann, cid], ann)["seats"][0])
        # Read again it says the same; once its row of the pair is gone, that it was a limit of the two.
        self.restart(ann, bob, cid)
        self.assertEqual(ann.client.game(ended["id"])["uncounted"], "pair_short")
        # Others are told of no limit, or `pair` would say that two have one address.
        self.assertEqual(self.server.client().game(ended["id"])["uncounted"], "pair")
        self.let_a_day_pass()
        self.restart(ann, bob, cid)
        self.assertEqual(ann.client.game(ended["id"])["uncounted"], "pair")
        self.assertIn("rating_change", self.play([ann, bob], ann)["seats"][0])
        self.assertEqual((self.rating(ann)["wins"], self.rating(bob)["losses"]), (FEW_GAMES + 3, FEW_GAMES + 2))

    def play_from(self, first, second):
        """A long game, each from addresses of his own, in turn; the first one wins."""
        members = [member for member, _ in (first, second)]
        game = self.create(members)
        for ply, move in enumerate(LONG[2]):
            member, addresses = (first, second)[ply % 2]
            status, _, answer = member.client.call("POST", f"/api/1/games/{game}/moves", {"ply": ply + 1, "move": move},
                                                   {"X-Forwarded-For": addresses[ply // 2 % len(addresses)]})
            self.assertEqual(status, 200, answer)
        self.played = game
        return "rating_change" in self.resign(members[1], game)["seats"][0]

    def test_games_from_one_address(self):
        """A few count in a day. Of an IPv6 address half counts; the server's own machine, from which all are behind an unknown
        proxy, is no address."""
        ann, bob, cid = self.begin(self.start("--trusted-proxy", "127.0.0.1"), "Ann", "Bob", "Cid")
        home, next_door, away = ["2001:db8:0:1::5"], ["2001:db8:0:1:ffff::6"], ["2001:db8:0:2::5"]
        self.assertTrue(all(self.play_from((ann, home), (cid, away)) for _ in range(FEW_GAMES + 1)))
        self.assertTrue(all(self.play_from((ann, home), (bob, next_door)) for _ in range(FEW_GAMES)))
        self.assertFalse(self.play_from((ann, home), (bob, next_door)))
        # Why, is told to the players alone: in the game, in its events and in a list.
        number = ann.client.game(self.played)["event"]
        for client, key, why in ((bob.client, bob.token, "pair_address"), (self.server.client(), None, "pair")):
            rows = client.call("GET", "/api/1/users/Ann/games")[2]["games"]
            stream = Stream(self.server.port, self.played, after=number - 1, key=key)
            said = [client.game(self.played), next(row for row in rows if row["id"] == self.played), stream.next()]
            stream.close()
            self.assertEqual([one["uncounted"] for one in said], [why] * 3)
        # An account reads what is stored of that, and of its own lag alone.
        self.sql("UPDATE pair_game SET lag = 5, other_lag = 7, paused = 9")
        first = self.sql("SELECT name FROM account WHERE name IN ('Ann', 'Bob') ORDER BY id")[0][0]
        for member, other, games in ((ann, bob, 2 * FEW_GAMES + 2), (bob, ann, FEW_GAMES + 1)):
            rows = member.own("GET", "/account/export")[2]["rated_games"]
            self.assertEqual(len(rows), games)
            self.assertEqual(rows[0], {"game": self.played, "opponent": other.name, "at": rows[0]["at"], "category": "2-rapid",
                                       "counts": False, "short": False, "same_address": True, "paused": 9,
                                       "lag": 5 if member.name == first else 7})
            self.assertEqual([(row["counts"], row["same_address"]) for row in rows[1:FEW_GAMES + 1]], [(True, True)] * FEW_GAMES)
        # A move from there is enough; another network counts.
        self.assertFalse(self.play_from((bob, next_door + 9 * away), (ann, home)))
        self.assertTrue(self.play_from((bob, away), (ann, home)))
        self.restart(ann, bob, cid)
        self.assertTrue(self.play_from((ann, ["127.0.0.1"]), (bob, ["127.0.0.1"])))
        stored = self.sql("SELECT same_address, counted, count(*) FROM pair_game GROUP BY same_address, counted ORDER BY same_address, counted")
        self.assertEqual([tuple(map(int, row)) for row in stored], [(0, 1, FEW_GAMES + 3), (1, 0, 2), (1, 1, FEW_GAMES)])

    def test_pauses(self):
        ann, bob = self.begin(self.start(), "Ann", "Bob")
        for rated in (True, False):
            game = self.open_game([ann, bob], rated=rated)
            for _ in range(3):
                for member in (ann, bob):
                    self.assertEqual(member.call("POST", f"/games/{game}/pause", {})[0], 200)
                self.assertEqual(bob.call("POST", f"/games/{game}/resume", {})[2]["status"], "playing")
            answer = ann.call("POST", f"/games/{game}/pause", {})
            if rated:
                self.refused(answer, 409, "rated")
            else:
                self.assertEqual(answer[0], 200)

    def test_the_game_of_those_who_are_left_is_rated(self):
        members = self.begin(self.start(), "Ann", "Bob", "Cid")
        game = self.create(members)
        answer = members[1].call("POST", f"/games/{game}/decline", {})[2]
        self.assertEqual((answer["reason"], answer["rated"]), ("declined", True))
        game = members[0].client.game(answer["next"])
        self.assertEqual((game["category"], [seat["user"] for seat in game["seats"]], [seat["rating"] for seat in game["seats"]]),
                         ("2-rapid", ["Ann", "Cid"], [1500, 1500]))

    def test_a_rematch_is_rated(self):
        ann, bob = self.begin(self.start(), "Ann", "Bob")
        game = self.open_game([ann, bob])
        self.resign(bob, game)
        for member in (ann, bob):
            answer = member.call("POST", f"/games/{game}/rematch", {})[2]
        game = answer["next"]
        for ply, move in enumerate(SHUTTLE, 1):
            self.assertEqual(self.move([ann, bob][ply % 2], game, ply, move)[0], 200)
        self.resign(bob, game)
        self.assertEqual((self.rating(ann)["wins"], self.rating(bob)["losses"]), (2, 2))


class Shown(RatingsTest):
    """What a game shows of ratings."""

    def test_seats(self):
        ann, bob = self.begin(self.start(), "Ann", "Bob")
        self.resign(bob, self.open_game([ann, bob]))
        first = round(self.rating(ann)["rating"])
        self.assertGreater(first, 1600)
        game = self.open_game([ann, bob])
        seats = ann.client.game(game)["seats"]
        self.assertEqual((seats[0]["rating"], seats[0]["provisional"], seats[0].get("rating_change")),
                         (first, True, None))
        # Another game of hers does not change the rating with which she began this one, also not after a restart.
        self.resign(ann, self.open_game([bob, ann]))
        self.assertNotEqual(round(self.rating(ann)["rating"]), first)
        self.assertEqual(ann.client.game(game)["seats"][0]["rating"], first)
        self.restart(ann, bob)
        self.assertEqual(ann.client.game(game)["seats"][0]["rating"], first)
        # At its end there is the rating of just before, and the change.
        before = round(self.rating(ann)["rating"])
        self.resign(ann, game)
        seat = bob.client.game(game)["seats"][0]
        self.assertEqual((seat["rating"], seat["rating"] + seat["rating_change"]),
                         (before, round(self.rating(ann)["rating"])))
        self.restart(ann, bob)
        self.assertEqual(bob.client.game(game)["seats"][0], seat)
        row = bob.client.call("GET", f"/api/1/games?ids={game}")[2]["games"][0]
        self.assertEqual((row["seats"][0]["rating_change"], row["rated"], row["category"]),
                         (seat["rating_change"], True, "2-rapid"))

    def test_streams(self):
        ann, bob = self.begin(self.start(), "Ann", "Bob")
        game = self.open_game([ann, bob])
        stream = Stream(self.server.port, game, after=0)  # a join, four moves
        self.addCleanup(stream.close)
        join = stream.next()
        self.assertEqual((join["type"], join["user"], join["rating"], join["provisional"]),
                         ("join", "Bob", 1500, True))
        for _ in range(4):
            stream.next()
        seats = self.resign(bob, game)["seats"]
        event = stream.next()
        self.assertEqual((event["type"], event["rating_changes"]),
                         ("resign", [seat["rating_change"] for seat in seats]))


class Concurrent(RatingsTest):
    def test_games_that_end_at_once_all_count(self):
        """One player in many games; the others resign at the same moment. Each game counts once."""
        names = [f"P{i}" for i in range(10)]
        ann, *others = self.begin(self.start(), "Ann", *names)
        for _ in range(2):
            games = [self.open_game([ann, other]) for other in others]
            barrier = threading.Barrier(len(others))
            answers = [None] * len(others)

            def resign(i):
                barrier.wait()
                answers[i] = others[i].call("POST", f"/games/{games[i]}/resign", {})

            threads = [threading.Thread(target=resign, args=(i,)) for i in range(len(others))]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            self.assertEqual([answer[0] for answer in answers], [200] * len(others))
        self.assertEqual(self.rating(ann)["wins"], 2 * len(others))
        # In the order in which they were rated, they are what the book says.
        book = Book()
        by_game = {}
        for other in others:
            for game in self.curve(other):
                by_game[game["game"]] = other
        for game in self.curve(ann):
            book.add(seconds(game["at"]), ["Ann", by_game[game["game"]].name], {0})
            self.assertAlmostEqual(book.people["Ann"][0][0], game["rating"], delta=0.01)
        self.check_book(book, [ann, *others])


class Killed(RatingsTest):
    def resign_unheard(self, game, loser, heard):
        """A request whose answer nobody waits for: the server may be killed over it. If one comes, the game is in `heard`."""
        client = Client(self.server.port, loser.token)
        try:
            client.call("POST", f"/api/1/games/{game}/resign", {})
            heard.append(game)
        except (OSError, http.client.HTTPException):
            pass
        finally:
            client.close()

    def read_on(self, member, games):
        """Adds what is new to the games of a rating; they add up to it."""
        shown, newest = self.rating(member), self.curve(member, query="&most=100")
        games += [game for game in newest if game["number"] > len(games)]
        self.assertEqual([game["number"] for game in games], list(range(1, shown["games"] + 1 if shown else 1)))
        self.assertAlmostEqual(1500 + sum(game["change"] for game in games), shown["rating"] if shown else 1500, delta=1e-4)

    def test_a_result_and_its_ratings_are_both_there_or_both_missing(self):
        members = self.begin(self.start(), *[f"P{i}" for i in range(6)])
        curves = {member: [] for member in members}
        ended = []
        stored = 0  # of the games over whose end the server was killed
        for kill in range(KILLS):
            if kill % FEW_GAMES == 0:
                self.let_a_day_pass()
            pairs = [(members[i], members[(i + 1) % len(members)]) for i in range(len(members))]
            opened = [(self.open_game(pair), pair) for pair in pairs]
            heard = []
            threads = [threading.Thread(target=self.resign_unheard, args=(game, pair[self.random.randrange(2)], heard))
                       for game, pair in opened]
            for thread in threads:
                thread.start()
            wait_until(lambda: len(heard) >= kill % 3, step=0.001)  # in every third round as early as may be
            time.sleep(self.random.uniform(0, 0.002))
            self.server.process.send_signal(signal.SIGKILL)
            for thread in threads:
                thread.join()
            self.server.wait()
            self.restart(*members)
            over = [game for game, _ in opened if members[0].client.game(game)["result"] != "*"]
            self.assertLessEqual(set(heard), set(over))
            stored += len(over)
            for member in members:
                self.read_on(member, curves[member])
            rated = collections.Counter(game["game"] for curve in curves.values() for game in curve)
            self.assertEqual(rated, dict.fromkeys(ended + over, 2))
            for game, pair in opened:  # those that are not over end here
                if game not in over:
                    self.resign(pair[0], game)
            ended += [game for game, _ in opened]
        self.restart(*members)
        for member in members:
            self.read_on(member, curves[member])
            undated = lambda games: [game | {"at": None} for game in games]  # of let_a_day_pass()
            self.assertEqual(undated(self.all_pages(member)), undated(curves[member]))
        self.assertTrue(0 < stored or KILLS < 2)
        print(f"{KILLS} kills, {len(ended)} games, {stored} of which ended as the server was killed:", end=" ", flush=True)

    def all_pages(self, member):
        """All games of a rating, oldest first."""
        games = self.curve(member)
        while games and games[0]["number"] > 1:
            games = self.curve(member, query=f"&before={games[0]['number']}") + games
        return games


class Lists(RatingsTest):
    def settle(self, pair, games):
        """Lets two win in turn until they are not provisional."""
        for number in range(games):
            if number % FEW_GAMES == 0:
                self.let_a_day_pass()
            self.play(pair, pair[number % 2])

    def standings(self, member, query):
        status, headers, answer = member.call("GET", "/standings?category=2-rapid" + query)
        self.assertEqual(status, 200, answer)
        return answer, headers

    @unittest.skipUnless("DATE_SHIFT_LIBRARY" in os.environ, "needs a library that shifts the date")
    def test_standings(self):
        shift = self.folder / "shift"
        shift.write_text("0")

        def before():
            os.environ.update(LD_PRELOAD=os.environ["DATE_SHIFT_LIBRARY"], DATE_SHIFT=str(shift))

        ann, bob, cid, dan, eve, fay = self.begin(self.start(before=before), "Ann", "Bob", "Cid", "Dan", "Eve", "Fay")
        self.play([ann, cid], ann)
        self.assertEqual(self.standings(ann, "")[0]["standings"], [])
        self.assertTrue(self.rating(ann)["provisional"])
        self.settle([ann, bob], 31)
        # Both are sure, but Ann has played two others, and Bob one.
        self.assertFalse(self.rating(ann)["provisional"])
        self.assertEqual(self.standings(ann, "")[0]["standings"], [])
        for other in (dan, eve, fay):
            self.assertEqual(self.standings(ann, "")[0]["standings"], [])
            self.play([ann, other], ann)
        self.assertEqual([row["name"] for row in self.standings(ann, "")[0]["standings"]], ["Ann"])
        for other in (cid, dan, eve, fay):
            self.play([bob, other], other)
        answer, headers = self.standings(cid, "")
        self.assertEqual([(row["rank"], row["name"]) for row in answer["standings"]], [(1, "Ann"), (2, "Bob")])
        self.assertEqual((answer["from"], answer["more"]), (1, False))
        self.assertEqual((self.rating(ann)["provisional"], self.rating(cid)["provisional"]), (False, True))
        first, second = answer["standings"]
        self.assertGreater(first["rating"], second["rating"])
        self.assertEqual((first["games"], first["wins"], first["losses"]), (35, 20, 15))
        # Pages, and 304 for who knows it.
        page = self.standings(cid, "&most=1")[0]
        self.assertEqual((page["standings"], page["more"]), ([first], True))
        page = self.standings(cid, "&from=2&most=1")[0]
        self.assertEqual((page["from"], page["standings"], page["more"]), (2, [second], False))
        again = cid.client.call("GET", "/api/1/standings?category=2-rapid", None, {"If-None-Match": headers["ETag"]})
        self.assertEqual((again[0], again[2]), (304, b""))
        for query in ("", "?category=2-blitz", "?category=2-rapid&from=0", "?category=2-rapid&most=1000"):
            self.refused(cid.call("GET", "/standings" + query), 400, "bad_request")
        # Who has been away is provisional again, and a game after that counts for more.
        shift.write_text(str(500 * 86400))
        self.assertEqual(self.standings(cid, "")[0]["standings"], [])
        self.assertTrue(self.rating(ann)["provisional"])
        self.assertGreater(self.play([ann, bob], bob)["seats"][1]["rating_change"], 30)
        shift.write_text("0")
        # An account that is closed is in no standings.
        self.assertEqual(len(self.standings(cid, "")[0]["standings"]), 2)
        self.assertEqual(bob.own("DELETE", "/account", {"password": PASSWORD})[0], 204)
        self.assertEqual([row["name"] for row in self.standings(cid, "")[0]["standings"]], ["Ann"])
        status, _, answer = cid.call("GET", "/users/Bob")
        self.assertEqual((status, answer["closed"], "ratings" in answer), (200, True, False))
        self.refused(cid.call("GET", "/users/Bob/ratings?category=2-rapid"), 404, "not_found")

    def test_curves_come_in_pages(self):
        ann, bob = self.begin(self.start(), "Ann", "Bob")
        self.settle([ann, bob], 5)
        whole = self.curve(ann)
        self.assertEqual([game["number"] for game in whole], [1, 2, 3, 4, 5])
        self.assertEqual(self.curve(ann, query="&most=2"), whole[3:])
        self.assertEqual(self.curve(ann, query="&most=2&before=4"), whole[1:3])
        self.assertEqual(self.curve(ann, query="&before=1"), [])
        for query in ("", "?category=7-fast", "?category=2-rapid&before=x", "?category=2-rapid&most=0"):
            self.refused(ann.call("GET", "/users/Ann/ratings" + query), 400, "bad_request")
        self.refused(ann.call("GET", "/users/Nobody1/ratings?category=2-fast"), 404, "not_found")

    def test_history(self):
        """Others see public games, and those in which they play themselves."""
        ann, bob, cid = self.begin(self.start(), "Ann", "Bob", "Cid")
        shown = []
        for number in range(4):
            rated = number % 2 == 0
            game = self.open_game([ann, bob], rated=rated)
            self.resign(bob, game)
            shown.insert(0, (game, rated))
        ids = lambda answer: [row["id"] for row in answer[2]["games"]]
        self.assertEqual(ids(ann.call("GET", "/users/Ann/games")), [game for game, _ in shown])
        public = [game for game, rated in shown if rated]
        self.assertEqual(ids(bob.call("GET", "/users/Ann/games")), [game for game, _ in shown])
        self.assertEqual(ids(cid.call("GET", "/users/Ann/games")), public)
        stranger = self.server.client()
        found, query = [], ""
        while query is not None:
            answer = stranger.call("GET", f"/api/1/users/ann/games?most=1{query}")
            self.assertEqual(answer[0], 200, answer[2])
            found += ids(answer)
            before = answer[2]["before"]
            query = f"&before={before}" if before is not None else None
        self.assertEqual(found, public)
        game = self.open_game([ann, bob])
        self.assertEqual(ids(stranger.call("GET", "/api/1/users/Ann/games?open=1")), [game])
        for query in ("open=2", "most=0", "before=x"):
            self.refused(ann.call("GET", "/users/Ann/games?" + query), 400, "bad_request")
        self.refused(ann.call("GET", "/users/Nobody1/games"), 404, "not_found")


class Pairs(RatingsTest):
    """`paua admin pairs`: who plays whom."""

    def pairs(self, *arguments):
        done = subprocess.run([PAUA, "admin", "pairs", *arguments, "--store", self.place], capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return done.stdout

    def test_pairs(self):
        ann, bob, cid = self.begin(self.start(), "Ann", "Bob", "Cid")
        self.assertEqual(self.pairs(), "")
        for winner in (bob, ann, bob, None):
            self.play([ann, bob], winner, long=True)
        self.play([cid, ann], cid)
        self.play([ann, bob, cid], cid)
        rows = json.loads(self.pairs("--json"))["pairs"]
        self.assertEqual([(row["name"], row["other"], row["category"], row["games"], row["wins"], row["draws"], row["losses"])
                          for row in rows],
                         [("Bob", "Ann", "2-rapid", 4, 2, 1, 1), ("Ann", "Bob", "3-rapid", 1, 0, 0, 1),
                          ("Cid", "Ann", "2-rapid", 1, 1, 0, 0), ("Cid", "Ann", "3-rapid", 1, 1, 0, 0),
                          ("Cid", "Bob", "3-rapid", 1, 1, 0, 0)])
        games = self.curve(ann)
        self.assertAlmostEqual(rows[0]["other_change"], sum(game["change"] for game in games[:4]), delta=1e-4)
        self.assertAlmostEqual(rows[0]["change"], self.rating(bob)["rating"] - 1500, delta=1e-4)
        self.assertEqual((rows[0]["at"], rows[2]["at"]), (games[3]["at"], games[4]["at"]))
        line = self.pairs().splitlines()[0]
        self.assertRegex(line, r"\ABob +Ann +2-rapid +4 games +2 won +1 drawn +1 lost +\+\d+ +-\d+  20\S+Z\Z")
        # Those of the last 30 days.
        self.sql(f"UPDATE pair_game SET at = at - {31 * 1000 * DAY} WHERE category = '2-rapid'")
        self.assertEqual({row["category"] for row in json.loads(self.pairs("--json"))["pairs"]}, {"3-rapid"})


    def test_marks(self):
        """What an administrator may want to look at."""
        ann, bob = self.begin(self.start(), "Ann", "Bob")
        for _ in range(FEW_GAMES + 1):
            self.play([ann, bob], ann)
        game = self.open_game([ann, bob])
        for member in (ann, bob):
            self.assertEqual(member.call("POST", f"/games/{game}/pause", {})[0], 200)
        time.sleep(0.3)
        self.assertEqual(bob.call("POST", f"/games/{game}/resume", {})[0], 200)
        for ply, (member, lag, move) in enumerate(((ann, 200, SHUTTLE[0]), (bob, 10, SHUTTLE[1])), 5):
            time.sleep(0.2)
            status, _, answer = member.call("POST", f"/games/{game}/moves", {"ply": ply, "move": move, "lag": lag})
            self.assertEqual(status, 200, answer)
        self.resign(bob, game)
        self.sql("UPDATE pair_game SET same_address = 1 WHERE paused > 0")
        row, = json.loads(self.pairs("--json"))["pairs"]
        self.assertEqual({key: row[key] for key in ("games", "wins", "not_counted", "short", "same_address", "lag_ms", "other_lag_ms")},
                         {"games": 3, "wins": 3, "not_counted": 2, "short": 5, "same_address": 1, "lag_ms": 200, "other_lag_ms": 10})
        self.assertGreaterEqual(row["paused_ms"], 300)
        self.assertLess(row["paused_ms"], 3000 * SLOWDOWN)
        self.assertRegex(self.pairs(), r"\AAnn +Bob +2-rapid +3 games .*Z  2 not counted  5 short  1 from one address"
                                       r"  \d\.\d s paused  0\.2 s lag  0\.0 s lag of the other\n\Z")


class Limits(RatingsTest):
    def test_rating_ranges(self):
        ann, bob, cid = self.begin(self.start(), "Ann", "Bob", "Cid")
        self.play([ann, bob], ann)  # over 1600, and below 1400
        seats = [{"kind": "user", "name": "Cid"}, {"kind": "open", "rating": [1600, 2000]}]
        game = cid.call("POST", "/games", {"layout": "standard", "rules": RAPID, "rated": True, "seats": seats})
        self.assertEqual(game[0], 201, game[2])
        game = game[2]["game"]
        self.assertEqual(game["seats"][1]["range"], [1600, 2000])
        self.refused(bob.call("POST", f"/games/{game['id']}/join", {}), 409, "rating_range")
        self.restart(ann, bob, cid)
        self.refused(bob.call("POST", f"/games/{game['id']}/join", {}), 409, "rating_range")
        status, _, answer = ann.call("POST", f"/games/{game['id']}/join", {})
        self.assertEqual((status, answer["status"], answer["seats"][1].get("range")), (200, "playing", None))
        # A game that is not rated may have ranges, too: for accounts.
        seats = [{"kind": "person"}, {"kind": "open", "rating": [0, 1400]}, {"kind": "open", "rating": [1500, 1500]}]
        game = cid.client.create(seats, layout="bowl-3", rules="course,turn=30")[0]["id"]
        guest = self.server.client("g" * 32)
        self.refused(guest.call("POST", f"/api/1/games/{game}/join", {}), 403, "needs_account")
        answer = bob.call("POST", f"/games/{game}/join", {})[2]  # of three he is a newcomer
        self.assertEqual([seat.get("taken") for seat in answer["seats"]], [None, False, True])
        for bad in ([1600], [1600, 1500], [0, 0], [-1, 5], [1, 9999], "1500", [1.5, 2]):
            seats = [{"kind": "person"}, {"kind": "open", "rating": bad}]
            self.refused(cid.call("POST", "/games", {"layout": "standard", "rules": RAPID, "seats": seats}), 400,
                         "bad_request")
        seats = [{"kind": "person"}, {"kind": "open", "rating": [1000, 2000]}]
        self.refused(cid.call("POST", "/games", {"layout": "standard", "seats": seats}), 400, "bad_request")

    def test_games_at_once(self):
        ann, bob, cid = self.begin(self.start(), "Ann", "Bob", "Cid")
        self.assertEqual(bob.call("GET", "/account/settings")[2] | {"mails": None}, {"games_max": 0, "bot": False, "mail": "daily", "mails": None})
        self.refused(bob.call("PATCH", "/account/settings", {"games_max": 1}), 403, "needs_session")
        for bad in ({"games_max": -1}, {"games_max": "2"}, {"colour": 1}):
            self.refused(bob.own("PATCH", "/account/settings", bad), 400, "bad_request")
        status, _, answer = bob.own("PATCH", "/account/settings", {"games_max": 1})
        self.assertEqual((status, answer | {"mails": None}), (200, {"games_max": 1, "bot": False, "mail": "daily", "mails": None}))
        seats = [{"kind": "user", "name": "Ann"}, {"kind": "user", "name": "Bob"}]
        body = {"layout": "standard", "rules": RAPID, "seats": seats}
        # Challenges do not count until they are accepted.
        first, second = [ann.call("POST", "/games", body)[2]["game"]["id"] for _ in range(2)]
        self.assertEqual(bob.call("POST", f"/games/{first}/join", {})[0], 200)
        self.assertEqual(bob.call("POST", f"/games/{first}/join", {})[0], 200)  # he has it
        self.refused(bob.call("POST", f"/games/{second}/join", {}), 409, "too_many_games")
        self.refused(ann.call("POST", "/games", body), 409, "too_many_games")
        opened = cid.client.create([{"kind": "person"}, {"kind": "open"}], layout="standard")[0]["id"]
        self.refused(bob.call("POST", f"/games/{opened}/join", {}), 409, "too_many_games")
        self.restart(ann, bob, cid)
        self.refused(bob.call("POST", f"/games/{second}/join", {}), 409, "too_many_games")
        self.resign(bob, first)
        self.assertEqual(bob.call("POST", f"/games/{second}/join", {})[0], 200)
        self.assertEqual(bob.own("PATCH", "/account/settings", {"games_max": 0})[0], 200)
        self.assertEqual(bob.call("POST", f"/games/{opened}/join", {})[0], 200)


if __name__ == "__main__":
    unittest.main()
