"""Words as the scorer sees them: lower-cased runs of letters, digits and underscores.

A Chinese clause without spaces is one word by this rule. That is the measure's business, and the labels and cuts here count in the same
coin, so that what is optimised is what is measured.
"""
import re

WORD = re.compile(r"\w+", re.UNICODE)


def words(text):
    """The words of a text, in order."""
    return WORD.findall((text or "").lower())


class Vocabulary:
    """Numbers for the words of one page, in the order of their first appearance."""

    def __init__(self):
        self.numbers = {}

    def encode(self, text):
        numbers = self.numbers
        return [numbers.setdefault(word, len(numbers)) for word in words(text)]
