"""Which weight of the boilerplate is best for search? Known items of all sites,
the boilerplate at weights from 0 (cut) to 1 (all text), by length of the query
and kind of site.

    weights.py REPORT RANKING      tables and figures of an experiment that was made
"""
import collections
import csv
import json
import pathlib
import sys
import unicodedata

import common

WEIGHTS = (.1, .2, .3, .5, .7)
METHODS = ("chain-compat", "site-auto")
TOPICS = 1000
KINDS = {
    "news, magazines": "120minuten antibiotic_news antibiotic_old cpe_bbc cpe_washpost cpe_wsj ratio your_sinclair",
    "blogs": "007sair 0cch 54chen 6a209 abulimov airead emdashes fixel hnakamur ikebaby orangette popstas scdf tarmolov",
    "manuals": "dostips elinux100ask fpm_docs glm_doxygen linux_book llvm_www mudtw_void pascal_sources programming_lua "
               "py100 vmtk w3cschool_cc wiki18xx",
    "forums": "dostips_forum",
    "catalogues, shops": "amina_by swde_christianbook vos",
    "institutions, people": "aka_cn anglican by6dx extralabs filosofia internet_vdom kuzmina macedonia sportkegler titech",
}
KIND_OF = {site: kind for kind, names in KINDS.items() for site in names.split()}
LENGTHS = (("2 words", 2, 2), ("3 words", 3, 3), ("4 to 5", 4, 5), ("6 to 8", 6, 8), ("9 or more", 9, 99))


def run_name(method, weight):
    if weight == 1:
        return "basic"
    return f"cut-{method}" if weight == 0 else f"weighted-{method}-{weight:g}"


def words_of(query):
    """Words; None of scripts without spaces, where there is no count of them."""
    if any(unicodedata.name(c, "").startswith(("CJK", "HIRAGANA", "KATAKANA", "HANGUL")) for c in query):
        return None
    return len([w for w in query.split() if any(c.isalnum() for c in w)])


def read_topics(report):
    """Of each topic its site, words and average precision by run."""
    site = {}
    for line in (report / "qrels.txt").read_text(encoding="utf-8").splitlines():
        topic, _, page, _ = line.split()
        site[topic] = page.split("/")[0]
    with open(report / "topics.csv", encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    for row in rows:
        row["site"], row["length"] = site[row["topic"]].removesuffix("_big"), words_of(row["words"])
    return rows


def differences(rows, method, weight):
    return [100 * (float(r[run_name(method, weight)]) - float(r["basic"])) for r in rows]


def mean(values):
    return sum(values) / len(values)


def best_weight(rows, method, weights):
    return max(weights, key=lambda w: (mean(differences(rows, method, w)), w))


def held_out(rows, method, weights):
    """Five folds of sites: the weight that is best on four, on the fifth."""
    sites = sorted({r["site"] for r in rows})
    found, chosen = [], collections.Counter()
    for fold in range(5):
        inside = set(sites[fold::5])
        weight = best_weight([r for r in rows if r["site"] not in inside], method, weights)
        chosen[weight] += 1
        found += differences([r for r in rows if r["site"] in inside], method, weight)
    return found, chosen


def print_slice(name, rows, method, weights):
    cells = []
    best = best_weight(rows, method, weights)
    for weight in weights[:-1]:
        values = differences(rows, method, weight)
        low, high = common.interval(values)
        text = f"{mean(values):+.1f}"
        cells.append(f"**{text}**" if low > 0 or high < 0 else text)
    print(f"| {name} | {len(rows)} | {100 * mean([float(r['basic']) for r in rows]):.1f} |", " | ".join(cells),
          f"| {best:g} |", flush=True)


def slices(rows):
    """Folders such as vos_big have more pages of the same site."""
    yield "all", rows
    for name, least, most in LENGTHS:
        yield name, [r for r in rows if r["length"] and least <= r["length"] <= most]
    for kind in KINDS:
        yield kind, [r for r in rows if KIND_OF.get(r["site"]) == kind]


def print_tables(rows, ranking, weights):
    for method in METHODS:
        print(f"\n{ranking}, {method}\n\n| topics | number | all text |",
              " | ".join(f"{w:g}" for w in weights[:-1]), "| best |\n|---|---|---|" + "---|" * len(weights))
        for name, part in slices(rows):
            if len(part) >= 20:
                print_slice(name, part, method, weights)
        values, chosen = held_out(rows, method, weights)
        low, high = common.interval(values)
        print(f"\nchosen on other sites: {dict(chosen)}: {mean(values):+.2f} ({low:+.2f} to {high:+.2f})")


def draw(rows, method, ranking, weights):
    for what, names in (("length", [n for n, *_ in LENGTHS]), ("kind", list(KINDS))):
        found = dict(slices(rows))
        lines = [(f"{n} ({len(found[n])})", [(w, mean(differences(found[n], method, w))) for w in weights])
                 for n in names if len(found[n]) >= 20]
        common.draw(f"open-weights-{what}", f"Average precision minus that of all text, {method}, {ranking}",
                    "weight of the boilerplate", "points", lines, [(w, f"{w:g}") for w in weights])


def run(data, room):
    index = common.ROOT / "build/papers/weights.idx"  # kept; remove it to index again
    if not index.exists():
        common.pith("search", "index", "--collection", data, "-m", ",".join(METHODS), "-o", index, "-q", seconds=7200)
    common.pith("search", "experiment", "--index", index, "--known-item", TOPICS, "--titles", "always", "--ranking",
                "bm25f", "--weights", ",".join(map(str, WEIGHTS)), "-o", room / "bm25f", "-q", seconds=7200)
    show(room / "bm25f", "BM25F")


def show(report, ranking):
    """Tables and figures of the report of an experiment, by the weights that it has."""
    rows = read_topics(report)
    about = json.loads((report / "report.json").read_text(encoding="utf-8"))
    weights = sorted({float(name.rsplit("-", 1)[1]) for name in rows[0] if name.startswith("weighted-")})
    print(f"{len(rows)} topics, {about.get('pages')} pages")
    print_tables(rows, ranking, (0., *weights, 1.))
    draw(rows, "site-auto", ranking, (0., *weights, 1.))


if __name__ == "__main__":
    show(pathlib.Path(sys.argv[1]), sys.argv[2])
