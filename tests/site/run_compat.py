#!/usr/bin/env python3
"""`pith site --compat`: the clusters we expect on real sites, the same output
for any number of threads and any form of input.                     # threads
"""
import base64
import json
import pathlib
import re
import shutil
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import site_testing as t  # noqa: E402

SITE = ("site", "--compat")

ROW = re.compile(r"\| (\w+) \| (\d+) \| ([^|]*@[^|]*|none) \| (\d+) \| (\d+) % \|")


def expected():
    """The table of docs/lab/methods/chain.md, its small sites: (site, pages,
    clusters as size@level, leftovers, per cent of the bytes removed)."""
    rows = ROW.findall((t.ROOT / "docs/lab/methods/chain.md").read_text(encoding="utf-8"))
    return [row for row in rows if int(row[1]) <= 100]


def made_site(kind, count, folder):
    subprocess.run([sys.executable, t.ROOT / "bench/stage_chain/make_site.py",
                    kind, str(count), folder], check=True,
                   stdout=subprocess.DEVNULL)
    return folder


def check_record(record, size):
    """Spans rise, do not touch, and are what the method may say."""
    end = -1
    for span in record["spans"]:
        assert end < span["from"] < span["to"] <= size, span
        assert span["label"] == "navigation" and span["score"] == 1
        assert span["reason"] in ("chain", "chain-leftover")
        end = span["to"]


def known_site(pith, scratch, row):
    name, count, clusters, leftovers, cut = row
    pages = t.DATA / "sites" / name / "pages"
    out = scratch / name
    pith(*SITE, pages, "-o", out).expect(0)
    report = json.loads((out / "report.json").read_text())
    records = t.read_lines(out / "pages.jsonl")
    sizes = [f"{len(c['members'])}@{c['level']}" for c in report["clusters"]]
    more = f" ... ({len(sizes)})" if len(sizes) > 6 else ""
    found = " ".join(sizes[:6]) + more or "none"
    assert found == clusters, f"{name}: {found}, not {clusters}"
    assert report["pages"] == int(count), f"{name}: {report['pages']} pages"
    for cluster in report["clusters"]:
        assert cluster["members"] == sorted(cluster["members"],
                                            key=str.encode)
        assert list(cluster["shared"]) == cluster["members"]
        assert min(cluster["shared"].values()) > 0
    removed = total = served = 0
    for record in records:
        size = (pages / record["path"]).stat().st_size
        check_record(record, size)
        total += size
        removed += sum(s["to"] - s["from"] for s in record["spans"])
        served += any(s["reason"] == "chain-leftover" for s in record["spans"])
    assert served == int(leftovers), f"{name}: {served} leftovers"
    assert abs(100 * removed / total - int(cut)) <= 1, \
        f"{name}: {removed} of {total} bytes"


def known_sites(pith, scratch):
    if not (t.DATA / "sites").is_dir():
        return "skipped"
    rows = expected()
    assert len(rows) > 10, "no table in chain.md"
    for row in rows[::4 if t.SMALL else 1]:
        known_site(pith, scratch, row)
    return None


def jobs_change_nothing(pith, scratch):
    sites = [made_site("sections", 120, scratch / "sections"),
             made_site("listings", 40, scratch / "listings")]
    if (t.DATA / "sites").is_dir():
        sites.append(t.DATA / "sites" / "aka_cn" / "pages")
    for number, site in enumerate(sites):
        seen = []
        for jobs in (1, 2, 8):
            out = scratch / f"{number}-{jobs}"
            pith(*SITE, site, "-o", out, "--to", "md", "-j", jobs).expect(0)
            stream = pith(*SITE, site, "--jobs", jobs).expect(0).out
            seen.append((t.tree(out), stream))
            assert seen[0] == seen[-1], f"{site.name}: -j {jobs} differs"
        assert seen[0][0]["pages.jsonl"] == seen[0][1]


def nothing_left_empty(pith, scratch):
    """Elements whose content was deleted go too, in both kinds of HTML, though
    their own tags are in no chain; images of a chain go with it, and a rule
    that is left alone."""
    site = scratch / "wrapped"
    site.mkdir()
    for n in range(6):
        text = "".join(f"<p>{' '.join(f'w{n}x{k}y{i}' for i in range(12))}.</p>" for k in range(3))
        (site / f"p{n}.html").write_text(
            f'<!DOCTYPE html><html><head><title>t{n}</title></head><body><div class="h1 p{n}"><ul class=m><li>'
            '<a href="/a"><img src="logo.png" alt="Logo"></a></li><li><a href="/b">News</a></li></ul></div>'
            f'<table id=t{n}><tr id=r{n}><td id=c{n}><a href="/c">Shop</a><br><a href="/d">Help</a><br><b>Jobs</b></td></tr>'
            f'</table><h1>Story {n}</h1>{text}<div id=f{n}><section id=s{n}><p>All rights <br>reserved</p><p>Imprint</p>'
            f'<p>More <i>of</i> it</p></section><hr id=h{n}></div></body></html>')
    for form in ("html", "cleaned"):
        out = scratch / form
        pith(*SITE, site, "-o", out, "-t", form).expect(0)
        page = (out / "p0.html").read_text()
        assert "w0x2y11" in page and "Story 0" in page, page
        assert not re.search(r"<(?!script)(\w+)[^>]*>\s*</\1>", page), f"{form}: {page}"
        for gone in ("<img", "News", "Shop", "Imprint", "<div", "<td", "<section", "<hr"):
            assert gone not in page, f"{form}: {gone} in {page}"


def input_forms(pith, scratch):
    """A directory, its files, and its pages as lines say the same."""
    site = t.write_site(scratch / "s", 12)
    wanted = pith(*SITE, site).expect(0).out
    assert pith(*SITE, *sorted(site.iterdir(), reverse=True)).out == wanted
    text, packed = scratch / "a.jsonl", scratch / "b.jsonl"
    with open(text, "w", encoding="utf-8") as a, open(packed, "w") as b:
        for path in sorted(site.iterdir()):
            raw = path.read_bytes()
            a.write(json.dumps({"id": path.name, "x": {"html": [1, "}"]},
                                "html": raw.decode()}) + "\n")
            b.write(json.dumps({"html_b64": base64.b64encode(raw).decode(),
                                "id": path.name}, indent=None) + "\r\n\n")
    assert pith(*SITE, text).expect(0).out == wanted
    assert pith(*SITE, packed).expect(0).out == wanted
    for tool, ending in (("gzip", ".gz"), ("zstd", ".zst")):
        if not shutil.which(tool):
            continue
        with open(f"{text}{ending}", "wb") as out:
            subprocess.run([tool, "-c", text], stdout=out, check=True,
                           stderr=subprocess.DEVNULL)
        done = pith(*SITE, f"{text}{ending}")
        if "built without" not in done.err:
            assert done.expect(0).out == wanted, tool


def strings_of_json(pith, scratch):
    source = scratch / "in.jsonl"
    source.write_text('{"id":"\\u00e9\\ud83d\\ude00\\/\\n","url":"http://h/",'
                      '"html":"<meta charset=koi8-r><p>\\u0416\\ud800x\\t\\"y"}')
    record, = pith(*SITE, source).expect(0).records()
    assert record["id"] == "é😀/\n" and record["url"] == "http://h/"
    assert record["encoding"] == "utf-8"
    assert record["text"] == "Ж\ufffdx \"y\n", record["text"]


def collection(pith, scratch):
    """Every site as if it were alone, whatever the number of threads."""
    sites = scratch / "sites"
    for number in range(12):
        made_site("sections", 4 + number, sites / f"s{number:02}")
    (sites / "empty").mkdir()
    (sites / "readme.html").write_text("beside the sites")
    seen = []
    for jobs in (1, 2, 8):
        out = scratch / f"out{jobs}"
        pith(*SITE, "--collection", sites, "-o", out, "--to", "text",
             "-j", jobs).expect(0, "13 sites, 114 pages")
        lines = pith(*SITE, "--collection", sites, "-j", jobs).expect(0).out
        seen.append((t.tree(out), lines))
        assert seen[0] == seen[-1], f"-j {jobs} differs"
    assert seen[0][0]["sites.jsonl"] == seen[0][1]
    summary = [json.loads(line) for line in seen[0][1].splitlines()]
    assert [s["site"] for s in summary][:2] == ["empty", "s00"]
    assert summary[0]["pages"] == 0 and summary[1]["pages"] == 4
    alone = scratch / "alone"
    pith(*SITE, sites / "s07", "-o", alone, "--to", "text").expect(0)
    assert t.tree(alone) == t.tree(scratch / "out1" / "s07")


def collection_with_a_bad_page(pith, scratch):
    sites = scratch / "sites"
    for name in ("a", "b", "c"):
        t.write_site(sites / name)
    (sites / "b" / "large.html").write_text("x" * 300_000)
    done = pith(*SITE, "--collection", sites, "--max-bytes", "200k")
    done.expect(1, "b/large.html: more than 200000")
    assert [s["failed"] for s in done.records()] == [0, 1, 0]
    assert [s["clusters"] for s in done.records()] == [1, 1, 1]


def duplicates(pith, scratch):
    site = t.write_site(scratch / "s")
    shutil.copy(site / "p1.html", site / "z1.html")
    shutil.copy(site / "p1.html", site / "a1.html")
    pith(*SITE, site, "-o", scratch / "out").expect(0)
    report = json.loads((scratch / "out" / "report.json").read_text())
    assert report["duplicates"] == {"p1.html": "a1.html", "z1.html": "a1.html"}
    assert report["pages"] == 8 and report["failures"] == []
    assert report["seconds"] > 0 and 0 < report["cut"]["p0.html"] < 1


def numbers_of_the_papers(pith, scratch):
    site = t.write_site(scratch / "s", 3)
    assert pith(*SITE, site).records()[0]["spans"] == []
    done = pith(*SITE, site, "--min-cluster", "3", "--min-tokens-chain", "4")
    assert done.expect(0).records()[0]["spans"] != []
    done = pith(*SITE, site, "--min-cluster", "2", "--dup-limit", "0")
    assert done.expect(0).records()[0]["spans"] == []


def work_is_bounded(pith, scratch):
    """Pages of which every two share a lot: the clusters found until the work
    is spent hold, records and report have the warning."""
    site = scratch / "stairs"
    site.mkdir()
    for page in range(700):
        lines = (f"<p>a b c line {line} d e f</p>" for line in
                 range(page % 150 + 1))
        (site / f"p{page:03}.html").write_text("\n".join(lines))
    seen = []
    for jobs in (1, 2):
        out = scratch / f"out{jobs}"
        pith(*SITE, site, "-o", out, "-j", jobs).expect(0, "match-limit")
        report = json.loads((out / "report.json").read_text())
        assert report["limited"] is True
        seen.append(t.tree(out))
    assert seen[0] == seen[1]
    for record in t.read_lines(scratch / "out1" / "pages.jsonl"):
        assert "match-limit" in record["warnings"], record


CASES = [work_is_bounded, known_sites, jobs_change_nothing, input_forms, strings_of_json,
         collection, collection_with_a_bad_page, duplicates,
         numbers_of_the_papers, nothing_left_empty]

if __name__ == "__main__":
    t.main("site --compat", CASES)
