/*
 * See auto_weights.h.
 */
#include "method/auto/auto_weights.h"

#include "method/auto/feature.h"
#include "tables/weights_auto.h"

/* The tables are generated from train/weights/auto.json. */
void
pith__auto_values(pith_token_values *path, pith_token_values *words)
{
  path->hashes = pith__weights_path_hashes;
  path->values = pith__weights_path_values;
  path->added = pith__weights_path_added;
  path->mask = PITH_WEIGHTS_PATH - 1;
  path->filter = pith__weights_path_filter;
  words->hashes = pith__weights_words_hashes;
  words->values = pith__weights_words_values;
  words->added = pith__weights_words_added;
  words->mask = PITH_WEIGHTS_WORDS - 1;
  words->filter = pith__weights_words_filter;
}

bool
pith__auto_is_trained(void)
{
  return pith__forest_content.count > 0;
}

/* The names, each with a line end, through FNV-1a. */
bool
pith__auto_columns_fit(void)
{
  uint64_t digest = 0xCBF29CE484222325u;
  for (uint32_t column = 0; column < pith__feature_count(); column++) {
    const char *name = pith__feature_name(column);
    for (; *name; name++)
      digest = (digest ^ (unsigned char)*name) * 0x100000001B3u;
    digest = (digest ^ '\n') * 0x100000001B3u;
  }
  return digest == PITH_WEIGHTS_COLUMNS;
}
