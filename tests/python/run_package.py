#!/usr/bin/env python3
"""The Python package: what it takes, what it gives, what it refuses.

    run_package.py --pith PROGRAM --module DIR

# threads: extracts pages in many threads
"""
import ctypes
import doctest
import gc
import gzip
import importlib
import mmap
import pathlib
import pickle
import subprocess
import sys
import tempfile
import threading
import unittest

import python_module

sys.path.insert(0, str(python_module.ROOT / "tests/site"))
import model_file  # noqa: E402

ARGS = python_module.arguments(__doc__)
import pith  # noqa: E402: the path is set first
import pith.arrow  # noqa: E402
import pith.compat.readability  # noqa: E402
import pith.compat.trafilatura  # noqa: E402

ROOT = python_module.ROOT
DEMO = (ROOT / "examples/demo/page.html").read_bytes()
SITE = [path.read_bytes() for path in sorted((ROOT / "examples/site").glob("*.html"))]
RUSSIAN = ("<meta charset=windows-1251><nav><a href=/>Главная</a></nav>"
           "<p>Дождь шёл весь день, и к вечеру река поднялась до моста.</p>").encode("cp1251")


class Inputs(unittest.TestCase):
    def test_same_text_from_every_type(self):
        expected = pith.extract(DEMO).text
        for given in (DEMO.decode(), bytearray(DEMO), memoryview(DEMO), memoryview(bytearray(DEMO)),
                      (ctypes.c_char * len(DEMO)).from_buffer_copy(DEMO), pith.Page(DEMO)):
            self.assertEqual(pith.extract(given).text, expected, type(given))

    def test_mmap(self):
        with tempfile.TemporaryFile() as file:
            file.write(DEMO)
            file.flush()
            view = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
            result = pith.extract(view)
            with self.assertRaises(BufferError):
                view.close()
            self.assertEqual(result.text, pith.extract(DEMO).text)
            del result
            view.close()

    def test_pinned_while_it_lives(self):
        data = bytearray(DEMO)
        page = pith.Page(data)
        with self.assertRaises(BufferError):
            data.clear()
        result = page.extract()
        del page
        with self.assertRaises(BufferError):
            data.extend(b"x")
        del result
        data.clear()

    def test_freed_source(self):
        results = [pith.extract(bytes(DEMO)) for _ in range(50)]
        gc.collect()
        self.assertEqual({result.markdown() for result in results}, {pith.extract(DEMO).markdown()})

    def test_refused(self):
        for bad in (None, 5, [], object(), {}, memoryview(bytes(64))[::2]):
            with self.assertRaises((TypeError, BufferError)):
                pith.extract(bad)
        with self.assertRaises(TypeError):
            pith.extract()
        with self.assertRaises(TypeError):
            pith.extract(DEMO, DEMO)

    def test_empty_and_odd(self):
        for given in (b"", "", bytearray(), "\ud800<p>A lone surrogate in a sentence.", b"\0" * 100, b"\xff\xfe"):
            self.assertIsInstance(pith.extract(given).text, str)

    def test_buffer_that_lies(self):
        class Liar:
            def __buffer__(self, flags):
                raise RuntimeError("no buffer today")
        with self.assertRaises((RuntimeError, TypeError)):
            pith.extract(Liar())

    def test_encoding(self):
        result = pith.extract(RUSSIAN)
        self.assertEqual(result.encoding, "windows-1251")
        self.assertIn("Дождь", result.text)
        self.assertIn("Дождь", result.html())
        self.assertIn("Дождь".encode("cp1251"), result.render("marked"))
        self.assertIn("Дождь", result.marked())
        self.assertIn("Дождь", pith.extract(RUSSIAN, encoding="cp1251").text)
        with self.assertRaises(ValueError):
            pith.extract("text", encoding="cp1251")


class Options(unittest.TestCase):
    def test_types_name_options_that_exist(self):
        declared = {name.replace("_", "-") for name in pith.Options.__annotations__} - {"to", "limits"}
        self.assertLessEqual(declared, set(pith.option_names()))
        if missing := set(pith.option_names()) - declared:
            print(f"python: bindings/python/pith/_options.py has no type for {missing}")

    def test_bad_values(self):
        for options, wanted in (({"method": "magic"}, "choose auto"), ({"balance": "x"}, "balanced"),
                                ({"encoding": "klingon"}, "WHATWG"), ({"max_bytes": "x"}, "20M"),
                                ({"max_bytes": -1}, "20M"), ({"to": "docx"}, "formats()"),
                                ({"url": "a\0b"}, "NUL"), ({"links": "maybe"}, "true or false"),
                                ({"method": "chain"}, "a site takes")):
            with self.assertRaisesRegex(ValueError, wanted.replace("(", r"\(").replace(")", r"\)")):
                pith.extract(DEMO, **options)
        for options in ({"nonsense": 1}, {"links": 1.5}, {"limits": 3}, {"x" * 300: 1}, {"url": b"u"}):
            with self.assertRaises(TypeError):
                pith.extract(DEMO, **options)

    def test_none_is_the_default(self):
        self.assertEqual(pith.extract(DEMO, method=None, to=None, limits=None).text, pith.extract(DEMO).text)

    def test_limits(self):
        with self.assertRaises(pith.LimitError):
            pith.extract(DEMO, limits=pith.Limits(max_bytes=10))
        with self.assertRaises(pith.LimitError):
            pith.extract(DEMO, max_bytes=10)
        self.assertIn("limit-hit", pith.extract(DEMO, limits=pith.Limits(max_nodes=20)).warnings)

    def test_strings_outlive_the_call(self):
        def make():
            url = "https://example.org/" + "a" * 50 + "/page"
            return pith.extract(b"<p>See <a href=b>the other page</a> for the long story of it.", url=url)
        results = [make() for _ in range(20)]
        gc.collect()
        self.assertTrue(all("/" + "a" * 50 + "/b" in result.markdown() for result in results))


class Results(unittest.TestCase):
    def test_frozen(self):
        result = pith.extract(DEMO)
        for name in ("text", "title", "new"):
            with self.assertRaises(AttributeError):
                setattr(result, name, 1)
        for make in (pith.Result, pith.OpenSite, pith._core.Result, pith._core.Page):
            with self.assertRaises(TypeError):
                make()

    def test_results_of_one_page_do_not_mix(self):
        page = pith.Page(DEMO)
        strict, loose = page.extract(method="sentence"), page.extract(balance="recall")
        expected = [pith.extract(DEMO, method="sentence").record(), pith.extract(DEMO, balance="recall").record()]
        for _ in range(3):
            self.assertEqual([strict.record(), loose.record()], expected)
            page.release()
        self.assertEqual(strict.spans, pith.extract(DEMO, method="sentence").spans)

    def test_spans_and_blocks(self):
        result = pith.extract(DEMO)
        record = result.record()
        self.assertEqual([[span.start, span.end, span.label, span.reason] for span in result.spans],
                         [[span["from"], span["to"], span["label"], span["reason"]] for span in record["spans"]])
        self.assertTrue(any(block.kept for block in result.blocks))
        self.assertTrue(any(not block.kept and block.reason for block in result.blocks))
        self.assertEqual(result.title, record["title"])
        self.assertEqual(result.text, record["text"])
        self.assertAlmostEqual(result.confidence, record["confidence"], 2)
        self.assertEqual(result.page_type, record["page_type"])

    def test_notebook(self):
        shown = pith.extract(b"<title>&lt;script></title><nav><a href=/>Home</a></nav>"
                             b"<p>A sentence with &lt;script>alert(1)&lt;/script> inside of it.")._repr_html_()
        self.assertNotIn("<script>", shown)
        self.assertIn("background", shown)

    def test_pickle(self):
        site = learnt()
        for result in (pith.extract(DEMO, to="md", url="https://example.org/"),
                       pith.extract(bytearray(RUSSIAN)), site.open().extract(SITE[0])):
            again = pickle.loads(pickle.dumps(result))
            self.assertEqual(bytes(again), bytes(result))
            self.assertEqual(again.record(), result.record())
        page = pickle.loads(pickle.dumps(pith.Page(DEMO)))
        self.assertEqual(page.extract().text, pith.extract(DEMO).text)


def learnt(pages=None):
    site = pith.Site()
    for page in pages or SITE:
        site.add(page)
    return site


class Sites(unittest.TestCase):
    def test_order_and_parts_do_not_matter(self):
        first, second = learnt(SITE[:4]), learnt(SITE[3:])
        first.merge(second)
        self.assertEqual(first, learnt(SITE[::-1]))
        self.assertEqual(bytes(first), bytes(learnt()))
        self.assertNotEqual(first, second)
        self.assertNotEqual(first, "a site")
        first.merge(first)
        self.assertEqual(first, learnt())

    def test_same_file_as_the_command(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "model.pith"
            subprocess.run([ARGS.pith, "learn", "-q", ROOT / "examples/site", "-o", path], check=True)
            self.assertEqual(path.read_bytes(), bytes(learnt()))
            self.assertEqual(pith.Site.load(path), learnt())
            subprocess.run([ARGS.pith, "apply", "-q", "-s", path, "-t", "text", ROOT / "examples/site",
                            "-o", folder], check=True)
            opened = pith.Site.load(path).open()
            for page in (ROOT / "examples/site").glob("*.html"):
                written = pathlib.Path(folder) / f"{page.name}.txt"
                self.assertEqual(written.read_bytes(), opened.extract(page.read_bytes()).render("text"))

    def test_pickle_bytes_and_open(self):
        site = learnt()
        self.assertEqual(pickle.loads(pickle.dumps(site)), site)
        opened = site.open()
        site.add(DEMO)  # an opened copy does not hinder learning
        self.assertEqual(opened.pages, site.pages - 1)
        result = pickle.loads(pickle.dumps(opened)).extract(SITE[0])
        self.assertEqual(result.text, opened.extract(SITE[0]).text)
        self.assertEqual(result.site_facts.words, opened.extract(SITE[0]).site_facts.words)
        with self.assertRaises(TypeError):
            hash(site)

    def test_damaged(self):
        data = bytes(learnt())
        for bad in (b"", b"x", data[:-1], data[:50] + b"\0" + data[51:]):
            with self.assertRaises(pith.ModelError):
                pith.Site.from_bytes(bad)
        with self.assertRaises(TypeError):
            learnt().merge("x")
        with self.assertRaises(ValueError):
            pith.Site(most_pages=100000)

    def test_other_revisions_and_options(self):
        for wrong in model_file.other_revisions(bytes(learnt())):
            with self.assertRaisesRegex(pith.ModelError, "another revision of pith; learn it anew"):
                pith.Site.from_bytes(wrong)
        site, other = learnt(), pith.Site()
        other.add(DEMO, max_depth=100)
        for refused in (lambda: site.merge(other), lambda: other.merge(site), lambda: site.add(DEMO, max_depth=100),
                        lambda: site.open().extract(SITE[0], max_depth=100)):
            with self.assertRaisesRegex(pith.ModelError, "other parse options .* use the same ones"):
                refused()
        self.assertEqual(site, learnt())
        site.add(DEMO, max_bytes=1000000, transport_encoding="utf-8")  # these change no tree

    def test_names(self):
        site, other = pith.Site(key="a.example"), pith.Site(key="b.example")
        self.assertEqual((site.key, pith.Site().key, site.revision), ("a.example", "", other.revision))
        site.merge(pith.Site())
        self.assertEqual(pith.Site.from_bytes(bytes(site)).key, "a.example")
        site.merge(other)
        self.assertEqual(site.key, "*")

    def test_chain_by_site(self):
        self.assertTrue(learnt().open().extract(SITE[0], method="chain").text)
        with self.assertRaises(ValueError):
            learnt().open().extract(SITE[0], method="layer")


class Many(unittest.TestCase):
    def test_same_for_any_number_of_threads(self):
        pages = (SITE + [DEMO, RUSSIAN]) * 12
        expected = [pith.extract(page).text for page in pages]
        for threads in (1, 2, 5):
            self.assertEqual([result.text for result in pith.extract_many(pages, threads=threads)], expected)
        self.assertEqual(sorted(result.text for result in pith.extract_many(pages, ordered=False)),
                         sorted(expected))

    def test_bad_pages_are_errors_in_their_place(self):
        pages = [DEMO, None, {"html": DEMO, "method": "magic"}, {"url": "u"}, b"x" * 200, DEMO]
        found = list(pith.extract_many(pages, max_bytes=len(DEMO)))
        self.assertEqual([isinstance(item, pith.PageError) for item in found],
                         [False, True, True, True, False, False])
        self.assertEqual(found[1].index, 1)
        self.assertIsInstance(found[1].error, TypeError)

    def test_a_bad_option_is_refused_at_once(self):
        for options in ({"nonsense": 1}, {"method": "magic"}, {"threads": -1}):
            with self.assertRaises((TypeError, ValueError)):
                pith.extract_many([DEMO], **options)

    def test_reads_no_more_than_a_little_ahead(self):
        taken = []
        pages = (taken.append(n) or SITE[0] for n in range(10000))
        results = pith.extract_many(pages, threads=2)
        next(results)
        results.close()
        self.assertLess(len(taken), 200)

    def test_a_failing_source_ends_it(self):
        def pages():
            yield DEMO
            raise KeyError("no more")
        with self.assertRaises(KeyError):
            list(pith.extract_many(pages()))

    def test_one_page_in_many_threads(self):
        page, wrong = pith.Page(DEMO), []
        results = [page.extract(method=method) for method in ("auto", "sentence", "dom")]
        expected = [(result.render("json"), result.render("md")) for result in results]

        def work(turn):
            for i in range(60):
                which = (turn + i) % 3
                fresh = page.extract(method=results[which].method)
                if (fresh.render("json"), fresh.render("md")) != expected[which]:
                    wrong.append(which)
                if i % 7 == 0:
                    page.release()
        threads = [threading.Thread(target=work, args=(turn,)) for turn in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(wrong, [])

    def test_a_site_in_many_threads(self):
        site, opened = pith.Site(), learnt().open()
        threads = [threading.Thread(target=lambda: [site.add(page) for page in SITE]) for _ in range(4)]
        for thread in threads:
            thread.start()
        found = [result.text for result in pith.extract_many(SITE * 8, threads=4, site=opened)]
        for thread in threads:
            thread.join()
        self.assertEqual(site, learnt())
        self.assertEqual(found, [opened.extract(page).text for page in SITE] * 8)


class Columns:
    """A record batch by the capsules alone."""

    def __init__(self, **columns):
        self.columns = [(name, True, values) for name, values in columns.items()]

    def __arrow_c_array__(self, requested_schema=None):
        return pith._core.arrow_write(self.columns)


class Arrow(unittest.TestCase):
    def test_batch_in_and_out(self):
        pages = [DEMO.decode(), None, "<p>It rained all day in the hills.</p>", ""] * 20
        batch = pith.arrow.extract_batch(Columns(html=pages, url=["https://example.org/"] * 80))
        again = batch.__arrow_c_array__()
        self.assertEqual(pith._core.arrow_read(*again, "text"), batch["text"])
        self.assertEqual(batch["text"][0], pith.extract(DEMO).text)
        self.assertEqual([batch["error"][0], batch["text"][1]], [None, None])
        self.assertIn("not", batch["error"][1])
        self.assertIsNone(pith._core.arrow_read(*again, "no such column"))

    def test_refused(self):
        for columns in ([("a", True, [1])], [("a", False, ["x"])], [("a", True)], [5], 5):
            with self.assertRaises(TypeError):
                pith._core.arrow_write(columns)
        with self.assertRaises(KeyError):
            pith.arrow.extract_batch(Columns(other=["x"]))
        with self.assertRaises(ValueError):
            pith._core.arrow_read(5, 5, "x")
        numbers = pith._core.arrow_write([("html", False, [1.0])])
        with self.assertRaises(TypeError):
            pith._core.arrow_read(*numbers, "html")


class Compat(unittest.TestCase):
    def test_trafilatura(self):
        shim = pith.compat.trafilatura
        self.assertEqual(shim.extract(DEMO), pith.extract(DEMO, comments=True).text.rstrip("\n"))
        self.assertIsNone(shim.extract(b""))
        self.assertIsNone(shim.extract(DEMO, target_language="fr"))
        self.assertIn("# Bread", shim.extract(DEMO, output_format="markdown"))
        self.assertEqual(shim.bare_extraction(DEMO, as_dict=True)["title"], "Bread that rises twice")
        self.assertEqual(shim.extract_metadata(DEMO).title, "Bread that rises twice")
        with self.assertRaises(ValueError):
            shim.extract(DEMO, output_format="csv")

    def test_readability(self):
        document = pith.compat.readability.Document(RUSSIAN)
        self.assertIn("Дождь", document.summary())
        self.assertTrue(pith.compat.readability.Document(DEMO).summary(True).startswith("<div>"))
        self.assertEqual(pith.compat.readability.Document(DEMO).short_title(), "Bread that rises twice")
        with self.assertRaises(pith.compat.readability.Unparseable):
            pith.compat.readability.Document(None).summary()


def archive(pages, packed):
    """A WARC of responses, a member a record."""
    made = b""
    for number, page in enumerate(pages):
        http = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n" + page
        head = (f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: https://example.org/{number}\r\n"
                f"WARC-Date: 2026-11-16T10:00:00Z\r\nWARC-Record-ID: <urn:uuid:{number}>\r\n"
                f"Content-Type: application/http; msgtype=response\r\nContent-Length: {len(http)}\r\n\r\n")
        record = head.encode() + http + b"\r\n\r\n"
        made += gzip.compress(record) if packed else record
    return made


class Warc(unittest.TestCase):
    def test_records(self):
        for packed in (False, True):
            data = archive(SITE, packed)
            records = list(pith.warc(data))
            self.assertEqual([record.payload for record in records], SITE)
            self.assertEqual(records[1].url, "https://example.org/1")
            self.assertEqual((records[0].charset, records[0].status, records[0].is_html), ("utf-8", 200, True))
            self.assertEqual([record.extract().text for record in records], [pith.extract(page).text for page in SITE])
            texts = [found.text for found in pith.extract_many(record.page for record in pith.warc(data))]
            self.assertEqual(texts, [pith.extract(page).text for page in SITE])
            with tempfile.NamedTemporaryFile() as file:
                file.write(data)
                file.flush()
                self.assertEqual([record.offset for record in pith.warc(file.name)],
                                 [record.offset for record in records])

    def test_damage(self):
        data = bytearray(archive(SITE, True))
        middle = [record.offset for record in pith.warc(bytes(data))][2]
        data[middle + 40] ^= 0xff
        found = list(pith.warc(bytes(data)))
        self.assertTrue(any(record.damage for record in found))
        self.assertEqual(len([record for record in pith.warc(bytes(data), on_error="skip")
                              if not record.damage]), len(SITE) - 1)
        with self.assertRaises(pith.PithError):
            list(pith.warc(bytes(data), on_error="raise"))

    def test_refused(self):
        with self.assertRaises(FileNotFoundError):
            pith.warc("/no/such/file.warc")
        with self.assertRaises(pith.PithError):
            pith.warc(b"<p>no archive")
        with self.assertRaises(ValueError):
            pith.warc(archive(SITE, False), types=["nonsense"])
        with self.assertRaises(TypeError):
            pith.warc(5)
        self.assertEqual(list(pith.warc(archive(SITE, False), types=["request"])), [])

    def test_shared_by_threads(self):
        reader, found = pith._core.warc_open(archive(SITE * 20, True), ["response"], 0, False, False), []
        threads = [threading.Thread(target=lambda: found.extend(reader)) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(len(found), len(SITE) * 20)


class Command(unittest.TestCase):
    def test_python_m_pith(self):
        command = [sys.executable, "-m", "pith", "--to", "md", ROOT / "examples/demo/page.html"]
        environment = {"PYTHONPATH": str(ARGS.module), "PITH": str(ARGS.pith.resolve())}
        done = subprocess.run(command, env=environment, capture_output=True, check=False)
        self.assertEqual(done.stdout, pith.extract(DEMO).render("md"))
        self.assertEqual(subprocess.run([*command[:3], "--nonsense"], env=environment,
                                        capture_output=True, check=False).returncode, 2)


def load_tests(loader, tests, pattern):
    """The examples of every docstring."""
    names = ["pith", "pith._result", "pith._many", "pith._site", "pith._warc", "pith.arrow", "pith.compat.trafilatura",
             "pith.compat.readability"]
    for name in names:
        tests.addTest(doctest.DocTestSuite(importlib.import_module(name), extraglobs={"pith": pith}))
    return tests


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
