# One page by pages of the same layer, and what is wrong with asking.
cd "$SCRATCH"
page() {
  printf '<title>%s</title><ul><li><a href=a>Home</a><li><a href=b>News</a><li><a href=c>Contact</a></ul><div class=main><h1>%s</h1><p>The story of %s is here in words that no other page has: %s.</p></div><p>Copyright of the site</p>' "$1" "$1" "$1" "$2" >"$1.html"
}
mkdir site && cd site
page One "apples and pears fall from trees"
page Two "rivers run down to the sea at last"
page Three "nobody came to the party of the fox"
page Four "winter is long where the bears sleep"
cd ..
"$PITH" extract -m layer site/One.html --with site/Two.html --with site/Three.html --with site/Four.html
"$PITH" extract -m layer --compat site/One.html --with site/Two.html
"$PITH" site -q -m layer site -o out --to text && cat out/Two.html.txt
"$PITH" site -q --similarity site
mkdir all && cp -r site all/one && cp -r site all/two && "$PITH" site -q --similarity --collection all
"$PITH" extract -v -m layer site/One.html
mkdir alone && cp site/One.html alone/ && "$PITH" extract -m layer alone/One.html
"$PITH" extract -m layer <site/One.html
"$PITH" extract -m sentence site/One.html --with site/Two.html
"$PITH" site -m layer --min-cluster 5 site
"$PITH" site --alpha 0.5 site
"$PITH" site -m layer --compat --alpha 2 site
"$PITH" extract -m sentence --compat --own-text site/One.html
printf '<div><a>Home</a><a>News</a><a>Sport</a><a>Weather</a></div><p>A story of one page, with a sentence.' >four.html
printf '<div><a>Home</a><a>News</a><a>Sport</a></div><p>Quite another text on the second page here.' >three.html
"$PITH" extract -q -m layer --compat four.html --with three.html
"$PITH" extract -q -m layer --compat --own-text four.html --with three.html
"$PITH" extract -q -m layer --compat --alpha 1 --own-text four.html --with three.html
"$PITH" explain -m layer --compat four.html --with three.html
"$PITH" explain -m layer --compat --own-text four.html --with three.html
"$PITH" extract -q -m layer --compat -t json four.html --with three.html | grep -o '"blocks":[^]]*]'
"$PITH" extract -q -m layer -t json four.html --with three.html | grep -c '"blocks"'
"$PITH" site -q -m chain --compat --max-failures 1001 site
"$PITH" learn -m layer site -o model
