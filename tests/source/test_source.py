"""test_source.py ROOT - tools/check_source passes the tree as it is and finds what is planted."""
import pathlib
import subprocess
import sys
import tempfile

PLANTED = [
    ("#include <stddef.h>\n", "does not open with a comment"),
    ("/* planted.c - a long line: " + "x" * 80 + " */\n", "columns"),
    ("/* planted.c - one word. */\nstatic int run(void)\n{\n    return 1;\n}\n", "run()"),
    ("/* planted.c - a pointer. */\nstruct cell *next(int a,\n                  int b)\n{\n}\n", "next()"),
    ("/* planted.c - a tag twice. */\nstruct cell {\n    int row;\n};\nstruct cell {\n    int row;\n};\n",
     "struct cell is defined"),
    ("/* planted.c - a comment\n  * that is ragged. */\n", "asterisk"),
    ("/* planted.c - a function. */\nint cell_row(int cell)\n{\n" + "    cell++;\n" * 57 + "    return cell;\n}\n",
     "cell_row() has 61 lines"),
    ("/* planted.c - a file. */\n" + "int row;\n" * 600, "601 lines"),
]
PLANTED_PAGE = [
    ("// " + "x" * 98 + "\n", "columns"),
    ("/**\n * " + "x" * 98 + "\n */\n", "columns"),
]
HARMLESS = [
    "/* planted.c - a function and a file that just fit. */\nint cell_row(int cell)\n{\n" + "    cell++;\n" * 56
    + "    return cell;\n}\n" + "int row;\n" * 539,
    "/* planted.c - a main, a URL and a prototype. */\nint run(void);\n/* https://" + "x" * 100 + " */\n"
    "int main(void)\n{\n    return 0;\n}\n",
    "/* planted.c - asterisks in a string. */\nstatic const char all[] = \"/**\";\n    /* a\n     * b */\n",
    "/* planted.c - a commented definition is none.\nstatic int run(void)\n{\n} */\nint cell_row(int cell)\n{\n"
    "    return cell;\n}\n",
]


def check(tool, root):
    return subprocess.run([sys.executable, tool, root], capture_output=True, text=True, check=False)


def check_text(tool, text, page="// A page.\n"):
    with tempfile.TemporaryDirectory() as folder:
        for parts, content in ((("src", "base", "planted.c"), text), (("web", "src", "planted.ts"), page)):
            source = pathlib.Path(folder, *parts)
            source.parent.mkdir(parents=True)
            source.write_text(content, encoding="utf-8")
        return check(tool, folder)


def main():
    root = pathlib.Path(sys.argv[1])
    tool = root / "tools" / "check_source"
    faults = []
    for text, expected in PLANTED:
        done = check_text(tool, text)
        if done.returncode != 1 or expected not in done.stderr:
            faults.append(f"planted, not found: {expected}: {done.stderr}")
    for page, expected in PLANTED_PAGE:
        done = check_text(tool, "/* planted.c - nothing. */\n", page)
        if done.returncode != 1 or expected not in done.stderr:
            faults.append(f"planted in the page, not found: {expected}: {done.stderr}")
    for text in HARMLESS:
        done = check_text(tool, text)
        if done.returncode != 0:
            faults.append(f"harmless, refused: {done.stderr}")
    with tempfile.TemporaryDirectory() as folder:
        if check(tool, folder).returncode != 2:
            faults.append("a folder without sources passes")
        source = pathlib.Path(folder, "src", "base")
        source.mkdir(parents=True)
        for i in range(51):
            source.joinpath(f"planted{i}.h").touch()
        if "src/base: 51 files" not in check(tool, folder).stderr:
            faults.append("a folder of 51 files passes")
    done = check(tool, root)
    if done.returncode != 0:
        faults.append(done.stderr)
    for fault in faults:
        print(fault, file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
