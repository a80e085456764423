"""`paua mail --compose`, the process that writes the mails of a server. test_mail has the server with it."""
import email
import email.policy
import pathlib
import socket
import struct
import subprocess
import unittest
import zlib

from harness import PAUA
from support.postfix import ADDRESS

MODULE = pathlib.Path(PAUA).with_name("paua-mail.so")
TEXTS = ("sender", "to", "reply_to", "message_id", "in_reply_to", "references", "thread", "position", "move", "subject", "body", "automatic", "unsubscribe",
         "unsubscribe_url")
PLAIN = {"sender": ADDRESS, "to": "ann@example.org", "message_id": "1@club.example", "subject": "Your turn", "body": "A board\n", "automatic": "auto-generated"}
DRAFT_MAX = 256 * 1024  # bytes, as in mail/draft.h
PICTURE_BYTES = 14_000  # at most, of any layout


def packed(**texts):
    """A draft as the server asks for it: a number of bytes, the date, the texts with their NULs."""
    draft = {**PLAIN, **texts}
    data = struct.pack("<q", 1795000000000) + b"".join(draft.get(name, "").encode() + b"\0" for name in TEXTS)
    return struct.pack("<I", len(data)) + data


def pixels(png):
    """Checks a PNG to its end: width and height."""
    assert png[:8] == b"\x89PNG\r\n\x1a\n", png[:8]
    at, kinds = 8, []
    while at < len(png):
        size, kind = struct.unpack(">I4s", png[at:at + 8])
        assert struct.unpack(">I", png[at + 8 + size:at + 12 + size])[0] == zlib.crc32(png[at + 4:at + 8 + size])
        kinds.append(kind)
        at += 12 + size
    assert kinds[0] == b"IHDR" and kinds[-1] == b"IEND" and b"IDAT" in kinds, kinds
    return struct.unpack(">II", png[16:24])


@unittest.skipUnless(MODULE.exists(), "no GMime here")
class Compose(unittest.TestCase):
    def setUp(self):
        self.socket, end = socket.socketpair()
        self.socket.settimeout(60)
        self.process = subprocess.Popen([PAUA, "mail", "--compose"], stdin=end, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        end.close()
        self.addCleanup(self.process.communicate)
        self.addCleanup(self.process.kill)
        self.addCleanup(self.socket.close)

    def read(self, size):
        data = b""
        while len(data) < size and (more := self.socket.recv(size - len(data))):
            data += more
        return data

    def ask(self, **texts):
        """The mail of a draft."""
        self.socket.sendall(packed(**texts))
        size = struct.unpack("<I", self.read(4))[0]
        return email.message_from_bytes(self.read(size).replace(b"\r\n", b"\n"), policy=email.policy.default)

    def ends(self):
        """The process has ended by itself, without a word."""
        self.assertEqual(self.socket.recv(1), b"")
        self.assertEqual((*self.process.communicate(timeout=60), self.process.returncode), (b"", b"", 0))

    def test_mails(self):
        """One process writes many mails: plain ones, and with the picture of every board."""
        mail = self.ask(subject="Zug \u00e4\n", body="A\n.\n\u00e4\n")
        self.assertEqual((mail["Subject"], mail.get_content_type(), mail.get_content()), ("Zug \u00e4", "text/plain", "A\n.\n\u00e4\n"))
        for position in ("standard", "belgian-daisy", "1b1/4/5/4/3", "2x2x2:b1/3/1w b", "n1/bwr/2 r 0-0-0"):
            mail = self.ask(position=position, thread="game-1")
            plain, related = mail.get_payload()
            page, picture = related.get_payload()
            self.assertEqual((mail.get_content_type(), plain.get_content(), related.get_content_type()), ("multipart/alternative", "A board\n", "multipart/related"))
            self.assertIn(f'<img src="cid:{picture["Content-ID"][1:-1]}"', page.get_content())
            self.assertEqual(max(pixels(picture.get_content())), 440)
            self.assertLess(len(picture.get_content()), PICTURE_BYTES)
        self.socket.shutdown(socket.SHUT_WR)
        self.ends()

    def test_last_move(self):
        """The last move is marked; a move that is none leaves the picture as it is."""
        without = self.ask(position="standard").get_payload()[1].get_payload()[1].get_content()
        for move, marked in (("[c3, c5, d3]", True), ("[a1, c3, b2]", True), ("[a1, a1, b1]", True), ("a1b2", False), ("[a1, c3, i9]", False), ("x", False),
                             ("[" * 5000, False)):
            png = self.ask(position="standard", move=move).get_payload()[1].get_payload()[1].get_content()
            self.assertEqual(png != without, marked, move)

    def test_no_position(self):
        """A mail without a picture where there is no such position."""
        for position in ("x", "9/2/9", "standard " * 1000, "b" * 10000, "99999999x1x1:b b"):
            self.assertEqual(self.ask(position=position).get_content(), "A board\n")

    def test_largest(self):
        """A draft of the largest size becomes a mail, whatever it consists of."""
        rest = len(packed(body="", position="standard")) - 4
        for letter in ("x", ".", "\n", "\u00e4", "<", "\x01", "\U0001f600"):
            body = letter * ((DRAFT_MAX - rest) // len(letter.encode()))
            mail = self.ask(body=body, position="standard")
            text = mail.get_body(("plain",)).get_content()
            self.assertEqual(text.rstrip("\n"), body.replace("\x01", "?").rstrip("\n"))

    def test_nonsense(self):
        """What is no draft ends the process, and nothing else."""
        for data in (struct.pack("<I", DRAFT_MAX + 1), struct.pack("<I", 0), struct.pack("<I", 100) + b"x" * 100, packed()[:-5]):
            self.socket.sendall(data)
            self.socket.shutdown(socket.SHUT_WR)
            self.ends()
            self.setUp()


if __name__ == "__main__":
    unittest.main()
