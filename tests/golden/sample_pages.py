"""The pages that the scripts of this folder run over: our own, and those of
the data set where it is there (PITH_DATA, default build/data)."""
import os
import pathlib

HERE = pathlib.Path(__file__).resolve().parent
DATA = pathlib.Path(os.environ.get("PITH_DATA",
                                   HERE.parents[1] / "build" / "data"))


def pages(folder, limit):
    """Golden pages, then `limit` pages of DATA/folder spread over all of it
    (all of them when limit is 0)."""
    own = [p for p in sorted(HERE.glob("*.html")) if ".expected." not in p.name]
    found = sorted((DATA / folder).rglob("*.htm*"))
    if limit and len(found) > limit:
        found = found[::len(found) // limit][:limit]
    return own + found
