"""Generate src/tables/foreign_attributes.{h,c}: attributes of svg and math.

Input: data/foreign_attributes.tsv. The rows come out sorted by the name as
written (bytes), so that a binary search finds them.
"""
import table_header as table

SPACES = {"svg": "1 << 1", "math": "1 << 2", "both": "1 << 1 | 1 << 2"}

HEADER = """\
#ifndef PITH_TABLES_FOREIGN_ATTRIBUTES_H
#define PITH_TABLES_FOREIGN_ATTRIBUTES_H

/* An attribute that has another name, or a prefix, in a foreign element. For
 * example "xlink:href" is {"xlink:href", "xlink", "href", svg and math}. */
typedef struct pith_foreign_attribute_row {
  const char *written; /* lower case */
  const char *prefix;  /* "" for none */
  const char *name;
  unsigned spaces; /* 1 << PITH_NAMESPACE_SVG, 1 << PITH_NAMESPACE_MATHML */
} pith_foreign_attribute_row;

/* Sorted by `written`, as strcmp() does. */
#define PITH_FOREIGN_ATTRIBUTES %d
extern const pith_foreign_attribute_row
    pith__foreign_attributes[PITH_FOREIGN_ATTRIBUTES];

#endif
"""


def main():
    source = table.DATA / "foreign_attributes.tsv"
    rows = sorted(line.split("\t")[1::2] + line.split("\t")[::2]
                  for line in source.read_text().splitlines()
                  if line and not line.startswith("#"))
    lines = ['#include "tables/foreign_attributes.h"', "",
             "const pith_foreign_attribute_row",
             "    pith__foreign_attributes[PITH_FOREIGN_ATTRIBUTES] = {"]
    for written, name, where, prefix in rows:
        prefix = "" if prefix == "-" else prefix
        lines.append(f'  {{"{written}", "{prefix}", "{name}",')
        lines.append(f"   {SPACES[where]}}},")
    lines += ["};", ""]
    table.write("foreign_attributes.h", __file__, [source], HEADER % len(rows))
    table.write("foreign_attributes.c", __file__, [source], "\n".join(lines))


if __name__ == "__main__":
    main()
