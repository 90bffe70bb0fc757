/*
 * See page_sheet.h. One loop over the nodes, with a stack of the elements that
 * are open; then the numbers of lines are found, which needs the whole page.
 */
#include "block/page_sheet.h"

#include "base/hash64.h"
#include "base/radix.h"
#include "base/slice.h"
#include "block/display.h"
#include "block/element_sign.h"
#include "block/text_measure.h"

#include <string.h>

#define CLOSE_FACTOR PITH_HASH64_C

/* A page's line numbers: at least so many in one place, and so many of a
 * hundred texts there that go on counting. */
enum { COUNTERS_LEAST = 3, COUNTERS_SHARE = 80 };

/* A keyword list: at least so many commas, a comma for so many words. */
enum { COMMAS_LEAST = 3, WORDS_PER_COMMA = 4 };

typedef struct open_element {
  uint32_t end; /* the first node that is not in it */
  bool in_link;
  uint64_t path; /* hash of its sign and those it is in */
  uint64_t sign;
} open_element;

/* A text and where it stands, for finding line numbers. */
typedef struct place {
  uint64_t path;
  uint32_t token;
  uint32_t first, last; /* what it counts */
  bool counts;
} place;

struct pith_sheet_maker {
  pith_memory *memory; /* borrowed */
  pith_buffer room;    /* collapsed text */
  pith_buffer title;   /* of the page, folded, blanks around it */
  pith_buffer folded;  /* a text that may be the title */
  bool has_title;
  open_element *stack;
  uint32_t depth;
  uint32_t stack_capacity;
  place *places;
  uint32_t place_count;
  uint32_t place_capacity;
  uint32_t counters; /* places that count */
  uint64_t *keys;    /* room for sorting places, twice */
  uint32_t key_capacity;
};

pith_status
pith__sheet_maker_new(pith_memory *memory, pith_sheet_maker **out)
{
  *out = NULL;
  pith_sheet_maker *maker = pith__memory_resize(memory, NULL, 0, sizeof *maker);
  if (!maker)
    return pith__memory_status(memory);
  memset(maker, 0, sizeof *maker);
  maker->memory = memory;
  pith__buffer_init(&maker->room, memory);
  pith__buffer_init(&maker->title, memory);
  pith__buffer_init(&maker->folded, memory);
  *out = maker;
  return PITH_OK;
}

void
pith__sheet_maker_free(pith_sheet_maker *maker)
{
  if (!maker)
    return;
  pith_memory *memory = maker->memory;
  pith__buffer_done(&maker->room);
  pith__buffer_done(&maker->title);
  pith__buffer_done(&maker->folded);
  pith__memory_free(memory, maker->stack,
                    maker->stack_capacity * sizeof *maker->stack);
  pith__memory_free(memory, maker->places,
                    maker->place_capacity * sizeof *maker->places);
  pith__memory_free(memory, maker->keys,
                    maker->key_capacity * sizeof *maker->keys);
  pith__memory_free(memory, maker, sizeof *maker);
}

void
pith__page_sheet_init(pith_page_sheet *sheet, pith_memory *memory)
{
  memset(sheet, 0, sizeof *sheet);
  sheet->memory = memory;
  pith__buffer_init(&sheet->examples, memory);
}

void
pith__page_sheet_done(pith_page_sheet *sheet)
{
  pith__memory_free(sheet->memory, sheet->tokens,
                    sheet->capacity * sizeof *sheet->tokens);
  pith__buffer_done(&sheet->examples);
  pith__page_sheet_init(sheet, sheet->memory);
}

static bool
add_token(pith_page_sheet *sheet, pith_sheet_token token)
{
  void *items = sheet->tokens;
  if (sheet->count == sheet->capacity &&
      !pith__memory_grow(sheet->memory, &items, &sheet->capacity,
                         sheet->count + 1, UINT32_MAX / 2, sizeof token))
    return false;
  sheet->tokens = items;
  sheet->tokens[sheet->count++] = token;
  sheet->shape =
      pith__hash64_pair(sheet->shape, token.hash + token.facts % 0x10000u);
  return true;
}

static bool
push(pith_sheet_maker *maker, open_element element)
{
  void *items = maker->stack;
  if (maker->depth == maker->stack_capacity &&
      !pith__memory_grow(maker->memory, &items, &maker->stack_capacity,
                         maker->depth + 1, UINT32_MAX / 2, sizeof element))
    return false;
  maker->stack = items;
  maker->stack[maker->depth++] = element;
  return true;
}

static bool
add_place(pith_sheet_maker *maker, place at)
{
  void *items = maker->places;
  if (maker->place_count == maker->place_capacity &&
      !pith__memory_grow(maker->memory, &items, &maker->place_capacity,
                         maker->place_count + 1, UINT32_MAX / 2, sizeof at))
    return false;
  maker->places = items;
  maker->places[maker->place_count++] = at;
  maker->counters += at.counts;
  return true;
}

/* Elements that can hold all the text of a page. */
static bool
is_container(pith_tag tag)
{
  switch (tag) {
  case PITH_TAG_UNKNOWN:
  case PITH_TAG_ARTICLE:
  case PITH_TAG_ASIDE:
  case PITH_TAG_BODY:
  case PITH_TAG_CENTER:
  case PITH_TAG_DIV:
  case PITH_TAG_FONT:
  case PITH_TAG_FORM:
  case PITH_TAG_HEADER:
  case PITH_TAG_HTML:
  case PITH_TAG_MAIN:
  case PITH_TAG_NOSCRIPT:
  case PITH_TAG_SECTION:
  case PITH_TAG_SPAN:
    return true;
  default:
    return false;
  }
}

static bool
is_table_part(pith_tag tag)
{
  switch (tag) {
  case PITH_TAG_TABLE:
  case PITH_TAG_TBODY:
  case PITH_TAG_TD:
  case PITH_TAG_TH:
  case PITH_TAG_THEAD:
  case PITH_TAG_TR:
    return true;
  default:
    return false;
  }
}

static uint32_t
facts_of(const pith_tree_node *node, const pith_element_sign *sign)
{
  pith_tag tag = node->space == PITH_NAMESPACE_HTML ? (pith_tag)node->tag
                                                    : PITH_TAG_UNKNOWN;
  uint32_t facts = PITH_SHEET_OPEN;
  if (is_table_part(tag))
    facts |= PITH_SHEET_CONTAINER | PITH_SHEET_TABLE;
  else if (is_container(tag))
    facts |= PITH_SHEET_CONTAINER;
  if (tag >= PITH_TAG_H1 && tag <= PITH_TAG_H4)
    facts |= PITH_SHEET_HEADING;
  if (sign->link)
    facts |= PITH_SHEET_LINK;
  if (sign->comments)
    facts |= PITH_SHEET_COMMENTS;
  return facts;
}

/* The title of the page, between blanks, so that whole words are found. */
static void
note_title(pith_sheet_maker *maker, const pith_tree *tree, uint32_t node)
{
  if (maker->has_title)
    return;
  pith__buffer_append_char(&maker->title, ' ');
  for (uint32_t n = node + 1; n < tree->nodes[node].end; n++)
    if (tree->nodes[n].kind == PITH_NODE_TEXT)
      pith__text_fold(pith__tree_text(tree, n), &maker->title);
  pith__buffer_append_char(&maker->title, ' ');
  maker->has_title = true;
}

static bool
contains(pith_slice text, pith_slice part)
{
  for (size_t i = 0; i + part.len <= text.len; i++)
    if (memcmp(text.data + i, part.data, part.len) == 0)
      return true;
  return false;
}

/* Whether a text is a third of the title or more, word for word. */
static bool
is_title(pith_sheet_maker *maker, pith_slice text)
{
  if (!maker->has_title || text.len + 2 > 4 * maker->title.len ||
      3 * text.len + 2 < maker->title.len)
    return false;
  pith__buffer_clear(&maker->folded);
  pith__buffer_append_char(&maker->folded, ' ');
  pith__text_fold(text, &maker->folded);
  pith__buffer_append_char(&maker->folded, ' ');
  pith_slice folded = pith__buffer_slice(&maker->folded);
  pith_slice title = pith__buffer_slice(&maker->title);
  return !maker->folded.failed && !maker->title.failed && folded.len > 2 &&
         3 * (folded.len - 2) >= title.len - 2 && contains(title, folded);
}

static uint32_t
facts_of_text(pith_sheet_maker *maker, const pith_text_measure *measure,
              bool in_link)
{
  uint32_t facts = PITH_SHEET_TEXT | measure->words << PITH_SHEET_WORDS_SHIFT;
  if (!measure->letters)
    facts |= PITH_SHEET_FIGURES;
  if (measure->sentence)
    facts |= PITH_SHEET_SENTENCE;
  else if (measure->commas >= COMMAS_LEAST &&
           measure->commas * WORDS_PER_COMMA >= measure->words)
    facts |= PITH_SHEET_KEYWORDS;
  if (!in_link && is_title(maker, measure->shown))
    facts |= PITH_SHEET_TITLE;
  if (measure->shown.len <= PITH_SHEET_EXAMPLE_MOST)
    facts |= PITH_SHEET_EXAMPLE;
  return facts;
}

static bool
add_text(pith_sheet_maker *maker, const pith_tree *tree, uint32_t node,
         pith_page_sheet *sheet)
{
  pith_text_measure measure;
  if (!pith__text_measure(pith__tree_text(tree, node), &maker->room, &measure))
    return !maker->room.failed;
  static const open_element nothing = {0, false, 0, 0};
  const open_element *in =
      maker->depth > 0 ? &maker->stack[maker->depth - 1] : &nothing;
  uint32_t facts = facts_of_text(maker, &measure, in->in_link);
  pith_sheet_token token = {measure.hash, facts, node};
  place at = {in->path, sheet->count, measure.count_first, measure.count_last,
              measure.counts};
  if (facts & PITH_SHEET_EXAMPLE) {
    pith__buffer_append_char(&sheet->examples, (char)measure.shown.len);
    pith__buffer_append(&sheet->examples, measure.shown.data,
                        measure.shown.len);
  }
  sheet->content = pith__hash64_pair(sheet->content, measure.hash);
  return add_place(maker, at) && add_token(sheet, token);
}

/* An element that is shown. *next is the node to go on with. */
static bool
add_element(pith_sheet_maker *maker, const pith_tree *tree, uint32_t *next,
            pith_page_sheet *sheet)
{
  uint32_t n = *next;
  const pith_tree_node *node = &tree->nodes[n];
  pith_display display = pith__display_of(tree, n, PITH_VIEW_SHOWN);
  *next = node->end;
  if (display == PITH_DISPLAY_NONE) {
    if (node->tag == PITH_TAG_TITLE && node->space == PITH_NAMESPACE_HTML)
      note_title(maker, tree, n);
    else if (node->tag == PITH_TAG_HEAD)
      *next = n + 1; /* for the title; nothing else in it is shown */
    return true;
  }
  pith_element_sign sign = pith__element_sign(tree, n);
  pith_sheet_token token = {sign.hash, facts_of(node, &sign), n};
  bool closed = display == PITH_DISPLAY_REPLACED || node->end == n + 1;
  if (closed)
    token.facts |= PITH_SHEET_VOID;
  if (!add_token(sheet, token))
    return false;
  if (closed)
    return true;
  *next = n + 1;
  uint64_t above = 0;
  bool in_link = sign.link;
  if (maker->depth > 0) {
    above = maker->stack[maker->depth - 1].path;
    in_link |= maker->stack[maker->depth - 1].in_link;
  }
  open_element element = {node->end, in_link,
                          pith__hash64_pair(above, sign.hash), sign.hash};
  return push(maker, element);
}

/* Close what ends before node `next`. */
static bool
close_elements(pith_sheet_maker *maker, uint32_t next, pith_page_sheet *sheet)
{
  while (maker->depth > 0 && maker->stack[maker->depth - 1].end <= next) {
    const open_element *element = &maker->stack[--maker->depth];
    pith_sheet_token token = {element->sign * CLOSE_FACTOR, PITH_SHEET_CLOSE,
                              next};
    if (!add_token(sheet, token))
      return false;
  }
  return true;
}

/* The places that stand in one part of the page, in order: are they numbers
 * of lines? */
static void
judge_places(pith_sheet_maker *maker, pith_page_sheet *sheet,
             const uint64_t *keys, uint32_t count)
{
  uint32_t rising = 0;
  const place *before = NULL;
  for (uint32_t i = 0; i < count; i++) {
    const place *at = &maker->places[(uint32_t)keys[i]];
    if (at->counts && (at->last > at->first || !before || at->first == 1 ||
                       (before->counts && at->first == before->last + 1)))
      rising++;
    before = at;
  }
  if (rising < COUNTERS_LEAST && !(count == 1 && before && before->counts &&
                                   before->last - before->first >= 2))
    return;
  if (rising * 100 < count * COUNTERS_SHARE)
    return;
  for (uint32_t i = 0; i < count; i++)
    sheet->tokens[maker->places[(uint32_t)keys[i]].token].facts |=
        PITH_SHEET_COUNTER;
}

/* Find the numbers of lines: texts that count and stand in places of one path.
 * Texts are brought together by sorting the upper half of their paths. */
static bool
find_counters(pith_sheet_maker *maker, pith_page_sheet *sheet)
{
  uint32_t count = maker->place_count;
  void *items = maker->keys;
  if (maker->counters == 0)
    return true;
  if (!pith__memory_grow(maker->memory, &items, &maker->key_capacity, 2 * count,
                         UINT32_MAX, sizeof *maker->keys))
    return false;
  maker->keys = items;
  for (uint32_t i = 0; i < count; i++)
    maker->keys[i] = (maker->places[i].path >> 32 << 32) | i;
  const uint64_t *sorted =
      pith__radix_sort(maker->keys, maker->keys + count, count);
  for (uint32_t from = 0, to; from < count; from = to) {
    to = from + 1;
    while (to < count && sorted[to] >> 32 == sorted[from] >> 32)
      to++;
    judge_places(maker, sheet, sorted + from, to - from);
  }
  return true;
}

static void
begin(pith_sheet_maker *maker, pith_page_sheet *sheet)
{
  maker->depth = 0;
  maker->place_count = 0;
  maker->counters = 0;
  maker->has_title = false;
  pith__buffer_clear(&maker->room);
  pith__buffer_clear(&maker->title);
  pith__buffer_clear(&maker->folded);
  sheet->count = 0;
  sheet->content = 0;
  sheet->shape = 0;
  pith__buffer_clear(&sheet->examples);
}

static bool
walk(pith_sheet_maker *maker, const pith_tree *tree, pith_page_sheet *sheet)
{
  for (uint32_t n = 0; n < tree->count;) {
    if (!close_elements(maker, n, sheet))
      return false;
    uint32_t next = n + 1;
    bool ok = true;
    if (tree->nodes[n].kind == PITH_NODE_TEXT) {
      ok = add_text(maker, tree, n, sheet);
    } else if (tree->nodes[n].kind == PITH_NODE_ELEMENT) {
      next = n;
      ok = add_element(maker, tree, &next, sheet);
    }
    if (!ok)
      return false;
    n = next;
  }
  return close_elements(maker, tree->count, sheet);
}

pith_status
pith__page_sheet_make(pith_sheet_maker *maker, const pith_tree *tree,
                      pith_page_sheet *sheet)
{
  begin(maker, sheet);
  if (!walk(maker, tree, sheet) || !find_counters(maker, sheet) ||
      maker->title.failed || maker->folded.failed || sheet->examples.failed)
    return pith__memory_status(maker->memory->refused ? maker->memory
                                                      : sheet->memory);
  return PITH_OK;
}
