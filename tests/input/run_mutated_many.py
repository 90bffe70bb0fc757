#!/usr/bin/env python3
"""1,000 archives with one damaged record each: nothing else is lost, nothing
crashes, memory stays bounded.

    run_mutated_many.py --pith PITH
"""
# long: a thousand runs
import sys

import mutated_archives


def mutated(pith, scratch):
    mutated_archives.check(pith, scratch, 1000, seed=2)


if __name__ == "__main__":
    sys.exit(mutated_archives.t.main("mutated archives", [mutated]))
