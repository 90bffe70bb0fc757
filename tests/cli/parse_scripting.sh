# The scripting flag changes noscript only.
printf '<noscript><p>x</noscript>' | "$PITH" parse --tree
printf '<noscript><p>x</noscript>' | "$PITH" parse --tree --scripting
