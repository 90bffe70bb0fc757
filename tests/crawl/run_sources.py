#!/usr/bin/env python3
"""`pith fetch` from lists, sitemaps and feeds, its filters, and its archive."""
import gzip
import pathlib
import subprocess
import sys
import urllib.parse

sys.path.insert(0, str(pathlib.Path(__file__).parent))
sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
import crawl_testing as t  # noqa: E402
import packages  # noqa: E402
from crawl_server import Server  # noqa: E402

BUILD = pathlib.Path(__file__).resolve().parents[2] / "build"
PACKAGES = ["warcio==1.8.1", "fastwarc==1.1.0"]  # as tests/input/run_archives.py
PAGES = [f"/news/{n}.html" for n in range(6)]


def sitemap(urls):
    return ("<?xml version='1.0'?><urlset>" + "".join(
        f"<url><loc>{url}</loc><lastmod>{day}</lastmod></url>"
        for url, day in urls) + "</urlset>").encode()


def answer(request):
    """A small site with a packed sitemap behind an index, and a feed."""
    base = f"http://{request.headers['Host']}"
    path = request.path
    dated = [(base + p, f"2024-0{n + 1}-01") for n, p in enumerate(PAGES)]
    if path == "/robots.txt":
        request.say(f"User-agent: *\nDisallow: /hidden/\nSitemap: {base}/map.xml\n".encode(), kind="text/plain")
    elif path == "/map.xml":
        request.say(f"<sitemapindex><sitemap><loc>{base}/one.xml.gz</loc></sitemap></sitemapindex>".encode(),
                    kind="application/xml")
    elif path == "/one.xml.gz":
        request.say(gzip.compress(sitemap(dated + [("http://other.example/x", "2024-09-01")])),
                    kind="application/gzip")
    elif path == "/feed":
        items = "".join(f"<item><title>T</title><link>{url}</link><pubDate>Mon, 1 {month} 2024 08:00:00 GMT"
                        "</pubDate></item>" for (url, _), month in zip(dated, ("Jan", "Feb", "Mar")))
        request.say(f"<rss><channel>{items}</channel></rss>".encode(), kind="application/rss+xml")
    elif path == "/moved":
        request.redirect(PAGES[0])
    elif path == "/":
        links = "".join(f"<a href='{p}'>story</a>" for p in PAGES)
        request.say(f"<link rel=alternate type='application/rss+xml' href='/feed'><p>Home{links}".encode())
    elif path in PAGES:
        request.say(f"<h1>Story {path}</h1><p>Words of it.<a href='/'>home</a>".encode())
    else:
        request.say(b"none", status=404)


def paths(done):
    """The paths of printed addresses."""
    return [urllib.parse.urlsplit(line).path for line in done.out.decode().splitlines()]


def lists_are_printed(pith, scratch):
    with Server(answer) as server:
        def listed(*args):
            return paths(pith("fetch", *t.QUICK, "--list", *args).expect(0))
        assert listed(server.url("/"), "--sitemap") == PAGES
        assert listed(server.url("/map.xml"), "--sitemap", "--since", "2024-04-01") == PAGES[3:]
        assert listed(server.url("/"), "--feed") == PAGES[:3]
        assert listed(server.url("/feed"), "--feed", "--since", "2024-02-01") == PAGES[1:3]
        assert sorted(listed(server.url("/"))) == PAGES
        assert sorted(listed(server.url("/"), "--include", "/news/", "--exclude", "*3.html")) == \
            PAGES[:3] + PAGES[4:]
        assert not [p for p in server.paths if p in PAGES]
        pith("fetch", *t.QUICK, "--list", server.url("/news/1.html"), "--sitemap",
             "--include", "nowhere").expect(0)
        pith("fetch", *t.QUICK, "--list", server.url("/none.xml"), "--sitemap").expect(1, "lists no pages")


def addresses_are_fetched(pith, scratch):
    with Server(answer) as server:
        wanted = scratch / "list.txt"
        wanted.write_text(f"# two pages\n{server.url(PAGES[1])} a remark\n\n{server.url('/missing')}\n"
                          f"{server.url('/moved')}\nno address\n")
        done = pith("fetch", *t.QUICK, wanted, "-o", scratch / "d")
        done.expect(1, "no: no address", "/missing: the server answers 404")
        known, _ = t.index(scratch / "d")
        assert len(t.kept(scratch / "d")) == 2 and known[server.url("/moved")]["final_url"].endswith(PAGES[0])
        assert "/" not in server.paths, "no link is followed"
        pith("fetch", *t.QUICK, server.url(PAGES[2]), server.url(PAGES[3]), "-o", scratch / "e").expect(0, "2 pages")
        pith("fetch", *t.QUICK, server.url("/"), "--sitemap", "--max-pages", "2", "-o", scratch / "f").expect(
            0, "2 pages", "4 more addresses")
        stdin = subprocess.run([pith.program, "fetch", *t.QUICK, "-", "-o", scratch / "g"], check=True,
                               input=f"{server.url(PAGES[4])}\n", text=True, capture_output=True)
        assert "1 pages" in stdin.stderr


def wrong_use(pith, scratch):
    pith("fetch", "http://a.example/").expect(2, "-o", "--warc")
    pith("fetch", "http://a.example/", "--list", "-o", scratch / "d").expect(2, "--list")
    pith("fetch", "http://a.example/", "--since", "2024-05-01", "-o", scratch / "d").expect(2, "--sitemap")
    pith("fetch", "http://a.example/", "--feed", "--since", "May", "-o", scratch / "d").expect(2, "2024-05-01")


def archives_are_read_back(pith, scratch):
    with Server(answer) as server:
        for name in ("a.warc", "b.warc.gz"):
            file = scratch / name
            pith("fetch", *t.QUICK, server.url(PAGES[0]), server.url("/moved"), "--warc", file).expect(0)
            pith("fetch", *t.QUICK, server.url(PAGES[1]), "--depth", "0", "--warc", file).expect(0)
            pith("warc", "check", file).expect(0)
            records = pith(file, "-t", "json").expect(0).records()
            assert [r["url"][-7:] for r in records] == ["/0.html", "/1.html"], records
            assert all("Words of it." in r["text"] for r in records)
        # Equal but for the gzip members.
        packed = gzip.decompress((scratch / "b.warc.gz").read_bytes())
        assert packed.count(b"WARC/1.1\r\n") == (scratch / "a.warc").read_bytes().count(b"WARC/1.1\r\n")


def archives_are_read_by_others(pith, scratch):
    python = packages.python_with(BUILD / "venv-warc", *PACKAGES)
    if not python:
        return "skipped"
    with Server(answer) as server:
        file = scratch / "a.warc.gz"
        pith("fetch", *t.QUICK, server.url("/moved"), "--depth", "0", "--warc", file).expect(0)
    show = ("import sys; from warcio.archiveiterator import ArchiveIterator as A\n"
            "for r in A(open(sys.argv[1], 'rb'), check_digests='raise'):\n"
            "    print(r.rec_type, r.rec_headers.get_header('WARC-Target-URI'), len(r.content_stream().read()))")
    done = subprocess.run([python, "-c", show, file], check=True, text=True, capture_output=True)
    kinds = [line.split()[0] for line in done.stdout.splitlines()]
    assert kinds == ["warcinfo"] + ["response", "request", "metadata"] * 3, done.stdout
    return None


if __name__ == "__main__":
    t.main("fetch sources", t.when_built([lists_are_printed, addresses_are_fetched, wrong_use,
                                          archives_are_read_back, archives_are_read_by_others]))
