"""The constants of the C sources by name: what a #define or an enumerator stands for, as a number."""
import functools
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[2]
DEFINITION = re.compile(r"^(?:#define ([A-Z][A-Z0-9_]+) +|    ([A-Z][A-Z0-9_]+) = )([^,\n]*?),?(?: */\*.*)?$", re.M)
NOISE = re.compile(r"\((?:int64_t|size_t)\)|INT64_C|(?<=\d)(?:U|UL|L|LL)\b")


@functools.cache
def definitions():
    """The texts of each name: {name: {path: text}}."""
    found = {}
    for top in ("src", "apps", "include"):
        for path in sorted((ROOT / top).rglob("*.[ch]")):
            for define, enumerator, text in DEFINITION.findall(path.read_text(encoding="utf-8")):
                found.setdefault(define or enumerator, {})[str(path.relative_to(ROOT))] = text
    return found


def constant(name, file=""):
    """The value of a name, if several have it that of the file whose path ends so. It may be made of others."""
    texts = {path: text for path, text in definitions().get(name, {}).items() if path.endswith(file)}
    values = {evaluate(text, path) for path, text in texts.items()}
    if len(values) != 1:
        raise AssertionError(f"{name} has the values {values}, by {sorted(texts)}")
    return values.pop()


def evaluate(expression, file=""):
    """The value of numbers, operators and constants, which those of the file come before; FILE:NAME is that of one file."""
    def value(match):
        own = file if file in definitions().get(match[2], {}) else ""
        return str(constant(match[2], f"/{match[1]}" if match[1] else own))

    text = re.sub(r"(?:([\w./]+):)?\b([A-Z][A-Z0-9_]+)\b", value, NOISE.sub("", expression))
    return eval(text, {"__builtins__": {}})
