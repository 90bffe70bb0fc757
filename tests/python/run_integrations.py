#!/usr/bin/env python3
"""Each file of integrations/ with the package it is for, on real pages of the
examples. A package that pip cannot get is skipped with the reason.

    run_integrations.py --pith PROGRAM --module DIR
"""
# long: installs large packages
import pathlib
import subprocess
import sys

import python_module
from python_module import packages

ARGS = python_module.arguments(__doc__)
HERE = pathlib.Path(__file__).resolve().parent
# What one virtual environment holds, and which cases use it.
GROUPS = {
    "integrations": (["-r", python_module.ROOT / "integrations/requirements.txt"],
                     ["datatrove", "scrapy", "langchain", "llamaindex", "pandas", "polars", "duckdb", "arrow",
                      "datasets"]),
    "beam": (["apache-beam==2.77.0"], ["beam"]),
}


def main():
    passed, failed = 0, []
    for name, (wanted, cases) in GROUPS.items():
        python = packages.python_with(python_module.ROOT / f"build/venv-{name}", *wanted)
        for case in cases if python else []:
            if python_module.time_left() < 30:
                print(f"python: {case} skipped; no time left")
                continue
            code = subprocess.call([python, HERE / "integration_cases.py", str(ARGS.module), case])
            passed += code == 0
            failed += [case] if code else []
    print(f"{passed} passed, {len(failed)} failed {' '.join(failed)}")
    if failed:
        return 1
    return 0 if passed else python_module.SKIPPED


if __name__ == "__main__":
    sys.exit(main())
