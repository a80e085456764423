"""The files of contrib/: the server in the sandbox of its unit, and behind the two proxies of the manual. What is not
installed is skipped: systemd-analyze, libseccomp, nginx, caddy."""
import ctypes
import ctypes.util
import errno
import http.client
import json
import os
import pathlib
import re
import shutil
import signal
import socket
import ssl
import subprocess
import unittest
import urllib.parse

from harness import PAUA, SLOWDOWN, Client, FolderTest, Stream, free_port, wait_until

CONTRIB = pathlib.Path(__file__).resolve().parents[2] / "contrib"
NAME = "paua.example.org"
PERSONS = [{"kind": "person"}, {"kind": "person"}]


def run(*command, **options):
    return subprocess.run(command, capture_output=True, text=True, timeout=60, **options)


def calls_of(name):
    """The system calls of a set of systemd's, such as @system-service."""
    calls = set()
    for line in run("systemd-analyze", "syscall-filter", name).stdout.splitlines()[1:]:
        word = line.strip()
        if word.startswith("@"):
            calls |= calls_of(word)
        elif word and not word.startswith("#"):
            calls.add(word)
    return calls


class Comparison(ctypes.Structure):
    """libseccomp's struct scmp_arg_cmp."""
    _fields_ = [("argument", ctypes.c_uint), ("operation", ctypes.c_int), ("a", ctypes.c_uint64), ("b", ctypes.c_uint64)]


class Unit(FolderTest):
    def setUp(self):
        super().setUp()
        if not shutil.which("systemd-analyze"):
            self.skipTest("systemd-analyze is not installed")
        self.unit = self.write("paua.service")

    def write(self, name):
        """A unit of contrib/ as it is installed."""
        text = (CONTRIB / f"{name}.in").read_text()
        text = text.replace("@CMAKE_INSTALL_FULL_BINDIR@/paua", str(pathlib.Path(PAUA).resolve()))
        text = text.replace("@UNIT_USER@", "DynamicUser=yes\nUser=paua")
        text = text.replace("@UNIT_SANDBOX@", (CONTRIB / "sandbox.conf").read_text())
        text = text.replace("@CMAKE_INSTALL_FULL_SYSCONFDIR@", "/etc")
        self.assertNotRegex(text, "@[A-Z_]+@")
        (self.folder / name).write_text(text)
        return self.folder / name

    def values(self, key):
        """What the unit gives for a key, line after line."""
        return [line.split("=", 1)[1] for line in self.unit.read_text().splitlines() if line.startswith(key + "=")]

    def test_it_is_a_unit(self):
        units = [self.unit, *(self.write(path.name.removesuffix(".in")) for path in CONTRIB.glob("paua-*.in"))]
        self.assertEqual(len(units), 5)
        done = run("systemd-analyze", "verify", *units)
        faults = [line for line in done.stderr.splitlines() if "'man paua(1)'" not in line]  # where it is not installed
        self.assertEqual(faults, [])

    def test_socket(self):
        """In a directory of the server's user, which others may enter; mails are handed to it, and the proxies may be."""
        self.assertEqual(self.values("RuntimeDirectory") + self.values("RuntimeDirectoryMode"), ["paua", "0755"])
        self.assertIn(" --socket %t/paua/paua.sock ", self.values("ExecStart")[0])
        self.assertIn("--server ${PAUA_SERVER:-/run/paua/paua.sock} ", (CONTRIB / "postfix.sh").read_text())

    def test_how_little_it_may_do(self):
        """systemd's own figure of 0 to 10 for what is left open."""
        for unit, most in ((self.unit, 15), (self.write("paua-backup.service"), 12), (self.write("paua-check.service"), 12)):
            done = run("systemd-analyze", "security", "--offline=true", f"--threshold={most}", unit)
            self.assertEqual(done.returncode, 0, done.stdout)

    def sandbox(self):
        """Its filter of system calls and address families, and no memory to write to and execute, for a new process."""
        allowed = set()
        for value in self.values("SystemCallFilter"):
            calls = set().union(*(calls_of(name) for name in value.lstrip("~").split()))
            allowed = allowed - calls if value.startswith("~") else allowed | calls
        families = [getattr(socket, name) for name in self.values("RestrictAddressFamilies")[0].split()]
        library = ctypes.CDLL(ctypes.util.find_library("seccomp"), use_errno=True)
        library.seccomp_init.restype = ctypes.c_void_p

        def enter():
            allow, refuse = 0x7fff0000, 0x00050000 | errno.EPERM
            library.prctl(65, 1, 0, 0, 0)  # PR_SET_MDWE: refuse memory that gets executable (Linux 6.3)
            rules = ctypes.c_void_p(library.seccomp_init(refuse))
            for name in allowed - {"socket"}:
                number = library.seccomp_syscall_resolve_name(name.encode())
                if number >= 0:
                    library.seccomp_rule_add_array(rules, allow, number, 0, None)
            for family in families:
                only = Comparison(0, 4, family, 0)
                library.seccomp_rule_add_array(rules, allow, library.seccomp_syscall_resolve_name(b"socket"), 1,
                                               ctypes.byref(only))
            if library.seccomp_load(rules) != 0:
                raise OSError("no filter of system calls here")

        return enter

    @unittest.skipIf(SLOWDOWN > 1, "a sanitizer needs more")
    @unittest.skipUnless(ctypes.util.find_library("seccomp"), "libseccomp is not installed")
    def test_the_server_lives_in_its_sandbox(self):
        local = self.folder / "run" / "paua.sock"
        local.parent.mkdir(mode=0o755)
        server = self.start("--socket", str(local), before=self.sandbox())
        filtered = pathlib.Path(f"/proc/{server.process.pid}/status").read_text()
        self.assertIn("Seccomp:\t2", filtered)
        client = server.client()
        game, keys = client.create(layout="standard", seats=[PERSONS[0], {"kind": "computer", "level": 1}])
        self.assertEqual(server.client(keys[0]).move(game["id"], 1, "c3d3")[0], 200)
        wait_until(lambda: len(client.game(game["id"])["moves"]) == 2)
        for path in ("/metrics", "/api/1/server", f"/api/1/games/{game['id']}.png", "/api/1/seeks"):
            self.assertEqual(client.call("GET", path)[0], 200, path)
        self.assertEqual(client.call("POST", "/api/1/analysis", {"position": "standard", "depth": 5})[0], 200)
        self.assertEqual(run(PAUA, "connect", local, "who").stdout, "You are not signed in.\n")
        self.assertEqual(server.stop(), (0, ""))
        server = self.start(before=self.sandbox())
        self.assertEqual(len(server.client().game(game["id"])["moves"]), 2)
        self.assertEqual(server.stop(signal.SIGINT), (0, ""))


class Container(FolderTest):
    """What can be said of the Containerfile without an engine that builds it."""

    def setUp(self):
        super().setUp()
        text = (CONTRIB / "Containerfile").read_text().replace("\\\n", "")
        self.steps = [line.split(None, 1) for line in text.splitlines() if line and not line.startswith("#")]

    def of(self, word):
        return [rest for name, rest in self.steps if name == word]

    def test_steps(self):
        self.assertEqual({name for name, _ in self.steps}, {
            "FROM", "COPY", "WORKDIR", "RUN", "USER", "VOLUME", "EXPOSE", "STOPSIGNAL", "ENTRYPOINT"})
        self.assertEqual([image.split()[0].split(":")[1] for image in self.of("FROM")], ["bookworm", "bookworm-slim"])
        for step in self.of("RUN"):
            self.assertEqual(run("sh", "-n", "-c", step).returncode, 0, step)
        ignored = (CONTRIB.parent / ".containerignore").read_text().split()
        self.assertEqual(ignored, ["build", "build-*", "web/node_modules", ".git"])
        scripts = (CONTRIB / "debian" / "postinst").read_text()
        self.assertIn(f"--home {self.of('VOLUME')[0]} ", scripts)  # the package makes the user and its folder
        self.assertTrue(scripts.split("adduser ")[1].split("\n")[0].endswith(f" {self.of('USER')[0]}"))

    def test_the_server_starts(self):
        program, *arguments = json.loads(self.of("ENTRYPOINT")[0])
        self.assertEqual(program, "paua")
        self.assertEqual(arguments[-1], f"sqlite:{self.of('VOLUME')[0]}/paua.db")
        self.assertTrue(arguments[2].endswith(":" + self.of("EXPOSE")[0]), arguments)
        changes = {"0.0.0.0:8080": "127.0.0.1:0", arguments[-1]: f"sqlite:{self.store}"}
        process = subprocess.Popen([PAUA, *(changes.get(word, word) for word in arguments)], stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True)
        self.addCleanup(process.communicate)
        self.assertTrue(process.stdout.readline().startswith("paua serve: http://127.0.0.1:"))
        process.send_signal(getattr(signal, self.of("STOPSIGNAL")[0]))
        self.assertEqual(process.wait(30), 0)


class TlsConnection(http.client.HTTPConnection):
    """To a proxy on this machine that thinks it is NAME; its certificate is its own."""

    def connect(self):
        super().connect()
        context = ssl.create_default_context()
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
        self.sock = context.wrap_socket(self.sock, server_hostname=NAME)

    def request(self, method, url, body=None, headers=None, **options):
        headers = {"Host": NAME, "Origin": f"https://{NAME}"} | (headers or {})
        super().request(method, url, body, headers, **options)


class TlsClient(Client):
    def __init__(self, port, key=None):
        self.port, self.key = port, key
        self.connection = TlsConnection("127.0.0.1", port, timeout=30)


class TlsStream(Stream):
    def __init__(self, port, game_id, sse):
        self.sse = sse
        self.connection = TlsConnection("127.0.0.1", port, timeout=10)
        self.connection.request("GET", f"/api/1/games/{game_id}/events",
                                headers={"Accept": "text/event-stream"} if sse else {})
        self.answer = self.connection.getresponse()


class Proxy(FolderTest):
    def start_proxy(self, program, local):
        """A server, and the proxy in front of it, which comes to its port or (`local`) its socket; the proxy's port for TLS and
        the one without."""
        if not shutil.which(program):
            self.skipTest(f"{program} is not installed")
        path = self.folder / "paua.sock"
        server = self.start("--host", NAME, *(("--socket", str(path), "--trusted-proxy", f"unix:{os.geteuid()}") if local else ("--trusted-proxy", "127.0.0.1")))
        upstream = self.upstream(program, path) if local else f"127.0.0.1:{server.port}"
        for _ in range(3):  # somebody else may have taken a port meanwhile
            ports = free_port(), free_port()
            if self.run_proxy(getattr(self, "prepare_" + program)(upstream, *ports), ports[0]):
                return ports
        self.fail((self.folder / "proxy.log").read_text())

    def upstream(self, program, path):
        """The socket, as a comment in the file of contrib/ names it to the proxy."""
        word = re.search(r"Or (unix\S+) with --trusted-proxy unix:UID ", (CONTRIB / {"nginx": "nginx.conf", "caddy": "Caddyfile"}[program]).read_text())[1]
        self.assertIn("/run/paua/paua.sock", word)
        return word.replace("/run/paua/paua.sock", str(path))

    def run_proxy(self, command, port):
        """Whether it starts; it runs until the end of the test."""
        with open(self.folder / "proxy.log", "w", encoding="utf-8") as log:
            process = subprocess.Popen(command, stdout=log, stderr=log, cwd=self.folder,
                                       env=os.environ | {"HOME": str(self.folder), "XDG_DATA_HOME": str(self.folder)})
        self.addCleanup(process.wait, 30)
        self.addCleanup(process.kill)

        def answers():
            try:
                return process.poll() is not None or self.client(port).call("GET", "/healthz")[0] == 200
            except OSError:
                return False

        wait_until(answers)
        return process.poll() is None

    def client(self, port, key=None):
        client = TlsClient(port, key)
        self.addCleanup(client.close)
        return client

    def prepare_nginx(self, upstream, tls, plain):
        """Its command for contrib/nginx.conf with other ports and a certificate of its own."""
        key, certificate = self.folder / "key.pem", self.folder / "certificate.pem"
        made = run("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", f"/CN={NAME}",
                   "-keyout", key, "-out", certificate)
        self.assertEqual(made.returncode, 0, made.stderr)
        lines = [line for line in (CONTRIB / "nginx.conf").read_text().splitlines() if "listen [::]" not in line]
        text = "\n".join(lines)
        for old, new in (("127.0.0.1:8080", upstream), ("listen 80;", f"listen 127.0.0.1:{plain};"),
                         ("listen 443 ", f"listen 127.0.0.1:{tls} "),
                         (f"/etc/letsencrypt/live/{NAME}/fullchain.pem", str(certificate)),
                         (f"/etc/letsencrypt/live/{NAME}/privkey.pem", str(key))):
            self.assertEqual(text.count(old), 1, old)
            text = text.replace(old, new)
        (self.folder / "site.conf").write_text(text)
        paths = "".join(f"{kind}_temp_path {self.folder}/{kind};\n" for kind in
                        ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        (self.folder / "nginx.conf").write_text(
            f"daemon off;\nmaster_process off;\npid {self.folder}/pid;\nerror_log stderr;\nevents {{}}\n"
            f"http {{\naccess_log off;\n{paths}include {self.folder}/site.conf;\n}}\n")
        command = ["nginx", "-p", str(self.folder), "-c", str(self.folder / "nginx.conf"), "-e", "stderr"]
        tested = run(*command, "-t")
        self.assertEqual(tested.returncode, 0, tested.stderr)
        self.assertNotIn("[warn]", tested.stderr)
        return command

    def prepare_caddy(self, upstream, tls, plain):
        """Its command for contrib/Caddyfile with other ports and a certificate of its own."""
        text = (CONTRIB / "Caddyfile").read_text()
        for old, new in (("127.0.0.1:8080", upstream), (f"\n{NAME} {{\n", f"\n{NAME} {{\n\ttls internal\n")):
            self.assertEqual(text.count(old), 1, old)
            text = text.replace(old, new)
        options = f"{{\n\tadmin off\n\tskip_install_trust\n\thttp_port {plain}\n\thttps_port {tls}\n}}\n"
        (self.folder / "Caddyfile").write_text(options + text)
        command = ["caddy", "run", "--adapter", "caddyfile", "--config", str(self.folder / "Caddyfile")]
        tested = run("caddy", "validate", *command[2:])
        self.assertEqual(tested.returncode, 0, tested.stderr)
        return command

    def check_proxy(self, program, local):
        """A game is made and followed; each event comes at once; figures are not for everybody."""
        tls, plain = self.start_proxy(program, local)
        client = self.client(tls)
        game, keys = client.create(PERSONS, layout="standard")
        players = [self.client(tls, key) for key in keys]
        streams = [TlsStream(tls, game["id"], sse) for sse in (False, True)]
        for stream in streams:
            self.addCleanup(stream.close)
            self.assertEqual(stream.answer.status, 200)
            self.assertEqual(stream.next()["type"], "gameFull")
        for ply, move in ((1, "c3d3"), (2, "g5f5")):
            self.assertEqual(players[ply - 1].move(game["id"], ply, move)[0], 200)
            for stream in streams:  # waits at most 10 s for it, and the stream goes on
                self.assertEqual(stream.next()["move"], move)
        # what a client says of its own address does not get through, where it would be refused
        lies = {"Forwarded": "for=192.0.2.1", "X-Forwarded-For": "192.0.2.1"}
        self.assertEqual(client.call("GET", "/healthz", headers=lies)[0], 200)
        self.assertEqual(client.call("GET", "/metrics")[0], 403)
        self.assertEqual(client.call("POST", "/api/1/games", {"seats": PERSONS}, {"Origin": "https://evil.example"})[0], 403)
        self.assertEqual(client.call("POST", "/api/1/games", b"x" * 70000)[0], 413)
        long_game = {"text": "1. c3d3 {" + "x" * 1000000 + "} *"}
        self.assertEqual(client.call("POST", "/api/1/records", long_game)[0], 200)
        redirected = http.client.HTTPConnection("127.0.0.1", plain, timeout=10)
        self.addCleanup(redirected.close)
        redirected.request("GET", "/start", headers={"Host": NAME})
        answer = redirected.getresponse()
        self.assertIn(answer.status, (301, 308))
        self.assertEqual(answer.headers["Location"], f"https://{NAME}/start")
        self.check_foreign_hosts(client, plain)

    def check_foreign_hosts(self, client, plain):
        """Who is asked by another name sends nobody there."""
        for host in ("evil.example", "evil.example:443", f"{NAME}.evil.example", "", "192.0.2.1", f"{NAME}@evil.example"):
            with self.subTest(host=host):
                self.assertIn(client.call("GET", "/healthz", headers={"Host": host})[0], (400, 421))
                for target in ("/start", "http://evil.example/start", "//evil.example"):
                    asked = http.client.HTTPConnection("127.0.0.1", plain, timeout=10)
                    self.addCleanup(asked.close)
                    try:
                        asked.request("GET", target, headers={"Host": host})
                        answer = asked.getresponse()
                    except http.client.RemoteDisconnected:
                        continue
                    sent = urllib.parse.urlsplit(answer.headers.get("Location", f"https://{NAME}/"))
                    self.assertEqual((sent.scheme, sent.netloc), ("https", NAME), target)

    def test_nginx(self):
        self.check_proxy("nginx", local=False)

    def test_nginx_at_the_socket(self):
        self.check_proxy("nginx", local=True)

    def test_caddy(self):
        self.check_proxy("caddy", local=False)

    def test_caddy_at_the_socket(self):
        self.check_proxy("caddy", local=True)


if __name__ == "__main__":
    unittest.main()
