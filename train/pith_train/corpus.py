"""What the trainer knows of the pages: the files of `pith blocks --features` beside the gold, as flat arrays over all blocks.

Rows of several sets stand one after the other in the order of the list of sets. Every per-block array has a row a block; `first` has the
rows of the pages, `page` the page of each row.
"""
import json
import os
from dataclasses import dataclass

import numpy as np

from . import align, gold as gold_of
from .folds import assign
from .score import PageWords
from .words import Vocabulary

LABELLED, PARTIAL = 1, 2


@dataclass
class Corpus:
    sets: list            # names
    columns: list         # names of the columns
    ids: list             # per page: its id in the gold
    owner: list           # per page: what folds go by
    kind: list            # per page: the page type of the gold, or None
    set_of: np.ndarray    # per page: number of its set
    first: np.ndarray     # pages + 1: rows of each page
    page: np.ndarray      # per row
    features: np.ndarray  # rows x columns, bytes
    words: np.ndarray     # per row: how many words
    matched: np.ndarray   # per row: how many of them the gold has
    label: np.ndarray     # per row: share of its words that the gold has; NaN where not known
    group: np.ndarray     # per row: number of its group within the page
    comment: np.ndarray   # per row: 1 among comments
    path: np.ndarray      # hashes of names, flat
    path_index: np.ndarray
    word: np.ndarray      # hashes of words, flat
    word_index: np.ndarray
    gold_words: np.ndarray  # per page: words of the gold; 0 where there is none
    pages: list           # per page: PageWords, or None without full gold

    def folds(self, count):
        return np.array(assign(self.owner, count))

    def rows(self, page):
        return slice(self.first[page], self.first[page + 1])

    def name(self, page):
        return self.sets[self.set_of[page]]

    def weight(self):
        """Words of the block as a share of the gold; partial gold as if its labelled blocks were half a page."""
        weights = np.zeros(len(self.page), dtype=np.float64)
        for at in range(len(self.ids)):
            rows = self.rows(at)
            words = self.words[rows] * ~np.isnan(self.label[rows])
            total = self.words[rows].sum()
            if self.pages[at] is not None:
                weights[rows] = words / max(self.gold_words[at], 0.2 * total, 1)
            elif words.sum():
                weights[rows] = 0.5 * words / words.sum()
        return weights


def read_blocks(folder):
    with open(os.path.join(folder, "schema.json"), encoding="utf-8") as file:
        schema = json.load(file)
    columns = schema["columns"]
    features = np.fromfile(os.path.join(folder, "features.u8"), dtype=np.uint8).reshape(-1, len(columns))
    flat = {name: np.fromfile(os.path.join(folder, name + ".u32"), dtype=np.uint32)
            for name in ("path", "path_index", "words", "words_index")}
    with open(os.path.join(folder, "pages.jsonl"), encoding="utf-8") as file:
        pages = [json.loads(line) for line in file]
    return schema, features, flat, pages


def label_page(texts, record):
    """(matched words per block, label per block, PageWords or None, words of the gold)"""
    vocabulary = Vocabulary()
    blocks = [vocabulary.encode(text) for text in texts]
    sizes = np.array([len(block) for block in blocks], dtype=np.int64)
    starts = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
    flat = [word for block in blocks for word in block]
    gold = vocabulary.encode(record.get("gold_text"))
    if gold:
        matched = np.array(align.matched_words(blocks, gold), dtype=np.int64)
        return sizes, matched, matched / np.maximum(sizes, 1), PageWords(flat, starts, gold), len(gold)
    partial = align.snippet_labels(texts, record.get("with"), record.get("without"))
    label = np.array([np.nan if value is None else value for value in partial], dtype=np.float64)
    matched = np.where(np.isnan(label), 0, label * sizes).astype(np.int64)
    return sizes, matched, label, None, 0


def read(data, blocks_folder, sets):
    """Joins blocks and gold of the sets named."""
    parts = {name: [] for name in ("features", "words", "matched", "label", "group", "comment", "path", "path_index", "word", "word_index")}
    ids, owner, kind, set_of, sizes, gold_words, pages, columns = [], [], [], [], [], [], [], None
    path_at = word_at = 0
    for number, name in enumerate(sets):
        schema, features, flat, blocks = read_blocks(os.path.join(blocks_folder, name))
        columns = columns or schema["columns"]
        assert columns == schema["columns"], "sets were cut by different programs"
        records = {os.path.basename(record["file"]): record for record in gold_of.pages(data, name)}
        for page in blocks:
            record = records[os.path.basename(page["id"])]
            size, matched, label, words, total = label_page(page["text"], record)
            ids.append(record["id"]), owner.append(record["owner"]), kind.append(record.get("page_type"))
            set_of.append(number), sizes.append(page["blocks"]), gold_words.append(total), pages.append(words)
            parts["words"].append(size), parts["matched"].append(matched), parts["label"].append(label)
            parts["group"].append(np.array(page["group"], dtype=np.int64)), parts["comment"].append(np.array(page["comment"], dtype=np.uint8))
        parts["features"].append(features)
        parts["path"].append(flat["path"]), parts["word"].append(flat["words"])
        parts["path_index"].append(flat["path_index"].astype(np.int64) + path_at)
        parts["word_index"].append(flat["words_index"].astype(np.int64)[(0 if number == 0 else 1):] + word_at)
        path_at, word_at = path_at + len(flat["path"]), word_at + len(flat["words"])
    first = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
    joined = {name: np.concatenate(part) for name, part in parts.items()}
    return Corpus(sets=list(sets), columns=columns, ids=ids, owner=owner, kind=kind, set_of=np.array(set_of), first=first,
                  page=np.repeat(np.arange(len(ids)), sizes), gold_words=np.array(gold_words), pages=pages, **joined)
