"""The model as docs/formats/blocks.md wants it."""
import hashlib
import json
import os
from dataclasses import dataclass


def known_tokens(counts, values, added):
    """[[hash, value, what it adds]] of tokens with enough pages and something to say."""
    return [[int(token), int(value), int(adds)] for token, value, adds in zip(counts.hashes, values, added) if value > -128]


def digest(folder):
    """Of the trainer itself."""
    total = hashlib.sha256()
    for name in sorted(os.listdir(folder)):
        if name.endswith(".py"):
            with open(os.path.join(folder, name), "rb") as file:
                total.update(file.read())
    return total.hexdigest()[:16]


def dump(path, model):
    with open(path, "w", encoding="utf-8") as file:
        json.dump(model, file, separators=(",", ":"))
        file.write("\n")


@dataclass
class Model:
    """What is trained, beside the tables of names and words."""
    content: object  # Head
    types: dict      # {page type: Head}, or None
    site: dict       # numbers for what sites say, by name, or None
    strictness: dict  # {page type: shift}, see strict.py


def write(path, data, corpus, tables, trained, held_out=None):
    """Names and words without the fold held out."""
    use = [fold for fold in range(tables.folds) if fold != held_out]
    values = tables.values(use)
    dump(path, {"v": 1, "data": data, "columns": corpus.columns,
                "path": known_tokens(tables.path, values.path, values.path_added),
                "words": known_tokens(tables.word, values.word, values.word_added),
                "content": trained.content.as_json(), "site": trained.site,
                "types": {name: head.as_json() for name, head in trained.types.items()} if trained.types else None,
                "strictness": trained.strictness})
