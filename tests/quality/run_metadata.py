#!/usr/bin/env python3
# long: extracts some 2000 pages
"""Metadata against what pages declare, with the declarations taken away.

    run_metadata.py --pith PITH [--peers] [--every N] [--show FIELD] [--pin [--lower REASON]]

Pages that declare a date, an author or a title in JSON-LD or `meta` are given to
pith without any JSON-LD and `meta` (but for the encoding) and without `link`; what
it then finds in elements, address and visible text is compared with what was
declared:

  date    the same day, or one beside it (time zones)
  author  the same set of names
  title   the same words, the name of the site aside

Precision: of the pages where a value was found; recall: of all with a declared
value. "date stated" is the same for the pages that still have the declared day
somewhere outside of scripts, in any form: the others show none, or another day
than they declare, and no reader could know. Checked against floors_metadata.json,
and "date stated" against the aims of DATE_AIMS. --peers measures trafilatura,
newspaper4k and htmldate on the same pages, where they are installed; --every N
takes one page in N, without floors. Skipped (exit code 77) without the data.
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
FIELDS = ("date", "date stated", "author", "title")
DATE_AIMS = {"date stated precision": 0.97, "date stated recall": 0.85}
# The beginnings of the names of each month, in the languages of the pages.
MONTHS = ("jan ene gen oca sty ian led tammi січ янв ιαν", "feb fev fév lut şub úno helmi фев лют φεβ", "mar mrz maa mär már бер мар μαρ břez",
          "apr abr avr nis kwi ápr апр квіт απρ dub huht", "may mai mei maj mag máj мая май трав μα květ touk", "jun juin giu haz cze jún июн черв ιουν ιούν červn kes",
          "jul juil lug lip iul júl tem июл лип ιουλ ιούλ červenc hein", "aug ago aoû aou sie srp agu ağu авг серп αύγ αυγ elo",
          "sep set eyl wrz сен вер σεπ zář syys", "oct okt ott eki out paź окт жовт οκτ říj loka", "nov kas lis ноя νοε marras",
          "dec dez dic des gru déc ara дек груд δεκ pros joulu")
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


def written(date):
    """An expression for all ways to write a day."""
    year, month, number = date.year, rf"0?{date.month}", rf"0?{date.day}"
    name = rf"(?:{MONTHS[date.month - 1].replace(' ', '|')})\w*"
    years = rf"(?:{year}|{year % 100:02}\b)"
    return re.compile(rf"{year}[-/.]{month}[-/.]{number}(?!\d)|{year}{date.month:02}{date.day:02}"
                      rf"|(?<!\d){number}(?:st|nd|rd|th|er|\.|º|ª)?[\s,./-]*(?:de |of )?{name}[\s,./'’-]*(?:de |del )?{years}"
                      rf"|{name}[\s,.]*{number}(?:st|nd|rd|th)?[\s,.]*{years}"
                      rf"|(?<!\d){number}[./-]\s?{month}[./-]\s?{years}|(?<!\d){month}[./-]{number}[./-]{years}"
                      rf"|{year}\s?年\s?{month}\s?月\s?{number}", re.I)


def around(date, place):
    """The parts of a text with the year in it: the expression is slow."""
    year = re.compile(rf"{date.year}|[./'’ -]{date.year % 100:02}\b")
    return "\n".join(place[max(0, found.start() - 30):found.end() + 12] for found in year.finditer(place))


def is_stated(date, source, url):
    """Whether the day, or one beside it, is in text, attributes or address."""
    source = re.sub(r"<script.*?</script>", "", source, flags=re.S | re.I)
    text = re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", source).replace("&nbsp;", " "))
    for step in (0, -1, 1):
        near = date + datetime.timedelta(step)
        if any(written(near).search(around(near, place)) for place in (url, text, source)):
            return True
    return False


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
    if field.startswith("date"):
        return abs((wanted - got).days) <= 1
    if field == "author":
        return wanted == got
    short, long = sorted((wanted, got), key=len)
    return long.startswith(short) and len(short) * 2 > len(long) or long == short


def sample(data, every):
    for name in SETS:
        folder = next(part for part in data.glob("*/*") if part.name == name)
        for line in (folder / "gold.jsonl").read_text(encoding="utf-8").splitlines()[::every]:
            page = json.loads(line)
            raw = (folder / page["file"]).read_bytes()
            try:
                source = raw.decode("utf-8")
            except UnicodeDecodeError:
                continue
            wanted, url, stripped = declared(source), page.get("url") or "", STRIP.sub("", source)
            if any(wanted.values()):
                stated = wanted["date"] and is_stated(wanted["date"], stripped, url)
                wanted["date stated"] = wanted["date"] if stated else None
                yield {"name": f"{name}/{page['file']}", "url": url, "html": stripped, "wanted": wanted}


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
        wanted = [(page, page["wanted"][field], got.get(field.split()[0])) for page, got in zip(pages, found) if page["wanted"][field]]
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
    parser.add_argument("--every", type=int, default=1, metavar="N")
    parser.add_argument("--show", choices=FIELDS)
    parser.add_argument("--pin", action="store_true")
    parser.add_argument("--lower", metavar="REASON")
    asked = parser.parse_args()
    data = find_data("single")
    if not data:
        print("run_metadata: no data; skipped")
        return 77
    pages = list(sample(data, asked.every))
    figures = measure("pith", pages, by_pith(asked.pith, pages), asked.show)
    for peer in (by_trafilatura, by_newspaper, by_htmldate) if asked.peers else ():
        measure(peer.__name__[3:], pages, [safely(peer, page) for page in pages], None)
    if asked.every > 1:
        return 0
    floors = json.loads(FLOORS.read_text(encoding="utf-8")) if FLOORS.exists() else {}
    if asked.pin:
        for field in FIELDS:
            for side, figure in figures[field].items():
                key = f"{field} {side}"
                floors[key] = new_floor(f"run_metadata: {key}", floors.get(key, 0), figure, asked.lower)
        write_floors(FLOORS, floors, asked.lower)
    wrong = [f"{field} {side} {figure:.4f} is below its floor {floors[f'{field} {side}']}" for field in FIELDS
             for side, figure in figures[field].items() if figure < floors.get(f"{field} {side}", 0)]
    wrong += [f"{key} is below {aim}" for key, aim in DATE_AIMS.items() if figures["date stated"][key.split()[-1]] < aim]
    for line in wrong:
        print(f"run_metadata: {line}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
