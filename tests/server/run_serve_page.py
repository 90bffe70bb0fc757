#!/usr/bin/env python3
"""The start page of `pith serve` in a real browser: see start_page.mjs.

Skipped where node, npm or chromium are absent (PITH_BROWSER_TEST=need makes that
a failure).
"""
# long: drives a browser
import argparse
import os
import pathlib
import shutil
import subprocess
import sys

import serve_testing as testing

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "review"))
import run_browser  # noqa: E402


class Pith:
    def __init__(self, program):
        self.program = program


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pith", required=True)
    args, _ = parser.parse_known_args()
    for program in ("node", "npm", os.environ.get("PITH_CHROMIUM", "chromium")):
        if not shutil.which(program):
            return run_browser.skip(f"{program} is not installed")
    if not run_browser.install():
        return run_browser.skip("playwright-core cannot be had")
    with testing.serving(Pith(args.pith)) as server:
        return subprocess.run(
            ["node", HERE / "start_page.mjs", f"http://127.0.0.1:{server.port}/"],
            env=os.environ | {"PITH_PROGRAM": args.pith,
                              "PITH_MODULES": str(run_browser.MODULES)},
            check=False, timeout=300).returncode


if __name__ == "__main__":
    sys.exit(main())
