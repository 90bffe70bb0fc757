#!/usr/bin/env python3
"""Every measure of `pith search measure` equals pytrec_eval's, which is
trec_eval, on 1,000 random rankings: ties, missing topics, topics without a
relevant document, unjudged documents and grades.

    run_trec.py --pith PROGRAM

Skipped where the package cannot be installed.
"""
import argparse
import pathlib
import random
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]
import packages  # noqa: E402
import run_metrics  # noqa: E402

PACKAGE = "pytrec-eval-terrier==0.5.11"
RUNS, TOPICS, SKIPPED = 10, 100, 77
MEASURES = {"map", "11pt_avg", "P", "Rprec", "ndcg", "ndcg_cut", "recip_rank",
            "bpref", "success", "iprec_at_recall"}


def draw_many(rng):
    """Judgements and one run of many topics: a process for each would take
    longer than all the rest."""
    judged, run = {}, {}
    while len(judged) < TOPICS:
        some, found = run_metrics.draw(rng)
        for topic, grades in some.items():
            # trec_eval reads past an empty table of levels, and may never
            # return, where every grade is negative; run_metrics has these.
            if max(grades.values()) < 0:
                continue
            name = f"q{len(judged)}"
            judged[name] = grades
            if topic in found:
                run[name] = found[topic]
    return judged, run


def compare(pith, folder, seed):
    """What differs on one run. Topics that the run lacks count as 0."""
    import pytrec_eval  # pylint: disable=import-outside-toplevel,import-error
    rng = random.Random(seed)
    judged, run = draw_many(rng)
    run_metrics.write(folder, judged, run, rng)
    got = run_metrics.ask(pith, folder)
    theirs = pytrec_eval.RelevanceEvaluator(judged, MEASURES).evaluate(
        {topic: {d: score for score, d in rows} for topic, rows in run.items()})
    bad = []
    for (name, topic), value in got.items():
        if topic == "all" or name.startswith("num_"):
            continue
        wanted = theirs.get(topic, {}).get(name, 0.0)
        if abs(float(value) - wanted) > 0.000051:
            bad.append(f"seed {seed}: {topic} {name}: {value}, not {wanted:.6f}")
    return bad


def compare_all(pith):
    bad = []
    with tempfile.TemporaryDirectory() as name:
        for seed in range(RUNS):
            bad += compare(pith, pathlib.Path(name), seed)
    print("\n".join(bad[:20] or
                    [f"{RUNS * TOPICS} rankings agree with pytrec_eval"]))
    return len(bad) > 0


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pith", required=True)
    parser.add_argument("--inside", action="store_true")
    given = parser.parse_args()
    if given.inside:
        return compare_all(given.pith)
    python = packages.python_with(HERE.parents[1] / "build/venv-trec", "--only-binary=:all:",
                                  PACKAGE)  # its source package downloads more while it is built
    if not python:
        print("trec: skipped")
        return SKIPPED
    return subprocess.run([python, __file__, "--pith", given.pith, "--inside"],
                          check=False, timeout=300).returncode


if __name__ == "__main__":
    sys.exit(main())
