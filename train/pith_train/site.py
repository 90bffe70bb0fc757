"""How much what other pages of a site say is worth: twelve numbers, fitted on whole sites that did not teach the trees that judge them.

The trees judge a page alone; of each site those of the fold that held it out. Where other pages are known, the share of the block that the site calls framing is weighed against their
score (src/method/auto_evidence.c). A logistic regression of few numbers, because there are few sites: trees on the same evidence,
grown instead of it or after it, fitted the sites they were grown on and lost on the others.
"""
from dataclasses import dataclass

import numpy as np

from . import boost, evaluate

COLUMNS = "site_"  # what these are called; the trees do not ask about them
NAMES = ["bias", "score", "cut", "cut_score", "cut_sure", "cut_box", "cut_pages", "cut_stays", "cut_slot", "cut_even", "even", "below"]
SCORE_MOST = 6.0  # in log-odds, as the library has it
# A list of posts that stand on other pages too: most of what has so high a score, if it is so many words, goes, though few pages have it.
SURE_SCORE, SURE_WORDS, SURE_CUT, RARE = 3.0, 20, 0.5, 0.2
RIDGE = 5.0
BLOCK_MOST = 0.2  # of the gold: what a block weighs at most, or one page with a long block that is no text decides for all
STEPS = 12


@dataclass
class Sites:
    """Whole sites, among other pages: their blocks, and what trees that never saw them say of each page alone."""
    corpus: object
    score: np.ndarray  # per row, log-odds
    fold: np.ndarray   # per row

    def terms(self):
        """Rows x NAMES: what each number is multiplied by."""
        score = self.bounded()
        cut, box, pages, stays, slot, even = (self.share("site_" + name) for name in ("cut", "box_cut", "pages", "stays", "slot", "even"))
        return np.stack([np.ones(len(score)), score, cut, cut * score, cut * np.abs(score), cut * box, cut * pages, cut * stays, cut * slot, cut * even,
                         (1 - cut) * even, (1 - cut) * (self.best() - score)], axis=1)

    def bounded(self):
        return np.clip(self.score, -SCORE_MOST, SCORE_MOST)

    def best(self):
        """Per row: the best score on its page."""
        best = np.full(len(self.corpus.ids), -SCORE_MOST)
        np.maximum.at(best, self.corpus.page, self.bounded())
        return best[self.corpus.page]

    def share(self, name):
        column = self.corpus.features[:, self.corpus.columns.index(name)].astype(np.float64)
        return np.where(column > 0, (column - 1) / 254, 0.5)

    def known(self):
        """Rows of pages that the site is asked about."""
        return (self.corpus.features[:, self.corpus.columns.index("site_known")] > 0) & ~self.lists()[self.corpus.page]

    def lists(self):
        """Pages of which the site would cut most that is surely text, though few pages have it."""
        pages = len(self.corpus.ids)
        sure = self.corpus.words * (self.score > SURE_SCORE)
        goes = sure * self.share("site_cut") * (self.share("site_pages") < RARE)
        all_of, cut = np.bincount(self.corpus.page, sure, pages), np.bincount(self.corpus.page, goes, pages)
        return (all_of > SURE_WORDS) & (cut > SURE_CUT * all_of)

    def group(self):
        """Groups of blocks, what the site calls framing apart."""
        return 2 * self.corpus.group + (self.known() & (self.share("site_cut") > 0.5))

    def weight(self):
        """A block weighs its words as a share of the gold, and all sites weigh the same."""
        gold = np.maximum(self.corpus.gold_words, 1)[self.corpus.page]
        weight = np.minimum(np.maximum(self.corpus.words, 1) / gold, BLOCK_MOST) * self.known()
        owner = np.unique(self.corpus.owner, return_inverse=True)[1][self.corpus.page]
        weight /= np.maximum(np.bincount(owner, weight), 1e-9)[owner]
        return weight * np.count_nonzero(weight) / weight.sum()


def regress(terms, label, weight):
    """Logistic regression by Newton's method; the bias is not drawn to 0."""
    numbers, ridge = np.zeros(terms.shape[1]), RIDGE * np.eye(terms.shape[1])
    ridge[0, 0] = 0
    for _ in range(STEPS):
        chance = 1 / (1 + np.exp(-terms @ numbers))
        slope = terms.T @ (weight * (label - chance)) - ridge @ numbers
        curve = (terms * (weight * chance * (1 - chance))[:, None]).T @ terms + ridge
        numbers += np.linalg.solve(curve, slope)
    return numbers


def fit(sites, rows):
    """The numbers, as the library wants them, from the rows marked."""
    use = np.flatnonzero(rows & sites.known() & ~np.isnan(sites.corpus.label))
    numbers = regress(sites.terms()[use], sites.corpus.label[use], sites.weight()[use])
    return {name: round(boost.UNIT * number) for name, number in zip(NAMES, numbers)}


def chance(sites, numbers):
    """Per row, with what the site says where it says anything."""
    joined = sites.terms() @ np.array([numbers[name] for name in NAMES]) / boost.UNIT
    return 1 / (1 + np.exp(-np.where(sites.known(), joined, sites.score)))


def cross_validate(sites, folds):
    """(numbers of each fold, chance of each row by numbers fitted without its site)"""
    numbers, found = [], np.zeros(len(sites.score))
    for held_out in range(folds):
        numbers.append(fit(sites, sites.fold != held_out))
        rows = sites.fold == held_out
        found[rows] = chance(sites, numbers[-1])[rows]
    return numbers, found


def by_site(corpus, found, group=None):
    """Mean word F1 of each site."""
    scores = {}
    for at, f1, _ in evaluate.page_scores(corpus, np.where(corpus.site_rows(), found, np.nan), group=group):
        scores.setdefault(corpus.owner[at].removeprefix("site "), []).append(f1)
    return {site: float(np.mean(values)) for site, values in sorted(scores.items())}


def table(sites, found):
    """Lines of a table: each site alone and with evidence."""
    alone, joined = by_site(sites.corpus, 1 / (1 + np.exp(-sites.score))), by_site(sites.corpus, found, sites.group())
    lines = ["| site | alone | with the site |", "|---|---|---|"]
    lines += [f"| {site} | {alone[site]:.3f} | {joined[site]:.3f} |" for site in alone]
    lines.append(f"| **mean** | {np.mean(list(alone.values())):.4f} | {np.mean(list(joined.values())):.4f} |")
    return lines
