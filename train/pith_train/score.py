"""Word F1 of any set of blocks, the same number as bench/score.py gives for their texts put together, but quick.

A page is made ready once: the words of its blocks and of its gold as numbers. A choice of blocks then costs one count.
"""
import numpy as np


def f1(right, said, gold):
    """F1 of bags: words in both, words said, words of the gold. 0 where nothing is right."""
    return 2.0 * right / (said + gold) if right else 0.0


class PageWords:
    """The words of a page's blocks (flat, with starts) and of its gold."""

    def __init__(self, flat, starts, gold):
        self.flat = np.asarray(flat, dtype=np.int64)
        self.starts = np.asarray(starts, dtype=np.int64)
        size = 1 + max(self.flat.max(initial=0), np.max(gold, initial=0))
        self.gold = np.bincount(np.asarray(gold, dtype=np.int64), minlength=size)
        self.gold_total = int(self.gold.sum())
        self.sizes = np.diff(self.starts)

    def score(self, kept):
        """(precision, recall, F1) of the blocks marked in kept."""
        said = self.flat[np.repeat(np.asarray(kept, dtype=bool), self.sizes)]
        bag = np.bincount(said, minlength=len(self.gold))
        right = int(np.minimum(bag, self.gold).sum())
        precision = right / len(said) if len(said) else 0.0
        recall = right / self.gold_total if self.gold_total else 0.0
        return precision, recall, f1(right, len(said), self.gold_total)

    def prefix_scores(self, order):
        """F1 after each block of the order is added to those before it."""
        counts = self.gold.copy()
        right = said = 0
        scores = np.zeros(len(order))
        for at, block in enumerate(order):
            words = self.flat[self.starts[block]:self.starts[block + 1]]
            for word in words.tolist():
                if counts[word] > 0:
                    counts[word] -= 1
                    right += 1
            said += len(words)
            scores[at] = f1(right, said, self.gold_total)
        return scores
