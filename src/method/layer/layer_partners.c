/*
 * See layer_partners.h. A card is made of a page when it is added:
 *
 *     layer     news/2012/05/  ──►  hash of news/0/0/
 *     sketch    32 least hashes of the paths of its elements: two pages share
 * as many of them as they share paths, about avoid     where rel=next and
 * rel=prev lead
 *
 * When all cards are there they are sorted by layer and name, and partners of a
 * page are looked for among its neighbours and a spread over its layer, so that
 * the work for a page does not grow with the site.
 */
#include "method/layer/layer_partners.h"

#include "base/hash64.h"
#include "base/slice.h"
#include "page/element/attribute.h"

#include <stdlib.h>
#include <string.h>

#define NAME_SEED  0x6E616D65u
#define TITLE_SEED 0x7469746Cu
#define CARDS_MOST (1u << 24)
enum { NAME_MOST = 1024 };

/* Pages that are looked at: so many before and behind in the order of names,
 * and so many from all over the layer, or the site. */
enum { NEAR = 12, SPREAD = 32, SEEN_MOST = 2 * NEAR + 2 * SPREAD };

/* With fewer in its layer a page takes partners from anywhere. */
enum { LAYER_LEAST = 4 };

/* A title that so many pages have is no evidence. */
enum { TITLE_PAGES = 8 };

void
pith__layer_index_init(pith_layer_index *index, pith_memory *memory)
{
  memset(index, 0, sizeof *index);
  index->memory = memory;
  pith__buffer_init(&index->names, memory);
}

void
pith__layer_index_done(pith_layer_index *index)
{
  PITH_FREE_ITEMS(index->memory, index->cards, index->capacity);
  pith__buffer_done(&index->names);
  pith__layer_index_init(index, index->memory);
}

/* --- a card --------------------------------------------------------------- */

/* The hash of a name with its runs of digits folded. */
static uint64_t
hash_folded(pith_slice name)
{
  char folded[NAME_MOST];
  size_t len = 0;
  for (size_t i = 0; i < name.len && len < sizeof folded; i++) {
    bool digit = pith__is_digit(name.data[i]);
    if (digit && i > 0 && pith__is_digit(name.data[i - 1]))
      continue;
    folded[len++] = digit ? '0' : name.data[i];
  }
  return pith__hash64(folded, len, NAME_SEED);
}

/* With the slash at its end; empty for a page at the root. */
static pith_slice
folder_of(pith_slice name)
{
  while (name.len > 0 && name.data[name.len - 1] != '/')
    name.len--;
  return name;
}

/* Append the parts of a path to one that ends at a '/', or begins anew; "."
 * and ".." are followed. The new length. */
static size_t
append_path(char *out, size_t len, pith_slice path)
{
  for (size_t i = 0; i < path.len;) {
    size_t end = i;
    while (end < path.len && path.data[end] != '/')
      end++;
    size_t size = end - i;
    bool last = end == path.len;
    if (size == 2 && path.data[i] == '.' && path.data[i + 1] == '.') {
      len -= len > 0;
      while (len > 0 && out[len - 1] != '/')
        len--;
    } else if (size > 0 && !(size == 1 && path.data[i] == '.')) {
      if (len + size + 1 > NAME_MOST)
        return 0;
      memcpy(out + len, path.data + i, size);
      len += size;
      if (!last)
        out[len++] = '/';
    }
    i = end + 1;
  }
  return len;
}

/* The name that a link on page `name` leads to, as a hash; 0 when it leads
 * elsewhere. */
static uint64_t
resolve(pith_slice name, pith_slice target)
{
  char path[NAME_MOST];
  size_t len = 0;
  for (size_t i = 0; i < target.len; i++)
    if (target.data[i] == '#') {
      target.len = i;
    } else if (target.data[i] == ':') {
      return 0;
    }
  if (target.len == 0)
    return 0;
  if (target.data[0] != '/')
    len = append_path(path, len, folder_of(name));
  len = append_path(path, len, target);
  return len > 0 ? pith__hash64(path, len, NAME_SEED) : 0;
}

/* Note the pages before and behind this one. */
static void
read_links(const pith_tree *tree, pith_slice name, pith_layer_card *card)
{
  uint32_t count = 0;
  pith_slice target;
  for (uint32_t n = 0; n < tree->count && count < PITH_LAYER_AVOID; n++) {
    const pith_tree_node *node = &tree->nodes[n];
    if (node->kind != PITH_NODE_ELEMENT ||
        (node->tag != PITH_TAG_A && node->tag != PITH_TAG_LINK))
      continue;
    if ((pith__attribute_has_word(tree, n, "rel", "next") ||
         pith__attribute_has_word(tree, n, "rel", "prev")) &&
        pith__attribute_get(tree, n, "href", &target)) {
      uint64_t found = resolve(name, target);
      if (found != 0)
        card->avoid[count++] = found;
    }
  }
}

/* Of the first title element; white space at its ends is not part of it. */
static void
read_title(const pith_tree *tree, pith_layer_card *card)
{
  for (uint32_t n = 0; n + 1 < tree->count; n++)
    if (tree->nodes[n].kind == PITH_NODE_ELEMENT &&
        tree->nodes[n].tag == PITH_TAG_TITLE && tree->nodes[n].end > n + 1) {
      pith_slice text = pith__slice_trim(pith__tree_text(tree, n + 1));
      card->title = pith__hash64(text.data, text.len, TITLE_SEED);
      return;
    }
}

/* The least hash of the paths of elements in each of 32 groups of hashes: two
 * pages have about as many of them in common as they have paths. */
static bool
make_sketch(pith_memory *memory, const pith_page_profile *profile,
            pith_layer_card *card)
{
  size_t bytes = ((size_t)profile->count + 1) * sizeof(uint64_t);
  uint64_t *paths = pith__memory_resize(memory, NULL, 0, bytes);
  uint32_t depth = 0;
  if (!paths)
    return false;
  paths[0] = NAME_SEED;
  for (uint32_t k = 0; k < PITH_LAYER_SKETCH; k++)
    card->sketch[k] = UINT32_MAX;
  for (uint32_t t = 0; t < profile->count; t++) {
    const pith_profile_token *token = &profile->tokens[t];
    if (pith__profile_kind(token->facts) == PITH_PROFILE_CLOSE && depth > 0)
      depth--;
    if (pith__profile_kind(token->facts) != PITH_PROFILE_OPEN)
      continue;
    uint64_t path = pith__hash64_pair(paths[depth], token->hash);
    uint32_t *least = &card->sketch[path >> 59];
    if ((uint32_t)path < *least)
      *least = (uint32_t)path;
    if (!(token->facts & PITH_PROFILE_VOID))
      paths[++depth] = path;
  }
  pith__memory_free(memory, paths, bytes);
  return true;
}

/* What is compared between pages: how this one is built, and what it contains.
 */
static pith_status
read_page(pith_layer_index *index, pith_page_model *page, pith_layer_card *card)
{
  const pith_page_profile *profile;
  pith_status status = pith__page_profile(page, &profile);
  if (status != PITH_OK)
    return status;
  card->content = profile->content;
  return make_sketch(index->memory, profile, card)
             ? PITH_OK
             : pith__memory_status(index->memory);
}

/* Names are in one buffer and cards refer to them by offset, so that both can
 * grow. */
static pith_status
keep_card(pith_layer_index *index, pith_layer_card card, pith_slice name)
{
  if (index->names.len + name.len > UINT32_MAX ||
      !PITH_GROW(index->memory, index->cards, index->capacity, index->count + 1,
                 CARDS_MOST))
    return pith__memory_status(index->memory);
  card.text = (uint32_t)index->names.len;
  card.text_len = (uint32_t)name.len;
  pith__buffer_append(&index->names, name.data, name.len);
  if (index->names.failed)
    return pith__memory_status(index->memory);
  index->cards[index->count++] = card;
  return PITH_OK;
}

pith_status
pith__layer_index_add(pith_layer_index *index, pith_slice name,
                      pith_page_model *page)
{
  pith_layer_card card;
  if (index->closed)
    return PITH_USAGE;
  memset(&card, 0, sizeof card);
  pith_status status = read_page(index, page, &card);
  if (status != PITH_OK)
    return status;
  card.name = pith__hash64(name.data, name.len, NAME_SEED);
  card.folded = hash_folded(name);
  card.layer = hash_folded(folder_of(name));
  read_links(page->tree, name, &card);
  read_title(page->tree, &card);
  return keep_card(index, card, name);
}

/* Lent by the index until a page is added. */
static pith_slice
name_of(const pith_layer_index *index, const pith_layer_card *card)
{
  return pith__slice(index->names.data + card->text, card->text_len);
}

pith_status
pith__layer_index_merge(pith_layer_index *index, const pith_layer_index *other)
{
  if (index->closed || other->closed)
    return PITH_USAGE;
  for (uint32_t c = 0; c < other->count; c++) {
    pith_status status =
        keep_card(index, other->cards[c], name_of(other, &other->cards[c]));
    if (status != PITH_OK)
      return status;
  }
  return PITH_OK;
}

/* --- choosing ------------------------------------------------------------- */

/* As memcmp does, the shorter first: the order of paths in a sorted list of
 * files. */
static int
compare_names(pith_slice a, pith_slice b)
{
  size_t len = a.len < b.len ? a.len : b.len;
  int order = len > 0 ? memcmp(a.data, b.data, len) : 0;
  if (order != 0)
    return order;
  return a.len < b.len ? -1 : a.len > b.len;
}

/* Sift a card down the heap of those before `end`: by layer, then by name. The
 * names are in the index, which qsort has no argument for. */
static bool
is_less(const pith_layer_index *index, const pith_layer_card *a,
        const pith_layer_card *b)
{
  if (a->layer != b->layer)
    return a->layer < b->layer;
  return compare_names(name_of(index, a), name_of(index, b)) < 0;
}

/* Heap sort: no recursion, no extra memory, and the same cost for any order of
 * adding. */
static void
sift_down(pith_layer_index *index, uint32_t root, uint32_t end)
{
  pith_layer_card *cards = index->cards;
  pith_layer_card moving = cards[root];
  for (uint64_t child; (child = 2 * (uint64_t)root + 1) < end;) {
    if (child + 1 < end && is_less(index, &cards[child], &cards[child + 1]))
      child++;
    if (!is_less(index, &moving, &cards[child]))
      break;
    cards[root] = cards[child];
    root = (uint32_t)child;
  }
  cards[root] = moving;
}

void
pith__layer_index_close(pith_layer_index *index)
{
  for (uint32_t i = index->count / 2; i-- > 0;)
    sift_down(index, i, index->count);
  for (uint32_t end = index->count; end > 1; end--) {
    pith_layer_card last = index->cards[end - 1];
    index->cards[end - 1] = index->cards[0];
    index->cards[0] = last;
    sift_down(index, 0, end - 1);
  }
  index->closed = true;
}

/* The first card that is not before (layer, name). */
static uint32_t
find_place(const pith_layer_index *index, uint64_t layer, pith_slice name)
{
  uint32_t low = 0, high = index->count;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    const pith_layer_card *card = &index->cards[middle];
    bool before = card->layer != layer
                      ? card->layer < layer
                      : compare_names(name_of(index, card), name) < 0;
    if (before)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/* Of PITH_LAYER_SKETCH numbers, those that are the same: an estimate of the
 * paths in common. */
static uint32_t
count_alike(const pith_layer_card *a, const pith_layer_card *b)
{
  uint32_t alike = 0;
  for (uint32_t k = 0; k < PITH_LAYER_SKETCH; k++)
    alike += a->sketch[k] == b->sketch[k];
  return alike;
}

/* By rel=next or rel=prev. */
static bool
leads_to(const pith_layer_card *a, const pith_layer_card *b)
{
  for (uint32_t k = 0; k < PITH_LAYER_AVOID; k++)
    if (a->avoid[k] != 0 && a->avoid[k] == b->name)
      return true;
  return false;
}

/* Whether two pages have the same texts, or are parts of one story. */
static bool
is_same_story(const pith_layer_card *a, const pith_layer_card *b,
              bool title_is_rare)
{
  return a->content == b->content || leads_to(a, b) || leads_to(b, a) ||
         (title_is_rare && a->title != 0 && a->title == b->title &&
          a->folded == b->folded);
}

/* The pages seen so far that may be partners, and how alike they are. */
typedef struct choice {
  const pith_layer_index *index;
  const pith_layer_card *self;
  uint32_t seen[SEEN_MOST];
  uint32_t count;
} choice;

/* Pages that were seen already are left out; there are few enough for a plain
 * search. */
static void
look_at(choice *in, uint32_t place)
{
  const pith_layer_card *card = &in->index->cards[place];
  if (in->count == SEEN_MOST || card == in->self)
    return;
  for (uint32_t i = 0; i < in->count; i++)
    if (in->seen[i] == place)
      return;
  in->seen[in->count++] = place;
}

/* Look around in cards [from, to): near the page, and all over. */
static void
look_around(choice *in, uint32_t from, uint32_t to)
{
  uint32_t self = (uint32_t)(in->self - in->index->cards);
  for (uint32_t i = 1; i <= NEAR && self >= from && self < to; i++) {
    if (self >= from + i)
      look_at(in, self - i);
    if (self + i < to)
      look_at(in, self + i);
  }
  uint64_t size = to - from;
  uint64_t looks = size < SPREAD ? size : SPREAD;
  for (uint64_t i = 0; i < looks; i++)
    look_at(in, from + (uint32_t)(i * size / looks));
}

/* Whether few enough of the pages seen have the page's title. */
static bool
is_title_rare(const choice *in)
{
  uint32_t same = 0;
  for (uint32_t i = 0; i < in->count; i++)
    same += in->index->cards[in->seen[i]].title == in->self->title;
  return same < TITLE_PAGES;
}

/* Move the best of those from `at` on to `at`: built most alike, of the same
 * layer first, then in order. */
static void
pull_best(choice *in, uint32_t at)
{
  uint32_t best = at, score = 0;
  for (uint32_t i = at; i < in->count; i++) {
    const pith_layer_card *card = &in->index->cards[in->seen[i]];
    uint32_t alike =
        4 * count_alike(in->self, card) + (card->layer == in->self->layer) + 1;
    if (alike > score) {
      score = alike;
      best = i;
    }
  }
  uint32_t moved = in->seen[best];
  in->seen[best] = in->seen[at];
  in->seen[at] = moved;
}

uint32_t
pith__layer_index_choose(const pith_layer_index *index, pith_slice name,
                         uint32_t most, pith_slice *out)
{
  uint64_t layer = hash_folded(folder_of(name));
  uint32_t self = find_place(index, layer, name), count = 0;
  if (!index->closed || self == index->count ||
      compare_names(name_of(index, &index->cards[self]), name) != 0)
    return 0;
  uint32_t from = find_place(index, layer, pith__slice("", 0));
  uint32_t to = layer == UINT64_MAX
                    ? index->count
                    : find_place(index, layer + 1, pith__slice("", 0));
  choice in = {.index = index, .self = &index->cards[self]};
  look_around(&in, from, to);
  if (in.count < LAYER_LEAST)
    look_around(&in, 0, index->count);
  bool title = is_title_rare(&in);
  for (uint32_t i = 0; i < in.count && count < most; i++) {
    pull_best(&in, i);
    const pith_layer_card *card = &index->cards[in.seen[i]];
    if (!is_same_story(in.self, card, title))
      out[count++] = name_of(index, card);
  }
  return count;
}
