# A result folder is used again: what has not changed is skipped, what has no
# page any more is reported, and removed with --prune; other files stay.
cd "$SCRATCH" || exit
page() { # file, word
  {
    printf '<title>%s</title><body><p>Home <a href=/>Start</a>' "$2"
    i=0
    while [ $i -lt 9 ]; do
      i=$((i + 1))
      printf '<p>Sentence %d about %s, which is long enough to be kept.' $i "$2"
    done
  } >"$1"
}
stamp() { # files that a run leaves alone keep their date
  find "$1" -name '*.md' -newer mark | LC_ALL=C sort
}
mkdir pages
page pages/a.html apples
page pages/b.html bears
page pages/c.html cars
"$PITH" learn -q pages -o site.pith

for command in extract 'apply -s site.pith' site; do
  echo "== $command"
  rm -rf out
  page pages/a.html apples
  page pages/c.html cars
  "$PITH" $command pages -t md -o out
  echo mine >out/mine.md
  cp out/pages.jsonl first 2>/dev/null
  touch -d '1 minute ago' out/*.md mark 2>/dev/null
  touch -d '30 seconds ago' mark

  echo 'the same again:'
  "$PITH" $command pages -t md -o out
  stamp out
  test ! -e out/pages.jsonl || cmp first out/pages.jsonl

  echo 'other options:'
  "$PITH" $command pages -t md --no-links -o out 2>/dev/null
  stamp out
  "$PITH" $command -q pages -t md -o out
  touch -d '1 minute ago' out/*.md

  echo 'a file was changed, a page is gone:'
  echo more >>out/b.html.md
  rm pages/c.html
  test "$command" = site || "$PITH" $command pages -t md -o out
  test "$command" != site || "$PITH" $command pages -t md -o out 2>&1 |
    grep stale
  ls out

  echo 'pruned:'
  "$PITH" $command pages -t md -o out --prune 2>&1 | grep -v clusters
  ls out
done

echo '== single pages, one after the other, are not stale'
rm -rf out && mkdir out
"$PITH" pages/a.html -t md -o out
"$PITH" pages/b.html -t md -o out --prune
ls out
echo '== a pattern of names misses a page that was removed'
page pages/c.html cars
"$PITH" pages/*.html -q -t md -o out
rm pages/c.html
"$PITH" pages/*.html -t md -o out
echo '== what came by a pipe is another source'
rm -rf out
printf '{"id":"l","html":"<p>One sentence of content that is kept."}\n' |
  "$PITH" - -q -t md -o out
"$PITH" pages -q -t md -o out --prune
ls out
echo '== a damaged manifest'
printf '{"name":"x","file":"../../mark","key":"1"}\n[{"a\n' >out/.pith-manifest
"$PITH" pages -t md -o out --prune
ls mark out
