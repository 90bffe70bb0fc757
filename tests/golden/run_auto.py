#!/usr/bin/env python3
"""What users of such tools complain about, as pages that auto must get right.

    run_auto.py --pith PROGRAM

Each page of tests/golden/auto says itself what is wanted: text between KEEP and
its end must come out, text of CUT must not.

    <!-- KEEP --> ... <!-- END -->      <!-- CUT --> ... <!-- END -->

Words are compared, not layout, so that a better model needs no new files.
Options of the command are in a comment <!-- OPTIONS: --comments -->.
"""
import argparse
import html
import pathlib
import re
import subprocess
import sys

PAGES = pathlib.Path(__file__).resolve().parent / "auto"
CHARSET = re.compile(rb'<meta charset="([\w-]+)">')
MARK = re.compile(r"<!-- (KEEP|CUT) -->(.*?)<!-- END -->", re.S)
OPTIONS = re.compile(r"<!-- OPTIONS: (.*?) -->")
UNSEEN = re.compile(r"<(script|style)\b.*?</\1>|<!--.*?-->", re.S)
BORDER = re.compile(r"</?(?:p|div|li|h\d|td|th|tr|ul|ol|table|section|article|footer|nav|header|blockquote|pre|br|figcaption|dt|dd|form|label|button|aside)\b[^>]*>")


def pieces(part):
    """The texts of a part of the page, one for each block."""
    for piece in BORDER.split(UNSEEN.sub("", part)):
        text = " ".join(html.unescape(re.sub(r"<[^>]*>", "", piece)).split())
        if text:
            yield text


def read(path):
    """The page as text, by the encoding it declares."""
    data = path.read_bytes()
    return data.decode(CHARSET.search(data)[1].decode())


def check(pith, path):
    source = read(path)
    wanted = OPTIONS.search(source)
    command = [pith, "extract", "-m", "auto", "-t", "text"]
    command += wanted[1].split() if wanted else []
    done = subprocess.run([*command, str(path)], capture_output=True, check=False)
    if done.returncode != 0:
        return [f"{path.name}: exit code {done.returncode}: {done.stderr.decode()}"]
    said = " ".join(done.stdout.decode("utf-8").split())
    wrong, asked = [], 0
    for kind, part in MARK.findall(source):
        for text in pieces(part):
            asked += 1
            if (text in said) != (kind == "KEEP"):
                wrong.append(f"{path.name}: {kind.lower()}: {text[:70]}")
    if asked == 0:
        wrong.append(f"{path.name}: asks for nothing")
    return wrong


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--pith", required=True)
    parser.add_argument("--tools")
    args = parser.parse_args()
    pages = sorted(PAGES.glob("*.html"))
    wrong = [line for page in pages for line in check(args.pith, page)]
    print("\n".join(wrong + [f"auto: {len(pages)} pages, {len(wrong)} wrong"]))
    return 1 if wrong or not pages else 0


if __name__ == "__main__":
    sys.exit(main())
