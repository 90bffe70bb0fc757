#!/usr/bin/env python3
"""Python = command, byte for byte, on 2,000 pages of the data, in every format.

    run_same_bytes_many.py --pith PROGRAM --module DIR [--pages N]
"""
# long: 2,000 pages in seven formats, twice
import os
import pathlib
import sys

import python_module

ARGS = python_module.arguments(__doc__)
import pith  # noqa: E402: the path is set first
import same_bytes  # noqa: E402


def main():
    data = pathlib.Path(os.environ.get("PITH_DATA", python_module.ROOT / "build/data"))
    paths = sorted((data / "single").rglob("*.html")) + sorted((data / "sites").rglob("*.html"))
    if not paths:
        python_module.skip("no pages in PITH_DATA")
    count = ARGS.pages or 2000
    pages = {f"page-{number}": path.read_bytes()
             for number, path in enumerate(paths[::max(1, len(paths) // count)][:count])}
    compared = same_bytes.compare(pith, ARGS.pith.resolve(), pages, [{}])
    print(f"python: {compared} outputs of {len(pages)} pages are equal")
    return 0


if __name__ == "__main__":
    sys.exit(main())
