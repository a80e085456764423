#!/usr/bin/env python3
"""How well Paua plays the last plies before an end by score: a row of docs/strength.md.

    bench/ends.py PAUA BASE FOLDER

PAUA plays games of 90 plies against itself; from each that the score ends, positions 8 to 16, 17 to 24 and 25 to 32
plies before the end begin games of PAUA against BASE, the command of another version, if nobody leads by more than a
marble. FOLDER keeps the games and the positions: the same command then plays only the match. A few minutes.
"""
import pathlib
import random
import re
import subprocess
import sys

PLIES = 90
RULES = ["--rules", f"limit=score,plies={PLIES},quiet=0"]
LEFT = [(8, 16), (17, 24), (25, 32)]


def games(text):
    """The start and the moves of each game that the score ended, once."""
    found = {}
    for game in text.split("[Event")[1:]:
        tags = dict(re.findall(r'\[(\w+) "([^"]*)"\]', game))
        words = game[game.rindex("]") + 1:].split()
        moves = [word for word in words if not re.fullmatch(r"\d+\.+|\*|[\d/]+-[\d/]+", word)]
        if tags["Termination"] == "score":
            found[tags.get("Position", tags["Variant"]), " ".join(moves)] = moves
    return [(start, moves) for (start, _), moves in found.items()]


def positions(paua, text):
    """Positions shortly before the ends of the games, the lead at most a marble."""
    choose = random.Random(5)
    lines = ["setoption name Rules value solver"]  # nothing but ejections ends these
    for start, moves in games(text):
        for least, most in LEFT:
            cut = len(moves) - choose.randint(least, most)
            lines += [f"position fen {start} moves {' '.join(moves[:cut])}", "query fen"]
    done = subprocess.run([paua, "ugi"], input="\n".join(lines) + "\n", stdout=subprocess.PIPE, text=True, check=True)
    for line in done.stdout.splitlines():
        _, rows, side, score, _, ply = line.split()
        black, white = map(int, score.split("-"))
        if abs(black - white) <= 1:
            yield f"{rows} {side} {score} 0 {ply}\n"


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    paua, base, folder = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3])
    folder.mkdir(parents=True, exist_ok=True)
    played, openings = folder / "ends.apgn", folder / "ends.txt"
    if not openings.exists():
        subprocess.run([paua, "match", "-e", "paua:name=a", "-e", "paua:name=b", *RULES, "--openings", "random:6",
                        "--games", "800", "--seed", "11", "--nodes", "1000", "--out", played, "--resume", "-q"], check=True)
        openings.write_text("".join(positions(paua, played.read_text(encoding="utf-8"))), encoding="utf-8")
    subprocess.run([paua, "match", "-e", f"cmd,name=new:{paua} ugi", "-e", f"cmd,name=base:{base} ugi", *RULES,
                    "--openings", openings, "--games", "600", "--nodes", "5000"], check=True)


if __name__ == "__main__":
    main()
