# Fragments in several contexts; an empty one prints nothing.
printf '<td>x' | "$PITH" parse --tree --fragment tr
printf '<g/><p>' | "$PITH" parse --tree --fragment='svg path'
printf '' | "$PITH" parse --tree --fragment div
printf '<b>' | "$PITH" parse --count --fragment div
