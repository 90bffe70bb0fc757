"""The cases of run_ray.py, in a Python that has Ray.

    ray_cases.py PITH MODULE SCRATCH
"""
import pathlib
import signal
import sys

PITH, MODULE, SCRATCH = (pathlib.Path(word) for word in sys.argv[1:4])
ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(MODULE), str(ROOT / "integrations")]
import fleet_case  # noqa: E402
import pith_ray  # noqa: E402
import ray  # noqa: E402


def check(cleaned, records, models):
    rows = cleaned.take_all()
    pages = [row for row in rows if row["model"] is None]
    fleet_case.compare(pages, records)
    found = {row["site"]: row["model"] for row in rows if row["model"] is not None}
    assert found == models, "models differ from those of the command"
    return len(pages)


def main():
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    archives = fleet_case.make(SCRATCH / "crawl", "--pages", 120, "--hosts", 8, "--files", 2)
    records, models = fleet_case.by_command(PITH, archives, SCRATCH)
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, object_store_memory=200_000_000)
    try:
        pages = pith_ray.read_warc(archives).materialize()
        print("ray:", check(pith_ray.clean(pages, partitions=2), records, models), "pages in one step")
        learnt = pith_ray.learn(pages, partitions=2)
        print("ray:", check(pith_ray.clean(pages, learnt, partitions=2), records, models), "pages, learnt and applied apart")
    finally:
        ray.shutdown()


if __name__ == "__main__":
    main()
