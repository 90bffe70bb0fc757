#!/usr/bin/env python3
"""Inputs of every kind, made here, from a file, a pipe and an address: the
right pages, or a refusal by name with exit code 1. Bombs stay below 64 MB.

    run_kinds.py --pith PITH
"""
import base64
import bz2
import gzip
import http.server
import importlib.util
import io
import json
import lzma
import os
import pathlib
import plistlib
import re
import subprocess
import sys
import threading
import zipfile
import zlib

HERE = pathlib.Path(__file__).resolve().parent
_spec = importlib.util.spec_from_file_location(
    "site_testing", HERE.parent / "site" / "site_testing.py")
t = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(t)

STORY = ("The green gate at the end of the garden was painted again this "
         "spring, and the neighbours came to look at it.")
PAGE = (f"<!doctype html><html><head><meta charset=utf-8><title>Gate</title>"
        f"</head><body><article><h1>Gate</h1><p>{STORY}</p><p>{STORY}</p>"
        f"</article></body></html>").encode()
URL = "http://site.example/gate"
MEMORY_MOST = 64 << 20
TEMPORARY = re.compile(r"/pith-\w{6}\b[^-]")


def warc(page=PAGE):
    body = (b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + page)
    return (f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: {URL}\r\n"
            "WARC-Date: 2026-01-02T03:04:05Z\r\nWARC-Record-ID: <urn:a>\r\n"
            "Content-Type: application/http; msgtype=response\r\n"
            f"Content-Length: {len(body)}\r\n\r\n").encode() + body + b"\r\n\r\n"


def arc():
    body = b"HTTP/1.0 200 OK\r\nContent-Type: text/html\r\n\r\n" + PAGE
    head = b"1 0 Test\nURL IP-address Archive-date Content-type Archive-length\n"
    return (b"filedesc://a.arc 0.0.0.0 20260101000000 text/plain %d\n%s\n"
            b"%s 1.2.3.4 20260102030405 text/html %d\n%s\n" %
            (len(head), head, URL.encode(), len(body), body))


def wacz():
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as packed:
        packed.writestr("archive/data.warc.gz", gzip.compress(warc()))
        packed.writestr("datapackage.json", "{}")
    return out.getvalue()


def zip_of(name):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as packed:
        packed.writestr(name, "x" * 99)
    return out.getvalue()


def zstd(data):
    """A frame of raw blocks: no package is needed to write one."""
    out = b"\x28\xb5\x2f\xfd\xa0" + len(data).to_bytes(4, "little")
    blocks = [data[i:i + 100000] for i in range(0, len(data), 100000)]
    for number, block in enumerate(blocks):
        last = number == len(blocks) - 1
        out += (len(block) << 3 | last).to_bytes(3, "little") + block
    return out


def brotli(data):
    """Uncompressed meta-blocks (RFC 7932, 9.2): window, length, bytes."""
    bits = 0b0 | (0b0 << 1) | (0b00 << 2) | ((len(data) - 1) << 4) | (1 << 20)
    assert len(data) <= 1 << 16
    return bits.to_bytes(3, "little") + data + b"\x03"


def mhtml():
    coded = base64.encodebytes(PAGE).decode()
    return (f"From: <Saved by Blink>\r\nSnapshot-Content-Location: {URL}\r\n"
            "Subject: Gate\r\nMIME-Version: 1.0\r\n"
            'Content-Type: multipart/related;\r\n\ttype="text/html";\r\n'
            '\tboundary="----X"\r\n\r\n------X\r\nContent-Type: text/html\r\n'
            "Content-Transfer-Encoding: base64\r\n"
            f"Content-Location: {URL}\r\n\r\n{coded}\r\n------X\r\n"
            "Content-Type: image/png\r\n\r\nx\r\n------X--\r\n").encode()


def webarchive():
    return plistlib.dumps({"WebMainResource": {
        "WebResourceData": PAGE, "WebResourceURL": URL,
        "WebResourceMIMEType": "text/html"}}, fmt=plistlib.FMT_BINARY)


RSS = (f'<?xml version="1.0"?><rss version="2.0"><channel><title>News</title>'
       f"<item><title>Gate</title><link>{URL}</link><description><![CDATA[<p>"
       f"{STORY}</p>]]></description></item><item><title>Two</title>"
       f"<link>{URL}2</link><description>&lt;p&gt;{STORY}&lt;/p&gt;"
       "</description></item></channel></rss>").encode()
ATOM = (f'<feed xmlns="http://www.w3.org/2005/Atom"><title>N</title><entry>'
        f'<title>Gate</title><link rel="self" href="x"/><link href="{URL}"/>'
        f'<content type="html">&lt;p&gt;{STORY}&lt;/p&gt;</content></entry>'
        "</feed>").encode()
SITEMAP = ('<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/'
           f'schemas/sitemap/0.9"><url><loc>{URL}</loc></url><url><loc>{URL}2'
           "</loc></url></urlset>").encode()
JSON_FEED = json.dumps({"version": "https://jsonfeed.org/version/1.1",
                        "items": [{"id": "1", "url": URL, "title": "Gate",
                                   "content_html": f"<p>{STORY}</p>"}]}).encode()
HAR = json.dumps({"log": {"version": "1.2", "creator": {}, "entries": [
    {"request": {"url": URL}, "response": {"status": 200, "content": {
        "mimeType": "text/html", "text": PAGE.decode()}}}]}}).encode()
LINES = json.dumps({"url": URL, "html": PAGE.decode()}).encode() + b"\n"
ROMIP = (b'<?xml version="1.0"?><romip:dataset xmlns:romip="r"><document><docID>'
         b"1</docID><docURL>" + base64.b64encode(URL.encode()) +
         b"</docURL><content>" + base64.b64encode(PAGE) +
         b"</content></document></romip:dataset>")

# Name, bytes, how many pages, whether they know their address.
READ = [
    ("page.html", PAGE, 1, False),
    ("bom.html", b"\xef\xbb\xbf" + PAGE, 1, False),
    ("utf16.html", PAGE.decode().encode("utf-16"), 1, False),
    ("page.html.gz", gzip.compress(PAGE), 1, False),
    ("twice.gz", gzip.compress(gzip.compress(PAGE)), 1, False),
    ("page.html.bz2", bz2.compress(PAGE), 1, False),
    ("page.html.xz", lzma.compress(PAGE), 1, False),
    ("page.html.zst", zstd(PAGE), 1, False),
    ("page.html.br", brotli(PAGE), 1, False),
    ("lines", LINES, 1, True),
    ("lines.gz", gzip.compress(LINES), 1, True),
    ("romip", ROMIP, 1, True),
    ("rss", RSS, 2, True),
    ("atom", ATOM, 1, True),
    ("feed.json", JSON_FEED, 1, True),
    ("sitemap.xml", SITEMAP, 2, True),
    ("sitemap.xml.gz", gzip.compress(SITEMAP), 2, True),
    ("page.mhtml", mhtml(), 1, True),
    ("page.webarchive", webarchive(), 1, True),
    ("page.har", HAR, 1, True),
    ("a.warc", warc(), 1, True),
    ("a.warc.gz", gzip.compress(warc()), 1, True),
    ("a.warc.zst", zstd(warc()), 1, True),
    ("a.wacz", wacz(), 1, True),
    ("a.arc", arc(), 1, True),
    ("a.arc.gz", gzip.compress(arc()), 1, True),
]
REFUSED = [
    ("a.pdf", b"%PDF-1.7\n" + bytes(range(200)), "a PDF"),
    ("a.png", b"\x89PNG\r\n\x1a\n" + bytes(99), "a PNG image"),
    ("a.jpg", b"\xff\xd8\xff\xe0" + bytes(99), "a JPEG image"),
    ("a.doc", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(99), "an office"),
    ("a.docx", zip_of("word/document.xml"), "no WARC, ARC or WACZ"),
    ("a.tar", b"name" + bytes(253) + b"ustar\x0000" + bytes(250), "a tar"),
    ("a.tgz", gzip.compress(b"name" + bytes(253) + b"ustar\x0000" + bytes(250)),
     "a tar"),
    ("a.7z", b"7z\xbc\xaf\x27\x1c" + bytes(99), "a 7z"),
    ("a.bin", bytes(zlib.crc32(bytes([i % 256, i // 256])) & 255
                    for i in range(5000)), "no text"),
]


class Server:
    """The files on loopback."""

    def __init__(self, files):
        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                data = files.get(self.path[1:])
                self.send_response(200 if data is not None else 404)
                self.send_header("Content-Length", str(len(data or b"")))
                self.end_headers()
                self.wfile.write(data or b"")

            def log_message(self, *words):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.thread = threading.Thread(target=self.server.serve_forever)

    def __enter__(self):
        self.thread.start()
        return f"http://127.0.0.1:{self.server.server_port}/"

    def __exit__(self, *_):
        self.server.shutdown()
        self.thread.join()
        self.server.server_close()


def ways(pith, scratch, base, name, data):
    """The three ways to the same bytes; what each answers."""
    path = scratch / name
    path.write_bytes(data)
    yield "file", pith("-t", "json", path)
    yield "pipe", t.Result(subprocess.run(
        [pith.program, "-t", "json", "-"], input=data, capture_output=True,
        timeout=300, check=False))
    yield "address", pith("-t", "json", "--allow-private", "--delay", "0",
                          base + name)


def check_read(done, name, pages, known, way):
    records = done.expect(0).records()
    assert len(records) == pages, f"{name}, {way}: {len(records)} pages"
    for record in records:
        words = STORY if "sitemap" not in name else URL
        assert words in record["text"], f"{name}, {way}: {record['text'][:80]!r}"
        assert not TEMPORARY.search(json.dumps(record)), f"{name}, {way}"
    if known:
        assert records[0]["url"] == URL, f"{name}, {way}: {records[0].get('url')}"
    elif way == "address":
        assert records[0]["url"].endswith("/" + name), records[0]["url"]


def every_kind_by_every_way(pith, scratch):
    files = {name: data for name, data, *_ in READ}
    with Server(files) as base:
        for name, data, pages, known in READ:
            for way, done in ways(pith, scratch, base, name, data):
                check_read(done, name, pages, known, way)


def others_are_refused_by_name(pith, scratch):
    files = {name: data for name, data, _ in REFUSED}
    with Server(files) as base:
        for name, data, word in REFUSED:
            for way, done in ways(pith, scratch, base, name, data):
                assert word in done.err, f"{name}, {way}: {done.err}"
                assert not TEMPORARY.search(done.err), done.err
                assert done.code == 1 and not done.out, f"{name}, {way}"


def a_wacz_needs_room(pith, _):
    """From a pipe it is saved first; where that cannot be, the reason is said."""
    done = subprocess.run([pith.program, "-t", "json", "-"], input=wacz(), timeout=60,
                          capture_output=True, check=False,
                          env=os.environ | {"TMPDIR": "/proc/none"})
    t.Result(done).expect(3, "TMPDIR may name another folder")
    done = subprocess.run([pith.program, "-t", "json", "-"], input=wacz()[:-30], timeout=60,
                          capture_output=True, check=False)
    records = t.Result(done).expect(1, "offset 0: damaged").records()
    assert [r["url"] for r in records] == [URL], "the records are there without the directory"


def bombs_are_bounded(pith, scratch):
    """200 MB of zeros, packed: refused with the option's name, in little
    memory."""
    plain = b"<p>" + b"a" * (200 << 20)
    for name, data in (("b.gz", gzip.compress(plain, 1)),
                       ("b.bz2", bz2.compress(plain[:60 << 20], 1)),
                       ("c.gz", gzip.compress(gzip.compress(plain, 1), 1)),
                       ("d.warc.gz", gzip.compress(warc(plain), 1))):
        path = scratch / name
        path.write_bytes(data)
        watch = subprocess.run(
            [sys.executable, "-c", "import resource,subprocess,sys;"
             "d=subprocess.run(sys.argv[1:],stdout=-3,stderr=-1);"
             "print(d.returncode,resource.getrusage(resource.RUSAGE_CHILDREN)"
             ".ru_maxrss,d.stderr.decode())", str(pith.program), str(path)],
            capture_output=True, text=True, check=True)
        code, memory, said = watch.stdout.split(" ", 2)
        assert code == "1" and "--max-bytes" in said, f"{name}: {watch.stdout}"
        if not t.SMALL:  # sanitizers have memory of their own
            assert int(memory) * 1024 < MEMORY_MOST, f"{name}: {memory} KB"


def many_texts_in_one_stream(pith, scratch):
    for name in ("a.html", "b.html"):
        (scratch / name).write_bytes(PAGE)
    done = pith("-t", "text", scratch / "a.html", scratch / "b.html").expect(0)
    assert done.out.decode().count(STORY) == 4
    pith("-t", "html", scratch / "a.html", scratch / "b.html").expect(2)
    pith("-b", "notaurl", scratch / "a.html").expect(2, "--base-url")


def a_limit_is_named(pith, scratch):
    (scratch / "a.html").write_bytes(PAGE + b"<p>more</p>" * 50)
    done = pith("--max-nodes", "16", scratch / "a.html").expect(0)
    assert "limit-hit" in done.err and "--max-nodes" in done.err, done.err
    assert not pith("-q", "--max-nodes", "16", scratch / "a.html").expect(0).err


if __name__ == "__main__":
    sys.exit(t.main("kinds of input", [every_kind_by_every_way, others_are_refused_by_name,
                     a_wacz_needs_room, bombs_are_bounded,
                     many_texts_in_one_stream, a_limit_is_named]))
