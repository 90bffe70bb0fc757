# Encoding and limits, on stderr, when asked for; silent otherwise.
printf '<meta charset=koi8-r><i><i><i><i><i><i><i><i><i><i><i><i><i><i><i><i>x' \
  >"$SCRATCH/deep.html"
"$PITH" parse --count --max-depth 16 "$SCRATCH/deep.html"
"$PITH" parse --count --max-depth 16 -v "$SCRATCH/deep.html"
"$PITH" parse --count --max-nodes 16 --verbose "$SCRATCH/deep.html"
