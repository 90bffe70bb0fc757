"""Labels, scorer and folds of the trainer. Exit code 77 where the packages of requirements.txt are not installed."""
import importlib.util
import os
import random
import sys
import unittest
from collections import Counter

for package in ("numpy", "numba", "rapidfuzz"):
    if importlib.util.find_spec(package) is None:
        print(f"skipped: no {package}")
        sys.exit(77)
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))

import numpy as np  # noqa: E402

from pith_train import align, boost, conventions, corpus as corpora, cut, folds, linear, sample, score, tails, tokens, words  # noqa: E402


def label(texts, gold):
    vocabulary = words.Vocabulary()
    blocks = [vocabulary.encode(text) for text in texts]
    return align.matched_words(blocks, vocabulary.encode(gold))


class Conventions(unittest.TestCase):
    """A head grown with columns of conventions, and the one that is shipped, which has none of them."""

    def setUp(self):
        random_numbers = np.random.default_rng(3)
        group = random_numbers.integers(0, len(conventions.GROUPS), 4000)
        of_group = (group[:, None] == np.arange(len(conventions.GROUPS))).astype(np.uint8)
        self.features = np.hstack([random_numbers.integers(0, 200, (4000, 3)).astype(np.uint8), of_group])
        label = ((self.features[:, 0] > 90) ^ (group == 1)).astype(float)
        self.head = boost.grow(self.features, label, np.ones(4000), boost.Settings(trees=30, rate=0.3, columns=1.0))

    def test_a_fixed_head_says_what_it_says_when_the_convention_is_not_known(self):
        unknown = self.features.copy()
        unknown[:, 3:] = 0
        fixed = conventions.fixed(self.head, 3)
        self.assertTrue(all((columns < 3).all() for columns, _, _ in fixed.trees))
        np.testing.assert_array_equal(boost.total(fixed, self.features), boost.total(self.head, unknown))
        self.assertFalse((boost.total(self.head, self.features) == boost.total(self.head, unknown)).all())

    def test_a_made_page_follows_the_set_of_its_article(self):
        self.assertEqual(conventions.group_of("tails", "daniel-17"), conventions.group_of("daniel", "17"))


class Tails(unittest.TestCase):
    def setUp(self):
        self.pages = [{"id": f"set-{number}", "owner": f"host{number // 2}", "lang": "en", "title": f"Title {number}", "gold_text": "Text.",
                       "sentences": [f"Sentence {at} of page {number} is here." for at in range(6)], "bytes": b"<p>a<article>%d</article>z" % number,
                       "span": (4, 4 + len(b"<article>%d</article>" % number))} for number in range(6)]

    def test_next_articles_are_of_the_same_host_and_not_the_page_itself(self):
        for seed in range(20):
            self.assertEqual(tails.next_articles(random.Random(seed), self.pages[2], self.pages), b"<article>3</article>")
        self.assertIsNone(tails.next_articles(random.Random(1), self.pages[0], self.pages[:1]))

    def test_other_tails_take_no_word_of_the_page_or_its_host(self):
        for make in (tails.remarks, tails.related, tails.archive):
            tail = make(random.Random(3), self.pages[2], self.pages)
            self.assertEqual(tail, make(random.Random(3), self.pages[2], self.pages))
            self.assertNotRegex(tail, rb"(page|Title) [23]\b")
            self.assertRegex(tail, rb"(page|Title) [0145]\b")


class Labels(unittest.TestCase):
    def test_menu_words_of_the_text_are_no_content(self):
        texts = ["Home News About", "The news about the home is good today.", "About us"]
        self.assertEqual(label(texts, "The news about the home is good today."), [0, 8, 0])

    def test_text_moved_by_the_gold_is_found(self):
        texts = ["one two three four five", "A headline of the page", "six seven eight nine"]
        self.assertEqual(label(texts, "A headline of the page one two three four five six seven eight nine"), [5, 5, 4])

    def test_short_block_between_content(self):
        self.assertEqual(label(["first words of it", "Summary", "last words of it", "Summary"],
                               "first words of it summary last words of it"), [4, 1, 4, 0])

    def test_snippets(self):
        self.assertEqual(align.snippet_labels(["A long text here", "Menu of things", "else"], ["long  TEXT"], ["menu of"]), [1.0, 0.0, None])


class Scorer(unittest.TestCase):
    def test_equals_the_bag_of_words(self):
        chance = random.Random(3)
        for _ in range(50):
            blocks = [[chance.randrange(20) for _ in range(chance.randrange(8))] for _ in range(9)]
            gold = [chance.randrange(20) for _ in range(1 + chance.randrange(30))]
            starts = np.concatenate([[0], np.cumsum([len(b) for b in blocks])])
            page = score.PageWords([w for b in blocks for w in b], starts, gold)
            kept = [chance.random() < 0.5 for _ in blocks]
            said = Counter(w for b, k in zip(blocks, kept) if k for w in b)
            right = sum((said & Counter(gold)).values())
            total = sum(said.values()) + len(gold)
            self.assertAlmostEqual(page.score(kept)[2], 2 * right / total)
            order = [at for at, k in enumerate(kept) if k]
            if order:
                self.assertAlmostEqual(page.prefix_scores(order)[-1], 2 * right / total)


class Folds(unittest.TestCase):
    def test_domains(self):
        for url, expected in (("http://www.a.co.uk/x", "a.co.uk"), ("https://news.b.com", "b.com"), ("http://me.blogspot.com/", "me.blogspot.com"),
                              ("https://web.archive.org/web/2019/http://x.c.de/y", "c.de"), (None, ""), ("http://10.0.0.1/", "10.0.0.1")):
            self.assertEqual(folds.domain(url), expected)

    def test_an_owner_is_in_one_fold(self):
        keys = ["a"] * 7 + ["b"] * 3 + list("cdefgh")
        numbers = folds.assign(keys, 3)
        self.assertEqual(len(set(zip(keys, numbers))), 8)
        self.assertLessEqual(max(Counter(numbers).values()), 7)


class Model(unittest.TestCase):
    def test_expected_f1_stops_where_brute_force_does(self):
        random_ = np.random.default_rng(5)
        for _ in range(30):
            p, n, g = random_.random(8), random_.integers(1, 9, 8), random_.integers(0, 3, 8)
            kept, expected = cut.choose(p, n, g)
            worth = {t: self.worth(p, n, g, p >= t) for t in p}
            self.assertAlmostEqual(self.worth(p, n, g, kept), max(worth.values()), places=9)
            self.assertAlmostEqual(expected, 2 * (p * n)[kept].sum() / (n[kept].sum() + (p * n).sum()), places=9)

    def worth(self, p, n, g, kept):
        """Expected F1 less what it costs that blocks of a group are right or wrong together."""
        below, together = n[kept].sum() + (p * n).sum(), 0.0
        for block in np.flatnonzero(kept):
            alike = g == g[block]
            mean = (p * n)[alike].sum() / n[alike].sum()
            together += n[block] * n[alike].sum() * mean * (1 - mean)
        return (p * n)[kept].sum() / below - together / below ** 2

    def test_trees_learn_and_are_what_they_say(self):
        random_ = np.random.default_rng(9)
        rows = random_.integers(0, 256, (4000, 6)).astype(np.uint8)
        label_ = ((rows[:, 1] > 90) ^ (rows[:, 4] > 200)).astype(float)
        head = boost.grow(rows, label_, np.ones(4000), boost.Settings(trees=40, depth=3, columns=1.0, rate=0.3))
        self.assertGreater((np.round(boost.chance(boost.total(head, rows))) == label_).mean(), 0.97)
        tree = head.as_json()["trees"][0]
        bits = sum((rows[0, c] > a) << at for at, (c, a) in enumerate(zip(tree["columns"], tree["above"])))
        only = boost.Head(head.bias, head.trees[:1])
        self.assertEqual(int(boost.total(only, rows[:1])[0]), head.bias + tree["leaves"][bits])

    def test_the_mean_of_forests_is_their_mean(self):
        random_ = np.random.default_rng(4)
        rows = random_.integers(0, 256, (900, 5)).astype(np.uint8)
        label_ = (rows[:, 2] > 100).astype(float)
        heads = [boost.grow(rows, label_, np.ones(900), boost.Settings(trees=9, depth=3, columns=1.0, seed=seed)) for seed in range(3)]
        mean = sum(boost.total(head, rows) for head in heads) / 3
        self.assertLess(np.abs(boost.total(boost.mean(heads), rows) - mean).max(), 0.5 * 28)  # each leaf and the bias rounded

    def test_thinning_keeps_the_sum(self):
        weight = np.random.default_rng(2).exponential(size=20000)
        rows, importance = sample.thin(weight, np.arange(20000), 3000)
        self.assertLess(abs(len(rows) - 3000), 300)
        self.assertLess(abs(importance.sum() / weight.sum() - 1), 0.05)


class Corpus:
    """Rows with one name on two levels or none, and one word."""

    def __init__(self, label_, path_index, word_index):
        self.label, self.path_index, self.word_index = label_, path_index, word_index


class Names(unittest.TestCase):
    def test_pages_of_a_host_teach_names_and_those_of_whole_sites_do_not(self):
        """Three pages of one block each: by itself, of a host with other pages in the set, of a whole site. Names 1, 2, 3; name 9 on all."""
        levels = tokens.LEVELS + 1
        nothing = np.zeros(3, dtype=np.int64)
        pages = corpora.Corpus(
            sets=["daniel", "sites"], columns=[], ids=["a", "b", "c"], owner=["a.org", "b.org", "site c"], kind=[None] * 3, site=[None, "daniel b.org", "c"],
            set_of=np.array([0, 0, 1]), first=np.arange(4), page=np.arange(3), features=np.zeros((3, 0), np.uint8), words=np.full(3, 10), matched=np.array([10, 0, 10]),
            label=np.array([1.0, 0.0, 1.0]), group=nothing, comment=nothing, heading=nothing - 1, path=np.array([1, 9, 2, 9, 3, 9], dtype=np.uint32),
            path_index=np.concatenate([[2 * at] + [2 * at + 2] * (levels - 1) for at in range(3)]), word=np.zeros(0, np.uint32), word_index=np.zeros(4, np.int64),
            gold_words=np.full(3, 10), pages=[None] * 3)
        counts = tokens.count(pages.path, np.repeat(np.arange(3), 2), pages, np.zeros(3, dtype=np.int64), 1)
        self.assertEqual(counts.hashes.tolist(), [1, 2, 3, 9])
        self.assertEqual(counts.pages[0].tolist(), [1, 1, 0, 2])
        self.assertEqual(counts.share[0].tolist(), [1, 0, 0, 1])
        self.assertEqual(counts.mean[0].tolist(), [1, 2])


class Linear(unittest.TestCase):
    def setUp(self):
        random_ = np.random.default_rng(6)
        counts = random_.integers(0, 3, (300, linear.LEVELS + 1))
        counts[:, -1] = 0
        self.path_index = (np.concatenate([[0], np.cumsum(counts.ravel())[:-1]])).astype(np.int64)
        self.path = random_.integers(0, 7, counts.sum()).astype(np.int32)
        self.word_index = np.concatenate([[0], np.cumsum(random_.integers(0, 4, 300))]).astype(np.int64)
        self.word = random_.integers(0, 5, self.word_index[-1]).astype(np.int32)
        self.label, self.weight = random_.random(300), random_.exponential(size=300)

    def shares(self):
        """Rows x tokens (seven names, five words) and a bias, computed plainly."""
        shares = np.zeros((300, 13))
        for row in range(300):
            for level in range(linear.LEVELS):
                first, end = self.path_index[9 * row + level:9 * row + level + 2]
                for token in self.path[first:end]:
                    shares[row, token] += linear.ROOTS[end - first] / 256
            first, end = self.word_index[row:row + 2]
            for token in self.word[first:end]:
                shares[row, 7 + token] += linear.ROOTS[end - first] / 256
        shares[:, 12] = 1
        return shares

    def test_fit_ends_where_the_slope_is_zero(self):
        corpus, sweeps = Corpus(self.label, self.path_index, self.word_index), linear.SWEEPS
        try:
            linear.SWEEPS = 400
            path, words_ = linear.fit(corpus, self.path, np.ones(7, bool), self.word, np.ones(5, bool), np.arange(300), self.weight)
        finally:
            linear.SWEEPS = sweeps
        shares, weight = self.shares(), self.weight / self.weight.mean()
        ridge = np.concatenate([np.full(7, linear.RIDGE_PATH), np.full(5, linear.RIDGE_WORDS), [0]])
        numbers = np.zeros(13)
        for _ in range(50):  # Newton's method, all at once
            chance = 1 / (1 + np.exp(-shares @ numbers))
            slope = shares.T @ (weight * (self.label - chance)) - 2 * ridge * numbers
            numbers += np.linalg.solve((shares * (weight * chance * (1 - chance))[:, None]).T @ shares + np.diag(2 * ridge), slope)
        self.assertEqual([*path, *words_], [int(n) for n in np.round(linear.UNIT * numbers[:12])])

    def test_columns_are_sums_of_what_tokens_add(self):
        corpus, out = Corpus(self.label, self.path_index, self.word_index), np.zeros((300, 3), np.uint8)
        path, words_ = np.array([90, -90, 127, -127, 5, -128, 60]), np.array([127, -128, -127, 3, 90])  # -128: not known
        linear.fill(corpus, self.path, path, self.word, words_, np.arange(300), out)
        for row in range(300):
            lists = [self.path[self.path_index[9 * row + k]:self.path_index[9 * row + k + 1]] for k in range(linear.LEVELS)]
            parts = [self.part(path[tokens]) for tokens in lists]
            word = self.part(words_[self.word[self.word_index[row]:self.word_index[row + 1]]])
            expected = [min(255, max(1, 128 + int(np.floor(added / 512)))) for added in (sum(parts), word, sum(parts) + word)]
            self.assertEqual(list(out[row]), expected)

    @staticmethod
    def part(added):
        known = added[added > -128]
        return int(known.sum()) * int(linear.ROOTS[len(known)])


if __name__ == "__main__":
    unittest.main()
