# Confidence falls where further articles were cut from the page of one.
P='<p>The harbour was built in nine years, and nobody who began it saw the end. The stones came by barge from the north, forty to a boat, and each was cut a second time on the quay.</p><p>Of the four cranes two are left. One still lifts a weight every spring, so that the permit does not lapse, and the town pays the man who oils it.</p><p>In winter the ice decides. When it is thick enough to carry a horse, the pilots play cards in the customs house and the ferry lies in the basin.</p><p>The new basin has a gate of steel. It closes by itself when the water rises, but the keeper walks down each evening and looks, because the old gate failed twice.</p>'
Q='<p>A bridge of wood lasts thirty years if the wind dries it. The carpenters of the valley leave the planks uncovered on the upper side for that reason.</p><p>They cut the beams in January, when the sap is low, and let them lie for two summers. A beam that cracks in the first summer goes to the baker.</p><p>The tolls were collected in a tin box until 1931. It is in the museum now, with a coin of a country that does not exist any more.</p><p>The river took the third pier in one night. It was found eleven kilometres below, upright, with a heron on it.</p>'
HEAD='<!doctype html><html lang="en"><meta charset="utf-8"><title>Nine years of stone</title><meta property="og:type" content="article"><main><article class="post"><h1>Nine years of stone</h1>'
echo "$HEAD$P</article></main>" >"$SCRATCH/one.html"
echo "$HEAD$P</article><article class=\"post\"><h1>Bridges of wood</h1>$Q</article></main>" >"$SCRATCH/two.html"
for page in one two; do
  "$PITH" -t json "$SCRATCH/$page.html" >"$SCRATCH/$page.json"
  echo "$page: $(grep -c 'Bridges of wood' "$SCRATCH/$page.json") next," "$(grep -o '"confidence":0\.[0-9]' "$SCRATCH/$page.json")"
done
