"""Generate src/tables/encoding_labels.{h,c}: names and labels of encodings.

Input: data/encoding/labels.txt. Labels are sorted, for a binary search.
"""
import table_header as table

HEADER = """\
#ifndef PITH_TABLES_ENCODING_LABELS_H
#define PITH_TABLES_ENCODING_LABELS_H

#include <stdint.h>

/* The encodings of the WHATWG Encoding standard, in its order. */
typedef enum pith_encoding_number {
%(numbers)s
  PITH_DECODE_COUNT = %(count)d
} pith_encoding_number;

/* A label, lower case, and the encoding it means:
 * {"cp1251", PITH_DECODE_WINDOWS_1251}. */
typedef struct pith_label_row {
  char label[%(longest)d];
  uint8_t encoding;
} pith_label_row;

#define PITH_LABEL_COUNT   %(labels)d
#define PITH_LABEL_LONGEST %(longest_label)d

/* Sorted by label, as strcmp() orders them. */
extern const pith_label_row pith__label_rows[PITH_LABEL_COUNT];

/* The lower-case name, by encoding. */
extern const char pith__encoding_names[PITH_DECODE_COUNT][%(longest_name)d];

#endif
"""


def read_labels(path):
    """[(name, [label])] in the order of the file."""
    encodings = []
    for line in path.read_text().splitlines():
        if line.startswith("#"):
            continue
        if line.endswith(":") and not line.startswith(" "):
            encodings.append((line[:-1], []))
        else:
            encodings[-1][1].extend(line.split())
    return encodings


def constant(name):
    return "PITH_DECODE_" + name.upper().replace("-", "_")


def header_text(encodings, rows):
    numbers = "\n".join(f"  {constant(name)} = {i},"
                        for i, (name, _) in enumerate(encodings))
    longest = max(len(label) for label, _ in rows)
    return HEADER % {
        "numbers": numbers, "count": len(encodings), "labels": len(rows),
        "longest": longest + 1, "longest_label": longest,
        "longest_name": max(len(name) for name, _ in encodings) + 1}


def source_text(encodings, rows):
    lines = ['#include "tables/encoding_labels.h"', "",
             "const pith_label_row pith__label_rows[PITH_LABEL_COUNT] = {"]
    lines += [f'  {{"{label}", {constant(name)}}},' for label, name in rows]
    lines += ["};", "", "const char pith__encoding_names[PITH_DECODE_COUNT]"
              f"[{max(len(name) for name, _ in encodings) + 1}] = {{"]
    lines += [f'  "{name}",' for name, _ in encodings]
    return "\n".join(lines + ["};", ""])


def main():
    source = table.DATA / "encoding" / "labels.txt"
    encodings = read_labels(source)
    rows = sorted((label, name) for name, labels in encodings
                  for label in labels)
    assert len({label for label, _ in rows}) == len(rows), "label given twice"
    table.write("encoding_labels.h", __file__, [source],
                header_text(encodings, rows))
    table.write("encoding_labels.c", __file__, [source],
                source_text(encodings, rows))


if __name__ == "__main__":
    main()
