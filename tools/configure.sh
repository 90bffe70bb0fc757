#!/bin/sh
# configure.sh PRESET   Configure a build of CMakePresets.json, quietly.
#
# PITH_WERROR=ON in the environment makes warnings errors.
set -eu
cd "$(dirname "$0")/.."
cmake --preset "$1" -DPITH_WERROR="${PITH_WERROR:-OFF}" >/dev/null
