# A warning is a message and exit 1 with --strict only; the page is written.
printf '<p>One sentence of content that is kept here.<p>Another one, too.' \
  >"$SCRATCH/page.html"
"$PITH" --max-nodes 16 "$SCRATCH/page.html" && echo fine
"$PITH" --strict "$SCRATCH/page.html" && echo fine
i=0
while [ $i -lt 30 ]; do
  printf '<p>Sentence number %d of the long page.' $i
  i=$((i + 1))
done >"$SCRATCH/long.html"
"$PITH" --max-nodes 16 "$SCRATCH/long.html" >/dev/null && echo fine
"$PITH" --strict --max-nodes 16 "$SCRATCH/long.html" >"$SCRATCH/out"
echo "exit $?"
test -s "$SCRATCH/out" && echo written
