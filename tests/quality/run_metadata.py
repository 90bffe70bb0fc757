#!/usr/bin/env python3
# long: extracts some 2000 pages
"""Metadata against what pages declare, with the declarations taken away.

    run_metadata.py --pith PITH [--peers] [--show FIELD] [--pin [--lower REASON]]

Pages that declare a date, an author or a title in JSON-LD or `meta` are given to
pith without any JSON-LD and `meta` (but for the encoding) and without `link`; what
it then finds in elements, address and visible text is compared with what was
declared:

  date    the same day, or one beside it (time zones)
  author  the same set of names
  title   the same words, the name of the site aside

Precision: of the pages where a value was found; recall: of all with a declared
value. Checked against floors_metadata.json. --peers measures trafilatura,
newspaper4k and htmldate on the same pages, where they are installed. Skipped
(exit code 77) without the data.
"""
import argparse
import base64
import datetime
import html
import json
import pathlib
import re
import subprocess
import sys
import tempfile

from quality_data import find_data, new_floor, write_floors

FLOORS = pathlib.Path(__file__).resolve().parent / "floors_metadata.json"
FIELDS = ("date", "author", "title")
SETS = ("trafilatura", "wcxb_dev", "fundus_tests", "gh_sites", "recipes", "readability", "newspaper4k_tests", "goose3_tests",
        "postlight_fixtures", "chaos2017", "big9")
SCRIPT = re.compile(r"<script[^>]*ld\+json[^>]*>(.*?)</script>", re.S | re.I)
META = re.compile(r"<meta\b[^>]*>", re.I)
STRIP = re.compile(r"<script[^>]*ld\+json[^>]*>.*?</script>|<meta\b(?![^>]*charset)[^>]*>|<link\b[^>]*>", re.S | re.I)


def objects(value):
    if isinstance(value, list):
        for one in value:
            yield from objects(one)
    elif isinstance(value, dict):
        yield value
        yield from objects(value.get("@graph", []))


def articles(source):
    for text in SCRIPT.findall(source):
        try:
            found = list(objects(json.loads(text, strict=False)))
        except ValueError:
            continue
        for one in found:
            kinds = one.get("@type")
            kinds = kinds if isinstance(kinds, list) else [kinds]
            if any(str(kind).endswith(("Article", "Posting", "Report")) for kind in kinds):
                yield one


def metas(source):
    found = {}
    for tag in META.findall(source):
        pairs = {name.lower(): one or two for name, one, two in re.findall(r"([\w:-]+)\s*=\s*(?:\"([^\"]*)\"|'([^']*)')", tag)}
        name = pairs.get("property") or pairs.get("name")
        if name and pairs.get("content"):
            found.setdefault(name.lower(), html.unescape(pairs["content"]))
    return found


def names(value):
    """The names of authors, people only."""
    for one in value if isinstance(value, list) else [value]:
        if isinstance(one, dict) and one.get("@type") in (None, "Person", ["Person"]):
            yield from names(one.get("name"))
        elif isinstance(one, str) and not re.search(r"https?:|@|\.(com|de)\b", one):
            yield html.unescape(one).strip()


def day(text):
    found = re.match(r"(\d{4})-(\d\d)-(\d\d)", str(text or "").strip())
    try:
        return datetime.date(*map(int, found.groups())) if found else None
    except ValueError:
        return None


def words(text):
    return " ".join(re.findall(r"\w+", html.unescape(str(text)).lower()))


def declared(source):
    meta, articles_ = metas(source), list(articles(source))
    if len(articles_) > 1:  # a list of articles declares nothing about the page
        articles_ = []
    one = articles_[0] if articles_ else {}
    date = day(one.get("datePublished")) or day(meta.get("article:published_time"))
    author = {words(name) for name in names(one.get("author") or [])} - {""}
    title = one.get("headline") or meta.get("og:title")
    return {"date": date, "author": author or None, "title": words(title) if isinstance(title, str) else None}


def right(field, wanted, got):
    if field == "date":
        return abs((wanted - got).days) <= 1
    if field == "author":
        return wanted == got
    short, long = sorted((wanted, got), key=len)
    return long.startswith(short) and len(short) * 2 > len(long) or long == short


def sample(data):
    for name in SETS:
        folder = next(part for part in data.glob("*/*") if part.name == name)
        for line in (folder / "gold.jsonl").read_text(encoding="utf-8").splitlines():
            page = json.loads(line)
            raw = (folder / page["file"]).read_bytes()
            try:
                source = raw.decode("utf-8")
            except UnicodeDecodeError:
                continue
            wanted = declared(source)
            if any(wanted.values()):
                yield {"name": f"{name}/{page['file']}", "url": page.get("url") or "", "html": STRIP.sub("", source), "wanted": wanted}


def by_pith(pith, pages):
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl", encoding="utf-8") as lines:
        for number, page in enumerate(pages):
            code = base64.b64encode(page["html"].encode()).decode()
            lines.write(json.dumps({"id": str(number), "url": page["url"], "html_b64": code}) + "\n")
        lines.flush()
        done = subprocess.run([pith, "extract", "-q", "-j", "2", "-t", "json", "--encoding", "utf-8", lines.name], stdout=subprocess.PIPE, check=False)
    found = [{} for _ in pages]
    for line in done.stdout.splitlines():
        record = json.loads(line)
        found[int(record["id"])] = {"date": day(record.get("date")), "author": {words(a) for a in record.get("authors", [])} or None,
                                    "title": words(record.get("title", "")) or None}
    return found


def by_trafilatura(page):
    import trafilatura
    found = trafilatura.extract_metadata(page["html"], default_url=page["url"] or None)
    return {"date": day(found.date), "author": {words(a) for a in (found.author or "").split(";")} - {""} or None, "title": words(found.title or "") or None}


def by_newspaper(page):
    import newspaper
    article = newspaper.Article(page["url"] or "http://example.org/", language="en")
    article.download(input_html=page["html"])
    article.parse()
    return {"date": day(str(article.publish_date or "")), "author": {words(a) for a in article.authors} - {""} or None, "title": words(article.title or "") or None}


def by_htmldate(page):
    import htmldate
    return {"date": day(htmldate.find_date(page["html"], url=page["url"] or None, original_date=True))}


def safely(peer, page):
    try:
        return peer(page)
    except Exception:  # a page that a peer cannot read counts as nothing found
        return {}


def measure(name, pages, found, show):
    figures = {}
    for field in FIELDS:
        wanted = [(page, page["wanted"][field], got.get(field)) for page, got in zip(pages, found) if page["wanted"][field]]
        given = [row for row in wanted if row[2]]
        good = [row for row in given if right(field, row[1], row[2])]
        figures[field] = {"precision": len(good) / max(1, len(given)), "recall": len(good) / max(1, len(wanted))}
        print(f"run_metadata: {name}: {field}: precision {figures[field]['precision']:.3f}, recall {figures[field]['recall']:.3f} "
              f"({len(good)} right, {len(given)} found, {len(wanted)} declared)")
        for page, want, got in wanted if show == field else ():
            if not got or not right(field, want, got):
                print("  ", page["name"], want, got, page["url"][:80])
    return figures


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pith", required=True)
    parser.add_argument("--peers", action="store_true")
    parser.add_argument("--show", choices=FIELDS)
    parser.add_argument("--pin", action="store_true")
    parser.add_argument("--lower", metavar="REASON")
    asked = parser.parse_args()
    data = find_data("single")
    if not data:
        print("run_metadata: no data; skipped")
        return 77
    pages = list(sample(data))
    figures = measure("pith", pages, by_pith(asked.pith, pages), asked.show)
    for peer in (by_trafilatura, by_newspaper, by_htmldate) if asked.peers else ():
        measure(peer.__name__[3:], pages, [safely(peer, page) for page in pages], None)
    floors = json.loads(FLOORS.read_text(encoding="utf-8")) if FLOORS.exists() else {}
    if asked.pin:
        for field in FIELDS:
            for side, figure in figures[field].items():
                key = f"{field} {side}"
                floors[key] = new_floor(f"run_metadata: {key}", floors.get(key, 0), figure, asked.lower)
        write_floors(FLOORS, floors, asked.lower)
    wrong = [f"{field} {side} {figure:.4f} is below its floor {floors[f'{field} {side}']}" for field in FIELDS
             for side, figure in figures[field].items() if figure < floors.get(f"{field} {side}", 0)]
    for line in wrong:
        print(f"run_metadata: {line}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
