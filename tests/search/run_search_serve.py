#!/usr/bin/env python3
"""`pith search serve`: what it answers, and what an index of strangers can do.
Snippets are those of the run, and marks do not overlap (W11, W12)."""
import argparse
import http.client
import json
import os
import pathlib
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import urllib.parse

MENU = "<nav><a href=/>Home</a> <a href=/a>Gate</a> <a href=/b>Green shop</a></nav>"
PROSE = ("The {what} stood open for a long time, and everybody who came along the road "
         "looked into it and went on, because there was nothing to be seen there.")
PAGES = {
    "gate.html": ("Of gates", "garden gate"), "door.html": ("Of doors", "red door"),
    "wall.html": ("Walls <b>&amp;</b> more", "old wall"),
    "cjk.html": ("\u6d4b\u8bd5", "\u538b\u529b\u6d4b\u8bd5")}


def write_pages(folder):
    folder.mkdir()
    for name, (title, what) in PAGES.items():
        prose = PROSE.format(what=what)
        if name == "cjk.html":
            prose = "\u6211\u4eec\u505a\u4e86\u538b\u529b\u6d4b\u8bd5\u3002" * 20
        lang = "zh" if name == "cjk.html" else "en"
        (folder / name).write_text(
            f"<!DOCTYPE html><html lang={lang}><meta charset=utf-8>"
            f"<title>{title}</title>{MENU}<main><h1>{title}</h1>"
            + f"<p>{prose}</p>" * 3 + "</main><footer>Imprint and privacy</footer>",
            encoding="utf-8")


class Server:
    def __init__(self, pith, index, *options):
        self.process = subprocess.Popen(
            [pith, "search", "serve", index, "--listen", "127.0.0.1:0", *options],
            stdin=subprocess.DEVNULL, stderr=subprocess.PIPE)
        first = self.process.stderr.readline().decode()
        found = re.search(r"http://127\.0\.0\.1:(\d+)", first)
        assert found, first
        self.port = int(found[1])

    def get(self, path, status=200, **query):
        wire = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        wire.request("GET", path + ("?" + urllib.parse.urlencode(query) if query else ""))
        got = wire.getresponse()
        body = got.read()
        wire.close()
        assert got.status == status, (got.status, body)
        if "json" in got.headers["Content-Type"]:
            return json.loads(body)
        return got.headers, body

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.send_signal(signal.SIGTERM)
        self.process.communicate(timeout=30)
        assert self.process.returncode == 0


def texts_marked(result):
    text = result["snippet"].encode()
    return [text[a:b].decode() for a, b in result["highlights"]]


def answers(pith, room):
    with Server(pith, room / "i.idx") as server:
        about = server.get("/v1/index")
        assert about["pages"] == len(PAGES) and about["methods"] == ["auto"], about
        for run in ("basic", "cut", "weighted", "weighted:0.5"):
            found = server.get("/v1/search", q="gate", run=run)
            said = subprocess.run(
                [pith, "search", "query", room / "i.idx", "gate", "--json", "--run", run],
                capture_output=True, check=True).stdout
            lines = [json.loads(line) for line in said.splitlines()]
            assert [{k: r[k] for k in lines[0]} for r in found["results"]] == lines, run
        assert server.get("/v1/search", q="gate", run="basic")["total"] == len(PAGES)
        assert server.get("/v1/search", q="gate", run="cut")["total"] == 1
        # why: the menu has one "Gate", the content three, by the method
        best = server.get("/v1/search", q="gate")["results"][0]
        assert best["id"] == "gate.html"
        why = {w["word"].lower(): w for w in best["why"]}["gate"]
        assert why["boilerplate"] == 1 and why["content"] >= 3, why
        assert len(server.get("/v1/search", q="gate", run="basic", top=2)["results"]) == 2
        assert server.get("/v1/suggest", q="of ga")["suggestions"] == ["Of gates"]
        assert server.get("/v1/suggest", q="wal")["suggestions"] == ["Walls <b>&</b> more"]
        for odd in ("", '"', "(", "NOT", "zzzz", "x" * 3000):
            assert server.get("/v1/suggest", q=odd)["suggestions"] == [], odd
        for query in ({}, {"q": "("}, {"q": "NOT"}, {"q": "a" * 2000},
                      {"q": "gate", "run": "x"}, {"q": "gate", "method": "x"},
                      {"q": "gate", "top": "0"}, {"q": "gate", "top": "x"}):
            error = server.get("/v1/search", 400, **query)["error"]
            assert error["code"] in ("bad-query", "bad-value"), query
        headers, body = server.get("/")
        assert b"BasicLine" in body and b"CutNav" in body and b"Weighted" in body
        assert "script-src 'self'" in headers["Content-Security-Policy"]
        server.get("/ui/app.js", 404)
        server.get("/ui/search.js")
        assert server.get("/healthz")["status"] == "ok"


def snippets_are_of_the_run(pith, room):
    """W12: --run cut showed the menu. W11: CJK marks overlapped."""
    with Server(pith, room / "i.idx") as server:
        for result in server.get("/v1/search", q="gate wall", run="cut")["results"]:
            assert "Home" not in result["snippet"], result
        found = server.get("/v1/search", q="green", run="basic")["results"]
        assert any("Green" in texts_marked(r) for r in found), found
        assert server.get("/v1/search", q="green", run="cut")["results"] == []
        for result in server.get("/v1/search", q="home door", run="weighted")["results"]:
            if result["id"] == "door.html":
                assert "door" in texts_marked(result), result
        for run in ("basic", "cut"):
            hit = server.get("/v1/search", q="\u538b\u529b\u6d4b\u8bd5", run=run)["results"][0]
            marks = hit["highlights"]
            assert all(a[1] <= b[0] for a, b in zip(marks, marks[1:])), marks
            assert set(texts_marked(hit)) <= {"\u538b\u529b\u6d4b\u8bd5",
                                              "\u6d4b\u8bd5"}, hit
    said = subprocess.run([pith, "search", "query", room / "i.idx", "\u538b\u529b\u6d4b\u8bd5",
                           "--color", "never"], capture_output=True, check=True)
    assert "**\u538b\u529b\u6d4b\u8bd5**" in said.stdout.decode()


def strangers_tables_are_refused(pith, room):
    """A table that is not as we make them, a view or a trigger: no query runs."""
    changes = {
        "view": "DROP TABLE span; CREATE VIEW span AS WITH RECURSIVE a(page, data) AS"
                " (SELECT 1, x'00' UNION ALL SELECT page + 1, data FROM a) SELECT * FROM a",
        "trigger": "CREATE TRIGGER x AFTER INSERT ON page BEGIN SELECT 1; END",
        "table": "CREATE TABLE more(a)",
        "column": "ALTER TABLE anchor ADD COLUMN more",
        "index": "CREATE INDEX y ON page(url)"}
    for name, sql in changes.items():
        path = room / f"{name}.idx"
        shutil.copy(room / "i.idx", path)
        base = sqlite3.connect(path)
        base.executescript(sql)
        base.close()
        for command in (("query", path, "gate"), ("serve", path, "--listen", "127.0.0.1:0")):
            done = subprocess.run([pith, "search", *command], capture_output=True,
                                  timeout=60, check=False)
            assert done.returncode == 1, (name, done.stderr)
            assert b"tables of others" in done.stderr, (name, done.stderr)
            assert b"index anew" in done.stderr, (name, done.stderr)


def page_in_a_browser(pith, room):
    """search_page.mjs, where there is a browser."""
    here = pathlib.Path(__file__).resolve().parent
    sys.path.insert(0, str(here.parent / "review"))
    import run_browser  # noqa: PLC0415
    if os.environ.get("PITH_TEST_SIZE") == "small" or \
            not all(shutil.which(p) for p in ("node", "npm", "chromium")) or \
            not run_browser.install():
        print("no browser: the page was not opened")
        return
    with Server(pith, room / "i.idx") as server:
        done = subprocess.run(
            ["node", here / "search_page.mjs", f"http://127.0.0.1:{server.port}/"],
            env=os.environ | {
                "PITH_PROGRAM": pith, "PITH_MODULES": str(run_browser.MODULES)},
            timeout=200, check=False)
        assert done.returncode == 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pith", required=True)
    args, _ = parser.parse_known_args()
    with tempfile.TemporaryDirectory() as name:
        room = pathlib.Path(name)
        write_pages(room / "pages")
        done = subprocess.run([args.pith, "search", "index", room / "pages", "-o",
                               room / "i.idx", "-q"], capture_output=True, check=False)
        if b"install" in done.stderr:
            print("skipped:", done.stderr.decode())
            return 77
        assert done.returncode == 0, done.stderr
        for case in (answers, snippets_are_of_the_run, strangers_tables_are_refused,
                     page_in_a_browser):
            case(args.pith, room)
            print("ok:", case.__name__)
    return 0


if __name__ == "__main__":
    sys.exit(main())
