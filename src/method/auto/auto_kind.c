/*
 * See auto_kind.h. Each type has a head of trees, and their answers are not
 * made to add up to one. A page is surely of the likeliest type when that has
 * most of the sum of all chances:
 *
 *     article .81  service .20  listing .05  others .04   .81 / 1.10 = .74
 */
#include "method/auto/auto_kind.h"

#include "method/auto/auto_choice.h"
#include "method/auto/auto_forest.h"

#include <string.h>

/* Share of the likeliest type from which on it is sure, in percent. */
enum { SURE_PERCENT = 60 };

/* The chance of a forum from which on a page may be a thread, in percent. Lower
 * than a half: losing all replies costs more than keeping some comments. */
enum { THREAD_PERCENT = 30 };

/* A page whose likeliest type has a lower score is hardly of any. */
enum { SCORE_LEAST = -2 * PITH_SCORE_UNIT };

static int32_t
score_of(const pith_forest_head *head, const uint8_t *columns)
{
  int32_t scores[PITH_FEATURE_CHUNK];
  pith__forest_score(head, columns, 1, scores);
  return scores[0];
}

/* A post with a recipe is an article in two parts, story and card, and what is
 * strict on news would cut one of them. */
static int32_t
shift_of(int type, const pith_page_cues *cues)
{
  int32_t shift = pith__weights_strictness[type];
  return shift < 0 && cues->types[PITH_CUE_RECIPE] > 0 ? 0 : shift;
}

void
pith__auto_kind_find(const uint8_t *columns, const pith_page_cues *cues,
                     pith_auto_kind *kind)
{
  int32_t scores[PITH_PAGE_TYPES];
  uint64_t sum = 0;
  int best = 0;
  memset(kind, 0, sizeof *kind);
  for (int i = 0; i < PITH_PAGE_TYPES; i++) {
    if (pith__forest_types[i].count == 0)
      return;
    scores[i] = score_of(&pith__forest_types[i], columns);
    uint64_t chance = pith__forest_probability(scores[i]);
    sum += chance;
    if (strcmp(pith__page_type_names[i], "forum") == 0)
      kind->thread = chance * 100 > PITH_CHOICE_ONE * THREAD_PERCENT;
    best = scores[i] > scores[best] ? i : best;
  }
  bool some = scores[best] > SCORE_LEAST;
  uint64_t most = pith__forest_probability(scores[best]);
  kind->name = some ? pith__page_type_names[best] : "other";
  kind->article = strcmp(kind->name, "article") == 0;
  if (some && most * 100 > sum * SURE_PERCENT)
    kind->shift = shift_of(best, cues);
}
