#!/usr/bin/env python3
"""pip installs the package: from the folder as it is in a clone, and from an
sdist without the repository around it. Then it is used from a clean virtual
environment by every interpreter at hand, and mypy and pyright read its types.

    run_pip.py --pith PROGRAM --module DIR
"""
# long: builds the package twice
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

import python_module

ARGS = python_module.arguments(__doc__)
ROOT = python_module.ROOT
USE = """
import pith, sys
page = open(sys.argv[1], "rb").read()
assert pith.extract(page).text.startswith("Bread"), pith.extract(page).text
assert pith.__file__.startswith(sys.prefix), pith.__file__
"""


def run(*command, **more):
    return subprocess.run([str(word) for word in command], check=True, timeout=python_module.time_left(), **more)


def clone(folder):
    """The files of the repository, without what was built."""
    names = run("git", "ls-files", "-co", "--exclude-standard", cwd=ROOT, capture_output=True).stdout.decode()
    for name in names.splitlines():
        if (ROOT / name).is_file() and not name.startswith(("tests/", "docs/", "train/", "bench/")):
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, folder / name)
    return folder / "bindings/python"


def interpreters():
    """Each release from 3.11 on, once."""
    found = {}
    homes = [pathlib.Path(place) for place in os.environ["PATH"].split(":")]
    homes += sorted(pathlib.Path.home().glob(".pyenv/versions/*/bin"))
    for home in homes:
        for path in home.glob("python3.[0-9]*[0-9]"):
            probe = subprocess.run([path, "-c", "import sys, venv; print(sys.version_info[:2])"],
                                   capture_output=True, check=False)
            if probe.returncode == 0 and eval(probe.stdout) >= (3, 11):
                found.setdefault(eval(probe.stdout), path)
    return found


def use_wheel(wheel, folder):
    for version, python in interpreters().items():
        home = folder / f"venv-{version[1]}"
        run(python, "-m", "venv", home)
        run(home / "bin/python", "-m", "pip", "install", "-q", "--no-index", wheel)
        page = ROOT / "examples/demo/page.html"
        run(home / "bin/python", "-c", USE, page, cwd=folder)
        by_module = run(home / "bin/python", "-m", "pith", page, cwd=folder, capture_output=True).stdout
        by_script = run(home / "bin/pith", page, cwd=folder, capture_output=True).stdout
        assert by_module == by_script == run(ARGS.pith.resolve(), page, capture_output=True).stdout
        print(f"python: {wheel.name} works in {version[0]}.{version[1]}")


def check_types(python, package):
    run(python, "-m", "mypy", "--strict", package / "pith")
    done = subprocess.run([python, "-m", "pyright", "--pythonpath", python, package / "pith"],
                          capture_output=True, text=True, check=False, timeout=python_module.time_left())
    if done.returncode != 0 and "error:" in done.stdout:
        sys.exit(done.stdout)
    print("python: mypy --strict passes; pyright:", (done.stdout.splitlines() or ["not run"])[-1])


def main():
    python = python_module.install("build", "scikit-build-core", "mypy", "pyright")
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        package = clone(folder / "clone")
        pip = [python, "-m", "pip", "wheel", "-q", "--no-deps", "--no-build-isolation"]
        # Optimized once is enough: this one shows that a clone builds.
        run(*pip, "--config-settings=cmake.define.CMAKE_C_FLAGS_RELEASE=-O0",
            "--config-settings=cmake.define.PITH_LTO=OFF", package, "-w", folder / "wheels")
        next((folder / "wheels").glob("pith_html-*-cp311-abi3-linux_*.whl"))
        run(python, "-m", "build", "-q", "--sdist", "--no-isolation", package, "-o", folder / "sdist")
        shutil.unpack_archive(next((folder / "sdist").glob("*.tar.gz")), folder / "unpacked")
        shutil.rmtree(folder / "clone")
        sdist = next((folder / "unpacked").iterdir())
        run(*pip, sdist, "-w", folder / "second")
        use_wheel(next((folder / "second").glob("pith_html-*-cp311-abi3-linux_*.whl")), folder)
        check_types(python, sdist)
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except subprocess.TimeoutExpired as late:
        python_module.skip(f"this machine is too busy: {late}")
