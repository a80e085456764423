"""Tournaments of people and bots: who plays whom, what becomes of results, over a server that is killed in the middle."""
import collections
import datetime
import http.client
import os
import random
import signal
import sqlite3
import threading
import time
import unittest

from harness import PAUA, Held, Stream, legal_moves, sqlite_only, wait_until
from test_accounts import PASSWORD, Person
from test_bot import BotCase
from test_notices import AccountStream

CLOCK = "classic,plies=6,game=60"
SWISS = {"name": "Winter", "system": "swiss", "rounds": 3, "layout": "belgian-daisy", "rules": CLOCK}


def in_seconds(seconds):
    """A date, in whole seconds."""
    return (datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(seconds=seconds)).replace(microsecond=0)


def text_of(date):
    return date.strftime("%Y-%m-%dT%H:%M:%SZ")


def wait_for_date(date):
    while (rest := (date - datetime.datetime.now(datetime.timezone.utc)).total_seconds()) >= 0:
        time.sleep(rest + 0.1)


def points_of(tournament):
    """The points of each number, by all pairings that are over."""
    points = collections.defaultdict(float)
    for one in tournament["pairings"]:
        if one["black_points"] is not None:
            points[one["black"]] += one["black_points"]
            if one["white"] is not None:
                points[one["white"]] += one["white_points"]
    return points


class TournamentCase(BotCase):
    def refused(self, answer, status, code):
        self.assertEqual((answer[0], answer[2]["error"]["code"]), (status, code), answer[2])

    def make(self, owner, **more):
        status, _, answer = owner.call("POST", "/api/1/tournaments", {**SWISS, **more})
        self.assertEqual(status, 201, answer)
        return answer["id"]

    def act(self, person, tournament, what, status=200):
        answer = person.call("POST", f"/api/1/tournaments/{tournament}/{what}", {})
        self.assertEqual(answer[0], status, answer[2])
        return answer[2]

    def read(self, tournament, client=None):
        status, _, answer = (client or self.server.client()).call("GET", f"/api/1/tournaments/{tournament}")
        self.assertEqual(status, 200, answer)
        return answer

    def restart(self, people, *arguments):
        """Kills the server and starts it again; people keep their sessions."""
        port = self.server.port
        self.server.stop(signal.SIGKILL)
        self.server.close()
        self.server = self.start("--listen", f"127.0.0.1:{port}", *arguments)
        again = {}
        for name, person in people.items():
            again[name] = Person(port)
            again[name].cookie = person.cookie
            self.server.clients.append(again[name])
        return again

    def settled(self, tournament, client):
        """The tournament once it knows of every game that is over."""
        def look():
            games = [client.game(one["game"]) for one in self.read(tournament, client)["pairings"] if one["black_points"] is None]
            over = {game["id"] for game in games if game["status"] == "over"}
            now = self.read(tournament, client)
            return not any(one["black_points"] is None and one["game"] in over for one in now["pairings"]) and now
        return wait_until(look, 5)

    def names(self, tournament):
        return {row["number"]: row["name"] for row in tournament["standings"]}

    def check(self, tournament):
        """All that a tournament says agrees with its games, and with itself."""
        names, points = self.names(tournament), points_of(tournament)
        rows = {row["number"]: row for row in tournament["standings"]}
        client = self.server.client()
        met = collections.Counter()
        byes = collections.Counter()
        for one in tournament["pairings"]:
            if one["white"] is None:
                byes[one["black"]] += 1
                self.assertEqual((one["black_points"], one["white_points"], one["played"]), (1, None, False))
                continue
            met[frozenset((one["black"], one["white"]))] += 1
            if "game" not in one:
                continue
            game = client.game(one["game"])
            self.assertEqual([seat["user"] for seat in game["seats"]], [names[one["black"]], names[one["white"]]])
            self.assertEqual(game["tournament"], tournament["id"])
            expected = {"1-0": (1, 0), "0-1": (0, 1), "1/2-1/2": (0.5, 0.5), "*": (None, None)}[game["result"]]
            if one["black_points"] is not None:  # else it may have ended since
                self.assertEqual((one["black_points"], one["white_points"], one["played"]), (*expected, len(game["moves"]) >= 2))
        if tournament["system"] == "swiss":
            self.assertLessEqual(max(met.values()), 1)
            self.assertLessEqual(max(byes.values(), default=0), 1)
        order = []
        for number, row in rows.items():
            self.assertEqual(row["points"], points[number])
            cells = {cell["round"]: cell for cell in row["rounds"]}
            self.assertEqual(len(cells), len(row["rounds"]))
            buchholz = berger = wins = 0
            for cell in row["rounds"]:
                if cell["points"] is None:
                    continue
                worth = points[cell["opponent"]] if cell["played"] and cell["opponent"] else points[number]
                buchholz, berger = buchholz + worth, berger + worth * cell["points"]
                wins += cell["played"] and cell["points"] == 1
                if cell["opponent"]:
                    other = next(one for one in rows[cell["opponent"]]["rounds"] if one["round"] == cell["round"])
                    self.assertEqual((other["opponent"], other.get("game")), (number, cell.get("game")))
                    if cell["played"]:
                        self.assertEqual(cell["points"] + other["points"], 1)
            self.assertEqual((row["buchholz"], row["sonneborn_berger"], row["wins"]), (buchholz, berger, wins))
            order.append((row["rank"], -row["points"], -buchholz, -berger, -row["direct"], -wins, number))
        order.sort()
        self.assertEqual([entry[6] for entry in order], [row["number"] for row in tournament["standings"]])
        self.assertEqual([entry[1:] for entry in order], sorted(entry[1:] for entry in order))

    def play_round(self, people, tournament, rng, client):
        """One look at each game: whoever of the people is to move does so, or resigns."""
        now = self.read(tournament, client)
        names = self.names(now)
        for one in now["pairings"]:
            if one["black_points"] is not None or "game" not in one:
                continue
            game = client.game(one["game"])
            side = "bw".find(game["turn"] or "x")
            name = names[one["white" if side == 1 else "black"]] if side >= 0 else None
            if name not in people:
                continue
            if rng.random() < 0.3:
                people[name].call("POST", f"/api/1/games/{one['game']}/resign", {})
            else:
                people[name].move(one["game"], game["ply"], rng.choice(legal_moves(game["position"])))
        return now


class SwissOfEleven(TournamentCase):
    """The whole of it: seven people, four bots, five rounds, and a server that is killed three times."""

    def test_all_results_are_right(self):
        rng = random.Random(11)
        people = {name: self.person(name) for name in ("Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus")}
        robots = {name: self.person(name) for name in ("Rob-1", "Rob-2", "Rob-3", "Rob-4")}
        tournament = self.make(people["Ann"], rounds=5)
        for name, robot in robots.items():
            self.assertEqual(robot.call("PATCH", "/api/1/account/settings", {"bot": True})[0], 200)
            self.bot(name, token=robot.token("play")["token"])
        for player in (*people.values(), *robots.values()):
            self.act(player, tournament, "join")
        self.act(people["Ann"], tournament, "start")
        kills = {1: 2, 2: 4, 4: 3}  # by round: how many games are over then, of six with the bye
        client, end = self.server.client(), time.monotonic() + 120
        while (now := self.play_round(people, tournament, rng, client))["status"] == "running":
            self.assertLess(time.monotonic(), end, now)
            there = sum(one["black_points"] is not None for one in now["pairings"] if one["round"] == now["round"])
            due = [planned for planned, games in kills.items() if (now["round"], there) >= (planned, games)]
            if due:  # a round may be over before one sees it
                del kills[due[0]]
                before = {(one["round"], one["black"]): one for one in now["pairings"] if one["black_points"] is not None}
                people = self.restart(people)
                client = self.server.client()
                again = self.settled(tournament, client)
                self.check(again)
                after = {(one["round"], one["black"]): one for one in again["pairings"]}
                for key, one in before.items():
                    self.assertEqual(after[key], one)
            time.sleep(0.02)
        self.assertEqual(kills, {})
        self.check(now)
        self.assertEqual((now["round"], now["status"], len(now["pairings"])), (5, "over", 5 * 6))
        self.assertEqual(sum(points_of(now).values()), 5 * 6)
        self.assertEqual({row["name"] for row in now["standings"] if row.get("bot")}, set(robots))
        people = self.restart(people)
        self.assertEqual(self.read(tournament), now)
        over = self.server.client().call("GET", "/api/1/tournaments?status=over")[2]["tournaments"]
        self.assertEqual([one["id"] for one in over], [tournament])


class Rules(TournamentCase):
    def players(self, *names):
        return {name: self.person(name) for name in names}

    def end_games(self, people, tournament, loses="black"):
        """Everybody of this colour resigns."""
        now = self.read(tournament)
        names = self.names(now)
        for one in now["pairings"]:
            if one["black_points"] is None:
                answer = people[names[one[loses]]].call("POST", f"/api/1/games/{one['game']}/resign", {})
                self.assertEqual(answer[0], 200)
        over = {one["game"] for one in now["pairings"] if "game" in one}
        return wait_until(lambda: (now := self.read(tournament)) and
                          all(one["black_points"] is not None for one in now["pairings"] if one.get("game") in over) and now)

    def test_round_robins(self):
        for system, rounds, games in (("round-robin", 3, 3), ("double-round-robin", 6, 6)):
            people = self.players(f"Ann{rounds}", f"Bob{rounds}", f"Cid{rounds}")
            owner = people[f"Ann{rounds}"]
            status, _, answer = owner.call("POST", "/api/1/tournaments",
                                           {"name": "x", "system": system, "layout": "belgian-daisy", "rules": CLOCK, "rated": False})
            self.assertEqual(status, 201, answer)
            tournament = answer["id"]
            for person in people.values():
                self.act(person, tournament, "join")
            now = self.act(owner, tournament, "start")
            while now["status"] == "running":
                now = self.end_games(people, tournament)
            self.assertEqual((now["rounds"], sum("game" in one for one in now["pairings"])), (rounds, games))
            self.assertEqual(sum(row["points"] for row in now["standings"]), games)

    def test_no_more_rounds_than_players_allow(self):
        """Of a Swiss: nobody meets anybody twice, and only an odd number of players has byes."""
        for count, rounds in ((2, 1), (3, 3), (4, 3), (5, 3)):
            people = self.players(*(f"P{i}of{count}" for i in range(count)))
            owner = people[f"P0of{count}"]
            tournament = self.make(owner)
            for person in people.values():
                self.assertEqual(self.act(person, tournament, "join")["rounds"], 3)
            now = self.act(owner, tournament, "start")
            self.assertEqual(now["rounds"], rounds)
            while now["status"] == "running":
                now = self.end_games(people, tournament)
            self.assertEqual((now["round"], now["rounds"]), (rounds, rounds))

    def test_no_show_loses_by_the_clock(self):
        """Who is there gets the point; where nobody came nobody does, whatever the colours."""
        people = self.players("Ann", "Bob", "Cid", "Dan")
        tournament = self.make(people["Ann"], rounds=1, rules="classic,turn=2")
        for person in people.values():
            self.act(person, tournament, "join")
        started = self.act(people["Ann"], tournament, "start")
        names = self.names(started)
        waited = started["pairings"][0]
        token = people[names[waited["white"]]].token("play")["token"]
        there = Stream(self.server.port, waited["game"], key=token)
        self.addCleanup(there.close)
        now = wait_until(lambda: (now := self.read(tournament))["status"] == "over" and now, 10)
        self.assertEqual([(one["black_points"], one["white_points"], one["played"]) for one in now["pairings"]],
                         [(0, 1, False), (0, 0, False)])
        for one in now["pairings"]:
            game = self.server.client().game(one["game"])
            self.assertEqual((game["result"], game["reason"]), ("0-1", "time"))
        self.assertEqual([row["number"] for row in now["standings"] if row["points"]], [waited["white"]])
        people = self.restart(people)
        self.assertEqual(self.read(tournament), now)

    def test_one_move_is_enough_for_the_point(self):
        people = self.players("Ann", "Bob")
        tournament = self.make(people["Ann"], rounds=1, rules="classic,turn=1")
        for person in people.values():
            self.act(person, tournament, "join")
        started = self.act(people["Ann"], tournament, "start")
        one = started["pairings"][0]
        black = people[self.names(started)[one["black"]]]
        self.assertEqual(black.move(one["game"], 1, legal_moves(black.game(one["game"])["position"])[0])[0], 200)
        now = wait_until(lambda: (now := self.read(tournament))["status"] == "over" and now, 10)
        self.assertEqual((now["pairings"][0]["black_points"], now["pairings"][0]["white_points"]), (1, 0))

    def test_who_withdraws(self):
        people = self.players("Ann", "Bob", "Cid", "Dan")
        status, _, answer = people["Ann"].call("POST", "/api/1/tournaments", {key: value for key, value in SWISS.items() if key != "rounds"} | {"system": "round-robin"})
        self.assertEqual(status, 201, answer)
        cycle, swiss = answer["id"], self.make(people["Ann"])
        for tournament in (cycle, swiss):
            for person in people.values():
                self.act(person, tournament, "join")
            self.act(people["Bob"], tournament, "leave")
            self.assertEqual(len(self.read(tournament)["standings"]), 3)
            self.act(people["Bob"], tournament, "join")
            self.act(people["Ann"], tournament, "start")
            self.act(people["Bob"], tournament, "leave")
            self.refused(people["Bob"].call("POST", f"/api/1/tournaments/{tournament}/join", {}), 409, "too_late")
            self.end_games(people, tournament)
        number = {name: number for number, name in self.names(self.read(cycle)).items()}
        later = [one for one in self.read(cycle)["pairings"] if one["round"] == 2 and number["Bob"] in (one["black"], one["white"])]
        self.assertEqual([(one["played"], "game" in one) for one in later], [(False, False)])
        self.assertEqual(later[0]["black_points" if later[0]["white"] == number["Bob"] else "white_points"], 1)
        now = self.read(swiss)
        bob = {row["name"]: row for row in now["standings"]}["Bob"]
        self.assertTrue(bob["left"])
        self.assertEqual([cell["round"] for cell in bob["rounds"]], [1])
        self.check(now)

    def test_tournament_games(self):
        people = self.players("Ann", "Bob")
        tournament = self.make(people["Ann"])
        for person in people.values():
            self.act(person, tournament, "join")
        game_id = self.act(people["Ann"], tournament, "start")["pairings"][0]["game"]
        game = people["Ann"].game(game_id)
        black = people[game["seats"][0]["user"]]
        self.assertEqual((game["status"], game["clock"]["runs"], game["tournament"]), ("playing", "b", tournament))
        for what in ("decline", "takeback", "pause"):
            self.refused(black.call("POST", f"/api/1/games/{game_id}/{what}", {}), 409, "tournament")
        white = people[game["seats"][1]["user"]]
        self.refused(white.call("POST", f"/api/1/games/{game_id}/claim", {}), 409, "no_claim")
        answer = black.call("POST", "/api/1/command", {"command": f"resign {game_id}"})[2]
        self.assertEqual((answer["status"], answer["text"].splitlines()[0]), (200, "You have resigned."))
        black.call("POST", f"/api/1/games/{game_id}/rematch", {})
        other = people[game["seats"][1]["user"]]
        answer = other.call("POST", f"/api/1/games/{game_id}/rematch", {})
        self.assertNotIn("tournament", people["Ann"].game(answer[2]["next"]))

    def test_what_is_refused(self):
        ann, bob = self.person("Ann"), self.person("Bob")
        create = lambda **more: ann.call("POST", "/api/1/tournaments", {key: value for key, value in {**SWISS, **more}.items() if value is not None})
        for wrong in ({"name": ""}, {"name": None}, {"system": "knockout"}, {"rounds": 0}, {"rounds": None}, {"rounds": 21}, {"system": "round-robin"},
                      {"rules": "classic"}, {"layout": "bowl-3"}, {"starts": "2001-01-01T00:00:00Z"}, {"starts": text_of(in_seconds(86400))[:11] + "23:59:60Z"}, {"players_max": 1},
                      {"players_max": 201}, {"bots": 1}, {"colour": "red"}, {"rated": True, "layout": "b1"}):
            with self.subTest(wrong=wrong):
                self.refused(create(**wrong), 400, "bad_request")
        self.refused(self.server.client().call("POST", "/api/1/tournaments", SWISS), 401, "not_signed_in")
        self.refused(ann.call("GET", "/api/1/tournaments?status=x"), 400, "bad_request")
        self.refused(ann.call("GET", "/api/1/tournaments/aaaaaaaa"), 404, "not_found")
        self.refused(ann.call("POST", "/api/1/tournaments/aaaaaaaa/join", {}), 404, "not_found")
        tournament = self.make(ann, players_max=2, bots=False)
        self.refused(ann.call("POST", f"/api/1/tournaments/{tournament}/start", {}), 409, "too_few")
        self.refused(bob.call("POST", f"/api/1/tournaments/{tournament}/start", {}), 403, "not_owner")
        self.refused(bob.call("DELETE", f"/api/1/tournaments/{tournament}"), 403, "not_owner")
        self.assertEqual(bob.call("PATCH", "/api/1/account/settings", {"bot": True})[0], 200)
        self.refused(bob.call("POST", f"/api/1/tournaments/{tournament}/join", {}), 403, "no_bots")
        for person in (ann, self.person("Cid")):
            self.act(person, tournament, "join")
            self.act(person, tournament, "join")
        self.refused(self.person("Dan").call("POST", f"/api/1/tournaments/{tournament}/join", {}), 409, "tournament_full")
        self.act(ann, tournament, "start")
        self.refused(ann.call("POST", f"/api/1/tournaments/{tournament}/start", {}), 409, "too_late")
        self.refused(self.person("Eve").call("POST", f"/api/1/tournaments/{tournament}/join", {}), 409, "too_late")
        self.refused(ann.call("DELETE", f"/api/1/tournaments/{tournament}"), 409, "too_late")
        for _ in range(4):
            last = self.make(ann)
        self.refused(create(), 409, "too_many_tournaments")
        self.assertEqual(ann.call("DELETE", f"/api/1/tournaments/{last}")[0], 200)
        self.assertEqual(self.read(last)["status"], "over")
        self.make(ann)

    def test_a_creation_is_repeated(self):
        """With the Idempotency-Key of the first request it makes no second one: at once, after a kill and when all is over."""
        people = self.players("Ann", "Bob")
        ann, bob = people.values()

        def create(who, key, body=SWISS, answers=None):
            answer = who.call("POST", "/api/1/tournaments", body, {"Idempotency-Key": key})
            (answers if answers is not None else []).append(answer)
            return answer

        starts = text_of(in_seconds(3600))
        first = create(ann, '"cup-1"', {**SWISS, "starts": starts})
        self.assertEqual(first[0], 201, first)
        again = create(ann, "cup-1", dict(reversed({**SWISS, "starts": starts}.items())))
        self.assertEqual((again[0], again[2]), (201, first[2]))
        self.refused(create(ann, "cup-1"), 422, "key_reused")
        self.refused(create(ann, '"cup'), 400, "bad_request")
        other = create(bob, "cup-1")
        self.assertEqual(other[0], 201, other[2])
        self.assertNotEqual(other[2]["id"], first[2]["id"], "the key of another account")
        game = {"layout": "standard", "seats": [{"kind": "user", "name": "Ann"}, {"kind": "computer", "level": 1}]}
        made = ann.call("POST", "/api/1/games", game, {"Idempotency-Key": "cup-1"})
        self.assertEqual(made[0], 201, made[2])
        self.assertNotEqual(made[2]["game"]["id"], first[2]["id"], "the id of a tournament is public")

        # Sent at the same moment, and as many as may be open.
        answers = []
        copies = []
        for _ in range(6):
            copies.append(Person(self.server.port))
            copies[-1].cookie = ann.cookie
        threads = [threading.Thread(target=create, args=(one, "cup-2", SWISS, answers)) for one in copies]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for one in copies:
            one.close()
        self.assertEqual({(status, answer.get("id")) for status, _, answer in answers}, {(201, answers[0][2]["id"])})
        for i in range(3):
            self.assertEqual(create(ann, f"cup-{i + 3}")[0], 201)
        self.refused(create(ann, "cup-6"), 409, "too_many_tournaments")
        self.assertEqual(create(ann, "cup-2")[0], 201, "a repeat counts against no limit")

        # The games are no games of the request; a repeat has the tournament as it is now.
        for person in (ann, bob):
            self.act(person, answers[0][2]["id"], "join")
        begun = self.act(ann, answers[0][2]["id"], "start")
        self.assertEqual(create(ann, "cup-2")[2], begun)
        setup = self.sql(f"SELECT setup FROM game WHERE id = '{begun['pairings'][0]['game']}'")[0][0]
        self.assertNotIn("request", setup)

        # One that is over, which the store alone knows.
        self.assertEqual(ann.call("DELETE", f"/api/1/tournaments/{first[2]['id']}")[0], 200)
        self.assertEqual(create(ann, "cup-1")[2]["error"]["code"], "key_reused")
        people = self.restart(people)
        ended = create(people["Ann"], "cup-1", {**SWISS, "starts": starts})
        self.assertEqual((ended[0], ended[2]["id"], ended[2]["status"]), (201, first[2]["id"], "over"))
        self.assertEqual(create(people["Ann"], "cup-2")[2]["id"], begun["id"])

    def test_lists_and_time_of_start(self):
        people = self.players("Ann", "Bob")
        soon = in_seconds(4)
        tournament = self.make(people["Ann"], starts=text_of(soon))
        rows = lambda status: [one["id"] for one in people["Ann"].call("GET", f"/api/1/tournaments?status={status}")[2]["tournaments"]]
        self.assertEqual((rows("open"), rows("running")), ([tournament], []))
        for person in people.values():
            self.act(person, tournament, "join")
        etag = people["Ann"].call("GET", f"/api/1/tournaments/{tournament}")[1]["ETag"]
        self.assertEqual(people["Ann"].call("GET", f"/api/1/tournaments/{tournament}", headers={"If-None-Match": etag})[0], 304)
        wait_for_date(soon)
        people = self.restart(people)  # it looks at once, else every minute
        wait_until(lambda: self.read(tournament)["status"] == "running", 10)
        self.assertEqual((rows("open"), rows("running")), ([], [tournament]))

    def test_time_of_start_without_players(self):
        ann = self.person("Ann")
        soon = in_seconds(4)
        cycle = {key: value for key, value in SWISS.items() if key != "rounds"} | {"system": "round-robin", "starts": text_of(soon)}
        tournaments = [self.make(ann, starts=text_of(soon)), ann.call("POST", "/api/1/tournaments", cycle)[2]["id"]]
        wait_for_date(soon)
        ann = self.restart({"Ann": ann})["Ann"]
        for tournament in tournaments:
            now = wait_until(lambda: (one := self.read(tournament))["status"] == "over" and one, 10)
            self.assertEqual((now["round"], now["rounds"], now["standings"]), (0, 0, []))

    @unittest.skipUnless("DATE_SHIFT_LIBRARY" in os.environ, "needs a library that shifts the date")
    def test_what_nobody_begins_is_called_off(self):
        """A week after it was made, unless it has a time of start: it counts no more among those that its owner may have."""
        shift = self.folder / "shift"
        shift.write_text(str(-7 * 24 * 3600 - 60))
        self.server.stop()
        self.server = self.start(before=lambda: os.environ.update(
            LD_PRELOAD=os.environ["DATE_SHIFT_LIBRARY"], DATE_SHIFT=str(shift)))
        ann = self.person("Ann")
        kept = self.make(ann, starts=text_of(in_seconds(30 * 24 * 3600)))
        forgotten = [self.make(ann) for _ in range(4)]
        self.refused(ann.call("POST", "/api/1/tournaments", SWISS), 409, "too_many_tournaments")
        self.server.stop()
        self.sql("DELETE FROM secret WHERE name = 'date'")  # when it ran: the week is no jump of the date
        ann = self.restart({"Ann": ann})["Ann"]
        for tournament in forgotten:
            wait_until(lambda: self.read(tournament)["status"] == "over", 10)
        self.assertEqual(self.read(kept)["status"], "open")
        self.make(ann)

    @sqlite_only
    def test_damage_does_not_end_the_pages(self):
        """After a full page of damaged tournaments the next one can be asked for."""
        people = self.players("Ann")
        tournament = self.make(people["Ann"])
        self.assertEqual(people["Ann"].call("DELETE", f"/api/1/tournaments/{tournament}")[0], 200)
        port = self.server.port
        self.server.stop()
        self.server.close()
        with sqlite3.connect(self.store) as database:
            database.executemany("INSERT INTO tournament (id, revision, created, running, text, sum)"
                                 " SELECT ?, revision, created + ?, running, text, sum FROM tournament WHERE id = ?",
                                 [(f"damaged{letter}{number}"[-8:], number + 1, tournament) for letter in "ab" for number in range(50)])
        database.close()
        self.server = self.start("--listen", f"127.0.0.1:{port}")
        page = lambda query: self.server.client().call("GET", f"/api/1/tournaments?status=over{query}")[2]
        first = page("")
        self.assertEqual(first["tournaments"], [])
        self.assertIsNotNone(first["before"])
        second = page(f"&before={first['before']}")
        self.assertEqual([one["id"] for one in second["tournaments"]], [tournament])
        self.assertIsNone(second["before"])

    def test_a_game_that_cannot_be_read_at_the_start(self):
        """Its result, which is missing since the server was killed, is entered later."""
        held = Held(self)
        self.server.stop()
        self.server.close()
        self.server = self.start(**held.options())
        people = self.players("Ann", "Bob")
        tournament = self.make(people["Ann"])
        for person in people.values():
            self.act(person, tournament, "join")
        game = self.act(people["Ann"], tournament, "start")["pairings"][0]["game"]
        held.hold("commits")
        resigned = threading.Thread(target=lambda: self.assertRaises(
            (OSError, http.client.HTTPException), people["Bob"].call, "POST", f"/api/1/games/{game}/resign", {}))
        resigned.start()
        wait_until(lambda: self.sql(f"SELECT result FROM game WHERE id = '{game}'") != [["*"]])
        self.server.stop(signal.SIGKILL)
        resigned.join()
        self.server.close()
        held.release("commits")
        held.hold("unread-games")
        self.server = self.start(**held.options())
        held.tick()
        self.assertEqual(self.read(tournament)["status"], "running")
        held.release("unread-games")
        held.tick()
        wait_until(lambda: self.read(tournament)["status"] == "over")

    def test_an_account_is_closed_before_it_joins(self):
        """What waits until another change is stored is refused: a closed account neither takes part nor has a tournament."""
        people = self.players("Ann", "Bob", "Cid")
        ann, bob, cid = people.values()
        tournament = self.make(cid)
        for path, body in ((f"/api/1/tournaments/{tournament}/join", {}), ("/api/1/tournaments", SWISS)):
            leaving, answers = (bob if body else ann), {}
            ask = lambda name, who, *request: threads.append(threading.Thread(target=lambda: answers.update({name: who.call(*request)})))
            again, threads = Person(self.server.port), []
            again.cookie = leaving.cookie
            self.server.clients.append(again)
            ask("first", cid, "POST", f"/api/1/tournaments/{tournament}/join", {})
            ask("waits", leaving, "POST", path, body)
            ask("closed", again, "DELETE", "/api/1/account", {"password": PASSWORD})
            end = self.hold_store()
            for thread in threads:
                thread.start()
                time.sleep(0.5)
            end("SELECT 1")
            for thread in threads:
                thread.join()
            self.assertEqual((answers["first"][0], answers["closed"][0]), (200, 204))
            self.refused(answers["waits"], 401, "not_signed_in")
        self.assertEqual([row["name"] for row in self.read(tournament)["standings"]], ["Cid"])
        open_now = self.server.client().call("GET", "/api/1/tournaments?status=open")[2]["tournaments"]
        self.assertEqual([one["id"] for one in open_now], [tournament])

    def test_commands(self):
        """Lists, one tournament in 80 columns, to join and to leave, as lines of text."""
        people = self.players("Ann", "Bob", "Cid")
        tournament = self.make(people["Ann"], rounds=3)

        def give(line, person="Bob", status=200, code=None):
            answer = people[person].call("POST", "/api/1/command", {"command": line})[2]
            self.assertEqual((answer["status"], answer.get("code")), (status, code), answer)
            self.assertLess(max(map(len, answer["text"].split("\n"))), 80, answer["text"])
            return answer["text"]

        self.assertEqual(give("tournaments"), f"Open:\n{tournament}  Winter\n          Swiss, 3 rounds, 0 players, by Ann\nRunning: none\nEnded: none\n")
        self.assertIn(f"To take part: join {tournament}\n", give(f"tournament {tournament}"))
        for person in people:
            self.assertIn("You take part in Winter.", give(f"join {tournament}", person))
        self.assertIn("You take no more part in Winter.", give(f"leave {tournament}"))
        self.assertEqual(self.read(tournament)["players"], 2)
        give(f"join {tournament}")
        give("join aaaaaaaa", status=404, code="not_found")
        give("tournament aaaaaaaa", status=404, code="not_found")
        stranger = self.server.client().call("POST", "/api/1/command", {"command": f"join {tournament}"})[2]
        self.assertEqual(stranger["code"], "not_signed_in")
        self.act(people["Ann"], tournament, "start")
        give(f"leave {tournament}", "Cid")
        now = self.end_games(people, tournament)
        text = give(f"tournament {tournament}")
        for row in now["standings"]:
            self.assertIn(f"{row['rank']:4} {row['number']:4} {row['name']:20}  {row['points']:6.1f}  {row['buchholz']:8.1f}  "
                          f"{row['sonneborn_berger']:9.2f}  {row['wins']:4}" + ("  left" if row.get("left") else "") + "\n", text)
        self.assertIn(f"\nRound {now['round']}\n", text)
        self.assertRegex(text, r"\n +\d Ann +( +\d[bw][10=?+-]| +bye)+( +\.)*\n")
        self.assertIn(f"Running:\n{tournament}  Winter\n", give("tournaments running"))
        game = self.server.client().create([{"kind": "person"}, {"kind": "open"}], layout="standard")[0]["id"]
        self.assertIn("Accepted.", give(f"join {game}"))

    def test_players_are_told(self):
        people = self.players("Ann", "Bob")
        tournament = self.make(people["Ann"])
        for person in people.values():
            self.act(person, tournament, "join")
        stream = AccountStream(people["Bob"])
        self.addCleanup(stream.close)
        self.assertEqual(stream.next()["type"], "accountFull")
        self.act(people["Ann"], tournament, "start")
        events = {}
        while "tournament" not in events:
            event = stream.next()
            events[event["type"]] = event
        self.assertIn("gameStart", events)
        self.assertEqual((events["tournament"]["tournament"]["id"], events["tournament"]["tournament"]["round"]), (tournament, 1))

    def test_who_has_left_is_not_told(self):
        people = self.players("Ann", "Bob", "Cid", "Dan")
        tournament = self.make(people["Ann"])
        for person in people.values():
            self.act(person, tournament, "join")
        self.act(people["Ann"], tournament, "start")
        self.act(people["Bob"], tournament, "leave")
        streams = {name: AccountStream(people[name]) for name in ("Ann", "Bob")}
        for stream in streams.values():
            self.addCleanup(stream.close)
        self.end_games(people, tournament)
        for name, types in (("Ann", ["tournament", "message"]), ("Bob", ["message"])):
            self.assertEqual(people["Cid"].call("POST", f"/api/1/users/{name}/messages", {"text": "hello"})[0], 201)
            got = []
            while "message" not in got:
                got.append(streams[name].next()["type"])
            self.assertEqual([one for one in got if one in ("tournament", "message")], types)

    def test_rated_games_and_seeds(self):
        people = self.players("Ann", "Bob", "Cid", "Dan")
        tournament = self.make(people["Ann"], rated=True, rules="classic,game=60")
        for person in people.values():
            self.act(person, tournament, "join")
        now = self.act(people["Ann"], tournament, "start")
        game = people["Ann"].game(now["pairings"][0]["game"])
        self.assertTrue(game["rated"])
        self.assertTrue(now["rated"])


if __name__ == "__main__":
    unittest.main()
