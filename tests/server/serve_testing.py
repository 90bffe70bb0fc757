"""What the scripts of this folder share: a server of the program under test,
and clients for it."""
import contextlib
import http.client
import importlib.util
import json
import pathlib
import re
import signal
import socket
import subprocess
import threading

HERE = pathlib.Path(__file__).resolve().parent
_spec = importlib.util.spec_from_file_location(
    "site_testing", HERE.parent / "site" / "site_testing.py")
site_testing = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(site_testing)
main, DATA, ROOT, SMALL = (site_testing.main, site_testing.DATA,
                           site_testing.ROOT, site_testing.SMALL)

HTML = {"Content-Type": "text/html"}
JSON = {"Content-Type": "application/json"}
LINES = {"Content-Type": "application/x-ndjson"}


class Answer:
    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body

    def json(self):
        return json.loads(self.body)

    def error(self):
        """The code of a failure."""
        assert self.headers["Content-Type"] == "application/json", self.headers
        error = self.json()["error"]
        assert error["message"], error
        return error["code"]

    def expect(self, status):
        assert self.status == status, \
            f"{self.status}, not {status}: {self.body[:300]!r}"
        return self


class Server:
    """`pith serve` on a free port."""
    LISTEN = "127.0.0.1:0"

    def __init__(self, pith, *arguments):
        self.process = subprocess.Popen(
            [pith.program, "serve", "--listen", self.LISTEN,
             *map(str, arguments)],
            stdin=subprocess.DEVNULL, stderr=subprocess.PIPE)
        first = self.process.stderr.readline().decode()
        found = re.search(r"http://[\d.]+:(\d+)", first)
        assert found, f"no address: {first!r}"
        self.port = int(found[1])

    def connect(self, timeout=60):
        return http.client.HTTPConnection("127.0.0.1", self.port,
                                          timeout=timeout)

    def ask(self, method, path, body=None, headers=(), connection=None):
        own = connection or self.connect()
        try:
            own.request(method, path, body, dict(headers))
            got = own.getresponse()
            return Answer(got.status, got.headers, got.read())
        finally:
            if not connection:
                own.close()

    def extract(self, html, query="", **headers):
        return self.ask("POST", "/v1/extract" + query, html,
                        HTML | {k.replace("_", "-"): v
                                for k, v in headers.items()})

    def dial(self, timeout=60):
        """A bare socket."""
        return socket.create_connection(("127.0.0.1", self.port), timeout)

    def raw(self, text, timeout=60):
        """The status of what is answered to these bytes, 0 for nothing."""
        with self.dial(timeout) as wire:
            with contextlib.suppress(OSError):
                wire.sendall(text.encode("latin-1"))
            return status_of(wire)

    def patiently(self, *request):
        """The answer to a request that must be answered, but may come too
        slowly from a busy machine for a server that shuts slow clients."""
        for _ in range(50):
            with contextlib.suppress(OSError, http.client.HTTPException):
                answer = self.ask(*request)
                if answer.status != 408:
                    return answer.expect(200)
        raise AssertionError("no answer")

    def metric(self, name, label=""):
        """The sum of a metric over its labels, or over those with a word."""
        text = self.patiently("GET", "/metrics").body.decode()
        return sum(float(line.rsplit(" ", 1)[1]) for line in text.splitlines()
                   if re.match(rf"{name}[{{ ]", line) and label in line)

    def rss(self):
        """Kilobytes in memory."""
        text = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+)", text)[1])

    def end(self):
        """Wait until it has ended; the exit code and what it said."""
        if self.process.stderr.closed:
            return self.process.returncode, ""
        said = self.process.communicate(timeout=60)[1].decode()
        return self.process.returncode, said

    def stop(self):
        """Ask it to end; the exit code and what it said."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        return self.end()


def status_of(wire):
    """The status of an answer on a socket, 0 when it was closed."""
    got = b""
    with contextlib.suppress(OSError):
        while b"\r\n" not in got:
            piece = wire.recv(4096)
            if not piece:
                break
            got += piece
    found = re.match(rb"HTTP/1\.1 (\d+)", got)
    return int(found[1]) if found else 0


@contextlib.contextmanager
def serving(pith, *arguments, kind=Server):
    server = kind(pith, *arguments)
    try:
        yield server
        code, said = server.stop()
        assert code == 0, f"exit {code}: {said}"
    finally:
        if server.process.poll() is None:
            server.process.kill()
            server.process.communicate()


def built_with_server(pith):
    done = pith("serve", "--listen", "127.0.0.1:99999")
    probe = subprocess.Popen([pith.program, "serve", "--listen", "127.0.0.1:0"],
                             stderr=subprocess.PIPE)
    first = probe.stderr.readline()
    probe.terminate()
    probe.communicate()
    assert done.code == 2, done.err
    return b"built without" not in first


def when_built(cases):
    """The cases, each skipped where the program has no server."""
    def wrap(case):
        def wrapped(pith, scratch):
            return case(pith, scratch) if built_with_server(pith) else "skipped"
        wrapped.__name__ = case.__name__
        return wrapped
    return [wrap(case) for case in cases]


def together(count, work):
    """Run work(0) .. work(count - 1) in threads; their results in order."""
    results = [None] * count

    def run(number):
        try:
            results[number] = work(number)
        except Exception as error:  # raised where the results are read
            results[number] = error
    threads = [threading.Thread(target=run, args=(n,)) for n in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


def sample_pages(count):
    """Real pages, small and large; the demo page alone without data."""
    pages = sorted((DATA / "single" / "train").rglob("*.html"))
    pages = pages[::max(1, len(pages) // count)][:count]
    return [ROOT / "examples/demo/page.html", *pages]


def lines(pages):
    """Pages by name as lines of JSON."""
    return "".join(json.dumps({"id": name, "html": html}) + "\n"
                   for name, html in pages.items()).encode()
