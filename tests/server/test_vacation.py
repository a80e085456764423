"""Vacations: clocks of correspondence games stand while somebody is away, others see it, days are counted, a day is spent
where a turn runs out of time; restarts. Days are passed by moving the running time of a store that no server has open."""
import calendar
import os
import signal
import subprocess
import time
import unittest

from harness import PAUA, FolderTest, ServerTest, legal_moves, wait_until

DAY = 86400
PATH = "/api/1/account/vacation"
# No day of the calendar, a leap second that was none, and other ways to write a date.
NO_DATES = ("2999-02-31T00:00:00Z", "2999-02-29T00:00:00Z", "2999-12-31T23:59:60Z", "2999-4-1T00:00:00Z", "2999-04-01T 0:00:00Z", " 2999-04-01T00:00:00Z", "999-04-01T00:00:00Z")


def date(seconds):
    """A date so many seconds from now."""
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() + seconds))


class Person:
    """An account with a session."""

    def __init__(self, client, name):
        self.client, self.name = client, name
        status, headers, answer = client.call("POST", "/api/1/account", {"name": name, "password": "correct horse"})
        assert status == 201, answer
        self.headers = {"Cookie": headers["Set-Cookie"].split(";")[0]}

    def sign_in(self):
        status, headers, answer = self.client.call("POST", "/api/1/session", {"name": self.name, "password": "correct horse"})
        assert status == 200, answer
        self.headers = {"Cookie": headers["Set-Cookie"].split(";")[0]}

    def call(self, method, path, body=None):
        return self.client.call(method, path, body, self.headers)

    def vacation(self, **body):
        status, _, answer = self.call("POST" if body else "GET", PATH, body or None)
        assert status == 200, answer
        return answer


class People:
    """What both classes of tests share."""

    def game(self, ann, bob, moves=2, **body):
        """A game of two accounts, after so many moves."""
        body = {"layout": "standard", "rules": "days=3", "seats": [{"kind": "user", "name": one.name} for one in (ann, bob)], **body}
        status, _, answer = ann.call("POST", "/api/1/games", body)
        self.assertEqual(status, 201, answer)
        game = answer["game"]["id"]
        self.assertEqual(bob.call("POST", f"/api/1/games/{game}/join", {})[0], 200)
        for _ in range(moves):
            self.move(game, ann, bob)
        return game

    def move(self, game, *people):
        now = self.read(game, people[0])
        one = people[(now["ply"] - 1) % len(people)]
        status, _, answer = one.call("POST", f"/api/1/games/{game}/moves",
                                     {"ply": now["ply"], "move": legal_moves(now["position"])[0]})
        self.assertEqual(status, 200, answer)

    def read(self, game, person):
        status, _, answer = person.call("GET", f"/api/1/games/{game}")
        self.assertEqual(status, 200, answer)
        return answer

    def away(self, game, person, side=0):
        """Until when others see that a player is away, or None."""
        return self.read(game, person)["seats"][side].get("away")


class Vacations(People, ServerTest):
    count = 0

    def people(self):
        """Two new accounts."""
        Vacations.count += 1
        return [Person(self.client(), f"{name}{Vacations.count}") for name in ("Ann", "Bob")]

    def test_clocks_stand_in_slow_games(self):
        ann, bob = self.people()
        slow, fast = self.game(ann, bob), self.game(ann, bob, rules="game=600")
        stream = self.stream(slow, after=0)
        self.assertEqual(ann.vacation(), {"from": None, "to": None, "away": False, "auto": False,
                                          "year": time.gmtime().tm_year, "allowance": 30, "left": 30})
        until = date(2 * DAY)
        answer = ann.vacation(to=until)
        self.assertEqual((answer["to"], answer["away"], answer["left"]), (until, True, 28))
        wait_until(lambda: self.away(slow, bob) == until)
        self.assertEqual(self.read(slow, bob)["clock"]["runs"], "")
        self.assertIsNone(self.away(fast, bob))
        self.assertEqual(self.read(fast, bob)["clock"]["runs"], "b")
        closes = calendar.timegm(time.strptime(self.read(slow, bob)["closes"], "%Y-%m-%dT%H:%M:%SZ"))
        self.assertGreater(closes, time.time() + 22 * DAY)  # nor does it close as idle meanwhile
        later = self.game(ann, bob)
        wait_until(lambda: self.away(later, bob) == until)
        self.move(slow, ann, bob)  # one may move all the same
        self.assertEqual(self.read(slow, bob)["clock"]["runs"], "w")
        self.move(slow, ann, bob)
        self.assertEqual(self.read(slow, bob)["clock"]["runs"], "")
        status, _, answer = ann.call("DELETE", PATH)
        self.assertEqual((status, answer["to"], answer["away"], answer["left"]), (200, None, False, 29))
        wait_until(lambda: self.away(slow, bob) is None and self.away(later, bob) is None)
        self.assertEqual(self.read(slow, bob)["clock"]["runs"], "b")
        events = [stream.next() for _ in range(6)]
        self.assertEqual([(one["type"], one["colour"]) for one in events[3:]][:1] + [events[5]["type"]],
                         [("away", "b"), "move"])
        self.assertEqual(events[3]["until"], until)

    def test_it_ends_by_itself(self):
        ann, bob = self.people()
        game = self.game(ann, bob)
        until = date(2)
        ann.vacation(to=until)
        wait_until(lambda: self.away(game, bob) == until)
        wait_until(lambda: self.away(game, bob) is None)
        wait_until(lambda: ann.vacation()["to"] is None)
        self.assertEqual(ann.vacation()["left"], 29)
        self.assertEqual(self.read(game, bob)["clock"]["runs"], "b")

    def test_a_planned_one(self):
        ann, bob = self.people()
        game = self.game(ann, bob)
        begin, end = date(DAY), date(11 * DAY)
        answer = ann.vacation(**{"from": begin, "to": end})
        self.assertEqual((answer["from"], answer["to"], answer["away"], answer["left"]), (begin, end, False, 20))
        self.refused(ann.call("POST", PATH, {"to": date(DAY)}), 409, "on_vacation")
        self.assertEqual(ann.call("DELETE", PATH)[2]["left"], 30)
        ann.vacation(**{"from": date(1), "to": date(30)})
        wait_until(lambda: self.away(game, bob) is not None)

    def test_what_is_refused(self):
        ann, _ = self.people()
        for body, code, status in (({}, "bad_request", 400), ({"to": "soon"}, "bad_request", 400), ({"to": 5}, "bad_request", 400),
                                   ({"to": date(-5)}, "no_vacation", 409), ({"to": "1970-01-01T00:00:00Z"}, "no_vacation", 409), ({"from": date(-DAY), "to": date(DAY)}, "no_vacation", 409),
                                   ({"from": date(DAY)}, "bad_request", 400), ({"to": date(DAY), "auto": 1}, "bad_request", 400),
                                   ({"from": date(400 * DAY), "to": date(401 * DAY)}, "no_vacation", 409),
                                   ({"to": date(31 * DAY)}, "no_vacation", 409), ({"until": date(5)}, "bad_request", 400),
                                   *(({"to": text}, "bad_request", 400) for text in NO_DATES)):
            with self.subTest(body=body):
                self.refused(ann.call("POST", PATH, body), status, code)
        for method in ("GET", "POST", "DELETE"):
            self.refused(self.client().call(method, PATH, {} if method == "POST" else None), 401, "not_signed_in")
        self.assertEqual(ann.vacation()["left"], 30)
        self.assertEqual(ann.call("GET", "/api/1/account/export")[2]["vacation"], ann.vacation())


@unittest.skipUnless("DATE_SHIFT_LIBRARY" in os.environ, "needs a library that shifts the date")
class WrongDates(People, FolderTest):
    """A computer's clock that is 100 days ahead, at the start or from some moment on, ends and begins nothing."""

    def setUp(self):
        super().setUp()
        self.shift = self.folder / "shift"
        self.set_date(0)

    def set_date(self, days):
        self.shift.write_text(str(int(days * DAY)))

    def begin(self):
        library, shift = os.environ["DATE_SHIFT_LIBRARY"], str(self.shift)
        return self.start(before=lambda: os.environ.update(LD_PRELOAD=library, DATE_SHIFT=shift))

    def prepare(self, server):
        """What ends and begins by the date, from today on."""
        self.ann, self.bob = (Person(server.client(), name) for name in ("Ann", "Bob"))
        self.playing = self.game(self.ann, self.bob)
        status, _, answer = self.ann.call("POST", "/api/1/games", {"layout": "standard", "seats": [{"kind": "person"}, {"kind": "open"}]})
        self.assertEqual(status, 201, answer)
        self.waiting = answer["game"]["id"]
        self.until = date(2 * DAY)
        self.ann.vacation(to=self.until)
        wait_until(lambda: self.away(self.playing, self.bob) == self.until)
        status, _, answer = self.bob.call("POST", "/api/1/tournaments", {
            "name": "Winter", "system": "swiss", "rounds": 2, "layout": "standard", "rules": "game=60", "starts": date(3 * DAY)})
        self.assertEqual(status, 201, answer)
        self.tournament = answer["id"]
        for one in (self.ann, self.bob):
            self.assertEqual(one.call("POST", f"/api/1/tournaments/{self.tournament}/join", {})[0], 200)
        self.planned = date(55 * DAY)
        self.bob.vacation(**{"from": date(50 * DAY), "to": self.planned})

    def check(self, server, days):
        """Nothing has ended or begun, but a vacation until the date is set right."""
        for one in (self.ann, self.bob):
            one.client = server.client()
            one.sign_in()  # sessions, too, end by the date
        # what begins a vacation lets the server look at all of them
        self.assertEqual(self.bob.call("POST", PATH, {"auto": False})[0], 200)
        time.sleep(1)
        self.assertEqual(self.away(self.playing, self.bob), self.until)
        away = self.planned if days == 100 else None
        wait_until(lambda: self.away(self.playing, self.ann, 1) == away)
        self.assertEqual(self.bob.vacation()["away"], bool(away))
        self.assertEqual(self.read(self.waiting, self.ann)["status"], "waiting")
        status, _, answer = self.bob.call("GET", f"/api/1/tournaments/{self.tournament}")
        self.assertEqual((status, answer["status"]), (200, "open"))

    def test_a_start(self):
        server = self.begin()
        self.prepare(server)
        self.assertEqual(server.stop(), (0, ""))
        for days, words in ((100, "the date is +2400 hours from when a server ran last"), (0, None),
                            (-100, "the date is -2400 hours"), (0.8, None)):
            with self.subTest(days=days):
                self.set_date(days)
                server = self.begin()
                self.check(server, days)
                code, errors = server.stop()
                self.assertEqual(code, 0)
                self.assertEqual(errors.count("\n"), 1 if words else 0, errors)
                self.assertIn(words or "", errors)

    def test_a_jump(self):
        server = self.begin()
        self.prepare(server)
        for days in (100, 0, -100, 0):
            with self.subTest(days=days):
                self.set_date(days)
                self.check(server, days)
        self.assertEqual(self.ann.vacation()["to"], self.until)
        code, errors = server.stop()
        self.assertEqual((code, errors.count("the date was set by ")), (0, 4), errors)
        self.assertEqual(errors.count("it is as before"), 2)

    def test_games_made_under_a_wrong_date(self):
        """They close when they would have: not at once, when the date is set right."""
        server = self.begin()
        ann, bob = (Person(server.client(), name) for name in ("Ann", "Bob"))
        for wrong in (-20000, -100):
            self.set_date(wrong)
            for one in (ann, bob):
                one.sign_in()
            status, _, answer = ann.call("POST", "/api/1/games", {"layout": "standard", "seats": [{"kind": "person"}, {"kind": "open"}]})
            self.assertEqual(status, 201, answer)
            waiting, played = answer["game"], self.game(ann, bob, rules="classic")
            self.set_date(0)
            for one in (ann, bob):
                one.sign_in()
            for game, days in ((waiting["id"], 7), (played, 14)):
                closes = calendar.timegm(time.strptime(self.read(game, ann)["closes"], "%Y-%m-%dT%H:%M:%SZ"))
                self.assertAlmostEqual(closes, time.time() + days * DAY, delta=600)

    def test_days_of_a_vacation(self):
        """Whoever ends or takes one under a wrong date pays for no other days than under the right one."""
        server = self.begin()
        self.prepare(server)
        self.set_date(100)
        for one in (self.ann, self.bob):
            one.sign_in()
        status, _, answer = self.ann.call("DELETE", PATH)
        self.assertEqual((status, answer["to"], answer["away"], answer["left"]), (200, None, False, 29))
        wait_until(lambda: self.away(self.playing, self.bob) is None)
        self.assertEqual(self.bob.call("DELETE", PATH)[2]["left"], 30)
        wait_until(lambda: self.away(self.playing, self.ann, 1) is None)
        self.set_date(-10)
        for one in (self.ann, self.bob):
            one.sign_in()
        self.until = date(3 * DAY)
        answer = self.ann.vacation(to=self.until)
        self.assertEqual((answer["to"], answer["away"], answer["left"]), (self.until, True, 26))
        wait_until(lambda: self.away(self.playing, self.bob) == self.until)
        # it is over by any date, also before its games have resumed
        now = self.ann.headers
        self.set_date(100)
        self.ann.sign_in()
        self.assertEqual(self.ann.call("DELETE", PATH)[2]["left"], 28)
        self.set_date(-10)
        self.ann.headers = now
        answer = self.ann.vacation(to=self.until)
        self.assertEqual((answer["to"], answer["away"], answer["left"]), (self.until, True, 25))


class Days(People, FolderTest):
    """Days pass while the server is stopped."""

    def test_a_day_that_is_not_stored(self):
        """A flag falls while somebody else forbids to spend a day: the game is over. On a slow machine it fell before: the day is spent."""
        server, ann, bob, game = self.begin()
        ann.vacation(auto=True)
        self.pass_days(server, ann, bob, 1 - 2 / DAY)
        end = self.hold_store()
        time.sleep(2.5)
        end("UPDATE vacation SET automatic = 0")
        wait_until(lambda: not ann.vacation()["auto"])
        wait_until(lambda: (self.read(game, bob)["result"], bool(self.away(game, bob)), ann.vacation()["left"]) in (("0-1", False, 30), ("*", True, 29)))

    def test_a_game_that_cannot_be_read_for_a_moment(self):
        """It gets its event later."""
        server, ann, bob, game = self.begin()
        server = self.pass_days(server, ann, bob, 0)
        self.sql("ALTER TABLE conditional RENAME TO conditional_elsewhere")
        until = date(10 * DAY)
        ann.vacation(to=until)
        time.sleep(0.5)  # the server reads the game, which it has not in memory
        self.sql("ALTER TABLE conditional_elsewhere RENAME TO conditional")
        wait_until(lambda: self.away(game, bob) == until)

    def test_another_change_comes_first(self):
        """A vacation that has passed goes from the store, and what somebody else has changed there meanwhile stays."""
        self.server = self.start()
        ann = Person(self.server.client(), "Ann")
        ann.vacation(to=date(2))
        end = self.hold_store()
        wait_until(lambda: ann.vacation()["to"] is None)
        time.sleep(0.5)  # the server waits to write that it is over
        end("UPDATE vacation SET automatic = 1")
        wait_until(lambda: ann.vacation()["auto"])
        wait_until(lambda: self.sql("SELECT begins, ends, automatic, days FROM vacation") == [["0", "0", "1", "1"]])

    def begin(self, *options):
        server = self.start(*options)
        ann, bob = Person(server.client(), "Ann"), Person(server.client(), "Bob")
        return server, ann, bob, self.game(ann, bob, rules="days=1")

    def pass_days(self, server, ann, bob, days, *options):
        """Stops the server, moves the running time, and starts it again."""
        server.process.send_signal(signal.SIGTERM)
        server.process.wait()
        server.close()
        self.sql(f"UPDATE running SET ms = ms + {round(days * DAY * 1000)}")
        server = self.start(*options)
        for person in (ann, bob):
            person.client = server.client()
        return server

    def test_a_vacation_saves_a_game(self):
        server, ann, bob, game = self.begin()
        ann.vacation(to=date(10 * DAY))
        wait_until(lambda: self.away(game, bob))
        server = self.pass_days(server, ann, bob, 5)
        self.assertTrue(self.away(game, bob))
        time.sleep(0.5)
        self.assertEqual(self.read(game, bob)["result"], "*")
        self.assertEqual(ann.call("DELETE", PATH)[0], 200)
        wait_until(lambda: self.away(game, bob) is None)
        self.assertGreater(self.read(game, bob)["clock"]["turn"], (DAY - 60) * 1000)
        self.pass_days(server, ann, bob, 1.1)
        wait_until(lambda: self.read(game, bob)["result"] == "0-1")

    def test_a_day_is_spent(self):
        server, ann, bob, game = self.begin("--vacation-days", "1")
        self.assertTrue(ann.vacation(auto=True)["auto"])
        server = self.pass_days(server, ann, bob, 1.1, "--vacation-days", "1")
        wait_until(lambda: self.away(game, bob))
        answer = ann.vacation()
        self.assertEqual((answer["away"], answer["left"]), (True, 0))
        self.assertEqual(self.read(game, bob)["result"], "*")
        ann.call("DELETE", PATH)
        wait_until(lambda: self.read(game, bob)["result"] == "0-1")  # no day is left

    def test_a_new_year_has_its_days(self):
        """However many were taken in the last one."""
        server, ann, bob, _ = self.begin()
        ann.vacation(to=date(2 * DAY))
        self.assertEqual(ann.call("DELETE", PATH)[2]["left"], 29)
        server.stop()
        server.close()
        self.sql("UPDATE vacation SET year = year - 1, days = 30")
        server = self.start()
        ann.client = server.client()
        answer = ann.vacation()
        self.assertEqual((answer["year"], answer["left"]), (time.gmtime().tm_year, 30))
        self.assertEqual(ann.vacation(to=date(2 * DAY))["left"], 28)

    def test_a_day_is_spent_after_another(self):
        """Also where the store takes its time to write that the first one is over: meanwhile the flag waits."""
        server, ann, bob, game = self.begin()
        ann.vacation(auto=True)
        server = self.pass_days(server, ann, bob, 1.1)
        wait_until(lambda: self.away(game, bob))
        server.stop()
        server.close()
        until = date(8)
        ends = calendar.timegm(time.strptime(until, "%Y-%m-%dT%H:%M:%SZ"))
        self.sql(f"UPDATE vacation SET ends = {ends * 1000}")
        server = self.start()
        for person in (ann, bob):
            person.client = server.client()
        wait_until(lambda: self.away(game, bob) == until)
        end = self.hold_store()
        time.sleep(ends + 1.5 - time.time())
        end("SELECT 1")
        wait_until(lambda: self.away(game, bob) != until, 10)
        wait_until(lambda: self.away(game, bob) or self.read(game, bob)["result"] != "*", 10)
        self.assertEqual(self.read(game, bob)["result"], "*")
        self.assertEqual(ann.vacation()["left"], 28)

    def doubt(self, server, ann, bob, days, rested):
        """Passes days; the date in the store is two days old, and the one of now has been in doubt for so long."""
        server.process.send_signal(signal.SIGTERM)
        server.process.wait()
        now = int(time.time() * 1000)
        self.sql(f"UPDATE secret SET value = '{now - 2 * DAY * 1000} {now} {rested * 1000}' WHERE name = 'date'")
        return self.pass_days(server, ann, bob, days)

    def test_closed_while_no_server_runs(self):
        """Nothing of a vacation is left, nor a free seat: the game is over at the next start, and nobody waits for a day."""
        server, ann, bob, game = self.begin()
        self.assertTrue(ann.vacation(auto=True, to=date(5 * DAY))["auto"])
        status, _, seek = ann.call("POST", "/api/1/games", {"layout": "standard", "seats": [
            {"kind": "user", "name": "Ann"}, {"kind": "open", "listed": True}]})
        self.assertEqual(status, 201, seek)
        wait_until(lambda: self.away(game, bob))
        self.assertEqual(server.stop(), (0, ""))
        done = subprocess.run([PAUA, "admin", "close", "Ann", "--store", self.place], capture_output=True, text=True, timeout=60)
        self.assertEqual(done.returncode, 0, done)
        self.assertEqual(self.sql("SELECT count(*) FROM vacation"), [["0"]])
        server = self.start()
        bob.client = server.client()
        wait_until(lambda: self.read(game, bob)["result"] == "0-1")
        wait_until(lambda: self.read(seek["game"]["id"], bob)["reason"] == "declined")

    def test_a_vacation_after_days_without_a_server(self):
        server, ann, bob, game = self.begin()
        server = self.doubt(server, ann, bob, 0, 0)
        until = date(10 * DAY)
        self.assertTrue(ann.vacation(to=until)["away"])
        wait_until(lambda: self.away(game, bob) == until)
        self.assertEqual(self.read(game, bob)["clock"]["runs"], "")
        status, _, answer = ann.call("POST", PATH, {"to": date(DAY)})
        self.assertEqual((status, answer["error"]["code"]), (409, "on_vacation"))
        server = self.doubt(server, ann, bob, 3, 0)
        time.sleep(1)
        self.assertEqual((self.read(game, bob)["result"], self.away(game, bob)), ("*", until))
        answer = ann.call("DELETE", PATH)[2]
        self.assertEqual((answer["to"], answer["away"], answer["left"]), (None, False, 29))
        wait_until(lambda: self.away(game, bob) is None)
        self.assertEqual(self.read(game, bob)["clock"]["runs"], "b")
        self.assertEqual(ann.vacation(to=until)["away"], True)

    def test_a_day_is_not_spent_while_the_date_is_in_doubt(self):
        """The flag waits until the date is believed, an hour of all runs together."""
        server, ann, bob, game = self.begin()
        ann.vacation(auto=True)
        server = self.doubt(server, ann, bob, 1.1, 0)
        time.sleep(1)
        self.assertEqual((self.read(game, bob)["result"], self.away(game, bob), ann.vacation()["left"]), ("*", None, 30))
        self.doubt(server, ann, bob, 0, 3599)
        wait_until(lambda: self.away(game, bob))
        self.assertEqual(ann.vacation()["left"], 29)

    def test_a_move_in_the_day_that_is_spent(self):
        server, ann, bob, game = self.begin()
        ann.vacation(auto=True)
        self.pass_days(server, ann, bob, 1.1)
        wait_until(lambda: self.away(game, bob))
        self.move(game, ann, bob)
        self.assertEqual(self.read(game, bob)["clock"]["runs"], "w")


    # reminders

    def digest(self, person):
        status, _, answer = person.call("GET", "/api/1/account/reminders")
        self.assertEqual(status, 200, answer)
        return answer

    def test_reminders(self):
        """Of 21 days after 7, once a turn; after a vacation at once."""
        server = self.start()
        ann, bob = Person(server.client(), "Ann"), Person(server.client(), "Bob")
        game = self.game(ann, bob, rules="days=21")
        self.game(ann, bob, rules="game=600")
        entry, = self.digest(ann)["games"]
        at = lambda name: calendar.timegm(time.strptime(entry[name], "%Y-%m-%dT%H:%M:%SZ")) - time.time()
        self.assertEqual((entry["id"], entry["colour"], entry["ply"], entry["remind"]), (game, "b", 3, False))
        self.assertAlmostEqual(at("due"), 7 * DAY, delta=20)
        self.assertAlmostEqual(at("forfeit"), 21 * DAY, delta=20)
        self.assertEqual(self.digest(bob), {"games": [], "due": 0})
        server = self.pass_days(server, ann, bob, 6.9)
        self.assertEqual(self.digest(ann)["due"], 0)
        server = self.pass_days(server, ann, bob, 0.2)
        entry, = self.digest(ann)["games"]
        self.assertEqual((self.digest(ann)["due"], entry["remind"]), (1, True))
        marks = {"games": [{"id": game, "turn": entry["turn"]}]}
        self.assertEqual(ann.call("POST", "/api/1/account/reminders", marks)[0], 204)
        self.assertEqual([self.digest(ann)[name] if name == "due" else self.digest(ann)["games"][0][name]
                          for name in ("due", "reminded")], [0, True])
        server = self.pass_days(server, ann, bob, 1)
        self.assertEqual(self.digest(ann)["due"], 0)
        ann.vacation(to=date(2))
        wait_until(lambda: self.digest(ann)["games"] == [])
        wait_until(lambda: self.digest(ann)["due"] == 1)
        self.move(game, ann, bob)
        self.assertEqual((self.digest(ann)["due"], len(self.digest(bob)["games"])), (0, 1))
        stranger = Person(server.client(), "Cid")
        self.assertEqual(stranger.call("POST", "/api/1/account/reminders", marks)[0], 409)
        self.assertEqual(stranger.call("POST", "/api/1/account/reminders", {"games": [5]})[0], 400)

    def test_a_departure_of_another_begins_no_turn(self):
        """Of four, one resigns who is not to move: for who is to move it is the same turn. His own departure begins the next one."""
        server = self.start()
        ann, bob, cid, dan = (Person(server.client(), name) for name in ("Ann", "Bob", "Cid", "Dan"))
        people = ann, bob, cid, dan
        seats = [{"kind": "user", "name": one.name} for one in people]
        game = ann.call("POST", "/api/1/games", {"layout": "standard", "players": 4, "rules": "days=21", "seats": seats})[2]["game"]["id"]
        for one in people[1:]:
            self.assertEqual(one.call("POST", f"/api/1/games/{game}/join", {})[0], 200)
        for _ in range(4):
            self.move(game, *people)
        turn = lambda person: [[one[name] for name in ("ply", "turn", "since")] for one in self.digest(person)["games"]]
        before = turn(ann)
        self.assertEqual(cid.call("POST", f"/api/1/games/{game}/resign", {})[0], 200)
        self.assertEqual(turn(ann), before)
        self.assertEqual(ann.call("POST", f"/api/1/games/{game}/resign", {})[0], 200)
        (ply, number, _), = turn(bob)
        self.assertEqual([ply, number], [before[0][0], before[0][1] + 2])


if __name__ == "__main__":
    unittest.main()
