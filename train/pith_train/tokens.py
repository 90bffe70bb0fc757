"""Tables of names and words: hash -> how much more often its blocks are content, and what it adds to the others; from -127 to 127.

A page counts once for a token, with the share of content among the words of the blocks that have it, so one long page cannot teach a
name. A token needs ten pages. Pages of whole sites teach no names or words: sixty pages of one site have the same. For rows that train, the table is made without the rows' own fold, or the trees would learn to believe
names that merely identify a page.
"""
from dataclasses import dataclass

import numpy as np
from numba import njit, prange

from . import linear, sample
from .corpus import LEVELS

SCALE = 16.0
PATH, WORDS = (10, 0), (30, 4)  # least pages, weakest value that is kept
PRIOR = 2.0   # pages of the mean that every token starts with
JOINT_ROWS = 300000  # what tokens add is fitted on


@dataclass
class Counts:
    hashes: np.ndarray   # sorted, all that occur
    numbers: np.ndarray  # flat: the place of each occurrence's hash in `hashes`
    share: np.ndarray    # folds x hashes: sum over pages of the share of content
    pages: np.ndarray    # folds x hashes
    mean: np.ndarray     # folds x 2: sum of the pages' shares, pages


def count(flat, row_of, corpus, fold_of, folds):
    """Counts per fold. row_of: the row of each hash in flat."""
    hashes, numbers = np.unique(flat, return_inverse=True)
    known = (~np.isnan(corpus.label) & corpus.token_rows())[row_of]
    pairs = np.unique(row_of[known].astype(np.int64) * len(hashes) + numbers[known])
    row, token = pairs // len(hashes), pairs % len(hashes)
    key, place = np.unique(corpus.page[row] * len(hashes) + token, return_inverse=True)
    words = np.bincount(place, weights=corpus.words[row])
    right = np.bincount(place, weights=corpus.words[row] * corpus.label[row])
    key, words, right = key[words > 0], words[words > 0], right[words > 0]
    fold, token = fold_of[key // len(hashes)], key % len(hashes)
    share = np.zeros((folds, len(hashes)), dtype=np.float32)
    pages = np.zeros((folds, len(hashes)), dtype=np.float32)
    np.add.at(share, (fold, token), right / words)
    np.add.at(pages, (fold, token), 1.0)
    return Counts(hashes, numbers.astype(np.int32), share, pages, page_means(corpus, fold_of, folds))


def page_means(corpus, fold_of, folds):
    mean, teaches = np.zeros((folds, 2)), corpus.token_rows()
    for at in range(len(corpus.ids)):
        rows = corpus.rows(at)
        if not teaches[rows].any():
            continue
        known = ~np.isnan(corpus.label[rows])
        words = corpus.words[rows][known].sum()
        if words:
            mean[fold_of[at]] += (corpus.words[rows][known] * corpus.label[rows][known]).sum() / words, 1
    return mean


def table(counts, use, least, weakest):
    """Value per hash from the folds in `use`; -128 where it has none: too few pages, or too little said."""
    share, pages = counts.share[use].sum(axis=0), counts.pages[use].sum(axis=0)
    mean = counts.mean[use].sum(axis=0)
    mean = mean[0] / mean[1]
    odds = np.log((share + PRIOR * mean) / (pages - share + PRIOR * (1 - mean))) - np.log(mean / (1 - mean))
    values = np.clip(np.round(SCALE * odds), -127, 127).astype(np.int16)
    values[(pages < least) | (np.abs(values) < weakest)] = -128
    return values


@njit(inline="always")
def _mean(total, number):
    return 0 if number == 0 else min(255, max(1, 128 + total // number))


@njit(parallel=True, cache=True)
def _path_columns(numbers, index, values, rows, out):
    for at in prange(len(rows)):
        row = rows[at]
        every = number = 0
        least, most = 127, -127
        for level in range(LEVELS):
            here = count_here = 0
            for place in range(index[row * (LEVELS + 1) + level], index[row * (LEVELS + 1) + level + 1]):
                value = values[numbers[place]]
                if value > -128:
                    here += value
                    count_here += 1
                    least, most = min(least, value), max(most, value)
            out[at, level] = _mean(here, count_here)
            every, number = every + here, number + count_here
        out[at, LEVELS] = _mean(every, number)
        out[at, LEVELS + 1] = 0 if number == 0 else 128 + least
        out[at, LEVELS + 2] = 0 if number == 0 else 128 + most


@njit(parallel=True, cache=True)
def _word_columns(numbers, index, values, rows, out):
    for at in prange(len(rows)):
        total = number = 0
        least, most = 127, -127
        for place in range(index[rows[at]], index[rows[at] + 1]):
            value = values[numbers[place]]
            if value > -128:
                total += value
                number += 1
                least, most = min(least, value), max(most, value)
        out[at, 0] = _mean(total, number)
        out[at, 1] = 0 if number == 0 else 128 + least
        out[at, 2] = 0 if number == 0 else 128 + most


@dataclass
class Values:
    """What tokens are worth by some folds, in the order of their counts; -128 for those that a table does not have."""
    path: np.ndarray
    path_added: np.ndarray
    word: np.ndarray
    word_added: np.ndarray


class Tables:
    """Both tables over a corpus, and the columns they make."""

    def __init__(self, corpus, fold_of, folds):
        index = corpus.path_index.reshape(-1, LEVELS + 1)
        spans = index[:, LEVELS] - index[:, 0]
        self.corpus, self.fold_of, self.folds = corpus, fold_of, folds
        self.path = count(corpus.path, np.repeat(np.arange(len(index)), spans), corpus, fold_of, folds)
        spans = np.diff(corpus.word_index)
        self.word = count(corpus.word, np.repeat(np.arange(len(spans)), spans), corpus, fold_of, folds)
        self.at_path = corpus.columns.index("path_0")
        self.at_word = corpus.columns.index("words_mean")
        self.at_heading = corpus.columns.index("heading_words")
        self.at_added = corpus.columns.index("path_added")
        self.made = {}  # by the folds used

    def values(self, use):
        """Of the folds in `use`; made once."""
        key = tuple(use)
        if key not in self.made:
            path, word = table(self.path, use, *PATH), table(self.word, use, *WORDS)
            path_added, word_added = self.fit(use, path > -128, word > -128)
            self.made[key] = Values(path, path_added, word, word_added)
        return self.made[key]

    def fit(self, use, path_known, word_known):
        """What the tokens known add, by the single pages of the folds in `use`."""
        corpus = self.corpus
        allowed = np.isin(self.fold_of[corpus.page], use) & ~np.isnan(corpus.label) & corpus.token_rows()
        rows, weight = sample.thin(corpus.weight(), np.flatnonzero(allowed), JOINT_ROWS)
        return linear.fit(corpus, self.path.numbers, path_known, self.word.numbers, word_known, rows, weight)

    def fill(self, features, use, rows):
        """Writes the columns of the rows into features, by tables from the folds in `use`."""
        values = self.values(use)
        out = np.zeros((len(rows), LEVELS + 3), dtype=np.uint8)
        _path_columns(self.path.numbers, self.corpus.path_index, values.path, rows, out)
        features[rows, self.at_path:self.at_path + LEVELS + 3] = out
        out = np.zeros((len(rows), 3), dtype=np.uint8)
        _word_columns(self.word.numbers, self.corpus.word_index, values.word, rows, out)
        features[rows, self.at_word:self.at_word + 3] = out
        linear.fill(self.corpus, self.path.numbers, values.path_added, self.word.numbers, values.word_added, rows, out)
        features[rows, self.at_added:self.at_added + 3] = out

    def fill_without(self, features, held_out):
        """All rows: training rows by tables without their own fold and the one held out, those held out without that one."""
        fold = self.fold_of[self.corpus.page]
        for own in range(self.folds):
            use = [f for f in range(self.folds) if f not in (own, held_out)]
            self.fill(features, use, np.flatnonzero(fold == own))
        heading = self.corpus.heading
        features[:, self.at_heading] = np.where(heading < 0, 0, features[np.maximum(heading, 0), self.at_word])
