"""Generate src/tables/style_tags.{h,c}: what elements look like by default.

Input: data/style_tags.tsv. An element that is not listed has the font of its
parent and no margins.
"""
import table_header as table

HEADER = """#ifndef PITH_TABLES_STYLE_TAGS_H
#define PITH_TABLES_STYLE_TAGS_H

#include "tables/tags.h"

#include <stdint.h>

/* The look of an element before any style sheet changes it. */
typedef struct pith_style_tag {
  uint8_t size;    /* of the font, per cent of the parent's; 0 means 100 */
  uint16_t weight; /* of the font; 0: the parent's */
  uint8_t above;   /* margin, in hundredths of the font size */
  uint8_t below;
} pith_style_tag;

extern const pith_style_tag pith__style_tags[PITH_TAG_COUNT];

#endif
"""


def main():
    source = table.DATA / "style_tags.tsv"
    lines = ['#include "tables/style_tags.h"', "",
             "const pith_style_tag pith__style_tags[PITH_TAG_COUNT] = {"]
    for line in source.read_text().splitlines():
        if line.startswith("#"):
            continue
        name, size, weight, above, below = line.split("\t")
        lines.append(f"  [PITH_TAG_{name.upper()}] = "
                     f"{{{size}, {weight}, {above}, {below}}},")
    table.write("style_tags.h", __file__, [source], HEADER)
    table.write("style_tags.c", __file__, [source], "\n".join(lines + ["};", ""]))


if __name__ == "__main__":
    main()
