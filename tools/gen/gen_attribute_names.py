"""Generate src/tables/attribute_names.{h,c}: lower-case forms of attribute names.

Input: data/attribute_names.tsv, and the hash of data/tags.tsv (see gen_tags.py).
Rows are sorted by the short hash that an attribute record keeps:

    short = (name_hash ^ name_hash >> 16) & 0xFFFF

No two names share one, which the script checks; a reader searches by halves.
"""
import gen_tags
import table_header as table


def short_hash(name, factors):
    value = gen_tags.name_hash(name, *factors)
    return (value ^ value >> 16) & 0xFFFF


def header_text(rows):
    longest = max(len(name) for _, name in rows)
    return f"""#ifndef PITH_TABLES_ATTRIBUTE_NAMES_H
#define PITH_TABLES_ATTRIBUTE_NAMES_H

#include <stdint.h>

#define PITH_ATTRIBUTE_COUNT {len(rows)}

/* A row: the short hash of a name, its length, the name in lower case. */
typedef struct pith_attribute_row {{
  uint16_t hash;
  uint8_t len;
  char name[{longest + 1}];
}} pith_attribute_row;

/* Sorted by hash; no two are equal. */
extern const pith_attribute_row
    pith__attribute_rows[PITH_ATTRIBUTE_COUNT];

#endif
"""


def source_text(rows):
    lines = ['#include "tables/attribute_names.h"', "",
             "const pith_attribute_row",
             "    pith__attribute_rows[PITH_ATTRIBUTE_COUNT] = {"]
    lines += [f'  {{{value:#06x}, {len(name)}, "{name}"}},'
              for value, name in rows]
    return "\n".join(lines + ["};", ""])


def main():
    tags = table.DATA / "tags.tsv"
    source = table.DATA / "attribute_names.tsv"
    factors = gen_tags.find_factors(
        [row[0] for row in gen_tags.read_tags(tags)])
    names = [line for line in source.read_text().splitlines()
             if not line.startswith("#")]
    rows = sorted((short_hash(name, factors), name) for name in names)
    assert len({value for value, _ in rows}) == len(rows), "equal hashes"
    inputs = [source, tags]
    table.write("attribute_names.h", __file__, inputs, header_text(rows))
    table.write("attribute_names.c", __file__, inputs, source_text(rows))


if __name__ == "__main__":
    main()
