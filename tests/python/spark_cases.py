"""The cases of run_spark.py, in a Python that has PySpark.

    spark_cases.py PITH MODULE SCRATCH PAGES

One cluster for all: starting it costs more than the cases.
"""
import base64
import contextlib
import io
import json
import os
import pathlib
import signal
import subprocess
import sys
import threading
import time

PITH, MODULE, SCRATCH = (pathlib.Path(word) for word in sys.argv[1:4])
PAGES = int(sys.argv[4])
sys.path.insert(0, str(MODULE))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "site"))
import fleet_case  # noqa: E402
import model_file  # noqa: E402
import pith  # noqa: E402
import pith.spark  # noqa: E402
from pyspark.sql import SparkSession  # noqa: E402

SPARK = (SparkSession.builder.master("local-cluster[2,1,1024]").appName("pith-test")
         .config("spark.ui.enabled", "false")
         .config("spark.ui.showConsoleProgress", "false").config("spark.sql.shuffle.partitions", "2")
         .config("spark.speculation", "true").config("spark.task.maxFailures", "2").config("spark.executorEnv.PYTHONPATH", os.environ["PYTHONPATH"])
         .config("spark.local.dir", str(SCRATCH / "spark")).config("spark.sql.warehouse.dir", str(SCRATCH / "house"))
         .getOrCreate())
SPARK.sparkContext.setLogLevel("OFF")


def rows_of(cleaned):
    """Pages, and the models of their sites: one computation, one job."""
    rows = [row.asDict(recursive=True) for row in cleaned.rows.collect()]
    models = {}
    for row in rows:
        if row["model"]:
            sums = models.setdefault(row["site"], {"model": bytes(row["model"]), "applied": 0, "failed": 0})
            assert sums["model"] == row["model"], "buckets of a site have different models"
            sums["applied"] += row["applied"]
            sums["failed"] += row["failed"]
    return [row for row in rows if not row["model"]], models


class Case:
    """A crawl, and what the command makes of it."""

    def __init__(self):
        given = ("--pages", PAGES, "--hosts", max(8, PAGES // 20), "--files", 3)
        self.archives = [str(path) for path in fleet_case.make(SCRATCH / "crawl", *given)]
        self.backwards = [str(path) for path in fleet_case.make(SCRATCH / "back", *given, "--reversed")]
        self.records, self.models = fleet_case.by_command(PITH, self.archives, SCRATCH)

    def check(self, cleaned):
        rows, models = rows_of(cleaned)
        fleet_case.compare(rows, self.records)
        assert {site: row["model"] for site, row in models.items()} == self.models, "models differ"
        assert sum(row["applied"] for row in models.values()) == len(rows)


def executors():
    """The processes of the executors of this application."""
    found = []
    for path in pathlib.Path("/proc").glob("[0-9]*/cmdline"):
        try:
            words = path.read_bytes().split(b"\0")
        except OSError:
            continue
        if b"org.apache.spark.executor.CoarseGrainedExecutorBackend" in words and \
                SPARK.sparkContext.applicationId.encode() in words:
            found.append(int(path.parent.name))
    return found


def partitions_do_not_matter(case):
    """1 and 2 here, 7 in executor_killed()."""
    case.check(pith.spark.clean(pith.spark.read_warc(SPARK, case.archives), partitions=1))
    backwards = pith.spark.read_warc(SPARK, case.backwards, partitions=2)
    case.check(pith.spark.clean(backwards, partitions=2, bucket=9))  # large sites in buckets


def steps_with_parquet_between(case):
    pages = pith.spark.read_warc(SPARK, case.archives)
    halves = [pith.spark.learn(pages.where(f"crc32(url) % 2 = {half}")) for half in (0, 1)]
    place = str(SCRATCH / "models.parquet")
    pith.spark.merge(*halves).write.parquet(place)
    case.check(pith.spark.apply(pages, SPARK.read.parquet(place), partitions=2))


@contextlib.contextmanager
def killing(least):
    """Kill an executor when the first task of a stage of `least` tasks or more is done."""
    def kill():
        tracker = SPARK.sparkContext.statusTracker()
        while not stop.is_set():
            stages = [tracker.getStageInfo(number) for number in tracker.getActiveStageIds()]
            if any(stage and stage.numCompletedTasks >= 1 and stage.numTasks >= least for stage in stages):
                os.kill(executors()[0], signal.SIGKILL)
                killed.append(1)
                return
            time.sleep(0.05)

    killed, stop = [], threading.Event()
    thread = threading.Thread(target=kill)
    thread.start()
    try:
        yield killed
    finally:
        stop.set()
        thread.join()


def executor_killed(case):
    """One while learning, another while applying."""
    pages = pith.spark.read_warc(SPARK, case.archives)
    with killing(3) as learning:
        learnt = [(row["site"], row["model"]) for row in pith.spark.learn(pages).collect()]
    assert {site: bytes(model) for site, model in learnt} == case.models, "models differ"
    models = SPARK.createDataFrame(learnt, "site string, model binary")
    with killing(7) as applying:
        case.check(pith.spark.apply(pages, models, partitions=7))
    print(f"spark: executors killed: {len(learning)} while learning, {len(applying)} while applying")


def poison(case):
    good = [(url, record) for url, record in sorted(case.records.items())][:30]
    by_url = {record.url: record for path in case.archives for record in pith.warc(path)}
    rows = [(url, by_url[url].payload, by_url[url].charset) for url, _ in good]
    kinds = [*fleet_case.POISON, "large"]
    for kind in kinds:
        html = b"<p>" + b"x" * 21_000_000 if kind == "large" else f"<p>POISON-{kind}".encode()
        rows.append((f"https://poison.example/{kind}", html, None))
    frame = SPARK.createDataFrame(rows, "url string, html binary, charset string")
    found, models = rows_of(pith.spark.clean(frame, isolate=True, timeout=5.0, memory=1 << 30, partitions=2))
    failed = {row["url"].rsplit("/", 1)[1]: row["error"] for row in found if row["error"]}
    assert set(failed) == set(kinds) and len(found) == len(rows), failed
    assert models["poison.example"]["failed"] == len(kinds)
    print("spark:", json.dumps(failed))


def other_models_are_refused(case):
    site, model = next(iter(case.models.items()))
    other = pith.Site(key=site)
    other.add(b"<p>One", max_depth=100)
    for bad, said in ((next(model_file.other_revisions(model)), "another revision of pith; learn it anew"),
                      (bytes(other), "learnt with other parse options")):
        frame = SPARK.createDataFrame([(site, model), (site, bad)], "site string, model binary")
        pages = SPARK.createDataFrame([(f"https://{site}/", b"<p>One")], "url string, html binary")
        for refused in (lambda: pith.spark.merge(frame),
                        lambda: pith.spark.apply(pages, frame.where(frame.model == bad)).pages):
            try:
                refused().collect()
            except Exception as error:  # Spark's own kinds differ by version
                assert said in str(error), error
            else:
                raise AssertionError(f"not refused: {said}")


def next_month(case):
    """Models of month 1; the hosts whose template was switched are found."""
    given = ("--pages", PAGES, "--hosts", max(8, PAGES // 20), "--files", 2, "--month", 2, "--switched", 0.3)
    archives = [str(path) for path in fleet_case.make(SCRATCH / "later", *given)]
    switched = set((SCRATCH / "later/switched.txt").read_text().split())
    models = SPARK.createDataFrame([(site, model) for site, model in case.models.items()],
                                   "site string, model binary")
    table = pith.spark.apply(pith.spark.read_warc(SPARK, archives), models, partitions=2).models
    found = {row["site"]: row for row in table.collect()}
    assert {site: bytes(row["model"]) for site, row in found.items()} == case.models, "a site was learnt anew"
    enough = {site for site, row in found.items() if row["pages"] >= 4}
    drifted = {site for site in enough if found[site]["changed"]}
    wanted = switched & enough
    print(f"spark: {len(wanted)} of {len(enough)} sites switched, {len(drifted)} found, {len(drifted & wanted)} right; "
          f"{sum(row['applied'] for row in found.values())} pages")
    assert wanted and drifted == wanted, (drifted, wanted)


def wet_and_counters(case):
    """WET files have the texts of the command, and tasks have counted."""
    cleaned = pith.spark.clean(pith.spark.read_warc(SPARK, case.archives[:1], site="host"), "site", partitions=2,
                               counted=pith.spark.read_warc(SPARK, case.archives[:1], site="host", html=False))
    shown = io.StringIO()
    place = SCRATCH / "wet"
    with pith.spark.Progress(SPARK, cleaned.counters, shown):
        cleaned.write(str(place), wet=True)
    wanted = {record.url: record.date for record in pith.warc(case.archives[0])}
    found = {}
    for path in place.glob("*.warc.wet.gz"):
        for record in pith.warc(path, types=("conversion",), on_error="raise", verify=True):
            found[record.url] = record.date
            assert record.payload.decode(), record.url
    assert found == wanted, "WET differs from the archive"
    assert cleaned.counters["pages"].value >= len(wanted), cleaned.counters
    assert shown.getvalue().startswith(f"{cleaned.counters['pages'].value:,} pages of"), shown.getvalue()
    assert cleaned.counters["failed"].value == 0 and SPARK.read.parquet(f"{place}/_models").count() > 0


def data_source(case):
    """Spark 4 has archives as a format; 3.5 reads them by a function."""
    if int(SPARK.version.split(".")[0]) < 4:
        return
    pith.spark.read_warc(SPARK, case.archives[:1])  # registers it
    frame = SPARK.read.format("warc").option("site", "domain").load(case.archives[0])
    rows = {row["url"]: row for row in frame.collect()}
    wanted = {record.url: record.payload for record in pith.warc(case.archives[0])}
    assert {url: bytes(row["html"]) for url, row in rows.items()} == wanted
    assert all(row["site"].startswith("example") for row in rows.values()), rows.keys()


def the_script(case):
    """integrations/spark/clean.py as plain Python: JSON lines and an archive in."""
    script = pathlib.Path(__file__).resolve().parents[2] / "integrations/spark/clean.py"
    lines = SCRATCH / "pages.jsonl"
    by_url = {record.url: record for record in pith.warc(case.archives[0])}
    with open(lines, "w", encoding="utf-8") as out:
        for url, record in by_url.items():
            out.write(json.dumps({"url": url, "html_b64": base64.b64encode(record.payload).decode()}) + "\n")
    out = SCRATCH / "out.parquet"
    done = subprocess.run([sys.executable, script, "--master", "local[1]", "--partitions", "2", "--by", "host", lines,
                           *case.archives[1:], "-o", out], stderr=subprocess.PIPE, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr[-2000:]
    assert f"{len(case.models)} sites, {len(case.records)} pages, 0 failed" in done.stderr, done.stderr[-500:]
    rows = {row["url"]: row["text"] for row in SPARK.read.parquet(str(out)).collect()}
    assert rows == {url: record["text"] for url, record in case.records.items()}
    models = SPARK.read.parquet(f"{out}/_models")
    assert {row["site"]: bytes(row["model"]) for row in models.collect()} == case.models


def main():
    only = sys.argv[5:]
    try:
        case = Case()
        for function in (partitions_do_not_matter, steps_with_parquet_between, executor_killed, poison,
                         other_models_are_refused, next_month, wet_and_counters, data_source,
                         the_script):
            if only and function.__name__ not in only:
                continue
            started = time.monotonic()
            function(case)
            print(f"spark: {function.__name__} ({time.monotonic() - started:.0f} s)", flush=True)
    finally:
        SPARK.stop()


if __name__ == "__main__":
    main()
