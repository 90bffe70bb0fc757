# Metadata before Markdown, as YAML.
cat >"$SCRATCH/page.html" <<'PAGE'
<html lang=en><title>Green Tea: A Guide | The Site</title>
<meta name=keywords content="tea, green tea">
<h1>Green Tea: A Guide</h1><p class=byline>By Ann Lee and Bo Fry | June 13, 2025</p>
<p>Green tea is made from leaves that have not been withered like those of black tea.
It comes from China, and is grown in many countries of East Asia today.</p>
PAGE
"$PITH" -t md --front-matter yaml -b http://h.example/tea "$SCRATCH/page.html"
