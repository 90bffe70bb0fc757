#!/usr/bin/env python3
"""How well `pith site -m layer` tells noise blocks, and the text of pages, on
whole sites with gold text; fails when it gets worse.

    run_layer.py --pith PITH [--all] [--table] [--pin] [--compat] [SITE...]

By `pith eval --blocks`: word F1 of each page, and the measure of Yuan et al.
2006 over the leaves of VIPS that have words.

    recall     noise blocks found / noise blocks
    precision  noise blocks found / blocks found

Floors stand in floors_layer.json. Without SITE the few sites in SAMPLE are
measured, so that the test stays short; --all measures every site with gold.
Without the data the test is skipped (exit code 77).
"""
import argparse
import concurrent.futures
import json
import pathlib
import sys
import tempfile

import run_sites
from quality_data import evaluate_site, find_data

HERE = pathlib.Path(__file__).resolve().parent
FLOORS = HERE / "floors_layer.json"
SAMPLE = ["airead", "cpe_bbc", "cpe_washpost", "cpe_wsj", "ikebaby", "ratio", "wiki18xx"]
MEAN = 0.92  # of word F1 over all sites
SLACK = 0.004


def measure(pith, folder, place, arguments):
    """Word F1, block recall, block precision and blocks of a site."""
    found = evaluate_site(pith, folder, place, ["-m", "layer", *arguments], "--blocks")
    blocks = found["blocks"]
    return {"f1": found["word_F1"], "recall": blocks["recall"], "precision": blocks["precision"],
            "noise": blocks["noise"], "found": blocks["found"]}


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
    data = find_data("sites")
    if not data:
        print("run_layer: no data; skipped")
        return 77
    floors = json.loads(FLOORS.read_text(encoding="utf-8")) if FLOORS.exists() else {}
    every = sorted(s for s in json.loads(run_sites.FLOORS.read_text(encoding="utf-8")) if s != "lowered")
    sites = asked.sites or (every if asked.all else SAMPLE)
    extra = ["--compat"] if asked.compat else []
    with concurrent.futures.ThreadPoolExecutor(2) as pool, tempfile.TemporaryDirectory() as name:
        place = pathlib.Path(name)
        found = dict(zip(sites, pool.map(lambda s: measure(asked.pith, data / s, place, extra), sites)))
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
