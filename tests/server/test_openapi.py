"""docs/openapi.json: that it is an OpenAPI description, that it has every route of the server and no other, and that the
running server answers by it, whatever is asked.

    python3 test_openapi.py [--seconds N] [--seed N] [TEST ...]    (PAUA: the program, ROUTE_LIST: programs/route_list.c)
"""
import copy
import http.client
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import threading
import time
import unittest

from harness import PAUA, FolderTest, Server, deaf_mail_server, wait_until
from openapi.accounts import Accounts, queue_passwords, refuse_mail, refuse_stream
from openapi.check import problems_of, written
from openapi.client import Answer, CheckedClient, Description
from openapi.fuzz import Fuzzer
from openapi.scenario import ANN, PERSON, Scenario, exhaust_rate, fill_store, keep_busy, refuse_all

FILE = pathlib.Path(__file__).resolve().parents[2] / "docs" / "openapi.json"
TEXT = FILE.read_text(encoding="utf-8")
DOCUMENT = json.loads(TEXT)
SECONDS = float(os.environ.get("PAUA_OPENAPI_SECONDS", "6"))
SEED = int(os.environ.get("PAUA_OPENAPI_SEED", "1")) or random.SystemRandom().randrange(1, 2**31)  # 0: another one each time

ATTACKS = pathlib.Path(__file__).parents[2] / "bench" / "attacks.h"

# Pages and files of the web app, and what answers 404 for the rest of /api.
NOT_API = {"GET /**", "* /api/**"}

# What takes a fault, so that it must not be met here; other tests bring it about: server.memory, server.store and server.durability.
FAULTS = {(500, "internal"), (500, "stored"), (503, "storage"), (503, "searchers")}


class Document(unittest.TestCase):
    def test_structure(self):
        self.assertEqual(problems_of(DOCUMENT), [])

    def test_form(self):
        self.assertEqual(TEXT, written(DOCUMENT), "python3 -m openapi.check --write docs/openapi.json puts it into its form")

    def test_routes(self):
        """Every row of the table of routes is a call of the description, and the other way round."""
        lines = subprocess.run([os.environ["ROUTE_LIST"]], capture_output=True, text=True, check=True).stdout.splitlines()
        routes = {line.replace("GET only", "GET") for line in lines} - NOT_API
        described = set()
        for operation in Description(DOCUMENT).operations.values():
            words = [part if "{" not in part else "*" + part[part.index("}") + 1:] for part in operation.path.split("/")]
            described.add(f"{operation.method} {'/'.join(words)}")
        self.assertEqual(described, routes)
        self.assertLessEqual(NOT_API, set(lines))

    def test_attacks(self):
        """The bench names routes that there are, each as attacked or as left out."""
        lines = subprocess.run([os.environ["ROUTE_LIST"]], capture_output=True, text=True, check=True).stdout.splitlines()
        attacked, spared = (re.findall(r'"((?:[A-Z]+(?: only)?|\*) /[^"]*)"', part) for part in ATTACKS.read_text(encoding="utf-8").split("spared_routes[]"))
        self.assertGreater(min(len(attacked), len(spared)), 10)
        self.assertLessEqual(set(attacked) | set(spared), set(lines))
        self.assertEqual((set(attacked) & set(spared), len(set(spared))), (set(), len(spared)))

    def test_sentences(self):
        """Descriptions are one sentence each."""
        def visit(value, place):
            for name, part in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
                if name in ("description", "summary") and isinstance(part, str):
                    self.assertRegex(part, r"^[^a-z].*[^.]\.$|^1 ", place)
                    self.assertNotIn(". ", part, place)
                else:
                    visit(part, f"{place}/{name}")
        visit({name: part for name, part in DOCUMENT.items() if name != "info"}, "#")

    def test_errors_in_a_document_are_found(self):
        """Each of these makes one mistake."""
        game, path = ["components", "schemas", "Created"], ["paths", "/api/1/games/{id}/moves"]
        mistakes = [
            (["openapi"], "3.0.3"), (["info", "title"], None), (["colour"], "red"), (["paths", "/api/1/games", "post", "responses"], {}),
            (["paths", "/api/1/games", "post", "responses", "2O1"], {"description": "x"}),
            (["paths", "/api/1/games", "post", "operationId"], "readGame"), (["paths", "/api/1/games", "post", "tags"], ["Nothing"]),
            (["paths", "/api/1/games", "post", "responses", "403"], {"$ref": "#/components/responses/Nothing"}),
            (["paths", "/api/1/games", "post", "responses", "403"], {"$ref": "#/components/schemas/Error"}),
            (["paths", "/api/1/games", "post", "responses", "201", "description"], None),
            ([*path, "parameters"], []), ([*path, "post", "security"], [{"nothing": []}]),
            (["paths", "/api/1/games/{game}/moves"], {"get": DOCUMENT["paths"]["/api/1/server"]["get"]}),
            (["components", "parameters", "GameId", "required"], False), (["components", "parameters", "GameId", "in"], "body"),
            ([*game, "required"], ["game", "nothing"]), ([*game, "type"], "map"), ([*game, "propertys"], {}),
            (["components", "schemas", "Key", "pattern"], "["), (["components", "schemas", "Colour", "enum"], ["b", "b"]),
            (["components", "schemas", "Nickname", "minLength"], 25), (["components", "schemas", "Nickname", "examples"], [""]),
            (["components", "schemas", "Unused"], {"type": "null"}), (["components", "schemas", "Game", "allOf", 0], {"$ref": "#/nowhere"}),
            (["components", "responses", "TooMany", "headers", "Content-Type"], {"schema": {"type": "string"}}),
            (["components", "securitySchemes", "seatKey", "type"], None)]
        for place, value in mistakes:
            document = copy.deepcopy(DOCUMENT)
            change(document, place, value)
            self.assertNotEqual(problems_of(document), [], (place, value))


def change(document, place, value):
    """Puts a value at a place, None takes it away."""
    for name in place[:-1]:
        document = document[name]
    if value is None:
        del document[place[-1]]
    else:
        document[place[-1]] = value


class WrongAnswers(unittest.TestCase):
    """The client sees what is wrong with an answer."""

    GOOD = {"ply": 1, "move": "a1b2", "event": 1}
    HEADERS = {"Content-Type": "application/json", "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer"}

    def problems(self, name, status, body, headers=None, method="POST"):
        description = Description(DOCUMENT)
        message = http.client.HTTPMessage()
        for header, value in {**self.HEADERS, **(headers or {})}.items():
            if value is not None:
                message[header] = value
        body = body if isinstance(body, bytes) else json.dumps(body).encode()
        return description.problems(description.operations[name].responses[status], method, Answer(status, message, body))

    def test_bodies(self):
        self.assertEqual(self.problems("makeMove", 200, self.GOOD), [])
        for wrong in ({**self.GOOD, "x": 1}, {"ply": 1, "move": "a1b2"}, {**self.GOOD, "ply": "1"}, {**self.GOOD, "ply": 0}, {**self.GOOD, "move": "A1"},
                      [], None, b"", b"{", b"\xff", {"error": {"code": "x", "message": "y"}}):
            self.assertNotEqual(self.problems("makeMove", 200, wrong), [], wrong)
        self.assertNotEqual(self.problems("makeMove", 200, self.GOOD, method="HEAD"), [])
        self.assertEqual(self.problems("checkHealth", 200, b"ok\n", {"Content-Type": "text/plain; charset=utf-8"}), [])
        self.assertNotEqual(self.problems("checkHealth", 200, b"ko\n", {"Content-Type": "text/plain; charset=utf-8"}), [])

    def test_errors(self):
        error = {"error": {"code": "wrong_ply", "message": "x"}}
        self.assertEqual(self.problems("makeMove", 409, error), [])
        self.assertNotEqual(self.problems("resignGame", 409, error), [])
        self.assertNotEqual(self.problems("makeMove", 409, {"error": {"code": "wrong_ply"}}), [])

    def test_headers(self):
        error = {"error": {"code": "too_many", "message": "x"}}
        self.assertEqual(self.problems("makeMove", 429, error, {"Retry-After": "5"}), [])
        for headers in ({}, {"Retry-After": "0"}, {"Retry-After": "soon"}, {"Retry-After": "5", "X-Secret": "1"},
                        {"Retry-After": "5", "Referrer-Policy": None}, {"Retry-After": "5", "Content-Type": "text/html"}):
            self.assertNotEqual(self.problems("makeMove", 429, error, headers), [], headers)
        self.assertEqual(self.problems("describeServer", 304, b"", {"Content-Type": None, "ETag": 'W/"x"'}), [])
        self.assertNotEqual(self.problems("describeServer", 304, b"", {"Content-Type": None}), [])
        self.assertNotEqual(self.problems("describeServer", 304, b"x", {"Content-Type": None, "ETag": 'W/"x"'}), [])

    def test_streams(self):
        line = {"type": "presence", "here": ["b"], "spectators": 1}
        lines = {"Content-Type": "application/x-ndjson"}
        events = {"Content-Type": "text/event-stream"}
        self.assertEqual(self.problems("followGame", 200, b"\n" + json.dumps(line).encode() + b"\n", lines), [])
        del line["type"]
        self.assertNotEqual(self.problems("followGame", 200, json.dumps(line).encode() + b"\n", lines), [])
        message = b"retry: 1000\n\n:\n\nevent: presence\ndata: " + json.dumps(line).encode() + b"\n\n"
        self.assertEqual(self.problems("followGame", 200, message, events), [])
        self.assertNotEqual(self.problems("followGame", 200, message.replace(b"presence", b"absence"), events), [])
        self.assertNotEqual(self.problems("followGame", 200, message.replace(b"here", b"gone"), events), [])


class Agreement(FolderTest):
    """The server and its description."""

    def client(self, server, document=DOCUMENT, **shared):
        client = CheckedClient(Description(document), server.port, **shared)
        self.addCleanup(client.close)
        return client

    def no_problems(self, client):
        self.assertEqual(client.problems, [], f"seed {SEED}: {len(client.problems)} problems:\n" + "\n".join(client.problems[:20]))

    def solve_tables(self):
        folder = self.folder / "tables"
        folder.mkdir()
        for board, marbles in (("3x2x2", "3"), ("2x2x2", "2")):
            subprocess.run([PAUA, "solve", "--board", board, "--marbles", marbles, "--win", "1", "-o", folder / f"{board}.paua", "--quiet"],
                           check=True, stdout=subprocess.DEVNULL)
        return str(folder)

    def test_wrong_descriptions_are_found(self):
        """Each of these says something that this server does not do."""
        schemas = ["components", "schemas"]
        server = self.start()
        for place, value in (([*schemas, "MoveMade", "properties", "event"], None), ([*schemas, "Seat", "oneOf", 0, "required"], ["kind", "colour", "you"]),
                             ([*schemas, "State", "properties", "ply", "minimum"], 5), ([*schemas, "Created", "required"], ["game", "keys", "prize"]),
                             (["paths", "/api/1/games/{id}/moves", "post", "responses", "409"], None),
                             (["components", "headers", "Location", "schema", "pattern"], "^/games/"),
                             (["components", "responses", "NotFound", "headers"], {"Retry-After": {"$ref": "#/components/headers/RetryAfter"}})):
            document = copy.deepcopy(DOCUMENT)
            change(document, place, value)
            client = self.client(server, document)
            scenario = Scenario(client, random.Random(1))
            scenario.make_moves()
            client.call("readGame", id="aaaaaaaa")
            self.assertNotEqual(client.problems, [], place)
        self.assertEqual(server.stop(), (0, ""))

    def test_everything(self):
        """Every promise is kept once at least, and no request gets anything else."""
        print(f"seed {SEED}, {SECONDS} seconds", end=" ", flush=True)
        dice = random.Random(SEED)
        server = self.start("--tables", self.solve_tables(), *self.mail_options())
        client = self.client(server)
        shared = {"met": client.met, "problems": client.problems}
        long_game = threading.Thread(target=Scenario(self.client(server, **shared), random.Random(SEED)).play_long_game)
        long_game.start()
        scenario = Scenario(client, dice)
        claimed = scenario.run()
        account, tokens = Accounts(scenario, self.store).run()
        refuse_all(client)
        self.check_limits(dice, shared)
        client.close()  # the server does so, too, with a connection that is not used for long
        fuzzer = Fuzzer(client, scenario, dice, account, tokens)
        end = time.monotonic() + SECONDS
        while time.monotonic() < end and len(client.problems) < 50:
            fuzzer.step()
        long_game.join()
        client.close()
        scenario.end_claim(claimed)
        print(f"{client.sent} requests", end=" ", flush=True)
        self.check_end(server)
        self.check_pools(Fuzzer(client, scenario, dice, account, tokens), shared)
        self.no_problems(client)
        self.check_promises(client)

    def check_end(self, server):
        """Nothing is said but of mails, since the mail server is deaf and accounts that await one are closed, and of a proxy, whose header some requests have."""
        code, errors = server.stop()
        self.assertEqual((code, [line for line in errors.splitlines() if not line.startswith(("paua serve: mail ", "paua serve: proxy: "))]), (0, []))

    def check_pools(self, fuzzer, shared):
        """Whatever a pool of threads does is refused as busy where the pool has no place, and nothing else is: every call once more
        at a server whose pools have none. What is promised only for certain parameters is asked for until it comes."""
        server = self.start(*self.mail_options(), program=os.environ["PAUA_BUSY"])
        fuzzer.client = fuzzer.scenario.client = client = self.client(server, **shared)
        promised = {(name, status, code) for name, status, code in client.description.promises() if code == "busy"} - set(client.met)
        for operation in client.description.operations.values():
            tries = 0
            while tries < 4 or (tries < 100 and (operation.id, 503, "busy") in promised - set(client.met)):
                fuzzer.send_good(operation)
                tries += 1
        self.check_end(server)

    def check_limits(self, dice, shared):
        """What servers with tight limits answer."""
        limited = self.serve("limited", "--rate", "1")
        exhaust_rate(self.client(limited, **shared))
        limited.stop()
        busy = self.serve("busy", "--streams", "1", "--searches", "1", *self.mail_options(), hashes="real")
        client = self.client(busy, **shared)
        game = Scenario(client, dice).create()
        holding = self.client(busy, **shared)
        holding.connection.request("GET", f"/api/1/games/{game.id}/events")
        stream = holding.connection.getresponse()
        keep_busy(client, dice)
        refuse_stream(client, Scenario(client, dice), self.folder / "busy.db")
        stream.close()
        queue_passwords(client, Scenario(client, dice), self.folder / "busy.db")
        busy.close()  # without the answers that passwords wait for
        before = self.serve("full")
        scenario = Scenario(self.client(before, **shared), dice)
        game = scenario.resigned(ANN, PERSON)
        refuse_mail(scenario)
        scenario.act("proposeRematch", game, 0)
        before.stop()
        ending = self.serve("ending", "--stop-delay", "60s")
        ending.process.terminate()
        wait_until(lambda: self.client(ending, **shared).call("checkReadiness").status == 503)
        self.client(ending, **shared).call("checkReadiness", expect="stopping")
        ending.stop()
        full = self.serve("full", "--store-max", "1")
        fill_store(self.client(full, **shared), dice, game)
        full.stop()

    def mail_options(self):
        listening, options = deaf_mail_server()
        self.addCleanup(listening.close)
        return options

    def serve(self, name, *arguments, **options):
        server = Server(f"sqlite:{self.folder / name}.db", *arguments, **options)
        self.addCleanup(server.close)
        return server

    def check_promises(self, client):
        promised = client.description.promises()
        missing = {promise for promise in promised - set(client.met) if promise[1:] not in FAULTS}
        self.assertEqual(missing, set(), f"seed {SEED}: promised, but not met")
        self.assertEqual({met for met in client.met if met[1:] in FAULTS}, set(), f"seed {SEED}: faults")
        kinds = {"gameFull", "move", "resign", "time", "gone", "offer", "accept", "decline", "withdraw", "resume", "join", "account", "chat", "away", "back", "close", "presence"}
        notices = {"accountFull", "challenge", "challengeAccepted", "challengeDeclined", "gameStart", "turn", "gameEnd", "move", "message", "tournament"}
        wanted = {"followGame": kinds, "followAccount": notices, "analysePosition": {"depth", "end"}, "reviewGame": {"move", "summary"}}
        for (name, media), met in client.events.items():
            self.assertEqual(met, wanted[name], (name, media))
        self.assertEqual(len(client.events), 2 * len(wanted))

    def test_it_is_served(self):
        server = self.start()
        self.assertEqual(server.client().call("GET", "/api/1/openapi.json")[2], DOCUMENT)
        self.assertEqual(server.stop(), (0, ""))


if __name__ == "__main__":
    for option in ("--seconds", "--seed"):
        if option in sys.argv:
            at = sys.argv.index(option)
            globals()[option[2:].upper()] = (float if option == "--seconds" else int)(sys.argv[at + 1])
            del sys.argv[at:at + 2]
    unittest.main(verbosity=2)
