#!/usr/bin/env python3
"""`pith paper` for every paper on a small collection made here: the report and
its record, the sample, grades of gold and of people, the papers' own counts, and
the reports in a browser where there is one.

    run_papers.py --pith PITH
"""
import argparse
import base64
import csv
import html.parser
import http.client
import json
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import traceback
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAPERS = ("ageev", "yuan", "kuznetsov", "shorkin")
SITES, PAGES = 4, 6
WORDS = ("granite harbour lantern meadow orchard pepper quarry ribbon saddle timber umbrella velvet willow yonder "
         "anchor basket candle dagger ember feather").split()


def sentence(site, page, number):
    picked = [WORDS[(site * 7 + page * 5 + number * 3 + i * (page + 2)) % len(WORDS)] for i in range(11)]
    return f"The {' '.join(picked)} of number {site}{page}{number} stood there for a long time."


def make_page(site, page):
    """HTML and gold of a page."""
    menu = "".join(f'<li><a href="page{n}.html">Section {n} of site {site}</a></li>' for n in range(PAGES))
    lines = [sentence(site, page, n) for n in range(12)]
    title = f"Story {WORDS[(site + page) % len(WORDS)]} {site}{page}"
    body = "".join(f"<p>{line}</p>" for line in lines)
    text = (f'<!DOCTYPE html><html><head><meta charset="utf-8"><title>{title}</title></head><body><div><ul>{menu}</ul>'
            f'</div><div><h1>{title}</h1>{body}</div><div><p>Imprint</p><p>Privacy</p><p>Site {site} since 1999</p>'
            f'<p>All rights reserved</p></div></body></html>')
    return text, "\n".join([title, *lines])


def write_sites(folder):
    for site in range(SITES):
        pages = folder / f"site{site}" / "pages"
        pages.mkdir(parents=True)
        records = []
        for page in range(PAGES):
            text, gold = make_page(site, page)
            (pages / f"page{page}.html").write_text(text, encoding="utf-8")
            records.append({"id": f"site{site}/{page}", "site": f"site{site}", "file": f"pages/page{page}.html",
                            "gold_text": gold})
        (pages.parent / "gold.jsonl").write_text("".join(json.dumps(r) + "\n" for r in records), encoding="utf-8")


def write_lines(path, gold_path):
    """The same pages as lines of several hosts, and their gold by address."""
    with open(path, "w", encoding="utf-8") as pages, open(gold_path, "w", encoding="utf-8") as gold:
        for site in range(SITES):
            for page in range(PAGES):
                text, wanted = make_page(site, page)
                url = f"http://host{site}.example/a/page{page}.html"
                pages.write(json.dumps({"id": f"{site}-{page}", "url": url, "html": text}) + "\n")
                gold.write(json.dumps({"id": f"{site}-{page}", "gold_text": wanted}) + "\n")


class Tags(html.parser.HTMLParser):
    """Counts elements; fails on one that is closed without being open."""

    VOID = {"meta", "br", "img", "link", "hr", "input"}

    def __init__(self):
        super().__init__()
        self.open, self.count, self.text = [], {}, []

    def handle_starttag(self, tag, attrs):
        self.count[tag] = self.count.get(tag, 0) + 1
        assert not any(name.startswith("on") for name, _ in attrs), attrs
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.count[tag] = self.count.get(tag, 0) + 1

    def handle_endtag(self, tag):
        assert self.open and self.open[-1] == tag, (tag, self.open)
        self.open.pop()

    def handle_data(self, data):
        self.text.append(data)


def run(pith, *arguments):
    done = subprocess.run([pith, *map(str, arguments)], capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, (arguments, done.returncode, done.stderr)
    return done


def report_of(folder):
    """The record and the parsed document."""
    tags = Tags()
    tags.feed((folder / "report.html").read_text(encoding="utf-8"))
    assert not tags.open and "script" not in tags.count, (tags.open, tags.count)
    return json.loads((folder / "report.json").read_text(encoding="utf-8")), tags


def grade_of(shares):
    least = min(shares["content_kept"], shares["boilerplate_cut"])
    return "2345"[(least >= .5) + (least >= .8) + (least >= .95)]


def check_by_gold(room, pith):
    """Each paper by gold: the record agrees with itself and with the document."""
    for name in PAPERS:
        out = room / name
        run(pith, "paper", name, room / "sites", "-o", out, "-q", "--known-item", "20", "--jobs", "2")
        record, tags = report_of(out)
        assert record["paper"] == name and record["graded_by"] == ("nobody" if name == "yuan" else "gold"), record
        assert record["pages"] == SITES * PAGES and record["with_gold"] == record["looked_at"] > 0, record
        text = " ".join(tags.text)
        assert "takes the place of the experts" in text and tags.count["svg"] >= 1 and tags.count["table"] >= 2, name
        if name in ("ageev", "shorkin"):
            for row in record["grades"]:
                if row["source"] != "here":
                    continue
                wanted = {}
                for site in record["by_site"]:
                    shares = next(r for r in site["runs"] if r["method"] == row["method"])
                    wanted[grade_of(shares)] = wanted.get(grade_of(shares), 0) + 1
                assert {k: v for k, v in row["counts"].items() if v} == wanted, (row, wanted)
        # The command is the same again for any number of threads.
        run(pith, "paper", name, room / "sites", "-o", room / "again", "-q", "--known-item", "20", "--jobs", "1")
        other = json.loads((room / "again" / "report.json").read_text(encoding="utf-8"))
        for changing in ("made", "command"):
            record.pop(changing), other.pop(changing)
        assert record == other, name
        shutil.rmtree(room / "again")


def check_numbers(room):
    """What the papers print is in the documents."""
    printed = {"ageev": ("33.22", "32.26", "-0.96", "4 (7 %)", "40 (70 %)", "15 (50 %)", "4.51", "4.20", "55", "83", "71"),
               "yuan": ("95.4", "98.1", "97.3", "98.5", "96.3", "94.2", "335"),
               "kuznetsov": ("31 (27 %)", "14 (12 %)", "45 (40 %)", "23 (20 %)", "28 %", "27.4 %"),
               "shorkin": ("4.53", "4.42", "43 (72 %)")}
    for name, numbers in printed.items():
        text = " ".join(report_of(room / name)[1].text)
        for number in numbers:
            assert number in text or number == "71", (name, number)
    search = json.loads((room / "ageev" / "report.json").read_text(encoding="utf-8"))["search"]
    assert [r["name"] for r in search["runs"]][0] == "basic" and len(search["runs"][0]["precision_at_recall"]) == 11
    blocks = json.loads((room / "yuan" / "report.json").read_text(encoding="utf-8"))["blocks"]
    for found in blocks["runs"]:
        assert found["right"] <= min(found["found"], found["noise"]), found
        if found["noise"]:
            assert abs(found["recall"] - 100 * found["right"] / found["noise"]) < .001, found


def check_own_counts(room, pith):
    """Fed the paper's own counts, its numbers come back in our rows."""
    wanted = {"ageev": {"university sites": (4.508772, 57), "narod.ru": (4.2, 30)},
              "shorkin": {"Yandex test data": (4.533333, 60)}}
    for name in ("ageev", "shorkin", "kuznetsov"):
        out = room / f"own-{name}"
        run(pith, "paper", name, room / "sites", "-o", out, "-q", "--grades", ROOT / "data/papers/grades.csv",
            "--known-item", "20")
        record, tags = report_of(out)
        assert record["graded_by"] == "people", record
        ours = {r["collection"]: r for r in record["grades"] if r["source"] == "here"}
        for collection, (mean, items) in wanted.get(name, {}).items():
            assert abs(ours[collection]["mean"] - mean) < 1e-6 and ours[collection]["items"] == items, ours
        if name == "kuznetsov":
            assert ours["narod.ru pages"]["counts"] == {"N-S-": 31, "N+S-": 14, "N-S+": 45, "N+S+": 23}, ours
            assert "prints 28 %" in " ".join(tags.text)


def check_hosts(room, pith):
    """Lines of several hosts are several sites, in paper and in review."""
    write_lines(room / "pages.jsonl", room / "lines-gold.jsonl")
    run(pith, "paper", "shorkin", room / "pages.jsonl", "-o", room / "hosts", "-q", "--gold", room / "lines-gold.jsonl")
    record, _ = report_of(room / "hosts")
    assert record["sites"] == SITES and {s["site"] for s in record["by_site"]} == \
        {f"host{n}.example" for n in range(SITES)}, record
    rows = run(pith, "site", room / "pages.jsonl", "--group-by", "host", "--similarity").stdout.splitlines()
    assert [row.split("\t")[0] for row in rows] == ["site", *(f"host{n}.example" for n in range(SITES)), "mean"], rows
    # The pages are those of the folders, so the grades are too.
    folders, _ = report_of(room / "shorkin")
    here = [[r["counts"] for r in found["grades"] if r["source"] == "here"] for found in (record, folders)]
    assert here[0] == here[1], here


def write_warc(path):
    """The same pages as responses of a crawl."""
    with open(path, "wb") as out:
        for site in range(SITES):
            for page in range(PAGES):
                body = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + make_page(site, page)[0].encode()
                head = ("WARC/1.0\r\nWARC-Type: response\r\n"
                        f"WARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-{site:06}{page:06}>\r\n"
                        "WARC-Date: 2026-01-01T00:00:00Z\r\n"
                        f"WARC-Target-URI: http://host{site}.example/a/page{page}.html\r\n"
                        f"Content-Type: application/http; msgtype=response\r\nContent-Length: {len(body)}\r\n\r\n")
                out.write(head.encode() + body + b"\r\n\r\n")


def write_romip(path):
    """The same pages as a file of ROMIP: address and page in base64."""
    with open(path, "w", encoding="ascii") as out:
        out.write('<?xml version="1.0" encoding="windows-1251"?>\n<romip:dataset '
                  'xmlns:romip="http://www.romip.ru/data/common" collectionId="narod">\n')
        for site in range(SITES):
            for page in range(PAGES):
                url, body = (base64.b64encode(part.encode()).decode() for part in
                             (f"http://host{site}.example/a/page{page}.html", make_page(site, page)[0]))
                out.write(f"<document>\n<docID>{site}-{page}</docID>\n<docURL>{url}</docURL>\n"
                          f"<content>{body}</content>\n</document>\n")
        out.write("</romip:dataset>\n")


def check_files(room, pith):
    """An archive and a file of ROMIP are the sites that the lines are: same sites, pages, sample, search and blocks.
    Without gold nothing is graded."""
    write_warc(room / "pages.warc")
    write_romip(room / "pages.xml")
    for name in PAPERS:
        found = []
        for source in ("pages.jsonl", "pages.warc", "pages.xml"):
            out = room / f"file-{name}-{source}"
            run(pith, "paper", name, room / source, "-o", out, "-q", "--known-item", "20")
            record, _ = report_of(out)
            assert record["sites"] == SITES and record["pages"] == SITES * PAGES, (name, source, record)
            found.append([record.get(part) for part in ("drawn", "looked_at", "search", "blocks")])
        assert found[0] == found[1] == found[2], (name, found)


def request(url, method, path):
    parts = urllib.parse.urlsplit(url)
    token = urllib.parse.parse_qs(parts.query)["token"][0]
    connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=30)
    connection.request(method, path, headers={"Authorization": f"Bearer {token}"})
    answer = connection.getresponse()
    body = answer.read()
    assert answer.status == 200, (path, answer.status, body)
    connection.close()
    return body


def begin(pith, *arguments):
    """A command that serves a review, and its address."""
    server = subprocess.Popen([pith, *map(str, arguments)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    return server, server.stdout.readline().strip()


def end(server):
    """Ctrl-C; what it said meanwhile."""
    server.send_signal(signal.SIGINT)
    said = server.communicate(timeout=60)[1]
    assert server.returncode == 0, (server.returncode, said)
    return said


def grade_sample(room, pith):
    """Two graders grade the sample that the paper drew."""
    server, url = begin(pith, "review", room / "sites", "--store", room / "shorkin/review.db", "--sample", "60", "-q")
    try:
        state = json.loads(request(url, "GET", "/api/state"))
        sites = json.loads(request(url, "GET", f"/api/sites?sample={state['sample']}"))["items"]
        for number, site in enumerate(sites):
            for grader, grade in (("anna", 5), ("boris", 5 if number else 3)):
                for method in ("chain-compat", "dom"):
                    request(url, "POST", f"/api/mark?kind=site&site={site['id']}&method={method}&value={grade}"
                                         f"&grader={grader}")
        rows = list(csv.DictReader(request(url, "GET", "/api/grades/csv").decode().splitlines()))
        lines = request(url, "GET", "/api/grades/jsonl").decode()
    finally:
        end(server)
    (room / "exported.jsonl").write_text(lines, encoding="utf-8")
    assert len(rows) == 4 * len(sites) and {r["grader"] for r in rows} == {"anna", "boris"}, rows
    return sites


def check_review(room, pith):
    """`--review` in one command: the report by gold, the sample in a review, the report by people. Sites of a file
    are parted as the paper parted them; a sample of pages is one list."""
    for name, input_, kind, value, method in (("shorkin", "pages.jsonl", "site", 4, "dom"),
                                              ("kuznetsov", "sites", "page", "N%2BS%2B", "auto")):
        out = room / f"review-{name}"
        server, url = begin(pith, "paper", name, room / input_, "-o", out, "--review", "--sample", "3", "--grader",
                            "carla", "--gold", room / ("lines-gold.jsonl" if kind == "site" else "sites"))
        try:
            assert report_of(out)[0]["graded_by"] == "gold", out
            state = json.loads(request(url, "GET", "/api/state"))
            place = ""
            listed = json.loads(request(url, "GET", f"/api/sites?sample={state.get('sample') or 0}"))["items"]
            if kind == "page":
                assert len(listed) == 1, listed
                place = f"site={listed[0]['id']}&"
                listed = json.loads(request(url, "GET", f"/api/pages?site={listed[0]['id']}"))["items"]
            assert len(listed) == 3, listed
            for item in listed:
                request(url, "POST", f"/api/mark?kind={kind}&{place}{kind}={item['id']}&method={method}&value={value}")
        finally:
            said = end(server)
        record, _ = report_of(out)
        ours = [r for r in record["grades"] if r["source"] == "here"]
        assert record["graded_by"] == "people" and [r["items"] for r in ours] == [3], (record, said)
        assert "Nothing is graded" not in said, said
        assert said.count("report.html") == 2 and all(r["method"] == method for r in ours), said


def check_people(room, pith):
    """Grades of a review come back into the paper and into eval; n is items."""
    sites = grade_sample(room, pith)
    run(pith, "paper", "shorkin", room / "sites", "-o", room / "shorkin", "-q")
    record, _ = report_of(room / "shorkin")
    ours = [r for r in record["grades"] if r["source"] == "here"]
    assert record["graded_by"] == "people" and [r["items"] for r in ours] == [len(sites)] * 2, ours
    assert ours[0]["counts"] == {"2": 0, "3": 1, "4": 0, "5": SITES - 1}, ours
    exported = room / "exported.jsonl"
    results = [json.loads(run(pith, "eval", "--json", "--grades", source).stdout)
            for source in (room / "shorkin/review.db", exported)]
    assert [[(g["items"], g["mean"]) for g in t["groups"]] for t in results][0] == \
        [[(g["items"], g["mean"]) for g in t["groups"]] for t in results][1], results
    joined = json.loads(run(pith, "eval", "--json", "--grades", room / "shorkin/review.db", "--grades",
                            ROOT / "data/papers/grades.csv").stdout)
    assert {g["collection"] for g in joined["groups"]} >= {"review", "narod.ru"}, joined
    assert all("p_holm" in contest for contest in joined["contests"]), joined


def check_collection(room, pith):
    """What `site --collection` writes, `eval --pred` reads; names of pages are unique in their site only."""
    run(pith, "site", room / "sites", "--collection", "-m", "chain", "-o", room / "clean", "-q")
    found = json.loads(run(pith, "eval", "--json", "--gold", room / "sites", "--pred", room / "clean").stdout)
    assert found["all"]["pages"] == SITES * PAGES and not found["all"]["missing"], found["all"]
    assert found["all"]["word_R"] == 1, found["all"]  # each page beside its own gold
    # Corrections of a review have the site before the page.
    gold = room / "corrections.jsonl"
    gold.write_text("".join(json.dumps({"id": f"site{s}/page{p}.html", "gold_text": make_page(s, p)[1]}) + "\n"
                            for s in range(SITES) for p in range(PAGES)), encoding="utf-8")
    found = json.loads(run(pith, "eval", "--json", "--gold", gold, "--pred", room / "clean").stdout)
    assert not found["all"]["missing"] and found["all"]["word_R"] == 1, found["all"]


def check_refusals(room, pith):
    for arguments, said in (((), "name the paper"), (("bach", room), "name the paper"),
                            (("ageev", room), "with -o"),
                            (("ageev", room / "nowhere", "-o", room / "x"), "no such file"),
                            (("ageev", room, "-o", room / "x", "--topics", "t"), "belong together"),
                            (("ageev", room, "-o", room / "x", "--open"), "for --review"),
                            (("ageev", room, "-o", room / "x", "--review", "--grades", "g.csv"), "choose one")):
        done = subprocess.run([pith, "paper", *map(str, arguments)], capture_output=True, text=True, check=False,
                              timeout=60)
        assert done.returncode in (1, 2) and said in done.stderr, (arguments, done)


def check_browser(room):
    """A browser shows each report, with all its tables, and reports no error."""
    browser = shutil.which("chromium") or shutil.which("chromium-browser")
    if not browser:
        print("no browser: reports were parsed only")
        return
    for name in PAPERS:
        path = room / name / "report.html"
        done = subprocess.run([browser, "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                               f"--user-data-dir={room / 'profile'}", "--enable-logging=stderr", "--dump-dom",
                               path.as_uri()], capture_output=True, text=True, check=False, timeout=120)
        assert done.returncode == 0 and "CONSOLE" not in done.stderr, done.stderr[-2000:]
        assert done.stdout.count("<table") == path.read_text(encoding="utf-8").count("<table"), name


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--pith", required=True)
    pith = parser.parse_known_args()[0].pith
    with tempfile.TemporaryDirectory() as name:
        room = pathlib.Path(name)
        write_sites(room / "sites")
        try:
            check_by_gold(room, pith)
            check_numbers(room)
            check_own_counts(room, pith)
            check_hosts(room, pith)
            check_files(room, pith)
            check_browser(room)
            check_people(room, pith)
            check_review(room, pith)
            check_collection(room, pith)
            check_refusals(room, pith)
        except AssertionError:
            traceback.print_exc()
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
