#!/usr/bin/env python3
"""What cleaning a crawl with Spark takes: processor time, shuffle, memory, hours.

    simulate.py --pages N --hosts N --bytes PER_PAGE [--cores N] [--exponent 1.0] [--bucket 5000] [--json]

Everything follows from constants.json, which `run` measures and checks at three
sizes; see there for what each constant is. Extrapolating assumes that the work of
a page is proportional to its bytes and does not depend on how many there are,
and that the network and the disks keep up with the shuffle.
"""
import argparse
import json
import math
import pathlib

CONSTANTS = pathlib.Path(__file__).with_name("constants.json")


def zipf_sum(hosts, exponent):
    """Of 1 / r^exponent up to `hosts`: exact for the first ranks, then the integral."""
    exact = min(int(hosts), 100_000)
    total = sum(1 / rank ** exponent for rank in range(1, exact + 1))
    if hosts > exact:
        total += math.log(hosts / exact) if exponent == 1 else \
            (hosts ** (1 - exponent) - exact ** (1 - exponent)) / (1 - exponent)
    return total


def simulate(constants, pages, hosts, page_bytes, cores=1, exponent=1.0, bucket=5000):
    """What a job takes, by name."""
    megabytes = pages * page_bytes / 1e6
    seconds = constants["start_s"] + megabytes * constants["spark_s_per_mb"] + hosts * constants["site_s"]
    largest = pages / zipf_sum(hosts, exponent)
    task_pages = min(bucket, largest)
    return {
        "pages": pages, "hosts": hosts, "html_gb": megabytes / 1e3, "processor_s": seconds,
        "vcpu_hours": seconds / 3600, "hours": seconds / 3600 / cores / 0.85,  # of a cluster that is 85 % busy
        "shuffle_gb": megabytes / 1e3 * constants["shuffle_ratio"],
        "largest_host_pages": largest, "buckets_of_it": math.ceil(largest / bucket),
        "longest_run_s": task_pages * page_bytes / 1e6 * constants["spark_s_per_mb"],
        "worker_mb": constants["worker_mb"], "models_gb": hosts * constants["model_kb"] / 1e6,
        "pith_site_s": megabytes * constants["pith_s_per_mb"],
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name, kind in (("pages", float), ("hosts", float), ("bytes", float)):
        parser.add_argument(f"--{name}", type=kind, required=True)
    parser.add_argument("--cores", type=int, default=1)
    parser.add_argument("--exponent", type=float, default=1.0)
    parser.add_argument("--bucket", type=int, default=5000)
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    found = simulate(json.loads(CONSTANTS.read_text()), args.pages, args.hosts, args.bytes, args.cores,
                     args.exponent, args.bucket)
    if args.json:
        print(json.dumps(found))
        return
    for name, value in found.items():
        print(f"{name:20} {value:,.1f}")


if __name__ == "__main__":
    main()
