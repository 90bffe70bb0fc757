#!/usr/bin/env python3
"""pith site, learn, apply, extract and explain on an address: fetched, reported, and
nothing left."""
import os

import crawl_testing as t
from crawl_server import Server, story_path

FETCH = (*t.QUICK, "-q")


def run(pith, scratch, *arguments):
    """With a folder for temporary files of its own, which is empty at the end."""
    temporary = scratch / "tmp"
    temporary.mkdir(exist_ok=True)
    done = pith(*arguments, env=dict(os.environ, TMPDIR=str(temporary)))
    assert list(temporary.iterdir()) == [], "something was left"
    return done


def site(pith, scratch):
    with Server() as server:
        done = run(pith, scratch, "site", server.url(story_path(1)),
                   "--same-layer", "8", *FETCH).expect(0)
        records = done.records()
        assert len(records) == 9
        for record in records:
            assert record["url"].startswith(server.url("/news/"))
            assert "All rights reserved" not in record["text"], record["text"]
            assert "ably" in record["text"]


def site_to_directory(pith, scratch):
    with Server() as server:
        run(pith, scratch, "site", server.url(story_path(1)), "--same-layer", "5",
            "-o", scratch / "out", "--to", "text", *FETCH).expect(0)
        texts = list((scratch / "out").rglob("*.txt"))
        assert len(texts) == 6 and (scratch / "out" / "report.json").exists()


def learn_and_apply(pith, scratch):
    with Server() as server:
        model = scratch / "m.pith"
        run(pith, scratch, "learn", server.url(story_path(1)), "--same-layer", "9",
            "-o", model, *FETCH).expect(0)
        done = run(pith, scratch, "apply", "-s", model,
                   server.url(story_path(17)), "--depth", "0", *FETCH).expect(0)
        (record,) = done.records()
        assert record["url"] == server.url(story_path(17))
        assert "All rights reserved" not in record["text"], record


def extract(pith, scratch):
    """One page, and two of them; links are seen from where they came."""
    quick = t.QUICK[:3]
    with Server() as server:
        url = server.url(story_path(1))
        done = run(pith, scratch, url, *quick, "-t", "md").expect(0)
        assert b"abably" in done.out, done.out
        assert server.paths == ["/robots.txt", story_path(1)]
        done = run(pith, scratch, "extract", url, server.url("/bad/moved"),
                   *quick).expect(0)
        assert len(done.records()) == 2
        done = run(pith, scratch, "extract", url, "-t", "json", *quick).expect(0)
        assert done.records()[0]["url"] == url
        done = run(pith, scratch, "explain", url, *quick).expect(0)
        assert b"abaaly" in done.out, done.out
        run(pith, scratch, url, "-q").expect(1)


def layer(pith, scratch):
    """-m layer fetches the pages to compare with."""
    quick = t.QUICK[:3]
    with Server() as server:
        done = run(pith, scratch, "-m", "layer", server.url(story_path(1)),
                   *quick).expect(0)
        assert b"abably" in done.out and b"All rights" not in done.out, done.out
        assert len(server.paths) == 1 + 1 + 5, server.paths
        run(pith, scratch, "-m", "layer", server.url("/moved/here.html"),
            *quick).expect(1, "no page of the same layer")


def failures(pith, scratch):
    with Server() as server:
        run(pith, scratch, "site", server.url("/nowhere"), *FETCH).expect(
            1, "the server answers 404")
        run(pith, scratch, "site", server.url("/private/a.html"), *FETCH).expect(
            1, "robots.txt")
        before = len(server.log)
        run(pith, scratch, "site", server.url("/"), "-q").expect(1)
        assert len(server.log) == before, "a private address was asked"
    run(pith, scratch, "site", "http://", *FETCH).expect(2)


if __name__ == "__main__":
    t.main("crawl.site_url", t.when_built((site, site_to_directory,
                                           learn_and_apply, extract, layer,
                                           failures)))
