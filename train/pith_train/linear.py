"""What each name and word adds to all the others: a logistic regression of a block's label on the tokens that the tables know.

`post` and `body` in one class each indicate by themselves that a block is content; together they add hardly more than one of them.
The tables of tokens.py cannot see that, here the numbers of all tokens are fitted together. Tokens of one element, and the words of a
block, count as much as the square root of how many are known (src/method/auto/token_values.c has the same table of roots).

Each number in turn goes where Newton's method sends it, with the others fixed, until a fixed number of sweeps is done; a ridge draws
all of them to 0, that of names far more, because a name is often that of one kind of page only.
"""
import numpy as np
from numba import njit, prange

from .corpus import LEVELS

COLUMNS = ("path_added", "words_added", "added")
UNIT = 32.0           # numbers are whole ones of 1/32 in log-odds
ROOTS = np.array([0] + [round(256 / np.sqrt(n)) for n in range(1, 65)], dtype=np.int64)
COLUMN_UNIT, MIDDLE = 512, 128
RIDGE_PATH, RIDGE_WORDS = 90.0, 10.0
SWEEPS = 10
STEP_MOST = 1.0


@njit(cache=True)
def _entries(rows, path_numbers, path_index, path_seat, word_numbers, word_index, word_seat, roots):
    """Row, seat and share of each token that has a seat (-1: none), of the rows given."""
    most = 0
    for row in rows:
        most += path_index[row * (LEVELS + 1) + LEVELS] - path_index[row * (LEVELS + 1)] + word_index[row + 1] - word_index[row]
    at, seat, share, count = np.empty(most, np.int32), np.empty(most, np.int32), np.empty(most, np.float32), 0
    for place in range(len(rows)):
        row = rows[place]
        for level in range(LEVELS + 1):
            names = level < LEVELS
            first = path_index[row * (LEVELS + 1) + level] if names else word_index[row]
            end = path_index[row * (LEVELS + 1) + level + 1] if names else word_index[row + 1]
            begin = count
            for token in range(first, end):
                found = path_seat[path_numbers[token]] if names else word_seat[word_numbers[token]]
                if found >= 0:
                    at[count], seat[count] = place, found
                    count += 1
            share[begin:count] = roots[count - begin] / 256.0
    return at[:count], seat[:count], share[:count]


@njit(cache=True)
def _by_seat(at, seat, share, seats):
    """The same in the order of the seats: (where each seat's begin, where they end, rows, shares). A name on several levels of a row counts once,
    with all its shares."""
    starts = np.zeros(seats + 1, np.int64)
    for found in seat:
        starts[found + 1] += 1
    starts = np.cumsum(starts)
    ends, rows, shares = starts[:-1].copy(), np.empty_like(at), np.empty_like(share)
    for entry in range(len(at)):
        place = ends[seat[entry]]
        if place > starts[seat[entry]] and rows[place - 1] == at[entry]:
            shares[place - 1] += share[entry]
            continue
        ends[seat[entry]] += 1
        rows[place], shares[place] = at[entry], share[entry]
    return starts[:-1], ends, rows, shares


@njit(cache=True, nogil=True)
def _descend(starts, ends, rows, shares, label, weight, ridge, sweeps):
    """The number of each seat. The last seat is the bias: a token of every row."""
    numbers, margin = np.zeros(len(starts)), np.zeros(len(label))
    for _ in range(sweeps):
        for seat in range(len(numbers) - 1, -1, -1):
            slope, curve = -2 * ridge[seat] * numbers[seat], 2 * ridge[seat] + 1e-9
            for entry in range(starts[seat], ends[seat]):
                row, share = rows[entry], shares[entry]
                chance = 1.0 / (1.0 + np.exp(-margin[row]))
                slope += weight[row] * share * (label[row] - chance)
                curve += weight[row] * share * share * chance * (1.0 - chance)
            step = min(STEP_MOST, max(-STEP_MOST, slope / curve))
            numbers[seat] += step
            for entry in range(starts[seat], ends[seat]):
                margin[rows[entry]] += step * shares[entry]
    return numbers


@njit(parallel=True, cache=True)
def _columns(rows, path_numbers, path_index, path_added, word_numbers, word_index, word_added, roots, out):
    """What names, words and both add, as src/method/auto/feature_token.c has it. -128: a token that the table does not know."""
    for at in prange(len(rows)):
        row, path = rows[at], 0
        for level in range(LEVELS + 1):
            names = level < LEVELS
            first = path_index[row * (LEVELS + 1) + level] if names else word_index[row]
            end = path_index[row * (LEVELS + 1) + level + 1] if names else word_index[row + 1]
            here = known = 0
            for token in range(first, end):
                value = path_added[path_numbers[token]] if names else word_added[word_numbers[token]]
                if value > -128:
                    here += value
                    known += 1
            if names:
                path += here * roots[known]
            else:
                words = here * roots[known]
        out[at, 0], out[at, 1], out[at, 2] = _column(path), _column(words), _column(path + words)


@njit(inline="always")
def _column(added):
    return min(255, max(1, MIDDLE + added // COLUMN_UNIT))


def fit(corpus, path_numbers, path_known, word_numbers, word_known, rows, weight):
    """(what each name adds, what each word adds): whole numbers, -128 for tokens that are not known."""
    path_seat = np.where(path_known, np.cumsum(path_known) - 1, -1)
    names = int(path_known.sum())
    word_seat = np.where(word_known, names + np.cumsum(word_known) - 1, -1)
    seats = names + int(word_known.sum()) + 1
    at, seat, share = _entries(rows, path_numbers, corpus.path_index, path_seat, word_numbers, corpus.word_index, word_seat, ROOTS)
    every = np.arange(len(rows), dtype=np.int32)
    lists = _by_seat(np.append(at, every), np.append(seat, np.full(len(rows), seats - 1, np.int32)),
                     np.append(share, np.ones(len(rows), np.float32)), seats)
    ridge = np.concatenate([np.full(names, RIDGE_PATH), np.full(seats - names - 1, RIDGE_WORDS), [0.0]])
    numbers = _descend(*lists, corpus.label[rows], weight / weight.mean(), ridge, SWEEPS)
    whole = np.clip(np.round(UNIT * numbers), -127, 127).astype(np.int16)
    return np.where(path_known, whole[path_seat], -128), np.where(word_known, whole[word_seat], -128)


def fill(corpus, path_numbers, path_added, word_numbers, word_added, rows, out):
    """The three columns of the rows."""
    _columns(rows, path_numbers, corpus.path_index, path_added, word_numbers, corpus.word_index, word_added, ROOTS, out)
