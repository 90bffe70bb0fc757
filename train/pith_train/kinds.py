"""What kind of page it is: one small head for each page type, asked of the columns about the page, which are the same in all its rows.

wcxb_dev and the sets of shops, sites, forums and documentation say of their pages what they are; what other sets call news are articles, and bring in other
languages than English. Most pages are articles: types weigh as the square root of their number. The likeliest type is the answer.
"""
import numpy as np

from . import boost

ABOUT_PAGE = ("page_", "type_", "name_", "hint_", "declared_best")
SAME = {"news": "article"}
MAIN_SET, OTHER_WEIGHT = "wcxb_dev", 0.2
WEIGHTS = {"wcxb_dev": 1.0, "wcxb_early": 1.0, "llmwebkit_bench": 1.0, "gh_shops": 0.6, "gh_sites": 0.6, "gh_forums": 0.6, "gh_docs": 0.6, "recipes": 0.3}
SETTINGS = boost.Settings(trees=160, rate=0.1, columns=0.5, rows=0.8)


def pages_with_kind(corpus):
    return [at for at, kind in enumerate(corpus.kind) if kind and corpus.first[at] < corpus.first[at + 1]]


def kinds_of(corpus, pages):
    return np.array([SAME.get(corpus.kind[at], corpus.kind[at]) for at in pages])


def weights_of(corpus, pages):
    """By the set, and so that a type weighs as the square root of what its pages weigh; 1 on the mean."""
    kinds = kinds_of(corpus, pages)
    weights = np.array([WEIGHTS.get(corpus.name(at), OTHER_WEIGHT) for at in pages])
    for kind in set(kinds):
        weights[kinds == kind] /= np.sqrt(weights[kinds == kind].sum())
    return weights / weights.mean()


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
    """(names of the types, pages x types: scores by heads that saw no page of its owner, very low where a page has no blocks; those heads, by fold)"""
    pages = np.array(pages_with_kind(corpus))
    rows, kinds, weights = page_rows(corpus, pages), kinds_of(corpus, pages), weights_of(corpus, pages)
    every = np.flatnonzero(np.diff(corpus.first) > 0)
    names, totals = sorted(set(kinds)), np.full((len(corpus.ids), len(set(kinds))), -boost.UNIT * 99)
    by_fold = []
    for held_out in sorted(set(fold_of)):
        use, test = fold_of[pages] != held_out, every[fold_of[every] == held_out]
        heads, asked = grow(rows[use], kinds[use], weights[use]), page_rows(corpus, test)
        by_fold.append(heads)
        totals[test] = np.stack([boost.total(heads[name], asked) if name in heads else np.full(len(test), -boost.UNIT * 99) for name in names], axis=1)
    return names, totals, by_fold


def right(corpus, names, totals):
    """Share of the pages of MAIN_SET whose type is found."""
    pages = [at for at in pages_with_kind(corpus) if corpus.name(at) == MAIN_SET]
    return float(np.mean(np.array(names)[totals[pages].argmax(axis=1)] == kinds_of(corpus, pages))) if pages else 0.0
