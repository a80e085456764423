"""test_layers.py ROOT - tools/check_layers passes the tree as it is and catches planted violations;
a build with one fails. docs/architecture.md draws the same graph."""
import pathlib
import re
import runpy
import shutil
import subprocess
import sys
import tempfile

PLANTED = [
    ("src/base/planted.c", '#include "rules/kernel.h"', "may not look at"),
    ("src/base/planted.c", "#include <paua/board.h>", "may not look at"),
    ("src/board/planted.h", "  #  include <paua/rules.h>", "may not look at"),
    ("src/eval/planted.c", "#include <paua/search.h>", "may not look at"),
    ("src/search/planted.c", '#include "http/planted.h"', "may not look at"),
    ("src/store/core/planted.c", "#include <paua/position.h>", "may not look at"),
    ("src/http/planted.c", '#include "../store/core/planted.h"', "may not look at"),
    ("src/service/api/planted.c", '#include "../../../apps/paua/cli/assets.h"', "may not look at"),
    ("src/service/core/planted.c", '#include "service/games/model/game.h"', "may not look at"),
    ("src/service/people/planted.c", '#include "service/mail/mailer.h"', "may not look at"),
    ("src/service/games/model/planted.c", '#include "base/clock.h"', "the store or a clock"),
    ("src/service/games/model/planted.h", '#include "store/tables/games.h"', "the store or a clock"),
    ("src/store/core/planted.c", '#include "store/sqlite/sqlite_file.h"', "may not look at"),
    ("src/service/cellar/planted.c", "#include <stdint.h>", "is no room"),
    ("apps/paua/commands/planted.c", '#include "service/games/play/cache.h"', "may not look at"),
    ("apps/paua/admin/planted.c", '#include "service/server/service.h"', "may not look at"),
    ("src/rules/planted.c", "#include <paua/paua.h>", "may not look at"),
    ("include/paua/board.h", "#include <paua/game.h>", "may not look at"),
    ("include/paua/lab/solve.h", "#include <paua/search.h>", "may not look at"),
    ("include/paua/review.h", "#include <paua/lab/passivity.h>", "a stable header may not"),
    ("include/paua/paua.h", "#include <paua/lab/solve.h>", "a stable header may not"),
    ("src/base/planted.c", '#include "nowhere/at_all.h"', "in no room"),
    ("src/cellar/planted.c", "#include <stdint.h>", "is no room"),
    ("include/paua/cellar.h", "#include <stdint.h>", "belongs to no room"),
    ("include/paua/lab/cellar.h", "#include <stdint.h>", "belongs to no room"),
    ("web/src/rules/planted.ts", "import { Session } from '../game/session';", "may not look at"),
    ("web/src/ui/planted.tsx", "import type { Side } from '../rules/rules';", "may not look at"),
    ("web/src/board/planted.ts", "export * from '../api/client';", "may not look at"),
    ("web/src/analysis/planted.ts", "import '../people/people.css';", "may not look at"),
    ("web/src/people/planted.ts", "const part = import(\n    '../lobby/lobby'\n);", "may not look at"),
    ("web/src/lobby/planted.css", "@import '../tournaments/tournaments.css';", "may not look at"),
    ("web/src/game/planted.ts", "import { x } from './nowhere';", "no file of web/src"),
    ("web/src/app/planted.ts", "import { x } from '../../build.mjs';", "no file of web/src"),
    ("web/src/lobby/planted.css", ".card::before, .seat .card {}", "ui styles .card, too"),
    ("web/src/lobby/planted.css", "@media print {\n    .form-field:hover {}\n}", "people styles"),
    ("web/src/board/planted.tsx", '<p class="muted form-field" />', "is a class of people"),
    ("web/src/game/planted.tsx", "<p class={`late ${yes ? 'form-field' : ''}`} />", "of people"),
    ("web/src/cellar/planted.ts", "export {};", "in no folder"),
    ("web/src/planted.ts", "export {};", "in no folder"),
]
HARMLESS = [
    ("src/rules/planted.c", '#include "base/planted.h"'),
    ("src/match/planted.c", "#include <paua/search.h>"),
    ("apps/paua/planted.c", "#include <paua/paua.h>"),
    ("apps/paua/serve/planted.c", '#include "service/server/service.h"'),
    ("web/src/app/planted.ts", "import '../tournaments/tournaments-page';"),
    ("web/src/game/planted.tsx", "import { useState } from 'preact/hooks';"),
    ("web/src/lobby/planted.css", "/* .card {} */ .lobby .card, .card.wide, .card:has(p) {}"),
    ("web/src/tournaments/planted.tsx", '<p class="form-field" />'),
]


def closure(name, below):
    seen, open_names = set(), [name]
    while open_names:
        one = open_names.pop()
        if one not in seen:
            seen.add(one)
            open_names += below.get(one, ())
    return seen


def graphs_of_document(root):
    """What each room, and each folder of the page, may see by docs/architecture.md: {name: names right below}."""
    text = (root / "docs/architecture.md").read_text(encoding="utf-8")
    block = text.split("## Who may include whom")[1].split("```")[1]
    for part in re.sub(r",\s*\n\s*", ", ", block).strip("\n").split("\n\n"):
        below = {}
        for line in part.splitlines():
            steps = [[name.strip() for name in step.split(",")] for step in line.split("(")[0].split("<")]
            for lower, upper in zip(steps, steps[1:]):
                for name in upper:
                    below.setdefault(name, set()).update(lower)
        yield below


def faults_of_document(root):
    """The document draws the same graph as the tool."""
    tool = runpy.run_path(str(root / "tools/check_layers"))
    rooms, page = graphs_of_document(root)
    del rooms["apps"]
    faults = []
    for drawn, sees in ((rooms, tool["SEES"]), (page, tool["WEB_SEES"])):
        names = set(drawn) | set().union(*drawn.values())
        full = {name: name if name in sees else f"service/{name}" for name in names}
        faults += [f"docs/architecture.md: does not draw {name}" for name in set(sees) - set(full.values()) - {"service/games"}]
        for name in sorted(names):
            wanted = tool["closure"](full[name], sees) & set(full.values())
            if {full[one] for one in closure(name, drawn)} != wanted:
                faults.append(f"docs/architecture.md: what {name} may see is not that of tools/check_layers")
    return faults


def check(root):
    return subprocess.run([sys.executable, root / "tools/check_layers", root], capture_output=True,
                          text=True, check=False)


def fresh_copy(source, folder):
    root = pathlib.Path(folder, "tree")
    for part in ("include", "src", "apps", "tools", "cmake"):
        shutil.copytree(source / part, root / part)
    shutil.copytree(source / "web/src", root / "web/src")
    for part in ("CMakeLists.txt", "LICENSE"):
        shutil.copy(source / part, root / part)
    for room in ("base", "rules", "http", "store/core"):
        (root / "src" / room / "planted.h").write_text("")
    (root / "src/rules/kernel.h").touch()
    return root


def plant(root, number, path, line):
    """Adds a line to a file of the tree; a planted file gets a name of its own. Returns the file's path."""
    target = root / path
    if "planted" in target.name:
        target = target.with_name(target.name.replace("planted", f"planted{number}", 1))
    target.parent.mkdir(parents=True, exist_ok=True)
    before = target.read_text() if target.exists() else ""
    target.write_text(f"{before}\n{line}\n")
    return str(target.relative_to(root))


def try_lines(root):
    """Plants every line in a tree that is clean; what the checker does not do as expected."""
    lines = [*PLANTED, *((path, line, None) for path, line in HARMLESS)]
    expected = {plant(root, number, path, line): (line, text)
                for number, (path, line, text) in enumerate(lines)}
    done = check(root)
    if len(expected) != len(lines):
        yield "two lines went into one file"
    if done.returncode != 1:
        yield f"exit {done.returncode}, {done.stderr!r}"
    said = done.stderr.splitlines()
    for path, (line, text) in expected.items():
        about = [row for row in said if f" {path}:" in row]
        if text and not any(text in row for row in about):
            yield f"{path}: {line}: {about}, expected {text!r}"
        if not text and about:
            yield f"{path}: {line}: refused: {about}"
    yield from (f"nobody planted that: {row}" for row in said
                if not any(f" {path}:" in row for path in expected))


def try_build(source):
    """A whole build with a violation fails at the layer check, and works again without it."""
    with tempfile.TemporaryDirectory() as folder:
        root = fresh_copy(source, folder)
        build = root / "build"
        configure = ["cmake", "-S", root, "-B", build, "-G", "Ninja", "-DBUILD_TESTING=OFF",
                     "-DPAUA_WEB=OFF"]
        subprocess.run(configure, check=True, stdout=subprocess.DEVNULL)
        make = ["cmake", "--build", build, "--target", "layers"]
        clean = subprocess.run(make, capture_output=True, text=True, check=False)
        if clean.returncode != 0:
            return f"the clean tree does not build: {clean.stdout}{clean.stderr}"
        (root / "src/base/planted.c").write_text("#include <paua/search.h>\n")
        make[-1] = "paua_static"
        planted = subprocess.run(make, capture_output=True, text=True, check=False)
        said = planted.stdout + planted.stderr
        if planted.returncode == 0 or "base may not look at" not in said:
            return f"the build with a violation: exit {planted.returncode}: {said}"
        return None


def main():
    source = pathlib.Path(sys.argv[1]).resolve()
    faults = []
    clean = check(source)
    if clean.returncode != 0:
        faults.append(clean.stderr)
    faults += faults_of_document(source)
    with tempfile.TemporaryDirectory() as folder:
        root = fresh_copy(source, folder)
        faults += try_lines(root)
    faults.append(try_build(source))
    faults = [fault for fault in faults if fault]
    print("\n".join(faults) or f"{len(PLANTED)} violations caught")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
