/*
 * See likeness.h. The chains of the page are looked up once; everything after
 * that is done with classes, of which a page has few.
 */
#include "site/likeness.h"

#include <string.h>

pith_status
pith__likeness_init(pith_likeness *likeness, pith_memory *memory,
                    const pith_chain_classes *classes,
                    const pith_site_model *model, const uint32_t *twins)
{
  memset(likeness, 0, sizeof *likeness);
  likeness->memory = memory;
  likeness->classes = classes;
  likeness->model = model;
  likeness->twins = twins;
  size_t class_count = (size_t)classes->count + 1;
  size_t pages = (size_t)model->count + 1;
  likeness->counts = pith__memory_resize(
      memory, NULL, 0, class_count * sizeof *likeness->counts);
  likeness->near = pith__memory_resize(memory, NULL, 0,
                                       class_count * sizeof *likeness->near);
  likeness->touched = pith__memory_resize(
      memory, NULL, 0, class_count * sizeof *likeness->touched);
  likeness->scores =
      pith__memory_resize(memory, NULL, 0, pages * sizeof *likeness->scores);
  likeness->alike =
      pith__memory_resize(memory, NULL, 0, pages * sizeof *likeness->alike);
  likeness->taken =
      pith__memory_resize(memory, NULL, 0, pages * sizeof *likeness->taken);
  if (!likeness->counts || !likeness->near || !likeness->touched ||
      !likeness->scores || !likeness->alike || !likeness->taken) {
    pith_status status = pith__memory_status(memory);
    pith__likeness_done(likeness);
    return status;
  }
  memset(likeness->counts, 0, class_count * sizeof *likeness->counts);
  return PITH_OK;
}

void
pith__likeness_done(pith_likeness *likeness)
{
  pith_memory *memory = likeness->memory;
  if (!memory)
    return;
  size_t class_count = (size_t)likeness->classes->count + 1;
  size_t pages = (size_t)likeness->model->count + 1;
  pith__memory_free(memory, likeness->evidence,
                    likeness->evidence_capacity * sizeof *likeness->evidence);
  pith__memory_free(memory, likeness->hashes,
                    likeness->hash_capacity * sizeof *likeness->hashes);
  pith__memory_free(memory, likeness->chain_classes,
                    likeness->chain_class_capacity *
                        sizeof *likeness->chain_classes);
  pith__memory_free(memory, likeness->counts,
                    class_count * sizeof *likeness->counts);
  pith__memory_free(memory, likeness->near,
                    class_count * sizeof *likeness->near);
  pith__memory_free(memory, likeness->touched,
                    class_count * sizeof *likeness->touched);
  pith__memory_free(memory, likeness->scores, pages * sizeof *likeness->scores);
  pith__memory_free(memory, likeness->alike, pages * sizeof *likeness->alike);
  pith__memory_free(memory, likeness->taken, pages * sizeof *likeness->taken);
  memset(likeness, 0, sizeof *likeness);
}

static bool
make_room(pith_likeness *likeness, uint32_t tokens)
{
  void *evidence = likeness->evidence, *hashes = likeness->hashes;
  void *classes = likeness->chain_classes;
  uint32_t ceiling = UINT32_MAX / 2;
  if (!pith__memory_grow(likeness->memory, &evidence,
                         &likeness->evidence_capacity, tokens, ceiling,
                         sizeof *likeness->evidence))
    return false;
  likeness->evidence = evidence;
  if (!pith__memory_grow(likeness->memory, &hashes, &likeness->hash_capacity,
                         tokens, ceiling, sizeof *likeness->hashes))
    return false;
  likeness->hashes = hashes;
  if (!pith__memory_grow(likeness->memory, &classes,
                         &likeness->chain_class_capacity, tokens, ceiling,
                         sizeof *likeness->chain_classes))
    return false;
  likeness->chain_classes = classes;
  return true;
}

static void
look_up_chains(pith_likeness *likeness, uint32_t chains)
{
  likeness->touched_count = 0;
  for (uint32_t i = 0; i < chains; i++) {
    uint32_t class = pith__chain_class(likeness->classes, likeness->hashes[i]);
    likeness->chain_classes[i] = class;
    if (class != PITH_CLASS_UNKNOWN && likeness->counts[class]++ == 0)
      likeness->touched[likeness->touched_count++] = class;
  }
}

/* How many chains the page has in common with each page of the sample. */
static void
score_pages(pith_likeness *likeness, uint32_t chains)
{
  const pith_chain_classes *classes = likeness->classes;
  size_t size = likeness->model->count * sizeof *likeness->scores;
  memset(likeness->scores, 0, size);
  memset(likeness->alike, 0, size);
  likeness->rare = chains;
  for (uint32_t t = 0; t < likeness->touched_count; t++) {
    uint32_t class = likeness->touched[t], count = likeness->counts[class];
    bool common = pith__class_is_common(classes, class);
    likeness->rare -= common ? count : 0;
    for (uint32_t i = classes->from[class]; i < classes->from[class + 1]; i++) {
      likeness->scores[classes->pages[i]] += count;
      likeness->alike[classes->pages[i]] += common ? 0 : count;
    }
  }
}

/* Whether page `p` of the sample says nearly the same as the one at hand. */
static bool
is_twin(const pith_likeness *likeness, uint32_t p)
{
  uint64_t alike = (uint64_t)likeness->alike[p] * 100;
  uint64_t theirs = likeness->classes->rare[p];
  return alike > (uint64_t)likeness->rare * PITH_TWIN_SHARE &&
         alike > theirs * PITH_TWIN_SHARE;
}

/* Pages that are too much like this one to be its neighbours are left out. */
static void
leave_out_twins(pith_likeness *likeness, uint64_t content)
{
  likeness->self = PITH_INDEX_NONE;
  for (uint32_t p = 0; p < likeness->model->count; p++) {
    bool self = likeness->model->pages[p].content == content;
    if (self)
      likeness->self = p;
    if (self || is_twin(likeness, p))
      likeness->scores[p] = 0;
  }
}

/* The best page that is not taken; of equal ones the first. */
static uint32_t
best_page(const pith_likeness *likeness)
{
  uint32_t best = PITH_CLASS_UNKNOWN, score = 0;
  for (uint32_t p = 0; p < likeness->model->count; p++) {
    if (likeness->scores[p] <= score || likeness->taken[likeness->twins[p]])
      continue;
    score = likeness->scores[p];
    best = p;
  }
  return best;
}

static void
choose_neighbours(pith_likeness *likeness)
{
  memset(likeness->taken, 0, likeness->model->count * sizeof *likeness->taken);
  likeness->neighbour_count = 0;
  while (likeness->neighbour_count < PITH_NEIGHBOURS) {
    uint32_t page = best_page(likeness);
    if (page == PITH_CLASS_UNKNOWN)
      break;
    likeness->taken[likeness->twins[page]] = true;
    likeness->neighbours[likeness->neighbour_count++] = page;
  }
  likeness->middle = 0;
  if (likeness->neighbour_count > 0)
    likeness->middle =
        likeness->scores[likeness->neighbours[likeness->neighbour_count / 2]];
}

/* For each class of the page, how many neighbours are in it. From here on
 * `taken` says which pages are neighbours. */
static void
count_neighbours(pith_likeness *likeness)
{
  const pith_chain_classes *classes = likeness->classes;
  memset(likeness->taken, 0, likeness->model->count * sizeof *likeness->taken);
  for (uint32_t i = 0; i < likeness->neighbour_count; i++)
    likeness->taken[likeness->neighbours[i]] = true;
  for (uint32_t t = 0; t < likeness->touched_count; t++) {
    uint32_t class = likeness->touched[t];
    uint16_t near = 0;
    for (uint32_t i = classes->from[class]; i < classes->from[class + 1]; i++)
      near = (uint16_t)(near + likeness->taken[classes->pages[i]]);
    likeness->near[class] = near;
    likeness->counts[class] = 0; /* for the next page */
  }
}

/* A text is as common as the commonest chain it is in. */
static void
weigh_texts(pith_likeness *likeness, const pith_sheet_token *tokens,
            uint32_t count, uint32_t chains)
{
  const pith_chain_classes *classes = likeness->classes;
  bool enough = likeness->neighbour_count >= PITH_NEIGHBOURS_LEAST;
  memset(likeness->evidence, 0, count * sizeof *likeness->evidence);
  for (uint32_t t = 0; t < count; t++) {
    if (pith__sheet_kind(tokens[t].facts) != PITH_SHEET_TEXT)
      continue;
    uint32_t from = t < PITH_CHAIN_TOKENS ? 0 : t - PITH_CHAIN_TOKENS + 1;
    pith_token_evidence *found = &likeness->evidence[t];
    for (uint32_t i = from; i <= t && i < chains; i++) {
      uint32_t class = likeness->chain_classes[i];
      if (class == PITH_CLASS_UNKNOWN)
        continue;
      uint32_t pages = classes->from[class + 1] - classes->from[class];
      if (pages > found->pages)
        found->pages = (uint16_t)pages;
      if (enough && likeness->near[class] > found->neighbours)
        found->neighbours = likeness->near[class];
    }
  }
}

pith_status
pith__likeness_find(pith_likeness *likeness, const pith_sheet_token *tokens,
                    uint32_t count, uint64_t content)
{
  if (!make_room(likeness, count + 1))
    return pith__memory_status(likeness->memory);
  uint32_t chains = pith__chain_count(count);
  pith__chain_hashes(tokens, count, likeness->hashes);
  look_up_chains(likeness, chains);
  score_pages(likeness, chains);
  leave_out_twins(likeness, content);
  choose_neighbours(likeness);
  count_neighbours(likeness);
  weigh_texts(likeness, tokens, count, chains);
  return PITH_OK;
}

pith_status
pith__likeness_twin(pith_likeness *likeness, uint32_t page, uint32_t *twin)
{
  const pith_model_page *self = &likeness->model->pages[page];
  *twin = page;
  if (!make_room(likeness, self->count + 1))
    return pith__memory_status(likeness->memory);
  uint32_t chains = pith__chain_count(self->count);
  pith__chain_hashes(self->tokens, self->count, likeness->hashes);
  look_up_chains(likeness, chains);
  score_pages(likeness, chains);
  for (uint32_t t = 0; t < likeness->touched_count; t++)
    likeness->counts[likeness->touched[t]] = 0;
  for (uint32_t p = 0; p < page; p++) {
    if (!is_twin(likeness, p))
      continue;
    *twin = p;
    break;
  }
  return PITH_OK;
}
