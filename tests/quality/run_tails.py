#!/usr/bin/env python3
"""What follows the end of an article must not come in, nor push the article out: pages of the data with a tail that
they did not have.

    run_tails.py --pith PITH [--pin] [--out DIR]

    next      one to three further articles of the same host, in the container's own markup
    remarks   what readers wrote, in ten languages, without a telling name
    archive   500 to 5,000 links to other articles
    appeal    newsletters, donations, lines about the paper

Pages are those of the single sets with one <article> element; the tail goes behind it. The figure is the word F1 between
what comes out with the tail and without it, mean over the pages of a kind of tail; floors_tails.json has the floors.
The tails were never in the training, the pages were. Without the data the test is skipped (exit code 77). # threads
"""
import argparse
import collections
import html
import json
import pathlib
import random
import re
import sys
import tempfile
from urllib.parse import urlsplit

from quality_data import find_data, run, write_floors
from tail_texts import APPEALS, REMARKS

FLOORS = pathlib.Path(__file__).resolve().parent / "floors_tails.json"
SETS = ("gh_sites", "fundus_tests", "wcxb_dev", "postlight_fixtures")
PAGES = 45  # with each kind of tail
SLACK = 0.005
ARTICLE = re.compile(rb"<article\b[^>]*>.*?</article>", re.S | re.I)
WORDS = re.compile(r"\w+")


def ascii_markup(text):
    """Text as character references, which every encoding can carry."""
    return html.escape(text).encode("ascii", "xmlcharrefreplace")


def articles(single):
    """[(host, title, page, span of its article)] of the pages with one <article> of some length."""
    found = []
    for name in SETS:
        folder = single / "train" / name
        if not (folder / "gold.jsonl").exists():
            continue
        for line in open(folder / "gold.jsonl", encoding="utf-8"):
            record = json.loads(line)
            if record.get("page_type") != "article":
                continue
            page = (folder / record["file"]).read_bytes()
            spans = [match.span() for match in ARTICLE.finditer(page)]
            if len(spans) == 1 and len(page[slice(*spans[0])]) > 4000 and len(record.get("gold_text") or "") > 800:
                found.append((urlsplit(record.get("url") or "").hostname or record["id"], record.get("title") or record["gold_text"][:60], page, spans[0]))
    return found


def next_articles(chosen, page, everything):
    others = [other for other in everything if other[0] == page[0] and other[2] != page[2]]
    return b"\n".join(other[2][slice(*other[3])] for other in chosen.sample(others, min(len(others), 3)))


def remarks(chosen, page, everything):
    names, texts = REMARKS[chosen.choice(sorted(REMARKS))]
    rows = [b'<div class="k%d"><div><b>%s</b> <span>%d.%d.2021 %02d:%02d</span></div><p>%s</p></div>' % (
        chosen.randrange(3), ascii_markup(chosen.choice(names)), chosen.randrange(1, 28), chosen.randrange(1, 12), chosen.randrange(24),
        chosen.randrange(60), ascii_markup(" ".join(chosen.sample(texts, chosen.randrange(1, 4))))) for _ in range(chosen.randrange(6, 30))]
    return b'<div class="z9">' + b"\n".join(rows) + b"</div>"


def archive(chosen, page, everything):
    rows = [b'<li><a href="/a/%d">%s</a></li>' % (number, ascii_markup(chosen.choice(everything)[1])) for number in range(chosen.choice((500, 1000, 2000, 5000)))]
    return b"<ul>" + b"\n".join(rows) + b"</ul>"


def appeal(chosen, page, everything):
    parts = [b"<h3>%s</h3>%s" % (ascii_markup(title), b"".join(b"<p>%s</p>" % ascii_markup(text) for text in texts)) for title, texts in chosen.sample(APPEALS, 2)]
    return b"<div>" + b"".join(parts) + b"</div>"


TAILS = {"next": next_articles, "remarks": remarks, "archive": archive, "appeal": appeal}


def make_pages(single, out):
    """{name of the file with a tail: name of the one without}"""
    everything, pairs = articles(single), {}
    of_host = collections.Counter(page[0] for page in everything)
    for kind, tail in TAILS.items():
        chosen = random.Random(kind)
        pool = [page for page in everything if kind != "next" or of_host[page[0]] > 1]
        for number, page in enumerate(chosen.sample(pool, min(PAGES, len(pool)))):
            end = page[3][1]
            plain, tailed = f"{kind}-{number}-plain.html", f"{kind}-{number}.html"
            (out / plain).write_bytes(page[2])
            (out / tailed).write_bytes(page[2][:end] + tail(chosen, page, everything) + page[2][end:])
            pairs[tailed] = plain
    return pairs


def word_f1(one, other):
    one, other = (collections.Counter(WORDS.findall(text.lower())) for text in (one, other))
    both = sum((one & other).values())
    return 2 * both / max(1, one.total() + other.total())


def measure(pith, out, pairs):
    """{kind of tail: (mean F1, pages, pages below .9)}"""
    records = map(json.loads, run(pith, "extract", "-q", "-t", "json", str(out)).splitlines())
    texts = {pathlib.Path(record["path"]).name: record.get("text") or "" for record in records}
    scores = collections.defaultdict(list)
    for tailed, plain in pairs.items():
        scores[tailed.split("-")[0]].append(word_f1(texts.get(tailed, ""), texts.get(plain, "")))
    return {kind: (sum(found) / len(found), len(found), sum(f1 < 0.9 for f1 in found)) for kind, found in scores.items()}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pith", required=True)
    parser.add_argument("--pin", action="store_true")
    parser.add_argument("--out", type=pathlib.Path)
    arguments = parser.parse_args()
    single = find_data("single")
    if single is None or not (single / "train" / SETS[0]).is_dir():
        print("skipped: no data")
        sys.exit(77)
    with tempfile.TemporaryDirectory() as place:
        out = arguments.out or pathlib.Path(place)
        out.mkdir(exist_ok=True)
        found = measure(arguments.pith, out, make_pages(single, out))
    for kind, (f1, pages, lost) in found.items():
        print(f"{kind}: {pages} pages, F1 {f1:.4f}, {lost} below .9")
    if arguments.pin:
        write_floors(FLOORS, {kind: round(f1 - SLACK, 3) for kind, (f1, _, _) in found.items()})
        return
    floors = json.loads(FLOORS.read_text(encoding="utf-8"))
    low = [f"{kind}: F1 {found[kind][0]:.4f} is below its floor {floor}" for kind, floor in floors.items() if found[kind][0] < floor]
    sys.exit("\n".join(low) if low else 0)


if __name__ == "__main__":
    main()
