# A word that is neither a command nor a file is unknown; what looks like a file
# or an option is one of extract's.
"$PITH" frobnicate
echo "exit $?"
"$PITH" frobnicate.html
echo "exit $?"
"$PITH" --frobnicate
