#!/usr/bin/env python3
"""What a grader does, in a real browser: see grader.mjs, faults.mjs, access.mjs,
losses.mjs, loop.mjs, hostile.mjs, and firefox.mjs where Firefox is installed.

Skipped where node, npm or chromium are absent or the one package that is
needed cannot be had (PITH_BROWSER_TEST=need makes that a failure). With
--shots DIR it makes the pictures of docs/lab/review instead.
"""
# long: drives a browser
import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import loop_eval  # noqa: E402
import loss_report  # noqa: E402
import packages  # noqa: E402
import review_sites  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
MODULES = HERE.parents[1] / "build" / "browser"


def skip(why):
    print(f"skipped: {why}")
    return 1 if os.environ.get("PITH_BROWSER_TEST") == "need" else 77


def install():
    """playwright-core, puppeteer-core (for Firefox) and axe-core as they are written down, in build/browser."""
    MODULES.mkdir(parents=True, exist_ok=True)
    lock = (HERE / "package-lock.json").read_bytes()
    done = MODULES / "installed-lock.json"
    if done.exists() and done.read_bytes() == lock:
        return True
    for name in ("package.json", "package-lock.json"):
        shutil.copy(HERE / name, MODULES / name)
    try:
        packages.bounded(["npm", "ci", "--no-audit", "--no-fund", "--ignore-scripts"], cwd=MODULES)
    except (OSError, subprocess.SubprocessError) as error:
        print(error)
        return False
    done.write_bytes(lock)
    return True


def has_firefox():
    """Skipping it is said; PITH_BROWSER_TEST=need makes it a failure."""
    found = shutil.which(os.environ.get("PITH_FIREFOX", "firefox-esr"))
    if not found:
        print("firefox.mjs: skipped: firefox-esr is not installed")
    return bool(found) or os.environ.get("PITH_BROWSER_TEST") == "need"


def run(script, *arguments, pith):
    environment = {**os.environ, "PITH_PROGRAM": pith,
                   "PITH_MODULES": str(MODULES)}
    print(f"{script}:", flush=True)
    return subprocess.run(["node", HERE / script, *arguments], check=False,
                          env=environment, timeout=1500).returncode


def make_shots(pith, folder, room):
    lost = loss_report.write(pith, room)
    code = max(run("shots.mjs", room / "sites", folder, room / "shots.db",
                   pith=pith),
               run("shots.mjs", lost, folder, room / "losses.db", "losses",
                   pith=pith))
    if shutil.which("pngquant"):
        for path in sorted(pathlib.Path(folder).glob("*.png")):
            subprocess.run(["pngquant", "--force", "--ext", ".png", "--strip",
                            "64", path], check=True)
    else:
        print("the pictures are large; pngquant would make them small")
    return code


def run_losses(pith, room):
    """An experiment, its losses sorted in the browser, the report again."""
    room.mkdir()
    code = run("losses.mjs", loss_report.write(pith, room), room, pith=pith)
    wrong = loss_report.check(pith, room) if code == 0 else []
    for what in wrong:
        print("FAILED:", what)
    return 1 if wrong else code


def run_loop(pith, sites, room):
    """Grades and corrections of two people, through export into eval."""
    room.mkdir()
    code = run("loop.mjs", sites, room, pith=pith)
    if code == 0:
        loop_eval.check(pith, sites, room)
    return code


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--pith", required=True)
    parser.add_argument("--shots", metavar="DIR")
    parser.add_argument("--only", help="access, faults, firefox, grader, hostile, "
                        "loop or losses")
    parser.add_argument("--faults", nargs=2, type=int, default=(60, 5),
                        metavar=("GRADES", "KILLS"), help="of the fault test; "
                        "500 50 before a release")
    options = parser.parse_args()
    pith = os.path.abspath(options.pith)
    for program in ("node", "npm", os.environ.get("PITH_CHROMIUM", "chromium")):
        if not shutil.which(program):
            return skip(f"{program} is not installed")
    said = subprocess.run([pith, "review", "/nowhere"], capture_output=True,
                          text=True, check=False, timeout=60)
    if "built without" in said.stderr:
        return skip("pith was built without SQLite")
    if not install():
        return skip("playwright-core cannot be installed")
    codes = []
    with tempfile.TemporaryDirectory() as name:
        room = pathlib.Path(name)
        review_sites.write(room / "sites")
        if options.shots:
            return make_shots(pith, os.path.abspath(options.shots), room)
        if options.only in (None, "faults"):
            grades, kills = options.faults
            review_sites.write(room / "faults", 1, grades // 2 + 2 * kills + 10)
            codes.append(run("faults.mjs", room / "faults", room, str(grades),
                             str(kills), pith=pith))
        codes += [run(f"{part}.mjs", room / "sites", room, pith=pith)
                 for part in ("grader", "access", "hostile")
                 if options.only in (None, part)]
        if options.only in (None, "firefox") and has_firefox():
            codes.append(run("firefox.mjs", room / "sites", room, pith=pith))
        if options.only in (None, "losses"):
            codes.append(run_losses(pith, room / "losses"))
        if options.only in (None, "loop"):
            codes.append(run_loop(pith, room / "sites", room / "loop"))
    return max(codes, default=77)


if __name__ == "__main__":
    sys.exit(main())
