#!/usr/bin/env python3
"""The loadable module pith_sqlite in the sqlite3 command and in Python's sqlite3:
functions, the table of blocks, the tokenizer."""
import argparse
import json
import pathlib
import shutil
import sqlite3
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = ROOT / "examples/demo/page.html"
# Text of a page, what finds it, what does not.
WORDS = (
    ("Ёлки стоят на площадях", ["елка", "ёлка", "площадь", "ПЛОЩАДИ"], ["сосна"]),
    ("The houses were running", ["house", "run", "HOUSES run"], ["mouse"]),
    ("北京市民在图书馆", ["北京", "市民", "图书", "北"], ["京北"]),
    ("東京タワーへ行く", ["東京", "タワー"], ["京東"]),
    ("서울특별시 한국어", ["서울", "한국"], ["국한"]),
    ("ภาษาไทยง่าย", ["ภาษา", "ไทย"], ["จีน"]),
    ("ＡＢＣ １２３", ["abc", "123"], ["abcd"]),
    ("Cafe\u0301 na\u00efve", ["café", "naive OR naïve"], ["cafe\u0300"]),
)


def connect(module):
    base = sqlite3.connect(":memory:")
    base.enable_load_extension(True)
    base.load_extension(str(module))
    return base


def check_functions(base, pith):
    html = PAGE.read_bytes()
    for name, to in (("pith_text", "text"), ("pith_markdown", "md")):
        by_command = subprocess.run([pith, "-t", to, PAGE], check=True,
                                    capture_output=True, text=True).stdout
        got = base.execute(f"SELECT {name}(?)", (html,)).fetchone()[0]
        yield name, got == by_command
        as_text = base.execute(f"SELECT {name}(?)", (html.decode(),)).fetchone()[0]
        yield f"{name} of text", as_text == got
    record = json.loads(base.execute("SELECT pith_json(?)", (html,)).fetchone()[0])
    yield "pith_json", record["v"] == 1 and record["method"] == "auto" \
        and record["title"]
    other = base.execute("SELECT pith_text(?, 'dom')", (html,)).fetchone()[0]
    yield "a method", bool(other)
    yield "null", base.execute("SELECT pith_text(NULL)").fetchone()[0] is None
    yield "empty", base.execute("SELECT pith_text('')").fetchone()[0] == ""
    for bad in ("SELECT pith_text()", "SELECT pith_text(1, 'chain')",
                "SELECT pith_json('<p>a', 'nothing')",
                "SELECT * FROM pith_blocks('<p>a', 'chain')"):
        try:
            base.execute(bad).fetchall()
            yield bad, False
        except sqlite3.Error as error:
            yield bad, "pith" in str(error)


def check_blocks(base):
    html = PAGE.read_bytes()
    rows = base.execute("SELECT block, first, last, boilerplate, score, reason, words,"
                        " text FROM pith_blocks(?)", (html,)).fetchall()
    yield "blocks", len(rows) > 5 and [r[0] for r in rows] == list(range(len(rows)))
    yield "offsets", all(0 <= r[1] < r[2] <= len(html) for r in rows)
    yield "both labels", {r[3] for r in rows} == {0, 1}
    yield "scores", all(0 <= r[4] <= 1 and r[5] for r in rows)
    count = base.execute("SELECT count(*) FROM pith_blocks(?, 'sentence')",
                         (html,)).fetchone()[0]
    yield "blocks by a method", count == len(rows)
    yield "no page", base.execute("SELECT * FROM pith_blocks").fetchall() == []
    base.execute("CREATE TABLE page(html)")
    base.executemany("INSERT INTO page VALUES(?)", [(html,), ("<p>one",), (None,)])
    joined = base.execute("SELECT count(*) FROM page, pith_blocks(page.html)")
    yield "joined", joined.fetchone()[0] == len(rows) + 1


def check_tokenizer(base):
    base.execute("CREATE VIRTUAL TABLE t USING fts5(x, tokenize='pith')")
    for text, found, missed in WORDS:
        base.execute("DELETE FROM t")
        base.execute("INSERT INTO t VALUES(?)", (text,))

        def hits(query):
            star = "*" if len(query) == 1 else ""
            text = " ".join(w if w in ("OR", "AND") else f'"{w}"{star}'
                            for w in query.split())
            return base.execute("SELECT count(*) FROM t WHERE t MATCH ?",
                                (text,)).fetchone()[0]
        for query in found:
            yield f"{text}: {query}", hits(query) == 1
        for query in missed:
            yield f"{text}: not {query}", hits(query) == 0
    base.execute("CREATE VIRTUAL TABLE g USING fts5(x, tokenize='pith de')")
    base.execute("INSERT INTO g VALUES('Die Häuser der Stadt')")
    yield "german", base.execute("SELECT count(*) FROM g WHERE g MATCH 'Hauses'"
                                 ).fetchone()[0] == 1
    mark = base.execute("SELECT highlight(t, 0, '[', ']') FROM t WHERE t MATCH"
                        " '\"naïve\"'").fetchone()
    yield "highlight", mark and "[naïve]" in mark[0]
    try:
        base.execute("CREATE VIRTUAL TABLE b USING fts5(x, tokenize='pith xx')")
        yield "unknown language", False
    except sqlite3.Error:
        yield "unknown language", True
    for hostile in (b"\xff\xfe\x80abc\xc3", b"\xf0\x9f\x98" * 50, b"\x02\x1f\x1e\x1f",
                    "a\u0301\u0301\u0301".encode() * 100, b"x" * 100000,
                    "\u0e01\u0e34".encode() * 5000):
        base.execute("INSERT INTO t VALUES(CAST(? AS TEXT))", (hostile,))
    yield "hostile", base.execute("SELECT count(*) FROM t WHERE t MATCH 'abc'"
                                  ).fetchone()[0] == 1
    base.execute("INSERT INTO t(t) VALUES('integrity-check')")


def check_command(module):
    program = shutil.which("sqlite3")
    if not program:
        return
    done = subprocess.run(
        [program, ":memory:", f".load {module.with_suffix('')}",
         "SELECT pith_text('<nav><a href=/>Home</a></nav><article><p>Bread that "
         "rises twice is better than bread that rises once.</p></article>')"],
        capture_output=True, text=True)
    yield "sqlite3", done.returncode == 0 and "rises twice" in done.stdout \
        and "Home" not in done.stdout


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pith", type=pathlib.Path, required=True)
    pith = parser.parse_args().pith.resolve()
    module = pith.parent / "pith_sqlite.so"
    if not module.exists():
        print("extension: skipped, there is no pith_sqlite.so")
        return 77
    if not hasattr(sqlite3.Connection, "enable_load_extension"):
        other = "/usr/bin/python3"  # some builds of Python load no modules
        if pathlib.Path(other).exists() and sys.executable != other:
            return subprocess.run([other, *sys.argv]).returncode
        print("extension: skipped, this Python's sqlite3 loads no modules")
        return 77
    base = connect(module)
    passed = failed = 0
    for name, fine in (*check_functions(base, pith), *check_blocks(base),
                       *check_tokenizer(base), *check_command(module)):
        passed += bool(fine)
        failed += not fine
        if not fine:
            print(f"failed: {name}")
    base.close()
    print(f"extension: {passed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
