"""The folds again, by the program: a library with the weights of each fold classifies the pages that these never saw.

    fold's weights ─► table in a copy of the sources ─► make ─► pith extract of the pages held out ─┐
    (all folds)                                                      records of all pages ◄─────────┘ ─► pith eval

Needs what cross-validation wrote below build/train/folds: the weights of each fold, and which page is in which. The copy of the sources
stays, so that only what includes the table is compiled again from fold to fold.
"""
import json
import os
import shutil
import subprocess
import sys

from . import gold

RESULTS = "tests/quality/results.json"
TYPED, NO_KIND = "wcxb_dev", "-"  # the set that is also reported by page type


def weights(work, fold):
    return os.path.join(work, "folds", f"{fold}.json")


def places(work):
    return os.path.join(work, "folds", "pages.json")


def keep_folds(work, corpus, fold_of):
    """Which fold each page is in, by its set and its id; whole sites and made pages have measures of their own."""
    found = {name: {} for name in corpus.sets if name not in (gold.SITES, gold.TAILS)}
    for at, page in enumerate(corpus.ids):
        if corpus.name(at) in found:
            found[corpus.name(at)][page] = int(fold_of[at])
    with open(places(work), "w", encoding="utf-8") as file:
        json.dump(found, file)


def copy_sources(into):
    """What is in this checkout but for what git ignores; files that are there already and as old stay, so that make sees what changed."""
    names = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], check=True, stdout=subprocess.PIPE).stdout.decode().split("\0")
    for name in filter(os.path.isfile, names):
        copy = os.path.join(into, name)
        if not os.path.exists(copy) or os.path.getmtime(copy) < os.path.getmtime(name):
            os.makedirs(os.path.dirname(copy), exist_ok=True)
            shutil.copy2(name, copy)


def build(tree, weights_file):
    """The program with these weights."""
    shutil.copy(weights_file, os.path.join(tree, "train", "weights", "auto.json"))
    subprocess.run([sys.executable, "tools/gen/gen_weights.py"], cwd=tree, check=True)
    out = os.path.join(tree, "build", "release")
    settings = ["-DCMAKE_BUILD_TYPE=Release", "-DPITH_TESTS=OFF", "-DPITH_LTO=OFF"]
    subprocess.run(["cmake", "-S", tree, "-B", out, *settings], check=True, stdout=subprocess.DEVNULL)
    subprocess.run(["cmake", "--build", out, "--target", "pith-cli", "--parallel", "2"], check=True, stdout=subprocess.DEVNULL)
    return os.path.join(out, "pith")


def held_out(data, fold_of, fold):
    """(set and id, file) of the pages of a fold."""
    for name, pages in fold_of.items():
        for record in gold.pages(data, name):
            if pages.get(record["id"]) == fold:
                yield f"{name} {record['id']}", os.path.abspath(record["path"])


def extract(pith, pages, out):
    """Records of the pages, under the names that the gold gets too."""
    names = {file: name for name, file in pages}
    done = subprocess.run(["xargs", "-0", "-n", "500", pith, "extract", "-q", "-t", "json", "-m", "auto", "--"],
                          input="\0".join(names).encode(), stdout=subprocess.PIPE, check=False)  # pages without text are an exit code
    for line in done.stdout.decode().splitlines():
        record = json.loads(line)
        out.write(json.dumps({"id": names[record["path"]], "text": record.get("text") or ""}) + "\n")


def write_gold(data, fold_of, path):
    """Gold of all pages, the page type only where the trainer reports by it."""
    with open(path, "w", encoding="utf-8") as out:
        for name, pages in fold_of.items():
            for record in gold.pages(data, name):
                if record["id"] in pages:
                    kind = record.get("page_type") if name == TYPED else NO_KIND
                    out.write(json.dumps({"id": f"{name} {record['id']}", "dataset": name, "page_type": kind,
                                          "gold_text": record.get("gold_text")}) + "\n")


def figures(evaluator, gold_file, records):
    """{set or set/type: (pages, word F1)}"""
    done = subprocess.run([evaluator, "eval", "-q", "--json", "--gold", gold_file, "--pred", records], check=True, stdout=subprocess.PIPE)
    by = json.loads(done.stdout)["by"]
    found = dict(by["dataset"]["groups"])
    found.update({f"{TYPED}/{kind}": group for kind, group in by["page_type"]["groups"].items() if kind != NO_KIND})
    return {name: (group["pages"], group["word_F1"]) for name, group in sorted(found.items()) if group["pages"]}


def read_twin(path):
    """{set: word F1} of the table that the trainer wrote of its twin."""
    with open(path, encoding="utf-8") as file:
        rows = [line.strip("| \n").split(" | ") for line in file if not line.startswith("|---")]
    return {row[0]: row[2] for row in rows[1:]}


def write_table(path, found, twin):
    lines = ["| set | pages | by the program | by the twin |", "|---|---|---|---|"]
    lines += [f"| {name} | {pages} | {f1:.4f} | {twin.get(name, '')} |" for name, (pages, f1) in found.items()]
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")
    print("\n".join(lines))


def record(found):
    """For docs/figures.md, which tools/gen/gen_figures.py makes."""
    with open(RESULTS, encoding="utf-8") as file:
        results = json.load(file)
    results["held_out"] = {name: {"pages": pages, "word_F1": round(f1, 4)} for name, (pages, f1) in found.items()}
    with open(RESULTS, "w", encoding="utf-8") as file:
        json.dump(results, file, indent=1, sort_keys=True)
        file.write("\n")


def cross_validate(evaluator, data, work):
    """Builds, extracts and scores by `evaluator eval`; the table goes to build/train/report/through_c.md and its figures to RESULTS."""
    if not os.path.exists(places(work)):
        sys.exit("train: no folds to go through; cross-validate first")
    with open(places(work), encoding="utf-8") as file:
        fold_of = json.load(file)
    place, report = os.path.abspath(os.path.join(work, "through_c")), os.path.join(work, "report")
    tree, records, gold_file = (os.path.join(place, name) for name in ("tree", "records.jsonl", "gold.jsonl"))
    copy_sources(tree)
    with open(records, "w", encoding="utf-8") as out:
        for fold in sorted({fold for pages in fold_of.values() for fold in pages.values()}):
            pith = build(tree, weights(work, fold))
            extract(pith, held_out(data, fold_of, fold), out)
            print(f"fold {fold + 1} through the program", file=sys.stderr, flush=True)
    write_gold(data, fold_of, gold_file)
    found = figures(evaluator, gold_file, records)
    write_table(os.path.join(report, "through_c.md"), found, read_twin(os.path.join(report, "table.md")))
    record(found)
