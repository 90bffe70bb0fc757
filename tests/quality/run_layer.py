#!/usr/bin/env python3
"""How well `pith site -m layer` finds noise blocks, and the text of pages, on
whole sites with gold text; fails when it gets worse.

    run_layer.py --pith PITH [--table] [--record] [--pin] [--compat] [SITE...]

Two measures, both of `pith eval`: word F1 of each page; and, with --blocks, recall
and precision of noise blocks as Yuan et al. 2006 have them (docs/lab/eval.md).

Blocks of at most PAGES pages a site. Pages with a NUL are left out of them: the
gold breaks off there. Floors of all sites are in floors_layer.json. Without the
data the test is skipped (exit code 77). --record writes the figures to
results.json.
"""
import argparse
import concurrent.futures
import json
import pathlib
import sys
import tempfile

import run_sites
from quality_data import evaluate, evaluate_site, find_data, record, write_floors

HERE = pathlib.Path(__file__).resolve().parent
FLOORS = HERE / "floors_layer.json"
NEWS = ["antibiotic_news", "cpe_bbc", "cpe_washpost", "cpe_wsj", "w3cschool_cc"]  # and portals
MEAN = 0.945  # of word F1 over all sites
SLACK = 0.004
PAGES = 40  # of a site whose blocks are looked at


def make_sample(folder, place):
    """A data set of the pages whose blocks are looked at."""
    gold = [json.loads(line) for line in open(folder / "gold.jsonl", encoding="utf-8")]
    gold = sorted((page for page in gold if page.get("gold_text")), key=lambda page: page["file"])
    gold = [page for page in gold[::max(1, len(gold) // PAGES)][:PAGES]
            if b"\0" not in (folder / page["file"]).read_bytes()]
    place.mkdir()
    (place / "pages").symlink_to((folder / "pages").resolve())
    (place / "gold.jsonl").write_text("".join(json.dumps(page) + "\n" for page in gold), encoding="utf-8")
    return place


def measure(pith, folder, place, arguments):
    """Word F1, block recall, block precision and blocks of a site."""
    sample = make_sample(folder, place / folder.name)
    f1 = evaluate_site(pith, folder, place, ["-m", "layer", *arguments])["word_F1"]
    blocks = evaluate(pith, "--gold", sample, "--pred", place / f"{folder.name}.jsonl", "--blocks")["all"]["blocks"]
    return {"f1": f1, **blocks}


def pool(found):
    """Noise blocks, recall and precision over several sites."""
    noise, cut, hit = (sum(m[key] for m in found) for key in ("noise", "found", "right"))
    return f"{noise} | {100 * hit / max(1, noise):.1f} % | {100 * hit / max(1, cut):.1f} %"


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
    parser.add_argument("--record", action="store_true")
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
    if asked.record and not asked.compat:
        record("layer", found)
    if asked.pin:
        for site, m in found.items():
            floors[site] = {key: round(m[key] - SLACK, 3) for key in ("f1", "recall", "precision")}
        write_floors(FLOORS, floors)
    wrong = [] if asked.compat else list(check(floors, found, not asked.sites))
    for line in wrong:
        print(f"run_layer: {line}")
    print(f"run_layer: {len(found)} sites, mean F1 {mean(found.values()):.4f}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
