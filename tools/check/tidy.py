#!/usr/bin/env python3
"""Run clang-tidy 14 over src/ and apps/ as .clang-tidy says.

    tidy.py [--build DIR]                      DIR is build/release

A file that passed is remembered in build/tidy by the digest of everything it
depends on (its text, all our headers, the settings, its command line), so a
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
FINDING = re.compile(r"^(/\S+?):(\d+):\d+: (?:warning|error): (.*)$",
                     re.MULTILINE)


def commands(build):
    """{file: command line} from the build's own record."""
    record = json.loads((build / "compile_commands.json").read_text())
    return {os.path.relpath(r["file"], c_source.ROOT): r["command"]
            for r in record}


def shared_digest():
    digest = hashlib.sha256()
    headers = [n for n in c_source.c_files(generated=True)
               if n.endswith(".h")]
    for name in [".clang-tidy", *headers]:
        digest.update(name.encode() + b"\0" + (c_source.ROOT / name)
                      .read_bytes() + b"\0")
    return digest.digest()


def tidy(name, build, key):
    """Findings in one file; nothing when the cache knows it as clean."""
    stamp = CACHE / key
    if stamp.exists():
        return None
    done = subprocess.run([TOOL, "--quiet", "-p", str(build), name],
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
    args = parser.parse_args()
    known = commands(args.build)
    files = [n for n in c_source.c_files(*FOLDERS)
             if n.endswith(".c") and n in known]
    CACHE.mkdir(parents=True, exist_ok=True)
    shared = shared_digest()
    keys = [hashlib.sha256(shared + known[n].encode() + c_source.read(n)
                           .encode()).hexdigest()[:32] for n in files]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        results = list(pool.map(tidy, files, [args.build] * len(files), keys))
    findings = sorted(set().union(*(r for r in results if r)))
    fresh = sum(r is not None for r in results)
    return c_source.finish("tidy", findings,
                           f"{len(files)} files, {fresh} looked at anew")


if __name__ == "__main__":
    sys.exit(main())
