"""The model as docs/formats/blocks.md wants it."""
import hashlib
import json
import os

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


def write_site(path, numbers, told):
    """New numbers for what the site says, in a model that is there; `told` is added to what it says of itself."""
    with open(path, encoding="utf-8") as file:
        model = json.load(file)
    model["site"] = numbers
    model["data"] = model["data"].split("; site:")[0] + f"; site: {told}"
    dump(path, model)


def dump(path, model):
    with open(path, "w", encoding="utf-8") as file:
        json.dump(model, file, separators=(",", ":"))
        file.write("\n")


def write(path, data, corpus, tables, content, types, held_out=None):
    """content: Head; types: {name: Head} or None; names and words without the fold held out."""
    use = [fold for fold in range(tables.folds) if fold != held_out]
    model = {"v": 1, "data": data, "columns": corpus.columns,
             "path": token_pairs(tables.path, use, *tokens.PATH), "words": token_pairs(tables.word, use, *tokens.WORDS),
             "content": content.as_json(), "site": None,
             "types": {name: head.as_json() for name, head in types.items()} if types else None}
    os.makedirs(os.path.dirname(path), exist_ok=True)
    dump(path, model)
