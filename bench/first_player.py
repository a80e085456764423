#!/usr/bin/env python3
"""How much each layout favours who begins: docs/data/layouts.csv, and the table in docs/layouts.md.

    bench/first_player.py PAUA          plays the layouts that the file lacks, then writes the table
    bench/first_player.py PAUA --check  plays one layout again, and compares

Level 3 plays 200 games against itself from each layout of 61 cells for two, each pair of games after two moves at
random: a level plays the same games on every machine, for as long as its search stays as it is. Minutes.
"""
import csv
import json
import math
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
DATA = ROOT / "docs/data/layouts.csv"
PAGE = ROOT / "docs/layouts.md"
BEGIN, END = "<!-- first_player.py -->\n", "<!-- end -->\n"
FIELDS = ["layout", "games", "first", "drawn", "second", "plies"]
LEVEL, GAMES, CHECKED = 3, 200, "belgian-daisy"


def layouts(paua):
    """The names of the layouts of 61 cells for two."""
    done = subprocess.run([paua, "show", "--layouts"], stdout=subprocess.PIPE, text=True, check=True)
    rows = [line.split() for line in done.stdout.splitlines()]
    return [name for name, board, players, *_ in rows if (board, players) == ("5x5x5", "2")]


def play(paua, layout):
    """A row of the file: how many games whoever began has won, and lost."""
    engine = ["-e", f"paua:level={LEVEL}"]
    done = subprocess.run([paua, "match", *engine, *engine, "-g", str(GAMES), "-q", "--json",
                           "--openings", f"random:2:{layout}"], stdout=subprocess.PIPE, text=True, check=True)
    games = [game for game in map(json.loads, done.stdout.splitlines()) if "result" in game]
    results = [game["result"] for game in games]
    counts = [results.count(result) for result in ("1-0", "1/2-1/2", "0-1")]
    if sum(counts) != GAMES:
        sys.exit(f"{layout}: {counts} are not {GAMES} games")
    return dict(zip(FIELDS, [layout, GAMES, *counts, round(sum(game["plies"] for game in games) / GAMES, 1)]))


def read():
    if not DATA.exists():
        return []
    with DATA.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def write(rows):
    with DATA.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, FIELDS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def interval(count, games):
    """The 95 % interval of a share (Wilson)."""
    z, share = 1.96, count / games
    middle = share + z * z / (2 * games)
    wide = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    return [(middle + sign * wide) / (1 + z * z / games) for sign in (-1, 1)]


def percent(share):
    return f"{100 * share:.0f}"


def table(rows):
    """The layouts in the order of what whoever begins takes of the decided games, the fairest first."""
    lines = ["| layout | drawn % | who begins wins, % of decided games | 95 % interval |", "| --- | --- | --- | --- |"]
    found = []
    for row in rows:
        first, decided = int(row["first"]), int(row["first"]) + int(row["second"])
        found.append((abs(first / decided - 0.5), row["layout"], int(row["drawn"]) / int(row["games"]),
                      first / decided, interval(first, decided)))
    for _, layout, drawn, share, (low, high) in sorted(found):
        lines.append(f"| {layout} | {percent(drawn)} | {percent(share)} | {percent(low)} to {percent(high)} |")
    return "".join(f"{line}\n" for line in lines)


def page(text, rows):
    """The page with the table of these rows."""
    before, rest = text.split(BEGIN)
    return f"{before}{BEGIN}\n{table(rows)}\n{END}{rest.split(END)[1]}"


def main():
    if len(sys.argv) not in (2, 3) or sys.argv[2:] not in ([], ["--check"]):
        sys.exit(__doc__)
    paua, rows = sys.argv[1], read()
    if sys.argv[2:]:
        [stored] = [row for row in rows if row["layout"] == CHECKED]
        played = {field: str(value) for field, value in play(paua, CHECKED).items()}
        sys.exit(0 if played == stored else f"{CHECKED}: {stored} in {DATA.name}, played {played}")
    for layout in layouts(paua)[len(rows):]:
        rows.append(play(paua, layout))
        write(rows)
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8"), rows), encoding="utf-8")


if __name__ == "__main__":
    main()
