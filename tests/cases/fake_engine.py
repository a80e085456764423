"""fake_engine.py WAY [LOG] - a program that speaks UGI by passing everything on to `paua ugi`. At the third move of a
process it fails in its own WAY. What it is sent is appended to the file LOG."""
import os
import signal
import subprocess
import sys
import time

WAY = sys.argv[1]
LOG = sys.argv[2] if len(sys.argv) > 2 else None
inner = subprocess.Popen([os.environ["PAUA"], "ugi"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def say(text):
    sys.stdout.write(text)
    sys.stdout.flush()


def answers(last):
    """What the real program says, up to the line that begins so."""
    for line in inner.stdout:
        yield line
        if line.startswith(last):
            return


def fail():
    if WAY == "exit":
        os._exit(3)
    if WAY == "signal":
        os.kill(os.getpid(), signal.SIGSEGV)
    if WAY == "patricide":
        os.kill(os.getppid(), signal.SIGKILL)
        time.sleep(1000)
    if WAY == "hang":
        time.sleep(1000)
    if WAY == "deaf":
        os.close(0)
        time.sleep(1000)
    if WAY == "close":
        os.close(1)
        time.sleep(1000)
    if WAY == "illegal":
        say("bestmove a1a2a3\n")
    if WAY == "wrong":
        say("bestmove zz\n")
    if WAY == "empty":
        say("bestmove\n")
    if WAY == "none":
        say("bestmove none\n")
    if WAY == "endless":
        while True:
            say("info depth 1 score cp 3\n" * 1000)
    if WAY == "zeros":
        while True:
            os.write(1, bytes(65536))
    if WAY == "late":
        time.sleep(3.5)
        return True
    if WAY == "noisy":
        os.write(1, b"\nhello\ninfo\x00\xff string \xfe\nreadyok\nbest move\n" + b"x" * 1000000 + b"\n\r\n")
        return True
    return WAY in ("well", "orphan", "daemon", "hydra", "parent", "loud")


def main():
    moves = 0
    if WAY == "orphan":  # a child that would stay behind
        subprocess.Popen(["sleep", "1000"], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    if WAY == "daemon":  # children that have left the process group and the session, one after two forks
        for command in (["sleep", "1001"], ["sh", "-c", "sleep 1001 & sleep 1001 &"]):
            subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, start_new_session=True)
    if WAY == "hydra":  # nobody is there for longer than it takes to leave a successor; each writes a byte
        until = time.monotonic() + 30
        if os.fork() == 0:
            os.closerange(0, 3)
            trace = os.open(LOG, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
            while time.monotonic() < until:
                os.setsid()
                os.write(trace, b"x")
                if os.fork():
                    os._exit(0)
            os._exit(0)
    if WAY == "loud":
        print("loud and clear", file=sys.stderr, flush=True)
    if WAY == "parent":
        with open(f"/proc/{os.getppid()}/comm", encoding="utf-8") as comm, open(LOG, "w", encoding="utf-8") as log:
            log.write(comm.read())
    for line in iter(sys.stdin.readline, ""):
        if LOG and WAY not in ("parent", "hydra"):
            with open(LOG, "a", encoding="utf-8") as log:
                log.write(line)
        word = line.split()[0]
        if word == "ugi" and WAY == "mute":
            continue
        if word == "go":
            moves += 1
            if moves == 3 and not fail():
                continue
            line = "go depth 1\n" if WAY == "late" else line
        inner.stdin.write(line)
        inner.stdin.flush()
        last = {"ugi": "ugiok", "isready": "readyok", "go": "bestmove"}.get(word)
        if last:
            for answer in answers(last):
                say(answer)
        if word == "quit":
            return
    inner.kill()


main()
