#!/usr/bin/env python3
"""Build pith where none of the libraries that can be left out is there, with
warnings as errors: it compiles, and each command that would need one says
what to install.

    run_bare.py --pith PROGRAM --build DIR

The libraries may well be installed here. Headers of the same names that only
complain come before theirs, and nothing is linked with them.
"""
# long: builds everything once more
import argparse
import gzip
import pathlib
import shlex
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
LIBRARIES = ("UCHARDET", "ZLIB", "BZIP2", "ZSTD", "CURL", "SQLITE",
             "STEMMER")
HEADERS = ("uchardet/uchardet.h", "zlib.h", "bzlib.h", "zstd.h", "curl/curl.h",
           "sqlite3.h", "sqlite3ext.h", "libstemmer.h")
PAGE = ROOT / "examples/demo/page.html"


def run(command):
    command = [str(word) for word in command]
    print("+", shlex.join(command), flush=True)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


def compiler_of(build):
    for line in (build / "CMakeCache.txt").read_text().splitlines():
        if line.startswith("CMAKE_C_COMPILER:"):
            return line.split("=", 1)[1]
    return "cc"


def build_bare(cc, work):
    """Compile the command; the program."""
    absent = work / "absent"
    for name in HEADERS:
        header = absent / name
        header.parent.mkdir(parents=True, exist_ok=True)
        header.write_text(f"#error {name} is not there\n")
    bare = work / "bare"
    run(["cmake", "-S", ROOT, "-B", bare, f"-DCMAKE_C_COMPILER={cc}",
         "-DCMAKE_BUILD_TYPE=Debug", "-DCMAKE_C_FLAGS_DEBUG=-O0",
         f"-DCMAKE_C_FLAGS=-I{absent}", "-DPITH_WERROR=ON", "-DPITH_TESTS=OFF",
         *(f"-DPITH_{name}=OFF" for name in LIBRARIES)])
    run(["cmake", "--build", bare, "--parallel", "2", "--target", "pith-cli"])
    return bare / "pith"


def say(program, work, *words):
    """The exit code of a command and what it says on stderr."""
    done = subprocess.run([program, *map(str, words)], capture_output=True,
                          text=True, cwd=work, check=False, timeout=60)
    return done.returncode, done.stderr


def refused(program, work):
    """(words, exit code, remedy that must be named)"""
    (work / "list.txt").write_text("http://localhost/\n")
    (work / "records.jsonl.gz").write_bytes(gzip.compress(b"{}\n"))
    commands = (
        (("watch", "list.txt", "-o", "store.db"), 3,
         "install the package pith-watch"),
        (("search", "index", PAGE, "-o", "pages.idx"), 3,
         "install the package pith-lab"),
        (("review", PAGE), 3, "install the package pith-lab"),
        (("eval", "--grades", PAGE), 3, "install the package pith-lab"),
        (("fetch", "http://localhost/", "-o", "pages"), 3,
         "install libcurl4-openssl-dev and build it anew"),
        (("site", "records.jsonl.gz"), 1,
         "install zlib1g-dev and build it anew"),
    )
    for words, code, remedy in commands:
        got, said = say(program, work, *words)
        if got != code or remedy not in said:
            print(f"pith {shlex.join(map(str, words))}: exit {got}, {said}")
            return False
    return True


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pith")
    parser.add_argument("--build", type=pathlib.Path, required=True)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        program = build_bare(compiler_of(args.build), work)
        code, said = say(program, work, "extract", PAGE)
        if code != 0:
            print(f"pith extract: exit {code}, {said}")
            return 1
        return 0 if refused(program, work) else 1


if __name__ == "__main__":
    sys.exit(main())
