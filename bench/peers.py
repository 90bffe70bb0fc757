"""Fetch and build the other HTML parsers that pith is measured against.

In: package names with pinned versions. Out: command lines of ready drivers, or
`Missing` with a reason fit for a table. All of it lives below build/peers, so
deleting that folder starts afresh. The parsers come from the package registries
of their languages and from the system; only the drivers are ours.

Used by bench/parse_throughput/run, bench/extractors/run and
tests/differential/run_differential.py.
"""
import os
import pathlib
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests"))
import packages  # noqa: E402

DRIVERS = ROOT / "bench/parse_throughput/drivers"
HOME = ROOT / "build/peers"

SELECTOLAX = "selectolax==1.0.2"
PARSE5 = "parse5@8.1.1"
SERIALISERS = ["lxml==6.0.2", "beautifulsoup4==4.14.2", "html5lib==1.1"]
JSOUP = "org.jsoup:jsoup:1.21.2"

# False: what is not there yet is missing, nothing is installed.
install = True

CC = os.environ.get("CC", "cc")
CFLAGS = ["-std=c11", "-D_GNU_SOURCE", "-O2", "-Wall", "-Wextra"]


class Missing(Exception):
    """A parser that cannot be had here; the text says why in a few words."""


def say(text):
    print(text, file=sys.stderr, flush=True)


def call(command, why, **options):
    """Run a step of set-up; `why` becomes the reason when it fails."""
    try:
        return packages.bounded(command, **options)
    except (OSError, subprocess.SubprocessError) as error:
        raise Missing(f"{why}: {str(error)[:160]}") from error


def python_with(*wanted):
    """The Python of a virtual environment with these packages in it."""
    home = HOME / f"venv-{wanted[0].split('=')[0]}"
    if not install and not home.exists():
        raise Missing(f"{wanted[0]} is not installed")
    python = packages.python_with(home, *wanted)
    if not python:
        raise Missing(f"{wanted[0]} does not install")
    return python


def venv_python():
    """That Python with selectolax."""
    return python_with(SELECTOLAX)


def jsoup_jar():
    """The library of jsoup, by Maven."""
    if not shutil.which("mvn") or not shutil.which("java"):
        raise Missing("mvn or java is not installed")
    name, version = JSOUP.split(":")[1:]
    jar = HOME / f"java/{name}-{version}.jar"
    if not jar.exists():
        if not install:
            raise Missing("jsoup is not installed")
        say(f"peers: installing {JSOUP}")
        call(["mvn", "-q", "-B", "dependency:copy", f"-Dartifact={JSOUP}",
              f"-DoutputDirectory={jar.parent}"], "jsoup does not install")
    return jar


def npm_folder():
    """A folder whose node_modules holds parse5."""
    folder = HOME / "npm"
    stamp = folder / PARSE5
    if stamp.exists():
        return folder
    if not install:
        raise Missing("parse5 is not installed")
    if not shutil.which("npm"):
        raise Missing("npm is not installed")
    say(f"peers: installing {PARSE5}")
    folder.mkdir(parents=True, exist_ok=True)
    call(
        ["npm", "install", "--no-save", "--no-audit", "--no-fund",
         "--fetch-retries", "1",
         "--prefix", str(folder), PARSE5],
        "parse5 does not install",
    )
    stamp.touch()
    return folder


def package_flags(name, debian):
    """pkg-config's flags; on Debian as root a missing package is installed."""
    probe = ["pkg-config", "--cflags", "--libs", name]
    if subprocess.run(probe, capture_output=True).returncode != 0:
        if os.geteuid() == 0 and shutil.which("apt-get"):
            say(f"peers: installing {debian}")
            call(["apt-get", "install", "-y", debian], f"{debian} does not install")
    return call(probe, f"{debian} is not installed").split()


def build_c(name, sources, flags):
    """Compile `sources` to build/peers/NAME unless it is newer than they are."""
    target = HOME / name
    newest = max(s.stat().st_mtime for s in sources)
    if target.exists() and target.stat().st_mtime >= newest:
        return target
    HOME.mkdir(parents=True, exist_ok=True)
    command = [CC, *CFLAGS, "-o", str(target), *map(str, sources), *flags]
    call(command, f"{name} does not compile")
    return target


def gumbo_command(pages):
    sources = [DRIVERS / "gumbo_driver.c", DRIVERS / "driver_rounds.c"]
    flags = package_flags("gumbo", "libgumbo-dev")
    # Its header has no version; the package knows it.
    version = call(["pkg-config", "--modversion", "gumbo"], "no version").strip()
    flags.append(f'-DGUMBO_VERSION="{version}"')
    return [str(build_c("gumbo_driver", sources, flags)), str(pages)]


def libxml2_command(pages):
    sources = [DRIVERS / "libxml2_driver.c", DRIVERS / "driver_rounds.c"]
    flags = package_flags("libxml-2.0", "libxml2-dev")
    return [str(build_c("libxml2_driver", sources, flags)), str(pages)]


def selectolax_command(pages, mode):
    python = venv_python()
    command = [str(python), str(DRIVERS / "selectolax_driver.py"), str(pages), mode]
    if mode in ("create", "reuse", "reuse-quiet"):
        helper = build_c(
            "lexbor_rounds.so", [DRIVERS / "lexbor_rounds.c"], ["-shared", "-fPIC"]
        )
        command.append(str(helper))
    return command


def parse5_command(pages):
    if not shutil.which("node"):
        raise Missing("node is not installed")
    return ["node", str(DRIVERS / "parse5_driver.mjs"), str(pages), str(npm_folder())]


def cargo_program(sources, name):
    """The program of a folder with a Cargo.toml, which has the folder's name."""
    if not shutil.which("cargo"):
        raise Missing("cargo is not installed")
    # Built from a copy, so that cargo's lock file stays out of the sources, and
    # the clock that drivers share comes in.
    copy = HOME / name
    shutil.copytree(sources, copy, dirs_exist_ok=True)
    shutil.copy(ROOT / "bench" / "thread_clock.rs", copy / "src")
    say(f"peers: building {name}")
    call(
        ["cargo", "build", "--release", "--quiet",
         "--manifest-path", str(copy / "Cargo.toml")],
        f"{name} does not build", seconds=900,
    )
    return str(copy / "target/release" / sources.name)


def html5ever_command(pages):
    return [cargo_program(DRIVERS / "html5ever_driver", "html5ever"), str(pages)]
