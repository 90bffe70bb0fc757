#!/usr/bin/env python3
"""Fail when clang-format 14 would write a C file differently; --fix rewrites.

Another version of clang-format lays out some lines differently, so the number
is part of the name.
"""
import re
import subprocess
import sys

import c_source

TOOL = "clang-format-14"


def main():
    files = c_source.c_files()
    if "--fix" in sys.argv[1:]:
        subprocess.run([TOOL, "-i", *files], cwd=c_source.ROOT, check=True)
        return 0
    done = subprocess.run([TOOL, "--dry-run", "-ferror-limit=0", *files],
                          cwd=c_source.ROOT, capture_output=True, text=True,
                          check=True)
    first = {}  # one finding a file is enough; `make format` mends them all
    for match in re.finditer(r"^(\S+?):(\d+):\d+: (?:warning|error)",
                             done.stderr, re.MULTILINE):
        first.setdefault(match[1], match[2])
    findings = [f"{name}:{line}: not formatted (make format)"
                for name, line in first.items()]
    return c_source.finish("format", findings, f"{len(files)} files")


if __name__ == "__main__":
    sys.exit(main())
