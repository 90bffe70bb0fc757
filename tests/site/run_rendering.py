#!/usr/bin/env python3
"""What `pith site -o` writes: marked pages are the input plus marks, cleaned
pages are the input minus ranges and no less balanced.               # threads
"""
import collections
import html.parser
import pathlib
import re
import shutil
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import site_testing as t  # noqa: E402

MARK = re.compile(rb'</pith-nav>|<pith-nav data-reason="[a-z0-9-]{1,32}" '
                  rb'data-score="[0-9.]{1,4}">')
STYLE = b"<style>pith-nav { background: #ccc; opacity: .6 }</style>\n"
VOID = set("area base br col embed hr img input link meta param source track "
           "wbr".split())
SAMPLE = 10


def folders(pith):
    """Folders of pages of the data sets: sites, and single pages."""
    single = sorted({p.parent for p in (t.DATA / "single").rglob("*.html")})
    if pith.all:
        return sorted((t.DATA / "sites").glob("*/pages")) + single
    some = t.real_sites()
    few = [p for p in single if sum(1 for _ in p.iterdir()) < 400]
    return (some[::len(some) // SAMPLE or 1]
            + ([] if t.SMALL else few[::len(few) // 3 or 1]))


def pages(folder, records):
    for record in records:
        path = folder / record["path"]
        if path.is_file():
            yield record, path


def utf16(data):
    return data[:2] in (b"\xff\xfe", b"\xfe\xff")


def marked_minus_marks(pith, scratch):
    if not folders(pith):
        return "skipped"
    count = marks = 0
    for folder in folders(pith):
        out = scratch / "out"
        for options in ((), ("--compat",)):
            done = pith("site", folder, "-o", out, "-t", "marked", "-q",
                        *options)
            assert done.code in (0, 1), done.err
            for record, path in pages(folder,
                                      t.read_lines(out / "pages.jsonl")):
                source, got = path.read_bytes(), (out / record["path"]
                                                  ).read_bytes()
                if "marks-present" in record["warnings"] or utf16(source):
                    continue
                assert MARK.sub(b"", got) == source, path
                marks += got.count(b"<pith-nav ")
                count += 1
            shutil.rmtree(out)
    assert count > 50 and marks > count, (count, marks)
    print(f"marked minus marks: {count} pages, {marks} marks")
    return None


class Balance(html.parser.HTMLParser):
    """Counts end tags without a start, and starts without an end."""

    def __init__(self):
        super().__init__(convert_charrefs=False)
        self.open = []
        self.seen = collections.Counter()
        self.unmatched = self.unclosed = 0

    def handle_starttag(self, tag, attrs):
        inner_form = tag == "form" and self.seen[tag]  # is ignored
        if tag not in VOID and not inner_form:
            self.open.append(tag)
            self.seen[tag] += 1

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag):
        if tag in VOID:
            return
        if not self.seen[tag]:
            self.unmatched += 1
            return
        while self.open:
            last = self.open.pop()
            self.seen[last] -= 1
            if last == tag:
                return
            self.unclosed += 1


def balance(data):
    parser = Balance()
    parser.feed(data.decode("latin-1"))
    parser.close()
    return parser.unmatched, parser.unclosed + len(parser.open)


def worse_by_the_standard(pith, pairs):
    """Those of the pairs that have more open or unmatched elements as the
    standard reads them: it does not nest what is nested, such as a table
    right inside the row of another."""
    if not pairs:
        return []
    lines = "".join(f"{page}\t{cleaned}\n" for page, cleaned in pairs)
    done = subprocess.run([pith.tools / "golden-check-html", "pairs"],
                          input=lines.encode(), stdout=subprocess.PIPE,
                          timeout=300, check=False)
    *said, sums = done.stdout.decode("utf-8", "replace").splitlines()
    assert sums.startswith(f"{len(pairs)} checks, {len(said)} failures"), sums
    return said


def cleaned_is_balanced(pith, scratch):
    if not folders(pith):
        return "skipped"
    count, bad = 0, []
    for number, folder in enumerate(folders(pith)):
        out = scratch / f"out{number}"
        done = pith("site", folder, "-o", out, "-q", "--to", "cleaned")
        assert done.code in (0, 1), done.err
        records = t.read_lines(out / "pages.jsonl")
        step = 1 if pith.all else max(1, len(records) // 6)
        for record, path in pages(folder, records[::step]):
            source = path.read_bytes()
            if len(source) > 300_000 and not pith.all or utf16(source):
                continue
            got = (out / record["path"]).read_bytes()
            assert len(got) <= len(source), path
            before, after = balance(source), balance(got)
            if after[0] > before[0] or after[1] > before[1]:
                bad.append((path, out / record["path"]))
            count += 1
        if not any(out in cleaned.parents for _, cleaned in bad):
            shutil.rmtree(out)
    worse = worse_by_the_standard(pith, bad)
    print(f"cleaned: {count} pages, {len(bad)} less balanced to the eye, "
          f"{len(worse)} to the standard")
    assert not worse, "\n".join(worse[:20])
    assert count > 20
    return None


def highlight(pith, scratch):
    site = t.write_site(scratch / "s", 12)
    out = scratch / "out"
    pith("site", site, "-o", out, "--to", "marked", "--highlight").expect(0)
    for path in site.iterdir():
        got = MARK.sub(b"", (out / path.name).read_bytes())
        assert got.replace(STYLE, b"") == path.read_bytes()
        assert STYLE in got
    pith("site", site, "-o", out, "--highlight").expect(2, "--to marked")


def marks_before(pith, scratch):
    site = t.write_site(scratch / "s", 12)
    page = t.page(3).replace("<h1>", "<PITH-NAV x><h1>")
    (site / "p3.html").write_text(page)
    out = scratch / "out"
    pith("site", site, "-o", out, "--to", "marked").expect(0)
    assert (out / "p3.html").read_text() == page
    records = {r["id"]: r for r in t.read_lines(out / "pages.jsonl")}
    assert records["p3.html"]["warnings"] == ["marks-present"]
    assert records["p4.html"]["warnings"] == []
    assert records["p3.html"]["spans"]


def forms_of_output(pith, scratch):
    """The files that each form makes, and what is in them."""
    site = t.write_site(scratch / "s" / "deep", 12).parent
    for form, ending in (("html", ""), ("cleaned", ""), ("marked", ""),
                         ("text", ".txt"), ("md", ".md"), ("json", None)):
        out = scratch / form
        pith("site", site, "-o", out, "--to", form).expect(0)
        names = set(t.tree(out)) - {"pages.jsonl", "report.json"}
        wanted = {f"deep/p{n}.html{ending}" for n in range(12)}
        assert names == (wanted if ending is not None else set()), names
    for form in ("html", "cleaned"):
        clean = (scratch / form / "deep/p5.html").read_text()
        assert "Home" not in clean and "word5x7" in clean and "<title>" in clean
    text = (scratch / "text/deep/p5.html.txt").read_text()
    assert text.startswith("Story 5\n") and "Home" not in text
    assert (scratch / "md/deep/p5.html.md").read_text().startswith("# Story 5")
    lines = [r["text"] for r in t.read_lines(scratch / "json/pages.jsonl")
             if r["id"] == "deep/p5.html"]
    assert lines == [text]


def other_encodings(pith, scratch):
    """Cleaned and marked pages stay in the encoding of the page; html is
    UTF-8 and says so."""
    site = t.write_site(scratch / "s", 12)
    for name, code in (("a", "cp1251"), ("b", "koi8-r"), ("c", "utf-16")):
        page = t.page(50).replace("charset=utf-8", f"charset={code}")
        page = page.replace("word50x3", "Жуки и пауки")
        (site / f"{name}.html").write_bytes(page.encode(code))
    for form in ("html", "cleaned", "marked"):
        out = scratch / form
        pith("site", site, "-o", out, "--to", form).expect(0)
        for name, code in (("a", "cp1251"), ("b", "koi8-r"), ("c", "utf-16")):
            code = "utf-8" if form == "html" else code
            got = (out / f"{name}.html").read_bytes().decode(code)
            assert "Жуки и пауки" in got, (form, code)
            bare = re.sub(MARK.pattern.decode(), "", got)
            if form == "marked":
                assert bare == (site / f"{name}.html").read_bytes().decode(code)
                assert bare != got
            else:
                assert "Home" not in got
                assert form != "html" or '<meta charset="utf-8">' in got


CASES = [marked_minus_marks, cleaned_is_balanced, highlight, marks_before,
         forms_of_output, other_encodings]

if __name__ == "__main__":
    t.main("rendering", CASES)
