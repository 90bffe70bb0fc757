# A disk that is full: exit 3.
printf '<p>x' | "$PITH" parse --tree >/dev/full
echo "exit $?"
"$PITH" --help >/dev/full
