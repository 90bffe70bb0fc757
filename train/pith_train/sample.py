"""Fewer rows that say the same: a row stays with a chance that grows with its weight, and those that stay weigh more for those that went."""
import numpy as np


def thin(weight, rows, wanted, seed=7):
    """(rows kept, their weights). About `wanted` of the rows given."""
    weight = weight[rows]
    rows, weight = rows[weight > 0], weight[weight > 0]
    if len(rows) <= wanted:
        return rows, weight
    low, high = 0.0, float(weight.max()) * len(rows)
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if np.minimum(1, weight / middle).sum() > wanted else (low, middle)
    chance = np.minimum(1, weight / high)
    stays = np.random.default_rng(seed).random(len(rows)) < chance
    return rows[stays], weight[stays] / chance[stays]
