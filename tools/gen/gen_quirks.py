"""Generate src/tables/quirks.{h,c}: doctypes that mean quirks mode.

Input: data/quirks.tsv. Identifiers come out in lower case, in the order of
the input: the first row that fits decides.
"""
import table_header as table

MODES = {"quirks": "PITH_QUIRKS_ALWAYS",
         "quirks without system": "PITH_QUIRKS_BY_SYSTEM",
         "limited": "PITH_QUIRKS_LIMITED"}
PARTS = {"public": "PITH_QUIRKS_PUBLIC",
         "public prefix": "PITH_QUIRKS_PUBLIC_PREFIX",
         "system": "PITH_QUIRKS_SYSTEM"}

HEADER = """\
#ifndef PITH_TABLES_QUIRKS_H
#define PITH_TABLES_QUIRKS_H

/* What a row decides. */
typedef enum pith_quirks_mode {
  PITH_QUIRKS_ALWAYS,    /* quirks */
  PITH_QUIRKS_BY_SYSTEM, /* quirks without a system id, limited with one */
  PITH_QUIRKS_LIMITED    /* limited quirks */
} pith_quirks_mode;

/* Which part of the doctype a row looks at. */
typedef enum pith_quirks_part {
  PITH_QUIRKS_PUBLIC,        /* the public id is equal */
  PITH_QUIRKS_PUBLIC_PREFIX, /* the public id begins so */
  PITH_QUIRKS_SYSTEM         /* the system id is equal */
} pith_quirks_part;

typedef struct pith_quirks_row {
  pith_quirks_mode mode;
  pith_quirks_part part;
  const char *id; /* lower case */
} pith_quirks_row;

#define PITH_QUIRKS_ROWS %d
extern const pith_quirks_row pith__quirks_rows[PITH_QUIRKS_ROWS];

#endif
"""


def main():
    source = table.DATA / "quirks.tsv"
    rows = [line.split("\t") for line in source.read_text().splitlines()
            if line and not line.startswith("#")]
    lines = ['#include "tables/quirks.h"', "",
             "const pith_quirks_row pith__quirks_rows[PITH_QUIRKS_ROWS] = {"]
    for mode, part, identifier in rows:
        lines.append(f"  {{{MODES[mode]}, {PARTS[part]},")
        lines.append(f'   "{identifier.lower()}"}},')
    lines += ["};", ""]
    table.write("quirks.h", __file__, [source], HEADER % len(rows))
    table.write("quirks.c", __file__, [source], "\n".join(lines))


if __name__ == "__main__":
    main()
