"""The pages of sites in chunks, for engines that spread them over machines.

    learn_chunk(pages) ──► model ──┐ merge_models(), in any order and partition
    learn_chunk(pages) ──► model ──┴► apply_chunk(model, pages) ──► rows

Both functions depend on their arguments alone, so that a chunk can be done
again, elsewhere, or page by page after a crash (_isolate.py). clean_run() is the
loop of a worker: the pages of a site in, rows out. pith.spark and the Ray job of
integrations/ray are made of these.
"""
from __future__ import annotations

import collections
import itertools
import json
import pickle
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple, Protocol

from . import _core
from ._result import Page, Result
from ._site import OpenSite, Site

CHUNK_PAGES = 32
CHUNK_BYTES = 8 << 20
IN_MEMORY = 64 << 20  # bytes of pages of one site; what is beyond goes to a file
PARSED = 64 << 20  # bytes of parsed pages of one site; those beyond are parsed twice
PARSED_PAGE = 64 << 10  # that a parsed page takes beside three times its own
FIT_LEAST = 500  # as the command: below this mean fit a site is no longer what was learnt

Options = Mapping[str, Any]
Row = dict[str, Any]


class FleetPage(NamedTuple):
    """A page on its way. `error` says why there is no html; `fetched` is when."""
    url: str | None
    html: bytes | Page | None
    charset: str | None = None
    error: str | None = None
    fetched: str | None = None

    @property
    def size(self) -> int:
        return len(self.html) if isinstance(self.html, bytes) else 0


class Runner(Protocol):
    """Who does chunks: this process, or one beside it (_isolate.py)."""

    def parse(self, pages: list[FleetPage]) -> list[FleetPage] | None: ...
    def learn(self, key: str, pages: list[FleetPage]) -> bytes: ...
    def apply(self, model: bytes, pages: list[FleetPage]) -> list[Row]: ...
    def close(self) -> None: ...


def site_key(url: str | None, by: str = "host") -> str:
    """What `pith site --group-by host|domain` calls the site of an address."""
    return _core.site_key((url or "").replace("\0", ""), by)


def _settings(page: FleetPage, options: Options) -> dict[str, Any]:
    return {**options, "transport_encoding": page.charset, "url": page.url}


def learn_chunk(key: str, pages: Iterable[FleetPage], options: Options) -> bytes:
    """The model of some pages of a site. A page that cannot be parsed teaches nothing;
    applying says why."""
    site = Site(key=key)
    for page in pages:
        try:
            if page.html is not None:
                site.add(page.html, **_settings(page, options))
        except _core.ModelError:
            raise
        except (_core.PithError, MemoryError):
            continue
    return bytes(site)


def merge_models(models: Iterable[bytes]) -> bytes:
    """One model of all; ModelError where revisions or parse options differ."""
    rest = iter(models)
    first = next(rest, None)
    second = next(rest, None)
    if first is None or second is None:  # most sites are one chunk
        return bytes(Site()) if first is None else first
    found = Site.from_bytes(first)
    for data in itertools.chain([second], rest):
        found.merge(Site.from_bytes(data))
    return bytes(found)


def _row(page: FleetPage, result: Result, markdown: bool) -> Row:
    facts = result.site_facts
    metadata = result.metadata
    return {"url": page.url, "text": result.text, "markdown": result.markdown() if markdown else None,
            **{name: metadata.get(name) for name in ("title", "byline", "date", "lang")},
            "metadata": json.dumps(metadata, ensure_ascii=False), "page_type": result.page_type,
            "encoding": result.encoding, "confidence": result.confidence,
            "cluster": facts.cluster if facts and facts.cluster != 0xFFFFFFFF else None,
            "fit": facts.fit if facts else None, "spans": result.spans, "warnings": result.warnings,
            "fetched": page.fetched}


def failed(page: FleetPage, why: str) -> Row:
    return {"url": page.url, "error": why, "fetched": page.fetched}


def apply_chunk(site: OpenSite, pages: Iterable[FleetPage], options: Options, markdown: bool = True) -> list[Row]:
    """A row for each page, with `error` for one that failed."""
    rows = []
    for page in pages:
        if page.html is None:
            rows.append(failed(page, page.error or "there is no page"))
            continue
        try:
            rows.append(_row(page, site.extract(page.html, **_settings(page, options)), markdown))
        except _core.ModelError:
            raise
        except (_core.PithError, MemoryError) as error:
            rows.append(failed(page, str(error) or "out of memory"))
    return rows


class Direct:
    """Chunks in this process."""

    def __init__(self, options: Options, markdown: bool = True) -> None:
        self.options, self.markdown = options, markdown
        self.model: bytes | None = None
        self.site: OpenSite | None = None

    def parse(self, pages: list[FleetPage]) -> list[FleetPage]:
        """What cannot be parsed stays as it is; applying says why."""
        return [self._parsed(page) for page in pages]

    def _parsed(self, page: FleetPage) -> FleetPage:
        try:
            if isinstance(page.html, bytes):
                return page._replace(html=Page(page.html, **_settings(page, self.options)))
        except (_core.PithError, MemoryError):
            pass
        return page

    def learn(self, key: str, pages: list[FleetPage]) -> bytes:
        return learn_chunk(key, pages, self.options)

    def apply(self, model: bytes, pages: list[FleetPage]) -> list[Row]:
        if self.site is None or self.model != model:
            self.model, self.site = model, Site.from_bytes(model).open()
        return apply_chunk(self.site, pages, self.options, self.markdown)

    def close(self) -> None:
        self.site = None


def chunks(pages: Iterable[FleetPage]) -> Iterator[list[FleetPage]]:
    """Lists of a bounded number of pages and bytes."""
    some: list[FleetPage] = []
    size = 0
    for page in pages:
        some.append(page)
        size += page.size
        if len(some) >= CHUNK_PAGES or size >= CHUNK_BYTES:
            yield some
            some, size = [], 0
    if some:
        yield some


class Spool:
    """Chunks that are read once more: parsed, then in memory, then in a file."""

    def __init__(self, runner: Runner) -> None:
        self.runner = runner
        self.parsed: collections.deque[list[FleetPage]] = collections.deque()
        self.room = PARSED
        self.file = tempfile.SpooledTemporaryFile(max_size=IN_MEMORY)
        self.count = 0

    def add(self, pages: list[FleetPage]) -> list[FleetPage]:
        """The chunk as it is kept. After the first that is too much none is parsed,
        so that they come again in order."""
        self.room -= sum(3 * page.size + PARSED_PAGE for page in pages)
        if self.room >= 0 and (parsed := self.runner.parse(pages)) is not None:
            self.parsed.append(parsed)
            return parsed
        pickle.dump([tuple(page) for page in pages], self.file, pickle.HIGHEST_PROTOCOL)
        self.count += 1
        return pages

    def __iter__(self) -> Iterator[list[FleetPage]]:
        while self.parsed:
            yield self.parsed.popleft()
        self.file.seek(0)
        for _ in range(self.count):
            yield [FleetPage(*page) for page in pickle.load(self.file)]

    def close(self) -> None:
        self.file.close()


def _learn_run(key: str, pages: Iterable[FleetPage], runner: Runner, spool: Spool) -> bytes:
    def parts() -> Iterator[bytes]:
        for some in chunks(pages):
            yield runner.learn(key, spool.add(some))
    return merge_models(parts())


def clean_run(key: str, model: bytes | None, pages: Iterable[FleetPage], runner: Runner) -> Iterator[Row]:
    """The rows of one site; without a model it is learnt from these pages. The
    last row is about the site: `model`, and sums of `fit`, `applied` and `failed`."""
    spool = Spool(runner)
    try:
        again: Iterable[list[FleetPage]] = chunks(pages)
        if model is None:
            model = _learn_run(key, pages, runner, spool)
            again = spool
        fit = applied = bad = 0
        for some in again:
            for row in runner.apply(model, some):
                bad += "error" in row
                applied += "error" not in row
                fit += row.get("fit") or 0
                yield {"site": key, **row}
        if applied or bad:
            yield {"site": key, "model": model, "fit_sum": fit, "applied": applied, "failed": bad}
    finally:
        spool.close()


def model_facts(model: bytes) -> Row:
    """What a table of models has beside the model itself."""
    site = Site.from_bytes(model)
    return {"pages": site.pages, "estimate": site.estimate, "revision": site.revision,
            "options": f"{site.options:016x}"}
