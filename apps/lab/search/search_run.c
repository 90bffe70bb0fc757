/* search_run.c: how pages are ranked: the defaults, and runs by name.
 *
 *     weight of a word of boilerplate   0 ─────── 0.2 ─────── 1
 *     name of the run                  cut     weighted     basic
 */
#include "lab/search/search_index.h"

#include "common/system/number.h"

#include <string.h>

/* What was best on the training topics; docs/lab/search.md has the figures. */
void
search_run_default(search_run *run)
{
  *run = (search_run){.weight = 0.2,
                      .method = 0,
                      .ranking = SEARCH_BM25F,
                      .fields = {2, 1, 1},
                      .nearness = 0.5};
}

/* "basic" counts everything, "cut" only content; "weighted:W" is all
 * between. */
bool
search_run_read(const char *text, search_run *run)
{
  static const char weighted[] = "weighted:";
  size_t len = sizeof weighted - 1;
  double weight = run->weight;
  if (strcmp(text, "basic") == 0)
    run->weight = 1;
  else if (strcmp(text, "cut") == 0)
    run->weight = 0;
  else if (strcmp(text, "weighted") == 0)
    run->weight = 0.2;
  else if (strncmp(text, weighted, len) != 0 ||
           !number_read_decimal(text + len, &weight) || weight < 0 ||
           weight > 1) {
    message("unknown run '%s'; choose basic, cut or weighted:W with W from 0 "
            "to 1",
            text);
    return false;
  } else {
    run->weight = weight;
  }
  return true;
}
