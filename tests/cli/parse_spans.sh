# Bytes of each node, one line a node; a dash where there are none.
printf '<p a="1\n2">x\ty<br>\303\251' | "$PITH" parse --tree --spans
printf '<meta charset=koi8-r><p>\301<i>\302' | "$PITH" parse --tree --spans
