"""How much of a page to keep: the twin of src/method/auto_choice.c in numbers with a point."""
import numpy as np

GROUP_SHARE = 0.3


def smooth(chance, words, group, share=GROUP_SHARE):
    """Draws each block towards the mean of the blocks that are made like it."""
    size = np.maximum(words, 1)
    _, place = np.unique(group, return_inverse=True)
    mean = np.bincount(place, chance * size) / np.bincount(place, size)
    return (1 - share) * chance + share * mean[place]


def choose(chance, words):
    """(kept, expected F1): the likeliest blocks, down to where the expected F1 is largest."""
    size = np.maximum(words, 1)
    order = np.argsort(-chance, kind="stable")
    hits = np.cumsum((chance * size)[order])
    said = np.cumsum(size[order])
    expected = 2 * hits / (said + hits[-1] + 1e-12)
    best = int(np.argmax(expected))
    return chance >= chance[order[best]], float(expected[best])
