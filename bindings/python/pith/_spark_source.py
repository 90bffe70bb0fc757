"""The WARC data source of Spark 4: spark.read.format("warc").load("crawl/*.warc.gz").

pith.spark.read_warc() registers it. This module imports Spark, and is imported
by workers that read archives and by nothing else. Options: `path` or `paths` (a
JSON list), `site` (host or domain), `html` (false: only addresses), `partitions`.
"""
from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from pyspark.sql.datasource import (  # type: ignore[import-not-found,import-untyped,unused-ignore]
    DataSource,
    DataSourceReader,
    InputPartition,
)

from . import _fleet_tasks
from ._fleet_arrow import RecordBatch, ddl, write_batches
from .spark import WARC_ROW, find_archives


class _Archives(InputPartition):  # type: ignore[misc,unused-ignore]
    """What one task reads."""

    def __init__(self, paths: list[str]) -> None:
        super().__init__(0)
        self.paths = paths


class _Reader(DataSourceReader):  # type: ignore[misc,unused-ignore]
    def __init__(self, options: Any) -> None:
        given = json.loads(options["paths"]) if "paths" in options else [options["path"]]
        self.paths = find_archives(given)
        self.tasks = min(int(options.get("partitions", len(self.paths))), len(self.paths))
        self.site = options.get("site")
        self.html = options.get("html", "true") == "true"

    def partitions(self) -> list[_Archives]:
        return [_Archives(self.paths[number::self.tasks]) for number in range(self.tasks)]

    def read(self, partition: _Archives) -> Iterator[RecordBatch]:
        rows = _fleet_tasks.warc_rows(({"path": path} for path in partition.paths), self.site, self.html)
        return write_batches(rows, WARC_ROW)


class WarcSource(DataSource):  # type: ignore[misc,unused-ignore]
    """Web archives as a table of their pages."""

    @classmethod
    def name(cls) -> str:
        return "warc"

    def schema(self) -> str:
        return ddl(WARC_ROW)

    def reader(self, schema: Any) -> _Reader:
        return _Reader(self.options)
