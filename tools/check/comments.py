#!/usr/bin/env python3
"""Fail when the code explains too little.

The public headers are the manual: 150 comment lines per 100 of code. The .c
files of each folder of src/ and apps/ have 15 per 100, folder by folder; those
that do not yet are listed in comment-floors.txt with what they have, which may
only rise (`comments.py --raise` writes the new floors).

A line counts as comment when it holds any of one, and as code when anything
else is left on it.
"""
import argparse
import collections
import re
import sys

import c_source

FLOORS = "tools/check/comment-floors.txt"
HEADERS_LEAST = 150  # comment lines per 100 code lines
SOURCES_LEAST = 15


def count(text):
    """(comment lines, code lines)."""
    comment = code = 0
    marked = re.sub(r"/\*.*?\*/|//[^\n]*",
                    lambda m: re.sub(r"[^\n]+", "\1", m.group()), text,
                    flags=re.DOTALL)
    for line in marked.splitlines():
        comment += "\1" in line
        code += bool(line.replace("\1", "").strip())
    return comment, code


def check_headers():
    findings, figures = [], []
    for name in c_source.c_files("include/"):
        comment, code = count(c_source.read(name))
        density = 100 * comment // max(code, 1)
        figures.append(f"{name} {density}")
        if density < HEADERS_LEAST:
            findings.append(f"{name}:1: {density} comment lines per 100 of "
                            f"code, at least {HEADERS_LEAST}")
    return findings, figures


def folder_densities():
    """{folder: comment lines per 100 code lines of its .c files}"""
    sums = collections.defaultdict(lambda: [0, 0])
    for name in c_source.c_files("src/", "apps/"):
        if name.endswith(".c"):
            comment, code = count(c_source.read(name))
            of = sums[name.rsplit("/", 1)[0]]
            of[0] += comment
            of[1] += code
    return {folder: 100 * comment // max(code, 1)
            for folder, (comment, code) in sorted(sums.items())}


def read_floors():
    rows = (line.split() for line in c_source.read(FLOORS).splitlines()
            if line and not line.startswith("#"))
    return {folder: int(floor) for folder, floor in rows}


def write_floors(densities, floors):
    lines = ["# FOLDER COMMENTS: comment lines per 100 of code that a folder below "
             f"{SOURCES_LEAST} has. Only up.\n"]
    lines += [f"{folder} {max(density, floors[folder])}\n"
              for folder, density in densities.items()
              if folder in floors and density < SOURCES_LEAST]
    (c_source.ROOT / FLOORS).write_text("".join(lines), encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--raise", action="store_true", dest="raise_floors",
                        help="write the floors that are higher now")
    arguments = parser.parse_args()
    findings, figures = check_headers()
    densities, floors = folder_densities(), read_floors()
    if arguments.raise_floors:
        write_floors(densities, floors)
        floors = read_floors()
    for folder, density in densities.items():
        least = floors.get(folder, SOURCES_LEAST)
        if density < least:
            findings.append(f"{folder}:1: {density} comment lines per 100 of "
                            f"code in its .c files, at least {least}; say why")
    below = sum(density < SOURCES_LEAST for density in densities.values())
    return c_source.finish("comments", findings, f"per 100 of code: "
                           f"{', '.join(figures)}; {below} of {len(densities)} "
                           f"folders below {SOURCES_LEAST}")


if __name__ == "__main__":
    sys.exit(main())
