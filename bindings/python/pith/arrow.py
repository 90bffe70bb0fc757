"""Arrow record batches in and out, through the Arrow C data interface.

Anything with __arrow_c_array__() will do as input: a pyarrow RecordBatch, a
nanoarrow array, ours. No Arrow library is needed here; the output is an object
with __arrow_c_array__() of its own, which pyarrow.record_batch(), polars and
others take without a copy.

    batch = pith.arrow.extract_batch(batch, html_column="html", url_column="url")
    pyarrow.record_batch(batch)

Batches of 64 to 256 pages are best: a page is 100 KB, a batch sits in memory.
"""
from __future__ import annotations

from typing import Any, Protocol, Unpack

from . import _core
from ._many import PageError, extract_many
from ._options import Options
from ._result import Result
from ._site import OpenSite

__all__ = ["Batch", "COLUMNS", "extract_batch", "row"]

# (name, is text); `text` is in the format that `to` names.
COLUMNS = [("url", True), ("text", True), ("title", True), ("byline", True), ("date", True), ("lang", True),
           ("page_type", True), ("confidence", False), ("encoding", True), ("error", True)]


class ArrowArray(Protocol):
    """What has the method of the Arrow PyCapsule interface."""

    def __arrow_c_array__(self, requested_schema: object | None = None) -> tuple[object, object]: ...


class Batch:
    """Columns by name; an Arrow record batch for those who ask."""
    __slots__ = ("columns",)

    def __init__(self, columns: dict[str, list[Any]]) -> None:
        self.columns = columns

    def __len__(self) -> int:
        return len(self.columns["text"])

    def __getitem__(self, name: str) -> list[Any]:
        return self.columns[name]

    def __arrow_c_array__(self, requested_schema: object | None = None) -> tuple[object, object]:
        return _core.arrow_write([(name, text, self.columns[name]) for name, text in COLUMNS])


def row(result: Result | PageError, url: str | None = None) -> dict[str, Any]:
    """COLUMNS of a result, those that are known; its parsed page is released."""
    if isinstance(result, PageError):
        return {"url": url, "error": str(result.error)}
    metadata = result.metadata
    known = {name: metadata.get(name) for name in ("title", "byline", "date", "lang")}
    result.page.release()
    return {**known, "url": url, "text": str(result), "page_type": result.page_type,
            "confidence": result.confidence, "encoding": result.encoding}


def extract_batch(batch: ArrowArray, *, html_column: str = "html", url_column: str = "url",
                  threads: int | None = None, site: OpenSite | None = None, **options: Unpack[Options]) -> Batch:
    """A batch of pages to a batch of the same length: COLUMNS, in order.

    html_column names a column of binary (as served) or text, url_column one of
    text, which may be missing. A page that is null or fails has its error in `error`.

    >>> import pith.arrow
    >>> class Pages:  # what pyarrow.RecordBatch does, made by hand
    ...     def __arrow_c_array__(self, requested_schema=None):
    ...         return pith._core.arrow_write([("html", True, ["<p>It rained all day.</p>", None])])
    >>> batch = pith.arrow.extract_batch(Pages())
    >>> batch["text"], len(batch)
    (['It rained all day.\\n', None], 2)
    """
    capsules = batch.__arrow_c_array__()
    pages = _core.arrow_read(*capsules, html_column)
    if pages is None:
        raise KeyError(f"the batch has no column '{html_column}'; name it by html_column=")
    urls = _core.arrow_read(*capsules, url_column) or [None] * len(pages)
    given = ({"html": page, "url": address} for page, address in zip(pages, urls))
    rows = [row(result, address) for result, address in
            zip(extract_many(given, threads=threads, site=site, **options), urls)]
    return Batch({name: [found.get(name) for found in rows] for name, _ in COLUMNS})
