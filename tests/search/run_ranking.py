#!/usr/bin/env python3
"""The ranking of pith search against a brute-force twin.

The twin reads made-up pages by itself: words from their HTML, what is boilerplate from
the spans that `pith extract` reports. It then works out docs/lab/search.md's formulas
# long: compares with a brute-force twin
from nothing but lists of words. Documents and scores must be the same for every
run and ranking; basic must be weighted:1 and cut weighted:0 to the last bit.

Formulas of AND, OR, NOT, NEAR and phrases are made at random as trees; the twin
walks the tree and tries every combination of places.
"""
import argparse
import itertools
import json
import math
import pathlib
import random
import re
import subprocess
import sys
import tempfile

WORD = re.compile(r"w\d+")
FIELDS = {"title": 2.0, "body": 1.0, "anchor": 1.0}
PART = {"title": 0.5, "body": 0.75, "anchor": 0.5}
NEARNESS, SATURATION, SLOPE = 0.5, 1.2, 0.2


def make_pages(folder, rng, count=60):
    """Pages with a menu, an article of sentences, links to others, a footer."""
    words = [f"w{n}" for n in range(40)]
    weights = [1 / (n + 1) for n in range(40)]

    def some(n):
        return rng.choices(words, weights, k=n)

    menu = "".join(f'<li><a href="p{n}.html">{" ".join(some(2))}</a></li>'
                   for n in range(6))
    for n in range(count):
        article = "".join(
            f"<p>{' '.join(some(rng.randint(12, 40))).capitalize()}, said the "
            f"man of the house in the evening. It was a long day.</p>"
            for _ in range(rng.randint(1, 4)))
        link = f'<p>See <a href="p{rng.randrange(count)}.html">' \
               f"{' '.join(some(3))}</a> for more of the same.</p>"
        title = " ".join(some(rng.randint(1, 4)))
        page = f"""<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">
<title>{title}</title></head><body><nav><ul>{menu}</ul></nav>
<article><h1>{' '.join(some(3))}</h1>{article}{link}</article>
<footer><p>{' '.join(some(rng.randint(2, 12)))}</p></footer></body></html>"""
        (folder / f"p{n}.html").write_text(page)


def spans_of(pith, path):
    done = subprocess.run([pith, "extract", "-t", "json", path], check=True,
                          capture_output=True)
    record = json.loads(done.stdout)
    return [(s["from"], s["to"]) for s in record["spans"]
            if s["label"] == "navigation"]


class Page:
    """A page by the twin: lists of (word, boilerplate) by field."""

    def __init__(self, pith, path):
        html = path.read_text()
        assert html.isascii()
        cut = spans_of(pith, path)
        start = html.index("<body")
        self.name = path.name
        title = re.search(r"<title>(.*?)</title>", html)[1]
        self.fields = {"title": [(w, False) for w in WORD.findall(title)],
                       "body": [], "anchor": []}
        body = re.sub(r"<[^>]*>", lambda m: " " * len(m[0]), html)
        everything = re.compile(r"[A-Za-z0-9]+")
        for match in everything.finditer(body, start):
            boilerplate = any(a <= match.start() < b for a, b in cut)
            self.fields["body"].append((match[0].lower(), boilerplate))
        self.links = []
        for match in re.finditer(r'<a href="([^"]*)">(.*?)</a>', html):
            boilerplate = any(a <= match.start(2) < b for a, b in cut)
            self.links.append((match[1], match[2], boilerplate))


def add_anchors(pages):
    by_name = {page.name: page for page in pages}
    texts = {page.name: {} for page in pages}
    for page in pages:
        for target, text, boilerplate in page.links:
            if target != page.name:
                known = texts[target]
                known[text] = known.get(text, True) and boilerplate
    for name, known in texts.items():
        for text in sorted(known):
            by_name[name].fields["anchor"] += [
                (w, known[text]) for w in text.split()]


class Twin:
    def __init__(self, pages, weight, ranking):
        self.pages, self.w, self.ranking = pages, weight, ranking
        self.known = {}
        self.average = {f: sum(self.length(p, f) for p in pages) / len(pages) or 1
                        for f in FIELDS}

    def length(self, page, field):
        boilerplate = sum(f for _, f in page.fields[field])
        return len(page.fields[field]) - boilerplate + self.w * boilerplate

    def places(self, page, phrase):
        """(field, place, boilerplate) of a phrase, a list of words, that count."""
        key = page.name, tuple(phrase)
        if key in self.known:
            return self.known[key]
        found = self.known[key] = []
        for field in FIELDS:
            words = page.fields[field]
            for i in range(len(words) - len(phrase) + 1):
                if all(words[i + k][0] == phrase[k] for k in range(len(phrase))):
                    boilerplate = any(words[i + k][1] for k in range(len(phrase)))
                    if not boilerplate or self.w > 0:
                        found.append((field, i, boilerplate))
        return found

    def idf(self, phrase):
        places = [self.places(page, phrase) for page in self.pages]
        anywhere = sum(bool(p) for p in places)
        content = sum(any(not f for *_, f in p) for p in places)
        df = content + self.w * (anywhere - content)
        n = len(self.pages)
        if df <= 0:
            return 0
        return math.log(1 + n / df) if self.ranking == "tfidf" else \
            math.log(1 + (n - df + .5) / (df + .5))

    def score_phrase(self, page, phrase, idf):
        counts = dict.fromkeys(FIELDS, 0.0)
        for field, _, boilerplate in self.places(page, phrase):
            counts[field] += self.w if boilerplate else 1
        if self.ranking == "tfidf":
            length = sum(self.length(page, f) for f in FIELDS)
            total = sum(FIELDS[f] * counts[f] for f in FIELDS)
            return idf * math.log(1 + total) / (
                1 - SLOPE + SLOPE * length / sum(self.average.values()))
        total = sum(FIELDS[f] * counts[f] / (
            1 - PART[f] + PART[f] * self.length(page, f) / self.average[f])
            for f in FIELDS if counts[f])
        return idf * total * (SATURATION + 1) / (SATURATION + total)

    def nearness(self, page, one, other):
        best = 0
        for (f, a, x), (g, b, y) in itertools.product(
                self.places(page, one), self.places(page, other)):
            if f == g and a != b:
                best = max(best, (self.w if x or y else 1) / abs(a - b))
        return best

    def stands_near(self, page, phrases, most):
        """At most so many words between the end of the phrase that is first
        and the beginning of the one that is last, in one field; a phrase
        that is named twice at two places."""
        for some in itertools.product(*(self.places(page, p) for p in phrases)):
            starts = [place for _, place, _ in some]
            first, last = min(starts), max(starts)
            between = last - max(start + len(phrase) for start, phrase
                                 in zip(starts, phrases) if start == first)
            different = {(tuple(phrase), place)
                         for phrase, place in zip(phrases, some)}
            if (len({field for field, *_ in some}) == 1 and between <= most
                    and len(different) == len(some)):
                return True
        return False

    def holds(self, page, tree):
        """Whether the page is what a formula wants."""
        kind, *parts = tree
        if kind == "phrase":
            return bool(self.places(page, parts[0]))
        if kind == "near":
            return self.stands_near(page, *parts)
        left, right = (self.holds(page, part) for part in parts)
        return {"AND": left and right, "OR": left or right, "": left or right,
                "NOT": left and not right}[kind]

    def rank(self, phrases, wanted=None):
        """phrases: lists of words that count; wanted: a formula, any if none."""
        phrases = [phrase for i, phrase in enumerate(phrases)
                   if phrase not in phrases[:i]]  # what is named twice ranks once
        idfs = [self.idf(phrase) for phrase in phrases]
        hits = []
        for page in self.pages:
            present = [bool(self.places(page, p)) for p in phrases]
            if not (self.holds(page, wanted) if wanted else any(present)):
                continue
            score = sum(self.score_phrase(page, p, i)
                        for p, i, here in zip(phrases, idfs, present) if here)
            for k in range(1, len(phrases)):
                if present[k - 1] and present[k]:
                    score += NEARNESS * min(idfs[k - 1], idfs[k]) * \
                        self.nearness(page, phrases[k - 1], phrases[k])
            if score > 0:
                hits.append((page.name, score))
        return sorted(hits, key=lambda hit: (-round(hit[1], 9), hit[0]))


def ask(pith, index, query, *options):
    done = subprocess.run([pith, "search", "query", index, query, "--json",
                           "--top", "1000", *options], capture_output=True,
                          text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    return [(r["id"], r["score"]) for r in map(json.loads,
                                               done.stdout.splitlines())]


def same(found, wanted):
    if len(found) != len(wanted):
        return False
    one, other = dict(found), dict(wanted)
    if one.keys() != other.keys():
        return False
    close = all(math.isclose(one[k], other[k], rel_tol=1e-9) for k in one)
    falling = all(a[1] > b[1] or (a[1] == b[1] and a[0] < b[0])
                  for a, b in zip(found, found[1:]))
    return close and falling


NEAR_USUAL = 10


def make_tree(rng, words, depth):
    """A formula that uses up some of `words`, so that none comes twice but in
    one NEAR."""
    kind = rng.choice(["phrase", "near", "AND", "OR", "", "NOT", "NOT"])
    if depth == 0 or kind == "phrase" or len(words) < 8:
        length = rng.choice((1, 1, 2))
        return "phrase", [words.pop() for _ in range(length)]
    if kind == "near":
        parts = [[words.pop() for _ in range(rng.choice((1, 1, 1, 2)))]
                 for _ in range(rng.choice((2, 2, 3)))]
        parts += rng.sample(parts, rng.choice((0, 0, 0, 1)))
        return "near", parts, rng.choice((1, 2, 3, 5, NEAR_USUAL, 30))
    return (kind, make_tree(rng, words, depth - 1),
            make_tree(rng, words, depth - 1))


def write_phrase(phrase):
    return f'"{" ".join(phrase)}"' if len(phrase) > 1 else phrase[0]


def write_tree(tree):
    kind, *parts = tree
    if kind == "phrase":
        return write_phrase(parts[0])
    if kind == "near":
        words, most = " ".join(map(write_phrase, parts[0])), parts[1]
        return f"NEAR({words})" if most == NEAR_USUAL else f"NEAR({words}, {most})"
    left, right = map(write_tree, parts)
    return f"({left} {kind} {right})"


def ranked(tree):
    """The phrases that count: all but those behind a NOT."""
    kind, *parts = tree
    if kind == "phrase":
        return [parts[0]]
    if kind == "near":
        return parts[0]
    return ranked(parts[0]) + ([] if kind == "NOT" else ranked(parts[1]))


def formulas(rng, count=40):
    """As many formulas, each with NOT or NEAR in it."""
    while count:
        words = [f"w{n}" for n in range(24)]
        rng.shuffle(words)
        tree = make_tree(rng, words, 3)
        text = write_tree(tree)
        if "NOT" in text or "NEAR" in text:
            count -= 1
            yield text, ranked(tree), tree


def queries(rng):
    for _ in range(24):
        words = rng.sample(range(40), rng.randint(1, 4))
        yield " ".join(f"w{n}" for n in words), [[f"w{n}"] for n in words], None
    for _ in range(8):
        a, b, c = (f"w{rng.randrange(12)}" for _ in range(3))
        if len({a, b, c}) < 3:
            continue
        one, two, three = (("phrase", [word]) for word in (a, b, c))
        yield f'"{a} {b}" {c}', [[a, b], [c]], None
        yield f"{a} AND {b}", [[a], [b]], ("AND", one, two)
        yield f"{a} AND ({b} OR {c})", [[a], [b], [c]], \
            ("AND", one, ("OR", two, three))
        yield f"{a} NOT {b}", [[a]], ("NOT", one, two)
        yield f"{a} AND NOT {b} {c}", [[a], [c]], \
            ("", ("NOT", one, two), three)
        yield f"NEAR({a} {b}, 1)", [[a], [b]], ("near", [[a], [b]], 1)
        yield f"NEAR({a} {a}, 3)", [[a]], ("near", [[a], [a]], 3)
        yield f"{c} AND NEAR({a} {c} {a}, 9)", [[c], [a]], \
            ("AND", three, ("near", [[a], [c], [a]], 9))
        yield f'NEAR({a} "{a} {b}" {a}, 5)', [[a], [a, b]], \
            ("near", [[a], [a, b], [a]], 5)
    yield from formulas(rng)


def check_runs(pith, index, pages, rng):
    failed = count = found_any = 0
    twins = {(w, r): Twin(pages, w, r) for w in (1.0, 0.0, 0.3)
             for r in ("bm25f", "tfidf")}
    for query, phrases, wanted in queries(rng):
        for run, weight in (("basic", 1.0), ("cut", 0.0), ("weighted:0.3", 0.3)):
            for ranking in ("bm25f", "tfidf"):
                found = ask(pith, index, query, "--run", run, "--ranking", ranking)
                twin = twins[weight, ranking].rank(phrases, wanted)
                count += 1
                found_any += bool(twin)
                if not same(found, twin):
                    print(f"{query} {run} {ranking}:\n  {found[:3]}\n  {twin[:3]}")
                    failed += 1
    assert found_any > count / 3, f"only {found_any} of {count} found something"
    return count, failed


def check_ends(pith, index, rng):
    """basic is weighted:1 and cut is weighted:0, to the last bit."""
    failed = count = 0
    for _ in range(40):
        query = " ".join(f"w{n}" for n in rng.sample(range(40), rng.randint(1, 5)))
        for name, weight in (("basic", "1.0"), ("cut", "0"), ("cut", "0.0")):
            ranking = rng.choice(("bm25f", "tfidf"))
            one = ask(pith, index, query, "--run", name, "--ranking", ranking)
            other = ask(pith, index, query, "--run", f"weighted:{weight}",
                        "--ranking", ranking)
            count += 1
            failed += one != other
            if one != other:
                print(f"{query}: {name} is not weighted:{weight}")
    return count, failed


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pith", type=pathlib.Path, required=True)
    pith = parser.parse_args().pith.resolve()
    rng = random.Random(7)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "pages").mkdir()
        make_pages(folder / "pages", rng)
        index = folder / "index"
        done = subprocess.run([pith, "search", "index", folder / "pages", "-o",
                               index, "-q"], capture_output=True, text=True)
        if done.returncode == 3 and "SQLite" in done.stderr:
            return 77
        assert done.returncode == 0, done.stderr
        pages = [Page(pith, path) for path in sorted((folder / "pages").iterdir())]
        add_anchors(pages)
        assert any(f for p in pages for _, f in p.fields["body"]), "no boilerplate"
        assert any(p.fields["anchor"] for p in pages)
        first = check_runs(pith, index, pages, rng)
        second = check_ends(pith, index, rng)
    count, failed = first[0] + second[0], first[1] + second[1]
    print(f"search ranking: {count} passed of {count}" if not failed else
          f"search ranking: {count - failed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
