"""Clocks: for a turn and for a game, with gain, delay and lag; who loses on time; restarts."""
import time
import unittest

from harness import ServerTest, wait_until
from test_players import PERSON, Table


class Flags(ServerTest):
    def test_a_game_is_lost_on_time(self):
        table = Table(self, [PERSON] * 2, layout="belgian-daisy", rules="turn=1")
        began = time.monotonic()
        stream = self.stream(table.id, after=0)
        self.assertEqual(table.move(0)[0], 200)
        self.assertEqual(stream.next()["type"], "move")
        event = stream.next()
        self.assertGreater(time.monotonic() - began, 1.4)
        self.assertEqual((event["type"], event["colour"], event["result"], event["reason"]),
                         ("time", "w", "1-0", "time"))
        self.assertEqual(table.now()["reason"], "time")
        self.refused(table.move(1), 409, "game_over")

    def test_of_three_players_one_is_passed_over(self):
        table = Table(self, [PERSON] * 3, layout="standard-3", rules="turn=1")
        game = wait_until(lambda: table.now()["turn"] == "w" and table.now())
        self.assertEqual((game["result"], game["seats"][0]["left"]), ("*", "time"))
        self.assertEqual(table.move(1)[0], 200)
        self.assertEqual(wait_until(lambda: table.now()["result"] != "*" and table.now())["result"], "0-1")


if __name__ == "__main__":
    unittest.main()
