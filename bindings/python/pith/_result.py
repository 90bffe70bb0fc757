"""Page and Result, on the types of _core: what needs no C."""
from __future__ import annotations

import html as _html
import json
from typing import Any, NamedTuple, Unpack

from . import _core
from ._options import Html, Options


class Limits(NamedTuple):
    """Limits of a page, counted in bytes, nodes and steps, never in seconds.

    None leaves the default. Too many bytes or too much memory raise LimitError;
    the others bend the tree a little and give the warning "limit-hit".

    >>> pith.extract(b"<p>Too long a page.", limits=pith.Limits(max_bytes=8))
    Traceback (most recent call last):
        ...
    pith.LimitError: the input has 19 bytes, more than 8; raise max_bytes
    """
    max_bytes: int | None = None
    max_nodes: int | None = None
    max_depth: int | None = None
    max_attributes: int | None = None
    max_formatting: int | None = None
    max_steps: int | None = None
    max_memory: int | None = None


class Span(NamedTuple):
    """A labelled range of the page as it arrived, in bytes (of UTF-8 for str)."""
    start: int
    end: int
    label: str
    score: float
    reason: str


class Block(NamedTuple):
    """A run of text of the page, kept or cut, and why."""
    start: int
    end: int
    label: str
    score: float
    reason: str | None
    words: int
    comment: bool
    hidden: bool
    text: str

    @property
    def kept(self) -> bool:
        return self.label == "content"


class SiteFacts(NamedTuple):
    """What a site shows about a page; see OpenSite.extract()."""
    cluster: int
    fit: int
    words: int
    cut_words: int
    too_few_pages: bool
    all_repeats: bool


class Page(_core.Page):
    """A parsed page: extract() from it as often as you like.

    The bytes are not copied. They stay pinned while the page lives, and must not
    be written to: a bytearray cannot grow, an mmap cannot be closed.

    >>> page = pith.Page(b"<nav><a href=/>Home</a></nav><p>It rained all day.</p>")
    >>> page.extract(method="sentence").text
    'It rained all day.\\n'
    """
    __slots__ = ()

    def __new__(cls, html: Html, **options: Unpack[Options]) -> Page:
        return _core.parse(html, options)

    def __reduce__(self) -> tuple[Any, ...]:
        return _page_again, (_portable(self.source), self._given)

    def __repr__(self) -> str:
        return f"<pith.Page {self.encoding}>"


class Result(_core.Result):
    """What pith.extract() found. It cannot be changed; formats are made when they
    are asked for.

    >>> result = pith.extract("<p>It rained <b>all day</b> in the hills.</p>", to="md")
    >>> str(result)
    'It rained **all day** in the hills.\\n'
    >>> result.text
    'It rained all day in the hills.\\n'
    """
    __slots__ = ()

    def __new__(cls, *args: Any, **options: Any) -> Result:
        raise TypeError("use pith.extract() to make a Result")

    def _str(self, to: str) -> str:
        data = self.render(to)
        if self.page.encoding == "utf-8" or to in _UTF8:
            return data.decode("utf-8", "replace")
        return _core.decode(data, self.page.encoding)

    def markdown(self) -> str:
        """The content as Markdown."""
        return self._str("md")

    def html(self) -> str:
        """The content as HTML that is safe to show."""
        return self._str("html")

    def marked(self) -> str:
        """The whole page with marks around the boilerplate."""
        return self._str("marked")

    def record(self) -> dict[str, Any]:
        """The JSON record of the page as a dict."""
        record: dict[str, Any] = json.loads(self.render("json"))
        return record

    def __str__(self) -> str:
        return self._str(self.to)

    def __bytes__(self) -> bytes:
        return self.render(self.to)

    @property
    def encoding(self) -> str:
        """The encoding that the page was read in, by its WHATWG name."""
        return self.page.encoding

    @property
    def metadata(self) -> dict[str, Any]:
        """All that the page declares about itself, by the names of a record."""
        metadata: dict[str, Any] = json.loads(self._metadata_json())
        return metadata

    @property
    def title(self) -> str | None:
        return self.metadata.get("title")

    @property
    def byline(self) -> str | None:
        return self.metadata.get("byline")

    @property
    def date(self) -> str | None:
        return self.metadata.get("date")

    @property
    def language(self) -> str | None:
        return self.metadata.get("lang")

    @property
    def description(self) -> str | None:
        return self.metadata.get("description")

    @property
    def site_name(self) -> str | None:
        return self.metadata.get("site_name")

    @property
    def spans(self) -> list[Span]:
        """Every verdict as a range of the page; what none covers is content."""
        return [Span(*row) for row in self._spans()]

    @property
    def blocks(self) -> list[Block]:
        """The visible text, block by block, kept or cut, with the reason."""
        return [Block(*row) for row in self._blocks()]

    @property
    def comments(self) -> list[str]:
        """What readers wrote below the page, whatever the options say."""
        return [block.text for block in self.blocks if block.comment]

    @property
    def site_facts(self) -> SiteFacts | None:
        facts = self._site_facts
        return SiteFacts(*facts) if facts else None

    def __reduce__(self) -> tuple[Any, ...]:
        return _result_again, (self.page, self.site, self._given)

    def __repr__(self) -> str:
        return f"<pith.Result {self.method}, {len(self.text)} characters>"

    def _repr_html_(self) -> str:
        """For notebooks: the text of the page, what was cut shaded."""
        rows = "".join(_ROW.format(_KEPT if block.kept else _CUT, _html.escape(
            f"{block.label} {block.score:.2f} {block.reason or ''}"), _html.escape(block.text))
            for block in self.blocks)
        head = _html.escape(f"{self.title or 'no title'} ({self.method}, {self.encoding}, "
                            f"confidence {self.confidence:.2f})")
        return f'<div style="{_FRAME}"><b>{head}</b>{rows}</div>'


# The formats that are UTF-8 whatever the page is.
_UTF8 = {name for name, kind in _core.format_types().items() if "utf-8" in kind or "json" in kind}
_FRAME = "max-height:30em;overflow:auto;border:1px solid #ccc;padding:.5em"
_KEPT = "margin:.3em 0"
_CUT = "margin:.3em 0;background:#eee;color:#888"
_ROW = '<p style="{}" title="{}">{}</p>'


def _portable(source: Any) -> bytes | str:
    """What a pickle takes of a buffer."""
    return source if isinstance(source, (bytes, str)) else bytes(source)


def _page_again(source: bytes | str, options: Options) -> Page:
    return _core.parse(source, options)


def _result_again(page: Page, site: _core.OpenSite | None, options: Options) -> Result:
    return site.extract(page, **options) if site else page.extract(**options)
