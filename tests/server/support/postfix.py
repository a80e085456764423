"""A Postfix of one's own: its configuration, queue and mailboxes in a folder, on a free port of 127.0.0.1, beside any that
the machine has. It needs root, as Postfix does. contrib/postfix.sh sets it up.

Mail to club.example goes to `paua mail`, all other mail into the maildir of the folder."""
import base64
import email
import email.policy
import hashlib
import hmac
import os
import pathlib
import shutil
import signal
import smtplib
import subprocess
import sys
import tempfile
import time

from harness import PAUA, free_port, wait_until

FLUSH = 5  # seconds; a deferred mail that Postfix skips in one scan of its queue may else wait for minutes
SETUP = pathlib.Path(__file__).resolve().parents[3] / "contrib" / "postfix.sh"
DOMAIN = "club.example"
ADDRESS = "paua@" + DOMAIN
MAIN = """compatibility_level = 3.6
queue_directory = {folder}/queue
data_directory = {folder}/data
command_directory = /usr/sbin
daemon_directory = /usr/lib/postfix/sbin
mail_owner = postfix
setgid_group = postdrop
maillog_file = {folder}/postfix.log
maillog_file_prefixes = {folder}
myhostname = mail.club.example
mydestination =
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
mynetworks = 127.0.0.0/8
alias_maps =
alias_database =
smtp_dns_support_level = disabled
smtpd_recipient_restrictions = permit_mynetworks, reject
smtpd_peername_lookup = no
relay_domains =
transport_maps =
virtual_mailbox_domains = static:all
virtual_mailbox_maps = static:inbox/
virtual_mailbox_base = {folder}/mail
virtual_uid_maps = static:65534
virtual_gid_maps = static:65534
minimal_backoff_time = 1s
maximal_backoff_time = 2s
queue_run_delay = 1s
in_flow_delay = 0
message_size_limit = 20480000
mailbox_size_limit = 0
virtual_mailbox_limit = 0
"""
MASTER = """127.0.0.1:{port} inet n - n - - smtpd
pickup unix n - n 60 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
verify unix - - n - 1 verify
flush unix n - n 1000? 0 flush
proxymap unix - - n - - proxymap
smtp unix - - n - - smtp
error unix - - n - - error
retry unix - - n - - error
discard unix - - n - - discard
virtual unix - n n - - virtual
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
postlog unix-dgram n - n - 1 postlogd
"""


def missing():
    """Why there can be no Postfix here, or None."""
    if not (shutil.which("postfix") or os.path.exists("/usr/sbin/postfix")):
        return "no postfix here"
    if not pathlib.Path(PAUA).with_name("paua-mail.so").exists():
        return "no postfix here, or no GMime"
    return None if os.geteuid() == 0 else "no root here, which postfix needs"


def made_token(key, purpose, account, minutes, bound):
    """A token as the server makes it (mail/token.h): HMAC-SHA-512/256."""
    head = account.encode() + minutes.to_bytes(4, "big") + b"rand"
    signature = hmac.new(key, purpose + head + bound.encode(), hashlib.sha512).digest()[:16]
    return base64.b32encode(head + signature).decode().lower().rstrip("=")


def alive(process):
    try:
        os.kill(process, 0)
        return True
    except ProcessLookupError:
        return False


class Mail:
    """A mail that has come."""

    def __init__(self, message):
        self.message = message
        self.body = message.get_body(("plain",)).get_content()
        self.pictures = [part.get_content() for part in message.walk() if part.get_content_type() == "image/png"]
        for name in ("From", "To", "Subject", "Message-ID", "In-Reply-To", "References", "Auto-Submitted", "Reply-To", "List-Unsubscribe"):
            setattr(self, name.lower().replace("-", "_"), " ".join(str(message[name]).split()) if message[name] else None)
        self.reply = email.utils.parseaddr(self.reply_to)[1] if self.reply_to else None


class Postfix:
    empty = None  # a folder with a queue as Postfix makes it; copies of it save the start most of its work

    def __init__(self, folder):
        self.folder, self.port = pathlib.Path(folder), free_port()
        self.socket = str(self.folder / "paua.sock")  # for `paua serve`
        self.mails, self.read = {}, set()  # those that have come, by file name; the names of those that next() has given
        for name, owner in (("config", "root"), ("data", "postfix"), ("mail", "nobody")):
            (self.folder / name).mkdir()
            shutil.chown(self.folder / name, owner)
        os.chmod(self.folder, 0o755)
        program = shutil.copy(PAUA, self.folder / "paua")  # who runs it may not see the build
        shutil.copy(pathlib.Path(PAUA).with_name("paua-mail.so"), self.folder)
        values = {"folder": self.folder, "port": self.port}
        (self.folder / "config" / "main.cf").write_text(MAIN.format(**values))
        (self.folder / "config" / "master.cf").write_text(MASTER.format(**values))
        self.age()
        # What an administrator does, too.
        subprocess.run([SETUP, DOMAIN], check=True, env={**os.environ, "MAIL_CONFIG": str(self.folder / "config"), "PAUA": str(program), "PAUA_SERVER": self.socket})
        self.age()
        self.make_queue()
        self.running = False
        self.start()

    def age(self):
        """Postfix waits for two seconds before it reads a file that has just been written."""
        for name in ("main.cf", "master.cf"):
            os.utime(self.folder / "config" / name, (time.time() - 60,) * 2)

    def command(self, *words):
        done = subprocess.run(["/usr/sbin/postfix", "-c", self.folder / "config", *words], capture_output=True, text=True)
        if done.returncode != 0:
            raise AssertionError(f"postfix {words}: {done.stderr}")

    def make_queue(self):
        queue = self.folder / "queue"
        if Postfix.empty:
            subprocess.run(["cp", "-a", f"{Postfix.empty.name}/queue", queue], check=True)
            return
        queue.mkdir()
        self.command("check")
        Postfix.empty = tempfile.TemporaryDirectory(prefix="paua-postfix-")
        subprocess.run(["cp", "-a", queue, Postfix.empty.name], check=True)

    def start(self):
        """As `postfix start`, without its checks."""
        subprocess.run(["/usr/lib/postfix/sbin/master", "-c", self.folder / "config", "-w"], check=True, cwd=self.folder / "queue")
        self.running = True
        wait_until(self.answers)

    def answers(self):
        try:
            with smtplib.SMTP("127.0.0.1", self.port, timeout=5):
                return True
        except OSError:
            return False

    def stop(self):
        if self.running:
            master = int((self.folder / "queue" / "pid" / "master.pid").read_text())
            os.kill(master, signal.SIGTERM)
            wait_until(lambda: not alive(master))
        self.running = False

    def log(self):
        path = self.folder / "postfix.log"
        return path.read_text() if path.exists() else ""

    def send(self, to, text, sender="ann@example.org", subject="Hello", identity=None, headers=(), raw=None):
        """Hands a mail to Postfix, and returns its Message-ID."""
        identity = identity or f"<{time.monotonic_ns()}@example.org>"
        head = {"From": f"Ann <{sender}>", "To": f"<{to}>", "Subject": subject, "Message-ID": identity, **dict(headers)}
        message = "".join(f"{name}: {value}\r\n" for name, value in head.items() if value is not None).encode()
        message += raw if raw is not None else b"\r\n" + text.replace("\n", "\r\n").encode()
        with smtplib.SMTP("127.0.0.1", self.port, timeout=20) as client:
            client.sendmail(sender if "Return-Path" not in head else "", [to], message)
        return identity

    def files(self):
        return sorted((self.folder / "mail").glob("inbox/new/*"), key=lambda path: path.stat().st_mtime_ns)

    def all(self):
        """All mails, oldest first."""
        inbox = self.folder / "mail" / "inbox" / "new"
        new = set(os.listdir(inbox) if inbox.exists() else []) - set(self.mails)
        for path in sorted((inbox / name for name in new), key=lambda path: path.stat().st_mtime_ns):
            self.mails[path.name] = Mail(email.message_from_bytes(path.read_bytes(), policy=email.policy.default))
        return list(self.mails.values())

    def next(self, answers=None, to=None, seconds=20):
        """The next mail that has not been read: one that answers a mail, or goes to an address."""
        end = time.monotonic() + seconds
        flush = time.monotonic() + FLUSH
        while time.monotonic() < end:
            self.all()
            if time.monotonic() > flush and self.running:
                self.command("flush")
                flush += FLUSH
            for name, mail in self.mails.items():
                if name in self.read or (answers and mail.in_reply_to != answers) or (to and to not in mail.to):
                    continue
                self.read.add(name)
                return mail
            time.sleep(0.05)
        print(self.log(), file=sys.stderr)
        raise AssertionError(f"no mail ({answers}, {to}) in {seconds} seconds")

    def idle(self):
        """Waits until Postfix has nothing more to deliver."""
        wait_until(lambda: not [path for name in ("incoming", "active", "deferred", "maildrop") for path in (self.folder / "queue" / name).rglob("*") if path.is_file()])
