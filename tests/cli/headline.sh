# The headline: first and once in Markdown, where the method leaves it in text.
cat >"$SCRATCH/page.html" <<'PAGE'
<title>Green Tea: A Guide | The Site</title>
<div><a href=/>Home</a> <a href=/a>Menu</a> <a href=/b>Contact</a></div>
<header><h1>Green Tea – A Guide</h1></header>
<p>Green tea is made from leaves that have not been withered like those of black tea.
It comes from China, and is grown in many countries of East Asia today.</p>
<h2>Green tea: a guide</h2>
<p>Several varieties differ by the variety of the plant, by the growing conditions, by the
methods of gardening and processing, and by the time of the harvest.</p>
PAGE
cat >"$SCRATCH/plain.html" <<'PAGE'
<title>Black Tea</title>
<p>Black tea is more oxidized than other kinds of tea, and is stronger in flavor.</p>
PAGE
for when in auto always never; do
  for form in text md; do
    echo "== $form, $when"
    "$PITH" -t $form --title $when "$SCRATCH/page.html"
  done
done
echo "== from metadata"
"$PITH" -t md --title always "$SCRATCH/plain.html"
"$PITH" --title sometimes "$SCRATCH/plain.html"
