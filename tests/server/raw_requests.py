"""Requests that no client should send, by kind: malformed, cut off, slow,
oversized, smuggled. kinds() lists (name, bytes, how); `how` says what is done
with the bytes: "send" all and read, "half" them and close, "drip" a few and close.
"""


def _heads(port):
    host = f"Host: 127.0.0.1:{port}\r\n"
    yield "plain", f"GET /healthz HTTP/1.1\r\n{host}\r\n"
    for name in ("Content-Length ", "Transfer-Encoding ", "Host ", "X Y", "X\t",
                 "", "X(", "X\x01", "X\x7f", "Ж", "\"X\"", "X@", "X/", "X[", "X="):
        yield f"name {name!r}", f"GET /healthz HTTP/1.1\r\n{host}{name}: 3\r\n\r\nabc"
    for value in ("\x01", "a\x00b", "\x7f", "a\rb", "\x1b[31m"):
        yield f"value {value!r}", f"GET /healthz HTTP/1.1\r\n{host}X: {value}\r\n\r\n"
    for length in ("-1", "+3", "3 3", "0x3", "3,3", "9" * 40, "3\t", "three", "",
                   "1e3", "3;q=1", "\u0663"):
        yield f"length {length!r}", (f"POST /v1/extract HTTP/1.1\r\n{host}"
                                     f"Content-Length: {length}\r\n\r\nabc")
    for coding in ("chunked, gzip", "gzip", "identity", "chunked chunked", "xchunked",
                   "chunked;x=1", "Chunked\x0b", "", "deflate, chunked"):
        yield f"coding {coding!r}", (f"POST /v1/extract HTTP/1.1\r\n{host}"
                                     f"Transfer-Encoding: {coding}\r\n\r\n0\r\n\r\n")
    both = "Content-Length: 3\r\n", "Transfer-Encoding: chunked\r\n"
    for a in both:
        for b in both:
            yield f"twice {a!r} {b!r}", (f"POST /v1/extract HTTP/1.1\r\n{host}{a}{b}"
                                         "\r\nabc")
    for chunk in ("g\r\n", "-1\r\nx\r\n", "ffffffffffffffffff\r\n", "3\nabc\n0\n\n",
                  "3;x\r\nabcd\r\n", "\r\n", "3\r\nab", "0x3\r\nabc\r\n", " 3\r\nabc"):
        yield f"chunk {chunk!r}", (f"POST /v1/extract HTTP/1.1\r\n{host}"
                                   f"Transfer-Encoding: chunked\r\n\r\n{chunk}")
    for line in ("GET", "GET /", "GET  / HTTP/1.1", "GET / HTTP/9.9", "GET / HTTP/1.1 x",
                 "get / HTTP/1.1", "\x16\x03\x01\x02", "GET /\x00 HTTP/1.1", "/ GET",
                 "GET http://[::1 HTTP/1.1", "GET //// HTTP/1.1", "GET /%zz HTTP/1.1",
                 "GET /%2e%2e/%2e%2e HTTP/1.1", "CONNECT x:1 HTTP/1.1",
                 "OPTIONS * HTTP/1.1", "TRACE / HTTP/1.1", "PRI * HTTP/2.0",
                 "GET /?" + "&".join(map(str, range(900))) + " HTTP/1.1",
                 "GET /?" + "a=1&" * 1800 + " HTTP/1.1",
                 "GET /" + "a" * 9000 + " HTTP/1.1", "GET /" + "a" * 40000,
                 "GET /" + "%41" * 3000 + " HTTP/1.1", "A" * 40000, "\r\n" * 50):
        yield f"line {line[:20]!r} {len(line)}", f"{line}\r\n{host}\r\n"
    for cookie in ("a;" * 1500, "a=b; " * 2000, "=" * 9000, ";" * 20000, "a" * 30000):
        for path in ("/", "/" + "p" * 8000):
            yield f"cookie {cookie[:4]!r} {path[:3]}", (
                f"GET {path} HTTP/1.1\r\nHost: evil.example\r\nCookie: {cookie}\r\n\r\n")
    for more in ("X: 1\r\n" * 5000, "X" * 40000 + ": 1\r\n", "X: " + "1" * 40000 + "\r\n",
                 "X: a\r\n b\r\n", " X: a\r\n", "X: a\n", "X: a\r", ":\r\n", "\r",
                 "Expect: 100-continue\r\nContent-Length: 9\r\n", "Host: a\r\n",
                 "Expect: x\r\nContent-Length: 3\r\n", "Upgrade: h2c\r\n",
                 "Connection: close, keep-alive\r\n", "Range: bytes=0-\r\n"):
        yield f"more {more[:12]!r}", f"GET /healthz HTTP/1.1\r\n{host}{more}\r\n"
    for body in (b"{".decode(), "[" * 3000, "{\"html\":\"\\ud800\"}", "\x00" * 100):
        yield f"body {body[:8]!r}", (
            f"POST /v1/extract HTTP/1.1\r\n{host}Content-Type: application/json\r\n"
            f"Content-Length: {len(body)}\r\n\r\n{body}")


def kinds(port):
    """[(name, bytes, how)], at least 200 of them."""
    found = []
    for name, text in _heads(port):
        raw = text.encode("utf-8")
        found += [(name, raw, "send"), (f"{name}, half", raw[:len(raw) // 2], "half"),
                  (f"{name}, drip", raw[:5], "drip")]
    return found
