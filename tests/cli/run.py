#!/usr/bin/env python3
"""Golden tests of the command line: run NAME.sh, compare what it said.

    run.py --pith PROGRAM [--accept] [NAME.sh...]      (all of this folder)

Beside NAME.sh are NAME.stdout, NAME.stderr and NAME.exit. A missing one
means: nothing printed, nothing printed, 0. Where a text cannot be exact, it is
called NAME.stdout.glob or NAME.stderr.glob: each line is a shell pattern
(`*`, `?`, `[...]`), and a line that is just `...` stands for any lines.

The script is run by `sh` in this folder, so inputs beside it are named without
a path. $PITH is the program, $SCRATCH an empty folder that is removed
afterwards; its name is written back to `$SCRATCH` before comparing.

--accept writes down what the program says now. Read the diff before you
commit it.
"""
import argparse
import difflib
import fnmatch
import os
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
TIMEOUT_SECONDS = 120


def run(script, pith):
    """What the script wrote and returned: (stdout, stderr, exit)."""
    with tempfile.TemporaryDirectory(prefix="pith-cli-") as scratch:
        env = dict(os.environ, PITH=str(pith), SCRATCH=scratch, LC_ALL="C.UTF-8")
        done = subprocess.run(["sh", script.name], cwd=script.parent, env=env,
                              stdin=subprocess.DEVNULL, capture_output=True,
                              timeout=TIMEOUT_SECONDS, check=False)
        out, err = (text.replace(scratch.encode(), b"$SCRATCH")
                    for text in (done.stdout, done.stderr))
        return out, err, done.returncode


def line_regex(pattern):
    # fnmatch's own form lets `*` run over line ends; take its inside only.
    return f"(?:{fnmatch.translate(pattern)[4:-3]})"


def lines_match(patterns, lines):
    """Whether the lines fit the patterns; `...` stands for any lines."""
    regex = "".join(r"(?:[^\n]*\n)*" if p == "..." else
                    line_regex(p) + r"\n" for p in patterns)
    return re.fullmatch(regex, "".join(f"{line}\n" for line in lines))


def split(text):
    return text.decode("utf-8", "backslashreplace").splitlines()


def compare_text(script, kind, got):
    """Complaints about one stream, as printable lines."""
    pattern = script.with_suffix(f".{kind}.glob")
    exact = script.with_suffix(f".{kind}")
    if pattern.exists():
        if lines_match(split(pattern.read_bytes()), split(got)):
            return []
        return [f"{kind} does not fit {pattern.name}:"] + split(got)
    wanted = exact.read_bytes() if exact.exists() else b""
    if wanted == got:
        return []
    diff = list(difflib.unified_diff(split(wanted), split(got), exact.name,
                                     "got", lineterm=""))
    return diff or [f"{kind} differs in line endings"]


def compare(script, pith):
    out, err, code = run(script, pith)
    wanted_file = script.with_suffix(".exit")
    wanted = int(wanted_file.read_text()) if wanted_file.exists() else 0
    complaints = compare_text(script, "stdout", out)
    complaints += compare_text(script, "stderr", err)
    if code != wanted:
        complaints.append(f"exit {code}, wanted {wanted}")
    return complaints


def accept(script, pith):
    out, err, code = run(script, pith)
    for kind, got in (("stdout", out), ("stderr", err)):
        exact = script.with_suffix(f".{kind}")
        if script.with_suffix(f".{kind}.glob").exists():
            continue
        if got:
            exact.write_bytes(got)
        else:
            exact.unlink(missing_ok=True)
    wanted = script.with_suffix(".exit")
    if code:
        wanted.write_text(f"{code}\n")
    else:
        wanted.unlink(missing_ok=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pith", required=True, type=pathlib.Path)
    parser.add_argument("--accept", action="store_true")
    parser.add_argument("scripts", nargs="*", type=pathlib.Path)
    args = parser.parse_args()
    pith = args.pith.resolve()
    scripts = [s.resolve() for s in args.scripts] or sorted(HERE.glob("*.sh"))

    failed = 0
    for script in scripts:
        if args.accept:
            accept(script, pith)
            continue
        complaints = compare(script, pith)
        failed += bool(complaints)
        for line in complaints:
            print(f"{script.name}: {line}")
    what = "recorded" if args.accept else "failed"
    print(f"cli: {len(scripts)} cases, "
          f"{len(scripts) if args.accept else failed} {what}")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
