"""Pages made to hurt a parser. Each generator takes a size in bytes and gives
a page of about that size.

Most are a pattern written over and over; what is before and after it sets
the trap. Where the numbers must differ, the pattern is a function of its index.
"""


def repeat(pattern, before=b"", after=b""):
    """before, the pattern as often as fits, after."""
    def make(size):
        count = max(1, (size - len(before) - len(after)) // len(pattern))
        return before + pattern * count + after
    return make


def nest(opening, closing, middle=b"x"):
    """Opened as often as fits, then closed properly."""
    def make(size):
        count = max(1, size // (len(opening) + len(closing)))
        return opening * count + middle + closing * count
    return make


def numbered(pattern, before=b"", after=b""):
    """The pattern with %d, which counts up."""
    def make(size):
        parts, total, i = [before], len(before) + len(after), 0
        while total < size:
            part = pattern % i
            parts.append(part)
            total += len(part)
            i += 1
        return b"".join(parts) + after
    return make


def halves(first, second, before=b""):
    """Half of the page one pattern, half another."""
    def make(size):
        half = size // 2
        return before + first * (half // len(first)) \
            + second * (half // len(second))
    return make


def one_long(before, byte, after):
    """One enormous thing between two ends."""
    def make(size):
        return before + byte * max(1, (size - len(before) - len(after))
                                   // len(byte)) + after
    return make


def formatting_then(pattern, count=100):
    """Many open formatting elements, then something that opens them anew."""
    opening = b"".join(b"<b id=%d>" % i for i in range(count))
    return repeat(pattern, before=b"<p>" + opening)


SELECT = b"<select><button><selectedcontent></selectedcontent></button>"

GENERATORS = {
    # Nesting: open elements without an end.
    "nest div": repeat(b"<div>"),
    "nest div, closed": nest(b"<div>", b"</div>"),
    "nest ul li": repeat(b"<ul><li>"),
    "nest dl dd": repeat(b"<dl><dd>"),
    "nest b": repeat(b"<b>"),
    "nest font": repeat(b"<font>"),
    "nest font, differing": numbered(b"<font size=%d>"),
    "nest span, closed": nest(b"<span>", b"</span>"),
    "nest table": repeat(b"<table><tr><td>"),
    "nest table, no cells": repeat(b"<table>"),
    "nest svg": repeat(b"<svg>"),
    "nest svg g": repeat(b"<g>", before=b"<svg>"),
    "nest svg foreignObject": repeat(b"<svg><foreignObject>"),
    "nest math": repeat(b"<math><mi>"),
    "nest template": repeat(b"<template>"),
    "nest template table": repeat(b"<template><tr><td>"),
    "nest button": repeat(b"<button><p>"),
    "nest select": repeat(b"<select><option><div>"),
    "nest object": repeat(b"<object><p>"),
    "nest ruby": repeat(b"<ruby><rt>"),
    "nest frameset": repeat(b"<frameset>"),
    "nest unknown": numbered(b"<x-%d>"),
    "nest h1": repeat(b"<h1>"),
    "nest blockquote p": repeat(b"<blockquote><p>"),

    # The adoption agency and the list of active formatting elements.
    "adopt a p": repeat(b"<a><p>"),
    "adopt a p, differing": numbered(b"<a href=%d><p>"),
    "adopt b p, closed": repeat(b"<b><p></b>"),
    "adopt b div i": repeat(b"<b><div><i>", after=b"</b>" * 100),
    "adopt many ends": halves(b"<b><p>", b"</b>"),
    "adopt many ends, deep": halves(b"<i><div>", b"</i></b>"),
    "adopt nobr": repeat(b"<nobr><p>"),
    "adopt in table": repeat(b"<table><b><tr><td></b>"),
    "adopt a in table": repeat(b"<a><table><a>"),
    "adopt over cell": repeat(b"<b><table><td></b><p>x"),
    "adopt font and p": repeat(b"<font><p></font>x"),
    "adopt marquee": repeat(b"<b><marquee></b>"),
    "reopen in every p": formatting_then(b"<p>x"),
    "reopen in every div": formatting_then(b"</div><div>x"),
    "reopen in every cell": formatting_then(
        b"<table><td>x</table>"),

    # Foster parents: what does not belong in a table goes before it.
    "foster text": repeat(b"x<tr>", before=b"<table>"),
    "foster elements": repeat(b"<div>x</div>", before=b"<table>"),
    "foster nested": repeat(b"<table>x<div>"),
    "foster links": repeat(b"<a href=x>y", before=b"<table><tr>"),
    "foster white space": repeat(b" <tr> x", before=b"<table>"),

    # Elements that other elements copy or merge into.
    "select, every option selected": repeat(b"<option selected>x",
                                            before=SELECT),
    "select, rich options": repeat(b"<option selected><b>x</b><i>y</i>",
                                   before=SELECT),
    "select, many": repeat(SELECT + b"<option>x</select>"),
    "html with attributes": numbered(b"<html a%d=x>"),
    "body with attributes": numbered(b"<body a%d=x>"),

    # Attributes.
    "attributes, all different": numbered(b" a%d=x", before=b"<p", after=b">"),
    "attributes, all the same": repeat(b" a=x", before=b"<p", after=b">"),
    "attributes without value": numbered(b" a%d", before=b"<p", after=b">"),
    "attributes on every tag": repeat(
        b"<p " + b" ".join(b"a%d=x" % i for i in range(300)) + b">"),
    "attribute, one value": one_long(b'<p a="', b"x", b'">'),
    "attribute, one name": one_long(b"<p ", b"x", b">"),
    "attribute, classes": repeat(b"c1 ", before=b'<p class="', after=b'">'),
    "attribute, references": repeat(b"&amp;", before=b'<p a="', after=b'">'),
    "attribute, no closing quote": repeat(b"<a b='"),
    "attribute, quotes": repeat(b'"', before=b"<p "),
    "attribute, equal signs": repeat(b"=", before=b"<p "),
    "attribute, slashes": repeat(b"/", before=b"<p "),

    # Runs of one thing.
    "run of <": repeat(b"<"),
    "run of </": repeat(b"</"),
    "run of <!": repeat(b"<!"),
    "run of <?": repeat(b"<?"),
    "run of &": repeat(b"&"),
    "run of &#": repeat(b"&#"),
    "run of &#x": repeat(b"&#x"),
    "run of &amp": repeat(b"&amp"),
    "run of &notit;": repeat(b"&notit;"),
    "run of long references": repeat(b"&CounterClockwiseContourIntegra"),
    "reference, digits": one_long(b"&#", b"1", b";"),
    "run of blanks": repeat(b" "),
    "run of NUL": repeat(b"\0"),
    "run of CR": repeat(b"\r"),
    "run of CR LF": repeat(b"\r\n"),
    "run of U+FFFD": repeat(b"\xef\xbf\xbd"),
    "run of 0x80": repeat(b"\x80"),
    "run of 0xFF": repeat(b"\xff"),
    "run of all high bytes": repeat(bytes(range(0x80, 0x100))),
    "run of p": repeat(b"<p>"),
    "run of br": repeat(b"<br>"),
    "run of /p": repeat(b"</p>"),
    "run of /br": repeat(b"</br>"),
    "run of links": numbered(b"<a href=%d>x</a> "),
    "run of rows": repeat(b"<tr><td>x<td>y", before=b"<table>"),
    "run of meta": repeat(b"<meta charset=x>"),
    "run of doctypes": repeat(b"<!doctype x>"),

    # Things that do not end.
    "comment of dashes": repeat(b"-", before=b"<!--"),
    "comment, nearly closed": repeat(b"--!", before=b"<!--"),
    "comment in comment": repeat(b"<!--"),
    "comment, bogus": repeat(b"<!x"),
    "doctype, one name": one_long(b"<!doctype ", b"x", b""),
    "doctype, identifiers": repeat(b'"x" ', before=b"<!doctype x public "),
    "tag, one name": one_long(b"<", b"x", b""),
    "cdata, nearly closed": repeat(b"]]", before=b"<svg><![CDATA["),
    "cdata, many": repeat(b"<![CDATA[x]]>", before=b"<svg>"),
    "title, nearly closed": repeat(b"</titl", before=b"<title>"),
    "textarea, nearly closed": repeat(b"</textareb>", before=b"<textarea>"),
    "script, nearly closed": repeat(b"</scrip", before=b"<script>"),
    "script, escaped": repeat(b"<!--<script>", before=b"<script>"),
    "script, escaped and closed": repeat(b"<!--<script></script>-->",
                                         before=b"<script>"),
    "script, many": repeat(b"<script></script>"),
    "style, many": repeat(b"<style></style>"),
    "plaintext": repeat(b"</plaintext>", before=b"<plaintext>"),
    "noscript": repeat(b"<noscript><p>"),

    # Encodings whose way back to the bytes is not the identity.
    "windows-1251": repeat(b"<p>\xcf\xf0\xe8",
                           before=b"<meta charset=windows-1251>"),
    "gb18030": repeat(b"<p>\xc4\xe3\x81\x30\x81\x30",
                      before=b"<meta charset=gb18030>"),
    "gb18030, broken": repeat(b"\x81\x30\x81", before=b"<meta charset=gbk>"),
    "shift_jis": repeat(b"<p>\x93\xfa", before=b"<meta charset=shift_jis>"),
    "iso-2022-jp, escapes": repeat(b"\x1b$B\x1b(B",
                                   before=b"<meta charset=iso-2022-jp>"),
    "iso-2022-jp": repeat(b"<p>\x1b$BF|\x1b(B",
                          before=b"<meta charset=iso-2022-jp>"),
    "utf-16": repeat("<p>\u65e5".encode("utf-16le"), before=b"\xff\xfe"),
    "utf-8, broken": repeat(b"<p>\xe3\x81<p>\xe3\x81\x82"),
    "utf-8, late meta": repeat(
        b"<p>\xcf\xf0\xe8", before=b" " * 1100 + b"<meta charset=koi8-r>"),
}
