#!/usr/bin/env python3
"""Fail when a folder has too many sources, or does not introduce itself.

A folder holds at most 40 hand-written source files. Each folder of src/ and
apps/ that holds C files opens with a README.md of 5 to 15 lines: what lives
here, what may be touched, who calls it. Folders that have none yet are listed
in folder-allow.txt; the list only gets shorter.
"""
import collections
import pathlib
import sys

import c_source

ALLOWED = "tools/check/folder-allow.txt"
SOURCES = (".c", ".h", ".cpp", ".py", ".js", ".mjs", ".sh", ".css")
MOST = 40
LEAST_LINES, MOST_LINES = 5, 15


def folder_of(name):
    return str(pathlib.PurePosixPath(name).parent)


def crowded(names):
    sources = collections.Counter(
        folder_of(name) for name in names
        if name.endswith(SOURCES) and not name.startswith(c_source.GENERATED))
    return [f"{folder}:1: {count} source files, at most {MOST}; divide it"
            for folder, count in sorted(sources.items()) if count > MOST]


def check_readme(folder):
    path = c_source.ROOT / folder / "README.md"
    if not path.is_file():
        return f"{folder}/README.md:1: missing; say what lives here, what may " \
               f"be touched and who calls it"
    lines = len(path.read_text(encoding="utf-8").splitlines())
    if not LEAST_LINES <= lines <= MOST_LINES:
        return f"{folder}/README.md:1: {lines} lines; wanted {LEAST_LINES} to " \
               f"{MOST_LINES}"
    return None


def main():
    names = c_source.repository_files()
    allowed = {line.strip() for line in c_source.read(ALLOWED).splitlines()
               if line and not line.startswith("#")}
    folders = sorted({folder_of(name) for name in
                      c_source.c_files("src/", "apps/", generated=True)})
    findings = crowded(names)
    findings += [found for found in map(check_readme, folders)
                 if found and found.split("/README.md")[0] not in allowed]
    return c_source.finish("folders", findings, f"{len(folders)} folders of src/ "
                           f"and apps/, {len(allowed & set(folders))} may lack a README")


if __name__ == "__main__":
    sys.exit(main())
