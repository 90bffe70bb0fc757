# One page in every form, by a method that does not learn.
page=../../examples/site/bread.html
for form in text md json; do
  echo "== $form"
  "$PITH" -m sentence -t $form "$page"
done
echo "== html"
"$PITH" -m dom -t html "$page"
echo "== marked"
"$PITH" -m dom -t marked "$page"
