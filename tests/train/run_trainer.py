"""The tests of the trainer, by the Python that has its packages: build/venv as train/run makes it, else this one.

    run_trainer.py [--pith PITH]        exit code 77: the packages are not there
"""
import os
import subprocess
import sys

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
VENV = os.path.join(ROOT, "build", "venv", "bin", "python")

if __name__ == "__main__":
    python = VENV if os.path.exists(VENV) else sys.executable
    sys.exit(subprocess.call([python, os.path.join(ROOT, "train", "tests", "test_train.py")]))
