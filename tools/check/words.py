#!/usr/bin/env python3
"""Fail on words that were retired: in names, comments, messages and documents.

retired-words.txt has the words and their replacements, words-allow.txt how
often each may still occur: one `COUNT NAME` a line, a word without a line not
at all. The counts only go down: after a clean-up, `words.py --lower` writes
the new ones.
"""
import argparse
import bisect
import collections
import dataclasses
import re
import sys

import c_source

WORDS = "tools/check/retired-words.txt"
ALLOWED = "tools/check/words-allow.txt"
READ = re.compile(r"(\.(c|h|md|py|sh|js|mjs|css|cmake|json|yml)|Makefile|/run|"
                  r"\.(stdout|stderr)|CMakeLists\.txt)$")
# Inputs, generated tables, and the two places that must name the words.
LEFT_OUT = ("data/", "src/tables/", "fuzz/seeds/", "fuzz/regressions/",
            "tests/golden/", "tests/single/", "tests/hostile/", "examples/eval/",
            "examples/site/", "apps/common/options/options.inc", "train/weights/",
            "docs/glossary.md", "docs/lab/eval/", "tools/check/words",
            "tests/tools/run_checks_find.py")
CONSOLE = re.compile(r"^```console\n.*?^```", re.DOTALL | re.MULTILINE)
SHOWN = 8  # places printed for a word that occurs too often


@dataclasses.dataclass
class Word:
    name: str
    where: str
    pattern: re.Pattern
    use: str
    fine: tuple


def read_words():
    words = []
    for line in c_source.read(WORDS).splitlines():
        if line and not line.startswith("#"):
            name, where, pattern, use, fine = (line.split("\t") + [""])[:5]
            pattern = pattern.replace("~", r'[\s*#"]+')
            words.append(Word(name, where, re.compile(pattern, re.IGNORECASE),
                              use, tuple(fine.split())))
    return words


def read_allowed():
    rows = (line.split() for line in c_source.read(ALLOWED).splitlines()
            if line and not line.startswith("#"))
    return {name: int(count) for count, name in rows}


def keep_text(text):
    """Only comments and literals of a C file; the rest is blanked."""
    kept, end = [], 0
    for match in c_source._TOKENS.finditer(text):
        kept.append(re.sub(r"[^\n]", " ", text[end:match.start()]))
        kept.append(match.group())
        end = match.end()
    return "".join(kept) + re.sub(r"[^\n]", " ", text[end:])


def find(words):
    """{name of a word: [(file, line, what was found)]}"""
    found = collections.defaultdict(list)
    for name in c_source.repository_files():
        if not READ.search(name) or name.startswith(LEFT_OUT):
            continue
        text = c_source.read(name)
        if name.endswith((".c", ".h")):
            parts = {"names": c_source.strip(text), "text": keep_text(text),
                     "all": text}
        else:
            if name.endswith(".md"):  # what a program printed is not prose
                text = CONSOLE.sub(lambda m: "\n" * m.group().count("\n"), text)
            parts = {"text": text, "all": text}
        breaks = [m.start() for m in re.finditer("\n", text)]
        for word in words:
            if word.fine and name.startswith(word.fine):
                continue
            for match in word.pattern.finditer(parts.get(word.where, "")):
                line = bisect.bisect_left(breaks, match.start()) + 1
                found[word.name].append((name, line, match.group()))
    return found


def write_lower(words, found, allowed):
    lines = ["# COUNT NAME: how often a retired word may still occur. Only down.\n"]
    for word in words:
        count = min(len(found[word.name]), allowed.get(word.name, 0))
        if count:
            lines.append(f"{count} {word.name}\n")
    (c_source.ROOT / ALLOWED).write_text("".join(lines), encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lower", action="store_true",
                        help="write the counts that are lower now")
    parser.add_argument("--show", metavar="FOLDER",
                        help="print every place below a folder")
    arguments = parser.parse_args()
    words, allowed = read_words(), read_allowed()
    found = find(words)
    if arguments.lower:
        write_lower(words, found, allowed)
        allowed = read_allowed()
    findings = []
    for word in words:
        places = found[word.name]
        below = arguments.show and [p for p in places
                                    if p[0].startswith(arguments.show)]
        if len(places) > allowed.get(word.name, 0):
            findings.append(f"{places[0][0]}:{places[0][1]}: {word.name} occurs "
                            f"{len(places)} times, allowed "
                            f"{allowed.get(word.name, 0)}; write: {word.use}")
            below = below or places[:SHOWN]
        findings += [f"{file}:{line}: retired \"{' '.join(text.split())}\" "
                     f"({word.name}); write: {word.use}"
                     for file, line, text in below or []]
    total = sum(map(len, found.values()))
    return c_source.finish("words", findings, f"{len(words)} retired words, "
                           f"{total} left in old text, "
                           f"{sum(allowed.values())} allowed")


if __name__ == "__main__":
    sys.exit(main())
