"""The whole audit: every statement is decided; the text, the JSON and the page about it say the same.

It takes long, so its text is kept in the file WHOLE_AUDIT, if there is such a variable, for cases.seeds."""
import json
import os
import pathlib
import re
import resource
import unittest

import harness
from harness import Folder, bash

harness.WAIT_SECONDS = 300  # what counts is the processor's time, and the machine may be busy
PAGE = pathlib.Path(__file__).resolve().parents[2] / "docs/audit.md"
REFUTED = {"1.middle.3x3x3", "S6.2x2x3", "S6.2x3x3", "S6.3x3x3", "4.beyond.2x3x3", "4.beyond.3x3x3"}


def brief(text):
    """What --brief leaves of the text: the statements without their evidence."""
    return "".join(line for line in text.splitlines(keepends=True) if not line.startswith(" "))


class AuditTest(unittest.TestCase):
    def setUp(self):
        self.folder = self.enterContext(Folder())

    def test_everything_is_decided(self):
        done = bash("paua audit", self.folder)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        if "WHOLE_AUDIT" in os.environ:
            pathlib.Path(os.environ["WHOLE_AUDIT"]).write_text(done.stdout)
        spent = resource.getrusage(resource.RUSAGE_CHILDREN)
        self.assertLess(spent.ru_utime + spent.ru_stime, 60)
        lines = re.findall(r"(?m)^(\S+) (\S+) (.+)$", done.stdout)
        self.assertEqual({word for _, word, _ in lines}, {"confirmed", "refuted"})
        self.assertEqual({name for name, word, _ in lines if word == "refuted"}, REFUTED)
        page = PAGE.read_text()
        self.assertEqual(re.findall(r"(?m)^(\S+) (confirmed|refuted) (.+)$", page.split("## All statements")[1]),
                         lines)
        for block in re.findall(r"(?s)```\n(.*?)```", page.split("## All statements")[0]):
            self.assertIn(block, done.stdout)

    def test_brief_and_json(self):
        """The same of the boards that are decided at once."""
        boards = "2x2x2 2x2x3 2x3x3"
        text = bash(f"paua audit {boards}", self.folder).stdout
        lines = re.findall(r"(?m)^(\S+) (\S+) (.+)$", text)
        self.assertEqual(bash(f"paua audit {boards} --brief", self.folder).stdout, brief(text))
        whole = json.loads(bash(f"paua audit {boards} --json", self.folder).stdout)
        self.assertEqual([(each["id"], each["decision"], each["statement"]) for each in whole["statements"]],
                         lines)
        refuted = [name for name, word, _ in lines if word == "refuted"]
        self.assertLess(set(refuted), REFUTED)
        self.assertEqual((whole["confirmed"], whole["refuted"], whole["undecided"]),
                         (len(lines) - len(refuted), len(refuted), 0))
        for statement in whole["statements"]:
            self.assertTrue(statement["evidence"], statement["id"])
            for evidence in statement["evidence"]:
                if "position" in evidence:
                    shown = bash(f"paua show --position '{evidence['position']}'", self.folder)
                    self.assertEqual(shown.returncode, 0, shown.stderr)


if __name__ == "__main__":
    unittest.main()
