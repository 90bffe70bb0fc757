"""Word F1 of predictions by set and by page type."""
import numpy as np

from .cut import choose, smooth


def page_scores(corpus, chance, share=None, group=None):
    """Per page with full gold: (page, F1, expected F1). chance: per row, NaN where not predicted; group: instead of the corpus's."""
    group = corpus.group if group is None else group
    rows = []
    for at, words in enumerate(corpus.pages):
        span = corpus.rows(at)
        if words is None or span.stop == span.start or np.isnan(chance[span][0]):
            continue
        p = chance[span] if share == 0 else smooth(chance[span], corpus.words[span], group[span], *([share] if share else []))
        kept, expected = choose(p, corpus.words[span], group[span])
        rows.append((at, words.score(kept)[2], expected))
    return rows


def empty_pages(corpus):
    """Pages with gold but without a block: they score 0."""
    return [at for at, words in enumerate(corpus.pages) if words is not None and corpus.first[at] == corpus.first[at + 1]]


def summary(corpus, rows):
    """Mean F1 by set, and by page type of wcxb_dev."""
    rows = rows + [(at, 0.0, 0.0) for at in empty_pages(corpus)]
    groups = {}
    for at, f1, _ in rows:
        groups.setdefault(corpus.name(at), []).append(f1)
        if corpus.name(at) == "wcxb_dev":
            groups.setdefault("wcxb_dev/" + str(corpus.kind[at]), []).append(f1)
    return {name: (len(values), float(np.mean(values))) for name, values in sorted(groups.items())}
