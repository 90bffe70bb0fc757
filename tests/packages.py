"""Packages of other people for a test, installed below the build folder.

    python = packages.python_with(build / "venv-x", "cffi")   # None: cannot be had
    packages.bounded(["npm", "ci"], cwd=folder)

A registry may refuse or never answer; a test that compares with somebody's
package then reports itself as skipped. So everything that installs goes through
`bounded`: one limit of time for the whole tree of processes, and output in a
file, because a pipe stays open as long as any grandchild holds it.
"""
import os
import signal
import subprocess
import sys
import tempfile

LIMIT = 200  # seconds for one installation; ctest ends a test at 600


def bounded(command, seconds=LIMIT, **options):
    """What the command printed. Raises SubprocessError or OSError where it
    fails or is not done in time; nothing it started is left running then."""
    with tempfile.TemporaryFile("w+", errors="replace") as output:
        child = subprocess.Popen([str(word) for word in command], stdin=subprocess.DEVNULL,
                                 stdout=output, stderr=subprocess.STDOUT,
                                 start_new_session=True, **options)
        try:
            code = child.wait(seconds)
        finally:
            if child.poll() is None:
                os.killpg(child.pid, signal.SIGKILL)
                child.wait()
        output.seek(0)
        said = output.read()
    if code:
        raise subprocess.SubprocessError((said.strip().splitlines() or ["no message"])[-1][:300])
    return said


def python_with(home, *wanted, seconds=LIMIT):
    """The interpreter of the environment `home` with these arguments of `pip
    install`, or None after a line that says why."""
    python, stamp = home / "bin/python", home / "installed"
    listed = "\n".join(map(str, wanted))
    if stamp.exists() and listed in stamp.read_text().split("\0"):
        return python
    try:
        if not python.exists():
            bounded([sys.executable, "-m", "venv", home], seconds)
        bounded([python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check",
                 "--retries", "1", "--timeout", "20", *wanted], seconds)
    except (OSError, subprocess.SubprocessError) as error:
        print(f"packages: {' '.join(map(str, wanted))} cannot be installed: {error}", flush=True)
        return None
    with stamp.open("a") as done:
        done.write(listed + "\0")
    return python
