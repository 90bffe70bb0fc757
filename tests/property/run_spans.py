#!/usr/bin/env python3
"""Every span of every page of the data sets is true (check_spans.c).

    run_spans.py --pith PROGRAM --tools DIR [--sample N] [DIR]

DIR is PITH_DATA, or build/data where the Makefile unpacks the sets; without it
the test is skipped. --sample takes every N-th page only, for slow builds.
"""
# long: reads every page of the data
import argparse
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
NOT_PAGES = {".jsonl", ".tsv", ".md", ".txt", ".complete"}
FIGURES = ("pages", "bytes", "tokens", "nodes", "attributes",
           "pages that hit a limit", "failures")
SKIPPED = 77


def find_pages(folder):
    return sorted(p for p in folder.rglob("*") if p.is_file()
                  and p.suffix not in NOT_PAGES and p.name != ".complete")


def start(program, pages):
    process = subprocess.Popen([program], stdin=subprocess.PIPE,
                               stdout=subprocess.PIPE, text=True)
    return process, "".join(f"{p}\n" for p in pages)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pith", type=pathlib.Path)
    parser.add_argument("--tools", required=True, type=pathlib.Path)
    parser.add_argument("--sample", type=int, default=1)
    parser.add_argument("folder", nargs="?", type=pathlib.Path,
                        default=os.environ.get("PITH_DATA") or
                        ROOT / "build/data")
    args = parser.parse_args()
    folder = pathlib.Path(args.folder)
    pages = find_pages(folder)[::args.sample] if folder.is_dir() else []
    if not pages:
        print("no pages; set PITH_DATA")
        return SKIPPED

    jobs = os.cpu_count() or 1
    running = [start(args.tools / "property-check-spans", pages[i::jobs])
               for i in range(jobs)]
    # All get their list before any is waited for, so that they run at once.
    for process, names in running:
        process.stdin.write(names)
        process.stdin.close()
    totals, failed = [0] * len(FIGURES), False
    for process, _ in running:
        for line in process.stdout:
            if line.startswith("total "):
                totals = [t + int(n) for t, n in
                          zip(totals, line.split()[1:])]
            else:
                print(line, end="")
        failed |= process.wait() != 0
    print("spans: " + ", ".join(f"{t:,} {f}" for t, f in zip(totals, FIGURES)))
    return failed


if __name__ == "__main__":
    sys.exit(main())
