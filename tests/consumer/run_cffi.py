#!/usr/bin/env python3
"""cffi reads the public headers after a trivial filter of lines, and extracts a
page through the shared library.

    run_cffi.py --pith PROGRAM --build DIR

The filter drops lines that begin with '#', the lines of extern "C" and the word
PITH_API: no preprocessor is needed. cffi is taken from where it is installed,
or put into a virtual environment of the build by pip; without both the test is
skipped.
"""
import argparse
import importlib.util
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))
import packages  # noqa: E402

HEADERS = ("pith.h", "pith_site.h", "pith_experimental.h")
SKIPPED = 77


def filtered(name):
    """The declarations of a header."""
    kept = []
    for line in (ROOT / "include" / name).read_text().splitlines():
        if line.startswith(("#", 'extern "C"')) or line == "}":
            continue
        kept.append(re.sub(r"\bPITH_API\b", "", line))
    return "\n".join(kept)


def text_of(ffi, piece):
    return ffi.buffer(piece.data, piece.len)[:].decode()


def extract(ffi, lib, html):
    """Text, title and record of a page, by default options but one."""
    options = ffi.new("pith_options *")
    lib.pith_options_default(options)
    error = ffi.new("pith_error *")
    assert lib.pith_options_set(options, b"links", b"false", error) == 0
    assert not options.links
    assert lib.pith_options_set(options, b"links", b"?", error) != 0
    assert b"links" in ffi.string(error.message)
    result = ffi.new("pith_result **")
    status = lib.pith_extract(html, len(html), options, result, error)
    assert status == lib.PITH_OK, ffi.string(error.message)
    found = (text_of(ffi, lib.pith_result_text(result[0])),
             text_of(ffi, lib.pith_result_metadata(result[0],
                                                   lib.PITH_META_TITLE)),
             text_of(ffi, lib.pith_result_json(result[0])))
    lib.pith_result_free(result[0])
    return found


def check(build):
    import cffi
    ffi = cffi.FFI()
    for name in HEADERS:
        ffi.cdef(filtered(name))
    lib = ffi.dlopen(str(next(build.glob("libpith.so*"))))
    html = (ROOT / "examples/demo/page.html").read_bytes()
    text, title, record = extract(ffi, lib, html)
    assert text and title, (text, title)
    import json
    read = json.loads(record)
    assert read["v"] == 1 and read["text"] == text, read
    assert read["title"] == title, read
    # Every function of the headers is in the library.
    count = 0
    for name in HEADERS:
        for function in re.findall(r"PITH_API[^;(]*?(pith_\w+)\(",
                                   (ROOT / "include" / name).read_text()):
            getattr(lib, function)
            count += 1
    print(f"cffi: {count} functions found, a page of {len(html)} bytes "
          f"extracted")
    assert count > 100
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pith")
    parser.add_argument("--build", type=pathlib.Path, required=True)
    args = parser.parse_args()
    if importlib.util.find_spec("cffi"):
        return check(args.build)
    python = packages.python_with(args.build / "venv-cffi", "cffi")
    if not python:
        print("cffi is not installed; skipped")
        return SKIPPED
    return subprocess.run([python, __file__, *sys.argv[1:]],
                          check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
