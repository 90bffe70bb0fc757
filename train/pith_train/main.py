"""The steps from data to weights, in order. See train/run."""
import argparse
import json
import os
import subprocess
import sys
import time
from dataclasses import replace

import numpy as np

from . import boost, conventions, corpus as corpora, evaluate, gold, kinds, linear, model, report, sample, sequence, site, strict, tails, through_c, tokens

WORK = "build/train"
WEIGHTS = "train/weights/auto.json"
FORESTS = 3  # grown apart, on other rows and columns; their mean is surer than each


def say(text):
    print(f"{time.strftime('%H:%M:%S')} {text}", file=sys.stderr, flush=True)


def cut_site(arguments, pages, out):
    """Blocks of the pages of one site with a model of itself, so that they know what the others have."""
    model_file = os.path.join(WORK, "site.pith")
    os.makedirs(out, exist_ok=True)
    subprocess.run([arguments.pith, "learn", "-q", *pages, "-o", model_file], check=True)
    subprocess.run([arguments.pith, "blocks", *pages, "--features", "-s", model_file, "-o", out], check=True)


def cut_sites(arguments, out):
    """Whole sites, each by itself."""
    for name in gold.sites(arguments.data):
        cut_site(arguments, [os.path.join(arguments.data, "sites", name, "pages")], os.path.join(out, name))


def cut_blocks(arguments, sets):
    """Blocks and features of every set, by the program that will use them."""
    for name in sets:
        out = os.path.join(WORK, "blocks", name)
        os.makedirs(out, exist_ok=True)
        pages = os.path.join(gold.folder(arguments.data, name), "html")
        subprocess.run([arguments.pith, "blocks", pages, "--features", "-o", out], check=True)
        for owner, records in gold.hosts(arguments.data, name).items():
            cut_site(arguments, [record["path"] for record in records], corpora.host_folder(os.path.join(WORK, "blocks"), name, owner))


def train_site(corpus, score, fold_of):
    """The numbers for what sites say, from what trees of other folds say of them."""
    sites, folds = site.Sites(corpus, score, fold_of[corpus.page]), int(fold_of.max()) + 1
    numbers, found = site.cross_validate(sites, folds)
    with open(os.path.join(WORK, "report", "sites.md"), "w", encoding="utf-8") as file:
        file.write("\n".join(site.table(sites, found)) + "\n")
    with open(os.path.join(WORK, "report", "sites.json"), "w", encoding="utf-8") as file:
        json.dump({"folds": numbers, "fold_of": {name: int(fold) for name, fold in zip(corpus.site, fold_of) if name}}, file)
    for line in site.table(sites, found)[-2:]:
        say(line)
    return site.fit(sites, np.ones(len(corpus.page), dtype=bool))


def train_rows(corpus, settings, wanted, allowed):
    """Forests on rows drawn of those allowed, and their mean; what other pages of the site say is not for them, and what tokens add only for every second
    one: forests that differ make the better mean. Conventions are columns while they grow, and unknown afterwards."""
    heads = []
    for forest in range(FORESTS):
        unasked = corpora.SITE_COLUMNS if forest % 2 == 0 else (corpora.SITE_COLUMNS, *linear.COLUMNS)
        seed = forest // 2
        rows, importance = sample.thin(corpus.weight(), np.flatnonzero(allowed & ~np.isnan(corpus.label)), wanted, seed)
        features = corpus.features[rows]
        features[:, [at for at, name in enumerate(corpus.columns) if name.startswith(unasked)]] = 0
        features = np.hstack([features, conventions.columns(corpus, rows, seed)])
        heads.append(boost.grow(features, corpus.label[rows], importance / importance.mean(), replace(settings, seed=seed)))
    return conventions.fixed(boost.mean(heads), len(corpus.columns))


def hold_out(corpus, tables, fold_of, settings, wanted):
    """(trees of each fold, the score of each row by trees that saw no page of its owner)"""
    score, fold, heads = np.zeros(len(corpus.page), dtype=np.int64), fold_of[corpus.page], []
    for held_out in range(tables.folds):
        tables.fill_without(corpus.features, held_out)
        heads.append(train_rows(corpus, settings, wanted, fold != held_out))
        rows = np.flatnonzero(fold == held_out)
        score[rows] = boost.total(heads[-1], corpus.features[rows])
        say(f"fold {held_out + 1} of {tables.folds}")
    return heads, score


def train_strictness(corpus, score, fold_of):
    """({type: shift}, scores with shifts that were fitted without the page's own fold, the types' heads of each fold), scores in log-odds."""
    names, totals, types = kinds.cross_validate(corpus, fold_of)
    say(f"page types right: {kinds.right(corpus, names, totals):.3f}")
    score = strict.with_replies(corpus, names, totals, score)
    kind, f1 = strict.sure_kinds(totals), strict.page_f1(corpus, score)
    weight = np.array([corpora.SET_WEIGHTS.get(corpus.name(at), 1.0) for at in range(len(corpus.ids))])
    shift = np.zeros(len(corpus.ids))
    for held_out in range(int(fold_of.max()) + 1):
        fitted = strict.fit(names, np.where(fold_of != held_out, kind, -1), f1, weight)
        shift = np.where(fold_of == held_out, strict.shifts(names, kind, fitted) / boost.UNIT, shift)
    return strict.fit(names, kind, f1, weight), strict.shifted(corpus, score, shift), types


def report_folds(corpus, score, fold_of):
    """Write the report on scores out of fold; returns the weights of site evidence, None without sites, the strictness of each type, and the types' heads of each
    fold."""
    np.save(os.path.join(WORK, "score.npy"), score)
    strictness, moved, types = train_strictness(corpus, score / boost.UNIT, fold_of)
    report.write(os.path.join(WORK, "report"), corpus, evaluate.page_scores(corpus, 1 / (1 + np.exp(-moved))))
    return train_site(corpus, score / boost.UNIT, fold_of) if gold.SITES in corpus.sets else None, strictness, types


def read_arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pith", required=True)
    parser.add_argument("--data", required=True)
    parser.add_argument("--sets", default=",".join([*gold.TRAIN, *gold.MEASURE, gold.SITES, gold.TAILS]))
    parser.add_argument("--folds", type=int, default=5)
    parser.add_argument("--trees", type=int, default=800)
    parser.add_argument("--depth", type=int, default=4)
    parser.add_argument("--rate", type=float, default=0.09)
    parser.add_argument("--rows", type=int, default=300000)
    parser.add_argument("--no-weights", action="store_true")
    parser.add_argument("--through-c", action="store_true")
    parser.add_argument("--sequence")
    return parser.parse_args()


def main():
    arguments = read_arguments()
    sets = arguments.sets.split(",")
    if arguments.folds < 3:
        sys.exit("train: three folds at least: one held out, one a row's own, one to make its tables of")
    if arguments.through_c:
        through_c.cross_validate(arguments.pith, arguments.data, WORK)
        return
    settings = boost.Settings(trees=arguments.trees, depth=arguments.depth, rate=arguments.rate)
    for folder in ("report", "folds"):
        os.makedirs(os.path.join(WORK, folder), exist_ok=True)
    if gold.TAILS in sets:
        tails.write(arguments.data)
    cut_blocks(arguments, [name for name in sets if name != gold.SITES])
    if gold.SITES in sets:
        cut_sites(arguments, os.path.join(WORK, "blocks", gold.SITES))
    corpus = corpora.read(arguments.data, os.path.join(WORK, "blocks"), sets)
    fold_of = corpus.folds(arguments.folds)
    say(f"{len(corpus.ids)} pages, {len(corpus.page)} blocks")
    tables = tokens.Tables(corpus, fold_of, arguments.folds)
    heads, score = hold_out(corpus, tables, fold_of, settings, arguments.rows)
    numbers, strictness, types = report_folds(corpus, score, fold_of)
    for fold, head in enumerate(heads):
        model.write(through_c.weights(WORK, fold), f"without fold {fold}", corpus, tables, model.Model(head, types[fold], numbers, strictness), fold)
    through_c.keep_folds(WORK, corpus, fold_of)
    tables.fill_without(corpus.features, None)
    if arguments.sequence:
        sequence.write(arguments.sequence, corpus, corpus.features, fold_of)
    if not arguments.no_weights:
        head = train_rows(corpus, settings, arguments.rows, np.ones(len(corpus.page), dtype=bool))
        here = os.path.dirname(os.path.abspath(__file__))
        origin = f"sets {', '.join(sets)}; {len(corpus.ids)} pages; trainer {model.digest(here)}"
        model.write(WEIGHTS, origin, corpus, tables, model.Model(head, kinds.train(corpus), numbers, strictness))
        subprocess.run([sys.executable, "tools/gen/gen_weights.py"], check=True)


if __name__ == "__main__":
    main()
