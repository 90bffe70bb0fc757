"""Apache Beam: pages to records.

    pages | Extract(to="md")                         # bytes, str, or dicts with "html" and "url"
    good, bad = pages | Extract().with_errors()      # what failed, apart
"""
import apache_beam as beam
import pith
import pith.arrow

BATCH = 64


class _Extract(beam.DoFn):
    def __init__(self, options):
        self.options = options

    def process(self, pages):
        given = [page if isinstance(page, dict) else {"html": page} for page in pages]
        asked = ({key: page[key] for key in ("html", "url") if key in page} for page in given)
        for page, result in zip(given, pith.extract_many(asked, threads=1, **self.options)):
            row = {**{key: value for key, value in page.items() if key != "html"},
                   **pith.arrow.row(result, page.get("url"))}
            yield beam.pvalue.TaggedOutput("bad", row) if "error" in row else row


class Extract(beam.PTransform):
    """Records with the columns of pith.arrow; a page that fails has `error`."""

    def __init__(self, **options):
        super().__init__()
        self.options = options
        self.apart = False

    def with_errors(self):
        self.apart = True
        return self

    def expand(self, pages):
        found = (pages | beam.BatchElements(min_batch_size=1, max_batch_size=BATCH)
                 | beam.ParDo(_Extract(self.options)).with_outputs("bad", main="good"))
        if self.apart:
            return found.good, found.bad
        return (found.good, found.bad) | beam.Flatten()
