"""Run by run_archives.py in an environment with warcio and FastWARC: writes
archives with them, and reads what pith wrote.

    warc_peers.py write FOLDER | read FILE | record FILE OFFSET
"""
import gzip
import io
import json
import pathlib
import sys

from fastwarc.warc import ArchiveIterator as FastIterator
from warcio.archiveiterator import ArchiveIterator
from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

WORDS = "Words enough for a paragraph that every method keeps, number {} of page {}."


def pages():
    for i in range(9):
        text = "".join(f"<p>{WORDS.format(j, i)}</p>" for j in range(5))
        yield (f"http://h{i % 3}.example/p{i}",
               f"<html><head><title>T{i}</title></head><body><article><h1>T{i}"
               f"</h1>{text}</article></body></html>".encode())


def chunked(data):
    return b"%x\r\n%s\r\n%x\r\n%s\r\n0\r\n\r\n" % (
        40, data[:40], len(data) - 40, data[40:])


# Number of the page -> fields and body: true heads, then stale ones.
CASES = {
    1: ([("Transfer-Encoding", "chunked")], chunked),
    2: ([("Content-Encoding", "gzip")], gzip.compress),
    3: ([("Transfer-Encoding", "chunked"), ("Content-Encoding", "gzip")],
        lambda data: chunked(gzip.compress(data))),
    4: ([("Transfer-Encoding", "chunked")], bytes),
    5: ([("Content-Encoding", "gzip")], bytes),
    6: ([("Transfer-Encoding", "chunked"), ("Content-Encoding", "gzip")], bytes),
    7: ([("Transfer-Encoding", "chunked"), ("Content-Encoding", "gzip")],
        gzip.compress),
}


def write_archive(path, packed):
    with open(path, "wb") as out:
        writer = WARCWriter(out, gzip=packed)
        writer.write_record(writer.create_warcinfo_record("a", {"software": "t"}))
        for number, (url, html) in enumerate(pages()):
            fields, change = CASES.get(number, ([], bytes))
            head = StatusAndHeaders(
                "200 OK", [("Content-Type", "text/html; charset=utf-8"), *fields],
                protocol="HTTP/1.1")
            response = writer.create_warc_record(
                url, "response", payload=io.BytesIO(change(html)),
                http_headers=head)
            writer.write_record(response)
        digest = response.rec_headers.get_header("WARC-Payload-Digest")
        writer.write_record(writer.create_revisit_record(
            "http://h9.example/again", digest=digest, refers_to_uri=url,
            refers_to_date="2026-01-01T00:00:00Z", http_headers=head))


def write(folder):
    folder = pathlib.Path(folder)
    write_archive(folder / "a.warc", False)
    write_archive(folder / "a.warc.gz", True)
    lines = [json.dumps({"url": url, "html": html.decode()})
             for url, html in pages()]
    (folder / "a.jsonl").write_text("\n".join(lines) + "\n")
    with open(folder / "a.warc", "rb") as plain, \
            open(folder / "fast.warc.gz", "wb") as out:
        for record in FastIterator(plain, parse_http=False):
            packed = io.BytesIO()
            record.write(packed)
            out.write(gzip.compress(packed.getvalue()))


def read(path):
    with open(path, "rb") as file:
        one = [(r.rec_type, r.rec_headers.get_header("WARC-Target-URI"),
                r.content_stream().read().decode())
               for r in ArchiveIterator(file, check_digests="raise")]
    with open(path, "rb") as file:
        two = [(None, r.headers.get("WARC-Target-URI"),
                r.reader.read().decode())
               for r in FastIterator(file, parse_http=False)]
    assert [x[1:] for x in one] == [x[1:] for x in two]
    print(json.dumps(one))


def record(path, offset):
    with open(path, "rb") as file:
        file.seek(int(offset))
        found = next(iter(ArchiveIterator(file)))
        print(found.rec_headers.get_header("WARC-Target-URI"))


if __name__ == "__main__":
    {"write": write, "read": read, "record": record}[sys.argv[1]](*sys.argv[2:])
