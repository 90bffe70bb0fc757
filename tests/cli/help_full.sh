# All of it: every command and option is in `help all` and in the manual.
"$PITH" help all >"$SCRATCH/help" && "$PITH" man >"$SCRATCH/man" || exit 1
for file in ../../docs/options/option-*.md; do
  option=$(sed -n 's/^option: //p' "$file")
  grep -q -- " $option" "$SCRATCH/help" || echo "$option is not in help all"
  sed 's/\\-/-/g; s/\\f[BR]//g' "$SCRATCH/man" | grep -q -- "$option" ||
    echo "$option is not in the manual"
done
for file in ../../docs/options/command-*.md; do
  command=$(sed -n 's/^command: //p' "$file")
  "$PITH" help "$command" | head -n 1
done
awk 'length > 79' "$SCRATCH/help"
