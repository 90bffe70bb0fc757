# `site` takes the options of a page that `extract` takes.
for option in --precision --recall --comments --no-comments; do
  "$PITH" site -q $option ../../examples/site -o "$SCRATCH/out$option" || echo "$option failed"
done
echo done
