"""Every call on a file fails once, or for good, does half of its work, or is where the power is cut.

A command then ends well with the right bytes, or with 3 and one line, and no output is half a file. What follows, with
--resume where there is one, ends with the bytes of an undisturbed run. After its end the power may go: the output stays.
PAUA_FAULTS=all tries every call, otherwise some.
"""
import collections
import os
import pathlib
import random
import subprocess
import unittest

from harness import PAUA, Folder, bash

LIBRARY = os.environ["DISK_FAULTS_LIBRARY"]
ALL = os.environ.get("PAUA_FAULTS") == "all"
CALLS = 2  # of each command and each kind of fault, if not all are tried
KINDS = ("ENOSPC", "EIO", "SHORT", "ENOSPC for good", "EIO for good", "CUT")
MATCH = "match -e random -e random --depth 1 --games 4 --hash 1 --quiet --out o"
WARNING = r"paua solve: o\.checkpoint: [^\n]+; the solve continues without a new checkpoint\n"
OLD = b"what was there before\n"

# The command, what continues it, the inputs that it reads in its folder. Its output is o, which replaces an old one as a
# whole, or grows if it can be continued so; or it is new, and may be there before its end, as a state to continue from.
Run = collections.namedtuple("Run", "command more inputs grows new", defaults=("", (), False, False))
RUNS = {
    "solve": Run("solve -b 2x3x3 --marbles 4 --threads 1 --trial 10 --checkpoint 10 -o o", "--resume"),
    "train": Run("train samples --hidden 32 --batch 256 --validate 50 --epochs 3 --threads 1 -o o", "--resume", ("samples",)),
    "fit": Run("fit samples --validate 50 -o o", "", ("samples",)),
    "selfplay": Run("selfplay --nodes 3 --games 5 --threads 1 -o o", "--resume", (), True),
    "tune": Run("tune --iterations 3 --pairs 1 --depth 1 --rules win=1,plies=20 --hash 1 --concurrency 1 -o o", "--resume",
                new=True),
    "match": Run(MATCH, "--resume", (), True),
    "study": Run("study table --limit 2000 -o o", "", ("table",)),
    "review": Run("review games --game 1 --nodes 1 -o o", "", ("games",)),
    "export": Run("export --store sqlite:../archive.db -o o"),
    "show": Run("show --format svg -o o"),
    "successors": Run("successors o.input", "", ("o.input",)),
    "verify": Run("verify table", "", ("table",)),
    "probe": Run("probe table --longest", "", ("table",)),
    "openings": Run("match -e random -e random --depth 1 --games 2 --hash 1 --quiet --openings positions", "", ("positions",)),
    "net": Run("analyze --net net --nodes 10 --json", "", ("net",)),
}


def names_of(folder):
    return {path.name: path.stat().st_ino for path in folder.iterdir()}


class DiskFaultsTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = cls.enterClassContext(Folder())
        cls.path = pathlib.Path(cls.folder.name).resolve()
        cls.root, cls.keep = cls.path / "root", cls.path / "keep"
        for line in ("paua selfplay --nodes 3 --games 60 -o samples", f"paua {MATCH.replace('--out o', '--out games')}",
                     "paua import games --store sqlite:archive.db", "paua solve -b 2x3x3 --marbles 4 -o table",
                     "paua train samples --hidden 32 --batch 256 --validate 50 --epochs 1 -o net",
                     "paua show --format fen > positions", "printf 'b\\nC5b,D5b,E4w' > o.input"):
            assert bash(line, cls.folder).returncode == 0, line

    def fill(self, files):
        """Makes the folder anew with these files."""
        for folder in (self.root, self.keep):
            folder.mkdir(exist_ok=True)
            for path in folder.iterdir():
                path.unlink()
        for name, content in files.items():
            (self.root / name).write_bytes(content)

    def start(self, command, **settings):
        """Runs the command in the folder; its result, the number of its calls and the call that failed."""
        report = self.path / "report"
        environment = self.folder.environment() | {
            "LD_PRELOAD": LIBRARY, "FAULT_ROOT": str(self.root), "FAULT_REPORT": str(report), "FAULT_FAST": "1"} | settings
        done = subprocess.run([str(PAUA), *command.split()], cwd=self.root, env=environment, capture_output=True, timeout=60)
        calls, hit = report.read_text().split()
        return done, int(calls), hit

    def outputs(self, run):
        names = ("o.board", "o.move") if "successors" in run.command else ("o",) if " o" in run.command else ()
        return {name: (self.root / name).read_bytes() if (self.root / name).exists() else None for name in names}

    def check_outputs(self, run, wanted):
        """None is half a file."""
        for name, content in self.outputs(run).items():
            if run.new:
                continue  # that it can be continued is seen at the end
            if run.grows:
                self.assertTrue(wanted[name].startswith(content or b""))
            else:
                self.assertIn(content, (wanted[name], self.before.get(name)))

    def check_end(self, run, wanted):
        """What comes after it ends well."""
        done, _, _ = self.start(f"{run.command} {run.more}")
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        self.assertEqual(self.outputs(run), wanted)

    def inject(self, run, wanted, kind, number):
        """One fault of a call; returns the call."""
        name, _, sticky = kind.partition(" ")
        self.fill(self.before)
        settings = {"FAULT_AT": str(number), "FAULT_KIND": name} | ({"FAULT_STICKY": "1"} if sticky else {})
        done, _, hit = self.start(run.command, **settings)
        if done.returncode == 0:
            self.assertEqual(self.outputs(run), wanted)
        else:
            self.assertEqual(done.returncode, 3, done.stderr)
            self.assertRegex(done.stderr.decode(), rf"\A({WARNING})?paua {run.command.split()[0]}: [^\n]+\n\Z")
            self.check_outputs(run, wanted)
        self.check_end(run, wanted)
        return hit

    def disks_after(self, kept):
        """What a disk may have after a power cut: neither new names nor new bytes, names but no bytes, half of the bytes."""
        began, contents = kept
        synced = {path.name: path.read_bytes() for path in self.keep.iterdir()}
        lines = synced.pop("names", b"").decode().splitlines()
        names = {line.split(" ", 1)[1]: int(line.split()[0]) for line in lines} or began
        sure = contents | {int(inode): content for inode, content in synced.items()}
        now = {name: ((self.root / name).stat().st_ino, (self.root / name).read_bytes()) for name in names_of(self.root)}
        yield {name: sure.get(inode, b"") for name, inode in names.items()}
        yield {name: sure.get(inode, b"") for name, (inode, _) in now.items()}
        half = {}
        for name, (inode, content) in now.items():
            length = len(sure.get(inode, b""))
            half[name] = content[:length + (len(content) - length + 1) // 2]
        yield half

    def cut(self, run, wanted, number):
        """The power is cut at a call; returns the call."""
        self.fill(self.before)
        began = names_of(self.root)
        held = {inode: open(self.root / name, "rb") for name, inode in began.items()}  # so that no inode comes again
        try:
            done, _, hit = self.start(run.command, FAULT_AT=str(number), FAULT_KIND="CUT", FAULT_KEEP=str(self.keep))
            contents = {inode: file.read() for inode, file in held.items() if not run.grows}
            if run.grows:
                contents = {began[name]: content for name, content in self.before.items()}
            if hit == "none":  # it had ended; what it said is done lasts
                self.assertEqual((done.returncode, self.outputs(run)), (0, wanted))
                disk = next(self.disks_after((began, contents)))
                self.assertEqual({name: disk.get(name) for name in wanted}, wanted)
                return hit
            self.assertEqual(done.returncode, 97, done.stderr)
            disks = list(self.disks_after((began, contents)))
        finally:
            for file in held.values():
                file.close()
        for disk in disks:
            self.fill(disk)
            if not run.grows:
                self.check_outputs(run, wanted)
            self.check_end(run, wanted)
        return hit

    def test_a_checkpoint_that_cannot_be_written(self):
        """Every one that is due fails, because a folder is in its place: it is said once, and the solve ends well."""
        run = RUNS["solve"]
        self.before = {}
        self.fill({})
        self.assertEqual(self.start(run.command)[0].stderr, b"")
        wanted = self.outputs(run)
        self.fill({})
        (self.root / "o.checkpoint").mkdir()
        try:
            done, _, _ = self.start(run.command)
        finally:
            (self.root / "o.checkpoint").rmdir()
        self.assertRegex(done.stderr.decode(), rf"\A{WARNING}\Z")
        self.assertEqual((done.returncode, self.outputs(run)), (0, wanted))

    def numbers(self, calls):
        return range(1, calls + 1) if ALL else sorted(random.sample(range(1, calls + 1), min(calls, CALLS)))

    def test_every_call(self):
        random.seed(os.environ.get("PAUA_FAULTS_SEED", "1"))
        counts, hits, tried = collections.Counter(), collections.Counter(), {}
        for name, run in RUNS.items():
            inputs = {file: (self.path / file).read_bytes() for file in run.inputs}
            self.before = inputs | ({} if run.grows or run.new or " -o o" not in run.command else {"o": OLD})
            self.fill(self.before)
            done, calls, _ = self.start(run.command)
            self.assertEqual((done.returncode, done.stderr), (0, b""), (name, done.stdout))
            wanted = self.outputs(run)
            tried[name] = calls
            for kind in KINDS:
                for number in self.numbers(calls):
                    with self.subTest(name, kind=kind, number=number):
                        hit = self.cut(run, wanted, number) if kind == "CUT" else self.inject(run, wanted, kind, number)
                        if hit != "none":
                            counts[kind] += 1
                            hits[hit] += 1
            with self.subTest(name, kind="CUT", number="after the end"):
                self.assertEqual(self.cut(run, wanted, 2 * calls + 1000), "none")
        print(f"faults: {sum(counts.values())};", ", ".join(f"{kind} {count}" for kind, count in counts.items()))
        print("calls of each command:", ", ".join(f"{name} {calls}" for name, calls in tried.items()))
        print("calls that failed:", ", ".join(f"{call} {count}" for call, count in sorted(hits.items())))


if __name__ == "__main__":
    unittest.main()
