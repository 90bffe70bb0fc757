"""What kind of page it is: one small head for each page type, asked of the columns about the page, which are the same in all its rows.

Only wcxb_dev says of its pages what they are. The likeliest type is the answer.
"""
import numpy as np

from . import boost

ABOUT_PAGE = ("page_", "type_", "name_", "told_best")
SETTINGS = boost.Settings(trees=60, rate=0.1, columns=0.5, rows=0.8)


def pages_with_kind(corpus):
    return [at for at, kind in enumerate(corpus.kind) if kind and corpus.first[at] < corpus.first[at + 1]]


def page_rows(corpus, pages):
    """A row a page, in which columns about blocks say nothing."""
    rows = corpus.features[corpus.first[pages]].copy()
    rows[:, [at for at, name in enumerate(corpus.columns) if not name.startswith(ABOUT_PAGE)]] = 0
    return rows


def grow(rows, kinds):
    """{type: Head}"""
    kinds = np.array(kinds)
    return {kind: boost.grow(rows, (kinds == kind).astype(float), np.ones(len(kinds)), SETTINGS) for kind in sorted(set(kinds))}


def train(corpus):
    pages = pages_with_kind(corpus)
    return grow(page_rows(corpus, pages), [corpus.kind[at] for at in pages]) if pages else None


def cross_validate(corpus, fold_of):
    """Share of pages whose type is found by heads that saw no page of their owner."""
    pages = np.array(pages_with_kind(corpus))
    rows, kinds = page_rows(corpus, pages), np.array([corpus.kind[at] for at in pages])
    right = 0
    for held_out in sorted(set(fold_of[pages])):
        test = fold_of[pages] == held_out
        heads = grow(rows[~test], kinds[~test])
        names = np.array(list(heads))
        totals = np.stack([boost.total(head, rows[test]) for head in heads.values()])
        right += np.count_nonzero(names[totals.argmax(axis=0)] == kinds[test])
    return right / len(pages)
