#!/usr/bin/env python3
"""Fail when libpith.so shows other names than tests/api/symbols.txt lists, or
when libpith.a holds data that can change (hidden state).

    symbols.py [--accept] [--build DIR]      DIR is build/release

--accept writes the list anew. A name that leaves it, or one that joins it, is
a change of the interface and belongs in CHANGELOG.md.
"""
import argparse
import pathlib
import re
import subprocess
import sys

import c_source

LIST = "tests/api/symbols.txt"
HEAD = "# Names that libpith.so exports. `tools/check/symbols.py --accept`\n"


def exported(library):
    shown = subprocess.run(["nm", "-D", "--defined-only", library], check=True,
                           capture_output=True, text=True).stdout
    names = (line.split()[-1].split("@")[0] for line in shown.splitlines())
    return {n for n in names if not n.startswith("PITH_")}


def mutable_data(archive):
    """Objects of the library in sections that can be written at run time."""
    shown = subprocess.run(["objdump", "-t", archive], check=True,
                           capture_output=True, text=True).stdout
    member = ""
    for line in shown.splitlines():
        if line.endswith("file format elf64-x86-64") or "file format" in line:
            member = line.split(":")[0]
        match = re.search(r"\s(\.data|\.bss|\.tdata|\.tbss|\*COM\*)(\.\S+)?\t"
                          r"[0-9a-f]+ +(?:\.hidden )?(\S+)$", line)
        if match and not (match[2] or "").startswith(".rel.ro") \
                and not match[3].startswith("."):
            yield f"{match[3]} of {member} is data that can change"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--accept", action="store_true")
    parser.add_argument("--build", type=pathlib.Path,
                        default=c_source.ROOT / "build/release")
    args = parser.parse_args()
    names = exported(args.build / "libpith.so")
    path = c_source.ROOT / LIST
    if args.accept:
        path.write_text(HEAD + "".join(f"{n}\n" for n in sorted(names)))
    listed = {line for line in path.read_text().splitlines()
              if line and not line.startswith("#")}
    findings = [f"{LIST}:1: {n} is exported but not listed"
                for n in sorted(names - listed)]
    findings += [f"{LIST}:1: {n} is listed but not exported"
                 for n in sorted(listed - names)]
    findings += [f"libpith.a:1: {m}"
                 for m in mutable_data(args.build / "libpith.a")]
    return c_source.finish("symbols", findings, f"{len(names)} exported")


if __name__ == "__main__":
    sys.exit(main())
