"""kill -9 during play: all that was acknowledged is there after the restart, once, and no clock has gone up.

PAUA_KILLS says how often (25 by default; 1000 for the promise in full)."""
import http.client
import os
import random
import signal
import threading
import time
import unittest

from support.consents import create_table
from harness import Client, FolderTest, wait_until, was_too_slow

KILLS = int(os.environ.get("PAUA_KILLS", "25"))
GAMES = 8
RESUMED = 64  # interrupted games that the server takes up at a time after a restart, at most
SHUTTLE = ["c3d3", "g5f5", "d3c3", "f5g5"]  # two marbles of the standard layout, there and back


class Killed(FolderTest):
    def setUp(self):
        super().setUp()
        self.random = random.Random(9)
        self.games = []  # [id, keys, acknowledged moves]

    def begin_game(self, client):
        game, keys = client.create(layout="standard", rules={"repetition": 0, "quiet": 0})
        self.games.append([game["id"], keys, 0])

    def kill_amid(self, server, count):
        """Kills it amid play: when so many more steps have been acknowledged, as count() says, and at any moment then."""
        end = count() + self.random.randrange(150)
        wait_until(lambda: count() > end, step=0.002)
        time.sleep(self.random.uniform(0, 0.02))
        server.process.send_signal(signal.SIGKILL)

    def play(self, port, row):
        """Plays one game until the server is gone; counts what was acknowledged."""
        game_id, keys, _ = row
        players = [Client(port, key) for key in keys]
        try:
            while True:
                ply = row[2] + 1
                status, _, answer = players[(ply - 1) % 2].move(game_id, ply, SHUTTLE[(ply - 1) % 4])
                if was_too_slow(status, answer):
                    continue
                if status != 200 or answer["ply"] != ply:
                    self.faults.append((game_id, ply, status, answer))
                    return
                row[2] = ply
        except (OSError, http.client.HTTPException):
            pass  # killed
        finally:
            for player in players:
                player.close()

    def check(self, client):
        """All that was acknowledged is there; at most one more was stored without a response."""
        for row in self.games:
            moves = client.game(row[0])["moves"]
            self.assertIn(len(moves) - row[2], (0, 1))
            self.assertEqual(moves, [SHUTTLE[i % 4] for i in range(len(moves))])

    def test_acknowledged_moves_survive(self):
        self.faults = []
        total = 0
        for round_number in range(KILLS):
            server = self.start()
            client = server.client()
            self.check(client)
            # Games end after 10,000 plies; among the new ones some are killed while they are created.
            if round_number % 10 == 0:
                self.games = self.games[-2:]
                while len(self.games) < GAMES:
                    self.begin_game(client)
            threads = [threading.Thread(target=self.play, args=(server.port, row))
                       for row in self.games]
            before = sum(row[2] for row in self.games)
            for thread in threads:
                thread.start()
            self.kill_amid(server, lambda: sum(row[2] for row in self.games))
            for thread in threads:
                thread.join()
            server.close()
            self.assertEqual(self.faults, [])
            total += sum(row[2] for row in self.games) - before
        self.check(self.start().client())
        self.assertGreater(total, KILLS)
        print(f"{KILLS} kills, {total} moves acknowledged, none lost or doubled")

    def test_consents_and_clocks_survive(self):
        """Offers, answers, takebacks, pauses and rematches of two and three players, under a clock."""
        tables, total = [], 0
        for round_number in range(KILLS):
            server = self.start()
            client = server.client()
            for table in tables:
                self.assertEqual(table.check(client), [])
            tables = [table.follow(client) for table in tables]
            if round_number % 50 == 0:  # long games take long to check
                tables = [create_table(client, 2 + i % 2, self.random) for i in range(GAMES // 2)]
            before = sum(table.last for table in tables)
            threads = [threading.Thread(target=table.play, args=(server.port,)) for table in tables]
            for thread in threads:
                thread.start()
            self.kill_amid(server, lambda: sum(table.last for table in tables))
            for thread in threads:
                thread.join()
            server.close()
            self.assertEqual([table.faults for table in tables if table.faults], [])
            total += sum(table.last for table in tables) - before
        client = self.start().client()
        for table in tables:
            self.assertEqual(table.check(client), [])
        self.assertGreater(total, KILLS)

    def test_creation_survives(self):
        for _ in range(3):
            server = self.start()
            ids = [server.client().create()[0]["id"] for _ in range(3)]
            server.process.send_signal(signal.SIGKILL)
            server.close()
            server = self.start()
            for game_id in ids:
                self.assertEqual(server.client().game(game_id)["ply"], 1)
            server.close()

    def test_the_computer_goes_on_after_a_restart(self):
        """Killed during searches for the computer: its games are resumed."""
        computers = [{"kind": "computer", "level": 8}] * 2
        server = self.start()
        client = server.client()
        ids = [client.create(computers, layout="standard", rules={"plies": 30})[0]["id"]
               for _ in range(3)]
        wait_until(lambda: len(client.game(ids[0])["moves"]) >= 2)
        server.process.send_signal(signal.SIGKILL)
        server.close()
        client = self.start().client()
        lengths = [len(client.game(game_id)["moves"]) for game_id in ids]
        self.assertGreaterEqual(lengths[0], 2)
        for game_id, length in zip(ids, lengths):
            wait_until(lambda: (now := client.game(game_id))["result"] != "*" or len(now["moves"]) > length, seconds=60)

    def test_the_computer_goes_on_unasked(self):
        """Nobody looks at the game after the restart; it has moved on all the same."""
        server = self.start()
        computers = [{"kind": "computer", "level": 1}] * 2
        game, _ = server.client().create(computers, layout="standard", rules={"plies": 2000})
        server.process.send_signal(signal.SIGKILL)
        server.close()
        server = self.start()
        client = server.client()

        wait_until(lambda: client.metric("events_stored_total") > 3)

    def test_reading_a_game_starts_no_search(self):
        """After a restart the server itself resumes its games, a few at a time. GET of all others changes nothing."""
        computers = [{"kind": "computer", "level": 10}] * 2
        games = 200
        server = self.start()
        client = server.client()
        ids = [client.create(computers, layout="standard")[0]["id"] for _ in range(games)]
        server.process.send_signal(signal.SIGKILL)
        server.close()
        client = self.start().client()
        for game_id in ids:
            self.assertEqual(client.game(game_id)["result"], "*")
        self.assertLessEqual(client.metric("searches_waiting"), RESUMED)


if __name__ == "__main__":
    unittest.main()
