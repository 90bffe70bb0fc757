#!/usr/bin/env python3
"""Disks that fail, under every store: output folders, models, the index of a
crawl, the stores of watch, search and review. Writes that are short or interrupted
change nothing; after a full or broken disk there is the old state or the new one,
exit 3 with the remedy, and the next run ends as if nothing had happened."""
# long: a run for each fault
import argparse
import contextlib
import json
import os
import pathlib
import shutil
import sqlite3
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "crawl"), str(HERE.parent / "review")]
import crawl_testing  # noqa: E402
import run_bad_input as review_testing  # noqa: E402
from crawl_server import Server, page, words  # noqa: E402

PLACES = 6  # of a fault in a run, spread over its calls
REMEDY = ("free some", "run it again", "try again", "once more")


def build(folder):
    library = folder / "fail_disk.so"
    done = subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-D_GNU_SOURCE", HERE / "preload/fail_disk.c", "-o", library, "-ldl"],
                          capture_output=True, check=False)
    return library if done.returncode == 0 else None


def make_site(folder, mark=""):
    folder.mkdir(parents=True)
    for i in range(8):
        (folder / f"p{i}.html").write_bytes(page(f"Story {i}{mark}", words(i) + mark))
    return folder


def files(folder):
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def settle(content):
    """What differs from run to run is left out: seconds, times, how much an earlier run had done."""
    def line(raw):
        with contextlib.suppress(ValueError):
            read = json.loads(raw)
            if isinstance(read, dict):
                for key in ("seconds", "time", "unchanged"):
                    read.pop(key, None)
                return json.dumps(read).encode()
        return raw
    if content.lstrip()[:1] != b"{":
        return content
    with contextlib.suppress(ValueError):
        json.loads(content)
        return line(content) + content[-1:]
    return b"\n".join(map(line, content.split(b"\n")))


def state(path):
    """The files below a path, or the rows of a database."""
    if path.is_dir():
        return {name: settle(content) for name, content in files(path).items()}
    if not path.exists() or path.stat().st_size == 0:
        return None
    if path.read_bytes()[:6] != b"SQLite":
        return path.read_bytes()
    with contextlib.closing(sqlite3.connect(path)) as base:
        assert base.execute("pragma integrity_check").fetchone() == ("ok",), path
        made = dict(base.execute("select name, sql from sqlite_master where type = 'table'"))
        names = sorted(name for name in made if not name.startswith("sqlite_")
                       and not name.endswith(("_data", "_idx", "_config", "_docsize", "_content")))
        names = [name for name in names if "using fts5" not in made[name].lower()]
        return {name: base.execute(f'select count(*) from "{name}"').fetchone() for name in names}


def is_between(now, old, new):
    """Of a folder each file is the old or the new one; all else is one of both."""
    if isinstance(now, dict) and isinstance(new, dict) and all(isinstance(v, bytes) for v in now.values()):
        old = old if isinstance(old, dict) else {}
        return all(content in (old.get(name), new.get(name)) for name, content in now.items())
    return now in (old, new)


class Store:
    """A command that writes `target`, and the state of it before and after."""
    between = staticmethod(is_between)

    def __init__(self, pith, library, folder, command, target):
        self.pith, self.library, self.command = pith, library, command
        self.folder, self.target = folder, target
        self.saved = folder / "saved"
        self.keep()
        self.old = state(target)
        counted = self.run(count=folder / "calls")
        assert counted.returncode == 0, counted.stderr
        self.calls = int((folder / "calls").read_text())
        assert self.calls > 0
        self.new = state(target)

    def parts(self, folder):
        return [p for p in folder.glob(self.target.name + "*")]

    def keep(self):
        self.saved.mkdir()
        for part in self.parts(self.target.parent):
            (shutil.copytree if part.is_dir() else shutil.copy)(part, self.saved / part.name)

    def restore(self):
        for part in self.parts(self.target.parent):
            (shutil.rmtree if part.is_dir() else os.unlink)(part)
        for part in self.saved.iterdir():
            (shutil.copytree if part.is_dir() else shutil.copy)(part, self.target.parent / part.name)

    def run(self, kind=None, at=0, count=None):
        environment = dict(os.environ, LD_PRELOAD=str(self.library))
        if kind:
            environment.update(PITH_DISK=kind, PITH_DISK_AT=str(at))
        if count:
            environment["PITH_DISK_COUNT"] = str(count)
        return subprocess.run([self.pith, *map(str, self.command)], env=environment, capture_output=True, text=True,
                              timeout=120, check=False)

    def is_whole(self, now):
        return now == self.new

    def check_harmless(self, kind):
        self.restore()
        done = self.run(kind)
        assert done.returncode == 0, (kind, done.stderr)
        assert state(self.target) == self.new, kind

    def check_fault(self, kind, at):
        self.restore()
        done = self.run(kind, at)
        where = (kind, at, self.calls, done.returncode, done.stderr[-400:])
        now = state(self.target)
        left = [p for p in self.target.parent.rglob("*.part")]
        assert not left, (where, left)
        assert self.between(now, self.old, self.new), (where, now)
        if done.returncode == 0:
            assert now == self.new, where
        else:
            assert done.returncode in (1, 3), where
            assert any(word in done.stderr for word in REMEDY), where
        again = subprocess.run([self.pith, *map(str, self.command)], capture_output=True, text=True, timeout=120, check=False)
        assert again.returncode == 0, (where, again.stderr)
        assert self.is_whole(state(self.target)), (where, "the next run")
        return done.returncode != 0

    def check(self):
        for kind in ("short", "eintr"):
            self.check_harmless(kind)
        step = max(1, self.calls // PLACES)
        failed = [self.check_fault(kind, at) for kind in ("full", "broken", "sync")
                  for at in range(1, self.calls + 1, step)]
        assert any(failed), "no fault was noticed"
        return len(failed)


def output_folder(pith, library, folder):
    make_site(folder / "s")
    subprocess.run([pith, "site", folder / "s", "-o", folder / "out", "-q", "-t", "md"], check=True)
    make_site(folder / "s2", " anew")
    return Store(pith, library, folder, ["site", folder / "s2", "-o", folder / "out", "-q", "-t", "md"], folder / "out")


def model(pith, library, folder):
    subprocess.run([pith, "learn", make_site(folder / "s"), "-o", folder / "m.pith", "-q"], check=True)
    return Store(pith, library, folder, ["learn", make_site(folder / "s2", " anew"), "-o", folder / "m.pith", "-q"],
                 folder / "m.pith")


class Growing(Store):
    """A database that is filled page by page: never more than the new state
    has, and the next run goes on. Another round of watch adds to the log."""
    @staticmethod
    def between(now, old, new):
        return now is None or all(now[name] <= new.get(name, (0,)) for name in now)

    def is_whole(self, now):
        return all(now[name] >= self.new[name] for name in self.new)


def search_index(pith, library, folder):
    make_site(folder / "s")
    return Growing(pith, library, folder, ["search", "index", folder / "s", "-o", folder / "index.db", "-q", "-j", 1],
                   folder / "index.db")


class Crawl(Store):
    @staticmethod
    def between(now, old, new):
        """Whole lines, and the file of each that names one."""
        lines = now.get("index.jsonl", b"").split(b"\n")
        assert lines[-1] == b"", "half a line"
        named = {json.loads(line).get("file") for line in lines if line}
        assert named - {None} <= set(now), named
        return all(content == new[name] for name, content in now.items() if name != "index.jsonl")


def crawl(pith, library, folder, server):
    command = ["fetch", server.url("/"), "-o", folder / "d", "-q", "--no-sandbox", "--max-pages", 4, *crawl_testing.QUICK]
    return Crawl(pith, library, folder, command, folder / "d")


def watch(pith, library, folder, server):
    (folder / "list").write_text(server.url("/") + "\n")
    command = ["watch", folder / "list", "-o", folder / "watch.db", "-q", *crawl_testing.QUICK]
    return Growing(pith, library, folder, command, folder / "watch.db")


def review(pith, library, folder):
    """Grades: one that was answered with 200 is there, one that was not is not."""
    review_testing.make_site(folder / "s")
    faults = 0
    for kind in ("short", "eintr", "full", "broken", "sync"):
        for at in (1,) if kind in ("short", "eintr") else (1, 2, 5, 9, 14, 20):
            store = folder / f"{kind}{at}.db"
            os.environ.update(LD_PRELOAD=str(library), PITH_DISK=kind, PITH_DISK_AT=str(at))
            try:
                one = review_testing.Review(pith, folder / "s", "--store", store, "--grader", "anna")
            except RuntimeError as said:
                assert any(word in str(said) for word in REMEDY), (kind, at, said)
                faults += 1
                continue
            finally:
                for name in ("LD_PRELOAD", "PITH_DISK", "PITH_DISK_AT"):
                    del os.environ[name]
            kept = 0
            for site in (1, 2):
                answer, said = one.ask(f"/api/mark?kind=site&site={site}&method=auto&grade=N%2BS-", "POST")
                kept += answer.status == 200
                assert answer.status == 200 or any(word in said.decode() for word in REMEDY), (kind, at, said)
                faults += answer.status != 200
            one.end()
            with contextlib.closing(sqlite3.connect(store)) as base:
                assert base.execute("pragma integrity_check").fetchone() == ("ok",)
                assert base.execute("select count(*) from mark").fetchone() == (kept,), (kind, at)
    assert faults > 5, faults
    return faults


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pith", required=True)
    parser.add_argument("--tools", help="not used; every test of this folder gets it")
    parser.add_argument("names", nargs="*")
    arguments = parser.parse_args()
    pith = pathlib.Path(arguments.pith).resolve()
    if any(name in pith.read_bytes() for name in (b"__asan_init", b"__tsan_init")):
        print("a sanitizer comes before what is preloaded; skipped")
        return 77
    memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None  # syncs are slow on a real disk
    with tempfile.TemporaryDirectory(prefix="pith-disk-", dir=memory) as scratch, Server() as server:
        scratch = pathlib.Path(scratch)
        library = build(scratch)
        if not library:
            print("no compiler; skipped")
            return 77
        network = crawl_testing.built_with_network(crawl_testing.Command(str(pith)))
        makers = {"output": output_folder, "model": model, "search": search_index,
                  "crawl": lambda *at: crawl(*at, server), "watch": lambda *at: watch(*at, server)}
        for name, make in makers.items():
            if (arguments.names and name not in arguments.names) or (name in ("crawl", "watch") and not network):
                continue
            folder = scratch / name
            folder.mkdir()
            store = make(pith, library, folder)
            print(f"{name}: {store.check()} faults in {store.calls} calls", flush=True)
        if not arguments.names or "review" in arguments.names:
            (scratch / "review").mkdir()
            print(f"review: {review(pith, library, scratch / 'review')} faults")
    return 0


if __name__ == "__main__":
    sys.exit(main())
