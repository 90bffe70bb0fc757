"""What the conformance scripts share: cases, running them, the report.

A case is run by the program `batch` (tests/conformance/batch.c), thousands in
one process, and every 25th again by the real command, whose bytes must be the
same. Where `batch` is not built, the command runs them all.

known_failures.txt names cases that may fail: FILE NUMBER REASON. It may only
shrink, so a case in it that passes is a failure as well.
"""
import argparse
import collections
import dataclasses
import os
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
SAMPLE = 25
SHOWN = 5  # failures printed in full, a file
SKIPPED = 77
MARK = b"\xef\xbb\xbf"


@dataclasses.dataclass
class Case:
    file: str          # name in the suite
    number: int        # from 1, in the file
    arguments: list    # behind `pith parse`
    data: bytes        # the page
    expected: object   # for `is_right`


def page_bytes(text):
    """The page for an input: a leading U+FEFF would be taken for a mark."""
    data = text if isinstance(text, bytes) else text.encode()
    return MARK + data if data.startswith(MARK) else data


def run_batch(program, cases):
    """[(exit code, stdout)] of all cases, in one process."""
    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as answer:
        for case in cases:
            given.write(b"%d %d\n" % (len(case.arguments), len(case.data)))
            given.write(b"".join(a.encode() + b"\0" for a in case.arguments))
            given.write(case.data)
        given.seek(0)
        subprocess.run([program], stdin=given, stdout=answer, check=True)
        answer.seek(0)
        results = []
        for _ in cases:
            code, length = answer.readline().split()
            results.append((int(code), answer.read(int(length))))
        return results


def run_command(pith, case):
    """(exit code, stdout) of the real command; stderr must stay empty."""
    done = subprocess.run([pith, "parse", *case.arguments], input=case.data,
                          capture_output=True, check=False)
    return done.returncode, done.stdout + done.stderr


def read_known_failures():
    known = {}
    for line in (HERE / "known_failures.txt").read_text().splitlines():
        if line and not line.startswith("#"):
            file, number, _ = line.split(None, 2)
            known[file, int(number)] = line
    return known


def show(case, got, why):
    print(f"--- {case.file} #{case.number}: {why}")
    print(f"    pith parse {' '.join(case.arguments)}")
    print(f"    input    {case.data[:300]!r}")
    print(f"    expected {case.expected!r}"[:900])
    print(f"    got      {got!r}"[:900])


def check_all(cases, results, is_right, known):
    """[(case, complaint)] of the cases that are not as they should be."""
    failures = []
    for case, (code, output) in zip(cases, results):
        good = code == 0 and is_right(case, output)
        listed = (case.file, case.number) in known
        if good and listed:
            failures.append((case, output, "passes; take it off the list"))
        elif not good and not listed:
            failures.append((case, output, f"exit {code}"))
    return failures


def compare_with_command(pith, cases, results):
    """Run a sample by the real command: the bytes must be the same."""
    failures = []
    for i in range(0, len(cases), SAMPLE):
        got = run_command(pith, cases[i])
        if got != results[i]:
            failures.append((cases[i], got, "the command says something else"))
    return failures


def report(cases, failures):
    failed = collections.Counter(case.file for case, _, _ in failures)
    total = collections.Counter(case.file for case in cases)
    shown = collections.Counter()
    for case, got, why in failures:
        shown[case.file] += 1
        if shown[case.file] <= SHOWN:
            show(case, got, why)
    for file in sorted(total):
        print(f"{file}: {total[file] - failed[file]} passed, "
              f"{failed[file]} failed")
    print(f"total: {len(cases) - len(failures)} passed, "
          f"{len(failures)} failed")
    return bool(failures)


def main(folder, read_cases, is_right):
    """Run a suite; `read_cases(path)` returns the cases of one file."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--pith", required=True, type=pathlib.Path)
    parser.add_argument("--tools", type=pathlib.Path,
                        help="folder with the test programs of this build")
    default = os.environ.get("PITH_CONFORMANCE") or \
        ROOT.parent / "shared/conformance/html5lib-tests"
    parser.add_argument("--suite", type=pathlib.Path, default=default)
    parser.add_argument("files", nargs="*", help="names; all when none")
    args = parser.parse_args()
    paths = sorted((pathlib.Path(args.suite) / folder).glob("*.*t"))
    if not paths:
        print(f"no suite at {args.suite}; set PITH_CONFORMANCE")
        return SKIPPED
    pith = args.pith.resolve()
    cases = [case for path in paths if not args.files or path.name in args.files
             for case in read_cases(path)]
    batch = args.tools / "conformance-batch" if args.tools else None
    if batch:
        results = run_batch(batch, cases)
        failures = compare_with_command(pith, cases, results)
    else:
        results = [run_command(pith, case) for case in cases]
        failures = []
    failures += check_all(cases, results, is_right, read_known_failures())
    return report(cases, failures)
