#!/usr/bin/env python3
"""Fail when a file of src/tables is not what its generator makes today, or is
made by none."""
import os
import pathlib
import subprocess
import sys
import tempfile

import c_source

# Generated files outside src/tables.
ELSEWHERE = {"option_ids.h": "apps/common/options/option_ids.h",
             "options.inc": "apps/common/options/options.inc",
             "token_table.inc": "apps/lab/search/words/token_table.inc",
             "figures.md": "docs/figures.md"}


def main():
    findings = []
    scripts = sorted((c_source.ROOT / "tools/gen").glob("gen_*.py"))
    kept = c_source.ROOT / "src/tables"
    with tempfile.TemporaryDirectory(prefix="pith-tables-") as folder:
        for script in scripts:
            subprocess.run([sys.executable, script], check=True,
                           env=dict(os.environ, PITH_TABLES=folder,
                                    PYTHONDONTWRITEBYTECODE="1"))
        made = {p.name: p.read_bytes() for p in pathlib.Path(folder).iterdir()}
    have = {p.name: p.read_bytes() for p in kept.glob("*.[ch]")}
    for name, path in ELSEWHERE.items():
        have[name] = (c_source.ROOT / path).read_bytes()
    for name in sorted(made.keys() | have.keys()):
        path = ELSEWHERE.get(name, f"src/tables/{name}")
        if name not in made:
            findings.append(f"{path}:1: no generator makes it")
        elif made[name] != have.get(name):
            findings.append(f"{path}:1: stale (make tables)")
    listed = (c_source.ROOT / "src/api/tables.c").read_text()
    for name in sorted(made):
        if name.endswith(".h") and name not in ELSEWHERE and \
                f'"{name[:-2]}"' not in listed:
            findings.append(f"src/api/tables.c:1: {name[:-2]} is not listed")
    return c_source.finish("tables", findings, f"{len(scripts)} generators, "
                                               f"{len(made)} files")


if __name__ == "__main__":
    sys.exit(main())
