#!/usr/bin/env python3
"""Fail when a source file includes a folder its layer may not see.

src/LAYERS says who may include whom inside src/. Outside of it, programs,
examples and API tests see the public header only.
"""
import re
import sys

import c_source

PUBLIC = ("pith.h", "pith_site.h", "pith_experimental.h")
INCLUDE = re.compile(r'\s*#\s*include\s+"([^"]+)"')
# Folder -> beginnings of what it may include, apart from its neighbours.
OUTSIDE = {
    "apps/common/": ("common/",),
    "apps/pith/": ("pith/", "common/"),
    "apps/lab/": ("lab/", "common/"),
    "apps/watch/": ("watch/", "common/"),
    "apps/sqlite/": ("sqlite/", "lab/search/words/", "common/"),
    "apps/bench/": ("bench/", "common/"),
    "bindings/python/": ("common/",),
    "examples/": (),
    "tests/api/": (),
    "include/": (),
}


def read_layers():
    """Layer -> the layers it may include, and complaints about the file."""
    may, complaints = {}, []
    for n, line in enumerate(c_source.read("src/LAYERS").splitlines(), 1):
        line = line.split("#")[0].strip()
        if not line:
            continue
        layer, _, seen = line.partition(":")
        for name in seen.split():
            if name not in may:
                complaints.append(f"src/LAYERS:{n}: {name} is not declared "
                                  "above this line")
        may[layer.strip()] = set(seen.split()) | {layer.strip()}
    return may, complaints


def layer_of(path, may):
    """The longest declared name that the path begins with."""
    hits = [la for la in may if path == la or path.startswith(la + "/")]
    return max(hits, key=len) if hits else None


def includes(name):
    for n, text in enumerate(c_source.read(name).splitlines(), 1):
        match = INCLUDE.match(text)
        if match:
            yield n, match[1]


def check_inside(name, may):
    here = layer_of(name.removeprefix("src/"), may)
    if here is None:
        yield f"{name}:1: in no layer of src/LAYERS"
        return
    for n, target in includes(name):
        if target in PUBLIC:
            continue
        there = layer_of(target, may)
        if there is None:
            yield (f"{name}:{n}: write includes from src/ on "
                   f'("layer/file.h"), not "{target}"')
        elif there not in may[here]:
            yield f"{name}:{n}: {here} may not include {target}"


def check_outside(name):
    folder = next((f for f in OUTSIDE if name.startswith(f)), None)
    if folder is None:
        return
    for n, target in includes(name):
        neighbour = "/" not in target and \
            (c_source.ROOT / name).parent.joinpath(target).exists()
        if target not in PUBLIC and not neighbour \
                and not target.startswith(OUTSIDE[folder]):
            yield f"{name}:{n}: only the public header may be included here, " \
                  f'not "{target}"'


def main():
    may, findings = read_layers()
    files = c_source.c_files("src/", *OUTSIDE, generated=True)
    for name in files:
        findings += check_inside(name, may) if name.startswith("src/") \
            else check_outside(name)
    return c_source.finish("layers", findings,
                           f"{len(files)} files, {len(may)} layers")


if __name__ == "__main__":
    sys.exit(main())
