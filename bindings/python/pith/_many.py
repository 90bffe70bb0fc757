"""Many pages at once: threads without the GIL, results in order."""
from __future__ import annotations

import itertools
import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from typing import Any, Unpack

from . import _core
from ._options import Html, Options
from ._result import Result
from ._site import OpenSite

CHUNK = 8  # pages a task: small enough to share, large enough to hide its cost
AHEAD = 3  # tasks a thread: read before they are needed, which bounds memory


@dataclass(frozen=True, slots=True)
class PageError:
    """A page that failed, in its place among the results."""
    index: int
    error: Exception

    def __str__(self) -> str:
        return f"page {self.index}: {self.error}"


def _one(index: int, page: Any, site: OpenSite | None, options: Mapping[str, Any]) -> Result | PageError:
    try:
        if isinstance(page, Mapping):
            options = {**options, **page}
            page = options.pop("html")
        extract: Callable[..., Result] = site.extract if site else _core.extract
        result = extract(page, **options)
        result.render(result.to)
        if result.page is not page:
            result.page.release()
        return result
    except (Exception, MemoryError) as error:
        return PageError(index, error)


def _chunk(start: int, pages: list[Any], site: OpenSite | None,
           options: Mapping[str, Any]) -> list[Result | PageError]:
    return [_one(start + i, page, site, options) for i, page in enumerate(pages)]


def _next_done(tasks: deque[Future[list[Result | PageError]]],
               ordered: bool) -> list[Result | PageError]:
    if not ordered:
        done = next(iter(wait(tasks, return_when=FIRST_COMPLETED).done))
        tasks.remove(done)
        return done.result()
    return tasks.popleft().result()


def extract_many(pages: Iterable[Html | Mapping[str, Any]], *, threads: int | None = None, ordered: bool = True,
                 site: OpenSite | None = None,
                 **options: Unpack[Options]) -> Iterator[Result | PageError]:
    """Extract pages in threads; yields a Result or a PageError for each.

    A page is what extract() takes, or a dict with "html" and options of its own,
    such as "url". Pages are read a little ahead of the results and never all at
    once. With ordered=False results come as they are ready.

    >>> pages = [{"html": b"<p>One.</p>", "url": "https://example.org/1"}, None]
    >>> [str(result) for result in pith.extract_many(pages)]
    ['One.\\n', "page 1: a page is bytes, str or a buffer of bytes, not <class 'NoneType'>"]
    """
    count = threads or os.cpu_count() or 1
    if count < 1:
        raise ValueError("threads is a number from 1 on")
    _core.parse(b"", options)  # a bad option is refused here, not page by page
    return _run(iter(pages), count, ordered, site, options)


def _run(pages: Iterator[Any], threads: int, ordered: bool, site: OpenSite | None,
         options: Mapping[str, Any]) -> Iterator[Result | PageError]:
    tasks: deque[Future[list[Result | PageError]]] = deque()
    start = 0
    with ThreadPoolExecutor(threads, "pith") as pool:
        try:
            while chunk := list(itertools.islice(pages, CHUNK)):
                tasks.append(pool.submit(_chunk, start, chunk, site, options))
                start += len(chunk)
                if len(tasks) > threads * AHEAD:
                    yield from _next_done(tasks, ordered)
            while tasks:
                yield from _next_done(tasks, ordered)
        finally:
            for task in tasks:
                task.cancel()
