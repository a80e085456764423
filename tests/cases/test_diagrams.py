"""Drawings as others see them: the layouts cell by cell, in text, SVG and PNG; colours; how PNG is made."""
import itertools
import math
import pathlib
import re
import struct
import unittest
import xml.etree.ElementTree as xml
import zlib

from harness import Folder, Terminal, bash

DIAGRAMS = pathlib.Path(__file__).with_name("diagrams.txt")
DOCS = pathlib.Path(__file__).resolve().parents[2] / "docs"
SVG = "{http://www.w3.org/2000/svg}"
SIGNS = dict(zip("@Orgyp.", "123456."))
COLOURS = dict(zip(("black", "white", "red", "green", "yellow", "purple"), "123456"))


def diagrams():
    """(layout, players, rows) of every diagram."""
    blocks = re.findall(r"^(\w+) (\d)\n((?:[ .1-6]+\n)+)", DIAGRAMS.read_text(), re.M)
    return [(name, int(players), [row.split() for row in rows.splitlines()]) for name, players, rows in blocks]


class Png:
    """A picture with a palette, as zlib gives it."""

    def __init__(self, data):
        assert data[:8] == b"\x89PNG\r\n\x1a\n", data[:8]
        at, packed = 8, b""
        while at < len(data):
            length, kind = struct.unpack(">I4s", data[at:at + 8])
            body = data[at + 8:at + 8 + length]
            assert zlib.crc32(kind + body) == struct.unpack(">I", data[at + 8 + length:at + 12 + length])[0]
            if kind == b"IHDR":
                self.width, self.height, bits, sort, _, _, interlaced = struct.unpack(">IIBBBBB", body)
                assert bits == 8 and sort == 3 and not interlaced
            elif kind == b"PLTE":
                self.palette = [tuple(body[i:i + 3]) for i in range(0, length, 3)]
            elif kind == b"IDAT":
                packed += body
            at += 12 + length
        self.rows = self.unfilter(zlib.decompress(packed))

    def unfilter(self, data):
        """Rows have no filter, or are the differences of neighbours (filter 1)."""
        stride = self.width + 1
        rows = [data[y * stride:(y + 1) * stride] for y in range(self.height)]
        assert len(data) == self.height * stride and all(row[0] in (0, 1) for row in rows)
        return [bytes(total & 255 for total in itertools.accumulate(row[1:])) if row[0] else row[1:] for row in rows]

    def pixel(self, x, y):
        return self.palette[self.rows[y][x]]


def rgb(text):
    return tuple(int(text[i:i + 2], 16) for i in (1, 3, 5))


class Drawing:
    """What an SVG document shows: the cells' places, and whose marble stands on each."""

    def __init__(self, text):
        self.root = xml.fromstring(text)
        self.box = [int(number) for number in self.root.get("viewBox").split()]
        self.bases = {gradient.get("id").removeprefix("paua-"): gradient.findall(f"{SVG}stop")[1].get("stop-color")
                      for gradient in self.root.iter(f"{SVG}radialGradient")}
        self.owners, self.cells = {}, []
        for group in self.root.findall(f"{SVG}g"):
            for circle in group.findall(f"{SVG}circle"):
                place = int(circle.get("cx")), int(circle.get("cy"))
                if circle.get("r") == "31":
                    self.cells.append(place)
                elif circle.get("r") == "43":
                    self.owners[place] = re.match(r"url\(#paua-(\w+)\)", group.get("fill"))[1]

    def rows(self):
        """The cells' places, row by row from the top, each row from the left."""
        cells = sorted(self.cells, key=lambda place: (place[1], place[0]))
        return [list(row) for _, row in itertools.groupby(cells, key=lambda place: place[1])]


class Layouts(unittest.TestCase):
    """The network server's diagrams, which have player one on top: its standard board for two is standard-2."""

    def setUp(self):
        self.folder = self.enterContext(Folder())

    def show(self, name, players, more):
        layout = "standard-2" if (name, players) == ("standard", 2) else name
        done = bash(f"paua show --players {players} --layout {layout} {more}", self.folder)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return done.stdout

    def check_each(self, seen):
        found = diagrams()
        self.assertEqual([(name, players) for name, players, _ in found],
                         [(name, players) for name in ("standard", "bowl") for players in range(2, 7)])
        for name, players, rows in found:
            self.assertEqual([len(row) for row in rows], [5, 6, 7, 8, 9, 8, 7, 6, 5])
            with self.subTest(layout=name, players=players):
                self.assertEqual(seen(name, players), rows)

    def test_text(self):
        def seen(name, players):
            rows = self.show(name, players, "--bare").splitlines()[:-1]
            return [[SIGNS[sign] for sign in row.split()] for row in rows]
        self.check_each(seen)

    def test_server_form(self):
        def seen(name, players):
            return [row.split() for row in self.show(name, players, "--format pbm").splitlines()]
        self.check_each(seen)

    def test_svg(self):
        def seen(name, players):
            drawing = Drawing(self.show(name, players, "--format svg"))
            self.assertEqual(set(drawing.owners) - set(drawing.cells), set())
            return [[COLOURS[drawing.owners[place]] if place in drawing.owners else "." for place in row]
                    for row in drawing.rows()]
        self.check_each(seen)

    def test_png(self):
        def seen(name, players):
            drawing = Drawing(self.show(name, players, "--format svg"))
            self.show(name, players, "--format png --output board.png --size 480")
            picture = Png((pathlib.Path(self.folder.name) / "board.png").read_bytes())
            left, top, width, height = drawing.box
            self.assertEqual(max(picture.width, picture.height), 480)
            self.assertLess(abs(picture.height - height * 480 / max(width, height)), 2)
            scale = int(100 * 480 / max(width, height)) / 100  # a whole number of pixels from cell to cell, which are 100 apart
            left -= (480 / scale - max(width, height)) / 2 * width / max(width, height)
            top -= (480 / scale - max(width, height)) / 2 * height / max(width, height)
            colours = {COLOURS[name]: rgb(base) for name, base in drawing.bases.items()} | {".": rgb("#d3c7ae")}

            def sign(x, y):
                """A little below the centre, where marks do not reach."""
                pixel = picture.pixel(round((x - left) * scale), round((y + 22 - top) * scale))
                near = sorted(colours, key=lambda sign: math.dist(colours[sign], pixel))
                self.assertLess(math.dist(colours[near[0]], pixel), 40)
                return near[0]
            return [[sign(*place) for place in row] for row in drawing.rows()]
        self.check_each(seen)


def linear(part):
    part /= 255
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def lab(colour):
    """CIE L*a*b* of linear RGB under D65."""
    red, green, blue = (max(0, min(1, part)) for part in colour)
    whites = ((0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505,
              0.2126 * red + 0.7152 * green + 0.0722 * blue,
              (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089)
    x, y, z = (part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116 for part in whites)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


# What is left of linear RGB without one of the three sorts of cones (Machado, Oliveira and Fernandes, 2009).
SIGHTS = {
    "all": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216),
                   (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413),
                     (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602),
                   (0.004733, 0.691367, 0.303900)),
}


class Colours(unittest.TestCase):
    """Six players are told apart by everybody, and in grey."""

    def setUp(self):
        self.folder = self.enterContext(Folder())
        self.svg = bash("paua show --players 6 --format svg", self.folder).stdout
        bases = Drawing(self.svg).bases
        self.colours = {name: [linear(part) for part in rgb(bases[name])] for name in COLOURS}

    def pairs(self, view):
        return {(one, other): math.dist(view(self.colours[one]), view(self.colours[other]))
                for one, other in itertools.combinations(self.colours, 2)}

    def test_without_a_sort_of_cones(self):
        for sight, matrix in SIGHTS.items():
            distances = self.pairs(lambda colour, matrix=matrix: lab(
                [sum(a * b for a, b in zip(row, colour)) for row in matrix]))
            self.assertGreater(min(distances.values()), 20, (sight, distances))

    def test_in_grey(self):
        distances = self.pairs(lambda colour: lab(colour)[:1])
        self.assertGreater(min(distances.values()), 9, distances)

    def test_players_three_to_six_have_marks(self):
        shapes = set()
        groups = Drawing(self.svg).root.findall(f"{SVG}g")
        for group, after in itertools.pairwise(groups):
            colour = re.match(r"url\(#paua-(\w+)\)", group.get("fill"))
            paths = after.findall(f"{SVG}path")
            if colour and colour[1] in ("red", "green", "yellow", "purple") and len(group) == 6:
                self.assertEqual(len(paths), 6, colour[1])
                points = [(int(x), int(y)) for x, y in re.findall(r"(-?\d+) (-?\d+)", paths[0].get("d"))]
                shapes.add((len(points), *(max(axis) - min(axis) for axis in zip(*points))))
        self.assertEqual(len(shapes), 4, shapes)


class Manual(unittest.TestCase):
    """The pictures in docs/drawing.md are what its commands draw today."""

    def setUp(self):
        self.folder = self.enterContext(Folder())
        self.text = (DOCS / "drawing.md").read_text()

    def test_pictures(self):
        commands = re.findall(r"(?m)^    (paua .*) -o (docs/images/\w+\.svg)$", self.text)
        self.assertEqual(len(commands), self.text.count("](images/"))
        for command, name in commands:
            self.assertEqual(bash(command, self.folder).stdout, (DOCS.parent / name).read_text(), name)

    def test_text(self):
        command, drawing = re.search(r"(?ms)^    \$ (paua [^\n]*)\n(.*)\Z", self.text).groups()
        self.assertEqual(bash(command, self.folder).stdout,
                         "".join(line[4:] for line in drawing.splitlines(True)))


class MakingPng(unittest.TestCase):
    """A PNG's size and ground, what is drawn besides marbles, and where it may go."""

    def setUp(self):
        self.folder = self.enterContext(Folder())
        self.path = pathlib.Path(self.folder.name)

    def png(self, more=""):
        done = bash(f"paua show -o a.png {more}", self.folder)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))
        return Png((self.path / "a.png").read_bytes())

    def test_size_and_ground(self):
        for size in (16, 333):
            picture = self.png(f"--size {size}")
            self.assertEqual(max(picture.width, picture.height), size)
            self.assertEqual(picture.pixel(0, 0), (255, 255, 255))
        first = (self.path / "a.png").read_bytes()
        self.png("--size 333")
        self.assertEqual((self.path / "a.png").read_bytes(), first)
        self.assertEqual(self.folder.files(), ["a.png"])

    def test_a_large_picture_is_a_small_file(self):
        picture = self.png("--size 1000")
        self.assertLess((self.path / "a.png").stat().st_size, picture.width * picture.height // 16)

    def test_a_board_that_is_taller_than_broad(self):
        picture = self.png("--size 300 --position 2x2x12:bb/3/3/3/3/3/3/3/3/3/3/3/ww")
        self.assertEqual(picture.height, 300)
        self.assertLess(picture.width, 300)

    def seen(self, more):
        """The colours in a picture of a small board, whose units are as large as its pixels."""
        box = Drawing(bash(f"paua show --layout b0 --bare --format svg {more}", self.folder).stdout).box
        picture = self.png(f"--layout b0 --bare --size {max(box[2:])} {more}")
        self.assertEqual([picture.width, picture.height], box[2:])
        return lambda x, y: "#%02x%02x%02x" % picture.pixel(x - box[0], y - box[1])

    def test_what_is_on_the_board(self):
        # the cell in row r and column c is at 100 c - 50 r, -87 r
        at = self.seen("--moves a1b2")
        self.assertEqual(at(150, -87 - 46), "#d9541e")   # a ring around the marble that moved
        self.assertEqual(at(50, -87), "#d3c7ae")         # a cell without one
        at = self.seen("--arrow a1b2")
        self.assertEqual(at(125, -43), "#1a5fa8")        # the shaft of the arrow
        at = self.seen("--label b2=L")
        self.assertEqual(at(142, -87), "#201a10")        # the stem of an L on an empty cell
        self.assertEqual(at(156, -87), "#d3c7ae")
        self.assertEqual(at(156, -72), "#201a10")        # and its foot

    def test_not_to_a_terminal(self):
        with Terminal(self.folder, "show", "--format", "png") as terminal:
            self.assertEqual(terminal.wait_end(), 2)
            self.assertEqual(terminal.seen.strip(),
                             "paua show: png: standard output is a terminal, expected --output or a pipe")

    def test_to_a_pipe(self):
        done = bash("paua show --format png > a.png", self.folder)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(Png((self.path / "a.png").read_bytes()).width, 1000)


if __name__ == "__main__":
    unittest.main()
