#!/usr/bin/env python3
"""Nothing runs in what pith writes, in a real browser: see safe_html.mjs.

The vectors of tests/golden/html_vectors.py and of hostile.mjs in every format
that makes a document (`html`, `tei`), and as records and Markdown beside them.
Skipped where node, npm or chromium are absent (PITH_BROWSER_TEST=need makes that
a failure). `cleaned` and `marked` are as dangerous as the page was and are not
here.
"""
# long: drives a browser
import argparse
import pathlib
import shutil
import subprocess
import sys
import tempfile

import run_browser

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "golden"))
import html_vectors  # noqa: E402


def hostile_vectors():
    """Those of hostile.mjs, with the same trap."""
    lines = [line for line in (HERE / "vectors.txt").read_text().split("\n")
             if line and line[0] != "#"]
    text = "\n".join(lines).replace("@RUN@", html_vectors.RUN)
    return text.replace("@URL@", "http://url.example/").split("\n<")


def write_pages(folder, every):
    folder.mkdir()
    for name, page in list(html_vectors.vectors())[::every]:
        (folder / name).write_bytes(page + b"\n<p>The words are here.")
    for n, vector in list(enumerate(hostile_vectors()))[::every]:
        page = ("" if n == 0 else "<") + vector + "\n<p>The words are here."
        (folder / f"review-{n:04d}.html").write_text(page)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pith", required=True)
    parser.add_argument("--every", type=int, default=4, help="1: all vectors, six minutes")
    args = parser.parse_args()
    for program in ("node", "npm", "chromium"):
        if not shutil.which(program):
            return run_browser.skip(f"{program} is not installed")
    if not run_browser.install():
        return run_browser.skip("playwright-core cannot be had")
    with tempfile.TemporaryDirectory() as name:
        room = pathlib.Path(name)
        write_pages(room / "pages", args.every)
        folders = []
        for form in ("html", "tei", "md"):
            folders.append(room / form)
            subprocess.run([args.pith, "--recall", "--to", form, room / "pages",
                            "-o", room / form, "-q"], check=False, timeout=300)
        return run_browser.run("safe_html.mjs", *folders, pith=args.pith)


if __name__ == "__main__":
    sys.exit(main())
