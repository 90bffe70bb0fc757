#!/usr/bin/env python3
"""Web archives beside warcio and FastWARC, and mirrors by wget and HTTrack of a
site on loopback.

    run_archives.py --pith PITH

The packages go into build/venv-warc the first time; what cannot be installed
is skipped.
"""
import functools
import http.server
import importlib.util
import json
import pathlib
import shutil
import subprocess
import sys
import threading

HERE = pathlib.Path(__file__).resolve().parent
_spec = importlib.util.spec_from_file_location(
    "site_testing", HERE.parent / "site" / "site_testing.py")
t = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(t)
sys.path.insert(0, str(HERE.parent))
import packages  # noqa: E402

VENV = t.ROOT / "build/venv-warc"
PACKAGES = ["warcio==1.8.1", "fastwarc==1.1.0"]


@functools.cache
def environment():
    """The Python that has the packages; None where there is none."""
    return packages.python_with(VENV, *PACKAGES)


def peers(*words):
    done = subprocess.run([environment(), HERE / "warc_peers.py", *map(str, words)],
                          check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def texts(pith, path):
    return [(r["url"], r["text"]) for r in pith("-q", "-t", "json", path).expect(0).records()]


def every_writer_is_read(pith, scratch):
    if not environment():
        return "skipped"
    peers("write", scratch)
    wanted = texts(pith, scratch / "a.jsonl")
    assert len(wanted) == 9
    for name in ("a.warc", "a.warc.gz", "fast.warc.gz"):
        found = texts(pith, scratch / name)
        assert found[:9] == wanted, name
        assert found[9] == ("http://h9.example/again", wanted[8][1]), "revisit"
    pith("warc", "check", scratch / "a.warc.gz").expect(0, "0 damaged")
    return None


def wet_is_read_back(pith, scratch):
    if not environment():
        return "skipped"
    peers("write", scratch)
    pith("-t", "wet", scratch / "a.warc.gz", "-o", scratch / "a.wet").expect(0)
    found = json.loads(peers("read", scratch / "a.wet"))
    assert [kind for kind, *_ in found] == ["warcinfo"] + ["conversion"] * 10
    assert [tuple(x[1:]) for x in found[1:]] == texts(pith, scratch / "a.warc")
    return None


def index_opens_the_record(pith, scratch):
    if not environment():
        return "skipped"
    peers("write", scratch)
    for name in ("a.warc", "a.warc.gz"):
        lines = pith("warc", "index", scratch / name).expect(0).out.decode().splitlines()
        assert len(lines) == 10 and lines == sorted(lines)
        for line in lines[:3]:
            about = json.loads(line.split(" ", 2)[2])
            url = peers("record", scratch / name, about["offset"]).strip()
            assert url == about["url"]
            pith("warc", "extract", scratch / name, about["offset"]).expect(0)
    return None


# As pywb 2.10 writes them (its cdx-indexer).
KEYS = {
    "http://www.Example.com/A/B.html": "com,example)/a/b.html",
    "https://www2.example.com:8080/x?b=2&a=1#f": "com,example:8080)/x?a=1&b=2",
    "http://example.com": "com,example)/",
    "http://example.com/?": "com,example)/",
    "http://example.com/a/?q=%C3%A9+x": "com,example)/a?q=%c3%a9+x",
    "http://user:pw@example.com/x": "com,example)/x",
    "http://example.com/a//b/../c": "com,example)/a/c",
    "http://example.com/p%41th?B=%20": "com,example)/path?b=%20",
    "http://example.com/%2541/?a1=0&a=1": "com,example)/a?a=1&a1=0",
}


def index_keys_are_those_of_pywb(pith, scratch):
    lines = []
    for url in KEYS:
        lines.append(f"WARC/1.0\r\nWARC-Type: resource\r\nWARC-Target-URI: {url}\r\nContent-Type: text/html\r\n"
                     "Content-Length: 3\r\n\r\n<p>\r\n\r\n")
    (scratch / "a.warc").write_text("".join(lines), newline="")
    found = {}
    for line in pith("warc", "index", scratch / "a.warc").expect(0).out.decode().splitlines():
        key, _, about = line.split(" ", 2)
        found[json.loads(about)["url"]] = key
    assert found == KEYS, found


def groups_are_sites(pith, scratch):
    if not environment():
        return "skipped"
    peers("write", scratch)
    pith("site", scratch / "a.warc.gz", "--group-by", "host", "-o",
         scratch / "out").expect(0)
    hosts = sorted(p.name for p in (scratch / "out").iterdir() if p.is_dir())
    assert hosts == ["h0.example", "h1.example", "h2.example", "h9.example"], hosts
    pages = t.read_lines(scratch / "out/h1.example/pages.jsonl")
    assert [p["url"] for p in pages] == [f"http://h1.example/p{i}" for i in (1, 4, 7)]
    assert pages[0]["warc"]["offset"] > 0 and pages[0]["fetched"]
    return None


# --- mirrors -----------------------------------------------------------------

PATHS = {"/": ["/a.html", "/list?id=3", "/sub/"], "/a.html": [], "/list?id=3": [],
         "/sub/": ["/sub/b.html"], "/sub/b.html": []}


class Site:
    def __enter__(self):
        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                links = PATHS.get(self.path)
                body = "".join(f'<a href="{to}">{to}</a>' for to in links or ())
                text = (f"<html><head><title>{self.path}</title></head><body><p>"
                        f"The page {self.path} has words of its own.</p>{body}"
                        "</body></html>").encode()
                self.send_response(200 if links is not None else 404)
                self.send_header("Content-Type", "text/html")
                self.send_header("Content-Length", str(len(text)))
                self.end_headers()
                self.wfile.write(text)

            def log_message(self, *words):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.thread = threading.Thread(target=self.server.serve_forever)
        self.thread.start()
        return f"http://127.0.0.1:{self.server.server_port}"

    def __exit__(self, *_):
        self.server.shutdown()
        self.thread.join()
        self.server.server_close()


def check_mirror(pith, folder, base):
    records = pith("-t", "json", folder).expect(0).records()
    found = {r["title"]: r.get("url") for r in records if r["title"] in PATHS}
    assert found == {path: base + path for path in PATHS}, found


def mirror_by_wget(pith, scratch):
    if not shutil.which("wget"):
        return "skipped"
    with Site() as base:
        subprocess.run(["wget", "-q", "-r", "-P", scratch / "m",
                        "--warc-file", scratch / "w", base + "/"],
                       check=False, timeout=60, capture_output=True)
    check_mirror(pith, scratch / "m", base)
    found = texts(pith, scratch / "w.warc.gz")
    assert {url for url, _ in found} == {base + path for path in PATHS}, found
    return None


def mirror_by_httrack(pith, scratch):
    if not shutil.which("httrack"):
        return "skipped"
    with Site() as base:
        subprocess.run(["httrack", base + "/", "-O", scratch / "m", "-q", "-s0",
                        "-c1", "-%v0"], check=False, timeout=60,
                       capture_output=True, stdin=subprocess.DEVNULL)
    check_mirror(pith, scratch / "m", base)
    return None


def crawl_by_fetch(pith, scratch):
    with Site() as base:
        done = pith("fetch", base + "/", "-o", scratch / "m", "--allow-private",
                    "--delay", "0")
        if "built without" in done.err:
            return "skipped"
        check_mirror(pith, scratch / "m", base)
        records = pith("-t", "json", "--allow-private", "--delay", "0",
                       base + "/a.html", base + "/sub/b.html").expect(0).records()
    assert [r["url"] for r in records] == [base + "/a.html", base + "/sub/b.html"]
    assert all(r["fetched"] for r in records)
    pith("site", scratch / "m", "-o", scratch / "out").expect(0)
    pages = t.read_lines(scratch / "out/pages.jsonl")
    assert {p["url"] for p in pages} == {base + path for path in PATHS}
    return None


if __name__ == "__main__":
    sys.exit(t.main("web archives", [
        every_writer_is_read, wet_is_read_back, index_opens_the_record, index_keys_are_those_of_pywb,
        groups_are_sites, mirror_by_wget, mirror_by_httrack, crawl_by_fetch]))
