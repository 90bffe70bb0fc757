"""Run by `run` in an environment with FastWARC, resiliparse and zstandard.

    peers_warc.py make FOLDER         pages.txt in it ──► pages.warc, .gz, .zst
    peers_warc.py text|ls FILE        prints {"seconds", "records"}
"""
import gzip
import json
import pathlib
import sys
import time

import zstandard
from fastwarc.warc import ArchiveIterator, WarcRecordType
from resiliparse.extract.html2text import extract_plain_text
from resiliparse.parse.encoding import bytes_to_str, detect_encoding

DATE = "2026-01-02T03:04:05Z"


def record(kind, url, number, content_type, block):
    head = (f"WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Target-URI: {url}\r\nWARC-Date: {DATE}\r\n"
            f"WARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-{number:012d}>\r\n"
            f"Content-Type: {content_type}\r\nContent-Length: {len(block)}\r\n\r\n")
    return head.encode() + block + b"\r\n\r\n"


def records(paths):
    """Request, response and metadata of each page."""
    for number, path in enumerate(paths):
        url, page = f"http://h{number % 97}.example/{number}.html", pathlib.Path(path).read_bytes()
        request = f"GET /{number}.html HTTP/1.1\r\nHost: h{number % 97}.example\r\n\r\n".encode()
        response = (b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: %d\r\n\r\n" % len(page)) + page
        yield record("request", url, 3 * number, "application/http; msgtype=request", request)
        yield record("response", url, 3 * number + 1, "application/http; msgtype=response", response)
        yield record("metadata", url, 3 * number + 2, "application/warc-fields", b"fetchTimeMs: 120\r\n")


def make(folder):
    folder = pathlib.Path(folder)
    packer = zstandard.ZstdCompressor(level=3)
    with open(folder / "pages.warc", "wb") as plain, open(folder / "pages.warc.gz", "wb") as gz, \
            open(folder / "pages.warc.zst", "wb") as zst:
        for one in records((folder / "pages.txt").read_text().splitlines()):
            plain.write(one)
            gz.write(gzip.compress(one, 6, mtime=0))
            zst.write(packer.compress(one))


def text(file):
    """The main content of every response, as `pith -t text` writes it."""
    count = 0
    for one in ArchiveIterator(file, record_types=WarcRecordType.response):
        page = one.reader.read()
        extract_plain_text(bytes_to_str(page, detect_encoding(page)), main_content=True)
        count += 1
    return count


def ls(file):
    return sum(1 for _ in ArchiveIterator(file, parse_http=True))


def main():
    if sys.argv[1] == "make":
        make(sys.argv[2])
        return
    with open(sys.argv[2], "rb") as file:
        began = time.process_time()
        count = {"text": text, "ls": ls}[sys.argv[1]](file)
        print(json.dumps({"seconds": time.process_time() - began, "records": count}))


if __name__ == "__main__":
    main()
