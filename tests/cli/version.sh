# Versions of program, library and compiler.
"$PITH" --version
"$PITH" parse --version | head -n 1
