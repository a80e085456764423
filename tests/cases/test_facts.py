"""Facts that must be stated in more than one place are the same everywhere: defaults, limits, ports, versions, numbers."""
import json
import pathlib
import re
import unittest

from constants import constant
from harness import Folder, bash

ROOT = pathlib.Path(__file__).resolve().parents[2]
UNITS = {"": 1, "k": 1000, "K": 1 << 10, "M": 1 << 20, "MB": 1 << 20, "MiB": 1 << 20, "KiB": 1 << 10, "G": 1 << 30, "GB": 1 << 30,
         "ms": 1, "s": 1000, "m": 60000, "h": 3600000, "days": 86400000}


def read(path):
    return (ROOT / path).read_text(encoding="utf-8")


def page_constant(file, name):
    path, = (ROOT / "web/src").rglob(file)
    return int(re.search(rf"const {name} = ([\d_]+);", path.read_text(encoding="utf-8"))[1].replace("_", ""))


def amount(text):
    """A number, a size or a time as a number: "16M" and "16 MB" are the same."""
    number, unit = re.match(r"([\d,.]+) ?([A-Za-z]*)", text).groups()
    return float(number.replace(",", "")) * UNITS[unit]


class FactsTest(unittest.TestCase):
    def setUp(self):
        self.folder = self.enterContext(Folder())

    def help(self, command):
        return re.sub(r"\n {10,}", " ", bash(f"paua {command} --help", self.folder).stdout)

    def commands(self):
        return re.findall(r"^  ([a-z]+) ", bash("paua --help", self.folder).stdout.split("Examples:")[0], re.M)

    def defaults(self, command):
        """The default of each option, from the brackets in its help: {"hash": "64MB"}."""
        rows = re.findall(r"^  .{4}--([a-z-]+)\S* +(.+)$", self.help(command), re.M)
        found = ((name, re.search(r"\((\d[^()]*)\)", text)) for name, text in rows)
        return {name: match[1] for name, match in found if match}

    def test_defaults_of_the_manual(self):
        manual = read("docs/paua.1").replace("\\-", "-").replace("\\fI", "").replace("\\fR", "")
        sections = re.split(r"\n\.SS ", manual.split("\n.SH OPTIONS\n")[1].split("\n.SH ")[0])
        compared = 0
        for command in self.commands():
            for option, default in self.defaults(command).items():
                for section in sections:
                    title, _, body = section.partition("\n")
                    if not re.search(rf"\b{command}\b", title):
                        continue
                    for entry in body.split(".TP\n"):
                        head, _, text = entry.partition("\n")
                        if not re.search(rf"--{option}\b(?!-)", head) or "by default" not in text:
                            continue
                        number = re.match(r"\d+", default)[0]
                        self.assertRegex(text, rf"\b{number}(?!\d)", f"{command} --{option} ({default})")
                        compared += 1
        self.assertGreater(compared, 40)

    def test_limits_of_a_server(self):
        """docs/operations.md and docs/http-api.md have the defaults of `paua serve --help`."""
        defaults = self.defaults("serve")
        section = read("docs/operations.md").split("\n## Limits\n")[1].split("\n## ")[0]
        told = {}
        for cell, value in re.findall(r"^\| [^|]+ \| ([^|]+) \| ([^|]+) \|", section, re.M):
            names = re.findall(r"--([a-z][a-z-]*)", cell)
            told.update(zip(names, value.split(" over ")))
        for option, value in told.items():
            if option != "streams":
                self.assertEqual(amount(value), amount(defaults[option]), option)
        limits = {name for name in defaults if re.match(r"(bot-)?rate|client-|connections|searches|alone|analyses|request-|send-|"
                                                        "store-max|keep-", name)}
        self.assertEqual(set(told) - {"streams"}, limits)
        page = read("docs/http-api.md").split("\n## Limits\n")[1].split("\n### ")[0]
        for text, wanted in ((r"`--rate` a second \((\d+)\)", "rate"), (r"`--bot-rate` a second \((\d+)\)", "bot-rate"),
                             (r"\| size of the store \| (\d+ GB)", "store-max"), (r"else `--pause` \((\d+ s)\)", "pause"),
                             (r"free listed seats \| (\d+)", "client-seeks"), (r"new accounts of an address \| (\d+)", "client-accounts"), (r"wait for the computer \| (\d+)", "client-searches"),
                             (r"analyses and reviews at a time \| (\d+)", "analyses"),
                             (r"at a time \| \d+, of one address (\d+)", "client-analyses"),
                             (r"computers alone of one address \| (\d+)", "client-alone"),
                             (r"in a day \| (\d+), \d+ MB", "client-games"), (r"in a day \| \d+, (\d+ MB)", "client-bytes")):
            self.assertEqual(amount(re.search(text, page)[1]), amount(defaults[wanted]), wanted)

    def test_lengths_on_the_page(self):
        """What a field of the page takes is what the server takes, and what the API's description says."""
        for name, server in (("CHAT_MAX", "CHAT_MAX"), ("NICKNAME_MAX", "SEAT_NAME_MAX"), ("USER_NAME_MAX", "ACCOUNT_NAME_MAX"),
                             ("MESSAGE_MAX", "MESSAGE_TEXT_MAX"), ("REPORT_MAX", "REPORT_TEXT_MAX"),
                             ("TOURNAMENT_NAME_MAX", "TOURNAMENT_NAME_MAX"), ("TOKEN_LABEL_MAX", "TOKEN_LABEL_MAX")):
            self.assertEqual(page_constant("limits.ts", name), constant(server), server)
        lengths = re.findall(r'"maxLength": (\d+)', read("docs/openapi.json"))
        for server in ("CHAT_MAX", "SEAT_NAME_MAX", "ACCOUNT_NAME_MAX", "MESSAGE_TEXT_MAX", "REPORT_TEXT_MAX",
                       "TOURNAMENT_NAME_MAX", "TOKEN_LABEL_MAX"):
            self.assertIn(str(constant(server)), lengths, server)

    def test_the_address_of_a_server(self):
        address = self.defaults("serve")["listen"]
        for command in ("admin", "mail"):
            self.assertEqual(self.defaults(command)["server"], address)
        port = address.split(":")[1]
        for path, text in (("README.md", f"http://{address}"), ("contrib/paua.service.in", f"--listen {address} "),
                           ("contrib/Containerfile", f'"0.0.0.0:{port}"'), ("docs/http-api.md", f"binds `http://{address}`")):
            self.assertTrue(text in read(path), f"{path}: {text}")

    def test_versions(self):
        numbers = re.findall(r"^#define PAUA_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)$", read("include/paua/version.h"), re.M)
        version = ".".join(numbers)
        self.assertIn(f"paua {version}\n", bash("paua --version", self.folder).stdout)
        lock = json.loads(read("web/package-lock.json"))
        told = {json.loads(read("web/package.json"))["version"], lock["version"], lock["packages"][""]["version"],
                re.match(r"paua \(([\d.]+)\)", read("contrib/debian/changelog"))[1]}
        self.assertEqual(told, {version})
        stores = "sqlite", "postgres"
        oldest = [int(re.search(r"\.oldest = (\d+),", read(f"src/store/{one}/{one}_schema.c"))[1]) for one in stores]
        now = [first + len(re.findall(rf"&{one}_\w+", read(f"src/store/{one}/{one}_steps.c"))) for one, first in zip(stores, oldest)]
        told = re.search(r"(\d+) in SQLite now, (\d+) in PostgreSQL\. The oldest are (\d+) and (\d+):", read("docs/operations.md"))
        self.assertEqual([int(number) for number in told.groups()], now + oldest)

    def test_the_number_of_layouts(self):
        """Of 61 cells for two: all; those from which matches begin; those of 14 marbles each, for training."""
        rows = [line.split("\t") for line in bash("paua show --layouts", self.folder).stdout.splitlines()]
        starts = {name: text for name, board, players, text in rows if (board, players) == ("5x5x5", "2")}
        self.assertTrue(f"all {len(starts)} layouts of 61 cells for two" in read("docs/complexity.md"))
        played = bash("paua match -e random -e random --openings layouts --max-plies 1", self.folder).stdout
        pairs = int(re.search(r"^ +(\d+) +\d+-\d+-\d+ ", played, re.M)[1]) // 2
        for path in ("docs/paua.1", "docs/analysis.md", "docs/strength.md"):
            self.assertEqual(set(re.findall(r"\ball (\d+) layouts", read(path))), {str(pairs)}, path)
        self.assertEqual(re.findall(r"only the first\n? ?\*? ?\((\d+)\)", read("include/paua/lab/match.h")), [str(pairs)])
        equal = [name for name, text in starts.items() if not re.search("[ncx]", text) and name != "standard-2"
                 and (text.count("b"), text.count("w")) == (14, 14)]
        self.assertTrue(f"one of the {len(equal)} layouts of 14 marbles each" in read("docs/training.md"))

    def test_ugi_options(self):
        """docs/ugi.md has the defaults, evaluations and methods that `ugi` lists."""
        offered = bash("echo ugi | paua ugi", self.folder).stdout
        page = read("docs/ugi.md").split("\n## Options\n")[1].split("\n## ")[0]
        told = {name: value.strip("`") for name, value in re.findall(r"^\| `(\w+)` \| (\S+) \|", page, re.M)}
        for name, default in re.findall(r"^option name (\w+) .*?default (\S+)", offered, re.M):
            self.assertEqual(told[name], "none" if default == "<empty>" else default, name)
        for name, pattern in (("Eval", r"- `Eval` is (.+?);"), ("Method", r"- `Method` (.+?)\n- ")):
            values = re.findall(r" var (\S+)", re.search(rf"^option name {name} .+$", offered, re.M)[0])
            text = re.search(pattern, page, re.S)[1]
            self.assertEqual([one for one in values if one != "default" and f"`{one}`" not in text], [], name)

    def test_names_of_programs(self):
        """The programs of the past: the command knows those that the documents and the page describe."""
        done = bash("paua play --engine nobody", self.folder)
        names = set(done.stderr.strip().split("one of: ")[1].replace(" (stand-in)", "").split(", "))
        self.assertIn("abapro", names)
        table = read("docs/opponents.md").split("\n| --- ")[1].split("\n\n")[0]
        self.assertEqual(set(re.findall(r"^\| `([a-z-]+)` \|", table, re.M)), names)
        path = ROOT / "web/src/game/player-text.ts"
        titles = path.read_text(encoding="utf-8").split("const OPPONENTS")[1].split("\n};")[0]
        self.assertEqual(set(re.findall(r"^    '?([a-z-]+)'?: \[", titles, re.M)), names)
        manual = read("docs/paua.1").replace("\\-", "-").split("\n.SS play\n")[1].split("\n.SS ")[0]
        self.assertEqual([name for name in names if not re.search(rf"(?<![\w-]){name}(?![\w-])", manual)], [])


if __name__ == "__main__":
    unittest.main()
