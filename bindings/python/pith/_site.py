"""Site and OpenSite, on the types of _core."""
from __future__ import annotations

import os
from typing import Any

from . import _core


class Site(_core.Site):
    """What the pages of a site share: learn it once, use it for new pages.

    Which pages were added decides a site to the byte; their order, and whether
    some were learnt elsewhere and merged, does not.

    >>> shell = "<nav><a href=/>Home</a> <a href=/w>Weather</a></nav><p>{}</p><p>Printed daily.</p>"
    >>> pages = [shell.format(f"Day {n} was unlike the others.") for n in range(8)]
    >>> site, half = pith.Site(), pith.Site()
    >>> for page in pages[:5]: site.add(page)
    >>> for page in pages[4:]: half.add(page)
    >>> site.merge(half)
    >>> site.pages
    8
    >>> site == pith.Site.from_bytes(bytes(site))
    True
    >>> site.open().extract(pages[0])
    <pith.Result auto, 45 characters>
    """
    __slots__ = ()

    def __new__(cls, most_pages: int = 256, key: str | None = None) -> Site:
        if not 1 <= most_pages <= 4096:
            raise ValueError("most_pages is a number from 1 to 4096")
        return _core.site_new(most_pages, key)

    @staticmethod
    def from_bytes(data: bytes | bytearray | memoryview) -> Site:
        """A site from bytes(site), or from a file that `pith learn` wrote."""
        return _core.site_load(data)

    @staticmethod
    def load(path: str | os.PathLike[str]) -> Site:
        with open(path, "rb") as file:
            return Site.from_bytes(file.read())

    def save(self, path: str | os.PathLike[str]) -> None:
        with open(path, "wb") as file:
            file.write(bytes(self))

    @property
    def pages(self) -> int:
        """Pages in its sample."""
        return self._facts()[0]

    @property
    def most_pages(self) -> int:
        """Pages that its sample may hold."""
        return self._facts()[1]

    @property
    def estimate(self) -> int:
        """About how many different pages it was learnt from."""
        return self._facts()[2]

    @property
    def revision(self) -> int:
        """Of all that decides a token or a profile; models of others are refused."""
        return self._facts()[3]

    @property
    def options(self) -> int:
        """A digest of the options that its pages were parsed with; 0 before the first."""
        return self._facts()[4]

    @property
    def key(self) -> str:
        """The name of the site, such as its host; "*" for several, "" for none."""
        return self._facts()[5]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Site):
            return NotImplemented
        return bytes(self) == bytes(other)

    __hash__ = None  # type: ignore[assignment]  # it changes

    def __reduce__(self) -> tuple[Any, ...]:
        return _site_again, (bytes(self),)

    def __repr__(self) -> str:
        return f"<pith.Site of {self.pages} pages>"


class OpenSite(_core.OpenSite):
    """A site ready to extract its pages, in as many threads as you like."""
    __slots__ = ()

    def __new__(cls, *args: Any) -> OpenSite:
        raise TypeError("use Site.open() to make an OpenSite")

    @property
    def pages(self) -> int:
        """Pages in its sample."""
        return self._facts()[0]

    @property
    def clusters(self) -> int:
        """Groups of pages with one boilerplate."""
        return self._facts()[3]

    def __reduce__(self) -> tuple[Any, ...]:
        return _open_again, (self._model(),)

    def __repr__(self) -> str:
        return f"<pith.OpenSite of {self.pages} pages>"


def _site_again(data: bytes) -> Site:
    return Site.from_bytes(data)


def _open_again(data: bytes) -> OpenSite:
    return Site.from_bytes(data).open()
