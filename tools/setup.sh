#!/bin/sh
# setup.sh LEVEL...   Make sure that what a `make` word needs is installed.
#
#   build     compiler, cmake, make                     (make, make demo)
#   test      and cmocka, python, C++, pkg-config ...   (make test)
#   check     and clang-format, clang-tidy, git         (make check)
#   fuzz      and clang with libFuzzer                  (make fuzz)
#   coverage  and gcovr                                 (make coverage)
#   integrations   PostgreSQL and its headers, Java     (ctest -R 'postgres|spark')
#   all
#
# Nothing missing: silent, and fast enough to run before every build. Something
# missing: installed by apt-get as root or by sudo without a password, else one
# line says what to install and the exit code is 3.
set -eu

missing=

need() { # PACKAGE, then a command that succeeds when it is there
  package=$1
  shift
  "$@" >/dev/null 2>&1 || missing="$missing $package"
}

has() { command -v "$1"; }
has_c() { echo '#include <stdio.h>' | "${CC:-cc}" -E -x c -; }
has_cxx() { echo '#include <vector>' | "${CXX:-c++}" -E -x c++ -; }
has_module() { pkg-config --exists "$1"; }
has_stemmer() { echo '#include <libstemmer.h>' | "${CC:-cc}" -E -x c -; }
has_venv() { python3 -c 'import ensurepip, venv'; }
has_python_headers() {
  folder=$(python3 -c 'import sysconfig; print(sysconfig.get_path("include"))')
  echo '#include <Python.h>' | "${CC:-cc}" -E -x c -I"$folder" -
}
has_postgres() { [ -e "$(pg_config --includedir-server)/postgres.h" ] && [ -x "$(pg_config --bindir)/initdb" ]; }
has_bzip2() { echo '#include <bzlib.h>' | "${CC:-cc}" -E -x c -; }
has_cmocka() {
  echo '#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>' | "${CC:-cc}" -E -x c -
}
has_fuzzer() {
  echo 'int LLVMFuzzerTestOneInput(const char *p, long n);
int LLVMFuzzerTestOneInput(const char *p, long n) { return 0 * *p * (int)n; }' |
    clang-14 -fsanitize=fuzzer,address,undefined -x c - -o /dev/null
}

want() {
  case $1 in
  build)
    need "gcc libc6-dev" has_c
    need cmake has cmake
    need make has make
    ;;
  test)
    want build
    need g++ has_cxx
    need libcmocka-dev has_cmocka
    need "pkg-config libuchardet-dev" has_module uchardet
    need "pkg-config libmd4c-dev libmd4c-html0-dev" has_module md4c-html
    need "pkg-config zlib1g-dev" has_module zlib
    need "pkg-config libzstd-dev" has_module libzstd
    need "pkg-config liblzma-dev" has_module liblzma
    need "pkg-config libbrotli-dev" has_module libbrotlidec
    need "pkg-config libdeflate-dev" has_module libdeflate
    need "pkg-config libcurl4-openssl-dev" has_module libcurl
    need "pkg-config libsqlite3-dev" has_module sqlite3
    need libstemmer-dev has_stemmer
    need libbz2-dev has_bzip2
    need python3 has python3
    need python3-venv has_venv
    need python3-dev has_python_headers
    need xz-utils has xz
    need parallel has parallel
    need chromium has chromium
    need firefox-esr has firefox-esr
    need "nodejs npm" has npm
    ;;
  check)
    want build
    need clang-format-14 has clang-format-14
    need clang-tidy-14 has clang-tidy-14
    need abigail-tools has abidiff
    need git has git
    need python3 has python3
    ;;
  fuzz)
    want build
    need "clang-14 libclang-rt-14-dev llvm-14" has_fuzzer
    ;;
  coverage)
    want test
    need gcovr has gcovr
    ;;
  integrations)
    need "postgresql postgresql-server-dev-all" has_postgres
    need openjdk-17-jre-headless has java # for PySpark
    need parallel has parallel
    ;;
  all)
    want test
    want check
    want fuzz
    want coverage
    ;;
  *)
    sed -n '2,14p' "$0" | cut -c3- >&2
    exit 2
    ;;
  esac
}

unique() { printf '%s\n' $missing | sort -u | tr '\n' ' ' | sed 's/ $//'; }

install_missing() {
  as_root=
  if [ "$(id -u)" != 0 ]; then
    if command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
      as_root="sudo -n"
    else
      return 1
    fi
  fi
  command -v apt-get >/dev/null || return 1
  echo "setup: installing $(unique)"
  # The list is split into words on purpose.
  # shellcheck disable=SC2046
  DEBIAN_FRONTEND=noninteractive $as_root apt-get update -qq &&
    DEBIAN_FRONTEND=noninteractive $as_root apt-get install -qq -y \
      --no-install-recommends $(unique) >/dev/null
}

[ $# -gt 0 ] || set -- help
for level in "$@"; do want "$level"; done
[ -n "$missing" ] || exit 0

if ! install_missing; then
  echo "setup: missing; please install (Debian names): $(unique)" >&2
  exit 3
fi

missing=
for level in "$@"; do want "$level"; done
if [ -n "$missing" ]; then
  echo "setup: still missing after installation: $(unique)" >&2
  exit 3
fi
