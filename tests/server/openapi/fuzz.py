"""Sends a server random requests made from its description: good ones about games that there are, bad ones, and what is no
request of the API at all. The client checks every answer."""
import json

from harness import legal_moves
from openapi.client import NDJSON, SSE
from openapi.generate import CannotMake, Generator
from openapi.scenario import HIDDEN, OPEN, PERSON

# Calls whose bodies mean more than their schemas say: which layouts and computers there are, how many play, which rules fit
# together, that an account brings its name, how many bytes a password has.
LOOSE = {"createGame", "createTournament", "analysePosition", "takeSeat", "signUp", "signIn", "changePassword", "closeAccount", "setAddress", "resetPassword", "receiveMail", "answerMail",
         "joinTournament", "leaveTournament"}
# Calls that leave out what they do not know, where others refuse it.
LENIENT = {"listGames"}
REFUSED = {"bad_json", "bad_request"}
NODES = 2000
RECENT = 30  # games that are played on


class Fuzzer:
    def __init__(self, client, scenario, random, account, tokens):
        self.client, self.scenario, self.random = client, scenario, random
        self.account, self.tokens = account, tokens  # name and session; one to play, one to read
        self.description = client.description
        self.make = Generator(random, client.description.validator)
        self.statuses = {status for operation in self.description.operations.values() for status in operation.responses}

    def step(self):
        """One request, or a few."""
        operation = self.random.choice(list(self.description.operations.values()))
        kinds = [self.send_good, self.send_good, self.send_odd_parameters, self.send_other]
        if operation.body:
            kinds += [self.send_good, self.send_spoiled, self.send_spoiled, self.send_raw]
        if self.random.random() < 0.2:
            return self.play()
        return self.random.choice(kinds)(operation)

    # what requests are about

    def game(self):
        return self.random.choice(self.scenario.games[-RECENT:])

    def key_of(self, game):
        keys = [key for key in game.keys if key]
        return self.random.choice(keys) if keys and self.random.random() < 0.9 else self.scenario.key()

    def about(self, operation):
        """A game, and what a request says of it: path, key, headers of a stream."""
        game = self.game()
        more = {"id": game.id} if "{id}" in operation.path else {}
        if "{name}" in operation.path:
            more["name"] = self.random.choice([self.account[0], "nobody", "Admin"])
        if operation.takes_key:
            more["key"] = self.key_of(game)
        if operation.takes_login and self.random.random() < (0.2 if operation.takes_key else 0.9):
            more.pop("key", None)
            more.update(self.random.choice([{"session": self.account[1]}] * 2 + [{"key": token} for token in self.tokens]))
        if operation.id in ("signOut", "endSession", "endSessions"):  # the fuzzer's own session goes on
            more.pop("session", None)
        if operation.streams:
            more["headers"] = {"Accept": self.random.choice([NDJSON, SSE, "*/*", "text/html"])}
        if operation.id in ("followGame", "followAccount"):
            more["lines"] = 0
        return game, more

    def query(self, operation):
        """Parameters that fit."""
        out = {}
        for one in operation.parameters_in("query"):
            if one.get("required") or self.random.random() < 0.5:
                out[one["name"]] = self.make.parameter(one["schema"])
        if operation.id == "listGames":
            ids = ",".join(game.id for game in self.scenario.games[-5:])
            out = self.random.choice([{"live": "1"}, {"ids": ids}, {"ids": out.get("ids", "x")}])
        return out

    def body(self, operation):
        """A body that fits, and costs little."""
        body = self.make.value(operation.body)
        if operation.id == "analysePosition":
            body["nodes"] = min(body.get("nodes", NODES), NODES)
        if operation.id == "createGame":
            self.slow_down(body)
        return body

    def slow_down(self, body):
        """The computer's games shall not take the time of the others: low levels, and a person in each game."""
        for seat in body["seats"]:
            if seat["kind"] == "computer":
                seat.pop("opponent", None)
                seat["level"] = 1
        if all(seat["kind"] == "computer" for seat in body["seats"]):
            body["seats"][0] = dict(PERSON)

    # requests

    def send_good(self, operation):
        """A request by the description. Where its schema says all, it is not refused as malformed."""
        _, more = self.about(operation)
        body = None
        if operation.body and (operation.body_required or self.random.random() < 0.7):
            body = self.body(operation)
        method = "HEAD" if operation.method == "GET" and not operation.streams and self.random.random() < 0.1 else None
        query = self.query(operation)
        answer = self.client.call(operation.id, body, query=query, method=method, **more)
        if operation.id == "createGame" and answer.status == 201:
            self.adopt(answer.value)
        if operation.id not in LOOSE and answer.code in REFUSED:
            self.client.problems.append(f"{operation.id}: refused {query} {json.dumps(body)[:300]}: {answer.body[:200]!r}")

    def adopt(self, created):
        """Goes on with a game, and takes its open seats."""
        game = type(self.scenario.games[0])(created)
        self.scenario.games.append(game)
        for side, invitation in enumerate(game.invitations):
            if invitation and self.random.random() < 0.7:
                self.scenario.join(game, side)

    def send_spoiled(self, operation):
        """A body that the schema refuses: so does the server."""
        game, more = self.about(operation)
        if operation.takes_key:
            more.pop("session", None)
            more["key"] = next((key for key in game.keys if key), None) or self.scenario.key()
        try:
            spoiled = self.make.spoiled(operation.body)
        except CannotMake:
            return
        answer = self.client.call(operation.id, raw=json.dumps(spoiled).encode(), query=self.query(operation), **more)
        if answer.status < 400 or answer.status >= 500 and answer.status != 503:
            self.client.problems.append(f"{operation.id}: {answer.status} for {json.dumps(spoiled)[:300]}")

    def send_raw(self, operation):
        """Bytes for a body."""
        _, more = self.about(operation)
        media = self.random.choice(["application/json", "application/json; charset=utf-8", "APPLICATION/JSON"])
        more["headers"] = {**more.get("headers", {}), "Content-Type": media}
        self.client.call(operation.id, raw=self.make.raw_body(), **more)

    def send_odd_parameters(self, operation):
        """Anything for parameters and headers, also such as there are not."""
        game, more = self.about(operation)
        query = {one["name"]: self.make.odd_parameter() for one in operation.parameters_in("query") if self.random.random() < 0.8}
        if self.random.random() < 0.3:
            query[self.random.choice(["x", "", "ply[]", "\u00e4"])] = self.make.odd_parameter()
        if "id" in more and "games" in operation.path and self.random.random() < 0.6:
            more["id"] = self.random.choice([game.id.lower(), game.id[:7], game.id + "x", "..", "%00", "\u00e4", "*", "x" * 300, game.id + ".txt"])
        headers = {one["name"]: self.random.choice(["", "x", "-1", "0", "1", "99999999999", "W/\"x\"", "*", "\"" * 50])
                   for one in operation.parameters_in("header") if self.random.random() < 0.5}
        if self.random.random() < 0.3:
            more.pop("key", None)
            headers["Authorization"] = self.random.choice(["", "Bearer", "Bearer ", "Basic eDp4", "Bearer " + "x" * 33, "Bearer \u00e4".encode("latin-1")])
        more["headers"] = {**more.get("headers", {}), **headers}
        # a request whose id is a path of its own ("..", "x.png") may be another call's
        known = more.get("id", game.id) == game.id
        if known:
            answer = self.client.call(operation.id, query=query, **more)
            if answer.status < 400 and operation.id not in LENIENT and "Last-Event-ID" not in headers and not self.fits(operation, query):
                self.client.problems.append(f"{operation.id}: {answer.status} for {query}")
        else:
            self.client.call_any(operation.target({"id": more["id"]}, query), operation.method, more["headers"])

    def fits(self, operation, query):
        """Whether all parameters of a query are as described."""
        schemas = {one["name"]: one["schema"] for one in operation.parameters_in("query")}
        return all(self.description.validator.valid(schemas[name], self.description.parsed(schemas[name], text))
                   for name, text in query.items() if name in schemas)

    def send_other(self, operation):
        """Methods that the path has not, and paths that there are not."""
        method = self.random.choice(["PUT", "DELETE", "PATCH", "OPTIONS", "POST", "GET", "BREW"])
        target = operation.target({"id": self.game().id})
        if self.random.random() < 0.3 and operation.path.startswith("/api/"):
            target = self.random.choice([target + "/", target + "/x", "/api/1", "/api/2/games", "/api/1/x", "/api/1" + operation.path.upper()])
        self.client.call_any(target, method, {})

    def play(self):
        """A move in a game that is played, or in its place something else that a player does."""
        game = self.game()
        view = self.client.call("readGame", id=game.id, expect=200).value
        if view["status"] != "playing":
            if view["status"] == "over" and self.random.random() < 0.5:
                self.scenario.create(PERSON, self.random.choice([PERSON, OPEN, HIDDEN]))
            return
        side = [seat["colour"] for seat in view["seats"]].index(view["turn"])
        if game.keys[side] is None:
            return
        move = self.random.choice(legal_moves(view["position"]))
        answer = self.client.call("makeMove", {"ply": view["ply"], "move": move}, key=game.keys[side], id=game.id,
                                  expect={200, 409, 422, 503})
        if answer.status == 200 and self.random.random() < 0.3:
            after = self.random.randint(0, answer.value["event"] - 1)
            self.client.call("followGame", id=game.id, query={"after": after}, headers={"Accept": self.random.choice([NDJSON, SSE])},
                             lines=answer.value["event"] - after, expect=200)
