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
VENV = ROOT / "build/venv"
WANTED = ROOT / "train/requirements.txt"


def install():
    """Whether the packages are there, at the versions that are written down."""
    pip = [VENV / "bin/python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check",
           "--retries", "1", "--timeout", "20", "--requirement", WANTED]
    try:
        if not (VENV / "bin/python").exists():
            subprocess.run([sys.executable, "-m", "venv", VENV], check=True)
        subprocess.run(pip, check=True, timeout=300)
    except (OSError, subprocess.SubprocessError) as error:
        print(f"trainer: skipped; its packages cannot be installed: {error}")
        return False
    return True


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pith", type=pathlib.Path, required=True)
    pith = parser.parse_args().pith.resolve()
    if not install():
        return 77
    tests = [["train/tests/test_train.py"], ["train/tests/test_columns.py", pith]]
    codes = [subprocess.call([VENV / "bin/python", ROOT / name, *words]) for name, *words in tests]
    return next((code for code in codes if code != 0), 0)


if __name__ == "__main__":
    sys.exit(main())
