#!/usr/bin/env python3
"""Memory stays where it is: pages, results, sites, errors and pickles over and
over, with the resident memory watched and references counted.

    run_leaks.py --pith PROGRAM --module DIR [--pages N]
"""
import pickle
import sys

import python_module

ARGS = python_module.arguments(__doc__)
import pith  # noqa: E402: the path is set first

PAGE = b"<title>T</title><nav><a href=/>Home</a></nav><p>It rained all day in the hills, and nobody minded.</p>"


def resident():
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * 4096


def use_once(number):
    """Every kind of object, made and dropped."""
    result = pith.extract(PAGE, url=f"https://example.org/{number}", links=False)
    result.text
    if number % 10 == 0:
        result.record(), result.spans, result.blocks, result.metadata, result.warnings, result.html()
        page = pith.Page(bytearray(PAGE))
        page.extract(method="sentence").markdown()
        page.release()
        pickle.loads(pickle.dumps(result)).text
    for bad in ({"method": "x"}, {"nonsense": 1}, {"max_bytes": 3}):
        try:
            pith.extract(PAGE, **bad)
        except (ValueError, TypeError, pith.PithError):
            pass
    if number % 100 == 0:
        site = pith.Site()
        site.add(PAGE)
        site.merge(pith.Site())
        site.open().extract(PAGE).text
        pickle.loads(pickle.dumps(site))


def held():
    """References to what every call touches."""
    return [sys.getrefcount(thing) for thing in (None, PAGE, pith.Result, pith.Page, pith.Site, pith.OpenSite,
                                                 pith.LimitError, True, False)]


def main():
    pages = ARGS.pages or 20000
    for number in range(pages // 10):
        use_once(number)
    before, references = resident(), held()
    for number in range(pages):
        use_once(number)
    after, left = resident(), held()
    grown = after - before
    print(f"python: {pages} pages; resident memory {before >> 10} KB, grown by {grown >> 10} KB")
    assert grown < max(before // 20, 1 << 20), "memory grows"
    drift = [now - then for now, then in zip(left, references)]
    assert all(abs(change) < pages // 100 for change in drift), f"references leak: {drift}"
    return 0


if __name__ == "__main__":
    sys.exit(main())
