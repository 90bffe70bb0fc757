# Short help on stdout, at most 24 lines; for a command too.
"$PITH" -h
test "$("$PITH" -h | wc -l)" -le 24 || echo "too long"
"$PITH" parse -h
test "$("$PITH" parse -h | wc -l)" -le 24 || echo "too long"
