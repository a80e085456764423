"""Nets as the command uses them, written and computed by docs/net-format.md alone."""
import hashlib
import pathlib
import random
import re
import struct
import unittest

from harness import Folder, Ugi, bash

SOURCE = pathlib.Path(__file__).resolve().parents[2]
HIDDEN, BUCKETS, SCALE = 32, 2, 400
FEATURES = 145


class Net:
    """A network of random numbers."""

    def __init__(self, seed):
        dice = random.Random(seed)
        self.bias = [dice.randint(-200, 200) for _ in range(HIDDEN)]
        self.columns = [[dice.randint(-60, 70) for _ in range(HIDDEN)] for _ in range(FEATURES)]
        self.output = [[dice.randint(-127, 127) for _ in range(2 * HIDDEN)] for _ in range(BUCKETS)]
        self.output_bias = [dice.randint(-300000, 300000) for _ in range(BUCKETS)]

    def file(self):
        head = struct.pack("<8s7I28x64s", b"PauaNets", 4, FEATURES, HIDDEN, BUCKETS, SCALE, 255, 64,
                           b"a test")
        numbers = self.bias + sum(self.columns, []) + sum(self.output, [])
        body = head + struct.pack(f"<{len(numbers)}h", *numbers)
        body += struct.pack(f"<{BUCKETS}i", *self.output_bias)
        return body + hashlib.sha256(body).digest()

    def side(self, own, other, left, other_left, limit, quiet):
        features = list(own) + [61 + cell for cell in other] + [121 + left, 127 + other_left, 134 + limit, 139 + quiet]
        sums = [self.bias[k] + sum(self.columns[f][k] for f in features) for k in range(HIDDEN)]
        return [min(max(total, 0), 255) for total in sums]

    def score(self, fen, limit=0, quiet=0):
        """Of a position, for the side to move; the ranges of plies left until the score decides, and without an ejection."""
        rows, mover, ejected = fen.split()[:3]
        marbles = {"b": [], "w": []}
        cell = 0
        for row in reversed(rows.split("/")):
            for letter in re.sub(r"\d", lambda empty: "." * int(empty[0]), row):
                if letter in marbles:
                    marbles[letter].append(cell)
                cell += 1
        black, white = map(int, ejected.split("-"))
        seen = {"b": self.side(marbles["b"], marbles["w"], 6 - black, 6 - white, limit, quiet),
                "w": self.side(marbles["w"], marbles["b"], 6 - white, 6 - black, limit, quiet)}
        bucket = (black + white) * (BUCKETS // 2) // 12 + (BUCKETS // 2 if quiet else 0)
        values = seen[mover] + seen["w" if mover == "b" else "b"]
        total = self.output_bias[bucket] + sum(v * v * w for v, w in zip(values, self.output[bucket]))
        score = abs(total * SCALE) // (255 * 255 * 64)
        return score if total >= 0 else -score


class NetTest(unittest.TestCase):
    def setUp(self):
        self.folder = self.enterContext(Folder())
        self.net = Net(3)
        self.write("a.net", self.net.file())

    def write(self, name, content):
        (pathlib.Path(self.folder.name) / name).write_bytes(content)

    def refused(self, command, code, message):
        done = bash(command, self.folder)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (code, "", message + "\n"))

    def best(self, layout, limit=0, quiet=1):
        """The best score after one move from a layout after which nothing can be ejected; as rules are, 200 quiet plies draw."""
        moves = bash(f"paua moves --layout {layout} --boards", self.folder).stdout.splitlines()
        return max(-self.net.score(line.split("\t")[1], limit, quiet) for line in moves)

    def test_scores(self):
        scores = set()
        for layout in ("standard", "belgian-daisy", "the-wall", "snakes"):
            wanted = f"score cp {self.best(layout)} "
            done = bash(f"paua analyze --layout {layout} --net a.net --method full-width --depth 1", self.folder)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertIn(wanted, done.stdout.splitlines()[0])
            with Ugi(self.folder) as ugi:
                ugi.say("setoption name EvalFile value a.net", "setoption name Method value full-width",
                        f"setoption name Layout value {layout}", "position startpos", "go depth 1")
                self.assertIn(wanted, ugi.read_until("info depth 1 "))
            scores.add(wanted)
        self.assertEqual(len(scores), 4)

    def test_plies_left(self):
        for rules, limit, quiet in (
                ("classic", 0, 1), ("plies=300", 0, 1), ("limit=score,plies=400", 1, 1), ("limit=score,plies=200", 1, 1),
                ("limit=score,plies=199", 2, 0), ("limit=score,plies=119", 3, 0), ("limit=score,plies=59", 4, 0),
                ("limit=score,plies=199,quiet=150", 2, 2), ("limit=score,plies=199,quiet=199", 2, 1), ("limit=score,plies=199,quiet=200", 2, 0),
                ("quiet=0", 0, 0), ("quiet=151", 0, 1), ("quiet=150", 0, 2), ("quiet=59", 0, 4), ("quiet=29", 0, 5)):
            done = bash(f"paua analyze --layout standard --net a.net --method full-width --depth 1 --rules {rules}",
                        self.folder)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            near = limit == 4 or quiet > 3  # there the search corrects the score
            self.assertEqual(f"score cp {self.best('standard', limit, quiet)} " in done.stdout.splitlines()[0], not near, rules)

    def test_bench(self):
        plain, *others = [bash(f"paua bench --depth 4 {net}", self.folder).stdout.splitlines()[-1].split()[0]
                          for net in ("", "--net a.net", "--net a.net")]
        self.assertEqual(others[0], others[1])
        self.assertNotEqual(plain, others[0])

    def test_play(self):
        game = bash("paua play --plain --human none --level 7 --rules plies=4 --net a.net --save g.apgn", self.folder)
        other = bash("paua play --plain --human none --level 7 --rules plies=4 --save h.apgn", self.folder)
        self.assertEqual((game.returncode, other.returncode), (0, 0))
        self.assertNotEqual(self.folder.read("g.apgn"), self.folder.read("h.apgn"))

    def test_bad_files(self):
        good = self.net.file()
        self.write("cut.net", good[:-1])
        self.write("long.net", good + b"x")
        self.write("altered.net", good[:500] + bytes([good[500] ^ 1]) + good[501:])
        self.write("text.net", b"no net at all\n" * 20)
        self.write("later.net", good[:8] + b"\5" + good[9:])
        self.write("empty.net", b"")
        size = len(good)
        for command in ("analyze", "bench", "play --plain"):
            for name, why in (("cut", f"is truncated, or followed by extra data: {size - 1} bytes, not {size}"),
                              ("long", f"is truncated, or followed by extra data: {size + 1} bytes, not {size}"),
                              ("altered", "its checksum is wrong"), ("text", "is not a net"),
                              ("later", "is a net of version 5, not 4"), ("empty", "is not a net")):
                self.refused(f"paua {command} --net {name}.net", 2,
                             f"paua {command.split()[0]}: --net: {name}.net: {why}")
            self.refused(f"paua {command} --net none", 3,
                         f"paua {command.split()[0]}: --net: none: No such file or directory")
            self.refused(f"paua {command} --net .", 3, f"paua {command.split()[0]}: --net: .: Is a directory")
        for command in ("analyze", "play --plain"):
            self.refused(f"paua {command} --board 2x2x2 --layout b0 --net a.net", 2,
                         f"paua {command.split()[0]}: --net: a network needs the 5x5x5 board")

    def test_ugi_keeps_what_it_has(self):
        self.write("text.net", b"no net at all\n" * 20)
        wanted = f"score cp {self.best('standard')} "
        with Ugi(self.folder) as ugi:
            ugi.say("setoption name Method value full-width", "go depth 1")
            plain = ugi.read_until("info depth 1 ")
            self.assertNotIn(wanted, plain)
            ugi.say("setoption name EvalFile value a.net", "setoption name EvalFile value text.net")
            self.assertEqual(ugi.read_until("info string"),
                             "info string error setoption: EvalFile: text.net: is not a net")
            ugi.say("go depth 1")
            self.assertIn(wanted, ugi.read_until("info depth 1 "))
            ugi.say("setoption name EvalFile value <empty>", "go depth 1")
            self.assertIn(re.search("score cp -?[0-9]+ ", plain)[0], ugi.read_until("info depth 1 "))
            ugi.say("setoption name EvalFile value a.net", "setoption name Layout value b0", "uginewgame",
                    "position startpos", "go depth 1")
            self.assertEqual(ugi.read_until("info string"),
                             "info string EvalFile is for boards of 5x5x5; Eval scores this board")
            self.assertRegex(ugi.read_until("bestmove"), "^bestmove [a-c]")
            self.assertEqual(ugi.quit(), 0)

    def test_names(self):
        name = hashlib.sha256(self.net.file()[:-32]).hexdigest()[:12]
        done = bash(f"'{SOURCE}/tools/net_name' a.net", self.folder)
        self.assertEqual((done.returncode, done.stdout), (0, name + "\n"))
        self.write("altered.net", self.net.file()[:-1] + b"?")
        for file, why in (("altered.net", "its checksum is wrong"), ("none", "No such file or directory"),
                          (f"{SOURCE}/README.md", "is not a net")):
            self.refused(f"'{SOURCE}/tools/net_name' {file}", 1, f"{file}: {why}")

    def configure(self, *names):
        """The build with these nets in its folder of nets: whether it is one, and the line that says why not."""
        bash(f"rm -rf nets; mkdir nets; for name in {' '.join(names)}; do cp a.net nets/$name; done", self.folder)
        done = bash(f"cmake -S '{SOURCE}' -B build -G Ninja -DPAUA_NETS=$PWD/nets -DPAUA_WEB=OFF -DBUILD_TESTING=OFF",
                    self.folder)
        return done.returncode == 0, " ".join(done.stderr.split())

    def test_what_is_built_in(self):
        name = hashlib.sha256(self.net.file()[:-32]).hexdigest()[:12] + ".net"
        self.assertEqual(self.configure()[0], True)
        self.assertEqual(self.configure(name)[0], True)
        source = self.folder.read("build/net/net.S")
        self.assertIn(f'.incbin "{self.folder.name}/nets/{name}"', source)
        good, why = self.configure("other.net")
        self.assertEqual((good, f"nets/other.net should be called {name}, after its own sum" in why), (False, True))
        good, why = self.configure(name, "second.net")
        self.assertEqual((good, "nets is for one net, but holds 2 files" in why), (False, True))
        self.write("a.net", self.net.file()[:-1] + b"?")
        good, why = self.configure(name)
        self.assertEqual((good, f"nets/{name}: its checksum is wrong" in why), (False, True))


if __name__ == "__main__":
    unittest.main()
