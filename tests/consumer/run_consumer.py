#!/usr/bin/env python3
"""Install pith into an empty folder and use it as other projects would:
by pkg-config, by pkg-config and the static library, by find_package.

    run_consumer.py --pith PROGRAM --build DIR
"""
import argparse
import os
import pathlib
import shlex
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
SKIPPED = 77


def run(command, **options):
    command = [str(word) for word in command]
    print("+", shlex.join(command), flush=True)
    return subprocess.run(command, check=True, text=True, **options)


def pkg_config(prefix, *words):
    found = sorted(prefix.rglob("pith.pc"))
    assert len(found) == 1, found
    env = dict(os.environ, PKG_CONFIG_PATH=str(found[0].parent))
    out = run(["pkg-config", *words, "pith"], env=env,
              stdout=subprocess.PIPE).stdout
    return shlex.split(out)


def try_pkg_config(cc, prefix, work):
    program = work / "by-pkg-config"
    run([cc, HERE / "consumer.c", "-o", program,
         *pkg_config(prefix, "--cflags", "--libs")])
    libdir = pkg_config(prefix, "--variable=libdir")[0]
    run([program], env=dict(os.environ, LD_LIBRARY_PATH=libdir))


def try_static(cc, prefix, work):
    program = work / "by-static"
    libs = pkg_config(prefix, "--static", "--libs")
    libs = ["-l:libpith.a" if word == "-lpith" else word for word in libs]
    run([cc, HERE / "consumer.c", "-o", program,
         *pkg_config(prefix, "--cflags"), *libs])
    run([program])


def try_find_package(cc, prefix, work):
    build = work / "by-cmake"
    run(["cmake", "-S", HERE, "-B", build, f"-DCMAKE_PREFIX_PATH={prefix}",
         f"-DCMAKE_C_COMPILER={cc}"], stdout=subprocess.DEVNULL)
    run(["cmake", "--build", build], stdout=subprocess.DEVNULL)
    run([build / "consumer-shared"])
    run([build / "consumer-static"])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pith", required=True)
    parser.add_argument("--build", required=True, type=pathlib.Path)
    args = parser.parse_args()
    if not shutil.which("pkg-config"):
        print("skipped: no pkg-config")
        return SKIPPED
    os.environ.pop("DESTDIR", None)
    cc = os.environ.get("CC", "cc")
    with tempfile.TemporaryDirectory(prefix="pith-consumer-") as folder:
        work = pathlib.Path(folder)
        prefix = work / "prefix"
        run(["cmake", "--install", args.build, "--prefix", prefix],
            stdout=subprocess.DEVNULL)
        # A package must not need the place it was installed to.
        moved = prefix.rename(work / "moved")
        try_pkg_config(cc, moved, work)
        try_static(cc, moved, work)
        try_find_package(cc, moved, work)
        run([moved / "bin" / "pith", "--version"])
    print("consumer: pkg-config, static and find_package work")
    return 0


if __name__ == "__main__":
    sys.exit(main())
