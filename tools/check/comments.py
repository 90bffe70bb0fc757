#!/usr/bin/env python3
"""Fail when the public header explains too little: it is the manual.

A line counts as comment when it holds any of one, and as code when anything
else is left on it.
"""
import re
import sys

import c_source

WANTED = 150  # comment lines per 100 code lines


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


def main():
    findings, figures = [], []
    for name in c_source.c_files("include/"):
        comment, code = count(c_source.read(name))
        density = 100 * comment // max(code, 1)
        figures.append(f"{name} {density} comment lines per 100 of code")
        if density < WANTED:
            findings.append(f"{name}:1: {density} comment lines per 100 of "
                            f"code, wanted {WANTED}")
    return c_source.finish("comments", findings, "; ".join(figures))


if __name__ == "__main__":
    sys.exit(main())
