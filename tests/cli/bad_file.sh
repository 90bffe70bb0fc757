# Files that cannot be read: one line each, exit 1.
"$PITH" parse --tree "$SCRATCH/none.html"
echo "exit $?"
"$PITH" parse --tree "$SCRATCH"
echo "exit $?"
"$PITH" parse --tree /proc/self/mem
echo "exit $?"
"$PITH" parse --tree <"$SCRATCH"
echo "exit $?"
"$PITH" parse --tree "$SCRATCH/with
newline"
