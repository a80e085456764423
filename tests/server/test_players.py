"""Games of two to six players: open seats, what players propose to one another, messages."""
import functools
import threading
import time
import unittest
from datetime import datetime

from harness import FolderTest, ServerTest, legal_moves, wait_until
from test_accounts import Person

PERSON = {"kind": "person"}
OPEN = {"kind": "open"}
COMPUTER = {"kind": "computer", "level": 1}


def key_of(letter):
    return letter * 32


class Table:
    """A game and a client for each of its persons."""

    def __init__(self, test, seats, **start):
        self.watcher = test.client()
        self.game, keys = self.watcher.create(seats, **(start or {"layout": "belgian-daisy"}))
        self.id = self.game["id"]
        self.path = f"/api/1/games/{self.id}"
        self.players = [test.client(key) if key else None for key in keys]

    def post(self, side, what, body=None):
        return self.players[side].call("POST", f"{self.path}/{what}", {} if body is None else body)

    def move(self, side):
        now = self.watcher.game(self.id)
        return self.players[side].move(self.id, now["ply"], legal_moves(now["position"])[0])

    def now(self):
        return self.watcher.game(self.id)


class Seats(ServerTest):
    def join(self, table, key, **body):
        return self.client(key).call("POST", table.path + "/join", body)

    def create(self, seats, **start):
        status, _, answer = self.client().call("POST", "/api/1/games", start | {"seats": seats})
        self.assertEqual(status, 201, answer)
        return answer

    def test_five_players_to_the_end(self):
        table = Table(self, [PERSON] * 5, layout="bowl-5", rules={"win": 1, "plies": 60, "limit": "score"})
        game = table.game
        while game["turn"]:
            side = "bwrgy".index(game["turn"])
            self.assertEqual(table.move(side)[0], 200)
            game = table.now()
        self.assertEqual(game["status"], "over")
        self.assertIn(game["reason"], ("ejections", "score", "plies"))

    def test_persons_and_computers_of_five(self):
        answer = self.create([PERSON, COMPUTER, {"kind": "computer", "opponent": "abla-single:1"}, COMPUTER,
                              PERSON], layout="bowl", players=5, rules="plies=10")
        game, keys = answer["game"], answer["keys"]
        client = self.client()
        for key in (keys[0], keys[4]):
            now = wait_until(lambda: next(iter([one for one in [client.game(game["id"])]
                                                if one["turn"] in "by"]), None))
            self.assertEqual(self.client(key).move(game["id"], now["ply"],
                                                   legal_moves(now["position"])[0])[0], 200)
        wait_until(lambda: client.game(game["id"])["ply"] >= 6)
        self.assertEqual([seat.get("level", seat.get("opponent")) for seat in game["seats"]],
                         [None, 1, "abla-single:1", 1, None])

    def test_special_marbles_and_rules(self):
        for position, rules in (("wwwww/wwwwww/2www2/8/4x4/8/2bbb2/bbbbbb/bbbbb", "classic"),
                                ("wwwww/wwwwww/2www2/8/4c4/8/2bbb2/bbbbbb/bbbbb", "arena,plies=30"),
                                ("standard", "course,turn=5,limit=score")):
            with self.subTest(position=position):
                game = self.create([PERSON, PERSON], position=position, rules=rules)["game"]
                self.assertTrue(game["rules"]["text"])
        self.assertEqual((game["rules"]["turn"], game["rules"]["limit"]), (5, "score"))

    def test_teams(self):
        game = self.create([PERSON] * 4, layout="standard", players=4, teams=True)["game"]
        self.assertTrue(game["start"].endswith(" br-wg"), game["start"])

    def test_an_invitation_is_taken_once(self):
        answer = self.create([PERSON, OPEN | {"listed": False}], layout="standard")
        table = Table.__new__(Table)
        table.path, invitation = f"/api/1/games/{answer['game']['id']}", answer["invitations"][1]
        self.assertEqual((answer["invitations"][0], answer["keys"][1]), (None, None))
        self.assertEqual((answer["game"]["status"], answer["game"]["seats"][1]),
                         ("waiting", {"kind": "open", "colour": "w", "taken": False}))
        black = self.client(answer["keys"][0])
        self.refused(black.move(answer["game"]["id"], 1, "a1b2"), 409, "not_started")
        self.refused(self.join(table, key_of("k")), 409, "seat_taken")
        self.refused(self.join(table, key_of("k"), invitation=key_of("i")), 403, "bad_invitation")
        self.refused(self.join(table, None, invitation=invitation), 403, "no_key")
        status, _, game = self.join(table, key_of("k"), invitation=invitation, name=" Zoë ")
        self.assertEqual((status, game["status"], game["seats"][1]),
                         (200, "playing", {"kind": "open", "colour": "w", "name": "Zoë", "taken": True,
                                           "you": True}))
        again = self.join(table, key_of("k"), invitation=invitation, name="Other")
        self.assertEqual((again[0], again[2]), (200, game))
        self.refused(self.join(table, key_of("m"), invitation=invitation), 409, "seat_taken")
        self.assertEqual(black.move(game["id"], 1, "a1b2")[0], 200)
        self.assertEqual(self.client(key_of("k")).move(game["id"], 2, "i5h5")[0], 200)

    def test_nobody_resigns_before_the_game_begins(self):
        """There would be a win for an empty seat, or a game that begins without its first player: it is declined."""
        for seats, layout in (([PERSON, OPEN], "standard"), ([PERSON, OPEN, OPEN], "standard-3")):
            answer = self.create(seats, layout=layout)
            path, creator = f"/api/1/games/{answer['game']['id']}", self.client(answer["keys"][0])
            self.refused(creator.call("POST", path + "/resign", {}), 409, "not_started")
            game = self.client().game(answer["game"]["id"])
            self.assertEqual((game["status"], [seat.get("left") for seat in game["seats"]]), ("waiting", [None] * len(seats)))
            game = creator.call("POST", path + "/decline", {})[2]
            self.assertEqual((game["status"], game["result"], game["reason"]), ("over", "*", "declined"))

    def test_listed_seats_are_taken_in_order(self):
        answer = self.create([PERSON, OPEN, OPEN], layout="standard-3")
        table = Table.__new__(Table)
        table.path = f"/api/1/games/{answer['game']['id']}"
        self.assertEqual(self.join(table, key_of("a"))[2]["seats"][1]["taken"], True)
        self.assertEqual(self.join(table, key_of("c"))[2]["status"], "playing")
        self.refused(self.join(table, key_of("d")), 409, "seat_taken")


class Proposals(ServerTest):
    def test_a_draw_needs_everybody(self):
        table = Table(self, [PERSON] * 3, layout="standard-3")
        self.refused(table.post(1, "draw", {"action": "accept"}), 409, "no_offer")
        game = table.post(0, "draw")[2]
        self.assertEqual(game["proposals"], [{"kind": "draw", "colour": "b", "missing": ["w", "r"]}])
        game = table.post(2, "draw", {"action": "accept"})[2]
        self.assertEqual(game["proposals"], [{"kind": "draw", "colour": "b", "missing": ["w"]}])
        self.assertEqual(table.post(2, "draw", {"action": "accept"})[2], game)
        self.assertEqual(table.post(1, "draw")[2]["result"], "1/2-1/2")

    def test_decline_and_withdraw(self):
        table = Table(self, [PERSON] * 2)
        table.post(0, "draw", {"action": "offer"})
        self.refused(table.post(0, "draw", {"action": "decline"}), 409, "own_offer")
        self.assertEqual(table.post(1, "draw", {"action": "decline"})[2]["proposals"], [])
        table.post(1, "draw", {"action": "offer"})
        self.refused(table.post(0, "draw", {"action": "withdraw"}), 409, "no_offer")
        self.assertEqual(table.post(1, "draw", {"action": "withdraw"})[2]["proposals"], [])
        self.refused(table.post(1, "draw", {"action": "perhaps"}), 400, "bad_request")

    def test_an_offer_is_repeated_after_the_next_move(self):
        """One that was declined or withdrawn; each kind and each player by itself."""
        for kind in ("draw", "takeback", "pause"):
            with self.subTest(kind=kind):
                table = Table(self, [PERSON] * 2)
                table.move(0)
                table.move(1)
                self.assertNotIn("declined", table.post(0, kind, {"action": "offer"})[2])
                game = table.post(1, kind, {"action": "decline"})[2]
                self.assertEqual(game["declined"], [{"kind": kind, "colour": "b", "by": "w"}])
                self.refused(table.post(0, kind, {"action": "offer"}), 409, "offered_before")
                self.refused(table.post(0, kind), 409, "offered_before")
                table.post(1, kind, {"action": "offer"})
                table.post(1, kind, {"action": "withdraw"})
                answer = table.post(1, kind, {"action": "offer"})
                self.refused(answer, 409, "offered_before")
                self.assertIn("withdrawn: you can make it again after your next move", answer[2]["error"]["message"])
                table.move(0)
                self.assertNotIn("declined", table.now())
                self.refused(table.post(1, kind, {"action": "offer"}), 409, "offered_before")
                table.move(1)
                for side in (0, 1):
                    self.assertEqual(table.post(side, kind, {"action": "offer"})[0], 200)
                    self.assertEqual(table.post(side, kind, {"action": "withdraw"})[0], 200)

    def test_a_declined_rematch(self):
        table = Table(self, [PERSON] * 2)
        table.post(0, "resign")
        for _ in range(2):  # withdrawn, it can be offered again
            table.post(0, "rematch")
            table.post(0, "rematch", {"action": "withdraw"})
        table.post(0, "rematch")
        table.post(1, "rematch", {"action": "decline"})
        self.refused(table.post(0, "rematch"), 409, "offered_before")
        self.assertEqual(table.now()["declined"], [{"kind": "rematch", "colour": "b", "by": "w"}])
        table.post(1, "rematch")
        self.assertNotEqual(table.post(0, "rematch")[2]["next"], "")

    def test_a_rematch_that_is_withdrawn(self):
        """Five times at most; the other player has five of his own."""
        table = Table(self, [PERSON] * 2)
        table.post(0, "resign")
        for _ in range(5):
            self.assertEqual(table.post(0, "rematch", {"action": "offer"})[0], 200)
            self.assertEqual(table.post(0, "rematch", {"action": "withdraw"})[0], 200)
        self.refused(table.post(0, "rematch", {"action": "offer"}), 409, "offered_before")
        self.assertEqual(table.post(1, "rematch", {"action": "offer"})[0], 200)
        self.assertNotEqual(table.post(0, "rematch")[2]["next"], "")

    def test_takeback_by_consent(self):
        table = Table(self, [PERSON] * 2)
        self.refused(table.post(0, "takeback"), 409, "no_move")
        table.move(0)
        table.move(1)
        game = table.post(0, "takeback")[2]
        self.assertEqual(game["proposals"], [{"kind": "takeback", "colour": "b", "missing": ["w"], "ply": 1}])
        self.assertEqual((game["ply"], game["event"]), (3, 3))
        game = table.post(1, "takeback", {"action": "accept"})[2]
        self.assertEqual((game["ply"], game["moves"], game["turn"], game["event"]), (1, [], "b", 4))
        self.assertEqual(table.move(0)[2]["event"], 5)
        table.post(0, "takeback")
        self.assertEqual(table.post(1, "takeback", {"action": "decline"})[2]["ply"], 2)

    def test_no_takeback_brings_back_who_has_left(self):
        table = Table(self, [PERSON] * 3, layout="standard-3")
        for side in (0, 1, 2, 0):
            table.move(side)
        table.post(0, "takeback", {"ply": 2})
        self.assertEqual(table.post(1, "resign")[0], 200)
        self.refused(table.post(2, "takeback", {"action": "accept"}), 409, "left")
        table.post(0, "takeback", {"action": "withdraw"})
        self.refused(table.post(0, "takeback", {"ply": 2}), 409, "left")
        table.move(2)
        table.post(2, "takeback")
        game = table.post(0, "takeback")[2]
        self.assertEqual((game["ply"], [seat.get("left") for seat in game["seats"]]), (5, [None, "resignation", None]))

    def test_no_takeback_at_once_brings_back_who_has_left(self):
        table = Table(self, [PERSON, PERSON, COMPUTER], layout="standard-3")
        table.move(0)
        self.assertEqual(table.post(1, "resign")[0], 200)
        self.refused(table.post(0, "takeback", {"ply": 1}), 409, "left")

    def test_takeback_at_once_alone_against_computers(self):
        table = Table(self, [PERSON, COMPUTER])
        table.move(0)
        wait_until(lambda: table.now()["ply"] == 3)
        game = table.post(0, "takeback")[2]
        self.assertEqual((game["ply"], game["moves"], game["proposals"]), (1, [], []))
        self.refused(table.post(0, "draw"), 409, "computer_declines")

    def test_a_takeback_during_the_computers_search(self):
        table = Table(self, [PERSON, {"kind": "computer", "level": 10}], layout="standard")
        self.assertEqual(table.players[0].move(table.id, 1, "a1b2")[0], 200)
        self.assertEqual(table.post(0, "takeback")[2]["ply"], 1)
        self.assertEqual(table.players[0].move(table.id, 1, "c3d3")[0], 200)
        game = wait_until(lambda: table.now()["ply"] == 3 and table.now())
        self.assertEqual(game["moves"][0], "c3d3")

    def test_pause(self):
        table = Table(self, [PERSON] * 2)
        table.post(0, "pause")
        self.assertEqual(table.post(1, "pause")[2]["status"], "paused")
        self.refused(table.move(0), 409, "paused")
        self.assertEqual(table.post(1, "resume")[2]["status"], "playing")
        self.assertEqual(table.move(0)[0], 200)

    def test_what_waits_only_for_who_leaves_is_done(self):
        """A draw and a pause are completed when the last player who has not agreed leaves, and by nobody before."""
        for kind, status, reason in (("draw", "over", "agreement"), ("pause", "paused", "")):
            with self.subTest(kind=kind):
                table = Table(self, [PERSON] * 4, layout="bowl", players=4)
                stream = self.stream(table.id, after=0)
                table.move(0)
                table.post(0, kind)
                table.post(1, kind)
                game = table.post(2, "resign")[2]
                self.assertEqual((game["status"], game["proposals"]), ("playing", [{"kind": kind, "colour": "b", "missing": ["g"]}]))
                table.post(3, "resign")
                game = wait_until(lambda: table.now()["event"] == 6 and table.now())
                self.assertEqual((game["status"], game["reason"], game["proposals"]), (status, reason, []))
                events = [stream.next() for _ in range(6)]
                self.assertEqual([(one["type"], one["colour"]) for one in events[-2:]], [("resign", "g"), ("accept", "w")])
                self.assertEqual((events[-1]["kind"], events[-1]["done"]), (kind, True))

    def test_an_offer_that_waits_for_nobody_else_is_done(self):
        """The only other person leaves; the computer agrees to a pause."""
        table = Table(self, [PERSON, COMPUTER, PERSON], layout="standard-3")
        table.post(0, "pause")
        table.post(2, "resign")
        game = wait_until(lambda: table.now()["status"] == "paused" and table.now())
        self.assertEqual((game["moves"], game["proposals"]), ([], []))

    def test_rematch_rotates_colours_and_keeps_the_keys(self):
        table = Table(self, [PERSON, PERSON, COMPUTER], layout="standard-3")
        self.refused(table.post(0, "rematch"), 409, "not_over")
        stream = self.stream(table.id, after=0)
        table.post(0, "resign")
        table.post(1, "resign")
        self.assertEqual(table.now()["result"], "0-0-1")
        self.assertEqual(table.post(0, "rematch")[2]["next"], "")
        after = table.post(1, "rematch")[2]["next"]
        game = self.client(table.players[0].key).game(after)
        self.assertEqual([seat["kind"] for seat in game["seats"]], ["computer", "person", "person"])
        self.assertTrue(game["seats"][1]["you"])
        events = [stream.next() for _ in range(4)]
        self.assertEqual([event["type"] for event in events], ["resign", "resign", "offer", "accept"])
        self.assertEqual((events[0]["result"], events[1]["result"], events[3]["next"]), ("*", "0-0-1", after))
        wait_until(lambda: table.watcher.game(after)["ply"] == 2)

    def test_leaving_a_game_of_three(self):
        table = Table(self, [PERSON] * 3, layout="standard-3")
        game = table.post(0, "resign")[2]
        self.assertEqual((game["result"], game["turn"], game["seats"][0]["left"]), ("*", "w", "resignation"))
        self.refused(table.post(0, "resign"), 409, "out_of_game")
        self.refused(table.post(0, "draw"), 409, "out_of_game")
        self.assertEqual(game["seats"][0]["left_ply"], 1)
        table.move(1)
        self.assertEqual(table.now()["seats"][0]["left_ply"], 1)
        table.post(1, "draw")
        self.assertEqual(table.post(2, "draw")[2]["result"], "1/2-1/2")

    def test_chat(self):
        table = Table(self, [PERSON] * 2)
        stream = self.stream(table.id, after=0)
        self.refused(table.watcher.call("POST", table.path + "/chat", {"text": "hi"}), 403, "not_your_seat")
        for text in ("", " ", "a\nb", "x" * 141, 7, None):
            self.refused(table.post(0, "chat", {"text": text}), 400, "bad_request")
        before = int(time.time())
        game = table.post(0, "chat", {"text": "Grüße \"x\" \\ 5 < 6 🙂"})[2]
        (message,) = game["chat"]
        self.assertEqual(message, {"event": 1, "colour": "b", "text": "Grüße \"x\" \\ 5 < 6 🙂", "at": message["at"]})
        at = datetime.fromisoformat(message["at"].replace("Z", "+00:00")).timestamp()
        self.assertTrue(before <= at <= time.time(), message["at"])
        self.assertEqual(stream.next(), {"type": "chat", **message})

    def test_a_repeated_message_is_stored_once(self):
        """With the key of an earlier message of the seat: more often than a seat may speak."""
        table = Table(self, [PERSON] * 2)

        def say(side, text="hi", key='"k-1"'):
            return table.players[side].call("POST", table.path + "/chat", {"text": text}, {"Idempotency-Key": key})

        def chat(answer):
            return [(message["event"], message["colour"], message["text"]) for message in answer[2]["chat"]]

        for _ in range(8):
            self.assertEqual(say(0)[0], 200)
        self.assertEqual(chat(say(0, key="k-1")), [(1, "b", "hi")])
        self.refused(say(0, "ho"), 422, "key_reused")
        self.refused(say(0, key="k 1"), 400, "bad_request")
        self.assertEqual(chat(say(0, "ho", "k-2")), [(1, "b", "hi"), (2, "b", "ho")])
        self.assertEqual(say(1)[2]["event"], 3, "the key of another seat")
        self.assertEqual([table.post(0, "chat", {"text": "hi"})[2]["event"] for _ in range(2)], [4, 5])
        table.post(0, "resign")
        self.assertEqual(say(0)[2]["event"], 6)


class EveryAction(ServerTest):
    """Every action in every state of a game, by both players: whatever is refused has a reason, and what is admitted can be
    stored."""

    MOVED = ((0, "moves"), (1, "moves"))
    PAUSED = (*MOVED, (0, "pause"), (1, "pause"))
    OVER = (*MOVED, (0, "resign"))
    STATES = (
        ("waiting", (PERSON, OPEN), ()),
        ("new", (PERSON, PERSON), ()),
        ("moved", (PERSON, PERSON), MOVED),
        ("draw offered", (PERSON, PERSON), (*MOVED, (0, "draw"))),
        ("takeback offered", (PERSON, PERSON), (*MOVED, (0, "takeback"))),
        ("pause offered", (PERSON, PERSON), (*MOVED, (0, "pause"))),
        ("paused", (PERSON, PERSON), PAUSED),
        ("paused, draw offered", (PERSON, PERSON), (*MOVED, (0, "draw"), (0, "pause"), (1, "pause"))),
        ("paused, takeback offered", (PERSON, PERSON), (*PAUSED, (0, "takeback"))),
        ("declined", (PERSON, PERSON), ((0, "decline"),)),
        ("over", (PERSON, PERSON), OVER),
        ("rematch offered", (PERSON, PERSON), (*OVER, (0, "rematch"))),
        ("rematch made", (PERSON, PERSON), (*OVER, (0, "rematch"), (1, "rematch"))),
        ("one of three gone", (PERSON, PERSON, PERSON), (*MOVED, (0, "resign"))),
        ("one of three gone, paused", (PERSON, PERSON, PERSON), (*PAUSED, (2, "pause"), (0, "resign"))),
    )
    ACTIONS = tuple((kind, {"action": wish}) for kind in ("draw", "takeback", "pause", "rematch")
                    for wish in ("offer", "accept", "decline", "withdraw"))
    ACTIONS += (("draw", {}), ("takeback", {"ply": 1}), ("takeback", {"ply": 2}), ("resume", {}), ("claim", {}),
                ("decline", {}), ("resign", {}), ("chat", {"text": "Hi"}), ("join", {}), ("moves", None))

    move_of = functools.cache(lambda position: legal_moves(position)[0])

    def ask(self, side, what, body):
        self.one.key = self.keys[side]
        if body is None:
            now = self.one.game(self.id)
            body = {"ply": now["ply"], "move": EveryAction.move_of(now["position"])}
        return self.one.call("POST", f"/api/1/games/{self.id}/{what}", body)

    def begin(self, seats, steps):
        self.one.key = None
        game, self.keys = self.one.create(list(seats), layout="belgian-daisy" if len(seats) == 2 else "standard-3")
        self.id = game["id"]
        for side, what in steps:
            status, _, answer = self.ask(side, what, None if what == "moves" else {})
            self.assertEqual(status, 200, answer)
        return self.one.game(self.id)["event"]

    def test_none_is_an_error_of_the_server(self):
        self.one = self.client()
        asked = done = 0
        for name, seats, steps in self.STATES:
            event = None
            for side in range(2 if seats[1] == PERSON else 1):
                for what, body in self.ACTIONS:
                    event = event or self.begin(seats, steps)
                    status, _, answer = self.ask(side, what, body)
                    with self.subTest(state=name, side=side, what=what, body=body):
                        self.assertIn(status, (200, 403, 409), answer)
                    asked += 1
                    if self.one.game(self.id)["event"] != event:
                        done += 1
                        event = None  # in another state now
        self.assertEqual(self.one.metric("events_failed_total"), 0)
        self.assertEqual(asked, (2 * len(self.STATES) - 1) * len(self.ACTIONS))
        self.assertGreater(done, asked // 8)


class CreatedOnce(FolderTest):
    """Games whose creation is repeated with the Idempotency-Key of the first request, of which the answer may have got lost."""

    KEY = '"8e03978e-40d5-43dd-bc93-6894a57f9324"'

    def create(self, client, body, key=KEY):
        return client.call("POST", "/api/1/games", body, {"Idempotency-Key": key})

    def games(self):
        return int(self.sql("SELECT count(*) FROM game")[0][0])

    def test_of_a_guest(self):
        client = self.start().client()
        seats = [{"kind": "person", "name": "Ann"}, {"kind": "open", "listed": False}, COMPUTER]
        body = {"layout": "bowl-3", "seats": seats}
        first = self.create(client, body)
        self.assertEqual(first[0], 201, first)
        keys, invitations = first[2]["keys"], first[2]["invitations"]
        self.assertEqual([bool(key) for key in keys + invitations], [True, False, False, False, True, False])
        self.assertNotEqual(keys[0], invitations[1])
        game = first[2]["game"]["id"]
        again = self.create(client, {"seats": seats, "layout": "bowl-3"}, self.KEY.strip('"'))
        self.assertEqual((again[0], again[1]["Location"], again[2]), (201, first[1]["Location"], first[2]))
        # The keys of both are good; a repeat has the game as it is now.
        bob = Person(client.port, key_of("b"))
        self.assertEqual(bob.call("POST", f"/api/1/games/{game}/join", {"invitation": again[2]["invitations"][1]})[0], 200)
        ann = Person(client.port, keys[0])
        self.assertEqual(ann.call("POST", f"/api/1/games/{game}/chat", {"text": "hi"})[0], 200)
        now = self.create(client, body)[2]
        self.assertEqual((now["game"]["event"], now["game"]["id"], now["keys"]), (2, game, keys))
        bob.close(), ann.close()
        # Another content, other keys, one that others may guess.
        self.assertEqual(self.create(client, {**body, "chat": False})[0], 422)
        self.assertEqual(self.create(client, {**body, "chat": False})[2]["error"]["code"], "key_reused")
        other = self.create(client, body, '"8e03978e-40d5-43dd-bc93-6894a57f9325"')[2]
        self.assertNotIn(other["keys"][0], keys)
        for key in ('"1"', "a" * 21, '"a', "a b" * 9, "a" * 65):
            self.assertEqual(self.create(client, body, key)[2]["error"]["code"], "bad_request", key)
        self.assertEqual(self.create(client, body, "a" * 22)[0], 201)
        self.assertEqual(self.games(), 3)

    def test_of_an_account(self):
        """It costs the limits once, and is another key than that of others; also after a kill, and sent at the same time."""
        server = self.start()
        ann, bob = (Person(server.port).sign_up(name) for name in ("Ann", "Bob"))
        server.clients += [ann, bob]
        body = {"layout": "standard", "seats": [{"kind": "user", "name": "Ann"}, {"kind": "user", "name": "Bob"}]}
        first = self.create(ann, body, '"1"')
        self.assertEqual(first[0], 201, first)
        for _ in range(3):
            self.assertEqual(self.create(ann, body, '"1"')[::2], first[::2])
        answers = []

        def send():
            client = Person(server.port)
            client.cookie = ann.cookie
            answers.append(self.create(client, body, '"2"')[::2])
            client.close()

        threads = [threading.Thread(target=send) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual({status for status, _ in answers}, {201}, answers)
        self.assertEqual(len({answer["game"]["id"] for _, answer in answers}), 1, answers)
        self.assertEqual(self.games(), 2)
        self.assertEqual(self.create(ann, body, '"3"')[2]["error"]["code"], "too_many_challenges")
        mine = {"layout": "standard", "seats": [{"kind": "user", "name": "Bob"}, COMPUTER]}
        bobs = self.create(bob, mine, '"1"')
        self.assertEqual(bobs[0], 201, "the key of another account")
        self.assertEqual(self.create(bob, {**mine, "layout": "belgian-daisy"}, '"1"')[2]["error"]["code"], "key_reused")
        self.assertEqual(self.create(bob, mine, '"1"')[::2], bobs[::2])
        # The rematch of such a game is a game of its own.
        game = first[2]["game"]["id"]
        for client, what in ((bob, "join"), (ann, "resign"), (ann, "rematch"), (bob, "rematch")):
            self.assertEqual(client.call("POST", f"/api/1/games/{game}/{what}", {})[0], 200)
        self.assertEqual(self.create(ann, body, '"1"')[2]["game"]["id"], game)
        server.process.kill()
        server.wait()
        server = self.start("--rate", "500", "--client-games", "2")
        again = Person(server.port)
        server.clients.append(again)
        again.cookie = ann.cookie
        self.assertEqual(self.create(again, body, '"1"')[2]["game"]["id"], game)
        for key, expected in (("4", ""), ("4", ""), ("5", ""), ("6", "too_many"), ("4", "")):
            answer = self.create(again, {"layout": "standard", "seats": [PERSON, PERSON]}, f'"{key}"')[2]
            self.assertEqual(answer.get("error", {"code": ""})["code"], expected, key)


class Repeats(ServerTest):
    """What a client sends again after a lost answer, with the last event that it knew: it is done once, and not too late."""

    def table(self, *moves, seats=(PERSON, PERSON), **start):
        table = Table(self, list(seats), **start)
        for side in moves:
            self.assertEqual(table.move(side)[0], 200)
        return table

    def done(self, answer, event, **members):
        self.assertEqual(answer[0], 200, answer[2])
        self.assertEqual({"event": answer[2]["event"], **{name: answer[2][name] for name in members}}, {"event": event, **members})

    def take_back(self, table, side, event):
        table.post(side, "takeback", {"action": "offer"})
        self.done(table.post(1 - side, "takeback", {"action": "accept"}), event)

    def test_a_move_that_was_taken_back(self):
        """Another device of the player takes it back: the repeat does not play it again."""
        table = self.table()
        body = {"ply": 1, "move": legal_moves(table.now()["position"])[0], "after": 0}
        for _ in range(2):
            self.done(table.post(0, "moves", body), 1)
        self.take_back(table, 0, 3)
        self.refused(table.post(0, "moves", body), 409, "overtaken")
        self.assertEqual(table.now()["moves"], [])
        table.post(0, "chat", {"text": "that was nothing"})
        table.post(1, "draw")
        self.done(table.post(0, "moves", {**body, "after": 3}), 6)
        self.done(table.post(0, "moves", body), 6)  # a move of the game is answered as before
        self.take_back(table, 0, 8)
        self.done(table.post(0, "moves", {"ply": 1, "move": body["move"]}), 9)  # without a number as before

    def test_an_offer_behind_another_that_came_and_went(self):
        """What the client never knew does not make its offer late; what it knew does."""
        for ending in ("withdraw", "decline"):
            for kind in ("draw", "takeback", "pause"):
                table = self.table(0, 1, layout="standard", rules="classic,turn=60")
                table.post(1, kind, {"action": "offer"})
                table.post(0 if ending == "decline" else 1, kind, {"action": ending})
                late = table.post(0, kind, {"action": "offer", "after": 3})
                self.refused(late, 409, "overtaken")  # it would have accepted the offer that stood then
                self.done(table.post(0, kind, {"action": "offer", "after": 2}), 5)
                self.assertEqual([one["colour"] for one in table.now()["proposals"]], ["b"])

    def test_a_move_after_another_was_tried(self):
        table = self.table()
        moves = legal_moves(table.now()["position"])
        self.done(table.post(0, "moves", {"ply": 1, "move": moves[0]}), 1)
        self.take_back(table, 0, 3)
        self.refused(table.post(0, "moves", {"ply": 1, "move": moves[1], "after": 0}), 409, "overtaken")
        for after in (-1, "3", 1.5, None, 1000000000):
            self.refused(table.post(0, "moves", {"ply": 1, "move": moves[1], "after": after}), 400, "bad_request")
        self.done(table.post(0, "moves", {"ply": 1, "move": moves[1], "after": 999999999}), 4)

    def test_an_offer_is_made_once(self):
        """Whatever has become of it."""
        for kind, answer, status in (("draw", "decline", "playing"), ("takeback", "decline", "playing"), ("takeback", "accept", "playing"),
                                     ("pause", "accept", "paused"), ("draw", "accept", "over")):
            with self.subTest(kind=kind, answer=answer):
                table = self.table(0, 1)
                offer = {"action": "offer", "after": 2}
                self.done(table.post(0, kind, offer), 3)
                self.done(table.post(0, kind, offer), 3)
                reply = {"action": answer, "after": 3}
                self.done(table.post(1, kind, reply), 4, status=status)
                self.done(table.post(1, kind, reply), 4)
                self.done(table.post(0, kind, offer), 4, status=status, proposals=[])

    def test_a_takeback_at_once(self):
        table = self.table(0, seats=(PERSON, COMPUTER))
        wait_until(lambda: table.now()["ply"] == 3)
        body = {"action": "offer", "ply": 1, "after": 2}
        self.done(table.post(0, "takeback", body), 3, moves=[])
        table.move(0)
        wait_until(lambda: table.now()["ply"] == 3)
        self.done(table.post(0, "takeback", body), 5)
        self.assertEqual(table.now()["ply"], 3)

    def test_a_pause_ends_once(self):
        table = self.table()
        for side in (0, 1):
            table.post(side, "pause", {"after": 0})
        self.done(table.post(0, "resume", {"after": 2}), 3, status="playing")
        self.done(table.post(0, "pause", {"after": 0}), 3, proposals=[])
        for side in (0, 1):
            table.post(side, "pause")
        self.done(table.post(0, "resume", {"after": 2}), 5, status="paused")
        self.done(table.post(0, "resume", {"after": 5}), 6, status="playing")

    def test_an_answer_to_an_earlier_offer(self):
        table = self.table(0, 1)
        table.post(0, "takeback", {"ply": 1})
        table.post(0, "takeback", {"action": "withdraw"})
        table.move(0)
        table.post(0, "takeback", {"ply": 1})
        for action in ("accept", "decline"):
            self.refused(table.post(1, "takeback", {"action": action, "after": 3}), 409, "overtaken")
        self.done(table.post(1, "takeback", {"action": "accept", "after": 6}), 7, moves=[])
        self.refused(table.post(0, "takeback", {"action": "withdraw", "after": 6}), 409, "overtaken")

    def test_a_draw_is_of_the_position(self):
        """Others have moved since: neither an offer nor an answer counts any more; one's own move may be on its way."""
        table = self.table()
        table.post(0, "draw")
        table.move(0)
        self.refused(table.post(1, "draw", {"action": "accept", "after": 1}), 409, "overtaken")
        table.move(1)
        self.refused(table.post(0, "draw", {"action": "offer", "after": 2}), 409, "overtaken")
        table.move(0)
        self.done(table.post(0, "draw", {"action": "offer", "after": 3}), 5)
        self.done(table.post(1, "draw", {"action": "accept", "after": 5}), 6, result="1/2-1/2")

    def test_a_takeback_of_who_has_moved_on(self):
        table = self.table(0, 1)
        self.done(table.post(0, "takeback", {"action": "offer", "ply": 1, "after": 0}), 3)  # both moves are new to the client
        table.post(0, "takeback", {"action": "withdraw"})
        table.move(0)
        table.move(1)
        table.move(0)
        self.refused(table.post(0, "takeback", {"action": "offer", "ply": 3, "after": 4}), 409, "overtaken")
        self.done(table.post(0, "takeback", {"action": "offer", "ply": 5, "after": 6}), 8)

    def test_a_claim_after_a_departure(self):
        """A claim is against the player to move: the departure of another does not make it late, his own does."""
        table = self.table(0, 1, 2, seats=[PERSON] * 4, layout="bowl", players=4, rules="classic,game=600")
        table.post(2, "resign")
        self.assertNotEqual(table.post(1, "claim", {"after": 3})[2]["error"]["code"], "overtaken")
        table.post(3, "resign")
        self.refused(table.post(1, "claim", {"after": 4}), 409, "overtaken")

    def test_a_resignation(self):
        """Repeated it is answered; it does not count where the player has played on from another device."""
        table = self.table(0, 1, 0)
        self.refused(table.post(0, "resign", {"after": 0}), 409, "overtaken")
        self.assertEqual(table.now()["status"], "playing")
        for _ in range(2):
            self.done(table.post(0, "resign", {"after": 2}), 4, result="0-1")
        self.refused(table.post(0, "resign"), 409, "game_over")
        three = self.table(seats=[PERSON] * 3, layout="standard-3")
        for _ in range(2):
            self.done(three.post(1, "resign", {"after": 0}), 1, result="*")
        self.refused(three.post(1, "resign", {"after": 1}), 409, "out_of_game")


class Restart(FolderTest):
    def client(self, key=None):
        return self.server.client(key)

    def test_who_has_won(self):
        """Each player of two to six wins once; the games are the same after a restart."""
        self.server, ended = self.start(), {}
        for players in range(2, 7):
            for winner in range(players):
                table = Table(self, [PERSON] * players, layout="bowl", players=players)
                for side in range(players):
                    if side != winner:
                        self.assertEqual(table.post(side, "resign")[0], 200)
                ended[table.id] = table.now()
                self.assertEqual(ended[table.id]["result"], "-".join("01"[i == winner] for i in range(max(winner + 1, 2))))
        self.server.stop()
        self.server.close()
        self.server = self.start()
        for game_id, game in ended.items():
            self.assertEqual(self.client().game(game_id), game)

    def test_everything_is_there_after_kill(self):
        server = self.start()
        self.client = server.client
        table = Table(self, [PERSON] * 2)
        table.move(0)
        table.move(1)
        table.post(0, "takeback")
        table.post(1, "takeback")
        table.move(0)
        said = {"text": "hello"}, {"Idempotency-Key": '"spoken"'}
        table.players[1].call("POST", table.path + "/chat", *said)
        table.post(1, "pause")
        before = table.now()
        server.process.kill()
        server.wait()
        server = self.start()
        after = server.client().game(table.id)
        self.assertEqual(after, before)
        self.assertEqual(len(after["proposals"]), 1)
        keys = [client.key for client in table.players]
        self.assertEqual(server.client(keys[1]).call("POST", table.path + "/chat", *said)[2]["event"], before["event"])
        self.assertEqual(server.client(keys[0]).call("POST", table.path + "/pause", {})[2]["status"], "paused")


if __name__ == "__main__":
    unittest.main()
