# Pages without metadata or of another language are left out, counted, no
# failure; a page whose language is not known is kept.
cd "$SCRATCH" || exit
mkdir pages
page() { # file, attributes of html, head, sentence
  printf '<html %s><head>%s</head><body><p>%s %s</p><p>%s</p></html>' \
    "$2" "$3" "$4" "$4" "$4" >"pages/$1.html"
}
address='<link rel=canonical href="https://example.org/a">'
date='<meta property="article:published_time" content="2024-05-01">'
page all 'lang=en-GB' "<title>All of it</title>$address$date" \
  'The fog came in at noon and stayed until the evening of the next day.'
page undated 'lang=en' "<title>No date</title>$address" \
  'The train was late again, and nobody at the station knew the reason.'
page homeless 'lang=de' "<title>Ohne Adresse</title>$date" \
  'Der Nebel kam am Mittag und blieb bis zum Abend des folgenden Tages.'
page short '' "<title>1 2 3</title>$address$date" '1 2 3 4 5 6 7'
ids() {
  sed 's/.*"id":"\([^"]*\)".*/\1/'
}
echo '== only with metadata' && "$PITH" --only-with-metadata pages | ids
echo '== English' && "$PITH" --target-language EN pages | ids
echo '== of Britain' && "$PITH" --target-language en-GB pages | ids
echo '== German by its text' && sed -i 's/lang=de//' pages/homeless.html &&
  "$PITH" --target-language de pages | ids
echo '== both, for a site'
"$PITH" site pages --only-with-metadata --target-language en -t text -o out 2>&1
ls out
ids <out/pages.jsonl
grep -o '"left_out".*' out/report.json
echo '== text and CSV do not begin with what was left out'
rm pages/all.html
"$PITH" -q --only-with-metadata -t text pages | head -n 1
"$PITH" -q --only-with-metadata -t csv pages | grep -c '^"\?id'
echo '== what an earlier run wrote is stale'
"$PITH" pages -t text -o texts && "$PITH" -q pages --only-with-metadata -t text -o texts --prune
ls texts
echo '== with the address of the command line, one page'
"$PITH" -q --only-with-metadata -b https://example.org/ pages/homeless.html | wc -l
"$PITH" --only-with-metadata pages/homeless.html -o one.txt
test ! -e one.txt
