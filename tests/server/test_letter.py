"""HTTP by the letter: every request of requests_table.py gets an answer that the RFCs allow within two seconds, the
connection is closed or kept as it should be, and nothing of it is taken for another request; directly and behind nginx."""
import shutil
import socket
import subprocess
import time
import unittest

from harness import SLOWDOWN, FolderTest, wait_until
from support.requests_table import CLOSED, KEPT, REQUESTS

SECONDS = 2 * SLOWDOWN
PROBE = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"

NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
NO_NGINX = "no nginx here"


class Incomplete(Exception):
    pass


def read_answer(data, head_only):
    """The first answer in the data: its status, its body and what follows. HEAD has no body."""
    head, end, rest = data.partition(b"\r\n\r\n")
    if not end:
        raise Incomplete
    lines = head.split(b"\r\n")
    assert lines[0].startswith(b"HTTP/1."), lines[0]
    status = int(lines[0].split()[1])
    headers = {}
    for line in lines[1:]:
        name, _, value = line.partition(b":")
        assert name.lower() not in headers or name.lower() == b"cache-control", head
        headers[name.lower()] = value.strip()
    if status < 200:
        return read_answer(rest, head_only)
    if head_only or status in (204, 304):
        return status, b"", rest
    if headers.get(b"transfer-encoding") == b"chunked":
        body = b""
        while True:
            size, end, rest = rest.partition(b"\r\n")
            if not end:
                raise Incomplete
            number = int(size, 16)
            if len(rest) < number + 2:
                raise Incomplete
            body, rest = body + rest[:number], rest[number + 2:]
            if number == 0:
                return status, body, rest
    number = int(headers[b"content-length"])
    if len(rest) < number:
        raise Incomplete
    return status, rest[:number], rest[number:]


class Exchange:
    """A connection on which one row of the table is sent."""

    def __init__(self, port, row):
        self.row = row
        self.connection = socket.create_connection(("127.0.0.1", port), timeout=SECONDS)
        self.data = b""
        self.over = False
        self.heads = [line.startswith(b"HEAD ") for line in row.request.split(b"\r\n")
                      if line.startswith((b"GET ", b"HEAD ", b"POST "))]

    def send(self, data):
        """What the server does not want to read any more is not sent."""
        try:
            self.connection.sendall(data)
        except (BrokenPipeError, ConnectionResetError):
            pass

    def receive(self):
        """One more piece. False: the connection is over."""
        try:
            piece = b"" if self.over else self.connection.recv(65536)
        except ConnectionResetError:
            piece = b""
        self.data += piece
        self.over = not piece
        return not self.over

    def answer(self, index):
        """The status and the body of the next answer; 0: the connection ended without one."""
        while True:
            try:
                head_only = index < len(self.heads) and self.heads[index]
                status, body, self.data = read_answer(self.data, head_only)
                return status, body
            except Incomplete:
                if not self.receive():
                    return 0, self.data

    def probe(self):
        """Whether the connection still answers, and nothing but what is asked now."""
        self.send(PROBE)
        status, body = self.answer(len(self.heads))
        return (status, body, self.data) == (200, b"ok\n", b"")

    def rest(self):
        """What comes until the end of the connection."""
        while self.receive():
            pass
        return self.data


class Letter(FolderTest):
    def check(self, port, row, proxied):
        """Sends a row and compares what comes with what is allowed."""
        exchange = Exchange(port, row)
        self.addCleanup(exchange.connection.close)
        begun = time.monotonic()
        exchange.send(row.request)
        for index, allowed in enumerate(row.answers):
            status, body = exchange.answer(index)
            self.assertIn(status, allowed | row.nginx if proxied else allowed, body)
            self.assertNotIn(b"smuggled", body)
            if proxied and status not in allowed:
                break  # nginx has said what it thinks of it
        self.assertLess(time.monotonic() - begun, SECONDS)
        if proxied:
            return
        if row.connection == CLOSED:
            rest = exchange.rest()
            self.assertTrue(rest == b"" or self.is_doubled(row, status), rest)
            self.assertLess(time.monotonic() - begun, SECONDS)
        elif row.connection == KEPT:
            self.assertTrue(exchange.probe(), exchange.data)
        else:
            exchange.send(PROBE)
            after = exchange.answer(len(exchange.heads))
            self.assertTrue(after in ((200, b"ok\n"), (0, b"")) or self.is_doubled(row, status), after)

    @staticmethod
    def is_doubled(row, status):
        """The one kind of answer that libmicrohttpd 0.9.75 sends with two heads (docs/operations.md)."""
        return status in (400, 413) and row.name.startswith(("length ", "bad length"))

    def check_all(self, port, proxied):
        for row in REQUESTS:
            with self.subTest(name=row.name):
                try:
                    self.check(port, row, proxied)
                except TimeoutError:
                    self.fail("silence")
            probe = Exchange(port, row)
            with self.subTest(name=row.name, after=True):
                self.assertTrue(probe.probe(), probe.data)
            probe.connection.close()

    def test_table(self):
        self.assertGreaterEqual(len(REQUESTS), 150)
        self.assertEqual(len({row.name for row in REQUESTS}), len(REQUESTS))

    def test_directly(self):
        server = self.start()
        self.check_all(server.port, False)
        self.assertEqual(server.stop(), (0, ""))

    def test_behind_nginx(self):
        """nginx keeps its connections to the server: what one client leaves behind would be another one's answer."""
        if not NGINX:
            self.skipTest(NO_NGINX)
        server = self.start("--trusted-proxy", "127.0.0.1")
        port = self.start_nginx(server.port)
        self.check_all(port, True)
        self.assertEqual(server.stop(), (0, ""))

    def start_nginx(self, upstream):
        """An nginx of this test's own, on a free port, ended by its process id."""
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        config = self.folder / "nginx.conf"
        config.write_text(CONFIG.format(folder=self.folder, port=port, upstream=upstream))
        nginx = subprocess.Popen([NGINX, "-e", f"{self.folder}/error.log", "-p", str(self.folder), "-c", str(config)],
                                 stderr=subprocess.DEVNULL)
        self.addCleanup(nginx.wait)
        self.addCleanup(nginx.terminate)

        def listens():
            self.assertIsNone(nginx.poll())
            try:
                socket.create_connection(("127.0.0.1", port), timeout=1).close()
                return True
            except ConnectionRefusedError:
                return False
        wait_until(listens)
        return port


# As docs/operations.md advises, on a machine that may run it as root or not.
CONFIG = """
daemon off;
master_process off;
pid {folder}/nginx.pid;
events {{ worker_connections 200; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    upstream paua {{ server 127.0.0.1:{upstream}; keepalive 1; }}
    server {{
        listen 127.0.0.1:{port};
        location / {{
            proxy_pass http://paua;
            proxy_http_version 1.1;
            proxy_set_header Connection "";
            proxy_set_header Host $host;
            proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
            proxy_set_header Forwarded "";
            proxy_buffering off;
        }}
    }}
}}
"""


if __name__ == "__main__":
    unittest.main()
