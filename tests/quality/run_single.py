#!/usr/bin/env python3
"""How well the methods for one page tell its text from its framing, through the
built command; fails when one of them gets worse.

    run_single.py --pith PITH [--method M]... [--all] [--table] [--pin] [SET...]

Word F1 of each page (the bag of lower-cased words), mean over the pages of a
set: as bench/score.py of the data has it, with which the scorer here is compared
where it is found. Of each set a fixed sample is measured, chosen by a hash of
the ids, so that a run takes a minute or two; --all measures every page.

floors_single.json holds for each method, "sentence" or "sentence --compat", a
floor for each set: the sample may not fall below. --pin writes what is measured
now. --table prints the sets as a table, one column a method.

Sets whose gold is snippets only are scored by them: (with + 1 - without) / 2.
Without the data the test is skipped (exit code 77). # threads
"""
import argparse
import collections
import hashlib
import importlib.util
import json
import pathlib
import subprocess
import sys

from word_score import SLACK, WORD, find_data, score, words

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
FLOORS = HERE / "floors_single.json"
SAMPLE = 60  # pages of a set


def snippet_share(text, wanted):
    low = " ".join(text.lower().split())
    return sum(" ".join(s.lower().split()) in low for s in wanted) / len(wanted)


def score_page(text, page):
    """Precision, recall and F1; for snippets they stand for without and with."""
    gold = page.get("gold_text")
    if gold and WORD.search(gold):
        return score(words(text), words(gold))
    has = snippet_share(text, page["with"]) if page.get("with") else 1.0
    free = 1 - snippet_share(text, page["without"]) if page.get("without") else 1.0
    return free, has, (has + free) / 2


def is_scored(page):
    gold = page.get("gold_text")
    return bool(gold and WORD.search(gold)) or bool(page.get("with") or page.get("without"))


def read_gold(folder, whole):
    """The pages of a set that are measured."""
    with open(folder / "gold.jsonl", encoding="utf-8") as lines:
        pages = [page for page in map(json.loads, lines) if is_scored(page)]
    if not whole:
        pages.sort(key=lambda page: hashlib.sha256(page["id"].encode()).digest())
        pages = pages[:SAMPLE]
    return pages


def run_pith(pith, method, folder, pages):
    """The text of each page, and whether it is empty though the page says something, in their order."""
    files = [str(folder / page["file"]) for page in pages]
    texts = {}
    for first in range(0, len(files), 500):
        command = [pith, "extract", "-q", "-t", "json", "--timeout", "0", "-m", *method.split()]
        result = subprocess.run([*command, "--", *files[first:first + 500]], stdout=subprocess.PIPE, check=False)
        if result.returncode not in (0, 1):
            raise SystemExit(f"run_single: {pith} -m {method} failed on {folder.name}: exit code {result.returncode}")
        for line in result.stdout.decode("utf-8").splitlines():
            record = json.loads(line)
            text = record.get("text") or ""
            texts[record["path"]] = text, not text.strip() and bool(record["spans"])
    return [texts.get(file, ("", True)) for file in files]


def measure(pith, method, folder, whole):
    """Mean precision, recall and F1 of a set, and how many pages came out empty."""
    pages = read_gold(folder, whole)
    texts = run_pith(pith, method, folder, pages)
    scores = [score_page(text, page) for (text, _), page in zip(texts, pages)]
    empty = sum(emptied for _, emptied in texts)
    return [sum(column) / len(scores) for column in zip(*scores)] + [empty, len(pages)]


def compare_scorers():
    """The scorer of the data must say the same as ours."""
    path = ROOT.parent / "shared" / "bench" / "score.py"
    if not path.exists():
        return
    spec = importlib.util.spec_from_file_location("score", path)
    theirs = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(theirs)
    for text in ("one two three", "one one two", "four", ""):
        bags = collections.Counter(theirs.words(text)), collections.Counter(theirs.words("One two, five."))
        assert theirs.prf(*bags) == score(*bags)


def print_table(found, whole):
    methods = list(found)
    print(f"| set | pages | {' | '.join(methods)} |")
    print("|---|---|" + "---|" * len(methods))
    sets = list(found[methods[0]])
    for name in sets:
        row = " | ".join(f"{found[m][name][2]:.3f}" for m in methods)
        print(f"| {name} | {found[methods[0]][name][4]} | {row} |")
    row = " | ".join(f"{sum(found[m][s][2] for s in sets) / len(sets):.3f}" for m in methods)
    print(f"| **mean of {len(sets)}** | | {row} |")
    if not whole:
        print(f"\nA sample of at most {SAMPLE} pages of each set.")


def check(floors, found):
    """What is wrong with what was found."""
    for method, sets in found.items():
        for name, (_, _, f1, empty, _) in sets.items():
            floor = floors.get(method, {}).get(name, 0)
            if f1 < floor:
                yield f"-m {method}: {name}: F1 {f1:.4f} is below its floor {floor}"
            if empty and "--compat" not in method:
                yield f"-m {method}: {name}: {empty} pages with text came out empty"


def pin(floors, found):
    for method, sets in found.items():
        for name, result in sets.items():
            floors.setdefault(method, {})[name] = round(result[2] - SLACK, 3)
    FLOORS.write_text(json.dumps(floors, indent=1, sort_keys=True) + "\n", encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pith", required=True)
    parser.add_argument("--method", action="append")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--table", action="store_true")
    parser.add_argument("--pin", action="store_true")
    parser.add_argument("sets", nargs="*", metavar="SET")
    asked = parser.parse_args()
    data, floors = find_data("single"), json.loads(FLOORS.read_text(encoding="utf-8")) if FLOORS.exists() else {}
    if not data:
        print("run_single: no data; skipped")
        return 77
    compare_scorers()
    folders = {path.parent.name: path.parent for path in sorted(data.glob("*/*/gold.jsonl"))}
    sets = asked.sets or list(folders)
    found = {method: {name: measure(asked.pith, method, folders[name], asked.all) for name in sets}
             for method in asked.method or sorted(floors)}
    if asked.table:
        print_table(found, asked.all)
    if asked.pin:
        pin(floors, found)
    wrong = list(check(floors, found)) if not asked.all else []
    for line in wrong:
        print(f"run_single: {line}")
    for method, sets in found.items():
        mean = sum(s[2] for s in sets.values()) / len(sets)
        print(f"run_single: -m {method}: {len(sets)} sets, mean F1 {mean:.4f}, "
              f"{sum(s[3] for s in sets.values())} empty")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
