/*
 * See feature.h. A new group is a file of its own and a line here.
 */
#include "method/auto/feature.h"

static const pith_feature_group *const groups[] = {
    &pith__features_own,   &pith__features_near,     &pith__features_place,
    &pith__features_box,   &pith__features_around,   &pith__features_page,
    &pith__features_token, &pith__features_declared, &pith__features_site,
};

enum { GROUPS = sizeof groups / sizeof groups[0] };

uint32_t
pith__feature_count(void)
{
  uint32_t count = 0;
  for (size_t i = 0; i < GROUPS; i++)
    count += groups[i]->count;
  return count;
}

const char *
pith__feature_name(uint32_t column)
{
  for (size_t i = 0; i < GROUPS; i++) {
    if (column < groups[i]->count)
      return groups[i]->names[column];
    column -= groups[i]->count;
  }
  return NULL;
}

/* Groups do not know where their columns lie; `out` moves on by the size of
 * each. */
void
pith__features_fill(const pith_feature_source *source,
                    const pith_feature_run *run)
{
  pith_feature_run part = *run;
  for (size_t i = 0; i < GROUPS; i++) {
    groups[i]->fill(source, &part);
    part.out += (size_t)groups[i]->count * PITH_FEATURE_CHUNK;
  }
}
