"""The steps from data to weights, in order. See train/run."""
import argparse
import json
import os
import subprocess
import sys
import time

import numpy as np

from . import boost, corpus as corpora, evaluate, gold, kinds, model, report, sample, sequence, site, tokens, through_c

WORK = "build/train"
WEIGHTS = "train/weights/auto.json"


def say(text):
    print(f"{time.strftime('%H:%M:%S')} {text}", file=sys.stderr, flush=True)


def cut_sites(arguments, out):
    """Each site with a model of itself, so that blocks know what its other pages have."""
    for name in gold.sites(arguments.data):
        pages, model_file = os.path.join(arguments.data, "sites", name, "pages"), os.path.join(WORK, "site.pith")
        os.makedirs(os.path.join(out, name), exist_ok=True)
        subprocess.run([arguments.pith, "learn", "-q", pages, "-o", model_file], check=True)
        subprocess.run([arguments.pith, "blocks", pages, "--features", "-s", model_file, "-o", os.path.join(out, name)], check=True)


def cut_blocks(arguments, sets):
    """Blocks and features of every set, by the program that will use them."""
    for name in sets:
        out = os.path.join(WORK, "blocks", name)
        os.makedirs(out, exist_ok=True)
        pages = os.path.join(gold.folder(arguments.data, name), "html")
        subprocess.run([arguments.pith, "blocks", pages, "--features", "-o", out], check=True)


def train_site(arguments, head, tables):
    """The numbers for what sites say, into the weights; `tables` of the run, None for those that are built in."""
    out = os.path.join(WORK, "blocks", gold.SITES)
    cut_sites(arguments, out)
    corpus = corpora.read(arguments.data, os.path.join(WORK, "blocks"), [gold.SITES])
    if tables:
        tables.fill_strangers(corpus)
    sites = site.judge_alone(corpus, head)
    folds, found = site.cross_validate(sites, arguments.folds)
    os.makedirs(os.path.join(WORK, "report"), exist_ok=True)
    with open(os.path.join(WORK, "report", "sites.md"), "w", encoding="utf-8") as file:
        file.write("\n".join(site.table(sites, found)) + "\n")
    with open(os.path.join(WORK, "report", "sites.json"), "w", encoding="utf-8") as file:
        json.dump({"folds": folds, "fold_of": dict(zip(corpus.owner, map(int, sites.folds(arguments.folds))))}, file)
    say(site.table(sites, found)[-1])
    numbers = site.fit(sites, np.ones(len(corpus.page), dtype=bool))
    model.write_site(WEIGHTS, numbers, f"{len(set(corpus.owner))} sites, {len(corpus.ids)} pages")


def train_rows(corpus, weight, settings, wanted, allowed):
    rows, importance = sample.thin(weight, np.flatnonzero(allowed & ~np.isnan(corpus.label)), wanted)
    features = np.ascontiguousarray(corpus.features[rows])
    return boost.grow(features, corpus.label[rows], importance / importance.mean(), settings)


def cross_validate(corpus, tables, fold_of, settings, wanted):
    """The chance of each row by a model that saw no page of its owner."""
    chance = np.full(len(corpus.page), np.nan)
    weight, fold = corpus.weight(), fold_of[corpus.page]
    for held_out in range(tables.folds):
        tables.fill_without(corpus.features, held_out)
        head = train_rows(corpus, weight, settings, wanted, fold != held_out)
        rows = np.flatnonzero(fold == held_out)
        chance[rows] = boost.probability(head, corpus.features[rows])
        told = f"fold {held_out + 1} of {tables.folds}"
        model.write(through_c.weights(WORK, held_out), told, corpus, tables, head, None, held_out)
        say(told)
    through_c.keep_folds(WORK, corpus, fold_of)
    return chance


def read_arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pith", required=True)
    parser.add_argument("--data", required=True)
    parser.add_argument("--sets", default=",".join([*gold.TRAIN, gold.SITES]))
    parser.add_argument("--folds", type=int, default=5)
    parser.add_argument("--trees", type=int, default=900)
    parser.add_argument("--depth", type=int, default=4)
    parser.add_argument("--rate", type=float, default=0.09)
    parser.add_argument("--rows", type=int, default=300000)
    parser.add_argument("--no-cv", action="store_true")
    parser.add_argument("--no-weights", action="store_true")
    parser.add_argument("--site-only", action="store_true")
    parser.add_argument("--through-c", action="store_true")
    parser.add_argument("--sequence")
    return parser.parse_args()


def main():
    arguments = read_arguments()
    sets = arguments.sets.split(",")
    if set(sets) & set(gold.MEASURE):
        sys.exit("train: sets for measuring are not for training")
    if arguments.folds < 3:
        sys.exit("train: three folds at least: one held out, one a row's own, one to make its tables of")
    if arguments.site_only:
        with open(WEIGHTS, encoding="utf-8") as file:
            train_site(arguments, boost.head_from_json(json.load(file)["content"]), None)
        subprocess.run([sys.executable, "tools/gen/gen_weights.py"], check=True)
        return
    if arguments.through_c:
        through_c.cross_validate(arguments.data, WORK)
        return
    with_sites, sets = gold.SITES in sets, [name for name in sets if name != gold.SITES]
    settings = boost.Settings(trees=arguments.trees, depth=arguments.depth, rate=arguments.rate)
    cut_blocks(arguments, sets)
    corpus = corpora.read(arguments.data, os.path.join(WORK, "blocks"), sets)
    fold_of = corpus.folds(arguments.folds)
    say(f"{len(corpus.ids)} pages, {len(corpus.page)} blocks")
    tables = tokens.Tables(corpus, fold_of, arguments.folds)
    if not arguments.no_cv:
        chance = cross_validate(corpus, tables, fold_of, settings, arguments.rows)
        np.save(os.path.join(WORK, "chance.npy"), chance)
        report.write(os.path.join(WORK, "report"), corpus, evaluate.page_scores(corpus, chance))
        say(f"page types right: {kinds.cross_validate(corpus, fold_of):.3f}")
    tables.fill_without(corpus.features, None)
    if arguments.sequence:
        sequence.write(arguments.sequence, corpus, corpus.features, fold_of)
    if not arguments.no_weights:
        head = train_rows(corpus, corpus.weight(), settings, arguments.rows, np.ones(len(corpus.page), dtype=bool))
        here = os.path.dirname(os.path.abspath(__file__))
        told = f"sets {', '.join(sets)}; {len(corpus.ids)} pages; trainer {model.digest(here)}"
        model.write(WEIGHTS, told, corpus, tables, head, kinds.train(corpus))
        if with_sites:
            train_site(arguments, head, tables)
        subprocess.run([sys.executable, "tools/gen/gen_weights.py"], check=True)


if __name__ == "__main__":
    main()
