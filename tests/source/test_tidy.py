"""test_tidy.py ROOT - tools/check_tidy finds what is planted, also in a file that was clean, and by a header that changed."""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

CLEAN = '#include "planted.h"\nint twice(int value);\nint twice(int value)\n{\n    return value + FACTOR;\n}\n'
FAULTY = CLEAN.replace("value + FACTOR", "value == value")


def main():
    root = pathlib.Path(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        tree = pathlib.Path(folder).resolve()
        for sub in ("src", "tools", "build"):
            (tree / sub).mkdir()
        shutil.copy(root / "tools" / "check_tidy", tree / "tools")
        shutil.copy(root / ".clang-tidy", tree)
        source, header = tree / "src" / "planted.c", tree / "src" / "planted.h"
        (tree / "build" / "compile_commands.json").write_text(json.dumps(
            [{"directory": str(tree), "file": str(source), "command": f"cc -I{tree}/src -o planted.o -c {source}"}]), encoding="utf-8")

        def check(text, factor):
            source.write_text(text, encoding="utf-8")
            header.write_text(f"#define FACTOR {factor}\n", encoding="utf-8")
            return subprocess.run([tree / "tools" / "check_tidy", tree / "build"], env={**os.environ, "XDG_CACHE_HOME": str(tree / "cache")},
                                  capture_output=True, text=True, check=False)

        for text, factor, code in ((FAULTY, "1", 1), (FAULTY, "1", 1), (CLEAN, "1", 0), (CLEAN, "1", 0), (CLEAN, "1\nenum { planted = FACTOR };", 1)):
            done = check(text, factor)
            if done.returncode != code or ("planted." in done.stdout) != bool(code):
                sys.exit(f"expected {code} for FACTOR {factor} in\n{text}, got {done.returncode}: {done.stdout}{done.stderr}")
        if len(list((tree / "cache" / "paua" / "tidy").iterdir())) != 1:
            sys.exit("only what is clean is to be kept")


main()
