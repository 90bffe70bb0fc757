#!/usr/bin/env python3
"""Month 2 of a crawl by the models of month 1: which sites are said to have changed.

    PYTHONPATH=build/release/python drift.py [--pages 2000] [--hosts 150] [--switched 0.2] [--sites FOLDER]

A site's template is switched by the generator. What is counted is the rule of
pith.spark (and of `pith apply`), through the functions its workers run: mean fit of
the pages below _fleet.FIT_LEAST. Sites with fewer than four pages in month 1 are
reported apart: there is too little to know them by.
"""
import argparse
import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import generate  # noqa: E402
from pith import _fleet, _fleet_tasks  # noqa: E402

LEAST = 4  # pages of a site in month 1


def crawl(folder, args, month):
    """{site: pages} of a month."""
    given = ["--pages", str(args.pages), "--hosts", str(args.hosts), "--month", str(month), "--switched",
             str(args.switched), "--files", "1", "-o", str(folder)]
    generate.generate(generate.arguments(given + (["--sites", args.sites] if args.sites else [])))
    found = {}
    for row in _fleet_tasks.warc_rows(({"path": str(path)} for path in folder.glob("*.warc.gz")), "host", True):
        found.setdefault(row["site"], []).append(_fleet.FleetPage(row["url"], row["html"], row["charset"]))
    return found


def has_changed(key, model, pages, runner):
    *_, site = _fleet.clean_run(key, model, pages, runner)
    return site["fit_sum"] / max(1, site["applied"]) < _fleet.FIT_LEAST


def report(name, sites, changed, switched):
    wanted, found = sites & switched, sites & changed
    right = len(wanted & found)
    print(f"{name}: {len(sites)} sites, {len(wanted)} switched, {len(found)} found, {right} right; "
          f"recall {right / max(1, len(wanted)):.3f}, precision {right / max(1, len(found)):.3f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pages", type=int, default=2000)
    parser.add_argument("--hosts", type=int, default=150)
    parser.add_argument("--switched", type=float, default=0.2)
    parser.add_argument("--sites")
    args = parser.parse_args()
    runner = _fleet.Direct({}, markdown=False)
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        first = crawl(folder / "1", args, 1)
        models = {key: _fleet.learn_chunk(key, pages, {}) for key, pages in first.items()}
        second = crawl(folder / "2", args, 2)
        switched = set((folder / "2/switched.txt").read_text().split())
    changed = {key for key, pages in second.items() if has_changed(key, models[key], pages, runner)}
    few = {key for key in second if len(first[key]) < LEAST}
    report(f"{LEAST} pages or more", set(second) - few, changed, switched)
    report("fewer", few, changed, switched)


if __name__ == "__main__":
    main()
