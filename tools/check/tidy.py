#!/usr/bin/env python3
"""Run clang-tidy 14 over src/ and apps/ as .clang-tidy says.

    tidy.py [--build DIR] [--deep]             DIR is build/release

A file that passed is remembered in build/tidy by the digest of everything it
depends on (its text, what it includes, the settings, its command line), so a
second run costs only what has changed.
"""
import argparse
import concurrent.futures
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys

import c_source

TOOL = "clang-tidy-14"
FOLDERS = ("src/", "apps/", "fuzz/")
CACHE = c_source.ROOT / "build/tidy"
INCLUDE = re.compile(r'^\s*#\s*include\s+["<]([^">]+)[">]', re.MULTILINE)
INCLUDED_FROM = ("include", "src", "apps")
# The analyzer is nearly all of the time. It follows the paths of a function
# until this many states; clang's own 225,000 take twice as long (--deep).
STATES = 100_000
FINDING = re.compile(r"^(/\S+?):(\d+):\d+: (?:warning|error): (.*)$",
                     re.MULTILINE)


def commands(build):
    """{file: its entry} from the build's own record. A file that the build
    compiles in several ways is looked at once, and without the flags that
    only the build's compiler knows."""
    entries = {}
    for entry in json.loads((build / "compile_commands.json").read_text()):
        entry["command"] = re.sub(r" -(Werror|flto\S*|fno-fat-lto\S*)(?= )", "",
                                  entry["command"])
        name = os.path.relpath(entry["file"], c_source.ROOT)
        entries.setdefault(name, entry)
    return entries


def included(name, known):
    """The names of our files that `name` includes, directly or not; `known`
    remembers what was found before."""
    if name not in known:
        known[name] = found = {name}  # also ends a circle
        for target in INCLUDE.findall(c_source.read(name)):
            for folder in (os.path.dirname(name), *INCLUDED_FROM):
                path = os.path.normpath(os.path.join(folder, target))
                if (c_source.ROOT / path).is_file():
                    found |= included(path, known)
                    break
    return known[name]


def key_of(name, command, known):
    digest = hashlib.sha256(command.encode())
    for path in [".clang-tidy", *sorted(included(name, known))]:
        digest.update(path.encode() + b"\0"
                      + (c_source.ROOT / path).read_bytes())
    return digest.hexdigest()[:32]


def tidy(name, key, limits):
    """Findings in one file; nothing when the cache knows it as clean."""
    stamp = CACHE / key
    if stamp.exists():
        return None
    done = subprocess.run([TOOL, "--quiet", "-p", str(CACHE), *limits, name],
                          cwd=c_source.ROOT, capture_output=True, text=True,
                          check=False)
    found = {f"{os.path.relpath(m[1], c_source.ROOT)}:{m[2]}: {m[3]}"
             for m in FINDING.finditer(done.stdout + done.stderr)}
    if not found and done.returncode != 0:
        found = {f"{name}:1: {TOOL} failed: {done.stderr.strip()[-300:]}"}
    if not found:
        stamp.touch()
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=pathlib.Path,
                        default=c_source.ROOT / "build/release")
    parser.add_argument("--deep", action="store_true",
                        help="the analyzer's own limit of states")
    args = parser.parse_args()
    limits = [] if args.deep else [
        f"--extra-arg={word}" for word in
        ("-Xclang", "-analyzer-config", "-Xclang", f"max-nodes={STATES}")]
    known = commands(args.build)
    files = [n for n in c_source.c_files(*FOLDERS)
             if n.endswith(".c") and n in known]
    CACHE.mkdir(parents=True, exist_ok=True)
    includes = {}
    keys = [key_of(n, known[n]["command"] + "".join(limits), includes)
            for n in files]
    (CACHE / "compile_commands.json").write_text(
        json.dumps([known[n] for n in files], indent=1))
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        results = list(pool.map(tidy, files, keys,
                                [limits] * len(files)))
    findings = sorted(set().union(*(r for r in results if r)))
    fresh = sum(r is not None for r in results)
    return c_source.finish("tidy", findings,
                           f"{len(files)} files, {fresh} looked at anew")


if __name__ == "__main__":
    sys.exit(main())
