# Nothing said: a page on standard input is extracted.
"$PITH"
echo "exit $?"
printf '<nav>Home</nav><p>It rained all day, and nobody minded.</p>' | "$PITH"
