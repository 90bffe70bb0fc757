"""Sixty ways and more to swallow a page, and twenty pages to be swallowed.

A swallower is a piece of markup that is put in front of the content of a page.
The pages are made from words of one list, so that they differ in structure and
need no data.
"""
import itertools

SELF_CLOSED = ["iframe", "title", "script", "style", "textarea", "xmp", "noframes", "noembed"]
LEFT_OPEN = ["iframe", "textarea", "xmp", "noframes", "noembed", "plaintext", "noscript", "template",
             "select", "datalist", "video", "audio", "canvas"]

def escape(markup):
    """As text of an element."""
    return markup.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


SWALLOWERS = {
    **{f"{name}/": f"<{name}/>" for name in SELF_CLOSED},
    **{f"{name} /": f'<{name} class="a" />' for name in SELF_CLOSED},
    **{name: f"<{name}>" for name in LEFT_OPEN},
    **{f"{name} in div": f'<div class="w"><{name}></div>' for name in ("iframe", "textarea", "xmp")},
    **{f"two {name}/": f"<{name}/><p>Between the two.</p><{name}/>" for name in ("iframe", "script", "textarea")},
    "iframe with attributes": '<iframe src="https://a.example/x?a=1&amp;b=2" width="1">',
    "iframe closed later": '<iframe src="a">',  # LATER adds another one at the end
    "title with words": "<title>A title that nobody closed\n",
    "title in head": "</div><title>Another title <meta name=a content=b>",
    "script with source": '<script src="a.js">\n',
    "script with code": "<script>var a = 1;\nfunction f() { return a < 2; }\n",
    "style with rules": "<style>.a { color: red }\n.b > p { margin: 0 }\n",
    "script, style and title": "<script src='a.js'/><style/><title/>",
    "option": "<select><option>One<option>Two",
    "optgroup": '<select><optgroup label="a"><option>One',
    "svg": "<svg><a>",
    "svg title": "<svg><title>",
    "svg desc": '<svg viewBox="0 0 1 1"><path d="M0 0"/><desc>',
    "svg foreignObject": "<svg><foreignObject>",
    "math": "<math><mtext>",
    "math annotation": '<math><annotation-xml encoding="text/html">',
    "comment": "<!-- menu ",
    "comment with tag": "<!-- <b>old</b> ",
    "comment, dashes": "<!-- end of menu -- >",
    "comment closed later": "<!-- begin ",
    "double quote": '<a href="/index.html>',
    "single quote": "<a href='/index.html>",
    "quote of a class": '<div class="box>',
    "cdata": "<![CDATA[ some words ]]>",
    "shadow root": "<x-card><template shadowrootmode=open>",
    "shadow root closed": '<x-card><template shadowrootmode="closed" id=a><p>In the shadow.</p></template></x-card>',
    "display none": '<div style="display:none">',
    "visibility hidden": '<div style="visibility: hidden">',
    "hidden": "<div hidden>",
    "escaped noscript": '<noscript>&lt;img src="a.png" alt="zzz picture"&gt;</noscript>',
    "escaped noscript, iframe": "<noscript>&lt;iframe src=a&gt;&lt;/iframe&gt;zzz&lt;/p&gt;</noscript>",
}

# What comes after the content, for swallowers that end late.
LATER = {
    "iframe closed later": "<iframe></iframe>",
    "comment closed later": "<!-- end --><p>Last words of the page.</p>",
}

WORDS = ("river stone winter market letter garden engine paper window bridge summer copper island "
         "teacher village harbour forest kitchen morning valley doctor station ladder music painter "
         "weather history library machine mountain").split()


def sentences(seed, count):
    """Sentences that no two seeds share."""
    out = []
    for i in range(count):
        picked = [WORDS[(seed * 7 + i * 11 + k * (k + seed)) % len(WORDS)] for k in range(13)]
        out.append(" ".join(picked).capitalize() + f" {seed} {i}.")
    return out


def paragraphs(seed):
    return "".join(f"<p>{' '.join(sentences(seed + i, 4))}</p>\n" for i in range(12))


def items(seed):
    rows = "".join(f"<li><b>{WORDS[i]}</b> {' '.join(sentences(seed + i, 3))}</li>\n" for i in range(10))
    return f"<h2>List</h2><ul>{rows}</ul>"


def sections(seed):
    return "".join(f"<section><h2>Part {i}</h2><p>{' '.join(sentences(seed + i, 5))}</p>"
                   f"<blockquote>{sentences(seed + 50 + i, 1)[0]}</blockquote></section>\n" for i in range(6))


def table(seed):
    rows = "".join(f"<tr><td>{i}</td><td>{' '.join(sentences(seed + i, 2))}</td></tr>\n" for i in range(15))
    return f"<p>{' '.join(sentences(seed + 90, 4))}</p><table>{rows}</table>"


def posts(seed):
    return "".join(f'<article class="post"><h3>Author {i}</h3><div>{" ".join(sentences(seed + i, 4))}<br>'
                   f"{' '.join(sentences(seed + 40 + i, 2))}</div></article>\n" for i in range(8))


SHAPES = [paragraphs, items, sections, table, posts]
HEADS = [
    '<!doctype html><html lang=en><head><meta charset=utf-8><title>{0}</title></head><body><div id=page>',
    '<html><head><title>{0}</title><script>var a = "<b>";</script><style>p{{margin:0}}</style></head>'
    '<body><nav><a href="/">Home</a> <a href="/a">About</a></nav><div class="main">',
    '<!DOCTYPE html><html><head><meta charset="utf-8"/><link rel="stylesheet" href="a.css"/><title>{0}</title>'
    '<script src="a.js"></script></head><body><div><img src="a.png" alt=""/><br/>',
    '<title>{0}</title><div>',
]
FOOT = '</div><footer><p>Copyright 2024</p></footer></body></html>\n'


def pages():
    """Twenty pages: (name, in front of the content, content, behind it)."""
    for number, (head, shape) in enumerate(itertools.product(HEADS, SHAPES)):
        content = f"<h1>Heading {number}</h1>" + shape(100 * number)
        yield f"{shape.__name__}-{number}", head.format(f"Page {number}"), content, FOOT
