"""Pages with a tail that they did not have: what follows the end of an article on pages of the web, put behind articles whose gold is known.

    next      further articles of the same host, in their own markup
    remarks   what readers write: a name, a date, a few sentences
    related   headlines of other articles, each with a sentence of it
    archive   some hundreds of headlines

The data has few pages of that kind, and their tails have names that give them away. Here markup and names are drawn at random, and the text is that of other
pages, so that only position, repetition and boundaries are left to learn from. The pages are a set of their own; folds go by the page's owner, and no names
or words are learnt of them (tokens.py).
"""
import html
import json
import os
import random
import re

from . import gold

SETS = [name for name in gold.TRAIN + gold.MEASURE if name not in ("gh_shops", "gh_forums", "gh_docs", "defuddle", "trafilatura")]
ARTICLE = re.compile(rb"<article\b[^>]*>.*?</article>", re.S | re.I)
SENTENCE = re.compile(r"[^.!?。！？\n]{25,240}[.!?。！？]")
BYTES_LEAST, GOLD_LEAST = 3000, 600


def escaped(text):
    """Text as character references, which every encoding can carry."""
    return html.escape(text).encode("ascii", "xmlcharrefreplace")


def eligible(data):
    """Records of article pages with exactly one <article> of some length: `bytes`, `span` of the article and `sentences` of the gold are added."""
    for name in SETS:
        for record in gold.pages(data, name):
            if record.get("page_type") not in ("article", "news") or len(record.get("gold_text") or "") < GOLD_LEAST:
                continue
            with open(record["path"], "rb") as file:
                page = file.read()
            spans = [match.span() for match in ARTICLE.finditer(page)]
            if len(spans) == 1 and spans[0][1] - spans[0][0] > BYTES_LEAST:
                sentences = [found.strip() for found in SENTENCE.findall(record["gold_text"])]
                yield {**record, "id": f"{name}-{record['id']}", "bytes": page, "span": spans[0], "sentences": sentences}


def element(chosen, tags, inner):
    """One of the tags, half of the time with a class that says nothing."""
    tag = chosen.choice(tags)
    name = "".join(chosen.choice("bcdfghklmnprstvz") for _ in range(4))
    return f'<{tag} class="{name}">'.encode() + inner + f"</{tag}>".encode() if chosen.random() < 0.5 else f"<{tag}>".encode() + inner + f"</{tag}>".encode()


def headline(record):
    return record.get("title") or record["gold_text"].strip().split("\n")[0][:90]


def date(chosen):
    day, month, year = chosen.randrange(1, 29), chosen.randrange(1, 13), chosen.randrange(2006, 2026)
    forms = (f"{day}.{month}.{year}", f"{year}-{month:02}-{day:02} {chosen.randrange(24):02}:{chosen.randrange(60):02}", f"{month}/{day}/{year}", f"{day:02}/{month:02}/{year}, {chosen.randrange(24)}:{chosen.randrange(60):02}")
    return chosen.choice(forms).encode()


def others(chosen, everything, record):
    """Pages in the same language as the record where there are some."""
    alike = [other for other in everything if other.get("lang") == record.get("lang") and other["owner"] != record["owner"] and len(other["sentences"]) > 3]
    return alike or [other for other in everything if len(other["sentences"]) > 3]


def next_articles(chosen, record, everything):
    of_host = [other for other in everything if other["owner"] == record["owner"] and other["id"] != record["id"]]
    if not of_host:
        return None
    return b"\n".join(other["bytes"][slice(*other["span"])] for other in chosen.sample(of_host, min(len(of_host), chosen.randrange(1, 4))))


def remarks(chosen, record, everything):
    pool, rows = others(chosen, everything, record), []
    tags, body, dates = chosen.choice((["b"], ["strong"], ["a"], ["h4"], ["span"], ["cite"])), chosen.choice((["p"], ["div"], ["blockquote"])), chosen.randrange(1 << 20)
    row, dated = chosen.choice((["div"], ["li"], ["section"])), chosen.random() < 0.9
    for _ in range(chosen.randrange(3, 40)):
        one = chosen.choice(pool)
        who = chosen.choice(one["sentences"]).split()[0][:20] or "A"
        said = " ".join(chosen.sample(one["sentences"], min(len(one["sentences"]), chosen.randrange(1, 4))))
        head = element(chosen, tags, escaped(who)) + (b" <span>" + date(random.Random(dates)) + b"</span>" if dated else b"")
        dates += 1
        rows.append(element(chosen, row, b"<div>" + head + b"</div>" + element(chosen, body, escaped(said))))
    return element(chosen, ["ul" if row == ["li"] else "div"], b"\n".join(rows))


def related(chosen, record, everything):
    pool, level, teaser = others(chosen, everything, record), chosen.choice((["h3"], ["h2"], ["h4"], ["p"], ["div"])), chosen.random() < 0.7
    rows = []
    for number in range(chosen.randrange(3, 25)):
        one = chosen.choice(pool)
        link = b'<a href="/%d">%s</a>' % (number, escaped(headline(one)))
        rows.append(element(chosen, ["div"], element(chosen, level, link) + (b"<p>" + escaped(chosen.choice(one["sentences"])) + b"</p>" if teaser else b"")))
    return element(chosen, ["div", "section"], b"\n".join(rows))


def archive(chosen, record, everything):
    pool, row, dated = others(chosen, everything, record), chosen.choice((["li"], ["div"], ["p"])), chosen.random() < 0.4
    rows = [element(chosen, row, (date(chosen) + b" " if dated else b"") + b'<a href="/a/%d">%s</a>' % (number, escaped(headline(chosen.choice(pool)))))
            for number in range(chosen.choice((100, 300, 500, 1000)))]
    return element(chosen, ["ul" if row == ["li"] else "div"], b"\n".join(rows))


KINDS = (next_articles, next_articles, remarks, remarks, related, archive)


def write(data):
    """The set: html/ and gold.jsonl as every other has them."""
    place, everything = gold.folder(data, gold.TAILS), list(eligible(data))
    os.makedirs(os.path.join(place, "html"), exist_ok=True)
    with open(os.path.join(place, "gold.jsonl"), "w", encoding="utf-8") as out:
        for record in everything:
            chosen, end = random.Random(record["id"]), record["span"][1]
            tail = chosen.choice(KINDS)(chosen, record, everything) or remarks(chosen, record, everything)
            name = re.sub(r"[^\w.-]", "_", record["id"])[:120] + ".html"
            with open(os.path.join(place, "html", name), "wb") as file:
                file.write(record["bytes"][:end] + tail + record["bytes"][end:])
            kept = {key: record.get(key) for key in ("id", "url", "lang", "page_type", "gold_text", "owner")}
            out.write(json.dumps({**kept, "file": "html/" + name}) + "\n")
