#!/usr/bin/env python3
"""Do parsing and classifying still take as many instructions for each byte as was pinned?

Calls bench/instructions/run on the pith-bench beside the program given. Only the
release build, which lies in build/ itself, has pinned counts; every other build
is skipped (exit 77), as is a machine without valgrind.

Usage: run_instructions.py --pith PROGRAM
"""
import argparse
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
SKIPPED = 77


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pith", required=True)
    program = pathlib.Path(parser.parse_args().pith).resolve().with_name("pith-bench")
    if program.parent != ROOT / "build" or not program.exists():
        print("instructions: skipped, only build/pith-bench has pinned counts")
        return SKIPPED
    gate = ROOT / "bench/instructions/run"
    return subprocess.run([str(gate), "--pith-bench", str(program)]).returncode


if __name__ == "__main__":
    sys.exit(main())
