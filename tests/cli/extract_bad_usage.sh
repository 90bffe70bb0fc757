# Wrong uses of extract: one line on stderr each, exit 2, nothing on stdout.
refuse() {
  "$PITH" "$@" </dev/null
  code=$?
  test $code = 2 || echo "exit $code"
}
page=../../examples/site/bread.html
refuse -m chain "$page"
refuse -m dom --compat "$page"
refuse -t pdf "$page"
refuse --md -t text "$page"
refuse --highlight "$page"
refuse -t html ../../examples/site
refuse "$page" -b notaurl
refuse --encoding klingon "$page"
refuse --timeout soon "$page"
refuse --jobs 0 "$page"
refuse --color red "$page"
refuse explain --color red "$page"
refuse explain "$page" "$page"
