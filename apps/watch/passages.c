/* passages.c: see the header. One walk in document order; for each node it is
 * known from its parent which block it is in and whether it is left out, so no
 * way up the tree is ever gone.
 */
#include "watch/passages.h"

#include "watch/passage_key.h"
#include "watch/page_layout.h"
#include "common/system/array_grow.h"

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

passage *
passages_add(passages *list, const char *text, size_t len, uint64_t key)
{
  passage *items =
      array_grow(list->items, list->count, &list->capacity, sizeof *items);
  if (!items)
    return NULL;
  list->items = items;
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

static int
compare_keys(const void *a, const void *b)
{
  const passage_index *one = a, *two = b;
  return one->key < two->key ? -1 : one->key > two->key;
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
  qsort(list->keys, list->count, sizeof *list->keys, compare_keys);
  return true;
}

const passage *
passages_find(const passages *list, uint64_t key)
{
  passage_index wanted = {key, 0};
  const passage_index *found = list->count == 0
                                   ? NULL
                                   : bsearch(&wanted, list->keys, list->count,
                                             sizeof *list->keys, compare_keys);
  return found ? &list->items[found->place] : NULL;
}

static int
compare_places(const void *a, const void *b)
{
  const passage *const *one = a, *const *two = b;
  if ((*one)->key != (*two)->key)
    return (*one)->key < (*two)->key ? -1 : 1;
  return *one < *two ? -1 : *one > *two;
}

/* Take out what says the same as an earlier one. */
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

/* --- elements ----------------------------------------------------------------
 */

static char
lower(char c)
{
  return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
}

static bool
is_one_of(pith_slice name, const char *const *list)
{
  for (; *list; list++) {
    size_t i = 0;
    while (i < name.len && (*list)[i] && lower(name.data[i]) == (*list)[i])
      i++;
    if (i == name.len && !(*list)[i])
      return true;
  }
  return false;
}

static bool
is_block(pith_slice name)
{
  static const char *const blocks[] = {
      "html",   "body",     "div",     "p",      "h1",         "h2",
      "h3",     "h4",       "h5",      "h6",     "ul",         "ol",
      "li",     "dl",       "dt",      "dd",     "table",      "caption",
      "tbody",  "thead",    "tfoot",   "tr",     "section",    "article",
      "header", "footer",   "main",    "aside",  "blockquote", "pre",
      "form",   "fieldset", "legend",  "figure", "figcaption", "address",
      "hr",     "details",  "summary", "center", "option",     "menu",
      "hgroup", "search",   NULL};
  return is_one_of(name, blocks);
}

static bool
is_hidden(pith_slice name)
{
  static const char *const hidden[] = {
      "head",   "script",   "style",  "noscript", "template",
      "nav",    "select",   "button", "textarea", "iframe",
      "object", "svg",      "canvas", "audio",    "video",
      "dialog", "datalist", "title",  NULL};
  return is_one_of(name, hidden);
}

/* Whether a list of names, cut at all that is no letter or digit, has a word of
 * boilerplate. */
static bool
names_boilerplate(pith_slice names)
{
  static const char *const words[] = {
      "ad",          "ads",           "adv",         "advert",
      "adverts",     "advertisement", "advertising", "adsbygoogle",
      "adslot",      "adbox",         "adunit",      "banner",
      "banners",     "sponsor",       "sponsored",   "sponsors",
      "promo",       "promoted",      "promotion",   "menu",
      "navbar",      "navigation",    "nav",         "breadcrumb",
      "breadcrumbs", "cookie",        "cookies",     "consent",
      "gdpr",        "share",         "sharing",     "social",
      "counter",     "counters",      "related",     "recommended",
      "taboola",     "outbrain",      "newsletter",  "subscribe",
      "pagination",  "pager",         "popup",       "modal",
      NULL};
  size_t i = 0;
  while (i < names.len) {
    size_t from = i;
    while (i < names.len &&
           ((lower(names.data[i]) >= 'a' && lower(names.data[i]) <= 'z') ||
            (unsigned char)names.data[i] >= 0x80))
      i++;
    if (i > from && is_one_of((pith_slice){names.data + from, i - from}, words))
      return true;
    i += i == from;
  }
  return false;
}

static bool
contains(pith_slice text, const char *word)
{
  size_t len = strlen(word);
  for (size_t i = 0; i + len <= text.len; i++) {
    size_t k = 0;
    while (k < len && lower(text.data[i + k]) == word[k])
      k++;
    if (k == len)
      return true;
  }
  return false;
}

/* A link that is paid for, as far as it shows. */
static bool
is_paid_link(const pith_page *page, pith_node node)
{
  static const char *const signs[] = {
      "utm_",      "gclid=",    "doubleclick", "adclick",    "/ads/",
      "/adserver", "affiliate", "aff_id=",     "partnerid=", "clickid="};
  pith_slice value;
  if (pith_node_attribute_find(page, node, "rel", &value) &&
      contains(value, "sponsored"))
    return true;
  if (!pith_node_attribute_find(page, node, "href", &value))
    return false;
  for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
    if (contains(value, signs[i]))
      return true;
  return false;
}

static bool
is_left_out(const pith_page *page, pith_node node, pith_slice name)
{
  static const char *const attributes[] = {"class", "id", "role"};
  static const char *const whole[] = {"html", "body", "main", "article", NULL};
  pith_slice value;
  if (is_hidden(name) || pith_node_attribute_find(page, node, "hidden", &value))
    return true;
  if (pith_node_attribute_find(page, node, "style", &value) &&
      (contains(value, "display:none") || contains(value, "display: none")))
    return true;
  if (name.len == 1 && lower(name.data[0]) == 'a')
    return is_paid_link(page, node);
  if (is_one_of(name, whole))
    return false;
  for (size_t i = 0; i < 3; i++)
    if (pith_node_attribute_find(page, node, attributes[i], &value) &&
        names_boilerplate(value))
      return true;
  return false;
}

/* --- the walk ----------------------------------------------------------------
 */

typedef struct passage_walk {
  const pith_page *page;
  pith_node *block; /* of each node; PITH_NODE_NONE: left out */
  const pith_verdict *verdicts;
  uint32_t verdict_count;
  uint32_t verdict; /* the first that may still matter */
  char *text;       /* of the passage at hand */
  size_t len;
  size_t capacity;
  size_t bytes;  /* of it, and of them in links */
  size_t linked; /* ... */
  uint8_t links; /* where those lead */
  pith_node at;  /* its block */
  page_layout places;
  passages *out;
} passage_walk;

/* Until the page is read `region` holds the block of a passage, and `box_count`
 * where its links lead. */
static bool
add_passage(passage_walk *walk)
{
  uint64_t key;
  if (!passage_key((pith_slice){walk->text, walk->len}, &key))
    return false;
  if (key == 0)
    return true;
  passage *made = passages_add(walk->out, walk->text, walk->len, key);
  if (!made)
    return false;
  made->region = walk->at;
  made->box_count = walk->links;
  if (5 * walk->linked >= 4 * walk->bytes)
    made->traits = PASSAGE_LINK;
  return true;
}

static bool
end_passage(passage_walk *walk)
{
  while (walk->len > 0 && walk->text[walk->len - 1] == ' ')
    walk->len--;
  bool fine = walk->len == 0 || add_passage(walk);
  walk->len = walk->bytes = walk->linked = 0;
  walk->links = 0;
  return fine;
}

static bool
add_text(passage_walk *walk, pith_slice text)
{
  if (walk->len + text.len > walk->capacity) {
    size_t more = 2 * (walk->len + text.len) + 256;
    char *grown = realloc(walk->text, more);
    if (!grown)
      return false;
    walk->text = grown;
    walk->capacity = more;
  }
  for (size_t i = 0; i < text.len; i++) {
    bool space = (unsigned char)text.data[i] <= ' ';
    if (!space)
      walk->text[walk->len++] = text.data[i];
    else if (walk->len > 0 && walk->text[walk->len - 1] != ' ')
      walk->text[walk->len++] = ' ';
  }
  return true;
}

static bool
is_boilerplate(passage_walk *walk, pith_node node)
{
  uint32_t from = pith_node_span(walk->page, node).from;
  while (walk->verdict < walk->verdict_count &&
         walk->verdicts[walk->verdict].span.to <= from)
    walk->verdict++;
  return walk->verdict < walk->verdict_count &&
         walk->verdicts[walk->verdict].span.from <= from &&
         walk->verdicts[walk->verdict].label == PITH_NAVIGATION;
}

/* The text of a node that counts. */
static bool
take_text(passage_walk *walk, pith_node node)
{
  size_t before = walk->len;
  const layout_node *at = &walk->places.items[node];
  if (!add_text(walk, pith_node_text(walk->page, node)))
    return false;
  size_t bytes = walk->len - before;
  page_layout_text(&walk->places, node, bytes);
  walk->bytes += bytes;
  if (at->link != PITH_NODE_NONE) {
    walk->linked += bytes;
    walk->links |= walk->places.items[at->link].links;
  }
  return true;
}

static bool
visit(passage_walk *walk, pith_node node)
{
  static const char *const spaces[] = {"td", "th", "br", "img", "wbr", NULL};
  pith_node parent = pith_node_parent(walk->page, node);
  pith_node_kind kind = pith_node_get_kind(walk->page, node);
  pith_node in = parent == PITH_NODE_NONE ? node : walk->block[parent];
  page_layout_enter(&walk->places, node);
  if (kind == PITH_NODE_CONTENT)
    in = PITH_NODE_NONE;
  walk->block[node] = in;
  if (in == PITH_NODE_NONE)
    return true;
  if (kind == PITH_NODE_ELEMENT) {
    pith_slice name = pith_node_name(walk->page, node);
    if (is_left_out(walk->page, node, name))
      walk->block[node] = PITH_NODE_NONE;
    else if (is_block(name))
      walk->block[node] = node;
    else if (is_one_of(name, spaces))
      return add_text(walk, (pith_slice){" ", 1});
    return true;
  }
  if (kind != PITH_NODE_TEXT || is_boilerplate(walk, node))
    return true;
  if (in != walk->at && !end_passage(walk))
    return false;
  walk->at = in;
  return take_text(walk, node);
}

/* --- where passages stand ----------------------------------------------------
 */

static void
place_passage(const page_layout *places, passage *one)
{
  const layout_node *at = &places->items[one->region];
  uint8_t links = one->box_count;
  one->region = at->region + (one->traits & PASSAGE_LINK);
  one->box_count = 0;
  if (one->traits & PASSAGE_LINK && links & LINK_SIBLING)
    one->traits |= PASSAGE_SIBLING;
  if (at->box == PITH_NODE_NONE) {
    one->traits |= links & LINK_INWARD ? PASSAGE_INWARD : 0;
    return;
  }
  const layout_node *box = &places->items[at->box];
  /* A box that is all link is of another kind than one with text. */
  one->box = box->region + (5ull * box->linked >= 4ull * box->text);
  if (box->links & LINK_INWARD)
    one->traits |= PASSAGE_INWARD;
  else if (box->links & LINK_AWAY)
    one->traits |= PASSAGE_AWAY;
  one->region += one->traits & PASSAGE_AWAY;
}

static int
compare_numbers(const void *a, const void *b)
{
  const uint64_t *one = a, *two = b;
  return *one < *two ? -1 : *one > *two;
}

/* Count boxes of one kind. `boxes` has the kind of each, one a box. */
static uint8_t
count_boxes(const uint64_t *boxes, size_t count, uint64_t box)
{
  const uint64_t *found =
      bsearch(&box, boxes, count, sizeof *boxes, compare_numbers);
  size_t at = found ? (size_t)(found - boxes) : 0, box_count = found != NULL;
  for (size_t i = at; i-- > 0 && boxes[i] == box && box_count < BOX_COUNT_MOST;)
    box_count++;
  for (size_t i = at + 1;
       i < count && boxes[i] == box && box_count < BOX_COUNT_MOST; i++)
    box_count++;
  return (uint8_t)box_count;
}

static bool
place_all(passage_walk *walk)
{
  passages *out = walk->out;
  uint64_t *boxes = malloc((out->count + 1) * sizeof *boxes);
  pith_node last = PITH_NODE_NONE;
  size_t count = 0;
  if (!boxes)
    return false;
  page_layout_close(&walk->places, is_block);
  for (size_t i = 0; i < out->count; i++) {
    pith_node box = walk->places.items[out->items[i].region].box;
    place_passage(&walk->places, &out->items[i]);
    if (box != PITH_NODE_NONE && box != last)
      boxes[count++] = out->items[i].box;
    last = box;
  }
  qsort(boxes, count, sizeof *boxes, compare_numbers);
  for (size_t i = 0; i < out->count; i++)
    if (out->items[i].box != 0)
      out->items[i].box_count = count_boxes(boxes, count, out->items[i].box);
  free(boxes);
  return true;
}

bool
passages_read(const pith_page *page, const web_url *address, passages *out)
{
  passage_walk walk = {.page = page, .at = PITH_NODE_NONE, .out = out};
  uint32_t count = pith_page_node_count(page);
  bool fine = false;
  memset(out, 0, sizeof *out);
  walk.block = malloc(count * sizeof *walk.block);
  walk.verdicts = pith_page_verdicts(page, &walk.verdict_count);
  if (page_layout_open(page, address, &walk.places) && walk.block) {
    fine = true;
    for (pith_node n = 0; n < count && fine; n++)
      fine = visit(&walk, n);
    fine = fine && end_passage(&walk) && place_all(&walk) && drop_copies(out) &&
           passages_seal(out);
  }
  page_layout_done(&walk.places);
  free(walk.block);
  free(walk.text);
  if (!fine)
    passages_done(out);
  return fine;
}
