# Tokens as JSON; neighbouring characters are one.
printf '<!DOCTYPE a SYSTEM ""><!doctype><B c="&lt;\\" d/>x&amp;</>y</b e><!--\001-->' |
  "$PITH" parse --tokens
printf 'a</b>\000</title>c' |
  "$PITH" parse --tokens --initial-state rcdata --last-start-tag title
printf '<![CDATA[x]]>\000' | "$PITH" parse --tokens
printf 'x]]>&lt;' | "$PITH" parse --tokens --initial-state cdata-section
printf '' | "$PITH" parse --tokens
printf '\357\273\277\357\273\277x' | "$PITH" parse --tokens --encoding koi8-r
long=a-name-that-is-much-longer-than-thirty-one-bytes
printf "a</a-name>b</$long>c" |
  "$PITH" parse --tokens --initial-state rcdata --last-start-tag "$long"
