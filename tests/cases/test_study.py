"""`paua study`: what it prints agrees with probe, moves and the paper; figures are sound; bad input is refused."""
import collections
import csv
import io
import json
import pathlib
import re
import unittest
import xml.etree.ElementTree as xml

from harness import Folder, bash

DOCS = pathlib.Path(__file__).resolve().parents[2] / "docs"
SVG = "{http://www.w3.org/2000/svg}"
CLASSES = ("L", "R", "D", "N", "P", "N-hat", "N-check", "P-hat", "P-check")
OUTCOMES = {("b", "b"): "L", ("w", "w"): "R", ("", ""): "D", ("b", "w"): "N", ("w", "b"): "P", ("b", ""): "N-hat",
            ("", "w"): "N-check", ("", "b"): "P-hat", ("w", ""): "P-check"}

# The safe options of "Solving Abalone on Small Boards", theorem 3.5: who is to move at which board, and where to.
PAPER = {"C0 b": "C1", "C1 w": "C2 C3", "C2 b": "C4 C5", "C3 b": "C4", "C4 w": "C6", "C5 w": "C7", "C6 b": "C8",
         "C7 b": "C6 C8", "C6 w": "-C8", "C8 w": "C2 C3", "-C8 b": "C2 C3", "C2 w": "-C4 -C5", "C3 w": "-C4",
         "-C4 b": "C6", "-C5 b": "-C7", "-C7 w": "C6 -C8"}


def setUpModule():
    """The tables, solved once."""
    global folder
    folder = Folder()
    unittest.addModuleCleanup(folder.cleanup)
    for name, what in (("b", "--board 2x2x2 --marbles 2"), ("c", "--board 3x2x2 --marbles 3"),
                       ("turned", "--board 2x2x3 --marbles 3"), ("three", "--board 2x2x2 --marbles 3 --win 2"),
                       ("stuck", "--board 2x2x2 --marbles 3 --win 2 --stuck-loses"),
                       ("lone", "--board 1x1x4 --marbles 1")):
        done = bash(f"paua solve {what} -o {name}.paua", folder)
        assert done.returncode == 0, done.stderr


def study(arguments, code=0):
    done = bash(f"paua study {arguments}", folder)
    assert done.returncode == code, (arguments, done.returncode, done.stderr)
    return done.stdout


def rows(arguments):
    return list(csv.DictReader(io.StringIO(study(arguments + " -f csv"), newline="")))


def documents(arguments):
    return [json.loads(line) for line in study(arguments + " --json").splitlines()]


def winner(category, side):
    return "" if category == "draw" else side if category == "win" else "w" if side == "b" else "b"


class Constellations(unittest.TestCase):
    def test_formats_agree(self):
        for table in ("b", "c", "three"):
            lines = study(f"{table}.paua").splitlines()
            table_rows, objects = rows(f"{table}.paua"), documents(f"{table}.paua")
            self.assertEqual(len(lines), len(table_rows))
            self.assertEqual(len(lines), len(objects))
            for number, (line, row, found) in enumerate(zip(lines, table_rows, objects), 1):
                words = [str(number), found["constellation"], "class", found["class"]]
                for side in ("black", "white"):
                    result = found[side]
                    distance = result["distance"]
                    self.assertEqual(distance is None, result["category"] == "draw")
                    words += [side, result["category"].upper(), "-" if distance is None else str(distance)]
                    self.assertEqual(row[side], result["category"])
                    self.assertEqual(row[f"{side}_distance"], "" if distance is None else str(distance))
                self.assertEqual(line, " ".join(words))
                self.assertEqual((row["number"], row["constellation"], row["class"]), tuple(words[i] for i in (0, 1, 3)))
                self.assertEqual(row["self_negative"], str(found["self-negative"]).lower())
                self.assertEqual(found["class"], OUTCOMES[winner(found["black"]["category"], "b"),
                                                          winner(found["white"]["category"], "w")])

    def test_probe_says_the_same(self):
        for table in ("b", "three"):
            for line in study(f"{table}.paua").splitlines():
                _, name, rest = line.split(" ", 2)
                self.assertEqual(bash(f"paua probe {table}.paua -p {name}", folder).stdout.splitlines()[0], rest)

    def test_counts_are_those_of_the_solver(self):
        for table, board, more in (("b", "2x2x2", "--marbles 2"), ("c", "3x2x2", "--marbles 3"),
                                   ("three", "2x2x2", "--marbles 3 --win 2")):
            solved = json.loads(bash(f"paua solve --board {board} {more} --json", folder).stdout)
            listed = collections.Counter(row["class"] for row in rows(f"{table}.paua"))
            self.assertEqual({name: listed[name] for name in CLASSES}, solved["classes"])
            counted = documents(f"{table}.paua --show classes")[0]
            self.assertEqual({name: found["count"] for name, found in counted["classes"].items()}, solved["classes"])
            for key in ("constellations", "up-to-negation"):
                self.assertEqual(counted[key], solved[key])
            self.assertEqual(len(rows(f"{table}.paua --up-to-negation")), solved["up-to-negation"])
            text = study(f"{table}.paua --show classes").splitlines()
            self.assertEqual(text[0], f"constellations {solved['constellations']} up-to-negation {solved['up-to-negation']}")
            found = rows(f"{table}.paua --show classes")
            self.assertEqual([row["class"] for row in found], list(CLASSES))
            for row, line in zip(found, text[1:]):
                first = f" first {row['first_number']} {row['first']}" if row["first"] else ""
                self.assertEqual(line, f"class {row['class']} count {row['count']}{first}")
                self.assertEqual(int(row["count"]), solved["classes"][row["class"]])

    def test_negatives(self):
        names = [row["constellation"] for row in rows("b.paua")]
        half = rows("b.paua --up-to-negation")
        self.assertEqual(sum(row["self_negative"] == "true" for row in half), 5)  # B0 .. B4
        self.assertEqual([name for name in names if name in {row["constellation"] for row in half}],
                         [row["constellation"] for row in half])

    def test_other_materials(self):
        swapped = {"L": "R", "R": "L", "N-hat": "N-check", "N-check": "N-hat", "P-hat": "P-check", "P-check": "P-hat"}
        ours, theirs = (collections.Counter(row["class"] for row in rows(f"three.paua --marbles {marbles}"))
                        for marbles in ("3,2", "2,3"))
        self.assertEqual({swapped.get(name, name): count for name, count in ours.items()}, dict(theirs))
        self.assertEqual(study("three.paua --marbles 2,2").replace("\n", " ").count(" class "), 23)
        self.assertEqual(study("three.paua --marbles 3,3"), study("three.paua"))
        for row in rows("three.paua --marbles 3,2"):
            self.assertEqual([row["constellation"].count(letter) for letter in "bw"], [3, 2])
            self.assertEqual(row["self_negative"], "false")

    def test_one_class(self):
        for table in ("b", "c"):
            every = rows(f"{table}.paua")
            for name in CLASSES:
                self.assertEqual(rows(f"{table}.paua --class {name}"), [row for row in every if row["class"] == name])
        self.assertEqual(len(rows("c.paua --class P")), 1)

    def test_limit(self):
        every = study("c.paua")
        self.assertEqual(study("c.paua --limit 7"), "".join(every.splitlines(True)[:7]))
        self.assertEqual(study("c.paua --limit 9223372036854775807"), every)
        self.assertEqual(len(rows("c.paua --limit 3 --class D --up-to-negation")), 3)


class Options(unittest.TestCase):
    def test_the_start(self):
        found = rows("c.paua --show options")
        for side in ("black", "white"):
            mine = [row for row in found if row["side"] == side]
            self.assertEqual(len(mine), 4)  # lemma 3.3
            self.assertEqual([row["safe"] for row in mine], ["true", "false", "false", "false"])
        self.assertEqual(rows("c.paua --show options --play safe"), [row for row in found if row["safe"] == "true"])
        after = found[0]["to"]
        replies = rows(f"c.paua --show options --side w -p {after}")
        self.assertEqual((len(replies), sum(row["safe"] == "true" for row in replies)), (7, 2))  # lemma 3.4

    def test_every_move_belongs_to_one_option(self):
        names = [("b", row) for row in rows("b.paua")] + [("c", row) for row in rows("c.paua --limit 20")]
        for table, row in names:
            name = row["constellation"]
            found = rows(f"{table}.paua --show options -p {name}")
            for side in ("black", "white"):
                mine = [row for row in found if row["side"] == side]
                legal = bash(f"paua moves -p '{name} {side[0]}'", folder).stdout.split()
                self.assertEqual(sum(int(row["moves"]) for row in mine), len(legal))
                self.assertEqual(len({row["to"] for row in mine}), len(mine))
                self.assertLessEqual({row["move"] for row in mine}, set(legal))
                answers = {words[0]: words[1:] for words in map(str.split, bash(
                    f"paua probe {table}.paua -p '{name} {side[0]}'", folder).stdout.splitlines()[1:])}
                for row in mine:
                    self.assertEqual([row["category"].upper(), row["distance"] or "-"], answers[row["move"]])

    def test_formats_agree(self):
        for table, where in (("b", "ww/3/bb"), ("c", "c0"), ("c", "ww/3/bw1/bb"), ("b", "1w/1b1/bw")):
            for play in ("all", "safe", "best"):
                ask = f"{table}.paua --show options --play {play} -p {where}"
                found, text = rows(ask), study(ask).splitlines()
                document = documents(ask)[0]
                self.assertEqual(len(text), 2 + len(found))
                name = text[0].split()[1]
                sets = dict.fromkeys(("black", "white"))
                for side in sets:
                    sets[side] = list(dict.fromkeys("win" if row["ends"] == "true" else row["to"]
                                                    for row in found if row["side"] == side))
                inside = " | ".join(", ".join(names) for names in sets.values())
                self.assertEqual(text[1].split(), f"{name} = {{ {inside} }}".split())
                objects = [(side, option) for side in sets for option in document[side]["options"]]
                self.assertEqual([(row["side"], row["to"], row["move"], int(row["moves"]), row["category"],
                                   int(row["distance"]) if row["distance"] else None, row["class"] or None,
                                   *(row[key] == "true" for key in ("ends", "safe", "best"))) for row in found],
                                 [(side, option["to"], option["move"], option["moves"], option["category"],
                                   option["distance"], option["class"], option["ends"], option["safe"],
                                   option["best"]) for side, option in objects])

    def test_one_side(self):
        self.assertRegex(study("c.paua --show options --side w").splitlines()[1], r"^b1w/b2w/b1w\^R = \{ [^|]*\}$")
        self.assertRegex(study("c.paua --show options --side b").splitlines()[1], r"^b1w/b2w/b1w\^L = \{ [^|]*\}$")
        self.assertNotIn("options", documents("c.paua --show options --side b")[0]["white"])

    def test_what_ends_the_game(self):
        found = rows("b.paua --show options --side b -p '1w/1b1/bw'")
        ends = [row for row in found if row["ends"] == "true"]
        self.assertEqual([(row["class"], row["category"], row["distance"]) for row in ends], [("", "win", "1")] * len(ends))
        self.assertTrue(ends)
        self.assertIn("= { win,", study("b.paua --show options --side b -p '1w/1b1/bw'"))


class Graphs(unittest.TestCase):
    def edges(self, arguments):
        found = rows(f"{arguments} --show graph")
        return {(row["from"], row["to"]) for row in found}, found

    def test_the_papers_table(self):
        """Theorem 3.5: the same graph, whatever the boards are called."""
        _, found = self.edges("c.paua")
        ours, to_move = collections.defaultdict(set), {}
        for row in found:
            ours[row["from"]].add(row["to"])
            to_move[row["from"]] = row["side"][0]
        self.assertEqual(len({row["constellation"] for row in found}), 13)

        def match(names, todo):
            """Goes on from names that are known; backtracks."""
            if not todo:
                return names
            node = todo[0]
            name = names[node]
            other = "w" if to_move[node] == "b" else "b"
            theirs = [f"{board} {other}" for board in PAPER[name].split()]
            mine = sorted(ours[node])
            if to_move[node] != name[-1] or len(mine) != len(theirs):
                return None
            for order in (theirs, theirs[::-1])[:len(mine)]:
                more = dict(names)
                if all(more.setdefault(a, b) == b for a, b in zip(mine, order)):
                    new = [a for a in mine if a not in names and a not in todo]
                    if result := match(more, todo[1:] + new):
                        return result
            return None

        names = match({"0": "C0 b"}, ["0"])
        self.assertEqual(set(names.values()), set(PAPER))
        self.assertEqual(len(names), len(set(names.values())))

    def test_formats_agree(self):
        for ask in ("c.paua", "b.paua -p b1 --play all", "c.paua -p 'ww/3/bw1/bb' --play best", "lone.paua -p 'b2w'"):
            edges, found = self.edges(ask)
            text = study(f"{ask} --show graph").splitlines()
            document = documents(f"{ask} --show graph")[0]
            nodes = document["nodes"]
            self.assertEqual(text[0], f"nodes {len(nodes)} boards {document['boards']} edges {len(document['edges'])}")
            self.assertEqual({(str(edge["from"]), "" if edge["to"] is None else str(edge["to"]))
                              for edge in document["edges"]}, edges)
            self.assertEqual(document["boards"], len({node["constellation"] for node in nodes}))
            for i, (node, line) in enumerate(zip(nodes, text[1:])):
                to = ["end" if row["to"] == "" else row["to"] for row in found if row["from"] == str(i)]
                distance = "-" if node["distance"] is None else node["distance"]
                self.assertEqual(line, f"{i} {node['constellation']} {node['side']} {node['category'].upper()} "
                                 f"{distance} depth {node['depth']} to" + "".join(f" {name}" for name in to))
            dot = study(f"{ask} --show graph -f dot")
            self.assertEqual(dot.count(" -> "), len(document["edges"]))
            self.assertEqual(dot.count("fillcolor="), len(nodes))
            self.assertTrue(dot.startswith("digraph play {\n") and dot.endswith("}\n"))

    def test_edges_are_options(self):
        document = documents("c.paua --show graph")[0]
        for node in document["nodes"]:
            options = documents(f"c.paua --show options --play safe -p {node['constellation']} "
                                f"--side {node['side'][0]}")[0][node["side"]]["options"]
            mine = [edge for edge in document["edges"] if edge["from"] == node["node"]]
            self.assertEqual([(edge["move"], document["nodes"][edge["to"]]["constellation"]) for edge in mine],
                             [(option["move"], option["to"]) for option in options])

    def test_a_turned_board_is_the_same(self):
        lines = [study(f"{table}.paua --show graph").splitlines()[0] for table in ("c", "turned")]
        self.assertEqual(lines, ["nodes 16 boards 13 edges 23"] * 2)
        for position in ("c0", "ww/2w/b2/bb", "2x2x3:ww/2w/b2/bb"):
            self.assertEqual(study(f"turned.paua --show graph -p '{position}'").splitlines()[0], lines[0])

    def test_too_many_nodes(self):
        self.assertEqual(bash("paua study c.paua --show graph --play all --limit 50", folder).stderr,
                         "paua study: the graph has more than 50 nodes, expected a larger --limit or --play best\n")
        self.assertIn("nodes 16 ", study("c.paua --show graph --limit 16"))
        study("c.paua --show graph --limit 15", 2)


class Lines(unittest.TestCase):
    def test_lines_are_as_long_as_they_should_be(self):
        names = [("c", row) for row in rows("c.paua --limit 8")] + [("three", row) for row in rows("three.paua")]
        for table, row in names:
            name = row["constellation"]
            for side in "bw":
                found = documents(f"{table}.paua --show line -p {name} --side {side}")[0]
                moves = [move["move"] for move in found["line"]]
                if found["category"] == "draw":
                    self.assertIn(found["end"], ("repetition", "no legal move"))
                else:
                    self.assertEqual(len(moves), found["distance"])
                    self.assertEqual(found["end"], {"b": "Black wins", "w": "White wins"}[
                        winner(found["category"], side)])
                at = found["position"]
                for move in found["line"]:
                    legal = dict(line.split("\t") for line in bash(
                        f"paua moves -p '{at}' --win {2 if table == 'three' else 1} --boards", folder).stdout.splitlines())
                    self.assertEqual(legal[move["move"]].split()[:3], move["position"].split()[:3])
                    at = move["position"]

    def test_formats_agree(self):
        for ask in ("c.paua", "c.paua -p 'ww/3/bw1/bb'", "b.paua -p 'ww/3/bb' --side w", "three.paua -p 'ww/bwb/b1'"):
            ask += " --show line"
            text, found, document = study(ask).splitlines(), rows(ask), documents(ask)[0]
            distance = "-" if document["distance"] is None else document["distance"]
            self.assertEqual(text, [f"position {document['position']}",
                                    f"{document['side']} {document['category'].upper()} {distance}",
                                    " ".join(["line"] + [row["move"] for row in found]), f"end {document['end']}"])
            self.assertEqual([(row["side"], row["move"], row["position"], row["category"], row["distance"])
                              for row in found],
                             [(move["side"], move["move"], move["position"], move["category"],
                               "" if move["distance"] is None else str(move["distance"])) for move in document["line"]])
            self.assertEqual([row["ply"] for row in found], [str(i + 1) for i in range(len(found))])

    def test_distances_fall(self):
        found = documents("c.paua --show line -p 'ww/3/bw1/bb'")[0]["line"]
        self.assertEqual([move["distance"] for move in found], list(range(len(found), 0, -1)))

    def test_limit(self):
        self.assertEqual(documents("c.paua --show line --limit 2")[0]["end"], "limit")
        self.assertEqual(len(rows("c.paua --show line --limit 2")), 2)

    def test_who_cannot_move(self):
        for table, category, end in (("three", "draw", "no legal move"), ("stuck", "loss", "White wins")):
            found = documents(f"{table}.paua --show line -p w1/bww/bb")[0]
            self.assertEqual((found["category"], found["line"], found["end"]), (category, [], end))


class Figure:
    """What an SVG figure shows."""

    def __init__(self, text):
        self.root = xml.fromstring(text)
        self.box = [int(number) for number in self.root.get("viewBox").split()]
        self.holes = sum(len(group) for group in self.root.iter(f"{SVG}g") if group.get("fill") == "#d3c7ae")
        self.words = [found.text for found in self.root.iter(f"{SVG}text")]
        self.dashed = [group for group in self.root.iter(f"{SVG}g") if group.get("stroke-dasharray") == "16 12"]

    def numbers(self):
        """Every place in it."""
        for circle in self.root.iter(f"{SVG}circle"):
            yield int(circle.get("cx")), int(circle.get("cy"))
        for path in self.root.iter(f"{SVG}path"):
            numbers = [int(number) for number in re.findall(r"-?\d+", path.get("d"))]
            yield from zip(numbers[::2], numbers[1::2])


FIGURES = ("b.paua", "b.paua --up-to-negation", "c.paua --limit 5", "b.paua --show classes", "b.paua --show options -p b0",
           "c.paua --show options --play best --side w", "c.paua --show graph", "b.paua --show graph --play all -p b1",
           "c.paua --show graph --play best -p ww/3/bw1/bb", "c.paua --show line -p ww/3/bw1/bb",
           "three.paua --show options -p ww/bwb/b1", "three.paua --show line -p ww/bwb/b1")


class Figures(unittest.TestCase):
    def figure(self, arguments):
        return Figure(study(f"{arguments} -f svg"))

    def test_svg_is_sound(self):
        for ask in FIGURES:
            figure = self.figure(ask)
            left, top, width, height = figure.box
            for x, y in figure.numbers():
                self.assertTrue(left <= x <= left + width and top <= y <= top + height, (ask, x, y))
            self.assertEqual(study(f"{ask} -f svg"), study(f"{ask} -f svg"))

    def test_boards_are_all_there(self):
        self.assertEqual(self.figure("b.paua").holes, 23 * 7)
        self.assertEqual(self.figure("b.paua --up-to-negation").holes, 14 * 7)  # as in the paper's figure 4
        self.assertEqual(self.figure("b.paua --show classes").holes, 6 * 7)
        self.assertEqual(self.figure("c.paua --show options").holes, 9 * 10)
        self.assertEqual(self.figure("c.paua --show options --play safe").holes, 3 * 10)
        self.assertEqual(self.figure("c.paua --show graph").holes, 16 * 10)
        line = documents("c.paua --show line -p ww/3/bw1/bb")[0]["line"]
        self.assertEqual(self.figure("c.paua --show line -p ww/3/bw1/bb").holes, (1 + len(line)) * 10)

    def test_words(self):
        words = self.figure("b.paua").words
        for row in rows("b.paua"):
            self.assertIn(f"{row['number']} {row['class']}", words)
        words = self.figure("c.paua --show options").words
        self.assertEqual(words.count("loses in 8"), 6)
        self.assertEqual(words.count("draw"), 2 + 2)
        words = self.figure("c.paua --show graph").words
        for edge in documents("c.paua --show graph")[0]["edges"]:
            self.assertIn(edge["move"] + (f" x{edge['moves']}" if edge["moves"] > 1 else ""), words)
        self.assertEqual(self.figure("c.paua --show graph").dashed, [])
        self.assertNotEqual(self.figure("b.paua --show graph --play all -p b1").dashed, [])

    def test_what_is_cut_off_is_said(self):
        done = bash("paua study c.paua --limit 5 -f svg", folder)
        self.assertEqual(done.stderr, "paua study: the first 5 of 1080 are drawn, --limit=N draws more\n")
        self.assertTrue(any(words.startswith("the first 5 of 1080; ") for words in Figure(done.stdout).words))
        done = bash("paua study c.paua -f svg", folder)
        self.assertIn("the first 100 of 1080", done.stderr)
        self.assertEqual(bash("paua study b.paua -f svg", folder).stderr, "")

    def test_results_differ_in_grey(self):
        text = study("b.paua -f svg")
        greys = []
        for colour in set(re.findall(r'<g fill="#(\w{6})" stroke="#\w{6}" stroke-width="3">', text)):
            red, green, blue = (int(colour[i:i + 2], 16) for i in (0, 2, 4))
            greys.append(0.2126 * red + 0.7152 * green + 0.0722 * blue)
        greys.sort()
        self.assertEqual(len(greys), 3)
        self.assertGreater(min(b - a for a, b in zip(greys, greys[1:])), 60)

    def test_tikz_is_sound(self):
        for ask in FIGURES:
            text = study(f"{ask} -f tikz")
            self.assertTrue(text.startswith("\\begin{tikzpicture}[") and text.endswith("\\end{tikzpicture}\n"))
            defined = set(re.findall(r"\\definecolor\{([\w-]+)\}\{HTML\}\{[0-9a-f]{6}\}", text))
            self.assertLessEqual(set(re.findall(r"paua-\w+", text)), defined)
            body = text.split("\\useasboundingbox", 1)[1]
            commands = set(re.findall(r"\\[a-zA-Z]+", text))
            self.assertLessEqual(commands, {"\\begin", "\\end", "\\definecolor", "\\useasboundingbox", "\\path",
                                            "\\fontsize", "\\sffamily", "\\bfseries"})
            place = r"\(-?\d+,-?\d+\)"
            part = (rf"{place} circle\[radius=\d+\]|{place}( -- {place})+ -- cycle|"
                    rf"{place}( \.\. controls {place} and {place} \.\. {place})+|"
                    rf"{place} node\{{\\fontsize\{{\d+\}}\{{\d+\}}\\sffamily [^{{}}\\]*\}}")
            self.assertRegex(body, rf"\A {place} rectangle {place};\n(\\path\[[^\]]*\](\n  ({part}))+;\n)+"
                             r"\\end\{tikzpicture\}\n\Z")
            holes = sum(path.count("circle[") for path in body.split(";\n") if "fill=paua-hole" in path)
            self.assertEqual(holes, self.figure(ask).holes)

    def test_nothing_to_draw(self):
        done = bash("paua study b.paua --class P -f svg -o none.svg", folder)
        self.assertEqual((done.returncode, done.stderr), (1, "paua study: there is no such constellation\n"))
        self.assertNotIn("none.svg", folder.files())


class Refusals(unittest.TestCase):
    def check(self, arguments, code, line):
        done = bash(f"paua study {arguments}", folder)
        self.assertEqual((done.returncode, done.stderr, done.stdout), (code, f"paua study: {line}\n", ""), arguments)

    def test_options(self):
        for arguments, line in (
                ("", "an operand is missing, expected FILE"),
                ("b.paua --show all", "--show: 'all' is unknown, expected constellations, classes, options, graph or line"),
                ("b.paua -f png", "--format: 'png' is unknown, expected text, csv, json, svg, tikz or dot"),
                ("b.paua -f dot", "--format: dot is for --show graph"),
                ("b.paua -f csv --json", "--json: expected either --json or --format"),
                ("b.paua -p b0", "--position: not with --show constellations"),
                ("b.paua --side b", "--side: not with --show constellations"),
                ("b.paua --play safe", "--play: not with --show constellations"),
                ("b.paua --show classes --limit 5", "--limit: not with --show classes"),
                ("b.paua --show classes --class D", "--class: not with --show classes"),
                ("b.paua --show line --class D", "--class: not with --show line"),
                ("b.paua --show graph --up-to-negation", "--up-to-negation: not with --show graph"),
                ("b.paua --show options --marbles 2,2", "--marbles: not with --show options"),
                ("b.paua --show line --play safe", "--play: not with --show line"),
                ("b.paua --show graph --play some", "--play: 'some' is unknown, expected all, safe or best"),
                ("b.paua --show graph --side r", "--side: 'r' is unknown, expected b or w"),
                ("b.paua --class X", "--class: 'X' is unknown, expected L, R, D, N, P, N-hat, N-check, P-hat or P-check"),
                ("b.paua --limit 0", "--limit: '0' is not a whole number from 1 to 9223372036854775807"),
                ("b.paua --limit 99999999999999999999",
                 "--limit: '99999999999999999999' is not a whole number from 1 to 9223372036854775807"),
                ("b.paua -f svg --limit 10001", "--limit: '10001' is too large, expected at most 10000"),
                ("b.paua --show graph --limit 9223372036854775807",
                 "--limit: '9223372036854775807' is too large, expected at most 1073741823"),
                ("b.paua --marbles 3,3", "b.paua has no constellations of 3 and 3 marbles"),
                ("b.paua --marbles 2,0", "b.paua has no constellations of 2 and 0 marbles"),
                ("b.paua --marbles 2", "--marbles: '2' is not a pair of numbers such as 5,4"),
                ("b.paua --marbles 2,2,2", "--marbles: '2,2,2' is not a pair of numbers such as 5,4"),
                ("b.paua --marbles ' 2,2'", "--marbles: ' 2,2' is not a pair of numbers such as 5,4"),
                ("b.paua --marbles -2,2", "--marbles: '-2,2' is not a pair of numbers such as 5,4")):
            self.check(arguments, 2, line)

    def test_positions(self):
        none = "b.paua holds boards of 2x2x2 with 2 marbles a side, expected --position with one of them"
        for show in ("options", "graph", "line"):
            for position in ("standard", "c0", "wwb/3/bb", "'ww/3/bbb'", "'w1/3/bb'", "2/3/2", "'ww/3/bb b 1-0'"):
                if position == "'ww/3/bb b 1-0'":  # what counts are the marbles
                    study(f"b.paua --show {show} -p {position}")
                    continue
                done = bash(f"paua study b.paua --show {show} -p {position}", folder)
                self.assertEqual((done.returncode, done.stdout), (2, ""), position)
                self.assertRegex(done.stderr, rf"\Apaua study: ({none}|position: column \d+: [^\n]+)\n\Z")
        self.check("b.paua --show options -p 'wn/3/bb'", 2,
                   "position: expected marbles of two players only")
        self.check("b.paua --show options -p 'rw/3/bb'", 2,
                   "position: expected marbles of two players only")
        self.check("lone.paua --show line", 2, "this board has no named layout, expected --position")

    def test_tables(self):
        bash("head -c 500 c.paua > cut.paua; cp c.paua bent.paua; "
             "printf X | dd of=bent.paua bs=1 seek=$(($(stat -c %s bent.paua) - 40)) conv=notrunc; echo x > not.paua", folder)
        self.check("cut.paua", 2, "cut.paua: is truncated, or followed by extra data")
        self.check("not.paua", 2, "not.paua: is not a table")
        self.check("none.paua", 3, "none.paua: No such file or directory")
        done = bash("paua study bent.paua", folder)
        self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (2, "", 1))

    def test_outputs(self):
        for arguments in ("c.paua", "c.paua -f csv", "c.paua -f svg 2> /dev/null", "c.paua --show graph", "c.paua --show line -f svg"):
            done = bash(f"paua study {arguments} > /dev/full", folder)
            self.assertEqual(done.returncode, 3, arguments)
            done = bash(f"paua study {arguments} -o /dev/full", folder)
            self.assertEqual(done.returncode, 3, arguments)
        self.check("c.paua -o /dev/full", 3, "/dev/full: No space left on device")
        self.check("c.paua --show graph -o /dev/full", 3, "/dev/full: No space left on device")
        self.check("c.paua -o nowhere/x", 3, "nowhere/x: No such file or directory")
        self.check("c.paua --show options -o nowhere/x", 3, "nowhere/x: No such file or directory")
        self.check("c.paua -o .", 3, ".: Is a directory")

    def test_files_are_whole_or_as_they_were(self):
        before = folder.files()
        study("c.paua -o kept.txt")
        self.assertEqual(folder.read("kept.txt"), study("c.paua"))
        self.check("c.paua --class X -o kept.txt", 2,
                   "--class: 'X' is unknown, expected L, R, D, N, P, N-hat, N-check, P-hat or P-check")
        done = bash("(ulimit -f 1; paua study c.paua -o kept.txt)", folder)
        self.assertEqual(done.returncode, 3, done.stderr)
        self.assertEqual(folder.read("kept.txt"), study("c.paua"))
        study("c.paua -o /dev/stdout")
        study("b.paua --json -o kept.txt")
        self.assertEqual(len(folder.read("kept.txt").splitlines()), 23)
        self.assertEqual(folder.files(), sorted(before + ["kept.txt"]))


class Manual(unittest.TestCase):
    """What docs/study.md shows is what its commands print today."""

    def setUp(self):
        self.text = (DOCS / "study.md").read_text()
        bash("ln -sf b.paua 2x2x2.paua; ln -sf turned.paua 2x2x3.paua", folder)

    def test_pictures(self):
        commands = re.findall(r"(?m)^    (paua study .*) -o (docs/images/[\w-]+\.svg)$", self.text)
        self.assertEqual(len(commands), self.text.count("](images/"))
        for command, name in commands:
            self.assertEqual(bash(command, folder).stdout, (DOCS.parent / name).read_text(), name)

    def test_text(self):
        blocks = re.findall(r"(?m)^    \$ (paua study [^\n]*)\n((?:    [^$\n][^\n]*\n)+)", self.text)
        self.assertTrue(blocks)
        for command, shown in blocks:
            lines = re.findall(r"(?m)^    (.*)$", shown)
            self.assertEqual(bash(command, folder).stdout.splitlines(), lines, command)


if __name__ == "__main__":
    unittest.main()
