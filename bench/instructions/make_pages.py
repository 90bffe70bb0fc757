#!/usr/bin/env python3
"""Write the pages of the instruction gate into pages/.

The pages are ours, made from the word lists below with a fixed seed, so that
they can be shared freely and never change by accident. Each stands for a kind
of real page, and in the mix of bytes they are like the web: two fifths script
and style, two fifths tags and attributes, the rest text.

They are kept in the repository; run this again only to change them, and then
pin the counts anew (run --pin).
"""
import pathlib
import random

HERE = pathlib.Path(__file__).resolve().parent

ENGLISH = (
    "river stone bridge morning letter winter garden market harbour window story paper "
    "music forest engine village teacher summer evening captain island lantern the of and "
    "with from under between after because while slowly often never small bright quiet "
    "heavy old new first last long walked carried opened found wrote sold built crossed"
).split()
RUSSIAN = (
    "река камень мост утро письмо зима сад рынок гавань окно рассказ бумага музыка лес "
    "деревня учитель лето вечер остров фонарь и в на под между после потому пока медленно "
    "часто никогда малый светлый тихий тяжёлый старый новый первый последний шёл открыл"
).split()
CHINESE = (
    "河流 石头 桥梁 早晨 书信 冬天 花园 市场 港口 窗户 故事 纸张 音乐 森林 村庄 老师 夏天 傍晚 岛屿 "
    "灯笼 的 和 在 之间 以后 因为 慢慢 常常 从来 小 明亮 安静 沉重 古老 新 第一 最后 走过 打开 写下"
).split()
CODE = (
    "var config function return window document length push null true false this value "
    "index item load ready event handler module exports options width height visible"
).split()
CLASSES = (
    "wrap row col-6 media-body nav-item link-muted card shadow-sm btn btn-primary mt-3 "
    "entry-title byline widget is-open lazyload u-hidden grid__cell teaser teaser--wide"
).split()


class Maker:
    """Parts of pages; every call draws from one seeded source of chance."""

    def __init__(self, seed, words, joint=" ", stop="."):
        self.chance = random.Random(seed)
        self.words, self.joint, self.stop = words, joint, stop

    def pick(self, words, least, most):
        return [self.chance.choice(words) for _ in range(self.chance.randint(least, most))]

    def phrase(self, least=2, most=5):
        return self.joint.join(self.pick(self.words, least, most)).capitalize()

    def sentence(self):
        return self.phrase(7, 19) + self.stop

    def prose(self, sentences):
        """Text with the usual inline markup and character references."""
        parts = []
        for _ in range(sentences):
            roll = self.chance.random()
            text = self.sentence()
            if roll < 0.15:
                text = f'<a href="{self.url()}">{self.phrase()}</a> {text}'
            elif roll < 0.25:
                text = f"<em>{self.phrase()}</em> &mdash; {text}"
            elif roll < 0.32:
                text = f"&ldquo;{text}&rdquo; &amp; {self.phrase()}"
            parts.append(text)
        return " ".join(parts)

    def classes(self):
        return " ".join(self.pick(CLASSES, 1, 4))

    def url(self):
        path = "/".join(self.pick(ENGLISH, 1, 3))
        return f"/{path}/{self.chance.randint(1, 99999)}?ref={self.chance.choice(CODE)}&page=2"

    def script(self, lines):
        out = []
        for _ in range(lines):
            a, b, c, d = (self.chance.choice(CODE) for _ in range(4))
            number = self.chance.randint(0, 9999)
            out.append(self.chance.choice([
                f'  {a}.{b} = {a}.{b} || {{"{c}": {number}, "{d}": "{self.url()}"}};',
                f"  if ({a} < {number} && !{b}.{c}) {{ {d}.push('<b>' + {a} + '<\\/b>'); }}",
                f'  {a}.{b}("{c}", function ({d}) {{ return {d}[{number}] !== null; }});',
            ]))
        body = "\n".join(out)
        return f'<script type="text/javascript">\n(function () {{\n{body}\n}})();\n</script>'

    def style(self, rules):
        out = [
            f".{self.chance.choice(CLASSES)} > .{self.chance.choice(CLASSES)} "
            f"{{ margin: {self.chance.randint(0, 40)}px auto; color: #"
            f"{self.chance.randint(0, 0xFFFFFF):06x}; display: flex }}"
            for _ in range(rules)
        ]
        return '<style media="screen">\n' + "\n".join(out) + "\n</style>"

    def menu(self, items):
        lines = [
            f'    <li class="{self.classes()}" id="menu-{n}"><a class="{self.classes()}" '
            f'href="{self.url()}" title="{self.phrase()}"><span>{self.phrase()}</span></a></li>'
            for n in range(items)
        ]
        return '<nav role="navigation">\n  <ul>\n' + "\n".join(lines) + "\n  </ul>\n</nav>"

    def figure(self):
        number = self.chance.randint(1, 999)
        return (
            f'<figure class="{self.classes()}" data-id="{number}"><img src="/i/{number}.jpg" '
            f'srcset="/i/{number}.jpg 1x, /i/{number}@2x.jpg 2x" width="640" height="360" '
            f'alt="{self.phrase()}" loading="lazy"><figcaption>{self.phrase()}</figcaption></figure>'
        )

    def head(self, lang, scripts):
        return (
            f'<!DOCTYPE html>\n<html lang="{lang}">\n<head>\n<meta charset="utf-8">\n'
            f"<title>{self.phrase()}</title>\n"
            f'<meta name="description" content="{self.sentence()}">\n'
            f'<link rel="stylesheet" href="/css/site.css?v=12">\n'
            f"{self.style(scripts)}\n{self.script(scripts)}\n</head>\n<body>\n"
        )

    def foot(self, scripts):
        return (
            f'<!-- {self.phrase()} -->\n<footer class="{self.classes()}">&copy; 2024 '
            f"{self.phrase()}</footer>\n{self.script(scripts)}\n</body>\n</html>\n"
        )


def article(make, lang):
    page = make.head(lang, 70) + make.menu(24) + f"\n<article>\n<h1>{make.phrase()}</h1>\n"
    for n in range(14):
        page += f'<p class="{make.classes()}">{make.prose(4)}</p>\n'
        if n % 5 == 2:
            page += make.figure() + f"\n<h2>{make.phrase()}</h2>\n"
    page += "</article>\n<aside>\n" + make.menu(16) + "\n</aside>\n"
    return page + make.foot(110)


def tables(make):
    """An old-fashioned page: tables in tables, end tags left out."""
    page = (
        '<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN" '
        '"http://www.w3.org/TR/html4/loose.dtd">\r\n<HTML><HEAD><TITLE>'
        f"{make.phrase()}</TITLE></HEAD>\r\n<BODY BGCOLOR=#ffffff>\r\n"
        "<TABLE WIDTH=100% CELLPADDING=0><TR><TD VALIGN=top>\r\n"
    )
    for _ in range(9):
        page += f"<TABLE BORDER=0><CAPTION>{make.phrase()}</CAPTION>\r\n"
        for _ in range(10):
            cells = "".join(
                f'<TD ALIGN=right CLASS="{make.classes()}"><FONT SIZE=-1 COLOR=navy>'
                f"{make.phrase()}</FONT>&nbsp;" for _ in range(4)
            )
            page += f"<TR BGCOLOR=#eeeeee>{cells}\r\n"
        page += "</TABLE>\r\n<P>" + make.prose(2) + "\r\n<BR><BR>\r\n"
    return page + "</TD></TR></TABLE></BODY></HTML>\r\n"


def forum(make):
    page = make.head("en", 55) + make.menu(12)
    for n in range(22):
        page += (
            f'\n<div class="post {make.classes()}" id="p{n}" data-author="{make.phrase()}" '
            f"onclick='select({n})'>\n  <div class=\"avatar\"><img src=/a/{n}.png alt=''></div>\n"
            f'  <blockquote cite="#p{n - 1}"><p>{make.prose(1)}</blockquote>\n'
            f"  <div class=body><p>{make.prose(3)}<br>{make.prose(1)}</div>\n"
            f'  <ul class="tools"><li><a href="#p{n}">#{n}</a><li><a href="{make.url()}">'
            f"{make.phrase()}</a></ul>\n  <form action=/vote method=post><input type=hidden "
            f"name=id value={n}><button disabled>+{n}</button></form>\n</div>"
        )
    return page + make.foot(85)


def misnested(make):
    """What the adoption agency, foster parenting and recovery are for."""
    page = make.head("en", 12)
    for n in range(25):
        page += (
            f"<p><b>{make.phrase()}<i>{make.phrase()}</b>{make.sentence()}</i>\n"
            f'<a href="{make.url()}">{make.phrase()}<div>{make.phrase()}</a></div>\n'
            f"<table><tr>{make.phrase()}<td>{make.phrase()}</table>\n"
            f"<ul><li>{make.phrase()}<li><font color=red>{make.phrase()}</ul></font>\n"
            f'<svg viewBox="0 0 9 9"><path d="M{n} 0L9 9"/><title>{make.phrase()}</title></svg>\n'
            f"<span {make.chance.choice(CODE)} a=1 a=2>{make.phrase()} &lt;&#8212;&hellip &bad; </p>\n"
            f"<![endif]--></font><select><option>{make.phrase()}<option selected>{n}</select>\n"
        )
    return page + make.foot(12)


def main():
    folder = HERE / "pages"
    folder.mkdir(exist_ok=True)
    english = Maker(1, ENGLISH)
    pages = {
        "article.html": article(english, "en"),
        "russian.html": article(Maker(2, RUSSIAN), "ru"),
        "chinese.html": article(Maker(3, CHINESE, "", "。"), "zh"),
        "tables.html": tables(Maker(4, ENGLISH)),
        "forum.html": forum(Maker(5, ENGLISH)),
        "misnested.html": misnested(Maker(6, ENGLISH)),
    }
    for name, text in pages.items():
        (folder / name).write_bytes(text.encode())


if __name__ == "__main__":
    main()
