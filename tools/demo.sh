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
echo "pith parse --tree $page"
echo
"$pith" parse --tree "$page" | sed 's/^/    /'
