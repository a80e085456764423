"""A client that holds a server to its description: every answer must have a documented status, and headers and a body that
fit the schemas of that status. It notes which statuses, error codes and events it has met."""
import dataclasses
import http.client
import itertools
import json
import re
import socket
import urllib.parse

from openapi.json_schema import Validator

METHODS = ("get", "post", "put", "patch", "delete")
# Of any response, without a word in the description of each: HTTP's own, and those for browsers and proxies.
COMMON_HEADERS = {"date", "connection", "keep-alive", "content-length", "content-type", "transfer-encoding", "cache-control",
                  "x-content-type-options", "referrer-policy", "content-security-policy", "x-accel-buffering", "vary",
                  "content-encoding"}
NDJSON, SSE = "application/x-ndjson", "text/event-stream"


class Operation:
    def __init__(self, description, path, method, item):
        deref = description.deref
        own = item[method]
        self.path, self.method, self.id = path, method.upper(), own["operationId"]
        self.parameters = [deref(one) for one in item.get("parameters", []) + own.get("parameters", [])]
        body = deref(own["requestBody"]) if "requestBody" in own else {}
        self.body = body.get("content", {}).get("application/json", {}).get("schema")
        self.body_required = body.get("required", False)
        self.responses = {int(status): deref(response) for status, response in own["responses"].items()}
        schemes = {name for one in own.get("security", []) for name in one}
        self.takes_key, self.takes_login = "seatKey" in schemes, "session" in schemes
        self.streams = any(NDJSON in response.get("content", {}) for response in self.responses.values())

    def parameters_in(self, place):
        return [one for one in self.parameters if one["in"] == place]

    def target(self, values=None, query=None):
        """The path with its parameters, and a query."""
        path = re.sub(r"\{(\w+)\}", lambda match: urllib.parse.quote(str((values or {}).get(match[1], "x")), safe=""), self.path)
        return path + ("?" + urllib.parse.urlencode(query, quote_via=urllib.parse.quote) if query else "")


class Description:
    """The document, and what is asked of it."""

    def __init__(self, document):
        self.document = document
        self.validator = Validator(document)
        self.operations = {}
        for path, item in document["paths"].items():
            for method in METHODS:
                if method in item:
                    operation = Operation(self, path, method, item)
                    self.operations[operation.id] = operation

    def deref(self, value):
        return self.validator.resolve(value["$ref"]) if "$ref" in value else value

    def find_path(self, target):
        """The path of the description that a target is, the most exact one; or None."""
        target = target.partition("?")[0]
        fitting = [path for path in self.document["paths"] if re.fullmatch(re.sub(r"\\{\w+\\}", "[^/]+", re.escape(path)), target)]
        return max(fitting, key=lambda path: len(re.sub(r"{\w+}", "", path)), default=None)

    def methods(self, path):
        """The methods of a path; a stream has no HEAD."""
        own = {method.upper() for method in METHODS if method in self.document["paths"][path]}
        return own | ({"HEAD"} if "GET" in own and not self.find(re.sub(r"{\w+}", "x", path), "GET").streams else set())

    def find(self, target, method):
        """The operation for a target and a method; HEAD is that of GET. Or None."""
        path = self.find_path(target)
        for operation in self.operations.values():
            if operation.path == path and operation.method == ("GET" if method == "HEAD" else method):
                return operation
        return None

    def codes(self, response):
        """The error codes of a response."""
        schema = self.deref(response).get("content", {}).get("application/json", {}).get("schema", {})
        return schema.get("properties", {}).get("error", {}).get("properties", {}).get("code", {}).get("enum", [])

    def promises(self):
        """All that the operations may answer: operation, status, code; without a code None."""
        return {(operation.id, status, code) for operation in self.operations.values()
                for status, response in operation.responses.items() for code in self.codes(response) or [None]}

    # one answer

    def problems(self, response, method, answer):
        """What is wrong with an answer whose status is documented by `response`."""
        response = self.deref(response)
        content = response.get("content", {})
        found = self.header_problems(response, answer)
        media = answer.headers.get("Content-Type")
        if not content:
            return found + ([f"expected no body, got {media} {answer.body[:60]!r}"] if media or answer.body else [])
        if media not in content:
            return found + [f"Content-Type {media!r} is none of {list(content)}"]
        if method == "HEAD":
            return found + ([f"a HEAD has a body: {answer.body[:60]!r}"] if answer.body else [])
        return found + self.body_problems(content[media], media, answer)

    def header_problems(self, response, answer):
        found, documented = [], response.get("headers", {})
        for name, header in documented.items():
            header = self.deref(header)
            value = answer.headers.get(name)
            if value is None:
                found += [f"the header {name} is missing"] if header.get("required") else []
            else:
                found += self.validator.errors(header["schema"], self.parsed(header["schema"], value), name)
        names = {name.lower() for name in documented} | COMMON_HEADERS
        found += [f"the header {name} is not documented" for name in answer.headers.keys() if name.lower() not in names]
        for name in ("X-Content-Type-Options", "Referrer-Policy"):
            found += [f"the header {name} is missing"] if name not in answer.headers else []
        return found

    def parsed(self, schema, text):
        """The value of a header or parameter, whose texts may stand for numbers."""
        schema = self.deref(schema)
        numeric = schema.get("type") == "integer" or lists_numbers(schema)
        return int(text) if numeric and re.fullmatch(r"[0-9]{1,18}", text) else text

    def body_problems(self, content, media, answer):
        if "x-itemSchema" in content:
            items = answer.items if answer.items is not None else list(stream_items(answer.body.decode().splitlines(), media))
            return [error for i, item in enumerate(items) for error in self.validator.errors(content["x-itemSchema"], item, f"item {i}")]
        if "schema" not in content:
            return [] if answer.body else ["the body is empty"]
        try:
            value = answer.body.decode("utf-8")
            answer.value = json.loads(value) if media == "application/json" else value
        except ValueError as error:
            return [f"the body is not {media}: {error}"]
        return self.validator.errors(content["schema"], answer.value)


def lists_numbers(schema):
    return all(isinstance(one, int) for one in schema.get("enum", [""]))


def stream_items(lines, media):
    """What is sent in a stream: the objects of NDJSON; of Server-Sent Events their fields. Heartbeats are left out."""
    fields = {}
    for line in lines:
        if media == NDJSON:
            if line:
                yield json.loads(line)
        elif line.startswith(":"):
            continue
        elif line:
            name, _, value = line.partition(": ")
            fields[name] = value
        else:
            if "data" in fields:
                yield fields
            fields = {}


@dataclasses.dataclass
class Answer:
    status: int
    headers: http.client.HTTPMessage
    body: bytes
    items: list = None   # of a stream
    value: object = None  # of JSON or text

    @property
    def code(self):
        """The code of an error."""
        error = self.value.get("error") if isinstance(self.value, dict) else None
        return error.get("code") if isinstance(error, dict) else None


class NoAnswer(Exception):
    """The server has closed the connection, or takes too long."""


class CheckedClient:
    """Sends requests and checks the answers. What is wrong is collected in `problems`."""

    def __init__(self, description, port, met=None, problems=None):
        self.description, self.port = description, port
        self.met = met if met is not None else {}  # (operation, status, code) -> how often
        self.events = {}    # (operation, framing) -> kinds of items
        self.problems = problems if problems is not None else []
        self.sent = 0
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)

    def close(self):
        self.connection.close()

    def call(self, name, body=None, /, *, key=None, session=None, query=None, headers=None, method=None, expect=None, raw=None, lines=None, **values):
        """Sends a request for an operation: a body as JSON, or raw bytes; `values` are the parameters of the path. `expect`: a
        status, or statuses, that it must have. Of a stream without end `lines` are read."""
        operation = self.description.operations[name]
        target = operation.target(values, query)
        headers = dict(headers or {})
        if key:
            headers["Authorization"] = "Bearer " + key
        if session:
            headers["Cookie"] = "paua_session=" + session
        data = raw if raw is not None else json.dumps(body).encode() if body is not None else None
        if data is not None:
            headers.setdefault("Content-Type", "application/json")
        method = method or operation.method
        try:
            self.connection.request(method, target, data, headers)
            response = self.connection.getresponse()
            answer = self.read(response, lines)
        except (OSError, http.client.HTTPException) as error:
            self.connection.close()
            self.fault(operation, method, target, headers, data, [f"no answer: {error!r}"])
            raise NoAnswer(self.problems[-1]) from error
        self.judge(operation, method, target, headers, data, answer, expect)
        return answer

    def read(self, response, lines):
        """Reads an answer; of a stream that does not end, so many items."""
        media = response.headers.get("Content-Type")
        if lines is None or media not in (NDJSON, SSE):
            return Answer(response.status, response.headers, response.read())
        source = iter(lambda: response.readline().decode(), "")
        items = stream_items((line.rstrip("\n") for line in source), media)
        answer = Answer(response.status, response.headers, b"", list(itertools.islice(items, lines)))
        self.connection.close()
        response.close()
        return answer

    def judge(self, operation, method, target, headers, data, answer, expect=None):
        self.sent += 1
        response = operation.responses.get(answer.status)
        if response is None:
            found = [f"status {answer.status} is not documented: {answer.body[:200]!r}"]
        else:
            found = self.description.problems(response, method, answer)
        if answer.value is None and answer.headers.get("Content-Type") == "application/json" and answer.body:
            answer.value = json.loads(answer.body)
        wanted = {expect} if isinstance(expect, (int, str)) else expect
        if wanted and answer.status not in wanted and answer.code not in wanted:
            found.append(f"expected {sorted(wanted, key=str)}, got {answer.status}: {answer.body[:200]!r}")
        if method != "HEAD":
            met = (operation.id, answer.status, answer.code)
            self.met[met] = self.met.get(met, 0) + 1
            self.note_events(operation, answer)
        if found:
            self.fault(operation, method, target, headers, data, found)

    def note_events(self, operation, answer):
        media = answer.headers.get("Content-Type")
        if media in (NDJSON, SSE) and answer.status == 200:
            items = answer.items if answer.items is not None else stream_items(answer.body.decode().splitlines(), media)
            kinds = self.events.setdefault((operation.id, media), set())
            kinds.update(item.get("type") or item.get("event") for item in items)

    def fault(self, operation, method, target, headers, data, found):
        shown = {name: value for name, value in headers.items() if name not in ("Authorization", "Cookie")}
        self.problems.append(f"{operation.id}: {method} {target} {shown or ''} {(data or b'')[:300]!r}:\n    " + "\n    ".join(found))

    def call_any(self, target, method, headers):
        """Sends a request that may be for no operation: it gets what an operation's path promises, or 404 or 405."""
        self.connection.request(method, target, None, headers)
        answer = self.read(self.connection.getresponse(), 0)
        operation = self.description.find(target, method)
        if operation:
            return self.judge(operation, method, target, headers, None, answer)
        path = self.description.find_path(target)
        response = self.description.document["components"]["responses"]["MethodNotAllowed" if path else "NotFound"]
        found = self.description.problems(response, method, answer)
        if answer.status != (405 if path else 404):
            found.append(f"status {answer.status}, expected {405 if path else 404}: {answer.body[:200]!r}")
        elif path and set(answer.headers["Allow"].split(", ")) != self.description.methods(path):
            found.append(f"Allow: {answer.headers['Allow']}, expected {sorted(self.description.methods(path))}")
        self.sent += 1
        if found:
            self.problems.append(f"{method} {target}:\n    " + "\n    ".join(found))
        return answer

    def send_raw(self, operation, headers, body, suffix, values):
        """Sends the bytes of a request as they are, on a connection of its own; `headers` are lines."""
        lines = [f"{operation.method} {operation.target(values)}{suffix} HTTP/1.1", *headers, "", ""]
        with socket.create_connection(("127.0.0.1", self.port), timeout=30) as connection:
            connection.sendall("\r\n".join(lines).encode("latin-1") + body)
            response = http.client.HTTPResponse(connection, method=operation.method)
            response.begin()
            answer = Answer(response.status, response.headers, response.read())
            response.close()
        return answer

    def raw(self, name, headers, /, body=b"", suffix="", expect=None, **values):
        """Does so for an operation, and checks the answer."""
        operation = self.description.operations[name]
        answer = self.send_raw(operation, headers, body, suffix, values)
        self.judge(operation, operation.method, operation.target(values) + suffix, {"raw": headers}, body, answer, expect)
        return answer

    def raw_head(self, name, headers, status, /, suffix=""):
        """Sends a head that is too long to be read: the answer is HTML, as the introduction of the description says."""
        answer = self.send_raw(self.description.operations[name], headers, b"", suffix, {})
        self.sent += 1
        if answer.status != status or not answer.body.startswith(b"<html>"):
            self.problems.append(f"{name}: expected {status}, got {answer.status} {answer.body[:100]!r}")
