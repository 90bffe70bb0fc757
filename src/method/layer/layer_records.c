/*
 * See layer_records.h. Elements are of one kind when they, what they are in and
 * what that is in have the same labels.
 */
#include "method/layer/layer_records.h"

#include "base/hash64.h"

#include <stdlib.h>

/* A page has so many frames of a kind. */
enum { FRAMES_LEAST = 3 };

/* Per cent of them that have a link; that have the same text; and of the
 * partners, that have that text too. */
enum { LINKED_SHARE = 75, COMMON_SHARE = 75, KNOWN_SHARE = 34 };

/* Words of a text that is no running text, in boilerplate and in a box. */
enum { FRAME_TEXT = 16, BOX_TEXT = 20 };

/* Per cent of what is new in the text of the page: in frames of a kind, in a
 * box. */
enum { FRESH_MOST = 15, BOX_MOST = 25 };

/* Per cent of the words of the text of the page: in frames of a kind, and in
 * all frames and boxes. A page of which more would go is a list, and they are
 * its text. */
enum { KIND_MOST = 20, FRAMED_MOST = 50 };

/* How many elements around a text are looked at. */
enum { FRAME_LEVELS = 4 };

/* An element, or a text in one; sorted by kind, key, element. */
typedef struct row {
  uint64_t key; /* kind of the element, label of the text */
  uint32_t kind;
  uint32_t element;
  bool known; /* partners have it too, or it is all that is in the element */
} row;

typedef struct kind_of_element {
  uint32_t count;   /* elements of it */
  uint32_t linked;  /* of them, with a link */
  uint32_t common;  /* of them, with the text that most of them have */
  uint32_t longest; /* words of a text in them */
  uint64_t words;   /* in all of them */
  uint64_t fresh;   /* weight of what is new in them */
  bool unfit;       /* they are links, or parts of tables */
} kind_of_element;

/* Arrays are by node of main, from main + 1 on. */
typedef struct finding {
  const pith_layer_page *page;
  pith_layer_vote *votes;
  uint32_t partners;
  uint32_t main;
  uint32_t size; /* nodes in it */
  row *rows;
  uint32_t *kinds; /* of elements, a number each */
  kind_of_element *table;
  uint32_t *longest; /* words of a text in it */
  bool *linked;
  bool *framed;
} finding;

/* By element last, so that the same text twice in one element lies together
 * and counts once. */
static int
compare_rows(const void *a, const void *b)
{
  const row *x = a, *y = b;
  if (x->kind != y->kind)
    return x->kind < y->kind ? -1 : 1;
  if (x->key != y->key)
    return x->key < y->key ? -1 : 1;
  return x->element < y->element ? -1 : x->element > y->element;
}

static const pith_layer_node *
node_of(const finding *in, uint32_t i)
{
  return &in->page->nodes[in->main + 1 + i];
}

static pith_layer_vote *
vote_of(const finding *in, uint32_t i)
{
  return &in->votes[in->main + 1 + i];
}

/* Whether a part of a hundred is reached. */
static bool
is_share(uint64_t part, uint64_t whole, uint32_t share)
{
  return part * 100 >= whole * share;
}

/* --- kinds ---------------------------------------------------------------- */

/* A kind is the signs of an element and of the two around it: what a template
 * repeats. */
static uint64_t
kind_of(const pith_layer_page *page, uint32_t n)
{
  uint64_t kind = page->nodes[n].label;
  for (int i = 0; i < 2 && page->nodes[n].parent != PITH_LAYER_NONE; i++) {
    n = page->nodes[n].parent;
    kind = pith__hash64_pair(kind, page->nodes[n].label);
  }
  return kind;
}

/* Sorting brings equal kinds together; numbers are dense, so that the table
 * can be an array. */
static void
number_kinds(finding *in)
{
  uint32_t count = 0, number = 0;
  for (uint32_t i = 0; i < in->size; i++)
    if (!pith__layer_is_text(node_of(in, i)))
      in->rows[count++] =
          (row){kind_of(in->page, in->main + 1 + i), 0, i, false};
  qsort(in->rows, count, sizeof *in->rows, compare_rows);
  for (uint32_t r = 0; r < count; r++) {
    number += r > 0 && in->rows[r].key != in->rows[r - 1].key;
    in->kinds[in->rows[r].element] = number;
  }
}

static void
count_element(finding *in, uint32_t i)
{
  kind_of_element *kind = &in->table[in->kinds[i]];
  const pith_layer_node *node = node_of(in, i);
  kind->count++;
  kind->linked += in->linked[i];
  kind->words += node->words;
  kind->fresh += vote_of(in, i)->fresh;
  kind->unfit |= (node->facts & (PITH_PROFILE_TABLE | PITH_PROFILE_LINK)) != 0;
  if (in->longest[i] > kind->longest)
    kind->longest = in->longest[i];
}

/* What is in each element, and in all of a kind. */
static void
sum_up(finding *in)
{
  for (uint32_t i = in->size; i-- > 0;) {
    const pith_layer_node *node = node_of(in, i);
    if (pith__layer_is_text(node)) {
      in->longest[i] = node->words;
      in->linked[i] = in->page->nodes[node->parent].facts & PITH_PROFILE_LINK;
    } else {
      count_element(in, i);
    }
    if (node->parent == in->main)
      continue;
    uint32_t above = node->parent - in->main - 1;
    in->linked[above] |= in->linked[i];
    if (in->longest[i] > in->longest[above])
      in->longest[above] = in->longest[i];
  }
}

/* --- frames --------------------------------------------------------------- */

/* Whether elements of a kind could frame the records of a page: several of
 * them, short, most with a link, and little in them that is new. */
static bool
is_likely(const finding *in, uint32_t element)
{
  const kind_of_element *kind = &in->table[in->kinds[element]];
  return kind->count >= FRAMES_LEAST && !kind->unfit &&
         kind->longest <= FRAME_TEXT &&
         is_share(kind->linked, kind->count, LINKED_SHARE) &&
         kind->fresh * 100 <= in->votes[in->main].fresh * FRESH_MOST &&
         kind->words * 100 <=
             (uint64_t)in->page->nodes[in->main].words * KIND_MOST;
}

/* Whether partners have a text too. */
static bool
is_known(const finding *in, uint32_t n)
{
  return in->votes[n].same > 0 &&
         is_share(in->votes[n].same, in->partners, KNOWN_SHARE);
}

/* List the texts in each element of a likely kind. */
static uint32_t
list_texts(finding *in)
{
  uint32_t count = 0;
  for (uint32_t i = 0; i < in->size; i++) {
    const pith_layer_node *text = node_of(in, i);
    uint32_t up = text->parent;
    if (!pith__layer_is_text(text) || text->words == 0)
      continue;
    for (int level = 0; level < FRAME_LEVELS && up != in->main; level++) {
      uint32_t element = up - in->main - 1;
      bool known = is_known(in, in->main + 1 + i) ||
                   in->page->nodes[up].words == text->words;
      if (is_likely(in, element))
        in->rows[count++] =
            (row){text->label, in->kinds[element], element, known};
      up = in->page->nodes[up].parent;
    }
  }
  return count;
}

/* In how many elements of a kind the text is that most of them have. */
static void
count_common(finding *in)
{
  uint32_t count = list_texts(in), here = 0;
  qsort(in->rows, count, sizeof *in->rows, compare_rows);
  for (uint32_t r = 0; r < count; r++) {
    const row *now = &in->rows[r], *before = r > 0 ? now - 1 : NULL;
    bool same = before && before->kind == now->kind && before->key == now->key;
    here = same ? here + (before->element != now->element) : 1;
    if (now->known && here > in->table[now->kind].common)
      in->table[now->kind].common = here;
  }
}

static bool
is_frame(const finding *in, uint32_t element)
{
  const kind_of_element *kind = &in->table[in->kinds[element]];
  return is_likely(in, element) &&
         is_share(kind->common, kind->count, COMMON_SHARE);
}

/* --- boxes ---------------------------------------------------------------- */

/* A container that opens with a link partners have too: "More news", and what
 * follows it. */
static bool
is_box(const finding *in, uint32_t element)
{
  const pith_layer_node *nodes = in->page->nodes, *node = node_of(in, element);
  uint32_t first = in->main + 2 + element;
  if (!(node->facts & PITH_PROFILE_CONTAINER) ||
      (node->facts & PITH_PROFILE_TABLE) ||
      in->table[in->kinds[element]].longest > BOX_TEXT ||
      is_share(vote_of(in, element)->fresh, in->votes[in->main].fresh,
               BOX_MOST))
    return false;
  while (first < node->end && !pith__layer_is_text(&nodes[first]))
    first++;
  return first < node->end && is_known(in, first) &&
         (nodes[nodes[first].parent].facts & PITH_PROFILE_LINK);
}

/* Mark what is in frames and boxes, from the outside in; returns the words. */
static uint64_t
mark_framed(finding *in)
{
  uint64_t words = 0;
  for (uint32_t i = 0; i < in->size; i++) {
    const pith_layer_node *node = node_of(in, i);
    bool text = pith__layer_is_text(node);
    bool around =
        node->parent != in->main && in->framed[node->parent - in->main - 1];
    in->framed[i] = around || (!text && (is_frame(in, i) || is_box(in, i)));
    words += text && around ? node->words : 0;
  }
  return words;
}

static void
mark_fields(const finding *in)
{
  for (uint32_t i = 0; i < in->size; i++)
    if (in->framed[i] && pith__layer_is_text(node_of(in, i)) &&
        !(node_of(in, i)->facts & PITH_PROFILE_TITLE))
      vote_of(in, i)->field = true;
}

static bool
make_room(finding *in, pith_region *region)
{
  size_t size = (size_t)in->size + 1;
  in->rows = pith__region_take(region, FRAME_LEVELS * size, sizeof *in->rows);
  in->kinds = pith__region_take_zeros(region, size, sizeof *in->kinds);
  in->table = pith__region_take_zeros(region, size, sizeof *in->table);
  in->longest = pith__region_take_zeros(region, size, sizeof *in->longest);
  in->linked = pith__region_take_zeros(region, size, sizeof *in->linked);
  in->framed = pith__region_take_zeros(region, size, sizeof *in->framed);
  return in->rows && in->kinds && in->table && in->longest && in->linked &&
         in->framed;
}

pith_status
pith__layer_records_find(pith_region *region, const pith_layer_page *page,
                         uint32_t main, pith_layer_weigher *weigher)
{
  finding in = {.page = page,
                .votes = weigher->votes,
                .partners = weigher->partners,
                .main = main,
                .size = page->nodes[main].end - main - 1};
  if (!make_room(&in, region))
    return pith__memory_status(region->memory);
  number_kinds(&in);
  sum_up(&in);
  count_common(&in);
  uint64_t words = mark_framed(&in);
  if (words * 100 <= (uint64_t)page->nodes[main].words * FRAMED_MOST)
    mark_fields(&in);
  return PITH_OK;
}
