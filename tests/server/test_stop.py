"""GET /readyz, and the graceful stop: readiness ends first, writes are completed, streams lose nothing."""

import fcntl
import http.client
import itertools
import os
import pty
import resource
import signal
import socket
import termios
import threading
import time
import unittest

from harness import FolderTest, Stream, sqlite_only, wait_until

SHUTTLE = ("c3d3", "g5f5", "d3c3", "f5g5")  # legal from the standard layout, again and again
ENDLESS = {"layout": "standard", "rules": {"repetition": 0, "quiet": 0}}


class Ready(FolderTest):
    def refused(self, answer, code):
        status, headers, body = answer
        self.assertEqual((status, body["error"]["code"]), (503, code))
        self.assertEqual(headers["Content-Type"], "application/json")
        self.assertGreater(int(headers["Retry-After"]), 0)

    def test_ready(self):
        client = self.start().client()
        status, headers, body = client.call("GET", "/readyz")
        self.assertEqual((status, body, headers["Cache-Control"]), (200, b"ready\n", "no-store"))
        self.assertEqual(client.call("HEAD", "/readyz")[0], 200)
        self.assertEqual(client.call("POST", "/readyz", {})[0], 405)

    @sqlite_only
    def test_the_store_cannot_be_written(self):
        """Nobody has written anything: the question itself finds the full disk, and that there is room again."""
        server = self.start()
        client = server.client()
        before = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (1, before[1]))
        wait_until(lambda: client.call("GET", "/readyz")[0] == 503, step=0.2)
        self.refused(client.call("GET", "/readyz"), "storage")
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, before)
        wait_until(lambda: client.call("GET", "/readyz")[0] == 200, step=0.2)
        self.assertIn("store: cannot write", server.stop()[1])

    def test_the_stop_is_told_first(self):
        """While --stop-delay lasts everything else is served, to new clients as well; another signal ends it."""
        server = self.start("--stop-delay", "60s")
        game, keys = server.client().create(layout="standard")
        server.process.send_signal(signal.SIGTERM)
        wait_until(lambda: server.client().call("GET", "/readyz")[0] == 503)
        self.refused(server.client().call("GET", "/readyz"), "stopping")
        self.assertEqual(server.client().call("GET", "/healthz")[0], 200)
        self.assertEqual(server.client(keys[0]).move(game["id"], 1, "c3d3")[0], 200)
        began = time.monotonic()
        self.assertEqual(server.stop(), (0, ""))
        self.assertLess(time.monotonic() - began, 20)

    def test_the_delay_ends(self):
        server = self.start("--stop-delay", "700ms")
        began = time.monotonic()
        self.assertEqual(server.stop(), (0, ""))
        self.assertGreater(time.monotonic() - began, 0.7)


class Signals(FolderTest):
    """Which signals stop a server, and which do nothing to it."""

    def test_signals_without_a_meaning(self):
        """Log rotation sends SIGHUP by habit, to a server without a terminal."""
        server = self.start(before=os.setsid)
        for number in (signal.SIGHUP, signal.SIGUSR1, signal.SIGUSR2, signal.SIGALRM):
            for _ in range(3):
                server.process.send_signal(number)
            time.sleep(0.1)
            self.assertIsNone(server.process.poll(), number)
            self.assertEqual(server.client().call("GET", "/readyz")[0], 200, number)
        self.assertEqual(server.stop(), (0, ""))

    def test_signals_that_stop(self):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGQUIT):
            server = self.start("--log-level", "info", before=os.setsid)
            code, errors = server.stop(number)
            self.assertEqual(code, 0)
            self.assertIn(number.name, errors)

    def test_a_terminal_that_is_closed(self):
        """The server in it ends in order, unless nohup has started it."""
        for kept in (False, True):
            with self.subTest(kept=kept):
                ours, theirs = pty.openpty()

                def before():
                    os.setsid()
                    fcntl.ioctl(theirs, termios.TIOCSCTTY, 0)
                    signal.signal(signal.SIGHUP, signal.SIG_IGN if kept else signal.SIG_DFL)

                server = self.start(before=before)
                os.close(theirs)
                os.close(ours)
                if kept:
                    time.sleep(0.5)
                    self.assertEqual(server.client().call("GET", "/readyz")[0], 200)
                    self.assertEqual(server.stop(), (0, ""))
                else:
                    self.assertEqual(server.wait(), (0, ""))


class Stop(FolderTest):
    def play_on(self, server, game, keys, done):
        """Plays until the server is gone; adds the moves that it has confirmed to `done`."""
        players = [server.client(key) for key in keys]
        try:
            for ply in itertools.count(len(done) + 1):
                move = SHUTTLE[(ply - 1) % 4]
                if players[(ply - 1) % 2].move(game["id"], ply, move)[0] != 200:
                    return
                done.append(move)
        except (OSError, http.client.HTTPException):
            pass  # the server has gone

    def events(self, stream, got):
        """Reads a stream to its end; adds the numbers and moves of its events to `got`."""
        while event := stream.next():
            if event["type"] == "move":
                got.append((event["event"], event["move"]))

    def test_restarts_lose_no_event(self):
        """A game goes on while the server is stopped and started again, three times; a stream of each kind that comes
        back with the number of its last event has every move once, and those that were confirmed are all stored."""
        server = self.start()
        game, keys = server.client().create(**ENDLESS)
        done, got = [], {True: [], False: []}
        for _ in range(3):
            streams = {sse: Stream(server.port, game["id"], sse, after=got[sse][-1][0] if got[sse] else 0) for sse in got}
            readers = [threading.Thread(target=self.events, args=(streams[sse], got[sse])) for sse in got]
            player = threading.Thread(target=self.play_on, args=(server, game, keys, done))
            for thread in (*readers, player):
                thread.start()
            played = len(done)
            wait_until(lambda played=played: len(done) > played + 20)
            self.assertEqual(server.stop(), (0, ""))
            for thread in (*readers, player):
                thread.join(30)
                self.assertFalse(thread.is_alive())
            for stream in streams.values():
                stream.close()
            server = self.start()
            stored = server.client().game(game["id"])["moves"]
            self.assertGreaterEqual(len(stored), len(done))  # the last answer may not have got through
            self.assertEqual(stored[:len(done)], done)
            done[:] = stored
        for sse in got:
            stream = Stream(server.port, game["id"], sse, after=got[sse][-1][0])
            while len(got[sse]) < len(done):
                event = stream.next()
                got[sse].append((event["event"], event["move"]))
            stream.close()
            self.assertEqual(got[sse], list(enumerate(done, 1)))

    def test_all_that_was_confirmed_is_sent(self):
        """What was stored before the stop is in the streams before they end, also where the client was behind."""
        server = self.start()
        game, keys = server.client().create(**ENDLESS)
        streams = [Stream(server.port, game["id"], sse, after=0) for sse in (True, False) * 5]
        players = [server.client(key) for key in keys]
        for ply in range(1, 61):
            self.assertEqual(players[(ply - 1) % 2].move(game["id"], ply, SHUTTLE[(ply - 1) % 4])[0], 200)
        server.process.send_signal(signal.SIGTERM)
        for stream in streams:
            got = []
            self.events(stream, got)
            self.assertEqual(len(got), 60)
            stream.close()
        self.assertEqual(server.wait(), (0, ""))

    def test_the_hint_to_come_back(self):
        """Browsers are told when, each another time; other programs get a stream of events and nothing else."""
        server = self.start()
        game, _ = server.client().create()
        streams = [Stream(server.port, game["id"], True) for _ in range(20)]
        plain = Stream(server.port, game["id"])
        for stream in (*streams, plain):
            self.assertEqual(stream.next()["type"], "gameFull")
        server.process.send_signal(signal.SIGTERM)
        waits = []
        for stream in streams:
            rest = stream.answer.read().decode()  # a stream that was cut off would raise IncompleteRead
            waits.append(int(rest.rsplit("retry: ", 1)[1]))
            self.assertTrue(rest.endswith(f"retry: {waits[-1]}\n\n"), rest)
            stream.close()
        self.assertTrue(all(1000 <= wait < 5000 for wait in waits), waits)
        self.assertGreater(len(set(waits)), 10)
        self.assertIsNone(plain.next())
        plain.close()
        self.assertEqual(server.wait(), (0, ""))

    def test_a_request_that_is_being_answered(self):
        """A password takes its time: its answer comes, and its account is there after the restart."""
        server = self.start(hashes="waiting")
        body = b'{"name": "Ann", "password": "correct horse"}'
        head = b"POST /api/1/account HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n"
        with server.connect() as connection:
            connection.sendall(head % len(body) + body)
            client = server.client()
            wait_until(lambda: client.metric("http_requests_total") >= 2, step=0)
            server.process.send_signal(signal.SIGTERM)
            connection.shutdown(socket.SHUT_WR)
            answer = b"".join(iter(lambda: connection.recv(4096), b""))
        self.assertTrue(answer.startswith(b"HTTP/1.1 201 "), answer)
        self.assertEqual(server.wait(), (0, ""))
        self.assertEqual(self.start().client().call("GET", "/api/1/users/Ann")[0], 200)


if __name__ == "__main__":
    unittest.main()
