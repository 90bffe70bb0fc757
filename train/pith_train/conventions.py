"""Whose convention a page's gold follows: known to the trees on half of the rows they grow on, and unknown at use.

The sets contradict each other: headline, byline, captions, lines about the author are in or out. A column a group of sets says which group a row is of, so that
a tree can ask for it instead of averaging the contradiction. On the other half of the rows these columns are all 0, so that the trees also learn what to do
when nobody says whose convention it is: then the page itself has to show it, by its language and markup. The library has no such columns: of every question about
one, the answer 0 is put in its place, and the question becomes one that no byte meets.

    questions (own_words > 9, news > 0)   leaves 00 01 10 11   unknown: leaves 00 01 00 01, second question (column 0 > 255)
"""
import numpy as np

from . import gold
from .boost import Head

GROUPS = {
    "kinds": ("wcxb_dev", "wcxb_early"),
    "news": ("daniel", "fundus_tests", "zh_xmu", "postlight_fixtures", "newspaper4k_tests", "goose3_tests"),
    "older": ("cleaneval", "dragnet", "big9", "chaos2017", "cleanportaleval", "l3s_gn1"),
    "containers": ("gh_shops", "gh_sites", "gh_forums", "gh_docs", "recipes"),
    "tools": ("readability", "defuddle", "trafilatura", "llmwebkit_bench"),
    "sites": (gold.SITES,),
}
HIDDEN = 0.5  # share of the rows on which the convention is not known
NEVER = 255  # no byte is above it


def group_of(name, page_id):
    """The number of the group that a page follows; a made page follows that of the set its article is from, which its id begins with."""
    origin = page_id.split("-")[0] if name == gold.TAILS else name
    return next(number for number, sets in enumerate(GROUPS.values()) if origin in sets)


def columns(corpus, rows, seed):
    """Rows x groups: 1 in the column of the row's group, unless it is hidden."""
    of_page = np.array([group_of(corpus.name(at), corpus.ids[at]) for at in range(len(corpus.ids))])
    known = np.random.default_rng(seed).random(len(rows)) >= HIDDEN
    return ((of_page[corpus.page[rows]][:, None] == np.arange(len(GROUPS))) & known[:, None]).astype(np.uint8)


def _fixed_tree(tree, first):
    asked, above, leaves = (np.array(part) for part in tree)
    number = np.arange(len(leaves))
    for question in np.flatnonzero(asked >= first):
        number = number & ~(1 << int(question))
        asked[question], above[question] = 0, NEVER
    return asked, above, leaves[number]


def fixed(head, first):
    """The head without questions about conventions, whose columns begin at `first`: what it says of pages whose convention is not known."""
    return Head(head.bias, [_fixed_tree(tree, first) for tree in head.trees])
