# More bytes than allowed, from a file and from a pipe: exit 1.
printf '0123456789' >"$SCRATCH/ten.txt"
"$PITH" parse --count --max-bytes 10 "$SCRATCH/ten.txt"
echo "exit $?"
"$PITH" parse --count --max-bytes 9 "$SCRATCH/ten.txt"
echo "exit $?"
cat "$SCRATCH/ten.txt" | "$PITH" parse --count --max-bytes 9
echo "exit $?"
# An endless pipe is left as soon as it is too long.
yes | "$PITH" parse --count --max-bytes 1M
echo "exit $?"
"$PITH" parse --encoding-only --max-bytes 1k /dev/zero
