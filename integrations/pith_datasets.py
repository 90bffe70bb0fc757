"""Hugging Face datasets: a function for map().

    dataset.map(Extract("html", to="md"), batched=True, batch_size=128, remove_columns=["html"])

It pickles, so num_proc= works; the fingerprint of the cache follows its options.
"""
import pith
import pith.arrow


class Extract:
    def __init__(self, column="html", url_column="url", threads=1, **options):
        self.column = column
        self.url_column = url_column
        self.threads = threads
        self.options = options

    def __call__(self, batch):
        pages = batch[self.column]
        urls = batch.get(self.url_column) or [None] * len(pages)
        given = ({"html": page, "url": url} for page, url in zip(pages, urls))
        rows = [pith.arrow.row(result, url) for result, url in
                zip(pith.extract_many(given, threads=self.threads, **self.options), urls)]
        return {name: [row.get(name) for row in rows] for name, _ in pith.arrow.COLUMNS if name != "url"}
