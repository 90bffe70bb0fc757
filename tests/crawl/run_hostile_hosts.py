#!/usr/bin/env python3
"""A list of 100 hosts, 20 of them hostile: 80 are done and 20 explained, each in
words of its own. One host can never end a run over many."""
import contextlib
import socket
import struct
import threading

import crawl_testing as t
from crawl_server import Server, page

PAGE = page("A story", "Some words that make a page. " * 20)


def answering(raw, reset=False):
    """A server that answers robots.txt with 404 and all else with bytes."""
    listener = socket.create_server(("127.0.0.1", 0))

    def serve():
        with contextlib.suppress(OSError):
            while True:
                wire, _ = listener.accept()
                with wire, contextlib.suppress(OSError):
                    wire.settimeout(5)
                    asked = wire.recv(65536)
                    if b"robots.txt" in asked:
                        wire.sendall(b"HTTP/1.1 404 No\r\nContent-Length: 0\r\n"
                                     b"Connection: close\r\n\r\n")
                        continue
                    if reset:
                        wire.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER,
                                        struct.pack("ii", 1, 0))
                    else:
                        wire.sendall(raw)
    threading.Thread(target=serve, daemon=True).start()
    return listener


def refused():
    with socket.create_server(("127.0.0.1", 0)) as closed:
        return f"http://127.0.0.1:{closed.getsockname()[1]}/"


OK = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n"
# What is answered, and a word of the explanation.
HOSTILE = [
    (b"HTTP/1.1 200 OK\r\nX: " + b"x" * 103000 + b"\r\n\r\n", "longer than 100 KB"),
    (b"HTTP/1.1 200 OK\r\n" + b"X: %s\r\n" % (b"x" * 900) * 200, "too-large"),
    (b"", "without a word"),
    (OK + b"Content-Length: 5000\r\n\r\nshort", "before the page did"),
    (b"hello\r\n\r\n" * 10, "not HTTP"),
    (b"HTTP/1.1 xyz\r\n\r\n", "not HTTP"),
    (b"HTTP/7.1 200 OK\r\n\r\n", "not HTTP"),
    (b"HTTP/1.1 503 No\r\nContent-Length: 0\r\n\r\n", "503"),
    (OK + b"Content-Length: 3\r\nContent-Length: 9\r\n\r\nx", ""),
    (OK + b"Content-Encoding: gzip\r\n\r\nno gzip", "compressed"),
    (OK + b"Content-Encoding: x\r\n\r\nx", "compressed"),
    (OK + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n", "broke"),
    (OK + b"Transfer-Encoding: chunked\r\n\r\n5\r\nab", ""),
    (b"HTTP/1.1 500 No\r\nContent-Length: 0\r\n\r\n", "500"),
    (b"HTTP/1.1 404 No\r\nContent-Length: 0\r\n\r\n", "404"),
    (b"HTTP/1.1 200 OK\r\nContent-Type: image/png\r\n\r\n\x89PNG\r\n\x1a\n\0\0", ""),
    (b"HTTP/1.1 302 X\r\nLocation: gopher://x/\r\nContent-Length: 0\r\n\r\n", ""),
]


def eighty_of_a_hundred(pith, scratch):
    listeners = [answering(raw) for raw, _ in HOSTILE] + [answering(b"", True)]
    bad = [f"http://127.0.0.1:{one.getsockname()[1]}/" for one in listeners]
    bad += [refused(), "http://no-such-host.invalid/"]
    words = [word for _, word in HOSTILE] + ["broke", "refused", "no such host"]
    assert len(bad) == 20
    with contextlib.ExitStack() as stack:
        good = [stack.enter_context(Server(lambda request: request.say(PAGE)))
                .url("/") for _ in range(80)]
        urls = [url for n, url in enumerate(good)]
        for n, url in enumerate(bad):
            urls.insert(n * 5, url)
        done = pith(*urls, *t.QUICK, "-t", "json", "-q")
    for one in listeners:
        one.close()
    assert done.code == 1, (done.code, done.err[-2000:])
    extra = [r for r in done.records() if "Some words" not in r["text"]]
    assert len(done.records()) == 80, extra
    lines = done.err.splitlines()
    for url, word in zip(bad, words):
        said = [line for line in lines if url in line]
        assert said and word in said[0], (url, word, said)
    assert "out of memory" not in done.err


CASES = [eighty_of_a_hundred]

if __name__ == "__main__":
    t.main("hostile hosts", t.when_built(CASES))
