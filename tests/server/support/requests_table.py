"""Requests written from RFC 9110 and RFC 9112, most of them hostile, and what a server may make of them.

A row of REQUESTS: name, bytes, the statuses that the RFCs leave room for, and whether the connection is CLOSED or KEPT
afterwards (or EITHER). Status 0 is to close without an answer. Several answers are a tuple of sets: one of each, in order.
`nginx` adds what nginx may answer in front of the server, besides 400. The hostile ones carry a request for /smuggled:
who answers it has taken a body, or the rest of a refused request, for a request."""

CLOSED, KEPT, EITHER = "closed", "kept", "either"
HOST = b"Host: localhost\r\n"
HIDDEN = b"GET /smuggled HTTP/1.1\r\n" + HOST + b"\r\n"
JSON = b"Content-Type: application/json\r\n"
BODY = b'{"a":1}'


def get(target=b"/healthz", headers=HOST, version=b"HTTP/1.1", method=b"GET", after=b""):
    return method + b" " + target + b" " + version + b"\r\n" + headers + b"\r\n" + after


def post(headers, body=b"", version=b"HTTP/1.1"):
    return get(b"/api/1/nothing", HOST + JSON + headers, version, b"POST", body)


def chunked(body, headers=b"Transfer-Encoding: chunked\r\n"):
    return post(headers, body)


def length(text, body=BODY):
    return post(b"Content-Length:" + text + b"\r\n", body)


class Row:
    def __init__(self, name, request, statuses, connection=EITHER, nginx=frozenset()):
        self.name, self.request, self.connection = name, request, connection
        self.answers = statuses if isinstance(statuses, tuple) else (statuses,)
        self.nginx = set(nginx) | {400}


NONE = {400, 0}  # a first line that is none
NOT_HERE = {404, 405, 501}
BAD_LENGTH = {400, 413}
GOOD = b"7\r\n" + BODY + b"\r\n0\r\n\r\n"

LINES = [  # RFC 9112, 2.2, 3 and 2.3
    Row("plain", get(), {200}, KEPT),
    Row("empty line first", b"\r\n" + get(), {200}, KEPT),
    Row("empty lines first", b"\r\n\r\n\r\n" + get(), {200, 400}),
    Row("line feed first", b"\n" + get(), {200, 400}),
    Row("space first", b" " + get(), NONE, CLOSED),
    Row("two spaces", b"GET  /healthz HTTP/1.1\r\n" + HOST + b"\r\n", {200, 400}),
    Row("tabs for spaces", b"GET\t/healthz\tHTTP/1.1\r\n" + HOST + b"\r\n", NONE, CLOSED),
    Row("space after the version", get(version=b"HTTP/1.1 "), {200, 400}),
    Row("no version", b"GET /healthz\r\n\r\n", {400, 505}, CLOSED, {0}),
    Row("no target", b"GET HTTP/1.1\r\n" + HOST + b"\r\n", {400, 404}),
    Row("method only", b"GET\r\n\r\n", NONE, CLOSED),
    Row("only colons", b":::\r\n\r\n", NONE, CLOSED),
    Row("HTTP/0.9", get(version=b"HTTP/0.9"), {400, 505}, CLOSED),
    Row("HTTP/1.0", get(version=b"HTTP/1.0"), {200}, CLOSED),
    Row("HTTP/1.2", get(version=b"HTTP/1.2"), {200, 505}),
    Row("HTTP/1.10", get(version=b"HTTP/1.10"), {400, 505}, CLOSED, {200}),
    Row("HTTP/1.01", get(version=b"HTTP/1.01"), {400, 505}, CLOSED, {200}),
    Row("HTTP/1", get(version=b"HTTP/1"), {400, 505}, CLOSED),
    Row("HTTP/1.", get(version=b"HTTP/1."), {400, 505}, CLOSED),
    Row("HTTP/11", get(version=b"HTTP/11"), {400, 505}, CLOSED),
    Row("HTTP/2.0", get(version=b"HTTP/2.0"), {400, 505}, CLOSED, {505}),
    Row("HTTP/9.9", get(version=b"HTTP/9.9"), {400, 505}, CLOSED, {505}),
    Row("http/1.1", get(version=b"http/1.1"), {400, 505}, CLOSED),
    Row("HTTQ/1.1", get(version=b"HTTQ/1.1"), {400, 505}, CLOSED),
    Row("HTTP/x.y", get(version=b"HTTP/x.y"), {400, 505}, CLOSED),
    Row("HTTP/-1.1", get(version=b"HTTP/-1.1"), {400, 505}, CLOSED),
    Row("preface of HTTP/2", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", {400, 505}, CLOSED, {505}),
    Row("hello of TLS", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" * 20 + b"\r\n\r\n", NONE | {505}, CLOSED),
    Row("request of SMTP", b"EHLO localhost\r\n\r\n", {400, 505}, CLOSED),
    Row("unknown method", get(method=b"BREW"), {405, 501}, nginx={405}),
    Row("method in small letters", get(method=b"get"), {400, 405, 501}),
    Row("method with a parenthesis", get(method=b"G(T"), {400, 405, 501}),
    Row("method of 5000 letters", get(method=b"A" * 5000), {400, 405, 414, 501}),
    Row("TRACE", get(method=b"TRACE"), {405, 501}, nginx={405}),
    Row("CONNECT", get(b"localhost:80", method=b"CONNECT"), {400, 404, 405, 501}, nginx={405}),
    Row("OPTIONS *", get(b"*", method=b"OPTIONS"), {200, 204, 400, 404, 405, 501}),
    Row("PUT", get(method=b"PUT"), {405}, KEPT),
    Row("DELETE", get(method=b"DELETE"), {405}, KEPT),
    Row("HEAD", get(method=b"HEAD"), {200}, KEPT),
]

TARGETS = [  # RFC 9112, 3.2; RFC 3986
    Row("space in the target", get(b"/healthz /x"), {400}, CLOSED),
    Row("tab in the target", get(b"/health\tz"), {400}, CLOSED),
    Row("NUL in the target", get(b"/healthz\0x"), {200, 400}),
    Row("carriage return in the target", get(b"/health\rz"), {400}, CLOSED),
    Row("escape in the target", get(b"/health\x1bz"), {400}, CLOSED),
    Row("DEL in the target", get(b"/health\x7fz"), {400}, CLOSED, {404}),
    Row("fragment", get(b"/healthz#x"), {400}, CLOSED, {200}),
    Row("UTF-8 in the target", get("/ä".encode()), {400}, CLOSED, {404}),
    Row("encoded NUL", get(b"/healthz%00"), {400}, CLOSED),
    Row("encoded NUL in the query", get(b"/healthz?a=%00"), {200}, KEPT),
    Row("encoded letter", get(b"/%68ealthz"), {200}, KEPT),
    Row("half an encoding", get(b"/healthz%"), {400, 404}),
    Row("no encoding", get(b"/%zz"), {400, 404}),
    Row("no slash", get(b"healthz"), {400, 404}),
    Row("asterisk", get(b"*"), {400, 404}),
    Row("two slashes", get(b"//healthz"), {400, 404}),
    Row("up", get(b"/../healthz"), {400, 404}),
    Row("up, encoded", get(b"/%2e%2e/healthz"), {400, 404}),
    Row("backslash", get(b"/x\\..\\healthz"), {400, 404}),
    Row("absolute", get(b"http://localhost/healthz"), {200}, KEPT),
    Row("absolute in capitals", get(b"HTTP://LOCALHOST/healthz"), {200}, KEPT),
    Row("absolute, no path", get(b"http://localhost"), {200, 404}),
    Row("absolute, of another host", get(b"http://evil.example/healthz"), {400, 421}, nginx={421}),
    Row("absolute, Host of another", get(b"http://localhost/healthz", b"Host: evil.example\r\n"), {200, 400}),
    Row("absolute, no host", get(b"http:///healthz"), {400, 421}),
    Row("absolute with a user", get(b"http://localhost@evil.example/healthz"), {400, 421}),
    Row("another scheme", get(b"ftp://localhost/healthz"), {400, 404}, nginx={200}),
    Row("authority only", get(b"localhost:80"), {400, 404}),
    Row("8000 bytes", get(b"/" + b"x" * 8000), {404}, KEPT, {414}),
    Row("9000 bytes", get(b"/" + b"x" * 9000), {414}, CLOSED),
    Row("20,000 bytes", get(b"/" + b"x" * 20_000), {414, 431}, CLOSED),
    Row("100,000 bytes", get(b"/" + b"x" * 100_000), {414, 431, 0}, CLOSED, {0}),
    Row("64 arguments", get(b"/healthz?" + b"&".join([b"a=b"] * 64)), {200}, KEPT),
    Row("65 arguments", get(b"/healthz?" + b"&".join([b"a=b"] * 65)), {400, 414}, CLOSED),
    Row("500 arguments", get(b"/healthz?" + b"ab=c&" * 500), {400, 414}, CLOSED),
    Row("1000 ampersands", get(b"/healthz?" + b"&" * 1000), {400, 414}, CLOSED),
    Row("1000 question marks", get(b"/healthz?" + b"?" * 1000), {400, 414}, CLOSED),
    Row("1000 equals signs", get(b"/healthz?" + b"=" * 1000), {200}, KEPT),
    Row("arguments of a game", get(b"/api/1/games?ids=" + b"x" * 2000), {200, 400, 404}),
    Row("empty query", get(b"/healthz?"), {200}, KEPT),
]

HEADERS = [  # RFC 9112, 3.2, 5 and 2.2; RFC 9110, 5.5, 7.2
    Row("no Host", get(headers=b""), {400}, CLOSED),
    Row("no Host in HTTP/1.0", get(headers=b"", version=b"HTTP/1.0"), {200}, CLOSED, {421}),
    Row("Host twice", get(headers=HOST * 2), {400}, CLOSED),
    Row("two Hosts", get(headers=HOST + b"Host: evil.example\r\n"), {400}, CLOSED),
    Row("two Hosts, the other first", get(headers=b"Host: evil.example\r\n" + HOST), {400}, CLOSED),
    Row("Host apart", get(headers=HOST + b"X: y\r\nhOST: localhost\r\n"), {400}, CLOSED),
    Row("empty Host", get(headers=b"Host:\r\n"), {400, 421}, nginx={421}),
    Row("Host with a space", get(headers=b"Host: local host\r\n"), {400, 421}),
    Row("Host with a path", get(headers=b"Host: localhost/x\r\n"), {400, 421}),
    Row("Host with a user", get(headers=b"Host: x@localhost\r\n"), {400, 421}),
    Row("Host with a comma", get(headers=b"Host: localhost,evil.example\r\n"), {400, 421}),
    Row("Host with a bad port", get(headers=b"Host: localhost:x\r\n"), {400, 421}, nginx={200}),
    Row("Host of another", get(headers=b"Host: evil.example\r\n"), {421}, nginx={421}),
    Row("space before the colon", get(headers=b"Host : localhost\r\n"), {400}, CLOSED),
    Row("tab before the colon", get(headers=HOST + b"X\t: y\r\n"), {400}, CLOSED),
    Row("space before Content-Length's colon", get(headers=HOST + b"Content-Length : 60\r\n", after=HIDDEN), {400}, CLOSED),
    Row("no colon", get(headers=HOST + b"nonsense\r\n"), {400}, CLOSED, {200}),
    Row("no colon, first", get(headers=b"nonsense\r\n" + HOST), {400}, CLOSED, {200}),
    Row("no name", get(headers=HOST + b": y\r\n"), {200, 400}),
    Row("space in a name", get(headers=HOST + b"X Y: z\r\n"), {400}, CLOSED, {200}),
    Row("parenthesis in a name", get(headers=HOST + b"X(Y): z\r\n"), {400}, CLOSED, {200}),
    Row("UTF-8 in a name", get(headers=HOST + "Xä: z\r\n".encode()), {400}, CLOSED, {200}),
    Row("control character in a name", get(headers=HOST + b"X\x01: z\r\n"), {400}, CLOSED),
    Row("line that begins with a space, first", get(headers=b" X: y\r\n" + HOST), {400}, CLOSED, {200}),
    Row("folded line", get(headers=HOST + b"X: y\r\n z\r\n"), {200, 400}),
    Row("folded Transfer-Encoding", post(b"Transfer-Encoding:\r\n chunked\r\nContent-Length: 7\r\n", BODY), {400, 404}),
    Row("carriage return in a value", get(headers=HOST + b"X: y\rz\r\n"), {400}, CLOSED),
    Row("header behind a carriage return", get(headers=HOST + b"X: y\rContent-Length: 60\r\n", after=b""), {400}, CLOSED),
    Row("NUL in a value", get(headers=HOST + b"X: y\0z\r\n"), {200, 400}),
    Row("control character in a value", get(headers=HOST + b"X: y\x01z\r\n"), {400}, CLOSED, {200}),
    Row("DEL in a value", get(headers=HOST + b"X: y\x7fz\r\n"), {400}, CLOSED, {200}),
    Row("tab in a value", get(headers=HOST + b"X: y\tz\r\n"), {200}, KEPT),
    Row("UTF-8 in a value", get(headers=HOST + "X: ä\r\n".encode()), {200}, KEPT),
    Row("empty value", get(headers=HOST + b"X:\r\n"), {200}, KEPT),
    Row("line feeds", get().replace(b"\r\n", b"\n"), {200, 400}),
    Row("10,000 bytes of a header", get(headers=HOST + b"X: " + b"y" * 10_000 + b"\r\n"), {200, 431}, nginx={400, 414}),
    Row("20,000 bytes of a header", get(headers=HOST + b"X: " + b"y" * 20_000 + b"\r\n"), {400, 431}, CLOSED),
    Row("100,000 bytes of a header", get(headers=HOST + b"X: " + b"y" * 100_000 + b"\r\n"), {400, 431, 0}, CLOSED, {0}),
    Row("100 headers", get(headers=HOST + b"X: y\r\n" * 100), {200}, KEPT),
    Row("1000 headers", get(headers=HOST + b"X: y\r\n" * 1000), {400, 431}, CLOSED),
    Row("5000 headers", get(headers=HOST + b"X: y\r\n" * 5000), {400, 431, 0}, CLOSED, {0}),
    Row("long name", get(headers=HOST + b"X" * 20_000 + b": y\r\n"), {400, 431}, CLOSED),
    Row("Expect", post(b"Expect: 100-continue\r\nContent-Length: 7\r\n", BODY), {404}, KEPT),
    Row("Expect something else", post(b"Expect: a-pony\r\nContent-Length: 7\r\n", BODY), {417}, CLOSED, {404}),
    Row("Expect without a body", get(headers=HOST + b"Expect: 100-continue\r\n"), {200}, KEPT),
    Row("Connection: close", get(headers=HOST + b"Connection: close\r\n"), {200}, CLOSED),
    Row("Connection: x, CLOSE", get(headers=HOST + b"Connection: x, CLOSE\r\n"), {200}, EITHER),
    Row("keep-alive in HTTP/1.0", get(headers=HOST + b"Connection: keep-alive\r\n", version=b"HTTP/1.0"), {200}),
    Row("Upgrade: websocket", get(headers=HOST + b"Connection: upgrade\r\nUpgrade: websocket\r\n"), {200}, EITHER),
    Row("Upgrade: h2c", get(headers=HOST + b"Connection: upgrade, http2-settings\r\nUpgrade: h2c\r\nHTTP2-Settings: A\r\n"),
        {200}, EITHER),
    Row("Range", get(headers=HOST + b"Range: bytes=0-0,0-0,-9999999999\r\n"), {200, 206, 416}, KEPT),
    Row("no type", get(b"/api/1/nothing", HOST + b"Content-Length: 7\r\n", method=b"POST", after=BODY), {404, 415}, KEPT),
]

LENGTHS = [  # RFC 9110, 8.6; RFC 9112, 6.2 and 6.3
    Row("length", length(b" 7"), {404}, KEPT),
    Row("length with zeros", length(b" 007"), {404, 400}),
    Row("length without a space", length(b"7"), {404}, KEPT),
    Row("length with spaces around", length(b"   7  "), {404, 400}),
    Row("length 0", length(b" 0", b""), {404, 415}, KEPT),
    *[Row(f"length {text!r}", length(text, BODY + HIDDEN), BAD_LENGTH, CLOSED, {413})
      for text in (b" +7", b" -7", b" 7,7", b" 7, 7", b" 7, 8", b" 0x7", b" 7.0", b" 7e0", b" 7 7", b" 7;", b" seven", b" '7'",
                   "٧".encode(), b" 18446744073709551615", b" 18446744073709551616", b" 99999999999999999999999999",
                   b" 9223372036854775808", b" 99999999999")],
    Row("length empty", length(b"", BODY + HIDDEN), BAD_LENGTH, CLOSED),
    Row("length twice", post(b"Content-Length: 7\r\n" * 2, BODY), {400}, CLOSED),
    Row("two lengths", post(b"Content-Length: 7\r\nContent-Length: 0\r\n", BODY), {400}, CLOSED),
    Row("two lengths, 0 first", post(b"Content-Length: 0\r\nContent-Length: 60\r\n", HIDDEN), {400}, CLOSED),
    Row("two lengths apart", post(b"Content-Length: 7\r\nX: y\r\ncontent-length: 8\r\n", BODY), {400}, CLOSED),
    Row("hidden in a body", post(b"Content-Length: %d\r\n" % len(HIDDEN), HIDDEN), {404}, KEPT),
    Row("hidden in a GET's body", get(headers=HOST + JSON + b"Content-Length: %d\r\n" % len(HIDDEN), after=HIDDEN), {200}, KEPT),
    Row("hidden in a HEAD's body", get(headers=HOST + JSON + b"Content-Length: %d\r\n" % len(HIDDEN), after=HIDDEN, method=b"HEAD"),
        {200}, KEPT),
    Row("hidden in a DELETE's body", get(headers=HOST + JSON + b"Content-Length: %d\r\n" % len(HIDDEN), after=HIDDEN,
                                         method=b"DELETE"), {405}, KEPT),
    Row("body of 20,000 bytes", post(b"Content-Length: 20000\r\n", b" " * 20_000), {413}, EITHER),
]

CODINGS = [  # RFC 9112, 6.1, 6.3 and 7
    Row("chunked", chunked(GOOD), {404}, KEPT),
    Row("Chunked", chunked(GOOD, b"Transfer-Encoding: Chunked\r\n"), {404}, KEPT),
    Row("hidden in a chunk", chunked(b"%x\r\n" % len(HIDDEN) + HIDDEN + b"\r\n0\r\n\r\n"), {404}, KEPT),
    Row("both, length first", post(b"Content-Length: 7\r\nTransfer-Encoding: chunked\r\n", b"0\r\n\r\n" + HIDDEN), {400}, CLOSED),
    Row("both, coding first", post(b"Transfer-Encoding: chunked\r\nContent-Length: 5\r\n", b"0\r\n\r\n" + HIDDEN), {400}, CLOSED),
    Row("both, length 0", post(b"Content-Length: 0\r\nTransfer-Encoding: chunked\r\n", b"0\r\n\r\n" + HIDDEN), {400}, CLOSED),
    Row("both in a GET", get(headers=HOST + b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n", after=b"0\r\n\r\n" + HIDDEN),
        {400}, CLOSED),
    *[Row(f"coding {text!r}", chunked(GOOD + HIDDEN, b"Transfer-Encoding:" + text + b"\r\n"), {400, 501}, CLOSED, {501, 404})
      for text in (b" xchunked", b" chunkedx", b" chunked, chunked", b" chunked,gzip", b" gzip, chunked", b" gzip", b" identity", b"",
                   b" identity, chunked", b" chunked, identity", b" chunked;q=1", b" chun ked", b' "chunked"', b" 'chunked'", b" chunked,",
                   b" ,chunked", b" \x0bchunked", b" chunked\x0b", b" chunked\x01", b" x\rchunked", b" cow")],
    *[Row(f"coding {text!r} and a length", chunked(GOOD + HIDDEN, b"Transfer-Encoding:" + text + b"\r\nContent-Length: 7\r\n"),
          {400, 501}, CLOSED, {501})
      for text in (b" xchunked", b" chunked, identity", b" identity", b" \x0bchunked", b" chunked\x01")],
    Row("coding twice", chunked(GOOD + HIDDEN, b"Transfer-Encoding: chunked\r\n" * 2), {400}, CLOSED),
    Row("two codings", chunked(GOOD + HIDDEN, b"Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n"), {400}, CLOSED,
        {501}),
    Row("two codings, unknown first", chunked(GOOD + HIDDEN, b"Transfer-Encoding: x\r\nTransfer-Encoding: chunked\r\n"), {400},
        CLOSED, {501}),
    Row("space before the coding's colon", chunked(GOOD + HIDDEN, b"Transfer-Encoding : chunked\r\n"), {400}, CLOSED),
    Row("coding with an underscore", get(headers=HOST + b"Transfer_Encoding: chunked\r\n"), {200}, KEPT),
    Row("coding in HTTP/1.0", post(b"Transfer-Encoding: chunked\r\n", GOOD, b"HTTP/1.0"), {400}, CLOSED, {404}),
    Row("both in HTTP/1.0", post(b"Transfer-Encoding: chunked\r\nContent-Length: 7\r\n", GOOD, b"HTTP/1.0"), {400}, CLOSED),
    Row("chunk in capitals", chunked(b"A\r\n" + b" " * 10 + b"\r\n0\r\n\r\n"), {404}, KEPT),
    Row("chunk with zeros", chunked(b"00007\r\n" + BODY + b"\r\n000\r\n\r\n"), {404, 400}),
    Row("chunk with an extension", chunked(b'7;a=b;c="d"\r\n' + BODY + b"\r\n0;x\r\n\r\n"), {404}, KEPT),
    Row("chunk with a long extension", chunked(b"7;" + b"a" * 30_000 + b"\r\n" + BODY + b"\r\n0\r\n\r\n"), {404, 400, 413, 431, 500}),
    Row("trailers", chunked(b"7\r\n" + BODY + b"\r\n0\r\nX: y\r\nZ: z\r\n\r\n"), {404}, KEPT),
    Row("length in the trailers", chunked(b"7\r\n" + BODY + b"\r\n0\r\nContent-Length: 60\r\nHost: evil.example\r\n\r\n"), {404, 400}),
    Row("bad trailer", chunked(b"7\r\n" + BODY + b"\r\n0\r\nnonsense\r\n\r\n"), {404, 400}),
    Row("line feeds in chunks", chunked(GOOD.replace(b"\r\n", b"\n")), {404, 400}),
    *[Row(f"chunk {text!r}", chunked(text + b"\r\n" + BODY + b"\r\n0\r\n\r\n" + HIDDEN), {400, 413}, CLOSED, {413, 404})
      for text in (b"g", b"-7", b"+7", b"0x7", b" 7", b"7 7", b"", b";", b";a=b", b"7,7", b"\x007", b"fffffffffffffffff",
                   b"10000000000000007", b"7\x0b")],
    Row("data longer than its chunk", chunked(b"5\r\n" + BODY + b"\r\n0\r\n\r\n" + HIDDEN), {400}, CLOSED),
    Row("data without its end", chunked(b"7\r\n" + BODY + b"0\r\n\r\n" + HIDDEN), {400}, CLOSED),
    Row("2 MB in chunks", chunked((b"10000\r\n" + b" " * 0x10000 + b"\r\n") * 32 + b"0\r\n\r\n"), {413, 0}, EITHER, {0, 502}),
]

MANY = [  # RFC 9112, 9.3.2
    Row("two at once", get() * 2, ({200}, {200}), KEPT),
    Row("twenty at once", get() * 20, ({200},) * 20, KEPT),
    Row("with a body between", get() + length(b" 7") + get(), ({200}, {404}, {200}), KEPT),
    Row("with chunks between", get() + chunked(GOOD) + get(), ({200}, {404}, {200}), KEPT),
    Row("HEAD before", get(method=b"HEAD") + get(), ({200}, {200}), KEPT),
    Row("HEAD of a stream before", get(b"/api/1/games/aaaaaaaa/events", method=b"HEAD") + get(), ({405}, {200}), KEPT),
    Row("two after an end", get(headers=HOST + b"Connection: close\r\n") + HIDDEN, {200}, CLOSED),
    Row("bad one after a good one", get() + get(headers=HOST * 2) + HIDDEN, ({200}, {400}), CLOSED),
    Row("bad length after a good one", get() + length(b" 7, 8", HIDDEN), ({200}, {400}), CLOSED),
    Row("empty lines between", get() + b"\r\n\r\n" + get(), ({200}, {200, 400})),
    Row("unknown path, then good", get(b"/nothing") + get(), ({404}, {200}), KEPT),
    Row("refused host, then good", get(headers=b"Host: evil.example\r\n") + get(), ({421}, {200})),
]

REQUESTS = LINES + TARGETS + HEADERS + LENGTHS + CODINGS + MANY
