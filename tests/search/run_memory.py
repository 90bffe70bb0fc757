#!/usr/bin/env python3
"""Memory that ends at any allocation is reported: pith search ends with one of its
exit codes, never by a signal, and the index that is left goes on the next time."""
# long: fails every allocation
import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

import run_index

HERE = pathlib.Path(__file__).resolve().parent
FINE = (0, 1, 3)


def build_library(folder):
    compiler = shutil.which(os.environ.get("CC", "cc"))
    library = folder / "fail_memory.so"
    if not compiler or subprocess.run(
            [compiler, "-shared", "-fPIC", "-O1", "-D_GNU_SOURCE", HERE / "fail_memory.c", "-o",
             library], capture_output=True).returncode:
        return None
    return library


def run(pith, library, at, every, *arguments):
    environment = dict(os.environ, LD_PRELOAD=str(library), PITH_FAIL_AT=str(at))
    if every:
        environment["PITH_FAIL_ALL"] = "1"
    return subprocess.run([pith, "search", *map(str, arguments)],
                          capture_output=True, text=True, timeout=120,
                          errors="replace", env=environment)


def places(last=60000):
    """Each of the first allocations, then fewer and fewer."""
    at, step = 1, 1
    while at < last:
        yield at
        step = 1 + at // 12
        at += step


def check(pith, library, folder, every):
    pages = folder / "pages"
    index = folder / "index"
    broken = folder / "broken"
    count = failed = reported = 0
    for at in places():
        for rest in folder.glob("broken*"):
            rest.unlink()
        jobs = (("query", index, "amber birch", "--run", "cut"),
                ("index", pages, "-o", broken, "-q", "-j", 1))
        ends = 0
        for arguments in jobs:
            done = run(pith, library, at, every, *arguments)
            count += 1
            reported += done.returncode == 3
            ends += done.returncode == 0
            if done.returncode not in FINE:
                print(f"{at} {arguments[0]}: {done.returncode} {done.stderr[-300:]}")
                failed += 1
        if ends == 2 and at > 300:
            break  # beyond what they ask for
    done = subprocess.run([pith, "search", "index", pages, "-o", broken, "-q"],
                          capture_output=True, text=True)
    if done.returncode not in (0, 1):
        print(f"the index does not go on: {done.stderr}")
        failed += 1
    return count, failed, reported


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pith", type=pathlib.Path, required=True)
    pith = parser.parse_args().pith.resolve()
    folder = pathlib.Path(tempfile.mkdtemp(prefix="pith-memory-"))
    try:
        library = build_library(folder)
        run_index.write_pages(folder / "pages", 6)
        first = subprocess.run([pith, "search", "index", folder / "pages", "-o",
                                folder / "index", "-q"], capture_output=True)
        if not library or first.returncode == 3 or \
                run(pith, library, 0, False, "--help").returncode != 0:
            print("search memory: skipped")
            return 77
        one = check(pith, library, folder, False)
        all_ = check(pith, library, folder, True)
    finally:
        shutil.rmtree(folder)
    count, failed = one[0] + all_[0], one[1] + all_[1]
    if one[2] + all_[2] == 0:
        print("no run was short of memory")
        failed += 1
    print(f"search memory: {count - failed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
