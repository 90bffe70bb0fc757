"""What the scripts of this folder share: where the data is, and word F1 as
bench/score.py of the data has it."""
import collections
import os
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SLACK = 0.003  # a floor is pinned so much below what was measured
WORD = re.compile(r"\w+")


def find_data(part):
    """The folder "single" or "sites" of the data, None where it is absent."""
    folder = pathlib.Path(os.environ.get("PITH_DATA", ROOT / "build" / "data")) / part
    return folder if folder.is_dir() else None


def words(text):
    return collections.Counter(WORD.findall((text or "").lower()))


def score(found, gold):
    """Precision, recall and F1 of two bags of words."""
    both = sum((found & gold).values())
    if both == 0:
        return 0.0, 0.0, 0.0
    precision, recall = both / sum(found.values()), both / sum(gold.values())
    return precision, recall, 2 * precision * recall / (precision + recall)
