"""The columns of names and words, which the trainer works out anew for each fold: by the weights that are built in they equal the library's to the bit.

    test_columns.py PITH

Exit code 77 where the packages of requirements.txt are not installed.
"""
import importlib.util
import json
import os
import subprocess
import sys
import tempfile

for package in ("numpy", "numba"):
    if importlib.util.find_spec(package) is None:
        print(f"skipped: no {package}")
        sys.exit(77)
ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
sys.path.insert(0, os.path.join(ROOT, "train"))

import numpy as np  # noqa: E402

from pith_train import corpus as corpora, linear, tokens  # noqa: E402

PAGES = ("tests/golden", "examples/site")
UNKNOWN = -128


class Blocks:
    """Hashes of the rows, as linear.fill wants them."""

    def __init__(self, flat):
        self.path_index, self.word_index = (flat[name].astype(np.int64) for name in ("path_index", "words_index"))


def look_up(hashes, known):
    """(place of each hash among the different ones, their values, what they add)"""
    different, numbers = np.unique(hashes, return_inverse=True)
    pairs = [known.get(int(token), (UNKNOWN, UNKNOWN)) for token in different]
    values = np.array(pairs, dtype=np.int16).reshape(-1, 2)
    return numbers.astype(np.int32), values[:, 0], values[:, 1]


def headings_of(pages):
    """Per row: the row of its heading, -1 for none."""
    return np.array([-1 if at is None or at < 0 else page["first"] + at for page in pages for at in page["heading"]], dtype=np.int64)


def work_out(model, flat, pages, count):
    """{first column: the columns from it on}"""
    known = {name: {token: (value, adds) for token, value, adds in model[name]} for name in ("path", "words")}
    path, path_values, path_adds = look_up(flat["path"], known["path"])
    word, word_values, word_adds = look_up(flat["words"], known["words"])
    blocks, rows = Blocks(flat), np.arange(count)
    names, words, added = (np.zeros((count, width), dtype=np.uint8) for width in (tokens.LEVELS + 3, 3, 3))
    tokens._path_columns(path, blocks.path_index, path_values, rows, names)
    tokens._word_columns(word, blocks.word_index, word_values, rows, words)
    linear.fill(blocks, path, path_adds, word, word_adds, rows, added)
    heading = headings_of(pages)
    above = np.where(heading < 0, 0, words[np.maximum(heading, 0), 0]).astype(np.uint8)[:, None]
    return {"path_0": names, "words_mean": words, "heading_words": above, "path_added": added}


def check(pith, folder, model):
    """How many rows of the pages in a folder were compared; a row that differs fails."""
    with tempfile.TemporaryDirectory() as out:
        subprocess.run([pith, "blocks", os.path.join(ROOT, folder), "--features", "-o", out], check=True, stdout=subprocess.DEVNULL)
        schema, features, flat, pages = corpora.read_blocks(out)
    assert schema["columns"] == model["columns"], "the program has other columns than its weights"
    for name, expected in work_out(model, flat, pages, len(features)).items():
        first = schema["columns"].index(name)
        wrong = np.argwhere(features[:, first:first + expected.shape[1]] != expected)
        assert len(wrong) == 0, f"{folder}: row {wrong[0][0]}, column {schema['columns'][first + wrong[0][1]]}"
    return len(features)


def main():
    with open(os.path.join(ROOT, "train", "weights", "auto.json"), encoding="utf-8") as file:
        model = json.load(file)
    compared = sum(check(sys.argv[1], folder, model) for folder in PAGES)
    assert compared > 100, "too few blocks to say anything"
    print(f"columns of names and words: {compared} blocks as the library has them")


if __name__ == "__main__":
    main()
