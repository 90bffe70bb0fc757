"""Gold text to labels: how many words of each block the gold has, in order.

Block words in document order and gold words are two sequences; their longest common subsequence maps words of the gold to words of
the page. A common word of the menu can be matched by accident, so a match counts only in company: in a run of matched
words that is contiguous on both sides, in a block of which half is matched, or right beside such a word in the gold. What the gold moved
elsewhere (a headline put first, a caption put last) is found by matching the remainders again.
"""
from rapidfuzz.distance import LCSseq

RUN = 3  # words of a run that cannot be an accident
PASSES = 3


def common(page, gold):
    """Pairs (index in page, index in gold) of a longest common subsequence."""
    pairs = []
    for tag, start, end, there, _ in LCSseq.opcodes(page, gold):
        if tag == "equal":
            pairs.extend((start + k, there + k) for k in range(end - start))
    return pairs


def runs(pairs):
    """The length of the contiguous run that each pair is in."""
    lengths = [0] * len(pairs)
    start = 0
    for at in range(1, len(pairs) + 1):
        if at < len(pairs) and pairs[at] == (pairs[at - 1][0] + 1, pairs[at - 1][1] + 1):
            continue
        lengths[start:at] = [at - start] * (at - start)
        start = at
    return lengths


def in_company(pairs, block_of, sizes, run):
    """The pairs that are no accident."""
    hits = {}
    for word, _ in pairs:
        hits[block_of[word]] = hits.get(block_of[word], 0) + 1
    lengths = runs(pairs)
    sure, unsure = [], []
    for pair, length in zip(pairs, lengths):
        block = block_of[pair[0]]
        half = 2 * hits[block] >= sizes[block]
        if length >= run or (half and sizes[block] >= run):
            sure.append(pair)
        elif half:
            unsure.append(pair)
    taken = {there for _, there in sure}
    beside = [pair for pair in unsure if pair[1] - 1 in taken or pair[1] + 1 in taken]
    return sure + beside


def matched_words(blocks, gold):
    """blocks: lists of word numbers; gold: a list of word numbers. Returns how many words of each block the gold has."""
    sizes = [len(block) for block in blocks]
    page = [word for block in blocks for word in block]
    block_of = [at for at, block in enumerate(blocks) for _ in block]
    counts = [0] * len(blocks)
    wanted = set(gold)
    left = [at for at, word in enumerate(page) if word in wanted]
    rest = list(range(len(gold)))
    for attempt in range(PASSES):
        if not left or not rest:
            break
        pairs = common([page[at] for at in left], [gold[at] for at in rest])
        pairs = [(left[a], rest[b]) for a, b in pairs]
        good = in_company(pairs, block_of, sizes, RUN + (attempt > 0))
        if not good:
            break
        for word, _ in good:
            counts[block_of[word]] += 1
        used, spent = {a for a, _ in good}, {b for _, b in good}
        left = [at for at in left if at not in used]
        rest = [at for at in rest if at not in spent]
    return counts


def squeezed(text):
    return " ".join((text or "").lower().split())


def snippet_labels(texts, present, absent):
    """Partial labels from snippets: 1 for a block that holds one that must be there, 0 for one that must not, None otherwise."""
    present = [squeezed(s) for s in present or [] if s.strip()]
    absent = [squeezed(s) for s in absent or [] if s.strip()]
    labels = []
    for text in texts:
        text = squeezed(text)
        here = touches(text, present)
        away = touches(text, absent)
        labels.append(None if here == away else float(here))
    return labels


def touches(text, snippets):
    """Whether a snippet lies in the text, or the text (if not tiny) in a snippet."""
    return any(s in text or (len(text) >= 12 and text in s) for s in snippets)
