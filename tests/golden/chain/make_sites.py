#!/usr/bin/env python3
"""Write the small sites of this folder, one for each failure that the chain
method's default profile mends (docs/lab/methods/chain.md).

    make_sites.py        writes NAME/*.html beside this script

The pages are ours, from the sentences below; NAME/*.expected is what the test
tests/unit/method/test_chain_golden.c found in them when it was last accepted.
"""
import pathlib

HERE = pathlib.Path(__file__).resolve().parent

# Things that happened, one paragraph each: the content of most pages.
STORIES = [
    ("The lighthouse keeper", "Every evening the keeper climbs two hundred steps with a can of oil. "
     "He has counted them so often that he no longer hears himself counting."),
    ("A bridge of rope", "The villagers weave the bridge anew each June. Nobody remembers who "
     "began it, and nobody has ever asked for one of steel."),
    ("Bread without salt", "In the old town the bakers leave out the salt. They say it is because of "
     "a tax that was lifted four hundred years ago."),
    ("The slow train", "It takes nine hours to cross the plain. The passengers share melons, and the "
     "conductor knows which of them are in love."),
    ("Snow in the desert", "Once in a lifetime the dunes turn white. Camels stand still then and do "
     "not know what to do with their feet."),
    ("The glass piano", "A factory in the north made exactly one. When it is played, the windows of "
     "the hall answer from the second octave upwards."),
    ("Letters to nobody", "The post office keeps a room for them. On Sundays a clerk reads them "
     "aloud, so that somebody has heard what was written."),
    ("The town that moved", "When the mine reached the market square, they put the houses on wheels. "
     "The church went last, with its bell still ringing."),
    ("Seven kinds of fog", "Fishermen of the coast have a word for each. The seventh is the one that "
     "you can lean on, they say, and laugh."),
    ("A garden on the roof", "She carried the earth up in her handbag, a little every day. After "
     "eleven years the first apples fell on the street below."),
    ("The clock of sand", "It runs for exactly one year. The mayor turns it at midnight, and once he "
     "was late, so the town has been four minutes behind since."),
    ("Whales at the window", "From the classroom one can see them pass in March. The teacher has "
     "given up, and mathematics resumes in April."),
]


def write(site, name, html, encoding="utf-8"):
    path = HERE / site / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(html.encode(encoding))


def frame(title, main, menu=("Start", "Travels", "Recipes", "Workshop", "Letters"),
          before="", after="", head=""):
    """A page as a template of 2010 would write it."""
    items = "\n".join(f'  <li><a href="/{m.lower()}">{m}</a></li>' for m in menu)
    return f"""<!DOCTYPE html>
<html><head><title>{title} - Paper Lantern</title>{head}</head>
<body>
<div id="header"><a href="/">Paper Lantern</a><p>A small magazine for long evenings.</p></div>
<ul class="menu">
{items}
</ul>
{before}<div id="main">
{main}
</div>
{after}<div id="footer"><p>Paper Lantern is written by hand and printed on Thursdays.</p>
<p>All stories may be read aloud without asking.</p></div>
</body></html>
"""


def post(title, text, more=""):
    return f'<div class="post">\n<h1>{title}</h1>\n<p>{text}</p>\n{more}</div>'


def slug(title):
    return title.lower().replace(" ", "-") + ".html"


def duplicates_emptied():
    """Copies of one page under other names: what they say is no boilerplate."""
    for title, text in STORIES[:8]:
        write("duplicates-emptied", slug(title), frame(title, post(title, text)))
    title, text = STORIES[9]
    for i in range(5):
        shout = f"<p>Copy number {i + 1}.</p>"
        write("duplicates-emptied", f"copy-{i + 1}.html", frame(title, post(title, text * 3, shout)))


def seo_keyword_list():
    """A list of search words on every page, another one each time."""
    words = ["lamp", "lantern", "oil", "wick", "paper", "evening", "candle", "shade", "brass", "glass"]
    for i, (title, text) in enumerate(STORIES[:9]):
        chosen = [f"{words[(i + j) % 10]} {words[(i * 3 + j * 2 + 1) % 10]}" for j in range(7)]
        keys = f'<p class="keywords">{", ".join(chosen)}</p>'
        write("seo-keyword-list", slug(title), frame(title, post(title, text, keys)))


def numeric_references():
    """The same boilerplate in UTF-8, in windows-1251 and in character references."""
    menu = ("Главная", "Рассказы", "Погода", "Почта")
    stories = [
        ("Маяк", "Смотритель поднимается по лестнице каждый вечер. Он давно не считает ступени."),
        ("Мост", "Мост плетут заново каждое лето. Никто не помнит, кто начал первым."),
        ("Хлеб", "В старом городе пекут без соли. Говорят, из-за давнего налога."),
        ("Поезд", "Дорога через степь занимает девять часов. Все делятся арбузами."),
        ("Снег", "Раз в жизни дюны становятся белыми. Верблюды стоят и не понимают."),
        ("Туман", "У рыбаков семь слов для тумана. На седьмой можно опереться."),
    ]
    for i, (title, text) in enumerate(stories):
        html = frame(title, post(title, text), menu)
        if i == 2:
            body = "".join(c if ord(c) < 128 else f"&#{ord(c)};" for c in html)
            write("numeric-references", f"page-{i}.html", body)
        elif i == 4:
            html = html.replace("<head>", '<head><meta charset="windows-1251">')
            write("numeric-references", f"page-{i}.html", html, "cp1251")
        else:
            write("numeric-references", f"page-{i}.html", html)


def current_menu_item():
    """The item of the menu that is this page, and the end of the trail."""
    names = ["Start", "Travels", "Recipes", "Workshop", "Letters", "Weather"]
    for i, name in enumerate(names):
        title, text = STORIES[i]
        html = frame(title, post(title, text), names)
        html = html.replace(f'<a href="/{name.lower()}">{name}</a>', f"<b>{name}</b>")
        trail = f'<p class="trail">You are here: <a href="/">Paper Lantern</a> &gt; {title}</p>\n'
        write("current-menu-item", f"{name.lower()}.html", html.replace('<div id="main">', trail + '<div id="main">'))


def posts_on_listings():
    """Every post is in full on its own page, and on four listings."""
    for title, text in STORIES[:10]:
        write("posts-on-listings", slug(title), frame(title, post(title, text)))
    chosen = {"index": range(10), "spring": range(5), "autumn": range(5, 10), "by-anna": range(0, 10, 2),
              "by-karl": range(1, 10, 2)}
    for name, which in chosen.items():
        posts = "\n".join(post(*STORIES[i]) for i in which)
        write("posts-on-listings", f"{name}.html", frame(name.title(), posts))


def field_labels():
    """Labels that repeat between values that do not."""
    for i, (title, _) in enumerate(STORIES[:10]):
        rows = [("Weight:", f"{120 + 37 * i} grams"), ("Paper:", ["rice", "mulberry", "linen", "straw"][i % 4] + f" no. {i}"),
                ("Burns for:", f"{3 + i} hours"), ("In stock:", f"{(i * 7) % 13} pieces")]
        table = "\n".join(f'<tr><td class="label">{a}</td><td class="value">{b}</td></tr>' for a, b in rows)
        main = f'<div class="card">\n<h1>Lantern "{title}"</h1>\n<table>\n{table}\n</table>\n</div>'
        write("field-labels", slug(title), frame(f'Lantern "{title}"', main))


def section_menus():
    """Two sections, each with a menu of its own beside the common one."""
    sides = {"sea": ["Tides", "Harbours", "Ropes and knots", "Lights"],
             "land": ["Passes", "Huts", "Maps and signs", "Wells"]}
    for i, (title, text) in enumerate(STORIES):
        name = "sea" if i % 2 else "land"
        items = "".join(f'<li><a href="/{name}/{s.split()[0].lower()}">{s}</a></li>' for s in sides[name])
        side = f'<div id="side"><h3>By {name}</h3><ul>{items}</ul></div>\n'
        write("section-menus", f"{name}/{slug(title)}", frame(title, post(title, text), before=side))


def next_and_previous():
    """Titles of the neighbours under every story: new words, but boilerplate."""
    for i in range(1, 11):
        title, text = STORIES[i]
        links = (f'<div class="pager"><a href="{slug(STORIES[i - 1][0])}">{STORIES[i - 1][0]}</a> '
                 f'<a href="{slug(STORIES[(i + 1) % 12][0])}">{STORIES[(i + 1) % 12][0]}</a></div>')
        write("next-and-previous", slug(title), frame(title, post(title, text) + "\n" + links))


def comments():
    """What readers wrote below the stories."""
    said = ["I have been there, and it is all true.", "My grandmother told it differently!",
            "Please write more about the mayor.", "We read this at breakfast, thank you.",
            "There is a mistake in the second sentence.", "Is it still open in winter?"]
    for i, (title, text) in enumerate(STORIES[:9]):
        notes = "".join(f'<li class="comment">\n<p>{said[(i + j) % 6]}</p><p>Reader {i * 3 + j}</p></li>' for j in range(3))
        write("comments", slug(title), frame(title, post(title, text) + f'\n<ol class="commentlist">{notes}</ol>'))


def line_numbers():
    """Numbers beside the lines of a listing."""
    for i, (title, text) in enumerate(STORIES[:8]):
        code = [f"light = {i * 11 + 3}", f"while light &gt; {i}:", f"    burn(oil_{i})", f"    light -= {i + 2}", "print(light)"]
        lines = "\n".join(f'<tr><td class="n">{n + 1}</td><td class="c">{c}</td></tr>' for n, c in enumerate(code))
        write("line-numbers", slug(title), frame(title, post(title, text, f"<table>{lines}</table>\n")))


def no_template():
    """Pages that have next to nothing in common lose nothing."""
    tags = ["p", "div", "blockquote", "h2", "li", "td", "center", "pre", "address"]
    for i, (title, text) in enumerate(STORIES[:9]):
        first, second = text.split(". ", 1)
        html = f"<html><head><title>{title}</title></head><body><{tags[i]}>{first}.</{tags[i]}><p>{second}</p></body></html>\n"
        write("no-template", slug(title), html)


def only_framing():
    """A page with nothing of its own never comes back empty."""
    for title, text in STORIES[:8]:
        write("only-boilerplate", slug(title), frame(title, post(title, text)))
    write("only-boilerplate", "empty.html", frame("Soon", ""))


def short_post():
    """A picture with a line of text among long stories."""
    for i, (title, text) in enumerate(STORIES[:9]):
        links = (f'<div class="pager"><a href="{slug(STORIES[i - 1][0])}">{STORIES[i - 1][0]}</a></div>'
                 f'<p class="meta">Written on day {i * 17 + 2} of the year</p>')
        write("short-post", slug(title), frame(title, post(title, text * 2) + "\n" + links))
    links = '<div class="pager"><a href="the-slow-train.html">The slow train</a></div><p class="meta">Written on day 8 of the year</p>'
    write("short-post", "picture.html", frame("Look", post("Look", "Fog again.") + "\n" + links))


def changing_adverts():
    """An advertisement that is another one on every page."""
    goods = ["umbrellas", "kites", "kettles", "ladders", "bicycles", "mirrors", "stamps", "gloves", "drums"]
    for i, (title, text) in enumerate(STORIES[:9]):
        ad = f'<div class="advert"><a href="http://shop.example/{goods[i]}">Cheap {goods[i]} today only</a></div>\n'
        write("changing-adverts", slug(title), frame(title, post(title, text), after=ad))


def cookie_wall():
    """A notice longer than the story is before it on every page."""
    notice = ('<div class="consent"><h2>We value your evening</h2><p>This magazine and its four hundred partners keep small '
              'files on your device, to measure how long you read and to show you umbrellas. You may agree, refuse, or '
              'read our notice on notices, which is longer than any of our stories.</p>'
              '<button>Agree</button><button>Refuse</button></div>\n')
    for title, text in STORIES[:9]:
        write("cookie-wall", slug(title), frame(title, post(title, text), before=notice))


def chinese_pages():
    """Short paragraphs in a script without spaces, under a menu in the same."""
    tales = [("灯塔", "守塔人每晚提着油桶上楼。", "他数过每一级台阶。"), ("绳桥", "村民每年六月重编一次桥。", "没有人想要铁桥。"),
             ("无盐面包", "老城的面包里不放盐。", "据说是因为一种旧税。"), ("慢火车", "穿过平原要九个小时。", "乘客们分吃甜瓜。"),
             ("沙漠里的雪", "沙丘一生只白一次。", "骆驼站着不动。"), ("玻璃钢琴", "北方的工厂只造了一架。", "弹奏时窗户会回应。"),
             ("无名信", "邮局为它们留了一间屋。", "星期天有人朗读。"), ("搬走的镇", "矿井挖到了集市。", "他们把房子装上轮子。"),
             ("七种雾", "渔夫给每种雾起了名。", "第七种可以靠上去。")]
    menu = "".join(f'<li><a href="/{n}">{m}</a></li>\n' for n, m in enumerate(("首页", "游记", "菜谱", "作坊", "来信")))
    for n, (title, first, second) in enumerate(tales):
        write("chinese-pages", f"{n + 1}.html",
              f'<!DOCTYPE html>\n<html lang=zh><head><meta charset=utf-8><title>{title}</title></head><body>\n<ul>{menu}</ul>\n'
              f'<div id="main"><h1>{title}</h1>\n<p>{first}</p>\n<p>{second}</p></div>\n'
              '<div id="foot"><p>纸灯笼杂志社版权所有</p><p>联系我们</p></div></body></html>\n')


if __name__ == "__main__":
    for make in (duplicates_emptied, seo_keyword_list, numeric_references, current_menu_item, posts_on_listings,
                 field_labels, section_menus, next_and_previous, comments, line_numbers, no_template,
                 only_framing, short_post, changing_adverts, cookie_wall, chinese_pages):
        make()
