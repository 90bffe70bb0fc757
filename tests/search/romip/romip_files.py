"""Files of ROMIP with the damage that real ones have (ecosystem of 2003-2008).

Each part is (name, bytes, ids of the documents that are whole in it, how many
are lost). `write_all` puts them, the tasks and the table into a folder.
"""
import base64
import bz2
import gzip
import textwrap

import romip_pages

OPEN = ('<?xml version="1.0" encoding="windows-1251"?>\n<romip:dataset '
        'xmlns:romip="http://www.romip.ru/data/common" collectionId="watch">\n')
CLOSE = "</romip:dataset>\n"
HEADER = ("<collection><collectionID>watch</collectionID>"
          "<date>2007-01-01</date></collection>\n")


def packed(data):
    return base64.b64encode(data).decode()


def wrapped(data):
    return "\n" + "\n".join(textwrap.wrap(packed(data), 76)) + "\n"


def url(name):
    return f"http://watch.narod.ru/{name}.html?a=1&b=2"


def document(number, name, address=None, content=None, end=True, prefix=""):
    address = packed(url(name).encode()) if address is None else address
    content = wrapped(romip_pages.raw(name)) if content is None else content
    tail = f"</{prefix}document>\n" if end else "\n"
    return (f"<{prefix}document>\n <{prefix}docID>{number}</{prefix}docID>\n"
            f" <{prefix}docURL>{address}</{prefix}docURL>\n"
            f' <{prefix}content encoding="base64">{content}'
            f"</{prefix}content>\n{tail}")


def text(*pieces):
    return "".join(pieces).encode("cp1251")


def parts():
    """As the real parts: whole, plain addresses, no end, cut, corrupt."""
    whole = text(OPEN, HEADER, document(1, "index"), document(2, "history"),
                 CLOSE)
    plain = text(OPEN, document(3, "repair", address=url("repair")),
                 document(4, "towers", address=url("towers"), prefix="romip:",
                          content=packed(romip_pages.raw("towers"))),
                 CLOSE)
    no_end = text(OPEN, document(5, "prices", end=False),
                  document(6, "contacts", end=False))
    cut = text(OPEN, document(7, "index"), document(8, "history"))
    cut = cut[:cut.rindex(b"</content>") - 40]
    last = text(OPEN, document(9, "repair"), CLOSE)
    return [("watch.xml.1", whole, ["1", "2"], 0),
            ("watch.xml.2", plain, ["3", "4"], 0),
            ("watch.xml.3.bz2", bz2.compress(no_end), ["5", "6"], 0),
            ("watch.xml.4", cut, ["7"], 1),
            ("watch.xml.5.gz", gzip.compress(last), ["9"], 0)]


def broken_parts():
    """Packed files that break: the documents before that are whole."""
    names = romip_pages.NAMES
    many = text(OPEN, *(document(100 + i, names[i % len(names)])
                        for i in range(400)), CLOSE)
    short = gzip.compress(many, 1)
    flipped = bytearray(bz2.compress(many, 1))
    flipped[len(flipped) * 3 // 4] ^= 0x55
    return [("short.xml.gz", short[:len(short) // 2]),
            ("flipped.xml.bz2", bytes(flipped))]


TASKS = [("arw1", "ремонт часов"), ("arw2", "улица Каменный мост"),
         ("arw3", "башенные часы & гири"), ("arw4", "история мастерской")]
RELEVANT = [("arw1", "3", "vital"), ("arw1", "1", "relevant-minus"),
            ("arw1", "5", "notrelevant"), ("arw2", "6", "vital"),
            ("arw2", "5", "relevant-minus"), ("arw3", "4", "relevant-plus"),
            ("arw4", "2", "vital")]


def tasks():
    rows = "".join(f'<task id="{name}">\n<querytext>'
                   + words.replace("&", "&amp;") + "</querytext></task>\n"
                   for name, words in TASKS)
    return ('<?xml version="1.0" encoding="windows-1251"?>\n'
            '<r:task-set xmlns:r="http://www.romip.ru/common/tasks">\n'
            f"{rows}</r:task-set>\n").encode("cp1251")


def table():
    rows = ""
    for task, _ in TASKS:
        inside = "".join(f'<document id="{i}" relevance="{level}"/>'
                         for t, i, level in RELEVANT if t == task)
        rows += f'<task id="{task}">{inside}</task>\n'
    return ('<?xml version="1.0" encoding="windows-1251"?>\n'
            '<taskDocumentMatrix xmlns="http://www.romip.ru/common/'
            f'merged-results" type="or (relevant-minus)">\n{rows}'
            "</taskDocumentMatrix>\n").encode("cp1251")


def write_all(folder):
    for name, data, _, _ in parts():
        (folder / name).write_bytes(data)
    (folder / "web2007_adhoc.xml").write_bytes(tasks())
    (folder / "or_relevant-minus_table.xml").write_bytes(table())
