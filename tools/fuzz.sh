#!/bin/sh
# fuzz.sh SECONDS [TARGET...]   Run the libFuzzer programs of build/fuzz.
#
# Each target starts from fuzz/seeds/NAME and fuzz/regressions/NAME and grows
# its corpus in build/fuzz/corpus/NAME, which stays for the next run. Two run at
# a time. Inputs are at most 4 KB (FUZZ_BYTES): small pages reach the same code
# as large ones, many times as often. FUZZ_SEED=N repeats a run; 0, the default,
# is another one every time. A finding is left in build/fuzz/findings/
# and ends the run with exit 1; after the fix it goes to fuzz/regressions/NAME,
# where `make test` replays it.
set -eu
cd "$(dirname "$0")/.."

export UBSAN_OPTIONS=print_stacktrace=1
command -v llvm-symbolizer-14 >/dev/null &&
  export ASAN_SYMBOLIZER_PATH="$(command -v llvm-symbolizer-14)"

# One target: fuzz.sh --one SECONDS NAME
if [ "$1" = --one ]; then
  seconds=$2 name=$3
  corpus=build/fuzz/corpus/$name
  log=build/fuzz/$name.log
  mkdir -p "$corpus" build/fuzz/findings
  set -- "$corpus"
  for folder in "fuzz/seeds/$name" "fuzz/regressions/$name"; do
    [ ! -d "$folder" ] || set -- "$@" "$folder"
  done
  if build/fuzz/fuzz/"fuzz-$name" -max_total_time="$seconds" -timeout=10 \
    -rss_limit_mb=2048 -max_len="${FUZZ_BYTES:-4096}" -print_final_stats=1 \
    -seed="${FUZZ_SEED:-0}" \
    -artifact_prefix="build/fuzz/findings/$name-" "$@" >"$log" 2>&1; then
    runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
    rate=$(sed -n 's/^stat::average_exec_per_sec: *//p' "$log")
    echo "fuzz: $name: $runs executions in $seconds s ($rate/s), nothing found"
    exit 0
  fi
  tail -n 60 "$log"
  echo "fuzz: $name: FOUND something; see $log and build/fuzz/findings"
  exit 1
fi

seconds=$1
shift
[ $# -gt 0 ] || set -- $(cd fuzz && ls fuzz_*.c | sed 's/^fuzz_//; s/\.c$//')
printf '%s\n' "$@" | xargs -n 1 -P 2 "$0" --one "$seconds"
