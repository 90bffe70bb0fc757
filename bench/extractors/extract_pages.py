"""Run one extractor over pages and say what it found and how long it took.

    extract_pages.py NAME [PROGRAM] < list of files, one a line

Runs in an environment that has the extractor (see `run`); one that is no Python
is a PROGRAM that takes pages and gives texts in frames (rs_trafilatura_driver).
Prints one JSON line a page, {"file", "text", "seconds"}; seconds are processor
time of the thread that extracts.
Pages are decoded before the clock starts, as UTF-8 or by what the page declares,
where the extractor wants text; those that take bytes get bytes.
"""
import json
import re
import struct
import subprocess
import sys
import time

CHARSET = re.compile(rb"charset=[\"']?([\w-]+)", re.I)


def decode(data):
    declared = CHARSET.search(data[:4096])
    named = [declared[1].decode("ascii")] if declared else []
    for name in ("utf-8", *named, "gb18030"):
        try:
            return data.decode(name)
        except (UnicodeDecodeError, LookupError):
            continue
    return data.decode("utf-8", "replace")


def make_trafilatura():
    import trafilatura
    return lambda page: trafilatura.extract(page, include_comments=False) or ""


def make_resiliparse():
    from resiliparse.extract.html2text import extract_plain_text
    return lambda page: extract_plain_text(page, main_content=True,
                                           alt_texts=False)


def make_readability():
    import lxml.html
    from readability import Document

    def extract(page):
        summary = Document(page).summary()
        return lxml.html.fromstring(summary).text_content()
    return extract


def make_justext():
    import justext
    stops = frozenset().union(*(justext.get_stoplist(name) for name in
                                ("English", "German", "French", "Russian",
                                 "Greek", "Polish", "Spanish")))

    def extract(page):
        found = justext.justext(page.encode(), stops, encoding="utf-8")
        return "\n".join(p.text for p in found if not p.is_boilerplate)
    return extract


def make_newspaper4k():
    import newspaper

    def extract(page):
        article = newspaper.Article("http://page.example/", fetch_images=False)
        article.download(input_html=page)
        article.parse()
        return article.text
    return extract


def make_lexbor_parse():
    from selectolax.lexbor import LexborHTMLParser

    def extract(page):
        LexborHTMLParser(page)
        return ""
    return extract


def by_clock(extract):
    """(text, seconds) of a page by an extractor in Python."""
    def timed(page):
        start = time.thread_time()
        try:
            found = extract(page)
        except Exception:  # an extractor that gives up has found nothing
            found = ""
        return found, time.thread_time() - start
    return timed


def by_program(program):
    """(text, seconds) of a page by a program that has a clock of its own."""
    child = subprocess.Popen([program], stdin=subprocess.PIPE,
                             stdout=subprocess.PIPE)

    def timed(page):
        data = page.encode("utf-8", "replace")
        child.stdin.write(struct.pack("<I", len(data)) + data)
        child.stdin.flush()
        seconds, length = struct.unpack("<dI", child.stdout.read(12))
        return child.stdout.read(length).decode(), seconds
    return timed


EXTRACTORS = {
    "trafilatura": make_trafilatura,
    "resiliparse": make_resiliparse,
    "readability-lxml": make_readability,
    "jusText": make_justext,
    "newspaper4k": make_newspaper4k,
    "selectolax parse only": make_lexbor_parse,
}


def main():
    name, *program = sys.argv[1:]
    extract = by_program(*program) if program else by_clock(EXTRACTORS[name]())
    for file in filter(None, sys.stdin.read().split("\n")):
        with open(file, "rb") as page:
            text, seconds = extract(decode(page.read()))
        print(json.dumps({"file": file, "text": text, "seconds": seconds}),
              flush=True)


if __name__ == "__main__":
    main()
