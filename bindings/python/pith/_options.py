"""The types of keyword arguments, for checkers and editors.

The options themselves are a table of the library: what it accepts is what
counts. A test compares the two lists of names.
"""
from __future__ import annotations

from mmap import mmap
from typing import TYPE_CHECKING, Literal, TypedDict, Union

if TYPE_CHECKING:
    from ._result import Limits, Page

Format = Literal["text", "md", "html", "cleaned", "marked", "tei", "xml", "csv", "json"]
Html = Union[bytes, str, bytearray, memoryview, mmap, "Page"]


class Options(TypedDict, total=False):
    """As `pith extract --help` explains them; None: the default."""
    to: Format | str | None
    limits: Limits | None
    max_bytes: int | str | None
    max_nodes: int | str | None
    max_depth: int | str | None
    max_attributes: int | str | None
    max_formatting: int | str | None
    max_steps: int | str | None
    max_memory: int | str | None
    encoding: str | None
    transport_encoding: str | None
    fragment: str | None
    scripting: bool | None
    compat: bool | None
    comments: bool | None
    method: str | None
    balance: Literal["balanced", "precision", "recall"] | None
    precision: bool | None
    recall: bool | None
    links: bool | None
    images: bool | None
    tables: bool | None
    highlight: bool | None
    base_url: str | None
    id: str | None
    path: str | None
    url: str | None
    markdown: bool | None
    front_matter: str | None
    recover: bool | None
    title: Literal["auto", "always", "never"] | None
