"""Pages as WET: WARC files of conversion records, a file a task, packed by record.

A task that is tried again writes the same bytes to the same name, so the last one
to be done wins and no harm is done. Files go through pyarrow's file systems: a
path, s3://, gs://, hdfs://.
"""
from __future__ import annotations

import gzip
import hashlib
import importlib
import posixpath
import uuid
from collections.abc import Iterable, Iterator
from typing import Any

from ._fleet import Row
from ._fleet_arrow import Fields

COLUMNS = ("url", "text", "fetched", "lang")
WRITTEN: Fields = (("path", "string"), ("records", "bigint"))
_INFO = b"software: pith\r\nformat: WARC File Format 1.0\r\n"
_UNKNOWN = "1970-01-01T00:00:00Z"  # a date is required, and now would differ each time


def _record(kind: str, block: bytes, media: str, date: str | None, more: dict[str, str | None]) -> bytes:
    """The id is made of the content: the same page has the same one in every run."""
    url = more.get("WARC-Target-URI") or kind
    name = uuid.UUID(bytes=hashlib.sha256(f"{url}\n{date}\n".encode() + block).digest()[:16], version=5)
    head = {"WARC-Type": kind, "WARC-Date": date or _UNKNOWN, "WARC-Record-ID": f"<urn:uuid:{name}>",
            **more, "Content-Type": media, "Content-Length": str(len(block))}
    lines = "".join(f"{name}: {value}\r\n" for name, value in head.items() if value)
    return gzip.compress(f"WARC/1.0\r\n{lines}\r\n".encode() + block + b"\r\n\r\n", 6, mtime=0)


def wet_record(row: Row) -> bytes:
    """Line ends would end a head early; addresses have none unless somebody means harm."""
    url = "".join(row["url"].split()) if row["url"] else None
    return _record("conversion", row["text"].encode("utf-8", "replace"), "text/plain", row["fetched"],
                   {"WARC-Target-URI": url, "WARC-Identified-Content-Language": row["lang"]})


def _open(path: str) -> tuple[Any, str]:
    """The file system of a path, and its name there."""
    fs = importlib.import_module("pyarrow.fs")
    place: tuple[Any, str] = fs.FileSystem.from_uri(path.replace("s3a://", "s3://")) if "://" in path else \
        (fs.LocalFileSystem(), path)
    return place


def write_rows(rows: Iterable[Row], folder: str) -> Iterator[Row]:
    """Write the pages of a partition; pages that failed have no text and are left out."""
    task = importlib.import_module("pyspark").TaskContext.get()
    files, place = _open(folder)
    files.create_dir(place, recursive=True)
    name = posixpath.join(place, f"part-{task.partitionId():05d}.warc.wet.gz")
    temporary = posixpath.join(place, f"_{task.partitionId()}-{task.taskAttemptId()}")
    count = 0
    with files.open_output_stream(temporary) as out:
        out.write(_record("warcinfo", _INFO, "application/warc-fields", None, {}))
        for row in rows:
            if row["text"] is not None:
                out.write(wet_record(row))
                count += 1
    files.move(temporary, name)
    yield {"path": name, "records": count}
