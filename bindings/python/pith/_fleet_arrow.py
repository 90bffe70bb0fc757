"""Rows of _fleet as Arrow batches, for engines that move those: Spark, Ray.

    batches ──► read_rows() ──► rows ──► write_batches(PAGE_ROW) ──► batches

A schema is a list of (name, kind) and is also what Spark calls it, ddl(). Only
pyarrow is needed, and only in the workers.
"""
from __future__ import annotations

import importlib
import itertools
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypeAlias

from ._fleet import Row

RecordBatch: TypeAlias = Any
Fields: TypeAlias = Sequence[tuple[str, str]]

BATCH = 64  # rows of a batch: pages are large

SPAN: Fields = (("start", "bigint"), ("end", "bigint"), ("label", "string"), ("score", "double"),
                ("reason", "string"))
SPANS = f"array<struct<{','.join(f'{name}:{kind}' for name, kind in SPAN)}>>"


def _strings(names: str) -> list[tuple[str, str]]:
    return [(name, "string") for name in names.split()]


# What a worker yields: pages, and behind those of a site the row about the site.
PAGE_ROW: Fields = (*_strings("site url text markdown title byline date lang metadata page_type encoding"),
                    ("confidence", "double"), ("cluster", "bigint"), ("fit", "bigint"), ("spans", SPANS),
                    ("warnings", "array<string>"), *_strings("error fetched"))
SITE_SUMS: Fields = (("model", "binary"), ("fit_sum", "bigint"), ("applied", "bigint"), ("failed", "bigint"))


def ddl(fields: Fields) -> str:
    """A schema as Spark reads it."""
    return ", ".join(f"{name} {kind}" for name, kind in fields)


def read_rows(batches: Iterable[RecordBatch]) -> Iterator[Row]:
    """One row at a time: a list of a whole batch would hold its pages twice."""
    for batch in batches:
        for number in range(batch.num_rows):
            yield {name: column[number].as_py() for name, column in zip(batch.schema.names, batch.columns)}


def _types(fields: Fields) -> list[Any]:
    """Made without Spark's own parser, which needs its JVM."""
    pa = importlib.import_module("pyarrow")
    kinds = {"string": pa.string(), "binary": pa.binary(), "bigint": pa.int64(), "double": pa.float64(),
             "array<string>": pa.list_(pa.string()), "boolean": pa.bool_()}
    if any(kind == SPANS for _, kind in fields):
        kinds[SPANS] = pa.list_(pa.struct(list(zip((name for name, _ in SPAN), _types(SPAN)))))
    return [kinds[kind] for _, kind in fields]


def _column(values: list[Any], kind: Any, is_spans: bool) -> Any:
    """Spans field by field: a page has hundreds, and a dict for each would cost more
    than classifying it."""
    pa = importlib.import_module("pyarrow")
    if not is_spans:
        return pa.array(values, kind)
    ends = [0, *itertools.accumulate(len(spans or ()) for spans in values)]
    offsets = [None if spans is None else start for spans, start in zip(values, ends)] + ends[-1:]
    flat = list(zip(*(span for spans in values for span in spans or ()))) or [()] * len(SPAN)
    fields = [pa.array(some, field.type) for some, field in zip(flat, kind.value_type)]
    return pa.ListArray.from_arrays(pa.array(offsets, pa.int32()),
                                    pa.StructArray.from_arrays(fields, fields=list(kind.value_type)), type=kind)


def write_batches(rows: Iterable[Row], fields: Fields) -> Iterator[RecordBatch]:
    """Batches of rows; a field that a row has not is null."""
    pa = importlib.import_module("pyarrow")
    types = _types(fields)
    schema = pa.schema([(name, kind) for (name, _), kind in zip(fields, types)])
    rows = iter(rows)
    while some := list(itertools.islice(rows, BATCH)):
        columns = [_column([row.get(name) for row in some], kind, ddl_kind == SPANS)
                   for (name, ddl_kind), kind in zip(fields, types)]
        yield pa.RecordBatch.from_arrays(columns, schema=schema)
