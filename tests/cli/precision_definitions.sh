# For precision a list of definitions stays whole or goes whole: no term is cut
# from its definition.
cat >"$SCRATCH/terms.html" <<'PAGE'
<title>Terms</title><nav><a href=/>Home</a> <a href=/b>About</a></nav>
<article><h1>Terms</h1>
<p>This is a long paragraph of the article with enough words to be kept as content, and it
goes on with more words, so that nobody would doubt it.</p>
<dl><dt>Tea</dt><dd>A drink made from leaves that are dried and then steeped in hot water.</dd>
<dt>Mug</dt><dd>A vessel with a handle from which people like to drink their tea.</dd>
<dt>Pot</dt><dd>Holds tea.</dd></dl></article>
PAGE
"$PITH" --precision "$SCRATCH/terms.html"
