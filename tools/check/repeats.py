#!/usr/bin/env python3
"""Fail when two places of src/ and apps/ share more than ten lines of code.

Lines are compared without indentation. Blank lines, comments, includes and
lines without a letter are passed over, so the same code found with other
comments is still the same code. Insertion modes follow the wording of the HTML
standard and may repeat it; generated tables do not count.
"""
import collections
import re
import sys

import c_source

MOST = 10
PASSED_OVER = ("src/html/tree/modes/", "src/tables/")


def code_lines(name):
    """(line number, text) of each line that counts."""
    text = re.sub(r"/\*.*?\*/", lambda m: "\n" * m.group().count("\n"),
                  c_source.read(name), flags=re.DOTALL)
    for n, line in enumerate(text.splitlines(), 1):
        line = line.strip()
        if re.search(r"[A-Za-z]", line) and not line.startswith("#include"):
            yield n, line


def find_repeats(files):
    """((file, line), (file, line), shared lines), longest runs only."""
    lines = {name: list(code_lines(name)) for name in files}
    seen = collections.defaultdict(list)
    for name, rows in lines.items():
        for i in range(len(rows) - MOST):
            window = tuple(text for _, text in rows[i:i + MOST + 1])
            seen[hash(window)].append((name, i))
    reported = set()
    for places in seen.values():
        for a, i in places:
            for b, j in places:
                if (a, i) >= (b, j) or (a == b and j - i <= MOST):
                    continue
                before = (a, i - 1, b, j - 1)
                reported.add((a, i, b, j))
                if before in reported or (i and j and
                                          lines[a][i - 1][1] == lines[b][j - 1][1]):
                    continue
                count = 0
                while i + count < len(lines[a]) and j + count < len(lines[b]) \
                        and lines[a][i + count][1] == lines[b][j + count][1]:
                    count += 1
                if count > MOST:
                    yield (a, lines[a][i][0]), (b, lines[b][j][0]), count


def main():
    files = [name for name in c_source.c_files("src/", "apps/")
             if not name.startswith(PASSED_OVER)]
    findings = [f"{b[0]}:{b[1]}: {count} lines are those of {a[0]}:{a[1]}"
                for a, b, count in find_repeats(files)]
    return c_source.finish("repeats", sorted(findings),
                           f"{len(files)} files, at most {MOST} shared lines")


if __name__ == "__main__":
    sys.exit(main())
