#!/bin/sh
# make_picture.sh PITH   Make page.png: the demo page with its boilerplate shaded.
#
# Needs Chromium. The marks and their places are those of the program; page.css
# only lays the page out and chooses the colour.
set -eu
cd "$(dirname "$0")/../../.."
images=docs/manual/images
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
"$1" --to marked --highlight examples/demo/page.html >"$room/marked.html"
sed 's#<img src="/logo.png" alt="The Slow Kitchen">#<b>The Slow Kitchen</b>#' \
  "$room/marked.html" >"$room/page.html"
{ printf '<style>'; cat "$images/page.css"; printf '</style>'; } >>"$room/page.html"
chromium --headless --no-sandbox --disable-gpu --hide-scrollbars \
  --window-size=904,500 --screenshot="$PWD/$images/page.png" \
  "file://$room/page.html" >/dev/null 2>&1
ls -l "$images/page.png"
