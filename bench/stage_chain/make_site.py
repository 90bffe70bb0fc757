#!/usr/bin/env python3
"""Write a made-up site, to see how time grows with pages where it might hurt.

Usage: make_site.py KIND PAGES FOLDER

  sections     three sections with boilerplate of their own, different content
  ties         one boilerplate, content that shares nothing: all pairs are equal
  copies       one page, again and again
  near_copies  one page but for a line: every pair is a duplicate
  fours        clusters of four pages in one common boilerplate
  threes       the same with three: no cluster can be made of them
  fragments    40 out of 400 boxes each, in any order: every pair shares some
  listings     every tenth page repeats the others' content in full
"""
import pathlib
import random
import sys

WORDS = [f"{a}{b}{c}" for a in ("ka", "lo", "mi", "te", "su", "ra", "no")
         for b in ("ba", "dro", "fen", "gil", "hum") for c in ("", "s", "ty")]


def sentence(rng, count=12):
    return " ".join(rng.choice(WORDS) for _ in range(count)).capitalize() + "."


def menu(seed, items):
    """Boilerplate: the same for the same seed."""
    rng = random.Random(f"menu {seed}")
    rows = (f'<li class="m{rng.randrange(9)}"><a href="/{seed}/{i}.html">'
            f"{sentence(rng, 2)}</a></li>" for i in range(items))
    return "<ul>\n" + "\n".join(rows) + "\n</ul>\n"


def content(page, paragraphs=6):
    rng = random.Random(f"content {page}")
    return "".join(f"<p>{sentence(rng)} <b>{rng.random()}</b></p>\n"
                   for _ in range(paragraphs))


def box(number):
    rng = random.Random(f"box {number}")
    return (f'<div class="box"><h3>{sentence(rng, 3)}</h3><p>{sentence(rng)}'
            f"</p><i>{number}</i></div>\n")


def body(kind, page):
    if kind == "sections":
        section = page % 3
        return (menu("all", 8) + menu(section, 20) + content(page)
                + menu(f"foot {section}", 6))
    if kind == "ties":
        return menu("all", 8) + content(page, 10)
    if kind == "copies":
        return menu("all", 20) + content(0)
    if kind == "near_copies":
        return menu("all", 20) + f"<p>{page}</p>" + content(0)
    if kind in ("fours", "threes"):
        size = 4 if kind == "fours" else 3
        return menu("all", 8) + menu(page // size, 12) + content(page, 10)
    if kind == "fragments":
        rng = random.Random(page)
        return "".join(box(i) for i in rng.sample(range(400), 40))
    if kind == "listings":
        if page % 10:
            return menu("all", 8) + content(page)
        return menu("all", 8) + "".join(content(page + i) for i in range(10))
    sys.exit(__doc__)


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    kind, pages, folder = sys.argv[1], int(sys.argv[2]), sys.argv[3]
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    for page in range(pages):
        text = (f"<html><head><title>{page}</title></head><body>\n"
                f"{body(kind, page)}</body></html>\n")
        (folder / f"{page:06}.html").write_text(text)


if __name__ == "__main__":
    main()
