#!/usr/bin/env python3
"""Pages made to hurt a renderer: twice the page is less than 2.3 times the work of rendering it.

    run_render.py --pith PROGRAM --tools DIR

The pages are those of unit/render/test_render_hostile.c, which holds them to a
budget of memory; the work is counted (work_count.c) and therefore the same on
every machine.
"""
# long: runs alone
import argparse
import concurrent.futures
import itertools
import os
import pathlib
import subprocess
import sys

MOST_RATIO = 2.3


def page(tools, number, size):
    """(name, bytes) of a page, or None behind the last."""
    done = subprocess.run([tools / "unit.render.render_hostile", str(number), size],
                          capture_output=True, timeout=120, check=False)
    return (done.stderr.decode().strip(), done.stdout) if done.returncode == 0 else None


def work(tools, html):
    done = subprocess.run([tools / "hostile-work-count", "--render"], input=html,
                          capture_output=True, timeout=120, check=True)
    return int(done.stdout)


def measure(tools, number):
    """(name, work for each byte, how much more work twice the page is)"""
    (name, half), (_, whole) = (page(tools, number, size) for size in ("half", "all"))
    works = work(tools, half), work(tools, whole)
    return name, works[0] / len(half), works[1] / works[0] / (len(whole) / len(half) / 2)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pith", type=pathlib.Path)
    parser.add_argument("--tools", required=True, type=pathlib.Path)
    args = parser.parse_args()
    args.tools = args.tools.resolve()
    numbers = list(itertools.takewhile(lambda number: page(args.tools, number, "half"), itertools.count()))
    failed = 0
    print(f"{'page':36} {'work/B':>8} {'2n/n':>6}")
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for name, each, ratio in pool.map(lambda number: measure(args.tools, number), numbers):
            print(f"{name:36} {each:8.2f} {ratio:6.2f}{'  FAILED' if ratio >= MOST_RATIO else ''}")
            failed += ratio >= MOST_RATIO
    print(f"hostile: {len(numbers)} pages rendered, {failed} failed")
    return failed > 0 or not numbers


if __name__ == "__main__":
    sys.exit(main())
