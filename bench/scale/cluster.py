#!/usr/bin/env python3
"""Whether a cluster of processes makes of many sites what one process does.

    cluster.py --spark-python PYTHON [--pages 100000] [--hosts 5000] [--only NAME,...]

On local-cluster[2,1,1024], with speculation: texts and models are compared, byte by
byte, with `pith site` and `pith learn --group-by host` for 1, 2, 7 and 64
partitions, with the input reversed, and with an executor killed while learning and
another while applying. Writes CLUSTER.md beside this file.
"""
import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(HERE))
import generate  # noqa: E402


def prepare(folder, args):
    """The crawl, forwards and backwards, and what the command makes of it."""
    given = ["--pages", str(args.pages), "--hosts", str(args.hosts), "--files", "8"]
    for name, more in (("crawl", []), ("back", ["--reversed"])):
        generate.generate(generate.arguments([*given, *more, "-o", str(folder / name)]))
    archives = sorted((folder / "crawl").glob("*.warc.gz"))
    pith = ROOT / "build/pith"
    subprocess.run([pith, "site", "-q", "--group-by", "host", *archives, "-o", folder / "site"], check=True)
    subprocess.run([pith, "learn", "-q", "--group-by", "host", *archives, "-o", folder / "models"], check=True,
                   stdout=subprocess.DEVNULL)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--spark-python", type=pathlib.Path, required=True)
    parser.add_argument("--module", type=pathlib.Path, default=ROOT / "build/release/python")
    parser.add_argument("--pages", type=int, default=100_000)
    parser.add_argument("--hosts", type=int, default=5000)
    parser.add_argument("--only", default="")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="pith-cluster-") as temporary:
        folder = pathlib.Path(temporary)
        prepare(folder, args)
        environment = {**os.environ, "PYSPARK_PYTHON": str(args.spark_python), "SPARK_LOCAL_IP": "127.0.0.1",
                       "PYTHONPATH": str(args.module.resolve())}
        done = subprocess.run([args.spark_python, HERE / "cluster_cases.py", folder, args.only], env=environment,
                              stdout=subprocess.PIPE, text=True, check=False)
        found = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    lines = ["# A cluster of processes beside one process", "",
             f"`bench/scale/cluster.py`: {args.pages:,} generated pages of {args.hosts:,} hosts, "
             "`local-cluster[2,1,1024]`, speculation on, on a machine that other work used at the same time.", "",
             "| run | pages | texts that differ | models | models that differ | executors killed |", "|---|---|---|---|---|---|"]
    lines += [f"| {one['run']} | {one['pages']:,} | {one['wrong_pages']} | {one['models']:,} | {one['wrong_models']} | "
              f"{one['killed']} |" for one in found]
    (HERE / "CLUSTER.md").write_text("\n".join([*lines, ""]))
    return done.returncode


if __name__ == "__main__":
    sys.exit(main())
