# The tree in the format of the html5lib suites.
printf '<!doctype html><p id=b CLASS="a">x &amp; y\r\nz<!--c--><svg viewbox=1>' |
  "$PITH" parse --tree
printf '<template a=1><td>x</template><math xlink:href=y definitionurl=z>' |
  "$PITH" parse --tree -
printf '<!doctype x public "p"><select><option>o' >"$SCRATCH/page.html"
"$PITH" parse --tree -- "$SCRATCH/page.html"
