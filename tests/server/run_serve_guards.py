#!/usr/bin/env python3
"""`pith serve` keeps out who has no business there, bounds what it takes, and
says clearly why it does not start."""
import contextlib
import os
import random
import socket
import subprocess
import sys
import time

import serve_testing as testing
from serve_testing import HTML, serving, status_of, together, when_built

PAGE = b"<p>Some words that make a page.</p>"


def head(server, line, *headers, host=None):
    host = host or f"127.0.0.1:{server.port}"
    return "\r\n".join([line, f"Host: {host}", *headers, "", ""])


def foreign_names_are_refused(pith, scratch):
    with serving(pith, "--allow-host", "pith.example") as server:
        good = (f"127.0.0.1:{server.port}", f"localhost:{server.port}",
                f"[::1]:{server.port}", "pith.example")
        bad = ("evil.example", f"evil.example:{server.port}", "127.0.0.1",
               f"127.0.0.1:{server.port + 1}", "localhost.evil.example",
               f"localhost:{server.port}@evil.example")
        for host in good:
            assert server.raw(head(server, "GET /v1/models HTTP/1.1",
                                   "Connection: close", host=host)) == 200, host
        for host in bad:
            got = server.raw(head(server, "GET /v1/models HTTP/1.1",
                                  "Connection: close", host=host))
            assert got in (400, 403), f"{host}: {got}"
        for origin, status in ((f"http://127.0.0.1:{server.port}", 200),
                               ("http://pith.example", 200),
                               ("http://evil.example", 403), ("null", 403),
                               (f"https://127.0.0.1:{server.port}", 403),
                               ("file://", 403), ("", 403)):
            got = server.extract(PAGE, Origin=origin)
            assert got.status == status, f"{origin!r}: {got.status}"
        assert server.raw("GET /healthz HTTP/1.1\r\n\r\n") == 400
        assert server.raw("GET /v1/models HTTP/1.0\r\n\r\n") == 200
        # RFC 9112, 3.2.2: a target in absolute form, with the same Host
        here = f"http://127.0.0.1:{server.port}"
        for path, status in ((f"{here}/v1/models", 200), (here, 200),
                             ("http://evil.example/v1/models", 400),
                             (f"https{here[4:]}/v1/models", 400)):
            got = server.raw(head(server, f"GET {path} HTTP/1.1",
                                  "Connection: close"))
            assert got == status, f"{path}: {got}"


def token_is_wanted(pith, scratch):
    file = scratch / "token"
    file.write_text("a-good-token\n\n# the next one\nanother-token\n")
    for arguments in (("--token", "a-good-token"), ("--token-file", file)):
        with serving(pith, *arguments) as server:
            assert server.ask("GET", "/healthz").status == 200
            for path in ("/metrics", "/v1/models", "/nothing", "/v1/extract"):
                got = server.ask("GET", path).expect(401)
                assert got.error() == "token-missing"
                assert got.headers["WWW-Authenticate"] == "Bearer"
            assert server.extract(PAGE).status == 401
            for wrong in ("a-good-toke", "a-good-token2", "A-good-token", ""):
                assert server.extract(
                    PAGE, Authorization="Bearer " + wrong).status == 401
            assert server.extract(
                PAGE, Authorization="Bearer a-good-token").status == 200
            assert server.extract(PAGE, "?token=a-good-token").status == 200
            assert server.extract(PAGE, "?token=a-good").status == 401


def paths_lead_nowhere(pith, scratch):
    """No way of writing a path reaches a file."""
    outside = scratch / "secret.pith"
    outside.write_text("secret")
    (scratch / "models").mkdir()
    ways = ["../secret", "..%2fsecret", "%2e%2e/secret", "%2e%2e%2fsecret",
            "..%5csecret", "....//secret", "..%c0%afsecret", "..%00/secret",
            "%252e%252e%252fsecret", "./secret", "..", ".", "%2e", "a/../b",
            "/secret", "..;/secret", "secret%00", "..%ef%bc%8fsecret"]
    with serving(pith, "--models", scratch / "models") as server:
        for way in ways:
            for path in (f"/v1/models/{way}", f"/{way}", f"/openapi.json/{way}"):
                got = server.raw(head(server, f"GET {path} HTTP/1.1",
                                      "Connection: close"))
                assert got in (400, 404), f"{path}: {got}"
            got = server.extract(PAGE, "?model=" + way.replace("%", "%25"))
            assert got.status in (400, 404), f"{way}: {got.status}"


def large_things_are_refused(pith, scratch):
    with serving(pith, "--max-bytes", "1M", "--max-request", "2M") as server:
        assert server.extract(b"x" * 1000001).expect(413).error() == "too-large"
        assert server.extract(b"x" * 1000000).status == 200
        assert server.raw(head(server, "POST /v1/extract HTTP/1.1",
                               "Content-Length: 99999999999999")) == 413
        assert server.raw(head(server, "POST /v1/extract HTTP/1.1",
                               "Content-Length: 2000000",
                               "Expect: 100-continue")) == 413
        assert server.raw(head(server, f"GET /{'a' * 9000} HTTP/1.1")) == 414
        assert server.raw(head(server, f"GET /{'a' * 90000} HTTP/1.1")) == 414
        assert server.raw(head(server, "GET /healthz HTTP/1.1",
                               "X: " + "a" * 90000)) == 431
        many = [f"X{n}: {'a' * 50}" for n in range(2000)]
        assert server.raw(head(server, "GET /healthz HTTP/1.1", *many)) == 431
        chunk = "100000\r\n" + "x" * 0x100000 + "\r\n"
        assert server.raw(head(
            server, "POST /v1/extract HTTP/1.1", "Transfer-Encoding: chunked")
            + chunk * 2 + "0\r\n\r\n") == 413
        assert server.raw(head(
            server, "POST /v1/extract HTTP/1.1", "Content-Type: text/html",
            "Transfer-Encoding: chunked") + "5\r\n<p>hi\r\n0\r\n\r\n") == 200
        assert server.ask("GET", "/healthz").status == 200


def lengths_are_clear(pith, scratch):
    """What two readers could read in two ways is read in none."""
    odd = [("Content-Length: 5", "Content-Length: 6"),
           ("Content-Length: 5", "Content-Length: 5"),
           ("Content-Length: 5", "Transfer-Encoding: chunked"),
           ("Transfer-Encoding: chunked", "Transfer-Encoding: chunked"),
           ("Transfer-Encoding: gzip, chunked",),
           ("Transfer-Encoding: identity", "Content-Length: 5"),
           ("Content-Length: +5",), ("Content-Length: 5, 5",),
           ("Content-Length: 0x5",), ("Content-Length: ",),
           ("Content-Length: 99999999999999999999999999",)]
    with serving(pith) as server:
        for lengths in odd:
            got = server.raw(head(server, "POST /v1/extract HTTP/1.1",
                                  "Content-Type: text/html", *lengths)
                             + "hello")
            assert got in (400, 413), f"{lengths}: {got}"
        assert server.raw(head(
            server, "POST /v1/extract HTTP/1.1", "Content-Type: text/html",
            "Content-Length: 5") + "hello") == 200


def garbage_is_no_harm(pith, scratch):
    texts = ["\r\n" * 100, "\0" * 1000, "GET", "GET /\r\n\r\n", "x" * 70000,
             "GET / HTTP/9.9\r\n\r\n", "GET  /  HTTP/1.1\r\n\r\n",
             "POST /v1/extract HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
             "POST /v1/extract HTTP/1.1\r\nContent-Length: 5\r\n"
             "Content-Length: 6\r\n\r\nhello",
             "POST /v1/extract HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n"
             "zz\r\n", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"]
    with serving(pith, "--slow-time", "1s") as server:
        for text in texts:
            got = server.raw(text)
            assert got == 0 or got >= 400, f"{text[:40]!r}: {got}"
        server.patiently("GET", "/healthz")


def slow_clients_are_shut(pith, scratch):
    """A byte now and then, in the header or the body, or nothing at all."""
    def slow(number):
        start = head(server, "POST /v1/extract HTTP/1.1",
                     "Content-Length: 1000")
        start = start if number % 2 else start[:20]
        with server.dial() as wire:
            began = time.monotonic()
            with contextlib.suppress(OSError):
                wire.sendall(start.encode())
                while number < 6 and time.monotonic() - began < 20:
                    wire.sendall(b"a")
                    time.sleep(0.2)
            got = status_of(wire)
            return got in (0, 408) and time.monotonic() - began < 15
    with serving(pith, "--slow-time", "1s") as server:
        assert all(together(8, slow))
        assert server.metric("pith_http_rejected_total") >= 6
        server.patiently("POST", "/v1/extract", PAGE, HTML)


def slow_readers_are_shut(pith, scratch):
    """A client that asks for much and takes nothing of it."""
    page = b"<p>" + b"words and more words " * 500000
    # a sanitizer on a busy machine needs seconds to read the page
    slow = "5s" if os.environ.get("PITH_TEST_SIZE") == "small" else "1s"
    with serving(pith, "--slow-time", slow) as server:
        with socket.socket() as wire:
            wire.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            wire.connect(("127.0.0.1", server.port))
            wire.sendall(head(server, "POST /v1/extract?to=marked HTTP/1.1",
                              "Content-Type: text/html",
                              f"Content-Length: {len(page)}").encode() + page)
            until = time.monotonic() + 20
            while server.metric("pith_http_requests_in_flight") > 1:
                assert time.monotonic() < until, "it is still being served"
                time.sleep(0.1)
            wire.settimeout(20)
            got = 0
            with contextlib.suppress(ConnectionError):
                while piece := wire.recv(1 << 20):
                    got += len(piece)
        assert got < len(page), "it was all sent"
        server.patiently("POST", "/v1/extract", PAGE, HTML)


def connections_have_an_end(pith, scratch):
    with serving(pith, "--max-connections", "20") as server:
        held = [server.dial() for _ in range(40)]
        time.sleep(0.3)
        for wire in held:
            wire.close()
        time.sleep(0.3)
        assert server.ask("GET", "/healthz").status == 200


def one_address_has_an_end(pith, scratch):
    """Of one address only so many connections are taken."""
    with serving(pith, "--max-per-address", "5") as server:
        held = [server.dial() for _ in range(5)]
        assert server.raw(head(server, "GET /healthz HTTP/1.1")) == 0
        for wire in held:
            wire.close()
        until = time.monotonic() + 20
        while server.raw(head(server, "GET /healthz HTTP/1.1",
                              "Connection: close")) != 200:
            assert time.monotonic() < until, "places are not given back"


def mutations_are_no_harm(pith, scratch):
    """Requests with bytes changed, doubled and left out, always the same ones:
    each gets an answer or a closed connection."""
    chance = random.Random(6)
    with serving(pith, "--slow-time", "300ms") as server:
        good = head(server, "POST /v1/extract?to=json&url=http://a/ HTTP/1.1",
                    "Content-Type: application/json", "Content-Length: 60",
                    "Accept: text/html;q=0.5, */*", "Connection: close") + (
            '{"html":"<p>some \\u0416 words</p>","options":{"links":true}}')
        for _ in range(60 if testing.SMALL else 300):
            text = bytearray(good.encode())
            for _ in range(chance.randint(1, 6)):
                at = chance.randrange(len(text))
                kind = chance.randrange(4)
                if kind == 0:
                    text[at] = chance.randrange(256)
                elif kind == 1:
                    del text[at:at + chance.randint(1, 9)]
                elif kind == 2:
                    text[at:at] = text[at:at + chance.randint(1, 99)]
                else:
                    text[at:at] = chance.choice(
                        (b"%00", b"\r\n", b"{", b'"', b"\\u", b"..", b":"))
            with server.dial() as wire:
                wire.sendall(bytes(text))
                wire.shutdown(socket.SHUT_WR)
                status_of(wire)
        server.patiently("POST", "/v1/extract", PAGE, HTML)
        until = time.monotonic() + 20
        while server.metric("pith_http_requests_in_flight") > 1:
            assert time.monotonic() < until, "some are still in flight"


def answers_are_guarded(pith, scratch):
    """What a browser must know about an answer, also of a failure."""
    with serving(pith) as server:
        for got in (server.extract(PAGE, "?to=html"), server.ask("GET", "/x")):
            assert got.headers["X-Content-Type-Options"] == "nosniff"
            assert got.headers["Referrer-Policy"] == "no-referrer"
            assert "default-src 'none'" in \
                got.headers["Content-Security-Policy"]
            assert got.headers["Cache-Control"] == "no-store"
            assert got.headers["Cross-Origin-Resource-Policy"] == "same-origin"
            assert "Access-Control-Allow-Origin" not in got.headers
        assert "sandbox" in server.extract(
            PAGE, "?to=html").headers["Content-Security-Policy"]


def requests_are_logged(pith, scratch):
    """One line each, whatever is in the path, and never the token."""
    server = testing.Server(pith, "--log", "--token", "a-good-token")
    server.extract(PAGE, "?token=a-good-token").expect(200)
    server.ask("GET", "/x%0a%1b").expect(400)
    server.ask("GET", "/a%20b?token=a-bad-token").expect(401)
    code, said = server.stop()
    lines = said.splitlines()
    assert code == 0 and len(lines) == 4, said
    assert lines[0].startswith(
        f"pith: POST /v1/extract 200 {len(PAGE)} in "), lines[0]
    assert lines[1].startswith("pith: GET ? 400 0 in "), lines[1]
    assert lines[2].startswith("pith: GET /a b 401 0 in "), lines[2]
    assert "token" not in said


def start_fails_clearly(pith, scratch):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        pith("serve", "--listen", f"127.0.0.1:{port}").expect(
            3, "address already in use", "choose another port")
    pith("serve", "--listen", "192.0.2.1:0", "--token", "a-good-token").expect(
        3, "this machine does not have that address")
    for bad in ("nonsense", "127.0.0.1", "127.0.0.1:x", "127.0.0.1:70000",
                "example.org:80", "[::1:80", ""):
        pith("serve", "--listen", bad).expect(2, "bad address")
    pith("serve", "--listen", "0.0.0.0:0").expect(2, "set a token")
    pith("serve", "--token", "short").expect(2, "a token is")
    pith("serve", "--token-file", scratch / "none").expect(3)
    pith("serve", "--models", scratch / "no" / "such").expect(3)
    pith("serve", "page.html").expect(2, "takes no arguments")


def low_ports_need_permission(pith, scratch):
    """Where the system asks for one; as a user without rights."""
    rights = ["setpriv", "--reuid=65534", "--clear-groups",
              "--bounding-set=-all", "--inh-caps=-all"]
    try:
        done = subprocess.run(
            [*(rights if os.geteuid() == 0 else ()), pith.program, "serve",
             "--listen", "127.0.0.1:80"],
            stderr=subprocess.PIPE, timeout=5, check=False)
    except (subprocess.TimeoutExpired, FileNotFoundError):
        return "skipped"
    if b"permission denied" not in done.stderr:
        return "skipped"
    assert done.returncode == 3 and b"need no permission" in done.stderr
    return None


CASES = [foreign_names_are_refused, token_is_wanted, paths_lead_nowhere,
         large_things_are_refused, lengths_are_clear, garbage_is_no_harm,
         slow_clients_are_shut, slow_readers_are_shut, connections_have_an_end,
         one_address_has_an_end, mutations_are_no_harm, answers_are_guarded,
         requests_are_logged, start_fails_clearly,
         low_ports_need_permission]

if __name__ == "__main__":
    sys.exit(testing.main("serve guards", when_built(CASES)))  # threads
