# Wrong uses: one line on stderr each, exit 2, nothing on stdout.
say() {
  "$PITH" parse "$@" </dev/null
  code=$?
  test $code = 2 || echo "exit $code"
}
say
say --tree --tokens
say --tree a b
say --tree --frobnicate
say --tree -x
say --tree=x
say --tree --encoding
say --tokens --initial-state script
say --tree --initial-state rcdata
say --tree --last-start-tag a
say --tokens --fragment td
say --encoding-only --scripting
say --encoding-only --encoding utf-8
say --count --spans
say --tree --max-bytes many
say --tree --max-bytes 2G
say --tree --max-depth 3
say --tree --max-nodes -1
say --tree --fragment ''
say --tree --fragment 'svg path d'
