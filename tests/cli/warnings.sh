# What costs text is a warning by name in every format, and a page with text
# never comes back empty without a word.
cd "$SCRATCH"
printf '<html><body></body></html>' >nothing.html
printf '<div><div><p>A text that breaks off in a tag. <a hre' >half.html
printf '<div><section><ul><li>A list that breaks off betw' >open.html
printf '<div><section><ul><li>Open, and ended by its author.</body>' >closed.html
printf '<frameset><frame src=a.html></frameset>' >frames.html
printf '<div id=root></div><script src=app.js></script>' >shell.html
printf '<body><noscript>Please turn scripts on.</noscript><script src=a.js></script>' \
  >notice.html
printf '<meta charset=shift_jis><p>\377\377\377 and \377\377\377 words' >odd.html
for page in nothing half open closed frames shell notice odd; do
  echo "$page"
  "$PITH" -t json $page.html 2>/dev/null | grep -o '"warnings":.*]'
done
for form in text md html tei; do
  "$PITH" -t $form nothing.html >/dev/null
  "$PITH" -q -t $form nothing.html >/dev/null
done
"$PITH" -q --front-matter yaml -t md nothing.html --strict >/dev/null
echo "exit $?"
"$PITH" half.html open.html closed.html frames.html shell.html odd.html -j1 \
  >/dev/null
echo "exit $?"
# Many pages of a kind are a sum.
mkdir many
i=0
while [ $i -lt 13 ]; do
  cp nothing.html many/$i.html
  i=$((i + 1))
done
"$PITH" -j1 many 2>&1 >/dev/null | tail -n 1
