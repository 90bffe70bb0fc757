"""Whose convention a page's gold follows, known to the trees while they grow, and fixed in the trees that are shipped.

The sets contradict each other: headline, byline, captions, lines about the author are in or out. A column a group of sets says which group a row is of, so that
a tree can ask for it instead of averaging the contradiction. The library has no such columns: of every question about one, the answer of the default is
put in its place, and the question becomes one that no byte meets.

    questions (own_words > 9, wcxb > 0)   leaves 00 01 10 11   default wcxb: leaves 10 11 10 11, second question (column 0 > 255)
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
DEFAULT = ("kinds", "news")  # at use, the mean of both: wcxb_dev has all kinds of pages, and the news have their headlines
NEVER = 255  # no byte is above it


def group_of(name, page_id):
    """The number of the group that a page follows; a made page follows that of the set its article is from, which its id begins with."""
    origin = page_id.split("-")[0] if name == gold.TAILS else name
    return next(number for number, sets in enumerate(GROUPS.values()) if origin in sets)


def columns(corpus, rows):
    """Rows x groups: 1 in the column of the row's group."""
    of_page = np.array([group_of(corpus.name(at), corpus.ids[at]) for at in range(len(corpus.ids))])
    return (of_page[corpus.page[rows]][:, None] == np.arange(len(GROUPS))).astype(np.uint8)


def _fixed_tree(tree, first, answers):
    asked, above, leaves = (np.array(part) for part in tree)
    number = np.arange(len(leaves))
    for question in np.flatnonzero(asked >= first):
        bit = 1 << int(question)
        number = number | bit if answers[asked[question] - first] > above[question] else number & ~bit
        asked[question], above[question] = 0, NEVER
    return asked, above, leaves[number]


def fixed(head, first, names=DEFAULT):
    """The head without questions about conventions, whose columns begin at `first`: what it says, on the mean, of pages that follow those named."""
    heads = [[_fixed_tree(tree, first, [int(group == name) for group in GROUPS]) for tree in head.trees] for name in names]
    return Head(head.bias, [(same[0][0], same[0][1], np.round(np.mean([tree[2] for tree in same], axis=0)).astype(np.int32)) for same in zip(*heads)])
