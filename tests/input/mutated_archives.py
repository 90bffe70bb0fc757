"""Archives with one damaged place each, for run_mutated.py and
run_mutated_many.py: whatever is done to one record, all others are read.

    records ──► packed one by one ──► one of them mutated ──► pith ──► texts
"""
import gzip
import importlib.util
import io
import json
import os
import pathlib
import random
import shutil
import subprocess
import zipfile

import run_kinds

HERE = pathlib.Path(__file__).resolve().parent
_spec = importlib.util.spec_from_file_location(
    "site_testing", HERE.parent / "site" / "site_testing.py")
t = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(t)

RECORDS = 8
WARC_IN_PAGE = b"<pre>\r\nWARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://m.example/0\r\n\r\n</pre>"
MEMORY_MOST = 64 << 20  # and the largest record, which is small here


def response(number):
    """The page as a server sent it: as it is, packed, or in chunks."""
    html = t.page(number).encode()
    fields = b""
    if number == RECORDS - 1:  # a page about WARC files, which may hold anything
        html = html.replace(b"</body>", WARC_IN_PAGE + b"</body>")
    if number % 3 == 1:
        fields, html = b"Content-Encoding: gzip\r\n", gzip.compress(html)
    elif number % 3 == 2:
        fields = b"Transfer-Encoding: chunked\r\n"
        html = b"%x\r\n%s\r\n0\r\n\r\n" % (len(html), html)
    return b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n" + fields + b"\r\n" + html


def record(number):
    body = response(number)
    return (f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://m.example/{number}\r\n"
            f"WARC-Date: 2026-01-02T03:04:05Z\r\nWARC-Record-ID: <urn:{number}>\r\n"
            "Content-Type: application/http; msgtype=response\r\n"
            f"Content-Length: {len(body)}\r\n\r\n").encode() + body + b"\r\n\r\n"


def zstd(data):
    if not shutil.which("zstd"):
        return run_kinds.zstd(data)  # raw blocks
    return subprocess.run(["zstd", "-qc"], input=data, capture_output=True, check=True).stdout


def arc_record(number):
    body = response(number)
    return b"http://m.example/%d 1.2.3.4 20260102030405 text/html %d\n%s\n" % (number, len(body), body)


# --- how records become a file -------------------------------------------------

ARC_HEAD = b"1 0 Test\nURL IP-address Archive-date Content-type Archive-length\n"
ARC_FIRST = b"filedesc://a.arc 0.0.0.0 20260102030405 text/plain %d\n%s\n" % (len(ARC_HEAD), ARC_HEAD)


def arc_packed(parts):
    return gzip.compress(ARC_FIRST) + b"".join(parts)


def wacz(parts):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as file:
        file.writestr("archive/one.warc.gz", b"".join(parts))
        file.writestr("datapackage.json", "{}")
    return out.getvalue()


# ending: the records, how one is packed, how all become a file
KINDS = {"warc": (record, bytes, b"".join), "warc.gz": (record, gzip.compress, b"".join),
         "warc.zst": (record, zstd, b"".join), "arc.gz": (arc_record, gzip.compress, arc_packed),
         "wacz": (record, gzip.compress, wacz)}


# --- what is done to a record ------------------------------------------------
# Each takes the bytes of one record and gives others; the neighbours stay.

def flip(data, rng):
    out = bytearray(data)
    for _ in range(rng.choice((1, 1, 1, 8, 64))):
        out[rng.randrange(len(out))] ^= rng.randrange(1, 256)
    return bytes(out)


def cut_out(data, rng):
    at = rng.randrange(len(data))
    return data[:at] + data[at + rng.choice((1, 2, 7, 100, 5000)):]


def put_in(data, rng):
    at = rng.randrange(len(data))
    return data[:at] + rng.randbytes(rng.choice((1, 2, 7, 100, 5000))) + data[at:]


def overwrite(data, rng):
    at = rng.randrange(len(data))
    to = min(len(data), at + rng.choice((1, 20, 400)))
    fill = rng.choice((b"\0", b"\xff", b"\r\n", b"9"))
    return data[:at] + (fill * (to - at))[:to - at] + data[to:]


def repeat(data, rng):
    at = rng.randrange(len(data))
    return data[:at] + data[at:at + 50] * rng.choice((2, 300)) + data[at:]


def wrong_length(data, rng):
    """A Content-Length of any size; of a packed record, any two bytes."""
    at = data.find(b"Content-Length: ")
    if at < 0:
        return flip(data, rng)
    end = data.index(b"\r", at)
    said = rng.choice((0, 1, 10, 300, 10 ** 6, 10 ** 9, 2 ** 31, 2 ** 63, 10 ** 25, -1))
    return data[:at] + b"Content-Length: %d" % said + data[end:]


def nothing_left(data, rng):
    return data[:rng.randrange(len(data))]


MUTATIONS = (flip, cut_out, put_in, overwrite, repeat, wrong_length, nothing_left)


def hides_the_next(data, start):
    """Whether the record at `start` is cut off and its length ends by chance
    where another one does: then it is a whole record that holds the next, as
    nobody can tell from an archive inside of an archive."""
    end = data.find(b"\r\n\r\n", start) + 4
    said = data[start:end].partition(b"Content-Length: ")[2].split(b"\r")[0]
    if not said.isdigit() or end + int(said) > len(data):
        return False
    rest = data[end + int(said):].lstrip(b"\r\n")
    return not rest or rest.startswith(b"WARC/1.")


# --- one archive -------------------------------------------------------------

def read(pith, path):
    """Exit code, texts by address, and the most memory the command had."""
    out, err = path.with_name("out"), path.with_name("err")
    with open(out, "wb") as said, open(err, "wb") as complained:
        child = subprocess.Popen([pith.program, "-t", "json", "-j", "1", path],
                                 stdout=said, stderr=complained)
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
    found = {}
    for line in out.read_bytes().splitlines():
        about = json.loads(line)
        found.setdefault(about["url"], []).append(about["text"])
    return child.returncode, found, usage.ru_maxrss << 10, err.read_text(errors="replace")


def make_whole(pith, scratch):
    """The records of each kind, and the texts by address, the same for all."""
    made, wanted = {}, None
    for ending, (write, pack, join) in KINDS.items():
        made[ending] = [pack(write(n)) for n in range(RECORDS)]
        path = scratch / f"whole.{ending}"
        path.write_bytes(join(made[ending]))
        code, found, _, said = read(pith, path)
        assert code == 0 and len(found) == RECORDS, (ending, said)
        assert wanted is None or found == wanted, ending
        wanted = found
    return made, wanted


def check(pith, scratch, count, seed):
    """`count` archives, all kinds and mutations in turn."""
    rng = random.Random(seed)
    made, wanted = make_whole(pith, scratch)
    for number in range(count):
        ending = list(KINDS)[number % len(KINDS)]
        mutate = MUTATIONS[number // len(KINDS) % len(MUTATIONS)]
        which = rng.randrange(RECORDS)
        parts = list(made[ending])
        parts[which] = mutate(parts[which], rng)
        data = KINDS[ending][2](parts)
        path = scratch / f"mutated.{ending}"
        path.write_bytes(data)
        if ending == "warc" and hides_the_next(data, len(b"".join(parts[:which]))):
            continue
        about = f"seed {seed}, file {number}: {mutate.__name__} in record {which}, {ending}"
        code, found, memory, said = read(pith, path)
        assert code in (0, 1), f"{about}: exit {code}: {said}"
        for other in set(range(RECORDS)) - {which}:
            url = f"http://m.example/{other}"
            assert found.get(url) == wanted[url], f"{about}: record {other} is lost: {said}"
        assert len(found) <= RECORDS + 1, f"{about}: {list(found)}"
        if not t.SMALL:  # a sanitizer has memory of its own
            assert memory < MEMORY_MOST, f"{about}: {memory >> 20} MB"
