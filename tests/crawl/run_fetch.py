#!/usr/bin/env python3
"""pith fetch against a real server on loopback: nothing outside the rules is
fetched, and the log of the server is the proof."""
import os
import signal
import subprocess
import time

import crawl_testing as t
from crawl_server import BAD, ROBOTS, Server, Site, story_path


def fetch(pith, server, folder, *options, start="/", code=0):
    return pith("fetch", server.url(start), "-o", folder, *t.QUICK, "-q",
                *options).expect(code)


def whole_site(pith, scratch):
    """All pages once, in order of rules, none that is forbidden."""
    with Server() as server:
        fetch(pith, server, scratch / "d", "--max-pages", "150",
              "--max-bytes", "2M", "--depth", "4")
        asked = server.paths
        assert asked[0] == "/robots.txt" and asked.count("/robots.txt") == 1
        for path in asked:
            assert not path.startswith("/private/") or "open" in path, path
            assert "print=" not in path and "hidden" not in path, path
            assert path not in ("/picture.jpg", "/elsewhere", "/etc/passwd")
        # A kept connection that ends without a word may be tried once more.
        once = [p for p in asked if "?" not in p and p != "/bad/empty"]
        assert len(set(once)) == len(once), "asked twice: " + str(
            [p for p in set(once) if once.count(p) > 1])
        for number in range(Site.STORIES):
            assert story_path(number) in asked
        assert asked.count("/trap/1/") == 1 and "/trap/4/" not in asked
        known, _ = t.index(scratch / "d")
        check_shelf(known, server)
        for line in known.values():
            if "file" in line:
                data = (scratch / "d" / line["file"]).read_bytes()
                assert len(data) == line["bytes"] and line["status"] == 200
        files = [line["file"] for line in known.values() if "file" in line]
        assert sorted(files) == t.kept(scratch / "d")


def check_shelf(known, server):
    """Each bad page ended as it should."""
    ends = {"truncated": "truncated", "two_lengths": "failed", "binary":
            "not-a-page", "binary_no_type": "not-a-page", "image": "not-a-page",
            "slow": "too-slow", "silent": "too-slow", "empty": "truncated",
            "garbage": "failed", "bomb": "too-large", "thrice": "packing",
            "not_packed": "packing", "chunk_size": "truncated failed",
            "head": "too-large", "header_line": "failed", "error": "status", "loop": "elsewhere",
            "to_known": "elsewhere", "endless": "too-many-redirects", "six":
            "too-many-redirects", "to_file": "bad-redirect", "to_nowhere":
            "bad-redirect", "to_gopher": "bad-redirect", "to_private_path":
            "robots", "to_other_host": "elsewhere"}
    for name in BAD:
        line = known[server.url("/bad/" + name)]
        assert line["result"] in ends.get(name, "done").split(), (name, line)
        stored = name not in ends and name != "copy"
        assert ("file" in line) == stored, (name, line)
    def shelf(name):
        return known[server.url("/bad/" + name)]
    assert shelf("copy")["same_as"].endswith(story_path(1))
    assert shelf("moved")["final_url"].endswith("/moved/here.html")
    assert shelf("five")["final_url"].endswith("/bad/five?5")
    assert shelf("charset")["encoding"] == "windows-1251"
    assert shelf("charset_right")["encoding"] == "windows-1251"
    assert shelf("charset_right")["charset"] == "windows-1251"
    assert shelf("short_length")["bytes"] == 60
    assert shelf("error")["status"] == 503 and shelf("error")["retry"]
    assert server.paths.count("/bad/loop") == 1
    assert len([p for p in server.paths if p.startswith("/bad/endless")]) == 6


def same_layer(pith, scratch):
    with Server() as server:
        start = story_path(3)
        fetch(pith, server, scratch / "d", "--same-layer", "7", start=start)
        pages = [p for p in server.paths if p != "/robots.txt"]
        assert pages[0] == start and len(pages) == 8, pages
        assert all(p.startswith("/news/20") and "_2" not in p for p in pages)
        assert story_path(10) not in pages[:4], "a link that says next"
        assert len(t.kept(scratch / "d")) == 8


def robots_answers(pith, scratch):
    """404 and the like: everything is allowed; 5xx: nothing is."""
    for number, (status, allowed) in enumerate(
            ((404, True), (403, True), (410, True), (500, False), (503, False))):
        with Server(Site(robots_status=status)) as server:
            done = fetch(pith, server, scratch / str(number), "--depth", "0",
                         start="/private/a.html", code=0 if allowed else 1)
            assert server.paths == ["/robots.txt"] + \
                ["/private/a.html"] * allowed
            assert allowed or "robots.txt" in done.err


def robots_redirects(pith, scratch):
    """Five steps to the rules are gone; after six there are none."""
    for most, path, forbidden in ((5, "/private/a.html", True),
                                  (6, "/private/a.html", False)):
        def answer(request, most=most):
            at = int(request.path.partition("?")[2] or 0)
            if request.path.startswith("/robots.txt") and at < most:
                request.redirect(f"/robots.txt?{at + 1}")
            elif request.path.startswith("/robots.txt"):
                request.say(ROBOTS.encode(), kind="text/plain")
            else:
                request.say(b"<p>page")
        with Server(answer) as server:
            fetch(pith, server, scratch / str(most), "--depth", "0", start=path,
                  code=1 if forbidden else 0)
            assert (path in server.paths) != forbidden
            assert sum(p.startswith("/robots") for p in server.paths) == 6


def robots_by_name(pith, scratch):
    """The group of our own name counts, and the name is the user's choice."""
    rules = "User-agent: *\nDisallow: /\n\nUser-agent: mine\nAllow: /\n"
    with Server(Site(robots=rules)) as server:
        fetch(pith, server, scratch / "a", "--depth", "0", code=1)
        assert server.paths == ["/robots.txt"]
        fetch(pith, server, scratch / "b", "--depth", "0", "--user-agent",
              "Mine/1.0 (x@example.org)")
        assert server.heads[-1]["User-Agent"] == "Mine/1.0 (x@example.org)"
        assert server.heads[0]["User-Agent"].startswith("pith/")


def robots_large(pith, scratch):
    """Only the first 500 KiB count; megabytes more do no harm."""
    rules = "User-agent: *\nDisallow: /early\n" + "# filler\n" * 600000 + \
        "Disallow: /about\n"
    with Server(Site(robots=rules)) as server:
        fetch(pith, server, scratch / "a", "--depth", "0", start="/about.html")
        fetch(pith, server, scratch / "b", "--depth", "0", start="/early",
              code=1)
        assert "/about.html" in server.paths and "/early" not in server.paths


def pauses(pith, scratch):
    """--delay and Crawl-delay hold between all requests, robots.txt too."""
    rules = "User-agent: *\nCrawl-delay: 0.4\n"
    for name, robots, options, least in (
            ("own", "", ("--delay", "300ms"), 0.3), ("asked", rules, (), 0.4)):
        with Server(Site(robots=robots)) as server:
            fetch(pith, server, scratch / name, "--max-pages", "3", *options)
            gaps = [b - a for a, b in zip(server.times, server.times[1:])]
            assert len(gaps) == 3 and min(gaps) >= least - 0.01, gaps


def killed_and_resumed(pith, scratch):
    """kill -9 at many points: nothing is lost, nothing is fetched twice but
    what was on its way."""
    options = ("--max-pages", "60", "--depth", "3", *t.QUICK, "-q")
    with Server(Site(pause=0.0)) as server:
        fetch(pith, server, scratch / "whole", *options[:4])
        wanted = sorted(line["url"].split(str(server.port))[1]
                        for line in t.index(scratch / "whole")[0].values())
    folder = scratch / "d"
    with Server(Site(pause=0.02)) as server:
        kills = 0
        while kills < 6:
            run = subprocess.Popen(
                [pith.program, "fetch", server.url(), "-o", folder, *options],
                stderr=subprocess.DEVNULL)
            before, end = len(server.log), time.monotonic() + 20
            while len(server.log) < before + 7 and run.poll() is None and \
                    time.monotonic() < end:
                time.sleep(0.005)
            os.kill(run.pid, signal.SIGKILL)
            run.wait()
            kills += 1
        # As if the last line had been cut off by a crash.
        with open(folder / "index.jsonl", "ab") as torn:
            torn.write(b'{"v":1,"url":"http://torn')
        fetch(pith, server, folder, *options[:4])
        known, lines = t.index(folder)
        got = sorted(u.split(str(server.port))[1] for u in known)
        assert got == wanted, set(got) ^ set(wanted)
        tries = [p for p in server.paths if p != "/robots.txt" and "?" not in p]
        again = [p for p in set(tries) if tries.count(p) > 1
                 and not known[server.url(p)].get("retry")
                 and p != "/moved/here.html"]
        assert len(again) <= kills, again
        for line in known.values():
            if "file" in line:
                size = (folder / line["file"]).stat().st_size
                assert size == line["bytes"], line
        asked = len(server.log)
        fetch(pith, server, folder, *options[:4])
        repeated = [p for p in server.paths[asked:] if p != "/robots.txt"]
        assert all(known[server.url(p)].get("retry") for p in repeated), repeated


def interrupted(pith, scratch):
    with Server(Site(pause=0.05)) as server:
        run = subprocess.Popen([pith.program, "fetch", server.url(), "-o",
                                scratch / "d", *t.QUICK],
                               stderr=subprocess.PIPE)
        while len(server.log) < 5:
            time.sleep(0.01)
        run.send_signal(signal.SIGINT)
        assert run.wait(timeout=10) == 130
        assert b"run the command again to continue" in run.stderr.read()
        run.stderr.close()
        assert len(t.index(scratch / "d")[1]) >= 3


def names_stay_inside(pith, scratch):
    """Addresses that try to leave the directory do not."""
    evil = ["/../../etc/passwd", "/%2e%2e/%2e%2e/up", "/..%2f..%2fup", "/a%00b",
            "/" + "x" * 300, "/CON", "//double//slash", "/a/b", "/a", "/a/",
            "/index.jsonl", "/%5c..%5cx"]

    def answer(request):
        if request.path == "/":
            request.say("".join(f'<a href="{p}">x</a>' for p in evil).encode())
        elif request.path == "/robots.txt":
            request.say(b"", 404)
        else:
            request.say(f"<p>{request.path}".encode())
    folder = scratch / "deep" / "er"
    folder.mkdir(parents=True)
    (folder / "out").mkdir()
    with Server(answer) as server:
        # A link that somebody put there leads nowhere.
        (folder / "out" / f"127.0.0.1:{server.port}").symlink_to(scratch)
        fetch(pith, server, folder / "out", code=1)
        (folder / "out" / f"127.0.0.1:{server.port}").unlink()
        (folder / "out" / "index.jsonl").unlink()
        fetch(pith, server, folder / "out")
        known, _ = t.index(folder / "out")
        stored = [line for line in known.values() if "file" in line]
        assert len(stored) == len(t.kept(folder / "out")) >= 11, known
    outside = [p for p in scratch.rglob("*") if p.is_file()
               and folder / "out" not in p.parents]
    assert not outside, outside


def refusals(pith, scratch):
    """Without --allow-private loopback is not even asked for its rules."""
    with Server() as server:
        for host in ("127.0.0.1", "localhost", "2130706433", "0x7f.1", "0177.1",
                     "[::ffff:127.0.0.1]", "127.1"):
            done = pith("fetch", server.url(host=host), "-o", scratch / "d",
                        "--delay", "0", "-q").expect(1)
            assert "robots.txt" in done.err or "public" in done.err, done.err
        assert server.log == []
    for url in ("file:///etc/passwd", "ftp://h/", "gopher://h/", "dict://h:1/",
                "h", "http:", "http://a b/"):
        pith("fetch", url, "-o", scratch / "d").expect(2)
    pith("fetch", "http://h/").expect(2, "-o")
    pith("fetch", "-o", scratch / "d").expect(2)
    for option, value in (("--delay", "x"), ("--delay", "-1s"), ("--depth", "x"),
                          ("--max-pages", "0"), ("--same-layer", "0"),
                          ("--user-agent", "a\nb"), ("--user-agent", ""),
                          ("--max-time", "0"), ("--max-bytes", "0")):
        pith("fetch", "http://h/", "-o", scratch / "d", option, value).expect(2)


def credentials_stay_here(pith, scratch):
    with Server() as server:
        url = f"http://user:secret@127.0.0.1:{server.port}/about.html"
        pith("fetch", url, "-o", scratch / "d", *t.QUICK, "--depth", "0",
             "-q").expect(0)
        assert all("Authorization" not in head for head in server.heads)
        assert "secret" not in (scratch / "d" / "index.jsonl").read_text()


CASES = (whole_site, same_layer, robots_answers, robots_redirects,
         robots_by_name, robots_large, pauses, killed_and_resumed, interrupted,
         names_stay_inside, refusals, credentials_stay_here)


if __name__ == "__main__":
    t.main("crawl.fetch", t.when_built(CASES))
