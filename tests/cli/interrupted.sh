# An interrupt ends the command with 130.
mkfifo "$SCRATCH/pipe"
"$PITH" parse --count <"$SCRATCH/pipe" &
pid=$!
exec 3>"$SCRATCH/pipe"
# Signal 2 is the second bit of the caught ones.
until grep -q '^SigCgt:.*[2367abef]$' "/proc/$pid/status"; do :; done
kill -INT "$pid"
wait "$pid"
