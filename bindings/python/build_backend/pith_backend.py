"""scikit-build-core, with the C sources inside the sdist.

A build backend sees its own folder only; the library is two folders above it.
For an sdist the sources are copied to native/ and removed afterwards.
"""
import os
import pathlib
import shutil

from scikit_build_core import build as _build
from scikit_build_core.build import *  # noqa: F401,F403: the hooks of PEP 517

HERE = pathlib.Path(__file__).resolve().parents[1]
ROOT = HERE.parents[1]
NATIVE = HERE / "native"
# Without it make builds one file at a time.
os.environ.setdefault("CMAKE_BUILD_PARALLEL_LEVEL", str(os.cpu_count() or 1))
PARTS = ("CMakeLists.txt", "LICENSE", "cmake", "include", "src", "apps")


def build_sdist(sdist_directory, config_settings=None):
    if NATIVE.exists():  # this is an unpacked sdist
        return _build.build_sdist(sdist_directory, config_settings)
    try:
        for part in PARTS:
            source = ROOT / part
            if source.is_dir():
                shutil.copytree(source, NATIVE / part)
            else:
                NATIVE.mkdir(exist_ok=True)
                shutil.copy(source, NATIVE / part)
        return _build.build_sdist(sdist_directory, config_settings)
    finally:
        shutil.rmtree(NATIVE, ignore_errors=True)
