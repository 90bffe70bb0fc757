#!/usr/bin/env python3
"""How well `pith site -m layer` tells noise blocks, and the text of pages, on
whole sites with gold text; fails when it gets worse.

    run_layer.py --pith PITH [--table] [--pin] [--compat] [SITE...]

Two measures. Word F1 of each page, by `pith eval`. And the measure of
Yuan et al. 2006: the blocks are the leaves of VIPS (`pith explain --vips`) that
have letters; a block is noise when its text is not in the gold (fewer than half
of its letters are, matched one to one and in order: letter_match.py); it was
found when most of its letters were cut. (`pith eval --blocks` goes by runs of
three words, which is quicker, and wrong where a script has no spaces.)

    recall     noise blocks found / noise blocks
    precision  noise blocks found / blocks found

At most PAGES pages a site. Blocks of pages with a NUL are left out: the gold
breaks off there. Floors of all sites stand in floors_layer.json. Without the
data the test is skipped (exit code 77).
"""
import argparse
import concurrent.futures
import html
import itertools
import json
import pathlib
import re
import sys
import tempfile

import letter_match
import run_sites
from quality_data import evaluate, find_data, run

HERE = pathlib.Path(__file__).resolve().parent
FLOORS = HERE / "floors_layer.json"
NEWS = ["antibiotic_news", "cpe_bbc", "cpe_washpost", "cpe_wsj", "w3cschool_cc"]  # and portals
MEAN = 0.945  # of word F1 over all sites
SLACK = 0.004
PAGES = 40  # of a site whose blocks are looked at
LEAF = re.compile(r"^ *(\d+) +(\d+) +(\d+) +(\d+)-(\d+) +(\d+) \*", re.M)
SILENT = re.compile(rb"(?is)<!--.*?-->|<(script|style|noscript|select|textarea|template)\b.*?</\1\s*>|<[^>]*>")


def texts(page, start, end, encoding):
    """(offset, text) of the pieces of text in a range of bytes."""
    at = start
    for mark in SILENT.finditer(page, start, end):
        if mark.start() > at:
            yield at, page[at:mark.start()].decode(encoding, "replace")
        at = max(at, mark.end())
    if at < end:
        yield at, page[at:end].decode(encoding, "replace")


def read_blocks(pith, path, encoding):
    """The texts of a page as (offset, letters), and its blocks as lists of
    places in them."""
    page = path.read_bytes()
    if b"\0" in page:
        return [], []
    shown = run(pith, "explain", "--vips", path).decode()
    pieces, blocks = [], []
    for leaf in LEAF.finditer(shown):
        block = []
        for at, text in texts(page, int(leaf[4]), int(leaf[5]), encoding):
            found = letter_match.letters(html.unescape(text))
            if found:
                block.append(len(pieces))
                pieces.append((at + len(text) - len(text.lstrip()), found))
        blocks += [block] if block else []
    return pieces, blocks


def judge_blocks(pith, path, record, gold_text):
    """Counts of one page: noise blocks, found, found and noise."""
    pieces, blocks = read_blocks(pith, path, record["encoding"])
    cut = [(s["from"], s["to"]) for s in record["spans"] if s["label"] == "navigation"]
    inside = letter_match.match("".join(found for _, found in pieces), letter_match.letters(gold_text))
    ends = list(itertools.accumulate(len(found) for _, found in pieces))
    counts = [0, 0, 0]
    for block in blocks:
        size = sum(len(pieces[i][1]) for i in block)
        kept = sum(sum(inside[ends[i] - len(pieces[i][1]):ends[i]]) for i in block)
        lost = sum(len(pieces[i][1]) for i in block if any(a <= pieces[i][0] < b for a, b in cut))
        noise, gone = kept * 2 < size, lost * 2 > size
        counts = [counts[0] + noise, counts[1] + gone, counts[2] + (noise and gone)]
    return counts


def measure(pith, folder, place, arguments):
    """Word F1, block recall, block precision and blocks of a site."""
    told = place / f"{folder.name}.jsonl"
    told.write_bytes(run(pith, "site", "-q", "-m", "layer", *arguments, folder / "pages"))
    records = {r["path"]: r for r in map(json.loads, told.read_text(encoding="utf-8").splitlines())}
    golds = {}
    with open(folder / "gold.jsonl", encoding="utf-8") as lines:
        for page in map(json.loads, lines):
            name = page["file"].removeprefix("pages/")
            if letter_match.letters(page.get("gold_text") or "") and name in records:
                golds[name] = page["gold_text"]
    names = sorted(golds)
    sums = [0, 0, 0]
    for name in names[::max(1, len(names) // PAGES)][:PAGES]:
        counts = judge_blocks(pith, folder / "pages" / name, records[name], golds[name])
        sums = [a + b for a, b in zip(sums, counts)]
    return {"f1": evaluate(pith, "--gold", folder, "--pred", told)["all"]["word_F1"],
            "recall": sums[2] / max(1, sums[0]), "precision": sums[2] / max(1, sums[1]),
            "noise": sums[0], "found": sums[1]}


def pool(found):
    """Noise blocks, recall and precision over several sites."""
    noise, hit = sum(m["noise"] for m in found), sum(m["noise"] * m["recall"] for m in found)
    return f"{noise} | {100 * hit / max(1, noise):.1f} % | {100 * hit / max(1, sum(m['found'] for m in found)):.1f} %"


def mean(found):
    return sum(m["f1"] for m in found) / len(found)


def print_table(found):
    print("| site | word F1 | noise blocks | recall | precision |\n|---|---|---|---|---|")
    for site, m in found.items():
        print(f"| {site} | {m['f1']:.3f} | {m['noise']} | {m['recall'] * 100:.1f} % | {m['precision'] * 100:.1f} % |")
    news = [m for site, m in found.items() if site in NEWS]
    if news:
        print(f"| **news and portals** | {mean(news):.3f} | {pool(news)} |")
    print(f"| **all {len(found)}** | {mean(found.values()):.3f} | {pool(found.values())} |")


def check(floors, found, everything):
    for site, m in found.items():
        for key, floor in floors.get(site, {}).items():
            if m[key] < floor:
                yield f"{site}: {key} {m[key]:.4f} is below its floor {floor}"
    if everything and mean(found.values()) < MEAN:
        yield f"mean F1 {mean(found.values()):.4f} is below {MEAN}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pith", required=True)
    parser.add_argument("--table", action="store_true")
    parser.add_argument("--pin", action="store_true")
    parser.add_argument("--compat", action="store_true")
    parser.add_argument("sites", nargs="*", metavar="SITE")
    asked = parser.parse_args()
    data = find_data("sites")
    if not data:
        print("run_layer: no data; skipped")
        return 77
    floors = json.loads(FLOORS.read_text(encoding="utf-8")) if FLOORS.exists() else {}
    every = sorted(s for s in json.loads(run_sites.FLOORS.read_text(encoding="utf-8")) if s != "lowered")
    sites = asked.sites or every
    extra = ["--compat"] if asked.compat else []
    with concurrent.futures.ThreadPoolExecutor(2) as threads, tempfile.TemporaryDirectory() as name:
        place = pathlib.Path(name)
        found = dict(zip(sites, threads.map(lambda s: measure(asked.pith, data / s, place, extra), sites)))
    if asked.table:
        print_table(found)
    if asked.pin:
        for site, m in found.items():
            floors[site] = {key: round(m[key] - SLACK, 3) for key in ("f1", "recall", "precision")}
        FLOORS.write_text(json.dumps(floors, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    wrong = [] if asked.compat else list(check(floors, found, not asked.sites))
    for line in wrong:
        print(f"run_layer: {line}")
    print(f"run_layer: {len(found)} sites, mean F1 {mean(found.values()):.4f}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
