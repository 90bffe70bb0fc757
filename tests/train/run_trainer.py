"""The tests of the trainer, in the environment that train/run makes: its parts,
and its columns of names and words beside those of the program.

    run_trainer.py --pith PITH

Packages of train/requirements.txt go into build/venv the first time. Exit code
77 where that cannot be done.
"""
# long: trains a small model
import argparse
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))
import packages  # noqa: E402

VENV = ROOT / "build/venv"
WANTED = ROOT / "train/requirements.txt"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pith", type=pathlib.Path, required=True)
    pith = parser.parse_args().pith.resolve()
    python = packages.python_with(VENV, "--requirement", WANTED)
    if not python:
        return 77
    tests = [["train/tests/test_train.py"], ["train/tests/test_columns.py", pith]]
    codes = [subprocess.call([python, ROOT / name, *words]) for name, *words in tests]
    return next((code for code in codes if code != 0), 0)


if __name__ == "__main__":
    sys.exit(main())
