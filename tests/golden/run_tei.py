#!/usr/bin/env python3
"""Every golden page and every seed of the fuzzer is well-formed TEI.

    run_tei.py --tools DIR

Also checked is what TEI requires of the elements that pages bend most: lists
of items, tables of rows of cells, a head only at the start of a division,
nothing but divisions after a division, no empty body.
"""
import argparse
import pathlib
import subprocess
import sys
import xml.etree.ElementTree as ElementTree

HERE = pathlib.Path(__file__).resolve().parent
SEEDS = HERE.parent.parent / "fuzz" / "seeds" / "render"
CHILDREN = {"list": {"item"}, "table": {"row"}, "row": {"cell"}, "code": set()}


def name(element):
    return element.tag.removeprefix("{http://www.tei-c.org/ns/1.0}")


def faults(root):
    for element in root.iter():
        children = [name(child) for child in element]
        allowed = CHILDREN.get(name(element))
        if allowed is not None and not allowed.issuperset(children):
            yield f"{name(element)} holds {children}"
        if name(element) in ("list", "table", "row", "body") and not children:
            yield f"{name(element)} is empty"
        if "head" in children and (name(element) != "div" or
                                   "head" in children[1:]):
            yield f"{name(element)} holds a head"
        if "div" in children and set(children[children.index("div"):]) != {"div"}:
            yield "a division is followed by another element"


def without_choices(seed):
    """The page of a seed, which begins with choices: see fuzz_render.c."""
    return seed[3 + 2 * (seed[2] % 16):] if len(seed) > 2 else b""


def check(program, page):
    done = subprocess.run([program, "tei", "-"], input=page,
                          capture_output=True, timeout=60, check=False)
    if done.returncode != 0:
        return [f"exit {done.returncode}: {done.stderr.decode()}"]
    try:
        return list(faults(ElementTree.fromstring(done.stdout)))
    except ElementTree.ParseError as error:
        return [str(error)]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--pith")
    parser.add_argument("--tools", type=pathlib.Path, required=True)
    args = parser.parse_args()
    pages = [p for p in sorted(HERE.glob("*.html"))
             if ".expected." not in p.name]
    seeds = sorted(p for p in SEEDS.iterdir() if p.is_file())
    failed = 0
    for path in pages + seeds:
        page = path.read_bytes()
        page = without_choices(page) if path in seeds else page
        for fault in check(args.tools / "golden-render-page", page):
            print(f"{path.name}: {fault}")
            failed += 1
    print(f"tei: {len(pages)} pages, {len(seeds)} seeds, {failed} faults")
    return 1 if failed or not pages or not seeds else 0


if __name__ == "__main__":
    sys.exit(main())
