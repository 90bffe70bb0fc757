#!/usr/bin/env python3
"""Measures against a brute-force twin: random judgements and runs with ties,
missing topics, unjudged documents and grades, to four decimals.

The twin says each definition as a book does, over all ranks, and shares no
line of thought with the program.
"""
import argparse
import math
import pathlib
import random
import subprocess
import sys
import tempfile


def order(rows):
    """trec_eval's: falling score, then falling name."""
    return [name for _, name in sorted(rows, reverse=True)]


def relevant(judged):
    return {d for d, grade in judged.items() if grade >= 1}


def precision(ranked, good, k):
    return sum(d in good for d in ranked[:k]) / k


def average_precision(ranked, good):
    return sum(precision(ranked, good, k) for k in range(1, len(ranked) + 1)
               if ranked[k - 1] in good) / len(good) if good else 0


def recall_point(ranked, good, level):
    """The highest precision with level/10 of the relevant ones or more."""
    needed = int(level / 10 * len(good) + .9)
    return max((precision(ranked, good, k)
                for k in range(1, len(ranked) + 1)
                if sum(d in good for d in ranked[:k]) >= needed),
               default=0) if good else 0


def gain(grades, cut):
    return sum(max(g, 0) / math.log2(rank + 1)
               for rank, g in enumerate(grades[:cut], 1))


def ndcg(ranked, judged, cut):
    ideal = gain(sorted(judged.values(), reverse=True), cut)
    got = gain([judged.get(d, 0) for d in ranked], cut)
    return got / ideal if ideal else 0


def bpref(ranked, judged, good):
    wrong = {d for d, grade in judged.items() if grade == 0}
    total = 0
    for rank, d in enumerate(ranked):
        if d in good:
            before = sum(other in wrong for other in ranked[:rank])
            if before:
                before = min(before, len(good)) / min(len(wrong), len(good))
            total += 1 - before
    return total / len(good) if good else 0


def measures(ranked, judged):
    good = relevant(judged)
    first = next((k for k, d in enumerate(ranked, 1) if d in good), 0)
    points = {f"iprec_at_recall_{level / 10:.2f}":
              recall_point(ranked, good, level) for level in range(11)}
    return points | {
        "map": average_precision(ranked, good),
        "11pt_avg": sum(points.values()) / 11,
        "P_5": precision(ranked, good, 5),
        "P_10": precision(ranked, good, 10),
        "P_20": precision(ranked, good, 20),
        "Rprec": precision(ranked, good, len(good)) if good else 0,
        "ndcg": ndcg(ranked, judged, 10 ** 9),
        "ndcg_cut_10": ndcg(ranked, judged, 10),
        "recip_rank": 1 / first if first else 0,
        "bpref": bpref(ranked, judged, good),
        "success_1": float(0 < first <= 1),
        "success_10": float(0 < first <= 10),
    }


def draw(rng):
    """Judgements and a run of a few topics over a few documents."""
    documents = [f"d{i}" for i in range(rng.choice([3, 12, 40]))]
    grades = rng.choice([[0, 1], [0, 0, 1, 2, 3], [-1, 0, 1], [0]])
    judged, run = {}, {}
    for topic in (f"q{i}" for i in range(rng.randrange(1, 6))):
        pool = rng.sample(documents, rng.randrange(1, len(documents) + 1))
        judged[topic] = {d: rng.choice(grades) for d in pool}
        if rng.random() < 0.8:
            found = rng.sample(documents, rng.randrange(1, len(documents) + 1))
            run[topic] = [(rng.choice([1, 2, 2.5, rng.random()]), d)
                          for d in found]
    run["unjudged-topic"] = [(1.0, "d0")]
    return judged, run


def write(folder, judged, run, rng):
    lines = [f"{t} 0 {d} {g}\n" for t in judged for d, g in judged[t].items()]
    rng.shuffle(lines)
    (folder / "qrels").write_text("".join(lines))
    lines = [f"{t} Q0 {d} {rng.randrange(99)} {score!r} tag\n"
             for t in run for score, d in run[t]]
    rng.shuffle(lines)
    (folder / "run").write_text("".join(lines))


def ask(pith, folder):
    done = subprocess.run([pith, "search", "measure", "--by-topic", "--qrels",
                           folder / "qrels", folder / "run"],
                          capture_output=True, text=True, check=True)
    got = {}
    for line in done.stdout.splitlines():
        name, topic, value = (part.strip() for part in line.split("\t"))
        got[name, topic] = value
    return got


def compare(pith, folder, seed):
    rng = random.Random(seed)
    judged, run = draw(rng)
    write(folder, judged, run, rng)
    got = ask(pith, folder)
    wanted, bad = {}, []
    for topic, grades in judged.items():
        wanted[topic] = measures(order(run.get(topic, [])), grades)
    wanted["all"] = {name: sum(w[name] for w in wanted.values()) / len(judged)
                     for name in next(iter(wanted.values()))}
    for topic, values in wanted.items():
        for name, value in values.items():
            if abs(float(got[name, topic]) - value) > 0.000051:
                bad.append(f"seed {seed}: {topic} {name}: "
                           f"{got[name, topic]}, not {value:.6f}")
    return bad


def check_refusals(pith, folder):
    """Files that are none: a message and exit code 1 or 2, never a crash."""
    bad = []
    (folder / "good").write_text("q1 0 d1 1\n")
    cases = {"empty": b"", "nul": b"q1 0 d\x001 1\n", "xml": b"<a><b>",
             "long": b"q" * 100000, "grade": b"q1 0 d1 one\n",
             "utf-16": "q1 0 d1 1\n".encode("utf-16"),
             "words": b"a " * 200000}
    for name, data in cases.items():
        (folder / "bad").write_bytes(data)
        for pair in (("bad", "good"), ("good", "bad")):
            done = subprocess.run(
                [pith, "search", "measure", "--qrels", folder / pair[0],
                 folder / pair[1]], capture_output=True, check=False)
            fine = (name in ("empty", "utf-16") and pair[1] == "bad"
                    and done.returncode == 0)
            if not fine and (done.returncode != 1 or not done.stderr):
                bad.append(f"{name} as {pair}: {done.returncode}")
    return bad


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pith", required=True)
    pith = parser.parse_args().pith
    bad = []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for seed in range(150):
            bad += compare(pith, folder, seed)
        bad += check_refusals(pith, folder)
    print("\n".join(bad[:20] or ["150 runs agree with the twin"]))
    return len(bad) > 0


if __name__ == "__main__":
    sys.exit(main())
