/*
 * See similarity.h. The chains of the page are looked up once; everything after
 * that is done with classes, of which a page has few.
 */
#include "site/similarity.h"

#include <string.h>

/* Everything that has the size of the model is taken here, once for a thread;
 * only what grows with a page is taken later. `counts` starts as zeros and is
 * brought back to zeros after each page, by the classes that were touched. */
pith_status
pith__similarity_init(pith_similarity *similarity, pith_memory *memory,
                      const pith_chain_classes *classes,
                      const pith_site_sample *model, const uint32_t *twins)
{
  memset(similarity, 0, sizeof *similarity);
  similarity->memory = memory;
  similarity->classes = classes;
  similarity->model = model;
  similarity->twins = twins;
  size_t class_count = (size_t)classes->count + 1;
  size_t pages = (size_t)model->count + 1;
  similarity->counts = pith__memory_resize(
      memory, NULL, 0, class_count * sizeof *similarity->counts);
  similarity->near = pith__memory_resize(
      memory, NULL, 0, class_count * sizeof *similarity->near);
  similarity->touched = pith__memory_resize(
      memory, NULL, 0, class_count * sizeof *similarity->touched);
  similarity->scores =
      pith__memory_resize(memory, NULL, 0, pages * sizeof *similarity->scores);
  similarity->alike =
      pith__memory_resize(memory, NULL, 0, pages * sizeof *similarity->alike);
  similarity->taken =
      pith__memory_resize(memory, NULL, 0, pages * sizeof *similarity->taken);
  if (!similarity->counts || !similarity->near || !similarity->touched ||
      !similarity->scores || !similarity->alike || !similarity->taken) {
    pith_status status = pith__memory_status(memory);
    pith__similarity_done(similarity);
    return status;
  }
  memset(similarity->counts, 0, class_count * sizeof *similarity->counts);
  return PITH_OK;
}

/* Also after an init that failed half way: what is NULL is passed over. */
void
pith__similarity_done(pith_similarity *similarity)
{
  pith_memory *memory = similarity->memory;
  if (!memory)
    return;
  size_t class_count = (size_t)similarity->classes->count + 1;
  size_t pages = (size_t)similarity->model->count + 1;
  PITH_FREE_ITEMS(memory, similarity->evidence, similarity->evidence_capacity);
  PITH_FREE_ITEMS(memory, similarity->hashes, similarity->hash_capacity);
  PITH_FREE_ITEMS(memory, similarity->chain_classes,
                  similarity->chain_class_capacity);
  PITH_FREE_ITEMS(memory, similarity->counts, class_count);
  PITH_FREE_ITEMS(memory, similarity->near, class_count);
  PITH_FREE_ITEMS(memory, similarity->touched, class_count);
  PITH_FREE_ITEMS(memory, similarity->scores, pages);
  PITH_FREE_ITEMS(memory, similarity->alike, pages);
  PITH_FREE_ITEMS(memory, similarity->taken, pages);
  memset(similarity, 0, sizeof *similarity);
}

/* Sized by the tokens of the page; kept for the next. */
static bool
make_room(pith_similarity *similarity, uint32_t tokens)
{
  uint32_t ceiling = UINT32_MAX / 2;
  if (!PITH_GROW(similarity->memory, similarity->evidence,
                 similarity->evidence_capacity, tokens, ceiling))
    return false;
  return PITH_GROW(similarity->memory, similarity->hashes,
                   similarity->hash_capacity, tokens, ceiling) &&
         PITH_GROW(similarity->memory, similarity->chain_classes,
                   similarity->chain_class_capacity, tokens, ceiling);
}

/* The class of each chain of the page, and how often each class occurs.
 * Chains that only one page of the sample has, or none, have no class: they
 * are no evidence of what pages share. */
static void
look_up_chains(pith_similarity *similarity, uint32_t chains)
{
  similarity->touched_count = 0;
  for (uint32_t i = 0; i < chains; i++) {
    uint32_t class =
        pith__chain_class(similarity->classes, similarity->hashes[i]);
    similarity->chain_classes[i] = class;
    if (class != PITH_CLASS_UNKNOWN && similarity->counts[class]++ == 0)
      similarity->touched[similarity->touched_count++] = class;
  }
}

/* How many chains the page has in common with each page of the sample.
 * `alike` leaves out chains that most pages have: two articles of one
 * site share their boilerplate and are no twins for that. */
static void
score_pages(pith_similarity *similarity, uint32_t chains)
{
  const pith_chain_classes *classes = similarity->classes;
  size_t size = similarity->model->count * sizeof *similarity->scores;
  memset(similarity->scores, 0, size);
  memset(similarity->alike, 0, size);
  similarity->rare = chains;
  for (uint32_t t = 0; t < similarity->touched_count; t++) {
    uint32_t class = similarity->touched[t], count = similarity->counts[class];
    bool common = pith__class_is_common(classes, class);
    similarity->rare -= common ? count : 0;
    for (uint32_t i = classes->from[class]; i < classes->from[class + 1]; i++) {
      similarity->scores[classes->pages[i]] += count;
      similarity->alike[classes->pages[i]] += common ? 0 : count;
    }
  }
}

/* Whether page `p` of the sample has nearly the same content as the one at
 * hand. Both directions: a page that is a part of another is no twin of it. */
static bool
is_twin(const pith_similarity *similarity, uint32_t p)
{
  uint64_t alike = (uint64_t)similarity->alike[p] * 100;
  uint64_t theirs = similarity->classes->rare[p];
  return alike > (uint64_t)similarity->rare * PITH_TWIN_SHARE &&
         alike > theirs * PITH_TWIN_SHARE;
}

/* Pages that are too much like this one to be its neighbours are left out.
 * A copy of the page would make all of its content look shared. Their
 * score of 0 keeps them from being chosen. */
static void
leave_out_twins(pith_similarity *similarity, uint64_t content)
{
  similarity->self = PITH_INDEX_NONE;
  for (uint32_t p = 0; p < similarity->model->count; p++) {
    bool self = similarity->model->pages[p].content == content;
    if (self)
      similarity->self = p;
    if (self || is_twin(similarity, p))
      similarity->scores[p] = 0;
  }
}

/* The best page that is not taken; of equal ones the first.
 * Twins of each other are one neighbour, counted once: ten copies of a page
 * are no evidence of ten pages. */
static uint32_t
best_page(const pith_similarity *similarity)
{
  uint32_t best = PITH_CLASS_UNKNOWN, score = 0;
  for (uint32_t p = 0; p < similarity->model->count; p++) {
    if (similarity->scores[p] <= score ||
        similarity->taken[similarity->twins[p]])
      continue;
    score = similarity->scores[p];
    best = p;
  }
  return best;
}

/* The few pages that have most in common with this one, the best first:
 *
 *     scores  ▇▇▆▆▅▅▄▃▁▁▁▁
 *             └ neighbours ┘   the middle one is the usual amount in common
 */
static void
choose_neighbours(pith_similarity *similarity)
{
  memset(similarity->taken, 0,
         similarity->model->count * sizeof *similarity->taken);
  similarity->neighbour_count = 0;
  while (similarity->neighbour_count < PITH_NEIGHBOURS) {
    uint32_t page = best_page(similarity);
    if (page == PITH_CLASS_UNKNOWN)
      break;
    similarity->taken[similarity->twins[page]] = true;
    similarity->neighbours[similarity->neighbour_count++] = page;
  }
  similarity->middle = 0;
  if (similarity->neighbour_count > 0)
    similarity->middle =
        similarity
            ->scores[similarity->neighbours[similarity->neighbour_count / 2]];
}

/* For each class of the page, how many neighbours are in it. From here on
 * `taken` marks the pages that are neighbours. */
static void
count_neighbours(pith_similarity *similarity)
{
  const pith_chain_classes *classes = similarity->classes;
  memset(similarity->taken, 0,
         similarity->model->count * sizeof *similarity->taken);
  for (uint32_t i = 0; i < similarity->neighbour_count; i++)
    similarity->taken[similarity->neighbours[i]] = true;
  for (uint32_t t = 0; t < similarity->touched_count; t++) {
    uint32_t class = similarity->touched[t];
    uint16_t near = 0;
    for (uint32_t i = classes->from[class]; i < classes->from[class + 1]; i++)
      near = (uint16_t)(near + similarity->taken[classes->pages[i]]);
    similarity->near[class] = near;
    similarity->counts[class] = 0; /* for the next page */
  }
}

/* A text is as common as the commonest chain it is in. */
static void
weigh_texts(pith_similarity *similarity, const pith_profile_token *tokens,
            uint32_t count, uint32_t chains)
{
  const pith_chain_classes *classes = similarity->classes;
  bool enough = similarity->neighbour_count >= PITH_NEIGHBOURS_LEAST;
  memset(similarity->evidence, 0, count * sizeof *similarity->evidence);
  for (uint32_t t = 0; t < count; t++) {
    if (pith__profile_kind(tokens[t].facts) != PITH_PROFILE_TEXT)
      continue;
    uint32_t from = t < PITH_CHAIN_TOKENS ? 0 : t - PITH_CHAIN_TOKENS + 1;
    pith_token_evidence *found = &similarity->evidence[t];
    for (uint32_t i = from; i <= t && i < chains; i++) {
      uint32_t class = similarity->chain_classes[i];
      if (class == PITH_CLASS_UNKNOWN)
        continue;
      uint32_t pages = classes->from[class + 1] - classes->from[class];
      if (pages > found->pages)
        found->pages = (uint16_t)pages;
      if (enough && similarity->near[class] > found->neighbours)
        found->neighbours = similarity->near[class];
    }
  }
}

/* The whole way of a page: chains, classes, scores, neighbours, texts. */
pith_status
pith__similarity_find(pith_similarity *similarity,
                      const pith_profile_token *tokens, uint32_t count,
                      uint64_t content)
{
  if (!make_room(similarity, count + 1))
    return pith__memory_status(similarity->memory);
  uint32_t chains = pith__chain_count(count);
  pith__chain_hashes(tokens, count, similarity->hashes);
  look_up_chains(similarity, chains);
  score_pages(similarity, chains);
  leave_out_twins(similarity, content);
  choose_neighbours(similarity);
  count_neighbours(similarity);
  weigh_texts(similarity, tokens, count, chains);
  return PITH_OK;
}

/* The first page before this one that it is a twin of, or the page itself.
 * The sample is in a fixed order, so twins have one representative. */
pith_status
pith__similarity_twin(pith_similarity *similarity, uint32_t page,
                      uint32_t *twin)
{
  const pith_model_page *self = &similarity->model->pages[page];
  *twin = page;
  if (!make_room(similarity, self->count + 1))
    return pith__memory_status(similarity->memory);
  uint32_t chains = pith__chain_count(self->count);
  pith__chain_hashes(self->tokens, self->count, similarity->hashes);
  look_up_chains(similarity, chains);
  score_pages(similarity, chains);
  for (uint32_t t = 0; t < similarity->touched_count; t++)
    similarity->counts[similarity->touched[t]] = 0;
  for (uint32_t p = 0; p < page; p++) {
    if (!is_twin(similarity, p))
      continue;
    *twin = p;
    break;
  }
  return PITH_OK;
}
