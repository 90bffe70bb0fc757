#!/usr/bin/env python3
"""The html5lib tree-construction tests through `pith parse --tree`.

    run_tree.py --pith PROGRAM [--tools DIR] [--suite DIR] [FILE...]

A test that does not say whether scripts run is a case with and a case without
--scripting, and both must give the same tree, byte for byte.
"""
import re
import sys

import suite

SECTION = re.compile(rb"^#(errors|new-errors|document-fragment|script-on|"
                     rb"script-off|document)$", re.MULTILINE)


def read_sections(text):
    """{name: text} of one test that begins behind its line #data."""
    sections, name, start = {}, "data", 0
    for match in SECTION.finditer(text):
        if name == "document":
            break
        if name == "data" and match[1] != b"errors":
            continue  # part of the input
        sections[name] = text[start:max(match.start() - 1, start)]
        name = match[1].decode()
        start = min(match.end() + 1, len(text))
    sections[name] = text[start:]
    return sections


def modes(sections):
    if "script-on" in sections:
        return [["--scripting"]]
    return [[]] if "script-off" in sections else [[], ["--scripting"]]


def read_cases(path):
    cases = []
    text = path.read_bytes().removeprefix(b"#data\n").rstrip(b"\n")
    for test in text.split(b"\n\n#data\n"):
        sections = read_sections(test)
        arguments = ["--tree", "--encoding", "utf-8"]
        if "document-fragment" in sections:
            arguments += ["--fragment", sections["document-fragment"].decode()]
        tree = sections["document"]
        for mode in modes(sections):
            cases.append(suite.Case(path.name, len(cases) + 1,
                                    arguments + mode,
                                    suite.page_bytes(sections["data"]),
                                    tree + b"\n" if tree else b""))
    return cases


def is_right(case, output):
    return output == case.expected


if __name__ == "__main__":
    sys.exit(suite.main("tree-construction", read_cases, is_right))
