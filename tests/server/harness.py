"""What the server tests share: the real `paua serve` on a free port, with a store in a temporary folder,
and small clients for it. The program's path is in the environment variable PAUA."""
import contextlib
import glob
import http.client
import itertools
import json
import os
import pathlib
import random
import re
import select
import shutil
import signal
import socket
import sqlite3
import subprocess
import tempfile
import time
import unittest

PAUA = os.environ.get("PAUA", "build/paua")
SLOWDOWN = float(os.environ.get("PAUA_SLOWDOWN", "1"))  # what a sanitizer may make of a time limit
START_SECONDS = 30
CHEAP_HASH = os.environ.get("CHEAP_HASH_LIBRARY")
HASH_MS = {"quick": 0, "waiting": 60}  # what a real one takes of a processor

# Who started the tests may ignore signals (nohup, a background job), and the server would inherit that.
for number in (signal.SIGINT, signal.SIGTERM):
    signal.signal(number, signal.default_int_handler if number == signal.SIGINT else signal.SIG_DFL)


ports = itertools.count(64 * os.getpid())


def free_port():
    """A port that stays free for this process until it ends: outgoing connections get none below 32768 from the system, and
    whoever holds the UDP port of the same number has reserved it; freePort() in tests/web/harness.mjs does the same."""
    while True:
        port = 16000 + next(ports) % 16000
        reservation = socket.socket(type=socket.SOCK_DGRAM)
        try:
            reservation.bind(("127.0.0.1", port))
            socket.create_server(("127.0.0.1", port)).close()
        except OSError:
            reservation.close()
        else:
            reservation.detach()
            return port


class Server:
    """A running `paua serve`. Stopped by its own process id and nothing else. `before` is called in its process before the
    program begins. The hashes of passwords are `quick`, or `waiting`: each takes its time, but no processor; or `real`, for
    tests of their strength or of what they cost. With a sanitizer all are real."""

    def __init__(self, store, *arguments, before=None, program=PAUA, hashes="quick"):
        def prepare():
            if before:
                before()
            if CHEAP_HASH and hashes != "real":
                libraries = [os.environ["LD_PRELOAD"]] if "LD_PRELOAD" in os.environ else []
                os.environ.update(LD_PRELOAD=":".join([*libraries, CHEAP_HASH]), HASH_MS=str(HASH_MS[hashes]))

        self.process = subprocess.Popen(
            [program, "serve", "--listen", f"127.0.0.1:{free_port()}", "--store", store, "--rate", "0", "--pause", "0", *arguments],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, preexec_fn=prepare)
        ready, _, _ = select.select([self.process.stdout], [], [], START_SECONDS)
        line = self.process.stdout.readline() if ready else ""
        if not line.startswith("paua serve: http://127.0.0.1:"):
            self.process.kill()
            raise AssertionError(f"no server: {line!r} {self.process.communicate()[1]!r}")
        self.port = int(line.rsplit(":", 1)[1])
        self.clients = []

    def stop(self, number=signal.SIGTERM):
        """Ends it; returns its exit code and what it wrote on stderr."""
        self.process.send_signal(number)
        return self.wait()

    def wait(self):
        _, errors = self.process.communicate(timeout=START_SECONDS)
        return self.process.returncode, errors

    def client(self, key=None, address="127.0.0.1"):
        self.clients.append(Client(self.port, key, address))
        return self.clients[-1]

    def close(self):
        """Ends it if it still runs, and lets go of everything."""
        if self.process.poll() is None:
            self.process.kill()
            self.process.communicate()
        for client in self.clients:
            client.close()
        self.process.stdout.close()
        self.process.stderr.close()

    def processor_seconds(self):
        """The time of a processor that it has had."""
        return time.clock_gettime(~self.process.pid << 3 | 2)  # clock_getcpuclockid(3)

    def processor_ms(self):
        """The same of each of its threads, more exactly."""
        tasks = pathlib.Path(f"/proc/{self.process.pid}/task").iterdir()
        return {task.name: int((task / "schedstat").read_text().split()[0]) / 1e6 for task in tasks}

    def connect(self):
        return socket.create_connection(("127.0.0.1", self.port), timeout=30)


class Held:
    """A folder of files for which servers wait (programs/held.c)."""

    PROGRAM = os.environ.get("PAUA_HELD", "build/paua_held")

    def __init__(self, test):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="paua-held-"))
        test.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def options(self):
        """Of a Server: lets it wait for these files."""
        return {"program": self.PROGRAM, "before": lambda: os.environ.update(HELD=str(self.folder))}

    def hold(self, name):
        (self.folder / name).touch()

    def release(self, name):
        (self.folder / name).unlink()

    def tick(self):
        """Lets the minute of the tournaments be over."""
        self.hold("tick")
        wait_until(lambda: not (self.folder / "tick").exists())

    def wait_for(self, name):
        wait_until((self.folder / f"{name}.here").exists)


class Client:
    """Keeps one connection; a key makes it a player, an address of its own (127.x.y.z) another client."""

    def __init__(self, port, key=None, address="127.0.0.1"):
        self.port = port
        self.key = key
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30,
                                                     source_address=(address, 0))

    def leave_closed_connection(self):
        """Lets the next request open a new connection where the server has ended the old one, as it may end one that is idle.
        What can be read before a request is sent belongs to none."""
        if not self.connection.sock:
            return
        news = select.poll()  # select() knows no more than 1024 files
        news.register(self.connection.sock, select.POLLIN)
        if news.poll(0):
            self.connection.close()

    def call(self, method, path, body=None, headers=None):
        """Returns status, headers and the body: parsed when it is JSON."""
        self.leave_closed_connection()
        headers = dict(headers or {})
        if self.key:
            headers["Authorization"] = "Bearer " + self.key
        if body is not None and not isinstance(body, (str, bytes)):
            body = json.dumps(body)
        if body is not None:
            headers.setdefault("Content-Type", "application/json")
        self.connection.request(method, path, body, headers)
        answer = self.connection.getresponse()
        data = answer.read()
        if data and answer.headers.get("Content-Type") == "application/json":
            data = json.loads(data)
        return answer.status, answer.headers, data

    def game(self, game_id):
        status, _, game = self.call("GET", f"/api/1/games/{game_id}")
        assert status == 200, (status, game)
        return game

    def metric(self, name):
        """A figure of GET /metrics."""
        text = self.call("GET", "/metrics")[2].decode()
        return int(text.split(f"\npaua_{name} ")[1].split()[0])

    def limited(self, option):
        """How often a limit of the server has refused something."""
        return self.metric(f'limited_total{{option="{option}"}}')

    def create(self, seats=None, **body):
        if not body:
            body = {"layout": "belgian-daisy"}
        body["seats"] = seats or [{"kind": "person"}, {"kind": "person"}]
        status, _, answer = self.call("POST", "/api/1/games", body)
        assert status == 201, (status, answer)
        return answer["game"], answer["keys"]

    def move(self, game_id, ply, move):
        return self.call("POST", f"/api/1/games/{game_id}/moves", {"ply": ply, "move": move})

    def close(self):
        self.connection.close()


class Stream:
    """An event stream: SSE or NDJSON, from the beginning or after an event."""

    def __init__(self, port, game_id, sse=False, after=None, query=None, address="127.0.0.1",
                 key=None):
        self.sse = sse
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30,
                                                     source_address=(address, 0))
        headers = {"Accept": "text/event-stream"} if sse else {}
        if key:
            headers["Authorization"] = "Bearer " + key
        if after is not None:
            headers["Last-Event-ID"] = str(after)
        path = f"/api/1/games/{game_id}/events" + (f"?after={query}" if query is not None else "")
        self.connection.request("GET", path, headers=headers)
        self.answer = self.connection.getresponse()
        assert self.answer.status == 200, self.answer.read()

    def line(self):
        """The next line without its end, or None at the end of the stream."""
        line = self.answer.readline().decode()
        return line.rstrip("\n") if line else None

    def next(self):
        """The next numbered event as an object with its type, or None at the end of the stream."""
        while (event := self.next_line()) and event["type"] == "presence":
            pass
        return event

    def presence(self):
        """The next announcement of who is here, or None at the end of the stream."""
        while (event := self.next_line()) and event["type"] != "presence":
            pass
        return event

    def next_line(self):
        return self.next_sse() if self.sse else self.next_ndjson()

    def next_ndjson(self):
        while (line := self.line()) is not None:
            if line:
                return json.loads(line)
        return None

    def next_sse(self):
        fields = {}
        while (line := self.line()) is not None:
            if line == "":
                if "data" in fields:
                    event = json.loads(fields["data"])
                    assert fields.get("id") == (str(event["event"]) if "event" in event else None)
                    return event | {"type": fields["event"]}
                fields = {}
            elif not line.startswith(":"):
                name, value = line.split(": ", 1)
                fields[name] = value
        return None

    def close(self):
        self.connection.close()
        self.answer.close()


def legal_moves(position):
    """Every legal move of a position, by `paua moves`."""
    done = subprocess.run([PAUA, "moves", "--position", position], capture_output=True, text=True,
                          check=True)
    return done.stdout.split()


POSTGRES = os.environ.get("PAUA_TEST_POSTGRES")  # a database of a cluster, from postgres.py: its servers are to be used
sqlite_only = unittest.skipIf(POSTGRES, "looks into SQLite's file")
databases = itertools.count(1)


def postgres_program(name):
    """Debian keeps the programs of a cluster out of PATH; what it has there under the same name is a script in Perl that
    looks for them."""
    found = next(iter(sorted(glob.glob(f"/usr/lib/postgresql/*/bin/{name}"), reverse=True)), None) or shutil.which(name)
    if not found:
        raise FileNotFoundError(f"{name} is missing; on Debian: apt-get install postgresql")
    return found


def new_database():
    """The address of an empty store in that cluster."""
    database = f"test_{os.getpid()}_{next(databases)}"
    subprocess.run([postgres_program("psql"), "-X", "-q", "-c", f"CREATE DATABASE {database}", POSTGRES], check=True)
    return re.sub(r"(?<=/)\w+(?=\?)", database, POSTGRES)


def deaf_mail_server():
    """A mail server that takes no mail, and does not say so, so that mails wait in the store: its socket, and the options that
    name it."""
    listening = socket.create_server(("127.0.0.1", 0))
    return listening, ("--mail-server", f"smtp://127.0.0.1:{listening.getsockname()[1]}", "--mail-address", "paua@club.example")


class ServerTest(unittest.TestCase):
    """A server for each class, a folder for each test."""

    arguments = ()
    before = None
    warnings = set()  # lines that may be in its log

    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="paua-server-"))
        cls.server = Server(new_database() if POSTGRES else f"sqlite:{cls.folder}/games.db", *cls.arguments, before=cls.before)
        cls.random = random.Random(20261121)

    @classmethod
    def tearDownClass(cls):
        code, errors = cls.server.stop()
        cls.server.close()
        shutil.rmtree(cls.folder)
        assert code == 0 and cls.warnings.issuperset(errors.splitlines()), (code, errors)

    def client(self, key=None):
        client = self.server.client(key)
        self.addCleanup(client.close)
        return client

    def stream(self, *arguments, **options):
        stream = Stream(self.server.port, *arguments, **options)
        self.addCleanup(stream.close)
        return stream

    def refused(self, answer, status, code):
        """Checks an error's status, code and shape; returns its message."""
        self.assertEqual(answer[0], status, answer[2])
        self.assertEqual(set(answer[2]), {"error"})
        self.assertEqual(set(answer[2]["error"]), {"code", "message"})
        self.assertEqual(answer[2]["error"]["code"], code)
        self.assertTrue(answer[2]["error"]["message"])
        return answer[2]["error"]["message"]


class FolderTest(unittest.TestCase):
    """A temporary folder for each test, and servers that are killed at its end whatever happens."""

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="paua-server-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.store = self.folder / "games.db"
        self.database = new_database() if POSTGRES else None

    @property
    def place(self):
        return self.database or f"sqlite:{self.store}"

    def start(self, *arguments, **options):
        server = Server(self.place, *arguments, **options)
        self.addCleanup(server.close)
        return server

    def sql(self, text):
        """Runs a statement on the store; the rows, each a list of texts."""
        if self.database:
            done = subprocess.run([postgres_program("psql"), "-X", "-q", "-A", "-t", "-c", f"SET search_path = paua; {text}",
                                   self.database], check=True, capture_output=True, text=True)
            return [line.split("|") for line in done.stdout.splitlines()]
        with contextlib.closing(sqlite3.connect(self.store)) as store, store:
            return [[str(cell) for cell in row] for row in store.execute(text)]

    def hold_store(self):
        """Begins a transaction that no writer passes: what ends it after a statement."""
        if not self.database:
            store = sqlite3.connect(self.store, isolation_level=None)
            self.addCleanup(store.close)
            store.execute("BEGIN IMMEDIATE")
            return lambda text: (store.execute(text), store.execute("COMMIT"))
        store = subprocess.Popen([postgres_program("psql"), "-X", "-q", "-v", "ON_ERROR_STOP=1", self.database], text=True,
                                 stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.addCleanup(store.stdout.close)
        print("SET search_path = paua; BEGIN; SELECT ms FROM running FOR UPDATE;\n\\echo held", file=store.stdin, flush=True)
        while "held" not in store.stdout.readline():
            pass
        return lambda text: store.communicate(f"{text}; COMMIT;\n", timeout=60)

    def fails(self, *arguments, before=None):
        """Runs a server that must not start; returns its exit code and its one line."""
        done = subprocess.run([PAUA, "serve", "--listen", "127.0.0.1:0", *arguments],
                              capture_output=True, text=True, timeout=START_SECONDS,
                              preexec_fn=before)
        self.assertEqual(done.stdout, "")
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
        self.assertTrue(done.stderr.startswith("paua serve: "), done.stderr)
        return done.returncode, done.stderr


def was_too_slow(status, answer):
    """Whether the store missed its deadline, as it may on a busy machine. The answer promises that nothing has changed; who
    repeats the request finds out whether that is so."""
    return status == 503 and answer["error"]["message"] == "the store could not write this; nothing has changed"


def wait_until(condition, seconds=30, step=0.02):
    """Waits for a condition; its value, or an error."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        value = condition()
        if value:
            return value
        time.sleep(step)
    raise AssertionError("waited in vain")
