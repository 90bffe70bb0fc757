"""datatrove: pith as an extractor, and a WARC reader that leaves the bytes alone.

    from pith_datatrove import PithExtractor, PithWarcReader
    pipeline = [PithWarcReader("crawl/"), PithExtractor(balance="precision"), ...]

datatrove's extractors run in a child process each, for fear of crashes and of
pages without end. pith's work is bounded by its limits, so it runs in place.
"""
import base64

import pith
from datatrove.pipeline.extractors.base import BaseExtractor
from datatrove.pipeline.readers.base import BaseDiskReader
from datatrove.utils.typeshelper import StatHints

BYTES = "html_b64"  # metadata key: the page as it was served
CHARSET = "http_charset"  # metadata key: what the transport declared


class PithExtractor(BaseExtractor):
    """Text of the pages in `doc.text` (a str), or of the bytes that PithWarcReader keeps."""
    name = "⛏ pith"

    def __init__(self, metadata: bool = True, **options):
        super().__init__(timeout=0)
        self.metadata = metadata
        self.options = options

    def extract(self, text):
        return str(pith.extract(text, **self.options))

    def _document(self, doc):
        served, charset = doc.metadata.pop(BYTES, None), doc.metadata.pop(CHARSET, None)
        result = pith.extract(base64.b64decode(served) if served else doc.text,
                              url=doc.metadata.get("url"), transport_encoding=charset if served else None,
                              **self.options)
        doc.text = str(result).rstrip("\n")
        if self.metadata:
            found = {key: value for key, value in result.metadata.items() if value}
            doc.metadata.update(found, page_type=result.page_type, confidence=round(result.confidence, 3))
        return doc

    def run(self, data, rank=0, world_size=1):
        for doc in data:
            self.stat_update(StatHints.total)
            with self.track_time():
                try:
                    doc = self._document(doc)
                except (pith.PithError, ValueError, MemoryError) as error:
                    self.stat_update(f"failed: {type(error).__name__}")
                    continue
            if doc.text:
                self.stat_update(StatHints.forwarded)
                self.update_doc_stats(doc)
                yield doc
            else:
                self.stat_update(StatHints.dropped)


class PithWarcReader(BaseDiskReader):
    """HTML pages of WARC files on this machine; the encoding is left to PithExtractor."""
    name = "🕷 pith WARC"

    def read_file(self, filepath):
        path = f"{self.data_folder.path}/{filepath}"
        for number, record in enumerate(pith.warc(path, on_error="skip")):
            if not record.is_html:
                continue
            with self.track_time():
                data = {"text": "-", "id": record.id, "url": record.url, "date": record.date,
                        CHARSET: record.charset, BYTES: base64.b64encode(record.payload).decode()}
                document = self.get_document_from_dict(data, filepath, number)
            if document:
                yield document
