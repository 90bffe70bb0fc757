#!/usr/bin/env python3
"""The same pages in every kind of archive give the same texts, byte for byte:
plain, gzip, zstd, zstd with a dictionary, ARC, WACZ, HAR and JSON lines.

    run_same_texts.py --pith PITH
"""
import base64
import gzip
import importlib.util
import io
import json
import pathlib
import shutil
import subprocess
import sys
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
_spec = importlib.util.spec_from_file_location(
    "site_testing", HERE.parent / "site" / "site_testing.py")
t = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(t)

DATE = "2026-01-02T03:04:05Z"
MOST = 40 if t.SMALL else 300


def read_pages():
    """(address, bytes) of pages in many encodings, and of the data where it is."""
    places = [t.ROOT / "examples", t.ROOT / "tests/encoding", t.ROOT / "tests/golden", t.DATA / "single"]
    found = [sorted(place.rglob("*.html")) for place in places]
    chosen = [path for paths in found for path in paths[::max(1, len(paths) * len(places) // MOST)]]
    return [(f"http://h{number % 7}.example/{number}", path.read_bytes()) for number, path in enumerate(chosen)]


def http(page):
    return b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + page


def record(url, page):
    block = http(page)
    return (f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: {url}\r\nWARC-Date: {DATE}\r\n"
            f"WARC-Record-ID: <urn:{url}>\r\nContent-Type: application/http; msgtype=response\r\n"
            f"Content-Length: {len(block)}\r\n\r\n").encode() + block + b"\r\n\r\n"


def arc(pages):
    head = b"1 0 Test\nURL IP-address Archive-date Content-type Archive-length\n"
    yield b"filedesc://a.arc 0.0.0.0 20260102030405 text/plain %d\n%s\n" % (len(head), head)
    for url, page in pages:
        yield b"%s 1.2.3.4 20260102030405 text/html %d\n%s\n" % (url.encode(), len(http(page)), http(page))


def har(pages):
    """Bytes that are no UTF-8 are in base64, as browsers write them."""
    entries = []
    for url, page in pages:
        content = {"mimeType": "text/html", "text": base64.b64encode(page).decode(), "encoding": "base64"}
        entries.append({"request": {"url": url}, "response": {"status": 200, "content": content}})
    return json.dumps({"log": {"version": "1.2", "creator": {}, "entries": entries}}).encode()


def wacz(packed, way):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", way) as file:
        half = len(packed) // 2
        file.writestr("archive/one.warc.gz", b"".join(packed[:half]))
        file.writestr("archive/two.warc.gz", b"".join(packed[half:]))
        file.writestr("datapackage.json", "{}")
    return out.getvalue()


def zstd(data, *words):
    return subprocess.run(["zstd", "-qc", *words], input=data, capture_output=True, check=True).stdout


def with_dictionary(records, scratch):
    """A skippable frame with the dictionary, itself packed or not, then a frame a
    record (IIPC's proposal for WARC and zstd)."""
    samples = []
    for number, one in enumerate(records):
        samples.append(scratch / f"sample-{number}")
        samples[-1].write_bytes(one[:4096])
    dictionary = scratch / "dictionary"
    subprocess.run(["zstd", "-q", "--train", *samples, "-o", dictionary, "--maxdict=16384"], check=True)
    frames = b"".join(zstd(one, "-D", dictionary) for one in records)
    for stored in (dictionary.read_bytes(), zstd(dictionary.read_bytes())):
        yield b"\x5d\x2a\x4d\x18" + len(stored).to_bytes(4, "little") + stored + frames


def archives(pages, scratch):
    """(name, bytes) of every kind."""
    records = [record(url, page) for url, page in pages]
    packed = [gzip.compress(one) for one in records]
    yield "a.jsonl", b"".join(json.dumps({"url": url, "html_b64": base64.b64encode(page).decode()}).encode() + b"\n"
                              for url, page in pages)
    yield "a.warc", b"".join(records)
    yield "a.warc.gz", b"".join(packed)
    yield "one-member.warc.gz", gzip.compress(b"".join(records))
    yield "a.arc", b"".join(arc(pages))
    yield "a.arc.gz", b"".join(gzip.compress(one) for one in arc(pages))
    yield "stored.wacz", wacz(packed, zipfile.ZIP_STORED)
    yield "deflated.wacz", wacz(packed, zipfile.ZIP_DEFLATED)
    yield "a.har", har(pages)
    if shutil.which("zstd"):
        yield "a.warc.zst", b"".join(map(zstd, records))
        yield "one-frame.warc.zst", zstd(b"".join(records))
        for number, data in enumerate(with_dictionary(records, scratch)):
            yield f"dictionary-{number}.warc.zst", data


def texts(pith, path):
    return [(about["url"], about["text"]) for about in pith("-q", "-t", "json", path).expect(0).records()]


def every_kind_gives_the_same(pith, scratch):
    pages = read_pages()
    wanted = None
    for name, data in archives(pages, scratch):
        path = scratch / name
        path.write_bytes(data)
        found = texts(pith, path)
        wanted = wanted or found
        assert [url for url, _ in found] == [url for url, _ in pages], f"{name}: {len(found)} of {len(pages)} pages"
        assert found == wanted, f"{name}: texts differ from those of the JSON lines"
    print(f"{len(pages)} pages")


if __name__ == "__main__":
    sys.exit(t.main("the same texts", [every_kind_gives_the_same]))
