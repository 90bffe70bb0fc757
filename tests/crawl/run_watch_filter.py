#!/usr/bin/env python3
"""pith watch reports new content of pages, and nothing of what only rotates.

All that rotates here does so between rounds and not within one, so that fetching
twice does not reveal it: advertising with and without a mark,
inside the column of the article and beside it, related stories, dates,
counters, and the menu of the whole site."""
import random
import sqlite3

import crawl_testing as t
from crawl_server import Server
from run_watch import Watch

WORDS = {
    "who": "baker captain farmer gardener teacher miller painter doctor ferryman "
           "clerk mayor sailor weaver potter smith nurse printer cook driver "
           "librarian".split(),
    "did": "repaired measured opened painted carried counted sold described visited "
           "rented mended cleaned photographed lifted weighed found lost "
           "restored praised crossed".split(),
    "what": "bridge orchard clock boat tower library mill cellar lantern harbour "
            "staircase chapel garden market kiln archive meadow fountain "
            "workshop barn".split(),
    "where": "river valley square station border coast forest ridge island canal "
             "quarry crossroads lake suburb village pier hillside moor estuary "
             "terrace".split(),
    "when": "winter harvest storm festival war flood drought election fair "
            "holiday eclipse strike frost regatta census wedding plague thaw "
            "carnival siege".split()}
FORMS = ("The {0} {1} the {2} by the {3} before the {4}, and nobody asked why.",
         "During the {4} a {0} {1} another {2} not far from the {3}.",
         "Whoever {1} that {2} must have known the {0} of the {3} since the {4}.",
         "It was the {4} when the {3} lost its {2}, which the {0} {1} alone.")
ADVERTS = ("Feather pillows, softly filled and shipped for free",
           "Learn Portuguese on your telephone in eleven weeks",
           "Solar roofs: compare nine offers without obligation",
           "The kitchen knife that top chefs keep to themselves",
           "Cheap flights to Lisbon, Porto and the Azores")
SENTENCES = ("Hearing aids so tiny that nobody will notice them.",
             "Your own winery share from one hundred a month.",
             "Running shoes for heavy people, tested by doctors.",
             "Wooden toys from the Ore Mountains, handmade.")


def prose(seed, count):
    """Sentences that no other seed has."""
    chance = random.Random(seed)
    return [chance.choice(FORMS).format(*(chance.choice(words)
                                          for words in WORDS.values()))
            for _ in range(count)]


class Magazine:
    """Stories, a shop and a forum in one frame. `round` is the clock."""

    def __init__(self):
        self.round = 1
        self.stories = {f"story-{n}": [" ".join(prose(f"s{n}.{k}", 3))
                                       for k in range(6)] for n in range(8)}
        self.products = {f"item-{n}": (199 + 50 * n, prose(f"p{n}", 4))
                         for n in range(4)}
        self.posts = {f"topic-{n}": [" ".join(prose(f"f{n}.{k}", 2))
                                     for k in range(4 + n)] for n in range(4)}
        self.adverts = True
        self.menu = ["Home", "Politics", "Travel", "Science", "Weather"]

    def turn(self):
        self.round += 1

    def __call__(self, request):
        folder, _, name = request.path.lstrip("/").partition("/")
        name = name.removesuffix(".html")
        body = None
        if folder == "news" and not name:
            body = self.front()
        elif folder == "news" and name in self.stories:
            body = self.story(name)
        elif folder == "shop" and name in self.products:
            body = self.product(name)
        elif folder == "forum" and name in self.posts:
            body = self.thread(name)
        if body is None:
            request.say(b"no", 404)
        else:
            request.say(self.frame(name or "News", body).encode())

    def frame(self, name, body):
        r = self.round
        menu = "".join(f'<li><a href="/{m.lower()}/">{m}</a></li>'
                       for m in self.menu)
        return f"""<!DOCTYPE html><html><head><meta charset=utf-8>
<title>{name}</title></head><body><div class="top"><ul class="bar">{menu}</ul>
<p>{['Sunday', 'Monday', 'Friday'][r % 3]}, {10 + r} May 2026, 1{r % 10}:05</p></div>
<div class="page">{body}</div>
<div class="ad-slot"><p>{self.advert(name, 1)}</p></div>
<aside role="complementary" class="sponsored"><p>{self.advert(name, 2)}</p></aside>
<div class="foot"><p>{4000 + 7 * r} users online</p><p>Imprint</p>
<p>&copy; {2020 + r} The Magazine</p></div></body></html>"""

    def advert(self, name, slot, pool=ADVERTS):
        """Another one for each page, slot and round."""
        return pool[(sum(map(ord, name)) + slot + 2 * self.round) % len(pool)]

    def unmarked(self, name):
        """Advertising that does not say so: a link, a box, a sentence with a
        link, and a sentence without one, each between two paragraphs. The last
        is one of four, so that other pages have it too."""
        if not self.adverts:
            return ["", "", "", ""]
        r, ad = self.round, [self.advert(name, n) for n in range(3, 6)]
        return [
            f'<p><a href="http://go.example/{r}">{ad[0]}</a></p>',
            f'<div class="x7"><h4>{ad[1].split()[0]} for {name} {"abcdef"[r]}</h4>'
            f'<p><a href="https://shop{r}.example/">{ad[1]}</a></p></div>',
            f'<div class="q2"><p>{ad[2]}. <a href="http://go.example/z">More</a></p>'
            '</div>',
            f"<p>{self.advert(name, 6, SENTENCES)}</p>"]

    def story(self, name):
        r = self.round
        adverts = iter(self.unmarked(name))
        text = "".join(f"<p>{p}</p>{next(adverts, '')}"
                       for p in self.stories[name])
        others = [n for n in sorted(self.stories) if n != name][r % 3:][:4]
        more = "".join(f'<li><a href="/news/{n}.html">What happened in {n}</a></li>'
                       for n in others)
        return f"""<div class="column"><h1>Report {name}</h1>
<p class="by">By our own writer, {3 * r} minutes ago</p>{text}
<p class="count">{100 + 9 * r} views, {r} comments</p>
<ul class="more">{more}</ul></div>"""

    def front(self):
        items = "".join(f'<li><a href="/news/{n}.html">Report {n}</a></li>'
                        for n in self.stories)
        return f"<h1>All reports</h1><ul>{items}</ul>"

    def product(self, name):
        price, text = self.products[name]
        said = "".join(f"<p>{p}</p>" for p in text)
        return f"""<div class="goods"><h1>Article {name}</h1>
<p class="price">${price}.00</p>{said}
<p class="stars">4.{self.round % 10} of 5, {300 + self.round} ratings</p></div>"""

    def thread(self, name):
        posts = "".join(
            f'<div class="post"><p class="head">Guest {n}, '
            f'{n + 2 * self.round} hours ago</p><p>{p}</p></div>'
            for n, p in enumerate(self.posts[name]))
        return f"<h1>Thread {name}</h1>{posts}"

    @staticmethod
    def paths():
        return (["site /news/"] + [f"/shop/item-{n}.html" for n in range(4)] +
                [f"/forum/topic-{n}.html" for n in range(4)])


def nothing_happens(pith, scratch):
    """Six rounds of clockwork, and a menu that grows in the fourth."""
    site = Magazine()
    with Server(site) as server:
        watch = Watch(pith, scratch, server, *site.paths())
        for number in range(6):
            if number == 3:
                site.menu.insert(2, "Culture and the arts")
                site.menu.remove("Science")
            watch.quiet()
            site.turn()


def second_round(pith, scratch):
    """Every kind of change, when no slot has a history yet."""
    site = Magazine()
    with Server(site) as server:
        watch = Watch(pith, scratch, server, *site.paths())
        watch.quiet()
        site.turn()
        expected = change_all(site)
        assert watch.reported() == expected, watch_difference(watch, expected)
        site.turn()
        watch.quiet()


def later_round(pith, scratch):
    """The same after rounds in which everything has turned."""
    site = Magazine()
    with Server(site) as server:
        watch = Watch(pith, scratch, server, *site.paths())
        for _ in range(4):
            watch.quiet()
            site.turn()
        expected = change_all(site)
        assert watch.reported() == expected, watch_difference(watch, expected)


def watch_difference(watch, expected):
    """What the store says was reported, for a failed comparison."""
    with sqlite3.connect(watch.store) as store:
        rows = store.execute("SELECT url, kind, text FROM change JOIN page"
                             " ON page.id = page").fetchall()
    store.close()
    return "reported:\n" + "\n".join(map(str, rows)) + f"\nexpected:\n{expected}"


def change_all(site):
    """Change a site; gives what must be reported."""
    stories = site.stories
    old = stories["story-1"][2]
    new = old.replace("the ", "the old ", 1)
    assert new != old
    stories["story-1"][2] = new
    stories["story-2"].insert(1, "A second bridge will be built upstream, the "
                                 "council said.")
    gone = stories["story-3"].pop(4)
    # Rewritten with other words, in the place of the old paragraph.
    was = stories["story-4"][5]
    stories["story-4"][5] = "Nobody was hurt; police look for two witnesses."
    stories["story-9"] = [" ".join(prose(f"s9.{k}", 3)) for k in range(6)]
    site.products["item-2"] = (279, site.products["item-2"][1])
    site.posts["topic-0"].append("Thanks for the hint, the second key did it!")
    site.posts["topic-3"].append(
        'See <a href="https://help.example/keys">the page about keys</a>.')
    return {
        "/news/": (["Report story-9"], []),
        "/news/story-1.html": ([new], [old]),
        "/news/story-2.html": (["A second bridge will be built upstream, the "
                                "council said."], []),
        "/news/story-3.html": ([], [gone]),
        "/news/story-4.html": (["Nobody was hurt; police look for two "
                                "witnesses."], [was]),
        "new /news/story-9.html": (["Report story-9"] + stories["story-9"], []),
        "/shop/item-2.html": (["$279.00"], ["$299.00"]),
        "/forum/topic-0.html": (["Thanks for the hint, the second key did it!"],
                                []),
        "/forum/topic-3.html": (["See the page about keys."], [])}


def alone(pith, scratch):
    """One page, without the help of others that turn with it: links away and to
    siblings are known by themselves, and a correction is reported."""
    site = Magazine()
    original = site.unmarked
    site.unmarked = lambda name: original(name)[:2]
    with Server(site) as server:
        watch = Watch(pith, scratch, server, "/news/story-1.html")
        for _ in range(3):
            watch.quiet()
            site.turn()
        old = site.stories["story-1"][3]
        site.stories["story-1"][3] = new = old.replace(" and ", " but ", 1).replace(
            " the ", " every ", 1)
        assert watch.reported() == {"/news/story-1.html": ([new], [old])}


def box_with_history(pith, scratch):
    """A box with words and a link away, on one page: reported twice, then known."""
    site = Magazine()
    original = site.unmarked
    site.unmarked = lambda name: original(name)[2:3]
    with Server(site) as server:
        watch = Watch(pith, scratch, server, "/news/story-1.html")
        watch.quiet()
        for reported in (1, 1, 0, 0):
            site.turn()
            assert len(watch.reported()) == reported


def page_of_links(pith, scratch):
    """Links away are what this page is about: one that is replaced is news."""
    links = [(f"https://site-{n}.example/", " ".join(prose(f"l{n}", 1))[:60])
             for n in range(9)]

    def answer(request):
        items = "".join(f'<li><a href="{to}">{text}</a></li>' for to, text in links)
        request.say(f"<title>Links</title><h1>Links of the week</h1><ul>{items}"
                    "</ul>".encode())
    with Server(answer) as server:
        watch = Watch(pith, scratch, server, "/links.html")
        watch.quiet()
        old = links[4][1]
        links[4] = ("https://new.example/", "An atlas of forgotten railways")
        assert watch.reported() == {"/links.html": (
            ["An atlas of forgotten railways"], [old])}


def all_rewritten(pith, scratch):
    """Pages whose text is another one every round: that is what they say."""
    day = [1]

    def answer(request):
        town = request.path[1:-5]
        text = "".join(f"<p>{p}</p>" for p in prose(f"{town}{day[0]}", 3))
        request.say(f'<title>{town}</title><ul><li><a href="/a.html">Towns</a>'
                    f'<li><a href="/b.html">Map</a></ul><h1>{town}</h1>'
                    f'<div class="forecast">{text}</div>'.encode())
    with Server(answer) as server:
        towns = [f"/{name}.html" for name in
                 ("aldeburgh", "brecon", "corfe", "dunwich")]
        watch = Watch(pith, scratch, server, *towns)
        watch.quiet()
        for day[0] in (2, 3, 4):
            reported = watch.reported()
            assert set(reported) == set(towns), reported
            assert all(len(added) == len(removed) == 3
                       for added, removed in reported.values()), reported


def old_store(pith, scratch):
    """A store of version 1 goes on; it does not know where passages stood."""
    site = Magazine()
    site.adverts = False
    with Server(site) as server:
        watch = Watch(pith, scratch, server, *site.paths())
        watch.quiet()
        store = sqlite3.connect(watch.store)
        for column in ("slot", "box", "signs", "crowd"):
            store.execute(f"ALTER TABLE passage DROP COLUMN {column}")
        store.executescript("DROP TABLE slot; PRAGMA user_version = 1")
        store.close()
        old = site.stories["story-1"][2]
        site.stories["story-1"][2] = new = old.replace("the ", "the old ", 1)
        assert watch.reported() == {"/news/story-1.html": ([new], [old])}
        watch.quiet()


if __name__ == "__main__":
    t.main("crawl.watch_filter", t.when_built((
        nothing_happens, second_round, later_round, alone, box_with_history,
        page_of_links, all_rewritten, old_store)))
