#!/usr/bin/env python3
"""`pith review` from the outside, without a browser: who may ask, what is
refused, and what it says when the store, the port or a page is not what it
should be. Grades must be there after everything."""
import argparse
import http.client
import json
import os
import pathlib
import signal
import sqlite3
import subprocess
import sys
import tempfile

import review_sites

PAGE = "<title>t</title><ul><li><a href=/>Home</a></ul><p>%s is a sentence " \
       "of this page, and it is not on any other one.</p>"


class Review:
    """A running `pith review`."""

    def __init__(self, pith, folder, *options):
        self.process = subprocess.Popen(
            [pith, "review", folder, *options], stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError(self.process.communicate()[1])
        self.address, self.token = line.strip().split("/?token=")
        self.host = self.address.removeprefix("http://")

    def ask(self, path, method="GET", headers=None, body=None, token=True):
        link = http.client.HTTPConnection(self.host, timeout=20)
        sent = {"Authorization": f"Bearer {self.token}"} if token else {}
        link.request(method, path, body, {**sent, **(headers or {})})
        answer = link.getresponse()
        data = answer.read()
        link.close()
        return answer, data

    def json(self, path, method="GET", body=None):
        answer, data = self.ask(path, method, body=body)
        return answer.status, json.loads(data)

    def end(self, number=signal.SIGTERM):
        self.process.send_signal(number)
        return self.process.wait(30), self.process.communicate()[1]


def make_site(folder, pages=6):
    for site in ("one", "two"):
        (folder / site).mkdir(parents=True)
        for i in range(pages):
            (folder / site / f"p{i}.html").write_text(PAGE % f"{site} {i}")


class Findings(list):
    def check(self, fine, what):
        if not fine:
            self.append(what)

    def equal(self, got, wanted, what):
        self.check(got == wanted, f"{what}: got {got!r}, wanted {wanted!r}")


def check_guards(review, found):
    answer, _ = review.ask("/api/state", token=False)
    found.equal(answer.status, 401, "no token")
    answer, _ = review.ask("/api/state?token=" + "0" * 32, token=False)
    found.equal(answer.status, 401, "a wrong token")
    answer, _ = review.ask("/?token=" + review.token, token=False)
    cookie = answer.getheader("Set-Cookie") or ""
    found.equal(answer.status, 200, "the right token")
    found.check("SameSite=Strict" in cookie and "HttpOnly" in cookie, cookie)
    answer, _ = review.ask("/api/state", headers={"Host": "evil.example"})
    found.check(answer.status in (400, 403, 421), "a foreign Host: "
                f"{answer.status}")
    mark = "/api/mark?kind=site&site=1&method=auto&value=5"
    answer, _ = review.ask(mark, "POST",
                           headers={"Origin": "http://evil.example"})
    found.equal(answer.status, 403, "a foreign Origin")
    answer, _ = review.ask("/ui/..%2f..%2freview_view.c")
    found.check(answer.status in (400, 404), "a path that climbs")
    answer, _ = review.ask(mark, "POST", body=b"x" * 30000)
    found.equal(answer.status, 413, "a comment that is too long")
    answer, _ = review.ask(mark.replace("=auto", "=nix"), "POST")
    found.equal(answer.status, 400, "a grade of a method that does not exist")
    _, marks = review.json("/api/marks")
    found.equal(marks, {"marks": []}, "grades after refused requests")


def check_policies(review, found):
    _, pages = review.json("/api/pages?site=1")
    page = pages["items"][0]["id"]
    answer, data = review.ask(f"/frame/{page}?method=auto")
    policy = answer.getheader("Content-Security-Policy") or ""
    for part in ("sandbox allow-same-origin;", "default-src 'none'",
                 "form-action 'none'", "base-uri 'none'"):
        found.check(part in policy, f"{part} is not in {policy}")
    found.check("allow-scripts" not in policy, "scripts may run in a frame")
    found.check(b"pith-nav data-p=" in data, "a frame without marks")
    answer, _ = review.ask("/")
    policy = answer.getheader("Content-Security-Policy") or ""
    found.check("script-src 'self'" in policy and "unsafe" not in policy,
                policy)
    for path, status in (("/frame/999", 404), ("/frame/x", 404),
                         (f"/api/page?id={page}&method=nix", 400),
                         ("/api/pages", 400), ("/api/report/pdf", 404),
                         (f"/api/vips?id={page}&pdoc=11", 400),
                         ("/api/template?site=99", 404), ("/nothing", 404)):
        answer, _ = review.ask(path)
        found.equal(answer.status, status, path)


def check_pages(review, folder, found):
    _, pages = review.json("/api/pages?site=2&count=1")
    page = pages["items"][0]["id"]
    status, view = review.json(f"/api/page?id={page}&method=sentence&with=dom")
    found.equal(status, 200, "a page")
    found.check("sentence of this page" in view["text"], view["text"])
    kept = [p for p in view["segments"] if p[3] != 1]
    found.check(kept, "a page without content")
    span = f"from={kept[0][0]}&to={kept[0][1]}"
    review.ask(f"/api/mark?kind=correction&site=2&page={page}&{span}"
               "&value=navigation", "POST")
    _, fixed = review.json(f"/api/page?id={page}&method=sentence&with=dom")
    found.check(len(fixed["text"]) < len(view["text"]), "a correction changed "
                "nothing")
    _, gold = review.ask("/api/gold.jsonl")
    line = json.loads(gold)
    found.equal((line["site"], line["id"], line["spans"]),
                ("two", "two/p0.html", [{"from": kept[0][0], "to": kept[0][1],
                                     "label": "navigation"}]), "gold")
    (folder / "two" / "p0.html").unlink()
    status, _ = review.json(f"/api/page?id={page}&method=dom")
    found.equal(status, 410, "a page that vanished")
    _, gone = review.json("/api/pages?site=2&filter=gone")
    found.equal(gone["total"], 1, "pages listed as vanished")


def check_store(pith, folder, store, found):
    """Kill it, lock it, change it: the grades stay."""
    review = Review(pith, folder, "--store", store, "--grader", "anna")
    for site, value in ((1, 4), (2, 5)):
        status, _ = review.json(f"/api/mark?kind=site&site={site}&method=auto"
                                f"&value={value}", "POST", b"why")
        found.equal(status, 200, "a grade")
    review.end(signal.SIGKILL)
    base = sqlite3.connect(store)
    found.equal(base.execute("SELECT value FROM mark WHERE kind = 'site' "
                             "ORDER BY site").fetchall(), [("4",), ("5",)],
                "grades after kill -9")
    review = Review(pith, folder, "--store", store, "--grader", "anna")
    base.execute("BEGIN IMMEDIATE")
    status, answer = review.json("/api/mark?kind=site&site=1&method=auto&value=2",
                               "POST")
    found.equal((status, answer["error"]["code"]), (503, "locked"),
                "a locked store")
    base.execute("ROLLBACK")
    _, report = review.ask("/api/report/json")
    groups = [g for g in json.loads(report)["groups"]]
    found.equal([g["mean"] for g in groups], [4.5], "mean of the report")
    code, _ = review.end()
    found.equal(code, 0, "exit code")
    version, = base.execute("PRAGMA user_version").fetchone()
    base.execute(f"PRAGMA user_version = {version + 1}")
    base.commit()
    said = subprocess.run([pith, "review", folder, "--store", store],
                          capture_output=True, text=True, check=False)
    found.equal(said.returncode, 1, "a newer store")
    found.check("newer pith" in said.stderr, said.stderr)
    base.execute(f"PRAGMA user_version = {version}")
    base.commit()
    base.close()


def check_gold(pith, folder, found):
    """Corrections are gold that `pith eval` reads."""
    site, room = folder / "one", folder.parent
    review = Review(pith, site, "--store", room / "gold.db")
    _, pages = review.json("/api/pages?site=1&count=1")
    page = pages["items"][0]["id"]
    _, view = review.json(f"/api/page?id={page}&method=dom")
    for segment in view["segments"]:
        label = "navigation" if segment[3] == 1 else "content"
        review.ask(f"/api/mark?kind=correction&site=1&page={page}"
                   f"&from={segment[0]}&to={segment[1]}&value={label}", "POST")
    (room / "gold.jsonl").write_bytes(review.ask("/api/gold.jsonl")[1])
    review.end()
    with open(room / "pages.jsonl", "w", encoding="utf-8") as out:
        for one in sorted(site.glob("*.html")):
            line = subprocess.run([pith, "-m", "dom", "-t", "json", one],
                                  check=True, capture_output=True, text=True)
            out.write(json.dumps({**json.loads(line.stdout),
                                  "id": one.name}) + "\n")
    said = subprocess.run([pith, "eval", "--gold", room / "gold.jsonl",
                           "--pred", room / "pages.jsonl"], check=False,
                          capture_output=True, text=True)
    found.equal(said.returncode, 0, said.stderr)
    found.check("ranges" in said.stdout, said.stdout)
    figures = [line for line in said.stdout.splitlines() if "ranges" in line]
    found.check(figures and "1.0000" in figures[0], said.stdout)


def check_inputs(pith, folder, found):
    """A file of lines, and the OUT of `pith site --to marked`."""
    site, room = folder / "one", folder.parent
    with open(room / "lines.jsonl", "w", encoding="utf-8") as out:
        for one in sorted(site.glob("*.html")):
            out.write(json.dumps({"id": one.name, "html": one.read_text()})
                      + "\n")
    review = Review(pith, room / "lines.jsonl")
    _, pages = review.json("/api/pages?site=1")
    found.equal(pages["total"], 6, "pages of a file of lines")
    review.end()
    found.check((room / "lines.jsonl.review.db").exists(), "a store beside it")
    site = room / "real" / review_sites.write(room / "real", sites=1)[0]
    subprocess.run([pith, "site", site, "-o", room / "seen", "--to", "marked"],
                   check=True, capture_output=True)
    review = Review(pith, room / "seen", "--store", room / "seen.db")
    _, pages = review.json("/api/pages?site=1")
    page = pages["items"][0]
    _, view = review.json(f"/api/page?id={page['id']}&method=saved")
    found.equal(view["bytes"], (site / page["name"]).stat().st_size,
                "bytes of a page without its marks")
    found.check(any(segment[3] == 1 for segment in view["segments"]),
                "marks are no verdicts")
    found.check(not view["marksPresent"], "marks are still there")
    review.end()


def check_graders(pith, folder, found):
    """Guests have a token each and grade under their own name; an id counts
    once; the address stays; --one-site takes folders for one site."""
    store = folder.parent / "people.db"
    review = Review(pith, folder, "--store", store, "--grader", "anna")
    _, made = review.json("/api/grader?name=boris", "POST")
    mark = "/api/mark?kind=site&site=1&method=auto&value=3&grader=anna&id=x1"
    guest = {"Authorization": "Bearer " + made["url"].split("token=")[1]}
    for _ in range(2):
        answer, _ = review.ask(mark, "POST", headers=guest)
        found.equal(answer.status, 200, "a guest's grade")
    answer, _ = review.ask("/api/grader?name=carl", "POST", headers=guest)
    found.equal(answer.status, 403, "a guest who invites")
    _, marks = review.json("/api/marks")
    found.equal([m["grader"] for m in marks["marks"]], ["boris"],
                "who graded, once")
    review.end(signal.SIGKILL)
    again = Review(pith, folder, "--store", store)
    found.equal((again.address, again.token), (review.address, review.token),
                "the address after a restart")
    answer, _ = again.ask("/api/state", headers=guest)
    found.equal(answer.status, 200, "a guest after a restart")
    again.end()
    one = Review(pith, folder, "--one-site", "--store", folder.parent / "o.db")
    _, state = one.json("/api/state")
    found.equal(state["sites"], 1, "sites with --one-site")
    one.end()


def check_starting(pith, folder, store, found):
    review = Review(pith, folder, "--store", store)
    port = review.host.rsplit(":", 1)[1]
    for options, code, words in (
            (["--port", port], 3, "in use"), (["--port", "x"], 2, "--port"),
            (["--sample", "0"], 2, "--sample"), (["--grader", ""], 2, "name")):
        said = subprocess.run([pith, "review", folder, "--store", store,
                               *options], capture_output=True, text=True,
                              check=False, timeout=60)
        found.equal(said.returncode, code, f"{options}")
        found.check(words in said.stderr, f"{options}: {said.stderr}")
    review.end()
    empty = pathlib.Path(folder) / "one" / "empty"
    empty.mkdir()
    said = subprocess.run([pith, "review", empty, "--store", store + "2"],
                          capture_output=True, text=True, check=False)
    found.equal(said.returncode, 1, "no pages")
    found.check(not os.path.exists(store + "2"), "a store is left behind")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--pith", required=True)
    pith = os.path.abspath(parser.parse_args().pith)
    found = Findings()
    said = subprocess.run([pith, "review", "/nowhere"], capture_output=True,
                          text=True, check=False, timeout=60)
    if "built without" in said.stderr:
        print(said.stderr)
        return 77
    with tempfile.TemporaryDirectory() as room:
        folder = pathlib.Path(room, "sites")
        make_site(folder)
        store = os.path.join(room, "grades.db")
        review = Review(pith, folder, "--store", store, "--grader", "boris")
        try:
            check_guards(review, found)
            check_policies(review, found)
            check_pages(review, folder, found)
        finally:
            review.end()
        check_store(pith, folder, store, found)
        check_gold(pith, folder, found)
        check_inputs(pith, folder, found)
        check_graders(pith, folder, found)
        check_starting(pith, folder, store, found)
    for finding in found:
        print(f"FAILED: {finding}")
    print(f"{len(found)} failed" if found else "guards, pages, store: ok")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
