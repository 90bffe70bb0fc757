#!/usr/bin/env python3
"""integrations/pith_ray.py on a Ray of two processes: the same as the command.

    run_ray.py --pith PROGRAM --module DIR
"""
# long: installs and starts Ray
import os
import pathlib
import subprocess
import sys
import tempfile

import python_module
from python_module import packages

ARGS = python_module.arguments(__doc__)
LIMIT = 300  # seconds; an idle machine needs less than 40
HERE = pathlib.Path(__file__).resolve().parent


def main():
    python = packages.python_with(python_module.ROOT / "build/venv-ray", "ray[data]", "pyarrow", "pandas<3", seconds=150)
    if not python:
        python_module.skip("Ray cannot be had in time")
    module = ARGS.module.resolve()
    with tempfile.TemporaryDirectory() as temporary:
        # Ray keeps a token in the home folder; ours is to stay as it was.
        environment = {**os.environ, "PYTHONPATH": f"{module}:{python_module.ROOT / 'integrations'}",
                       "RAY_DATA_DISABLE_PROGRESS_BARS": "1", "HOME": temporary}
        child = subprocess.Popen([python, HERE / "ray_cases.py", ARGS.pith.resolve(), module, temporary],
                                 env=environment)
        try:
            return child.wait(LIMIT)
        except subprocess.TimeoutExpired:
            child.terminate()  # it stops its cluster; killed, it would leave processes behind
            child.wait()
            python_module.skip("the machine is too slow for Ray now")


if __name__ == "__main__":
    sys.exit(main())
