#!/usr/bin/env python3
"""`pith extract -m sentence --compat` against a twin written for clarity.

    run_sentence_twin.py --pith PITH [--count N]

The twin below reads the specification again, with regular expressions where the
command has a scanner. Both must say the same of every byte of all pages of
daniel and cleaneval (where the data is; else that half is left out), and of N
pages (3,000) made of pieces that are easy to get wrong. # threads
"""
import argparse
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
SPACE = b"\t\n\f\r "
CUTS = {b"p", b"br", b"td", b"div", b"hr", b"form", b"table"}
BOLD = {b"b", b"strong", b"th", b"h1", b"h2", b"h3", b"h4", b"h5", b"h6"}
SIZES = {b"h1": 6, b"h2": 5, b"h3": 4, b"h4": 3, b"h5": 2, b"h6": 1}
STYLES = BOLD | {b"font", b"big", b"small", b"span"}
COMMENT = re.compile(rb"<!--(?:>|->|.*?(?:--!?>|\Z))", re.S)
ATTRIBUTE = re.compile(
    rb"[\t\n\f\r /]*(?:(>)|([^>/\t\n\f\r ][^\t\n\f\r />=]*)"
    rb"(?:[\t\n\f\r ]*=[\t\n\f\r ]*(?:\"([^\"]*)\"|'([^']*)'|((?![\"'])[^\t\n\f\r >]*)))?)", re.S)
MARK = re.compile(rb"(?:[A-Za-z0-9(){}\[\]'\"<>\x80-\xff]|&[A-Za-z0-9#]{1,31};)[.!?]")
FONT_SIZE = re.compile(rb"[\t\n\f\r ]*([+-]?)([0-9]{1,3})")


def read_tag(page, at):
    """The tag at `at`: name, attributes, where it ends; None: the file ends."""
    name = re.compile(rb"</?([^\t\n\f\r />]*)").match(page, at)
    attributes, place = [], name.end()
    while True:
        found = ATTRIBUTE.match(page, place)
        if not found or found.end() >= len(page) and not found[1]:
            return name[1].lower(), None, len(page)
        place = found.end()
        if found[1]:
            return name[1].lower(), attributes, place
        value = next((v for v in found.group(3, 4, 5) if v is not None), b"")
        if page[place - 1:place] not in (b'"', b"'") and found[3] is None and found[4] is None \
                and found[5] is None and re.compile(rb"[\t\n\f\r ]*=").match(page, place):
            return name[1].lower(), None, len(page)  # quotes that do not end
        attributes.append((found[2].lower(), value))


def pieces(page):
    """("text", from, to), ("open", name, attributes), ("close", name) in order."""
    at, text = 0, 0
    while at < len(page):
        if page[at:at + 1] != b"<":
            at = page.find(b"<", at)
            at = len(page) if at < 0 else at
            continue
        after = page[at + 1:at + 2]
        slash = after == b"/" and at + 2 < len(page)
        tag = re.match(rb"/?[A-Za-z]", page[at + 1:at + 3])
        if not (tag or slash or after in (b"!", b"?")):
            at += 1
            continue
        if text < at:
            yield "text", text, at
        if not tag:
            if page.startswith(b"<!--", at):
                at = COMMENT.match(page, at).end()
            else:
                end = page.find(b">", at + 2)
                at = len(page) if end < 0 else end + 1
            text = at
            continue
        name, attributes, end = read_tag(page, at)
        closing = after == b"/"
        at = text = end
        if attributes is None:
            return
        if not closing and name in (b"script", b"style", b"title"):
            stop = re.compile(rb"</" + name + rb"(?=[\t\n\f\r />])", re.I).search(page, at)
            at = text = read_tag(page, stop.start())[2] if stop else len(page)
        elif closing:
            yield "close", name, None
        else:
            yield "open", name, attributes
    if text < len(page):
        yield "text", text, len(page)


def font_size(attributes, around):
    value = next((v for n, v in attributes if n == b"size"), None)
    found = FONT_SIZE.match(value) if value is not None else None
    if not found:
        return around
    number = int(found[2])
    size = {b"+": 3 + number, b"-": 3 - number, b"": number}[found[1]]
    return max(1, min(7, size))


PIXELS = (10, 13, 16, 18, 24, 32, 48)
KEYWORDS = {b"xx-small": 1, b"x-small": 1, b"small": 2, b"medium": 3, b"large": 4, b"x-large": 5, b"xx-large": 6,
            b"xxx-large": 7}
LENGTH = re.compile(rb"(\d+)(?:\.(\d)\d*)?[\t\n\f\r ]*(px|pt|rem|em|%)\Z")


def css_size(attributes, around):
    """The size that a style attribute declares; None without one."""
    value, size = next((v for n, v in attributes if n == b"style"), None), None
    for name, colon, given in (one.strip(SPACE).partition(b":") for one in (value or b"").split(b";")):
        given = given.partition(b"!")[0].strip(SPACE).lower()
        if not colon or name.strip(SPACE).lower() != b"font-size":
            continue
        found = LENGTH.match(given)
        if given in KEYWORDS:
            size = KEYWORDS[given]
        elif given in (b"larger", b"smaller"):
            size = max(1, min(7, around + (1 if given == b"larger" else -1)))
        elif found:
            tenths = min(int(found[1]), 10 ** 5) * 10 + int(found[2] or 0)
            outside = PIXELS[around - 1] * 10
            tenths = {b"px": tenths, b"pt": tenths * 4 // 3, b"rem": tenths * 16, b"em": tenths * outside // 10,
                      b"%": tenths * outside // 1000}[found[3]]
            size = next((i for i in range(1, 7) if tenths * 2 <= (PIXELS[i - 1] + PIXELS[i]) * 10), 7)
    return size


class Stretch:
    """What lies between two cuts."""

    def __init__(self):
        self.text, self.places, self.weights = b"", [], []
        self.link = False

    def add(self, page, start, end, size, bold, link):
        self.text += page[start:end]
        solid = [i for i in range(start, end) if page[i] not in SPACE]
        self.places += solid[:1] + solid[-1:]
        self.weights += [(size, bold)] * len(solid)
        self.link |= link and bool(solid)

    def sentence(self):
        return bool(MARK.search(self.text))

    def size(self):
        count = [sum(size == s for s, _ in self.weights) for size in range(8)]
        return count.index(max(count))

    def bold(self):
        return all(bold for _, bold in self.weights)


def stretches(page):
    now, link, styles = Stretch(), False, []
    size = lambda: styles[-1][1] if styles else 3
    for kind, what, more in pieces(page):
        if kind == "text":
            now.add(page, what, more, size(), any(name in BOLD for name, _ in styles), link)
        elif what in CUTS:
            yield now
            now = Stretch()
            if kind == "close" or what == b"p":
                same = [i for i, (name, _) in enumerate(styles) if name == what]
                if same:
                    del styles[same[-1]]
            if kind == "open" and len(styles) < 64 and any(n == b"style" for n, _ in more):
                styles.append((what, css_size(more, size()) or size()))
        elif what == b"a":
            link = kind == "open" and any(name == b"href" for name, _ in more)
            now.link |= link
        elif what in STYLES and kind == "open" and len(styles) < 64:
            fresh = SIZES.get(what, size())
            if what == b"font":
                fresh = font_size(more, fresh)
            elif what in (b"big", b"small"):
                fresh = max(1, min(7, fresh + (1 if what == b"big" else -1)))
            styles.append((what, css_size(more, size()) or fresh))
        elif what in STYLES and kind == "close":
            same = [i for i, (name, _) in enumerate(styles) if name == what]
            if same:
                del styles[same[-1]]
    yield now


def twin(page):
    blocks = [s for s in stretches(page) if s.places]
    reasons = ["sentence" if b.sentence() else "none" for b in blocks]
    for i, below in enumerate(blocks):
        if not below.sentence():
            continue
        for j in range(i - 1, max(i - 4, -1), -1):
            above = blocks[j]
            if above.sentence() or above.link:
                break
            if (above.bold() and not below.bold()) or above.size() > below.size():
                reasons[j] = "heading"
    return [(b.places[0], b.places[-1] + 1, r) for b, r in zip(blocks, reasons)]


PARTS = [b"<p>", b"</p>", b"<br/>", b"<td>", b"<DIV class='a>b'>", b"<hr", b">", b"<form>", b"<table>", b"<h1>", b"</h1>",
         b"<h5>", b"</h5>", b"<b>", b"</b>", b"<strong>", b"</strong>", b"<th>", b"</th>", b"<font size=5>", b"<font size='+2'>",
         b"<font size=\" -1em\">", b"<font>", b"</font>", b"<big>", b"</big>", b"<small>", b"</small>", b"<a href=x>",
         b"<a name=y>", b"</a>", b"<a HREF>", b"<script>a.b</script >", b"<style>", b"</style>", b"<title>T.</title>", b"<title>",
         b"</title", b"<!-- . -->", b"<!-->", b"<!--->", b"<!-- x --!>", b"<!doctype html>", b"<?php . ?>", b"</3 .>", b"</", b"<",
         b"< p>", b"<pp>", b"<!--", b"-->", b"--!>", b"word", b"Word", b" ", b"\n", b".", b"!", b"?", b"...", b",", b"&amp;", b"&#160;",
         b"&", b";", b"&;", b"&aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa;", b"&aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa;", b"(", b")", b"\xc3\xa9",
         b"\x80", b"\x00", b"\xa0", b"3.14", b"'", b'"', b"=", b"/", b" size=7 ", b"\x0b", b"<span style='font-size: 1.5em'>", b"</span>",
         b"<p style='FONT-SIZE:24px !important;x'>", b"<div style=\"font-size:80%\">", b"</div>"]


def random_pages(count):
    chance = random.Random(4)
    for _ in range(count):
        yield b"".join(chance.choice(PARTS) for _ in range(chance.randrange(40)))
    yield b"<b>" * 70 + b"x</b><p>y."
    yield b"<font size=1>" * 64 + b"<h1>x</h1></font><p>y."


def say(pith, files):
    """path -> what the command says of each file."""
    said = {}
    for first in range(0, len(files), 400):
        done = subprocess.run([pith, "-q", "-m", "sentence", "--compat", "-t", "json", "--timeout", "0", "--",
                               *files[first:first + 400]], stdout=subprocess.PIPE, check=True)
        for line in done.stdout.splitlines():
            record = json.loads(line)
            said[record["path"]] = record["spans"]
    return said


def compare(pith, files):
    """How many files differ."""
    wrong = 0
    for path, spans in say(pith, files).items():
        page = pathlib.Path(path).read_bytes()
        wanted = [{"from": start, "to": end, "label": "navigation" if reason == "none" else "content",
                   "score": 0 if reason == "none" else 1, "reason": reason} for start, end, reason in twin(page)]
        if spans != wanted:
            wrong += 1
            first = next((pair for pair in zip(spans + [None], wanted + [None]) if pair[0] != pair[1]), None)
            if wrong <= 5:
                print(f"{path}: the command says {first[0]}, the twin {first[1]}\n{page[:300]!r}")
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pith", required=True)
    parser.add_argument("--count", type=int,
                        default=600 if os.environ.get("PITH_TEST_SIZE") == "small" else 3000)
    asked = parser.parse_args()
    data = pathlib.Path(os.environ.get("PITH_DATA", ROOT / "build" / "data")) / "single" / "train"
    files = [str(path) for name in ("daniel", "cleaneval") for path in sorted((data / name / "html").glob("*"))]
    wrong = compare(asked.pith, files) if files else 0
    with tempfile.TemporaryDirectory(prefix="pith-twin-") as scratch:
        made = []
        for number, page in enumerate(random_pages(asked.count)):
            made.append(f"{scratch}/{number}.html")
            pathlib.Path(made[-1]).write_bytes(page)
        wrong += compare(asked.pith, made)
    print(f"run_sentence_twin: {len(files)} real and {len(made)} made-up pages, {wrong} differ")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
