"""Does the paper's (0.8, 0.6) hold? layer --compat on all sites with gold at 20
pairs of thresholds: recall and precision of noise blocks, word F1."""
import common

ALPHAS, BETAS, PAGES = (.4, .6, .8, 1.), (.2, .4, .6, .8, 1.), 25


def blocks_f1(groups):
    """Of the sums over sites, as the paper adds up."""
    noise, found, right = (sum(g["blocks"][k] for g in groups) for k in ("noise", "found", "right"))
    return 2 * right / (noise + found) if noise + found else 0


def run(data, room):
    for site in common.sites_with_gold(data):
        pages = common.pages_of(site)
        middle = max(0, len(pages) - PAGES) // 2  # neighbours: layers stay together
        common.copy_pages(site, pages[middle:middle + PAGES], room / "sites" / site.name)
    found = {}
    print("| alpha | beta | recall | precision | F1 of blocks | against (0.8, 0.6), 95 % over sites | word F1 |\n"
          "|---|---|---|---|---|---|---|")
    order = [(.8, .6)] + [(a, b) for a in ALPHAS for b in BETAS if (a, b) != (.8, .6)]
    for alpha, beta in order:
        out = room / f"{alpha}-{beta}"
        common.pith("site", room / "sites", "--collection", "-m", "layer", "--compat", "--alpha", alpha, "--beta", beta,
                    "-o", out, "-q")
        found[alpha, beta] = common.score(room / "sites", out, "--blocks")
    base = found[.8, .6]["by"]["site"]["groups"]
    for alpha, beta in sorted(found):
        every, groups = found[alpha, beta]["all"], found[alpha, beta]["by"]["site"]["groups"]
        pairs = [(groups[name], base[name]) for name in sorted(base) if "blocks" in base[name]]

        def difference(sample):
            return blocks_f1([p[0] for p in sample]) - blocks_f1([p[1] for p in sample])
        low, high = common.interval(pairs, difference)
        print(f"| {alpha} | {beta} | {every['blocks']['recall']:.3f} | {every['blocks']['precision']:.3f} | "
              f"{blocks_f1([p[0] for p in pairs]):.3f} | {difference(pairs):+.3f} ({low:+.3f} to {high:+.3f}) | "
              f"{every['word_F1']:.4f} |", flush=True)
    print(f"{len(base)} sites, {found[.8, .6]['all']['blocks']['pages']} pages, "
          f"{found[.8, .6]['all']['blocks']['noise']} noise blocks")

    def place(alpha, beta):
        blocks = found[alpha, beta]["all"]["blocks"]
        return blocks["recall"], blocks["precision"]
    common.draw("open-sweep", "layer --compat: a line for each alpha, beta from 0.2 (right) to 1 (left)",
                "recall of noise blocks", "precision",
                [(f"alpha {a}", [place(a, b) for b in reversed(BETAS)]) for a in ALPHAS],
                marks=[(*place(.8, .6), "the paper's (0.8, 0.6)")])
