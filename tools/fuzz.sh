#!/bin/sh
# fuzz.sh SECONDS [TARGET...]   Run the libFuzzer programs of build/fuzz.
#
# Each target starts from fuzz/seeds/NAME and fuzz/regressions/NAME and grows
# its corpus in build/fuzz/corpus/NAME, which stays for the next run. A finding
# is left in build/fuzz/findings/ and ends the run with exit 1; after the fix it
# goes to fuzz/regressions/NAME, where `make test` replays it.
set -eu
cd "$(dirname "$0")/.."

seconds=$1
shift
[ $# -gt 0 ] || set -- $(cd fuzz && ls fuzz_*.c | sed 's/^fuzz_//; s/\.c$//')

export UBSAN_OPTIONS=print_stacktrace=1
command -v llvm-symbolizer-14 >/dev/null &&
  export ASAN_SYMBOLIZER_PATH="$(command -v llvm-symbolizer-14)"

failed=0
for name in "$@"; do
  corpus=build/fuzz/corpus/$name
  log=build/fuzz/$name.log
  mkdir -p "$corpus" build/fuzz/findings
  set -- "$corpus"
  for folder in "fuzz/seeds/$name" "fuzz/regressions/$name"; do
    [ ! -d "$folder" ] || set -- "$@" "$folder"
  done
  if build/fuzz/fuzz/"fuzz-$name" -max_total_time="$seconds" -timeout=10 \
    -rss_limit_mb=2048 -max_len=65536 -print_final_stats=1 \
    -artifact_prefix="build/fuzz/findings/$name-" "$@" >"$log" 2>&1; then
    runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
    echo "fuzz: $name: $runs executions in $seconds s, nothing found"
  else
    tail -n 60 "$log"
    echo "fuzz: $name: FOUND something; see $log and build/fuzz/findings"
    failed=1
  fi
done
exit $failed
