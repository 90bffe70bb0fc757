#!/usr/bin/env python3
"""Every measure of `pith eval` against a twin in Python, page by page, on texts
made for it; and against bench/score.py on real pages where the data is there.

    run_scores.py --pith PITH [--all]

--all takes every page of every set with three methods; without it one method on
a few pages of each. Runs with one thread and with --jobs 3 must give the same
bytes.
"""
import argparse
import csv
import hashlib
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile

import eval_twins as twins

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCORER = ROOT.parent / "shared" / "bench" / "score.py"
PIECES = ["the", "The", "a", "of", "cat", "Cat", "dog", "x_1", "été", "ÉTÉ", "ПОЕЗД", "поезд", "中文分词", "文",
          "ΟΔΟΣ", "Σ", "οδός", "İstanbul", "ǅ", "don't", "3.14", "…", "--", "\u00a0", "\u2009", "नमस्ते", "ภาษา", "𝔘𝔫𝔦", "e\u0301", "\0"]
SAMPLE = 25


def make_text(source, most):
    lines = []
    for _ in range(source.randrange(5)):
        lines.append(" ".join(source.choice(PIECES[:source.randrange(2, len(PIECES))])
                              for _ in range(source.randrange(most))))
    return "\n".join(lines)


def change(source, text):
    """A text like another: parts gone, parts more, parts elsewhere."""
    pieces = text.split(" ")
    for _ in range(source.randrange(6)):
        at = source.randrange(len(pieces) + 1)
        kind = source.randrange(4)
        if kind == 0:
            del pieces[at:at + source.randrange(5)]
        elif kind == 1:
            pieces[at:at] = [source.choice(PIECES) for _ in range(source.randrange(4))]
        elif kind == 2:
            pieces.insert(at, "\n")
        else:
            pieces = pieces[at:] + pieces[:at]
    return " ".join(pieces)


def make_pages(count):
    source = random.Random(7)
    for number in range(count):
        gold = make_text(source, 90 if number % 10 else 400)
        text = change(source, gold) if number % 3 else make_text(source, 60)
        wanted = [make_text(source, 4) or "the" for _ in range(number % 3)]
        yield {"id": f"page/{number}", "gold_text": gold, "lang": source.choice(["en", "ru", None]),
               "with": wanted, "without": [text[:9], "ABC"] if number % 2 else []}, text


def near(found, wanted, what):
    found = float(found) if found != "" else None
    if wanted is None or found is None:
        assert found is wanted, f"{what}: {found}, wanted {wanted}"
    else:
        assert abs(found - wanted) < 2e-6, f"{what}: {found}, wanted {wanted}"


def check_twins(pith, folder):
    pages = list(make_pages(400))
    twins.write_lines(folder / "gold.jsonl", [gold for gold, _ in pages])
    twins.write_lines(folder / "pred.jsonl", [{"id": gold["id"], "text": text} for gold, text in pages])
    twins.run_pith(pith, "--gold", folder / "gold.jsonl", "--pred", folder / "pred.jsonl", "-o", folder / "pages.csv")
    with open(folder / "pages.csv", encoding="utf-8", newline="") as rows:
        found = {row["id"]: row for row in csv.DictReader(rows)}
    checked = 0
    for gold, text in pages:
        row = found.get(gold["id"])
        if not row:
            assert not twins.words(gold["gold_text"]) and not gold["with"] and not gold["without"]
            continue
        checked += 1
        near(row["with"], twins.snippet_share(text, gold["with"]), gold)
        near(row["without"], twins.snippet_share(text, gold["without"]), gold)
        if not twins.words(gold["gold_text"]):
            continue
        near(row["levenshtein"], twins.levenshtein(text, gold["gold_text"]), (gold, text))
        for name, score in (("word", twins.bag_score(twins.words(text), twins.words(gold["gold_text"]))),
                            ("shing", twins.bag_score(twins.shingles(text), twins.shingles(gold["gold_text"]))),
                            ("rouge", twins.rouge_score(text, gold["gold_text"]))):
            for key, value in zip("PRF", score):
                near(row[f"{name}_{key}" + ("1" if key == "F" else "")], value, (name, key, gold, text))
    return checked


def check_jobs(pith, folder):
    outputs = []
    for jobs in (1, 3):
        kinds = [folder / f"jobs{jobs}.{kind}" for kind in ("html", "json", "csv")]
        shown, _ = twins.run_pith(pith, "--gold", folder / "gold.jsonl", "--pred", folder / "pred.jsonl", "--jobs", jobs,
                                  *(item for path in kinds for item in ("-o", path)))
        outputs.append([shown.encode()] + [path.read_bytes() for path in kinds])
    assert outputs[0] == outputs[1], "the number of threads shows"


def sample_of(gold, whole):
    records = [json.loads(line) for line in open(gold, encoding="utf-8")]
    if not whole:
        records.sort(key=lambda record: hashlib.sha256(record["id"].encode()).digest())
        records = records[:SAMPLE]
    return records


def check_set(pith, folder, gold, method, whole):
    records = sample_of(gold, whole)
    for record in records:
        record["file"] = str(gold.parent / record["file"])
    twins.write_lines(folder / "some.jsonl", records)
    lines = []
    for first in range(0, len(records), 300):
        done = subprocess.run([pith, "extract", "-q", "-t", "json", "--timeout", "0", "-m", method, "--",
                               *(record["file"] for record in records[first:first + 300])],
                              stdout=subprocess.PIPE, check=False)
        lines += [json.loads(line) for line in done.stdout.decode().splitlines()]
    texts = {line["path"]: line["text"] for line in lines}
    twins.write_lines(folder / "texts.jsonl", [{"id": record["id"], "text": texts[record["file"]]}
                                               for record in records if record["file"] in texts])
    there = subprocess.run([sys.executable, SCORER, "--gold", folder / "some.jsonl", "--pred", folder / "texts.jsonl",
                            "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    if there.returncode != 0:  # no page with gold text
        return 0
    wanted = json.loads(there.stdout)["ALL"]
    shown, _ = twins.run_pith(pith, "--gold", folder / "some.jsonl", "--pred", folder / "texts.jsonl", "--json")
    found = json.loads(shown)["all"]
    names = ["pages", "hub_F1"] + [f"{m}_{k}" for m in ("word", "shing") for k in ("P", "R", "F1")]
    if found["pages"] == len(records):
        names += ["with", "without"]
    for name in names:
        value = None if wanted[name] != wanted[name] else wanted[name]
        assert value == found[name] or abs(found[name] - value) < 5e-5, \
            f"{gold.parent.name} {method} {name}: {found[name]}, score.py {value}"
    return found["pages"]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pith", required=True)
    parser.add_argument("--all", action="store_true")
    asked = parser.parse_args()
    data = pathlib.Path(os.environ.get("PITH_DATA", ROOT / "build" / "data")) / "single"
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        print(f"{check_twins(asked.pith, folder)} pages equal their twins")
        check_jobs(asked.pith, folder)
        if data.is_dir() and SCORER.exists():
            pages = sum(check_set(asked.pith, folder, gold, method, asked.all)
                        for gold in sorted(data.glob("*/*/gold.jsonl"))
                        for method in (("auto", "sentence", "dom") if asked.all else ("sentence",)))
            print(f"{pages} pages as score.py has them, to four decimals")
        else:
            print("no data beside the repository; score.py was not compared")
    return 0


if __name__ == "__main__":
    sys.exit(main())
