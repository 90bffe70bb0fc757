"""Generate src/tables/character_classes.{h,c}: the class of every character.

Input: data/character_classes.tsv, ranges of code points. Two steps: a page of 64
characters has a number, and pages that are the same have the same.

    class of U+00E9 = pages[page_of[0x00E9 >> 6]][0x00E9 & 63]
"""
import table_header as table

CLASSES = {
    "sign": "whatever is none of these",
    "letter": "of scripts with spaces, no capital",
    "capital": "letters only",
    "number": "digits and other numbers",
    "ideograph": "of Chinese, Japanese, Yi: written without spaces",
    "syllable": "letters of Thai, Khmer and the like: without spaces",
    "joiner": "the underscore: part of a word",
    "mark": "is set on the letter before it, or shows nothing",
    "space": "white space",
    "stop": "ends a sentence",
    "comma": "parts of a sentence",
    "separator": "is between the items of a menu",
    "quote": "opens or closes speech",
    "currency": "of prices",
}
PAGE = 64
END = 0x32400
ASCII = 128


def read_classes(path):
    classes = [0] * END
    names = list(CLASSES)
    for line in path.read_text().splitlines():
        if line.startswith("#"):
            continue
        first, last, name = line.split("\t")
        for code in range(int(first, 16), int(last, 16) + 1):
            classes[code] = names.index(name)
    return classes


def header_text(page_count):
    lines = ["#ifndef PITH_TABLES_CHARACTER_CLASSES_H", "#define PITH_TABLES_CHARACTER_CLASSES_H",
             "", "#include <stdint.h>", "",
             "/* What a character is to whoever counts words. */",
             "typedef enum pith_character {"]
    lines += [f"  PITH_CHARACTER_{name.upper()} = {i}, /* {meaning} */"
              for i, (name, meaning) in enumerate(CLASSES.items())]
    lines += [f"  PITH_CHARACTER_CLASSES = {len(CLASSES)}", "} pith_character;", "",
              "/* Code points from here on are signs. */",
              f"#define PITH_CHARACTERS_END {END:#x}u", "",
              "/* By code point >> 6: the number of its page. */",
              f"extern const uint16_t pith__character_page_of[{END // PAGE}];", "",
              "/* By page and the lowest six bits: the pith_character. */",
              f"extern const uint8_t pith__character_pages[{page_count}][{PAGE}];", "",
              "/* The same for ASCII at once. */",
              f"extern const uint8_t pith__character_ascii[{ASCII}];",
              "", "#endif", ""]
    return "\n".join(lines)


def numbers(values):
    rows = [values[i:i + 24] for i in range(0, len(values), 24)]
    return ["  " + ", ".join(map(str, row)) + "," for row in rows]


def source_text(page_of, pages, ascii_classes):
    lines = ['#include "tables/character_classes.h"', "",
             f"const uint16_t pith__character_page_of[{len(page_of)}] = {{"]
    lines += numbers(page_of) + ["};", "",
              f"const uint8_t pith__character_pages[{len(pages)}][{PAGE}] = {{"]
    for page in pages:
        lines += ["  {"] + numbers(page) + ["  },"]
    lines += ["};", "", f"const uint8_t pith__character_ascii[{ASCII}] = {{"]
    lines += numbers(ascii_classes)
    return "\n".join(lines + ["};", ""])


def main():
    source = table.DATA / "character_classes.tsv"
    classes = read_classes(source)
    known, page_of = {}, []
    for start in range(0, END, PAGE):
        page = tuple(classes[start:start + PAGE])
        page_of.append(known.setdefault(page, len(known)))
    assert len(known) <= 65536
    table.write("character_classes.h", __file__, [source], header_text(len(known)))
    table.write("character_classes.c", __file__, [source],
                source_text(page_of, list(known), classes[:ASCII]))


if __name__ == "__main__":
    main()
