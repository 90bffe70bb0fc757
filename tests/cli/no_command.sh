# Nothing said: three lines on stderr, exit 2.
"$PITH"
