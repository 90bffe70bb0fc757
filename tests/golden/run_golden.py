#!/usr/bin/env python3
"""Golden pages: NAME.html through the renderers, beside what is expected.

    run_golden.py --tools DIR [--accept] [NAME...]        (all of this folder)

Beside NAME.html are NAME.expected[.OPTIONS].FORMAT files:

    .txt          plain text              .md           Markdown
    .clean.html   cleaned HTML            .marked.html  marked HTML
    .json         the JSON record         .meta.json    metadata only
    .tei.xml      TEI                     .safe.html    HTML by the allow-list

OPTIONS are those of render_page.c joined by '+': `x.expected.no-links.md`.
Options for all formats of a page are in its first lines:
`<!--golden: base=http://h.example/ -->`. What is between <!--cut--> and
<!--/cut--> is navigation.

--accept writes down what comes out now, for the files that are there and, for
a page that has none, as .txt and .md. Read the diff before you commit it.
"""
import argparse
import difflib
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
FORMATS = {"txt": "text", "md": "md", "clean.html": "cleaned",
           "safe.html": "html",
           "marked.html": "marked", "json": "json", "meta.json": "meta",
           "tei.xml": "tei"}


def expected_files(page):
    """[(path, format, options)] of what is expected of the page."""
    found = []
    for path in sorted(HERE.glob(f"{page.stem}.expected.*")):
        rest = path.name[len(page.stem) + len(".expected."):]
        for ending in sorted(FORMATS, key=len, reverse=True):
            if rest == ending or rest.endswith("." + ending):
                options = rest[:-len(ending)].rstrip(".")
                found.append((path, FORMATS[ending],
                              options.split("+") if options else []))
                break
        else:
            sys.exit(f"{path.name}: no such format")
    return found


def page_options(page):
    match = re.search(rb"<!--golden: ([^>]*?) *-->", page.read_bytes()[:400])
    return match[1].decode().split() if match else []


def render(program, page, form, options):
    done = subprocess.run([program, form, *options, page],
                          capture_output=True, timeout=60, check=False)
    if done.returncode != 0:
        sys.exit(f"{page.name}: {form}: exit {done.returncode}: "
                 f"{done.stderr.decode()}")
    return done.stdout + (b"(" + done.stderr + b")" if done.stderr else b"")


def show_difference(path, got):
    def lines(data):
        return data.decode("utf-8", "backslashreplace").splitlines(True)
    sys.stdout.writelines(
        difflib.unified_diff(lines(path.read_bytes()), lines(got),
                             path.name, "rendered now"))
    print()


def check_page(program, page, accept):
    """How many expected files of a page, and how many were not met."""
    wanted = expected_files(page)
    if not wanted and accept:
        wanted = [(page.with_name(f"{page.stem}.expected.{e}"), FORMATS[e], [])
                  for e in ("txt", "md")]
    if not wanted:
        print(f"{page.name}: nothing is expected of it")
        return 0, 1
    failed = 0
    for path, form, options in wanted:
        got = render(program, page, form, page_options(page) + options)
        if accept:
            path.write_bytes(got)
        elif got != path.read_bytes():
            show_difference(path, got)
            failed += 1
    return len(wanted), failed


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--pith")
    parser.add_argument("--tools", type=pathlib.Path, required=True)
    parser.add_argument("--accept", action="store_true")
    parser.add_argument("names", nargs="*")
    args = parser.parse_args()
    pages = [p for p in sorted(HERE.glob("*.html"))
             if ".expected." not in p.name]
    if args.names:
        pages = [p for p in pages if p.stem in args.names]
    results = [check_page(args.tools / "golden-render-page", page, args.accept)
               for page in pages]
    failed = sum(r[1] for r in results)
    print(f"golden: {len(pages)} pages, {sum(r[0] for r in results)} outputs, "
          f"{failed} differ")
    return 1 if failed or not pages else 0


if __name__ == "__main__":
    sys.exit(main())
