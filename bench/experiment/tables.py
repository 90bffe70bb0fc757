#!/usr/bin/env python3
"""Print the tables of docs/lab/experiment.md from reports of bench/experiment/run.

    tables.py build/experiment/sites-fair
    tables.py build/experiment/sites-{fair,always,never}    also by titles
"""
import json
import sys

SLICES = ["all topics", "words also in boilerplate", "words not in boilerplate",
          "language ru", "language zh", "language en", "from titles",
          "from links"]
SHORT = {"all topics": "all", "words also in boilerplate": "also in boilerplate",
         "words not in boilerplate": "not in boilerplate", "language ru": "Russian",
         "language zh": "Chinese", "language en": "English"}


def by_name(items):
    return {item["name"]: item for item in items}


def difference(run):
    """The difference to basic; bold when chance gives it in 1 of 100."""
    text = f"{run['difference']:+.3f}"
    return f"**{text}**" if run["p"] < 0.01 else text


def print_slices(report):
    slices = by_name(report["slices"])
    names = [name for name in SLICES if name in slices]
    print("| run |", " | ".join(SHORT.get(n, n) for n in names), "|")
    print("|---|" + "---|" * len(names))
    print("| topics |", " | ".join(f"{slices[n]['topics']:,}" for n in names),
          "|")
    for run in report["runs"]:
        cells = []
        for name in names:
            result = by_name(slices[name]["runs"])[run["name"]]
            cells.append(f"{result['map']:.3f}" if run["name"] == "basic"
                         else difference(result))
        print(f"| `{run['name']}` |", " | ".join(cells), "|")


def print_all_topics(report):
    print("\n| run | map | difference (95 %) | p | better | worse | S@1 | S@10 "
          "| nDCG@10 | postings | ms a query |")
    print("|---|---|---|---|---|---|---|---|---|---|---|")
    costs = by_name(report["runs"])
    for run in report["slices"][0]["runs"]:
        cost = costs[run["name"]]
        print(f"| `{run['name']}` | {run['map']:.4f} | "
              f"{run['difference']:+.4f} ({run['difference_low']:+.4f} to "
              f"{run['difference_high']:+.4f}) | {run['p']:.4f} | "
              f"{run['better']} | {run['worse']} | {run['success_1']:.3f} | "
              f"{run['success_10']:.3f} | {run['ndcg_cut_10']:.3f} | "
              f"{100 * cost['postings'] / report['words']:.0f} % | "
              f"{cost['ms_per_query']:.2f} |")


def print_losses(report):
    classes = ["content-cut", "headings", "not-isolated", "boilerplate-relevant",
               "judgement", "others-rose"]
    print("\n| run | pages |", " | ".join(classes), "|")
    print("|---|---|" + "---|" * len(classes))
    for row in report["losses"]:
        total = sum(row[c] for c in classes if c != "headings")
        print(f"| `{row['run']}` | {total} |",
              " | ".join(str(row[c]) for c in classes), "|")


def print_titles(fair, always, never):
    """What it matters that a question was made from a title, and that titles
    are searched."""
    columns = [("from titles, titles not searched", fair, "from titles"),
               ("from titles, titles searched", always, "from titles"),
               ("from links, titles not searched", never, "from links"),
               ("from links, titles searched", fair, "from links")]
    print("\n| run |", " | ".join(name for name, *_ in columns), "|")
    print("|---|" + "---|" * len(columns))
    for run in always["runs"]:
        cells = []
        for _, report, part in columns:
            results = by_name(by_name(report["slices"])[part]["runs"])
            result = results[run["name"]]
            cells.append(f"{result['map']:.3f}" if run["name"] == "basic"
                         else difference(result))
        print(f"| `{run['name']}` |", " | ".join(cells), "|")


def read(folder):
    with open(f"{folder}/report.json", encoding="utf-8") as file:
        return json.load(file)


def main():
    reports = [read(folder) for folder in sys.argv[1:]]
    print_slices(reports[0])
    print_all_topics(reports[0])
    print_losses(reports[0])
    if len(reports) == 3:
        print_titles(*reports)


if __name__ == "__main__":
    main()
