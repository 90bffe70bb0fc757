#!/usr/bin/env python3
"""Do parse5 and lexbor make the same trees of real pages as we do?

Every page below PITH_DATA/single/measure is parsed by `pith parse --tree
--encoding utf-8`, by parse5 and by lexbor (through selectolax). A difference
passes only if it is, as a whole, one of those in reasons.md (tree_reasons.py
recognises them). Everything else is listed with the page, the first differing
record and what precedes it.

Exit 0 no unexplained difference, 1 some, 77 skipped: no data, or no parser.

Usage: run_differential.py --pith PROGRAM [--folder FOLDER] [--only TEXT]
"""
# long: parses every page with other parsers
import argparse
import collections
import concurrent.futures
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(ROOT / "bench"))
import peers  # noqa: E402  (found through the line above)
import tree_reasons  # noqa: E402

SKIPPED = 77
SHOWN = 20
BATCH = 500
ENDINGS = {".html", ".htm", ".xhtml", ".shtml", ".php", ".asp", ""}


def decode(raw):
    """The page as the others get it: by the standard's "decode" for UTF-8."""
    for mark, codec in ((b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be")):
        if raw.startswith(mark):
            return raw[2:].decode(codec, "replace")
    return raw.removeprefix(b"\xef\xbb\xbf").decode("utf-8", "replace")


def lexbor_command(todo):
    sources = [HERE / "lexbor_tree.c", HERE / "tree_text.c"]
    python = peers.venv_python()
    helper = peers.build_c("lexbor_tree.so", sources, ["-shared", "-fPIC"])
    return [str(python), str(HERE / "lexbor_tree.py"), str(helper), str(todo)]


def parse5_command(todo):
    if not shutil.which("node"):
        raise peers.Missing("node is not installed")
    return ["node", str(HERE / "parse5_tree.mjs"), str(peers.npm_folder()), str(todo)]


PARSERS = [("parse5", parse5_command), ("lexbor", lexbor_command)]


def find_parsers(work):
    """Commands of the parsers that are to be had."""
    found = {}
    for name, command in PARSERS:
        try:
            found[name] = command(work / f"{name}.list")
        except peers.Missing as reason:
            print(f"differential: without {name}: {reason}")
    return found


def find_pages(folder, only):
    pages = [
        p for p in sorted(folder.rglob("*"))
        if p.is_file() and p.suffix.lower() in ENDINGS and p.name != "gold.jsonl"
    ]
    return [p for p in pages if only in str(p)]


def start_others(commands, pages, work):
    """Let the other parsers work while we do; one process each."""
    for number, page in enumerate(pages):
        text = decode(page.read_bytes())
        (work / f"{number}.html").write_bytes(text.encode())
    running = {}
    for name, command in commands.items():
        lines = (f"{work}/{n}.html\t{work}/{n}.{name}\n" for n in range(len(pages)))
        (work / f"{name}.list").write_text("".join(lines))
        running[name] = subprocess.Popen(command)
    return running


def our_tree(program, page):
    done = subprocess.run(
        [program, "parse", "--tree", "--encoding", "utf-8", str(page)],
        capture_output=True,
    )
    if done.returncode != 0:
        reason = done.stderr.decode("utf-8", "replace").strip()
        return f"pith ended with code {done.returncode}: {reason}\n"
    return done.stdout.decode("utf-8", "replace")


def first_difference(ours, theirs):
    """The first differing record of both, after the two records before it."""
    mine, other = tree_reasons.records(ours), tree_reasons.records(theirs)
    at = 0
    while at < min(len(mine), len(other)) and mine[at] == other[at]:
        at += 1
    before = "".join(f"    {r[:200]}\n" for r in mine[max(0, at - 2) : at])
    left = mine[at][:200] if at < len(mine) else "(end)"
    right = other[at][:200] if at < len(other) else "(end)"
    return f"{before}  - {left}\n  + {right}\n"


def explain(name, ours, trees):
    """(reasons, complaints) of one page; `trees` are the others' by parser."""
    reasons, complaints = [], []
    for parser in (p for p in trees if trees[p] != ours):
        reason = tree_reasons.explain(parser, ours, trees[parser])
        if reason:
            reasons.append((parser, reason))
            continue
        head = f"{name}: differs from {parser} (- ours, + theirs)\n"
        complaints.append(head + first_difference(ours, trees[parser]))
    return reasons, complaints


def compare_batch(args, pages, parsers, work, tally):
    """Complaints about some pages; reasons are added to `tally`. A parser that
    fails is taken out of `parsers`."""
    complaints = []
    running = start_others(parsers, pages, work)
    for name, process in running.items():
        if process.wait() != 0:
            print(f"differential: without {name}: it ended with {process.returncode}")
            del parsers[name]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        ours = pool.map(lambda page: our_tree(args.pith, page), pages)
        for number, (page, tree) in enumerate(zip(pages, ours)):
            trees = {p: (work / f"{number}.{p}").read_bytes().decode() for p in parsers}
            reasons, found = explain("/".join(page.parts[-3:]), tree, trees)
            complaints += found
            tally.update(reasons)
    return complaints


def compare(args, pages, parsers, work):
    """Tally of reasons, and all complaints. Batches keep the disk free: trees
    are larger than pages."""
    tally, complaints = collections.Counter(), []
    for first in range(0, len(pages), BATCH):
        batch = pages[first : first + BATCH]
        complaints += compare_batch(args, batch, parsers, work, tally)
    return tally, complaints


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pith", required=True)
    parser.add_argument("--folder", default="single/measure", help="below PITH_DATA")
    parser.add_argument("--only", default="", help="pages whose path has this text")
    args = parser.parse_args()

    data = pathlib.Path(os.environ.get("PITH_DATA") or ROOT / "build/data")
    pages = find_pages(data / args.folder, args.only)
    if not pages:
        print(f"differential: skipped, no pages below {data / args.folder}")
        return SKIPPED
    with tempfile.TemporaryDirectory(dir=ROOT / "build") as work:
        work = pathlib.Path(work)
        parsers = find_parsers(work)
        if parsers:
            tally, complaints = compare(args, pages, parsers, work)
    if not parsers:
        print("differential: skipped, no other parser to compare with")
        return SKIPPED
    for (name, reason), count in sorted(tally.items()):
        print(f"differential: {count} pages differ from {name} by {reason}")
    for complaint in complaints[:SHOWN]:
        print(complaint, end="")
    names = " and ".join(parsers)
    print(f"differential: {len(pages)} pages, {names}: {len(complaints)} unexplained")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
