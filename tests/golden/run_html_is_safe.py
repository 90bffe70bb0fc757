#!/usr/bin/env python3
"""`--to html` holds nothing that runs: vectors and mutated pages, parsed again.

    run_html_is_safe.py --tools DIR [--pith PROGRAM] [--rounds N | --count N]

Every vector of html_vectors.py, every page of this folder, and pages of the
data sets where they are, each with N mutations, go through check_safe.c: parsed
again with scripting off and on the output has only what is allowed, and it comes
back from its own output unchanged. Then the output of the command is parsed by
parse5, another parser than ours, with scripting off and on (skipped where parse5
cannot be had). With --count, at least N pages are made, and all of them go
through both parsers: 50,000 take some minutes. What a browser makes of it: tests/review/run_safe_html.py.
"""
import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

import html_vectors

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(ROOT / "bench"))


def write_vectors(folder):
    folder.mkdir()
    for name, page in html_vectors.vectors():
        (folder / name).write_bytes(page)
    return sorted(folder.iterdir())


def data_pages(most):
    folder = pathlib.Path(os.environ.get("PITH_DATA") or ROOT / "build/data")
    pages = sorted((folder / "single" / "train").glob("*/html/*.html"))
    return pages[::max(1, len(pages) // most)] if pages else []


def check_pages(tools, pages, rounds, modules=None):
    """By our parser; with `modules`, by parse5 too, page after page."""
    reader, writer = os.pipe()
    command = [tools / "golden-check-safe", str(rounds)]
    other = None
    if modules:
        command.append(f"/dev/fd/{writer}")
        other = subprocess.Popen(["node", HERE / "safe_parse5.mjs", str(modules), "-"],
                                 stdin=reader)
    os.close(reader)
    done = subprocess.run(command, input="".join(f"{p}\n" for p in pages), text=True,
                          capture_output=True, check=False, timeout=3000, pass_fds=[writer])
    os.close(writer)
    print(done.stdout[-4000:], done.stderr[-2000:], end="", flush=True)
    return done.returncode | (other.wait(timeout=600) if other else 0)


def parse5_folder():
    """Where parse5 is; None if it cannot be had."""
    try:
        import peers
        modules = peers.npm_folder() if shutil.which("node") else None
    except Exception as error:  # of any kind: it is only a second parser
        print(f"parse5: {error}")
        return None
    if not modules or not (pathlib.Path(modules) / "node_modules/parse5").is_dir():
        print("parse5: skipped, it is not here")
        return None
    return modules


def check_by_parse5(pith, vectors, scratch, modules):
    """The command's own output, by a parser of somebody else."""
    out = scratch / "out"
    subprocess.run([pith, "--recall", "--to", "html", vectors, "-o", out, "-q"],
                   check=False, timeout=300)
    done = subprocess.run(["node", HERE / "safe_parse5.mjs", str(modules), out],
                          capture_output=True, text=True, check=False,
                          timeout=300)
    print(done.stdout[-4000:], done.stderr[-2000:], end="")
    return done.returncode


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pith")
    parser.add_argument("--tools", type=pathlib.Path, required=True)
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--count", type=int, help="at least so many pages, by both parsers")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        scratch = pathlib.Path(name)
        vectors = write_vectors(scratch / "vectors")
        assert len(vectors) >= 500, len(vectors)
        pages = vectors + sorted(HERE.glob("*.html")) + data_pages(100)
        modules = parse5_folder() if args.pith or args.count else None
        if args.count:
            rounds = -(-args.count // len(pages)) - 1
            code = check_pages(args.tools, pages, max(rounds, 0), modules)
            code |= modules is None
        else:
            code = check_pages(args.tools, pages, args.rounds)
        if args.pith and modules:
            code |= check_by_parse5(args.pith, scratch / "vectors", scratch, modules)
    return code


if __name__ == "__main__":
    sys.exit(main())
