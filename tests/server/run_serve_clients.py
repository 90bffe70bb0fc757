#!/usr/bin/env python3
"""`pith serve` for clients of all kinds: on every address, behind probes, with
packed bodies, from pages of other origins, by token, handed its socket."""
import gzip
import http.server
import json
import os
import socket
import subprocess
import sys
import threading
import zlib

import serve_testing as testing
from serve_testing import HTML, JSON, ROOT, Server, serving, together, when_built

PAGE = (ROOT / "examples/demo/page.html").read_bytes()
TOKEN = {"Authorization": "Bearer a-good-token"}


class OpenServer(Server):
    """On every address of the machine."""
    LISTEN = "0.0.0.0:0"


def every_address_is_its_own(pith, scratch):
    """The example of the help: --listen 0.0.0.0 with a token."""
    with serving(pith, "--token", "a-good-token", kind=OpenServer) as server:
        ours = ("127.0.0.1", "localhost", "192.0.2.7", "[::1]",
                socket.gethostname(), "0.0.0.0")
        for name in ours:
            for host in (name, f"{name}:{server.port}", f"{name}:9"):
                got = server.ask("GET", "/v1/models", headers=TOKEN | {"Host": host})
                assert got.status == 200, f"{host}: {got.body}"
        for host in ("evil.example", "127.0.0.1.evil.example", "[evil]"):
            got = server.ask("GET", "/v1/models", headers=TOKEN | {"Host": host})
            assert got.expect(403).error() == "foreign-host", host
            assert "--allow-host" in got.json()["error"]["remedy"]
        for origin, status in (("http://localhost", 200),
                               ("http://192.0.2.9", 403),
                               ("https://localhost", 403)):
            got = server.ask("GET", "/v1/models", headers=TOKEN | {
                "Host": "localhost", "Origin": origin})
            assert got.status == status, f"{origin}: {got.body}"


def probes_are_always_answered(pith, scratch):
    with serving(pith, "--token", "a-good-token") as server:
        for path in ("/healthz", "/readyz"):
            for host in ("evil.example", "10.0.0.7:8080", "lb"):
                got = server.ask("GET", path, headers={"Host": host})
                assert got.expect(200).json()["status"] == "ok"
            assert server.raw(f"GET {path} HTTP/1.0\r\n\r\n") == 200


def packers():
    """Name, pack and unpack of each coding that can be tried here."""
    found = {"gzip": (gzip.compress, gzip.decompress)}
    for name, module in (("br", "brotli"), ("zstd", "zstandard")):
        try:
            library = __import__(module)
        except ImportError:
            continue
        found[name] = (library.compress, library.decompress)
    return found


def packed_by_programs(coding, body):
    """The same by the command of that name, where there is one."""
    command = {"zstd": ["zstd", "-qc"], "br": ["brotli", "-c"]}[coding]
    try:
        return subprocess.run(command, input=body, capture_output=True,
                              check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return None


def packed_requests_are_read(pith, scratch):
    """W9: gzip was answered 200 with mojibake."""
    with serving(pith) as server:
        wanted = server.extract(PAGE).expect(200).body
        bodies = {"gzip": gzip.compress(PAGE), "x-gzip": gzip.compress(PAGE),
                  "deflate": zlib.compress(PAGE), "identity": PAGE,
                  "GZIP": gzip.compress(PAGE)}
        for coding in ("br", "zstd"):
            body = packed_by_programs(coding, PAGE)
            if body:
                bodies[coding] = body
        for coding, body in bodies.items():
            got = server.extract(body, Content_Encoding=coding).expect(200)
            assert got.body == wanted, coding
        for coding in ("compress", "gzip, gzip", "gzip, br", "nonsense"):
            got = server.extract(PAGE, Content_Encoding=coding).expect(415)
            assert got.error() == "unsupported-coding", coding
            assert "gzip" in got.headers["Accept-Encoding"]
        for coding in ("gzip", "br", "zstd", "deflate"):
            for body in (PAGE, bodies["gzip"][:-9] if coding == "gzip" else b"\xff"):
                got = server.extract(body, Content_Encoding=coding)
                assert got.expect(400).error() == "unsupported-coding", coding


def bombs_are_refused(pith, scratch):
    """10 MB in 10 KB, against a limit of 1 MB; and the memory is given back."""
    bomb = gzip.compress(b"x" * 10_000_000)
    with serving(pith, "--max-bytes", "1M") as server:
        for _ in range(5):
            got = server.extract(bomb, Content_Encoding="gzip").expect(413)
            assert got.error() == "too-large"
        fits = gzip.compress(b"x" * 1_000_000)
        server.extract(fits, Content_Encoding="gzip").expect(200)
        server.extract(gzip.compress(b"x" * 1_000_001),
                       Content_Encoding="gzip").expect(413)
        assert server.metric("pith_http_held_bytes") < 1000


def answers_are_packed(pith, scratch):
    with serving(pith) as server:
        plain = server.extract(PAGE, "?to=json").expect(200)
        assert "Content-Encoding" not in plain.headers
        assert plain.headers["Vary"] == "Accept-Encoding"
        for coding, (_, unpack) in packers().items():
            got = server.extract(PAGE, "?to=json", Accept_Encoding=coding)
            assert got.expect(200).headers["Content-Encoding"] == coding
            assert len(got.body) < len(plain.body)
            assert unpack(got.body) == plain.body, coding
        for accept, wanted in (("gzip;q=0.5, identity", "gzip"), ("", None),
                               ("gzip;q=0", None), ("identity", None),
                               ("*;q=0", None), ("x, y", None),
                               ("zstd;q=0, br;q=0, *;q=0.1", "gzip"),
                               ("br;q=0.1, gzip;q=0.2", "gzip")):
            got = server.extract(PAGE, "?to=json", Accept_Encoding=accept)
            assert got.headers["Content-Encoding"] == wanted, accept
        small = server.extract(b"<p>few words", Accept_Encoding="gzip")
        assert "Content-Encoding" not in small.expect(200).headers


def other_origins_by_option(pith, scratch):
    app = {"Origin": "https://app.example"}
    ask = {"Access-Control-Request-Method": "POST",
           "Access-Control-Request-Headers": "content-type"}
    with serving(pith, "--allow-origin", "https://app.example", "--token",
                 "a-good-token") as server:
        got = server.ask("OPTIONS", "/v1/extract", headers=app | ask).expect(204)
        assert got.headers["Access-Control-Allow-Origin"] == app["Origin"]
        assert "POST" in got.headers["Access-Control-Allow-Methods"]
        assert "Authorization" in got.headers["Access-Control-Allow-Headers"]
        got = server.extract(PAGE, **app, **TOKEN).expect(200)
        assert got.headers["Access-Control-Allow-Origin"] == app["Origin"]
        assert "Origin" in got.headers["Vary"]
        assert got.headers["Cross-Origin-Resource-Policy"] == "cross-origin"
        got = server.extract(PAGE, **app).expect(401)  # its page can read why
        assert got.headers["Access-Control-Allow-Origin"] == app["Origin"]
        for origin in ("https://evil.example", "null", "http://app.example"):
            got = server.extract(PAGE, Origin=origin, **TOKEN).expect(403)
            assert got.error() == "foreign-origin"
            assert "Access-Control-Allow-Origin" not in got.headers
            server.ask("OPTIONS", "/v1/extract",
                       headers={"Origin": origin} | ask).expect(403)
    with serving(pith) as server:
        server.ask("OPTIONS", "/v1/extract", headers=app | ask).expect(403)


def tokens_have_a_rate(pith, scratch):
    """So many at once, each token for itself."""
    file = scratch / "tokens"
    file.write_text("# ours\na-good-token\nanother-token\n")
    with serving(pith, "--token-file", file, "--rate", "3") as server:
        def ask(token):
            return server.ask("GET", "/v1/models", headers={
                "Authorization": "Bearer " + token})
        seen = [ask("a-good-token") for _ in range(40)]
        counts = {status: sum(s.status == status for s in seen)
                  for status in (200, 429)}
        assert counts[200] >= 3 and counts[429] >= 1, counts
        late = next(s for s in seen if s.status == 429)
        assert late.error() == "too-many-requests"
        assert late.headers["Retry-After"]
        assert ask("another-token").status == 200
        assert ask("no-such-token").status == 401
        assert all(server.ask("GET", "/healthz").status == 200
                   for _ in range(10))
    for text, why in (("short\n", "a token is"), ("\n# none\n", "no token"),
                      ("a-good-token\nshort\n", "token 2"),
                      ("".join(f"a-good-token-{n}\n" for n in range(65)),
                       "more than 64")):
        file.write_text(text)
        pith("serve", "--token-file", file).expect(2, why)


def socket_is_handed_over(pith, scratch):
    """As systemd does it: descriptor 3, LISTEN_FDS and LISTEN_PID."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        port = listener.getsockname()[1]
        start = ('exec 3<&"$1"; export LISTEN_FDS=1 LISTEN_PID=$$; '
                 'exec "$2" serve --listen 127.0.0.1:1')
        process = subprocess.Popen(
            ["bash", "-c", start, "-", str(listener.fileno()), pith.program],
            pass_fds=[listener.fileno()], stderr=subprocess.PIPE)
        try:
            first = process.stderr.readline().decode()
            assert f"127.0.0.1:{port}" in first, first
            with socket.create_connection(("127.0.0.1", port), 20) as wire:
                wire.sendall(f"GET /v1/models HTTP/1.1\r\nHost: 127.0.0.1:{port}"
                             "\r\nConnection: close\r\n\r\n".encode())
                assert testing.status_of(wire) == 200
        finally:
            process.terminate()
            process.communicate(timeout=30)
        assert process.returncode == 0
    # variables of another process are not for us
    done = subprocess.run([pith.program, "serve", "--listen", "127.0.0.1:99999"],
                          env=os.environ | {"LISTEN_FDS": "1", "LISTEN_PID": "1"},
                          capture_output=True, check=False)
    assert done.returncode == 2, done.stderr


def units_are_hardened(pith, scratch):
    """systemd reads the units, and sees no more exposure than 2.0 of 10."""
    for unit in (ROOT / "integrations/systemd").iterdir():
        text = unit.read_text().replace("/usr/bin/pith", str(pith.program))
        (scratch / unit.name).write_text(text)
    service = scratch / "pith-serve.service"
    for command in (["verify", "--man=no"],
                    ["security", "--offline=true", "--threshold=20"]):
        try:
            done = subprocess.run(["systemd-analyze", *command, service],
                                  capture_output=True, timeout=60, check=False)
        except (FileNotFoundError, subprocess.TimeoutExpired):
            return "skipped"
        if b"nknown" in done.stderr or b"unrecognized" in done.stderr:
            return "skipped"  # of another version
        assert done.returncode == 0, done.stderr + done.stdout[-300:]
    return None


def many_clients_wait(pith, scratch):
    """W13: 100 clients at once were refused by a queue of 64."""
    def work(_):
        connection = server.connect()
        return [server.ask("POST", "/v1/extract", PAGE, HTML,
                           connection).status for _ in range(3)]
    with serving(pith) as server:
        for seen in together(100, work):
            assert seen == [200, 200, 200], seen
        assert server.metric("pith_http_rejected_total") == 0


def put_is_post(pith, scratch):
    with serving(pith) as server:
        wanted = server.extract(PAGE, "?to=md").expect(200).body
        got = server.ask("PUT", "/v1/extract?to=md", PAGE, HTML)
        assert got.expect(200).body == wanted
        got = server.ask("PUT", "/v1/extract", json.dumps(
            {"html": PAGE.decode(), "to": "md"}), JSON)
        assert got.expect(200).body == wanted


def form(parts, boundary="b0undary"):
    """A body of multipart/form-data, and its type."""
    body = b"".join(b"--" + boundary.encode() + b"\r\n" + head.encode()
                    + b"\r\n\r\n" + value + b"\r\n" for head, value in parts)
    return (body + b"--" + boundary.encode() + b"--\r\n",
            {"Content-Type": f"multipart/form-data; boundary={boundary}"})


def field(name, more=""):
    return f'Content-Disposition: form-data; name="{name}"{more}'


def forms_are_read(pith, scratch):
    page = "<p>Привет, мир: это страница с достаточным текстом.</p>"
    with serving(pith) as server:
        def post(*form_of):
            return server.ask("POST", "/v1/extract", *form_of)
        wanted = server.extract(PAGE, "?to=md&links=false").expect(200).body
        file = field("file", '; filename="a.html"')
        for head in (file, field("html"), file + "\r\nContent-Type: text/html"):
            got = post(*form([(field("to"), b"md"), (head, PAGE),
                              (field("links"), b"false")]))
            assert got.expect(200).body == wanted, head
        got = post(*form([(file + "\r\nContent-Type: text/html; charset=koi8-r",
                           page.encode("koi8-r"))]))
        assert "Привет" in got.expect(200).body.decode()
        bad = [form([]), form([(field("to"), b"md")]), form([(file, PAGE)] * 2),
               form([("X: y", PAGE)]), (b"nothing", form([])[1]),
               (form([(file, PAGE)])[0][:-20], form([])[1]),
               (form([(file, PAGE)])[0], {"Content-Type": "multipart/form-data"}),
               form([(field("n" * 99), b"")])]
        for number, broken in enumerate(bad):
            got = post(*broken)
            assert got.expect(400).error() == "bad-form", f"{number}: {got.body}"
        got = post(*form([(field("nonsense"), b"1"), (file, PAGE)]))
        assert got.expect(400).error() == "unknown-name"
        got = post(*form([(field("to"), b"x" * 9000), (file, PAGE)]))
        assert got.expect(400).error() == "bad-value"


def batches_are_lines(pith, scratch):
    """In the order of the request; a bad line is an error of its own."""
    good = {"id": "b", "url": "http://e.org/x/", "html": PAGE.decode()}
    body = "\n".join([json.dumps(good), "", "{", '{"id":"n"}',
                      '{"id":"a","html_b64":"?"}', json.dumps(good | {"id": "a"}),
                      json.dumps({"html": "<p>no name"})]).encode()
    file = scratch / "in.jsonl"
    file.write_text(json.dumps(good) + "\n")
    wanted = pith("extract", "--md", "--to", "json", file).out
    with serving(pith) as server:
        got = server.ask("POST", "/v1/batch?markdown=true", body,
                         testing.LINES).expect(200)
        assert got.headers["Content-Type"] == "application/x-ndjson"
        found = got.body.splitlines(keepends=True)
        assert found[0] == wanted
        records = [json.loads(line) for line in found]
        assert [r["id"] for r in records] == ["b", "3", "4", "a", "a", "7"], records
        assert [r.get("error", {}).get("code") for r in records] == [
            None, "bad-json", "bad-json", "page-failed", None, None]
        assert server.ask("POST", "/v1/batch", b"", testing.LINES).body == b""
        for query, code in (("?to=md", "unknown-name"), ("?nonsense=1", "unknown-name"),
                            ("?method=layer", "bad-combination"),
                            ("?model=none", "no-such-model")):
            got = server.ask("POST", "/v1/batch" + query, body, testing.LINES)
            assert got.error() == code, got.body
        packed = gzip.compress(body)
        got = server.ask("POST", "/v1/batch?markdown=true", packed,
                         testing.LINES | {"Content-Encoding": "gzip"})
        assert got.expect(200).body == b"".join(found)


class Site(http.server.BaseHTTPRequestHandler):
    """A web server with a page, a redirect, rules and failures."""
    def do_GET(self):
        pages = {"/page": PAGE, "/robots.txt": b"User-agent: *\nDisallow: /no\n",
                 "/no": PAGE}
        status = (302 if self.path == "/moved" else
                  200 if self.path in pages else 404)
        self.send_response(status)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        if status == 302:
            self.send_header("Location", "/page")
        self.end_headers()
        self.wfile.write(pages.get(self.path, b""))

    def log_message(self, *_):
        pass


def addresses_are_fetched(pith, scratch):
    """By option only, and by the rules of fetch."""
    site = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Site)
    threading.Thread(target=site.serve_forever, daemon=True).start()
    here = f"http://127.0.0.1:{site.server_port}"
    fetch = ("--allow-fetch", "--allow-private", "--delay", "1ms")
    if "built without" in pith("fetch", here, "-o", scratch / "x").err:
        return "skipped"

    def get(server, path, query=""):
        return server.ask("GET", f"/v1/extract?url={path}{query}")
    with serving(pith, *fetch) as server:
        wanted = server.extract(PAGE, f"?to=md&url={here}/page").expect(200).body
        assert get(server, f"{here}/page", "&to=md").expect(200).body == wanted
        assert get(server, f"{here}/moved", "&to=md").expect(200).body == wanted
        assert get(server, f"{here}/no").expect(403).error() == "fetch-failed"
        assert get(server, f"{here}/gone").expect(502).error() == "fetch-failed"
        for bad in ("", "file:///etc/passwd", "ftp://a/", "nonsense"):
            assert get(server, bad).expect(400).error() == "bad-value", bad
        assert server.ask("GET", "/v1/extract").expect(400).error() == "bad-value"
    with serving(pith, "--allow-fetch") as server:
        got = get(server, f"{here}/page").expect(403)
        assert got.error() == "fetch-failed" and "private" in got.body.decode()
    site.shutdown()
    return None


CASES = [every_address_is_its_own, probes_are_always_answered,
         packed_requests_are_read, bombs_are_refused, answers_are_packed,
         other_origins_by_option, tokens_have_a_rate, socket_is_handed_over, units_are_hardened,
         many_clients_wait, put_is_post, forms_are_read, batches_are_lines,
         addresses_are_fetched]

if __name__ == "__main__":
    sys.exit(testing.main("serve clients", when_built(CASES)))  # threads
