#!/usr/bin/env python3
"""Write a made-up collection of sites, a folder each.

Usage: make_collection.py SITES PAGES FOLDER

The same numbers give the same bytes. Sizes of sites fall as they do on the
web: most have a handful of pages, a few have thousands. Every site has a menu,
a side bar and a foot of its own, in one of three languages, and two sections
that frame their pages differently; texts are sentences out of a common stock,
so that sites resemble each other no more than pages do.
"""
import pathlib
import random
import sys

STOCK = 6000
LARGEST = 2000
LETTERS = ("eaionstrlhdcumpgfbyw", "оеаинтсрвлкмдпуяыьгзбч", "äöüßenirstadhulcgmob")


def make_stock(language):
    rng = random.Random(f"stock {language}")
    words = ["".join(rng.choices(LETTERS[language], k=rng.randint(2, 9)))
             for _ in range(3000)]
    return [" ".join(rng.choices(words, k=rng.randint(6, 18))).capitalize() + "."
            for _ in range(STOCK)]


def sizes(sites, pages):
    """How many pages each site has, at most LARGEST; they add up to `pages`."""
    rng = random.Random("sizes")
    found = [1 + min(int(rng.paretovariate(0.9) * 4), LARGEST)
             for _ in range(sites)]
    total = sum(found)
    found = [max(1, count * pages // total) for count in found]
    for i in range(pages - sum(found)):
        found[i % sites] += 1
    return found


def links(rng, stock, count, name):
    rows = "".join(f'<li class="{name}-item"><a href="/{name}/{i}.html">'
                   f"{rng.choice(stock)[:24].strip()}</a></li>\n"
                   for i in range(count))
    return f'<ul class="{name}">\n{rows}</ul>\n'


def boilerplate(site, stock):
    """(head, foot) of the two sections of a site."""
    rng = random.Random(f"site {site}")
    title = rng.choice(stock)[:30].strip()
    top = (f'<body class="s{site % 97}"><div id="top"><h2>{title}</h2></div>\n'
           + links(rng, stock, rng.randint(5, 9), "menu"))
    foot = (f'<div class="foot"><p>{rng.choice(stock)}</p>'
            f"<p>&copy; {title}</p></div>\n</body></html>\n")
    return [(top + links(rng, stock, rng.randint(3, 12), side), foot)
            for side in ("side", "more")]


def page(rng, stock, frame):
    title = rng.choice(stock)[:40].strip()
    body = "".join(f"<p>{' '.join(rng.choices(stock, k=3))}</p>\n"
                   for _ in range(rng.randint(2, 6)))
    return (f'<!DOCTYPE html>\n<html><head><meta charset="utf-8"><title>{title}'
            f"</title></head>\n{frame[0]}<div class=\"text\"><h1>{title}</h1>\n"
            f"{body}</div>\n{frame[1]}")


def main():
    sites, pages, folder = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
    stocks = [make_stock(language) for language in range(len(LETTERS))]
    for site, count in enumerate(sizes(sites, pages)):
        stock = stocks[site % len(stocks)]
        frames = boilerplate(site, stock)
        rng = random.Random(f"pages {site}")
        home = pathlib.Path(folder) / f"site{site:05}"
        home.mkdir(parents=True, exist_ok=True)
        for number in range(count):
            text = page(rng, stock, frames[number % 2])
            (home / f"{number}.html").write_bytes(text.encode())


if __name__ == "__main__":
    main()
