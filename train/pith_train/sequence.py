"""A compact copy of the corpus for experiments with models over the block list, on a machine that has nothing but numpy."""
import numpy as np


def write(path, corpus, features, fold_of):
    """features: with table columns out of fold. Columns that never vary are left out."""
    varies = np.flatnonzero(features.max(axis=0) != features.min(axis=0))
    kinds = sorted({kind for kind in corpus.kind if kind})
    np.savez_compressed(
        path,
        columns=np.array([corpus.columns[at] for at in varies]),
        features=np.ascontiguousarray(features[:, varies].T),  # column-major: compresses far better
        first=corpus.first.astype(np.int32), label=corpus.label.astype(np.float16), weight=corpus.weight().astype(np.float16),
        words=corpus.words.astype(np.uint16), matched=corpus.matched.astype(np.uint16), group=corpus.group.astype(np.uint16),
        fold=fold_of.astype(np.uint8), set_of=corpus.set_of.astype(np.uint8), sets=np.array(corpus.sets),
        kind=np.array([kinds.index(kind) if kind else 255 for kind in corpus.kind], dtype=np.uint8), kinds=np.array(kinds),
        gold_words=corpus.gold_words.astype(np.int32))
