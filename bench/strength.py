#!/usr/bin/env python3
"""The figures of docs/strength.md: matches of Paua against others, one after the other.

    bench/strength.py PAUA FOLDER [--base BASE] [WHAT...]

WHAT is any of base, partners, evaluations, levels, hurry, ladder; everything by default, base only with --base: the
command of another version of Paua. The result of each match is kept in FOLDER, so that the same command continues where
it was stopped, and prints the table of all results that are there. The score decides a game at its last ply. Nets of
FOLDER, *.net, play in the ladder with the nodes of level 7.
Two games run at once; matches timed in milliseconds need a machine with two processors and nothing else to do.
"""
import argparse
import json
import pathlib
import subprocess
import sys

# a second of margin: virtual machines pause at times, and this measures strength
LAYOUTS = ["--openings", "layouts", "--games", "120", "--time", "100", "--margin", "1000"]
BY_LEVELS = ["--openings", "random:6", "--nodes", "100000000", "--max-plies", "200"]
PARTNERS = ["abla-combined:4", "abla-combined:12", "abapro:12", "papadopoulos:12", "chorus:12", "abla-single:4",
            "abla-single:12", "greedy", "random"]
GAMES_OF_LEVELS = [200, 200, 200, 200, 200, 200, 100, 60, 28]  # of level 2 against 1, 3 against 2, ...
LADDER = [*(f"paua:level={level}" for level in range(1, 9)), "paua:eval=fitted,nodes=3000", "greedy", "abla-single",
          "abla-combined", "abapro", "chorus", "papadopoulos"]
LADDER_GAMES = 4  # of each two


def matches(base):
    """Each match: its part, its name, both engines, all other options."""
    if base:
        other = f"cmd,name=base:{base} ugi"
        yield ("base", "base-random", "paua", other,
               ["--openings", "random:6", "--games", "1000", "--nodes", "3000"])
        yield ("base", "base-classic", "paua", other,
               ["--openings", "random:6", "--games", "500", "--nodes", "3000", "--rules", "classic", "--max-plies", "400"])
        yield "base", "base-layouts", "paua", other, LAYOUTS
        yield "base", "base-half", "paua:time=50", other, LAYOUTS
    for partner in PARTNERS:
        yield "partners", partner.replace(":", "-"), "paua", partner, LAYOUTS
    for name in ["abapro", "fitted"]:
        yield "evaluations", f"eval-{name}", "paua", f"paua:eval={name}", LAYOUTS
    for level, games in enumerate(GAMES_OF_LEVELS, 2):
        yield ("levels", f"level-{level}", f"paua:level={level}", f"paua:level={level - 1}",
               [*BY_LEVELS, "--games", str(games)])
    yield ("hurry", "hurry", "paua", "paua:eval=fitted",
           ["--openings", "random:6", "--games", "1000", "--time", "10"])


def play(paua, file, what, engines, rest):
    """Plays one match or tournament and keeps its result."""
    named = [word for engine in engines for word in ("--engine", engine)]
    command = [paua, what, *named, *rest, "--concurrency", "2", "--json"]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"strength.py: {' '.join(command)}: exit {done.returncode}")
    file.write_text(done.stdout.splitlines()[-1] + "\n", encoding="utf-8")


def signed(elo):
    return "" if elo is None else f"{elo:+.0f}"


def row(file, first, second):
    """A line of the table; games lost on time are reported beside it."""
    result = json.loads(file.read_text(encoding="utf-8"))
    low, high = result["elo95"]
    between = (f"above {signed(low)}" if high is None else f"below {signed(high)}" if low is None else
               f"{signed(low)} to {signed(high)}")
    print(f"| {first} - {second} | {result['games']} | {result['wins']}, {result['draws']}, {result['losses']} "
          f"| {100 * result['score']:.1f} % | {signed(result['elo'])} | {between} |", flush=True)
    for engine, faults in zip((first, second), result["faults"]):
        if faults["time"]:
            print(f"strength.py: {engine} lost {faults['time']} games on time", file=sys.stderr)


def play_ladder(paua, folder, plays):
    """The ladder: each against each, and its table."""
    file = folder / "ladder.json"
    if plays and not file.exists():
        engines = LADDER + [f"paua:net={net},nodes=3000,name={net.stem}" for net in sorted(folder.glob("*.net"))]
        games = LADDER_GAMES * len(engines) * (len(engines) - 1) // 2
        play(paua, file, "tournament", engines,
             [*BY_LEVELS, "--games", str(games)])
    if not file.exists():
        return
    print("\n| player | Elo | 95 % interval | games | score |\n| --- | ---: | ---: | ---: | ---: |")
    table = json.loads(file.read_text(encoding="utf-8"))["engines"]
    for line in sorted(table, key=lambda line: -line["elo"]):
        between = " to ".join(signed(bound) for bound in line["elo95"])
        print(f"| `{line['engine']}` | {signed(line['elo'])} | {between} | {line['games']} "
              f"| {100 * line['score']:.0f} % |")


def main():
    parts = ["base", "partners", "evaluations", "levels", "hurry", "ladder"]
    parser = argparse.ArgumentParser(usage="strength.py PAUA FOLDER [--base BASE] [WHAT...]")
    parser.add_argument("paua")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--base")
    parser.add_argument("what", nargs="*", metavar="WHAT", help=" ".join(parts))
    options = parser.parse_intermixed_args()
    if set(options.what) - set(parts):
        parser.error(f"WHAT is any of {' '.join(parts)}")
    options.folder.mkdir(parents=True, exist_ok=True)
    print("| match | games | won, drawn, lost | score | Elo | 95 % interval |")
    print("| --- | ---: | ---: | ---: | ---: | ---: |")
    for part, name, first, second, rest in matches(options.base):
        file = options.folder / f"{name}.json"
        if not file.exists() and (not options.what or part in options.what):
            play(options.paua, file, "match", [first, second], rest)
        if file.exists():
            row(file, first, second)
    play_ladder(options.paua, options.folder, not options.what or "ladder" in options.what)


if __name__ == "__main__":
    main()
