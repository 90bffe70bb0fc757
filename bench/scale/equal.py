#!/usr/bin/env python3
"""Whether the Parquet of integrations/spark/clean.py is what the command makes.

    pith site -q --group-by host ARCHIVE... -o SITE
    pith learn -q --group-by host ARCHIVE... -o MODELS
    clean.py ARCHIVE... -o OUT
    equal.py OUT SITE MODELS

Texts of all pages and models of all sites, byte by byte; needs pyarrow.
"""
import hashlib
import json
import pathlib
import sys

import pyarrow.dataset as dataset


def digest(text):
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()


def texts_of_command(folder):
    found = {}
    for path in folder.glob("*/pages.jsonl"):
        with open(path, encoding="utf-8") as lines:
            for record in map(json.loads, lines):
                found[record["url"]] = digest(record["text"])
    return found


def main():
    out, site, models = (pathlib.Path(word) for word in sys.argv[1:4])
    texts, wrong, seen = texts_of_command(site), 0, 0
    for batch in dataset.dataset(out).to_batches(columns=["url", "text"]):
        for url, text in zip(*(column.to_pylist() for column in batch.columns)):
            seen += 1
            wrong += text is None or texts.pop(url, None) != digest(text)
    print(f"{seen} pages, {wrong} differ, {len(texts)} missing")
    bad = found = 0
    for batch in dataset.dataset(out / "_models").to_batches(columns=["site", "model"]):
        for name, model in zip(*(column.to_pylist() for column in batch.columns)):
            found += 1
            bad += (models / f"{name}.pith").read_bytes() != model
    print(f"{found} models, {bad} differ")
    return 1 if wrong or texts or bad else 0


if __name__ == "__main__":
    sys.exit(main())
