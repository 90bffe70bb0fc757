"""Generate src/tables/style_colours.{h,c}: the colour names of CSS.

Input: data/style_colours.tsv, in order, for a search by halves: "navy" is
compared with the middle name, then with the middle of the half it is in.
"""
import table_header as table

HEADER = """#ifndef PITH_TABLES_STYLE_COLOURS_H
#define PITH_TABLES_STYLE_COLOURS_H

#include <stdint.h>

#define PITH_STYLE_COLOURS %d

typedef struct pith_style_colour {
  char name[24]; /* lower case; rising */
  uint32_t rgb;  /* 0xRRGGBB */
} pith_style_colour;

extern const pith_style_colour pith__style_colours[PITH_STYLE_COLOURS];

#endif
"""


def main():
    source = table.DATA / "style_colours.tsv"
    rows = [line.split("\t") for line in source.read_text().splitlines()
            if not line.startswith("#")]
    assert rows == sorted(rows), f"{source}: not in order"
    lines = ['#include "tables/style_colours.h"', "",
             "const pith_style_colour pith__style_colours[PITH_STYLE_COLOURS] = {"]
    lines += [f'  {{"{name}", 0x{rgb}}},' for name, rgb in rows]
    table.write("style_colours.h", __file__, [source], HEADER % len(rows))
    table.write("style_colours.c", __file__, [source], "\n".join(lines + ["};", ""]))


if __name__ == "__main__":
    main()
