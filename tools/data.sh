#!/bin/sh
# data.sh   Unpack the measuring data below build/data, once.
#
# The pages are not part of this repository (their licences differ). Where
# PITH_DATA names a folder, or nothing lies at ../shared/data, there is nothing
# to do, and tests that need pages report that they were skipped.
set -eu
cd "$(dirname "$0")/.."

from=../shared/data
into=build/data
[ -z "${PITH_DATA_GIVEN:-}" ] || exit 0
[ -x "$from/unpack.sh" ] || exit 0
[ ! -e "$into/.complete" ] || exit 0

echo "data: unpacking $from to $into (2 GB, once)"
mkdir -p "$into"
find "$from" -name '*.tar.xz' | sed 's:.*/::; s:\.tar\.xz$::' | sort |
  xargs -P "$(nproc)" -n 1 "$from/unpack.sh" "$into" >/dev/null
touch "$into/.complete"
