#!/usr/bin/env python3
"""Whatever is sent to `pith serve` and `pith review`, every request that begins
is ended: after thousands of requests of 200 kinds (raw_requests.py) nothing is in
flight, descriptors and memory are back where they were, and the server stops at
once. PITH_RAW_REQUESTS=10000 is the long form."""
import contextlib
import json
import os
import pathlib
import re
import signal
import socket
import subprocess
import sys
import time

import raw_requests
import serve_testing as testing
from serve_testing import serving, when_built

MOST = int(os.environ.get("PITH_RAW_REQUESTS", "1500"))


def send(port, raw, how):
    """One request; what the answer begins with, empty for none."""
    with socket.create_connection(("127.0.0.1", port), 10) as wire:
        with contextlib.suppress(OSError):
            wire.sendall(raw)
            if how == "send":
                wire.shutdown(socket.SHUT_WR)
                return wire.recv(64)
    return b""


def send_all(port, count):
    kinds = raw_requests.kinds(port)
    assert len(kinds) >= 200, len(kinds)
    for n in range(count):
        send(port, *kinds[n % len(kinds)][1:])


def descriptors(pid):
    return len(list(pathlib.Path(f"/proc/{pid}/fd").iterdir()))


def until(ask, what):
    for _ in range(200):
        if ask():
            return
        time.sleep(0.05)
    raise AssertionError(what)


def growth(server, count):
    """KB that the server holds more after that many requests."""
    pid = server.process.pid
    memory, files = server.rss(), descriptors(pid)
    send_all(server.port, count)
    # The one that asks is in flight itself.
    until(lambda: server.metric("pith_http_requests_in_flight") <= 1,
          "requests stay in flight")
    until(lambda: descriptors(pid) <= files + 1, "descriptors stay open")
    return server.rss() - memory


def nothing_is_left_in_serve(pith, scratch):
    """The allocator may take another page for itself now and then; what leaks
    grows each time."""
    with serving(pith) as server:
        growth(server, 1600)  # warm: pools, arenas, the first of each kind
        grown = [growth(server, MOST)]
        while grown[-1] > 1024 and len(grown) < 3:
            grown.append(growth(server, MOST))
        assert grown[-1] <= 1024, f"{grown} KB more after {MOST} requests each"
        server.extract(b"<p>It still works.").expect(200)
        code, said = server.stop()
        assert code == 0 and "not finished" not in said, (code, said)


def arguments_that_overflow_are_ended(pith, scratch):
    """libmicrohttpd, which was used before, dropped these without a word."""
    with serving(pith) as server:
        many = "&".join(map(str, range(900)))
        for _ in range(20):
            server.raw(f"GET /?{many} HTTP/1.1\r\nHost: x\r\n\r\n", 5)
        until(lambda: server.metric("pith_http_requests_in_flight") <= 1,
              "a dropped request stays in flight")


def lines_that_can_be_read_in_two_ways(pith, scratch):
    """Refused, and the connection is closed: the rest is no second request."""
    with serving(pith) as server:
        inner = "GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n"
        for line in (f"Content-Length : {len(inner)}", "Transfer-Encoding : chunked",
                     "X(Y: 1", "X: a\x01b", "X: a\n", "X: a\nY: b", "X: a\r\n b",
                     " X: a", "X: a\r", "X: a\rb", "Content-Length: +3",
                     "Content-Length: 3, 3", "X", ": a"):
            head = (f"POST /v1/extract HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n"
                    f"{line}\r\n\r\n{inner}")
            with server.dial(10) as wire:
                wire.sendall(head.encode("latin-1"))
                got = b""
                while piece := wire.recv(65536):
                    got += piece
            assert got.startswith(b"HTTP/1.1 400"), (line, got[:80])
            assert got.count(b"HTTP/1.1 ") == 1, (line, got)
            explained(line, got)


def explained(what, got):
    """A refusal is one header block and one JSON object."""
    head, body = got.split(b"\r\n\r\n", 1)
    assert b"application/json" in head and b"Connection: close" in head, (what, got)
    assert json.loads(body)["error"]["code"], (what, got)


def refusals_are_json(pith, scratch):
    """Of every kind, also of those that are refused before a header is read."""
    with serving(pith) as server:
        for name, raw, how in raw_requests.kinds(server.port):
            if how != "send":
                continue
            with server.dial(10) as wire:
                with contextlib.suppress(OSError):
                    wire.sendall(raw)
                    wire.shutdown(socket.SHUT_WR)
                got = b""
                with contextlib.suppress(ConnectionError):
                    while piece := wire.recv(65536):
                        got += piece
            if got.startswith(b"HTTP/1.1 4") and b"Connection: close" in got:
                explained(name, got)
            assert not got or got.startswith(b"HTTP/1.1 "), (name, got[:80])


def review_ends_them_too(pith, scratch):
    folder = scratch / "pages"
    folder.mkdir()
    (folder / "a.html").write_text("<p>Some words that make a page.")
    process = subprocess.Popen(
        [pith.program, "review", folder, "--store", scratch / "s.db"],
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    try:
        found = re.search(rb"http://127\.0\.0\.1:(\d+)", process.stdout.readline())
        if not found:
            return "skipped"
        port = int(found[1])
        send_all(port, 400)
        files = descriptors(process.pid)
        send_all(port, MOST // 3)
        until(lambda: descriptors(process.pid) <= files + 1, "descriptors")
        process.send_signal(signal.SIGTERM)
        said = process.communicate(timeout=30)[1].decode()
        assert process.returncode == 0 and "not finished" not in said, said
    finally:
        process.kill()
        process.wait()


CASES = [arguments_that_overflow_are_ended, lines_that_can_be_read_in_two_ways,
         refusals_are_json,
         nothing_is_left_in_serve, review_ends_them_too]

if __name__ == "__main__":
    sys.exit(testing.main("raw requests", when_built(CASES)))
