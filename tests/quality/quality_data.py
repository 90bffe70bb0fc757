"""Shared by the scripts of this folder: where the data is, `pith eval`, and the
file of measured figures that docs/figures.md is made from."""
import json
import os
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
RESULTS = ROOT / "tests" / "quality" / "results.json"
SLACK = 0.003  # a floor is pinned so much below what was measured


def find_data(part):
    """The folder "single" or "sites" of the data, None where it is absent."""
    folder = pathlib.Path(os.environ.get("PITH_DATA", ROOT / "build" / "data")) / part
    return folder if folder.is_dir() else None


def new_floor(what, old, figure, reason):
    """The floor for a figure; it falls below the old one only for a reason."""
    new = round(figure - SLACK, 3)
    if new < old and not reason:
        raise SystemExit(f"{what} would fall from {old} to {new}; say why with --lower REASON")
    return new


def write_floors(path, floors, reason=None):
    if reason:
        floors["lowered"] = reason
    path.write_text(json.dumps(floors, indent=1, sort_keys=True) + "\n", encoding="utf-8")


def rounded(figures):
    if isinstance(figures, dict):
        return {key: rounded(value) for key, value in figures.items()}
    return round(figures, 4) if isinstance(figures, float) else figures


def record(part, figures):
    """Write what was measured to results.json; tools/gen/gen_figures.py reads it."""
    results = json.loads(RESULTS.read_text(encoding="utf-8")) if RESULTS.exists() else {}
    results.setdefault(part, {}).update(rounded(figures))
    RESULTS.write_text(json.dumps(results, indent=1, sort_keys=True) + "\n", encoding="utf-8")


def run(pith, *arguments):
    """Standard output of a command; pages that fail are no failure of it."""
    done = subprocess.run([pith, *arguments], stdout=subprocess.PIPE, check=False)
    if done.returncode not in (0, 1):
        raise SystemExit(f"{pith} {' '.join(map(str, arguments))}: exit code {done.returncode}")
    return done.stdout


def evaluate(pith, *arguments):
    """The figures of `pith eval`: {"all", "by"}."""
    return json.loads(run(pith, "eval", "-q", "--json", *arguments))


def evaluate_site(pith, folder, place, site_arguments, *eval_arguments):
    """The figures of a site's pages as `pith site` cuts them; its records go to a
    file in `place`."""
    records = place / f"{folder.name}.jsonl"
    records.write_bytes(run(pith, "site", "-q", *site_arguments, folder / "pages"))
    return evaluate(pith, "--gold", folder, "--pred", records, *eval_arguments)["all"]
