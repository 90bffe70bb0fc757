"""LangChain: HTML documents to text documents.

    documents = PithTransformer().transform_documents(documents)
    RecursiveUrlLoader(url, extractor=pith_text)       # str -> str
    pith_document("https://example.org/", html)        # -> Document

Markdown is the default: headings help a text splitter.
"""
import pith
from langchain_core.documents import BaseDocumentTransformer, Document


def _document(result, metadata):
    found = {"title": result.title, "author": result.byline, "date": result.date, "language": result.language,
             "page_type": result.page_type, "confidence": round(result.confidence, 3)}
    return Document(page_content=str(result).strip(),
                    metadata={**{key: value for key, value in found.items() if value is not None}, **metadata})


def pith_text(html):
    """For loaders that take a function of the page."""
    return str(pith.extract(html, to="md")).strip()


def pith_document(url, html, **options):
    """For loaders that take a function of the address and the page."""
    return _document(pith.extract(html, url=url, **{"to": "md", **options}), {"source": url})


class PithTransformer(BaseDocumentTransformer):
    """Pages that fail are left out, or raise with strict=True."""

    def __init__(self, strict=False, threads=None, **options):
        self.strict = strict
        self.threads = threads
        self.options = {"to": "md", **options}

    def transform_documents(self, documents, **kwargs):
        pages = ({"html": document.page_content, "url": document.metadata.get("source")} for document in documents)
        made = []
        for document, result in zip(documents, pith.extract_many(pages, threads=self.threads, **self.options)):
            if not isinstance(result, pith.PageError):
                made.append(_document(result, document.metadata))
            elif self.strict:
                raise result.error
        return made
