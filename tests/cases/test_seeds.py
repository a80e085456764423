"""docs/seeds.md: every statement is there, what shows it runs, and prints what the page says. A row is

    | 000-1 | statement | what shows it | a part of the answer |

where code in the third cell is a command, a call of the server, or a test by its group and name; a link leads to a page.
Code in the fourth cell stands in what these print or say.
Where cases.audit has kept the whole audit in the file WHOLE_AUDIT, it is not made again."""
import functools
import os
import pathlib
import re
import subprocess
import unittest
import urllib.request

from harness import PAUA, Folder
from test_audit import brief

ROOT = pathlib.Path(__file__).parents[2]
PAGE = ROOT / "docs/seeds.md"
STATEMENTS = {"000": 69, "001": 47, "002": 32, "003": 30, "004": 49}
SOURCES = {"server": "tests/server/test_{}.py", "cases": "tests/cases/test_{}.py", "unit": "tests/unit/**/{}.c",
           "web": "tests/web/{}.test.mjs", "fuzz": "tests/fuzz/fuzz_{}.c"}
TEST = re.compile(rf"({'|'.join(SOURCES)})\.(\w+)( \S.*)?$")
SECONDS = 120


def rows_of(text):
    """The cells of every row whose first one is the number of a statement."""
    for line in text.splitlines():
        cells = [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
        if cells and re.fullmatch(r"\d{3}-\d+", cells[0]):
            yield cells


def code_in(cell):
    return re.findall(r"`([^`]+)`", cell)


def says(answer, text):
    """Whether a text stands in an answer; a number at its end is a whole one: 12 is not in 123 or 12.5."""
    words = re.escape(" ".join(text.split()))
    before = r"(?<!\d)(?<!\d\.)" if text[0].isdigit() else ""
    behind = r"(?!\.?\d)" if text[-1].isdigit() else ""
    return re.search(before + words + behind, " ".join(answer.split())) is not None


def fault_of_test(kind, name, case):
    """What is wrong with a test that a row names; "" if it exists."""
    path = next(ROOT.glob(SOURCES[kind].format(name)), None)
    if not path:
        return f"no test group {kind}.{name}"
    found = not case or re.search(rf"(?:def |static void |test\(['\"]){re.escape(case.strip())}",
                                  path.read_text(encoding="utf-8"))
    return "" if found else f"no test{case} in {kind}.{name}"


class Seeds(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = Folder()
        cls.folder.__enter__()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.server = subprocess.Popen([PAUA, "serve", "--listen", "127.0.0.1:0", "--store", "sqlite:seeds.db"],
                                      cwd=cls.folder.name, env=cls.folder.environment(), stdout=subprocess.PIPE, text=True)
        cls.addClassCleanup(cls.stop_server)
        cls.base = cls.server.stdout.readline().split()[-1]
        block, = re.findall(r"```sh\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.S)
        cls.run_command(cls, block, False, "")

    @classmethod
    def stop_server(cls):
        cls.server.terminate()
        cls.server.communicate(timeout=SECONDS)

    @functools.lru_cache(maxsize=None)
    def answer(self, command, refused=False):
        """What a command prints, or a page that is got; raises an error where it fails."""
        call = re.match(r"(GET|POST) (\S+)(?: (\{.*\}))?$", command)
        if call:
            request = urllib.request.Request(self.base + call[2], call[3] and call[3].encode(), method=call[1],
                                             headers={"Content-Type": "application/json"} if call[3] else {})
            with urllib.request.urlopen(request, timeout=SECONDS) as page:
                return page.read().decode()
        if command == "paua audit --brief" and "WHOLE_AUDIT" in os.environ:
            return brief(pathlib.Path(os.environ["WHOLE_AUDIT"]).read_text(encoding="utf-8"))
        first, _, rest = command.partition(" | ")
        if rest and first.startswith("paua audit"):  # several rows read what takes long
            return self.run_command(rest, refused, self.answer(first, refused))
        return self.run_command(command, refused, "")

    def run_command(self, command, refused, text):
        done = subprocess.run(["bash", "-ec", command], cwd=self.folder.name, env=self.folder.environment(), text=True,
                              input=text, capture_output=True, timeout=SECONDS)
        if done.returncode not in ((2,) if refused else (0, 1)):  # 1 is an answer: refuted, lost
            raise OSError(f"exit {done.returncode}: {done.stderr.strip()}")
        return done.stdout + done.stderr

    def faults_of_row(self, cells):
        if len(cells) != 4 or not all(cells[:3]):
            return ["expected four cells"]
        _, _, shown, expected = cells
        faults, answers, tests = [], [], 0
        for code in code_in(shown):
            test = TEST.match(code)
            if test:
                tests += 1
                faults += filter(None, [fault_of_test(*test.groups(""))])
            elif re.search(r"\bpaua |^(GET|POST) /", code):
                try:
                    answers.append(self.answer(code, "(refused)" in shown))
                except (OSError, subprocess.TimeoutExpired) as error:
                    faults.append(f"{code}: {error}")
            else:
                faults.append(f"{code}: neither a command nor a test")
        answers += [(ROOT / "docs" / name).read_text(encoding="utf-8") for name in re.findall(r"\]\((\w+\.md)", shown)]
        if not answers and not tests and not faults:
            faults.append("nothing shows it")
        if answers and not code_in(expected):
            faults.append("expected a part of the answer")
        return faults + [f"no answer has '{text}'" for text in code_in(expected)
                         if not any(says(answer, text) for answer in answers)]

    def test_every_statement_is_shown(self):
        rows = list(rows_of(PAGE.read_text(encoding="utf-8")))
        numbers = [f"{seed}-{i}" for seed, count in STATEMENTS.items() for i in range(1, count + 1)]
        self.assertEqual([cells[0] for cells in rows], numbers)
        faults = [f"{cells[0]}: {fault}" for cells in rows for fault in self.faults_of_row(cells)]
        self.assertEqual(faults, [], "\n" + "\n".join(faults))

    def test_figures_are_whole(self):
        for text, found in (("12", True), ("of 12", True), ("2", False), ("12 men", True), ("0.5", True),
                            ("0", False), ("5", False), (".5", True), ("1,000", True)):
            with self.subTest(text):
                self.assertEqual(says("of 12 men 0.5\n per 1,000.", text), found)

    def test_planted_rows_are_found(self):
        for row in ("| 000-1 | no answer | `paua --version` | |", "| 000-1 | another answer | `paua --version` | `chess` |",
                    "| 000-1 | no command | `paua nothing` | `x` |", "| 000-1 | no page | `GET /nothing` | `x` |",
                    "| 000-1 | no group | `cases.nothing` | |", "| 000-1 | no test | `cases.seeds test_nothing` | |",
                    "| 000-1 | no code | as everybody knows | |", "| 000-1 | planned | planned: soon | |"):
            with self.subTest(row):
                self.assertGreaterEqual(len(self.faults_of_row(next(rows_of(row)))), 1)
        good = "| 000-1 | good | `paua --version`, `GET /healthz`, `cases.seeds test_planted` | `paua` |"
        self.assertEqual(self.faults_of_row(next(rows_of(good))), [])


if __name__ == "__main__":
    unittest.main()
