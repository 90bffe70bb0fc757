"""What the tests of the Python package share: the module under test, skipping
without it, and a virtual environment for packages that pip can get."""
import argparse
import pathlib
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))
import packages  # noqa: E402

VENV = ROOT / "build/venv-python"  # its own: another test may be installing into build/venv
SKIPPED = 77


BUDGET = 500  # seconds for all that a test installs and builds; ctest ends it at 600
STARTED = time.monotonic()


def time_left():
    """Seconds until a test should give up; at least one."""
    return max(1.0, BUDGET - (time.monotonic() - STARTED))


def skip(reason):
    print(f"python: skipped; {reason}")
    sys.exit(SKIPPED)


def arguments(doc):
    """--pith and --module, with the module on the path."""
    parser = argparse.ArgumentParser(description=doc.splitlines()[0])
    parser.add_argument("--pith", type=pathlib.Path, required=True)
    parser.add_argument("--module", type=pathlib.Path, required=True)
    parser.add_argument("--pages", type=int, default=0)
    args = parser.parse_args()
    if sys.version_info < (3, 11):
        skip("the package needs Python 3.11")
    if not list(args.module.glob("pith/_core*.so")):
        skip("the module was not built; it needs the headers of Python (Debian: python3-dev)")
    sys.path.insert(0, str(args.module))
    return args


def install(*wanted):
    """The python of build/venv with these packages, or skipped."""
    return packages.python_with(VENV, *wanted) or skip("the packages it needs are missing")
