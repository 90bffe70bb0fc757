# Every block of a page, kept or cut, by three profiles.
page=../../examples/site/bread.html
"$PITH" explain -m sentence --compat "$page"
"$PITH" explain -m sentence "$page"
"$PITH" explain -m dom --color always "$page"
