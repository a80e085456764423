"""Clocks: for a turn and for a game, with gain, delay, days and lag; who loses on time; pauses, takebacks,
rematches, restarts; players who have gone."""
import calendar
import contextlib
import os
import re
import signal
import sqlite3
import subprocess
import time
import unittest

from support.checksum import update_sums
from harness import PAUA, POSTGRES, SLOWDOWN, FolderTest, ServerTest, Stream, legal_moves, wait_until
from test_players import OPEN, PERSON, Table

COMPUTER = {"kind": "computer", "level": 1}
LAG_MAX = 0.5  # flags fall so much later
LATE = 0.4 * SLOWDOWN  # what a busy machine may add to a time that is measured here


class Clocks(ServerTest):
    def table(self, rules, seats=2, layout="belgian-daisy"):
        seats = [PERSON] * seats if isinstance(seats, int) else seats
        return Table(self, seats, layout=layout, rules=rules)

    def first_round(self, table, players=2):
        """Plays the moves that no clock counts."""
        for side in range(players):
            self.moved = time.monotonic()
            self.assertEqual(table.move(side)[0], 200)

    def clock(self, table):
        return table.now()["clock"]

    def about(self, milliseconds, seconds, late=LATE):
        """A time that runs is at most what it was, and not much less."""
        self.assertLessEqual(milliseconds, seconds * 1000)
        self.assertGreaterEqual(milliseconds, (seconds - late) * 1000 - 1)


class Flags(Clocks):
    def test_a_game_is_lost_on_time(self):
        table = self.table("turn=1")
        stream = self.stream(table.id, after=0)
        self.first_round(table)
        began = time.monotonic()
        event = next(event for event in iter(stream.next, None) if event["type"] == "time")
        self.assertGreater(time.monotonic() - began, 1 + LAG_MAX - 0.1)
        self.assertEqual((event["colour"], event["result"], event["reason"]), ("b", "0-1", "time"))
        self.assertEqual(event["clock"], {"runs": "", "turn": 0})
        self.assertEqual(table.now()["reason"], "time")
        self.refused(table.move(0), 409, "game_over")

    def test_of_three_players_one_is_passed_over(self):
        table = self.table("turn=1", 3, "standard-3")
        self.first_round(table, 3)
        game = wait_until(lambda: table.now()["turn"] == "w" and table.now())
        self.assertEqual((game["result"], game["seats"][0]["left"]), ("*", "time"))
        self.assertEqual(table.move(1)[0], 200)
        self.assertEqual(wait_until(lambda: table.now()["result"] != "*" and table.now())["result"],
                         "0-1")

    def test_nobody_asks(self):
        """A flag falls also in a game that nobody looks at, and the next one in time."""
        tables = [self.table("game=1"), self.table("game=2")]
        for table in tables:
            self.first_round(table)
        time.sleep(2 + LAG_MAX + LATE)
        self.assertEqual([table.now()["result"] for table in tables], ["0-1", "0-1"])

    def test_the_first_round_takes_no_time(self):
        table = self.table("turn=1")
        time.sleep(1 + LAG_MAX + LATE)
        self.assertEqual(self.clock(table), {"runs": "", "turn": 1000})
        self.first_round(table)
        self.assertEqual(self.clock(table)["runs"], "b")

    def test_lag_is_given_back_up_to_a_limit(self):
        table = self.table("game=60")
        late = []  # how much longer each took
        began = time.monotonic()
        self.first_round(table)
        for lag in (10000, 0):
            time.sleep(0.8)
            now = table.now()
            side = "bw".index(now["turn"])
            sent = time.monotonic()
            answer = table.post(side, "moves", {"ply": now["ply"], "lag": lag,
                                                "move": legal_moves(now["position"])[0]})
            self.assertEqual(answer[0], 200, answer[2])
            late.append(time.monotonic() - began - 0.8)
            began = sent
        left = self.clock(table)["left"]
        self.about(left[0], 59.7, late[0] + time.monotonic() - began)  # Black's runs again
        self.about(left[1], 59.2, late[1])
        for lag in (-1, 10001, "1", 1.5):
            message = self.refused(table.post(0, "moves", {"ply": 5, "move": "a1b2", "lag": lag}),
                                   400, "bad_request")
            self.assertIn("lag", message)

    def test_lag_is_given_back_up_to_a_limit_in_a_game(self):
        """Five seconds and a tenth of the time that was taken: who claims half a second for each move is charged from the twelfth
        on."""
        table = self.table("game=60,repetition=0")
        self.first_round(table)
        for _ in range(14):
            time.sleep(0.5)
            for side, lag in ((0, 500), (1, 0)):
                now = table.now()
                self.assertEqual(table.post(side, "moves", {"ply": now["ply"], "lag": lag, "move": legal_moves(now["position"])[0]})[0], 200)
        self.assertLessEqual(self.clock(table)["left"][0], 60000 - (14 * 450 - 5000))

    def test_the_computer_keeps_to_its_clock(self):
        """It never loses on time, and thinks for a part of what it has."""
        table = self.table("game=5,plies=20", [{"kind": "computer", "level": 8}] * 2)
        game = wait_until(lambda: table.now()["result"] != "*" and table.now(), seconds=60)
        self.assertNotEqual(game["reason"], "time")
        self.assertGreater(min(game["clock"]["left"]), 0)
        self.assertLess(max(game["clock"]["left"]), 5000)


class Arithmetic(Clocks):
    def spend(self, table, seconds):
        """Thinks for so long and moves. The server may have measured as much more as `late` says."""
        before = self.moved
        time.sleep(seconds)
        side = "bw".index(table.now()["turn"])
        self.moved = time.monotonic()
        self.assertEqual(table.move(side)[0], 200)
        self.late = time.monotonic() - before - seconds
        return self.clock(table)

    def test_gain(self):
        table = self.table("game=60,gain=2")
        self.assertEqual(self.clock(table), {"runs": "", "left": [60000, 60000]})
        self.first_round(table)
        clock = self.spend(table, 0.5)
        self.assertEqual(clock["runs"], "w")
        self.about(clock["left"][0], 61.5, self.late)
        self.about(clock["left"][1], 60)

    def test_delay(self):
        table = self.table("game=60,delay=1")
        self.first_round(table)
        self.about(self.clock(table)["delay"], 1)
        clock = self.spend(table, 0.3)
        self.assertEqual(clock["left"], [60000, 60000])
        clock = self.spend(table, 1.5)
        self.assertEqual(clock["left"][0], 60000)
        self.about(clock["left"][1], 59.5, self.late)

    def test_days(self):
        table = self.table("days=3")
        self.first_round(table)
        clock = self.clock(table)
        self.assertEqual(clock["runs"], "b")
        self.about(clock["turn"], 3 * 86400)
        self.refused(table.post(1, "claim"), 409, "no_claim")

    def test_a_bank_gains_up_to_its_cap(self):
        """Ten days and a quarter more for each move, but never over half a day more."""
        table = self.table("bank=10,gain=6h,cap=252h")
        rules = table.now()["rules"]
        self.assertEqual((rules["text"], rules["cap"]),
                         ("classic,plies=10000,bank=10,gain=21600,cap=907200", 907200))
        self.first_round(table)
        for side in (0, 1) * 3:
            self.assertEqual(table.move(side)[0], 200)
        self.assertEqual(self.clock(table)["left"][1], 907200000)
        self.assertTrue(table.now()["slow"])
        text = self.client().call("GET", f"{table.path}.apgn")[2].decode()
        self.assertIn('[TimeControl "864000+21600<=907200"]', text)
        self.refused(table.post(1, "claim"), 409, "no_claim")

    def test_a_slow_game_has_a_clock(self):
        def slow(rules):
            return self.client().call("POST", "/api/1/games", {
                "layout": "standard", "seats": [PERSON] * 2, "slow": True, "rules": rules})[2]

        for rules, text in (("classic", "classic,plies=10000,days=21"), ("days=3", "classic,plies=10000,days=3"),
                            ("ko,bank=2", "ko,plies=10000,bank=2")):
            game = slow(rules)["game"]
            self.assertEqual((game["rules"]["text"], game["slow"]), (text, True))
        for rules in ("turn=5", "game=3600", "bank=2,turn=60"):
            self.assertIn("slow", slow(rules)["error"]["message"])
        self.assertNotIn("slow", self.table("turn=86399").now())

    def test_events_tell_clocks(self):
        table = self.table("game=60")
        self.first_round(table)
        self.spend(table, 0.3)
        stream = self.stream(table.id, after=0)
        events = [stream.next() for _ in range(3)]
        self.assertEqual([event["clock"]["runs"] for event in events], ["", "b", "w"])
        self.assertEqual(events[1]["clock"]["left"], [60000, 60000])
        self.assertEqual([event["spent"] for event in events[:2]], [0, 0])
        self.assertEqual(events[2]["clock"]["left"], [60000 - events[2]["spent"], 60000])
        presence = stream.presence()
        self.about(presence["clock"]["left"][1], 60)

    def test_a_pause_stops_the_clock(self):
        table = self.table("game=60")
        self.first_round(table)
        time.sleep(0.3)
        table.post(0, "pause")
        self.assertEqual(table.post(1, "pause")[2]["status"], "paused")
        before = self.clock(table)
        time.sleep(0.5)
        self.assertEqual(self.clock(table), before)
        self.assertEqual(before["runs"], "")
        clock = table.post(1, "resume")[2]["clock"]
        self.assertEqual(clock["runs"], "b")
        self.about(clock["left"][0], before["left"][0] / 1000)

    def test_a_takeback_restores_the_clocks(self):
        table = self.table("game=60,gain=1")
        self.first_round(table)
        first = self.spend(table, 0.3)
        self.spend(table, 0.3)
        self.spend(table, 0.3)
        table.post(1, "takeback", {"ply": 4})
        clock = table.post(0, "takeback")[2]["clock"]
        self.assertEqual(clock["runs"], "w")
        self.assertEqual(clock["left"][0], first["left"][0])
        self.about(clock["left"][1], 60)
        table.post(1, "takeback", {"ply": 2})
        clock = table.post(0, "takeback")[2]["clock"]
        self.assertEqual(clock, {"runs": "", "left": [60000, 60000]})

    def test_a_rematch_starts_fresh(self):
        table = self.table("game=60")
        self.first_round(table)
        self.spend(table, 0.3)
        table.post(0, "resign")
        table.post(0, "rematch")
        answer = table.post(1, "rematch")[2]
        again = self.client().game(answer["next"])
        self.assertEqual(again["clock"], {"runs": "", "left": [60000, 60000]})
        self.assertLess(answer["clock"]["left"][0], 60000)

    def test_a_record_has_the_times_of_its_moves(self):
        table = self.table("game=60,gain=1")
        self.first_round(table)
        clock = self.spend(table, 0.3)
        text = self.client().call("GET", f"{table.path}.apgn")[2].decode()
        times = re.findall(r"\[%clk 0:0(\d):(\d\d\.\d+)\] \[%emt 0:00:(\d\d\.\d+)\]", text)
        left = [60 * int(minutes) + float(seconds) for minutes, seconds, _ in times]
        self.assertEqual([round(1000 * one) for one in left], [60000, 60000, clock["left"][0]])
        self.assertAlmostEqual(float(times[2][2]), 61 - left[2], places=3)
        self.assertIn('[TimeControl "60+1"]', text)
        done = subprocess.run([PAUA, "import", "--strict", "--store", f"sqlite:{self.folder}/archive.db", "-"],
                              input=text, capture_output=True, text=True, check=True)
        self.assertIn("imported 1 rejected 0", done.stdout)
        plain = self.table("turn=5")
        self.first_round(plain)
        text = self.client().call("GET", f"{plain.path}.apgn")[2].decode()
        self.assertIn("{[%emt 0:00:00.000]}", text)
        self.assertNotIn("%clk", text)

    def test_a_game_without_a_clock_has_none(self):
        table = self.table("classic")
        self.first_round(table)
        self.assertNotIn("clock", table.now())
        self.assertNotIn("claim", table.now())

    def test_wrong_clocks(self):
        for rules in ({"turn": -1}, {"turn": "soon"}, {"game": -5}, {"gain": "x"}, {"delay": -1},
                      {"days": 0}, {"days": -1}, {"days": "three"}, {"game": True}, {"turn": 1e12},
                      {"game": None}, {"game": []}, {"gain": 1}, {"bank": 0}, {"bank": 50}, {"cap": 5, "game": 60},
                      {"cap": "59s", "game": 60, "gain": 5}, {"delay": 1}, {"turn": 0}, {"game": 0},
                      {"turn": 0.0001, "preset": "course"}):
            with self.subTest(rules=rules):
                answer = self.client().call("POST", "/api/1/games",
                                            {"layout": "standard", "rules": rules,
                                             "seats": [PERSON] * 2})
                message = self.refused(answer, 400, "bad_request")
                self.assertIn(next(iter(rules)), message)
                self.assertNotIn("\n", message)

    def test_the_rules_of_a_game_are_taken_again(self):
        seats = [PERSON] * 2
        for rules in ("course,turn=0", "classic", "game=60"):
            game, _ = self.client().create(layout="standard", rules=rules, seats=seats)
            again, _ = self.client().create(layout="standard", rules=game["rules"], seats=seats)
            self.assertEqual(again["rules"], game["rules"])


class Gone(Clocks):
    def test_the_game_of_one_who_has_gone(self):
        table = self.table("game=60")  # one may be gone for 10 seconds
        self.assertEqual(table.now()["claim"], 10)
        self.first_round(table)
        self.refused(table.post(0, "claim"), 409, "no_claim")  # one's own turn
        self.refused(table.post(1, "claim"), 409, "too_early")
        here = Stream(self.server.port, table.id, key=table.players[0].key)
        self.addCleanup(here.close)
        here.next()
        self.refused(table.post(1, "claim"), 409, "no_claim")  # Black is here
        here.close()
        wait_until(lambda: table.now()["here"] == [])
        self.assertIn("Black may come back", self.refused(table.post(1, "claim"), 409, "too_early"))
        self.refused(table.post(1, "claim", {"after": 0}), 409, "overtaken")  # meant for an earlier turn
        answer = wait_until(lambda: next(iter([one for one in [table.post(1, "claim", {"after": 2})]
                                               if one[0] == 200]), None), step=0.5)
        self.assertEqual((answer[2]["result"], answer[2]["reason"]), ("0-1", "time"))
        for body in ({}, {"after": 2}):
            self.assertEqual(table.post(1, "claim", body)[2]["event"], answer[2]["event"])
        stream = self.stream(table.id, after=2)
        event = stream.next()
        self.assertEqual((event["type"], event["colour"], event["by"]), ("gone", "b", "w"))


class FirstMoves(FolderTest):
    """Nobody loses before his first move, and nobody waits for it for ever."""
    MINUTES = 5 * 60

    def setUp(self):
        super().setUp()
        self.server = self.start()

    def taken(self, rules="game=600", players=2, **more):
        """A game whose seats, all but the first, somebody takes."""
        layout = "belgian-daisy" if players == 2 else f"bowl-{players}"
        status, _, answer = self.server.client().call("POST", "/api/1/games", {
            "layout": layout, "rules": rules, "seats": [PERSON] + [OPEN] * (players - 1), **more})
        self.assertEqual(status, 201, answer)
        game, keys = answer["game"]["id"], [answer["keys"][0]] + [letter * 32 for letter in "xyz"[:players - 1]]
        for key in keys[1:]:
            self.assertEqual(self.server.client(key).call("POST", f"/api/1/games/{game}/join", {})[0], 200)
        return game, keys

    def now(self, game):
        return self.server.client().game(game)

    def move(self, game, key):
        now = self.now(game)
        self.assertEqual(self.server.client(key).move(game, now["ply"], legal_moves(now["position"])[0])[0], 200)

    def act(self, game, key, what, body=None):
        status, _, answer = self.server.client(key).call("POST", f"/api/1/games/{game}/{what}", body or {})
        return answer if status == 200 else answer["error"]["code"]

    def pass_time(self, seconds):
        """As if the server had run on for so long."""
        port = self.server.port
        self.server.process.send_signal(signal.SIGTERM)
        self.server.process.wait()
        self.server.close()
        self.sql(f"UPDATE running SET ms = ms + {1000 * seconds}")
        self.server = self.start("--listen", f"127.0.0.1:{port}")

    def about(self, milliseconds, seconds):
        self.assertLessEqual(milliseconds, 1000 * seconds)
        self.assertGreater(milliseconds, 1000 * (seconds - 5 - LATE))

    def ended(self, game):
        now = wait_until(lambda: (now := self.now(game))["status"] == "over" and now, 10)
        left = [seat["colour"] for seat in now["seats"] if seat.get("left") == "declined"]
        return now["result"], now["reason"], "".join(left)

    def test_who_never_comes_does_not_lose(self):
        """The way of strangers: a seat is taken while who has offered it is elsewhere."""
        game, keys = self.taken("game=60")  # a claim would be good after 10 seconds
        self.about(self.now(game)["clock"]["first"], self.MINUTES)
        self.pass_time(60)
        self.about(self.now(game)["clock"]["first"], self.MINUTES - 60)
        for _ in range(2):
            self.assertEqual(self.act(game, keys[1], "claim"), "no_claim")
        self.assertEqual(self.now(game)["clock"]["left"], [60000, 60000])
        self.assertIsInstance(self.act(game, keys[1], "chat", {"text": "Hello?"}), dict)  # gives no time
        self.pass_time(self.MINUTES - 60)
        self.assertEqual(self.ended(game), ("*", "declined", "b"))

    def test_who_comes_and_goes_before_the_first_move(self):
        game, keys = self.taken()
        with contextlib.closing(Stream(self.server.port, game, key=keys[0])) as stream:
            stream.next()
        self.move(game, keys[0])
        self.about(self.now(game)["clock"]["first"], self.MINUTES)
        self.assertEqual(self.act(game, keys[0], "claim"), "no_claim")
        with contextlib.closing(Stream(self.server.port, game, key=keys[1])) as stream:
            stream.next()
        self.pass_time(60)
        self.assertEqual(self.act(game, keys[0], "claim"), "no_claim")
        self.pass_time(self.MINUTES - 60)
        self.assertEqual(self.ended(game), ("*", "declined", "w"))

    def test_the_clocks_start_when_everybody_has_moved(self):
        game, keys = self.taken()
        for key in keys:
            self.assertEqual(self.now(game)["clock"]["runs"], "")
            self.move(game, key)
        clock = self.now(game)["clock"]
        self.assertEqual((clock["runs"], "first" in clock), ("b", False))
        events = Stream(self.server.port, game, after=0)
        self.addCleanup(events.close)
        firsts = [events.next()["clock"].get("first") for _ in range(3)]
        self.assertEqual(firsts, [self.MINUTES * 1000] * 2 + [None])

    def test_a_pause_and_a_takeback_begin_the_time_anew(self):
        game, keys = self.taken()
        self.pass_time(100)
        self.act(game, keys[0], "pause")
        self.assertNotIn("first", self.act(game, keys[1], "pause")["clock"])
        self.pass_time(1000)
        self.about(self.act(game, keys[1], "resume")["clock"]["first"], self.MINUTES)
        for key in keys:
            self.move(game, key)
        self.act(game, keys[0], "takeback")
        self.about(self.act(game, keys[1], "takeback")["clock"]["first"], self.MINUTES)
        self.pass_time(self.MINUTES)
        self.assertEqual(self.ended(game), ("*", "declined", "b"))

    def test_a_rematch_waits_as_long(self):
        game, keys = self.taken()
        for key in keys:
            self.move(game, key)
        self.act(game, keys[0], "resign")
        self.act(game, keys[0], "rematch")
        again = self.act(game, keys[1], "rematch")["next"]
        self.about(self.now(again)["clock"]["first"], self.MINUTES)
        self.pass_time(self.MINUTES)
        self.assertEqual(self.ended(again), ("*", "declined", "b"))

    def test_of_three_the_others_go_on(self):
        game, keys = self.taken("turn=60", 3)
        self.move(game, keys[0])
        self.pass_time(self.MINUTES)
        self.assertEqual(self.ended(game), ("*", "declined", "w"))
        after = self.now(self.now(game)["next"])
        self.assertEqual((after["status"], len(after["seats"])), ("playing", 2))
        self.about(after["clock"]["first"], self.MINUTES)

    def test_of_three_one_leaves_before_its_turn(self):
        """The clocks start when those who are still in have moved."""
        for steps in ("0 1 2-", "0 2- 1", "0 1- 2", "2- 0 1"):  # who moves, who leaves
            with self.subTest(steps=steps):
                game, keys = self.taken("turn=60", 3)
                for step in steps.split():
                    self.assertEqual(self.now(game)["clock"]["runs"], "")
                    if step.endswith("-"):
                        self.assertIsInstance(self.act(game, keys[int(step[0])], "resign"), dict)
                    else:
                        self.move(game, keys[int(step)])
                now = self.now(game)
                self.assertEqual((now["turn"], now["clock"]["runs"], now["clock"].get("first")), ("b", "b", None))

    @unittest.skipIf(POSTGRES, "changes a file of SQLite")
    def test_a_game_of_an_older_version(self):
        """Its row has no deadline: whoever comes back after the update has as long as for any other game."""
        game, keys = self.taken()
        self.server.process.send_signal(signal.SIGTERM)
        self.server.process.wait()
        with contextlib.closing(sqlite3.connect(self.store)) as database, database:
            database.execute("UPDATE game SET deadline = 0")
            update_sums(database)
        self.pass_time(3600)
        self.about(self.now(game)["clock"]["first"], self.MINUTES)
        self.assertIsInstance(self.act(game, keys[1], "chat", {"text": "Hello?"}), dict)
        time.sleep(0.5)
        self.assertEqual(self.now(game)["status"], "playing")
        self.pass_time(100)
        self.about(self.now(game)["clock"]["first"], self.MINUTES - 100)
        self.pass_time(self.MINUTES - 100)
        self.assertEqual(self.ended(game), ("*", "declined", "b"))

    def test_a_long_game_has_more_time(self):
        game, _ = self.taken("game=36000")
        self.about(self.now(game)["clock"]["first"], 1800)

    def test_where_nobody_waits_for_somebody_elsewhere(self):
        """Games at one screen, against the computer, without a clock and by days take as long as they like."""
        create = lambda seats, rules: self.server.client().create(seats, layout="belgian-daisy", rules=rules)[0]["id"]
        games = [create([PERSON] * 2, "game=60"), create([PERSON, COMPUTER], "game=60"), create([PERSON] * 2, "classic"),
                 self.taken("classic")[0], self.taken("days=3")[0]]
        self.pass_time(self.MINUTES + 3600)
        time.sleep(0.5)
        for game in games:
            now = self.now(game)
            self.assertEqual((now["status"], now.get("clock", {}).get("first")), ("playing", None))
            self.assertIsNotNone(now["closes"])


class Restarts(FolderTest):
    def restart(self, server, number):
        server.process.send_signal(number)
        server.process.wait()
        server.close()

    def test_clocks_stand_while_the_server_is_down(self):
        for number, given_back in ((signal.SIGTERM, 0.1), (signal.SIGKILL, 2.1)):
            with self.subTest(number=number):
                server = self.start()
                game, keys = server.client().create(layout="standard", rules="game=60")
                for ply, move in ((1, "c3d3"), (2, "g5f5")):
                    self.assertEqual(server.client(keys[ply - 1]).move(game["id"], ply, move)[0], 200)
                time.sleep(2.5)
                before, began = server.client().game(game["id"])["clock"], time.monotonic()
                self.restart(server, number)
                time.sleep(2)
                server = self.start()
                after = server.client().game(game["id"])["clock"]
                others = 1000 * (time.monotonic() - began - 2)  # what the stop and the start took may count
                self.assertEqual((after["runs"], after["left"][1]), ("b", 60000))
                self.assertLessEqual(after["left"][0], before["left"][0] + given_back * 1000)
                self.assertGreaterEqual(after["left"][0], before["left"][0] - 1500 - others)
                server.close()

    @unittest.skipUnless("DATE_SHIFT_LIBRARY" in os.environ, "needs a library that shifts the date")
    def test_a_change_of_the_date_loses_no_game(self):
        """A day forward and a day back; a clock goes on as before, and its flag falls in time."""
        shift = self.folder / "shift"
        shift.write_text("0")

        def before():
            os.environ.update(LD_PRELOAD=os.environ["DATE_SHIFT_LIBRARY"], DATE_SHIFT=str(shift))

        server = self.start(before=before)
        client = server.client()
        games = []
        for rules in ("game=60", "turn=4", "days=1"):
            game, keys = client.create(layout="standard", rules=rules)
            for ply, move in ((1, "c3d3"), (2, "g5f5")):
                server.client(keys[ply - 1]).move(game["id"], ply, move)
            games.append(game["id"])
        began = time.monotonic()
        for days in (1, -1):
            shift.write_text(str(days * 86400))
            created = client.create()[0]["created"]
            seen = calendar.timegm(time.strptime(created, "%Y-%m-%dT%H:%M:%SZ"))
            self.assertAlmostEqual(seen, time.time() + days * 86400, delta=60)
            time.sleep(1)
            self.assertEqual([client.game(game)["result"] for game in games], ["*"] * 3)
        passed = time.monotonic() - began
        left = client.game(games[0])["clock"]["left"]
        self.assertAlmostEqual(left[0], 60000 - 1000 * passed, delta=1000 * LATE)
        self.assertGreater(client.game(games[2])["clock"]["turn"], 86390000)
        wait_until(lambda: client.game(games[1])["result"] == "0-1", seconds=5)
        self.assertGreater(time.monotonic() - began, 4)
        self.assertEqual(client.game(games[0])["result"], "*")

    @unittest.skipUnless("DATE_SHIFT_LIBRARY" in os.environ, "needs a library that shifts the date")
    def test_a_first_start_in_1970(self):
        """A clock without a battery: a game that waits is not over when the date is right."""
        shift = self.folder / "shift"
        shift.write_text(str(-int(time.time())))

        def before():
            os.environ.update(LD_PRELOAD=os.environ["DATE_SHIFT_LIBRARY"], DATE_SHIFT=str(shift))

        server = self.start(before=before)
        client = server.client()
        game = client.create([{"kind": "person"}, {"kind": "open"}], layout="standard")[0]
        self.assertTrue(game["created"].startswith("1970-"), game["created"])
        self.assertGreater(game["closes"], "2026-11-08")
        self.restart(server, signal.SIGKILL)
        other = self.start(before=before).client().create([{"kind": "person"}, {"kind": "open"}], layout="standard")[0]
        self.assertGreater(other["closes"], "2026-11-08")

    def test_a_flag_falls_after_a_restart(self):
        server = self.start()
        game, keys = server.client().create(layout="standard", rules="game=3")
        for ply, move in ((1, "c3d3"), (2, "g5f5")):
            server.client(keys[ply - 1]).move(game["id"], ply, move)
        self.restart(server, signal.SIGTERM)
        time.sleep(4)
        client = self.start().client()
        self.assertEqual(client.game(game["id"])["result"], "*")
        wait_until(lambda: client.game(game["id"])["result"] == "0-1", seconds=5)


if __name__ == "__main__":
    unittest.main()
