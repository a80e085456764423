"""Every text that says something about the levels of the computer agrees with their table, src/search/level_table.c."""
import json
import pathlib
import re
import unittest

from harness import Folder, bash

ROOT = pathlib.Path(__file__).resolve().parents[2]
WORDS = {1: "one", 2: "two", 3: "three"}

# What a claim about a range of levels is about; the first that its sentence names counts.
OVERLOOK = r"overlook(?! nothing)|mistake|human"
SOLVED = r"use no tables|tables of other boards are ignored"
NODES = r"(?<!-)\bnodes|full strength|see all"
QUICK = r"thread of their own|within two seconds"
CLAIMS = ((OVERLOOK, "overlook"), (SOLVED, "overlook"), (NODES, "search"), (QUICK, "quick"))


def table():
    """(plies, overlooked, nodes, sentence) of each level."""
    source = (ROOT / "src/search/level_table.c").read_text(encoding="utf-8")
    rows = re.findall(r'^    \{(\d+), (\d+), (\d+), "([^"]+)"\}', source, re.M)
    return [(int(plies), int(overlook), int(nodes), text) for plies, overlook, nodes, text in rows]


def number_in(path, name):
    text = (ROOT / path).read_text(encoding="utf-8")
    return int(re.search(rf"\b{name}\s+(\d+)", text)[1])


def texts():
    """The text of every file that people read, or that the program shows: (path, text)."""
    for folder, pattern in (("docs", "*.md"), ("docs", "*.1"), ("include", "**/*.h"), ("src", "**/*.[ch]"),
                            ("apps", "**/*.[ch]"), ("web/src", "**/*.ts*"), ("tools", "*"), (".", "README.md")):
        for path in sorted((ROOT / folder).glob(pattern)):
            if path.is_file() and "data" not in path.parts:
                text = path.read_text(encoding="utf-8").replace("\\-", "-")
                yield path.relative_to(ROOT), re.sub(r'\s*\n[ *"/]*', " ", text)


def sentences_with(text, found):
    """The sentence around a match: from the full stop before it to the one behind it."""
    start = max(text.rfind(stop, 0, found.start()) for stop in (". ", ".PP", ";", "|")) + 1
    ends = [at for at in (text.find(stop, found.end()) for stop in (". ", ";", "|", ".TP")) if at >= 0]
    return text[start:min(ends, default=len(text))]


class LevelsTest(unittest.TestCase):
    def setUp(self):
        self.levels = table()
        self.folder = self.enterContext(Folder())

    def ranges(self):
        mistaken = sum(overlook > 0 for _, overlook, _, _ in self.levels)
        return {"overlook": (1, mistaken), "search": (mistaken + 1, len(self.levels)),
                "quick": (1, number_in("src/service/computer/computer.h", "QUICK_LEVEL_MAX"))}

    def test_the_table(self):
        self.assertEqual(len(self.levels), number_in("include/paua/level.h", "PAUA_LEVELS"))
        first, last = self.ranges()["search"]
        for i, (plies, overlook, nodes, _) in enumerate(self.levels, 1):
            self.assertEqual((overlook > 0, plies > 0, nodes == 0), (i < first,) * 3)
        self.assertEqual(last, len(self.levels))

    def test_sentences_have_the_numbers_of_their_level(self):
        for plies, _, nodes, text in self.levels:
            if nodes:
                self.assertIn(f"{nodes:,} positions", text)
            elif plies == 2:
                self.assertIn("your replies too", text)
            else:
                self.assertIn(f"looks {WORDS[plies]} move{'s' * (plies > 1)} ahead", text.replace("Looks", "looks"))

    def test_help_has_the_sentences(self):
        lines = re.findall(r"^ +(\d+)  (.+)$", bash("paua help levels", self.folder).stdout, re.M)
        self.assertEqual(lines, [(str(i), text) for i, (_, _, _, text) in enumerate(self.levels, 1)])

    def test_a_sentence_is_written_once(self):
        for path, text in texts():
            copies = [one for _, _, _, one in self.levels if one in text]
            self.assertEqual(copies, [] if path.name != "level_table.c" else [one[3] for one in self.levels], path)

    def test_ranges_of_levels_are_those_of_the_table(self):
        """Such as "Levels 1 to 6 overlook moves", in whatever file."""
        wanted, seen = self.ranges(), set()
        for path, text in texts():
            for found in re.finditer(r"\blevels? (\d+) to (\d+)", text, re.I):
                sentence = sentences_with(text, found)
                for words, kind in CLAIMS:
                    if re.search(words, sentence, re.I):
                        self.assertEqual((int(found[1]), int(found[2])), wanted[kind], f"{path}: {sentence}")
                        seen.add((path.name, kind))
                        break
        for name, kind in (("opponents.md", "overlook"), ("opponents.md", "search"), ("paua.1", "overlook"),
                           ("ugi.md", "overlook"), ("paua.1", "search"), ("http-api.md", "quick")):
            self.assertIn((name, kind), seen)

    def test_the_numbers_of_levels(self):
        """Such as "1 to 10", where a level may be given."""
        count = len(self.levels)
        for path, pattern, times in (("apps/paua/commands/play.c", r"strength of the computer, 1 to (\d+)", 1),
                                     ("apps/paua/commands/complexity.c", r"level that plays itself, 1 to (\d+)", 1),
                                     ("docs/paua.1", r"level[^.]{,30}, 1 to (\d+)|Strength of the computer, 1 to (\d+)", 2),
                                     ("docs/ugi.md", r"`Level` \| 0 \| 1 to (\d+)", 1),
                                     ("docs/http-api.md", r"`level` \| of a computer: 1 to (\d+)", 1),
                                     ("docs/bots.md", r"`paua.1` to `paua.(\d+)`", 1),
                                     ("include/paua/lab/match.h", r"level=1\.\.(\d+)", 1),
                                     ("src/command/help_verbs.c", r"level of 1 to (\d+)", 1)):
            found = re.findall(pattern, (ROOT / path).read_text(encoding="utf-8"))
            numbers = ["".join(one) for one in found]
            self.assertEqual(numbers, [str(count)] * times, path)
        schemas = json.loads((ROOT / "docs/openapi.json").read_text(encoding="utf-8"))
        levels = []

        def collect(value):
            if isinstance(value, dict):
                level = value.get("level")
                if isinstance(level, dict) and level.get("type") == "integer":
                    levels.append((level["minimum"], level["maximum"]))
                for one in value.values():
                    collect(one)
            elif isinstance(value, list):
                for one in value:
                    collect(one)

        collect(schemas)
        self.assertGreaterEqual(len(levels), 3)
        self.assertEqual(set(levels), {(1, count)})
        completion = (ROOT / "tools/completion/paua.bash").read_text(encoding="utf-8")
        self.assertIn(f'--level|-L) words="{" ".join(str(i) for i in range(1, count + 1))}"', completion)

    def test_what_levels_overlook_and_search(self):
        """The table of docs/opponents.md: of 1000 moves of a kind, so many are overlooked."""
        page = (ROOT / "docs/opponents.md").read_text(encoding="utf-8").split("## Levels")[1].split("\n## ")[0]
        source = (ROOT / "src/search/level.c").read_text(encoding="utf-8").split("static int hardness_of")[1].split("\n}")[0]
        eject, push, in_line, two, three = (int(number) for number in re.findall(r"(?:return|\?|:) (\d{2,3})\b", source))
        rows = re.findall(r"^\| (\d+) \| (\d+) \| (.+) \|$", page, re.M)
        wanted = []
        for i, (plies, overlook, _, _) in enumerate(self.levels, 1):
            if overlook:
                shares = ["all" if overlook * hard >= 100000 else str(overlook * hard // 100)
                          for hard in (eject, push, in_line, two, three)]
                last = "all" if shares[3:] == ["all", "all"] else ", ".join(shares[3:])
                wanted.append((str(i), str(plies), " | ".join([*shares[:3], last])))
        self.assertEqual(rows, wanted)
        nodes = [f"{nodes:,}" for _, _, nodes, _ in self.levels if nodes]
        self.assertIn(f"at most {', '.join(nodes[:-1])} and {nodes[-1]} nodes a move", page.replace("\n", " "))

    def test_times_of_the_server(self):
        source = (ROOT / "src/service/computer/computer.c").read_text(encoding="utf-8")
        quick, other = (int(re.search(rf"\b{name}\s+(\d+)", source)[1]) for name in ("QUICK_TIME_MS", "TIME_MS"))
        page = (ROOT / "docs/http-api.md").read_text(encoding="utf-8")
        last = self.ranges()["quick"][1]
        self.assertEqual(other, 2000)
        for sentence in (f"within two seconds (levels 1 to {last}: {quick / 1000:g})",
                         f"Levels 1 to {last} have a thread of their own: {quick / 1000:g} seconds",
                         f"where a computer above level {last} or a named opponent plays"):
            self.assertTrue(sentence in page, sentence)


if __name__ == "__main__":
    unittest.main()
