"""Event streams: their content in both framings, and that a client which reconnects misses nothing."""
import signal
import statistics
import threading
import time
import unittest

from harness import SLOWDOWN, FolderTest, ServerTest, Stream, legal_moves, wait_until

COMPUTER = {"kind": "computer", "level": 3}
PERSON = {"kind": "person"}


class Events(ServerTest):
    def setUp(self):
        self.watcher = self.client()
        self.game, self.keys = self.watcher.create(layout="standard")
        self.id = self.game["id"]
        self.players = [self.client(key) for key in self.keys]

    def opened(self, *arguments):
        """A stream that has told the whole game: one whose head has come may tell it only after the next event."""
        stream = self.stream(*arguments)
        self.assertEqual(stream.next()["type"], "gameFull")
        return stream

    def play(self, count):
        """Plays random legal moves; returns the events that they must make."""
        events = []
        for _ in range(count):
            game = self.watcher.game(self.id)
            move = self.random.choice(legal_moves(game["position"]))
            status, _, answer = self.players["bw".index(game["turn"])].move(self.id, game["ply"], move)
            self.assertEqual(status, 200)
            after = self.watcher.game(self.id)
            events.append({"type": "move", "event": answer["event"], "ply": game["ply"],
                           "move": move, "colour": game["turn"], "position": after["position"],
                           "turn": after["turn"], "result": "*", "reason": ""})
        return events

    def test_fresh_stream(self):
        for sse in (False, True):
            with self.subTest(sse=sse):
                stream = self.stream(self.id, sse)
                self.assertEqual(stream.answer.headers["Content-Type"],
                                 "text/event-stream" if sse else "application/x-ndjson")
                self.assertEqual(stream.answer.headers["Cache-Control"], "no-store")
                now = self.watcher.game(self.id)
                self.assertEqual(stream.next(), {"type": "gameFull", "event": now["event"], "game": now})
                for event in self.play(3):
                    self.assertEqual(stream.next(), event)

    def test_every_kind_of_event(self):
        streams = [self.opened(self.id, sse) for sse in (False, True)]
        self.players[1].call("POST", f"/api/1/games/{self.id}/draw", {})
        move = self.play(1)[0]
        self.players[0].call("POST", f"/api/1/games/{self.id}/resign", {})
        for stream in streams:
            offer = stream.next()
            self.assertEqual([offer[name] for name in ("type", "event", "colour", "kind", "done", "turn")],
                             ["offer", 1, "w", "draw", False, "b"])
            self.assertEqual(stream.next(), move)
            end = stream.next()
            self.assertEqual([end[name] for name in ("type", "event", "colour", "turn", "result", "reason")],
                             ["resign", 3, "b", "", "0-1", "resignation"])

    def test_a_move_that_ends_the_game(self):
        game, keys = self.watcher.create(position="bb/1b1/ww b", rules={"plies": 1})
        stream = self.opened(game["id"])
        move = legal_moves(game["position"])[0]
        self.client(keys[0]).move(game["id"], 1, move)
        event = stream.next()
        self.assertEqual((event["result"], event["reason"]), ("1/2-1/2", "plies"))

    def test_resume_sends_exactly_what_was_missed(self):
        events = self.play(4)
        self.players[0].call("POST", f"/api/1/games/{self.id}/draw", {})
        now = self.watcher.game(self.id)
        events.append({"type": "offer", "event": 5, "colour": "b", "kind": "draw", "done": False} |
                      {name: now[name] for name in ("position", "ply", "turn", "result", "reason")})
        events += self.play(3)
        for sse in (False, True):
            for after in range(len(events)):
                with self.subTest(sse=sse, after=after):
                    by_header = self.stream(self.id, sse, after=after)
                    by_query = self.stream(self.id, sse, query=after)
                    for event in events[after:]:
                        self.assertEqual(by_header.next(), event)
                        self.assertEqual(by_query.next(), event)
                    by_header.close()
                    by_query.close()

    def test_resume_at_the_newest_event_waits_for_the_next(self):
        self.play(2)
        stream = self.stream(self.id, after=2)
        event = self.play(1)[0]
        self.assertEqual(stream.next(), event)

    def test_the_header_wins_over_the_query(self):
        events = self.play(3)
        self.assertEqual(self.stream(self.id, after=2, query=0).next(), events[2])

    def test_a_number_not_reached_yet_gets_the_whole_game(self):
        self.play(1)
        self.assertEqual(self.stream(self.id, after=77).next()["type"], "gameFull")

    def test_bad_numbers(self):
        for number in ("x", "-1", "1x", "", "99999999999"):
            with self.subTest(number=number):
                answer = self.watcher.call("GET", f"/api/1/games/{self.id}/events",
                                           headers={"Last-Event-ID": number})
                self.refused(answer, 400, "bad_request")
        self.refused(self.watcher.call("GET", "/api/1/games/nothing1/events"), 404, "not_found")

    def test_long_resume_in_several_pieces(self):
        game, keys = self.watcher.create(layout="standard", rules={"repetition": 0, "quiet": 0})
        players = [self.client(key) for key in keys]
        there_and_back = ["c3d3", "g5f5", "d3c3", "f5g5"]
        position = game["position"]
        for i in range(600):
            status, _, answer = players[i % 2].move(game["id"], i + 1, there_and_back[i % 4])
            self.assertEqual(status, 200, answer)
        self.assertEqual(self.watcher.game(game["id"])["position"].split()[0], position.split()[0])
        stream = self.stream(game["id"], after=0)
        for i in range(600):
            event = stream.next()
            self.assertEqual((event["event"], event["ply"], event["move"]),
                             (i + 1, i + 1, there_and_back[i % 4]))

    def test_many_watchers_see_the_same(self):
        streams = [self.stream(self.id, sse=bool(i % 2)) for i in range(60)]
        for stream in streams:
            self.assertEqual(stream.next()["type"], "gameFull")
        for event in self.play(5):
            for stream in streams:
                self.assertEqual(stream.next(), event)

    def test_moves_and_watchers_at_the_same_time(self):
        """Clients that come and go while moves are played always see a row without gaps."""
        faults = []
        done = threading.Event()

        def watch():
            while not done.is_set():
                stream = Stream(self.server.port, self.id, after=0)
                for number in range(1, 30):
                    event = stream.next()
                    if event is None or event["event"] != number:
                        faults.append(event)
                        break
                    if number == self.watched:
                        break
                stream.close()

        self.watched = 1
        self.play(1)
        threads = [threading.Thread(target=watch) for _ in range(4)]
        for thread in threads:
            thread.start()
        for number in range(2, 20):
            self.play(1)
            self.watched = number
        done.set()
        for thread in threads:
            thread.join()
        self.assertEqual(faults, [])

    def test_the_computer_answers_quickly(self):
        """A level-3 move is announced within half a second."""
        game, keys = self.watcher.create([PERSON, COMPUTER], layout="belgian-daisy")
        stream = self.stream(game["id"])
        position = stream.next()["game"]["position"]
        seconds = []
        for ply in range(1, 16, 2):
            begun = time.monotonic()
            move = self.random.choice(legal_moves(position))
            self.client(keys[0]).move(game["id"], ply, move)
            self.assertEqual(stream.next()["colour"], "b")
            answer = stream.next()
            self.assertEqual(answer["colour"], "w")
            seconds.append(time.monotonic() - begun)
            position = answer["position"]
        self.assertLess(statistics.median(seconds), 0.5 * SLOWDOWN, seconds)

    def test_streams_are_counted_and_forgotten(self):
        def streams():
            text = self.watcher.call("GET", "/metrics")[2].decode()
            return int(text.split("\npaua_http_streams ")[1].split()[0])

        wait_until(lambda: streams() == 0)
        stream = self.stream(self.id)
        stream.next()
        self.assertEqual(streams(), 1)
        stream.close()
        wait_until(lambda: streams() == 0)


class Life(FolderTest):
    def test_heartbeat(self):
        server = self.start()
        client = server.client()
        game, _ = client.create()
        streams = [Stream(server.port, game["id"], sse) for sse in (False, True)]
        for stream in streams:
            stream.next()
        for stream, heartbeat in zip(streams, ("", ":")):
            while (line := stream.line()) not in (heartbeat, None):
                pass
            self.assertEqual(line, heartbeat)
        for stream in streams:
            stream.close()

    def test_the_stop_ends_streams_cleanly(self):
        for number in (signal.SIGTERM, signal.SIGINT):
            with self.subTest(signal=number):
                server = self.start()
                client = server.client()
                game, _ = client.create()
                streams = [Stream(server.port, game["id"], sse) for sse in (False, True) * 20]
                for stream in streams:
                    self.assertEqual(stream.next()["type"], "gameFull")
                self.assertEqual(server.stop(number), (0, ""))
                for stream in streams:
                    self.assertIsNone(stream.next())  # a cut-off stream would raise IncompleteRead
                    stream.close()

    def test_the_stop_does_not_wait_for_a_client_that_does_not_read(self):
        server = self.start()
        client = server.client()
        game, keys = client.create(layout="standard", rules={"repetition": 0, "quiet": 0})
        deaf = server.connect()
        deaf.sendall(f"GET /api/1/games/{game['id']}/events HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        players = [server.client(key) for key in keys]
        for i in range(40):
            players[i % 2].move(game["id"], i + 1, ["c3d3", "g5f5", "d3c3", "f5g5"][i % 4])
        self.assertEqual(server.stop(), (0, ""))
        deaf.close()

    def test_streams_go_on_after_a_restart(self):
        server = self.start()
        client = server.client()
        game, keys = client.create(layout="standard")
        server.client(keys[0]).move(game["id"], 1, "a1b2")
        server.stop()
        server = self.start()
        stream = Stream(server.port, game["id"], True, after=0)
        self.assertEqual(stream.next()["move"], "a1b2")
        server.client(keys[1]).move(game["id"], 2, "i5h5")
        self.assertEqual(stream.next()["move"], "i5h5")
        stream.close()


if __name__ == "__main__":
    unittest.main()
