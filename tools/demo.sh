#!/bin/sh
# demo.sh PITH   Show what the parser makes of a small broken page.
set -eu
cd "$(dirname "$0")/.."
pith=$1
page=examples/demo/page.html

echo
echo "The page ($page), as its author left it:"
echo
sed 's/^/    /' "$page"
echo
echo "pith parse --tree --spans $page   (FROM-TO: the bytes of each node; -: made"
echo "by the parser, not written by the author)"
echo
"$pith" parse --tree --spans "$page" | sed 's/^/    /'
