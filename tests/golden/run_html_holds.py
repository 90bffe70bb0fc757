#!/usr/bin/env python3
"""Marked minus marks is the page, and cleaned HTML stays balanced.

    run_html_holds.py --tools DIR [--all] [--rounds N] [--folder single]

See check_html.c for all that is checked. Without --all, 300 pages of the data
set.
"""
import argparse
import pathlib
import subprocess
import sys

import sample_pages


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--pith")
    parser.add_argument("--tools", type=pathlib.Path, required=True)
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--folder", default="single")
    args = parser.parse_args()
    pages = sample_pages.pages(args.folder, 0 if args.all else 300)
    done = subprocess.run([args.tools / "golden-check-html", str(args.rounds)],
                          check=False,
                          input="".join(f"{p}\n" for p in pages).encode())
    return done.returncode


if __name__ == "__main__":
    sys.exit(main())
