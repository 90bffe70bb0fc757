#!/usr/bin/env python3
"""pith search index and query from outside: what comes in and goes, what kills
and damage do, what a bad query is answered.

Pages are written here. A fresh index of the same pages is the judge of every
other way to come to it: in parts, after kills, with other numbers of threads.
"""
import argparse
import json
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

WORDS = "amber birch cedar dune ember fjord grove heath inlet juniper kelp loch " \
        "moor oak pine reed spruce thorn vale willow".split()
QUERIES = ("amber", "birch cedar", '"oak pine"', "amber AND dune", "kelp OR loch",
           "amber NOT birch", "NEAR(oak reed, 8)", "menu", "imprint willow")
RUNS = ("basic", "cut", "weighted:0.4")


class Tester:
    def __init__(self, pith, folder):
        self.pith, self.folder = pith, folder

    def run(self, *arguments, **more):
        return subprocess.run([self.pith, "search", *map(str, arguments)],
                              capture_output=True, text=True, timeout=300,
                              errors="replace", **more)

    def index(self, pages, name, *options, code=0):
        done = self.run("index", pages, "-o", self.folder / name, *options)
        assert done.returncode == code, (done.returncode, done.stderr)
        return done.stderr

    def answers(self, name, queries=QUERIES, runs=RUNS, *options):
        """All answers of an index: ids and scores, to the last digit."""
        all_of = {}
        for query in queries:
            for run in runs:
                done = self.run("query", self.folder / name, query, "--run", run,
                                "--json", "--top", 1000, *options)
                assert done.returncode == 0, done.stderr
                all_of[query, run] = [
                    (r["id"], r["score"]) for r in
                    map(json.loads, done.stdout.splitlines())]
        return all_of


def page_text(rng, n, count):
    article = "".join(f"<p>{' '.join(rng.choices(WORDS, k=rng.randint(15, 40)))}, "
                      "and so it was for a long time in the land.</p>"
                      for _ in range(3))
    other = rng.randrange(count)
    return f"""<!DOCTYPE html><html lang=en><head><meta charset=utf-8>
<title>{' '.join(rng.choices(WORDS, k=2))} {n}</title></head><body>
<nav><ul><li><a href="p0.html">Menu amber</a><li><a href="p1.html">Menu loch</a></ul>
</nav><article><h1>Story {n}</h1>{article}<p>Look at <a href="p{other}.html">
{' '.join(rng.choices(WORDS, k=3))}</a> for more about it.</p></article>
<footer><p>Imprint willow moor</p></footer></body></html>"""


def write_pages(folder, count=80, seed=3):
    rng = random.Random(seed)
    folder.mkdir()
    for n in range(count):
        (folder / f"p{n}.html").write_text(page_text(rng, n, count))
    return folder


def incremental(t):
    pages = write_pages(t.folder / "pages")
    t.index(pages, "a")
    assert "0 new, 0 changed, 0 removed" in t.index(pages, "a")
    rng = random.Random(5)
    for n in (3, 17, 40):
        (pages / f"p{n}.html").write_text(page_text(rng, n + 1000, 80))
    (pages / "p7.html").unlink()
    (pages / "new.html").write_text(page_text(rng, 2000, 80))
    assert "1 new, 3 changed, 1 removed" in t.index(pages, "a")
    t.index(pages, "b")
    assert t.answers("a") == t.answers("b"), "differs from a fresh index"


def threads(t):
    """# threads: the answers do not depend on --jobs."""
    pages = write_pages(t.folder / "pages")
    t.index(pages, "a", "--jobs", 1)
    t.index(pages, "b", "--jobs", 4)
    assert t.answers("a") == t.answers("b")


def methods(t):
    """Several methods in one index are what each is in one of its own."""
    pages = write_pages(t.folder / "pages", 30)
    names = ["auto", "sentence", "dom", "chain", "layer", "site-auto",
             "chain-compat", "sentence-compat"]
    t.index(pages, "all", "-m", ",".join(names))
    for name in names[1:]:
        t.index(pages, name, "-m", name)
        one = t.answers(name, QUERIES[:3], ("cut", "weighted:0.4"))
        other = t.answers("all", QUERIES[:3], ("cut", "weighted:0.4"), "-m", name)
        assert one == other, name
    assert t.answers("all", ("menu",), ("basic",))["menu", "basic"]
    assert not t.answers("all", ("menu",), ("cut",), "-m", "auto")["menu", "cut"]
    assert "was made with -m auto sentence" in t.index(pages, "all", code=1)
    done = t.run("query", t.folder / "auto", "oak", "-m", "nothing")
    done = t.run("query", t.folder / "chain", "oak", "-m", "dom")
    assert done.returncode == 2 and "not indexed with -m dom" in done.stderr


def lines(t):
    """Pages as lines of JSON, by host, are what they are as files."""
    pages = write_pages(t.folder / "pages", 20)
    records = [{"id": p.name, "url": f"http://example.org/{p.name}",
                "html": p.read_text()} for p in sorted(pages.iterdir())]
    source = t.folder / "pages.jsonl"
    source.write_text("".join(json.dumps(r) + "\n" for r in records))
    t.index(pages, "a")
    t.index(source, "b")
    assert t.answers("a") == t.answers("b")
    t.index(source, "c", "-m", "chain")
    done = t.run("query", t.folder / "c", "oak", "--top", 1)
    assert "http://example.org/" in done.stdout


def killed(t):
    """Killed at any moment, the next run makes the index whole."""
    pages = write_pages(t.folder / "pages", 600)
    begun = time.monotonic()
    t.index(pages, "whole")
    took = time.monotonic() - begun
    wanted = t.answers("whole", QUERIES[:4])
    kills = 0
    for part in (0.05, 0.2, 0.35, 0.5, 0.65, 0.8, 0.9, 0.97):
        path = t.folder / "killed"
        with subprocess.Popen([t.pith, "search", "index", pages, "-o", path],
                              stderr=subprocess.DEVNULL) as run:
            time.sleep(took * part)
            run.send_signal(signal.SIGKILL)
            kills += run.wait() != 0
        if path.exists() and path.stat().st_size > 0:
            done = t.run("query", path, "amber")
            fine = done.returncode == 0 or "no index" in done.stderr
            assert fine, done.stderr
        if part > 0.5:  # and go on from there
            t.index(pages, "killed")
            assert t.answers("killed", QUERIES[:4]) == wanted
            path.unlink()
    assert kills > 0, "every run was faster than its kill"


def interrupted(t):
    """Ctrl-C keeps what is there and says how to go on."""
    pages = write_pages(t.folder / "pages", 600)
    with subprocess.Popen([t.pith, "search", "index", pages, "-o",
                           t.folder / "a"], stderr=subprocess.PIPE,
                          text=True) as run:
        time.sleep(0.15)
        run.send_signal(signal.SIGINT)
        said = run.stderr.read()
    if run.returncode != 0:
        assert run.returncode == 130, said
        t.index(pages, "a")
    t.index(pages, "b")
    assert t.answers("a", QUERIES[:3]) == t.answers("b", QUERIES[:3])


def damaged(t):
    """A damaged index is reported, or answers; it never ends the program."""
    pages = write_pages(t.folder / "pages", 60)
    t.index(pages, "a")
    whole = (t.folder / "a").read_bytes()
    rng = random.Random(11)
    reported = 0
    path = t.folder / "broken"
    for trial in range(60 if os.environ.get("PITH_TEST_SIZE") != "small" else 20):
        bytes_ = bytearray(whole)
        if trial % 4 == 0:
            bytes_ = bytes_[:rng.randrange(len(bytes_))]
        else:
            for _ in range(rng.choice((1, 20, 2000))):
                bytes_[rng.randrange(len(bytes_))] = rng.randrange(256)
        path.write_bytes(bytes_)
        for query in ('amber OR "oak pine"', "menu"):
            done = t.run("query", path, query, "--run", "weighted:0.3")
            assert done.returncode in (0, 1, 3), (trial, done.returncode,
                                                 done.stderr[-500:])
            assert done.returncode == 0 or done.stderr.startswith("pith: ")
            reported += done.returncode != 0
        done = t.run("index", pages, "-o", path, "-q")
        assert done.returncode in (0, 1, 3), (trial, done.stderr[-500:])
        for rest in t.folder.glob("broken-*"):
            rest.unlink()
    assert reported > 10, reported
    path.write_bytes(b"this is no database at all, only some text\n" * 100)
    done = t.run("query", path, "amber")
    assert done.returncode == 1 and "no index of pith search" in done.stderr
    done = t.run("query", t.folder / "nowhere", "amber")
    assert done.returncode == 1 and "unable to open" in done.stderr
    done = t.run("index", pages, "-o", path)
    assert done.returncode == 1, done.stderr


def bad_queries(t):
    pages = write_pages(t.folder / "pages", 5)
    t.index(pages, "a")
    for query, said in (
            ('"oak', "a quote is opened"), ("the of and", "only words that"),
            ("oak AND", "ends where a word"), ("AND oak", "between two words"),
            ("(oak", "( is not closed"), ("oak)", ") closes nothing"),
            ("NOT oak", "NOT requires something"), ("...", "no words"),
            ("NEAR(oak)", "two words"), ("NEAR(oak reed, x)", "number"),
            ("()", "nothing is before"), ("oak " * 5000, "longer than"),
            (" ".join(f"x{n}" for n in range(200)), "too many words"),
            ("(" * 300 + "oak" + ")" * 300, "too many parentheses")):
        done = t.run("query", t.folder / "a", query)
        assert done.returncode == 1, (query[:40], done.returncode, done.stderr)
        assert said in done.stderr, (query[:40], done.stderr)
    for query in ("oak' OR 1=1 --", 'oak" NEAR', "title:oak", "oak*", "^oak",
                  "{oak}", "oak\x02\x1foak", "\xff\xfe oak", "oak + reed", "a:b:c",
                  '"the"', "oak AND the"):
        done = t.run("query", t.folder / "a", query)
        assert done.returncode == 0 or "bad query" in done.stderr, (query,
                                                                   done.stderr)
    # Ten million bytes do not fit into one argument of the system: in parts.
    parts = ["oak reed " * 14000] * 10
    done = t.run("query", t.folder / "a", *parts)
    assert done.returncode == 1 and "longer than" in done.stderr, done.stderr
    for bad in (("--run", "half"), ("--run", "weighted:2"), ("--ranking", "x"),
                ("--top", "0"), ("--jobs", "1")):
        done = t.run("query", t.folder / "a", "oak", *bad)
        assert done.returncode == 2, (bad, done.stderr)


def no_boilerplate(t):
    """Without boilerplate every run is cut; the index is smaller."""
    pages = write_pages(t.folder / "pages", 40)
    t.index(pages, "a")
    t.index(pages, "b", "--no-boilerplate")
    one = t.answers("a", ("oak", "amber birch", "menu"), ("cut",))
    for run in RUNS:
        other = t.answers("b", ("oak", "amber birch", "menu"), (run,))
        for query in ("oak", "amber birch", "menu"):
            found = {i for i, _ in other[query, run]}
            assert {i for i, _ in one[query, "cut"]} >= found, query
    assert (t.folder / "b").stat().st_size <= (t.folder / "a").stat().st_size


def bad_pages(t):
    pages = write_pages(t.folder / "pages", 5)
    (pages / "large.html").write_text("<p>" + "oak " * 100000)
    (pages / "empty.html").write_text("")
    said = t.index(pages, "a", "--max-bytes", "100k", code=1)
    assert "large.html" in said and "6 pages" in said, said
    done = t.run("index", t.folder / "nothing", "-o", t.folder / "b")
    assert done.returncode == 1, done.stderr
    done = t.run("index", pages)
    assert done.returncode == 2 and "-o" in done.stderr
    done = t.run("index", pages, "-o", t.folder / "c", "-m", "magic")
    assert done.returncode == 2 and "unknown method" in done.stderr
    done = t.run()
    assert done.returncode == 2 and "choose index" in done.stderr


def records_without_pages(t):
    """What pith site writes has no page in it: said once, with what to do."""
    pages = write_pages(t.folder / "pages", 5)
    subprocess.run([t.pith, "site", pages, "-o", t.folder / "out", "-q"],
                   check=True, timeout=60, capture_output=True)
    done = t.run("index", t.folder / "out" / "pages.jsonl", "-o",
                 t.folder / "a")
    assert done.returncode == 1, (done.returncode, done.stderr)
    assert done.stderr.count("name the pages it was made from") == 1, done.stderr
    assert "5 lines are such records" in done.stderr, done.stderr
    t.index(t.folder / "out", "b")  # the folder has pages, cut ones


TESTS = (incremental, threads, methods, lines, killed, interrupted, damaged,
         bad_queries, no_boilerplate, bad_pages, records_without_pages)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pith", type=pathlib.Path, required=True)
    parser.add_argument("names", nargs="*")
    arguments = parser.parse_args()
    failed = 0
    for test in TESTS:
        if arguments.names and test.__name__ not in arguments.names:
            continue
        folder = pathlib.Path(tempfile.mkdtemp(prefix="pith-search-"))
        try:
            t = Tester(arguments.pith.resolve(), folder)
            if t.run("index", folder, "-o", folder / "x").returncode == 3:
                print("search index: skipped, built without SQLite")
                return 77
            (folder / "x").unlink(missing_ok=True)
            test(t)
        except AssertionError as error:
            print(f"{test.__name__}: {error}")
            failed += 1
        finally:
            shutil.rmtree(folder)
    print(f"search index: {len(TESTS) - failed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
