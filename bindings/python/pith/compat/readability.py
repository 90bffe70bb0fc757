"""`Document` with the methods of readability-lxml, by pith.

Heeded: url. Ignored: min_text_length, retry_length, positive_keywords,
negative_keywords, xpath, handle_failures: pith needs no thresholds.

>>> from pith.compat.readability import Document
>>> document = Document("<title>Fog | Coast</title><p>The fog came in at noon and stayed all day.</p>")
>>> document.title()
'Fog | Coast'
"""
from __future__ import annotations

import re
from typing import Any

from .. import _core
from .._result import Result

__all__ = ["Document", "Unparseable"]


class Unparseable(ValueError):
    """Raised for a page that pith refuses, one that is too large for instance."""


class Document:
    """A page, extracted when it is first asked for."""

    def __init__(self, input: Any, positive_keywords: Any = None, negative_keywords: Any = None,
                 url: str | None = None, min_text_length: int = 25, retry_length: int = 250, xpath: bool = False,
                 handle_failures: str | None = "discard") -> None:
        self.input = input
        self.url = url
        self._result: Result | None = None

    def _extracted(self) -> Result:
        if self._result is None:
            try:
                self._result = _core.extract(self.input, url=self.url)
            except (_core.PithError, TypeError) as error:
                raise Unparseable(str(error)) from error
        return self._result

    def content(self) -> str:
        """All of the page."""
        source = self._extracted().page.source
        return source if isinstance(source, str) else _core.decode(bytes(source), self._extracted().encoding)

    def title(self) -> str:
        """The title element as it is."""
        found = re.search(r"<title[^>]*>(.*?)</title", self.content(), re.S | re.I)
        return " ".join(found[1].split()) if found else "[no-title]"

    def short_title(self) -> str:
        """The title without the name of the site."""
        return self._extracted().title or self.title()

    def author(self) -> str:
        return self._extracted().byline or "[no-author]"

    def summary(self, html_partial: bool = False, keep_all_images: bool = False) -> str:
        """The content as HTML, whole or as a `div`."""
        content = self._extracted().html()
        if not html_partial:
            return content
        body = re.search(r"<body[^>]*>(.*?)(</body|\Z)", content, re.S | re.I)
        return f"<div>{body[1] if body else content}</div>"

    get_clean_html = summary
