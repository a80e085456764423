"""Random games of two to six players in which people leave, take back, pause and propose. Each is played in several ways at
once - JSON, commands, mail - and must be the same game in all of them."""
import collections
import functools

from harness import legal_moves, wait_until

COLOURS = "bwrgyp"
WORDS = {"draw": "draw", "takeback": "undo", "pause": "pause"}  # of the command `propose`
legal_moves_of = functools.lru_cache(legal_moves)


def call_of(game, colour, action):
    """The call of the API, its path and body, for an action of a player; None: nothing waits for his answer."""
    what, *values = action
    if what == "move":
        return "moves", {"ply": values[0], "move": values[1]}
    if what == "offer":
        return values[0], {"action": "offer"}
    if what in ("accept", "reject"):
        kinds = [one["kind"] for one in game["proposals"] if colour in one["missing"]]
        return (kinds[0], {"action": "decline" if what == "reject" else what}) if kinds else None
    return what, {}


def command_of(game_id, action):
    what, *values = action
    if what == "move":
        return f"move {game_id} {values[1]}#{values[0]}"
    return f"propose {game_id} {WORDS[values[0]]}" if what == "offer" else f"{what} {game_id}"


def by_json(person, game, colour, action):
    """Status and error code."""
    call = call_of(game, colour, action)
    if not call:
        return 409, "no_offer"
    status, _, answer = person.call("POST", f"/api/1/games/{game['id']}/{call[0]}", call[1])
    return status, answer["error"]["code"] if status != 200 else None


def by_command(person, game, colour, action):
    if declines(game, colour, action):
        return by_json(person, game, colour, action)
    answer = person.call("POST", "/api/1/command", {"command": command_of(game["id"], action)})[2]
    return answer["status"], answer.get("code")


def has_moved(game, colour):
    """Whether one of the moves is of this player: each has one in the first round, unless he leaves before it."""
    turns = [colour for colour in COLOURS[:len(game["seats"])]]
    left = {seat["colour"]: seat.get("left_ply", 1000) for seat in game["seats"]}
    for ply in range(1, game["ply"]):
        turns = [one for one in turns if left[one] > ply]
        if turns[0] == colour:
            return True
        turns.append(turns.pop(0))
    return False


def declines(game, colour, action):
    """Whether the command would decline the game, which ends it, where JSON resigns."""
    return action == ("resign",) and not has_moved(game, colour)


def choose(random, game):
    """Who does what next."""
    playing = [seat["colour"] for seat in game["seats"] if "left" not in seat]
    anybody = random.choice(COLOURS[:len(game["seats"])])
    missing = [colour for one in game["proposals"] for colour in one["missing"]]
    chance = random.random()
    if chance < 0.45:
        mover = game["turn"] if random.random() < 0.95 else anybody
        return mover, ("move", game["ply"], random.choice(legal_moves_of(game["position"])))
    if chance < 0.7:
        return random.choice(playing + [anybody]), ("offer", random.choice(("draw", "takeback", "takeback", "pause", "pause")))
    if chance < 0.9:
        return random.choice(missing or [anybody]), (random.choice(("accept", "accept", "accept", "reject")),)
    if chance < 0.95:
        return anybody, ("resume",)
    return anybody, ("resign",)


def view(game):
    """What must be the same."""
    seats = [{name: seat[name] for name in ("left", "left_ply") if name in seat} for seat in game["seats"]]
    members = ("status", "moves", "position", "ply", "turn", "result", "reason", "proposals", "event")
    return {name: game[name] for name in members} | {"seats": seats, "declined": game.get("declined"), "runs": game["clock"]["runs"]}


def faults(game):
    """What cannot be in any game: a turn or a consent of somebody who has left, a proposal that waits for nobody."""
    gone = [seat["colour"] for seat in game["seats"] if "left" in seat]
    playing = [seat["colour"] for seat in game["seats"] if "left" not in seat]
    runs = game["status"] == "playing" and all(has_moved(game, colour) for colour in playing)
    return [fault for fault, is_there in (
        ("turn of one who has left", game["turn"] in gone),
        ("consent of one who has left", any(colour in gone for one in game["proposals"] for colour in one["missing"])),
        ("clock", game["clock"]["runs"] != (game["turn"] if runs else ""))) if is_there]


def is_settled(game):
    """Whether no draw or pause waits for nobody any more: the server completes it behind a departure."""
    return all(one["missing"] or one["kind"] == "takeback" for one in game["proposals"])


class Games:
    """The same game once for each way; `ways` are functions as by_json."""

    def __init__(self, people, ways):
        self.people, self.ways = people, ways
        self.happened = collections.Counter()
        seats = [{"kind": "user", "name": one.account()[2]["name"]} for one in people]
        body = {"layout": "standard", "players": len(people), "rules": "classic,days=3", "seats": seats}
        self.ids = []
        for _ in ways:
            status, _, answer = people[0].call("POST", "/api/1/games", body)
            assert status == 201, answer
            self.ids.append(answer["game"]["id"])
            for one in people[1:]:
                assert one.call("POST", f"/api/1/games/{self.ids[-1]}/join", {})[0] == 200

    def read(self, i):
        return wait_until(lambda: [game for game in [self.people[0].game(self.ids[i])] if is_settled(game)])[0]

    def play(self, random, steps):
        """Plays up to the end, or so many actions. Returns what differs, and after which action."""
        for _ in range(steps):
            games = [self.read(i) for i in range(len(self.ways))]
            if games[0]["status"] == "over":
                break
            colour, action = choose(random, games[0])
            person = self.people[COLOURS.index(colour)]
            answers = [way(person, game, colour, action) for way, game in zip(self.ways, games)]
            after = [self.read(i) for i in range(len(self.ways))]
            self.happened[action[0] if answers[0][0] == 200 else answers[0][1]] += 1
            if len({answer for answer in answers if answer}) > 1 or any(view(game) != view(after[0]) for game in after[1:]) or faults(after[0]):
                return colour, action, answers, faults(after[0]), [view(game) for game in after]
        return None
