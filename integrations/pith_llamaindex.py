"""LlamaIndex: HTML documents to text in an ingestion pipeline.

    pipeline = IngestionPipeline(transformations=[PithTransform(), MarkdownNodeParser()])
"""
from typing import Any

import pith
from llama_index.core.schema import TransformComponent
from pydantic import Field


class PithTransform(TransformComponent):
    """The text of each node becomes its content as Markdown, metadata are added.
    A page that fails is left out."""
    options: dict[str, Any] = Field(default_factory=dict)

    def __call__(self, nodes, **kwargs):
        pages = ({"html": node.get_content(metadata_mode="none"), "url": node.metadata.get("url")} for node in nodes)
        kept = []
        for node, result in zip(nodes, pith.extract_many(pages, **{"to": "md", **self.options})):
            if isinstance(result, pith.PageError):
                continue
            found = {"title": result.title, "author": result.byline, "date": result.date,
                     "page_type": result.page_type}
            node = node.model_copy(deep=True)
            node.metadata.update({key: value for key, value in found.items() if value is not None})
            node.set_content(str(result).strip())
            kept.append(node)
        return kept
