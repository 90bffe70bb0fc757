# Nodes and depth.
printf '' | "$PITH" parse --count
printf '<!doctype html><!--x--><p>a<b>c' | "$PITH" parse --count
printf '<template><p>x</template>' | "$PITH" parse --count
