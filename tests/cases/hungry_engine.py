"""hungry_engine.py WAY - a program that speaks UGI, and at its first move takes all the memory or time it can get."""
import signal
import sys

for line in iter(sys.stdin.readline, ""):
    word = line.split()[0]
    if word == "go" and sys.argv[1] == "memory":
        hoard = bytearray(1 << 31)
    if word == "go" and sys.argv[1] == "stubborn":
        signal.signal(signal.SIGXCPU, signal.SIG_IGN)
    while word == "go":
        pass
    print({"ugi": "ugiok", "isready": "readyok"}.get(word, "info string"), flush=True)
