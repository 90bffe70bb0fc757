"""Generate src/tables/entities.{h,c}: the named character references.

Input: data/entities.tsv. Rows are sorted by the bytes of the name, so a
reader can narrow the range of candidates one character at a time:

    first['a']  = the row of the first name that starts with 'a'
    first['a' + 1] = one past the last

A name is kept without its '&'; those that may do without ';' are listed twice,
as in the standard.
"""
import table_header as table


def read_entities(path):
    rows = []
    for line in path.read_text().splitlines():
        if not line.startswith("#"):
            name, codes = line.split("\t")
            codes = [int(c, 16) for c in codes.split()]
            rows.append((name, codes + [0] * (2 - len(codes))))
    return sorted(rows)


def header_text(rows):
    longest = max(len(name) for name, _ in rows)
    return f"""#ifndef PITH_TABLES_ENTITIES_H
#define PITH_TABLES_ENTITIES_H

#include <stdint.h>

#define PITH_ENTITY_COUNT   {len(rows)}
#define PITH_ENTITY_LONGEST {longest}

/* A row: where its name is in pith__entity_names, and what it means.
 * `second` is 0 for all but the few references that make two code points. */
typedef struct pith_entity {{
  uint16_t name;
  uint8_t len;
  uint32_t first;
  uint16_t second;
}} pith_entity;

/* Sorted by name, the ';' included where there is one. */
extern const pith_entity pith__entities[PITH_ENTITY_COUNT];

/* All names, one after the other, not separated. */
extern const char pith__entity_names[];

/* By first letter: rows [first[c], first[c + 1]) start with the byte c. */
extern const uint16_t pith__entity_first[129];

#endif
"""


def source_text(rows):
    lines = ['#include "tables/entities.h"', "",
             "const pith_entity pith__entities[PITH_ENTITY_COUNT] = {"]
    offset = 0
    for name, (first, second) in rows:
        lines.append(f"  {{{offset}, {len(name)}, {first:#x}, {second:#x}}},"
                     f" /* {name} */")
        offset += len(name)
    assert offset < 65536
    lines += ["};", "", "const char pith__entity_names[] = {"]
    text = "".join(name for name, _ in rows)
    for i in range(0, len(text), 16):
        lines.append("  " + "".join(f"'{c}'," for c in text[i:i + 16]))
    lines += ["};", "", "const uint16_t pith__entity_first[129] = {"]
    first = [sum(ord(n[0]) < c for n, _ in rows) for c in range(129)]
    for i in range(0, 129, 12):
        lines.append("  " + " ".join(f"{v}," for v in first[i:i + 12]))
    lines += ["};", ""]
    return "\n".join(lines)


def main():
    source = table.DATA / "entities.tsv"
    rows = read_entities(source)
    table.write("entities.h", __file__, [source], header_text(rows))
    table.write("entities.c", __file__, [source], source_text(rows))


if __name__ == "__main__":
    main()
