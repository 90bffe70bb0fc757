"""Generate src/tables/encoding_single.{h,c}: the single-byte encodings.

Input: data/encoding/single-byte.txt, and labels.txt for the order of rows.
"""
import gen_encoding_labels as labels
import table_header as table

HEADER = """\
#ifndef PITH_TABLES_ENCODING_SINGLE_H
#define PITH_TABLES_ENCODING_SINGLE_H

#include "tables/encoding_labels.h"

/* The rows are the encodings from FIRST to LAST, without a gap. */
#define PITH_SINGLE_FIRST %(first)s
#define PITH_SINGLE_LAST  %(last)s
#define PITH_SINGLE_COUNT %(count)d

/* The code point of bytes 0x80 to 0xFF; 0 where the byte is not mapped.
 * Byte 0xC0 of windows-1251:
 *   pith__encoding_single[PITH_DECODE_WINDOWS_1251 - PITH_SINGLE_FIRST][0x40]
 *   == 0x0410, CYRILLIC CAPITAL LETTER A. */
extern const uint16_t pith__encoding_single[PITH_SINGLE_COUNT][128];

#endif
"""

# Logical order is a matter of display; the bytes mean the same.
SAME_TABLE = {"iso-8859-8-i": "iso-8859-8"}


def read_tables(path):
    """{name: [128 code points, 0 for none]}"""
    tables = {}
    for line in path.read_text().splitlines():
        if line.startswith("#"):
            continue
        if line.endswith(":"):
            row = tables.setdefault(line[:-1], [])
        else:
            row.extend(0 if word == "...." else int(word, 16)
                       for word in line.split())
    assert all(len(row) == 128 for row in tables.values())
    return tables


def source_text(names, tables):
    lines = ['#include "tables/encoding_single.h"', "",
             "const uint16_t pith__encoding_single[PITH_SINGLE_COUNT][128] = {"]
    for name in names:
        row = tables[SAME_TABLE.get(name, name)]
        lines.append(f"  {{ /* {name} */")
        for i in range(0, 128, 8):
            cells = ", ".join(f"0x{code:04X}" for code in row[i:i + 8])
            lines.append(f"    {cells},")
        lines.append("  },")
    return "\n".join(lines + ["};", ""])


def main():
    folder = table.DATA / "encoding"
    inputs = [folder / "single-byte.txt", folder / "labels.txt"]
    tables = read_tables(inputs[0])
    every = [name for name, _ in labels.read_labels(inputs[1])]
    names = [name for name in every if SAME_TABLE.get(name, name) in tables]
    first = every.index(names[0])
    assert names == every[first:first + len(names)], "rows must not have gaps"
    table.write("encoding_single.h", __file__, inputs, HEADER % {
        "first": labels.constant(names[0]), "last": labels.constant(names[-1]),
        "count": len(names)})
    table.write("encoding_single.c", __file__, inputs,
                source_text(names, tables))


if __name__ == "__main__":
    main()
