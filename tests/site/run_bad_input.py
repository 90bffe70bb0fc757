#!/usr/bin/env python3
"""Whole sites with something wrong: a clear line, the documented exit code, and
the other pages done. Exit codes: 0 fine, 1 some input failed, 2 usage, 3 disk
or memory, 130 interrupted.                                          # threads
"""
import base64
import gzip
import json
import os
import pathlib
import resource
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import site_testing as t  # noqa: E402

SITE = ("site", "--compat")
NOBODY = 65534


def names(result):
    return [record["id"] for record in result.records()]


def empty_directory(pith, scratch):
    pith(*SITE, scratch).expect(1, "contains no pages", ".html")


def missing_directory(pith, scratch):
    pith(*SITE, scratch / "none").expect(1, "no such file or directory")


def missing_beside_a_good_one(pith, scratch):
    site = t.write_site(scratch / "s")
    done = pith(*SITE, site, scratch / "none").expect(1, "no such file")
    assert len(names(done)) == 6


def one_page(pith, scratch):
    done = pith(*SITE, t.write_site(scratch / "s", 1)).expect(0)
    assert done.records()[0]["spans"] == []
    assert "Home" in done.records()[0]["text"]


def three_pages(pith, scratch):
    done = pith(*SITE, t.write_site(scratch / "s", 3)).expect(0)
    assert [r["spans"] for r in done.records()] == [[], [], []]


def six_pages(pith, scratch):
    """The measure for all the others: boilerplate is found in a site that is
    fine."""
    done = pith(*SITE, t.write_site(scratch / "s")).expect(0)
    for record in done.records():
        assert record["spans"] and "Home" not in record["text"]
        assert record["text"].startswith("Story")


def unreadable_file(pith, scratch):
    site = t.write_site(scratch / "s")
    (site / "p2.html").chmod(0)
    options = {}
    if os.geteuid() == 0:  # whom no mode stops
        program = shutil.copy(pith.program, scratch / "pith")
        os.chmod(program, 0o755)
        os.chmod(scratch, 0o755)
        pith, options = t.Command(program), {"user": NOBODY, "group": NOBODY}
    done = pith(*SITE, site, **options).expect(1, "p2.html: permission denied")
    assert len(names(done)) == 5 and "p2.html" not in names(done)


def unreadable_directory(pith, scratch):
    site = t.write_site(scratch / "s")
    t.write_site(site / "locked").chmod(0)
    options = {}
    if os.geteuid() == 0:
        program = shutil.copy(pith.program, scratch / "pith")
        os.chmod(program, 0o755)
        os.chmod(scratch, 0o755)
        pith, options = t.Command(program), {"user": NOBODY, "group": NOBODY}
    done = pith(*SITE, site, **options).expect(1, "locked: permission denied")
    assert len(names(done)) == 6
    (site / "locked").chmod(0o755)


def links_and_pipes(pith, scratch):
    site = t.write_site(scratch / "s")
    (site / "loop").symlink_to(site)
    (site / "out.html").symlink_to("/etc/passwd")
    (site / "root").symlink_to("/")
    os.mkfifo(site / "pipe.html")
    plug = socket.socket(socket.AF_UNIX)
    plug.bind(str(site / "socket.html"))
    assert len(names(pith(*SITE, site).expect(0))) == 6
    plug.close()


def pipe_as_input(pith, scratch):
    """A pipe is read once, and its page is kept for both passes."""
    pipe = scratch / "pipe.html"
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_bytes, args=[t.page(1).encode()],
                              daemon=True)
    writer.start()
    assert len(names(pith(*SITE, pipe).expect(0))) == 1
    writer.join()


def binary_file(pith, scratch):
    site = t.write_site(scratch / "s")
    (site / "noise.html").write_bytes(bytes(range(256)) * 400)
    (site / "zero.html").write_bytes(b"\0" * 5000)
    (site / "nothing.html").write_bytes(b"")
    done = pith(*SITE, site).expect(1, "noise.html: no text")
    assert len(names(done)) == 8


def large_page(pith, scratch):
    site = t.write_site(scratch / "s")
    (site / "large.html").write_text("<p>word</p>\n" * 2_600_000)
    done = pith(*SITE, site, "--to", "json").expect(1, "large.html: more than "
                                                    "20000000", "--max-bytes")
    assert len(names(done)) == 6
    done = pith(*SITE, site, "--max-bytes", "40M").expect(0)
    assert len(names(done)) == 7


def all_template(pith, scratch):
    site = t.write_site(scratch / "s")
    (site / "bare.html").write_text(f"<ul>{t.MENU}</ul>")
    records = {r["id"]: r for r in pith(*SITE, site).expect(0).records()}
    assert records["bare.html"]["text"] == ""
    assert records["bare.html"]["warnings"] == ["emptied"]
    assert records["p1.html"]["warnings"] == []


def odd_names(pith, scratch):
    site = t.write_site(scratch / "s")
    raw = os.fsencode(site)
    for name in (b"a\nb.html", b"-x.html", b"\xff\xfe.html", b"n" * 250 +
                 b".html", b"q\"\\.html"):
        pathlib.Path(os.fsdecode(raw + b"/" + name)).write_text(t.page(9))
    out = scratch / "out"
    pith(*SITE, site, "-o", out, "--to", "text").expect(0, "11 pages")
    assert len(t.read_lines(out / "pages.jsonl")) == 11
    assert len(list(out.rglob("*.txt"))) == 11


def which_files_are_pages(pith, scratch):
    site = t.write_site(scratch / "s", 4)
    for name in ("a.php?id=3", "b.html_hpid=z4", "c.HTM@x=1.y", "bare"):
        (site / name).write_text(t.page(9))
        (site / f"no-{name}").write_text("no page, whatever its name says")
    for name in ("d.html.bak", "e.htmlx", "f.txt", "g.phpmyadmin"):
        (site / name).write_text(t.page(9))
    assert names(pith(*SITE, site).expect(0)) == [
        "a.php?id=3", "b.html_hpid=z4", "bare", "c.HTM@x=1.y",
        "p0.html", "p1.html", "p2.html", "p3.html"]


def two_of_one_name(pith, scratch):
    a, b = t.write_site(scratch / "a"), t.write_site(scratch / "b")
    pith(*SITE, a, b).expect(2, "two pages are called 'p0.html'", str(a), str(b))


def stream_disk_full(pith, scratch):
    site = t.write_site(scratch / "s")
    with open("/dev/full", "wb") as full:
        pith(*SITE, site, stdout=full).expect(3, "no space left on device")


def output_disk_full(pith, scratch):
    """A limit on the size of files stands for a disk that is full."""
    site = t.write_site(scratch / "s", 40)

    def limit():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))
    out = scratch / "out"
    pith(*SITE, site, "-o", out, preexec_fn=limit).expect(3, "file too large")
    assert not list(out.rglob("*.part")), "half a file was left behind"
    assert not (out / "pages.jsonl").exists()


def small_disk(pith, scratch):
    site = t.write_site(scratch / "s", 400)
    disk = scratch / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(disk)]
    if os.geteuid() != 0 or subprocess.run(mount, check=False,
                                           capture_output=True).returncode:
        return "skipped"
    try:
        done = pith(*SITE, site, "-o", disk / "out", "--to", "text")
        done.expect(3, "no space left on device")
        assert not list(disk.rglob("*.part"))
    finally:
        subprocess.run(["umount", str(disk)], check=True)
    return None


def output_is_a_file(pith, scratch):
    site = t.write_site(scratch / "s")
    (scratch / "out").write_text("mine")
    pith(*SITE, site, "-o", scratch / "out").expect(3, "not a directory")
    assert (scratch / "out").read_text() == "mine"


def link_in_the_output(pith, scratch):
    """Nothing is written through a link that lies in the output."""
    site = t.write_site(scratch / "s" / "sub").parent
    aim = scratch / "elsewhere"
    aim.mkdir()
    out = scratch / "out"
    out.mkdir()
    (out / "sub").symlink_to(aim)
    (scratch / "victim").write_text("mine")
    (out / "report.json").symlink_to(scratch / "victim")
    (out / "pages.jsonl.part").symlink_to(scratch / "victim")
    pith(*SITE, site, "-o", out, "--to", "text").expect(1, "out/sub/p0.html")
    assert not list(aim.iterdir())
    assert (scratch / "victim").read_text() == "mine"


def ids_stay_inside(pith, scratch):
    ids = ["../../up", "/etc/passwd", "a//b", "http://host/../../x?y=1", ".",
           "..", "report.json", "pages.jsonl", "x" * 3000, "tab\tnew\nline", ""]
    lines = [{"id": i, "html": t.page(n)} for n, i in enumerate(ids)]
    source = scratch / "in.jsonl"
    source.write_text("".join(json.dumps(line) + "\n" for line in lines))
    out = scratch / "deep" / "deeper" / "out"
    out.parent.mkdir(parents=True)
    pith(*SITE, source, "-o", out, "--to", "text").expect(0, "11 pages")
    files = [p for p in scratch.rglob("*") if p.is_file() and p != source]
    assert all(out in p.parents for p in files), files
    assert len([p for p in files if p.suffix == ".txt"]) == len(ids)
    assert len(t.read_lines(out / "pages.jsonl")) == len(ids)


def broken_lines(pith, scratch):
    good = [json.dumps({"id": n, "html": t.page(n)}) for n in range(6)]
    bad = ["{", "null", "[]", '{"id":"x"}', '{"html":7}', '{"html":"a"} {}',
           '{"html":"a"', '{"a":[{"]}', "\xff"]
    source = scratch / "in.jsonl"
    source.write_text("\n".join([x for p in zip(good, bad) for x in p]
                                + bad[6:] + ["", "  "]), "latin-1")
    done = pith(*SITE, source).expect(1, "in.jsonl:2: broken JSON",
                                      "in.jsonl:4: no JSON object",
                                      'in.jsonl:8: neither "html" nor')
    assert names(done) == [str(n) for n in range(6)]
    assert done.err.count("\n") == len(bad)


def bad_base64(pith, scratch):
    lines = [{"id": n, "html_b64": base64.b64encode(t.page(n).encode()).decode()}
             for n in range(6)] + [{"id": "x", "html_b64": "%%%"}]
    source = scratch / "in.jsonl"
    source.write_text("".join(json.dumps(line) + "\n" for line in lines))
    done = pith(*SITE, source).expect(1, "in.jsonl:7", "no base64")
    assert len(names(done)) == 6


def packed_and_cut_short(pith, scratch):
    lines = "".join(json.dumps({"id": n, "html": t.page(n)}) + "\n"
                    for n in range(200))
    packed = gzip.compress(lines.encode())
    source = scratch / "in.jsonl.gz"
    source.write_bytes(packed)
    done = pith(*SITE, source)
    if "built without" in done.err:
        return "skipped"
    assert len(names(done.expect(0))) == 200
    source.write_bytes(packed[:len(packed) // 2])
    done = pith(*SITE, source).expect(1, "damaged gzip data")
    assert 0 < len(names(done)) < 200
    return None


def packed_bomb(pith, scratch):
    """A line of 400 MB takes neither memory nor disk."""
    source = scratch / "in.jsonl.gz"
    with gzip.open(source, "wb", 1) as out:
        for n in range(5):
            out.write(json.dumps({"id": n, "html": t.page(n)}).encode() + b"\n")
        out.write(b'{"html":"')
        for _ in range(400):
            out.write(b" " * 1_000_000)
        out.write(b'"}\n')

    def limit():
        resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 20, 1 << 20))
    done = pith(*SITE, source, "--max-bytes", "2M", preexec_fn=limit)
    if "built without" in done.err:
        return "skipped"
    done.expect(1, "in.jsonl.gz:6: the page is larger than --max-bytes")
    assert len(names(done)) == 5
    return None


def reader_gone(pith, scratch):
    site = t.write_site(scratch / "s", 2000)
    with subprocess.Popen([pith.program, *SITE, site], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE) as run:
        json.loads(run.stdout.readline())
        run.stdout.close()
        assert run.stderr.read() == b""
    assert run.returncode == 0


def interrupted(pith, scratch):
    """Ctrl-C in the middle: what is in the file is whole."""
    site = t.write_site(scratch / "s", 3000)
    out = scratch / "out"
    with subprocess.Popen([pith.program, *SITE, site, "-o", out, "-j", "2",
                           "--to", "text"], stderr=subprocess.PIPE) as run:
        while run.poll() is None and not (out / "p1.html.txt").exists():
            time.sleep(0.001)
        run.send_signal(signal.SIGINT)
        said = run.stderr.read().decode()
    if run.returncode == 0:
        return "skipped"  # it was faster than we are
    assert run.returncode == 130, run.returncode
    assert "interrupted" in said and said.count("\n") == 1, said
    assert 0 < len(t.read_lines(out / "pages.jsonl")) < 3000
    assert not list(out.rglob("*.part"))
    return None


def wrong_use(pith, scratch):
    site = t.write_site(scratch / "s")
    pith("site").expect(2, "name the directory")
    pith(*SITE, site, "--to", "text").expect(2, "-o")
    pith(*SITE, site, "--to", "pdf").expect(2, "bad value 'pdf'")
    pith(*SITE, site, "-j", "0").expect(2, "bad value '0' for --jobs")
    pith(*SITE, site, "-m", "magic").expect(2, "unknown method 'magic'")
    pith(*SITE, site, "--min-cluster", "1").expect(2, "bad value")
    pith(*SITE, "--collection", site, site).expect(2, "one directory")
    pith(*SITE, "--collection", site).expect(1, "no folders in it")


CASES = [empty_directory, missing_directory, missing_beside_a_good_one,
         one_page, three_pages, six_pages, unreadable_file,
         unreadable_directory, links_and_pipes, pipe_as_input, binary_file,
         large_page, all_template, odd_names, which_files_are_pages,
         two_of_one_name, stream_disk_full, output_disk_full, small_disk, output_is_a_file,
         link_in_the_output, ids_stay_inside, broken_lines, bad_base64,
         packed_and_cut_short, packed_bomb, reader_gone, interrupted,
         wrong_use]

if __name__ == "__main__":
    t.main("bad input", CASES)
