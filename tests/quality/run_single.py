#!/usr/bin/env python3
"""How well the methods for one page separate its text from its boilerplate, through the
built command; fails when one of them gets worse.

    run_single.py --pith PITH [--method M]... [--all] [--table] [--pin] [--record]
                  [SET...]

Word F1 of each page (the bag of lower-cased words), mean over the pages of a
set, by `pith eval`, which extracts the pages itself. Of each set a fixed sample
is measured, chosen by a hash of the ids, so that a run takes a minute or two;
--all measures every page.

floors_single.json holds for each method, "sentence" or "sentence --compat", a
floor for each set: the sample may not fall below. --pin writes what is measured
now. --table prints the sets as a table, one column a method. --record (with
--all) writes the figures to results.json.

Sets whose gold is snippets only are scored by them: (with + 1 - without) / 2.
Without the data the test is skipped (exit code 77). # threads
"""
import argparse
import hashlib
import json
import pathlib
import sys
import tempfile

from quality_data import SLACK, evaluate, find_data, record, write_floors

HERE = pathlib.Path(__file__).resolve().parent
FLOORS = HERE / "floors_single.json"
SAMPLE = 60  # pages of a set


def is_scored(page):
    return bool((page.get("gold_text") or "").strip() or page.get("with") or page.get("without"))


def write_gold(folders, whole, out):
    """The pages that are measured, each set under its name."""
    for name, folder in folders.items():
        with open(folder / "gold.jsonl", encoding="utf-8") as lines:
            pages = [page for page in map(json.loads, lines) if is_scored(page)]
        if not whole:
            pages.sort(key=lambda page: hashlib.sha256(page["id"].encode()).digest())
            pages = pages[:SAMPLE]
        for page in pages:
            page.update(dataset=name, file=str((folder / page["file"]).resolve()))
            out.write(json.dumps(page) + "\n")


def measure(pith, method, gold):
    """Of each set: the figure, how many pages came out empty, pages."""
    found = evaluate(pith, "--gold", gold, "-m", *method.split())["by"]["dataset"]["groups"]
    return {name: (group["word_F1"] if group["pages"] else group["snippets"], group["empty"],
                   group["pages"] or group["snippet_pages"]) for name, group in found.items()}


def print_table(found, whole):
    methods = list(found)
    print(f"| set | pages | {' | '.join(methods)} |")
    print("|---|---|" + "---|" * len(methods))
    sets = list(found[methods[0]])
    for name in sets:
        row = " | ".join(f"{found[m][name][0]:.3f}" for m in methods)
        print(f"| {name} | {found[methods[0]][name][2]} | {row} |")
    row = " | ".join(f"{sum(found[m][s][0] for s in sets) / len(sets):.3f}" for m in methods)
    print(f"| **mean of {len(sets)}** | | {row} |")
    if not whole:
        print(f"\nA sample of at most {SAMPLE} pages of each set.")


def check(floors, found):
    """What is wrong with what was found."""
    for method, sets in found.items():
        for name, (f1, empty, _) in sets.items():
            floor = floors.get(method, {}).get(name, 0)
            if f1 < floor:
                yield f"-m {method}: {name}: F1 {f1:.4f} is below its floor {floor}"
            if empty and "--compat" not in method:
                yield f"-m {method}: {name}: {empty} pages with text came out empty"


def pin(floors, found):
    for method, sets in found.items():
        for name, result in sets.items():
            floors.setdefault(method, {})[name] = round(result[0] - SLACK, 3)
    write_floors(FLOORS, floors)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pith", required=True)
    parser.add_argument("--method", action="append")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--table", action="store_true")
    parser.add_argument("--pin", action="store_true")
    parser.add_argument("--record", action="store_true")
    parser.add_argument("sets", nargs="*", metavar="SET")
    asked = parser.parse_args()
    data, floors = find_data("single"), json.loads(FLOORS.read_text(encoding="utf-8")) if FLOORS.exists() else {}
    if not data:
        print("run_single: no data; skipped")
        return 77
    folders = {path.parent.name: path.parent for path in sorted(data.glob("*/*/gold.jsonl"))}
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl", encoding="utf-8") as gold:
        write_gold({name: folders[name] for name in asked.sets or folders}, asked.all, gold)
        gold.flush()
        found = {method: measure(asked.pith, method, gold.name) for method in asked.method or sorted(set(floors) - {"lowered"})}
    if asked.table:
        print_table(found, asked.all)
    if asked.pin:
        pin(floors, found)
    if asked.record and asked.all:
        for method, sets in found.items():
            record("single", {method: {name: {"part": folders[name].parent.name, "pages": pages,
                                              "word_F1": f1}
                                       for name, (f1, _, pages) in sets.items()}})
    wrong = list(check(floors, found)) if not asked.all else []
    for line in wrong:
        print(f"run_single: {line}")
    for method, sets in found.items():
        mean = sum(s[0] for s in sets.values()) / len(sets)
        print(f"run_single: -m {method}: {len(sets)} sets, mean F1 {mean:.4f}, "
              f"{sum(s[1] for s in sets.values())} empty")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
