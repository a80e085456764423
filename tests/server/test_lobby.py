"""Strangers find one another: lists of games, presence, messages, declining, idle games."""
import socket
import sqlite3
import struct
import time
import unittest

from support.checksum import update_sums
from harness import FolderTest, ServerTest, legal_moves, sqlite_only, wait_until

PERSON = {"kind": "person"}
OPEN = {"kind": "open"}
COMPUTER = {"kind": "computer", "level": 1}
DAY = 24 * 3600


def key_of(letter):
    return letter * 32


def create(client, seats, **body):
    status, _, answer = client.call("POST", "/api/1/games", (body or {"layout": "belgian-daisy"}) | {"seats": seats})
    assert status == 201, (status, answer)
    return answer


def games(client, query):
    status, _, answer = client.call("GET", "/api/1/" + query)
    assert status == 200, (status, answer)
    return answer["games"]


def ids(rows):
    return [row["id"] for row in rows]


def seconds_until(date):
    return time.mktime(time.strptime(date, "%Y-%m-%dT%H:%M:%SZ")) - time.mktime(time.gmtime())


class Lists(ServerTest):
    def setUp(self):
        self.watcher = self.client()

    def post(self, key, game_id, what, body=None):
        return self.client(key).call("POST", f"/api/1/games/{game_id}/{what}", {} if body is None else body)

    def test_seeks_come_and_go(self):
        create(self.watcher, [PERSON, PERSON])
        create(self.watcher, [PERSON, OPEN | {"listed": False}])
        first = create(self.watcher, [PERSON | {"name": "Ann"}, OPEN, OPEN], layout="bowl-3", rules="course,win=3")
        second = create(self.watcher, [OPEN, COMPUTER])
        mine = [first["game"]["id"], second["game"]["id"]]
        rows = [row for row in games(self.watcher, "seeks") if row["id"] in mine]
        self.assertEqual(ids(rows), mine[::-1])
        row = rows[1]
        self.assertEqual((row["layout"], row["rules"], row["wanted"], row["status"], row["created"]),
                         ("bowl-3", "course,win=3", 2, "waiting", first["game"]["created"]))
        self.assertEqual([(seat.get("name"), seat.get("taken")) for seat in row["seats"]],
                         [("Ann", None), (None, False), (None, False)])
        self.post(key_of("a"), mine[0], "join", {"name": "Bob"})
        row = next(row for row in games(self.watcher, "seeks") if row["id"] == mine[0])
        self.assertEqual((row["wanted"], row["seats"][1]["name"], row["seats"][1]["taken"]), (1, "Bob", True))
        self.post(key_of("b"), mine[0], "join")
        self.post(key_of("b"), mine[1], "join")
        self.assertEqual([row for row in games(self.watcher, "seeks") if row["id"] in mine], [])

    def test_who_waits_for_others(self):
        answer = create(self.watcher, [PERSON, OPEN])
        game_id = answer["game"]["id"]

        def row():
            return next(row for row in games(self.watcher, "seeks") if row["id"] == game_id)
        self.assertEqual((row()["here"], row()["spectators"]), ([], 0))
        black = self.client(answer["keys"][0])
        black.connection.request("GET", f"/api/1/games/{game_id}/events",
                                 headers={"Authorization": "Bearer " + black.key})
        response = black.connection.getresponse()
        wait_until(lambda: row()["here"] == ["b"])
        self.stream(game_id)
        wait_until(lambda: row()["spectators"] == 1)
        response.close()
        black.connection.close()
        wait_until(lambda: row()["here"] == [])

    def test_a_list_is_sent_once(self):
        status, headers, _ = self.watcher.call("GET", "/api/1/seeks")
        cached = {"If-None-Match": headers["ETag"]}
        self.assertEqual(self.watcher.call("GET", "/api/1/seeks", headers=cached)[0], 304)
        create(self.watcher, [PERSON, OPEN])
        self.assertEqual(self.watcher.call("GET", "/api/1/seeks", headers=cached)[0], 200)

    def test_live_games(self):
        seek = create(self.watcher, [PERSON, OPEN])
        shown = create(self.watcher, [PERSON, PERSON], layout="standard", public=True)
        hidden = create(self.watcher, [PERSON, PERSON])
        self.assertTrue(shown["game"]["public"])
        self.assertNotIn("public", hidden["game"])
        keys = {answer["game"]["id"]: answer["keys"][0] for answer in (seek, shown, hidden)}
        self.post(key_of("c"), seek["game"]["id"], "join")
        mine = [answer["game"]["id"] for answer in (shown, seek, hidden)]
        self.assertEqual([row for row in games(self.watcher, "games?live=1") if row["id"] in mine], [])
        for game_id in mine:
            position = self.watcher.game(game_id)["position"]
            self.client(keys[game_id]).move(game_id, 1, legal_moves(position)[0])
        rows = [row for row in games(self.watcher, "games?live=1") if row["id"] in mine]
        self.assertEqual(sorted(ids(rows)), sorted(mine[:2]))
        self.assertEqual({(row["turn"], row["ply"], row["moved"] is not None) for row in rows}, {("w", 2, True)})
        self.post(keys[mine[0]], mine[0], "resign")
        self.assertEqual([row["id"] for row in games(self.watcher, "games?live=1") if row["id"] in mine], [mine[1]])

    def test_games_by_id(self):
        answer = create(self.watcher, [PERSON | {"name": "Ann"}, PERSON])
        other = create(self.watcher, [PERSON, COMPUTER])["game"]["id"]
        mine, key = answer["game"]["id"], answer["keys"][1]
        rows = games(self.client(key), f"games?ids={other},nothing1,x,{mine}")
        self.assertEqual(ids(rows), [other, mine])
        self.assertEqual(rows[1]["seats"], [{"kind": "person", "colour": "b", "name": "Ann"},
                                            {"kind": "person", "colour": "w", "you": True}])
        self.assertEqual((rows[1]["turn"], rows[1]["status"], rows[1]["moved"]), ("b", "playing", None))
        for query in ("games", "games?ids=", "games?live=2", "games?live=1&ids=" + mine,
                      "games?ids=" + ",".join([mine] * 101)):
            self.refused(self.watcher.call("GET", "/api/1/" + query), 400, "bad_request")
        self.assertEqual(len(games(self.watcher, "games?ids=" + ",".join([mine] * 100))), 100)

    def test_who_may_sit_here(self):
        answer = create(self.watcher, [PERSON, OPEN])
        game_id, invitation = answer["game"]["id"], answer["invitations"][1]

        def state(token):
            return self.watcher.call("GET", f"/api/1/games/{game_id}?invitation={token}")[2].get("invitation")
        self.assertEqual([state(invitation), state(key_of("x")), state("")], ["free", "unknown", "unknown"])
        self.assertNotIn("invitation", self.watcher.game(game_id))
        self.assertTrue(self.watcher.game(game_id)["seats"][1]["listed"])
        self.assertEqual(self.watcher.game(game_id)["seats"][1]["taken"], False)
        self.post(key_of("a"), game_id, "join", {"invitation": invitation})
        self.assertEqual(state(invitation), "taken")

    def test_members_of_a_new_game(self):
        for name in ("public", "chat"):
            for value in (1, "yes", None):
                body = {"layout": "standard", "seats": [PERSON, PERSON], name: value}
                self.assertIn(name, self.refused(self.watcher.call("POST", "/api/1/games", body), 400, "bad_request"))


class Presence(ServerTest):
    def test_who_is_here(self):
        watcher = self.client()
        answer = create(watcher, [PERSON, PERSON])
        game_id = answer["game"]["id"]
        self.assertEqual((answer["game"]["here"], answer["game"]["spectators"]), ([], 0))
        streams = [self.stream(game_id, sse=sse) for sse in (False, True)]
        for stream in streams:
            self.assertEqual(stream.next()["type"], "gameFull")
        black = self.client(answer["keys"][0])
        black.connection.request("GET", f"/api/1/games/{game_id}/events",
                                 headers={"Authorization": "Bearer " + black.key})
        response = black.connection.getresponse()
        for stream in streams:
            while (event := stream.presence()) and event["here"] != ["b"]:
                pass
            self.assertEqual(event, {"type": "presence", "here": ["b"], "spectators": 2})
        game = watcher.game(game_id)
        self.assertEqual((game["here"], game["spectators"]), (["b"], 2))
        response.close()
        black.connection.close()
        while (event := streams[0].presence()) and event["here"]:
            pass
        self.assertEqual(event["spectators"], 2)

    def test_a_watcher_who_reloads_the_page_is_one(self):
        watcher = self.client()
        answer = create(watcher, [PERSON, PERSON])
        game_id = answer["game"]["id"]
        old = self.stream(game_id)
        for _ in range(2):  # when it was opened, and when that was announced
            self.assertEqual(old.presence()["spectators"], 1)
        new = self.stream(game_id)
        self.assertEqual(new.presence()["spectators"], 2)
        # A connection that is reset is found closed with the next event, not some time later.
        old.connection.sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        old.answer.close()
        old.connection.close()
        self.client(answer["keys"][0]).call("POST", f"/api/1/games/{game_id}/chat", {"text": "hello"})
        new.connection.sock.settimeout(5)
        self.assertEqual(new.presence()["spectators"], 1)

    def test_presence_is_announced_once_a_second(self):
        watcher = self.client()
        game_id = create(watcher, [PERSON, PERSON])["game"]["id"]
        stream = self.stream(game_id)
        while stream.presence()["spectators"] != 1:
            pass
        begin = time.monotonic()
        for _ in range(20):
            self.stream(game_id)
        lines = 1
        while stream.presence()["spectators"] != 21:
            lines += 1
        self.assertLessEqual(lines, 2 + time.monotonic() - begin)


class Messages(ServerTest):
    def test_a_seat_may_say_five_things_at_a_time(self):
        answer = create(self.client(), [PERSON, PERSON])
        path = f"/api/1/games/{answer['game']['id']}/chat"
        black, white = (self.client(key) for key in answer["keys"])
        for i in range(5):
            self.assertEqual(black.call("POST", path, {"text": f"word {i}"})[0], 200)
        refused = black.call("POST", path, {"text": "one more"})
        self.refused(refused, 429, "too_many")
        self.assertTrue(1 <= int(refused[1]["Retry-After"]) <= 10)
        self.assertEqual(white.call("POST", path, {"text": "calm down"})[0], 200)
        time.sleep(int(refused[1]["Retry-After"]))
        self.assertEqual(black.call("POST", path, {"text": "sorry"})[0], 200)

    def test_a_game_without_messages(self):
        answer = create(self.client(), [PERSON, PERSON], layout="standard", chat=False)
        self.assertTrue(answer["game"]["chat_off"])
        black = self.client(answer["keys"][0])
        self.refused(black.call("POST", f"/api/1/games/{answer['game']['id']}/chat", {"text": "hi"}), 409, "chat_off")


class Decline(ServerTest):
    def decline(self, answer, side):
        return self.client(answer["keys"][side]).call("POST", f"/api/1/games/{answer['game']['id']}/decline", {})

    def test_a_game_of_four_becomes_one_of_three(self):
        for family in ("standard", "bowl"):
            answer = create(self.client(), [PERSON | {"name": "Ann"}, PERSON, OPEN, COMPUTER], layout=family, players=4)
            game_id = answer["game"]["id"]
            self.client(key_of("k")).call("POST", f"/api/1/games/{game_id}/join", {"name": "Cid"})
            stream = self.stream(game_id, after=1)
            self.client(answer["keys"][0]).move(game_id, 1, legal_moves(answer["game"]["position"])[0])
            self.assertEqual(self.refused(self.decline(answer, 0), 409, "has_moved")[:8], "you have")
            status, _, old = self.decline(answer, 1)
            self.assertEqual((status, old["status"], old["result"], old["reason"], old["turn"]),
                             (200, "over", "*", "declined", ""))
            self.assertEqual([seat.get("left") for seat in old["seats"]], [None, "declined", None, None])
            self.assertEqual(stream.next()["type"], "move")
            event = stream.next()
            self.assertEqual([event[name] for name in ("type", "colour", "reason", "next")],
                             ["close", "w", "declined", old["next"]])
            game = self.client(key_of("k")).game(old["next"])
            self.assertEqual((game["layout"], game["moves"], game["status"]), (f"{family}-3", [], "playing"))
            self.assertEqual([(seat["kind"], seat.get("name"), seat.get("you")) for seat in game["seats"]],
                             [("person", "Ann", None), ("person", "Cid", True), ("computer", None, None)])
            self.client(answer["keys"][0]).call("POST", f"/api/1/games/{game_id}/chat", {"text": "a pity"})
            self.assertEqual(self.decline(answer, 1)[2]["next"], old["next"])
            self.refused(self.decline(answer, 0), 409, "game_over")

    def test_a_seat_still_free_stays_free(self):
        answer = create(self.client(), [PERSON, PERSON, OPEN], layout="standard-3")
        after = self.decline(answer, 0)[2]["next"]
        self.assertIn(after, ids(games(self.client(), "seeks")))
        joined = self.client(key_of("k")).call("POST", f"/api/1/games/{after}/join",
                                               {"invitation": answer["invitations"][2]})
        self.assertEqual((joined[0], joined[2]["layout"], joined[2]["status"]), (200, "standard-2", "playing"))

    def test_too_few_are_left(self):
        for seats, start in (([PERSON, PERSON], {"layout": "standard"}),
                             ([PERSON, COMPUTER, COMPUTER], {"layout": "standard-3"}),
                             ([PERSON] * 4, {"layout": "standard-4", "teams": True})):
            answer = create(self.client(), seats, **start)
            game = self.decline(answer, 0)[2]
            self.assertEqual((game["reason"], game["next"]), ("declined", ""))


class Idle(FolderTest):
    @sqlite_only
    def test_games_close_after_days(self):
        server = self.start()
        client = server.client()
        begun = create(client, [PERSON, PERSON])
        waiting = create(client, [PERSON, OPEN])
        self.assertAlmostEqual(seconds_until(begun["game"]["closes"]), 7 * DAY, delta=60)
        self.assertAlmostEqual(seconds_until(waiting["game"]["closes"]), 7 * DAY, delta=60)
        server.client(begun["keys"][0]).move(begun["game"]["id"], 1, "a1b2")
        self.assertAlmostEqual(seconds_until(client.game(begun["game"]["id"])["closes"]), 14 * DAY, delta=60)
        alone = create(client, [COMPUTER, COMPUTER])
        self.assertIsNone(alone["game"]["closes"])
        over = create(client, [PERSON, PERSON])
        server.client(over["keys"][0]).call("POST", f"/api/1/games/{over['game']['id']}/resign", {})
        self.assertIsNone(client.game(over["game"]["id"])["closes"])
        server.stop()
        server.close()
        with sqlite3.connect(self.store) as database:
            database.execute("UPDATE game SET closes = 1 WHERE closes AND id != ?", (begun["game"]["id"],))
            update_sums(database)
        database.close()
        server = self.start()
        client = server.client()
        game = wait_until(lambda: next((game for game in [client.game(waiting["game"]["id"])]
                                        if game["status"] == "over"), None))
        self.assertEqual((game["reason"], game["result"], game["closes"]), ("idle", "*", None))
        self.assertEqual(games(client, "seeks"), [])
        self.assertEqual(client.game(begun["game"]["id"])["status"], "playing")
        self.assertEqual(client.game(over["game"]["id"])["reason"], "resignation")


class Restart(FolderTest):
    def test_the_lobby_is_there_after_kill(self):
        server = self.start()
        client = server.client()
        seeks = [create(client, [PERSON, OPEN])["game"]["id"] for _ in range(3)]
        server.client(key_of("a")).call("POST", f"/api/1/games/{seeks[1]}/join", {})
        live = create(client, [PERSON, PERSON], layout="standard", public=True)
        server.client(live["keys"][0]).move(live["game"]["id"], 1, "a1b2")
        create(client, [PERSON, PERSON], layout="standard", public=True)
        before = [games(client, "seeks"), games(client, "games?live=1")]
        self.assertEqual([ids(rows) for rows in before], [[seeks[2], seeks[0]], [live["game"]["id"]]])
        server.process.kill()
        server.wait()
        client = self.start().client()
        self.assertEqual([games(client, "seeks"), games(client, "games?live=1")], before)

    def test_a_declined_game_is_the_same_after_kill(self):
        server = self.start()
        answer = create(server.client(), [PERSON, PERSON, PERSON], layout="standard-3")
        ids = [answer["game"]["id"]]
        ids.append(server.client(answer["keys"][1]).call("POST", f"/api/1/games/{ids[0]}/decline", {})[2]["next"])
        before = [server.client().game(game_id) for game_id in ids]
        self.assertEqual(before[0]["seats"][1]["left"], "declined")
        server.process.kill()
        server.wait()
        client = self.start().client()
        self.assertEqual([client.game(game_id) for game_id in ids], before)

    @sqlite_only
    def test_an_old_live_game_is_not_shown(self):
        server = self.start()
        live = create(server.client(), [PERSON, PERSON], layout="standard", public=True)
        server.client(live["keys"][0]).move(live["game"]["id"], 1, "a1b2")
        server.stop()
        server.close()
        with sqlite3.connect(self.store) as database:
            database.execute("UPDATE event SET at = at - 700000")
        database.close()
        self.assertEqual(games(self.start().client(), "games?live=1"), [])

    @sqlite_only
    def test_many_seeks_hide_no_live_game(self):
        """After a restart live games are shown, however many newer seeks there are. (These are damaged, so that none
        takes the time to be read.)"""
        server = self.start()
        create(server.client(), [PERSON, OPEN])
        live = create(server.client(), [PERSON, PERSON], layout="standard", public=True)
        server.client(live["keys"][0]).move(live["game"]["id"], 1, "a1b2")
        server.stop()
        server.close()
        with sqlite3.connect(self.store) as database:
            columns = [row[1] for row in database.execute("SELECT * FROM pragma_table_info('game')")][2:]
            database.execute("WITH RECURSIVE i (n) AS (SELECT 1000 UNION ALL SELECT n + 1 FROM i WHERE n < 1999)"
                             f" INSERT INTO game (id, {', '.join(columns)})"
                             f" SELECT 'seek' || n, {', '.join('n' if name == 'number' else name for name in columns)}"
                             " FROM game, i WHERE listing = 1")
        database.close()
        self.assertEqual(ids(games(self.start().client(), "games?live=1")), [live["game"]["id"]])

    def test_one_address_lists_twenty_games(self):
        client = self.start("--rate", "1000").client()
        for _ in range(20):
            create(client, [PERSON, OPEN])
        answer = client.call("POST", "/api/1/games", {"layout": "standard", "seats": [PERSON, OPEN]})
        self.assertEqual((answer[0], answer[2]["error"]["code"]), (429, "too_many"))
        self.assertTrue(answer[1]["Retry-After"])
        create(client, [PERSON, OPEN | {"listed": False}])
        taken = games(client, "seeks")[0]["id"]
        client.key = key_of("k")
        self.assertEqual(client.call("POST", f"/api/1/games/{taken}/join", {})[0], 200)
        create(client, [PERSON, OPEN])


if __name__ == "__main__":
    unittest.main()
