"""`pith paper` for every paper on the sites with gold: what it said, how long it
took, and what docs/lab shows of it: figures out of the reports, and a picture of
each report in a browser, which must not report an error."""
import re
import resource
import shutil
import subprocess
import time

import common

# Figures by a part of their title.
FIGURES = {"kuznetsov": {"grades": "How often"},
           "shorkin": {"means": "Mean grades"},
           "yuan": {"blocks": "noise blocks"},
           "ageev": {"topics": "Average precision of each topic", "recall": "eleven points"}}


def thin(svg):
    """Coordinates to a tenth are enough, and points of one place are one."""
    return re.sub(r"(\d+\.\d)\d+", r"\1", svg)


def keep_figures(name, report):
    page = (report / "report.html").read_text(encoding="utf-8")
    drawn = re.findall(r"<svg.*?</svg>", page, re.S)
    for part, title in FIGURES[name].items():
        svg = next(s for s in drawn if title in re.search(r"<title.*?</title>", s, re.S)[0])
        (common.FIGURES / f"{name}-{part}.svg").write_text(thin(svg) + "\n", encoding="utf-8")


def photograph(name, report, room):
    browser = shutil.which("chromium") or shutil.which("chromium-browser")
    if not browser:
        print("no browser: no pictures")
        return
    picture = common.FIGURES / f"{name}.png"
    done = subprocess.run([browser, "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
                           f"--user-data-dir={room / 'profile'}", "--enable-logging=stderr",
                           "--window-size=1100,1500", f"--screenshot={picture}", (report / "report.html").as_uri()],
                          capture_output=True, text=True, check=True, timeout=120)
    if "CONSOLE" in done.stderr:
        raise SystemExit(done.stderr)
    if shutil.which("pngquant"):
        subprocess.run(["pngquant", "--force", "--ext", ".png", "--strip", "32", picture], check=True)


def run(data, room):
    for site in common.sites_with_gold(data):
        for page in common.pages_of(site):
            common.copy_file(page, room / "sites" / page.relative_to(data))
        shutil.copy(site / "gold.jsonl", room / "sites" / site.name)
    kept = common.ROOT / "build/paper-reports"
    shutil.rmtree(kept, ignore_errors=True)
    kept.mkdir(parents=True)
    for name in FIGURES:
        began, report = time.time(), kept / name
        done = subprocess.run([common.ROOT / "build/pith", "paper", name, "sites", "-o", name, "--seed", "1"], cwd=room,
                              stderr=subprocess.PIPE, text=True, check=True)
        shutil.move(room / name, report)
        memory = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024
        print(f"{name}: {time.time() - began:.0f} s, at most {memory} MB so far\n{done.stderr}", flush=True)
        keep_figures(name, report)
        photograph(name, report, room)
