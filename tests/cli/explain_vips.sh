# The visual blocks of a page, at two degrees.
cat >"$SCRATCH/page.html" <<'END'
<!doctype html><style>.menu{background:#eee} .no{display:none}</style>
<body><div id=head><h1>Site</h1><p>The best site there is</p></div>
<ul class=menu><li><a href=/>Home</a><li><a href=/n>News</a></ul>
<div class=main><h2>Title of the text</h2><p>First paragraph of the text that
has <b>some</b> words in it. More words follow so that it fills lines.</p>
<p>Second paragraph, not much longer than the first one.</p><hr>
<p>Third</p></div>
<div class=no>hidden</div>
<div id=foot>Copyright</div>
END
cd "$SCRATCH"
"$PITH" explain --vips page.html
"$PITH" explain --vips --pdoc 1 page.html
"$PITH" explain --vips --pdoc 11 page.html
