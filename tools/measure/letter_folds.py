"""Write data/letter_folds.tsv: which letters are one letter to a search.

    tools/measure/letter_folds.py > data/letter_folds.tsv

Taken from the Unicode tables that come with Python: capitals become small,
full-width letters and digits those of ASCII, the Russian yo becomes ye, the
Greek final sigma any sigma; and a letter with a mark behind it becomes the one
character for both.
"""
import unicodedata

END = 0x32400  # beyond it nothing is a letter
BY_HAND = {0x0451: 0x0435, 0x0401: 0x0435, 0x03C2: 0x03C3, 0x0130: 0x0069}
MARKS = range(0x0300, 0x0346)


def fold(code):
    if code in BY_HAND:
        return BY_HAND[code]
    if 0xFF10 <= code <= 0xFF5A:
        code -= 0xFEE0
    lower = chr(code).lower()
    return ord(lower) if len(lower) == 1 else code


def main():
    print("# Letters that are one to a search (tools/measure/letter_folds.py).\n"
          f"# Unicode {unicodedata.unidata_version}.\n"
          "# fold\tcharacter\tits letter\n# pair\tletter\tmark\tboth")
    for code in range(END):
        if 0xD800 <= code < 0xE000 or not chr(code).isalnum():
            continue
        if fold(code) != code:
            print(f"fold\t{code:04X}\t{fold(code):04X}")
    for code in range(END):
        parts = unicodedata.decomposition(chr(code)).split() \
            if not 0xD800 <= code < 0xE000 else []
        if len(parts) != 2 or parts[0].startswith("<"):
            continue
        base, mark = (int(part, 16) for part in parts)
        if mark in MARKS and fold(base) == base and chr(base).isalpha():
            print(f"pair\t{base:04X}\t{mark:04X}\t{fold(code):04X}")


if __name__ == "__main__":
    main()
