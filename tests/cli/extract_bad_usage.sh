# Wrong uses of extract: one line on stderr each, exit 2, nothing on stdout.
say() {
  "$PITH" "$@" </dev/null
  code=$?
  test $code = 2 || echo "exit $code"
}
page=../../examples/site/bread.html
say -m chain "$page"
say -m dom --compat "$page"
say -t pdf "$page"
say --md -t text "$page"
say --highlight "$page"
say -t html ../../examples/site
say "$page" -b notaurl
say --encoding klingon "$page"
say --timeout soon "$page"
say --jobs 0 "$page"
say --color red "$page"
say explain --color red "$page"
say explain "$page" "$page"
