"""The weights of site evidence: fourteen numbers, fitted on sites that the trees were not trained on.

The trees score each page by itself, those of the fold that held its site out. Where other pages are known, the share of the block that the site calls boilerplate is
combined with their score (src/method/auto/auto_evidence.c). A logistic regression of few numbers, because there are few sites: trees on the same evidence,
grown instead of it or after it, fitted the sites they were grown on and lost on the others.

Sites are of two kinds. Whole ones, mostly of writers and projects, are tidy: what their pages do not share is text. A dozen pages of one newspaper, of
different days, share little of their boilerplate. Fitted on the first kind only, the formula assumes that of every site.
"""
from dataclasses import dataclass

import numpy as np

from . import boost, evaluate

NAMES = ["bias", "score", "stays", "stays_kept_cut", "stays_even", "stays_pages",
         "cut", "cut_score", "cut_sure", "cut_box", "cut_pages", "cut_stays", "cut_slot", "cut_even"]
SCORE_MOST = 6.0  # in log-odds, as the library has it
# A list of posts that are on other pages too: most of what has so high a score, if it is so many words, goes, though few pages have it.
SURE_SCORE, SURE_WORDS, SURE_CUT, RARE = 3.0, 20, 0.5, 0.2
WHOLE_SITE = 2.0  # what one weighs beside a host,
ENOUGH_PAGES = 8  # which has all of its weight from so many pages with gold on
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
        known, cut, box, pages, before, slot, even = (self.share("site_" + name) for name in ("known", "cut", "box_cut", "pages", "stays", "slot", "even"))
        stays = 1 - cut
        return np.stack([np.ones(len(score)), score, stays * known, stays * known * self.kept_cut(), stays * even, stays * pages * np.maximum(-score, 0),
                         cut, cut * score, cut * np.abs(score), cut * box, cut * pages, cut * before, cut * slot, cut * even], axis=1)

    def bounded(self):
        return np.clip(self.score, -SCORE_MOST, SCORE_MOST)

    def kept_cut(self):
        """Per row: how much of what the trees would keep of its page the site cuts."""
        expected = np.maximum(self.corpus.words, 1) / (1 + np.exp(-self.bounded()))
        pages = len(self.corpus.ids)
        kept, cut = np.bincount(self.corpus.page, expected, pages), np.bincount(self.corpus.page, expected * self.share("site_cut"), pages)
        return (cut / np.maximum(kept, 1e-9))[self.corpus.page]

    def share(self, name):
        column = self.corpus.features[:, self.corpus.columns.index(name)].astype(np.float64)
        return np.where(column > 0, (column - 1) / 254, 0.5)

    def known(self):
        """Rows of pages whose site is known."""
        return (self.corpus.features[:, self.corpus.columns.index("site_known")] > 0) & ~self.lists()[self.corpus.page]

    def lists(self):
        """Pages of which the site would cut most that is surely text, though few pages have it."""
        pages = len(self.corpus.ids)
        sure = self.corpus.words * (self.score > SURE_SCORE)
        goes = sure * self.share("site_cut") * (self.share("site_pages") < RARE)
        all_of, cut = np.bincount(self.corpus.page, sure, pages), np.bincount(self.corpus.page, goes, pages)
        return (all_of > SURE_WORDS) & (cut > SURE_CUT * all_of)

    def group(self):
        """Groups of blocks, what the site calls boilerplate apart."""
        return 2 * self.corpus.group + (self.known() & (self.share("site_cut") > 0.5))

    def weight(self):
        """A block weighs its words as a share of the gold, whole sites weigh the same, and others less."""
        gold = np.maximum(self.corpus.gold_words, 1)[self.corpus.page]
        weight = np.minimum(np.maximum(self.corpus.words, 1) / gold, BLOCK_MOST) * self.known()
        site, pages = np.unique([str(name) for name in self.corpus.site], return_inverse=True, return_counts=True)[1:]
        weight /= np.maximum(np.bincount(site[self.corpus.page], weight), 1e-9)[site[self.corpus.page]]
        weight *= np.where(self.corpus.whole_site_rows(), WHOLE_SITE, np.minimum(pages / ENOUGH_PAGES, 1)[site[self.corpus.page]])
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
    """Mean word F1 of each site, whole ones first."""
    scores = {}
    for at, f1, _ in evaluate.page_scores(corpus, np.where(corpus.site_rows(), found, np.nan), group=group):
        scores.setdefault((not corpus.is_site(at), corpus.site[at]), []).append(f1)
    return {site: (len(values), float(np.mean(values))) for site, values in sorted(scores.items())}


def table(sites, found):
    """Lines of a table: each site alone and with evidence; the last two are the means of whole sites and of the others."""
    alone, joined = by_site(sites.corpus, 1 / (1 + np.exp(-sites.score))), by_site(sites.corpus, found, sites.group())
    lines = ["| site | pages | alone | with the site |", "|---|---|---|---|"]
    lines += [f"| {site[1]} | {alone[site][0]} | {alone[site][1]:.3f} | {joined[site][1]:.3f} |" for site in alone]
    for part, name in ((False, "whole sites"), (True, "hosts")):
        of = [site for site in alone if site[0] == part]
        lines.append(f"| **mean of {len(of)} {name}** | | " + " | ".join(f"{np.mean([scores[site][1] for site in of] or [0]):.4f}" for scores in (alone, joined)) + " |")
    return lines
