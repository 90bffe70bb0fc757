#!/usr/bin/env python3
"""pith watch over rounds of a changing site: exactly the changed content is
reported, and nothing of dates, counters, advertising and menus."""
import itertools
import json
import signal
import sqlite3
import subprocess
import time

import crawl_testing as t
from crawl_server import Server

NAMES = ("amber", "birch", "cedar", "dune", "ember", "fjord", "grove", "heath",
         "inlet", "juniper")


def sentence(name, number):
    words = [f"{name}{number}{part}" for part in
             ("walks", "over", "hills", "and", "finds", "some", "water", "there")]
    return " ".join(words).capitalize() + "."


class Changing:
    """Ten stories and a list of them, all of whose clockwork turns."""

    def __init__(self):
        self.round = 1
        self.tick = itertools.count(1)
        self.stories = {name: [sentence(name, n) for n in range(6)]
                        for name in NAMES[:9]}
        self.price = "The ticket costs 12 euros."
        self.etag = False

    def turn(self):
        self.round += 1

    def __call__(self, request):
        path = request.path
        if path == "/robots.txt":
            request.say(b"", 404)
        elif path == "/news/":
            self.page(request, "News", [], [f"/news/{n}.html" for n in self.stories])
        elif path.startswith("/news/") and path[6:-5] in self.stories:
            self.page(request, path[6:-5], self.stories[path[6:-5]])
        elif path == "/price.html":
            self.page(request, "Price", [self.price, sentence("offer", 1)])
        else:
            request.say(b"no", 404)

    def page(self, request, title, paragraphs, links=()):
        """A page with everything that moves by itself."""
        r, tick = self.round, next(self.tick)
        menu = ["Home", "News", "Shop", "Help", "Imprint"] + \
            [f"Special offer of week {n}" for n in range(2, r + 1)]
        items = "".join(f'<li class="m"><a href="/{m}">{m}</a></li>' for m in menu)
        listed = "".join(f'<li><a href="{p}">All about {p[6:-5]}</a></li>'
                         for p in links)
        text = "".join(f"<p>{p}</p>" for p in paragraphs)
        body = f"""<!DOCTYPE html><html><head><meta charset=utf-8>
<title>{title}</title></head><body>
<div class="top"><ul class="m">{items}</ul></div>
<div class="date">Monday, May {r + 10}, 2026, 1{r}:0{r}</div>
<div id="main"><h1>Story of {title}</h1>{text}<ul class="list">{listed}</ul>
<p class="meta">Updated {r * 7} minutes ago, read {1000 + tick} times</p></div>
<div class="ad"><p>Buy the new car number {'one two three four'.split()[r - 1]}
today!</p></div>
<div class="box"><p><a href="http://ads.example/{tick}">Deal {chr(65 + tick % 26)}
{'xyzw'[tick % 4]}{tick} only for you</a></p></div>
<div class="foot"><p>{40 + tick} users online</p><p>Visitors: {90000 + tick * 3}</p>
<p>\u00a9 {2020 + r} Example, all rights reserved</p></div></body></html>"""
        if self.etag and "If-None-Match" in request.headers:
            request.say(b"", 304)
        else:
            extra = {"ETag": '"same"'} if self.etag else {}
            request.say(body.encode(), **extra)


class Watch:
    """A list, a store and the command over them."""

    def __init__(self, pith, scratch, server, *lines):
        self.pith, self.store = pith, scratch / "store.db"
        self.list = scratch / "list.txt"
        self.list.write_text("# what to watch\n\n" + "".join(
            (f"site {server.url(line[5:])}" if line.startswith("site ")
             else server.url(line)) + "\n" for line in lines))
        self.base = server.url("")

    def run(self, *options, code=0):
        done = self.pith("watch", self.list, "-o", self.store, "-q", *t.QUICK,
                         *options)
        return done.expect(code)

    def quiet(self, code=0):
        """A round that reports nothing."""
        reported = self.reported(code)
        assert reported == {}, reported

    def reported(self, code=0):
        """{path: (added, removed)} of a round; new pages by "new PATH"."""
        found = {}
        for line in self.run("--json", code=code).records():
            assert line["v"] == 1 and line["title"]
            name = line["url"].removeprefix(self.base)
            found["new " + name if line["new"] else name] = (
                line["added"], line["removed"])
        return found


def three_rounds(pith, scratch):
    """The case of the issue, with a site and single pages of it."""
    site = Changing()
    with Server(site) as server:
        watch = Watch(pith, scratch, server, "site /news/", "/price.html")
        watch.quiet()
        watch.quiet()
        site.turn()
        site.stories["birch"].insert(2, "A bridge was opened over the river today.")
        gone = site.stories["cedar"].pop(3)
        old = site.stories["dune"][0]
        site.stories["dune"][0] = "Dune walks now over 15 other hills."
        assert watch.reported() == {
            "/news/birch.html": (["A bridge was opened over the river today."], []),
            "/news/cedar.html": ([], [gone]),
            "/news/dune.html": (["Dune walks now over 15 other hills."], [old])}
        site.turn()
        site.price = "The ticket costs 15 euros."
        site.stories["juniper"] = [sentence("juniper", n) for n in range(6)]
        reported = watch.reported()
        assert reported.pop("/price.html") == (["The ticket costs 15 euros."],
                                           ["The ticket costs 12 euros."])
        added, removed = reported.pop("new /news/juniper.html")
        assert added == ["Story of juniper"] + site.stories["juniper"], added
        assert removed == []
        assert reported == {"/news/": (["All about juniper"], [])}, reported
        site.turn()
        watch.quiet()


def one_page(pith, scratch):
    """A single page: its siblings are fetched once, to learn the boilerplate."""
    site = Changing()
    with Server(site) as server:
        # A page that links to its siblings, as those of the papers do.
        original = site.page
        site.page = lambda request, title, text, links=(): original(
            request, title, text, links or [f"/news/{n}.html" for n in NAMES[:9]])
        watch = Watch(pith, scratch, server, "/news/amber.html")
        watch.quiet()
        first = len(server.log)
        assert first <= 1 + 2 + 8, server.paths
        site.turn()
        watch.quiet()
        assert len(server.log) - first <= 1 + 2 + 8, server.paths[first:]
        site.stories["amber"].append("At last the rain came down on the town.")
        site.turn()
        assert watch.reported() == {"/news/amber.html": (
            ["At last the rain came down on the town."], [])}


def unchanged_is_cheap(pith, scratch):
    """A page with an ETag that has not changed is asked for once, without a
    body."""
    site = Changing()
    site.etag = True
    with Server(site) as server:
        watch = Watch(pith, scratch, server, "site /news/")
        watch.reported()
        first = len(server.log)
        site.turn()
        watch.quiet()
        # Rules, the list, nine stories, and five items of the menu.
        assert len(server.log) - first == 1 + 1 + 9 + 5, server.paths[first:]


def readable(pith, scratch):
    site = Changing()
    with Server(site) as server:
        watch = Watch(pith, scratch, server, "site /news/")
        watch.run()
        gone = site.stories["ember"].pop()
        site.stories["ember"].append("Something new was said here at last.")
        lines = watch.run().out.decode().splitlines()
        assert lines[0].endswith("  " + server.url("/news/ember.html"))
        assert sorted(lines[1:]) == ["", "+ Something new was said here at last.",
                                     "- " + gone]


def failures(pith, scratch):
    """A page that cannot be had is said and left as it was; the rest is done."""
    site = Changing()
    with Server(site) as server:
        watch = Watch(pith, scratch, server, "site /news/", "/missing.html")
        done = watch.run(code=1)
        assert "/missing.html: the server answers 404" in done.err
        lost = site.stories.pop("fjord")
        site.stories["grove"].append("Grove said one thing more this time.")
        original = site.page
        site.page = lambda request, title, text, links=(): original(
            request, title, text,
            links and [f"/news/{n}.html" for n in NAMES[:9]])
        reported = watch.reported(code=1)
        assert reported == {"/news/grove.html": (
            ["Grove said one thing more this time."], [])}, reported
        site.stories["fjord"] = lost
        watch.quiet(code=1)


def killed(pith, scratch):
    """kill -9 in a round: the store is as before it, and the changes are reported
    by the next one."""
    site = Changing()
    with Server(site) as server:
        watch = Watch(pith, scratch, server, "site /news/")
        watch.run()
        site.turn()
        site.stories["birch"].append("Birch has seen something strange at night.")
        for requests in (2, 5, 9, 14):
            run = subprocess.Popen(
                [pith.program, "watch", watch.list, "-o", watch.store, *t.QUICK,
                 "--delay", "20ms", "-q"], stdout=subprocess.PIPE)
            before, end = len(server.log), time.monotonic() + 20
            while len(server.log) < before + requests and \
                    time.monotonic() < end and run.poll() is None:
                time.sleep(0.002)
            run.send_signal(signal.SIGKILL)
            assert run.stdout.read() == b""
            run.stdout.close()
            run.wait()
            with sqlite3.connect(watch.store) as store:
                assert store.execute("SELECT count(*) FROM round").fetchone() == (1,)
                assert store.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            store.close()
        assert watch.reported() == {"/news/birch.html": (
            ["Birch has seen something strange at night."], [])}


def interrupted(pith, scratch):
    """--every goes on until Ctrl-C, which leaves the round at hand out."""
    site = Changing()
    with Server(site) as server:
        watch = Watch(pith, scratch, server, "site /news/")
        run = subprocess.Popen([pith.program, "watch", watch.list, "-o",
                                watch.store, *t.QUICK, "--every", "1s", "--json"],
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        end = time.monotonic() + 30
        while len(server.log) < 25 and time.monotonic() < end:
            time.sleep(0.02)
        site.stories["amber"].append("Amber said something while we waited here.")
        line = json.loads(run.stdout.readline())
        assert line["added"] == ["Amber said something while we waited here."]
        run.send_signal(signal.SIGINT)
        assert run.wait(timeout=20) == 130
        run.stdout.close()
        run.stderr.close()


def not_reported_yet(pith, scratch):
    """What a run could not tell, the next one reports first."""
    site = Changing()
    with Server(site) as server:
        watch = Watch(pith, scratch, server, "site /news/")
        watch.run()
        site.stories["amber"].append("Amber said it when nobody was listening.")
        with open("/dev/full", "wb") as full:
            watch.pith("watch", watch.list, "-o", watch.store, *t.QUICK, "-q",
                       stdout=full).expect(3)
        assert watch.reported() == {"/news/amber.html": (
            ["Amber said it when nobody was listening."], [])}


def bad_usage(pith, scratch):
    store, listed = scratch / "s.db", scratch / "l.txt"
    for text, said in (("", "names no page"), ("ftp://h/\n", "line 1"),
                       ("# x\nhttp://h/ more\n", "line 2"), ("site\n", "line 1")):
        listed.write_text(text)
        pith("watch", listed, "-o", store).expect(1, said)
    listed.write_text("http://127.0.0.1:1/\n")
    pith("watch", listed).expect(2, "-o")
    pith("watch", "-o", store).expect(2)
    pith("watch", listed, "-o", store, "--every", "soon").expect(2)
    pith("watch", listed, "-o", store, "--every", "1s", "--once").expect(2)
    pith("watch", scratch / "none", "-o", store).expect(1)
    store.write_text("this is no store of ours, it is a text" * 30)
    pith("watch", listed, "-o", store).expect(1)
    other = scratch / "other.db"
    with sqlite3.connect(other) as made:
        made.execute("CREATE TABLE x(y)")
    made.close()
    pith("watch", listed, "-o", other).expect(1, "no store")


if __name__ == "__main__":
    t.main("crawl.watch", t.when_built((
        three_rounds, one_page, unchanged_is_cheap, readable, failures, killed,
        interrupted, not_reported_yet, bad_usage)))
