# Every option that is described for a command is one it takes.
value() {
  case $1 in
  --initial-state) echo data ;;
  --encoding) echo utf-8 ;;
  --max-*) echo 1k ;;
  *) echo td ;;
  esac
}
for file in ../../docs/options/option-*.md; do
  grep -q '^of: parse' "$file" || continue
  option=$(sed -n 's/^option: //p' "$file")
  set -- "$option"
  ! grep -q '^value: ' "$file" || set -- "$option" "$(value "$option")"
  "$PITH" parse "$@" </dev/null 2>&1 | grep -e 'does nothing' -e unknown
done
echo done
