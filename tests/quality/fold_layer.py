#!/usr/bin/env python3
"""Choose the numbers of `-m layer` by cross-validation over sites.

    fold_layer.py SETTING...        for example: as-is FRAME_TEXT=12 FRAME_TEXT=20,BOX_TEXT=12

A setting gives constants of src/method/layer/layer_*.c other values. Each is built in a
copy of the sources (build/folds) and measured on all sites as run_layer.py does.
The sites are five folds. For each fold that setting is taken which is best on the
other four, by the mean over sites of word F1 and the F1 of noise blocks; what it
reaches on the fold is the held-out figure. Beside it is what each setting
reaches on all sites: a choice made on the same sites is as good as the best of
these, and the difference is what choosing was worth.
"""
import concurrent.futures
import json
import pathlib
import re
import subprocess
import sys
import tempfile

import run_layer
import run_sites
from quality_data import ROOT, find_data

FOLDS = 5
COPY = ROOT / "build" / "folds"
PARTS = ("CMakeLists.txt", "CMakePresets.json", "cmake", "include", "src", "apps")


def change(text, settings):
    """Give constants `NAME = NUMBER` other numbers; those that are not there are
    left over."""
    left = {}
    for name, value in settings.items():
        text, count = re.subn(rf"\b{name} = \d+\b", f"{name} = {value}", text)
        if count == 0:
            left[name] = value
    return text, left


def copy_sources(settings):
    """Write what differs, so that only that is compiled again."""
    left = settings
    for part in PARTS:
        for path in [ROOT / part] if (ROOT / part).is_file() else sorted((ROOT / part).rglob("*")):
            if not path.is_file():
                continue
            wanted, target = path.read_bytes(), COPY / path.relative_to(ROOT)
            if path.parent.name == "layer" and path.match("layer_*.c"):
                changed, left = change(wanted.decode(), left)
                wanted = changed.encode()
            if not target.exists() or target.read_bytes() != wanted:
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(wanted)
    if left:
        raise SystemExit(f"fold_layer: no constant {', '.join(left)}")


def build(settings):
    """The command with other constants."""
    copy_sources(settings)
    subprocess.run(["cmake", "-S", COPY, "-B", COPY / "build", "-DCMAKE_BUILD_TYPE=Release", "-DPITH_TESTS=OFF", "-DPITH_LTO=OFF",
                    f"-DPITH_PROGRAM_DIR={COPY}"], check=True, stdout=subprocess.DEVNULL)
    subprocess.run(["cmake", "--build", COPY / "build", "-j2", "--target", "pith-cli"], check=True,
                   stdout=subprocess.DEVNULL)
    return COPY / "pith"


def measure(setting, data, sites):
    """Figures of all sites, by site."""
    pairs = [] if setting == "as-is" else [pair.split("=") for pair in setting.split(",")]
    pith = build(dict(pairs))
    with concurrent.futures.ThreadPoolExecutor(2) as threads, tempfile.TemporaryDirectory() as name:
        place = pathlib.Path(name)
        return dict(zip(sites, threads.map(lambda s: run_layer.measure(pith, data / s, place, []), sites)))


def worth(figures):
    """What settings are chosen by, of one site."""
    if figures["noise"] == 0:
        return figures["f1"]
    blocks = 2 * figures["right"] / (figures["noise"] + figures["found"])
    return (figures["f1"] + blocks) / 2


def best(found, sites):
    return max(found, key=lambda setting: sum(worth(found[setting][site]) for site in sites))


def show(name, figures):
    value = sum(map(worth, figures)) / len(figures)
    print(f"| {name} | {run_layer.mean(figures):.4f} | {run_layer.pool(figures)} | {value:.4f} |", flush=True)


def main():
    data = find_data("sites")
    if len(sys.argv) < 2 or sys.argv[1].startswith("-"):
        print(__doc__)
        return 2
    if not data:
        print("fold_layer: no data; skipped")
        return 77
    sites = sorted(s for s in json.loads(run_sites.FLOORS.read_text(encoding="utf-8")) if s != "lowered")
    print("| setting | word F1 | noise blocks | recall | precision | worth |\n|---|---|---|---|---|---|")
    found = {}
    for setting in sys.argv[1:]:
        found[setting] = measure(setting, data, sites)
        show(setting, list(found[setting].values()))
    held_out = []
    for fold in range(FOLDS):
        chosen = best(found, [site for i, site in enumerate(sites) if i % FOLDS != fold])
        print(f"| fold {fold + 1}: {chosen} | | | | | |")
        held_out += [found[chosen][site] for i, site in enumerate(sites) if i % FOLDS == fold]
    show("**held out**", held_out)
    return 0


if __name__ == "__main__":
    sys.exit(main())
