"""The tests of the trainer, in the environment that train/run makes.

    run_trainer.py [--pith PITH]

Packages of train/requirements.txt go into build/venv the first time. Exit code
77 where that cannot be done.
"""
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


if __name__ == "__main__":
    if not install():
        sys.exit(77)
    sys.exit(subprocess.call([VENV / "bin/python", ROOT / "train/tests/test_train.py"]))
