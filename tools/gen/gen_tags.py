"""Generate src/tables/tags.{h,c}: element names, their properties, a hash.

Input: data/tags.tsv. A name is looked up by the hash of its lower-case bytes,
taken 16 at a time as two little-endian 64-bit words and padded with zeros:

    h = 0
    for each 16 bytes (lo, hi):  h = rotate_left(h, 23) + lo * A + hi * B
    name_hash = h >> 32

The slot of a name is its name_hash >> 20 (4,096 slots). The script searches
for a pair of odd numbers A, B that gives every name a slot of its own, from a
fixed seed, so the output is the same every time.
"""
import random
import struct

import table_header as table

SLOT_BITS = 12
MASK = (1 << 64) - 1
# What each property means; the standard's own words where it has some.
PROPERTIES = {
    "special": "special element",
    "scope": "ends every scope but that of tables",
    "formatting": "formatting element",
    "void": "has no contents",
    "heading": "h1 to h6",
    "implied_end": "closed by implied end tags",
    "thorough_end": "closed by them when thorough",
    "breakout": "its start tag leaves foreign content",
    "list_scope": "ends list item scope too",
    "button_scope": "ends button scope too",
    "table_scope": "ends table scope",
    "foster": "misplaced children go before the table",
    "marker": "marks the formatting list",
    "structure": "decides the insertion mode",
    "late": "something is left to do when it is closed",
    "block": "its start tag closes a p",
    "own_start": "start tag with a rule of its own",
    "own_end": "end tag with more than closing to do",
}


def read_tags(path):
    tags = []
    for line in path.read_text().splitlines():
        if line and not line.startswith("#"):
            name, svg, properties = line.split("\t")
            tags.append((name, svg, properties.split()))
    return tags


def name_hash(name, a, b):
    data = name.encode()
    h = 0
    for i in range(0, len(data), 16):
        lo, hi = struct.unpack("<QQ", data[i:i + 16].ljust(16, b"\0"))
        h = ((h << 23 | h >> 41) & MASK) + lo * a + hi * b & MASK
    return h >> 32


def find_factors(names):
    source = random.Random(1)
    while True:
        a = source.getrandbits(64) | 1
        b = source.getrandbits(64) | 1
        slots = {name_hash(n, a, b) >> 32 - SLOT_BITS for n in names}
        if len(slots) == len(names):
            return a, b


def constant(name):
    return "PITH_TAG_" + name.upper().replace("-", "_")


def property_words(properties):
    return [f"PITH_PROPERTY_{p.upper()}" for p in properties]


def wrapped(words):
    """`words` joined by |, in lines of at most 80 columns, and a comma."""
    lines, line = [], "   "
    for i, word in enumerate(words):
        more = f" {word}" + (" |" if i + 1 < len(words) else ",")
        if len(line + more) > 80:
            lines.append(line)
            line = "   "
        line += more
    return lines + [line]


def header_text(tags, a, b):
    lines = ["#ifndef PITH_TABLES_TAGS_H", "#define PITH_TABLES_TAGS_H", "",
             "#include <stdint.h>", "",
             "/* Element names; PITH_TAG_UNKNOWN is any other name. */",
             "typedef enum pith_tag {", "  PITH_TAG_UNKNOWN = 0,"]
    lines += [f"  {constant(n)} = {i}," for i, (n, _, _) in
              enumerate(tags, 1)]
    lines += [f"  PITH_TAG_COUNT = {len(tags) + 1}", "} pith_tag;", "",
              "/* What the standard says of an element in the HTML namespace. "
              "*/", "typedef enum pith_tag_property {"]
    lines += [f"  PITH_PROPERTY_{p.upper()} = 1 << {i}, /* {meaning} */"
              for i, (p, meaning) in enumerate(PROPERTIES.items())]
    lines += ["} pith_tag_property;", "",
              "/* A row: the name, its spelling inside `svg`, its length. */",
              "typedef struct pith_tag_row {",
              "  char name[24];     /* padded with NUL, so two 8-byte words "
              "compare */", "  char svg_name[23]; /* \"foreignObject\"; the "
              "same as name for most */", "  uint8_t len;",
              "} pith_tag_row;", "",
              "/* Factors of the name hash; see tools/gen/gen_tags.py. */",
              f"#define PITH_NAME_FACTOR_LOW  {a:#018x}u",
              f"#define PITH_NAME_FACTOR_HIGH {b:#018x}u",
              f"#define PITH_TAG_SLOT_BITS    {SLOT_BITS}", "",
              "/* By tag; row 0 is the unknown tag, all empty. */",
              "extern const pith_tag_row pith__tag_rows[PITH_TAG_COUNT];", "",
              "/* By tag: an OR of PITH_PROPERTY_*. */",
              "extern const uint32_t pith__tag_properties[PITH_TAG_COUNT];",
              "", "/* By the top bits of the name hash: the only tag that can be "
              "meant, or 0. */",
              "extern const uint8_t pith__tag_slots[1 << "
              "PITH_TAG_SLOT_BITS];", "", "#endif", ""]
    return "\n".join(lines)


def source_text(tags, a, b):
    lines = ['#include "tables/tags.h"', "",
             "const pith_tag_row pith__tag_rows[PITH_TAG_COUNT] = {",
             '  {"", "", 0},']
    for name, svg, _ in tags:
        shown = name if svg == "-" else svg
        lines.append(f'  {{"{name}", "{shown}", {len(name)}}},')
    lines += ["};", "",
              "const uint32_t pith__tag_properties[PITH_TAG_COUNT] = {"]
    for name, _, properties in tags:
        if properties != ["-"]:
            lines.append(f"  [{constant(name)}] =")
            lines += wrapped(property_words(properties))
    lines += ["};", "",
              "const uint8_t pith__tag_slots[1 << PITH_TAG_SLOT_BITS] = {"]
    slots = [0] * (1 << SLOT_BITS)
    for i, (name, _, _) in enumerate(tags, 1):
        slots[name_hash(name, a, b) >> 32 - SLOT_BITS] = i
    for i in range(0, len(slots), 16):
        lines.append("  " + " ".join(f"{s}," for s in slots[i:i + 16]))
    lines += ["};", ""]
    return "\n".join(lines)


def main():
    source = table.DATA / "tags.tsv"
    tags = read_tags(source)
    assert len(tags) < 256, "tags are stored in a byte"
    a, b = find_factors([name for name, _, _ in tags])
    table.write("tags.h", __file__, [source], header_text(tags, a, b))
    table.write("tags.c", __file__, [source], source_text(tags, a, b))


if __name__ == "__main__":
    main()
