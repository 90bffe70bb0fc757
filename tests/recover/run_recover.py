#!/usr/bin/env python3
"""Does a page that swallows itself still give its words?

The swallowers of swallowers.py, more than sixty, are put into its twenty pages;
with --data into twenty pages of PITH_DATA. The text of each is compared with the text
of the page without the swallower: 99 of 100 words must be there in all, and
no page may lose half of its own. Repairs must be named, and their offsets be
those of the swallower.

Exit 0 as it should be, 1 not, 77 skipped: --data, and there is none.

Usage: run_recover.py --pith PROGRAM [--data]
"""
import argparse
import collections
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import swallowers

ROOT = pathlib.Path(__file__).resolve().parents[2]
KEPT_LEAST = 0.99
PAGE_LEAST = 0.5
SKIPPED = 77
# Elements whose contents are lost without a repair, so that one must be reported.
NAMED = set(swallowers.SELF_CLOSED + swallowers.LEFT_OPEN)


def extract(program, lines, *options):
    """Records by id."""
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as pages:
        pages.writelines(json.dumps(line) + "\n" for line in lines)
        pages.flush()
        done = subprocess.run([program, "-t", "json", *options, pages.name], capture_output=True, check=False)
    if done.returncode != 0:
        sys.exit(f"recover: {program} failed: {done.stderr.decode()[-300:]}")
    return {record["id"]: record for record in map(json.loads, done.stdout.splitlines())}


def words(record):
    return collections.Counter(re.findall(r"\w+", record.get("text", "").lower()))


def real_pages(limit):
    """Pages with gold, cut at their body."""
    data = pathlib.Path(os.environ.get("PITH_DATA", ROOT / "build" / "data"))
    found = 0
    for path in sorted(data.glob("single/*/*/html/*")):
        html = path.read_bytes().decode("utf-8", "replace") if path.is_file() else ""
        body = re.search(r"<body[^>]*>", html)
        if not body or not 5000 < len(html) < 200000 or found == limit:
            continue
        found += 1
        yield path.name, html[:body.end()], html[body.end():], ""


def make_lines(pages):
    lines = []
    for page, head, content, foot in pages:
        lines.append({"id": f"{page}|", "html": head + content + foot})
        lines += [{"id": f"{page}|{name}", "html": head + markup + content + swallowers.LATER.get(name, "") + foot}
                  for name, markup in swallowers.SWALLOWERS.items()]
        lines.append({"id": f"{page}|title closed at the end",
                      "html": f"{head}<title>Words{content + foot}</title></body></html>"})
        lines.append({"id": f"{page}|escaped in the title",
                      "html": f"{head}<title>Words{swallowers.escape(content + foot)}</title></body></html>"})
    return lines


def check(records, heads):
    """Complaints, and by swallower the words kept and the words there are."""
    complaints, kept = [], collections.defaultdict(lambda: [0, 0])
    for key, record in records.items():
        page, _, name = key.partition("|")
        if not name:
            continue
        before, after = words(records[f"{page}|"]), words(record)
        have, want = sum((before & after).values()), sum(before.values())
        kept[name][0] += have
        kept[name][1] += want
        if have < PAGE_LEAST * want:
            complaints.append(f"{key}: {have} of {want} words")
        if "zzz" in after:
            complaints.append(f"{key}: escaped markup is text")
        repairs = record.get("repairs", [])
        if not repairs and page in heads and name.strip(" /") in NAMED:
            complaints.append(f"{key}: no repair is reported")
        if repairs and "repaired" not in record["warnings"]:
            complaints.append(f"{key}: no warning")
        at = [repair["at"] for repair in repairs if repair["name"] != "self-closed"]
        if at and page in heads and not any(heads[page] <= a <= heads[page] + 200 for a in at):
            complaints.append(f"{key}: repaired at {at}, the swallower is at {heads[page]}")
    return complaints, kept


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--pith", required=True)
    options.add_argument("--data", action="store_true")
    arguments = options.parse_args()
    pages = list(real_pages(20) if arguments.data else swallowers.pages())
    if not pages:
        print("recover: no data")
        return SKIPPED
    records = extract(arguments.pith, make_lines(pages))
    heads = {} if arguments.data else {page: len(head.encode()) for page, head, _, _ in pages}
    complaints, kept = check(records, heads)
    have, want = (sum(pair[i] for pair in kept.values()) for i in (0, 1))
    for name, (some, whole) in sorted(kept.items(), key=lambda item: item[1][0] / max(item[1][1], 1))[:8]:
        print(f"  {some / max(whole, 1):.4f}  {name}")
    for complaint in complaints[:20]:
        print("recover:", complaint)
    print(f"recover: {have / want:.4f} of {want} words, {len(kept)} swallowers, {len(pages)} pages, "
          f"{len(complaints)} complaints")
    return 0 if have >= KEPT_LEAST * want and not complaints else 1


if __name__ == "__main__":
    sys.exit(main())
