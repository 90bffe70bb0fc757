"""What runs in the workers of Spark and Ray: functions from rows to rows.

Each takes the rows of a partition and yields others; _fleet_arrow makes rows of
Arrow batches and batches of rows. Nothing here imports an engine.
"""
from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple, Protocol

from . import _fleet
from ._fleet import FleetPage, Row
from ._isolate import MEMORY, TIMEOUT, Isolated
from ._warc import Record, warc

LEARNING = 256  # sites that a task learns at once before the shuffle


class Counter(Protocol):
    """An accumulator of Spark."""

    def add(self, term: int) -> None: ...


class Work(NamedTuple):
    """What the workers have to know; pickled once a task."""
    options: dict[str, Any]
    markdown: bool = True
    isolate: bool = False
    timeout: float = TIMEOUT
    memory: int = MEMORY
    counters: dict[str, Counter] = {}

    def runner(self) -> _fleet.Runner:
        if self.isolate:
            return Isolated(self.options, self.markdown, self.timeout, self.memory)
        return _fleet.Direct(self.options, self.markdown)

    def note(self, row: Row) -> None:
        """The row about a site has the numbers of its pages."""
        if self.counters and row.get("model"):
            self.counters["sites"].add(1)
            self.counters["pages"].add(row["applied"] + row["failed"])
            self.counters["failed"].add(row["failed"])


def _page(row: Row) -> FleetPage:
    return FleetPage(row["url"], row["html"], row.get("charset"), row.get("error"), row.get("fetched"))


def _clean_site(key: str, run: Iterator[Row], runner: _fleet.Runner) -> Iterator[Row]:
    """A run of rows: the models of the site, if any, then its pages."""
    models = []
    first = next(run, None)
    while first is not None and first["part"] == 0:
        models.append(first["model"])
        first = next(run, None)
    if first is None:
        return
    model = _fleet.merge_models(models) if models else None
    yield from _fleet.clean_run(key, model, map(_page, itertools.chain([first], run)), runner)


def clean_rows(rows: Iterable[Row], work: Work) -> Iterator[Row]:
    """Rows sorted by site, bucket and `part`: models (0) before pages (1)."""
    runner = work.runner()
    try:
        for (key, _), run in itertools.groupby(rows, lambda row: (row["site"], row["bucket"])):
            for row in _clean_site(key, iter(run), runner):
                work.note(row)
                yield row
    finally:
        runner.close()


class _Learner:
    """Models of sites whose pages come in any order. Of no more than LEARNING sites:
    the one that waited longest goes first."""

    def __init__(self, runner: _fleet.Runner) -> None:
        self.runner = runner
        self.held: dict[str, list[FleetPage]] = {}
        self.sizes: dict[str, int] = {}
        self.known: dict[str, list[bytes]] = {}

    def add(self, key: str, page: FleetPage) -> None:
        pages = self.held.setdefault(key, [])
        pages.append(page)
        self.sizes[key] = self.sizes.get(key, 0) + page.size
        if len(pages) >= _fleet.CHUNK_PAGES or self.sizes[key] >= _fleet.CHUNK_BYTES:
            self._learn(key)

    def _learn(self, key: str) -> None:
        if pages := self.held.pop(key, None):
            del self.sizes[key]
            self.known.setdefault(key, []).append(self.runner.learn(key, pages))

    def take(self, most: int) -> Iterator[Row]:
        """Models, until there are no more than `most`."""
        while len(self.known.keys() | self.held.keys()) > most:
            key = next(iter(self.known or self.held))
            self._learn(key)
            yield {"site": key, "model": _fleet.merge_models(self.known.pop(key))}


def learn_rows(rows: Iterable[Row], work: Work) -> Iterator[Row]:
    """Models of what is in this partition; a site may come out more than once."""
    runner = work.runner()
    learner = _Learner(runner)
    try:
        for row in rows:
            learner.add(row["site"], _page(row))
            yield from learner.take(LEARNING)
        yield from learner.take(0)
    finally:
        runner.close()


def merge_rows(rows: Iterable[Row]) -> Iterator[Row]:
    """Sorted by site. A model that is alone is checked as the others are."""
    for key, run in itertools.groupby(rows, lambda row: row["site"]):
        model = _fleet.merge_models(row["model"] for row in run)
        _fleet.model_facts(model)
        yield {"site": key, "model": model}


def describe_rows(rows: Iterable[Row]) -> Iterator[Row]:
    for row in rows:
        yield {**row, **_fleet.model_facts(row["model"])}


def _utf8(text: str | None) -> str | None:
    """Addresses of archives may be any bytes; Spark has strings of UTF-8 only."""
    return text and text.encode("utf-8", "surrogateescape").decode("utf-8", "replace").replace("\0", "")


def _warc_row(record: Record, site: str | None, html: bool) -> Row:
    url = _utf8(record.url)
    return {"url": url, "html": None if record.damage or not html else record.payload,
            "charset": _utf8(record.charset), "error": record.damage, "fetched": _utf8(record.date),
            "site": _fleet.site_key(url, site) if site else None}


def warc_rows(sources: Iterable[Row], site: str | None, html: bool) -> Iterator[Row]:
    """The HTML pages of archives; `site`: host or domain, what the column site has;
    `html` False: without the pages themselves, to count them."""
    for source in sources:
        for record in warc(source.get("content") or source["path"]):
            if record.type and record.is_html:
                yield _warc_row(record, site, html)
