"""The cases of run_integrations.py, one a process: integration_cases.py MODULE CASE"""
import io
import pathlib
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [sys.argv[1], str(ROOT / "integrations")]
import pith  # noqa: E402

PAGES = [path.read_bytes() for path in sorted((ROOT / "examples/site").glob("*.html"))]
TEXTS = [pith.extract(page).text for page in PAGES]
MARKDOWN = [str(pith.extract(page, to="md")).strip() for page in PAGES]


def write_warc(path):
    from warcio.statusandheaders import StatusAndHeaders
    from warcio.warcwriter import WARCWriter
    with open(path, "wb") as file:
        writer = WARCWriter(file, gzip=True)
        for number, page in enumerate(PAGES):
            head = StatusAndHeaders("200 OK", [("Content-Type", "text/html; charset=utf-8")], protocol="HTTP/1.0")
            writer.write_record(writer.create_warc_record(
                f"https://example.org/{number}", "response", payload=io.BytesIO(page), http_headers=head))


def case_datatrove():
    from datatrove.data import Document
    from pith_datatrove import PithExtractor, PithWarcReader
    step = PithExtractor()
    documents = [Document(text=page.decode(), id=str(number)) for number, page in enumerate(PAGES)]
    assert [doc.text for doc in step.run(iter(documents))] == [text.rstrip("\n") for text in TEXTS]
    with tempfile.TemporaryDirectory() as folder:
        write_warc(pathlib.Path(folder) / "crawl.warc.gz")
        found = list(PithExtractor(method="auto").run(PithWarcReader(folder).run()))
    assert [doc.text for doc in found] == [text.rstrip("\n") for text in TEXTS], found
    assert found[0].metadata["url"] == "https://example.org/0" and found[0].metadata["page_type"], found[0].metadata


def case_scrapy():
    from pith_scrapy import PithMiddleware, PithPipeline
    from scrapy.crawler import Crawler
    from scrapy.exceptions import DropItem
    from scrapy.http import HtmlResponse, Request
    from scrapy.spiders import Spider
    crawler = Crawler(Spider, {"PITH_OPTIONS": {"max_bytes": 100000}})
    pipeline = PithPipeline.from_crawler(crawler)
    item = pipeline.process_item({"html": PAGES[0], "url": "https://example.org/"})
    assert item["text"] == TEXTS[0] and "html" not in item, item
    assert pipeline.process_item({"other": 1}) == {"other": 1}
    try:
        pipeline.process_item({"html": b"x" * 200000})
        raise AssertionError("a page that is too large passed")
    except DropItem:
        pass
    request = Request("https://example.org/")
    response = HtmlResponse(request.url, body=PAGES[0], request=request,
                            headers={"Content-Type": "text/html; charset=utf-8"})
    PithMiddleware.from_crawler(crawler).process_spider_input(response)
    assert response.meta["pith"].text == TEXTS[0]


def case_langchain():
    from langchain_core.documents import Document
    from pith_langchain import PithTransformer, pith_document, pith_text
    given = [Document(page_content=page.decode(), metadata={"source": "https://example.org/"}) for page in PAGES]
    made = PithTransformer().transform_documents(given)
    expected = [str(pith.extract(page, to="md", url="https://example.org/")).strip() for page in PAGES]
    assert [document.page_content for document in made] == expected
    assert made[0].metadata["source"] == "https://example.org/" and made[0].metadata["title"]
    assert pith_text(PAGES[0].decode()) == MARKDOWN[0]
    assert pith_document("https://example.org/", PAGES[0]).page_content == expected[0]


def case_llamaindex():
    from llama_index.core import Document
    from llama_index.core.ingestion import IngestionPipeline
    from pith_llamaindex import PithTransform
    given = [Document(text=page.decode()) for page in PAGES]
    made = IngestionPipeline(transformations=[PithTransform()]).run(documents=given)
    assert [node.get_content(metadata_mode="none") for node in made] == MARKDOWN
    assert made[0].metadata["title"]


def case_pandas():
    import pandas
    from pith_frames import extract_column, extract_frame
    frame = pandas.DataFrame({"html": PAGES + [None]}, index=range(10, 11 + len(PAGES)))
    assert list(extract_column(frame["html"]))[:-1] == TEXTS
    joined = frame.join(extract_frame(frame["html"]))
    assert list(joined["text"])[:-1] == TEXTS and joined["error"].iloc[-1]


def case_polars():
    import polars
    from pith_frames import extract_column
    frame = polars.DataFrame({"html": PAGES})
    made = frame.with_columns(polars.col("html").map_batches(extract_column, return_dtype=polars.String).alias("text"))
    assert made["text"].to_list() == TEXTS


def case_duckdb():
    import duckdb
    from pith_frames import register
    base = duckdb.connect()
    register(base)
    base.execute("CREATE TABLE pages (n INTEGER, html BLOB)")
    base.executemany("INSERT INTO pages VALUES (?, ?)", list(enumerate(PAGES)))
    assert [row[0] for row in base.execute("SELECT pith_text(html) FROM pages ORDER BY n").fetchall()] == TEXTS


def case_arrow():
    import pith.arrow
    import pyarrow
    for kind in (pyarrow.binary(), pyarrow.large_binary(), pyarrow.binary_view(), pyarrow.string(),
                 pyarrow.large_string(), pyarrow.string_view()):
        text = "string" in str(kind)
        values = [page.decode() if text else page for page in PAGES] + [None]
        batch = pyarrow.record_batch({"html": pyarrow.array(values, kind)}).slice(1)
        made = pyarrow.record_batch(pith.arrow.extract_batch(batch))
        made.validate(full=True)
        assert made.column("text").to_pylist() == TEXTS[1:] + [None], kind


def case_datasets():
    from datasets import Dataset
    from pith_datasets import Extract
    data = Dataset.from_dict({"html": PAGES})
    made = data.map(Extract("html"), batched=True, batch_size=2, remove_columns=["html"])
    assert made["text"][:] == TEXTS and "title" in made.column_names


def case_beam():
    import apache_beam as beam
    from apache_beam.testing.test_pipeline import TestPipeline
    from apache_beam.testing.util import assert_that, equal_to
    from pith_beam import Extract
    with TestPipeline() as pipeline:
        good, bad = pipeline | beam.Create(PAGES + [{"html": None, "url": "u"}]) | Extract().with_errors()
        assert_that(good | beam.Map(lambda row: row["text"]), equal_to(TEXTS), label="good")
        assert_that(bad | beam.Map(lambda row: row["url"]), equal_to(["u"]), label="bad")


if __name__ == "__main__":
    globals()[f"case_{sys.argv[2]}"]()
    print(f"python: {sys.argv[2]} works")
