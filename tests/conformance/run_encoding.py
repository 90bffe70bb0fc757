#!/usr/bin/env python3
"""The html5lib encoding tests through `pith parse --encoding-only`.

    run_encoding.py --pith PROGRAM [--tools DIR] [--suite DIR] [FILE...]
"""
import sys

import suite


def read_cases(path):
    cases = []
    text = path.read_bytes().removeprefix(b"#data\n").rstrip(b"\n")
    for test in text.split(b"\n\n#data\n"):
        data, _, name = test.rpartition(b"\n#encoding\n")
        cases.append(suite.Case(path.name, len(cases) + 1, ["--encoding-only"],
                                data, name.decode().strip().lower()))
    return cases


def is_right(case, output):
    return output.decode() == case.expected + "\n"


if __name__ == "__main__":
    sys.exit(suite.main("encoding", read_cases, is_right))
