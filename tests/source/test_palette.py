"""test_palette.py ROOT - no file holds a colour of src/draw/palette.h but that one, and every colour there is used; the
colours of the page itself are the same wherever they must be repeated."""
import pathlib
import re
import sys

FOLDERS = ("src", "apps", "include", "web/src", "web/wasm", "tools")
PLAIN = {"ffffff", "000000"}  # white and black mean much else
TERMINAL = re.compile(r"\bCOLOR_(?!PAIR)[A-Z]+\b|\"1;3\d\"")  # of ncurses, and a bold colour of ANSI
OF_ITS_OWN = re.compile(r"#(?!fff\b|000\b)[0-9a-fA-F]{3,8}\b")  # in the stylesheets of the board
COLOUR = re.compile(r"(?:#|0x|[\"'])([0-9a-fA-F]{6})\b")


def palette_of(root):
    text = (root / "src/draw/palette.h").read_text(encoding="utf-8")
    return dict(re.findall(r"^#define PALETTE_(\w+) +([0-9a-f]{6})$", text, re.M))


def sources_of(root):
    for folder in FOLDERS:
        for path in sorted((root / folder).rglob("*")):
            if path.is_file() and path.name != "palette.h" and path.suffix != ".pyc":
                yield path.relative_to(root), path.read_text(encoding="utf-8")


def faults_of_text(path, text, colours):
    return [f"{path}: {found} is in palette.h"
            for found in TERMINAL.findall(text) + [one for one in COLOUR.findall(text) if one.lower() in colours]]


def faults_of_palette(root):
    palette = palette_of(root)
    colours = set(palette.values()) - PLAIN
    faults, used = [], set()
    for path, text in sources_of(root):
        faults += faults_of_text(path, text, colours)
        used.update(name.replace("-", "_").upper() for name in re.findall(r"var\(--palette-([a-z0-9-]+)\)", text))
        used.update(re.findall(r"PALETTE_(?:TEXT|HEX)\((\w+)\)", text))
        for name in re.findall(r"TINT\(\"\w+\", (\w+),", text):
            used.update((name, f"{name}_LIGHT", f"{name}_DARK", f"{name}_EDGE"))
    for path in sorted((root / "web/src/board").glob("*.css")):
        faults += [f"{path.name}: {found} is not from palette.h" for found in OF_ITS_OWN.findall(path.read_text(encoding="utf-8"))]
    repeated = [value for value in colours if list(palette.values()).count(value) > 1]
    faults += [f"palette.h: {value} is there twice" for value in repeated]
    faults += [f"palette.h: nothing uses {name}" for name in sorted(set(palette) - used)]
    if len(palette) < 100:
        faults.append(f"palette.h: only {len(palette)} colours were read")
    return faults


def faults_of_page(root):
    """The page's background, which browsers want before there is a stylesheet; the colours of the icon."""
    web = root / "web/src"
    theme, base, script, page, manifest, icon = (
        (web / name).read_text(encoding="utf-8")
        for name in ("ui/theme.css", "ui/base.css", "game/appearance.ts", "index.html", "manifest.webmanifest", "icon.svg"))
    light, dark = re.findall(r"--page: (#\w+);", theme)
    icons = re.findall(r'stop-color="(#\w+)"', icon)
    faults = []
    for name, told, wanted in (("appearance.ts", re.findall(r"(?:light|dark): '(#\w+)'", script), [light, dark]),
                               ("index.html", re.findall(r'theme-color" content="(#\w+)"', page), [light, dark]),
                               ("manifest", re.findall(r'_color": "(#\w+)"', manifest), [light, light]),
                               ("base.css", [one for one in re.findall(r"stop-color: (#\w+)", base)], icons)):
        if told != wanted or not wanted:
            faults.append(f"{name} has the colours {told}, not {wanted}")
    return faults


def main():
    root = pathlib.Path(sys.argv[1])
    faults = faults_of_palette(root) + faults_of_page(root)
    colours = set(palette_of(root).values())
    for planted in ("fill: #d7412c;", "int red = 0xd7412c;", '{"red", "d7412c"}', "const RED = '#D7412C';",
                    "init_pair(1, COLOR_RED, -1);", '{"\\u24C7", "1;31"}'):
        if len(faults_of_text("planted", planted, colours)) != 1:
            faults.append(f"planted, not found: {planted}")
    print("\n".join(faults))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
