"""Clients that are slow, broken, greedy or malicious: they get an error or are cut off, everybody else is served."""
import gzip
import http.client
import json
import random
import resource
import signal
import socket
import threading
import time
import unittest

from harness import FolderTest, Server, ServerTest, SLOWDOWN, Stream, legal_moves, wait_until

REQUEST_SECONDS = 20  # what serve.c gives a client for one request


def read_all(connection, patience=30):
    """What the server sends until it closes, or sends nothing for this many seconds."""
    data = b""
    connection.settimeout(patience)
    try:
        while piece := connection.recv(65536):
            data += piece
    except (ConnectionResetError, TimeoutError):
        pass
    return data


class Hostile(ServerTest):
    def tearDown(self):
        self.assertEqual(self.client().call("GET", "/healthz")[0], 200)

    def connect(self, address="127.0.0.1"):
        connection = socket.create_connection(("127.0.0.1", self.server.port), timeout=60,
                                              source_address=(address, 0))
        self.addCleanup(connection.close)
        return connection

    def status(self, request, patience=0.3):
        """The status that a raw request is answered with; 0: cut off, or the server waits for more."""
        connection = self.connect()
        try:
            connection.sendall(request)
            connection.shutdown(socket.SHUT_WR)
        except (BrokenPipeError, ConnectionResetError):
            pass
        except OSError as error:
            if error.errno != 107:  # shut already by the other side
                raise
        answer = read_all(connection, patience)
        return int(answer.split(b" ", 2)[1]) if answer.startswith(b"HTTP/1.") else 0

    def test_slow_requests_are_cut_off(self):
        """Headers and bodies that drip in, and connections that say nothing, end after a while."""
        begun = time.monotonic()
        ended = {}

        def drip(name, first, piece):
            connection = self.connect()
            connection.sendall(first)
            connection.settimeout(0.5)
            while time.monotonic() - begun < 3 * REQUEST_SECONDS:
                try:
                    connection.sendall(piece)
                    if not connection.recv(100):
                        break
                except TimeoutError:
                    continue
                except OSError:
                    break
            ended[name] = time.monotonic() - begun

        threads = [threading.Thread(target=drip, args=arguments) for arguments in (
            ("headers", b"GET / HTTP/1.1\r\nHost: localhost\r\n", b"X: y\r\n"),
            ("line", b"GET /", b"x"),
            ("body", b"POST /api/1/games HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9000\r\n\r\n", b" "),
            ("silence", b"", b""),
        )]
        for thread in threads:
            thread.start()
        while any(thread.is_alive() for thread in threads):
            began = time.monotonic()
            self.assertEqual(self.client().call("GET", "/healthz")[0], 200)
            self.assertLess(time.monotonic() - began, 5)
            time.sleep(1)
        for name, seconds in ended.items():
            with self.subTest(name=name):
                self.assertLess(seconds, REQUEST_SECONDS + 10)
                self.assertGreater(seconds, 5)

    def test_huge_bodies(self):
        head = b"POST /api/1/games HTTP/1.1\r\nHost: localhost\r\n"
        self.assertEqual(self.status(head + b"Content-Length: 99999999999\r\n\r\nxxxx", 30), 413)
        self.assertIn(self.status(head + b"Content-Length: 9" + b"9" * 40 + b"\r\n\r\nxxxx"), (0, 400, 413))
        chunk = b"10000\r\n" + b" " * 0x10000 + b"\r\n"
        self.assertIn(self.status(head + b"Transfer-Encoding: chunked\r\n\r\n" + chunk * 500), (0, 413))

    def test_broken_requests(self):
        for request in (b"GET / HTTP/1.1\r\n\r\n",
                        b"GET / HTTP/9.9\r\nHost: localhost\r\n\r\n",
                        b"POST /api/1/games HTTP/1.1\r\nHost: localhost\r\nContent-Length: -5\r\n\r\n",
                        b"POST /api/1/games HTTP/1.1\r\nHost: localhost\r\nContent-Length: x\r\n\r\n",
                        b"POST /api/1/games HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
                        b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"y" * 100_000 + b"\r\n\r\n",
                        b"GET /" + b"y" * 100_000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n",
                        b"GET / HTTP/1.1\r\nHost: localhost\r\n" + b"A: b\r\n" * 5000 + b"\r\n",
                        b"\r\n\r\n\r\n", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" * 20,
                        b"GET"):
            with self.subTest(request=request[:60]):
                status = self.status(request)
                self.assertTrue(status == 0 or 400 <= status < 600, status)

    def test_garbage(self):
        source = random.Random(5)
        for _ in range(150):
            garbage = source.randbytes(source.randrange(1, 3000))
            if source.random() < 0.5:
                garbage = b"POST /api/1/games HTTP/1.1\r\nHost: localhost\r\n" + garbage + b"\r\n\r\n" + garbage
            status = self.status(garbage)
            self.assertTrue(status == 0 or 400 <= status < 600, status)

    def test_garbage_as_json(self):
        client = self.client()
        good = b'{"layout":"standard","seats":[{"kind":"person"},{"kind":"computer","level":3}]}'
        source = random.Random(6)
        for _ in range(400):
            body = bytearray(good)
            for _ in range(source.randrange(1, 4)):
                place = source.randrange(len(body))
                body[place:place + source.randrange(3)] = source.randbytes(source.randrange(3))
            status, _, answer = client.call("POST", "/api/1/games", bytes(body))
            self.assertIn(status, (201, 400), body)
            if status == 400:
                self.assertTrue(answer["error"]["message"].isprintable())

    def test_clients_that_leave(self):
        game, keys = self.client().create(layout="standard")
        head = f"POST /api/1/games/{game['id']}/moves HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {keys[0]}\r\n" \
               "Content-Type: application/json\r\n"
        body = json.dumps({"ply": 1, "move": "c3d3"})
        for _ in range(30):
            connection = self.connect()
            connection.sendall(f"{head}Content-Length: {len(body)}\r\n\r\n{body}".encode())
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
            connection.close()
            connection = self.connect()
            connection.sendall(head.encode())
            connection.close()
        # A reset may overtake what was sent before it, so nobody's move has to be there; but it can be played, once.
        status, _, answer = self.server.client(keys[0]).move(game["id"], 1, "c3d3")
        self.assertEqual((status, answer["ply"]), (200, 1))
        self.assertEqual(self.client().game(game["id"])["moves"], ["c3d3"])

    def test_requests_in_a_row(self):
        connection = self.connect()
        request = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n"
        connection.sendall((request + b"\r\n") * 49 + request + b"Connection: close\r\n\r\n")
        connection.shutdown(socket.SHUT_WR)
        self.assertEqual(read_all(connection).count(b"HTTP/1.1 200 OK"), 50)

    def test_the_same_move_many_times_at_once(self):
        """Forty senders, two different moves: one of them is played, once."""
        game, keys = self.client().create(layout="standard")
        answers = []

        def send(move):
            answers.append((move, self.server.client(keys[0]).move(game["id"], 1, move)))

        threads = [threading.Thread(target=send, args=(("c3d3", "c4d4")[i % 2],)) for i in range(40)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        played = self.client().game(game["id"])["moves"]
        self.assertEqual(len(played), 1)
        for move, answer in answers:
            if move == played[0]:
                self.assertEqual((answer[0], answer[2]["event"]), (200, 1))
            else:
                self.refused(answer, 409, "wrong_ply")
        self.assertEqual(len(answers), 40)


class ForeignPages(ServerTest):
    """What a page of another site can make a visitor's browser send, and what it can read by a name that points here."""

    arguments = ("--host", "paua.example.org", "--rate", "100")
    COMPUTERS = {"layout": "standard", "seats": [{"kind": "computer", "level": 10}] * 2}

    def head(self, **given):
        return {name.replace("_", "-"): value for name, value in given.items()}

    def own(self):
        return f"http://127.0.0.1:{self.server.port}"

    def test_posts_of_foreign_pages(self):
        """No game is made, no search starts, and nothing is taken from the visitor's allowance."""
        client = self.client()
        created = client.metric("games_created_total")
        analysis = {"layout": "standard", "depth": 1}
        for headers in (self.head(Origin="http://evil.example", Sec_Fetch_Site="cross-site", Content_Type="text/plain"),
                        self.head(Origin="http://evil.example"), self.head(Origin="null"),
                        self.head(Sec_Fetch_Site="cross-site"), self.head(Sec_Fetch_Site="same-site"),
                        self.head(Sec_Fetch_Site="cross-site", Sec_Fetch_Mode="navigate"),
                        self.head(Origin=f"http://127.0.0.1:{self.server.port + 1}"),
                        self.head(Origin="http://evil.example", Sec_Fetch_Site="same-origin")):
            for path, body in (("games", self.COMPUTERS), ("analysis", analysis)):
                with self.subTest(headers=headers, path=path):
                    message = self.refused(client.call("POST", f"/api/1/{path}", body, headers), 403, "cross_site")
                    self.assertIn(headers.get("Origin", ""), message)
        for _ in range(500):
            client.call("POST", "/api/1/games", self.COMPUTERS, self.head(Origin="http://evil.example"))
        self.assertEqual(client.metric("games_created_total"), created)
        self.assertEqual(client.limited("rate"), 0)
        client.create()

    def test_compressed_bodies(self):
        """No body is unpacked, however large it would be; the answer says so, and what a client may send."""
        client = self.client()
        bomb = gzip.compress(b" " * (32 << 20))
        self.assertLess(len(bomb), 40_000)
        for path, body in (("/api/1/records", bomb), ("/api/1/games", b"{}")):
            for coding in ("gzip", "GZIP", "br", "x", "identity, gzip", "gzip, gzip"):
                status, headers, answer = client.call("POST", path, body, {"Content-Encoding": coding})
                self.assertEqual((status, answer["error"]["code"]), (415, "bad_type"))
                self.assertEqual(answer["error"]["message"], "Content-Encoding: expected a body that is not compressed")
                self.assertEqual(headers["Accept-Encoding"], "identity")
        self.assertEqual(client.call("POST", "/api/1/records", {"text": "c3d3"}, {"Content-Encoding": "identity"})[0], 200)
        self.assertEqual(client.call("GET", "/healthz", None, {"Content-Encoding": "gzip"})[0], 200)

    def test_types_of_bodies(self):
        """A form or a plain text can be sent across sites without asking; JSON can't."""
        client = self.client()
        created = client.metric("games_created_total")
        for content_type in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x",
                             "application/jsonp", "", "text/plain; application/json"):
            with self.subTest(content_type=content_type):
                message = self.refused(client.call("POST", "/api/1/games", self.COMPUTERS,
                                                   {"Content-Type": content_type}), 415, "bad_type")
                self.assertIn("expected application/json", message)
        self.assertEqual(client.metric("games_created_total"), created)
        for content_type in ("application/json", "Application/JSON; charset=utf-8"):
            answer = client.call("POST", "/api/1/analysis", {"layout": "standard", "depth": 1},
                                 {"Content-Type": content_type})
            self.assertEqual(answer[0], 200)

    def test_reads_of_foreign_pages(self):
        """A foreign page starts no review and opens no stream; a link from it to a game works."""
        client = self.client()
        game, keys = client.create()
        self.server.client(keys[0]).call("POST", f"/api/1/games/{game['id']}/resign")
        for path in (f"/api/1/games/{game['id']}/review", f"/api/1/games/{game['id']}/events", "/metrics"):
            for headers in (self.head(Sec_Fetch_Site="cross-site", Sec_Fetch_Mode="no-cors"),
                            self.head(Sec_Fetch_Site="same-site"), self.head(Origin="http://evil.example")):
                with self.subTest(path=path, headers=headers):
                    self.refused(client.call("GET", path, None, headers), 403, "cross_site")
        followed = self.head(Sec_Fetch_Site="cross-site", Sec_Fetch_Mode="navigate")
        self.assertNotIn(client.call("GET", f"/g/{game['id']}", None, followed)[0], (403, 421))
        self.assertEqual(client.call("GET", f"/api/1/games/{game['id']}", None, followed)[0], 200)

    def test_own_pages(self):
        client = self.client()
        body = {"layout": "standard", "seats": [{"kind": "person"}] * 2}
        for headers in ({}, self.head(Origin=self.own(), Sec_Fetch_Site="same-origin"),
                        self.head(Origin="https://paua.example.org"), self.head(Sec_Fetch_Site="none"),
                        self.head(Host="paua.example.org", Origin="https://paua.example.org"),
                        self.head(Host=f"LOCALHOST:{self.server.port}",
                                  Origin=f"http://localhost:{self.server.port}")):
            with self.subTest(headers=headers):
                self.assertEqual(client.call("POST", "/api/1/games", body, headers)[0], 201)

    def test_names_of_the_server(self):
        """A domain that is pointed at this machine does not make its pages the server's own (DNS rebinding)."""
        client = self.client()
        for host in ("localhost", "localhost:1", "127.0.0.1", "127.0.0.1:8080", "127.7.7.7", "[::1]", "[::1]:80",
                     "paua.example.org", "PAUA.example.ORG:8443", "paua.example.org.", "paua.example.org.:8443"):
            with self.subTest(host=host):
                self.assertEqual(client.call("GET", "/metrics", None, {"Host": host})[0], 200)
        for host in ("evil.example", "evil.example:8080", "localhost.evil.example", "127.0.0.1.evil.example",
                     "evil.example:127.0.0.1", "192.0.2.1", "[2001:db8::1]", "0.0.0.0", "8.8.8.8:80", "", ":80",
                     "localhost:", "localhost:http", "localhost@evil.example", "[::1", "[]", "x.paua.example.org",
                     "127.1", "2130706433", "y" * 5000):
            with self.subTest(host=host):
                for method, path in (("GET", "/metrics"), ("GET", "/"), ("GET", "/api/1/layouts"),
                                     ("POST", "/api/1/games"), ("GET", "/nothing")):
                    message = self.refused(client.call(method, path, None, {"Host": host}), 421, "bad_host")
                    self.assertTrue(message.startswith(f"Host '{host[:40]}': expected "), message)


PERSON = {"kind": "person"}
LIMITED = ("--rate", "100", "--pause", "3")  # as without these options


def level(number):
    return {"kind": "computer", "level": number}


class Selfish(FolderTest):
    """One address wants the computer for itself; another one, 127.0.0.9, plays a game meanwhile."""

    ENDLESS = {"quiet": 0, "repetition": 0}

    def client(self, server, address, key=None):
        return server.client(key, address)

    def answers(self, server, opponent, moves=4):
        """The seconds that each reply to the person takes."""
        client = self.client(server, "127.0.0.9")
        game, keys = client.create([PERSON, opponent], layout="standard")
        client.key = keys[0]
        stream = Stream(server.port, game["id"], address="127.0.0.9")
        self.addCleanup(stream.close)
        stream.next()
        seconds = []
        for i in range(moves):
            move = ["c3d3", "d3c3"][i % 2]
            if move not in legal_moves(client.game(game["id"])["position"]):
                move = legal_moves(client.game(game["id"])["position"])[0]
            begun = time.monotonic()
            self.assertEqual(client.move(game["id"], 2 * i + 1, move)[0], 200)
            while stream.next().get("colour") != "w":
                pass
            seconds.append(time.monotonic() - begun)
        return seconds

    def check_answers(self, server, opponent, moves, bound):
        """No reply takes longer than the bound and what it takes, just then, at a server beside this one that does nothing
        else."""
        seconds = max(self.answers(server, opponent, moves))
        if seconds >= bound * SLOWDOWN:  # is it the machine?
            idle = Server(f"sqlite:{self.folder}/idle.db", *LIMITED)
            self.addCleanup(idle.close)
            alone = max(self.answers(idle, opponent, moves))
            idle.close()
            self.assertLess(seconds, bound * SLOWDOWN + alone, opponent)

    def test_number_of_games_of_computers_alone(self):
        """Eight at a time; another address and other games are not concerned, and a finished one makes room."""
        server = self.start("--rate", "100000", "--pause", "1")
        client = self.client(server, "127.0.0.1")
        short, _ = client.create([level(1)] * 2, layout="standard", rules={"plies": 2})
        self.assertEqual(self.play_computers(client), 7)
        self.assertEqual(client.limited("client-alone"), 1)
        client.create([PERSON, level(10)], layout="standard")
        self.client(server, "127.0.0.9").create([level(10)] * 2, layout="standard")
        wait_until(lambda: client.game(short["id"])["result"] != "*")
        self.assertEqual(self.play_computers(client), 1)
        self.assertEqual(server.stop(), (0, ""))

    def test_searches_count_against_the_rate(self):
        """A bucket of 400 holds twenty-seven games against level 10, or one and seventy-seven moves in it."""
        server = self.start("--rate", "100", "--pause", "3")
        client = self.client(server, "127.0.0.1")
        begun = time.monotonic()
        answers = [client.call("POST", "/api/1/games", {"layout": "standard", "seats": [PERSON, level(10)]})[0]
                   for _ in range(40)]
        grown = 100 * (time.monotonic() - begun)
        self.assertLessEqual(answers.count(201), (400 + grown) / 14)
        self.assertEqual(answers.count(201) + answers.count(429), 40)
        client = self.client(server, "127.0.0.2")
        begun = time.monotonic()  # from before the first charge: the bucket fills again while a game is made
        game, keys = client.create([PERSON, level(10)], layout="standard")
        client.key = keys[0]
        answers = [client.move(game["id"], 1, "a1a9")[0] for _ in range(150)]  # not legal, but charged
        grown = 100 * (time.monotonic() - begun)
        self.assertLessEqual(150 - answers.count(429), (386 + grown) / 5)
        self.assertEqual(server.stop(), (0, ""))

    def test_games_that_persons_have_left(self):
        """Who makes games with a person and lets the person resign has a game of computers alone, with its pause."""
        server = self.start("--rate", "100000", "--pause", "3")
        client = self.client(server, "127.0.0.1")
        for _ in range(3):
            game, keys = client.create([PERSON, level(1), level(1)], players=3, layout="bowl")
            self.assertEqual(self.client(server, "127.0.0.1", keys[0]).call(
                "POST", f"/api/1/games/{game['id']}/resign")[0], 200)
        time.sleep(4)
        self.assertEqual(client.metric("games_alone"), 3)
        self.assertLessEqual(len(client.game(game["id"])["moves"]), 3)
        self.assertEqual(server.stop(), (0, ""))

    def play_computers(self, client, count=40):
        """Games of two computers, until they are refused; how many there are."""
        for made in range(count):
            status, headers, answer = client.call("POST", "/api/1/games", {
                "layout": "standard", "seats": [level(10)] * 2, "rules": self.ENDLESS})
            if status != 201:
                self.assertEqual((status, answer["error"]["code"]), (429, "too_many"))
                self.assertGreaterEqual(int(headers["Retry-After"]), 1)
                return made
        return count

    def play_against_computers(self, client, count):
        """Games of a person in all of which the computer is to move; how many there are."""
        for made in range(count):
            while True:
                status, headers, answer = client.call("POST", "/api/1/games", {
                    "layout": "standard", "seats": [level(10), PERSON]})
                if status == 201:
                    break
                self.assertEqual((status, answer["error"]["code"]), (429, "too_many"))
                if "wait for the computer" in answer["error"]["message"]:
                    return made
                time.sleep(int(headers["Retry-After"]))
        return count

    def play_while_others_wait(self, server):
        """What waits takes seconds each: a person who had to wait for it would do so at the first move."""
        for number, moves, bound in ((1, 4, 1.0), (10, 2, 3.0)):
            self.check_answers(server, level(number), moves, bound)

    def test_games_of_computers_alone(self):
        """Nobody's forty games of level 10 against level 10 delay a person, before and after a restart."""
        server = self.start(*LIMITED)
        self.answers(server, level(1), 1)
        self.assertLessEqual(self.play_computers(self.client(server, "127.0.0.1")), 9)
        for _ in range(2):
            self.play_while_others_wait(server)
            self.assertEqual(server.stop(), (0, ""))
            server.close()
            server = self.start(*LIMITED)
            wait_until(lambda: server.client().metric("searches_waiting_background") > 0)

    def analyse(self, client, over):
        """One analysis after another, of the longest that are allowed, as long as it is not over."""
        try:
            while not over.is_set():
                status, headers, _ = client.call("POST", "/api/1/analysis", {"layout": "standard", "time": 5000})
                self.finished += status == 200
                if status == 429:
                    over.wait(int(headers["Retry-After"]))
        except (OSError, http.client.HTTPException):
            if not over.is_set():
                raise

    def test_analyses_and_games_together(self):
        """Six that analyse without a pause and the games of computers of one address delay nobody else's game."""
        server = self.start(*LIMITED)
        self.answers(server, level(1), 1)
        self.finished = 0
        over = threading.Event()
        clients = [self.client(server, "127.0.0.1") for _ in range(6)]
        threads = [threading.Thread(target=self.analyse, args=(client, over)) for client in clients]
        for thread in threads:
            thread.start()
        self.play_computers(self.client(server, "127.0.0.1"))
        try:
            wait_until(lambda: server.client().metric("analyses_waiting") >= 2)
            self.play_while_others_wait(server)
            wait_until(lambda: self.finished > 0)
        finally:
            over.set()
            for client, thread in zip(clients, threads, strict=True):
                if client.connection.sock:  # who waits for an analysis leaves
                    client.connection.sock.shutdown(socket.SHUT_RDWR)
                thread.join()
        self.assertEqual(server.stop(), (0, ""))

    def test_games_of_persons(self):
        """Dozens of games in which the computer is to move at level 10 are one client's share."""
        server = self.start("--rate", "100000")  # slower ones would be answered before there are dozens
        self.answers(server, level(1), 1)
        made = self.play_against_computers(self.client(server, "127.0.0.1"), 80)
        self.assertGreaterEqual(made, 40)
        self.assertLess(made, 80)
        waiting = server.client().metric("searches_waiting")
        self.assertGreater(waiting, 30)
        self.check_answers(server, level(1), 4, 1.0)
        self.check_answers(server, level(10), 2, 6.0)
        self.assertGreater(server.client().metric("searches_waiting"), 0)  # they were there all the time
        self.assertEqual(server.stop(), (0, ""))

    def test_games_of_persons_after_a_restart(self):
        """Interrupted games wait in the background until somebody comes back to them."""
        server = self.start(*LIMITED)
        self.play_against_computers(self.client(server, "127.0.0.1"), 40)
        client = self.client(server, "127.0.0.9")
        game, keys = client.create([level(10), PERSON], layout="standard")
        server.process.send_signal(signal.SIGKILL)
        server.close()
        server = self.start(*LIMITED)
        self.check_answers(server, level(1), 4, 1.0)
        begun = time.monotonic()
        stream = Stream(server.port, game["id"], address="127.0.0.9")
        self.addCleanup(stream.close)
        while stream.next()["event"] < 1:
            pass
        self.assertLess(time.monotonic() - begun, 6.0 * SLOWDOWN)
        self.assertEqual(server.stop(), (0, ""))

    def test_waiting_moves_of_one_client(self):
        """Who has dozens of searches waiting can't add more by moving either; nothing has changed then."""
        server = self.start("--rate", "100000")
        client = self.client(server, "127.0.0.1")
        other, keys = client.create([PERSON, level(10)], layout="standard")
        self.play_against_computers(client, 80)
        client.key = keys[0]
        status, _, answer = client.move(other["id"], 1, "c3d3")
        self.assertEqual((status, answer["error"]["code"]), (429, "too_many"))
        self.assertIn("wait for the computer", answer["error"]["message"])
        self.assertEqual(client.game(other["id"])["moves"], [])
        wait_until(lambda: client.move(other["id"], 1, "c3d3")[0] == 200, step=1)
        self.assertEqual(server.stop(), (0, ""))

    def test_computers_alone_keep_a_pace(self):
        """Level 1 against level 1 makes thousands of moves a second; here a few while somebody watches, else hardly one."""
        server = self.start(*LIMITED)
        client = self.client(server, "127.0.0.1")
        game, _ = client.create([level(1)] * 2, layout="standard", rules=self.ENDLESS)

        def count():
            return len(client.game(game["id"])["moves"])

        def moves_in(action):
            """How many moves are made while an action goes on, and its seconds."""
            begun, before = time.monotonic(), count()
            action()
            return count() - before, time.monotonic() - begun

        wait_until(count)
        alone, seconds = moves_in(lambda: time.sleep(4))
        self.assertLessEqual(alone, seconds / 3 + 1)
        stream = Stream(server.port, game["id"])
        four = count() + 4
        watched, seconds = moves_in(lambda: wait_until(lambda: count() >= four, 6 * SLOWDOWN))
        self.assertLessEqual(watched, seconds / 0.25 + 2)
        stream.close()
        self.assertEqual(client.metric("games_alone"), 1)
        self.assertEqual(server.stop(), (0, ""))

    def test_waiting_games_leave_the_memory(self):
        """Games that wait for the computer are not held: of 700 at most the 512 kept and the few in use are in memory."""
        server = self.start("--pause", "3600")
        client = server.client()
        for _ in range(700):
            client.create([level(10)] * 2, layout="standard")
        self.assertLessEqual(client.metric("games_in_memory"), 530)
        self.assertEqual(client.metric("games_alone"), 700)
        self.assertEqual(server.stop(), (0, ""))


def few_files():
    """The server takes 64 connections fewer than files: 4096, of one address a quarter."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (4160, 4160))


class Greedy(ServerTest):
    before = staticmethod(few_files)
    arguments = ("--rate", "100000")  # limits by address, but none that matters for requests

    def test_one_address_cannot_take_all_connections(self):
        """Beyond its share one address is turned away; another one is still served."""
        taken = []
        try:
            for _ in range(1300):
                taken.append(socket.create_connection(("127.0.0.1", self.server.port), timeout=60))
            turned_away = 0
            for connection in taken[1100:]:
                try:
                    connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
                    turned_away += connection.recv(100) == b""
                except OSError:
                    turned_away += 1
            self.assertEqual(turned_away, 200)
            other = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=30,
                                               source_address=("127.0.0.2", 0))
            other.request("GET", "/healthz")
            self.assertEqual(other.getresponse().status, 200)
            other.close()
        finally:
            for connection in taken:
                connection.close()
        wait_until(lambda: self.healthy())

    def healthy(self):
        client = self.server.client()
        try:
            return client.call("GET", "/healthz")[0] == 200
        except OSError:
            return False
        except http.client.HTTPException:
            return False
        finally:
            client.close()


class Crowd(FolderTest):
    def test_all_connections_taken(self):
        """No address is limited, all connections are taken: it lives, and serves again later."""
        server = self.start(before=few_files)
        taken = [server.connect() for _ in range(4300)]
        for connection in taken:
            connection.close()
        client = server.client()
        wait_until(lambda: client.call("GET", "/healthz")[0] == 200)
        self.assertEqual(server.stop(), (0, ""))


if __name__ == "__main__":
    unittest.main()
