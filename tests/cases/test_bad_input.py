"""bad-input.txt, line by line."""
import pathlib
import unittest

from harness import Folder, bash

TABLE = pathlib.Path(__file__).with_name("bad-input.txt")


class BadInput(unittest.TestCase):
    def test_table(self):
        rows = [line.split(" | ") for line in TABLE.read_text().splitlines()
                if line and not line.startswith("#")]
        self.assertGreater(len(rows), 40)
        for row in rows:
            # the command itself may hold the separator
            code, command, error = row[0], " | ".join(row[1:-1]), row[-1]
            with self.subTest(command=command), Folder() as folder:
                done = bash(command, folder)
                self.assertEqual(done.stderr, error + "\n")
                self.assertEqual(done.stdout, "")
                self.assertEqual(done.returncode, int(code))
                self.assertEqual(folder.files(), [])


if __name__ == "__main__":
    unittest.main()
