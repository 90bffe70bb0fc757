#!/usr/bin/env python3
"""How well `pith site` separates the text of pages from their boilerplate, by auto and
by chain, on whole sites with gold text; fails when a site gets worse.

    run_sites.py --pith PITH [--method M] [--table] [--record] [--pin [--lower REASON]] [SITE...]

Word F1 of each page (the bag of lower-cased words), mean over the pages of a
site, mean over sites, by `pith eval`. Checked against floors_sites.json:

  floor     of chain, no site may fall below; --pin writes what is measured now,
            and lowers a floor only when --lower says why; `auto` is that of auto
  keep_all  the F1 of the whole text of the page; a method may not do worse
            than LOSS below it on any site, and must reach MEAN over all

--table prints a table with the papers' own method (--compat) beside them, and
--record writes it to results.json. Without the data the test is skipped (exit
code 77).
"""
import argparse
import concurrent.futures
import json
import pathlib
import sys
import tempfile

from quality_data import evaluate_site, find_data, new_floor, record, write_floors

HERE = pathlib.Path(__file__).resolve().parent
FLOORS = HERE / "floors_sites.json"
FLOOR = {"chain": "floor", "auto": "auto"}  # its name in the file
MEAN = {"chain": 0.93, "auto": 0.96}
LOSS = 0.02  # below keep-all, at most


def measure(pith, folder, place, method, arguments=()):
    """Mean precision, recall and F1 of a site."""
    (place / method).mkdir(exist_ok=True)
    found = evaluate_site(pith, folder, place / method, ["-m", method, *arguments])
    return [found[key] for key in ("word_P", "word_R", "word_F1")]


def pin(floors, method, found, reason):
    """New floors; one is lowered only for a reason."""
    for site, (_, _, f1) in found.items():
        of = floors.setdefault(site, {})
        of[FLOOR[method]] = new_floor(f"run_sites: {method}: {site}", of.get(FLOOR[method], 0), f1, reason)
    write_floors(FLOORS, floors, reason)


def check(floors, method, found):
    """What is wrong with what was found."""
    for site, (_, _, f1) in found.items():
        floor = floors[site][FLOOR[method]]
        if f1 < floor:
            yield f"{site}: F1 {f1:.4f} is below its floor {floor}"
        if f1 < floors[site]["keep_all"] - LOSS:
            yield f"{site}: F1 {f1:.4f} is worse than keeping all, {floors[site]['keep_all']}"
    if len(found) == len([site for site in floors if site != "lowered"]) and mean(found) < MEAN[method]:
        yield f"mean F1 {mean(found):.4f} is below {MEAN[method]}"


def mean(found):
    return sum(f1 for _, _, f1 in found.values()) / len(found)


def print_table(floors, found, compat):
    """found: {method: {site: figures}}"""
    print("| site | keep all | chain --compat | " + " | ".join(found) + " |")
    print("|---|---|---|" + "---|" * len(found))
    for site in compat:
        figures = [floors[site]["keep_all"], compat[site][2], *(of[site][2] for of in found.values())]
        print(f"| {site} | " + " | ".join(f"{f1:.3f}" for f1 in figures) + " |")
    means = [sum(floors[s]["keep_all"] for s in compat) / len(compat), mean(compat), *map(mean, found.values())]
    print(f"| **mean of {len(compat)}** | " + " | ".join(f"{f1:.3f}" for f1 in means) + " |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pith", required=True)
    parser.add_argument("--method", choices=list(FLOOR))
    parser.add_argument("--table", action="store_true")
    parser.add_argument("--record", action="store_true")
    parser.add_argument("--pin", action="store_true")
    parser.add_argument("--lower", metavar="REASON")
    parser.add_argument("sites", nargs="*", metavar="SITE")
    asked = parser.parse_args()
    data, floors = find_data("sites"), json.loads(FLOORS.read_text(encoding="utf-8"))
    if not data:
        print("run_sites: no data; skipped")
        return 77
    sites = asked.sites or sorted(site for site in floors if site != "lowered")
    methods, found = [asked.method] if asked.method else list(FLOOR), {}
    with concurrent.futures.ThreadPoolExecutor(2) as pool, tempfile.TemporaryDirectory() as name:
        place = pathlib.Path(name)
        for method in methods:
            runs = pool.map(lambda s, m=method: measure(asked.pith, data / s, place, m), sites)
            found[method] = dict(zip(sites, runs))
        if asked.table or asked.record:
            runs = pool.map(lambda s: measure(asked.pith, data / s, place, "chain", ["--compat"]), sites)
            compat = dict(zip(sites, runs))
        if asked.table:
            print_table(floors, found, compat)
        if asked.record:
            record("sites", {"keep all": {site: floors[site]["keep_all"] for site in sites}})
            for method, figures in {**found, "chain --compat": compat}.items():
                record("sites", {method: {site: f1 for site, (_, _, f1) in figures.items()}})
    wrong = []
    for method, figures in found.items():
        if asked.pin:
            pin(floors, method, figures, asked.lower)
        wrong += [f"{method}: {line}" for line in check(floors, method, figures)]
        print(f"run_sites: {method}: {len(figures)} sites, mean F1 {mean(figures):.4f}")
    for line in wrong:
        print(f"run_sites: {line}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
