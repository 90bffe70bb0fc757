"""How much of a page to keep: the same as src/method/auto/auto_choice.c, in floating point."""
import numpy as np

GROUP_SHARE = 0.3


def smooth(chance, words, group, share=GROUP_SHARE):
    """Draws each block towards the mean of the blocks that are made like it."""
    size = np.maximum(words, 1)
    _, place = np.unique(group, return_inverse=True)
    mean = np.bincount(place, chance * size) / np.bincount(place, size)
    return (1 - share) * chance + share * mean[place]


def choose(chance, words, group):
    """(kept, expected F1): the likeliest blocks, down to where the expected F1 is largest if blocks of a group are right or wrong together."""
    size = np.maximum(words, 1).astype(np.float64)
    _, place = np.unique(group, return_inverse=True)
    total = np.bincount(place, size)
    mean = np.bincount(place, chance * size) / total
    order = np.argsort(-chance, kind="stable")
    hits = np.cumsum((chance * size)[order])
    below = np.cumsum(size[order]) + hits[-1] + 1e-12
    together = np.cumsum((size * (total * mean * (1 - mean))[place])[order])
    falls = np.append(np.diff(chance[order]) < 0, True)  # blocks of equal chance stay or go together
    best = int(np.argmax(np.where(falls, hits / below - together / below ** 2, -np.inf)))
    return chance >= chance[order[best]], float(2 * hits[best] / below[best])
