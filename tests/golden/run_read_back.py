#!/usr/bin/env python3
"""What is written in a format that others read is read back by them.

    run_read_back.py --pith PROGRAM

Of a third of the golden pages, and of a sample of the data where it is there: CSV by
Python's csv module, XML and TEI by an XML parser, front matter by PyYAML.
"""
import argparse
import csv
import io
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import packages  # noqa: E402

BUILD = HERE.parents[1] / "build"
DATA = pathlib.Path(os.environ.get("PITH_DATA", BUILD / "data"))
SAMPLE = 20  # pages of the data
YAML = """import sys, json, yaml
texts = json.load(sys.stdin)
print(json.dumps([yaml.safe_load(t) for t in texts], default=str))"""


def pages():
    found = [p for p in sorted(HERE.glob("*.html")) if ".expected." not in p.name]
    data = sorted((DATA / "single" / "train").glob("*/html/*.html"))
    return found[::3] + data[::max(1, len(data) // SAMPLE)]


def run(pith, *arguments):
    done = subprocess.run([pith, "-q", "-j1", *arguments], capture_output=True, timeout=120, check=True)
    return done.stdout.decode()


def check_csv(pith, folder):
    """One table, with the texts and metadata of the records."""
    csv.field_size_limit(1 << 30)
    rows = list(csv.DictReader(io.StringIO(run(pith, "-t", "csv", folder), newline="")))
    records = [json.loads(line) for line in run(pith, "-t", "json", folder).splitlines()]
    assert [r["id"] for r in rows] == [r["id"] for r in records]
    for row, record in zip(rows, records):
        for column, member in (("text", "text"), ("title", "title"), ("author", "byline"),
                               ("date", "date"), ("language", "lang")):
            assert row[column] == record.get(member, ""), (record["id"], column)
    return len(rows)


def check_xml(pith, page):
    root = ElementTree.fromstring(run(pith, "-t", "xml", page))
    assert root.tag == "doc" and [child.tag for child in root] == ["main"], page
    assert not root.findall(".//div"), page
    for row in root.iter("row"):
        assert {cell.tag for cell in row} == {"cell"}, page
    tei = ElementTree.fromstring(run(pith, "-t", "tei", page))
    words = "".join("".join(root.itertext()).split())
    body = tei.find("{*}text")
    assert words == "".join("".join(body.itertext()).split()), f"{page}: XML and TEI differ"


def check_front_matter(pith, found):
    """None: PyYAML cannot be had."""
    python = packages.python_with(BUILD / "venv-yaml", "pyyaml==6.0.2")
    if not python:
        return None
    fronts = []
    for page in found:
        text = run(pith, "-t", "md", "--front-matter", "yaml", page)
        assert text.startswith("---\n"), page
        fronts.append(text[4:].partition("\n---\n")[0] if not text.startswith("---\n---") else "")
    done = subprocess.run([python, "-c", YAML], input=json.dumps(fronts), text=True, capture_output=True,
                          timeout=60, check=True)
    read = json.loads(done.stdout)
    for page, front in zip(found, read):
        record = json.loads(run(pith, "-t", "json", page))
        assert (front or {}).get("title", "") == record.get("title", ""), page
    return len(read)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--pith", required=True)
    parser.add_argument("--tools")
    args = parser.parse_args()
    found = pages()
    with tempfile.TemporaryDirectory(prefix="pith-back-") as scratch:
        for number, page in enumerate(found):
            (pathlib.Path(scratch) / f"{number:04}.html").write_bytes(page.read_bytes())
        rows = check_csv(args.pith, scratch)
    for page in found:
        check_xml(args.pith, page)
    fronts = check_front_matter(args.pith, found[-2 * SAMPLE:])
    print(f"read back: {rows} rows of CSV, {len(found)} XML, "
          f"{'no' if fronts is None else fronts} front matters")
    return 0


if __name__ == "__main__":
    sys.exit(main())
