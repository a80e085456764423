"""Plays games with a server so that it gives every answer that its description promises: each status, each error code, each
kind of event. The client checks the answers; what is asked for is what the description says must come."""
import time

from harness import wait_until
from openapi.client import NDJSON, SSE

STANDARD = {"layout": "standard"}
PERSON, OPEN, HIDDEN = {"kind": "person"}, {"kind": "open"}, {"kind": "open", "listed": False}
ANN = {"kind": "person", "name": "Ann"}
LEVEL_1, LEVEL_10 = {"kind": "computer", "level": 1}, {"kind": "computer", "level": 10}
START = "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb b 0-0 0 1"
BAD_KEY = "x" * 32
LINES = {"Accept": NDJSON}
EVENTS = {"Accept": SSE}


class Game:
    """A game with its secrets."""

    def __init__(self, created):
        self.id = created["game"]["id"]
        self.keys, self.invitations = created["keys"], created["invitations"]
        self.start = created["game"]["position"]


class Scenario:
    def __init__(self, client, random):
        self.client, self.random = client, random
        self.call = client.call
        self.games = []

    def create(self, *seats, **body):
        """A new game; two persons play the standard layout unless the arguments say otherwise."""
        body = {"seats": list(seats) or [ANN, PERSON], **(body or STANDARD)}
        if "layout" not in body and "position" not in body:
            body.update(STANDARD)
        game = Game(self.call("createGame", body, expect=201).value)
        self.games.append(game)
        return game

    def key(self):
        """A key that the client makes up."""
        return "".join(self.random.choice("ABCxyz019-_") for _ in range(32))

    def act(self, name, game, side, body=None, expect=200, headers=None):
        return self.call(name, body, key=game.keys[side], id=game.id, expect=expect, headers=headers)

    def move(self, game, side, ply, move, expect=200, **more):
        return self.act("makeMove", game, side, {"ply": ply, "move": move, **more}, expect)

    def join(self, game, side, body=None, expect=200, key=None):
        """Takes a seat with its invitation."""
        game.keys[side] = key or self.key()
        return self.act("takeSeat", game, side, body if body is not None else {"invitation": game.invitations[side]}, expect)

    def resigned(self, *seats):
        """A finished game with moves."""
        game = self.create(*seats)
        self.move(game, 0, 1, "a1b2")
        self.act("resignGame", game, 1)
        return game

    # what needs no game

    def read_lists(self):
        call = self.call
        for name in ("listLayouts", "listOpponents", "findServer", "checkHealth", "checkReadiness", "readMetrics"):
            call(name, expect=200)
            call(name, method="HEAD", expect=200)
        call("readMetrics", headers={"X-Forwarded-For": "192.0.2.1"}, expect="not_local")
        described = call("describeServer", expect=200)
        call("describeServer", headers={"If-None-Match": described.headers["ETag"]}, expect=304)
        guide = call("listGuide", expect=200)
        call("listGuide", headers={"If-None-Match": guide.headers["ETag"]}, expect=304)
        for page in guide.value["pages"]:
            read = call("readGuide", name=page["name"], expect=200)
            call("readGuide", name=page["name"], headers={"If-None-Match": read.headers["ETag"]}, expect=304)
        call("readGuide", name="nothing", expect=404)
        for position in ("3x2x2:www/4/bbb b", "2x3x2:ww/w2/2b/bb"):
            call("probeTable", query={"position": position}, expect=200)
        for position, code in (("standard", 404), ("bowl-3", 404), ("nothing/else", "bad_position"), ("\u00e4", "bad_position")):
            call("probeTable", query={"position": position}, expect=code)
        call("probeTable", expect="bad_request")
        for source in ("archive", "games", "both"):
            call("listOpenings", query={"position": "standard", "from": source}, expect=200)
        call("listOpenings", query={"position": "nowhere"}, expect="bad_position")
        call("listOpenings", query={"position": "standard", "from": "x"}, expect="bad_request")

    def read_records(self):
        call = self.call
        call("readRecord", {"text": "1. a1b2 i5h5 2. b2c3"}, expect=200)
        apgn = ('[Event "x"]\n[Variant "bowl-3"]\n[Result "*"]\n[Notation "Aba-Pro"]\n\n1. a4a3 {a comment} $1 *\n\n'
                '[Event "y"]\n[Variant "standard"]\n[Result "1-0"]\n\n1. a1b2 $6 (1. a1b1! {b} i5h5 (1... i6h6)) 1-0\n')
        call("readRecord", {"text": apgn, "game": 2}, expect=200)
        call("readRecord", {"text": apgn, "game": 3}, expect="bad_record")
        call("readRecord", {"text": ""}, expect="bad_record")
        call("readRecord", {"text": "hello"}, expect="bad_record")
        call("readRecord", {"text": 5}, expect="bad_request")
        call("readRecord", raw=b"{", expect="bad_json")

    def give_commands(self):
        for line in ("help", "seeks", "", "nonsense", "show aaaaaaaa", "games"):
            self.call("giveCommand", {"command": line}, expect=200)
        self.call("giveCommand", {"command": 5}, expect="bad_request")
        self.call("giveCommand", raw=b"{", expect="bad_json")

    def analyse(self):
        for headers in (LINES, EVENTS):
            self.call("analysePosition", {**STANDARD, "nodes": 500, "multipv": 2}, headers=headers, expect=200)
        self.call("analysePosition", {"layout": "bowl", "players": 3, "moves": ["a4a3"], "depth": 1}, expect=200)
        self.call("analysePosition", {"layout": "bowl-4", "teams": True, "rules": "course", "depth": 1}, expect=200)
        self.call("analysePosition", {"position": "3x2x2:3/1b2/w1w w 2-0", "rules": {"win": 3}, "time": 50}, expect=200)
        over = "3x2x2:www/4/1bb b 0-1"
        self.call("analysePosition", {"position": over, "rules": {"win": 1}, "depth": 2}, expect=200)
        for body, code in (({**STANDARD, "moves": ["a1a2"]}, "illegal_move"), ({**STANDARD, "moves": ["?"]}, "bad_move"),
                           ({"position": "nothing/else"}, "bad_position"), ({**STANDARD, "depth": 65}, "bad_request"),
                           ({**STANDARD, "position": START}, "bad_request"), ({"position": START, "players": 2}, "bad_request"),
                           ({"position": over, "rules": {"win": 1}, "moves": ["a1a2"]}, "illegal_move")):
            self.call("analysePosition", body, expect=code)
        self.call("analysePosition", raw=b"[", expect="bad_json")

    # games

    def create_games(self):
        for code, body in (("bad_position", {"position": "www/4/1bb b 0-1", "rules": {"win": 1}}), ("bad_position", {"position": "nothing/else"}),
                           ("bad_request", {"layout": "nowhere"}), ("bad_request", {**STANDARD, "players": 3}),
                           ("bad_request", {**STANDARD, "rules": {"turn": 0}}), ("bad_request", {**STANDARD, "rules": "gain=5"}),
                           ("bad_request", {**STANDARD, "rules": {"days": 50}}), ("bad_request", {**STANDARD, "public": 1})):
            self.call("createGame", {**body, "seats": [PERSON, PERSON]}, expect=code)
        self.call("createGame", raw=b'{"layout"', expect="bad_json")
        for rules in ("course,turn=5", "", {"preset": "tournament", "turn": 5, "win": 3}, {"win": "3", "ko": True, "stuck": "loss"},
                      {"game": 60, "gain": 1.5, "delay": "500ms"}, {"days": 3}, {"bank": 2, "gain": "1d", "cap": "49d"}, {"plies": 0, "limit": "score"}):
            if rules != "":
                self.create(rules=rules)
        game = self.create(position=START)
        rules = self.call("readGame", id=game.id).value["rules"]
        self.create({"kind": "computer", "opponent": "abapro"}, PERSON, rules={**rules, "win": 2}, public=True)
        self.create(PERSON, OPEN, HIDDEN, LEVEL_1, layout="bowl-4", teams=True, chat=False)
        self.create(*[PERSON] * 6, layout="bowl-6")

    def read_games(self):
        game = self.create(ANN, HIDDEN)
        self.call("readGame", id=game.id, key=game.keys[0], expect=200)
        for invitation in (game.invitations[1], BAD_KEY):
            self.call("readGame", id=game.id, query={"invitation": invitation}, expect=200)
        self.join(game, 1)
        self.call("readGame", id=game.id, query={"invitation": game.invitations[1]}, expect=200)
        self.call("readGame", id="aaaaaaaa", expect=404)
        self.move(game, 0, 1, "a1b2")
        for name in ("saveGame", "saveGameObject", "drawGame", "paintGame"):
            etag = self.call(name, id=game.id, expect=200).headers["ETag"]
            self.call(name, id=game.id, headers={"If-None-Match": etag}, expect=304)
            self.call(name, id="aaaaaaaa", expect=404)
        for name in ("drawGame", "paintGame"):
            self.call(name, id=game.id, query={"ply": 0, "turned": 1}, expect=200)
            self.call(name, id=game.id, query={"ply": 2}, expect=404)
            self.call(name, id=game.id, query={"turned": 2}, expect="bad_request")
        self.call("paintGame", id=game.id, query={"size": 16}, expect=200)
        self.call("paintGame", id=game.id, query={"size": 1201}, expect="bad_request")

    def read_lobby(self):
        call = self.call
        game = self.create(PERSON, OPEN)
        for name, query in (("listSeeks", {}), ("listGames", {"live": 1})):
            etag = call(name, query=query, expect=200).headers["ETag"]
            call(name, query=query, headers={"If-None-Match": etag}, expect=304)
        self.join(game, 1, {"name": "Bob"})
        self.move(game, 0, 1, "a1b2")
        live = call("listGames", query={"live": 1}, expect=200).value["games"]
        assert game.id in [row["id"] for row in live], live
        call("listGames", query={"ids": f"{game.id},aaaaaaaa,{self.games[0].id}"}, key=game.keys[0], expect=200)
        for query in ({}, {"live": 2}, {"ids": ""}, {"ids": "x" * 900}, {"live": 1, "ids": game.id}):
            call("listGames", query=query, expect="bad_request")

    def take_seats(self):
        game = self.create(ANN, OPEN, HIDDEN, layout="bowl", players=3)
        for body, code in (({"invitation": BAD_KEY}, "bad_invitation"), ({"name": ""}, "bad_request"), ({"invitation": "x"}, "bad_request")):
            self.join(game, 1, body, code)
        self.call("takeSeat", {}, id=game.id, expect="no_key")
        self.call("takeSeat", raw=b"}", id=game.id, key=self.key(), expect="bad_json")
        self.call("takeSeat", {}, id="aaaaaaaa", key=self.key(), expect=404)
        self.join(game, 1, {})
        self.join(game, 1, {}, key=game.keys[1])
        self.join(game, 2)
        taken = self.key()
        for body in ({}, {"invitation": game.invitations[2]}):
            self.call("takeSeat", body, id=game.id, key=taken, expect="seat_taken")
        over = self.create(ANN, HIDDEN, HIDDEN, layout="bowl", players=3)
        self.act("declineGame", over, 0)
        self.join(over, 1, expect="game_over")
        return game

    def keys_and_ids(self):
        """What all actions have in common."""
        game = self.create()
        for name, operation in self.client.description.operations.items():
            if not operation.path.startswith("/api/1/games/{id}/") or operation.method != "POST":
                continue
            body = {"makeMove": {"ply": 1, "move": "a1b2"}, "sendMessage": {"text": "x"}}.get(name, {})
            if name == "takeAlong":
                continue
            if name != "takeSeat":
                self.call(name, body, id=game.id, expect="not_your_seat")
                self.call(name, body, id=game.id, key=BAD_KEY, expect="not_your_seat")
                self.call(name, body, id="aaaaaaaa", key=game.keys[0], expect="not_found")
            self.act(name, game, 0, {"x": 1}, "bad_request")
            self.call(name, raw=b"{]", id=game.id, key=game.keys[0], expect="bad_json")
        for name in ("followGame", "reviewGame"):
            self.call(name, id="aaaaaaaa", expect=404)
        self.call("followGame", id=game.id, query={"after": "x"}, expect="bad_request")
        self.call("reviewGame", id=game.id, expect="not_over")

    def make_moves(self):
        game = self.create(ANN, HIDDEN)
        self.move(game, 0, 1, "a1b2", "not_started")
        self.join(game, 1)
        self.move(game, 1, 1, "i5h5", "not_your_turn")
        self.move(game, 0, 2, "a1b2", "wrong_ply")
        self.move(game, 0, 1, "a1a9", "bad_move")
        self.move(game, 0, 1, "\u00e4" * 40, "bad_move")
        self.move(game, 0, 1, "a1a3b1", "illegal_move")
        self.move(game, 0, 1, "a1b2", lag=10000)
        self.move(game, 0, 1, "A1B2")
        self.move(game, 1, 2, "I5H5")
        self.act("resignGame", game, 0)
        self.move(game, 0, 3, "b2c3", "game_over")

    def propose(self):
        """Draws, takebacks, pauses, rematches; and what is refused meanwhile."""
        waiting = self.create(ANN, HIDDEN)
        for name in ("proposeDraw", "proposeTakeback", "proposePause", "proposeRematch"):
            self.act(name, waiting, 0, {}, "not_started")
        self.act("claimGame", waiting, 0, {}, "not_started")
        self.act("resumeGame", waiting, 0, expect=200)
        game = self.create()
        self.act("proposeTakeback", game, 0, {}, "no_move")
        self.act("proposeRematch", game, 0, {}, "not_over")
        self.move(game, 0, 1, "a1b2")
        self.act("declineGame", game, 0, {}, "has_moved")
        self.move(game, 1, 2, "i5h5")
        for name in ("proposeDraw", "proposeTakeback", "proposePause"):
            for action in ("accept", "decline", "withdraw"):
                self.act(name, game, 0, {"action": action}, "no_offer")
            self.act(name, game, 0, {"action": "offer"})
            self.act(name, game, 0, {"action": "decline"}, "own_offer")
            self.call("readGame", id=game.id, key=game.keys[1], expect=200)
            self.act(name, game, 1, {"action": "decline"})
            self.act(name, game, 0, {"action": "offer"}, "offered_before")
            self.act(name, game, 1)
            self.act(name, game, 1, {"action": "withdraw"})
            self.act(name, game, 1, {"action": "accept", "after": 0}, "overtaken")
        self.move(game, 0, 3, "b2c3", "overtaken", after=0)
        self.move(game, 0, 3, "b2c3", after=999)
        for name, side in (("resignGame", 0), ("claimGame", 1)):
            self.act(name, game, side, {"after": 0}, "overtaken")
            self.act(name, game, side, {"after": -1}, "bad_request")
        self.act("proposeTakeback", game, 0)
        self.act("proposeTakeback", game, 1, {"action": "accept"})
        self.act("proposePause", game, 0)
        self.act("proposePause", game, 1, {"action": "accept"})
        self.move(game, 0, 3, "b2c3", "paused")
        self.act("claimGame", game, 0, {}, "paused")
        self.act("proposeDraw", game, 0, {}, "paused")
        self.act("resumeGame", game, 1, {})
        self.act("resumeGame", game, 1, {"after": 0})
        self.act("proposeDraw", game, 0)
        self.act("sendMessage", game, 1, {"text": "Good \u2603 luck"})
        self.act("proposeTakeback", game, 0, {"ply": 1})
        self.act("proposeDraw", game, 1, {})
        for name in ("proposeDraw", "proposeTakeback", "proposePause", "resignGame", "declineGame", "claimGame"):
            self.act(name, game, 0, {}, "game_over")
        self.act("proposeRematch", game, 0, {"action": "accept"}, "no_offer")
        self.act("proposeRematch", game, 0)
        self.act("proposeRematch", game, 0, {"action": "decline"}, "own_offer")
        self.act("proposeRematch", game, 1, {"action": "decline"})
        self.act("proposeRematch", game, 0, {}, "offered_before")
        self.act("proposeRematch", game, 1, {"action": "accept", "after": 0}, "overtaken")
        self.act("proposeRematch", game, 1)
        self.act("proposeRematch", game, 0)
        return game

    def leave(self):
        """Three players, of whom one leaves."""
        game = self.create(ANN, PERSON, PERSON, layout="bowl", players=3)
        self.move(game, 0, 1, "a4a3")
        self.act("resignGame", game, 1)
        for name in ("proposeDraw", "proposeTakeback", "proposePause", "resignGame", "declineGame", "claimGame"):
            self.act(name, game, 1, {}, "out_of_game")
        self.act("proposeTakeback", game, 0, {}, "left")
        for headers in (LINES, EVENTS):
            self.follow(game, headers, after=0)
        declined = self.create(PERSON, PERSON, PERSON, layout="bowl", players=3)
        self.act("declineGame", declined, 0)
        for headers in (LINES, EVENTS):
            self.follow(declined, headers, after=0)

    def prepare(self):
        """Conditional moves."""
        waiting = self.create(ANN, HIDDEN)
        self.act("setConditional", waiting, 0, {"ply": 1, "queue": "a1b2"}, "not_started")
        self.act("resignGame", waiting, 0, {}, "not_started")
        game = self.create()
        line = [{"move": "a1b2", "then": [{"move": "i5h5", "then": [{"move": "*", "then": [{"move": "h5g5"}]}]}]}]
        for body, code in (({"ply": 1, "tree": line}, 200), ({"ply": 1, "queue": "i5h5"}, 200), ({"ply": 1}, "bad_request"),
                           ({"ply": 1, "tree": line, "replaces": line}, "changed"),
                           ({"ply": 1, "tree": line[0]["then"]}, "bad_tree"), ({"ply": 2, "queue": "i5h5"}, "wrong_ply")):
            self.act("setConditional", game, 1, body, code)
        self.act("setConditional", game, 0, {"ply": 1, "queue": "a1b2"}, "your_turn")
        for name in ("readConditional", "removeConditional"):
            self.act(name, game, 1)
            self.call(name, id=game.id, expect="not_your_seat")
            self.call(name, id="aaaaaaaa", expect=404)
        self.move(game, 0, 1, "a1b2")
        self.act("setConditional", game, 0, {"ply": 2, "queue": "b2c3", "after": 0}, "overtaken")
        self.act("resignGame", game, 0)
        self.act("setConditional", game, 1, {"ply": 1, "queue": "i5h5"}, "game_over")
        three = self.create(PERSON, PERSON, PERSON, layout="bowl", players=3)
        self.act("resignGame", three, 1)
        self.act("setConditional", three, 1, {"ply": 1, "queue": "a4a3"}, "out_of_game")

    def talk(self):
        silent = self.create(chat=False, **STANDARD)
        self.act("sendMessage", silent, 0, {"text": "x"}, "chat_off")
        game = self.create()
        for text in ("", " ", "x" * 141, "a\nb", "\u0085"):
            self.act("sendMessage", game, 0, {"text": text}, "bad_request")
        for _ in range(5):
            self.act("sendMessage", game, 0, {"text": "\U0001f600" * 140})
        self.act("sendMessage", game, 0, {"text": "x"}, 429)
        for text, key, expect in (("x", '"a-1"', 200), ("x", "a-1", 200), ("y", '"a-1"', "key_reused"), ("x", '"a', "bad_request")):
            self.act("sendMessage", game, 1, {"text": text}, expect, {"Idempotency-Key": key})

    def create_again(self):
        """Games that are created with a key."""
        body = {**STANDARD, "seats": [ANN, OPEN]}
        for more, key, expect in (({}, '"8e03978e-40d5-43dd-bc93"', 201), ({}, "8e03978e-40d5-43dd-bc93", 201),
                                  ({"chat": False}, "8e03978e-40d5-43dd-bc93", "key_reused"), ({}, "a-1", "bad_request")):
            self.call("createGame", {**body, **more}, headers={"Idempotency-Key": key}, expect=expect)

    def play_computer(self):
        game = self.create(ANN, LEVEL_1)
        self.act("proposeDraw", game, 0, {}, "computer_declines")
        self.move(game, 0, 1, "a1b2")
        self.act("claimGame", game, 0, {}, "no_claim")

    def use_clocks(self):
        """A move that is too late, but before the flag falls: half a second is left for the way to the server."""
        for _ in range(20):
            game = self.create(rules={"turn": 0.4})
            self.move(game, 0, 1, "a1b2")
            self.move(game, 1, 2, "i5h5")
            time.sleep(0.6)
            if self.move(game, 0, 3, "b2c3", {"out_of_time", "game_over"}).code == "out_of_time":
                break
        return game

    def flag_fell(self, game):
        """The same game, later."""
        wait_until(lambda: self.call("readGame", id=game.id, expect=200).value["status"] == "over")
        for headers in (LINES, EVENTS):
            self.follow(game, headers, after=0)

    def begin_claim(self):
        """A game whose player to move has gone; the claim is due after ten seconds."""
        game = self.create(rules={"game": 200})
        self.move(game, 0, 1, "a1b2")
        self.move(game, 1, 2, "i5h5")
        self.follow(game, LINES, key=game.keys[0])
        self.act("claimGame", game, 0, {}, "no_claim")
        wait_until(lambda: not self.call("readGame", id=game.id).value["here"])
        self.act("claimGame", game, 1, {}, "too_early")
        self.games.remove(game)
        return game

    def end_claim(self, game):
        """Waits until the claim is good."""
        wait_until(lambda: self.act("claimGame", game, 1, {}, {200, "too_early"}).status == 200, step=0.2)
        for headers in (LINES, EVENTS):
            self.follow(game, headers, after=0)

    # streams

    def follow(self, game, headers, after=None, key=None):
        """Reads the events of a game up to the newest, or the beginning of the stream."""
        count = self.call("readGame", id=game.id).value["event"]
        return self.call("followGame", id=game.id, key=key, headers=headers, query=None if after is None else {"after": after},
                         lines=2 if after is None else count - after, expect=200)

    def follow_games(self, proposals, joined):
        for headers in (LINES, EVENTS):
            self.follow(proposals, headers)
            self.follow(proposals, headers, after=0)
            self.follow(joined, headers, after=0)
        self.call("followGame", id=proposals.id, headers={**LINES, "Last-Event-ID": "1"}, query={"after": 3}, lines=1, expect=200)

    def review(self):
        game = self.resigned()
        for headers in (LINES, EVENTS):
            self.call("reviewGame", id=game.id, headers=headers, expect=200)
        three = self.create(PERSON, PERSON, PERSON, layout="bowl", players=3)
        self.move(three, 0, 1, "a4a3")
        for side in (1, 2):
            self.act("resignGame", three, side)
        self.call("reviewGame", id=three.id, expect=200)

    def play_long_game(self):
        """More moves than a review takes: four marbles go to and fro."""
        game = self.create(rules="win=6,repetition=0,quiet=0")
        moves = ["a1b2", "i5h5", "b2a1", "h5i5"]
        for ply in range(1001):
            self.move(game, ply % 2, 1 + ply, moves[ply % 4])
        self.act("resignGame", game, 0)
        self.call("reviewGame", id=game.id, expect="too_long")

    def run(self):
        """All of it but what has to wait: returns what does."""
        late = self.begin_claim()
        timed = self.use_clocks()
        self.read_lists()
        self.read_records()
        self.give_commands()
        self.analyse()
        self.create_games()
        self.read_games()
        self.read_lobby()
        joined = self.take_seats()
        self.keys_and_ids()
        self.make_moves()
        proposals = self.propose()
        self.leave()
        self.prepare()
        self.talk()
        self.create_again()
        self.play_computer()
        self.follow_games(proposals, joined)
        self.review()
        self.flag_fell(timed)
        return late


# What any request may get, whatever it asks for

LOCAL = "Host: localhost"


def refuse_all(client):
    """Sends each call what no call takes: framing, type, size, origin."""
    for name in client.description.operations:
        get = client.description.operations[name].method == "GET"
        client.raw(name, [LOCAL, LOCAL], expect="bad_request")
        client.raw(name, [LOCAL, "Transfer-Encoding: gzip"], expect=501)
        client.raw(name, [LOCAL, "Expect: tea"], expect=417)
        client.raw(name, ["Host: elsewhere.example"], expect="bad_host")
        client.raw(name, [LOCAL], suffix="?x=" + "y" * 8200, expect=414)
        client.raw(name, [LOCAL], suffix="?" + "x&" * 70, expect=414)
        client.call(name, headers={"Origin": "http://elsewhere.example"}, expect="cross_site", id="aaaaaaaa")
        client.call(name, headers={"Sec-Fetch-Site": "cross-site"}, expect="cross_site", id="aaaaaaaa")
        client.raw_head(name, [LOCAL, "X: " + "y" * 40_000], 431)
        client.raw_head(name, [LOCAL], 414, suffix="?x=" + "y" * 40_000)
        for media in ("text/plain", "application/x-www-form-urlencoded", "application/jsonp", ""):
            if name != "endMails" or "form" not in media:
                client.call(name, raw=b"{}", headers={"Content-Type": media}, expect="bad_type", id="aaaaaaaa")
        client.call(name, raw=b"{}", headers={"Content-Encoding": "gzip"}, expect="bad_type", id="aaaaaaaa")
        size = 1_200_000 if name == "readRecord" else 20_000
        client.call(name, raw=b" " * size, expect="too_large", id="aaaaaaaa")
        if get:
            client.call(name, raw=b"x" * 20_000, expect="too_large", id="aaaaaaaa")


def exhaust_rate(client):
    """Sends each call to a server that takes one request a second until it refuses."""
    for name in client.description.operations:
        for _ in range(100):
            if client.call(name, id="aaaaaaaa", query={"live": 1}, lines=0).status == 429:
                break


def keep_busy(client, random):
    """Of a server that has room for one stream and one waiting search, and has the stream: it says that it is busy."""
    scenario = Scenario(client, random)
    game = scenario.create(ANN, LEVEL_10)
    ended = [scenario.create(PERSON, LEVEL_10) for _ in range(10)]
    for over in ended:
        scenario.act("resignGame", over, 0)
    client.call("followGame", id=game.id, expect="busy")
    client.call("reviewGame", id=ended[0].id, expect="busy")
    client.call("analysePosition", {**STANDARD, "nodes": 1}, expect="busy")

    def fill():
        """Creates games until a search waits."""
        while client.call("createGame", {**STANDARD, "seats": [LEVEL_10, PERSON]}, expect={201, "busy"}).status == 201:
            pass

    for over in ended:  # a search may be over before the next request comes
        fill()
        moved = scenario.act("makeMove", game, 0, {}, {400, "busy"})
        again = scenario.act("proposeRematch", over, 0, {}, {200, "busy"})
        if moved.status == again.status == 503:
            break


def fill_store(client, random, game):
    """Of a server whose store is full: it makes no more games. `game` is over, and a rematch of it was offered."""
    scenario = Scenario(client, random)
    client.call("createGame", {**STANDARD, "seats": [PERSON, PERSON]}, expect="store_full")
    body = {"name": "x", "system": "round-robin", "layout": "standard", "rules": "classic,game=60"}
    signed = client.call("signUp", {"name": "Full" + str(random.randrange(10 ** 9)), "password": "correct horse"}, expect=201)
    session = signed.headers["Set-Cookie"].split(";")[0].split("=", 1)[1]
    client.call("createTournament", body, session=session, expect="store_full")
    scenario.act("proposeRematch", game, 1, {}, "store_full")
