"""Generate src/tables/encoding_index.{h,c}: the multi-byte indexes.

Input: data/encoding/index-*.txt and gb18030-ranges.txt. An index is a matrix:
a row for each lead byte, a column for each trail byte, and the code point as a
16-bit unit. Rows are written as u"" strings, so that the table shows its
characters and takes a third of the room that numbers would. The characters of
Big5 above U+FFFF do not fit and are in a list of their own.
"""
import re

import table_header as table

# Index, name in C, columns.
INDEXES = [("gb18030", "gb18030", 190), ("big5", "big5", 157),
           ("jis0208", "jis0208", 94), ("jis0212", "jis0212", 94),
           ("euc-kr", "euc_kr", 190)]

HEAD = """\
#ifndef PITH_TABLES_ENCODING_INDEX_H
#define PITH_TABLES_ENCODING_INDEX_H

#include <stdint.h>

/* The indexes of the WHATWG Encoding standard. The code point of a pointer is
 *   pith__index_NAME[pointer / COLUMNS][pointer % COLUMNS]
 * and 0 says that the pointer is not mapped. Each row has one cell more than
 * COLUMNS: the NUL that ends the string it is written as.
 *
 * An example: bytes 0xB0 0xA1 of gbk are pointer (0xB0 - 0x81) * 190 +
 * (0xA1 - 0x41) = 9026, row 47, column 96: U+554A. */
"""

TAIL = """\
/* Big5 above U+FFFF: the pointer in the upper 16 bits, in the lower the code
 * point less 0x20000. Sorted. */
#define PITH_BIG5_ASTRAL_COUNT %(astral)d
extern const uint32_t pith__big5_astral[PITH_BIG5_ASTRAL_COUNT];

/* Four-byte gb18030: where a range of pointers starts, and its code point. */
typedef struct pith_gb18030_range {
  uint16_t pointer;
  uint16_t code;
} pith_gb18030_range;

/* Sorted; the range of all that is above U+FFFF is left out. */
#define PITH_GB18030_RANGE_COUNT %(ranges)d
extern const pith_gb18030_range
    pith__gb18030_ranges[PITH_GB18030_RANGE_COUNT];

#endif
"""


def read_index(path):
    """{pointer: code point}"""
    index = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            continue
        first, text = line.split("\t")
        cells = re.findall(r"\\u\{[0-9A-F]+\}|.", text)
        for pointer, cell in enumerate(cells, int(first)):
            code = int(cell[3:-1], 16) if len(cell) > 1 else ord(cell)
            index[pointer] = code
    return index


def read_ranges(path):
    rows = [line.split("\t") for line in path.read_text().splitlines()
            if not line.startswith("#")]
    return [(int(pointer), int(code, 16)) for pointer, code in rows]


def cell_text(code):
    if code == 0:
        return "\\0"
    assert 0xA0 <= code <= 0xFFFF and not 0xD800 <= code <= 0xDFFF
    # What would not show, or what an editor may normalise, by number.
    hidden = (not chr(code).isprintable() or 0xE000 <= code <= 0xFAFF
              or 0x0300 <= code <= 0x036F or 0x3099 <= code <= 0x309C)
    return f"\\u{code:04X}" if hidden else chr(code)


def row_text(cells):
    while cells and cells[-1] == 0:
        cells = cells[:-1]
    lines = []
    for i in range(0, len(cells), 32):
        text = "".join(cell_text(code) for code in cells[i:i + 32])
        lines.append(f'  u"{text}"')
    return "\n".join(lines or ['  u""']) + ","


def index_text(name, columns, index):
    rows = max(index) // columns + 1
    lines = [f"const uint16_t pith__index_{name}[{rows}][{columns + 1}] = {{"]
    for row in range(rows):
        cells = [index.get(row * columns + i, 0) for i in range(columns)]
        lines.append(row_text(cells))
    return "\n".join(lines + ["};", ""])


def astral_text(astral):
    lines = ["const uint32_t pith__big5_astral[PITH_BIG5_ASTRAL_COUNT] = {"]
    cells = [f"0x{pointer << 16 | code - 0x20000:08X}"
             for pointer, code in sorted(astral.items())]
    for i in range(0, len(cells), 6):
        lines.append("  " + ", ".join(cells[i:i + 6]) + ",")
    return "\n".join(lines + ["};", ""])


def ranges_text(ranges):
    lines = ["const pith_gb18030_range",
             "    pith__gb18030_ranges[PITH_GB18030_RANGE_COUNT] = {"]
    cells = [f"{{{pointer}, 0x{code:04X}}}" for pointer, code in ranges]
    for i in range(0, len(cells), 4):
        lines.append("  " + ", ".join(cells[i:i + 4]) + ",")
    return "\n".join(lines + ["};", ""])


def main():
    folder = table.DATA / "encoding"
    inputs = [folder / f"index-{file}.txt" for file, _, _ in INDEXES]
    header, source, astral = HEAD, '#include "tables/encoding_index.h"\n', {}
    for path, (_, name, columns) in zip(inputs, INDEXES):
        index = read_index(path)
        if name == "big5":
            astral = {p: c for p, c in index.items() if c > 0xFFFF}
            index = {p: c for p, c in index.items() if c <= 0xFFFF}
        rows = max(index) // columns + 1
        constant = name.upper()
        header += (f"#define PITH_{constant}_ROWS    {rows}\n"
                   f"#define PITH_{constant}_COLUMNS {columns}\n"
                   f"extern const uint16_t pith__index_{name}[{rows}]"
                   f"[{columns + 1}];\n\n")
        source += "\n" + index_text(name, columns, index)
    inputs.append(folder / "gb18030-ranges.txt")
    ranges = [r for r in read_ranges(inputs[-1]) if r[1] <= 0xFFFF]
    source += "\n" + astral_text(astral) + "\n" + ranges_text(ranges)
    header += TAIL % {"astral": len(astral), "ranges": len(ranges)}
    table.write("encoding_index.h", __file__, inputs, header)
    table.write("encoding_index.c", __file__, inputs, source)


if __name__ == "__main__":
    main()
