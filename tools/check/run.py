#!/usr/bin/env python3
"""Run checks: run.py [quick | NAME...]; all of them without a name.

Prints each finding, then a line for each check. `quick` is all but clang-tidy.
"""
import pathlib
import subprocess
import sys
import time

# Quick ones first, so that a slip shows before clang-tidy has warmed up.
CHECKS = ["format", "layers", "sizes", "banned", "names", "words", "folders",
          "comments", "repeats", "tables", "symbols", "abi", "tidy"]


def main():
    folder = pathlib.Path(__file__).resolve().parent
    failed = []
    start = time.monotonic()
    wanted = sys.argv[1:] or CHECKS
    if wanted == ["quick"]:
        wanted = [check for check in CHECKS if check != "tidy"]
    for check in wanted:
        sys.stdout.flush()
        done = subprocess.run([sys.executable, folder / f"{check}.py"],
                              check=False)
        if done.returncode != 0:
            failed.append(check)
    seconds = time.monotonic() - start
    state = f"FAILED: {' '.join(failed)}" if failed else "all ok"
    print(f"check: {state} ({seconds:.0f} s)")
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
