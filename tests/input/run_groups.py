#!/usr/bin/env python3
"""Archives of many sites, parted by --group-by and filtered, for every command
that takes sites.

    run_groups.py --pith PITH

The archives are written here; no package is needed.
"""
import base64
import gzip
import hashlib
import importlib.util
import json
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
_spec = importlib.util.spec_from_file_location(
    "site_testing", HERE.parent / "site" / "site_testing.py")
t = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(t)


def record(url, html, status=200, kind="text/html", language=None, digests=None):
    lines = [f"HTTP/1.1 {status} Said", f"Content-Type: {kind}; charset=utf-8"]
    if language:
        lines.append(f"Content-Language: {language}")
    body = ("\r\n".join(lines) + "\r\n\r\n" + html).encode()
    head = (f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: {url}\r\n"
            "WARC-Date: 2026-01-02T03:04:05Z\r\nWARC-Record-ID: <urn:a>\r\n"
            "Content-Type: application/http; msgtype=response\r\n"
            f"{digests(body) if digests else ''}"
            f"Content-Length: {len(body)}\r\n\r\n").encode()
    return head + body + b"\r\n\r\n"


def write(path, records):
    path.write_bytes(b"".join(gzip.compress(r) for r in records))
    return path


def crawl(path, hosts, count=5):
    """Pages of several hosts, one host after the other within each number."""
    return write(path, [record(f"http://{host}/{n}.html", t.page(n))
                        for n in range(count) for host in hosts])


def pages(folder, host):
    found = t.read_lines(folder / host / "pages.jsonl")
    return [(r["url"], r["text"], r["warc"]["offset"]) for r in found]


# --- apply -------------------------------------------------------------------

def apply_takes_a_folder_of_models(pith, scratch):
    """learn and apply by group are site by group; a group that was never
    learnt fails alone."""
    known = crawl(scratch / "known.warc.gz", ["a.example", "b.example:8080"])
    more = crawl(scratch / "more.warc.gz", ["a.example", "b.example:8080", "c.example"])
    pith("learn", known, "--group-by", "host", "-o", scratch / "models").expect(0)
    pith("site", known, "--group-by", "host", "-o", scratch / "site").expect(0)
    pith("apply", "-s", scratch / "models", known, "--group-by", "host", "-o",
         scratch / "all").expect(0, "2 sites, 10 pages")
    done = pith("apply", "-s", scratch / "models", more, "--group-by", "host", "-o",
                scratch / "some").expect(1, "c.example.pith: no such file")
    assert len(done.err.splitlines()) == 2, done.err
    for host in ("a.example", "b.example:8080"):
        assert pages(scratch / "site", host) == pages(scratch / "all", host)
        assert [p[:2] for p in pages(scratch / "some", host)] == [
            p[:2] for p in pages(scratch / "all", host)]
    lines = pith("apply", "-q", "-s", scratch / "models", known, "--group-by",
                 "host").expect(0).records()
    assert [(r["site"], r["pages"]) for r in lines] == [
        ("a.example", 5), ("b.example:8080", 5)], lines


def a_changed_group_is_named(pith, scratch):
    known = crawl(scratch / "known.warc.gz", ["a.example", "b.example"])
    pith("learn", known, "--group-by", "host", "-o", scratch / "models").expect(0)
    new = write(scratch / "new.warc.gz", [
        record(f"http://b.example/{n}", f"<h1>New {n}</h1>" + "".join(
            f"<p>Other words of page {n}, line {i}.</p>" for i in range(20)))
        for n in range(5)])
    done = pith("apply", "-q", "-s", scratch / "models", new, known, "--group-by",
                "folder", "-o", scratch / "o")
    done.expect(1)  # folders are not what was learnt
    done = pith("apply", "-q", "-s", scratch / "models", new, "--group-by", "host",
                "-o", scratch / "out").expect(0, "b.example.pith: warning: drift")
    assert "a.example" not in done.err


def one_model_is_no_folder(pith, scratch):
    known = crawl(scratch / "known.warc.gz", ["a.example"])
    pith("learn", known, "-o", scratch / "m.pith").expect(0)
    for wrong in ("m.pith", "none"):
        pith("apply", "-s", scratch / wrong, known, "--group-by",
             "host").expect(2, "names a folder of models")


def a_group_stays_in_its_folder(pith, scratch):
    """What calls itself `..` is a group without a name."""
    bad = crawl(scratch / "bad.warc.gz", ["..", ".", "x/../..", "a.example"])
    out = scratch / "deep/out"
    (scratch / "deep").mkdir()
    pith("site", bad, "--group-by", "host", "-o", out).expect(0)
    assert sorted(p.name for p in out.iterdir()) == [
        "a.example", "sites.jsonl", "unknown", "x"]
    assert [p.name for p in (scratch / "deep").iterdir()] == ["out"]


def a_field_names_the_group(pith, scratch):
    lines = scratch / "l.jsonl"
    names = {"A": "A", "a": "a", 7: "7", "x/y": "x_y", "..": "unknown", "n" * 251: "unknown",
             None: "unknown"}
    lines.write_text("".join(
        json.dumps({"id": f"{number}-{n}", "url": "http://one.example/", "kind": kind,
                    "html": t.page(n)}) + "\n"
        for number, kind in enumerate(names) for n in range(2)))
    for field in ((), ("--group-field", "kind")):
        done = pith("site", "-q", lines, "--group-by", "field", *field).expect(0)
        found = {r["site"]: r["pages"] for r in done.records()}
        assert found == ({"A": 2, "a": 2, "7": 2, "x_y": 2, "unknown": 6} if field
                         else {"unknown": 14}), found
    more = ("--group-by", "field", "--group-field", "kind")
    pith("learn", "-q", lines, *more, "-o", scratch / "models").expect(0)
    assert {p.name for p in (scratch / "models").iterdir()} == {
        f"{name}.pith" for name in names.values()}
    pith("apply", "-q", "-s", scratch / "models", lines, *more, "-o",
         scratch / "out").expect(0)
    assert [r["id"] for r in t.read_lines(scratch / "out/7/pages.jsonl")] == ["2-0", "2-1"]


# --- search and review -------------------------------------------------------

def found(pith, index, words):
    done = pith("search", "query", index, words, "--run", "cut", "--json", "--top", "50")
    return len(done.out.splitlines()) if done.code == 0 else 0


def search_learns_by_group(pith, scratch):
    """A page alone on its host has nothing to be compared with; together with
    those of its domain it has."""
    hosts = [f"h{n}.site.example" for n in range(6)]
    source = write(scratch / "c.warc.gz", [record(f"http://{host}/", t.page(n))
                            for n, host in enumerate(hosts)])
    for by in ("host", "domain"):
        done = pith("search", "index", source, "-m", "chain", "--group-by", by,
                    "-o", scratch / f"{by}.idx")
        if "built without" in done.err:
            return "skipped"
        done.expect(0, "6 pages")
    assert found(pith, scratch / "host.idx", "jobs") == 6
    assert found(pith, scratch / "domain.idx", "jobs") == 0
    assert found(pith, scratch / "domain.idx", "word3x7") == 1
    pith("search", "index", source, "--group-by", "host", "--collection", "-o",
         scratch / "x.idx").expect(2, "does not go with")
    return None


MIXED = [("http://a.example/en", 200, "text/html", "en-GB"),
         ("http://a.example/de", 200, "text/html", "de"),
         ("http://b.example/gone", 404, "text/html", None),
         ("http://b.example/x", 200, "application/xhtml+xml", None),
         ("http://b.example/t", 200, "text/plain", None)]
FILTERS = {(): "/en /de /x", ("--status", "404"): "/gone",
           ("--language", "de"): "/de", ("--mime", "text/html"): "/en /de",
           ("--mime", "text/plain"): "/t",
           ("--mime", "text/", "--language", "en"): "/en"}


def filters_are_the_same_everywhere(pith, scratch):
    source = write(scratch / "c.warc.gz", [
        record(url, t.page(n), status, kind, language)
        for n, (url, status, kind, language) in enumerate(MIXED)])
    for number, (options, wanted) in enumerate(FILTERS.items()):
        wanted = sorted(wanted.split())

        def paths(records):
            return sorted(r["url"][len("http://a.example"):] for r in records)

        for command in ("extract", "site"):
            done = pith(command, "-q", "-t", "json", source, *options).expect(0)
            assert paths(done.records()) == wanted, (command, options)
        pith("site", "-q", source, "--group-by", "host", "-o", scratch / f"g{number}",
             *options).expect(0)
        groups = (scratch / f"g{number}").glob("*/pages.jsonl")
        assert paths(r for g in groups for r in t.read_lines(g)) == wanted, options
        done = pith("search", "index", source, "-o", scratch / f"{number}.idx", *options)
        if "built without" not in done.err:
            done.expect(0, f"{len(wanted)} pages")


def review_groups_and_filters(pith, scratch):
    source = write(scratch / "c.warc.gz", [
        record(url, t.page(n), status, kind, language)
        for n, (url, status, kind, language) in enumerate(MIXED)])
    for options, said in (((), "2 sites, 3 pages"), (("--status", "404"), "1 sites, 1 pages"),
                          (("--mime", "text/html"), "1 sites, 2 pages")):
        with subprocess.Popen([pith.program, "review", source, "--group-by", "host",
                               *options], stderr=subprocess.PIPE,
                              stdout=subprocess.DEVNULL, text=True, cwd=scratch) as child:
            line = child.stderr.readline()
            child.terminate()
        if "built without" in line:
            return "skipped"
        assert said in line, (options, line)
    return None


def digest(kind, data):
    made = hashlib.new(kind, data)
    return f"{kind}:{base64.b32encode(made.digest()).decode()}" if kind == "sha1" \
        else f"{kind}:{made.hexdigest()}"


def digest_fields(kind, wrong):
    """The digests of a block and of its payload; `wrong` names one to break."""
    def fields(body):
        parts = {"Block": body, "Payload": body.partition(b"\r\n\r\n")[2]}
        return "".join(f"WARC-{name}-Digest: {digest(kind, data + b'!' * (name == wrong))}\r\n"
                       for name, data in parts.items())
    return fields


def digests_are_checked_everywhere(pith, scratch):
    """Only with --verify, or by warc check; a page with a wrong one is used."""
    kinds = [("sha1", None), ("sha1", "Block"), ("sha256", None), ("sha256", "Payload")]
    parts = [record(f"http://a.example/{n}", t.page(n), digests=digest_fields(*kind))
             for n, kind in enumerate(kinds)]
    source = write(scratch / "c.warc.gz", parts)
    offsets = [sum(len(gzip.compress(p)) for p in parts[:n]) for n in (1, 3)]
    said = [f"offset {offset}: the digest of the {what} is wrong"
            for offset, what in zip(offsets, ("block", "payload"))]
    done = pith("warc", "check", source).expect(1, *said, "4 records", "2 damaged")
    assert done.err.count("digest") == 2, done.err
    for command in (("extract", "-t", "json"), ("site",), ("learn", "-o", scratch / "m"),
                    ("site", "--group-by", "host"), ("search", "index", "-o", scratch / "i")):
        done = pith(*command, source, "--verify")
        if "built without" in done.err:
            continue
        done.expect(1, *said)
        if command[0] == "extract":
            assert len(done.records()) == 4
        done = pith(*command, source).expect(0)
        assert "digest" not in done.err, done.err


if __name__ == "__main__":
    sys.exit(t.main("groups", [
        apply_takes_a_folder_of_models, a_changed_group_is_named, one_model_is_no_folder,
        a_group_stays_in_its_folder, a_field_names_the_group, search_learns_by_group,
        filters_are_the_same_everywhere, review_groups_and_filters,
        digests_are_checked_everywhere]))
