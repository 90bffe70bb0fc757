/*
 * See layer_page.h. Tokens open and close elements like brackets; a node is
 * added at each opening and its end set at the closing. Tokens that are left
 * open at the end of the profile end with the page.
 */
#include "method/layer/layer_page.h"

#include "base/hash64.h"

#include <stdlib.h>
#include <string.h>

#define NODES_MOST (UINT32_MAX / 4)
#define INHERITED                                                              \
  (PITH_PROFILE_LINK | PITH_PROFILE_HEADING | PITH_PROFILE_COMMENTS)

void
pith__layer_page_init(pith_layer_page *page, pith_memory *memory)
{
  memset(page, 0, sizeof *page);
  page->memory = memory;
}

void
pith__layer_page_done(pith_layer_page *page)
{
  PITH_FREE_ITEMS(page->memory, page->nodes, page->capacity);
  PITH_FREE_ITEMS(page->memory, page->known, page->known_capacity);
  pith__layer_page_init(page, page->memory);
}

/* There are at most as many nodes as tokens, so all memory is taken at once
 * and adding a node cannot fail. */
static bool
make_room(pith_layer_page *page, uint32_t tokens)
{
  return PITH_GROW(page->memory, page->nodes, page->capacity, tokens + 1,
                   NODES_MOST) &&
         PITH_GROW(page->memory, page->known, page->known_capacity, tokens + 1,
                   NODES_MOST);
}

/* Links, headings and comments are handed down to all that is inside, so that
 * a text needs to look at its parent only. */
static void
add_node(pith_layer_page *page, const pith_profile_token *token,
         uint32_t parent)
{
  bool text = pith__profile_kind(token->facts) == PITH_PROFILE_TEXT;
  uint32_t above = page->nodes[parent].facts & INHERITED;
  /* the flags of a text mean other things than those of an element */
  pith_layer_node node = {.label = token->hash,
                          .whole = token->hash,
                          .sketch =
                              text ? (uint64_t)1 << (token->hash >> 58) : 0,
                          .parent = parent,
                          .end = page->count + 1,
                          .words = text ? pith__profile_words(token->facts) : 0,
                          .facts = text ? token->facts : token->facts | above,
                          .node = token->node};
  page->nodes[page->count++] = node;
}

/* Texts and hashes of what is in each node, from the last to the first. */
static void
sum_up(pith_layer_page *page)
{
  for (uint32_t n = page->count - 1; n > 0; n--) {
    pith_layer_node *node = &page->nodes[n];
    pith_layer_node *above = &page->nodes[node->parent];
    above->words += node->words;
    above->sketch |= node->sketch;
    above->whole = pith__hash64_pair(above->whole, node->whole);
  }
}

/* Rising, as qsort wants it. */
static int
compare_hashes(const void *a, const void *b)
{
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return x < y ? -1 : x > y;
}

/* Sorted, so that pith__layer_page_has() can halve. Elements without words are
 * in every page and would match everything. */
static void
list_known(pith_layer_page *page)
{
  page->known_count = 0;
  for (uint32_t n = 1; n < page->count; n++)
    if (page->nodes[n].words > 0)
      page->known[page->known_count++] = page->nodes[n].whole;
  qsort(page->known, page->known_count, sizeof *page->known, compare_hashes);
}

/* Brackets to a tree: opening tokens go down, closing ones up. */
static pith_status
build(pith_layer_page *page, const pith_page_profile *profile)
{
  if (profile->count >= NODES_MOST || !make_room(page, profile->count))
    return pith__memory_status(page->memory);
  static const pith_layer_node root = {.parent = PITH_LAYER_NONE};
  page->nodes[0] = root;
  page->count = 1;
  page->content = profile->content;
  uint32_t at = 0; /* the element we are in */
  for (uint32_t t = 0; t < profile->count; t++) {
    uint32_t facts = profile->tokens[t].facts;
    switch (pith__profile_kind(facts)) {
    case PITH_PROFILE_OPEN:
      add_node(page, &profile->tokens[t], at);
      if (!(facts & PITH_PROFILE_VOID))
        at = page->count - 1;
      break;
    case PITH_PROFILE_CLOSE:
      page->nodes[at].end = page->count;
      if (at != 0)
        at = page->nodes[at].parent;
      break;
    case PITH_PROFILE_TEXT:
      add_node(page, &profile->tokens[t], at);
      break;
    }
  }
  for (; at != 0; at = page->nodes[at].parent)
    page->nodes[at].end = page->count;
  page->nodes[0].end = page->count;
  sum_up(page);
  list_known(page);
  return PITH_OK;
}

pith_status
pith__layer_page_read(pith_layer_page *page, pith_page_model *model)
{
  const pith_page_profile *profile;
  pith_status status = pith__page_profile(model, &profile);
  page->tree = model->tree;
  return status == PITH_OK ? build(page, profile) : status;
}

bool
pith__layer_page_has(const pith_layer_page *page, uint64_t whole)
{
  uint32_t low = 0, high = page->known_count;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (page->known[middle] < whole)
      low = middle + 1;
    else
      high = middle;
  }
  return low < page->known_count && page->known[low] == whole;
}
