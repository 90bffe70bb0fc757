"""Generate src/tables/tag_display.{h,c}: how elements are displayed by default.

Input: data/display.tsv, and data/tags.tsv for the spelling of the tags. An
element that is not listed is inline.
"""
import table_header as table

# In the order of the enum; the first is the default.
CLASSES = {
    "inline": "runs on in the line",
    "inline-block": "in the line, but set apart",
    "replaced": "something else is shown in its place",
    "none": "not shown",
    "block": "is on lines of its own",
    "list-item": "block with a mark before it",
    "table": "block of rows",
    "caption": "the title of a table",
    "column": "has no contents",
    "row-group": "thead, tbody, tfoot",
    "row": "tr",
    "cell": "td, th",
}


def constant(prefix, name):
    return prefix + name.upper().replace("-", "_")


def read_rows(path):
    lines = path.read_text().splitlines()
    rows = [line.split("\t") for line in lines
            if line and not line.startswith("#")]
    for name, display in rows:
        assert display in CLASSES, f"{path}: {name}: {display}"
    return rows


def header_text():
    lines = ["#ifndef PITH_TABLES_TAG_DISPLAY_H", "#define PITH_TABLES_TAG_DISPLAY_H",
             "", '#include "tables/tags.h"', "", "#include <stdint.h>", "",
             "/* How an element takes part in the layout of a page. */",
             "typedef enum pith_display {"]
    lines += [f"  {constant('PITH_DISPLAY_', name)} = {i}, /* {meaning} */"
              for i, (name, meaning) in enumerate(CLASSES.items())]
    lines += ["} pith_display;", "",
              "/* By tag: the pith_display of an HTML element, attributes and "
              "style aside. */",
              "extern const uint8_t pith__tag_display[PITH_TAG_COUNT];", "",
              "#endif", ""]
    return "\n".join(lines)


def source_text(rows):
    lines = ['#include "tables/tag_display.h"', "",
             "const uint8_t pith__tag_display[PITH_TAG_COUNT] = {"]
    for name, display in rows:
        tag = constant("PITH_TAG_", name)
        lines.append(f"  [{tag}] = {constant('PITH_DISPLAY_', display)},")
    return "\n".join(lines + ["};", ""])


def main():
    source = table.DATA / "display.tsv"
    rows = read_rows(source)
    table.write("tag_display.h", __file__, [source], header_text())
    table.write("tag_display.c", __file__, [source], source_text(rows))


if __name__ == "__main__":
    main()
