#!/usr/bin/env python3
"""PITH_PROFILE_REVISION is the number of the tokens of a page: the model of the pages
below is the recorded one, or the revision was raised.

    run_revision.py --pith PROGRAM [--record]

revision.txt has a line for each revision: its number, and the digest of what a
model of these pages holds. A change of rules or tables that gives them other
tokens fails here; then raise PITH_PROFILE_REVISION in
src/page/profile/page_profile.h and run this with --record.
"""
import argparse
import hashlib
import json
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import model_file  # noqa: E402

RECORD = pathlib.Path(__file__).with_name("revision.txt")
# Each shows rules that a token depends on: names and classes, digits, ids, text,
# references, hidden parts, tables, encodings, misnesting, repairs.
PAGES = {
    "names": '<div class="post-17 big"><p id=lead>One, two &amp; three.</p><span>4 711</span></div>'
             "<ul class=menu><li><a href=/a>Home</a><li><a href=/b>News 12</a></ul>",
    "hidden": "<p hidden>Not shown</p><p style='display:none'>nor this</p><details><summary>More</summary>"
              "<p>Unfolded text.</p></details><noscript><p>Without scripts.</p></noscript><script>x()</script>",
    "tables": "<table><caption>Prices</caption><tr><th>Bread<td>3 &euro;<tr><th>Milk<td>2 &euro;</table>text between"
              "<table><b>moved<tr><td>cell</table><h2 class=title>A heading</h2><h5>Small</h5>",
    "misnested": "<b><p>bold <i>both</b> italic</i></p><a href=x>one<a href=y>two</a><svg><title>t</title></svg>",
    "keywords": "<p>rain, hail, snow, fog</p><p>1</p><p>2</p><p>3</p><p>No full stop here</p><hr><br>&copy;&nbsp;2012",
    "comments": "<article><h1>A title</h1><p>Text of it.</p></article><div class=comments><p>I agree.</p></div>"
                "<form><label>Name<input></label><select><option>a<option>b</select><button>Go</button></form>",
    "swallowed": "<title/><iframe/><p>After what swallows a page, there are words to be found.</p><!-- never ends",
    "languages": "<p>Дождь шёл весь день.</p><p>雨が一日中降った。</p><p>ฝนตกทั้งวัน</p><p>ﬁne print — “quoted”…</p>",
}


def digest(pith):
    """(revision, digest of the model without its head)"""
    with tempfile.TemporaryDirectory() as folder:
        home = pathlib.Path(folder)
        site = home / "site"
        site.mkdir()
        for name, html in PAGES.items():
            (site / f"{name}.html").write_text(f"<!DOCTYPE html><meta charset=utf-8>{html}\n")
        for name, encoding in (("cyrillic", "cp1251"), ("western", "cp1252"), ("japanese", "shift_jis")):
            text = {"cp1251": "Вечером река поднялась", "cp1252": "Le café était fermé", "shift_jis": "雨が降った"}
            (site / f"{name}.html").write_bytes(f"<meta charset={encoding}><p>{text[encoding]}</p>".encode(encoding))
        subprocess.run([pith, "learn", "-q", site, "-o", home / "m.pith"], check=True, timeout=60)
        facts = json.loads(subprocess.run([pith, "inspect", "--json", home / "m.pith"], check=True, timeout=60,
                                          stdout=subprocess.PIPE).stdout)
        assert facts["pages"] == len(PAGES) + 3, facts
        content = (home / "m.pith").read_bytes()[model_file.HEADER:]
        return facts["revision"], hashlib.sha256(content + facts["options"].encode()).hexdigest()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--pith", required=True, type=pathlib.Path)
    parser.add_argument("--record", action="store_true")
    args, _ = parser.parse_known_args()
    revision, found = digest(args.pith.resolve())
    known = dict(line.split() for line in RECORD.read_text().splitlines()) if RECORD.exists() else {}
    if args.record and str(revision) not in known:
        with open(RECORD, "a", encoding="utf-8") as file:
            file.write(f"{revision} {found}\n")
        return 0
    if known.get(str(revision)) == found:
        print(f"revision {revision}: the tokens are those recorded")
        return 0
    print(f"revision {revision} has other tokens than recorded: raise PITH_PROFILE_REVISION in "
          "src/page/profile/page_profile.h, then run this with --record")
    return 1


if __name__ == "__main__":
    sys.exit(main())
