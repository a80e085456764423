#!/usr/bin/env python3
"""digests.py [PAIRS] - how fast a server writes the digests of the day: PAIRS players (10,000) who each have their turn in a
correspondence game, and as many who have none, all with an address. Nothing is delivered: the mail server does not answer.

    python3 bench/digests.py            with build/paua and build/bench_digests
"""
import contextlib
import http.client
import json
import pathlib
import re
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time

BUILD = pathlib.Path(__file__).resolve().parent.parent / "build"
PASSWORD = "correct horse"


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@contextlib.contextmanager
def server(store, port, *options):
    with subprocess.Popen([BUILD / "paua", "serve", "--listen", f"127.0.0.1:{port}", "--store", f"sqlite:{store}", *options],
                          stdout=subprocess.DEVNULL) as process:
        for _ in range(200):
            with contextlib.suppress(OSError):
                socket.create_connection(("127.0.0.1", port), 1).close()
                break
            time.sleep(0.05)
        yield process
        process.terminate()


def call(port, path, body, cookie=""):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    connection.request("POST", path, json.dumps(body), {"Content-Type": "application/json", "Cookie": cookie})
    answer = connection.getresponse()
    text = answer.read().decode()
    if answer.status >= 300:
        raise SystemExit(f"{path}: {answer.status} {text}")
    return (answer.headers.get("Set-Cookie") or "").split(";")[0], text


def begin_game(store):
    """A game in which it is the first player's turn; its id."""
    port = free_port()
    with server(store, port):
        cookies = [call(port, "/api/1/account", {"name": name, "password": PASSWORD})[0] for name in ("A0000000", "B0000000")]
        text = call(port, "/api/1/command", {"command": "challenge B0000000"}, cookies[0])[1]
        game = re.search(r"Game \d+ \((\w{8})\)", text)[1]
        call(port, "/api/1/command", {"command": f"accept {game}"}, cookies[1])
        return game


def main():
    pairs = int(sys.argv[1]) if len(sys.argv) > 1 else 10000
    with tempfile.TemporaryDirectory(prefix="paua-digests-") as folder:
        store = pathlib.Path(folder) / "games.db"
        subprocess.run([BUILD / "bench_digests", f"sqlite:{store}", begin_game(store), str(pairs)], check=True)
        begun = time.monotonic()
        with server(store, free_port(), "--mail-server", f"smtp://127.0.0.1:{free_port()}", "--mail-address", "paua@example.com") as process:
            with contextlib.closing(sqlite3.connect(f"file:{store}?mode=ro", uri=True)) as rows:
                while rows.execute("SELECT count(*) FROM mail").fetchone()[0] < pairs:
                    time.sleep(0.1)
            wall = time.monotonic() - begun
            stat = pathlib.Path(f"/proc/{process.pid}/stat").read_text().rsplit(")", 1)[1].split()
            cpu = (int(stat[11]) + int(stat[12])) / 100
        print(f"digests {pairs} accounts {2 * pairs} seconds {wall:.1f} cpu {cpu:.1f}")


if __name__ == "__main__":
    main()
