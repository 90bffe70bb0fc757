#!/usr/bin/env python3
"""Any number of pages of any number of hosts as WARC files, the same in every run.

    generate.py --pages 100000 --hosts 5000 --files 16 -o DIR [--sites FOLDER] [--exponent 1.0]
                [--month 2 --switched 0.1] [--reversed]

Hosts follow Zipf's law: the host of rank r has a share of 1 / r^exponent of the
pages, and at least one. Its template is that of a site of the data (--sites, a
folder of NAME/pages; without it a made one), varied for each host: its own
classes, menu and footer. A page of a host has words of its own. Pages come in an
order without a pattern, as in a crawl; which file a page is in depends on its
number alone. Month 2 has other pages of the same hosts, and `switched` of the
hosts have a new template; DIR/switched.txt lists them.
"""
import argparse
import gzip
import hashlib
import pathlib
import random
import re

WORDS = ("river stone bread lantern harbour winter letter garden market bridge engine window paper story forest "
         "island summer village doctor teacher morning evening cloud thunder valley mountain railway kitchen "
         "library museum theatre orchard meadow station captain sailor merchant farmer painter singer").split()
MENU = "Home News Weather Sport Culture Travel Food Science Jobs Contact Imprint Privacy Archive Search".split()
ENCODINGS = ("utf-8", "utf-8", "utf-8", "utf-8", "windows-1252")


def rng_of(*parts):
    """A generator that depends on these names alone, on every machine."""
    return random.Random(hashlib.sha256("\0".join(map(str, parts)).encode()).digest())


def page_counts(pages, hosts, exponent):
    """How many pages each host has, the largest first; their sum is `pages`."""
    shares = [1 / rank ** exponent for rank in range(1, hosts + 1)]
    whole = sum(shares)
    counts = [max(1, int(pages * share / whole)) for share in shares]
    counts[0] = max(1, counts[0] + pages - sum(counts))
    return counts


def sentence(rng):
    words = [rng.choice(WORDS) for _ in range(rng.randint(8, 18))]
    return " ".join(words).capitalize() + f" {rng.randint(1, 999)}."


def article(rng):
    paragraphs = "".join(f"<p>{' '.join(sentence(rng) for _ in range(rng.randint(2, 5)))}</p>\n"
                         for _ in range(rng.randint(3, 9)))
    return f"<h1>{sentence(rng)[:-1]}</h1>\n{paragraphs}"


def frame(host, month):
    """What the pages of a host share: before and behind its text."""
    rng = rng_of("frame", host, month)
    name = "".join(rng.choice("abcdefghijklmnop") for _ in range(5))
    items = "".join(f'<li class="{name}-item"><a href="/{word.lower()}">{word} {rng.choice(WORDS)}</a></li>'
                    for word in rng.sample(MENU, rng.randint(5, 10)))
    side = "".join(f"<div class={name}-box><a href=/x{n}>{sentence(rng)}</a></div>" for n in range(rng.randint(2, 7)))
    head = f'<header class="{name}-head"><b>{host}</b><ul class="{name}-menu">{items}</ul></header>\n<main class={name}>'
    foot = f"</main><aside class={name}-side>{side}</aside>\n<footer class={name}-foot><p>{sentence(rng)}</p>" \
           f"<p>All rights reserved, {host}</p></footer>"
    return head, foot


def made_page(host, number, month, switched):
    head, foot = frame(host, month if switched else 1)
    text = article(rng_of("page", host, number, month))
    return f"<!DOCTYPE html><html><head><title>{host} {number}</title></head><body>{head}{text}{foot}</body></html>\n"


def sources(folder):
    """[[page, ...], ...]: the sites of the data, those with enough pages."""
    if not folder:
        return []
    sites = []
    for place in sorted(pathlib.Path(folder).glob("*/pages")):
        paths = sorted(path for path in place.rglob("*") if path.is_file() and path.stat().st_size < 200_000)
        if len(paths) >= 8 and not place.parent.name.endswith("_big"):
            sites.append(paths[:40])
    return sites


def varied_page(path, host, number, month, switched):
    """A page of the data with the frame of the host and a text of its own."""
    html = path.read_bytes().decode("utf-8", "replace")
    head, foot = frame(host, month if switched else 1)
    text = article(rng_of("page", host, number, month))
    html, found = re.subn(r"(?i)(<body[^>]*>)", lambda match: match[1] + head + text, html, count=1)
    return (html if found else head + text + html) + foot


def pages_of(args):
    """(number, url, bytes, content type), in the order of the archive."""
    sites = sources(args.sites)
    counts = page_counts(args.pages, args.hosts, args.exponent)
    order = [(rank, number) for rank, count in enumerate(counts) for number in range(count)]
    rng_of("order", args.month).shuffle(order)
    if args.reversed:
        order.reverse()
    switched = switched_hosts(args)
    for place, (rank, number) in enumerate(order):
        host = host_name(rank)
        is_new = host in switched
        if sites:
            some = sites[(rank + is_new) % len(sites)]  # a new template is that of another site
            html = varied_page(some[number % len(some)], host, number, args.month, is_new)
        else:
            html = made_page(host, number, args.month, is_new)
        encoding = ENCODINGS[rank % len(ENCODINGS)]
        yield place, f"https://{host}/m{args.month}/{number}.html", html.encode(encoding, "xmlcharrefreplace"), encoding


def host_name(rank):
    return f"host{rank}.example{rank % 97}.org"


def switched_hosts(args):
    if args.month == 1:
        return set()
    return {host_name(rank) for rank in range(args.hosts)
            if rng_of("switch", rank, args.month).random() < args.switched}


def record(url, html, encoding):
    """A member of its own, as crawlers write them; no clock in it."""
    http = f"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset={encoding}\r\nContent-Length: {len(html)}\r\n\r\n"
    body = http.encode() + html
    name = hashlib.sha256(url.encode()).hexdigest()
    head = (f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: {url}\r\nWARC-Date: 2026-01-01T00:00:00Z\r\n"
            f"WARC-Record-ID: <urn:sha256:{name}>\r\nContent-Type: application/http; msgtype=response\r\n"
            f"Content-Length: {len(body)}\r\n\r\n")
    return gzip.compress(head.encode() + body + b"\r\n\r\n", 6, mtime=0)


def generate(args):
    """The WARC files of `args`; returns the bytes of HTML in them."""
    out = pathlib.Path(args.output)
    out.mkdir(parents=True, exist_ok=True)
    files = [open(out / f"part-{number:05d}.warc.gz", "wb") for number in range(args.files)]
    size = 0
    for place, url, html, encoding in pages_of(args):
        size += len(html)
        files[place % args.files].write(record(url, html, encoding))
    for file in files:
        file.close()
    (out / "switched.txt").write_text("".join(f"{host}\n" for host in sorted(switched_hosts(args))))
    return size


def arguments(given=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pages", type=int, default=1000)
    parser.add_argument("--hosts", type=int, default=50)
    parser.add_argument("--files", type=int, default=4)
    parser.add_argument("--exponent", type=float, default=1.0)
    parser.add_argument("--sites", help="folder of sites of the data: NAME/pages")
    parser.add_argument("--month", type=int, default=1)
    parser.add_argument("--switched", type=float, default=0.1, help="share of hosts with a new template, from month 2 on")
    parser.add_argument("--reversed", action="store_true")
    parser.add_argument("-o", "--output", required=True)
    return parser.parse_args(given)


if __name__ == "__main__":
    print(f"{generate(arguments())} bytes of HTML")
