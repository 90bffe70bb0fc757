#!/usr/bin/env python3
"""Run the Python sessions of the manual: every ```pycon block of docs/ and of
bindings/python, page by page, from the root of the repository.

    run_manual.py --pith PROGRAM --module DIR
"""
import doctest
import os
import re
import sys

import python_module

ARGS = python_module.arguments(__doc__)
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def main():
    os.chdir(python_module.ROOT)
    os.environ["PATH"] = f"{ARGS.pith.resolve().parent}:{os.environ['PATH']}"
    runner = doctest.DocTestRunner(optionflags=FLAGS)
    pages = [*python_module.ROOT.glob("docs/**/*.md"), *python_module.ROOT.glob("bindings/**/*.md")]
    for path in sorted(pages):
        blocks = re.findall(r"^```pycon\n(.*?)^```", path.read_text(), re.S | re.M)
        if blocks:
            runner.run(doctest.DocTestParser().get_doctest("\n".join(blocks), {}, path.name, str(path), 0))
    tried, failed = runner.tries, runner.failures
    print(f"{tried - failed} passed, {failed} failed")
    return failed > 0 or tried == 0


if __name__ == "__main__":
    sys.exit(main())
