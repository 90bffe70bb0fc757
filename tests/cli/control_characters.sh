# The text of a page cannot move the cursor of a terminal, nor break a line.
printf '<title>a\033[2Jb</title><p>One \033[31mtwo &#27;[2J three&#x9b;4m. Four&#8232;five\177 six.' \
  >"$SCRATCH/page.html"
cd "$SCRATCH"
"$PITH" blocks page.html
for show in "blocks" "explain --color never" "explain --vips"; do
  printf '%s: ' "$show"
  # shellcheck disable=SC2086
  "$PITH" $show page.html | tr -d '\n' | tr -cd '\001-\037\177' | wc -c
done
