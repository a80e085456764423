"""What the tests of the command share. The program's path is in the environment variable PAUA."""
import codecs
import os
import pathlib
import pty
import select
import signal
import subprocess
import tempfile
import time

PAUA = pathlib.Path(os.environ.get("PAUA", "build/paua")).resolve()
WAIT_SECONDS = 180  # sanitizers are slow, and so is a busy machine

# Who started the tests may ignore signals (nohup, a background job), and what runs in them would inherit that.
for number in (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGTERM):
    signal.signal(number, signal.default_int_handler if number == signal.SIGINT else signal.SIG_DFL)

if not PAUA.is_file():
    raise SystemExit(f"{PAUA} does not exist: set PAUA to the program under test")


class Folder(tempfile.TemporaryDirectory):
    """A temporary folder, which is the working folder and the home of what runs in it."""

    def __enter__(self):
        super().__enter__()
        return self

    def files(self):
        return sorted(str(path.relative_to(self.name)) for path in pathlib.Path(self.name).rglob("*"))

    def read(self, name):
        return (pathlib.Path(self.name) / name).read_text()

    def environment(self):
        kept = {name: os.environ[name] for name in ("TSAN_OPTIONS",) if name in os.environ}
        return kept | {"PATH": f"{PAUA.parent}:{os.environ['PATH']}", "HOME": self.name, "LC_ALL": "C",
                       "TERM": "xterm"}


def bash(command, folder, text=""):
    """Runs a line of bash to its end."""
    return subprocess.run(["bash", "-c", command], cwd=folder.name, env=folder.environment(), input=text,
                          text=True, capture_output=True, timeout=WAIT_SECONDS)


def wait_for_threads(process):
    """Waits until a command works with threads, or has ended: signals end its work from then on."""
    while process.poll() is None and len(os.listdir(f"/proc/{process.pid}/task")) < 2:
        time.sleep(0.002)


def wait_for_output(process):
    """Waits until a command has printed something that is not read yet, or closed its output."""
    ready, _, _ = select.select([process.stdout], [], [], WAIT_SECONDS)
    assert ready, "it prints nothing"


class Ugi:
    """A conversation with `paua ugi`."""

    def __init__(self, folder):
        self.process = subprocess.Popen([PAUA, "ugi"], cwd=folder.name, env=folder.environment(), text=True,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
        self.process.communicate()

    def say(self, *lines):
        for line in lines:
            self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def read_until(self, start):
        """The next line that begins so, after any others."""
        for line in self.process.stdout:
            if line.startswith(start):
                return line.rstrip("\n")
        raise AssertionError(f"no line begins with {start!r}")

    def processor_seconds(self):
        """The time of a processor that it has had: of a search no more than its clock, however busy the machine is."""
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def ask(self, question):
        self.say("query " + question)
        return self.read_until("response ").split(" ", 1)[1]

    def quit(self):
        self.say("quit")
        return self.process.wait(WAIT_SECONDS)


class Terminal:
    """A program that believes to be on a terminal of its own."""

    def __init__(self, folder, *arguments, rows=24, columns=80, term="xterm"):
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            environment = folder.environment() | {"TERM": term, "LINES": str(rows), "COLUMNS": str(columns)}
            try:
                os.chdir(folder.name)
                os.execve(PAUA, [str(PAUA), *arguments], environment)
            finally:
                os._exit(127)
        self.seen = ""
        self.decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
        self.code = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.code is None:
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
        os.close(self.fd)

    def read(self, seconds):
        """Takes in what comes within this time; False at the end of it all."""
        ready, _, _ = select.select([self.fd], [], [], seconds)
        if not ready:
            return True
        try:
            came = os.read(self.fd, 65536)
        except OSError:  # how Linux says that the other end is closed
            return False
        self.seen += self.decoder.decode(came)  # a character may come in two pieces
        return bool(came)

    def wait_for(self, text):
        """Waits until the text has come since the last key."""
        end = time.monotonic() + WAIT_SECONDS
        while text not in self.seen:
            if time.monotonic() > end or not self.read(0.1):
                raise AssertionError(f"{text!r} did not come, but {self.seen!r}")

    def wait_shown(self, text):
        """The same on a whole screen, which is sent in pieces unless Ctrl-L asks for all of it."""
        end = time.monotonic() + WAIT_SECONDS
        while text not in self.seen:
            if time.monotonic() > end:
                raise AssertionError(f"{text!r} is not shown, but {self.seen!r}")
            self.press("\f")
            still = time.monotonic() + 0.3
            while text not in self.seen and time.monotonic() < still and self.read(0.1):
                pass

    def press(self, keys):
        self.seen = ""
        os.write(self.fd, keys.encode())

    def wait_end(self):
        """Reads to the end; returns the exit code."""
        end = time.monotonic() + WAIT_SECONDS
        while self.read(0.1):
            if time.monotonic() > end:
                raise AssertionError(f"it does not end: {self.seen!r}")
        self.code = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
        return self.code
