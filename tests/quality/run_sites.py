#!/usr/bin/env python3
"""How well `pith site -m chain` tells the text of pages from their framing, on
whole sites with gold text; fails when a site gets worse.

    run_sites.py --pith PITH [--table] [--pin [--lower REASON]] [SITE...]

Word F1 of each page (the bag of lower-cased words), mean over the pages of a
site, mean over sites, by `pith eval`. Checked against floors_sites.json:

  floor     no site may fall below; --pin writes what is measured now, and
            lowers a floor only when --lower says why
  keep_all  the F1 of the whole text of the page; the method may not do worse
            than 0.02 below it on any site, and must reach MEAN over all

--table prints a table with the papers' own method (--compat) beside it. Without
the data the test is skipped (exit code 77).
"""
import argparse
import concurrent.futures
import json
import pathlib
import sys
import tempfile

from quality_data import SLACK, evaluate_site, find_data

HERE = pathlib.Path(__file__).resolve().parent
FLOORS = HERE / "floors_sites.json"
MEAN = 0.93
LOSS = 0.02  # below keep-all, at most


def measure(pith, folder, place, arguments=()):
    """Mean precision, recall and F1 of a site."""
    found = evaluate_site(pith, folder, place, ["-m", "chain", *arguments])
    return [found[key] for key in ("word_P", "word_R", "word_F1")]


def pin(floors, found, reason):
    """Write new floors; lower one only for a reason."""
    for site, (_, _, f1) in found.items():
        new = round(f1 - SLACK, 3)
        old = floors.get(site, {}).get("floor", 0)
        if new < old and not reason:
            raise SystemExit(f"run_sites: {site} would fall from {old} to {new}; say why with --lower REASON")
        floors.setdefault(site, {})["floor"] = new
    if reason:
        floors["lowered"] = reason
    FLOORS.write_text(json.dumps(floors, indent=1, sort_keys=True) + "\n", encoding="utf-8")


def check(floors, found):
    """What is wrong with what was found."""
    for site, (_, _, f1) in found.items():
        if f1 < floors[site]["floor"]:
            yield f"{site}: F1 {f1:.4f} is below its floor {floors[site]['floor']}"
        if f1 < floors[site]["keep_all"] - LOSS:
            yield f"{site}: F1 {f1:.4f} is worse than keeping all, {floors[site]['keep_all']}"
    mean = sum(f1 for _, _, f1 in found.values()) / len(found)
    if len(found) == len([site for site in floors if site != "lowered"]) and mean < MEAN:
        yield f"mean F1 {mean:.4f} is below {MEAN}"


def print_table(floors, found, compat):
    print("| site | keep all | chain --compat | chain | precision | recall |")
    print("|---|---|---|---|---|---|")
    for site, (precision, recall, f1) in found.items():
        print(f"| {site} | {floors[site]['keep_all']:.3f} | {compat[site][2]:.3f} | {f1:.3f} | {precision:.3f} | {recall:.3f} |")
    count = len(found)
    print(f"| **mean of {count}** | {sum(floors[s]['keep_all'] for s in found) / count:.3f} | "
          f"{sum(c[2] for c in compat.values()) / count:.3f} | {sum(f[2] for f in found.values()) / count:.3f} | | |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pith", required=True)
    parser.add_argument("--table", action="store_true")
    parser.add_argument("--pin", action="store_true")
    parser.add_argument("--lower", metavar="REASON")
    parser.add_argument("sites", nargs="*", metavar="SITE")
    asked = parser.parse_args()
    data, floors = find_data("sites"), json.loads(FLOORS.read_text(encoding="utf-8"))
    if not data:
        print("run_sites: no data; skipped")
        return 77
    sites = asked.sites or sorted(site for site in floors if site != "lowered")
    with concurrent.futures.ThreadPoolExecutor(2) as pool, tempfile.TemporaryDirectory() as name:
        place = pathlib.Path(name)
        found = dict(zip(sites, pool.map(lambda s: measure(asked.pith, data / s, place), sites)))
        if asked.table:
            runs = pool.map(lambda s: measure(asked.pith, data / s, place, ["--compat"]), sites)
            print_table(floors, found, dict(zip(sites, runs)))
    if asked.pin:
        pin(floors, found, asked.lower)
    wrong = list(check(floors, found))
    for line in wrong:
        print(f"run_sites: {line}")
    print(f"run_sites: {len(found)} sites, mean F1 {sum(f[2] for f in found.values()) / len(found):.4f}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
