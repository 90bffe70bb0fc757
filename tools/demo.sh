#!/bin/sh
# demo.sh PITH   Show what pith does on a small site, and what its parser sees.
set -eu
cd "$(dirname "$0")/.."
pith=$1
out=build/demo
rm -rf "$out"

echo
echo "A page of a small site (examples/site/fog.html):"
echo
sed 's/^/    /' examples/site/fog.html
echo
echo "pith site examples/site --to text -o $out"
echo
"$pith" site -q examples/site --to text -o "$out"
echo "What is left of it, the boilerplate being what all six pages share:"
echo
sed 's/^/    /' "$out/fog.html.txt"
echo
echo "pith site examples/site --to marked --highlight -o $out"
echo
"$pith" site -q examples/site --to marked --highlight -o "$out"
echo "    $out/fog.html shows the boilerplate tinted in a browser"
echo
echo "pith parse --tree --spans examples/demo/page.html"
echo "(FROM-TO: the bytes of each node; -: made by the parser)"
echo
"$pith" parse --tree --spans examples/demo/page.html |
  sed -n '1,24s/^/    /p'
echo "    ..."
