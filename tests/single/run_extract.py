#!/usr/bin/env python3
"""`pith extract` and `pith explain` from outside: inputs, outputs, threads, and
what goes wrong: a clear line, the documented exit code, the other pages done.

    run_extract.py --pith PITH                                       # threads
"""
import argparse
import base64
import gzip
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import traceback

STORY = "It rained all day in the old town, and nobody minded."
METHODS = ("sentence", "dom")


def page(number):
    return (f"<!DOCTYPE html><meta charset=utf-8><title>Page {number}</title><nav><a href=/>Home</a> <a href=/n>News</a></nav>"
            f"<div><h1>Story {number}</h1><p>{STORY} It was day {number} of the great rain, as people said.</p>"
            f"<p>See <a href='map.html'>the map</a> for the way. <img src=b.png alt=boat></p>"
            f"<table><tr><th>Bridge<th>Height</tr><tr><td>Upper<td>412</tr></table></div><footer>Imprint of the town.</footer>\n")


def write_pages(folder, count=6):
    folder.mkdir(parents=True)
    for number in range(count):
        (folder / f"p{number}.html").write_text(page(number), encoding="utf-8")
    return folder


class Result:
    def __init__(self, done):
        self.code, self.out, self.err = done.returncode, done.stdout, done.stderr.decode("utf-8", "replace")

    def records(self):
        return [json.loads(line) for line in self.out.splitlines()]

    def expect(self, code, *said):
        assert self.code == code, f"exit {self.code}, not {code}: {self.err}"
        for text in said:
            assert text in self.err, f"stderr lacks {text!r}: {self.err!r}"
        for line in self.err.splitlines():
            assert line.startswith(("pith: ", "profiling:", "libgcov profiling error:")), f"odd line on stderr: {line!r}"
        return self


class Command:
    def __init__(self, program):
        self.program = program

    def __call__(self, *arguments, stdin=b"", **options):
        return Result(subprocess.run([self.program, *map(str, arguments)], input=stdin, capture_output=True,
                                     timeout=300, check=False, **options))


def one_page_as_text(pith, scratch):
    file = write_pages(scratch / "s", 1) / "p0.html"
    for arguments in ((file,), ("extract", file), ("extract", "--", file)):
        done = pith(*arguments).expect(0)
        assert STORY in done.out.decode() and "Home" not in done.out.decode()
    assert pith(stdin=file.read_bytes()).expect(0).out == pith(file).out
    assert pith("-", stdin=file.read_bytes()).expect(0).out == pith(file).out


def every_method_and_form(pith, scratch):
    file = write_pages(scratch / "s", 1) / "p0.html"
    for method in METHODS:
        for form in ("text", "md", "html", "cleaned", "marked", "json"):
            done = pith("-m", method, "-t", form, file).expect(0)
            assert STORY in done.out.decode(), (method, form)
    record = pith("-t", "json", "-m", "dom", "--md", file).expect(0).records()[0]
    assert record["v"] == 1 and record["method"] == "dom" and record["title"] == "Page 0"
    assert record["path"] == str(file) and "[the map]" in record["markdown"] and "ms" not in record
    assert all(0 <= s["score"] <= 1 and s["label"] in ("content", "navigation") for s in record["spans"])


def options_change_what_they_say(pith, scratch):
    file = write_pages(scratch / "s", 1) / "p0.html"
    text = pith("-t", "md", "-b", "https://example.org/x/", file).expect(0).out.decode()
    assert "https://example.org/x/map.html" in text and "![boat]" in text and "412" in text
    bare = pith("-t", "md", "--no-links", "--no-images", "--no-tables", file).expect(0).out.decode()
    assert "map.html" not in bare and "b.png" not in bare and "412" not in bare and "the map" in bare
    again = pith("-t", "md", "--no-links", "--links", file).expect(0).out.decode()
    assert "map.html" in again
    latin = scratch / "latin.html"
    latin.write_bytes("<p>Весь день шёл дождь, и никто не был против.".encode("windows-1251"))
    assert "дождь" in pith("--encoding", "windows-1251", latin).expect(0).out.decode()


def compat_warns_of_an_emptied_page(pith, scratch):
    file = scratch / "menu.html"
    file.write_text("<p>Home<p>News")
    done = pith("-m", "sentence", "--compat", file).expect(0, "everything was cut")
    assert done.out == b""
    assert pith("-m", "sentence", file).expect(0).out


def many_pages_are_records(pith, scratch):
    folder = write_pages(scratch / "s")
    records = pith(folder).expect(0).records()
    assert [r["id"] for r in records] == [f"p{n}.html" for n in range(6)]
    files = [folder / "p3.html", folder / "p1.html"]
    assert [r["path"] for r in pith(*files).expect(0).records()] == [str(f) for f in files]
    texts = b"".join(pith("-t", "text", file).expect(0).out for file in sorted(folder.iterdir()))
    shown = pith("-t", "text", folder).expect(0).out
    assert shown.replace(b"\n", b"") == texts.replace(b"\n", b"")


def threads_change_nothing(pith, scratch):
    folder = write_pages(scratch / "s", 60)
    runs = [pith("-j", n, folder).expect(0).out for n in (1, 2, 8)]
    assert runs[0] == runs[1] == runs[2] and len(runs[0].splitlines()) == 60
    for n in (1, 8):
        pith("-j", n, folder, "-o", scratch / f"out{n}").expect(0)
    one = {p.name: p.read_bytes() for p in (scratch / "out1").glob("[!.]*")}
    assert one == {p.name: p.read_bytes() for p in (scratch / "out8").glob("[!.]*")} and len(one) == 60


def output_goes_where_it_is_told(pith, scratch):
    folder = write_pages(scratch / "s", 2)
    assert pith(folder / "p0.html", "-o", scratch / "one.txt").expect(0).out == b""
    assert STORY in (scratch / "one.txt").read_text()
    pith(folder, "-o", scratch / "texts").expect(0)
    assert sorted(p.name for p in (scratch / "texts").glob("[!.]*")) == ["p0.html.txt", "p1.html.txt"]
    pith(folder, "-t", "json", "-o", scratch / "all.jsonl").expect(0)
    assert len((scratch / "all.jsonl").read_text().splitlines()) == 2
    pith(folder, "-t", "json", "-o", scratch / "texts").expect(2, "is a directory")
    pith(folder / "p0.html", "-o", scratch / "no" / "such" / "place").expect(3)
    assert not list(scratch.rglob("*.part"))


def lines_of_pages(pith, scratch):
    lines = [{"id": "../a", "html": page(1)}, {"id": "b", "url": "http://e.org/b", "html_b64": base64.b64encode(page(2).encode()).decode()}]
    text = "".join(json.dumps(line) + "\n" for line in lines)
    plain, packed = scratch / "p.jsonl", scratch / "p.jsonl.gz"
    plain.write_text(text)
    packed.write_bytes(gzip.compress(text.encode()))
    records = pith(plain).expect(0).records()
    assert [r["id"] for r in records] == ["../a", "b"] and records[1]["url"] == "http://e.org/b"
    assert all(STORY in r["text"] for r in records)
    assert pith(packed).expect(0).records() == records
    pith(plain, "-o", scratch / "out" ).expect(0)
    assert all(scratch / "out" in p.resolve().parents for p in (scratch / "out").rglob("*"))
    plain.write_text(text + "{broken\n")
    assert len(pith(plain).expect(1, "p.jsonl").records()) == 2


def bad_pages_are_left_out(pith, scratch):
    folder = write_pages(scratch / "s", 3)
    (folder / "p1.html").chmod(0)
    missing = scratch / "none.html"
    done = pith(folder / "p0.html", missing, folder / "p2.html").expect(1, "none.html: no such file")
    assert len(done.records()) == 2
    big = scratch / "big.html"
    big.write_text("<p>" + "word " * 1000)
    pith("--max-bytes", "1k", big).expect(1, "--max-bytes")
    done = pith("--max-bytes", "1k", big, folder / "p0.html").expect(1, "--max-bytes")
    assert len(done.records()) == 1
    done = pith("--no-keep-going", "-j1", "--max-bytes", "1k", big, folder / "p0.html").expect(1)
    assert done.records() == []
    pith(scratch / "empty-folder-that-is-not-there/").expect(1, "no such file")
    (scratch / "empty").mkdir()
    pith(scratch / "empty").expect(1, "contains no pages")


def odd_files(pith, scratch):
    empty, binary = scratch / "empty.html", scratch / "binary.html"
    empty.write_bytes(b"")
    binary.write_bytes(bytes(range(256)) * 50)
    assert pith(empty).expect(0).out == b""
    pith(binary).expect(1, "no text and of no kind that is known")
    os.mkfifo(scratch / "pipe")
    reader = subprocess.Popen([pith.program, str(scratch / "pipe")], stdout=subprocess.PIPE)
    (scratch / "pipe").write_text(page(1))
    assert STORY in reader.communicate(timeout=60)[0].decode()
    folder = scratch / "f"
    folder.mkdir()
    os.mkfifo(folder / "p.html")
    os.symlink("..", folder / "loop")
    pith(folder).expect(1, "contains no pages")


def wrong_uses(pith, scratch):
    file = write_pages(scratch / "s", 1) / "p0.html"
    pith("-m", "magic", file).expect(2, "unknown method 'magic'", "sentence", "dom")
    pith("-m", "chain", file).expect(2, "pith site")
    pith("-m", "dom", "--compat", file).expect(2, "--compat")
    pith("-t", "pdf", file).expect(2, "bad value 'pdf'")
    pith("--encoding", "klingon", file).expect(2, "klingon")
    pith("--timeout", "soon", file).expect(2, "--timeout")
    pith("-j", "0", file).expect(2, "--jobs")
    pith("--highlight", file).expect(2, "--to marked")
    pith("explain", file, file).expect(2, "one argument")
    pith("frobnicate").expect(2, "unknown command")


def time_ends(pith, scratch):
    file = scratch / "long.html"
    file.write_text("<p>" + "<b>word word. " * 400000)
    pith("--timeout", "1ms", file).expect(1, "--timeout")
    pith("--timeout", "0", file).expect(0)


def disk_is_full(pith, scratch):
    file = write_pages(scratch / "s", 1) / "p0.html"
    if os.path.exists("/dev/full"):
        pith(file, "-o", "/dev/full").expect(3, "no space left")
        with open("/dev/full", "wb") as full:
            done = subprocess.run([pith.program, str(file)], stdout=full, stderr=subprocess.PIPE, check=False)
        assert done.returncode == 3 and b"no space left" in done.stderr


def interrupt_leaves_whole_records(pith, scratch):
    folder = write_pages(scratch / "s", 400)
    os.mkfifo(scratch / "out")
    run = subprocess.Popen([pith.program, str(folder), "-j2", "-o", str(scratch / "out"), "-t", "json"],
                           stderr=subprocess.PIPE)
    with open(scratch / "out", "rb") as out:
        got = out.read(1000)
        run.send_signal(signal.SIGINT)
        time.sleep(0.1)
        got += out.read()
    _, err = run.communicate(timeout=60)
    assert run.returncode in (130, 0), err
    lines = got.decode().splitlines()
    assert all(json.loads(line)["v"] == 1 for line in lines)
    assert run.returncode == 0 or b"interrupted" in err


def explain_names_every_block(pith, scratch):
    file = write_pages(scratch / "s", 1) / "p0.html"
    lines = pith("explain", "-m", "sentence", file).expect(0).out.decode().splitlines()
    assert "sentence, utf-8" in lines[0]
    kept = [line for line in lines[1:] if line.startswith("kept")]
    cut = [line for line in lines[1:] if line.startswith("cut")]
    assert any("It rained" in line for line in kept) and any("Home" in line for line in cut)
    assert len(kept) + len(cut) == len(lines) - 1
    colored = pith("explain", "--color", "always", file).expect(0).out
    assert b"\x1b[32mkept" in colored and b"\x1b[31mcut" in colored
    assert b"\x1b" not in pith("explain", file).out


TESTS = (one_page_as_text, every_method_and_form, options_change_what_they_say, compat_warns_of_an_emptied_page,
         many_pages_are_records, threads_change_nothing, output_goes_where_it_is_told, lines_of_pages,
         bad_pages_are_left_out, odd_files, wrong_uses, time_ends, disk_is_full, interrupt_leaves_whole_records,
         explain_names_every_block)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pith", required=True)
    parser.add_argument("names", nargs="*")
    asked = parser.parse_args()
    pith, failed = Command(str(pathlib.Path(asked.pith).resolve())), 0
    for test in TESTS:
        if asked.names and test.__name__ not in asked.names:
            continue
        with tempfile.TemporaryDirectory(prefix="pith-extract-") as scratch:
            try:
                test(pith, pathlib.Path(scratch))
            except Exception:  # pylint: disable=broad-except
                failed += 1
                print(f"{test.__name__}:")
                traceback.print_exc(file=sys.stdout)
    print(f"run_extract: {len(TESTS)} tests, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
