"""The runs of cluster.py, in a Python that has PySpark; a line of JSON for each.

    cluster_cases.py FOLDER [NAME,...]
"""
import contextlib
import hashlib
import json
import os
import pathlib
import signal
import sys
import threading
import time

import equal
import pith.spark
from pyspark import StorageLevel
from pyspark.sql import SparkSession

FOLDER = pathlib.Path(sys.argv[1])
ONLY = set(filter(None, sys.argv[2].split(","))) if len(sys.argv) > 2 else set()
SPARK = (SparkSession.builder.master("local-cluster[2,1,1024]").appName("pith-cluster")
         .config("spark.ui.enabled", "false").config("spark.ui.showConsoleProgress", "false")
         .config("spark.speculation", "true").config("spark.executorEnv.PYTHONPATH", os.environ["PYTHONPATH"])
         .config("spark.local.dir", str(FOLDER / "spark")).getOrCreate())


def executors():
    """The processes of the executors of this application."""
    name = SPARK.sparkContext.applicationId.encode()
    found = []
    for path in pathlib.Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(OSError):
            words = path.read_bytes().split(b"\0")
            if b"org.apache.spark.executor.CoarseGrainedExecutorBackend" in words and name in words:
                found.append(int(path.parent.name))
    return found


@contextlib.contextmanager
def killing(passed):
    """Kill one executor when two tasks of a stage of eight or more are done, after
    `passed` such stages."""
    def kill():
        tracker = SPARK.sparkContext.statusTracker()
        seen = set()
        while not stop.wait(0.05):
            stages = [tracker.getStageInfo(number) for number in tracker.getActiveStageIds()]
            large = [stage for stage in stages if stage and stage.numTasks >= 8]
            seen.update(stage.stageId for stage in large)
            if len(seen) > passed and any(stage.numCompletedTasks >= 2 for stage in large):
                os.kill(executors()[0], signal.SIGKILL)
                killed.append(1)
                return

    killed, stop = [], threading.Event()
    thread = threading.Thread(target=kill)
    thread.start()
    try:
        yield killed
    finally:
        stop.set()
        thread.join()


def compare(name, cleaned, killed, texts, models):
    """Rows come to the driver one partition after the other: it holds none of them."""
    found = {"run": name, "pages": 0, "wrong_pages": 0, "models": 0, "wrong_models": 0}
    rows = cleaned.rows.selectExpr("site", "url", "text", "model").toLocalIterator()
    seen = set()
    for row in rows:
        if row["model"] is None:
            found["pages"] += 1
            found["wrong_pages"] += row["text"] is None or texts[row["url"]] != equal.digest(row["text"])
        else:
            seen.add(row["site"])
            found["wrong_models"] += models[row["site"]] != hashlib.sha256(row["model"]).digest()
    found["models"] = len(seen)
    found["wrong_pages"] += abs(len(texts) - found["pages"])
    found["wrong_models"] += len(models) - len(seen)
    print(json.dumps({**found, "killed": len(killed), "seconds": round(time.monotonic() - STARTED)}), flush=True)
    return not found["wrong_pages"] and not found["wrong_models"]


def read(name):
    return pith.spark.read_warc(SPARK, str(FOLDER / name / "*.warc.gz"), site="host")


def by_steps(texts, models):
    """An executor killed while learning, another while applying."""
    with killing(0) as learning:
        learnt = pith.spark.learn(read("crawl"), "site", partitions=8)
        learnt.write.parquet(str(FOLDER / "learnt"))
    table = SPARK.read.parquet(str(FOLDER / "learnt"))
    cleaned = pith.spark.apply(read("crawl"), table, "site", markdown=False, partitions=8)
    cleaned.rows.persist(StorageLevel.DISK_ONLY)
    with killing(1) as applying:  # the first reads the pages and sends them to their sites
        cleaned.rows.count()
    return compare("learn, apply; executors killed", cleaned, learning + applying, texts, models)


STARTED = time.monotonic()


def main():
    texts = equal.texts_of_command(FOLDER / "site")
    models = {path.name[:-len(".pith")]: hashlib.sha256(path.read_bytes()).digest()
              for path in (FOLDER / "models").glob("*.pith")}
    fine = []
    for name, crawl, partitions in (("1", "crawl", 1), ("2", "crawl", 2), ("7", "crawl", 7), ("64", "crawl", 64),
                                    ("7, reversed", "back", 7)):
        if ONLY and name not in ONLY:
            continue
        cleaned = pith.spark.clean(read(crawl), "site", markdown=False, partitions=partitions)
        cleaned.rows.persist(StorageLevel.DISK_ONLY)
        fine.append(compare(f"{name} partitions", cleaned, [], texts, models))
        cleaned.rows.unpersist()
    if not ONLY or "killed" in ONLY:
        fine.append(by_steps(texts, models))
    SPARK.stop()
    return 0 if all(fine) else 1


if __name__ == "__main__":
    sys.exit(main())
