"""Boosted oblivious trees on columns of bytes, grown with the same whole-number leaves that the library adds up.

An oblivious tree tests the same conditions on every row, so sixteen rows can be scored at once and a tree is a few bytes. Growing one is short
enough to be written here, and then nothing has to be converted or rounded afterwards: each tree is grown on what the
rounded leaves of those before it left over. The loss is the cross-entropy of a label between 0 and 1, or the square of the difference.
"""
from dataclasses import dataclass, field

import numpy as np
from numba import njit, prange

UNIT = 4096  # leaves and bias are whole numbers of 1/4096
LIMIT = 8191  # of a leaf: four add up in sixteen bits


@dataclass
class Settings:
    trees: int = 900
    depth: int = 4
    rate: float = 0.09
    columns: float = 0.25   # share of the columns a tree may ask about
    rows: float = 0.5       # share of the rows a tree sees
    ridge: float = 4.0      # added to the weight of each leaf
    bins: int = 64
    seed: int = 1
    square: bool = False    # squared loss instead of cross-entropy


@dataclass
class Head:
    bias: int = 0
    trees: list = field(default_factory=list)  # (columns, above, leaves)

    def as_json(self):
        return {"bias": int(self.bias), "trees": [{"columns": [int(c) for c in columns], "above": [int(a) for a in above],
                                                   "leaves": [int(v) for v in leaves]} for columns, above, leaves in self.trees]}


def head_from_json(stored):
    return Head(stored["bias"], [tuple(np.array(tree[part], dtype=np.int32) for part in ("columns", "above", "leaves")) for tree in stored["trees"]])


@njit(parallel=True, cache=True)
def _histograms(binned, rows, picked, leaf, gradient, weight, leaves, bins):
    """Sums of gradient and weight per column, leaf and bin."""
    sums = np.zeros((len(picked), leaves, bins, 2), dtype=np.float32)
    for at in prange(len(picked)):
        column = binned[picked[at]]
        here = sums[at]
        for row in rows:
            cell = here[leaf[row], column[row]]
            cell[0] += gradient[row]
            cell[1] += weight[row]
    return sums


def _split(sums, higher, bit):
    """Sums of both halves of each leaf from those of all of it and of its higher half: the lower half need not be counted."""
    both = np.concatenate([sums, higher[:, bit:]], axis=1)
    both[:, :bit] -= higher[:, bit:]
    return both


@njit(parallel=True, cache=True)
def _best(sums, ridge):
    """The best threshold of each column, and its gain."""
    count, leaves, bins = sums.shape[0], sums.shape[1], sums.shape[2]
    gains = np.full(count, -1.0)
    places = np.zeros(count, dtype=np.int64)
    for at in prange(count):
        gain = np.zeros(bins)
        for leaf in range(leaves):
            g = h = 0.0
            for b in range(bins):
                g += sums[at, leaf, b, 0]
                h += sums[at, leaf, b, 1]
            low_g = low_h = 0.0
            for b in range(bins - 1):
                low_g += sums[at, leaf, b, 0]
                low_h += sums[at, leaf, b, 1]
                gain[b] += low_g * low_g / (low_h + ridge) + (g - low_g) * (g - low_g) / (h - low_h + ridge)
        for b in range(bins - 1):
            if gain[b] > gains[at]:
                gains[at] = gain[b]
                places[at] = b
    return gains, places


@njit(parallel=True, cache=True)
def _descend(column, place, bit, leaf):
    for row in prange(len(leaf)):
        if column[row] > place:
            leaf[row] |= bit


@njit(cache=True)
def _leaf_sums(rows, leaf, gradient, weight, leaves):
    sums = np.zeros((leaves, 2))
    for row in rows:
        sums[leaf[row], 0] += gradient[row]
        sums[leaf[row], 1] += weight[row]
    return sums


@njit(parallel=True, cache=True)
def _slopes(score, label, importance, square, gradient, weight):
    for row in prange(len(score)):
        if square:
            gradient[row] = importance[row] * (label[row] - score[row] / UNIT)
            weight[row] = importance[row]
        else:
            p = 1.0 / (1.0 + np.exp(-score[row] / UNIT))
            gradient[row] = importance[row] * (label[row] - p)
            weight[row] = importance[row] * p * (1.0 - p)


@njit(parallel=True, cache=True)
def _add_tree(rows, columns, above, leaves, score):
    """rows: one row a block, as the library has them."""
    for row in prange(len(score)):
        number = 0
        for question in range(len(columns)):
            if rows[row, columns[question]] > above[question]:
                number |= 1 << question
        score[row] += leaves[number]


def binning(features, bins):
    """Column-major bins of row-major bytes, and for each column the byte value each bin ends with."""
    binned = np.empty((features.shape[1], features.shape[0]), dtype=np.uint8)
    ends = []
    for at in range(features.shape[1]):
        column = features[:, at]
        counts = np.bincount(column, minlength=256)
        values = np.flatnonzero(counts)
        if len(values) > bins:
            share = np.cumsum(counts[values]) / len(column)
            # Cut where the share of rows passes the next step; rare values at the ends keep bins of their own less often than common ones.
            cut = np.unique(np.searchsorted(share, np.linspace(0, 1, bins + 1)[1:-1]))
            last = values[np.unique(np.append(cut, len(values) - 1))]
        else:
            last = values
        binned[at] = np.searchsorted(last, np.arange(256))[column]
        ends.append(last)
    return binned, ends


def start(label, importance, square):
    mean = float(np.average(label, weights=importance))
    return mean if square else float(np.log(mean / (1 - mean)))


def grow(features, label, importance, settings, progress=None):
    """A head grown on rows of bytes. importance: the weight of each row (mean near 1)."""
    s = settings
    random = np.random.default_rng(s.seed)
    binned, ends = binning(features, s.bins)
    label, importance = label.astype(np.float32), importance.astype(np.float32)
    usable = np.flatnonzero([len(e) > 1 for e in ends])
    head = Head(bias=round(UNIT * start(label, importance, s.square)))
    score = np.full(len(label), head.bias, dtype=np.float32)
    gradient, weight = np.empty_like(score), np.empty_like(score)
    for tree in range(s.trees):
        _slopes(score, label, importance, s.square, gradient, weight)
        rows = np.flatnonzero(random.random(len(label)) < s.rows)
        picked = np.sort(random.choice(usable, max(1, int(len(usable) * s.columns)), replace=False))
        leaf = np.zeros(len(label), dtype=np.uint8)
        columns, above = [], []
        for level in range(s.depth):
            if level == 0:
                sums = _histograms(binned, rows, picked, leaf, gradient, weight, 1, s.bins)
            else:
                bit = 1 << (level - 1)
                higher = rows[(leaf[rows] & bit) > 0]
                sums = _split(sums, _histograms(binned, higher, picked, leaf, gradient, weight, 2 * bit, s.bins), bit)
            gains, places = _best(sums, s.ridge)
            best = int(np.argmax(gains))
            column = int(picked[best])
            _descend(binned[column], places[best], np.uint8(1 << level), leaf)
            columns.append(column)
            above.append(int(ends[column][places[best]]) if places[best] < len(ends[column]) else 255)
        sums = _leaf_sums(rows, leaf, gradient, weight, 1 << s.depth)
        leaves = np.clip(np.round(UNIT * s.rate * sums[:, 0] / (sums[:, 1] + s.ridge)), -LIMIT, LIMIT)
        head.trees.append((np.array(columns), np.array(above), leaves.astype(np.int32)))
        score += leaves.astype(np.float32)[leaf]
        if progress and (tree + 1) % 50 == 0:
            progress(tree + 1, score)
    return head


def mean(heads):
    """One head that says the mean of several: all their trees, with leaves as much smaller."""
    number = len(heads)
    trees = [(columns, above, np.round(leaves / number).astype(np.int32)) for head in heads for columns, above, leaves in head.trees]
    return Head(round(sum(head.bias for head in heads) / number), trees)


def total(head, features):
    """Sum of bias and leaves for rows of bytes: what the library computes."""
    score = np.full(len(features), head.bias, dtype=np.int32)
    for columns, above, leaves in head.trees:
        _add_tree(features, columns, above, leaves, score)
    return score


def chance(score):
    """The probability that belongs to a score in whole units."""
    return 1.0 / (1.0 + np.exp(-score / UNIT))
