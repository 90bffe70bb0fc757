"""Generate src/tables/lower_case.{h,c}: small letters of capital ones.

Input: data/lower_case.tsv, ranges of code points in rising order.

    U+0416: in the range 0410-042F, step 1, shift 32, so it becomes U+0436
"""
import table_header as table


def read_ranges(path):
    for line in path.read_text().splitlines():
        if not line.startswith("#"):
            first, last, step, shift = line.split("\t")
            yield int(first, 16), int(last, 16), int(step), int(shift)


def header_text(count):
    return f"""#ifndef PITH_TABLES_LOWER_CASE_H
#define PITH_TABLES_LOWER_CASE_H

#include <stdint.h>

/* Every step-th character from first to last is a capital; its small letter
 * is `shift` behind it. */
typedef struct pith_lower_range {{
  uint32_t first;
  uint32_t last;
  uint32_t step;
  int32_t shift;
}} pith_lower_range;

#define PITH_LOWER_RANGES {count}

/* In rising order. Neither ASCII nor U+0130 is in it. */
extern const pith_lower_range pith__lower_ranges[PITH_LOWER_RANGES];

#endif
"""


def source_text(ranges):
    lines = ['#include "tables/lower_case.h"', "",
             "const pith_lower_range pith__lower_ranges[PITH_LOWER_RANGES] = {"]
    lines += [f"  {{{first:#x}, {last:#x}, {step}, {shift}}}," for first, last, step, shift in ranges]
    return "\n".join(lines + ["};", ""])


def main():
    source = table.DATA / "lower_case.tsv"
    ranges = list(read_ranges(source))
    table.write("lower_case.h", __file__, [source], header_text(len(ranges)))
    table.write("lower_case.c", __file__, [source], source_text(ranges))


if __name__ == "__main__":
    main()
