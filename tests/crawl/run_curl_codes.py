#!/usr/bin/env python3
"""Each way in which a server can fail a transfer, provoked on loopback: its own
words, its own result, and whether the next run asks again. The codes of libcurl
that no server can provoke with our options are in
tests/unit/common/web/test_transfer_reason.c."""
import concurrent.futures
import contextlib
import os
import shutil
import signal
import socket
import ssl
import struct
import subprocess
import threading
import time

import crawl_testing as t
from run_hostile_hosts import OK, refused
from run_tls import certificate

NO_ROBOTS = b"HTTP/1.1 404 No\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
H2_SETTINGS = b"\0\0\0\4\0\0\0\0\0"


def h2_frame(kind, stream, body, flags=0):
    return struct.pack(">I", len(body))[1:] + bytes((kind, flags)) + \
        struct.pack(">I", stream) + body


def say(raw, hold=False):
    """Answer bytes, then close, or say nothing more until the client gives up."""
    def act(wire):
        wire.sendall(raw)
        if hold:
            with contextlib.suppress(OSError):
                wire.settimeout(30)
                wire.recv(1)
    return act


def read_request_h2(wire):
    """Read frames until the request is there. The client may send its settings
    first and the request later; an answer in between is about no stream, and
    another error."""
    data = b""
    while not data.endswith(b"\r\n\r\nSM\r\n\r\n"):
        data += wire.recv(1) or b"\r\n\r\nSM\r\n\r\n"
    head = b"."
    while head and head[3:4] != b"\1":
        head = read_exactly(wire, 9)
        read_exactly(wire, int.from_bytes(head[:3], "big"))


def read_exactly(wire, count):
    data = b""
    while len(data) < count:
        part = wire.recv(count - len(data))
        if not part:
            return b""
        data += part
    return data


def reset(wire):
    wire.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


def reset_when_greeted(wire):
    wire.recv(65536)
    reset(wire)


def reset_in_body(wire):
    wire.sendall(OK + b"Content-Length: 100000\r\n\r\nsome words")
    time.sleep(.2)
    reset(wire)


class Provoker:
    """A listener that answers robots.txt with 404, all else by `act`. With
    `first`, act() gets the connection before any byte is read."""

    def __init__(self, act, first=False, tls=None):
        self.act, self.first, self.tls = act, first, tls
        self.listener = socket.create_server(("127.0.0.1", 0))
        threading.Thread(target=self.serve, daemon=True).start()

    def url(self, scheme):
        return f"{scheme}://127.0.0.1:{self.listener.getsockname()[1]}/"

    def serve(self):
        with contextlib.suppress(OSError):
            while True:
                wire, _ = self.listener.accept()
                wire.settimeout(5)
                threading.Thread(target=self.answer, args=(wire,), daemon=True).start()

    def answer(self, wire):
        with contextlib.suppress(OSError), contextlib.ExitStack() as stack:
            stack.enter_context(wire)
            if self.first:
                self.act(wire)
                return
            if self.tls:
                wire = stack.enter_context(self.tls.wrap_socket(wire, server_side=True))
            if b"robots.txt" in wire.recv(65536):
                wire.sendall(NO_ROBOTS)
                return
            self.act(wire)


def tls_context(context, **wanted):
    for name, value in wanted.items():
        setattr(context, name, value)
    return context


# cause: (what the server does, the result, a word of the reason, tried again)
PLAIN = {
    "another-http": (say(b"HTTP/7.1 200 OK\r\n\r\n"), "failed", "not HTTP/1 or HTTP/2", False),
    "no-status": (say(b"HTTP/1.1 xyz\r\n\r\n"), "failed", "not HTTP/1 or HTTP/2", False),
    "no-http": (say(b"hello\r\n\r\n" * 10), "failed", "not HTTP", False),
    "negative-length": (say(OK + b"Content-Length: -5\r\n\r\nx"), "failed", "not HTTP (", False),
    "partial": (say(OK + b"Content-Length: 5000\r\n\r\nshort"), "truncated", "ended before the page did", True),
    "chunk-cut": (say(OK + b"Transfer-Encoding: chunked\r\n\r\n5\r\nab"), "truncated", "before the page", True),
    "chunk-size": (say(OK + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n"), "failed", "broke while the answer came", True),
    "head-large": (say(b"HTTP/1.1 200 OK\r\n" + b"X: %s\r\n" % (b"x" * 900) * 200), "too-large", "", False),
    "head-line": (say(b"HTTP/1.1 200 OK\r\nX: " + b"x" * 103000 + b"\r\n\r\n"), "failed", "longer than 100 KB", True),
    "body-large": (say(OK + b"\r\n" + b"<p>words</p>" * 20000), "too-large", "", False),
    "no-page": (say(b"HTTP/1.1 200 OK\r\nContent-Type: image/png\r\n\r\n\x89PNG\r\n"), "not-a-page", "", False),
    "no-head": (say(b"", hold=True), "too-slow", "took too long", True),
    "body-stalls": (say(OK + b"Content-Length: 90\r\n\r\n<p>", hold=True), "too-slow", "took too long", True),
    "silent": (say(b""), "truncated", "closed the connection without a word", True),
    "reset": (reset, "failed", "broke", True),
    "reset-in-body": (reset_in_body, "failed", "broke", True),
    "no-gzip": (say(OK + b"Content-Encoding: gzip\r\n\r\nno gzip"), "packing", "compressed in a way", False),
    "gzip-twice": (say(OK + b"Content-Encoding: gzip, gzip, gzip\r\n\r\nx"), "packing", "", False),
    "unknown-packing": (say(OK + b"Content-Encoding: x\r\n\r\nx"), "packing", "compressed in a way", False),
    "status-404": (say(b"HTTP/1.1 404 No\r\nContent-Length: 0\r\n\r\n"), "status", "", False),
    "status-429": (say(b"HTTP/1.1 429 No\r\nContent-Length: 0\r\n\r\n"), "status", "", True),
    "status-503": (say(b"HTTP/1.1 503 No\r\nContent-Length: 0\r\n\r\n"), "status", "", True),
    "redirect-loop": (say(b"HTTP/1.1 302 X\r\nLocation: /\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"),
                      "too-many-redirects", "", False),
    "redirect-gopher": (say(b"HTTP/1.1 302 X\r\nLocation: gopher://x/\r\nContent-Length: 0\r\n\r\n"),
                        "bad-redirect", "", False),
}
# Before robots.txt: nothing may be requested, and the reason is that of the file.
HANDSHAKE = {
    "no-tls": (say(b"HTTP/1.1 400 No\r\n\r\n"), "encrypted connection could not be made", True),
    "tls-closed": (say(b""), "encrypted connection", True),
    "tls-reset": (reset_when_greeted, "encrypted connection", True),
}


def check(pith, folder, url, wanted, env=None):
    """Only what waits for the end of time has little of it: on a busy machine a
    second is not enough for the others."""
    result, word, again = wanted
    done = pith("fetch", url, "-o", folder, "-q", "--depth", "0", "--allow-private", "--delay", "0",
                "--max-time", "1s" if result == "too-slow" else "30s", "--max-bytes", "100k", env=env)
    assert done.code == 1, (url, done.code, done.err)
    assert word in done.err, (word, done.err)
    assert "out of memory" not in done.err
    lines, _ = t.index(folder)
    line, = lines.values()
    assert line["result"] == result, (folder.name, line)
    assert line.get("retry", False) == again, (folder.name, line)


def check_all(pith, jobs):
    """(folder, url, wanted, environment), a few at a time: most of them wait."""
    with concurrent.futures.ThreadPoolExecutor(6) as pool:
        for job in [pool.submit(check, pith, *job) for job in jobs]:
            job.result()


def plain_answers(pith, scratch):
    makers = {name: Provoker(row[0]) for name, row in PLAIN.items()}
    check_all(pith, [(scratch / name, maker.url("http"), PLAIN[name][1:]) for name, maker in makers.items()])


def no_connection(pith, scratch):
    """robots.txt cannot be read: nothing is requested, and the next run asks."""
    check_all(pith, [
        (scratch / "refused", refused(), ("robots", "connection was refused", True)),
        (scratch / "name", "http://no-such-host.invalid/", ("robots", "no such host", True)),
        (scratch / "busy", Provoker(say(NO_ROBOTS.replace(b"404", b"503")), first=True).url("http"),
         ("robots", "the server answers 503", True))])


def handshakes(pith, scratch):
    check_all(pith, [(scratch / name, Provoker(act, first=True).url("https"), ("robots", word, again))
                     for name, (act, word, again) in HANDSHAKE.items()])


def environment(file):
    return {**os.environ, "SSL_CERT_FILE": str(file)}


def certificates(pith, scratch):
    trusted, context = certificate(scratch / "c")
    _, other = certificate(scratch / "other")
    elsewhere, named = certificate(scratch / "named", name="DNS:elsewhere.example")
    weak = tls_context(certificate(scratch / "weak")[1], maximum_version=ssl.TLSVersion.TLSv1_2)
    weak.set_ciphers("NULL:eNULL@SECLEVEL=0")
    invalid = "certificate is not valid for this host"
    check_all(pith, [
        (scratch / "unknown", Provoker(say(OK), tls=other).url("https"), ("robots", invalid, True), environment(trusted)),
        (scratch / "named-", Provoker(say(OK), tls=named).url("https"), ("robots", invalid, True), environment(elsewhere)),
        (scratch / "cipher", Provoker(say(OK), tls=weak).url("https"), ("robots", "encrypted connection", True),
         environment(trusted)),
        (scratch / "no-file", Provoker(say(OK), tls=context).url("https"),
         ("robots", "file of certificates cannot be read", True), environment(scratch / "none"))])


def http2(pith, scratch):
    """Frames by hand: a server that says goodbye too early, one that ends or
    refuses the stream, data of no stream, a header that cannot be unpacked."""
    trusted, context = certificate(scratch / "c")
    context.set_alpn_protocols(["h2"])
    rows = {
        "goodbye": (h2_frame(7, 0, struct.pack(">II", 0, 2)), "breaks the rules of HTTP/2"),
        "stream": (h2_frame(3, 1, struct.pack(">I", 2)), "ended a stream of HTTP/2"),
        "refused": (h2_frame(3, 1, struct.pack(">I", 7)), "broke while the answer came"),
        "data": (h2_frame(0, 0, b"x" * 9), "without a word"),
        "packing": (h2_frame(1, 1, b"\xff" * 20, 4), "without a word"),
    }

    def act(raw):
        def answer(wire):
            with context.wrap_socket(wire, server_side=True) as inner:
                read_request_h2(inner)
                inner.sendall(H2_SETTINGS + raw)
                with contextlib.suppress(OSError):
                    while inner.recv(65536):
                        pass
        return answer
    check_all(pith, [(scratch / name, Provoker(act(raw), first=True).url("https"), ("robots", word, True),
                      environment(trusted)) for name, (raw, word) in rows.items()])


def interrupt(pith, scratch):
    """Ctrl-C while an answer is awaited: exit 130, nothing indexed."""
    asked = threading.Event()

    def wait(wire):
        asked.set()
        say(b"", hold=True)(wire)
    maker = Provoker(wait)
    run = subprocess.Popen([pith.program, "fetch", maker.url("http"), "-o", scratch / "d", "--allow-private", "--delay", "0",
                            "--max-time", "20s"], stderr=subprocess.PIPE, stdout=subprocess.DEVNULL)
    assert asked.wait(60), "no request came"
    run.send_signal(signal.SIGINT)
    run.communicate(timeout=20)
    assert run.returncode == 130, run.returncode


CASES = [plain_answers, no_connection, handshakes, interrupt]
if shutil.which("openssl"):
    CASES += [certificates, http2]

if __name__ == "__main__":
    t.main("codes of libcurl", t.when_built(CASES))
