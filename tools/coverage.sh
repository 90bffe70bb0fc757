#!/bin/sh
# coverage.sh JOBS   Line coverage of src/ by all tests; fails below 90 %.
#
# The generated tables hold no code and are left out. The report for reading is
# build/coverage/report.html.
set -eu
cd "$(dirname "$0")/.."

jobs=$1
floor=90

tools/configure.sh coverage
MAKEFLAGS=--no-print-directory cmake --build --preset coverage --parallel "$jobs"
find build/coverage -name '*.gcda' -delete
# What compares programs, or takes minutes, adds time here and few lines.
ctest --no-label-summary --test-dir build/coverage --parallel "$jobs" --output-on-failure \
  --no-tests=error -LE 'hostile|differential|long'
gcovr -j "$jobs" --root . --filter src/ --exclude src/tables/ --sort-percentage \
  --fail-under-line "$floor" --txt - --html-details build/coverage/report.html \
  build/coverage
