"""The model as docs/formats/blocks.md wants it."""
import hashlib
import json
import os
from dataclasses import dataclass

from . import tokens


def token_pairs(counts, use, least, weakest):
    """[[hash, value]] of tokens with enough pages and something to say."""
    values = tokens.table(counts, use, least, weakest)
    return [[int(token), int(value)] for token, value in zip(counts.hashes, values) if value > -128]


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


def write(path, data, corpus, tables, trained, held_out=None):
    """Names and words without the fold held out."""
    use = [fold for fold in range(tables.folds) if fold != held_out]
    dump(path, {"v": 1, "data": data, "columns": corpus.columns,
                "path": token_pairs(tables.path, use, *tokens.PATH), "words": token_pairs(tables.word, use, *tokens.WORDS),
                "content": trained.content.as_json(), "site": trained.site,
                "types": {name: head.as_json() for name, head in trained.types.items()} if trained.types else None})
