#!/usr/bin/env python3
"""A miniature ROMIP collection of our own, with the damage of the real ones:
what is whole is read without loss, what is cut costs one record and a warning.
"""
import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE / "romip"))
import romip_files  # noqa: E402
import romip_pages  # noqa: E402

failures = []


def check(right, what):
    if not right:
        failures.append(what)
        print("FAILED:", what)


def extract(pith, *arguments, **more):
    done = subprocess.run([pith, "extract", "-t", "json", "-j1", *arguments],
                          capture_output=True, timeout=120, check=False,
                          **more)
    records = [json.loads(line) for line in done.stdout.splitlines()]
    return records, done.stderr.decode(), done.returncode


def page_texts(pith):
    """The main text of each page when it is a file of its own."""
    texts = {}
    for name in romip_pages.NAMES:
        records, _, _ = extract(pith, input=romip_pages.raw(name))
        texts[name] = records[0]["text"]
    return texts


def name_of(address):
    return address.split("/")[3].split(".")[0]


def check_part(pith, path, ids, lost, texts):
    records, said, code = extract(pith, path)
    check([r["id"] for r in records] == ids,
          f"{path.name}: documents {[r['id'] for r in records]}, not {ids}")
    check(code == (1 if lost else 0), f"{path.name}: exit code {code}")
    check(said.count("left out") == lost, f"{path.name}: said {said!r}")
    for record in records:
        name = name_of(record["url"])
        check(record["url"] == romip_files.url(name),
              f"{path.name}: address {record['url']}")
        check(record["text"] == texts[name],
              f"{path.name}: {record['id']}: text differs from {name}")
        check(record["encoding"] == "windows-1251",
              f"{path.name}: {record['id']}: {record['encoding']}")


def check_broken(pith, folder, texts):
    for name, data in romip_files.broken_parts():
        path = folder / name
        path.write_bytes(data)
        records, said, code = extract(pith, path)
        check("built without" in said or 20 < len(records) < 400,
              f"{name}: {len(records)} documents")
        check(code == 1, f"{name}: exit code {code}")
        check("damaged" in said or "built without" in said,
              f"{name}: said {said!r}")
        check(said.count("left out") <= 1, f"{name}: said {said!r}")
        check([r["id"] for r in records] ==
              [str(100 + i) for i in range(len(records))],
              f"{name}: not the first documents")
        for record in records:
            check(record["text"] == texts[name_of(record["url"])],
                  f"{name}: {record['id']}: text differs")


def check_all_cuts(pith, folder):
    """A part cut anywhere never fails otherwise than by what is missing."""
    whole = romip_files.parts()[0][1]
    for i in range(0, len(whole), max(1, len(whole) // 60)):
        path = folder / "cut.xml"
        path.write_bytes(whole[:i])
        records, said, code = extract(pith, path)
        if whole[:i].count(b">") < 2:
            continue  # not a collection yet: one page
        ended = whole[:i].count(b"</content>")
        check(len(records) == ended, f"cut at {i}: {len(records)} of {ended}")
        check(code in (0, 1), f"cut at {i}: exit code {code}: {said}")


def check_hostile(pith, folder):
    """Documents in documents, tags without end, base64 that is none."""
    opened = romip_files.OPEN.encode()
    good = romip_files.document(1, "index").encode("cp1251")
    cases = {
        "tags": (opened + b"<document>" * 2000 + good, 1),
        "quotes": (opened + b"<document a=\"" * 2000 + b"'" * 9000 + good, 1),
        "long tag": (opened + b"<" + b"a" * 300000 + good, 1),
        "no base64": (opened + good.replace(b"PGh0", b"%%%%") + b"", 0),
        "no id": (opened + good.replace(b"<docID>1</docID>", b""), 1),
    }
    for what, (data, wanted) in cases.items():
        path = folder / "hostile.xml"
        path.write_bytes(data)
        records, said, code = extract(pith, path)
        check(len(records) == wanted, f"{what}: {len(records)}: {said[:300]}")
        check(code in (0, 1), f"{what}: exit code {code}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pith", required=True)
    pith = parser.parse_args().pith
    texts = page_texts(pith)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        romip_files.write_all(folder)
        for part, _, ids, lost in romip_files.parts():
            check_part(pith, folder / part, ids, lost, texts)
        check_broken(pith, folder, texts)
        check_all_cuts(pith, folder)
        check_hostile(pith, folder)
    print(f"{len(failures)} failures")
    return len(failures) > 0


if __name__ == "__main__":
    sys.exit(main())
