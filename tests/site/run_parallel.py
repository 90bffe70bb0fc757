#!/usr/bin/env python3
"""`pith learn`, `merge` and `apply` spread over processes by GNU parallel: the same
model and the same texts as one process makes of all pages.

    run_parallel.py --pith PROGRAM
"""
import argparse
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
PARTS = 3


def parallel(folder, *words):
    """A job for each part; words as parallel has them."""
    parts = sorted(str(path) for path in folder.glob("part*") if path.is_dir() and path.suffix == "")
    done = subprocess.run(["parallel", "-j", "2", "--halt", "now,fail=1", *map(str, words), ":::", *parts],
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stdout


def texts(folder):
    return {path.name: path.read_bytes() for path in folder.rglob("*.txt")}


def check(pith, folder):
    pages = sorted((ROOT / "examples/site").glob("*.html"))
    for number, page in enumerate(pages):
        part = folder / f"part{number % PARTS}"
        part.mkdir(exist_ok=True)
        shutil.copy(page, part)
    model, whole = folder / "site.pith", folder / "whole.pith"
    parallel(folder, pith, "learn", "-q", "{}", "-o", "{}.pith")
    subprocess.run([pith, "merge", *sorted(folder.glob("part*.pith")), "-o", model], check=True)
    subprocess.run([pith, "learn", "-q", ROOT / "examples/site", "-o", whole], check=True, stdout=subprocess.DEVNULL)
    assert model.read_bytes() == whole.read_bytes(), "the merged model is another"
    parallel(folder, pith, "apply", "-q", "-s", model, "{}", "-t", "text", "-o", "{}.out")
    subprocess.run([pith, "apply", "-q", "-s", whole, ROOT / "examples/site", "-t", "text", "-o", folder / "one"],
                   check=True, stdout=subprocess.DEVNULL)
    found = {name: text for place in folder.glob("part*.out") for name, text in texts(place).items()}
    assert len(found) == len(pages) and found == texts(folder / "one"), "texts differ"
    print(f"parallel: {len(found)} pages in {PARTS} parts equal one process")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pith", type=pathlib.Path, required=True)
    parser.add_argument("--tools", help="not used here")
    pith = parser.parse_args().pith.resolve()
    if not shutil.which("parallel"):
        print("parallel: skipped; GNU parallel is not installed (Debian: parallel)")
        return 77
    with tempfile.TemporaryDirectory() as temporary:
        check(pith, pathlib.Path(temporary))
    return 0


if __name__ == "__main__":
    sys.exit(main())
