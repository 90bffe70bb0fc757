"""What kind of page it is: one small head for each page type, asked of the columns about the page, which are the same in all its rows.

wcxb_dev says of its pages what they are; what other sets call news are articles, and bring in other languages than English. The
likeliest type is the answer.
"""
import numpy as np

from . import boost

ABOUT_PAGE = ("page_", "type_", "name_", "declared_best")
SAME = {"news": "article"}
MAIN_SET, OTHER_WEIGHT = "wcxb_dev", 0.2
SETTINGS = boost.Settings(trees=60, rate=0.1, columns=0.5, rows=0.8)


def pages_with_kind(corpus):
    return [at for at, kind in enumerate(corpus.kind) if kind and corpus.first[at] < corpus.first[at + 1]]


def kinds_of(corpus, pages):
    return np.array([SAME.get(corpus.kind[at], corpus.kind[at]) for at in pages])


def weights_of(corpus, pages):
    return np.array([1.0 if corpus.name(at) == MAIN_SET else OTHER_WEIGHT for at in pages])


def page_rows(corpus, pages):
    """A row a page, in which columns about blocks say nothing."""
    rows = corpus.features[corpus.first[pages]].copy()
    rows[:, [at for at, name in enumerate(corpus.columns) if not name.startswith(ABOUT_PAGE)]] = 0
    return rows


def grow(rows, kinds, weights):
    """{type: Head}"""
    return {kind: boost.grow(rows, (kinds == kind).astype(float), weights, SETTINGS) for kind in sorted(set(kinds))}


def train(corpus):
    pages = pages_with_kind(corpus)
    return grow(page_rows(corpus, pages), kinds_of(corpus, pages), weights_of(corpus, pages)) if pages else None


def cross_validate(corpus, fold_of):
    """Share of the pages of MAIN_SET whose type is found by heads that saw no page of their owner."""
    pages = np.array(pages_with_kind(corpus))
    rows, kinds, weights = page_rows(corpus, pages), kinds_of(corpus, pages), weights_of(corpus, pages)
    right = tested = 0
    for held_out in sorted(set(fold_of[pages])):
        use, test = fold_of[pages] != held_out, (fold_of[pages] == held_out) & (weights == 1)
        heads = grow(rows[use], kinds[use], weights[use])
        totals = np.stack([boost.total(head, rows[test]) for head in heads.values()])
        right += np.count_nonzero(np.array(list(heads))[totals.argmax(axis=0)] == kinds[test])
        tested += np.count_nonzero(test)
    return right / max(1, tested)
