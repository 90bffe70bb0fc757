"""Sites to review, written by us: a dozen of them, each with its own boilerplate,
and pages that say something else on every one. The same on every machine."""
import pathlib
import random
import struct
import zlib

NAMES = ["Harbour Gazette", "Garden Notes", "Bicycle Workshop", "Night Trains",
         "Bread and Rye", "Small Observatory", "River Choir", "Paper Models",
         "Chess on Friday", "Island Weather", "Old Radios", "Mountain Huts"]
SECTIONS = ["Home", "News", "Reports", "Archive", "People", "Calendar",
            "Letters", "Contact"]
WHO = ["The keeper of the lighthouse", "A group of pupils", "The old baker",
       "Our correspondent", "The workshop on the quay", "Everyone in the choir",
       "A visitor from the north", "The stationmaster", "The pilot of the ferry",
       "The woman who repairs clocks", "Nobody in the village"]
DID = ["counted the swallows under the roof", "painted the third door green",
       "measured the tide before sunrise", "wrote a letter to the town hall",
       "repaired the bell with a piece of rope", "sold the last loaf at noon",
       "found a map of the harbour in a drawer", "heard the train an hour late",
       "planted two rows of beans", "set the clock by the evening star"]
WHY = ["because the winter had been long", "although it rained all morning",
       "while the others were still at breakfast", "as they do every year",
       "and then asked for a cup of tea", "before anybody could object",
       "which surprised the visitors", "in spite of the wind from the east"]
HUES = [212, 140, 20, 260, 35, 230, 190, 330, 0, 200, 45, 160]

STYLE = """
body{margin:0;font:16px/1.55 Georgia,serif;color:#222;background:#f4f4f0}
header{background:hsl(%(hue)d 45%% 32%%);color:#fff;padding:18px 28px}
header b{font-size:26px} header span{opacity:.8;margin-left:12px}
nav.top{background:hsl(%(hue)d 40%% 25%%);padding:8px 28px}
nav.top a{color:#fff;margin-right:18px;font:14px sans-serif}
.columns{display:flex;gap:28px;padding:22px 28px;background:#fff}
aside{width:190px;font:14px/1.6 sans-serif} aside ul{padding-left:18px}
main{flex:1} h1{font-size:28px;line-height:1.2;margin:0 0 8px}
.by{color:#777;font:13px sans-serif}
.advert{border:1px solid #ccc;padding:10px;margin-top:16px;background:#fffbe8}
footer{padding:16px 28px;font:13px sans-serif;color:#666}
footer a{margin-right:14px}
"""


def sentence(luck):
    return f"{luck.choice(WHO)} {luck.choice(DID)} {luck.choice(WHY)}."


def paragraph(luck):
    return " ".join(sentence(luck) for _ in range(luck.randint(3, 5)))


def page(site, number, count, luck):
    name = NAMES[site]
    title = sentence(luck)[:-1].split(" because")[0].split(" although")[0]
    menu = "".join(f'<a href="{word.lower()}.html">{word}</a>'
                   for word in SECTIONS)
    recent = "".join(f'<li><a href="page{i}.html">Report {i + 1} of this '
                     f"season</a></li>" for i in range(min(count, 6)))
    body = "".join(f"<p>{paragraph(luck)}</p>" for _ in range(luck.randint(3, 5)))
    return f"""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{title} | {name}</title>
<link rel="stylesheet" href="look/site.css?v=3"></head>
<body><header><img src="look/logo.png" alt="A boat" width="32" height="32"> <b>{name}</b><span>since 19{20 + site}</span></header>
<nav class="top">{menu}</nav>
<div class="columns"><aside><h3>Recent</h3><ul>{recent}</ul>
<h3>Follow us</h3><ul><li><a href="#">By post</a></li><li><a href="#">By
pigeon</a></li></ul><div class="advert">Advertisement<br>Ropes, knots and
lanterns. Ask at the quay.</div></aside>
<main><h1>{title}</h1><p class="by">By the editors, {number + 1} May 2026,
<span class="name">{name.lower().replace(" ", "-")}/page{number}.html</span></p>
{body}<h2>What came of it</h2><p>{paragraph(luck)}</p></main></div>
<footer><a href="imprint.html">Imprint</a><a href="terms.html">Terms of use</a>
<a href="privacy.html">Privacy</a> Copyright {name}. All rights
reserved.</footer></body></html>
"""


def png(size, colour):
    """A square of one colour with a lighter half, as PNG."""
    def chunk(kind, body):
        return (struct.pack(">I", len(body)) + kind + body
                + struct.pack(">I", zlib.crc32(kind + body)))
    light = bytes(min(255, one + 90) for one in colour)
    row = b"\0" + bytes(colour) * (size // 2) + light * (size - size // 2)
    return (b"\x89PNG\r\n\x1a\n"
            + chunk(b"IHDR", struct.pack(">IIBBBBB", size, size, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(row * size)) + chunk(b"IEND", b""))


def write_look(folder, hue):
    """What lies beside the pages of a mirror: two sheets and an image."""
    folder.mkdir()
    (folder / "site.css").write_text('@import "base.css";\n' + STYLE % {"hue": hue})
    (folder / "base.css").write_text(
        "main h2{background:url(logo.png) no-repeat 0 50%;background-size:22px;"
        "padding-left:30px}\n")
    (folder / "logo.png").write_bytes(png(32, (hue % 200, 90, 140)))


def write(folder, sites=12, pages=8):
    """Write the sites below `folder`; returns their names in order."""
    names = []
    for site in range(sites):
        luck = random.Random(site)
        name = NAMES[site].lower().replace(" ", "-")
        names.append(name)
        place = pathlib.Path(folder, name)
        place.mkdir(parents=True)
        write_look(place / "look", HUES[site])
        for number in range(pages):
            text = page(site, number, pages, luck)
            (place / f"page{number}.html").write_text(text)
    return sorted(names)
