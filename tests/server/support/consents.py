"""A game in which everything happens - moves, draws, takebacks, pauses, rematches, clocks - as one
thread plays it until its server is killed, and what must be true of it afterwards."""
import http.client

from harness import Client, Stream, was_too_slow

# Marbles that go there and back again, by the number of players.
CYCLES = {2: ["c3d3", "g5f5", "d3c3", "f5g5"], 3: ["h4g3", "a4a3", "a1b2", "g3h4", "a3a4", "b2a1"]}
LAYOUTS = {2: "standard", 3: "standard-3"}
GAME_SECONDS = 3600
COLOURS = "bwr"
KINDS = ("draw", "takeback", "pause")
ACTIONS = (None, None, "offer", "accept", "decline", "withdraw")


class Model:
    """What the events of a game make of it, told in the words of docs/http-api.md alone."""

    def __init__(self, players):
        self.players = players
        self.moves = []
        self.proposals = {}  # kind: colour
        self.over = self.paused = False
        self.next = ""
        self.left = [GAME_SECONDS * 1000] * players
        self.at_turn = {1: self.left}  # by ply: what was left when the turn began

    def apply(self, event):
        """Adds an event; false where it does not follow, or a clock has gone up."""
        left, colour = event["clock"]["left"], event["colour"]
        if event["type"] == "move":
            expected = CYCLES[self.players][len(self.moves) % len(CYCLES[self.players])]
            if (event["ply"], event["move"]) != (len(self.moves) + 1, expected):
                return False
            self.moves.append(event["move"])
            self.at_turn[len(self.moves) + 1] = left
            self.proposals.pop("takeback", None)
            if self.proposals.get("draw") != colour:
                self.proposals.pop("draw", None)
        elif event["type"] == "resume":
            self.paused = False
        else:
            self.apply_proposal(event)
        taken_back = event.get("kind") == "takeback" and event["done"]
        good = (left == self.at_turn[len(self.moves) + 1] if taken_back
                else all(now <= before for now, before in zip(left, self.left)))
        self.left = left
        runs = event["clock"]["runs"] != ""
        return good and runs == (not self.over and not self.paused and len(self.moves) >= self.players)

    def apply_proposal(self, event):
        kind = event["kind"]
        if event["type"] == "offer" and not event["done"]:
            self.proposals[kind] = event["colour"]
        elif event["type"] != "accept" or event["done"]:
            self.proposals.pop(kind, None)
        if not event["done"]:
            return
        if kind == "draw":
            self.over = True
            self.proposals.clear()
        elif kind == "takeback":
            self.moves = self.moves[:event["ply"] - 1]
        elif kind == "pause":
            self.paused = True
        else:
            self.next = event["next"]

    def differences(self, game):
        """What a game object says otherwise."""
        status = "over" if self.over else "paused" if self.paused else "playing"
        said = {"moves": self.moves, "status": status, "next": self.next,
                "proposals": self.proposals}
        found = game | {"proposals": {one["kind"]: one["colour"] for one in game["proposals"]}}
        return {name: (value, found[name]) for name, value in said.items() if found[name] != value}


class Table:
    """One game and its players, in one thread."""

    def __init__(self, game, keys, random):
        self.id, self.keys, self.random = game["id"], keys, random
        self.game = game
        self.acknowledged = {}  # number of the event: (colour, types that it may have)
        self.last = 0           # the newest event that is known
        self.known = []         # the events of the last check
        self.faults = []

    def play(self, port):
        """Plays until the server is gone."""
        clients = [Client(port, key) for key in self.keys]
        try:
            while not self.faults and not self.game["next"]:
                self.act(clients)
        except (OSError, http.client.HTTPException):
            pass  # killed
        finally:
            for client in clients:
                client.close()

    def act(self, clients):
        """One request of one player."""
        side = self.random.randrange(len(clients))
        if self.game["status"] == "over":
            self.post(clients, side, "rematch", None, ("offer", "accept"))
        elif self.game["status"] == "paused":
            self.post(clients, side, "resume", None, ("resume",))
        elif self.random.random() < 0.6:
            self.move(clients)
        else:
            action = self.random.choice(ACTIONS)
            kind = self.random.choice(KINDS)
            if kind == "draw" and self.random.random() < 0.8:
                action = "decline" if action == "accept" else action or "offer"
            types = {"offer": ("offer", "accept"), None: ("offer", "accept")}.get(action, (action,))
            self.post(clients, side, kind, action, types)

    def move(self, clients):
        ply = self.game["ply"]
        side = (ply - 1) % len(clients)
        cycle = CYCLES[len(clients)]
        status, _, answer = clients[side].move(self.id, ply, cycle[(ply - 1) % len(cycle)])
        if was_too_slow(status, answer):
            return
        if status != 200 or answer["event"] != self.last + 1:
            self.faults.append((self.id, "move", ply, status, answer))
            return
        self.acknowledge(answer["event"], side, ("move",))
        self.game = self.game | {"ply": ply + 1}

    def post(self, clients, side, what, action, types):
        body = {"action": action} if action and what != "resume" else {}
        status, _, answer = clients[side].call("POST", f"/api/1/games/{self.id}/{what}", body)
        if status == 409 or was_too_slow(status, answer):
            return  # 409: nobody has offered that, for example
        if status != 200 or answer["event"] not in (self.last, self.last + 1):
            self.faults.append((self.id, what, action, status, answer))
            return
        if answer["event"] > self.last:
            self.acknowledge(answer["event"], side, types)
        self.game = answer

    def acknowledge(self, number, side, types):
        self.last = number
        self.acknowledged[number] = (COLOURS[side], types)

    def check(self, client):
        """After a restart: nothing that was acknowledged is lost or doubled. Returns what is wrong."""
        game = client.game(self.id)
        stream = Stream(client.port, self.id, after=0)
        events = [stream.next() for _ in range(game["event"])]
        stream.close()
        model = Model(len(self.keys))
        wrong = [event for event in events if not model.apply(event)]
        wrong += [event for i, event in enumerate(events) if event["event"] != i + 1]
        wrong += [(number, expected) for number, expected in self.acknowledged.items()
                  if number > len(events) or events[number - 1]["colour"] != expected[0]
                  or events[number - 1]["type"] not in expected[1]]
        if events[:len(self.known)] != self.known or len(events) - self.last not in (0, 1):
            wrong.append(("events", self.last, len(events)))
        wrong += model.differences(game).items()
        if any(now > before for now, before in zip(game["clock"]["left"], model.left)):
            wrong.append(("clock", game["clock"], model.left))
        self.game, self.known, self.last = game, events, len(events)
        return wrong

    def follow(self, client):
        """The rematch, in which everybody plays the colour after his own; or this table."""
        if not self.game["next"]:
            return self
        return Table(client.game(self.game["next"]), self.keys[-1:] + self.keys[:-1], self.random)


def create_table(client, players, random):
    """A new game of two or three, with a clock that does not run out."""
    rules = {"preset": "classic", "repetition": 0, "quiet": 0, "game": GAME_SECONDS}
    game, keys = client.create([{"kind": "person"}] * players, layout=LAYOUTS[players], rules=rules)
    return Table(game, keys, random)
