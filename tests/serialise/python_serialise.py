"""Pages through a Python parser and back to HTML.

In: a file of JSON lines with `id` and `html`, and the name of a serialiser. Out:
the same lines with what the serialiser wrote. Run by run_serialise.py with the
Python that has the packages.

Usage: python_serialise.py NAME PAGES OUT
"""
import json
import sys


def lxml_html(html):
    from lxml import html as parser
    return parser.tostring(parser.document_fromstring(html.encode(), parser=parser.HTMLParser(encoding="utf-8")),
                           encoding="unicode", method="html")


def lxml_xml(html):
    from lxml import etree
    tree = etree.fromstring(html.encode(), etree.HTMLParser(encoding="utf-8"))
    return etree.tostring(tree, encoding="unicode", method="xml")


def soup(html, parser):
    from bs4 import BeautifulSoup
    return str(BeautifulSoup(html, parser))


def soup_lxml(html):
    return soup(html, "lxml")


def soup_python(html):
    return soup(html, "html.parser")


def html5lib_html(html):
    import html5lib
    return html5lib.serialize(html5lib.parse(html), quote_attr_values="legacy", omit_optional_tags=True)


def main():
    name, pages, out = sys.argv[1:]
    sys.setrecursionlimit(20000)
    write = globals()[name]
    with open(pages, encoding="utf-8") as lines, open(out, "w", encoding="utf-8") as done:
        for line in lines:
            page = json.loads(line)
            try:
                page["html"] = write(page["html"])
            except Exception as error:  # a serialiser's failure is not ours
                page["html"] = None
                print(f"{name}: {page['id']}: {type(error).__name__}", file=sys.stderr)
            done.write(json.dumps(page) + "\n")


if __name__ == "__main__":
    main()
