# Versions of program, library, compiler and data tables.
"$PITH" --version | head -n 4
"$PITH" --version | grep -c '^table [a-z_]* [0-9a-f]\{16\}$'
"$PITH" parse --version | head -n 1
