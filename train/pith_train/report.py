"""What cross-validation gave: a table, the worst pages, and two plots."""
import os

import numpy as np

from . import evaluate

WIDTH, HEIGHT, EDGE = 420, 320, 46


def svg(points, title, across, up, diagonal):
    """A line through points in 0..1 x 0..1; with the diagonal where that is what is hoped for."""
    def place(x, y):
        return f"{EDGE + x * (WIDTH - 2 * EDGE):.1f},{HEIGHT - EDGE - y * (HEIGHT - 2 * EDGE):.1f}"
    frame = " ".join(place(x, y) for x, y in ((0, 1), (0, 0), (1, 0)))
    line = " ".join(place(x, y) for x, y in points)
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" font-family="sans-serif" font-size="12">',
             f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
             f'<text x="{WIDTH / 2}" y="20" text-anchor="middle">{title}</text>',
             f'<text x="{WIDTH / 2}" y="{HEIGHT - 8}" text-anchor="middle">{across}</text>',
             f'<text x="14" y="{HEIGHT / 2}" text-anchor="middle" transform="rotate(-90 14 {HEIGHT / 2})">{up}</text>',
             f'<polyline points="{frame}" fill="none" stroke="black"/>']
    if diagonal:
        parts.append(f'<polyline points="{place(0, 0)} {place(1, 1)}" fill="none" stroke="#bbb" stroke-dasharray="4 3"/>')
    for tick in (0, 0.25, 0.5, 0.75, 1):
        x, y = place(tick, 0).split(",")
        parts.append(f'<text x="{x}" y="{float(y) + 15}" text-anchor="middle">{tick:g}</text>')
        x, y = place(0, tick).split(",")
        parts.append(f'<text x="{float(x) - 6}" y="{float(y) + 4}" text-anchor="end">{tick:g}</text>')
    parts.append(f'<polyline points="{line}" fill="none" stroke="#2060a0" stroke-width="2"/>')
    parts += [f'<circle cx="{p.split(",")[0]}" cy="{p.split(",")[1]}" r="2.5" fill="#2060a0"/>' for p in line.split()]
    return "\n".join(parts + ["</svg>", ""])


def reliability(rows, bins=12):
    """Mean F1 over mean expected F1, in bins of equal size."""
    expected, f1 = np.array([r[2] for r in rows]), np.array([r[1] for r in rows])
    order = np.array_split(np.argsort(expected), bins)
    return [(float(expected[part].mean()), float(f1[part].mean())) for part in order]


def dropping(rows):
    """Mean F1 of the pages left when the least confident are dropped."""
    f1 = np.array([r[1] for r in rows])[np.argsort([r[2] for r in rows])]
    return [(share / 20, float(f1[len(f1) * share // 20:].mean())) for share in range(20)]


def write(folder, corpus, rows):
    os.makedirs(folder, exist_ok=True)
    summary = evaluate.summary(corpus, rows)
    with open(os.path.join(folder, "table.md"), "w", encoding="utf-8") as file:
        file.write("| set | pages | word F1 |\n|---|---|---|\n")
        file.writelines(f"| {name} | {pages} | {f1:.4f} |\n" for name, (pages, f1) in summary.items())
    with open(os.path.join(folder, "worst.tsv"), "w", encoding="utf-8") as file:
        for at, f1, expected in sorted(rows, key=lambda r: r[1])[:200]:
            file.write(f"{corpus.ids[at]}\t{corpus.kind[at]}\t{f1:.3f}\t{expected:.3f}\n")
    mine = [r for r in rows if corpus.name(r[0]) == "wcxb_dev"] or rows
    plots = {"reliability.svg": svg(reliability(mine), "is the confidence right?", "expected F1", "mean F1", True),
             "dropping.svg": svg(dropping(mine), "leaving out the least confident", "share left out", "mean F1 of the rest", False)}
    for name, text in plots.items():
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write(text)
