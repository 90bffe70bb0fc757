#!/usr/bin/env python3
"""Fail when two C files share a name: logs, coverage and search show names
without folders."""
import collections
import sys

import c_source


def main():
    places = collections.defaultdict(list)
    for name in c_source.c_files(generated=True):
        places[name.rsplit("/", 1)[-1]].append(name)
    findings = [f"{others[1]}:1: same file name as {others[0]}"
                for others in places.values() if len(others) > 1]
    return c_source.finish("names", findings, f"{len(places)} names")


if __name__ == "__main__":
    sys.exit(main())
