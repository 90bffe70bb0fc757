# Every command takes the options that are described for it, with a value of the
# type that is described, and help follows; a wrong value is refused.
field() {
  sed -n "s/^$1: //p" "$2"
}
value() {
  case $(field type "$1") in
  count) echo 64 ;;
  number) echo 0.5 ;;
  time) echo 2s ;;
  choice) field choices "$1" | cut -d ' ' -f 1 ;;
  *) echo utf-8 ;;
  esac
}
least() { # a value in the range
  case $(field option "$1") in
  --pdoc) echo 5 ;;
  --method) echo auto ;;
  --max-request) echo 64k ;;
  *) value "$1" ;;
  esac
}
for command in extract explain site learn apply merge inspect parse blocks fetch \
  serve; do
  for file in ../../docs/options/option-*.md; do
    grep -qE "^of: (.* )?($command( |\$)|\*)" "$file" || continue
    option=$(field option "$file")
    set -- "$option"
    ! grep -q '^value: ' "$file" || set -- "$option" "$(least "$file")"
    "$PITH" $command "$@" -h </dev/null >"$SCRATCH/out" 2>&1 ||
      echo "$command $option: $(cat "$SCRATCH/out")"
    case $(field type "$file") in
    count | number | time | choice)
      "$PITH" $command "$option" many -h </dev/null >"$SCRATCH/out" 2>&1 &&
        echo "$command $option takes anything"
      grep -q "bad value 'many' for $option; use " "$SCRATCH/out" ||
        cat "$SCRATCH/out"
      ;;
    esac
  done
done
echo done
