#!/usr/bin/env python3
"""The records of pages: what a page declares about itself is in them, Markdown
when it is asked for, and nothing that is not known."""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import site_testing as t  # noqa: E402

MEMBERS = ("v id path url canonical title byline authors date date_source modified "
           "description image tags section lang lang_source site_name license "
           "amp feeds method encoding text word_count reading_minutes markdown "
           "confidence page_type spans cluster warnings").split()

HEAD = ('<html lang=en><head><meta name=author content="Ann Example">'
        '<meta property="og:site_name" content="Example Walks">'
        '<meta property="article:published_time" content="2024-05-01">'
        '<link rel=canonical href="https://w.example/hills">')


def with_head(folder, pages=12):
    site = t.write_site(folder, pages)
    page = (site / "p3.html").read_text().replace("<html><head>", HEAD)
    (site / "p3.html").write_text(page)
    return site


def metadata(pith, scratch):
    site = with_head(scratch / "s")
    records = {r["id"]: r for r in pith("site", site, "-q").expect(0).records()}
    record = records["p3.html"]
    assert record["title"] == "Page 3", record["title"]
    assert record["byline"] == "Ann Example"
    assert record["site_name"] == "Example Walks"
    assert record["date"] == "2024-05-01"
    assert record["lang"] == "en"
    assert record["url"] == "https://w.example/hills"
    assert "canonical" not in record
    silent = records["p4.html"]
    for member in ("byline", "date", "lang", "site_name", "url", "canonical",
                   "markdown", "ms"):
        assert member not in silent, member
    assert 0 < silent["confidence"] <= 1


def address_of_the_input(pith, scratch):
    site = with_head(scratch / "s")
    lines = [t.json.dumps({"id": p.name, "url": f"http://h.example/{p.name}",
                           "html": p.read_text()})
             for p in sorted(site.iterdir())]
    source = scratch / "pages.jsonl"
    source.write_text("\n".join(lines) + "\n")
    records = {r["id"]: r
               for r in pith("site", source, "-q").expect(0).records()}
    assert records["p3.html"]["url"] == "http://h.example/p3.html"
    assert records["p3.html"]["canonical"] == "https://w.example/hills"
    assert "canonical" not in records["p4.html"]


def markdown_and_order(pith, scratch):
    """auto is the surer of titles the more pages it knows; chain has no doubt."""
    for method, pages in (("chain", 12), ("auto", 40)):
        site = with_head(scratch / method, pages)
        model, by = scratch / f"{method}.pith", ("-m", method)
        pith("learn", site, "-o", model, "-q").expect(0)
        done = pith("apply", "-s", model, site, "--md", "-q", *by).expect(0)
        assert len(done.records()) == pages
        for record in done.records():
            assert record["markdown"].startswith("# Story "), record["markdown"]
            places = [MEMBERS.index(member) for member in record]
            assert places == sorted(places), list(record)
        assert done.out == pith("site", site, "--md", "-q", *by).expect(0).out


def address_of_the_site(pith, scratch):
    """-b is where the directory stood; a page that knows its address keeps it."""
    site = with_head(scratch / "s")
    (site / "a b").mkdir()
    text = (site / "p5.html").read_text().replace(
        "<h1>", '<p>See <a href="../x.html">the other one</a> here.</p><h1>')
    (site / "a b" / "50%.html").write_text(text)
    done = pith("site", site, "-q", "--md", "-b", "http://h.example/w/")
    records = {r["id"]: r for r in done.expect(0).records()}
    record = records["a b/50%.html"]
    assert record["url"] == "http://h.example/w/a%20b/50%25.html", record["url"]
    assert "(http://h.example/w/x.html)" in record["markdown"]
    assert records["p3.html"]["url"] == "http://h.example/w/p3.html"
    assert records["p3.html"]["canonical"] == "https://w.example/hills"
    done = pith("site", site, "-q", "--md", "--no-links").expect(0)
    record = {r["id"]: r for r in done.records()}["a b/50%.html"]
    assert "the other one" in record["markdown"]
    assert "x.html" not in record["markdown"]


def how_pages_are_read(pith, scratch):
    """--encoding and the limits count for learn, apply and site alike."""
    site = t.write_site(scratch / "s", 12)
    for path in site.iterdir():
        path.write_bytes(path.read_text().replace("<meta charset=utf-8>", "")
                         .replace("word", "\u0441\u043b\u043e\u0432\u043e")
                         .encode("koi8-r"))
    how = ("--encoding", "koi8-r", "--max-depth", "64", "--max-nodes", "40")
    done = pith("site", site, "-q", *how).expect(0)
    for record in done.records():
        assert record["encoding"] == "koi8-r", record["encoding"]
        assert "\u0441\u043b\u043e\u0432\u043e" in record["text"]
        assert "limit-hit" in record["warnings"]
    model = scratch / "m.pith"
    pith("learn", site, "-o", model, "-q", *how).expect(0)
    assert pith("apply", "-s", model, site, "-q", *how).expect(0).out == done.out
    pith("learn", site, "-o", model, "--encoding", "no-such").expect(
        2, "unknown encoding 'no-such'")
    pith("apply", "-s", model, site, "--max-depth", "3").expect(2, "bad value")


if __name__ == "__main__":
    t.main("records", [metadata, address_of_the_input, address_of_the_site,
                       how_pages_are_read, markdown_and_order])
