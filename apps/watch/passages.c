/* passages.c: see the header. The page is cut by the library
 * (pith_experimental.h); here its blocks become passages, cells of a table row
 * one passage together, and page_layout.h finds where each of them is.
 *
 *     blocks    [Menu] [Name] [Price] [A story ...]
 *               role   td     td      p
 *     passages         [Name Price]   [A story ...]
 */
#include "watch/passages.h"

#include "watch/passage_key.h"
#include "watch/page_layout.h"
#include "common/output/text_out.h"
#include "common/system/ascii_text.h"
#include "common/system/grow.h"
#include "common/system/sorted.h"

#include <stdlib.h>
#include <string.h>

void
passages_done(passages *list)
{
  for (size_t i = 0; i < list->count; i++)
    free(list->items[i].text);
  free(list->items);
  free(list->keys);
  memset(list, 0, sizeof *list);
}

/* The new passage is all zero but for text and key. */
passage *
passages_add(passages *list, const char *text, size_t len, uint64_t key)
{
  if (!GROW(list->items, list->capacity, list->count + 1))
    return NULL;
  passage *item = &list->items[list->count];
  memset(item, 0, sizeof *item);
  item->text = malloc(len + 1);
  if (!item->text)
    return NULL;
  memcpy(item->text, text, len);
  item->text[len] = '\0';
  item->key = key;
  list->count++;
  return item;
}

/* Everything but the text is copied as it is. */
bool
passages_copy(passages *list, const passage *one)
{
  passage *made = passages_add(list, one->text, strlen(one->text), one->key);
  if (made) {
    char *text = made->text;
    *made = *one;
    made->text = text;
  }
  return made != NULL;
}

bool
passages_seal(passages *list)
{
  free(list->keys);
  list->keys = malloc((list->count + 1) * sizeof *list->keys);
  if (!list->keys)
    return false;
  for (size_t i = 0; i < list->count; i++)
    list->keys[i] = (passage_index){list->items[i].key, i};
  qsort(list->keys, list->count, sizeof *list->keys, order_uint64);
  return true;
}

/* A list of which nothing was sealed has no keys; an empty one has nothing
 * to find. */
const passage *
passages_find(const passages *list, uint64_t key)
{
  passage_index wanted = {key, 0};
  const passage_index *found = list->count == 0
                                   ? NULL
                                   : bsearch(&wanted, list->keys, list->count,
                                             sizeof *list->keys, order_uint64);
  return found ? &list->items[found->place] : NULL;
}

/* By key, then by place, so that the first of equal ones is the first on the
 * page. */
static int
compare_places(const void *a, const void *b)
{
  const passage *const *one = a, *const *two = b;
  if ((*one)->key != (*two)->key)
    return (*one)->key < (*two)->key ? -1 : 1;
  return *one < *two ? -1 : *one > *two;
}

/* Remove passages with the key of an earlier one. */
static bool
drop_copies(passages *list)
{
  passage **order = malloc((list->count + 1) * sizeof(passage *));
  size_t kept = 0;
  if (!order)
    return false;
  for (size_t i = 0; i < list->count; i++)
    order[i] = &list->items[i];
  qsort(order, list->count, sizeof(passage *), compare_places);
  for (size_t i = 1; i < list->count; i++)
    if (order[i]->key == order[i - 1]->key) {
      free(order[i]->text);
      order[i]->text = NULL;
    }
  for (size_t i = 0; i < list->count; i++)
    if (list->items[i].text)
      list->items[kept++] = list->items[i];
  list->count = kept;
  free(order);
  return true;
}

/* --- reading -------------------------------------------------------------- */

/* Roles of elements whose text is never content of a page. */
#define LEFT_OUT (PITH_ROLE_NAVIGATION | PITH_ROLE_ASIDE | PITH_ROLE_NOTICE)

/* The passage at hand, and what it is made from. */
typedef struct passage_reader {
  const pith_page *page;
  pith_blocks *blocks;
  const pith_verdict *verdicts;
  uint32_t verdict_count;
  uint32_t verdict; /* the first that may still matter */
  text_out text;
  size_t bytes;  /* of its texts, and of them in links */
  size_t linked; /* ... */
  uint8_t links; /* where those lead */
  pith_node at;  /* its element */
  page_layout layout;
  passages *out;
} passage_reader;

/* Four fifths count as all: a bullet or a comma beside links is no text. */
static bool
is_most(size_t part, size_t whole)
{
  return 5 * part >= 4 * whole;
}

/* Add the passage at hand and begin another one. Until the page is read,
 * `region` holds the element of a passage, and `box_count` where its links
 * lead.
 */
static bool
end_passage(passage_reader *in)
{
  pith_slice text = text_trim((pith_slice){in->text.data, in->text.len});
  uint64_t key = 0;
  bool fine = !in->text.error && (text.len == 0 || passage_key(text, &key));
  if (fine && key != 0) {
    passage *made = passages_add(in->out, text.data, text.len, key);
    fine = made != NULL;
    if (made) {
      made->region = in->at;
      made->box_count = in->links;
      made->traits = is_most(in->linked, in->bytes) ? PASSAGE_LINK : 0;
    }
  }
  in->text.len = in->bytes = in->linked = 0;
  in->links = 0;
  return fine;
}

/* Whether a text is labelled navigation. Texts and verdicts are both in the
 * order of the page, so one cursor is enough. */
static bool
is_navigation(passage_reader *in, pith_node node)
{
  uint32_t from = pith_node_span(in->page, node).from;
  while (in->verdict < in->verdict_count &&
         in->verdicts[in->verdict].span.to <= from)
    in->verdict++;
  return in->verdict < in->verdict_count &&
         in->verdicts[in->verdict].span.from <= from &&
         in->verdicts[in->verdict].label == PITH_NAVIGATION;
}

/* What the texts of a block add up to. */
typedef struct block_sums {
  size_t bytes;
  size_t linked;
  size_t navigation;
  uint8_t links;
} block_sums;

static block_sums
sum_block(passage_reader *in, const pith_text_block *block)
{
  block_sums sums = {0, 0, 0, 0};
  for (pith_node n = block->first; n < block->end; n++) {
    if (pith_node_get_kind(in->page, n) != PITH_NODE_TEXT)
      continue;
    const layout_node *at = &in->layout.items[n];
    /* The bytes of a text that are shown: white space counts once. */
    pith_slice text = pith_node_text(in->page, n);
    size_t bytes = 0;
    for (size_t i = 0; i < text.len; i++)
      bytes += !text_is_space(text.data[i]) ||
               (i > 0 && !text_is_space(text.data[i - 1]));
    sums.bytes += bytes;
    sums.navigation += is_navigation(in, n) ? bytes : 0;
    if (at->link != PITH_NODE_NONE) {
      sums.linked += bytes;
      sums.links |= in->layout.items[at->link].links;
    }
  }
  return sums;
}

/* Whether a block is content: shown, without a role of boilerplate, not mostly
 * labelled navigation, and no paid link. */
static bool
is_content(const passage_reader *in, const pith_text_block *block,
           const block_sums *sums, uint32_t roles)
{
  return !block->hidden && !(roles & LEFT_OUT) &&
         !in->layout.items[block->first].control &&
         2 * sums->navigation <= sums->bytes &&
         !(sums->links & LINK_PAID && is_most(sums->linked, sums->bytes));
}

static bool
read_block(passage_reader *in, uint32_t index)
{
  pith_text_block block = pith_blocks_get(in->blocks, index);
  block_sums sums = sum_block(in, &block);
  pith_slice text;
  uint32_t roles;
  if (pith_blocks_roles(in->blocks, index, &roles) != PITH_OK ||
      pith_blocks_text(in->blocks, index, &text) != PITH_OK)
    return false;
  if (!is_content(in, &block, &sums, roles))
    return true;
  /* The element of the passage that a block belongs to: the row of a cell. */
  pith_slice name = pith_node_name(in->page, block.element);
  bool cell = text_is(name, "td") || text_is(name, "th");
  pith_node element =
      cell ? pith_node_parent(in->page, block.element) : block.element;
  bool same_row = element == in->at && element != block.element;
  if (!same_row && !end_passage(in))
    return false;
  in->at = element;
  text_out_bytes(&in->text, " ", in->text.len > 0);
  text_out_bytes(&in->text, text.data, text.len);
  in->bytes += sums.bytes;
  in->linked += sums.linked;
  in->links |= sums.links;
  page_layout_add(&in->layout, &block, sums.bytes, sums.linked);
  return true;
}

static bool
read_blocks(passage_reader *in)
{
  uint32_t count = pith_blocks_count(in->blocks);
  for (uint32_t i = 0; i < count; i++)
    if (!read_block(in, i))
      return false;
  return end_passage(in);
}

/* --- where passages are ----------------------------------------------------
 */

/* Links have a region of their own, next to that of texts in the same place,
 * and so have passages that lead away. */
static void
place_passage(const page_layout *layout, passage *one)
{
  const layout_node *at = &layout->items[one->region];
  uint8_t links = one->box_count;
  one->region = at->region + (one->traits & PASSAGE_LINK);
  one->box_count = 0;
  if (one->traits & PASSAGE_LINK && links & LINK_SIBLING)
    one->traits |= PASSAGE_SIBLING;
  if (at->box == PITH_NODE_NONE) {
    one->traits |= links & LINK_INWARD ? PASSAGE_INWARD : 0;
    return;
  }
  const layout_node *box = &layout->items[at->box];
  /* A box that is all links is another kind of box than one with text. */
  one->box = box->region + (5ull * box->linked >= 4ull * box->text);
  if (box->links & LINK_INWARD)
    one->traits |= PASSAGE_INWARD;
  else if (box->links & LINK_AWAY)
    one->traits |= PASSAGE_AWAY;
  one->region += one->traits & PASSAGE_AWAY;
}

/* How many boxes of a region there are, at most BOX_COUNT_MOST. `boxes` is
 * sorted and has the region of each box. */
static uint8_t
count_boxes(const uint64_t *boxes, size_t count, uint64_t box)
{
  const uint64_t *found =
      bsearch(&box, boxes, count, sizeof *boxes, order_uint64);
  size_t at = found ? (size_t)(found - boxes) : 0, box_count = found != NULL;
  for (size_t i = at; i-- > 0 && boxes[i] == box && box_count < BOX_COUNT_MOST;)
    box_count++;
  for (size_t i = at + 1;
       i < count && boxes[i] == box && box_count < BOX_COUNT_MOST; i++)
    box_count++;
  return (uint8_t)box_count;
}

/* Regions, boxes and traits of all passages, once the whole page was added up.
 * Consecutive passages of one box count it once. */
static bool
place_all(passage_reader *in)
{
  passages *out = in->out;
  uint64_t *boxes = malloc((out->count + 1) * sizeof *boxes);
  pith_node last = PITH_NODE_NONE;
  size_t count = 0;
  if (!boxes)
    return false;
  page_layout_close(&in->layout);
  for (size_t i = 0; i < out->count; i++) {
    pith_node box = in->layout.items[out->items[i].region].box;
    place_passage(&in->layout, &out->items[i]);
    if (box != PITH_NODE_NONE && box != last)
      boxes[count++] = out->items[i].box;
    last = box;
  }
  qsort(boxes, count, sizeof *boxes, order_uint64);
  for (size_t i = 0; i < out->count; i++)
    if (out->items[i].box != 0)
      out->items[i].box_count = count_boxes(boxes, count, out->items[i].box);
  free(boxes);
  return true;
}

bool
passages_read(pith_page *page, const web_url *address, passages *out)
{
  passage_reader in = {.page = page, .at = PITH_NODE_NONE, .out = out};
  memset(out, 0, sizeof *out);
  text_out_init(&in.text, -1);
  in.verdicts = pith_page_verdicts(page, &in.verdict_count);
  bool fine = page_layout_open(page, address, &in.layout) &&
              pith_blocks_new(page, NULL, &in.blocks) == PITH_OK &&
              read_blocks(&in) && place_all(&in) && drop_copies(out) &&
              passages_seal(out);
  pith_blocks_free(in.blocks);
  page_layout_done(&in.layout);
  text_out_done(&in.text);
  if (!fine)
    passages_done(out);
  return fine;
}
