"""pith on Apache Spark: the pages of many sites, cleaned site by site.

    pages = pith.spark.read_warc(spark, ["crawl-*.warc.gz"])
    cleaned = pith.spark.clean(pages, by="host")
    cleaned.write("out")     # .pages: url, text, markdown ...; .models: a row a site, with its drift

In steps, with models kept between crawls: learn(), merge(), apply(). Results do
not depend on partitions, order or retries and are, byte for byte, those of
`pith site --group-by host`. The manual is docs/manual/spark.md.

    page rows, model rows ──► by (site, bucket), sorted ──► mapInArrow: one run
                                                            of rows a site

A site of more than `bucket` pages is cut into buckets, which share a model that
is learnt where the pages are, before the shuffle. Pages are never grouped by
Spark's groupBy().apply*(), which holds a whole group in memory.
"""
from __future__ import annotations

import glob
import importlib
import itertools
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple, TypeAlias

from . import _fleet
from ._fleet import FleetPage
from ._isolate import MEMORY, TIMEOUT, Isolated
from ._site import Site
from ._warc import Record, warc

__all__ = ["BUCKET", "Cleaned", "apply", "clean", "learn", "merge", "read_warc"]

# Spark and Arrow are imported where they are called: `import pith` needs neither,
# and there is nothing to check these names against where they are missing.
Column: TypeAlias = Any
DataFrame: TypeAlias = Any
SparkSession: TypeAlias = Any
RecordBatch: TypeAlias = Any
Schema: TypeAlias = Any

BUCKET = 5000  # pages of a site that one task does
BATCH = 64  # rows of an Arrow batch: pages are large
LEARNING = 256  # sites that a task learns at once before the shuffle

_PAGE = "url string, html binary, charset string, error string"
_SPANS = "array<struct<start:bigint,end:bigint,label:string,score:double,reason:string>>"
_ROW = ("site string, url string, text string, markdown string, title string, byline string, date string, "
        "lang string, metadata string, page_type string, encoding string, confidence double, cluster bigint, "
        f"fit bigint, spans {_SPANS}, warnings array<string>, error string")
_SUMS = "model binary, fit_sum bigint, applied bigint, failed bigint"
_MODEL = "site string, model binary"


class Cleaned(NamedTuple):
    """Two views of one computation, `rows`: who uses both persists those first, as
    write() does, or Spark computes it twice."""
    pages: DataFrame
    models: DataFrame
    rows: DataFrame

    def write(self, path: str) -> None:
        """Parquet: the pages in `path`, the models in `path`/_models, which readers
        of the pages pass over."""
        levels = importlib.import_module("pyspark").StorageLevel
        self.rows.persist(levels.DISK_ONLY)
        try:
            self.pages.write.parquet(path)
            self.models.write.parquet(f"{path}/_models")
        finally:
            self.rows.unpersist()


class _Work(NamedTuple):
    """What the workers have to know; pickled once a task."""
    options: dict[str, Any]
    markdown: bool = True
    isolate: bool = False
    timeout: float = TIMEOUT
    memory: int = MEMORY

    def runner(self) -> _fleet.Runner:
        if self.isolate:
            return Isolated(self.options, self.markdown, self.timeout, self.memory)
        return _fleet.Direct(self.options, self.markdown)


# --- in the workers ----------------------------------------------------------

def _rows(batches: Iterable[RecordBatch]) -> Iterator[dict[str, Any]]:
    """One row at a time: a list of a whole batch would hold its pages twice."""
    for batch in batches:
        for number in range(batch.num_rows):
            yield {name: column[number].as_py() for name, column in zip(batch.schema.names, batch.columns)}


def _arrow_schema(ddl: str) -> Schema:
    """Made in the workers, without Spark's own parser, which needs its JVM."""
    pa = importlib.import_module("pyarrow")
    span = [("start", pa.int64()), ("end", pa.int64()), ("label", pa.string()), ("score", pa.float64()),
            ("reason", pa.string())]
    kinds = {"string": pa.string(), "binary": pa.binary(), "bigint": pa.int64(), "double": pa.float64(),
             "array<string>": pa.list_(pa.string()), _SPANS: pa.list_(pa.struct(span))}
    return pa.schema([(name, kinds[kind]) for name, kind in (field.split() for field in ddl.split(", "))])


def _batches(rows: Iterable[dict[str, Any]], schema: Schema) -> Iterator[RecordBatch]:
    pa = importlib.import_module("pyarrow")
    rows = iter(rows)
    while some := list(itertools.islice(rows, BATCH)):
        columns = [pa.array([row.get(field.name) for row in some], field.type) for field in schema]
        yield pa.RecordBatch.from_arrays(columns, schema=schema)


def _page(row: dict[str, Any]) -> FleetPage:
    return FleetPage(row["url"], row["html"], row.get("charset"), row.get("error"))


def _clean_rows(rows: Iterable[dict[str, Any]], work: _Work) -> Iterator[dict[str, Any]]:
    """Rows sorted by site, bucket and `part`: models (0) before pages (1)."""
    runner = work.runner()
    try:
        for (key, _), run in itertools.groupby(rows, lambda row: (row["site"], row["bucket"])):
            run = iter(run)
            models = []
            first = next(run, None)
            while first is not None and first["part"] == 0:
                models.append(first["model"])
                first = next(run, None)
            if first is None:
                continue
            model = _fleet.merge_models(models) if models else None
            pages = (_page(row) for row in itertools.chain([first], run))
            yield from _fleet.clean_run(key, model, pages, runner)
    finally:
        runner.close()


def _learn_rows(rows: Iterable[dict[str, Any]], work: _Work) -> Iterator[dict[str, Any]]:
    """Models of what is in this partition. A site may come out more than once: no
    more than LEARNING are held, the one that waited longest goes first."""
    runner = work.runner()
    held: dict[str, list[FleetPage]] = {}
    known: dict[str, list[bytes]] = {}

    def flush(key: str) -> None:
        if pages := held.pop(key, None):
            known.setdefault(key, []).append(runner.learn(key, pages))

    try:
        for row in rows:
            key = row["site"]
            pages = held.setdefault(key, [])
            pages.append(_page(row))
            if len(pages) >= _fleet.CHUNK_PAGES or sum(len(page.html or b"") for page in pages) >= _fleet.CHUNK_BYTES:
                flush(key)
            if len(known.keys() | held.keys()) > LEARNING:
                key = next(iter(known or held))
                flush(key)
                yield {"site": key, "model": _fleet.merge_models(known.pop(key))}
        for key in list(held):
            flush(key)
        for key, models in known.items():
            yield {"site": key, "model": _fleet.merge_models(models)}
    finally:
        runner.close()


def _merge_rows(rows: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for key, run in itertools.groupby(rows, lambda row: row["site"]):
        yield {"site": key, "model": _fleet.merge_models(row["model"] for row in run)}


def _describe_rows(rows: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for row in rows:
        yield {**row, **_fleet.model_facts(row["model"])}


def _utf8(text: str | None) -> str | None:
    """Addresses of archives may be any bytes; Spark has strings of UTF-8 only."""
    return text and text.encode("utf-8", "surrogateescape").decode("utf-8", "replace").replace("\0", "")


def _warc_row(record: Record) -> dict[str, Any]:
    return {"url": _utf8(record.url), "html": None if record.damage else record.payload,
            "charset": _utf8(record.charset), "error": record.damage, "date": _utf8(record.date)}


def _warc_rows(sources: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for source in sources:
        for record in warc(source.get("content") or source["path"]):
            if record.type and record.is_html:
                yield _warc_row(record)


# --- on the driver -----------------------------------------------------------

def _functions() -> Any:
    """pyspark.sql.functions"""
    return importlib.import_module("pyspark.sql.functions")


def _session(frame: DataFrame) -> SparkSession:
    session = frame.sparkSession
    name = "spark.sql.execution.arrow.maxRecordsPerBatch"
    if session.conf.get(name) == "10000":  # the default: 1 GB of pages
        session.conf.set(name, str(BATCH))
    return session


def _map(frame: DataFrame, function: Callable[..., Iterator[dict[str, Any]]], ddl: str, *given: Any) -> DataFrame:
    """mapInArrow() of a function from rows to rows."""
    def run(batches: Iterator[RecordBatch]) -> Iterator[RecordBatch]:
        return _batches(function(_rows(batches), *given), _arrow_schema(ddl))
    _session(frame)
    return frame.mapInArrow(run, ddl)


def _with_site(frame: DataFrame, by: str) -> DataFrame:
    """Columns site, url, html, charset, error, whatever else the frame has."""
    f = _functions()
    if "html" not in frame.columns or "url" not in frame.columns:
        raise ValueError("a frame of pages has the columns url and html (binary), and may have charset and error; "
                         "rename yours with withColumnRenamed()")
    if by in ("host", "domain"):
        site: Column = f.udf(lambda url: _fleet.site_key(url, by), "string")(f.col("url"))
    else:
        site = f.coalesce(f.col(by).cast("string"), f.lit("unknown"))
    others = [f.col(name) if name in frame.columns else f.lit(None).cast("string").alias(name)
              for name in ("charset", "error")]
    return frame.select(site.alias("site"), "url", f.col("html").cast("binary").alias("html"), *others)


def _sorted_runs(frame: DataFrame, partitions: int | None, *keys: str) -> DataFrame:
    """Equal keys in one partition, one after the other."""
    spread = frame.repartition(partitions, *keys[:2]) if partitions else frame.repartition(*keys[:2])
    return spread.sortWithinPartitions(*keys)


def read_warc(spark: SparkSession, paths: str | Sequence[str], partitions: int | None = None) -> DataFrame:
    """The HTML pages of WARC, ARC and WACZ files: url, html, charset, error, date.

    A path may be a pattern. Paths without a scheme are opened where the task runs,
    so every machine must see them; others (hdfs://, s3a://) are read by Spark, an
    archive at a time. `partitions`: tasks, an archive each unless given. A record
    that is damaged or too large has no html and says why in `error`.
    """
    wanted = [paths] if isinstance(paths, str) else list(paths)
    if any("://" in path for path in wanted):
        files = spark.read.format("binaryFile").load(wanted).select("path", "content")
    else:
        found = sorted(os.path.abspath(name) for path in wanted for name in (glob.glob(path) or [path]))
        files = spark.createDataFrame([(name,) for name in found], "path string")
        files = files.repartition(partitions or max(1, len(found)), "path")
    return _map(files, _warc_rows, _PAGE + ", date string")


def learn(frame: DataFrame, by: str = "host", *, isolate: bool = False, timeout: float = TIMEOUT,
          memory: int = MEMORY, partitions: int | None = None, **options: Any) -> DataFrame:
    """The models of the sites of these pages: site, model. Learnt where the pages
    are, then merged; only models are shuffled."""
    work = _Work(options, False, isolate, timeout, memory)
    return merge(_map(_with_site(frame, by), _learn_rows, _MODEL, work), partitions=partitions)


def merge(*models: DataFrame, partitions: int | None = None) -> DataFrame:
    """One model a site, of tables with the columns site and model. Refused with a
    ModelError where revisions or parse options differ."""
    if not models:
        raise ValueError("name at least one table of models")
    together = models[0].select("site", "model")
    for more in models[1:]:
        together = together.union(more.select("site", "model"))
    return _map(_sorted_runs(together, partitions, "site"), _merge_rows, _MODEL)


def _large_sites(pages: DataFrame, bucket: int) -> DataFrame | None:
    """site, buckets: of the sites with more than one bucket of pages."""
    f = _functions()
    counts = pages.groupBy("site").count().where(f.col("count") > bucket).collect()
    rows = [(row["site"], -(-row["count"] // bucket)) for row in counts]
    return pages.sparkSession.createDataFrame(rows, "site string, buckets int") if rows else None


def _in_buckets(frame: DataFrame, large: DataFrame | None) -> DataFrame:
    """With the column `buckets`: of the site of a row."""
    f = _functions()
    if large is None:
        return frame.withColumn("buckets", f.lit(1))
    joined = frame.join(f.broadcast(large), "site", "left")
    return joined.withColumn("buckets", f.coalesce(f.col("buckets"), f.lit(1)))


def _page_rows(pages: DataFrame, large: DataFrame | None) -> DataFrame:
    """The bucket is a hash of the address, so that tasks that are tried again agree."""
    f = _functions()
    return _in_buckets(pages, large).select(
        "site", f.pmod(f.xxhash64("url"), f.col("buckets")).cast("int").alias("bucket"), f.lit(1).alias("part"),
        "url", "html", "charset", "error", f.lit(None).cast("binary").alias("model"))


def _model_rows(models: DataFrame, large: DataFrame | None) -> DataFrame:
    """A row for each bucket of a site."""
    f = _functions()
    nothing = (f.lit(None).cast(kind).alias(name) for name, kind in (field.split() for field in _PAGE.split(", ")))
    return _in_buckets(models, large).select(
        "site", f.explode(f.sequence(f.lit(0), f.col("buckets") - 1)).alias("bucket"), f.lit(0).alias("part"),
        *nothing, "model")


def _learn_large(pages: DataFrame, large: DataFrame, models: DataFrame | None, work: _Work) -> DataFrame:
    """Models of the sites that are in buckets and have none yet."""
    f = _functions()
    wanted = large if models is None else large.join(models.select("site"), "site", "left_anti")
    return merge(_map(pages.join(f.broadcast(wanted), "site", "left_semi"), _learn_rows, _MODEL, work))


def _table(rows: DataFrame) -> DataFrame:
    """A row a site, of the sums of its buckets. Drift is 0 for a site that is as it
    was learnt, 1 for one that shares nothing with it."""
    f = _functions()
    sums = rows.where("model is not null").groupBy("site").agg(
        f.first("model").alias("model"), *(f.sum(name).alias(name) for name in ("fit_sum", "applied", "failed")))
    table = _map(sums, _describe_rows, f"site string, {_SUMS}, pages bigint, estimate bigint, revision bigint, "
                                       "options string")
    fit = f.col("fit_sum") / f.greatest(f.col("applied"), f.lit(1)) / 1000
    drift = f.when(f.col("applied") > 0, f.greatest(f.lit(0.0), 1 - fit)).otherwise(0.0)
    return table.select("site", "model", "pages", "estimate", "revision", "options", "applied", "failed",
                        drift.alias("drift"), (drift > 1 - _fleet.FIT_LEAST / 1000).alias("changed"))


def clean(frame: DataFrame, by: str = "host", method: str = "auto", *, models: DataFrame | None = None,
          markdown: bool = True, isolate: bool = False, timeout: float = TIMEOUT, memory: int = MEMORY,
          bucket: int = BUCKET, partitions: int | None = None, **options: Any) -> Cleaned:
    """Clean pages site by site. `frame` has url and html (bytes as served, or text),
    and may have charset, of HTTP. `by` is "host", "domain" or a column.

    .pages: site, url, text, markdown, title, byline, date, lang, metadata (JSON),
    page_type, encoding, confidence, cluster, fit, spans, warnings, error: a row for
    each page, with `error` where it failed. .models: site, model, pages, estimate,
    revision, options, applied, failed, drift, changed.

    `models`: of an earlier crawl; a site that has one is not learnt again. With
    isolate=True pages are done in a child process: one that crashes, takes longer
    than `timeout` seconds or more than `memory` bytes costs its own row only.
    Other options are those of pith.extract().
    """
    work = _Work({**options, "method": method}, markdown, isolate, timeout, memory)
    Site().add(b"", **work.options)  # a bad option is refused here, not in the workers
    pages = _with_site(frame, by)
    large = _large_sites(pages, bucket)
    spread = _page_rows(pages, large)
    if models is not None:
        spread = spread.union(_model_rows(models.select("site", "model"), large))
    if large is not None:
        spread = spread.union(_model_rows(_learn_large(pages, large, models, work), large))
    runs = _sorted_runs(spread, partitions, "site", "bucket", "part")
    rows = _map(runs, _clean_rows, f"{_ROW}, {_SUMS}", work)
    found = rows.where("model is null").drop("model", "fit_sum", "applied", "failed")
    return Cleaned(found, _table(rows), rows)


def apply(frame: DataFrame, models: DataFrame, by: str = "host", method: str = "auto", **given: Any) -> Cleaned:
    """As clean(), by the models of an earlier crawl; sites that have none are learnt."""
    return clean(frame, by, method, models=models, **given)
