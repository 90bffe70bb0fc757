"""How does quality grow with the pages known? A site model is learnt from 2 to
256 pages; pages of the site that it has not seen are classified by it."""
import math

import common

KNOWN = (2, 4, 8, 16, 32, 64, 128, 256)
METHODS = ("auto", "chain")
UNSEEN = 60


def run(data, room):
    sites = []
    for site in common.sites_with_gold(data):
        pages = common.shuffled(common.pages_of(site), site)
        if len(pages) < KNOWN[-1] + UNSEEN:
            continue
        sites.append((site, pages))
        common.copy_pages(site, pages[-UNSEEN:], room / "unseen" / site.name)
    print(f"{len(sites)} sites, {UNSEEN} pages of each not known\n")
    print("| pages known |", " | ".join(f"{m} (95 % over sites)" for m in METHODS), "|\n|---|" + "---|" * len(METHODS))
    means = {m: [] for m in METHODS}
    for count in KNOWN:
        cells = []
        for method in METHODS:
            out = room / f"{method}-{count}"
            out.mkdir()
            for site, pages in sites:
                part = room / f"part-{method}-{count}" / site.name
                common.copy_pages(site, pages[:count], part)
                common.pith("learn", part, "-m", method, "-o", room / "model.pith", "-q")
                common.pith("apply", "-s", room / "model.pith", room / "unseen" / site.name, "-m", method, "-o",
                            out / site.name, "-q")
            groups = common.score(room / "unseen", out)["by"]["site"]["groups"]
            values = [groups[name]["word_F1"] for name in sorted(groups)]
            mean, (low, high) = sum(values) / len(values), common.interval(values)
            means[method].append(mean)
            cells.append(f"{mean:.4f} ({low:.3f} to {high:.3f})")
        print(f"| {count} |", " | ".join(cells), "|", flush=True)
    common.draw("open-known", "Word F1 on pages not known, mean of sites", "pages known (2 to 256)", "word F1",
                [(m, [(math.log2(n), v) for n, v in zip(KNOWN, means[m])]) for m in METHODS],
                [(math.log2(n), str(n)) for n in KNOWN])
