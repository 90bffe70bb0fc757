#!/usr/bin/env python3
"""Fail on what we do not write: unsafe functions, hidden state, loose ends.

Each rule below names the files it holds for and says why in its message.
"""
import re
import sys

import c_source

UNSAFE = re.compile(r"\b(strcpy|strcat|sprintf|vsprintf|gets|atoi|atol|strtok|"
                    r"alloca)\s*\(")
BARE_MEMORY = re.compile(r"(?<![\w.>])(malloc|calloc|realloc|free)\s*\(")
ENDS_PROCESS = re.compile(r"(?<![\w.>])(abort|exit|_Exit|quick_exit)\s*\(")
SPEAKS = re.compile(r"\b(stderr|stdout|printf|puts|perror)\b")
CONDITIONAL = re.compile(r"^\s*#\s*(if|ifdef|ifndef|elif)\b(.*)")
STATIC = re.compile(r"\bstatic\b([^;={(]*)([;={(])")
# The parts are split so that this file does not find itself.
LOOSE_END = re.compile(r"\b(TO" r"DO|FIX" r"ME|XX" r"X)\b")
MACHINE_PATH = re.compile(r"(?<![\w.~$}/*-])/(wo" r"rk|ro" r"ot|ho" r"me)/")

# Only base/ tests which processor it is; what the builder chose is tested in
# the file that is about the choice. Everything else is a run-time matter.
MAY_ASK = (
    (re.compile(r"src/base/(compiler|simd\w*)\.h$"), re.compile("")),
    (re.compile(r"src/base/"), re.compile(r"[\s!&|()]|PITH_X86_64|PITH_ARM64")),
    (re.compile(r".*_uchardet\.[ch]$"),
     re.compile(r"[\s!&|()]|defined|PITH_HAVE_UCHARDET")),
)


def matches(pattern, lines, message):
    for n, line in enumerate(lines, 1):
        match = pattern.search(line)
        if match:
            yield n, message.format(match[1])


def is_guard(name, line):
    """Whether `#ifndef` opens the header's own guard, PITH_BASE_SLICE_H."""
    guard = re.sub(r"\W", "_", name.rsplit("/", 1)[-1]).upper()
    return bool(re.fullmatch(rf"\s*#\s*ifndef\s+\w*{guard}_?\s*", line))


def may_ask(name, condition):
    for files, words in MAY_ASK:
        if files.match(name):
            return words.pattern == "" or words.sub("", condition) == ""
    return False


def conditionals(name, lines):
    for n, line in enumerate(lines, 1):
        match = CONDITIONAL.match(line)
        if match and not is_guard(name, line) and not may_ask(name, match[2]):
            yield n, "conditional compilation belongs in base/compiler.h and " \
                     "the SIMD files of base/"


def mutable_statics(text):
    """Statics that are neither functions nor const all the way."""
    for match in STATIC.finditer(text):
        words, mark = match[1], match[2]
        pointer = "(" if re.match(r"\(\s*\*", text[match.end(2) - 1:]) else ""
        if mark == "(" and not pointer:
            continue
        if "inline" in words and mark != "(":
            continue
        last = words.rsplit("*", 1)[-1] if "*" in words else words
        if "const" not in last.split():
            line = text.count("\n", 0, match.start()) + 1
            yield line, "a static variable that is not const is hidden state"


def check_source(name, text, stripped):
    """Findings in one C file, as (line, message)."""
    lines = stripped.splitlines()
    yield from matches(UNSAFE, lines, "{0} is banned; lengths travel with "
                                      "pointers")
    if name.startswith("src/") and not name.startswith("src/base/"):
        yield from matches(BARE_MEMORY, lines, "bare {0}; the library's "
                                               "memory comes from base/")
    if name.startswith("src/"):
        yield from matches(ENDS_PROCESS, lines, "a library does not {0}")
        yield from matches(SPEAKS, lines, "a library prints nothing ({0})")
        yield from mutable_statics(stripped)
        yield from conditionals(name, lines)


def check_text(text):
    lines = text.splitlines()
    yield from matches(LOOSE_END, lines, "{0}: open an issue instead")
    yield from matches(MACHINE_PATH, lines, "a path of one machine (/{0})")


def main():
    findings = []
    files = c_source.repository_files()
    sources = set(c_source.c_files(generated=True))
    for name in files:
        if name.startswith(("fuzz/seeds/", "fuzz/regressions/")):
            continue
        data = (c_source.ROOT / name).read_bytes()
        if b"\0" in data:
            continue
        text = data.decode("utf-8", "replace")
        found = []
        if not name.endswith((".html", ".dat", ".json", ".tsv", ".txt")):
            found += check_text(text)
        if name in sources:
            found += check_source(name, text, c_source.strip(text))
        findings += [f"{name}:{n}: {message}" for n, message in sorted(found)]
    return c_source.finish("banned", findings,
                           f"{len(files)} files, {len(sources)} of C")


if __name__ == "__main__":
    sys.exit(main())
