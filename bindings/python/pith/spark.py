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
Spark's groupBy().apply*(), which holds a whole group in memory. What runs in the
workers is in _fleet_tasks.py.
"""
from __future__ import annotations

import glob
import importlib
import json
import os
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple, TypeAlias

from . import _fleet, _fleet_tasks, _spark_wet
from ._fleet import Row
from ._fleet_arrow import BATCH, PAGE_ROW, SITE_SUMS, Fields, RecordBatch, ddl, read_rows, write_batches
from ._isolate import MEMORY, TIMEOUT
from ._site import Site
from ._spark_progress import Progress, counters_of
from ._fleet_tasks import Work

__all__ = ["BUCKET", "Cleaned", "Progress", "apply", "clean", "learn", "merge", "read_warc"]

# Spark is imported where it is called: `import pith` does not need it, and there
# is nothing to check these names against where it is missing.
Column: TypeAlias = Any
DataFrame: TypeAlias = Any
SparkSession: TypeAlias = Any

BUCKET = 5000  # pages of a site that one task does

_PAGE: Fields = (("url", "string"), ("html", "binary"), ("charset", "string"), ("error", "string"),
                 ("fetched", "string"))
WARC_ROW: Fields = (*_PAGE, ("site", "string"))
_MODEL: Fields = (("site", "string"), ("model", "binary"))
_FACTS: Fields = (("pages", "bigint"), ("estimate", "bigint"), ("revision", "bigint"), ("options", "string"))


class Cleaned(NamedTuple):
    """Two views of one computation, `rows`: who uses both persists those first, as
    write() does, or Spark computes it twice. `counters` has what the tasks that are
    done have counted: pages, failed, sites; tasks that are tried again count twice."""
    pages: DataFrame
    models: DataFrame
    rows: DataFrame
    counters: dict[str, Any]

    def write(self, path: str, wet: bool = False) -> None:
        """Parquet, or with `wet` WET files, a task each: the pages in `path`, the
        models in `path`/_models, which readers of the pages pass over."""
        levels = importlib.import_module("pyspark").StorageLevel
        self.rows.persist(levels.DISK_ONLY)
        try:
            if wet:
                _map(self.pages.select(*_spark_wet.COLUMNS), _spark_wet.write_rows, _spark_wet.WRITTEN, path).collect()
            else:
                self.pages.write.parquet(path)
            self.models.write.parquet(f"{path}/_models")
        finally:
            self.rows.unpersist()


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


def _map(frame: DataFrame, function: Callable[..., Iterator[Row]], fields: Fields, *given: Any) -> DataFrame:
    """mapInArrow() of a function from rows to rows."""
    def run(batches: Iterator[RecordBatch]) -> Iterator[RecordBatch]:
        return write_batches(function(read_rows(batches), *given), fields)
    _session(frame)
    return frame.mapInArrow(run, ddl(fields))


def _with_site(frame: DataFrame, by: str) -> DataFrame:
    """Columns site and those of _PAGE, whatever else the frame has."""
    f = _functions()
    if "html" not in frame.columns or "url" not in frame.columns:
        raise ValueError("a frame of pages has the columns url and html (binary), and may have charset and error; "
                         "rename yours with withColumnRenamed()")
    if by in ("host", "domain"):
        site: Column = f.udf(lambda url: _fleet.site_key(url, by), "string")(f.col("url"))
    else:
        site = f.coalesce(f.col(by).cast("string"), f.lit("unknown"))
    others = [f.col(name) if name in frame.columns else f.lit(None).cast("string").alias(name)
              for name in ("charset", "error", "fetched")]
    return frame.select(site.alias("site"), "url", f.col("html").cast("binary").alias("html"), *others)


def _sorted_runs(frame: DataFrame, partitions: int | None, *keys: str) -> DataFrame:
    """Equal keys in one partition, one after the other."""
    spread = frame.repartition(partitions, *keys[:2]) if partitions else frame.repartition(*keys[:2])
    return spread.sortWithinPartitions(*keys)


def find_archives(paths: Sequence[str]) -> list[str]:
    """The files that these patterns name, in order."""
    found = sorted({os.path.abspath(name) for path in paths for name in (glob.glob(path) or [path])})
    if not found:
        raise ValueError("name at least one archive")
    return found


def _has_sources(spark: SparkSession) -> bool:
    """Whether data sources can be written in Python: Spark 4."""
    return int(re.match(r"\d*", spark.version)[0] or 0) >= 4  # type: ignore[index]


def _read_by_source(spark: SparkSession, paths: list[str], options: dict[str, str]) -> DataFrame:
    source = importlib.import_module("pith._spark_source")
    spark.dataSource.register(source.WarcSource)
    return spark.read.format("warc").options(**options).option("paths", json.dumps(paths)).load()


def _read_by_map(spark: SparkSession, paths: list[str], partitions: int | None) -> DataFrame:
    """Rows for warc_rows(): where archives are, or themselves."""
    if any("://" in path for path in paths):
        return spark.read.format("binaryFile").load(paths).select("path", "content")
    found = find_archives(paths)
    files = spark.createDataFrame([(name,) for name in found], "path string")
    return files.repartition(partitions or len(found), "path")


def read_warc(spark: SparkSession, paths: str | Sequence[str], partitions: int | None = None, *,
              site: str | None = None, html: bool = True) -> DataFrame:
    """The HTML pages of WARC, ARC and WACZ files: url, html, charset, error,
    fetched, site.

    A path may be a pattern. Paths without a scheme are opened where the task runs,
    so every machine must see them; others (hdfs://, s3a://) are read by Spark, an
    archive at a time. `partitions`: tasks, an archive each unless given. `site` is
    "host" or "domain", what the column of that name has. html=False leaves the pages
    out, for counting. A record that is damaged or too large has no html and says why
    in `error`.
    """
    wanted = [paths] if isinstance(paths, str) else list(paths)
    if _has_sources(spark) and not any("://" in path for path in wanted):
        given = {"site": site, "partitions": partitions and str(partitions), "html": str(html).lower()}
        return _read_by_source(spark, wanted, {name: value for name, value in given.items() if value})
    return _map(_read_by_map(spark, wanted, partitions), _fleet_tasks.warc_rows, WARC_ROW, site, html)


def learn(frame: DataFrame, by: str = "host", *, isolate: bool = False, timeout: float = TIMEOUT,
          memory: int = MEMORY, partitions: int | None = None, **options: Any) -> DataFrame:
    """The models of the sites of these pages: site, model. Learnt where the pages
    are, then merged; only models are shuffled."""
    work = Work(options, False, isolate, timeout, memory)
    return merge(_map(_with_site(frame, by), _fleet_tasks.learn_rows, _MODEL, work), partitions=partitions)


def merge(*models: DataFrame, partitions: int | None = None) -> DataFrame:
    """One model a site, of tables with the columns site and model. Refused with a
    ModelError where revisions or parse options differ."""
    if not models:
        raise ValueError("name at least one table of models")
    together = models[0].select("site", "model")
    for more in models[1:]:
        together = together.union(more.select("site", "model"))
    return _map(_sorted_runs(together, partitions, "site"), _fleet_tasks.merge_rows, _MODEL)


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
        *(name for name, _ in _PAGE), f.lit(None).cast("binary").alias("model"))


def _model_rows(models: DataFrame, large: DataFrame | None) -> DataFrame:
    """A row for each bucket of a site."""
    f = _functions()
    nothing = (f.lit(None).cast(kind).alias(name) for name, kind in _PAGE)
    return _in_buckets(models, large).select(
        "site", f.explode(f.sequence(f.lit(0), f.col("buckets") - 1)).alias("bucket"), f.lit(0).alias("part"),
        *nothing, "model")


def _learn_large(pages: DataFrame, large: DataFrame, models: DataFrame | None, work: Work) -> DataFrame:
    """Models of the sites that are in buckets and have none yet."""
    f = _functions()
    wanted = large if models is None else large.join(models.select("site"), "site", "left_anti")
    return merge(_map(pages.join(f.broadcast(wanted), "site", "left_semi"), _fleet_tasks.learn_rows, _MODEL, work))


def _table(rows: DataFrame) -> DataFrame:
    """A row a site, of the sums of its buckets. Drift is 0 for a site that is as it
    was learnt, 1 for one that shares nothing with it."""
    f = _functions()
    sums = rows.where("model is not null").groupBy("site").agg(
        f.first("model").alias("model"), *(f.sum(name).alias(name) for name in ("fit_sum", "applied", "failed")))
    table = _map(sums, _fleet_tasks.describe_rows, (("site", "string"), *SITE_SUMS, *_FACTS))
    fit = f.col("fit_sum") / f.greatest(f.col("applied"), f.lit(1)) / 1000
    drift = f.when(f.col("applied") > 0, f.greatest(f.lit(0.0), 1 - fit)).otherwise(0.0)
    return table.select("site", "model", "pages", "estimate", "revision", "options", "applied", "failed",
                        drift.alias("drift"), (drift > 1 - _fleet.FIT_LEAST / 1000).alias("changed"))


def clean(frame: DataFrame, by: str = "host", method: str = "auto", *, models: DataFrame | None = None,
          markdown: bool = True, isolate: bool = False, timeout: float = TIMEOUT, memory: int = MEMORY,
          bucket: int = BUCKET, partitions: int | None = None, counted: DataFrame | None = None,
          **options: Any) -> Cleaned:
    """Clean pages site by site. `frame` has url and html (bytes as served, or text),
    and may have charset, of HTTP, and fetched, when. `by` is "host", "domain" or a
    column. `counted` is a frame with the column site, a row for each page, where that
    is cheaper to count than `frame`: read_warc(..., site=by, html=False).

    .pages: site, url, text, markdown, title, byline, date, lang, metadata (JSON),
    page_type, encoding, confidence, cluster, fit, spans, warnings, error, fetched: a
    row for each page, with `error` where it failed. .models: site, model, pages, estimate,
    revision, options, applied, failed, drift, changed.

    `models`: of an earlier crawl; a site that has one is not learnt again. With
    isolate=True pages are done in a child process: one that crashes, takes longer
    than `timeout` seconds or more than `memory` bytes costs its own row only.
    Other options are those of pith.extract().
    """
    counters = counters_of(frame.sparkSession)
    work = Work({**options, "method": method}, markdown, isolate, timeout, memory, counters)
    Site().add(b"", **work.options)  # a bad option is refused here, not in the workers
    pages = _with_site(frame, by)
    large = _large_sites(pages if counted is None else counted, bucket)
    spread = _page_rows(pages, large)
    if models is not None:
        spread = spread.union(_model_rows(models.select("site", "model"), large))
    if large is not None:
        spread = spread.union(_model_rows(_learn_large(pages, large, models, work), large))
    runs = _sorted_runs(spread, partitions, "site", "bucket", "part")
    rows = _map(runs, _fleet_tasks.clean_rows, (*PAGE_ROW, *SITE_SUMS), work)
    found = rows.where("model is null").drop(*(name for name, _ in SITE_SUMS))
    return Cleaned(found, _table(rows), rows, counters)


def apply(frame: DataFrame, models: DataFrame, by: str = "host", method: str = "auto", **given: Any) -> Cleaned:
    """As clean(), by the models of an earlier crawl; sites that have none are learnt."""
    return clean(frame, by, method, models=models, **given)
