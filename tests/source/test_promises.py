"""test_promises.py ROOT BUILD - every test that a table of SECURITY.md names exists: its group in CTest, itself in the
group's source. A row that promises something names at least one."""
import pathlib
import re
import subprocess
import sys

SOURCES = {"server": "tests/server/test_{}.py", "cases": "tests/cases/test_{}.py", "unit": "tests/unit/**/{}.c",
           "web": "tests/web/{}.test.mjs", "fuzz": "tests/fuzz/fuzz_{}.c"}


def faults_of_row(root, row, groups):
    """What is wrong with a row, whose last cell names tests: a group such as `cases.match`, then tests in it."""
    _, promise, named, _ = (cell.strip() for cell in row.split("|"))
    words = re.findall(r"`([^`]+)`", named)
    source = None
    if not words:
        yield f"{promise}: no test"
    for word in words:
        kind, _, name = word.partition(".")
        if kind in SOURCES:
            path = next(root.glob(SOURCES[kind].format(name)), None)
            source = path.read_text(encoding="utf-8") if path else None
            # tests in a browser are not configured everywhere
            if source is None or (kind != "web" and word not in groups):
                yield f"{promise}: no group {word}"
        elif source is None or not re.search(rf"(?:def |static void |test\('){re.escape(word)}\b", source):
            yield f"{promise}: no test {word}"


def rows_of(text):
    """The rows below every heading `| promise | test |`."""
    rows, inside = [], False
    for line in text.splitlines():
        if line.startswith("| promise "):
            inside = True
        elif not line.startswith("|"):
            inside = False
        elif inside and not line.startswith("| ---"):
            rows.append(line)
    return rows


def faults_of(root, rows, groups):
    return [fault for row in rows for fault in faults_of_row(root, row, groups)]


def main():
    root = pathlib.Path(sys.argv[1])
    listed = subprocess.run(["ctest", "--test-dir", sys.argv[2], "-N"], capture_output=True, text=True, check=True).stdout
    groups = set(re.findall(r"Test +#\d+: (\S+)", listed))
    rows = rows_of((root / "SECURITY.md").read_text(encoding="utf-8"))
    faults = faults_of(root, rows, groups)
    for planted in ("| nothing | |", "| a group | `cases.nothing` |", "| a name | `cases.match` `test_nothing_at_all` |",
                    "| no group | `test_an_exit` |", "| another's | `unit.test_match` `test_an_exit` |"):
        if len(faults_of(root, [planted], groups)) != 1:
            faults.append(f"what is wrong with {planted} was not found")
    if len(rows) < 20:
        faults.append(f"SECURITY.md: only {len(rows)} promises were found")
    print("\n".join(faults))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
