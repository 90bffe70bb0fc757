# The encoding a page declares.
printf '' | "$PITH" parse --encoding-only
printf '\303\251' | "$PITH" parse --encoding-only
printf '<meta charset=Cp1251>' | "$PITH" parse --encoding-only
printf '\376\377' | "$PITH" parse --encoding-only
{ printf '%1100s' ''; printf '<meta charset=big5>'; } |
  "$PITH" parse --encoding-only
