"""The content of web pages without their boilerplate.

>>> import pith
>>> page = b'''<title>Fog</title><nav><a href=/>Home</a> <a href=/n>News</a></nav>
... <p>Fishermen on this coast know seven kinds of fog.</p>'''
>>> result = pith.extract(page, url="https://example.org/fog")
>>> result.text
'Fishermen on this coast know seven kinds of fog.\\n'
>>> result.title
'Fog'
>>> [(block.label, block.reason) for block in result.blocks]
[('navigation', 'menu'), ('content', 'paragraph')]

Many pages, in threads and in order; a bad page is a PageError in its place:

>>> [result.text for result in pith.extract_many([page, page], threads=2)]
['Fishermen on this coast know seven kinds of fog.\\n', \
'Fishermen on this coast know seven kinds of fog.\\n']

The pages of a site together: Site. The options of every call are those of the
command with underscores; option_names() lists them.
"""
from ._core import (LimitError, ModelError, PithError, __version__, extract,
                    formats, option_names)
from ._options import Format, Html, Options
from ._many import PageError, extract_many
from ._result import Block, Limits, Page, Result, SiteFacts, Span
from ._site import OpenSite, Site
from ._warc import Record, warc
from . import _core as _core

_core.register_types(Page, Result, Site, OpenSite)

__all__ = ["Block", "Format", "Html", "LimitError", "Limits", "ModelError", "OpenSite",
           "Options", "Page", "PageError", "PithError", "Record", "Result", "Site", "SiteFacts", "Span",
           "__version__", "extract", "extract_many", "formats", "option_names",
           "warc"]
# C functions have no source that doctest would find.
__test__ = {"extract": extract.__doc__}
