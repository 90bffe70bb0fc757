#!/usr/bin/env python3
"""`pith site -m layer --compat` against a twin written for clarity.

    run_layer_twin.py --pith PITH [--count N]

The twin reads docs/lab/methods/layer.md again, without index, hashes or limits:
it chooses the partner, flattens both pages, tries every node of the partner for
every block, and adds up. N sites (100, or PITH_TWIN_COUNT) are made of pieces
that are easy to get wrong; thresholds and readings vary. Both must say the same
of every block: its range, (Tag, Text) of a match or of the near miss, noise or
not; and of every byte. The visual blocks themselves are those of `explain
--vips`, whose rules have tests of their own (test_vips.c).
"""
import argparse
import collections
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile

WORDS = ("Home News Sport Weather Shop Help About Contact Imprint harbour ferry lantern timetable story of the and "
         "winter 12 1987 2,041 Straße größer путь reading comments").split()
HIDDEN = {"head", "title", "script", "style"}


class Node:
    """An element, or a text (tag None); `start` and `end` in bytes of the page."""

    def __init__(self, tag, inside=(), attributes="", text=""):
        self.tag, self.inside, self.attributes, self.text = tag, list(inside), attributes, text
        self.start = self.end = 0

    def write(self, out):
        self.start = len(out)
        if self.tag is None:
            out += self.text.encode()
        else:
            out += f"<{self.tag}{self.attributes}>".encode()
            for child in self.inside:
                child.write(out)
            if self.tag not in ("img", "hr"):
                out += f"</{self.tag}>".encode()
        self.end = len(out)

    def shown(self):
        return self.tag not in HIDDEN and not re.search(r"hidden|display:none", self.attributes)

    def copy(self, change):
        """The same again, through `change`, which may return another or None."""
        inside = [c for c in (child.copy(change) for child in self.inside) if c]
        return change(Node(self.tag, inside, self.attributes, self.text))


# --- pages -----------------------------------------------------------------------

def text(rnd, most=8):
    return Node(None, text=" ".join(rnd.choice(WORDS) for _ in range(rnd.randint(1, most))))


def link(rnd):
    return Node("a", [text(rnd, 2)], ' href="x"')


def menu(rnd):
    if rnd.random() < .3:
        return Node("div", [piece for _ in range(rnd.randint(2, 6)) for piece in (link(rnd), Node(None, text=" | "))],
                    rnd.choice(["", ' style="background:#eee"']))
    return Node("ul", [Node("li", [link(rnd)]) for _ in range(rnd.randint(2, 8))], rnd.choice(["", ' class="m"']))


def paragraph(rnd):
    inside = [text(rnd, rnd.choice([5, 20, 90]))]
    while rnd.random() < .4:
        inside += [Node(rnd.choice("bi"), [text(rnd, 2)]), text(rnd, 4)]
    return Node("p", inside)


def table(rnd):
    rows = [Node("tr", [Node("td", [text(rnd, 3)]) for _ in range(rnd.randint(1, 3))])
            for _ in range(rnd.randint(1, 4))]
    return Node("table", [Node("tbody", rows)])


def piece(rnd, depth=0):
    kind = rnd.random()
    if kind < .3 and depth < 4:
        style = rnd.choice(["", "", ' class="box"', ' style="background:#ddd"', " hidden", ' style="display:none"'])
        return Node("div", [piece(rnd, depth + 1) for _ in range(rnd.randint(1, 4))], style)
    if kind < .45:
        return menu(rnd)
    if kind < .7:
        return paragraph(rnd)
    if kind < .8:
        return table(rnd)
    if kind < .9:
        return Node("h2", [text(rnd, 4)])
    return rnd.choice([Node("hr"), Node("div", [Node("img", attributes=' src="x.png" width="90" height="30"'),
                                                Node("img", attributes=' src="y.png" width="90" height="30"')])])


def vary(rnd, much):
    """A change for Node.copy(): words, digits, entries that come and go."""
    def change(node):
        if rnd.random() > much:
            return node
        if node.tag is None and node.text.strip():
            words = node.text.split(" ")
            words[rnd.randrange(len(words))] = rnd.choice(WORDS)
            return Node(None, text=" ".join(words))
        if node.tag in ("li", "td", "a") and rnd.random() < .5:
            return None
        if node.tag in ("ul", "div", "tr") and node.inside:
            node.inside.insert(rnd.randrange(len(node.inside) + 1),
                               {"ul": Node("li", [link(rnd)]), "tr": Node("td", [text(rnd, 2)])}.get(
                                   node.tag, paragraph(rnd)))
        return node
    return change


def joined(node):
    """Neighbouring texts are one node, as a parser has them."""
    inside = []
    for child in node.inside:
        child = joined(child)
        if child.tag is None and inside and inside[-1].tag is None:
            inside[-1] = Node(None, text=inside[-1].text + child.text)
        else:
            inside.append(child)
    node.inside = inside
    return node


class Page:
    def __init__(self, name, title, pieces, link_to=None):
        self.name, self.title, self.link_to = name, title, link_to
        link_tag = [Node("a", [Node(None, text="on")], f' rel="next" href="{link_to}"')] if link_to else []
        self.tree = joined(Node("html", [Node("head", [Node("title", [Node(None, text=title)])]),
                                         Node("body", pieces + link_tag)]))
        self.html = bytearray(b'<!DOCTYPE html>')
        self.tree.write(self.html)


def make_site(rnd):
    """Two pages with varied pieces in common. Some may be no partners: one is the
    next page of the other, or both are one story by title and name."""
    shared = [piece(rnd) for _ in range(rnd.randint(1, 5))]
    pages = []
    for name in ("one.html", "two.html"):
        body = [p for p in (s.copy(vary(rnd, rnd.choice([0, .1, .3]))) for s in shared) if p]
        body.insert(rnd.randrange(len(body) + 1), paragraph(rnd))
        pages.append((name, "Title of " + name, body, None))
    kind = rnd.random()
    if kind < .15:
        pages = [(n, t, b, "two.html" if n == "one.html" else None) for n, t, b, _ in pages]
    elif kind < .3:
        pages = [(f"story-{i}.html", "The same title", b, None) for i, (_, _, b, _) in enumerate(pages)]
    return [Page(n, t, b or [paragraph(rnd)], to) for n, t, b, to in pages]


# --- the twin ----------------------------------------------------------------------

Item = collections.namedtuple("Item", "tag words depth node")


def words_of(string):
    return re.sub("[0-9]", "0", string).split()


def length(words):
    return sum(map(len, words))


def flatten(page, own_text):
    items = []

    def add(node, depth):
        if node.tag is None:
            if not own_text and words_of(node.text):
                items.append(Item("#text", words_of(node.text), depth, node))
            return
        if not node.shown():
            return
        own = [w for c in node.inside if c.tag is None for w in words_of(c.text)] if own_text else []
        items.append(Item(node.tag, own, depth, node))
        for child in node.inside:
            add(child, depth + 1)
    add(page.tree, 0)
    return items


def end_of(items, i):
    """One past the subtree of item i."""
    k = i + 1
    while k < len(items) and items[k].depth > items[i].depth:
        k += 1
    return k


def text_match(theirs, mine):
    if theirs == mine:
        return length(mine)
    common = collections.Counter(theirs[:64]) & collections.Counter(mine[:64])
    longer = max(length(theirs), length(mine))
    return length(mine) * length(common.elements()) // longer if longer else 0


def attempt(s, s0, t, t0, slide):
    """Walk both strings from two roots: nodes and characters that match."""
    s_end, t_end = end_of(s, s0), end_of(t, t0)

    def equal(i, j):
        return s[i].tag == t[j].tag and s[i].depth - s[s0].depth == t[j].depth - t[t0].depth

    def steps(items, k, end):
        """Where `slide` whole subtrees lead, one after the other."""
        for _ in range(slide):
            k = end_of(items, k)
            yield min(k, end)
            if k >= end:
                return

    i, j, matched, same = s0, t0, 0, 0
    while i < s_end and j < t_end:
        if equal(i, j):
            matched += 1
            same += text_match(s[i].words, t[j].words) if t[j].words else 0
            i, j = i + 1, j + 1
            continue
        over = next((k for k in steps(s, i, s_end) if k < s_end and equal(k, j)), None)
        if over is not None:
            i = over
            continue
        over = next((k for k in steps(t, j, t_end) if k == t_end or equal(i, k)), None)
        if over is None:
            break
        j = over
    return matched, same


def passes(matched, nodes, same, chars, alpha, beta):
    need = max(alpha, 950) if chars == 0 else alpha
    return matched * 1000 >= need * nodes and same * 1000 >= beta * chars


def signature(items, i):
    return [(x.tag, x.words, x.depth - items[i].depth) for x in items[i:end_of(items, i)]]


class Part:
    """One node of a block, with all that is in it, looked for everywhere."""

    def __init__(self, s, t, t0, numbers):
        alpha, beta, slide = numbers
        self.nodes = end_of(t, t0) - t0
        self.chars = sum(length(x.words) for x in t[t0:t0 + self.nodes])
        self.found, self.near = None, (0, 0)
        anchors = [a for a in range(len(s)) if s[a].tag == t[t0].tag]
        if any(signature(s, a) == signature(t, t0) for a in anchors):
            self.found = (self.nodes, self.chars)
            return
        least = None
        for matched, same in (attempt(s, a, t, t0, slide) for a in anchors):
            if passes(matched, self.nodes, same, self.chars, alpha, beta):
                self.found = (matched, same)
                return
            if passes(matched, self.nodes, same, self.chars, alpha // 2, beta // 2):
                text_share = same * 1000 // self.chars if self.chars else 1000
                missing = max(0, alpha - matched * 1000 // self.nodes) + max(0, beta - text_share)
                if least is None or missing < least:
                    least, self.near = missing, (matched, same)


def nodes_in(tree, start, end):
    """The outermost nodes inside a range of bytes."""
    if start <= tree.start and tree.end <= end:
        return [tree]
    return [n for child in tree.inside for n in nodes_in(child, start, end)]


def classify(page, leaf, s, t, numbers):
    """A block as the record has it."""
    starts = {id(item.node): i for i, item in enumerate(t)}
    parts = [Part(s, t, starts[id(n)], numbers) for n in nodes_in(page.tree, *leaf) if id(n) in starts]
    nodes, chars = sum(p.nodes for p in parts), sum(p.chars for p in parts)
    matched = sum(p.found[0] for p in parts if p.found)
    same = sum(p.found[1] for p in parts if p.found)
    noise = nodes > 0 and passes(matched, nodes, same, chars, *numbers[:2])
    if not noise and len(parts) == 1:
        matched, same = parts[0].near
    block = {"from": leaf[0], "to": leaf[1], "noise": noise}
    if nodes:
        block |= {"tag": matched * 1000 // nodes / 1000, "text": same * 1000 // chars / 1000 if chars else 1}
    return block


def same_story(one, two):
    return one.link_to == two.name or two.link_to == one.name or (
        one.title == two.title and re.sub("[0-9]+", "0", one.name) == re.sub("[0-9]+", "0", two.name))


# --- comparing -----------------------------------------------------------------------

def run(*arguments):
    return subprocess.run([str(a) for a in arguments], check=True, stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL).stdout.decode()


def leaves(pith, path, pdoc):
    shown = run(pith, "explain", "--vips", "--pdoc", pdoc, path)
    return [(int(a), int(b)) for a, b in re.findall(r"^ *\d+ +\d+ +\d+ +(\d+)-(\d+) +\d+ \* ", shown, re.M)]


def cut_bytes(blocks, noise):
    return {i for b in blocks if b["noise"] == noise for i in range(b["from"], b["to"])}


def check_site(pith, folder, rnd, seen):
    numbers = rnd.choice([(800, 600, 2), (800, 600, 2), (rnd.randint(300, 1000), rnd.randint(100, 1000),
                                                        rnd.randint(0, 4))])
    own_text, pdoc = rnd.random() < .4, rnd.choice([5, 5, 8, 10])
    pages = make_site(rnd)
    for page in pages:
        (folder / page.name).write_bytes(page.html)
    options = ["--alpha", numbers[0] / 1000, "--beta", numbers[1] / 1000, "--max-slide", numbers[2], "--pdoc", pdoc]
    lines = run(pith, "site", "-q", "-m", "layer", "--compat", *options, *["--own-text"] * own_text, "-t", "json",
                "--encoding", "utf-8", folder).splitlines()
    for page, line in zip(pages, lines, strict=True):
        record, other = json.loads(line), pages[page is pages[0]]
        assert record["id"] == page.name, record
        if same_story(page, other):
            assert "alone" in record["warnings"] and "blocks" not in record and not record["spans"], record
            seen["alone"] += 1
            continue
        s, t = flatten(other, own_text), flatten(page, own_text)
        wanted = [classify(page, leaf, s, t, numbers) for leaf in leaves(pith, folder / page.name, pdoc)]
        assert record["blocks"] == wanted, f"{numbers} own_text={own_text}\n{record['blocks']}\n{wanted}"
        for label, noise in (("navigation", True), ("content", False)):
            spans = {i for span in record["spans"] if span["label"] == label for i in range(span["from"], span["to"])}
            assert spans == cut_bytes(wanted, noise), (label, record["spans"], wanted)
        for block in wanted:
            seen["noise" if block["noise"] else "near" if block.get("tag") else "own"] += 1


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--pith", required=True)
    parser.add_argument("--tools", help="not needed here")
    parser.add_argument("--count", type=int, default=int(os.environ.get("PITH_TWIN_COUNT", "100")))
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    seen = collections.Counter()
    for number in range(options.seed, options.seed + options.count):
        with tempfile.TemporaryDirectory(prefix="pith-twin-") as folder:
            try:
                check_site(options.pith, pathlib.Path(folder), random.Random(number), seen)
            except AssertionError as error:
                for path in sorted(pathlib.Path(folder).iterdir()):
                    print(f"--- {path.name}\n{path.read_text()}")
                print(f"layer: site {number}: {error}")
                return 1
    print(f"layer twin: {options.count} sites, {dict(seen)}")
    # each outcome must have been met, or the pages prove nothing
    return 0 if all(seen[k] >= options.count // 20 for k in ("noise", "near", "own", "alone")) else 1


if __name__ == "__main__":
    sys.exit(main())
