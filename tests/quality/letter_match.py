"""Which letters of a page stand in its gold text: each letter of the gold is
used once, in order. A menu entry "More" is not in the gold because the word
stands in a sentence somewhere, and a text is found however its words are cut up
by tags.

Long runs that both have once are matched first, then shorter ones between them,
and what is left by the longest common runs.
"""
import bisect
import difflib

RUNS = (32, 16, 8)  # letters, in this order
SHORT = 6  # a run below this counts when it is half of what was looked for
WORK = 20_000_000  # the most that is compared letter by letter


def letters(text):
    return "".join(c for c in text.lower() if c.isalnum())


def places(text, start, end, size):
    """Where each run of letters is, -1 for one that is there twice."""
    found = {}
    for i in range(start, end - size + 1):
        run = text[i:i + size]
        found[run] = -1 if run in found else i
    return found


def rising(pairs):
    """The most pairs that rise in both numbers; they rise in the first."""
    tails, ends, before = [], [], []
    for n, (_, at) in enumerate(pairs):
        place = bisect.bisect_left(tails, at)
        tails[place:place + 1] = [at]
        ends[place:place + 1] = [n]
        before.append(ends[place - 1] if place else -1)
    chain, n = [], ends[-1] if ends else -1
    while n >= 0:
        chain.append(pairs[n])
        n = before[n]
    return chain[::-1]


def match_rest(page, gold, gap, found):
    """The gap (page from, to, gold from, to) by its longest common runs. Before
    the first sentence the last of several is meant, such as the title."""
    start, end, gold_start, gold_end = gap
    mine, other = page[start:end], gold[gold_start:gold_end]
    back = gold_start == 0 and gold_end < len(gold)
    if len(mine) * len(other) > WORK:
        return
    if back:
        mine, other = mine[::-1], other[::-1]
    for i, _, size in difflib.SequenceMatcher(None, mine, other, autojunk=False).get_matching_blocks():
        if size >= SHORT or size * 2 >= len(other):
            for k in range(i, i + size):
                found[end - 1 - k if back else start + k] = 1


def match_runs(page, gold, gap, size, found):
    """Match runs of `size` letters in a gap; gives the gaps between them."""
    start, end, gold_start, gold_end = gap
    mine = places(page, start, end, size)
    pairs = sorted((mine[run], at) for run, at in places(gold, gold_start, gold_end, size).items()
                   if at >= 0 and mine.get(run, -1) >= 0)
    at, gold_at, gaps = start, gold_start, []
    for i, k in rising(pairs):
        if i < at or k < gold_at:
            continue
        while i > at and k > gold_at and page[i - 1] == gold[k - 1]:
            i, k = i - 1, k - 1
        gaps.append((at, i, gold_at, k))
        while i < end and k < gold_end and page[i] == gold[k]:
            found[i] = 1
            i, k = i + 1, k + 1
        at, gold_at = i, k
    return gaps + [(at, end, gold_at, gold_end)]


def match(page, gold):
    """A byte for each letter of the page: 1 when it is in the gold."""
    found = bytearray(len(page))
    gaps = [(0, len(page), 0, len(gold))]
    for size in RUNS:
        gaps = [g for gap in gaps if gap[0] < gap[1] and gap[2] < gap[3]
                for g in match_runs(page, gold, gap, size, found)]
    for gap in gaps:
        if gap[0] < gap[1] and gap[2] < gap[3]:
            match_rest(page, gold, gap, found)
    return found
