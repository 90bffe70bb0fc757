"""Generate apps/lab/search/words/token_table.inc: what a character is to a search.

Input: data/character_classes.tsv and data/letter_folds.tsv. Two steps, as in
gen_character_classes.py: a page of 64 characters has a number, pages that are the
same have the same, and what is in a page is the number of a kind: a class
and how far the letter is that names it.

    U+0416  kind = pages[page_of[0x416 >> 6]][0x416 & 63] = letter, 32 further
"""
import os

import table_header as table

END = 0x32400
PAGE = 64
CLASSES = ("OTHER", "LETTER", "NUMBER", "MARK", "DROPPED", "UNIT")
FROM_DATA = {"letter": "LETTER", "capital": "LETTER", "number": "NUMBER",
             "ideograph": "UNIT", "syllable": "UNIT", "mark": "MARK"}
HANGUL = [(0x1100, 0x11FF), (0x3130, 0x318F), (0xA960, 0xA97F),
          (0xAC00, 0xD7FF)]
# Marks that some write and some do not: over Latin, Greek and Cyrillic letters,
# Hebrew points, Arabic vowels, and characters that show nothing.
DROPPED = [(0x00AD, 0x00AD), (0x0300, 0x036F), (0x0483, 0x0489),
           (0x0591, 0x05C7), (0x0610, 0x061A), (0x0640, 0x0640),
           (0x064B, 0x065F), (0x0670, 0x0670), (0x06D6, 0x06ED),
           (0x200B, 0x200F), (0x2060, 0x2060), (0xFE00, 0xFE0F),
           (0xFEFF, 0xFEFF)]


def inside(code, ranges):
    return any(low <= code <= high for low, high in ranges)


def read_classes(path):
    classes = ["OTHER"] * END
    for line in path.read_text().splitlines():
        if line.startswith("#"):
            continue
        first, last, name = line.split("\t")
        for code in range(int(first, 16), int(last, 16) + 1):
            classes[code] = FROM_DATA.get(name, "OTHER")
    for code in range(END):
        if classes[code] == "LETTER" and inside(code, HANGUL):
            classes[code] = "UNIT"
        if inside(code, DROPPED):
            classes[code] = "DROPPED"
    return classes


def read_folds(path):
    folds, pairs = [0] * END, []
    for line in path.read_text().splitlines():
        kind, *codes = line.split("\t")
        codes = [int(code, 16) for code in codes] if kind in ("fold", "pair") else []
        if kind == "fold":
            folds[codes[0]] = codes[1] - codes[0]
        elif kind == "pair":
            pairs.append((codes[0] << 8 | codes[1] - 0x300, codes[2]))
    return folds, sorted(pairs)


def numbers(values):
    rows = [values[i:i + 16] for i in range(0, len(values), 16)]
    return ["  " + ", ".join(map(str, row)) + "," for row in rows]


def text_of(kinds, page_of, pages, pairs):
    lines = ["enum { " + ", ".join(f"TOKEN_{name}" for name in CLASSES) + " };",
             f"enum {{ TOKEN_END = {END:#x}, TOKEN_PAIRS = {len(pairs)} }};", "",
             "/* Of a kind: its class, and what to add for the letter. */",
             "static const struct {", "  int8_t class;", "  int32_t fold;",
             f"}} token_kinds[{len(kinds)}] = {{"]
    lines += [f"  {{TOKEN_{name}, {fold}}}," for name, fold in kinds]
    lines += ["};", "", "/* By code point >> 6. */",
              f"static const uint16_t token_page_of[{len(page_of)}] = {{"]
    lines += numbers(page_of) + ["};", "",
              f"static const uint8_t token_pages[{len(pages)}][{PAGE}] = {{"]
    for page in pages:
        lines += ["  {"] + numbers(page) + ["  },"]
    lines += ["};", "", "/* Letter << 8 | mark - U+0300, and both in one. */",
              f"static const uint32_t token_pairs[{len(pairs)}][2] = {{"]
    lines += [f"  {{{key:#x}, {both:#x}}}," for key, both in pairs]
    return "\n".join(lines + ["};", ""])


def main():
    sources = [table.DATA / "character_classes.tsv",
               table.DATA / "letter_folds.tsv"]
    classes = read_classes(sources[0])
    folds, pairs = read_folds(sources[1])
    kinds, known, page_of = {}, {}, []
    for start in range(0, END, PAGE):
        page = tuple(kinds.setdefault((classes[c], folds[c]), len(kinds))
                     for c in range(start, start + PAGE))
        page_of.append(known.setdefault(page, len(known)))
    assert len(kinds) <= 256
    folder = table.ROOT / "apps" / "lab" / "search" / "words"
    if "PITH_TABLES" in os.environ:
        folder = table.TABLES
    table.write_to(folder, "token_table.inc", __file__, sources,
                   text_of(list(kinds), page_of, list(known), pairs))


if __name__ == "__main__":
    main()
