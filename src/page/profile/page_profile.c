/*
 * See page_profile.h. One loop over the nodes, with a stack of the elements
 * that are open; then the numbers of lines are found, which needs the whole
 * page.
 *
 *     stack   html body ul.menu li          path: hash of all signs from the
 * root tokens  open ... open li | text       places: one for each text, with
 * its path
 *
 * Texts with the same path are in the same place of the template: that is how a
 * column of line numbers is recognised. All that a builder holds is released at
 * the end; the profile keeps its tokens and examples only.
 */
#include "page/profile/page_profile.h"

#include "base/hash64.h"
#include "base/radix.h"
#include "base/slice.h"
#include "page/element/display.h"
#include "page/element/element_sign.h"
#include "page/text/text_measure.h"

#include <string.h>

#define CLOSE_FACTOR PITH_HASH64_C

/* A page's line numbers: at least so many in one place, so many of a hundred
 * texts there that go on counting; with gaps, they start no later than this
 * and go on in steps that are no longer than this. */
enum {
  COUNTERS_LEAST = 3,
  COUNTERS_SHARE = 80,
  COUNTERS_FROM = 9,
  COUNTERS_STEP = 4
};

/* A keyword list: at least so many commas, a comma for so many words. */
enum { COMMAS_LEAST = 3, WORDS_PER_COMMA = 4 };

/* Elements in each other that most pages have at most. */
enum { STACK_USUAL = 64 };

typedef struct open_element {
  uint32_t end; /* the first node that is not in it */
  bool in_link;
  uint64_t path; /* hash of its sign and those it is in */
  uint64_t sign;
} open_element;

/* A text and where it is, for finding line numbers. */
typedef struct place {
  uint64_t path;
  uint32_t token;
  uint32_t first, last; /* what it counts */
  bool counts;
  bool in_link;
} place;

/* A profile on its way. The first four are borrowed. */
typedef struct builder {
  pith_memory *memory;
  const pith_tree *tree;
  pith_page_profile *profile;
  pith_class_memo *classes; /* of the page */
  pith_buffer room;         /* collapsed text */
  pith_buffer title;        /* of the page, folded, blanks around it */
  pith_buffer folded;       /* a text that may be the title */
  bool has_title;
  bool failed; /* a text could not be compared with the title */
  open_element *stack;
  uint32_t depth;
  uint32_t stack_capacity;
  place *places;
  uint32_t place_count;
  uint32_t place_capacity;
  uint32_t counters; /* places that count */
  uint64_t *keys;    /* room for sorting places, twice */
  uint32_t key_capacity;
} builder;

void
pith__page_profile_init(pith_page_profile *profile, pith_memory *memory)
{
  memset(profile, 0, sizeof *profile);
  profile->memory = memory;
  pith__buffer_init(&profile->examples, memory);
}

void
pith__page_profile_done(pith_page_profile *profile)
{
  PITH_FREE_ITEMS(profile->memory, profile->tokens, profile->capacity);
  pith__buffer_done(&profile->examples);
  pith__page_profile_init(profile, profile->memory);
}

/* The shape is a hash of all tokens in order; words of texts are left out of
 * it, so it is that of the template. */
static bool
add_token(builder *b, pith_profile_token token)
{
  pith_page_profile *profile = b->profile;
  if (profile->count == profile->capacity &&
      !PITH_GROW(profile->memory, profile->tokens, profile->capacity,
                 profile->count + 1, UINT32_MAX / 2))
    return false;
  profile->tokens[profile->count++] = token;
  profile->shape =
      pith__hash64_pair(profile->shape, token.hash + token.facts % 0x10000u);
  return true;
}

/* Void elements and empty ones are never pushed. */
static bool
push(builder *b, open_element element)
{
  if (b->depth == b->stack_capacity &&
      !PITH_GROW(b->memory, b->stack, b->stack_capacity, b->depth + 1,
                 UINT32_MAX / 2))
    return false;
  b->stack[b->depth++] = element;
  return true;
}

/* Texts that count are rare. If a page has none, the places are never sorted.
 */
static bool
add_place(builder *b, place at)
{
  if (b->place_count == b->place_capacity &&
      !PITH_GROW(b->memory, b->places, b->place_capacity, b->place_count + 1,
                 UINT32_MAX / 2))
    return false;
  b->places[b->place_count++] = at;
  b->counters += at.counts;
  return true;
}

/* Elements that can hold all the text of a page: all but those that are a part
 * of a text themselves. */
static bool
is_container(pith_tag tag)
{
  switch (tag) {
  case PITH_TAG_ADDRESS:
  case PITH_TAG_BLOCKQUOTE:
  case PITH_TAG_BUTTON:
  case PITH_TAG_CAPTION:
  case PITH_TAG_CITE:
  case PITH_TAG_DD:
  case PITH_TAG_DL:
  case PITH_TAG_DT:
  case PITH_TAG_FIGCAPTION:
  case PITH_TAG_FIGURE:
  case PITH_TAG_FOOTER:
  case PITH_TAG_LABEL:
  case PITH_TAG_LI:
  case PITH_TAG_MENU:
  case PITH_TAG_NAV:
  case PITH_TAG_OL:
  case PITH_TAG_P:
  case PITH_TAG_PRE:
  case PITH_TAG_Q:
  case PITH_TAG_TIME:
  case PITH_TAG_UL:
    return false;
  case PITH_TAG_FONT:
    return true;
  default:
    return !(pith__tag_properties[tag] &
             (PITH_PROPERTY_FORMATTING | PITH_PROPERTY_HEADING));
  }
}

/* Parts of tables hold text and lay it out; site methods treat both alike. */
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

/* Facts are stored in model files: bits may be added, none may change its
 * meaning. */
static uint32_t
facts_of(const pith_tree_node *node, const pith_element_sign *sign)
{
  pith_tag tag = node->space == PITH_NAMESPACE_HTML ? (pith_tag)node->tag
                                                    : PITH_TAG_UNKNOWN;
  uint32_t facts = PITH_PROFILE_OPEN;
  if (is_table_part(tag))
    facts |= PITH_PROFILE_CONTAINER | PITH_PROFILE_TABLE;
  else if (is_container(tag))
    facts |= PITH_PROFILE_CONTAINER;
  if ((tag >= PITH_TAG_H1 && tag <= PITH_TAG_H4) || sign->title)
    facts |= PITH_PROFILE_HEADING;
  if (sign->link)
    facts |= PITH_PROFILE_LINK;
  if (sign->comments)
    facts |= PITH_PROFILE_COMMENTS;
  return facts;
}

/* The title of the page, between blanks, so that whole words are found. */
static void
note_title(builder *b, uint32_t node)
{
  const pith_tree *tree = b->tree;
  if (b->has_title)
    return;
  pith__buffer_append_char(&b->title, ' ');
  for (uint32_t n = node + 1; n < tree->nodes[node].end; n++)
    if (tree->nodes[n].kind == PITH_NODE_TEXT)
      pith__text_fold(pith__tree_text(tree, n), &b->title);
  pith__buffer_append_char(&b->title, ' ');
  b->has_title = true;
}

/* Plain search: titles are short, and is_title() has compared lengths before.
 */
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
is_title(builder *b, pith_slice text)
{
  if (!b->has_title || text.len + 2 > 4 * b->title.len ||
      3 * text.len + 2 < b->title.len)
    return false;
  pith__buffer_clear(&b->folded);
  pith__buffer_append_char(&b->folded, ' ');
  pith__text_fold(text, &b->folded);
  pith__buffer_append_char(&b->folded, ' ');
  b->failed |= b->folded.failed;
  pith_slice folded = pith__buffer_slice(&b->folded);
  pith_slice title = pith__buffer_slice(&b->title);
  return !b->folded.failed && !b->title.failed && folded.len > 2 &&
         3 * (folded.len - 2) >= title.len - 2 && contains(title, folded);
}

/* Keywords are lists between commas without the end of a sentence. Short texts
 * are kept as examples, to show people what a model has learnt. */
static uint32_t
facts_of_text(builder *b, const pith_text_measure *measure, bool in_link)
{
  uint32_t facts = PITH_PROFILE_TEXT | measure->words
                                           << PITH_PROFILE_WORDS_SHIFT;
  if (!measure->letters)
    facts |= PITH_PROFILE_FIGURES;
  if (measure->sentence)
    facts |= PITH_PROFILE_SENTENCE;
  else if (measure->commas >= COMMAS_LEAST &&
           measure->commas * WORDS_PER_COMMA >= measure->words)
    facts |= PITH_PROFILE_KEYWORDS;
  if (!in_link && is_title(b, measure->shown))
    facts |= PITH_PROFILE_TITLE;
  if (measure->shown.len <= PITH_PROFILE_EXAMPLE_MOST)
    facts |= PITH_PROFILE_EXAMPLE;
  return facts;
}

/* Blank text has no token. Text outside of all elements has the empty path. */
static bool
add_text(builder *b, uint32_t node)
{
  pith_page_profile *profile = b->profile;
  pith_text_measure measure;
  if (!pith__text_measure(pith__tree_text(b->tree, node), &b->room, &measure))
    return !b->room.failed;
  static const open_element nothing = {0, false, 0, 0};
  const open_element *in = b->depth > 0 ? &b->stack[b->depth - 1] : &nothing;
  uint32_t facts = facts_of_text(b, &measure, in->in_link);
  pith_profile_token token = {measure.hash, facts, node};
  place at = {in->path,           profile->count, measure.count_first,
              measure.count_last, measure.counts, in->in_link};
  if (facts & PITH_PROFILE_EXAMPLE) {
    pith__buffer_append_char(&profile->examples, (char)measure.shown.len);
    pith__buffer_append(&profile->examples, measure.shown.data,
                        measure.shown.len);
  }
  profile->content = pith__hash64_pair(profile->content, measure.hash);
  return add_place(b, at) && add_token(b, token);
}

/* An element that is shown. *next is the node to go on with. */
static bool
add_element(builder *b, uint32_t *next)
{
  const pith_tree *tree = b->tree;
  uint32_t n = *next;
  const pith_tree_node *node = &tree->nodes[n];
  pith_display display = pith__display_of(tree, n, PITH_VIEW_SHOWN);
  *next = node->end;
  if (display == PITH_DISPLAY_NONE) {
    if (node->tag == PITH_TAG_TITLE && node->space == PITH_NAMESPACE_HTML)
      note_title(b, n);
    else if (node->tag == PITH_TAG_HEAD)
      *next = n + 1; /* for the title; nothing else in it is shown */
    return true;
  }
  pith_element_sign sign = pith__element_sign(b->classes, tree, n);
  pith_profile_token token = {sign.hash, facts_of(node, &sign), n};
  bool closed = display == PITH_DISPLAY_REPLACED || node->end == n + 1;
  if (closed)
    token.facts |= PITH_PROFILE_VOID;
  if (!add_token(b, token))
    return false;
  if (closed)
    return true;
  *next = n + 1;
  uint64_t above = 0;
  bool in_link = sign.link;
  if (b->depth > 0) {
    above = b->stack[b->depth - 1].path;
    in_link |= b->stack[b->depth - 1].in_link;
  }
  open_element element = {node->end, in_link,
                          pith__hash64_pair(above, sign.hash), sign.hash};
  return push(b, element);
}

/* Close what ends before node `next`. */
static bool
close_elements(builder *b, uint32_t next)
{
  while (b->depth > 0 && b->stack[b->depth - 1].end <= next) {
    const open_element *element = &b->stack[--b->depth];
    pith_profile_token token = {element->sign * CLOSE_FACTOR,
                                PITH_PROFILE_CLOSE, next};
    if (!add_token(b, token))
      return false;
  }
  return true;
}

/* How the texts of one part of the page count. */
typedef struct tally {
  uint32_t steps; /* texts that go on by one from the text before */
  uint32_t rises; /* texts that go on by any number */
  uint32_t first, last;
  uint32_t numbers; /* in texts that count by themselves: "1 2 3" */
} tally;

/* A list of numbers may start again at 1 in the middle: two listings with the
 * same template. */
static tally
count_places(const builder *b, const uint64_t *keys, uint32_t count)
{
  tally sum = {0};
  const place *before = NULL;
  for (uint32_t i = 0; i < count; i++) {
    const place *at = &b->places[(uint32_t)keys[i]];
    if (at->counts) {
      bool starts = !before || at->first == 1;
      bool after = before && before->counts;
      sum.steps += starts || (after && at->first == before->last + 1);
      sum.rises += starts || (after && at->first > before->last);
      sum.numbers += at->last - at->first;
      sum.last = at->last;
      if (i == 0)
        sum.first = at->first;
    }
    before = at;
  }
  return sum;
}

/* Numbers of lines go on by one; or they start low and go on in small steps,
 * where lines without a number are left out. Years and prices do neither. */
static bool
are_line_numbers(const tally *sum, uint32_t count)
{
  if (sum->steps + sum->numbers < COUNTERS_LEAST)
    return false;
  if (sum->steps * 100 >= count * COUNTERS_SHARE)
    return true;
  return count > COUNTERS_LEAST && sum->rises * 100 >= count * COUNTERS_SHARE &&
         sum->first <= COUNTERS_FROM && sum->last <= count * COUNTERS_STEP;
}

/* All texts of the place are marked, also those few that do not count: a gap
 * is part of the column. */
static void
classify_places(builder *b, const uint64_t *keys, uint32_t count)
{
  tally sum = count_places(b, keys, count);
  if (!are_line_numbers(&sum, count))
    return;
  for (uint32_t i = 0; i < count; i++)
    b->profile->tokens[b->places[(uint32_t)keys[i]].token].facts |=
        PITH_PROFILE_COUNTER;
}

/* Find the numbers of lines: texts that count and are in places of one path.
 * Texts are brought together by sorting the upper half of their paths. */
static bool
find_counters(builder *b)
{
  uint32_t count = b->place_count;
  if (b->counters == 0)
    return true;
  if (!PITH_GROW(b->memory, b->keys, b->key_capacity, 2 * count, UINT32_MAX))
    return false;
  for (uint32_t i = 0; i < count; i++)
    b->keys[i] = (b->places[i].path >> 32 << 32) | i;
  const uint64_t *sorted = pith__radix_sort(b->keys, b->keys + count, count);
  for (uint32_t from = 0, to; from < count; from = to) {
    to = from + 1;
    while (to < count && sorted[to] >> 32 == sorted[from] >> 32)
      to++;
    classify_places(b, sorted + from, to - from);
  }
  return true;
}

/* The text of the first h1 is a title too, wherever it is but in links. */
static void
find_headline(builder *b)
{
  const pith_tree *tree = b->tree;
  pith_page_profile *profile = b->profile;
  uint64_t headline = 0;
  for (uint32_t i = 0; i < b->place_count && headline == 0; i++) {
    const pith_profile_token *token = &profile->tokens[b->places[i].token];
    uint32_t parent = tree->nodes[token->node].parent;
    if (tree->nodes[parent].tag == PITH_TAG_H1)
      headline = token->hash;
  }
  for (uint32_t i = 0; i < b->place_count && headline != 0; i++) {
    pith_profile_token *token = &profile->tokens[b->places[i].token];
    if (token->hash == headline && !b->places[i].in_link)
      token->facts |= PITH_PROFILE_TITLE;
  }
}

/* Nodes of an element that is not shown are passed over at once; the head is
 * entered for its title only. */
static bool
walk(builder *b)
{
  const pith_tree *tree = b->tree;
  for (uint32_t n = 0; n < tree->count;) {
    if (!close_elements(b, n))
      return false;
    uint32_t next = n + 1;
    bool ok = true;
    if (tree->nodes[n].kind == PITH_NODE_TEXT) {
      ok = add_text(b, n);
    } else if (tree->nodes[n].kind == PITH_NODE_ELEMENT) {
      next = n;
      ok = add_element(b, &next);
    }
    if (!ok)
      return false;
    n = next;
  }
  return close_elements(b, tree->count);
}

/* Release what is needed only while a profile is made. */
static void
end(builder *b)
{
  pith_memory *memory = b->memory;
  pith__buffer_done(&b->room);
  pith__buffer_done(&b->title);
  pith__buffer_done(&b->folded);
  PITH_FREE_ITEMS(memory, b->stack, b->stack_capacity);
  PITH_FREE_ITEMS(memory, b->places, b->place_capacity);
  PITH_FREE_ITEMS(memory, b->keys, b->key_capacity);
}

/* Begin a profile, with room for as many texts as most pages have. */
static bool
begin(builder *b)
{
  pith_page_profile *profile = b->profile;
  pith__buffer_init(&b->room, b->memory);
  pith__buffer_init(&b->title, b->memory);
  pith__buffer_init(&b->folded, b->memory);
  pith__class_memo_begin(b->classes);
  profile->count = 0;
  profile->content = 0;
  profile->shape = 0;
  pith__buffer_clear(&profile->examples);
  return PITH_GROW(b->memory, b->places, b->place_capacity,
                   b->tree->count / 4 + 1, UINT32_MAX / 2) &&
         PITH_GROW(b->memory, b->stack, b->stack_capacity, STACK_USUAL,
                   UINT32_MAX / 2);
}

pith_status
pith__page_profile_make(pith_page_profile *profile, const pith_tree *tree)
{
  pith_class_memo classes;
  builder b = {.memory = profile->memory,
               .tree = tree,
               .profile = profile,
               .classes = &classes};
  bool made = begin(&b) && walk(&b) && find_counters(&b) && !b.title.failed &&
              !b.failed && !profile->examples.failed;
  if (made)
    find_headline(&b);
  end(&b);
  return made ? PITH_OK : pith__memory_status(profile->memory);
}
