"""Calls that change the state of a server, each with what must be there before it, and what is there after it: for a test that
makes two of them at once."""
import collections
import json
import re
import socket
import time

from support import admin_seal
from support.postfix import made_token

PASSWORD, OTHER = "correct horse", "battery staple"
DAY = 86400
SLOW = {"layout": "standard", "rules": "classic,days=3"}
TOURNAMENT = {"name": "Winter", "system": "swiss", "rounds": 1, "layout": "belgian-daisy", "rules": "classic,game=6000"}
MOVES = ("a1b2", "i5h5", "b2c3", "h5g5")

Answer = collections.namedtuple("Answer", "status cookie value")
Call = collections.namedtuple("Call", "method path who body needs")


class Hangs(Exception):
    """The store does not write in time."""


class Line:
    """A connection on which a request can be sent before an answer to another one is read."""

    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=30)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.file = self.socket.makefile("rb")

    def send(self, method, path, body=None, proof=""):
        """`proof`: a line of the head that says who asks."""
        text = json.dumps(body).encode() if body is not None else b""
        head = f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: {len(text)}\r\n{proof}\r\n"
        self.socket.sendall(head.encode() + text)

    def receive(self):
        status = int(self.file.readline().split(None, 2)[1])
        cookie, length = None, 0
        while (line := self.file.readline().strip()):
            name, _, value = line.partition(b": ")
            if name.lower() == b"content-length":
                length = int(value)
            elif name.lower() == b"set-cookie":
                cookie = value.split(b";")[0].split(b"=", 1)[1].decode()
        text = self.file.read(length)
        return Answer(status, cookie, json.loads(text) if text[:1] in (b"{", b"[") else None)  # none, or a page

    def close(self):
        self.file.close()
        self.socket.close()


def day(days):
    return time.strftime("%Y-%m-%dT00:00:00Z", time.gmtime(time.time() + days * DAY))


def sealed(world, action):
    asked = {"at": int(time.time() * 1000), "action": action, "name": world.facts["Ann"]}
    asked |= {"tokens": False} if action == "signout" else {}
    return {"sealed": admin_seal.seal(bytes.fromhex(world.store.secret("admin")), "request", json.dumps(asked))}


# Who asks: one, or one who asks first / one who asks as the second of the same two calls. What is in braces is a fact of the world.
GAMES = {
    "create a game": Call("POST", "games", "Ann", {**SLOW, "seats": [{"kind": "user", "name": "{Ann}"}, {"kind": "open"}]}, ""),
    "challenge": Call("POST", "games", "Ann", {**SLOW, "seats": [{"kind": "user", "name": "{Ann}"}, {"kind": "user", "name": "{Bob}"}]}, ""),
    "take a seat": Call("POST", "games/{seek}/join", "Ann/Bob", {}, "seek"),
    "accept a challenge": Call("POST", "games/{challenge}/join", "Bob", {}, "challenge"),
    "decline a challenge": Call("POST", "games/{challenge}/decline", "Bob/Ann", {}, "challenge"),
    "claim a seat for the account": Call("POST", "games/{guest}/account", "Ann/Bob", {"key": "{guest_key}"}, "guest"),
    "move": Call("POST", "games/{game}/moves", "Ann", {"ply": "{ply}", "move": "{move}"}, "game"),
    "move by a command": Call("POST", "command", "Ann", {"command": "move {game} {move}#{ply}"}, "game"),
    "offer a draw": Call("POST", "games/{game}/draw", "Ann/Bob", {"action": "offer"}, "moves"),
    "accept a draw": Call("POST", "games/{game}/draw", "Bob", {"action": "accept"}, "draw"),
    "decline a draw": Call("POST", "games/{game}/draw", "Bob", {"action": "decline"}, "draw"),
    "withdraw a draw": Call("POST", "games/{game}/draw", "Ann", {"action": "withdraw"}, "draw"),
    "propose a takeback": Call("POST", "games/{game}/takeback", "Ann/Bob", {"ply": 1}, "moves"),
    "accept a takeback": Call("POST", "games/{game}/takeback", "Bob", {"action": "accept"}, "takeback"),
    "propose a pause": Call("POST", "games/{game}/pause", "Ann/Bob", {"action": "offer"}, "moves"),
    "accept a pause": Call("POST", "games/{game}/pause", "Bob", {"action": "accept"}, "pause"),
    "resume": Call("POST", "games/{game}/resume", "Ann/Bob", {}, "paused"),
    "resign": Call("POST", "games/{game}/resign", "Bob/Ann", {}, "moves"),
    "decline": Call("POST", "games/{game}/decline", "Ann/Bob", {}, "game"),
    "claim": Call("POST", "games/{game}/claim", "Ann", {}, "moves"),
    "offer a rematch": Call("POST", "games/{game}/rematch", "Ann/Bob", {"action": "offer"}, "over"),
    "accept a rematch": Call("POST", "games/{game}/rematch", "Bob", {"action": "accept"}, "rematch"),
    "withdraw a rematch": Call("POST", "games/{game}/rematch", "Ann", {"action": "withdraw"}, "rematch"),
    "chat": Call("POST", "games/{game}/chat", "Ann/Bob", {"text": "Hello"}, "game"),
    "set conditional moves": Call("POST", "games/{game}/conditional", "Bob", {"ply": "{ply}", "tree": "{line}"}, "game"),
    "remove conditional moves": Call("DELETE", "games/{game}/conditional", "Bob", None, "line"),
}
ACCOUNTS = {
    "sign up": Call("POST", "account", "", {"name": "{New}", "password": PASSWORD}, ""),
    "sign in": Call("POST", "session", "", {"name": "{Ann}", "password": PASSWORD}, "passwords"),
    "sign out": Call("DELETE", "session", "Ann2", None, "session"),
    "end a session": Call("DELETE", "account/sessions/{session}", "Ann", None, "session"),
    "end the other sessions": Call("DELETE", "account/sessions", "Ann/Ann2", None, "session"),
    "change the password": Call("PATCH", "account", "Ann/Ann2", {"password": PASSWORD, "new_password": OTHER}, "session passwords"),
    "close the account": Call("DELETE", "account", "Ann/Ann2", {"password": PASSWORD}, "session passwords"),
    "make a token": Call("POST", "account/tokens", "Ann", {"label": "bot", "scopes": ["read"]}, ""),
    "end a token": Call("DELETE", "account/tokens/{token_id}", "Ann", None, "token"),
    "limit the games": Call("PATCH", "account/settings", "Ann", {"games_max": 1}, ""),
    "be a bot": Call("PATCH", "account/settings", "Ann", {"bot": True}, ""),
    "mark a reminder": Call("POST", "account/reminders", "Ann", {"games": [{"id": "{game}", "turn": "{turn}"}]}, "turn"),
    "take a vacation": Call("POST", "account/vacation", "Ann", {"from": day(3), "to": day(6)}, ""),
    "spend days by itself": Call("POST", "account/vacation", "Ann", {"auto": True}, ""),
    "end a vacation": Call("DELETE", "account/vacation", "Ann", None, "vacation"),
    "ask for an address": Call("PUT", "account/address", "Ann", {"address": "{Ann}.new@example.org", "password": PASSWORD}, "passwords"),
    "confirm the address": Call("POST", "account/address", "Ann", {"code": "{code}"}, "code"),
    "remove the address": Call("DELETE", "account/address", "Ann", None, "address"),
    "forget the password": Call("POST", "session/forgotten", "", {"name": "{Ann}"}, "address"),
    "reset the password": Call("POST", "session/reset", "", {"code": "{reset}", "password": OTHER}, "reset passwords"),
    "get a mail": Call("POST", "mail", "Mail", {"message_id": "<1@example.org>", "subject": "", "thread": "", "from": "{Ann}@example.org"}, "mail"),
    "choose mails of a game": Call("PUT", "account/mail/{game}", "Ann", {"mail": "off"}, "game"),
    "have usual mails of a game": Call("DELETE", "account/mail/{game}", "Ann", None, "choice"),
    "get no more mails": Call("POST", "mail/unsubscribe/{no_mails}", "", None, "mail"),
    "answer a mail": Call("POST", "mail/answer", "Mail", {"message_id": "<2@example.org>", "subject": "", "thread": "", "text": "Hi"}, "got"),
    "sign somebody out": Call("POST", "admin", "", lambda world: sealed(world, "signout"), ""),
    "close somebody's account": Call("POST", "admin", "", lambda world: sealed(world, "close"), "passwords"),
}
PEOPLE = {
    "write": Call("POST", "users/{Ann}/messages", "Bob", {"text": "Good luck"}, ""),
    "mark as read": Call("POST", "account/messages/{Bob}/read", "Ann", {"number": "{message}"}, "message"),
    "remove a message": Call("DELETE", "account/messages/{Bob}/{message}", "Ann", None, "message"),
    "remove a conversation": Call("DELETE", "account/messages/{Bob}", "Ann", None, "message"),
    "block": Call("PUT", "account/blocks/{Bob}", "Ann", None, ""),
    "unblock": Call("DELETE", "account/blocks/{Bob}", "Ann", None, "block"),
    "report": Call("POST", "account/reports", "Ann", {"message": "{message}", "text": "rude"}, "message"),
    "subscribe": Call("PUT", "account/subscriptions/{guest}", "Ann", None, "guest"),
    "unsubscribe": Call("DELETE", "account/subscriptions/{guest}", "Ann", None, "guest subscription"),
}
TOURNAMENTS = {
    "make a tournament": Call("POST", "tournaments", "Ann", TOURNAMENT, "ending"),
    "take part": Call("POST", "tournaments/{tournament}/join", "Bob/Ann", {}, "tournament ending"),
    "have a computer take part": Call("POST", "tournaments/{tournament}/join", "Ann", {"computer": "paua.5"}, "tournament ending"),
    "leave a tournament": Call("POST", "tournaments/{tournament}/leave", "Cid", {}, "tournament ending"),
    "start a tournament": Call("POST", "tournaments/{tournament}/start", "Ann", {}, "tournament ending"),
    "call a tournament off": Call("DELETE", "tournaments/{tournament}", "Ann", None, "tournament ending"),
}
ROOMS = (GAMES, ACCOUNTS, PEOPLE, TOURNAMENTS)
CALLS = GAMES | ACCOUNTS | PEOPLE | TOURNAMENTS


class World:
    """What two calls find: new accounts, and what each of the calls needs."""

    STEPS = ("session", "token", "seek", "challenge", "guest", "subscription", "game", "moves", "turn", "line", "draw", "takeback", "pause",
             "paused", "over", "rematch", "message", "block", "vacation", "tournament", "address", "code", "reset", "mail", "got", "choice", "passwords", "ending")
    AFTER = {"moves": "game", "turn": "game", "line": "game", "draw": "moves", "takeback": "moves", "pause": "moves", "paused": "pause",
             "over": "moves", "rematch": "over", "reset": "address", "mail": "address", "got": "mail", "choice": "game"}
    GAMES = ("seek", "challenge", "guest", "game")

    def __init__(self, number, line, store, needs):
        self.line, self.store = line, store
        self.facts = {name: f"{name}{number}" for name in ("Ann", "Bob", "Cid", "Dan", "New")}
        self.proofs = {"": ""}
        self.eyes = {}
        self.shown = ""  # a game that one of the two calls has made
        self.needs = set(needs)
        for need in tuple(self.needs):
            while need := self.AFTER.get(need):
                self.needs.add(need)
        self.made = False  # meanwhile nothing may be refused
        self.sign_up("Ann")
        self.sign_up("Bob")
        for step in self.STEPS:
            if step in self.needs:
                getattr(self, "begin_" + step)()
        self.made = True

    def ask(self, method, path, who="", body=None, line=None):
        line = line or self.line
        line.send(method, "/api/1/" + path, body, self.proofs[who])
        answer = line.receive()
        if answer.status == 503:
            raise Hangs(f"{method} {path}: {answer.value}")
        assert self.made or answer.status < 400, (method, path, answer.status, answer.value)
        return answer

    def sign_up(self, who):
        answer = self.ask("POST", "account", "", {"name": self.facts[who], "password": PASSWORD})
        self.proofs[who] = self.eyes[who] = f"Cookie: paua_session={answer.cookie}\r\n"

    def act(self, who, what, body, game="game"):
        return self.ask("POST", f"games/{self.facts[game]}/{what}", who, body)

    def create(self, who, *seats, **more):
        return self.ask("POST", "games", who, {**SLOW, **more, "seats": list(seats)}).value

    def user(self, who):
        return {"kind": "user", "name": self.facts[who]}

    # what the calls need, in this order

    def begin_session(self):
        answer = self.ask("POST", "session", "", {"name": self.facts["Ann"], "password": PASSWORD})
        self.proofs["Ann2"] = f"Cookie: paua_session={answer.cookie}\r\n"
        sessions = self.ask("GET", "account", "Ann2").value["sessions"]
        self.facts["session"] = next(one["id"] for one in sessions if one.get("current"))

    def begin_token(self):
        made = self.ask("POST", "account/tokens", "Ann", {"label": "old", "scopes": ["read"]}).value
        self.facts["token_id"] = made["id"]
        self.proofs["token"] = f"Authorization: Bearer {made['token']}\r\n"

    def begin_seek(self):
        self.facts["seek"] = self.create("", {"kind": "person"}, {"kind": "open"})["game"]["id"]

    def begin_challenge(self):
        self.facts["challenge"] = self.create("Ann", self.user("Ann"), self.user("Bob"))["game"]["id"]

    def begin_guest(self):
        made = self.create("", {"kind": "person"}, {"kind": "person"})
        self.facts["guest"], self.facts["guest_key"] = made["game"]["id"], made["keys"][0]

    def begin_subscription(self):
        self.ask("PUT", f"account/subscriptions/{self.facts['guest']}", "Ann")

    def begin_game(self):
        self.facts["game"] = self.create("Ann", self.user("Ann"), self.user("Bob"))["game"]["id"]
        self.act("Bob", "join", {})
        self.next_move(1)

    def next_move(self, ply):
        move, reply = MOVES[ply - 1:ply + 1]
        self.facts.update(ply=ply, move=move, line=[{"move": move, "then": [{"move": reply}]}])

    def begin_moves(self):
        for ply in (1, 2):
            self.act(("Bob", "Ann")[ply % 2], "moves", {"ply": ply, "move": MOVES[ply - 1]})
        self.next_move(3)

    def begin_turn(self):
        games = self.ask("GET", "account/reminders", "Ann").value["games"]
        self.facts["turn"] = next(one["turn"] for one in games if one["id"] == self.facts["game"])

    def begin_line(self):
        self.act("Bob", "conditional", {"ply": self.facts["ply"], "tree": self.facts["line"]})

    def begin_draw(self):
        self.act("Ann", "draw", {"action": "offer"})

    def begin_takeback(self):
        self.act("Ann", "takeback", {"ply": 2})

    def begin_pause(self):
        self.act("Ann", "pause", {"action": "offer"})

    def begin_paused(self):
        self.act("Bob", "pause", {"action": "accept"})

    def begin_over(self):
        self.act("Bob", "resign", {})

    def begin_rematch(self):
        self.act("Ann", "rematch", {"action": "offer"})

    def begin_message(self):
        sent = self.ask("POST", f"users/{self.facts['Ann']}/messages", "Bob", {"text": "Hello"})
        self.facts["message"] = sent.value["number"]

    def begin_block(self):
        self.ask("PUT", f"account/blocks/{self.facts['Bob']}", "Ann")

    def begin_vacation(self):
        self.ask("POST", "account/vacation", "Ann", {"from": day(8), "to": day(9)})

    def begin_tournament(self):
        self.sign_up("Cid")
        self.sign_up("Dan")
        self.facts["tournament"] = self.ask("POST", "tournaments", "Ann", TOURNAMENT).value["id"]
        for who in ("Cid", "Dan"):
            self.ask("POST", f"tournaments/{self.facts['tournament']}/join", who, {})

    def address(self):
        return self.facts["Ann"] + "@example.org"

    def begin_address(self):
        self.begin_code()
        self.facts["confirmed"] = self.facts["code"]
        self.ask("POST", "account/address", "Ann", {"code": self.facts["confirmed"]})

    def begin_code(self):
        """A code for the first address, or for another one."""
        address = "other." * ("code" in self.facts) + self.address()
        self.ask("PUT", "account/address", "Ann", {"address": address, "password": PASSWORD})
        self.facts["code"] = self.store.code(address)

    def begin_reset(self):
        self.ask("POST", "session/forgotten", "", {"name": self.facts["Ann"]})
        self.facts["reset"] = self.store.code(self.address(), before=self.facts["confirmed"])

    def begin_mail(self):
        account, password, mail = self.store.account(self.facts["Ann"])
        key, end = bytes.fromhex(self.store.secret("mail")), int(time.time()) // 60 + 10
        token = made_token(key, b"r", account, end, f"{password}\n{mail}")
        self.proofs["Mail"] = f"Authorization: Mail {token}\r\n"
        self.facts["no_mails"] = made_token(key, b"u", account, end, mail)

    def begin_got(self):
        self.ask("POST", "mail", "Mail", {"message_id": "<2@example.org>", "subject": "", "thread": "", "from": self.address()})

    def begin_choice(self):
        self.ask("PUT", f"account/mail/{self.facts['game']}", "Ann", {"mail": "now"})

    def begin_passwords(self):
        pass  # they are tried afterwards

    def begin_ending(self):
        pass  # it ends its tournaments

    # the calls

    def filled(self, value):
        """A path or body with its facts."""
        if isinstance(value, dict):
            return {name: self.filled(part) for name, part in value.items()}
        if isinstance(value, list):
            return [self.filled(part) for part in value]
        if isinstance(value, str):
            whole = re.fullmatch(r"{(\w+)}", value)
            return self.facts[whole[1]] if whole else value.format(**self.facts)
        return value

    def request(self, call, second=False):
        """What a Line sends for a call."""
        who = call.who.split("/")[-1 if second else 0]
        body = call.body(self) if callable(call.body) else self.filled(call.body)
        return call.method, "/api/1/" + self.filled(call.path), body, self.proofs[who]

    def note(self, answers):
        """Looks at a game that was made, too."""
        made = [one.value["game"]["id"] for one in answers if one.status == 201 and "game" in (one.value or {})]
        self.shown = ",".join(made)

    # what is there afterwards

    def observe(self, line):
        """All that can be read of it at a server, alike for every world in which the same has happened."""
        seen = {who: self.read_account(who, line) for who in ("Ann", "Bob", "Cid") if who in self.proofs}
        seen.update({who: self.ask("GET", "account", who, line=line).status for who in ("Ann2", "token") if who in self.proofs})
        for game in self.GAMES:
            if game in self.facts:
                seen[game] = self.ask("GET", f"games/{self.facts[game]}", line=line).value
        if self.shown:
            rows = self.ask("GET", f"games?ids={self.shown}", line=line).value["games"]
            seen["made"] = [[row["status"], row["seats"]] for row in rows]
        if "tournament" in self.facts:
            seen["tournament"] = self.ask("GET", f"tournaments/{self.facts['tournament']}", line=line).value
        if "passwords" in self.needs:
            seen["passwords"] = [self.try_password(password, line) for password in (PASSWORD, OTHER)]
        return self.alike(seen)

    def end(self, line):
        """Ends its tournaments: a server has only so many that are not over."""
        for one in self.mine(line, "open"):
            line.send("DELETE", f"/api/1/tournaments/{one['id']}", None, self.eyes["Ann"])
            line.receive()
        for one in self.mine(line, "running"):
            for pairing in self.ask("GET", f"tournaments/{one['id']}", line=line).value["pairings"]:
                for who in ("Bob", "Cid", "Dan"):
                    self.ask("POST", f"games/{pairing.get('game')}/resign", who, {}, line)

    def mine(self, line, status):
        rows = self.ask("GET", f"tournaments?status={status}", line=line).value["tournaments"]
        return [one for one in rows if one["owner"] == self.facts["Ann"]]

    def read_account(self, who, line):
        line.send("GET", "/api/1/account/export", None, self.eyes[who])
        answer = line.receive()
        if answer.status != 401:
            return answer.value
        for password in (PASSWORD, OTHER):
            signed = self.ask("POST", "session", "", {"name": self.facts[who], "password": password}, line)
            if signed.status == 200:
                self.eyes[who] = f"Cookie: paua_session={signed.cookie}\r\n"
                return {"signed out": True, "now": self.read_account(who, line)}
        return {"signed out": True, "closed": True, "user": self.ask("GET", f"users/{self.facts[who]}", line=line).value}

    def try_password(self, password, line):
        answer = self.ask("POST", "session", "", {"name": self.facts["Ann"], "password": password}, line)
        if answer.cookie:
            line.send("DELETE", "/api/1/session", None, f"Cookie: paua_session={answer.cookie}\r\n")
            line.receive()
        return answer.status

    # What differs from one world to the next; and whether a seat is a bot's, which a server that has the game in memory knows later.
    CHANCE = {"clock", "here", "spectators", "used", "number", "closes", "created", "attempts"}

    def alike(self, value, name=None):
        if isinstance(value, dict):
            return {key: self.alike(part, key) for key, part in value.items() if key not in self.CHANCE and (name, key) != ("seats", "bot")}
        if isinstance(value, list):
            parts = [self.alike(part, name) for part in value]
            return parts if name in ("moves", "chat") else sorted(parts, key=lambda part: json.dumps(part, sort_keys=True))
        if not isinstance(value, str):
            return value
        if date := re.fullmatch(r"(\d{4}-\d\d-\d\d)T\d\d:\d\d:\d\dZ", value):
            return f"day {round((time.mktime(time.strptime(date[1], '%Y-%m-%d')) - time.time() + DAY / 2) / DAY)}"
        if name in ("id", "game", "games", "rematch", "next", "tournament", "subscriptions") and value:
            return next((role for role, fact in self.facts.items() if fact == value), "new")
        return re.sub(r"(Ann|Bob|Cid|Dan|New)\d+", r"\1", value)
