# Short help on stdout, short enough to be read; for a command too.
"$PITH" -h
test "$("$PITH" -h | wc -l)" -le 32 || echo "too long"
test "$("$PITH" --help)" = "$("$PITH" -h)" || echo "--help is another page"
"$PITH" parse -h
test "$("$PITH" parse -h | wc -l)" -le 24 || echo "too long"
"$PITH" help | head -n 1
"$PITH" help sit
echo "exit $?"
