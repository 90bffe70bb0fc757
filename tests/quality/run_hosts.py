#!/usr/bin/env python3
"""What `pith site` makes of a few pages of one host: newspapers and shops whose
pages were taken on different days, and share little boilerplate.

    run_hosts.py --pith PITH [--method M] [--table] [--pin [--lower REASON]] [SET...]

The pages of a host that has several in a set of single pages are given to
`pith site` as if they were a site, and to `pith extract` one by one. Word F1 by
`pith eval`, mean over the pages of a host, mean over the hosts of a set; and
mean over all pages of the set, those of hosts with fewer pages by themselves, as
if the set were a crawl. Checked against floors_hosts.json:

  floor  of each set, the mean may not fall below; --pin writes what is measured
         now, and lowers a floor only when --lower says why
  LOSS   what a host may lose at most by its other pages

--table prints the hosts. Sets without a floor are only measured, and so are
other methods than auto (--method), beside auto by single pages. A host is a host
name; the trainer goes by domains. Without the data the test is skipped (exit
code 77).
"""
import argparse
import concurrent.futures
import json
import pathlib
import sys
import tempfile
import urllib.parse

from quality_data import evaluate, find_data, new_floor, run, write_floors

HERE = pathlib.Path(__file__).resolve().parent
FLOORS = HERE / "floors_hosts.json"
FLOOR_METHOD = "auto"
SETS = ["wcxb_dev", "daniel", "zh_xmu"]
PAGES_LEAST = 4
LOSS = 0.16  # these pages taught the trees, and a page alone is cut as strictly as its kind asks: a site is not


def hosts_of(folder):
    """({host: its pages} of a set, the pages of all other hosts)"""
    hosts = {}
    with open(folder / "gold.jsonl", encoding="utf-8") as lines:
        for page in map(json.loads, lines):
            if (page.get("gold_text") or "").strip():
                page["file"] = str((folder / page["file"]).resolve())
                hosts.setdefault(urllib.parse.urlsplit(page.get("url") or "").hostname, []).append(page)
    large = {host: pages for host, pages in hosts.items() if host and len(pages) >= PAGES_LEAST}
    return large, [page for host, pages in hosts.items() if host not in large for page in pages]


def write_gold(pages, path):
    lines = ({"id": pathlib.Path(page["file"]).name, "file": page["file"], "gold_text": page["gold_text"]} for page in pages)
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return path


def measure_alone(pith, gold):
    return evaluate(pith, "--gold", gold, "-m", "auto")["all"]["word_F1"]


def measure(pith, place, host, pages, method):
    """(F1 of each page by itself, F1 as a site), means over the pages of a host."""
    gold, records = write_gold(pages, place / f"{host}.gold.jsonl"), place / f"{host}.jsonl"
    records.write_bytes(run(pith, "site", "-q", "-m", method, *[page["file"] for page in pages]))
    return measure_alone(pith, gold), evaluate(pith, "--gold", gold, "--pred", records)["all"]["word_F1"]


def measure_set(pith, place, folder, method):
    """({host: (pages, alone, as a site)}, the same of all other pages)"""
    hosts, rest = hosts_of(folder)
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        found = pool.map(lambda host: measure(pith, place, host, hosts[host], method), hosts)
    others = measure_alone(pith, write_gold(rest, place / "rest.jsonl")) if rest else 0
    return {host: (len(hosts[host]), *figures) for host, figures in zip(hosts, found)}, (len(rest), others, others)


def mean(found, column):
    return sum(figures[column] for figures in found.values()) / len(found)


def report(name, found, rest):
    rows = [*found.values(), rest]
    pages = sum(row[0] for row in rows)
    alone, site = (sum(row[0] * row[column] for row in rows) / pages for column in (1, 2))
    print(f"run_hosts: {name}: {len(found)} hosts, mean F1 {mean(found, 2):.4f}, alone {mean(found, 1):.4f}; "
          f"all {pages} pages {site:.4f}, alone {alone:.4f}")


def print_table(found):
    print("| host | pages | alone | as a site |\n|---|---|---|---|")
    for host, (pages, alone, site) in sorted(found.items(), key=lambda item: -item[1][0]):
        print(f"| {host} | {pages} | {alone:.3f} | {site:.3f} |")


def pin(floors, name, found, reason):
    """A new floor; it is lowered only for a reason."""
    floors[name] = new_floor(f"run_hosts: {name}", floors.get(name, 0), mean(found, 2), reason)
    write_floors(FLOORS, floors, reason)


def check(floors, name, found):
    """What is wrong with what was found."""
    if name not in floors:
        return
    if mean(found, 2) < floors[name]:
        yield f"{name}: F1 {mean(found, 2):.4f} is below its floor {floors[name]}"
    for host, (_, alone, site) in found.items():
        if site < alone - LOSS:
            yield f"{name}: {host} loses by its other pages: {site:.4f}, alone {alone:.4f}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pith", required=True)
    parser.add_argument("--method", default=FLOOR_METHOD, choices=[FLOOR_METHOD, "chain", "layer"])
    parser.add_argument("--table", action="store_true")
    parser.add_argument("--pin", action="store_true")
    parser.add_argument("--lower", metavar="REASON")
    parser.add_argument("sets", nargs="*", metavar="SET")
    asked = parser.parse_args()
    data = find_data("single")
    floors = json.loads(FLOORS.read_text(encoding="utf-8")) if FLOORS.exists() else {}
    if not data:
        print("run_hosts: no data; skipped")
        return 77
    wrong = []
    with tempfile.TemporaryDirectory() as place:
        for name in asked.sets or SETS:
            folder = next(data / part / name for part in ("train", "measure") if (data / part / name).is_dir())
            found, rest = measure_set(asked.pith, pathlib.Path(place), folder, asked.method)
            if asked.method == FLOOR_METHOD:
                if asked.pin:
                    pin(floors, name, found, asked.lower)
                wrong += check(floors, name, found)
            if asked.table:
                print_table(found)
            report(name, found, rest)
    for line in wrong:
        print(f"run_hosts: {line}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
