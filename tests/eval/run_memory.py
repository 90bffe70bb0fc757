#!/usr/bin/env python3
"""`pith eval` when memory ends: each allocation of a run fails once. The command
says so and ends with 3, or does without and prints what it always does. What the
system libraries allocate before main() is not counted."""
# long: fails every allocation
import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
FAILING = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>
static atomic_long calls;
static atomic_int started; /* the first thing the command does is to ignore SIGPIPE */
int sigaction(int number, const struct sigaction *action, struct sigaction *old)
{
  int (*real)(int, const struct sigaction *, struct sigaction *) =
      (int (*)(int, const struct sigaction *, struct sigaction *))dlsym(RTLD_NEXT, "sigaction");
  int result = real(number, action, old);
  if (number == SIGPIPE) atomic_store(&started, 1);
  return result;
}
static long wanted(void)
{
  static long number = -1;
  if (number < 0) {
    const char *text = getenv("FAIL_AT");
    number = text ? strtol(text, NULL, 10) : 0;
  }
  return number;
}
static int fails(void) { return atomic_load(&started) && atomic_fetch_add(&calls, 1) + 1 == wanted(); }
extern void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t);
void *malloc(size_t n) { return fails() ? NULL : __libc_malloc(n); }
void *calloc(size_t n, size_t m) { return fails() ? NULL : __libc_calloc(n, m); }
void *realloc(void *p, size_t n) { return fails() ? NULL : __libc_realloc(p, n); }
__attribute__((destructor)) static void write_count(void)
{
  char text[24];
  int at = 24;
  long left = atomic_load(&calls);
  text[--at] = '\n';
  do text[--at] = (char)('0' + left % 10); while (left /= 10);
  if (getenv("TELL_CALLS") && write(9, text + at, (size_t)(24 - at)) < 0) _exit(9);
}
"""


def build(folder):
    source, library = folder / "failing.c", folder / "failing.so"
    source.write_text(FAILING)
    subprocess.run(["cc", "-O1", "-shared", "-fPIC", "-o", library, source, "-ldl"], check=True)
    return library


def run(command, library, at=None, count=None):
    environment = dict(os.environ, LD_PRELOAD=str(library))
    if at:
        environment["FAIL_AT"] = str(at)
    if count:
        environment["TELL_CALLS"] = "1"
        command = ["sh", "-c", 'exec "$@" 9>"$0"', str(count), *command]
    return subprocess.run(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT,
                          timeout=60, check=False)


def check(command, library, folder):
    count_file = folder / "calls"
    whole = run(command, library, count=count_file)
    assert whole.returncode == 0, whole.stderr.decode()
    calls = int(count_file.read_text().split()[-1])
    step = max(1, calls // 400)
    noticed = 0
    for at in range(1, calls + 1, step):
        done = run(command, library, at)
        if done.returncode == 0:
            assert done.stdout == whole.stdout, f"allocation {at} of {calls}: another answer"
            continue
        noticed += 1
        assert done.returncode == 3 and done.stderr.startswith(b"pith: "), \
            f"allocation {at} of {calls}: exit {done.returncode}: {done.stderr.decode()}"
    assert noticed > calls // step // 2, f"only {noticed} of {calls} were noticed"
    return calls


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pith", required=True)
    pith = pathlib.Path(parser.parse_args().pith).resolve()
    binary = pith.read_bytes()
    if b"__asan_init" in binary or b"__tsan_init" in binary or not shutil.which("cc"):
        print("no compiler, or a sanitizer has the memory; skipped")
        return 77
    gold = "examples/eval/gold.jsonl"
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        library = build(folder)
        commands = (["--gold", gold, "--pred", "examples/eval/auto.jsonl", "--versus", "examples/eval/chain.jsonl",
                     "-o", folder / "r.html", "-o", folder / "r.csv"],
                    ["--gold", gold, "--blocks", "--json"],
                    ["--grades", "data/papers/grades.csv", "-o", folder / "g.html"])
        for command in commands:
            print(check([str(pith), "eval", "-q", "-j", "1", *map(str, command)], library, folder), "allocations")
    return 0


if __name__ == "__main__":
    sys.exit(main())
