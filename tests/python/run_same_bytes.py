#!/usr/bin/env python3
"""Python = command, byte for byte, on the pages of the examples and of the
golden tests, in every format.

    run_same_bytes.py --pith PROGRAM --module DIR
"""
import sys

import python_module

ARGS = python_module.arguments(__doc__)
import pith  # noqa: E402: the path is set first
import same_bytes  # noqa: E402


def main():
    places = ("examples", "tests/golden", "tests/hostile", "tests/encoding")
    paths = [path for place in places for path in sorted((python_module.ROOT / place).rglob("*.html"))][:80]
    pages = {f"page-{number}": path.read_bytes() for number, path in enumerate(paths)}
    print(f"python: {same_bytes.compare(pith, ARGS.pith.resolve(), pages)} outputs of {len(pages)} pages are equal")
    return 0


if __name__ == "__main__":
    sys.exit(main())
