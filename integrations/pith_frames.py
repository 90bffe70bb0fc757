"""pandas, Polars and DuckDB: functions over a column of pages.

    frame["text"] = extract_column(frame["html"])                      # pandas, Polars
    frame.join(extract_frame(frame["html"], url=frame["url"]))         # pandas
    frame.with_columns(pl.col("html").map_batches(extract_column))     # Polars
    register(duckdb.connect()); SELECT pith_text(html) FROM pages      # DuckDB
"""
import pith
import pith.arrow

FIELDS = ["text", "title", "byline", "date", "lang", "page_type", "confidence", "encoding", "error"]


def _values(pages, url, options):
    """Rows of `FIELDS`; None for a page that is null, text None for one that fails."""
    urls = url if url is not None else [None] * len(pages)
    given = ({"html": page, "url": address} for page, address in zip(pages, urls))
    for result in pith.extract_many(given, **options):
        yield pith.arrow.row(result, None)


def _like(column, values):
    """A column of the same library."""
    if type(column).__module__.startswith("polars"):
        import polars
        return polars.Series(column.name, values, dtype=polars.String)
    import pandas
    return pandas.Series(values, index=getattr(column, "index", None), dtype=object)


def extract_column(pages, *, url=None, return_dtype=None, **options):
    """A column of texts, in the format of `to`, with the index of the pages.
    return_dtype is what Polars passes to functions; it is always text."""
    return _like(pages, [row.get("text") for row in _values(list(pages), url, options)])


def extract_frame(pages, *, url=None, **options):
    """A pandas frame of FIELDS, with the index of the pages."""
    import pandas
    rows = list(_values(list(pages), url, options))
    return pandas.DataFrame(rows, columns=FIELDS, index=getattr(pages, "index", None))


def register(connection, name="pith_text", **options):
    """A DuckDB function of a BLOB column (`NAME`), by Arrow, vector by vector."""
    import pyarrow

    def function(pages):
        parts = pages.chunks if isinstance(pages, pyarrow.ChunkedArray) else [pages]
        done = [pyarrow.record_batch(pith.arrow.extract_batch(
            pyarrow.record_batch({"html": part}), **options)).column("text").cast(pyarrow.string()) for part in parts]
        return pyarrow.chunked_array(done, pyarrow.string())

    connection.create_function(name, function, ["BLOB"], "VARCHAR", type="arrow")
