#!/usr/bin/env python3
# long: extracts some 2000 pages
"""Metadata against what pages declare, with the declarations taken away.

    run_metadata.py --pith PITH [--peers] [--record] [--every N] [--show FIELD] [--pin [--lower REASON]]

Pages that declare a date, an author or a title in JSON-LD or `meta` are given to
pith without any JSON-LD and `meta` (but for the encoding) and without `link`; what
it then finds in elements, address and visible text is compared with what was
declared:

  date    the same day, or one beside it (time zones)
  author  the same set of names
  title   the same words, the name of the site aside

No page shows its summary or its picture as such, so the other fields are taken
from JSON-LD and looked for in the page without JSON-LD but with its `meta`; the
language is that of the root element, which is taken away too:

  description  the same words, or one begins with the other
  site         the same name, a suffix or a beginning aside
  image        the same file name, sizes aside
  tags         half of the tags found are declared, half of the declared found
  language     the same language, regions aside

Precision: of the pages where a value was found; recall: of all with a declared
value. "date stated" is the same for the pages that still have the declared day
somewhere outside of scripts, in any form: the others show none, or another day
than they declare, and no reader could know. Checked against floors_metadata.json,
and "date stated" against the aims of DATE_AIMS. --peers measures trafilatura,
newspaper4k and htmldate on the same pages, where they are installed; --record
writes all figures to results.json, from which docs/figures.md is made; --every N
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

from quality_data import find_data, new_floor, record, write_floors

FLOORS = pathlib.Path(__file__).resolve().parent / "floors_metadata.json"
SEEN = ("date", "date stated", "author", "title")  # without any declaration
DECLARED = ("description", "site", "image", "tags", "language")  # with `meta`
FIELDS = SEEN + DECLARED
SIDES = ("precision", "recall")
DATE_AIMS = {"date stated precision": 0.97, "date stated recall": 0.85}
# The beginnings of the names of each month, in the languages of the pages.
MONTHS = ("jan ene gen oca sty ian led tammi січ янв ιαν", "feb fev fév lut şub úno helmi фев лют φεβ", "mar mrz maa mär már бер мар μαρ břez",
          "apr abr avr nis kwi ápr апр квіт απρ dub huht", "may mai mei maj mag máj мая май трав μα květ touk", "jun juin giu haz cze jún июн черв ιουν ιούν červn kes",
          "jul juil lug lip iul júl tem июл лип ιουλ ιούλ červenc hein", "aug ago aoû aou sie srp agu ağu авг серп αύγ αυγ elo",
          "sep set eyl wrz сен вер σεπ zář syys", "oct okt ott eki out paź окт жовт οκτ říj loka", "nov kas lis ноя νοε marras",
          "dec dez dic des gru déc ara дек груд δεκ pros joulu")
PITH_KEYS = {"date": "date", "author": "authors", "title": "title", "description": "description", "site": "site_name",
             "image": "image", "tags": "tags", "language": "lang"}
SETS = ("trafilatura", "wcxb_dev", "fundus_tests", "gh_sites", "recipes", "readability", "newspaper4k_tests", "goose3_tests",
        "postlight_fixtures", "chaos2017", "big9")
SCRIPT = re.compile(r"<script[^>]*ld\+json[^>]*>(.*?)</script>", re.S | re.I)
META = re.compile(r"<meta\b[^>]*>", re.I)
STRIP = re.compile(r"<script[^>]*ld\+json[^>]*>.*?</script>|<meta\b(?![^>]*charset)[^>]*>|<link\b[^>]*>", re.S | re.I)

# The language of the root element and what repeats it.
LANGUAGE = re.compile(r"(<html\b[^>]*?)\s(?:xml:)?lang\s*=\s*[\"']?([A-Za-z]{2,3})\b[\w-]*[\"']?", re.I)
LANGUAGE_META = re.compile(r"<meta\b[^>]*(?:content-language|og:locale|inLanguage|dc\.language)[^>]*>", re.I)


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


def texts(value):
    """The strings of a value of linked data, in whatever form it has them."""
    for one in value if isinstance(value, list) else [value]:
        if isinstance(one, dict):
            yield from texts(one.get("url") or one.get("contentUrl") or one.get("name"))
        elif isinstance(one, str) and one.strip():
            yield html.unescape(one).strip()


def file_name(address):
    """The name of an image without folder, query, ending and size."""
    name = re.sub(r"[?#].*", "", address).rstrip("/").rsplit("/", 1)[-1]
    return re.sub(r"[-_]?\d{2,4}x\d{2,4}|\.\w+$", "", name).lower()


def as_tags(values):
    return {words(tag) for value in values for tag in re.split("[,;]", value)} - {""} or None


def linked(source):
    """The other fields, by JSON-LD and by the root element."""
    articles_ = list(articles(source))
    one = articles_[0] if len(articles_) == 1 else {}
    publisher = one.get("publisher")
    site = next((words(name) for name in texts(publisher.get("name") if isinstance(publisher, dict) else None)), None)
    language = LANGUAGE.search(source)
    return {"description": next((words(text) for text in texts(one.get("description"))), None), "site": site or None,
            "image": {file_name(address) for address in texts(one.get("image"))} - {""} or None,
            "tags": as_tags(texts(one.get("keywords"))), "language": language.group(2).lower() if language else None}


def right(field, wanted, got):
    if field.startswith("date"):
        return abs((wanted - got).days) <= 1
    if field in ("author", "language"):
        return wanted == got
    if field == "image":
        return bool(wanted & got)
    if field == "tags":
        both = 2 * len(wanted & got)
        return both >= len(wanted) and both >= len(got)
    short, long = sorted((wanted, got), key=len)
    if field == "site":
        return f" {short} " in f" {long} " or short.replace(" ", "") == long.replace(" ", "")
    if field == "description":
        return long.startswith(short[:60])
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
            wanted = linked(source)
            if any(wanted.values()):
                kept = LANGUAGE_META.sub("", LANGUAGE.sub(r"\1", SCRIPT.sub("", source)))
                yield {"name": f"{name}/{page['file']}", "url": url, "html": kept, "wanted": wanted}


def answer(**found):
    """What an extractor found, in the form that is compared."""
    image, language = found.get("image"), found.get("language")
    return {"date": day(found.get("date")), "author": {words(a) for a in found.get("author") or ()} - {""} or None,
            "title": words(found.get("title") or "") or None, "description": words(found.get("description") or "") or None,
            "site": words(found.get("site") or "") or None, "image": {file_name(image)} if image else None,
            "tags": as_tags(found.get("tags") or ()), "language": re.split("[-_]", language.lower())[0] if language else None}


def by_pith(pith, pages):
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl", encoding="utf-8") as lines:
        for number, page in enumerate(pages):
            code = base64.b64encode(page["html"].encode()).decode()
            lines.write(json.dumps({"id": str(number), "url": page["url"], "html_b64": code}) + "\n")
        lines.flush()
        done = subprocess.run([pith, "extract", "-q", "-j", "2", "-t", "json", "--encoding", "utf-8", lines.name], stdout=subprocess.PIPE, check=False)
    found = [{} for _ in pages]
    for line in done.stdout.splitlines():
        record_ = json.loads(line)
        found[int(record_["id"])] = answer(**{name: record_.get(key) for name, key in PITH_KEYS.items()})
    return found


def by_trafilatura(page):
    import trafilatura
    found = trafilatura.extract_metadata(page["html"], default_url=page["url"] or None)
    return answer(date=found.date, author=(found.author or "").split(";"), title=found.title, description=found.description,
                  site=found.sitename, image=found.image, tags=(found.tags or []) + (found.categories or []), language=found.language)


def by_newspaper(page):
    import newspaper
    article = newspaper.Article(page["url"] or "http://example.org/", language="en")
    article.download(input_html=page["html"])
    article.parse()
    return answer(date=str(article.publish_date or ""), author=article.authors, title=article.title, description=article.meta_description,
                  site=article.meta_site_name, image=article.top_image or article.meta_img,
                  tags=list(article.tags) + list(article.meta_keywords), language=article.meta_lang)


def by_htmldate(page):
    import htmldate
    return answer(date=htmldate.find_date(page["html"], url=page["url"] or None, original_date=True))


def safely(peer, page):
    try:
        return peer(page)
    except Exception:  # a page that a peer cannot read counts as nothing found
        return {}


def measure(name, pages, found, show):
    figures = {}
    for field in FIELDS:
        wanted = [(page, page["wanted"][field], got.get(field.split()[0])) for page, got in zip(pages, found) if page["wanted"].get(field)]
        given = [row for row in wanted if row[2]]
        good = [row for row in given if right(field, row[1], row[2])]
        figures[field] = {"pages": len(wanted), "precision": len(good) / max(1, len(given)), "recall": len(good) / max(1, len(wanted))}
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
    parser.add_argument("--record", action="store_true")
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
    everyone = {"pith": figures}
    for peer in (by_trafilatura, by_newspaper, by_htmldate) if asked.peers else ():
        name = {"by_newspaper": "newspaper4k"}.get(peer.__name__, peer.__name__[3:])
        everyone[name] = measure(name, pages, [safely(peer, page) for page in pages], None)
    if asked.every > 1:
        return 0
    if asked.record:
        record("metadata", everyone)
    floors = json.loads(FLOORS.read_text(encoding="utf-8")) if FLOORS.exists() else {}
    if asked.pin:
        for field in FIELDS:
            for side in SIDES:
                key = f"{field} {side}"
                floors[key] = new_floor(f"run_metadata: {key}", floors.get(key, 0), figures[field][side], asked.lower)
        write_floors(FLOORS, floors, asked.lower)
    wrong = [f"{field} {side} {figures[field][side]:.4f} is below its floor {floors[f'{field} {side}']}" for field in FIELDS
             for side in SIDES if figures[field][side] < floors.get(f"{field} {side}", 0)]
    wrong += [f"{key} is below {aim}" for key, aim in DATE_AIMS.items() if figures["date stated"][key.split()[-1]] < aim]
    for line in wrong:
        print(f"run_metadata: {line}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
