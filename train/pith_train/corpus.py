"""What the trainer knows of the pages: the files of `pith blocks --features` beside the gold, as flat arrays over all blocks.

Rows of several sets follow each other in the order of the list of sets. Every per-block array has a row a block; `first` has the
rows of the pages, `page` the page of each row.
"""
import json
import os
from collections import Counter
from dataclasses import dataclass

import numpy as np

from . import align, gold as gold_of
from .folds import assign
from .score import PageWords
from .words import Vocabulary

LEVELS = 8  # of names on the way to a block
SITE_COLUMNS = "site_"  # what columns about other pages are called; the trees do not ask about them
# What a page counts beside one of the other sets. wcxb_dev alone has all kinds of pages, and most of those that are hard.
SET_WEIGHTS = {"wcxb_dev": 3.0, gold_of.TAILS: 0.5}
SITE_WEIGHT = 18.0  # what all pages of a whole site count together: they are alike


@dataclass
class Corpus:
    sets: list            # names
    columns: list         # names of the columns
    ids: list             # per page: its id in the gold
    owner: list           # per page: what folds go by
    kind: list            # per page: the page type of the gold, or None
    site: list            # per page: the site whose other pages are known, whole or some pages of one owner in a set; None: none are
    set_of: np.ndarray    # per page: number of its set
    first: np.ndarray     # pages + 1: rows of each page
    page: np.ndarray      # per row
    features: np.ndarray  # rows x columns, bytes
    words: np.ndarray     # per row: how many words
    matched: np.ndarray   # per row: how many of them the gold has
    label: np.ndarray     # per row: share of its words that the gold has; NaN where not known
    group: np.ndarray     # per row: number of its group within the page
    comment: np.ndarray   # per row: 1 among comments
    heading: np.ndarray   # per row: the row of its heading, -1 for none
    path: np.ndarray      # hashes of names, flat
    path_index: np.ndarray
    word: np.ndarray      # hashes of words, flat
    word_index: np.ndarray
    gold_words: np.ndarray  # per page: words of the gold; 0 where there is none
    pages: list           # per page: PageWords, or None without full gold

    def folds(self, count):
        """Per page. Whole sites are dealt out by themselves, a site being one however many pages it has."""
        owners = sorted({owner for at, owner in enumerate(self.owner) if self.is_site(at)})
        fold = dict(zip(owners, assign(owners, count)))
        single = iter(assign([owner for at, owner in enumerate(self.owner) if not self.is_site(at)], count))
        return np.array([fold[owner] if self.is_site(at) else next(single) for at, owner in enumerate(self.owner)])

    def is_site(self, page):
        return self.name(page) == gold_of.SITES

    def whole_site_rows(self):
        """Per row: whether it is of a whole site."""
        return np.array([self.is_site(at) for at in range(len(self.ids))], dtype=bool)[self.page]

    def token_rows(self):
        """Per row: whether it teaches names and words. Those of a whole site are the same on all its pages, and those of a made tail are drawn."""
        return np.array([not self.is_site(at) and self.name(at) != gold_of.TAILS for at in range(len(self.ids))], dtype=bool)[self.page]

    def site_rows(self):
        """Per row: whether other pages of its site are known."""
        return np.array([site is not None for site in self.site], dtype=bool)[self.page]

    def rows(self, page):
        return slice(self.first[page], self.first[page + 1])

    def name(self, page):
        return self.sets[self.set_of[page]]

    def weight(self):
        """Words of the block as a share of the gold; partial gold as if its labelled blocks were half a page."""
        weights, pages_of = np.zeros(len(self.page), dtype=np.float64), Counter(self.owner)
        for at in range(len(self.ids)):
            rows = self.rows(at)
            words = self.words[rows] * ~np.isnan(self.label[rows])
            total = self.words[rows].sum()
            if self.pages[at] is not None:
                weights[rows] = words / max(self.gold_words[at], 0.2 * total, 1)
            elif words.sum():
                weights[rows] = 0.5 * words / words.sum()
            weights[rows] *= SITE_WEIGHT / pages_of[self.owner[at]] if self.is_site(at) else SET_WEIGHTS.get(self.name(at), 1.0)
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


def page_slices(flat, first, end):
    """Hashes of the rows from first to end, and where each row's begin, counted from 0."""
    levels = LEVELS + 1
    path_index = flat["path_index"][levels * first:levels * end].astype(np.int64)
    word_index = flat["words_index"][first:end + 1].astype(np.int64)
    path = flat["path"][path_index[0]:path_index[-1]] if end > first else flat["path"][:0]
    word = flat["words"][word_index[0]:word_index[-1]]
    return path, path_index - (path_index[0] if end > first else 0), word, word_index[:-1] - word_index[0]


def host_folder(blocks_folder, name, owner):
    return os.path.join(blocks_folder, "hosts", name, owner.replace("/", "_"))


class Hosts:
    """What pages of the same owner say of the pages of a set: their columns about the site."""

    def __init__(self, data, blocks_folder, name):
        self.found = {}
        for owner in gold_of.hosts(data, name) if name != gold_of.SITES else ():
            schema, features, _, pages = read_blocks(host_folder(blocks_folder, name, owner))
            self.columns = [at for at, column in enumerate(schema["columns"]) if column.startswith(SITE_COLUMNS)]
            for page in pages:
                self.found[page["id"]] = f"{name} {owner}", features[page["first"]:page["first"] + page["blocks"], self.columns]

    def add_site(self, page, features):
        """(the site of a page, its features with those of the site)"""
        if page not in self.found:
            return None, features
        site, known = self.found[page]
        features = features.copy()
        features[:, self.columns] = known
        return site, features


class Collector:
    """Pages of several sets, one after the other."""

    def __init__(self):
        self.rows = {name: [] for name in ("features", "words", "matched", "label", "group", "comment", "heading", "path", "path_index",
                                           "word", "word_index")}
        self.pages = {name: [] for name in ("ids", "owner", "kind", "site", "set_of", "gold_words", "pages", "sizes")}
        self.path_at = self.word_at = self.row_at = 0

    def add(self, page, record, features, flat, number, hosts):
        first, end = page["first"], page["first"] + page["blocks"]
        size, matched, label, words, total = label_page(page["text"], record)
        path, path_index, word, word_index = page_slices(flat, first, end)
        heading = np.array([-1 if at is None or at < 0 else at for at in page["heading"]], dtype=np.int64)
        site, known = hosts.add_site(page["id"], features[first:end])
        new = {"features": known, "words": size, "matched": matched, "label": label, "path": path, "word": word,
               "group": np.array(page["group"], dtype=np.int64), "comment": np.array(page["comment"], dtype=np.uint8),
               "heading": np.where(heading < 0, -1, heading + self.row_at),
               "path_index": path_index + self.path_at, "word_index": word_index + self.word_at}
        for name, part in new.items():
            self.rows[name].append(part)
        facts = {"ids": record["id"], "owner": record["owner"], "kind": record.get("page_type"), "site": site or record.get("site"), "set_of": number, "gold_words": total,
                 "pages": words, "sizes": page["blocks"]}
        for name, value in facts.items():
            self.pages[name].append(value)
        self.path_at, self.word_at, self.row_at = self.path_at + len(path), self.word_at + len(word), self.row_at + end - first


def read(data, blocks_folder, sets):
    """Joins blocks and gold of the sets named; "sites" stands for all sites that blocks were cut of."""
    collector, columns = Collector(), None
    for number, name in enumerate(sets):
        hosts = Hosts(data, blocks_folder, name)
        for folder, records in gold_of.groups(data, blocks_folder, name):
            schema, features, flat, blocks = read_blocks(folder)
            columns = columns or schema["columns"]
            assert columns == schema["columns"], "sets were cut by different programs"
            for page in blocks:
                if page["id"] in records:
                    collector.add(page, records[page["id"]], features, flat, number, hosts)
    rows = {name: np.concatenate(part) for name, part in collector.rows.items()}
    rows["word_index"] = np.append(rows["word_index"], len(rows["word"]))
    pages, sizes = collector.pages, collector.pages.pop("sizes")
    pages["set_of"], pages["gold_words"] = np.array(pages["set_of"]), np.array(pages["gold_words"])
    return Corpus(sets=list(sets), columns=columns, first=np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64),
                  page=np.repeat(np.arange(len(sizes)), sizes), **pages, **rows)
