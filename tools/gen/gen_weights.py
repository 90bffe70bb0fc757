"""Generate src/tables/weights_auto.{h,c}: the trained model of the method auto.

Input: train/weights/auto.json, written by the trainer; docs/formats/blocks.md
says what is in it. Without that file the model is empty, and the method too.
"""
import json

import table_header as table

MODEL = table.ROOT / "train" / "weights" / "auto.json"
QUESTIONS = 8
QUAD_LEAF = 8191  # PITH_QUAD_LEAF: leaves of trees of four questions
FILTER = 2048  # words of 32 bits: a bit for each upper half of a hash
TYPES = ["article", "forum", "product", "collection", "listing",
         "documentation", "service"]


# What the site says: without it the page's score stays as it is.
SITE = {"bias": 0, "score": 4096, "stays": 0, "stays_kept_cut": 0,
        "stays_even": 0, "stays_pages": 0, "cut": 0, "cut_score": 0,
        "cut_sure": 0, "cut_box": 0, "cut_pages": 0, "cut_stays": 0,
        "cut_slot": 0, "cut_even": 0}


def read_model():
    if MODEL.exists():
        return json.loads(MODEL.read_text()), [MODEL]
    return {"columns": [], "path": [], "words": []}, []


def names_digest(names):
    """As method/auto/auto_weights.c works it out for the names in the library."""
    digest = 0xCBF29CE484222325
    for byte in "".join(name + "\n" for name in names).encode():
        digest = (digest ^ byte) * 0x100000001B3 % 2**64
    return digest


class Forest:
    """All trees of all heads, in one array of each kind."""

    def __init__(self):
        self.trees, self.leaves, self.heads = [], [], []

    def add(self, name, head):
        head = head or {"bias": 0, "trees": []}
        every = {len(tree["columns"]) for tree in head["trees"]}
        self.heads.append((name, head["bias"], len(self.trees),
                           len(head["trees"]),
                           every.pop() if len(every) == 1 else 0))
        for tree in head["trees"]:
            asked = len(tree["columns"])
            assert asked <= QUESTIONS and len(tree["above"]) == asked
            assert len(tree["leaves"]) == 1 << asked
            most = QUAD_LEAF if asked == 4 else 32767
            assert all(-most <= leaf <= most for leaf in tree["leaves"])
            self.trees.append((tree["columns"], tree["above"],
                               len(self.leaves)))
            self.leaves += tree["leaves"]


def place_tokens(known):
    """A table of which at most two thirds are full: hashes, what each is worth
    by itself, what it adds."""
    size = 1
    while 2 * size < 3 * len(known) + 2:
        size *= 2
    hashes, values, added = [0] * size, [0] * size, [0] * size
    for token, value, adds in sorted(known):
        assert 0 < token < 2**32 and -127 <= value <= 127 >= adds >= -127
        at = token & (size - 1)
        while hashes[at]:
            assert hashes[at] != token, f"token {token} twice"
            at = (at + 1) & (size - 1)
        hashes[at], values[at], added[at] = token, value, adds
    return hashes, values, added


def filter_of(hashes):
    words = [0] * FILTER
    for token in filter(None, hashes):
        words[token >> 21] |= 1 << (token >> 16 & 31)
    return words


def numbers(values, width):
    return [",".join(map(str, values[i:i + width])) + ","
            for i in range(0, len(values), width)]


def header_text(forest, sizes, digest):
    lines = ["#ifndef PITH_TABLES_WEIGHTS_AUTO_H",
             "#define PITH_TABLES_WEIGHTS_AUTO_H", "", "#include <stdint.h>", "",
             "/* The names of the columns that the model was trained on, as one number. */",
             f"#define PITH_WEIGHTS_COLUMNS {digest:#018x}u", "",
             "/* A tree: its questions, and where its leaves begin. */",
             "typedef struct pith_forest_tree {",
             f"  uint16_t columns[{QUESTIONS}];",
             f"  uint8_t above[{QUESTIONS}];",
             "  uint32_t leaves;",
             "  uint32_t questions;", "} pith_forest_tree;", "",
             "/* Trees that answer one question together. */",
             "typedef struct pith_forest_head {",
             "  int32_t bias;", "  uint32_t first;", "  uint32_t count;",
             "  uint32_t questions; /* of each tree; 0: they differ */",
             "} pith_forest_head;", "",
             "extern const pith_forest_tree pith__forest_trees"
             f"[{max(1, len(forest.trees))}];",
             "extern const int16_t pith__forest_leaves"
             f"[{max(1, len(forest.leaves))}];", ""]
    lines += ["extern const pith_forest_head pith__forest_content;"]
    lines += ["", "/* How much what other pages of the site say is worth, beside the score that",
              " * the page gives; in units of scores. */",
              "typedef struct pith_weights_site {"]
    lines += [f"  int32_t {name};" for name in SITE]
    lines += ["} pith_weights_site;", "",
              "extern const pith_weights_site pith__weights_site;"]
    lines += ["", "/* By page type, in the order of pith__page_type_names. */",
              f"#define PITH_PAGE_TYPES {len(TYPES)}",
              "extern const pith_forest_head pith__forest_types[PITH_PAGE_TYPES];",
              "extern const char *const pith__page_type_names[PITH_PAGE_TYPES];",
              "/* What is added to the score of every block of a page surely of the type. */",
              "extern const int32_t pith__weights_strictness[PITH_PAGE_TYPES];"]
    for name, size in sizes.items():
        lines += ["", f"/* Tokens of the {name}: hashes, 0 for none, what each",
                  " * is worth by itself, and what it adds to the others. */",
                  f"#define PITH_WEIGHTS_{name.upper()} {size}u",
                  f"extern const uint32_t pith__weights_{name}_hashes[{size}];",
                  f"extern const int8_t pith__weights_{name}_values[{size}];",
                  f"extern const int8_t pith__weights_{name}_added[{size}];",
                  "/* By the upper half of a hash: whether there may be one. */",
                  f"extern const uint32_t pith__weights_{name}_filter[{FILTER}];"]
    return "\n".join(lines + ["", "#endif", ""])


def head_text(head):
    _, *numbers_of = head
    return f"{{{', '.join(map(str, numbers_of))}}}"


def source_text(forest, tokens, model):
    site, strictness = model.get("site") or SITE, model.get("strictness") or {}
    lines = ['#include "tables/weights_auto.h"', "",
             "const pith_forest_tree pith__forest_trees"
             f"[{max(1, len(forest.trees))}] = {{"]
    for columns, above, leaves in forest.trees or [([], [], 0)]:
        row = [", ".join(map(str, part)) or "0" for part in (columns, above)]
        lines.append(f"  {{{{{row[0]}}}, {{{row[1]}}}, {leaves}, {len(columns)}}},")
    lines += ["};", "", "const int16_t pith__forest_leaves"
              f"[{max(1, len(forest.leaves))}] = {{"]
    lines += numbers(forest.leaves or [0], 12) + ["};", ""]
    lines.append("const pith_forest_head pith__forest_content = "
                 f"{head_text(forest.heads[0])};")
    lines += ["", "const pith_weights_site pith__weights_site = {"]
    lines += [f"  .{name} = {site[name]}," for name in SITE] + ["};"]
    lines += ["", "const pith_forest_head pith__forest_types[PITH_PAGE_TYPES] = {"]
    lines += [f"  {head_text(head)}," for head in forest.heads[1:]]
    lines += ["};", "",
              "const char *const pith__page_type_names[PITH_PAGE_TYPES] = {"]
    lines += [f'  "{name}",' for name in TYPES] + ["};", "",
              "const int32_t pith__weights_strictness[PITH_PAGE_TYPES] = {"]
    lines += [f"  {strictness.get(name, 0)}," for name in TYPES] + ["};"]
    for name, (hashes, values, added) in tokens.items():
        lines += ["", f"const uint32_t pith__weights_{name}_hashes[{len(hashes)}] = {{"]
        lines += numbers(hashes, 7) + ["};", "",
                  f"const int8_t pith__weights_{name}_values[{len(values)}] = {{"]
        lines += numbers(values, 20) + ["};", "",
                  f"const int8_t pith__weights_{name}_added[{len(added)}] = {{"]
        lines += numbers(added, 20) + ["};", "",
                  f"const uint32_t pith__weights_{name}_filter[{FILTER}] = {{"]
        lines += numbers(filter_of(hashes), 7) + ["};"]
    return "\n".join(lines + [""])


def main():
    model, inputs = read_model()
    forest = Forest()
    forest.add("content", model.get("content"))
    for name in TYPES:
        forest.add(name, (model.get("types") or {}).get(name))
    tokens = {name: place_tokens([tuple(token) for token in model[name]])
              for name in ("path", "words")}
    sizes = {name: len(hashes) for name, (hashes, *_) in tokens.items()}
    table.write("weights_auto.h", __file__, inputs,
                header_text(forest, sizes, names_digest(model["columns"])))
    table.write("weights_auto.c", __file__, inputs, source_text(forest, tokens, model))


if __name__ == "__main__":
    main()
