#!/usr/bin/env python3
"""Pages made to hurt, held to a budget of memory, stack and work.

    run_hostile.py --pith PROGRAM --tools DIR [--size BYTES] [NAME...]

For every page of generators.py:

  memory   a page of 1 MB is parsed below 200 MB, in a thread with 64 KB of
           stack (small_stack.c)
  work     twice the page is less than 2.3 times the work (work_count.c), which
           is counted and therefore the same on every machine
  time     is printed; only a page that takes longer than 5 s fails, because a
           clock on a busy machine proves nothing else
  command  `pith parse --count` ends with 0 and says the same number of nodes
"""
# long: runs alone
import argparse
import concurrent.futures
import os
import pathlib
import subprocess
import sys

import generators

MEGABYTE = 1_000_000
MOST_KILOBYTES = 200_000
MOST_SECONDS = 5.0
MOST_RATIO = 2.3


def run(arguments, page):
    done = subprocess.run(arguments, input=page, capture_output=True,
                          timeout=120, check=False)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def measure(name, args):
    """A dict of figures for one generator, and what is wrong with them."""
    make = generators.GENERATORS[name]
    page, twice = make(args.size), make(2 * args.size)
    wrong = []
    code, out, err = run([args.tools / "hostile-small-stack"], page)
    if code != 0:
        return {"name": name}, [f"parser ended with {code} {err.strip()}"]
    seconds, kilobytes, nodes, depth, limits = map(float, out.split())
    works = [int(run([args.tools / "hostile-work-count"], p)[1])
             for p in (page, twice)]
    ratio = works[1] / works[0] / (len(twice) / len(page) / 2)
    if seconds > MOST_SECONDS:
        wrong.append(f"{seconds:.1f} s")
    if kilobytes > MOST_KILOBYTES:
        wrong.append(f"{kilobytes / 1000:.0f} MB")
    if ratio >= MOST_RATIO:
        wrong.append(f"twice the page is {ratio:.2f} times the work")
    code, out, err = run([args.pith, "parse", "--count"], page)
    if code != 0 or err or not out.startswith("nodes "):
        wrong.append(f"pith parse --count: exit {code}, {out}{err}".strip())
    return {"name": name, "ms": seconds * 1000, "mb": kilobytes / 1000,
            "nodes": int(nodes), "depth": int(depth), "limits": int(limits),
            "work": works[0] / len(page), "ratio": ratio}, wrong


def show(row):
    if len(row) > 1:
        print(f"{row['name']:32} {row['ms']:7.1f} {row['mb']:6.1f} "
              f"{row['nodes']:8d} {row['depth']:6d} {row['limits']:6d} "
              f"{row['work']:8.2f} {row['ratio']:6.2f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pith", required=True, type=pathlib.Path)
    parser.add_argument("--tools", required=True, type=pathlib.Path)
    parser.add_argument("--size", type=int, default=MEGABYTE)
    parser.add_argument("names", nargs="*")
    args = parser.parse_args()
    args.pith = args.pith.resolve()
    names = args.names or list(generators.GENERATORS)

    print(f"{'page':32} {'ms':>7} {'MB':>6} {'nodes':>8} {'depth':>6} "
          f"{'limits':>6} {'work/B':>8} {'2n/n':>6}")
    failed, rows = 0, []
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for row, wrong in pool.map(measure, names, [args] * len(names)):
            show(row)
            for complaint in wrong:
                print(f"  FAILED {row['name']}: {complaint}")
            failed += bool(wrong)
            rows.append(row)
    whole = [r for r in rows if len(r) > 1]
    for figure, unit in (("ms", "ms"), ("mb", "MB"), ("work", "work a byte"),
                         ("ratio", "times the work for twice the page")):
        worst = max(whole, key=lambda r: r[figure])
        print(f"worst: {worst[figure]:.2f} {unit} ({worst['name']})")
    print(f"hostile: {len(names)} pages of {args.size} bytes, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
