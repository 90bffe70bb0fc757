# Pages with nearly the same text name the first of them; all are written.
cd "$SCRATCH" || exit
mkdir pages
page() { # file, first word, words that differ, last sentence
  {
    printf '<title>%s</title><body>' "$1"
    i=0
    while [ $i -lt 60 ]; do
      i=$((i + 1))
      printf '<p>%s%d is in line %s%d of a text, as %sword%d does.' \
        "$2" $i "$3" $i "$2" $i
    done
    printf '<p>%s</body>' "$4"
  } >"pages/$1.html"
}
page a apple low 'Read on Monday by a hundred people, as we know.'
page b bear high 'Read on Monday by a hundred people, as we know.'
page c apple low 'Read on Friday by a thousand people, as we know.'
page d apple low 'Read on Sunday by eleven people, as we know.'
printf '<title>e</title><p>Short text.' >pages/e.html
printf '<title>f</title><p>Short text.' >pages/f.html
say() {
  sed -n 's/.*"id":"\([^"]*\)".*"duplicate_of":"\([^"]*\)".*/\1 is \2/p'
}
echo '== records' && "$PITH" --dedup pages | say
"$PITH" pages 2>/dev/null | say
echo '== any number of threads'
"$PITH" -q -j 1 --dedup pages >one && "$PITH" -q -j 8 --dedup pages | cmp one
echo '== files, and --strict'
"$PITH" -q --dedup -t md pages -o out --strict 2>/dev/null || echo "exit $?"
ls out
echo '== site'
"$PITH" site -q --dedup -t md pages -o site && say <site/pages.jsonl
grep -o '"near_duplicates".*' site/report.json
grep -o '"duplicate":[^]]*' site/report.json
