"""pith on Ray Data: the pages of many sites, cleaned site by site, as pith.spark
does it and to the same bytes.

    pages = pith_ray.read_warc(["crawl-0.warc.gz", "crawl-1.warc.gz"])
    pith_ray.pages_of(pith_ray.clean(pages)).write_parquet("out")

    models = pith_ray.learn(pages)                  # a row a site: site, model
    later = pith_ray.clean(next_month, models)      # sites with a model are not learnt again

Ray holds the pages of a site in the memory of one task; pith.spark cuts large
sites into buckets instead.
"""
import pyarrow
import ray
from pith import _fleet_tasks
from pith._fleet_arrow import PAGE_ROW, SITE_SUMS, read_rows, write_batches
from pith.spark import WARC_ROW

MODEL = (("site", "string"), ("model", "binary"))
INPUT = (*WARC_ROW, ("model", "binary"))
OUTPUT = (*PAGE_ROW, *SITE_SUMS)
BATCH = 64  # rows of a batch: pages are large


def _table(rows, fields):
    names = [name for name, _ in fields]
    batches = list(write_batches(rows, fields))
    return pyarrow.Table.from_batches(batches) if batches else pyarrow.table({name: [] for name in names})


def _rows(table):
    return read_rows(table.to_batches())


def read_warc(paths, by="host"):
    """The pages of archives, an archive a task."""
    def read(table):
        for batch in write_batches(_fleet_tasks.warc_rows(_rows(table), by, True), WARC_ROW):
            yield pyarrow.Table.from_batches([batch])
    names = ray.data.from_items([{"path": str(path)} for path in paths])
    return names.map_batches(read, batch_size=1, batch_format="pyarrow")


def learn(pages, partitions=None, **options):
    """The models of the sites of these pages, learnt where the pages are, then merged."""
    work = _fleet_tasks.Work(options, False)

    def part(table):
        return _table(_fleet_tasks.learn_rows(_rows(table), work), MODEL)

    def merge(table):
        return _table(_fleet_tasks.merge_rows(_rows(table)), MODEL)
    parts = pages.map_batches(part, batch_size=1024, batch_format="pyarrow")
    return parts.groupby("site", num_partitions=partitions).map_groups(merge, batch_format="pyarrow")


def _with_models(pages, models):
    """Pages and models as rows of one kind: part 0 is a model."""
    def widen(table):
        return _table(_rows(table), INPUT)
    both = pages.map_batches(widen, batch_size=BATCH, batch_format="pyarrow")
    if models is not None:
        both = both.union(models.map_batches(widen, batch_size=BATCH, batch_format="pyarrow"))
    return both


def clean(pages, models=None, markdown=True, partitions=None, **options):
    """Rows of pages, and behind those of a site one with its model: pages_of() has
    the former, models_of() the latter."""
    work = _fleet_tasks.Work(options, markdown)

    def site(table):
        rows = [{**row, "bucket": 0, "part": 0 if row["model"] else 1} for row in _rows(table)]
        return _table(_fleet_tasks.clean_rows(sorted(rows, key=lambda row: row["part"]), work), OUTPUT)
    both = _with_models(pages, models)
    return both.groupby("site", num_partitions=partitions).map_groups(site, batch_format="pyarrow")


def pages_of(cleaned):
    return cleaned.filter(lambda row: row["model"] is None).drop_columns([name for name, _ in SITE_SUMS])


def models_of(cleaned):
    return cleaned.filter(lambda row: row["model"] is not None).select_columns(
        ["site", *(name for name, _ in SITE_SUMS)])
