#!/usr/bin/env python3
"""How well `pith site -m layer` tells noise blocks, and the text of pages, on
whole sites with gold text; fails when it gets worse.

    run_layer.py --pith PITH [--all] [--table] [--pin] [--compat] [SITE...]

Two measures. Word F1 of each page, as run_sites.py has it. And the measure of
Yuan et al. 2006: the blocks are the leaves of VIPS (`pith explain --vips`) that
have words; a block is noise when its text is not in the gold (fewer than half of
its runs of three words are); it was found when most of its words were cut.

    recall     noise blocks found / noise blocks
    precision  noise blocks found / blocks found

Floors stand in floors_layer.json. Without SITE the few sites in SAMPLE are
measured, so that the test stays short; --all measures every site with gold.
Without the data the test is skipped (exit code 77).
"""
import argparse
import concurrent.futures
import html
import json
import pathlib
import re
import subprocess
import sys

import run_sites
import word_score

HERE = pathlib.Path(__file__).resolve().parent
FLOORS = HERE / "floors_layer.json"
SAMPLE = ["airead", "cpe_bbc", "cpe_washpost", "cpe_wsj", "ikebaby", "ratio", "wiki18xx"]
MEAN = 0.92  # of word F1 over all sites
SLACK = 0.004
PAGES = 40  # of a site whose blocks are looked at
LEAF = re.compile(r"^ *(\d+) +(\d+) +(\d+) +(\d+)-(\d+) +(\d+) \*", re.M)
SILENT = re.compile(rb"(?is)<!--.*?-->|<(script|style|noscript|select|textarea|template)\b.*?</\1\s*>|<[^>]*>")
WORD = word_score.WORD


def texts(page, start, end, encoding):
    """(offset, text) of the pieces of text in a range of bytes."""
    at = start
    for mark in SILENT.finditer(page, start, end):
        if mark.start() > at:
            yield at, page[at:mark.start()].decode(encoding, "replace")
        at = max(at, mark.end())
    if at < end:
        yield at, page[at:end].decode(encoding, "replace")


def grams(words, size=3):
    return [tuple(words[i:i + size]) for i in range(max(1, len(words) - size + 1))]


def is_noise(words, gold):
    """gold: sets of word runs by length."""
    size = min(3, len(words))
    runs = grams(words, size)
    return sum(run in gold[size] for run in runs) * 2 < len(runs)


def judge_blocks(pith, path, record, gold_text):
    """Counts of one page: noise blocks, found, found and noise."""
    page = path.read_bytes()
    shown = subprocess.run([pith, "explain", "--vips", path], stdout=subprocess.PIPE, check=True).stdout.decode()
    cut = [(s["from"], s["to"]) for s in record["spans"] if s["label"] == "navigation"]
    words = [w.lower() for w in WORD.findall(gold_text)]
    gold = {size: set(grams(words, size)) for size in (1, 2, 3)}
    counts = [0, 0, 0]
    for leaf in LEAF.finditer(shown):
        own, lost = [], 0
        for at, text in texts(page, int(leaf[4]), int(leaf[5]), record["encoding"]):
            found = [w.lower() for w in WORD.findall(html.unescape(text))]
            own += found
            lead = at + len(text) - len(text.lstrip())
            lost += len(found) * any(start <= lead < end for start, end in cut)
        if own:
            noise, gone = is_noise(own, gold), lost * 2 > len(own)
            counts = [counts[0] + noise, counts[1] + gone, counts[2] + (noise and gone)]
    return counts


def measure(pith, folder, arguments):
    """Word F1, block recall, block precision and blocks of a site."""
    command = [pith, "site", "-m", "layer", "-q", *arguments, folder / "pages"]
    result = subprocess.run(command, stdout=subprocess.PIPE, check=False)
    if result.returncode not in (0, 1):
        raise SystemExit(f"run_layer: {pith} failed on {folder.name}: exit code {result.returncode}")
    records = {r["path"]: r for r in map(json.loads, result.stdout.decode("utf-8").splitlines())}
    golds = {}
    with open(folder / "gold.jsonl", encoding="utf-8") as lines:
        for page in map(json.loads, lines):
            name = page["file"].removeprefix("pages/")
            if page.get("gold_text") and WORD.search(page["gold_text"]) and name in records:
                golds[name] = page["gold_text"]
    scores = [word_score.score(word_score.words(records[n].get("text")), word_score.words(g))[2]
              for n, g in golds.items()]
    names = sorted(golds)
    sums = [0, 0, 0]
    for name in names[::max(1, len(names) // PAGES)][:PAGES]:
        counts = judge_blocks(pith, folder / "pages" / name, records[name], golds[name])
        sums = [a + b for a, b in zip(sums, counts)]
    return {"f1": sum(scores) / len(scores), "recall": sums[2] / max(1, sums[0]),
            "precision": sums[2] / max(1, sums[1]), "noise": sums[0], "found": sums[1]}


def print_table(found):
    print("| site | word F1 | noise blocks | recall | precision |\n|---|---|---|---|---|")
    for site, m in found.items():
        print(f"| {site} | {m['f1']:.3f} | {m['noise']} | {m['recall'] * 100:.1f} % | {m['precision'] * 100:.1f} % |")
    noise, hit = sum(m["noise"] for m in found.values()), sum(m["noise"] * m["recall"] for m in found.values())
    cut = sum(m["found"] for m in found.values())
    print(f"| **all {len(found)}** | {sum(m['f1'] for m in found.values()) / len(found):.3f} | {noise} | "
          f"{100 * hit / max(1, noise):.1f} % | {100 * hit / max(1, cut):.1f} % |")


def check(floors, found, everything):
    for site, m in found.items():
        for key, floor in floors.get(site, {}).items():
            if m[key] < floor:
                yield f"{site}: {key} {m[key]:.4f} is below its floor {floor}"
    mean = sum(m["f1"] for m in found.values()) / len(found)
    if everything and mean < MEAN:
        yield f"mean F1 {mean:.4f} is below {MEAN}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pith", required=True)
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--table", action="store_true")
    parser.add_argument("--pin", action="store_true")
    parser.add_argument("--compat", action="store_true")
    parser.add_argument("sites", nargs="*", metavar="SITE")
    asked = parser.parse_args()
    data = word_score.find_data("sites")
    if not data:
        print("run_layer: no data; skipped")
        return 77
    floors = json.loads(FLOORS.read_text(encoding="utf-8")) if FLOORS.exists() else {}
    every = sorted(s for s in json.loads(run_sites.FLOORS.read_text(encoding="utf-8")) if s != "lowered")
    sites = asked.sites or (every if asked.all else SAMPLE)
    extra = ["--compat"] if asked.compat else []
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        found = dict(zip(sites, pool.map(lambda s: measure(asked.pith, data / s, extra), sites)))
    if asked.table:
        print_table(found)
    if asked.pin:
        for site, m in found.items():
            floors[site] = {key: round(m[key] - SLACK, 3) for key in ("f1", "recall", "precision")}
        FLOORS.write_text(json.dumps(floors, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    wrong = [] if asked.compat else list(check(floors, found, asked.all and not asked.sites))
    for line in wrong:
        print(f"run_layer: {line}")
    print(f"run_layer: {len(found)} sites, mean F1 {sum(m['f1'] for m in found.values()) / len(found):.4f}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
