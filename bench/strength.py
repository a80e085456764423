#!/usr/bin/env python3
"""The figures of docs/strength.md: matches of Paua against others, one after the other.

    bench/strength.py PAUA FOLDER [WHAT...]

WHAT is any of partners, evaluations, levels, hurry; everything when nothing is said. What a match came to is
kept in FOLDER, so that the same command goes on where it was stopped, and prints the tables of all that is there.
Two games at once; what is measured in milliseconds wants a machine with two processors and nothing else to do.
"""
import json
import pathlib
import subprocess
import sys

# a second of margin: virtual machines stand still at times, and this is about strength
LAYOUTS = ["--openings", "layouts", "--games", "120", "--time", "100", "--margin", "1000"]
PARTNERS = ["abla-combined:4", "abla-combined:12", "abapro:12", "papadopoulos:12", "chorus:12", "abla-single:4",
            "abla-single:12", "greedy", "random"]
GAMES_OF_LEVELS = [200, 200, 200, 200, 200, 100, 100, 40, 10]  # of level 2 against 1, 3 against 2, ...


def matches():
    """Of each match: its part, its name, both engines, everything else."""
    for partner in PARTNERS:
        yield "partners", partner.replace(":", "-"), "paua", partner, LAYOUTS
    for name in ["abapro", "fitted"]:
        yield "evaluations", f"eval-{name}", "paua", f"paua:eval={name}", LAYOUTS
    for level, games in enumerate(GAMES_OF_LEVELS, 2):
        yield ("levels", f"level-{level}", f"paua:level={level}", f"paua:level={level - 1}",
               ["--openings", "random:6", "--games", str(games), "--nodes", "100000000", "--max-plies", "300"])
    yield ("hurry", "hurry", "paua", "paua:eval=fitted",
           ["--openings", "random:6", "--games", "1000", "--time", "10"])


def play(paua, file, first, second, rest):
    """Plays one match and keeps what it came to."""
    command = [paua, "match", "--engine", first, "--engine", second, *rest, "--concurrency", "2", "--json"]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"strength.py: {' '.join(command)}: exit {done.returncode}")
    file.write_text(done.stdout.splitlines()[-1] + "\n", encoding="utf-8")


def in_words(elo):
    return "" if elo is None else f"{elo:+.0f}"


def row(file, first, second):
    """A line of the table."""
    result = json.loads(file.read_text(encoding="utf-8"))
    late = " ".join(str(faults["time"]) for faults in result["faults"])
    low, high = result["elo95"]
    between = " to ".join(in_words(bound) for bound in (low, high) if bound is not None)
    print(f"| {first} - {second} | {result['games']} | {result['wins']}, {result['draws']}, {result['losses']} "
          f"| {100 * result['score']:.1f} % | {in_words(result['elo'])} | {between} | {late} |", flush=True)


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__.strip())
    paua, folder, wanted = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3:]
    folder.mkdir(parents=True, exist_ok=True)
    print("| match | games | won, drawn, lost | score | Elo | 95 % interval | late |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: |")
    for part, name, first, second, rest in matches():
        file = folder / f"{name}.json"
        if not file.exists() and (not wanted or part in wanted):
            play(paua, file, first, second, rest)
        if file.exists():
            row(file, first, second)


if __name__ == "__main__":
    main()
