#!/usr/bin/env python3
"""A PostgreSQL cluster of its own for tests, in a temporary folder and on a socket there.

postgres.py COMMAND ARGUMENT...   runs the command with the address of an empty database in PAUA_TEST_POSTGRES.
"""
import contextlib
import os
import pathlib
import pwd
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

from harness import PAUA, Server, postgres_program

TEMPLATES = os.environ.get("POSTGRES_TEMPLATES")  # a folder for the data of new clusters


def copy(source, target):
    """Copies a folder with its owners."""
    subprocess.run(["cp", "-a", "--reflink=auto", source, target], check=True)


class Cluster:
    """A running cluster. PostgreSQL does not run as root: then the account postgres runs it."""

    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="paua-postgres-")
        self.account = {}
        self.process = None
        if os.getuid() == 0:
            entry = pwd.getpwnam("postgres")
            os.chown(self.folder, entry.pw_uid, entry.pw_gid)
            self.account = {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}
        os.chmod(self.folder, 0o711)
        self.data = f"{self.folder}/data"
        try:
            self.fill()
            self.start()
        except BaseException:
            self.close()
            raise

    def run(self, name, *arguments):
        done = subprocess.run([postgres_program(name), *arguments], cwd=self.folder, capture_output=True, text=True,
                              env={"PATH": os.environ["PATH"], "LC_ALL": "C"}, **self.account, check=False)
        if done.returncode != 0:
            raise AssertionError(f"{name}: {done.stdout}{done.stderr}")
        return done.stdout

    def fill(self):
        """Makes the data of a new cluster, or copies what another test has made with the same programs: that takes a
        fifth of the time. What is there is whole, because it was renamed."""
        template = pathlib.Path(TEMPLATES, str(os.stat(postgres_program("initdb")).st_mtime_ns)) if TEMPLATES else None
        if template and template.exists():
            copy(template, self.data)
            return
        self.run("initdb", "-D", self.data, "-U", "paua", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync",
                 "--wal-segsize=1")
        if template:
            template.parent.mkdir(parents=True, exist_ok=True)
            part = pathlib.Path(tempfile.mkdtemp(dir=template.parent), "data")
            copy(self.data, part)
            with contextlib.suppress(OSError):  # another test was quicker
                part.rename(template)
            shutil.rmtree(part.parent)

    def start(self):
        """Without fsync and whole pages in the log: no test here turns the power off."""
        self.process = subprocess.Popen(
            [postgres_program("postgres"), "-D", self.data, "-k", self.folder, "-c", "listen_addresses=", "-c", "fsync=off",
             "-c", "full_page_writes=off", "-c", "max_wal_size=1GB", "-c", "log_min_messages=fatal"],
            cwd=self.folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            env={"PATH": os.environ["PATH"], "LC_ALL": "C"}, **self.account)
        for _ in range(600):
            if self.process.poll() is not None:
                raise AssertionError("postgres has ended")
            # Ready once it says so in its own file.
            lines = pathlib.Path(f"{self.data}/postmaster.pid").read_text().split("\n") \
                if os.path.exists(f"{self.data}/postmaster.pid") else []
            if len(lines) > 7 and lines[7].strip() == "ready" and int(lines[0]) == self.process.pid:
                return
            time.sleep(0.05)
        raise AssertionError("postgres does not start")

    def stop(self, number=signal.SIGINT):
        """SIGINT ends all sessions; SIGQUIT does not even write what is in memory: a crash."""
        self.process.send_signal(number)
        self.process.wait(timeout=60)

    def place(self, database="paua"):
        return f"postgresql://paua@/{database}?host={self.folder}"

    def create(self, database="paua"):
        self.sql(f"CREATE DATABASE {database}", "postgres")
        return self.place(database)

    def sql(self, text, database="paua"):
        """Runs statements; returns what they print, a row a line."""
        return self.run("psql", "-X", "-A", "-t", "-q", "-v", "ON_ERROR_STOP=1", "-h", self.folder, "-U", "paua",
                        "-d", database, "-c", text).strip()

    def close(self):
        if self.process and self.process.poll() is None:
            self.stop(signal.SIGQUIT)  # what is in memory is not needed any more
        shutil.rmtree(self.folder, ignore_errors=True)


def paua(*arguments):
    return subprocess.run([PAUA, *map(str, arguments)], capture_output=True, text=True, timeout=60, check=False)


class DatabaseTest(unittest.TestCase):
    """A cluster for each class, a database for each test, and servers that are killed at its end whatever happens."""

    @classmethod
    def setUpClass(cls):
        cls.cluster = Cluster()

    @classmethod
    def tearDownClass(cls):
        cls.cluster.close()

    def setUp(self):
        self.database = "test" + re.sub(r"\W", "", self.id().rsplit(".", 1)[1])[:40]
        self.place = self.cluster.create(self.database)

    def start(self, *arguments, **options):
        server = Server(self.place, *arguments, **options)
        self.addCleanup(server.close)
        return server


def main():
    cluster = Cluster()
    try:
        return subprocess.run(sys.argv[1:], env={**os.environ, "PAUA_TEST_POSTGRES": cluster.create()},
                              check=False).returncode
    finally:
        cluster.close()


if __name__ == "__main__":
    for ending in (signal.SIGINT, signal.SIGTERM):
        signal.signal(ending, signal.default_int_handler)
    sys.exit(main())
