#!/usr/bin/env python3
"""pith.spark on a local cluster of two executor processes, beside the command.

    run_spark.py --pith PROGRAM --module DIR [--pages N]

Skipped without Java, or where PySpark (some 400 MB) cannot be had in time.
PITH_SPARK_PYTHON names a Python that has pyspark and pyarrow already.
"""
# long: starts a Spark cluster
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

import python_module

ARGS = python_module.arguments(__doc__)
sys.path.insert(0, str(python_module.ROOT / "tests"))
import fleet_case  # noqa: E402
import packages  # noqa: E402

LIMIT = 330  # seconds for all cases; an idle machine needs less than half of it
HERE = pathlib.Path(__file__).resolve().parent


def python_with_spark():
    if not shutil.which("java"):
        python_module.skip("there is no Java (Debian: openjdk-17-jre-headless)")
    given = os.environ.get("PITH_SPARK_PYTHON")
    if given:
        return pathlib.Path(given)
    python = packages.python_with(python_module.ROOT / "build/venv-spark", "pyspark==3.5.*", "pyarrow", "pandas<3",
                                  seconds=150)
    return python or python_module.skip("PySpark cannot be had in time")


def main():
    python = python_with_spark()
    with tempfile.TemporaryDirectory() as temporary:
        module = ARGS.module.resolve()
        environment = {**os.environ, "PYSPARK_PYTHON": str(python), "SPARK_LOCAL_IP": "127.0.0.1",
                       "PYTHONPATH": f"{fleet_case.sabotage(temporary)}:{module}"}
        try:
            return subprocess.run([python, HERE / "spark_cases.py", ARGS.pith.resolve(), module, temporary,
                                   str(ARGS.pages or 160)], env=environment, check=False,
                                  timeout=LIMIT).returncode
        except subprocess.TimeoutExpired:
            python_module.skip("the machine is too slow for a cluster now")


if __name__ == "__main__":
    sys.exit(main())
