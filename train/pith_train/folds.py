"""Folds by registrable domain: pages of one owner are never on both sides.

The public suffix list would be exact; the short list below covers what the data sets hold. Hosts where anybody may open a site (blogs,
free hosting) count by their full name. A page of the Web Archive counts as a page of the site it was taken from.
"""
import re
from collections import Counter
from urllib.parse import urlsplit

SECOND_LEVEL = {"co", "com", "net", "org", "gov", "edu", "ac", "gob", "go", "or", "ne", "gv", "in", "asso", "nom"}
SHARED_HOSTS = {"wordpress.com", "blogspot.com", "tumblr.com", "typepad.com", "github.io", "livejournal.com", "substack.com", "medium.com",
                "over-blog.com", "blogs.com", "tripod.com", "blogsport.de", "blogger.de", "twoday.net", "wixsite.com", "weebly.com"}
ARCHIVE = re.compile(r"^https?://web(?:-beta)?\.archive\.org/web/[0-9a-z_*]+/(.*)$")


def origin(url):
    """The address a page was taken from."""
    found = ARCHIVE.match(url or "")
    url = found.group(1) if found else url or ""
    return url if "://" in url else "http://" + url if url else ""


def domain(url):
    """The registrable domain of an address; an empty string where there is none."""
    host = (urlsplit(origin(url)).hostname or "").strip(".").lower()
    if re.fullmatch(r"[0-9.]+", host):
        return host
    parts = host.split(".")
    if len(parts) <= 2:
        return host
    if len(parts[-1]) == 2 and parts[-2] in SECOND_LEVEL:
        parts = parts[-3:] if len(parts) >= 3 else parts
    else:
        parts = parts[-2:] if ".".join(parts[-2:]) not in SHARED_HOSTS else parts[-3:]
    return ".".join(parts)


def assign(keys, folds):
    """A fold number per key (a page's domain or name): same key, same fold, folds of about equal size, by no chance."""
    counts = Counter(keys)
    load = [0] * folds
    fold_of = {}
    for key, pages in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
        lightest = min(range(folds), key=lambda fold: (load[fold], fold))
        fold_of[key] = lightest
        load[lightest] += pages
    return [fold_of[key] for key in keys]
