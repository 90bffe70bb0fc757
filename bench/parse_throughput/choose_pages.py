#!/usr/bin/env python3
"""Choose the pages of the parse benchmark and write pages.txt.

In: the unpacked data sets (PITH_DATA, default build/data). Out: pages.txt, one
line a page: SHA-256 of its bytes, size, path below the data folder. Only pages
that are valid UTF-8 are taken, so that every parser can be given the very same
bytes without a conversion. Within a set the order is that of a hash of the
path, so the sample is a fair draw and the same on every machine.

The list is kept in the repository; run this again only to change the sample.
"""
import hashlib
import os
import pathlib

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]

# Set and number of pages. Mostly modern pages, where script and style are half
# of the bytes; then older news, other scripts than Latin, and hand-made sites.
QUOTA = [
    ("single/train/wcxb_dev/html", 105),
    ("single/measure/dragnet/html", 22),
    ("single/measure/l3s_gn1/html", 12),
    ("single/train/daniel/html", 22),
]
SITE_PAGES = 20
MOST_BYTES = 1_500_000  # one giant must not be a tenth of the measurement
LEAST_BYTES = 2_000  # error pages show nothing


def order(path):
    return hashlib.sha256(str(path).encode()).hexdigest()


def usable(data, path):
    raw = (data / path).read_bytes()
    if not LEAST_BYTES <= len(raw) <= MOST_BYTES:
        return None
    try:
        raw.decode("utf-8")
    except UnicodeDecodeError:
        return None
    return raw


def draw(data, folder, count):
    """The first `count` usable pages of a folder in hash order."""
    paths = sorted(
        (p.relative_to(data) for p in (data / folder).rglob("*") if p.is_file()),
        key=order,
    )
    for path in paths:
        if count == 0:
            return
        raw = usable(data, path)
        if raw is not None:
            count -= 1
            yield path, raw


def draw_sites(data):
    """One page from each of the first sites in hash order."""
    sites = sorted((data / "sites").iterdir(), key=lambda p: order(p.name))
    sites = [s for s in sites if not s.name.endswith("_big")]
    found = 0
    for site in sites:
        for pick in draw(data, site.relative_to(data) / "pages", 1):
            yield pick
            found += 1
        if found == SITE_PAGES:
            return


def main():
    data = pathlib.Path(os.environ.get("PITH_DATA", ROOT / "build/data"))
    picks = [p for folder, count in QUOTA for p in draw(data, folder, count)]
    picks += draw_sites(data)
    lines = [
        f"{hashlib.sha256(raw).hexdigest()} {len(raw)} {path}\n" for path, raw in picks
    ]
    digest = hashlib.sha256("".join(lines).encode()).hexdigest()
    total = sum(len(raw) for _, raw in picks)
    head = (
        f"# {len(picks)} pages, {total} bytes; SHA-256 of the lines below:\n# {digest}\n"
    )
    (HERE / "pages.txt").write_text(head + "".join(lines))
    print(head, end="")


if __name__ == "__main__":
    main()
