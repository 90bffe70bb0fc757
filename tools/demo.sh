#!/bin/sh
# demo.sh PITH   Extract a page, then clean a small site.
set -eu
cd "$(dirname "$0")/.."
pith=$1
out=build/demo
rm -rf "$out"

show() { # COMMAND LINE...
  echo
  echo "\$ $*"
}

show "pith examples/demo/page.html    # the main text of a page"
"$pith" examples/demo/page.html | sed 's/^/    /'

show "pith explain examples/demo/page.html    # every block: kept or cut, score, reason"
"$pith" explain --color never examples/demo/page.html | sed 's/^/    /'

show "pith site examples/site --to text -o $out    # six pages of a site together"
"$pith" site -q examples/site --to text -o "$out"
sed 's/^/    /' "$out/fog.html.txt"

show "pith site examples/site --to marked --highlight -o $out"
"$pith" site -q examples/site --to marked --highlight -o "$out"
echo "    open $out/fog.html in a browser: the boilerplate is tinted"
