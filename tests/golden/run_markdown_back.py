#!/usr/bin/env python3
"""Markdown read back by md4c has the words of the plain text.

    run_markdown_back.py --tools DIR [--all] [--folder single]

See markdown_back.c for what is compared. Without --all, 400 pages of the data
set; skipped (77) where md4c was not found at build time.
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
    parser.add_argument("--folder", default="single")
    args = parser.parse_args()
    program = args.tools / "golden-markdown-back"
    if not program.exists():
        print("markdown_back: built without md4c; skipped")
        return 77
    pages = sample_pages.pages(args.folder, 0 if args.all else 400)
    done = subprocess.run([program, "--show"], check=False,
                          input="".join(f"{p}\n" for p in pages).encode())
    return done.returncode


if __name__ == "__main__":
    sys.exit(main())
