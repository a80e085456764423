"""test_tidy.py ROOT - tools/check_tidy finds what is planted, also in a file that was clean, and by a header that changed,
whether Ninja knows what the file's object was made from, does not, or does not any more."""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

CLEAN = '#include "planted.h"\nint twice(int value);\nint twice(int value)\n{\n    return value + FACTOR;\n}\n'
FAULTY = CLEAN.replace("value + FACTOR", "value == value")
OTHER = CLEAN.replace("planted.h", "more_planted.h")
WRONG = "1\nenum { planted = FACTOR };"  # of a header, whose second line refers to itself
NINJA = """rule cc
  command = cc -MMD -MF $out.d -I../src -o $out -c $in
  depfile = $out.d
  deps = gcc
build planted.o: cc ../src/planted.c
"""


def main():
    root = pathlib.Path(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        tree = pathlib.Path(folder).resolve()
        for sub in ("src", "tools", "build"):
            (tree / sub).mkdir()
        shutil.copy(root / "tools" / "check_tidy", tree / "tools")
        shutil.copy(root / ".clang-tidy", tree)
        source = tree / "src" / "planted.c"
        (tree / "build" / "compile_commands.json").write_text(json.dumps(
            [{"directory": str(tree / "build"), "file": str(source), "command": f"cc -I{tree}/src -o planted.o -c {source}"}]),
            encoding="utf-8")

        def check(text, factor, builds):
            source.write_text(text, encoding="utf-8")
            header = tree / "src" / ("more_planted.h" if text == OTHER else "planted.h")
            header.write_text(f"#define FACTOR {factor}\n", encoding="utf-8")
            if builds:
                (tree / "build" / "build.ninja").write_text(NINJA, encoding="utf-8")
                subprocess.run(["ninja", "-C", tree / "build"], stdout=subprocess.DEVNULL, check=True)
            return subprocess.run([tree / "tools" / "check_tidy", tree / "build"], env={**os.environ, "XDG_CACHE_HOME": str(tree / "cache")},
                                  capture_output=True, text=True, check=False)

        # the text, the header, what is found, whether it is built before, and how much is known to be clean after it
        for text, factor, code, builds, kept in (
                (FAULTY, "1", 1, False, 0), (FAULTY, "1", 1, False, 0), (CLEAN, "1", 0, False, 1), (CLEAN, "1", 0, False, 1),
                (CLEAN, WRONG, 1, False, 1), (CLEAN, "1", 0, True, 2), (CLEAN, "1", 0, True, 2), (CLEAN, WRONG, 1, False, 2),
                (CLEAN, WRONG, 1, True, 2), (FAULTY, "1", 1, True, 2), (CLEAN, "2", 0, False, 3), (CLEAN, "2", 0, True, 4),
                (OTHER, "2", 0, False, 5), (OTHER, WRONG, 1, False, 5)):  # Ninja does not know that header yet
            done = check(text, factor, builds)
            if done.returncode != code or ("planted." in done.stdout) != bool(code):
                sys.exit(f"expected {code} for FACTOR {factor} in\n{text}, got {done.returncode}: {done.stdout}{done.stderr}")
            known = len(list((tree / "cache" / "paua" / "tidy").iterdir()))
            if known != kept:
                sys.exit(f"{known} files are known to be clean for FACTOR {factor} in\n{text}, expected {kept}")


main()
