"""What the scripts of this folder share: small sites, runs of the command."""
import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import traceback

ROOT = pathlib.Path(__file__).resolve().parents[2]
DATA = pathlib.Path(os.environ.get("PITH_DATA", ROOT / "build/data"))

# Builds that look at every access are ten times slower and read less.
SMALL = os.environ.get("PITH_TEST_SIZE") == "small"


def real_sites():
    """The folders with pages of the sites of the data, the scale sets left
    out; in a small run only those with few pages."""
    found = [p for p in sorted((DATA / "sites").glob("*/pages"))
             if not p.parent.name.endswith("_big")]
    if SMALL:
        found = [p for p in found if sum(1 for _ in p.rglob("*")) < 60]
    return found


MENU = "".join(f'<li class="m"><a href="/{n}.html">{n}</a></li>\n'
               for n in ("Home", "News", "Shop", "Help", "Jobs", "About"))
FOOT = "<div><p>All rights reserved</p><p>Imprint</p><p>Privacy</p></div>"


def page(number):
    """A page with the boilerplate of all others and a text of its own."""
    words = " ".join(f"word{number}x{i}" for i in range(40))
    return (f"<!DOCTYPE html><html><head><meta charset=utf-8><title>Page "
            f"{number}</title></head><body><ul>{MENU}</ul><h1>Story {number}</h1><p>{words}</p>"
            f"{FOOT}</body></html>\n")


def write_site(folder, count=6):
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(count):
        (folder / f"p{number}.html").write_text(page(number))
    return folder


class Result:
    def __init__(self, done):
        self.code = done.returncode
        self.out = done.stdout
        self.err = done.stderr.decode("utf-8", "replace")

    def records(self):
        return [json.loads(line) for line in self.out.splitlines()]

    def expect(self, code, *said):
        """Fail unless the exit code is this one and stderr says all that."""
        assert self.code == code, f"exit {self.code}, not {code}: {self.err}"
        for text in said:
            assert text in self.err, f"stderr lacks {text!r}: {self.err!r}"
        for line in self.err.splitlines():
            assert line.startswith(("pith: ", "profiling:", "libgcov profiling error:")), \
                f"odd line on stderr: {line!r}"
        return self


class Command:
    """The program under test."""

    def __init__(self, program):
        self.program = program

    def __call__(self, *arguments, **options):
        options.setdefault("stdout", subprocess.PIPE)
        done = subprocess.run([self.program, *map(str, arguments)],
                              stdin=subprocess.DEVNULL, stderr=subprocess.PIPE,
                              timeout=300, check=False, **options)
        return Result(done)


def read_lines(path):
    return [json.loads(line) for line in path.read_text().splitlines()]


def tree(folder):
    """Everything written below a folder, without what a clock says and what is for the next run."""
    found = {}
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.name != ".pith-manifest":
            name = path.relative_to(folder).as_posix()
            found[name] = path.read_bytes()
            if path.name == "report.json":
                report = json.loads(found[name])
                del report["seconds"]
                found[name] = json.dumps(report).encode()
    return found


def main(title, cases):
    """Run every case in a scratch folder of its own."""
    parser = argparse.ArgumentParser(description=title)
    parser.add_argument("--pith", required=True, type=pathlib.Path)
    parser.add_argument("--tools", type=pathlib.Path,
                        help="where the programs of tests/ are")
    parser.add_argument("--all", action="store_true",
                        help="all pages of all data sets, not a sample")
    parser.add_argument("only", nargs="*", help="names of cases")
    args = parser.parse_args()
    command = Command(args.pith.resolve())
    command.all = args.all
    command.tools = args.tools
    failed = skipped = 0
    chosen = [c for c in cases if not args.only or c.__name__ in args.only]
    for case in chosen:
        with tempfile.TemporaryDirectory(prefix="pith-site-") as scratch:
            try:
                if case(command, pathlib.Path(scratch)) == "skipped":
                    skipped += 1
                    print(f"{case.__name__}: skipped")
            except (AssertionError, OSError, ValueError, KeyError,
                    subprocess.TimeoutExpired) as error:
                failed += 1
                print(f"{case.__name__}: {error}")
                traceback.print_exc(limit=-2)
    print(f"{title}: {len(chosen)} cases, {failed} failed, {skipped} skipped")
    if failed:
        sys.exit(1)
    sys.exit(77 if chosen and skipped == len(chosen) else 0)
