#!/usr/bin/env python3
"""`serve`, `review` and `fetch` give up what they do not need, and keep it with
--no-sandbox: by what /proc says of the processes. What is refused inside is
tested by tests/unit/common/system/test_sandbox.c."""
import http.server
import pathlib
import re
import signal
import subprocess
import sys
import threading

import serve_testing as testing
from serve_testing import serving, when_built

CONFINED, OPEN = (1, 2), (0, 0)


def state(pid):
    """(no new privileges, mode of seccomp) of a process and of all its threads."""
    found = set()
    for status in pathlib.Path(f"/proc/{pid}/task").glob("*/status"):
        text = status.read_text()
        found.add(tuple(int(re.search(rf"^{name}:\s*(\d+)", text, re.M)[1])
                        for name in ("NoNewPrivs", "Seccomp")))
    assert len(found) == 1, found
    return found.pop()


def serve_is_confined(pith, scratch):
    for options, wanted in (((), CONFINED), (("--no-sandbox",), OPEN)):
        with serving(pith, *options) as server:
            server.extract(b"<p>Some words that make a page.").expect(200)
            got = state(server.process.pid)
            if got == OPEN and not options:
                return "skipped"  # this build or this kernel has none
            assert got == wanted, (options, got)
    return None


def review_is_confined(pith, scratch):
    (scratch / "pages").mkdir()
    (scratch / "pages/a.html").write_text("<p>Some words that make a page.")
    for options, wanted in (((), CONFINED), (("--no-sandbox",), OPEN)):
        process = subprocess.Popen(
            [pith.program, "review", "-q", scratch / "pages", *options],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        try:
            if not process.stdout.readline().startswith(b"http://127.0.0.1:"):
                return "skipped"
            got = state(process.pid)
            process.send_signal(signal.SIGTERM)
            said = process.communicate(timeout=60)[1]
        finally:
            process.kill()
            process.wait()
        if got == OPEN and not options:
            return "skipped"
        assert got == wanted and process.returncode == 0, (options, got, said)
        # the journal of the store is removed at the end, so its folder is open
        assert not list(scratch.glob("*.db-*")), list(scratch.iterdir())
    return None


class Ask(http.server.BaseHTTPRequestHandler):
    """Answers when it was noted in which state the one who asks is."""
    seen = []

    def do_GET(self):
        self.seen.append(state(self.server.client.pid))
        body = b"<p>Some words that make a page." if self.path != "/robots.txt" else b""
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def fetch_is_confined(pith, scratch):
    with http.server.HTTPServer(("127.0.0.1", 0), Ask) as server:
        url = f"http://localhost:{server.server_port}/"
        for options, wanted in (((), CONFINED), (("--no-sandbox",), OPEN)):
            out = scratch / f"out{len(options)}"
            Ask.seen.clear()
            server.client = subprocess.Popen(
                [pith.program, "fetch", "-q", "--allow-private", "--depth", "0", url,
                 "-o", out, "--warc", scratch / f"a{len(options)}.warc.gz", *options],
                stderr=subprocess.PIPE)
            threading.Thread(target=server.serve_forever, daemon=True).start()
            said = server.client.communicate(timeout=60)[1]
            server.shutdown()
            if OPEN in Ask.seen and not options:
                return "skipped"
            assert server.client.returncode == 0 and (out / "index.jsonl").exists(), said
            assert Ask.seen and set(Ask.seen) == {wanted}, (options, Ask.seen)
    return None


CASES = [serve_is_confined, review_is_confined, fetch_is_confined]

if __name__ == "__main__":
    sys.exit(testing.main("sandbox", when_built(CASES)))
