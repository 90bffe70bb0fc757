"""Web archives: the records of WARC, ARC and WACZ files."""
from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from typing import Any, Literal, NamedTuple, Unpack

from . import _core
from ._options import Options
from ._result import Result


class Record(NamedTuple):
    """A record of an archive. `type` is None for what is damaged and no record."""
    type: str | None
    url: str | None
    date: str | None
    id: str | None
    offset: int
    length: int
    status: int
    content_type: str | None
    charset: str | None
    language: str | None
    http: bytes
    payload: bytes
    damage: str | None

    @property
    def page(self) -> dict[str, Any]:
        """For extract_many(): the page, its address, its charset, its id."""
        return {"html": self.payload, "url": self.url, "transport_encoding": self.charset, "id": self.id}

    @property
    def is_html(self) -> bool:
        """A page that was served as HTML, and not as an error."""
        return "html" in (self.content_type or "") and self.status in (0, *range(200, 300))

    def extract(self, **options: Unpack[Options]) -> Result:
        """pith.extract() of its payload, with its address and charset."""
        merged: Any = {**self.page, **options}
        return _core.extract(merged.pop("html"), **merged)


def warc(source: str | os.PathLike[str] | bytes | bytearray | memoryview, *,
         types: Sequence[str] = ("response", "resource"),
         on_error: Literal["record", "skip", "raise"] = "record", most_bytes: int = 0, verify: bool = False,
         raw: bool = False) -> Iterator[Record]:
    """The records of an archive: a path, or its bytes; packed by record or not.

    Chunks and content encodings are undone where they are real (`raw` leaves them).
    Damage costs no more than what is damaged: it is a record with `damage` and
    `offset`, left out with on_error="skip", raised with "raise". `most_bytes` is the
    largest payload, 20 MB unless given; `verify` checks digests.

    >>> archive = (b"WARC/1.0\\r\\nWARC-Type: resource\\r\\nWARC-Target-URI: https://example.org/\\r\\n"
    ...            b"Content-Type: text/html\\r\\nContent-Length: 38\\r\\n\\r\\n"
    ...            b"<p>It rained all day in the hills.</p>" + b"\\r\\n\\r\\n")
    >>> [(record.url, record.extract().text) for record in pith.warc(archive) if record.is_html]
    [('https://example.org/', 'It rained all day in the hills.\\n')]
    """
    if on_error not in ("record", "skip", "raise"):
        raise ValueError('on_error is "record", "skip" or "raise"')
    reader = _core.warc_open(source, types, most_bytes, verify, raw)
    return _records(reader, on_error)


def _records(reader: _core.WarcReader, on_error: str) -> Iterator[Record]:
    for row in reader:
        record = Record(*row)
        if record.damage and on_error == "raise":
            raise _core.PithError(f"{record.damage} (at byte {record.offset})")
        if record.type or on_error == "record":
            yield record
