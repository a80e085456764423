"""The manual page and the shell completion keep up with what the program offers."""
import pathlib
import re
import unittest

from harness import Folder, bash

ROOT = pathlib.Path(__file__).resolve().parents[2]
MANUAL = ROOT / "docs/paua.1"
COMPLETION = ROOT / "tools/completion/paua.bash"


class ManualTest(unittest.TestCase):
    def setUp(self):
        self.folder = self.enterContext(Folder())

    def commands(self):
        names = re.findall(r"^  ([a-z]+) ", bash("paua --help", self.folder).stdout.split("Examples:")[0], re.M)
        self.assertIn("perft", names)
        return names

    def options(self, command):
        text = bash(f"paua {command} --help", self.folder).stdout
        names = re.findall(r"^  .{4}(--[a-z-]+)", text, re.M)
        self.assertIn("--help", names)
        return names

    def complete(self, *words):
        """What completion makes of a line whose last word is unfinished."""
        line = " ".join(f"'{word}'" for word in words)
        return bash(f"source '{COMPLETION}'; COMP_WORDS=({line}); COMP_CWORD={len(words) - 1}; _paua; "
                    "printf '%s\\n' \"${COMPREPLY[@]}\"", self.folder).stdout.split()

    def test_the_bots_manual(self):
        text = bash(f"python3 -B '{ROOT}/tools/paua-bot' --help", self.folder).stdout
        manual = (ROOT / "docs/paua-bot.1").read_text().replace("\\-", "-")
        names = set(re.findall(r"^  (?:-h, )?(--[a-z-]+)", text, re.M))
        self.assertIn("--seek", names)
        described = manual.split(".SH OPTIONS")[1].split(".SH EXIT")[0]
        self.assertEqual(names, set(re.findall(r"(?<![a-z-])--[a-z-]+", described)))

    def test_helps_fit_a_terminal(self):
        for command in ("", *self.commands()):
            for line in bash(f"paua {command} --help", self.folder).stdout.splitlines():
                self.assertLess(len(line), 80, f"{command}: {line}")
                self.assertEqual(line, line.rstrip())

    def help(self, command):
        return bash(f"paua {command} --help", self.folder).stdout

    def test_help_is_the_same_everywhere(self):
        general = self.help("")
        for line in ("paua -h", "paua help"):
            self.assertEqual(bash(line, self.folder).stdout, general)
        for command in self.commands():
            for line in (f"paua {command} -h", f"paua help {command}"):
                done = bash(line, self.folder)
                self.assertEqual((done.returncode, done.stdout, done.stderr), (0, self.help(command), ""))

    def test_helps_end_with_two_examples(self):
        for command in ("", *self.commands()):
            text, examples = self.help(command).split("\nExamples:\n")
            examples = examples.splitlines()
            self.assertEqual(len(examples), 2, command)
            for example in examples:
                self.assertRegex(example, rf"^  (.*\| )?paua {command}")
                # what stands before --help is read first, and complained about if it is wrong
                # and behind a command of `connect` it belongs to that
                line, words, more = example.partition(" challenge ")
                done = bash(f"{line} --help{words}{more}", self.folder)
                self.assertEqual((done.returncode, done.stderr), (0, ""), example)

    def test_cheap_examples_run(self):
        for command in ("show", "moves", "perft", "bench", "ugi", "help"):
            for example in self.help(command).split("Examples:\n")[1].splitlines():
                done = bash(example, self.folder)
                self.assertEqual((done.returncode, done.stderr), (0, ""), example)

    def test_a_letter_has_one_meaning(self):
        meanings = {}
        for command in self.commands():
            for letter, option in re.findall(r"^  -(\w), --([a-z-]+)", self.help(command), re.M):
                meanings.setdefault(letter, set()).add(option)
        self.assertGreater(len(meanings), 15)
        self.assertEqual({letter: names for letter, names in meanings.items() if len(names) > 1}, {})

    def test_the_manual_has_the_list_of_commands(self):
        section = MANUAL.read_text().split("\n.SH COMMANDS\n")[1].split("\n.SH ")[0]
        self.assertEqual(re.findall(r"^\.TP\n\.BI? ([a-z]+)", section, re.M), self.commands())

    def topics(self):
        return re.search(r"or a topic: ([a-z, ]+)\. ", " ".join(self.help("help").split()))[1].split(", ")

    def test_topics_are_named_everywhere(self):
        self.assertIn("strategy", self.topics())
        done = bash("paua help nonsense", self.folder)
        self.assertIn(f"topics are {', '.join(self.topics())},", done.stderr)
        self.assertEqual(set(self.complete("paua", "help", "")), set(self.commands()) | set(self.topics()))
        section = MANUAL.read_text().split('\n.BI help ')[1].split("\n.SH ")[0]
        self.assertEqual(re.findall(r"^\.B ([a-z]+)$", section, re.M), self.topics())
        for topic in self.topics():
            done = bash(f"paua help {topic}", self.folder)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            examples = done.stdout.split("\nExamples:\n")[1].splitlines()
            self.assertEqual(len(examples), 2, topic)
            for line in done.stdout.splitlines():
                self.assertLess(len(line), 80, line)

    def test_the_manual_names_everything(self):
        manual = MANUAL.read_text().replace("\\-", "-")
        for command in self.commands():
            self.assertRegex(manual, rf"(?m)^\.BI? {command}\b")
            for option in self.options(command):
                self.assertTrue(re.search(rf"{option}\b(?!-)", manual), f"{command} {option} is missing")

    def test_the_manual_names_nothing_else(self):
        offered = {option for command in self.commands() for option in self.options(command)} | {"--version"}
        manual = MANUAL.read_text().replace("\\-", "-")
        self.assertEqual(set(re.findall(r"--[a-z][a-z-]*", manual)) - offered, set())

    def test_ugi_options_are_described(self):
        offered = re.findall(r"^option name (\w+) ", bash("echo ugi | paua ugi", self.folder).stdout, re.M)
        self.assertIn("Hash", offered)
        page = (ROOT / "docs/ugi.md").read_text().split("## Options")[1].split("## ")[0]
        self.assertEqual(re.findall(r"^\| `(\w+)` \|", page, re.M), offered)
        section = MANUAL.read_text().split('.SH "UGI OPTIONS"')[1].split(".SH")[0]
        self.assertEqual([name for name in offered if not re.search(rf"\b{name}\b", section)], [])

    def test_direction_keys_are_those_of_the_page(self):
        order = ("EAST", "NORTH_EAST", "NORTH_WEST", "WEST", "SOUTH_WEST", "SOUTH_EAST")
        source = (ROOT / "apps/paua/play/screen.c").read_text()
        terminal = {key: order.index(name) for key, name in re.findall(r"\{'(\w)', PAUA_(\w+)\}", source)}
        pages = "\n".join(path.read_text() for path in sorted((ROOT / "web/src").rglob("*.ts*")))
        page = {key.lower(): int(number) for key, number in re.findall(r"\b(?:Key|Numpad)(\w): (\d)", pages)}
        self.assertEqual(terminal, page)
        self.assertEqual(len(page), 12)
        # the manual lists them as they lie on the keyboard
        for keys in ("w e a d z x", "7 9 4 6 1 3"):
            self.assertIn(keys, MANUAL.read_text())
            self.assertEqual([terminal[key] for key in keys.split()], [2, 1, 3, 0, 4, 5])

    def test_the_manual_is_well_formed(self):
        done = bash(f"groff -man -Tutf8 -ww '{MANUAL}'", self.folder)
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_completion(self):
        self.assertEqual(self.complete("paua", "pe"), ["perft"])
        self.assertEqual(set(self.complete("paua", "")), set(self.commands()) | {"--help", "--version"})
        for command in self.commands():
            self.assertEqual(set(self.complete("paua", command, "--")), set(self.options(command)))
        self.assertEqual(self.complete("paua", "show", "--layout", "the-w"), ["the-wall"])
        self.assertEqual(self.complete("paua", "show", "--layout", "=", "the-w"), ["the-wall"])
        self.assertEqual(len(self.complete("paua", "show", "-l", "")),
                         int(bash("(paua show --layouts; paua show --positions) | wc -l", self.folder).stdout))
        self.assertEqual(self.complete("paua", "moves", "--players", ""), list("23456"))
        self.assertEqual(self.complete("paua", "play", "--color", ""), list("bwrgyp"))
        self.assertEqual(self.complete("paua", "play", "--rules", "to"), ["tournament"])
        self.assertEqual(self.complete("paua", "analyze", "--method", "m"), ["max-n", "mcts"])
        self.assertEqual(self.complete("paua", "show", "--color", "al"), ["always"])
        self.assertEqual(self.complete("paua", "tune", "--parameters", "rfp_m"), ["rfp_margin"])
        self.assertEqual(self.complete("paua", "match", "-e", "pa"), ["papadopoulos", "paua"])
        self.assertEqual(self.complete("paua", "play", "--engine", "pa"), ["papadopoulos"])
        self.assertEqual(self.complete("paua", "tournament", "--openings", "la"), ["layouts"])
        self.assertEqual(self.complete("paua", "play", "--colour", ""), list("bwrgyp"))
        self.assertEqual(self.complete("paua", "help", "tou"), ["tournament"])
        self.assertEqual(self.complete("paua", "match", "-c", "a"), [])
        self.assertEqual(self.complete("paua", "admin", "s"), ["show", "signout"])
        self.assertEqual(self.complete("paua", "admin", "show", "s"), [])

    def test_completion_knows_the_words_of_options(self):
        """What completion offers is what the error about a wrong word lists."""
        for line, option in (("analyze", "--method"), ("solve --board 2x2x2 --marbles 2", "--method"), ("show", "--format"),
                             ("families", "--format"), ("study", "--format"), ("moves", "--notation"), ("analyze", "--eval"),
                             ("play", "--engine"), ("show", "--color"), ("serve", "--log-format"), ("serve", "--log-level"),
                             ("study", "--class"), ("study", "--show"), ("play", "--rules"), ("store", ""), ("admin", "")):
            command = line.split()[0]
            operand = " f" if command in ("study", "families") else " sqlite:f" if command == "store" else ""
            done = bash(f"paua {line} {option} zzz{operand}", self.folder)
            found = re.search(r"preset \((.+)\)|expected (?:one of: )?(.+)", done.stderr)
            self.assertEqual(done.returncode, 2, line)
            words = re.split(r", | or |\|", (found[1] or found[2].removesuffix(" STORE")).replace(" (stand-in)", ""))
            self.assertGreater(len(words), 1)
            offered = self.complete("paua", command, *([option] if option else []), "")
            self.assertEqual(offered, words, f"{line} {option}")


if __name__ == "__main__":
    unittest.main()
