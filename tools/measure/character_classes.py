"""Write data/character_classes.tsv: classes of characters, as ranges.

    tools/measure/character_classes.py > data/character_classes.tsv

Taken from the Unicode tables that come with Python, with the scripts that are
written without spaces, the ends of sentences and the commas listed by
hand. What Python's \\w matches is exactly letter, capital, number, ideograph,
syllable and joiner.
"""
import re
import unicodedata

END = 0x32400  # beyond it nothing is a letter
WORD = re.compile(r"\w")
# Scripts without spaces between words.
IDEOGRAPHS = [(0x2E80, 0x2FFF), (0x3005, 0x3007), (0x3021, 0x3029),
              (0x3031, 0xA4CF), (0xF900, 0xFAFF), (0xFF66, 0xFF9F),
              (0x1B000, 0x1B2FF), (0x20000, END)]
SYLLABLES = [(0x0E00, 0x0EFF), (0x1000, 0x109F), (0x1780, 0x17FF),
             (0x1950, 0x19DF), (0xA9E0, 0xA9FF), (0xAA60, 0xAA7F)]
STOPS = "!.?\u2026\u037e\u0589\u061e\u061f\u06d4\u0700\u0701\u0702\u0964\u0965\u104b\u1362" \
        "\u1367\u166e\u17d4\u17d5\u1803\u1809\u203c\u203d\u2047\u2048\u2049\u3002\ufe52\ufe56\ufe57\uff01\uff0e\uff1f\uff61"
COMMAS = ",;\u055d\u060c\u061b\u104a\u1363\u1364\u1802\u1808\u3001\ufe50\ufe51\uff0c\uff1b\uff64"
SEPARATORS = "|/\\>\u00b7\u00bb\u2022\u2023\u2027\u203a\u2192\u2219\u22c5\u25aa\u25b6\u25ba" \
             "\u25cf\u30fb\uff0f\uff5c\uff65"
QUOTES = "\"'\u00ab\u2018\u2019\u201a\u201c\u201d\u201e\u2039\u300c\u300d\u300e\u300f"


def inside(code, ranges):
    return any(low <= code <= high for low, high in ranges)


def class_of(code):
    char = chr(code)
    kind = unicodedata.category(char)
    if WORD.match(char):
        if char == "_":
            return "joiner"
        if not char.isalpha():
            return "number"
        if inside(code, IDEOGRAPHS):
            return "ideograph"
        if inside(code, SYLLABLES):
            return "syllable"
        return "capital" if kind in ("Lu", "Lt") else "letter"
    for name, chars in (("stop", STOPS), ("comma", COMMAS),
                        ("separator", SEPARATORS), ("quote", QUOTES)):
        if char in chars:
            return name
    if kind[0] == "M" or code in (0x00AD, 0x200B, 0x200C, 0x200D, 0x2060, 0xFEFF):
        return "mark"
    if kind[0] == "Z" or char in "\t\n\f\r":
        return "space"
    return "currency" if kind == "Sc" else "sign"


def main():
    print("# Classes of characters (tools/measure/character_classes.py), by ranges; what is\n"
          f"# in none is a sign. Unicode {unicodedata.unidata_version}.\n"
          "# first\tlast\tclass")
    start, last = 0, class_of(0)
    for code in range(1, END + 1):
        here = class_of(code) if code < END else None
        if here != last:
            if last != "sign":
                print(f"{start:04X}\t{code - 1:04X}\t{last}")
            start, last = code, here


if __name__ == "__main__":
    main()
