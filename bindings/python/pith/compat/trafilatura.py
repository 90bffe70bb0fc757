"""`extract`, `bare_extraction` and `extract_metadata` with trafilatura's
signatures, by pith.

Heeded: url, record_id, favor_precision, favor_recall, include_comments,
include_tables, include_images, include_formatting, include_links, output_format,
with_metadata, only_with_metadata, target_language, url_blacklist,
author_blacklist. Ignored: fast, no_fallback, deduplicate, tei_validation,
prune_xpath, max_tree_size, date_extraction_params, settingsfile, config,
options. Output formats xml and csv are not there: ValueError.

>>> from pith.compat.trafilatura import extract
>>> extract("<title>Fog</title><nav><a href=/>Home</a></nav><p>The fog came in at noon and stayed.</p>")
'The fog came in at noon and stayed.'
"""
from __future__ import annotations

import json
from dataclasses import dataclass, fields
from typing import Any

from .. import _core
from .._result import Result

__all__ = ["Document", "bare_extraction", "extract", "extract_metadata"]

FORMATS = {"txt": "text", "markdown": "md", "json": "json", "html": "html", "xmltei": "tei", "python": "text"}


@dataclass(slots=True)
class Document:
    """The fields of trafilatura's Document; what pith does not find is None."""
    title: Any = None
    author: Any = None
    url: Any = None
    hostname: Any = None
    description: Any = None
    sitename: Any = None
    date: Any = None
    categories: Any = None
    tags: Any = None
    fingerprint: Any = None
    id: Any = None
    license: Any = None
    body: Any = None
    comments: Any = None
    commentsbody: Any = None
    raw_text: Any = None
    text: Any = None
    language: Any = None
    image: Any = None
    pagetype: Any = None
    filedate: Any = None

    def as_dict(self) -> dict[str, Any]:
        return {field.name: getattr(self, field.name) for field in fields(self)}


def _run(page: Any, chosen: dict[str, Any]) -> Result:
    if hasattr(page, "getroottree") or hasattr(page, "getroot"):  # an lxml tree
        from lxml.html import tostring  # type: ignore[import-untyped,unused-ignore]
        page = tostring(page)
    precision = bool(chosen.get("favor_precision"))
    recall = bool(chosen.get("favor_recall")) and not precision
    return _core.extract(page, url=chosen.get("url"), id=chosen.get("record_id"),
                         balance="precision" if precision else "recall" if recall else "balanced",
                         comments=chosen.get("include_comments", True), tables=chosen.get("include_tables", True),
                         links=chosen.get("include_links", False), images=chosen.get("include_images", False),
                         to=FORMATS[chosen.get("output_format", "txt")])


def _wanted(document: Document, chosen: dict[str, Any]) -> bool:
    """Whether the filters of the caller let it pass."""
    if chosen.get("only_with_metadata") and not (document.date and document.title and document.url):
        return False
    language = chosen.get("target_language")
    if language and document.language and document.language.split("-")[0] != language:
        return False
    return document.url not in (chosen.get("url_blacklist") or ()) and \
        document.author not in (chosen.get("author_blacklist") or ())


def _hostname(url: str | None) -> str | None:
    return url.split("/")[2].removeprefix("www.") if url and url.count("/") > 1 else None


def _document(result: Result, url: str | None) -> Document:
    found = result.metadata
    address = found.get("canonical") or url
    return Document(title=found.get("title"), author=found.get("byline"), url=address, hostname=_hostname(address),
                    description=found.get("description"), sitename=found.get("site_name"), date=found.get("date"),
                    tags=found.get("tags", []), categories=[], image=found.get("image"),
                    language=found.get("lang"), pagetype=result.page_type)


def _markup(result: Result, formatted: bool) -> str:
    return result.markdown() if formatted or result.to == "md" else str(result)


def _metadata_header(document: Document) -> str:
    lines = [f"{name}: {value}" for name, value in document.as_dict().items()
             if value and name in ("title", "author", "url", "hostname", "description", "sitename", "date")]
    return "\n".join(["---", *lines, "---", ""])


def bare_extraction(filecontent: Any, url: str | None = None, fast: bool = False, no_fallback: bool = False,
                    favor_precision: bool = False, favor_recall: bool = False, include_comments: bool = True,
                    output_format: str = "python", target_language: str | None = None, include_tables: bool = True,
                    include_images: bool = False, include_formatting: bool = False, include_links: bool = False,
                    deduplicate: bool = False, date_extraction_params: Any = None, with_metadata: bool = False,
                    only_with_metadata: bool = False, max_tree_size: int | None = None,
                    url_blacklist: set[str] | None = None, author_blacklist: set[str] | None = None,
                    as_dict: bool = False, prune_xpath: Any = None, config: Any = None,
                    options: Any = None, **ignored: Any) -> Document | dict[str, Any] | None:
    """The text and the metadata of a page; None where there is nothing."""
    if not filecontent:
        return None
    chosen = {**locals(), **ignored, "output_format": "txt"}
    result = _run(filecontent, chosen)
    document = _document(result, url)
    document.text = _markup(result, include_formatting).rstrip("\n")
    document.comments = "\n".join(result.comments) if include_comments else ""
    if not document.text or not _wanted(document, chosen):
        return None
    return document.as_dict() if as_dict else document


def extract(filecontent: Any, url: str | None = None, record_id: str | None = None, fast: bool = False,
            no_fallback: bool = False, favor_precision: bool = False, favor_recall: bool = False,
            include_comments: bool = True, output_format: str = "txt", tei_validation: bool = False,
            target_language: str | None = None, include_tables: bool = True, include_images: bool = False,
            include_formatting: bool = False, include_links: bool = False, deduplicate: bool = False,
            date_extraction_params: Any = None, with_metadata: bool = False, only_with_metadata: bool = False,
            max_tree_size: int | None = None, url_blacklist: set[str] | None = None,
            author_blacklist: set[str] | None = None, settingsfile: str | None = None, prune_xpath: Any = None,
            config: Any = None, options: Any = None, **ignored: Any) -> str | None:
    """The content of a page as a str; None where there is nothing."""
    if output_format not in FORMATS:
        raise ValueError(f"output_format {output_format!r} is not there; use one of {', '.join(FORMATS)}")
    if not filecontent:
        return None
    chosen = {**locals(), **ignored}
    result = _run(filecontent, chosen)
    document = _document(result, url)
    document.id = record_id
    if not result.text or not _wanted(document, chosen):
        return None
    if output_format == "json":
        document.text = document.raw_text = _markup(_run(filecontent, {**chosen, "output_format": "txt"}),
                                                    include_formatting).rstrip("\n")
        known = {name: value for name, value in document.as_dict().items() if value is not None}
        return json.dumps(known if with_metadata else {"text": document.text}, ensure_ascii=False)
    formatted = include_formatting and output_format == "txt"
    text = _markup(result, formatted).rstrip("\n")
    return _metadata_header(document) + text if with_metadata and output_format in ("txt", "markdown") else text


def extract_metadata(filecontent: Any, default_url: str | None = None, date_config: Any = None,
                     extensive: bool = True, author_blacklist: set[str] | None = None) -> Document | None:
    """What a page declares about itself."""
    if not filecontent:
        return None
    return _document(_run(filecontent, {"url": default_url}), default_url)
