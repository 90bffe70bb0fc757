#!/usr/bin/env python3
"""Archives of 64 KB with every byte flipped once (of packed ones every third,
because that takes long), and cut off at and inside of every record: nothing is
lost but the damaged record, and it is named by its offset.

    run_warc_damage.py --pith PROGRAM --module DIR
"""
# long: some 110,000 archives are read
import concurrent.futures
import gzip
import hashlib
import os
import random
import shutil
import subprocess
import sys

import python_module

ARGS = python_module.arguments(__doc__)
import pith  # noqa: E402: the path is set first

SIZE = 64 << 10  # as stored, packed or not
TYPES = ("other", "warcinfo", "request", "response", "resource", "metadata", "revisit", "conversion", "continuation")
FLIPS = (0xFF, 0x01, 0x20, 0x80)  # the byte's place says which


def record(rng):
    """A page of letters that packing makes little of, so that a flip hits text."""
    body = "".join(rng.choices("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+/", k=2000))
    block = f"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>{body}".encode()
    digest = hashlib.sha1(block).hexdigest()
    return (f"WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: http://a.example/{body[:8]}\r\n"
            f"WARC-Date: 2026-01-02T03:04:05Z\r\nWARC-Record-ID: <urn:{body[8:16]}>\r\n"
            f"WARC-Block-Digest: sha1:{digest}\r\nContent-Type: application/http; msgtype=response\r\n"
            f"Content-Length: {len(block)}\r\n\r\n").encode() + block + b"\r\n\r\n"


def pack_zstd(data):
    return subprocess.run(["zstd", "-qc"], input=data, capture_output=True, check=True).stdout


def packings():
    yield "warc", bytes
    yield "warc.gz", gzip.compress
    if shutil.which("zstd"):
        yield "warc.zst", pack_zstd


class Archive:
    """Records, where each begins, and the payload it has to give."""

    def __init__(self, pack):
        rng, self.data, self.starts = random.Random(1), b"", []
        while len(self.data) < SIZE:
            self.starts.append(len(self.data))
            self.data += pack(record(rng))
        self.payloads = [found.payload for found in pith.warc(self.data, verify=True) if not found.damage]
        assert len(self.payloads) == len(self.starts)

    def number_at(self, place):
        return max(n for n, start in enumerate(self.starts) if start <= place)

    def check(self, data, own, about):
        """All records but `own`, which if it is lost is named. Where its type was
        hit it is a record of another type, which nobody can know to be damaged."""
        found = list(pith.warc(data, types=TYPES, verify=True))
        whole = {one.payload for one in found if one.type}
        lost = [n for n, payload in enumerate(self.payloads) if payload not in whole]
        assert lost in ([], [own]), f"{about}: record {own} is damaged, {lost} are lost"
        end = [*self.starts, len(self.data)][own + 1]
        here = [one for one in found if self.starts[own] <= one.offset < end]
        assert not lost or any(one.damage or one.type != "response" for one in here), \
            f"{about}: record {own} is lost, and nothing names it"


def flip_some(ending, part, parts):
    archive = Archive(dict(packings())[ending])
    step = 1 if ending == "warc" else 3
    places = range(part * step, len(archive.data), parts * step)
    for place in places:
        data = bytearray(archive.data)
        data[place] ^= FLIPS[place // 7 % len(FLIPS)]
        archive.check(bytes(data), archive.number_at(place), f"{ending}, byte {place} flipped")
    return len(places)


def cut_everywhere(ending):
    """At the beginning of each record, and at some places inside of it."""
    archive, count = Archive(dict(packings())[ending]), 0
    for own, start in enumerate(archive.starts):
        end = [*archive.starts, len(archive.data)][own + 1]
        for place in {start, start + 1, start + 40, start + 330, (start + end) // 2, end - 5, end - 1}:
            data = archive.data[:place]
            if own == 0:  # too little to be known as an archive
                continue
            found = [one.payload for one in pith.warc(data) if one.type]
            assert found[:own] == archive.payloads[:own], f"{ending} cut at {place}: a record before is lost"
            count += 1
    return count


def main():
    parts = 2 * (os.cpu_count() or 1)
    with concurrent.futures.ProcessPoolExecutor() as pool:
        for ending, _ in packings():
            tasks = [pool.submit(flip_some, ending, part, parts) for part in range(parts)]
            print(f"{ending}: {sum(task.result() for task in tasks)} bytes flipped, {cut_everywhere(ending)} cuts; "
                  "nothing but the damaged record is lost", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
