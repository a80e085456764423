"""test_corpora.py ROOT - the corpora of the fuzz targets are in the form of tools/fuzz_corpus, which loses no byte."""
import importlib.machinery
import importlib.util
import pathlib
import random
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(sys.argv.pop(1)).resolve()
PROGRAM = ROOT / "tools/fuzz_corpus"
CORPORA = ROOT / "tests/fuzz/corpus"
sys.dont_write_bytecode = True
LOADER = importlib.machinery.SourceFileLoader("fuzz_corpus", str(PROGRAM))
TOOL = importlib.util.module_from_spec(importlib.util.spec_from_loader("fuzz_corpus", LOADER))
LOADER.exec_module(TOOL)


class Corpora(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))

    def tool(self, *arguments):
        TOOL.main([str(argument) for argument in arguments])

    def files(self, name):
        return {path.name: path.read_bytes() for path in (self.folder / name).iterdir()}

    def test_every_target_has_a_corpus_in_its_form(self):
        targets = {path.stem.removeprefix("fuzz_") for path in (ROOT / "tests/fuzz").glob("fuzz_*.c")}
        self.assertEqual({path.name for path in CORPORA.iterdir()}, targets)
        for corpus in CORPORA.iterdir():
            self.tool("unpack", corpus, self.folder / corpus.name)
            self.tool("pack", self.folder / "packed", self.folder / corpus.name)
            self.assertEqual((self.folder / "packed").read_bytes(), corpus.read_bytes(), corpus)

    def test_all_bytes_come_back(self):
        dice = random.Random(1)
        cases = {"empty": b"", "all": bytes(range(256)), "newlines": b"\n" * 50, "line": b"x" * 1000, "quotes": b'"\\"\\' * 99,
                 "random": dice.randbytes(5000), "runs": b"".join(bytes([dice.randrange(256)]) * dice.randrange(60) for _ in range(99))}
        (self.folder / "in").mkdir()
        for name, data in cases.items():
            (self.folder / "in" / name).write_bytes(data)
        self.tool("pack", self.folder / "corpus", self.folder / "in")
        self.tool("unpack", self.folder / "corpus", self.folder / "out")
        self.assertEqual(self.files("out"), cases)
        self.assertLessEqual(max(map(len, (self.folder / "corpus").read_text().splitlines())), 100)

    def test_cases_are_added_and_replaced(self):
        one, two = self.folder / "one", self.folder / "two"
        one.write_bytes(b"1")
        two.write_bytes(b"2\n")
        self.tool("add", self.folder / "corpus", two)
        self.tool("add", self.folder / "corpus", one)
        two.write_bytes(b"3")
        self.tool("add", self.folder / "corpus", two)
        self.assertEqual((self.folder / "corpus").read_text(), 'case one\n"1"\ncase two\n"3"\n')

    def test_what_is_no_corpus_is_refused(self):
        for text in ('"x"\n', 'case a\n"x\n', 'case a\n"x"', 'case a\n"\\x1"\n', 'case a\n"\\q"\n', 'case a\n"\u00e4"\n', "case a\nx\n",
                     'case a\n"xy" * 5\n', 'case a\n"x" * 0\n', "case a\ncase a\n", "case ../a\n"):
            (self.folder / "corpus").write_text(text, encoding="utf-8")
            with self.assertRaisesRegex(TOOL.BadCorpus, "corpus", msg=text):
                self.tool("unpack", self.folder / "corpus", self.folder / "out")
        done = subprocess.run([PROGRAM, "unpack", self.folder / "corpus", self.folder / "out"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, "^fuzz_corpus: .*: line 1: neither a new case nor bytes in quotes\n$")


if __name__ == "__main__":
    unittest.main()
