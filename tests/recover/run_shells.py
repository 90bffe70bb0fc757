#!/usr/bin/env python3
"""Pages that show nothing: is the prose of their data found, and named?

Each page is a shell as frameworks write them. What is expected: the source, a
warning, words that must be in the text and words that must not.

Exit 0 as it should be, 1 not.

Usage: run_shells.py --pith PROGRAM
"""
import argparse
import json
import sys

import run_recover

PROSE = ("It rained all day in the harbour, and nobody went out. The boats stayed where they were, tied to "
         "the old wall, and the market did not open until the evening came.")
OTHER = "A person who has written about the weather, and about little else, for many years now."
CHINESE = "今天港口下了一整天的雨,没有人出门。船只停在原地,系在旧墙上,市场直到傍晚才开门。" * 3
MOUNT = '<!doctype html><title>T</title><body><div id="root"></div>'


def linked(data):
    return f'{MOUNT}<script type="application/ld+json">{json.dumps(data)}</script>'


def state(name, data):
    return f"{MOUNT}<script>window.{name} = {json.dumps(data)};</script>"


def typed(data):
    return f'{MOUNT}<script id="__NEXT_DATA__" type="application/json">{json.dumps(data)}</script>'


# name: (page, source, warning, in the text, not in the text)
PAGES = {
    "article": (linked({"@type": "NewsArticle", "articleBody": PROSE,
                        "author": {"@type": "Person", "description": OTHER}}),
                "linked-data", None, "old wall", "little else"),
    "question": (linked({"@type": "QAPage", "mainEntity": {
        "@type": "Question", "text": "Why does it rain in the harbour so often in winter?",
        "acceptedAnswer": {"@type": "Answer", "text": "Because the wind comes from the sea, and with it the clouds."}}}),
        "linked-data", None, "wind comes", "acceptedAnswer"),
    "product": (linked({"@type": "Product", "name": "Tea", "description": PROSE}), "linked-data", None, "old wall", "@type"),
    "next": (typed({"props": {"post": {"body": f"<p>{PROSE}</p><p>Salt &amp; wind.</p>", "css": ".a{b:c} .d{e:f} .g{h:i}"}}}),
             "state", None, "Salt & wind.", "b:c"),
    "nuxt": (state("__NUXT__", {"data": [{"story": PROSE}]}), "state", None, "old wall", "story"),
    "apollo": (state("__APOLLO_STATE__", {"Post:1": {"__typename": "Post", "text": PROSE}}), "state", None, "old wall", "Post"),
    "chinese": (state("__INITIAL_STATE__", {"post": {"content": CHINESE}}), "state", None, "市场", "post"),
    "twice": (typed({"a": {"text": PROSE}, "b": {"text": PROSE}}), "state", None, "old wall", f"came.\n\nIt rained"),
    "escaped": (typed({"text": PROSE + " One is 1 < 2."}), "state", None, "1 < 2", None),
    "notice": ("<!doctype html><title>App</title><noscript>You need to enable JavaScript to run this app.</noscript>"
               '<div id="root"></div><script src="main.js"></script>', None, "script-shell", "JavaScript", None),
    "empty": (f'{MOUNT}<script src="main.js"></script>', None, "script-shell", None, None),
    "code only": (typed({"css": ".a{color:red} " * 40, "path": "/a/b/c " * 30}), None, "script-shell", None, "color"),
    "frames": ('<html><head><title>F</title></head><frameset cols="1,2"><frame src="nav.html"><frame src="main.html">'
               "</frameset></html>", None, "frameset", None, None),
    "short": ("<p>Just a few words here.</p><script>var a = 1;</script>", None, None, "few words", None),
    "page": (f'<p>{PROSE}</p><p>{OTHER}</p><script type="application/ld+json">{json.dumps({"text": CHINESE})}</script>',
             None, None, "old wall", "市场"),
}


def check(name, record):
    """What is wrong with a record."""
    _, source, warning, wanted, unwanted = PAGES[name]
    if record.get("source") != source:
        yield f"source {record.get('source')}, not {source}"
    if (warning not in record["warnings"]) if warning else record["warnings"]:
        yield f"warnings {record['warnings']}, not {warning}"
    if wanted and wanted not in record["text"] or unwanted and unwanted in record["text"]:
        yield f"text {record['text'][:200]!r}"
    if warning and record.get("confidence", 0) > 0.2:
        yield f"confidence {record['confidence']}"
    if (name == "frames") != (record.get("frames") == ["nav.html", "main.html"]):
        yield f"frames {record.get('frames')}"


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--pith", required=True)
    arguments = options.parse_args()
    records = run_recover.extract(arguments.pith, [{"id": name, "html": page[0]} for name, page in PAGES.items()])
    wrong = [f"{name}: {what}" for name in PAGES for what in check(name, records[name])]
    print("\n".join(wrong) or f"shells: {len(PAGES)} pages as expected")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
