#!/usr/bin/env python3
# long: extracts some 1200 pages
"""Images and headlines in the Markdown of real pages.

    run_images.py --pith PITH [--peers] [--show N]

Over a fixed sample of the single pages (every n-th of each set):

  junk      images in Markdown whose address or alternative text has a word for
            a tracker, logo, icon or advert: at most JUNK of all images. The
            list is this script's own, not the library's
  headline  pages whose only h1 is the beginning of their title and that have it
            as a heading in Markdown exactly once: at least HEADLINE

--peers measures trafilatura on the same pages, where it is installed. Without
the data the test is skipped (exit code 77).
"""
import argparse
import html
import json
import pathlib
import re
import subprocess
import sys
import tempfile

from quality_data import find_data

JUNK = 0.05
HEADLINE = 0.95
PAGES = 60  # of each set
WORDS = (r"tracker|tracking|track|pixel|beacon|counter|spacer|blank|transparent|clear|1x1|logo|logos|icon|icons|ico|favicon|sprite|"
         r"sprites|button|buttons|btn|arrow|bullet|badge|ad|ads|adv|advert|adverts|advertising|advertisement|adserver|banner|"
         r"banners|sponsor|promo|doubleclick|gravatar|avatar|avatars|emoji|smilies|smiley|share|social|rss|feed")
JUNK_WORD = re.compile(rf"(?:^|[^a-zA-Z])(?:{WORDS})(?:[^a-zA-Z]|$)", re.I)
IMAGE = re.compile(r"!\[((?:[^\]\\]|\\.)*)\]\(([^)\s]*(?:\\.[^)\s]*)*)\)")
ESCAPE = re.compile(r"\\(?=[^\w\s])")


def is_junk(alt, address):
    """Words of the host do not count, but for those of ad servers."""
    place = re.sub(r"^https?://[^/]*", lambda host: host[0] if "doubleclick" in host[0] else "", address)
    return bool(JUNK_WORD.search(place) or re.search(r"\b(logo|icon|advertisement|avatar)\b", alt, re.I))


def sample(data):
    for folder in sorted(data.glob("*/*")):
        lines = (folder / "gold.jsonl").read_text(encoding="utf-8").splitlines()
        for line in lines[::max(1, len(lines) // PAGES)][:PAGES]:
            page = json.loads(line)
            yield page.get("url") or "", folder / page["file"]


def words_of(text):
    return " ".join(re.findall(r"\w+", html.unescape(text).lower()))


def only_headline(source):
    """The words of the only h1 if the title begins with them, else None."""
    source = re.sub(rb"<!--.*?-->|<script.*?</script>", b"", source, flags=re.S | re.I)
    heads = re.findall(rb"<h1[^>]*>(.*?)</h1>", source, re.S | re.I)
    title = re.search(rb"<title[^>]*>(.*?)</title>", source, re.S | re.I)
    if len(heads) != 1 or not title or re.search(rb"<(img|svg|button)", heads[0]):
        return None
    try:
        head, title = (words_of(re.sub(r"<[^>]*>", " ", part.decode("utf-8"))) for part in (heads[0], title[1]))
    except UnicodeDecodeError:
        return None
    return head if head and f"{title} ".startswith(f"{head} ") else None


def headings(markdown):
    lines = re.findall(r"^#+ (.*)$", markdown, re.M)
    return [words_of(ESCAPE.sub("", re.sub(r"\]\([^)]*\)", "]", line))) for line in lines]


def records(pith, pages):
    """The Markdown of each page; JSON lines carry the addresses."""
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl", encoding="utf-8") as lines:
        import base64
        for number, (url, file) in enumerate(pages):
            json.dump({"id": str(number), "url": url, "html_b64": base64.b64encode(file.read_bytes()).decode()}, lines)
            lines.write("\n")
        lines.flush()
        done = subprocess.run([pith, "extract", "-q", "-j", "2", "-t", "json", "--md", lines.name], stdout=subprocess.PIPE, check=False)
    found = {}
    for line in done.stdout.splitlines():
        record = json.loads(line)
        found[int(record["id"])] = record.get("markdown", "")
    return found


def peers(pages):
    import trafilatura
    found = {}
    for number, (url, file) in enumerate(pages):
        try:
            found[number] = trafilatura.extract(file.read_bytes(), url=url or None, output_format="markdown", include_images=True,
                                                include_formatting=True) or ""
        except Exception:  # a page that the peer cannot read counts as empty
            found[number] = ""
    return found


def measure(name, pages, found, show):
    images = [(alt, address) for markdown in found.values() for alt, address in IMAGE.findall(markdown)]
    junk = [image for image in images if is_junk(*image)]
    wanted = [(number, head) for number, (_, file) in enumerate(pages) if (head := only_headline(file.read_bytes()))]
    missing = [number for number, head in wanted if headings(found.get(number, "")).count(head) != 1]
    for image in junk[:show]:
        print("   junk", *image)
    for number in missing[:show]:
        print("   no headline", pages[number][1])
    shares = len(junk) / max(1, len(images)), 1 - len(missing) / max(1, len(wanted))
    print(f"run_images: {name}: {len(junk)} of {len(images)} images are junk ({shares[0]:.1%}); "
          f"headline on {len(wanted) - len(missing)} of {len(wanted)} pages ({shares[1]:.1%})")
    return shares


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pith", required=True)
    parser.add_argument("--peers", action="store_true")
    parser.add_argument("--show", type=int, default=0)
    asked = parser.parse_args()
    data = find_data("single")
    if not data:
        print("run_images: no data; skipped")
        return 77
    pages = list(sample(data))
    junk, headline = measure("pith", pages, records(asked.pith, pages), asked.show)
    if asked.peers:
        measure("trafilatura", pages, peers(pages), 0)
    return 0 if junk <= JUNK and headline >= HEADLINE else 1


if __name__ == "__main__":
    sys.exit(main())
