#!/usr/bin/env python3
"""100 archives with one damaged record each: nothing else is lost, nothing
crashes, memory stays bounded.

    run_mutated.py --pith PITH
"""
import sys

import mutated_archives


def mutated(pith, scratch):
    mutated_archives.check(pith, scratch, 20 if mutated_archives.t.SMALL else 100, seed=1)


if __name__ == "__main__":
    sys.exit(mutated_archives.t.main("mutated archives", [mutated]))
