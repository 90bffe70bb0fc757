#!/usr/bin/env python3
"""Fail when the binary interface of libpith.so is another than the pinned one,
tools/check/abi/libpith.abi: functions, their parameters, and the layout of
public structs (libabigail; Debian: abigail-tools).

    abi.py [--accept]

--accept pins the interface as it is now. Functions of pith_experimental.h are
left out. The library is compiled for this with debug information and only as
far as src/api reaches: what programs call is there. Without libabigail the
check says so and passes.
"""
import argparse
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import c_source

ROOT = c_source.ROOT
PINNED = ROOT / "tools/check/abi/libpith.abi"


def build(folder):
    """A shared library of src/api with debug information."""
    library = folder / "libpith.so"
    sources = sorted((ROOT / "src/api").glob("*.c"))
    subprocess.run(["cc", "-shared", "-fPIC", "-g", "-O0", "-std=c11",
                    f"-ffile-prefix-map={ROOT}=.", "-fvisibility=hidden",
                    "-D_POSIX_C_SOURCE=200809L",
                    '-DPITH_BUILD_VERSION="0"', f"-I{ROOT / 'include'}",
                    f"-I{ROOT / 'src'}", *sources, "-o", library], check=True)
    return library


def suppressions(folder):
    """A file that makes libabigail skip the experimental functions."""
    header = (ROOT / "include/pith_experimental.h").read_text()
    names = re.findall(r"PITH_API[^;(]*?(pith_\w+)\(", header)
    path = folder / "experimental.suppr"
    path.write_text("[suppress_function]\n  symbol_name_regexp = ^("
                    + "|".join(names) + ")$\n  drop = yes\n")
    return path


def describe(folder):
    """The interface as libabigail writes it."""
    shown = folder / "libpith.abi"
    subprocess.run(["abidw", "--headers-dir", ROOT / "include",
                    "--drop-private-types", "--no-corpus-path",
                    "--no-comp-dir-path", "--no-show-locs", "--suppressions",
                    suppressions(folder), "--out-file", shown, build(folder)],
                   check=True)
    return shown


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--accept", action="store_true")
    args = parser.parse_args()
    if not shutil.which("abidw"):
        print("abi: skipped, libabigail is not installed (abigail-tools)")
        return 0
    with tempfile.TemporaryDirectory() as name:
        now = describe(pathlib.Path(name))
        if args.accept:
            shutil.copyfile(now, PINNED)
        done = subprocess.run(["abidiff", PINNED, now], capture_output=True,
                              text=True, check=False)
    if done.returncode != 0:
        print(done.stdout, done.stderr, sep="")
        print("tools/check/abi/libpith.abi:1: the interface has changed; "
              "docs/manual/compatibility.md says what may, and "
              "`tools/check/abi.py --accept` pins it")
        return 1
    functions = len(re.findall("<elf-symbol ", PINNED.read_text()))
    print(f"abi: ok ({functions} functions)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
