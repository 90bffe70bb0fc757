# Every option that is described for a command is one it takes.
value() {
  case $1 in
  --initial-state) echo data ;;
  --encoding) echo utf-8 ;;
  --max-*) echo 1k ;;
  --method) echo sentence ;;
  --to) echo json ;;
  --jobs) echo 2 ;;
  --timeout) echo 1s ;;
  --progress | --color) echo never ;;
  --output) echo "$SCRATCH/out" ;;
  *) echo td ;;
  esac
}
for command in parse extract explain; do
  for file in ../../docs/options/option-*.md; do
    grep -qE "^of: (.* )?$command( |\$)" "$file" || continue
    option=$(sed -n 's/^option: //p' "$file")
    set -- "$option"
    ! grep -q '^value: ' "$file" || set -- "$option" "$(value "$option")"
    "$PITH" $command "$@" </dev/null 2>&1 | grep -e 'does nothing' -e unknown
  done
done
echo done
