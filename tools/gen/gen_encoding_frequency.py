"""Generate src/tables/encoding_frequency.{h,c}: what languages look like.

Input: data/encoding/frequency.txt (counts), single-byte.txt (which byte is
which letter) and labels.txt. Probabilities become costs: -log2(p) in quarter
bits, so that the cost of a text is a sum of small integers, the same on every
machine. Counts are smoothed, because a pair that the pages at hand do not have
is rare and not impossible.
"""
import collections
import math

import gen_encoding_labels as labels
import gen_encoding_single as single
import table_header as table

CLASSES = ["_", "a", "!", "?"]  # columns 0 to 3; letters follow

# Encoding, languages, bits that it starts with as a handicap. Rare encodings
# have to be clearly better than common ones.
CODINGS = [
    ("windows-1252", ["western", "german", "french", "spanish"], 0),
    ("windows-1252", ["italian", "portuguese", "nordic"], 2),
    ("windows-1251", ["cyrillic"], 6), ("koi8-r", ["cyrillic"], 8),
    ("koi8-u", ["cyrillic"], 9), ("ibm866", ["cyrillic"], 10),
    ("iso-8859-5", ["cyrillic"], 10), ("x-mac-cyrillic", ["cyrillic"], 14),
    ("windows-1253", ["greek"], 8), ("iso-8859-7", ["greek"], 8),
    ("windows-1250", ["polish", "czech", "slovak", "hungarian", "romanian",
                      "croatian"], 7),
    ("iso-8859-2", ["polish", "czech", "slovak", "hungarian", "romanian",
                    "croatian"], 7),
    ("windows-1254", ["turkish"], 9),
    ("windows-1257", ["lithuanian", "latvian", "estonian"], 9),
    ("windows-1255", ["hebrew"], 9), ("windows-1256", ["arabic"], 9),
    ("windows-874", ["thai"], 9),
    ("macintosh", ["western", "german", "french", "spanish"], 14)]
MULTIPLE = [
    ("gb18030", "simplified", 6), ("big5", "traditional", 8),
    ("shift_jis", "japanese", 7), ("euc-jp", "japanese", 9),
    ("euc-kr", "korean", 8)]
SCRIPTS = {"cyrillic", "greek", "hebrew", "arabic", "thai"}
CASELESS = {"hebrew", "arabic", "thai"}

# Only phrases with non-ASCII letters are looked at, so how rare these are
# among ASCII cannot count for or against a Latin language: one in 32 for all.
LATIN_SHARE = 1 / 32

# Quarter bits of a sign that all languages use, and of what follows it: the
# same for all, so that a page with a few dashes in it stays undecided.
PUNCTUATION_COST = 32
AFTER_PUNCTUATION = {"_": 2, "a": 8, "!": 16}

# What a language does not use at all is never cheap, however often the few
# pages at hand have it.
LEAST_FOREIGN_COST = 56

# No symbol comes less often than this, whatever was counted: the letters that
# Russian lacks and its neighbours have, signs that no page at hand had.
LEAST_SHARE = 0.002
SMOOTHING = 0.004  # of each row of a model is spread over all symbols
UNLISTED = 4000  # characters that share what the listed ones leave

HEADER = """\
#ifndef PITH_TABLES_ENCODING_FREQUENCY_H
#define PITH_TABLES_ENCODING_FREQUENCY_H

#include "tables/encoding_labels.h"

#include <stdbool.h>

/* Columns of a table of letter costs; the letters of the alphabet follow. */
enum {
  PITH_LETTER_OTHER = 0,       /* ASCII that is no letter */
  PITH_LETTER_ASCII = 1,       /* ASCII letter */
  PITH_LETTER_PUNCTUATION = 2, /* quotes, dashes and the like */
  PITH_LETTER_FOREIGN = 3,     /* anything that the language does not use */
  PITH_LETTER_FIRST = 4
};

/* An alphabet. The cost of symbol `next` after symbol `last`, in quarter bits:
 *   costs[row * columns + next]
 * where row is the smaller of `last` and `rows` - 1: alphabets whose pairs are
 * not known have one row for all letters. */
typedef struct pith_letter_model {
  const uint8_t *costs;
  uint8_t rows;
  uint8_t columns;
  bool cased; /* capitals differ from small letters */
} pith_letter_model;

/* A single-byte encoding of an alphabet: the symbol of each byte from 0x80 on,
 * with PITH_LETTER_CAPITAL added for capitals; PITH_LETTER_NONE is not mapped,
 * or a control character. */
#define PITH_LETTER_CAPITAL 0x80
#define PITH_LETTER_NONE    0xFF
typedef struct pith_letter_coding {
  uint8_t encoding;
  uint8_t model;
  uint8_t handicap; /* quarter bits */
  uint8_t symbols[128];
} pith_letter_coding;

/* Characters of a language that has thousands, sorted by code point, with
 * their costs in quarter bits. */
typedef struct pith_character_model {
  const uint16_t *codes;
  const uint8_t *costs;
  uint16_t count;
  uint8_t unlisted; /* cost of any other */
} pith_character_model;

typedef struct pith_character_coding {
  uint8_t encoding;
  uint8_t model;
  uint8_t handicap; /* quarter bits */
} pith_character_coding;

#define PITH_LETTER_MODEL_COUNT     %(letter_models)d
#define PITH_LETTER_CODING_COUNT    %(letter_codings)d
#define PITH_CHARACTER_MODEL_COUNT  %(character_models)d
#define PITH_CHARACTER_CODING_COUNT %(character_codings)d

extern const pith_letter_model
    pith__letter_models[PITH_LETTER_MODEL_COUNT];
extern const pith_letter_coding
    pith__letter_codings[PITH_LETTER_CODING_COUNT];
extern const pith_character_model
    pith__character_models[PITH_CHARACTER_MODEL_COUNT];
extern const pith_character_coding
    pith__character_codings[PITH_CHARACTER_CODING_COUNT];

#endif
"""


def read_models(path):
    """{name: (letters or None, {row: {cell: count}})}"""
    models = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("#") or not line:
            continue
        if line.startswith("model "):
            letters, rows = [None], collections.defaultdict(dict)
            models[line[6:]] = (letters, rows)
        elif line.startswith("letters "):
            letters[0] = line[8:]
        else:
            row, cells = line.split(": ", 1)
            if letters[0] is None:
                for character in cells:
                    rows["*"][character] = int(row)
            else:
                for cell in cells.split(" "):
                    rows[row][cell[0]] = int(cell[1:])
    return models


def cost(probability):
    return min(round(-math.log2(probability) * 4), 255)


def shares(symbols, rows):
    """How often each symbol comes at all, none of them never."""
    total = collections.Counter()
    for row in rows.values():
        total.update(row)
    everything = sum(total.values())
    return {s: max(total[s] / everything, LEAST_SHARE) for s in symbols}


def among_letters(row):
    """A row after ASCII, as it is where a Latin letter of its own follows."""
    kept = {s: n for s, n in row.items() if s not in "_a!"}
    total = sum(kept.values())
    return {**{s: n * LATIN_SHARE for s, n in kept.items()},
            "a": total * (1 - LATIN_SHARE)}


def cell_cost(row, name, symbol, share):
    if symbol == "!":
        return PUNCTUATION_COST
    if name == "!" and symbol in AFTER_PUNCTUATION:
        return AFTER_PUNCTUATION[symbol]
    counted = row.get(symbol, 0) / max(sum(row.values()), 1)
    p = counted * (1 - SMOOTHING) + SMOOTHING * share[symbol]
    # Foreign is many characters, and one of them has to be meant.
    return max(cost(p / 40), LEAST_FOREIGN_COST) if symbol == "?" else cost(p)


def letter_costs(model, letters, rows):
    """Rows of costs: the four classes, then each letter or all of them."""
    if model not in SCRIPTS:
        rows = {**rows, "_": among_letters(rows["_"]),
                "a": among_letters(rows["a"])}
    symbols = CLASSES + list(letters)
    share = shares(symbols, rows)
    names = CLASSES + (["@"] if "@" in rows else list(letters))
    return [[cell_cost(rows.get(name, {}), name, symbol, share)
             for symbol in symbols] for name in names]


def symbol_of(code, letters):
    if code == 0 or code < 0xA0:
        return 0xFF
    character = chr(code)
    folded = character.lower()
    if len(folded) == 1 and folded in letters:
        capital = 0x80 if folded != character else 0
        return len(CLASSES) + letters.index(folded) | capital
    return 2 if character in PUNCTUATION else 3


# As in tools/measure/encoding_frequency.py.
PUNCTUATION = ("\u00a0\u00a9\u00ab\u00ad\u00ae\u00b0\u00b7\u00bb\u2013\u2014"
               "\u2018\u2019\u201a\u201c\u201d\u201e\u2022\u2026\u2122"
               "\u20ac\u00a7\u00b4\u00a3")


def letter_codings():
    return [(encoding, name, bits) for encoding, languages, bits in CODINGS
            for name in languages]


def number_lines(numbers, width=16, form="{}"):
    lines = []
    for i in range(0, len(numbers), width):
        lines.append("  " + ", ".join(form.format(n)
                                      for n in numbers[i:i + width]) + ",")
    return lines


def letter_text(models, tables):
    names = [name for name, (letters, _) in models.items() if letters[0]]
    out = []
    for name in names:
        letters, rows = models[name]
        out.append(f"/* Rows and columns: _ a ! ? {letters[0]} */")
        out.append(f"static const uint8_t {name}_costs[] = {{")
        for row in letter_costs(name, letters[0], rows):
            out += number_lines(row)
        out += ["};", ""]
    out += ["const pith_letter_model",
            "    pith__letter_models[PITH_LETTER_MODEL_COUNT] = {"]
    for name in names:
        letters, rows = models[name]
        count = 5 if "@" in rows else 4 + len(letters[0])
        cased = "false" if name in CASELESS else "true"
        out.append(f"  {{{name}_costs, {count}, {4 + len(letters[0])}, "
                   f"{cased}}},")
    out += ["};", "", "const pith_letter_coding",
            "    pith__letter_codings[PITH_LETTER_CODING_COUNT] = {"]
    for encoding, name, bits in letter_codings():
        symbols = [symbol_of(code, models[name][0][0])
                   for code in tables[encoding]]
        out.append(f"  {{{labels.constant(encoding)}, {names.index(name)}, "
                   f"{bits * 4}, {{")
        out += ["  " + line for line in number_lines(symbols)]
        out.append("  }},")
    return "\n".join(out + ["};", ""])


def character_text(models):
    names = [name for name, (letters, _) in models.items() if not letters[0]]
    out, records = [], []
    for name in names:
        counts = models[name][1]["*"]
        codes = sorted(counts, key=ord)
        total = 100000
        listed = [cost(counts[c] / total) for c in codes]
        rest = max(1 - sum(counts.values()) / total, 0.02)
        out.append(f"static const uint16_t {name}_codes[] = {{")
        out += number_lines([ord(c) for c in codes], 10, "0x{:04X}")
        out += ["};", "", f"static const uint8_t {name}_costs[] = {{"]
        out += number_lines(listed)
        out += ["};", ""]
        records.append(f"  {{{name}_codes, {name}_costs, {len(codes)}, "
                       f"{cost(rest / UNLISTED)}}},")
    out += ["const pith_character_model",
            "    pith__character_models[PITH_CHARACTER_MODEL_COUNT] = {"]
    out += records
    out += ["};", "", "const pith_character_coding",
            "    pith__character_codings[PITH_CHARACTER_CODING_COUNT] = {"]
    out += [f"  {{{labels.constant(encoding)}, {names.index(name)}, "
            f"{bits * 4}}}," for encoding, name, bits in MULTIPLE]
    return "\n".join(out + ["};", ""])


def main():
    folder = table.DATA / "encoding"
    inputs = [folder / "frequency.txt", folder / "single-byte.txt",
              folder / "labels.txt"]
    models = read_models(inputs[0])
    tables = single.read_tables(inputs[1])
    alphabets = [name for name, (letters, _) in models.items() if letters[0]]
    table.write("encoding_frequency.h", __file__, inputs, HEADER % {
        "letter_models": len(alphabets), "letter_codings": len(letter_codings()),
        "character_models": len(models) - len(alphabets),
        "character_codings": len(MULTIPLE)})
    table.write("encoding_frequency.c", __file__, inputs,
                '#include "tables/encoding_frequency.h"\n\n'
                + letter_text(models, tables) + "\n" + character_text(models))


if __name__ == "__main__":
    main()
