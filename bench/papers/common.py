"""What the experiments share: the command, the sites, intervals, pictures."""
import hashlib
import json
import math
import os
import pathlib
import random
import shutil
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
FIGURES = ROOT / "docs/lab/papers"
COLOURS = ("#2563a8", "#c2571a", "#2e7d4f", "#8a3d8f", "#7a6a00", "#555555", "#b3261e")
ROUNDS = 1000


def pith(*arguments, seconds=900):
    done = subprocess.run([ROOT / "build/pith", *map(str, arguments)], capture_output=True, text=True, check=False,
                          timeout=seconds)
    if done.returncode > 1:
        raise SystemExit(done.stderr)
    return done.stdout


def score(sites, out, *more):
    return json.loads(pith("eval", "--gold", sites, "--pred", out, "--json", "--by", "site", *more))


def sites_with_gold(data):
    """The 40 sites of tests/quality, in order."""
    named = json.loads((ROOT / "tests/quality/floors_sites.json").read_text(encoding="utf-8"))
    return [gold.parent for gold in sorted(data.glob("*/gold.jsonl")) if gold.parent.name in named]


def copy_file(source, place):
    place.parent.mkdir(parents=True, exist_ok=True)
    try:
        os.link(source, place)
    except OSError:  # another file system
        shutil.copy(source, place)


def copy_pages(site, pages, out):
    """These pages of a site, and the gold of these."""
    for page in pages:
        copy_file(page, out / page.relative_to(site))
    names = {str(page.relative_to(site)) for page in pages}
    lines = (site / "gold.jsonl").read_text(encoding="utf-8").splitlines()
    (out / "gold.jsonl").write_text("".join(line + "\n" for line in lines if json.loads(line)["file"] in names),
                                    encoding="utf-8")


def pages_of(site):
    return sorted(p for p in (site / "pages").rglob("*") if p.is_file())


def shuffled(pages, site):
    """By the hash of their names: the same everywhere."""
    return sorted(pages, key=lambda p: hashlib.sha256(str(p.relative_to(site)).encode()).hexdigest())


def interval(values, of=lambda sample: sum(sample) / len(sample)):
    """95 % by bootstrap."""
    rnd = random.Random(1)
    found = sorted(of(rnd.choices(values, k=len(values))) for _ in range(ROUNDS))
    return found[ROUNDS // 40], found[-ROUNDS // 40 - 1]


def nice(low, high):
    """Ticks of an axis."""
    step = next(s for s in (.001, .002, .005, .01, .02, .05, .1, .2, .5, 1, 2, 5, 10, 20, 50) if (high - low) / s <= 7)
    return [round(k * step, 6) for k in range(math.floor(low / step), math.ceil(high / step) + 1)]


def draw(name, title, x_label, y_label, lines, ticks=None, marks=()):
    """Lines of points (x, y); `ticks` are (x, text); a mark is (x, y, text)."""
    points = [p for _, line in lines for p in line]
    low_x, high_x = min(x for x, _ in points), max(x for x, _ in points)
    up = nice(min(y for _, y in points), max(y for _, y in points))
    ticks = ticks or [(x, f"{x:g}") for x in nice(low_x, high_x) if low_x <= x <= high_x]

    def at(x, y):
        return (70 + (x - low_x) / (high_x - low_x) * 480, 270 - (y - up[0]) / (up[-1] - up[0]) * 225)

    out = ['<svg xmlns="http://www.w3.org/2000/svg" role="img" '
           f'viewBox="0 0 640 {330 + 18 * ((len(lines) - 1) // 3)}" font-family="sans-serif" font-size="12">'
           f'<title>{title}</title><rect width="100%" height="100%" fill="#fff"/>'
           f'<text x="70" y="22" font-weight="600">{title}</text>'
           f'<text x="310" y="306" text-anchor="middle">{x_label}</text>'
           f'<text x="16" y="157" text-anchor="middle" transform="rotate(-90 16 157)">{y_label}</text>']
    for value in up:
        y = at(low_x, value)[1]
        out.append(f'<path d="M70 {y:.1f}H550" stroke="{"#888" if value == 0 else "#ddd"}"/>'
                   f'<text x="62" y="{y + 4:.1f}" text-anchor="end">{value:g}</text>')
    for x, text in ticks:
        out.append(f'<text x="{at(x, up[0])[0]:.1f}" y="287" text-anchor="middle">{text}</text>')
    for number, (what, line) in enumerate(lines):
        colour = COLOURS[number % len(COLOURS)]
        path = "L".join("{:.1f} {:.1f}".format(*at(x, y)) for x, y in line)
        out.append(f'<path fill="none" stroke="{colour}" stroke-width="2" d="M{path}"/>')
        out += ['<circle cx="{:.1f}" cy="{:.1f}" r="3" fill="{}"/>'.format(*at(x, y), colour) for x, y in line]
        out.append(f'<text x="{70 + 180 * (number % 3)}" y="{326 + 18 * (number // 3)}" fill="{colour}">{what}</text>')
    for x, y, text in marks:
        left, top = at(x, y)
        out.append(f'<circle cx="{left:.1f}" cy="{top:.1f}" r="7" fill="none" stroke="#000"/>'
                   f'<text x="{left + 10:.1f}" y="{top - 6:.1f}">{text}</text>')
    (FIGURES / f"{name}.svg").write_text("\n".join(out) + "\n</svg>\n", encoding="utf-8")
