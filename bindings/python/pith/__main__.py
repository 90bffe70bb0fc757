"""`python -m pith` and the script `pith`: the command itself.

The package carries the program that was built with its library, so options,
output and exit codes are those of `pith`. In a build folder the program is the
one of that build, or that of the environment variable PITH.
"""
import os
import pathlib
import sys


def program() -> str:
    """The path of the command."""
    packaged = pathlib.Path(__file__).parent / "bin" / "pith"
    given = os.environ.get("PITH")
    if packaged.exists():
        return str(packaged)
    if given:
        return given
    sys.exit("pith: the package has no program; install pith-html, or name one in PITH")


def main() -> None:
    path = program()
    os.execv(path, ["pith", *sys.argv[1:]])


if __name__ == "__main__":
    main()
