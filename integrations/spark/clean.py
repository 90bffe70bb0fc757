#!/usr/bin/env python3
"""Clean pages with Spark, site by site: docs/manual/spark.md.

    spark-submit clean.py [OPTION]... INPUT... -o OUT
    python clean.py --master 'local[*]' crawl/*.warc.gz -o OUT

INPUT: WARC, ARC and WACZ files, JSON lines (`url` and `html` or `html_b64`, as
the command has them) or folders of Parquet with `url` and `html`; the kind is
seen from the name. OUT is Parquet: a row a page with `url`, `text` and the rest;
or, with --to wet, WET files. The models of the sites, with their drift, go to OUT/_models, which readers of
OUT pass over; --models takes those of an earlier crawl.
"""
import argparse
import contextlib
import glob
import os
import sys

import pith.spark

WARC = (".warc", ".warc.gz", ".warc.zst", ".arc", ".arc.gz", ".wacz")
LINES = (".jsonl", ".ndjson", ".jsonl.gz", ".json")


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("input", nargs="+", metavar="INPUT")
    parser.add_argument("-o", "--output", required=True, metavar="OUT", help="folder of Parquet to write")
    parser.add_argument("--master", help="as spark-submit has it; default: that of the environment")
    parser.add_argument("--partitions", type=int, metavar="N", help="of the shuffle; default: Spark's")
    parser.add_argument("--by", default="host", metavar="host|domain|COLUMN", help="what makes a site; default host")
    parser.add_argument("--method", default="auto", help="auto or chain")
    parser.add_argument("--models", metavar="PARQUET", help="models of an earlier crawl, OUT/_models")
    parser.add_argument("--to", choices=("parquet", "wet"), default="parquet")
    parser.add_argument("--progress", choices=("auto", "always", "never"), default="auto",
                        help="a line on standard error; auto: on a terminal")
    parser.add_argument("--bucket", type=int, default=pith.spark.BUCKET, help="pages of a site that one task does")
    parser.add_argument("--no-markdown", action="store_true", help="leave the column markdown empty")
    parser.add_argument("--isolate", action="store_true", help="pages in child processes with a watchdog")
    parser.add_argument("--timeout", type=float, default=10.0, help="seconds a page, with --isolate")
    return parser.parse_args()


def session(master):
    """A worker runs the Python of the driver unless PYSPARK_PYTHON says otherwise."""
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    from pyspark.sql import SparkSession
    builder = SparkSession.builder.appName("pith")
    if master:
        builder = builder.master(master)
    return builder.config("spark.ui.showConsoleProgress", "false").getOrCreate()


def read_lines(spark, paths):
    from pyspark.sql import functions as f
    lines = spark.read.schema("url string, id string, html string, html_b64 string").json(paths)
    # What is text already is UTF-8 whatever the page in it declares.
    html = f.coalesce(f.unbase64("html_b64"), f.encode("html", "utf-8"))
    charset = f.when(f.col("html_b64").isNull(), f.lit("utf-8"))
    return lines.select(f.coalesce("url", "id").alias("url"), html.alias("html"), charset.alias("charset"))


def sort_out(inputs):
    """The names of the inputs by kind."""
    kinds = {"warc": [], "lines": [], "parquet": []}
    for name in (name for path in inputs for name in (sorted(glob.glob(path)) or [path])):
        kinds["warc" if name.endswith(WARC) else "lines" if name.endswith(LINES) else "parquet"].append(name)
    return kinds


def read(spark, inputs, by):
    """(all inputs as one frame, what makes a site in it, what to count its pages by).
    A column that not all inputs have is null where it is missing. Archives alone are
    counted without passing their pages on."""
    kinds = sort_out(inputs)
    site = by if by in ("host", "domain") else None
    if site and not kinds["lines"] and not kinds["parquet"]:
        counted = pith.spark.read_warc(spark, kinds["warc"], site=site, html=False)
        return pith.spark.read_warc(spark, kinds["warc"], site=site), "site", counted
    frames = [frame for kind, frame in (
        ("warc", lambda: pith.spark.read_warc(spark, kinds["warc"]).drop("site")),
        ("lines", lambda: read_lines(spark, kinds["lines"])),
        ("parquet", lambda: spark.read.parquet(*kinds["parquet"]))) if kinds[kind]]
    found = frames[0]()
    for frame in frames[1:]:
        found = found.unionByName(frame(), allowMissingColumns=True)
    return found, by, None


def report(models, out):
    from pyspark.sql import functions as f
    row = models.agg(f.count("*"), f.sum("applied"), f.sum("failed"),
                     f.sum(f.col("changed").cast("int"))).first()
    sites, pages, failed, changed = (value or 0 for value in row)
    print(f"clean.py: {sites} sites, {pages + failed} pages, {failed} failed, {changed} sites have changed; see {out}",
          file=sys.stderr)
    return failed


def main():
    args = arguments()
    spark = session(args.master)
    try:
        known = spark.read.parquet(args.models) if args.models else None
        pages, by, counted = read(spark, args.input, args.by)
        cleaned = pith.spark.clean(
            pages, by, args.method, models=known, markdown=not args.no_markdown, isolate=args.isolate,
            timeout=args.timeout, bucket=args.bucket, partitions=args.partitions, counted=counted)
        shown = args.progress == "always" or (args.progress == "auto" and sys.stderr.isatty())
        with pith.spark.Progress(spark, cleaned.counters) if shown else contextlib.nullcontext():
            cleaned.write(args.output, wet=args.to == "wet")
        return 1 if report(spark.read.parquet(f"{args.output}/_models"), args.output) else 0
    finally:
        spark.stop()


if __name__ == "__main__":
    sys.exit(main())
