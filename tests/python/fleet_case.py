"""Generated sites, what the command makes of them, and pages that misbehave: for
the tests of pith._fleet and pith.spark."""
import json
import pathlib
import subprocess
import sys

import python_module

sys.path.insert(0, str(python_module.ROOT / "bench/scale"))
import generate  # noqa: E402

# Put in front of the module under test: pages with these words do what no page
# may do to its neighbours. The product has no such switch.
SABOTAGE = '''
import os, time
import pith._core as core, pith._site as site
def sabotage(html):
    if not isinstance(html, bytes): return  # a parsed page: never one of these
    if b"POISON-crash" in html: os.kill(os.getpid(), 11)
    if b"POISON-exit" in html: os._exit(3)
    if b"POISON-endless" in html: time.sleep(3600)
    if b"POISON-memory" in html: bytearray(1 << 34)
add, extract = core.Site.add, core.OpenSite.extract
def bad_add(self, html, **options):
    sabotage(html)
    return add(self, html, **options)
def bad_extract(self, html, **options):
    sabotage(html)
    return extract(self, html, **options)
site.Site.add, site.OpenSite.extract = bad_add, bad_extract
'''
POISON = ("crash", "exit", "endless", "memory")
SAME = ("text", "title", "lang", "page_type", "encoding", "cluster", "warnings")


def make(folder, *given):
    """The archives of a small crawl."""
    generate.generate(generate.arguments([*map(str, given), "-o", str(folder)]))
    return sorted(folder.glob("*.warc.gz"))


def by_command(pith, archives, folder):
    """({url: record}, {site: model}) as the command has them."""
    subprocess.run([pith, "site", "-q", "--group-by", "host", *archives, "-o", folder / "pages"], check=True, timeout=300)
    subprocess.run([pith, "learn", "-q", "--group-by", "host", *archives, "-o", folder / "models"], check=True,
                   timeout=300, stdout=subprocess.DEVNULL)
    records = {}
    for path in (folder / "pages").glob("*/pages.jsonl"):
        for line in path.read_bytes().splitlines():
            record = json.loads(line)
            records[record["url"]] = record
    models = {path.name[:-len(".pith")]: path.read_bytes() for path in (folder / "models").glob("*.pith")}
    return records, models


def compare(rows, records):
    """Rows equal records: every page once, and what is said of it."""
    assert len(rows) == len(records), (len(rows), len(records))
    for row in rows:
        record = records[row["url"]]
        for name in SAME:
            found = row.get(name)
            assert (list(found) if name == "warnings" else found) == record.get(name), (row["url"], name, row.get(name), record.get(name))
        spans = [(span["start"], span["end"], span["label"], span["reason"]) if isinstance(span, dict) else
                 (span.start, span.end, span.label, span.reason) for span in row["spans"]]
        assert spans == [(s["from"], s["to"], s["label"], s["reason"]) for s in record["spans"]], row["url"]
        assert abs(row["confidence"] - record["confidence"]) < 0.01, row["url"]


def sabotage(folder):
    """A folder for PYTHONPATH; with it POISON pages misbehave."""
    place = pathlib.Path(folder) / "sabotage"
    place.mkdir(exist_ok=True)
    (place / "sitecustomize.py").write_text(SABOTAGE)
    return str(place)
