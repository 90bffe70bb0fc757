# Commands that do not exist are unknown, files are no commands.
"$PITH" frobnicate
echo "exit $?"
"$PITH" --frobnicate
