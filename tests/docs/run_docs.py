#!/usr/bin/env python3
"""Run the commands that README.md and docs/ show, and compare the output.

A block that starts with ```console holds commands behind "$ " and what they
print. A line "..." stands for any lines. `pith` is the program under test, the
folder is that of the repository; a command that writes goes to a temporary
folder named $TMP. Also checks that every relative link leads somewhere.
"""
import argparse
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]


def pages():
    yield from sorted(ROOT.glob("*.md"))
    yield from sorted(ROOT.glob("docs/**/*.md"))
    yield from sorted(ROOT.glob("bench/**/*.md"))
    yield from sorted(path for path in ROOT.glob("tests/**/*.md")
                      if ".expected." not in path.name)


def commands(text):
    """(command, expected lines) of every console block."""
    for block in re.findall(r"^```console\n(.*?)^```", text, re.S | re.M):
        command, expected = None, []
        for line in block.splitlines():
            if line.startswith("$ "):
                if command:
                    yield command, expected
                command, expected = line[2:], []
            else:
                expected.append(line)
        if command:
            yield command, expected


def matches(expected, printed):
    pattern = "".join("(?:.*\n)*?" if line == "..." else re.escape(line) + "\n"
                      for line in expected)
    return re.fullmatch(pattern, printed) is not None


def run_command(command, pith, folder):
    environment = dict(os.environ, TMP=folder,
                       PATH=f"{pith.parent}:{os.environ['PATH']}")
    done = subprocess.run(["bash", "-c", command], cwd=ROOT, env=environment,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          timeout=300)
    return done.stdout.decode("utf-8", "replace")


def broken_links(path, text):
    text = re.sub(r"^```.*?^```", "", text, flags=re.S | re.M)
    text = re.sub(r"`[^`\n]*`", "", text)
    for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", text):
        if "://" not in target and not (path.parent / target).exists():
            yield target


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pith", type=pathlib.Path, required=True)
    pith = parser.parse_args().pith.resolve()
    passed = failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for path in pages():
            text = path.read_text()
            name = path.relative_to(ROOT)
            for target in broken_links(path, text):
                print(f"{name}: link to {target}, which is not there")
                failed += 1
            for command, expected in commands(text):
                printed = run_command(command, pith, folder)
                if matches(expected, printed):
                    passed += 1
                else:
                    failed += 1
                    print(f"{name}: $ {command}\n{printed}")
    print(f"{passed} passed, {failed} failed")
    return failed > 0 or passed == 0


if __name__ == "__main__":
    sys.exit(main())
