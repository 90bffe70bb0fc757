# An unknown encoding, with the remedy.
printf x | "$PITH" parse --tree --encoding utf-9
echo "exit $?"
printf x | "$PITH" parse --tokens --encoding=
