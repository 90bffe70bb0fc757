"""How strict the choice of blocks is on each kind of page: a number for each kind, added to the scores of blocks where the page is surely of it: of all
blocks if it is above 0, and below 0 of those behind the main run.

What looks like convention is often how much of a doubtful tail stays. The trees weigh all pages alike; here each kind gets the shift that makes the word F1
of its pages largest, on scores and kinds that are both out of fold. As in src/method/auto/auto_kind.c a page is surely of the likeliest kind when that has
SURE of the sum of all chances.

Where a page may be a thread, replies are its text, whatever their elements are called: blocks among comments gain REPLIES. That is a rule and not fitted: most gold
with comments is of articles, where they go.
"""
import numpy as np

from . import boost, evaluate

SURE = 0.6
STEPS = np.array([-1.2, -0.9, -0.6, -0.3, 0.0, 0.3, 0.6])  # log-odds
THREAD, REPLIES = 0.3, 3.0  # the chance of a forum from which on a page may be a thread; log-odds
DRAWN = 0.001  # to 0: what a shift of one has to gain at least, in F1


def sure_kinds(totals):
    """Per page: the number of the kind that it surely is of, -1 for none. totals: pages x kinds, scores of the heads."""
    chance = boost.chance(totals)
    sure = chance.max(axis=1) > SURE * chance.sum(axis=1)
    return np.where(sure & (totals.max(axis=1) > -2 * boost.UNIT), totals.argmax(axis=1), -1)


def with_replies(corpus, names, totals, score):
    """Scores in log-odds, with what replies gain on pages that may be threads."""
    if "forum" not in names:
        return score
    thread = boost.chance(totals[:, list(names).index("forum")]) > THREAD
    return score + REPLIES * (corpus.comment.astype(bool) & thread[corpus.page])


def main_end(chance, words):
    """One past the last block of the maximum subarray of words times (chance - 1/2), as pith__auto_main_end has it."""
    sums = np.concatenate([[0.0], np.cumsum(np.maximum(words, 1) * (chance - 0.5))])
    return int(np.argmax(sums - np.minimum.accumulate(sums)))


def shifted(corpus, score, shift):
    """Scores in log-odds. shift: per page, or one for all."""
    shift = np.broadcast_to(np.asarray(shift, dtype=float), (len(corpus.ids),))
    moved = score + shift[corpus.page]
    for page in np.flatnonzero(shift < 0):
        rows = corpus.rows(page)
        end = rows.start + main_end(1 / (1 + np.exp(-score[rows])), corpus.words[rows])
        moved[rows.start:end] = score[rows.start:end]
    return moved


def page_f1(corpus, score):
    """Pages x STEPS: F1 at each shift, NaN where a page has no full gold. score: log-odds."""
    found = np.full((len(corpus.ids), len(STEPS)), np.nan)
    for at, step in enumerate(STEPS):
        for page, f1, _ in evaluate.page_scores(corpus, 1 / (1 + np.exp(-shifted(corpus, score, step)))):
            found[page, at] = f1
    return found


def best_step(f1, weight):
    """The shift with the best mean, drawn to 0; between two steps the parabola through the best and its neighbours decides."""
    means = (f1 * weight[:, None]).sum(axis=0) / weight.sum() - DRAWN * np.abs(STEPS)
    at = int(means.argmax())
    if 0 < at < len(STEPS) - 1:
        before, here, after = means[at - 1:at + 2]
        curve = before - 2 * here + after
        return float(STEPS[at] + (0.5 * (before - after) / curve * 0.3 if curve < 0 else 0))
    return float(STEPS[at])


LEAST_PAGES = 40  # of a kind, or it gets no shift


def fit(names, kind, f1, weight):
    """{kind: shift in whole units} from the pages given."""
    found = {}
    for number, name in enumerate(names):
        pages = (kind == number) & ~np.isnan(f1[:, 0])
        if np.count_nonzero(pages) >= LEAST_PAGES:
            found[name] = round(boost.UNIT * best_step(f1[pages], weight[pages]))
    return found


def shifts(names, kind, strictness):
    """Per page, in whole units."""
    numbers = np.array([strictness.get(name, 0) for name in names] + [0])
    return numbers[kind]
