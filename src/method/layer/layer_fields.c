/*
 * See layer_fields.h.
 */
#include "method/layer/layer_fields.h"

#include "base/bits.h"

#include <string.h>

/* Running text has so many words, fewer where a sentence ends. */
enum { BODY_WORDS = 12, BODY_SENTENCE = 5, FIELD_WORDS = 30 };

/* Per cent of the partners that must have a field, and how many at least. */
enum { FIELD_SHARE = 75, ALIKE_SHARE = 50, PARTNERS_LEAST = 2 };

/* Per cent of what is new in the text of the page. */
enum { FIELDS_MOST = 15 };

enum { PARAGRAPHS_MOST = 8 };

enum { LEVEL_NONE = UINT16_MAX, WORD_MOST = 64 };

#define NEXT_NONE UINT32_MAX

void
pith__layer_fields_init(pith_layer_fields *fields, pith_memory *memory)
{
  memset(fields, 0, sizeof *fields);
  fields->memory = memory;
}

void
pith__layer_fields_done(pith_layer_fields *fields)
{
  PITH_FREE_ITEMS(fields->memory, fields->places, fields->place_capacity);
  PITH_FREE_ITEMS(fields->memory, fields->reach, fields->reach_capacity);
  pith__layer_fields_init(fields, fields->memory);
}

pith_status
pith__layer_fields_begin(pith_layer_fields *fields, const pith_layer_page *page)
{
  if (!PITH_GROW(fields->memory, fields->places, fields->place_capacity,
                 page->count, UINT32_MAX / 2))
    return pith__memory_status(fields->memory);
  memset(fields->places, 0, page->count * sizeof *fields->places);
  fields->partners = 0;
  return PITH_OK;
}

/* --- running text --------------------------------------------------------- */

/* Whether a text that others do not have is running text. */
static bool
is_running(const pith_layer_page *page, uint32_t n)
{
  const pith_layer_node *text = &page->nodes[n];
  uint32_t around = page->nodes[text->parent].facts;
  uint32_t least =
      text->facts & PITH_PROFILE_SENTENCE ? BODY_SENTENCE : BODY_WORDS;
  return text->words >= least &&
         !(text->facts & (PITH_PROFILE_FIGURES | PITH_PROFILE_KEYWORDS |
                          PITH_PROFILE_COUNTER | PITH_PROFILE_TITLE)) &&
         !(around &
           (PITH_PROFILE_LINK | PITH_PROFILE_HEADING | PITH_PROFILE_COMMENTS));
}

/* Levels saturate; deeper than that no element leads or trails. */
static uint16_t
next_level(uint16_t level)
{
  return level < LEVEL_NONE - 1 ? (uint16_t)(level + 1) : level;
}

/* From the last node to the first: the running text at or after each. */
static void
link_bodies(pith_layer_reach *reach, uint32_t count)
{
  uint32_t next = NEXT_NONE;
  for (uint32_t n = count; n-- > 0;) {
    if (reach[n].body)
      next = n;
    reach[n].next = next;
  }
}

/* How far up each node leads and trails. A node that has nothing of its parent
 * before it leads where the parent does. */
static void
spread_levels(const pith_layer_page *page, pith_layer_reach *reach)
{
  uint32_t before = NEXT_NONE; /* running text */
  for (uint32_t n = 1; n < page->count; n++) {
    const pith_layer_node *node = &page->nodes[n];
    const pith_layer_reach *above = &reach[node->parent];
    uint32_t after =
        node->end < page->count ? reach[node->end].next : NEXT_NONE;
    bool leads = before == NEXT_NONE || before < node->parent;
    bool trails = after == NEXT_NONE || after >= page->nodes[node->parent].end;
    reach[n].level = next_level(above->level);
    reach[n].head = leads ? above->head : reach[n].level;
    reach[n].tail = trails ? above->tail : reach[n].level;
    if (reach[n].body)
      before = n;
  }
}

/* Whether running text is in a node. */
static bool
has_body(const pith_layer_page *page, const pith_layer_reach *reach, uint32_t n)
{
  return reach[n].next < page->nodes[n].end;
}

/* Zeroed for each page: reach is worked out anew for page and partner. */
static bool
make_room(pith_layer_fields *fields, uint32_t count)
{
  if (!PITH_GROW(fields->memory, fields->reach, fields->reach_capacity, count,
                 UINT32_MAX / 2))
    return false;
  memset(fields->reach, 0, count * sizeof *fields->reach);
  return true;
}

/* --- votes ---------------------------------------------------------------- */

/* Bytes beyond ASCII count as letters, whatever the script. */
static bool
is_letter(char c)
{
  unsigned char byte = (unsigned char)c;
  return byte >= 0x80 || (unsigned char)((byte | 0x20) - 'a') < 26;
}

/* The first word of a text. */
static pith_slice
first_word(const pith_layer_page *page, uint32_t n)
{
  pith_slice text = pith__tree_text(page->tree, page->nodes[n].node);
  size_t from = 0;
  while (from < text.len && !is_letter(text.data[from]))
    from++;
  size_t to = from;
  while (to < text.len && to - from < WORD_MOST && is_letter(text.data[to]))
    to++;
  return (pith_slice){text.data + from, to - from};
}

static bool
has_digit(const pith_layer_page *page, uint32_t n)
{
  pith_slice text = pith__tree_text(page->tree, page->nodes[n].node);
  for (size_t i = 0; i < text.len; i++)
    if ((unsigned)(text.data[i] - '0') < 10u)
      return true;
  return false;
}

/* How alike two texts are written: they begin with the same word, both have
 * figures in them. */
static unsigned
count_similarity(const pith_layer_page *mine, uint32_t n,
                 const pith_layer_page *partner, uint32_t other)
{
  if (mine->nodes[n].words > FIELD_WORDS ||
      partner->nodes[other].words > FIELD_WORDS)
    return 0;
  pith_slice a = first_word(mine, n), b = first_word(partner, other);
  bool begins =
      a.len > 0 && a.len == b.len && memcmp(a.data, b.data, a.len) == 0;
  return (begins ? 1u : 0u) +
         (has_digit(mine, n) && has_digit(partner, other) ? 1u : 0u);
}

/* Note which texts in the same place are written alike. */
static void
compare_texts(pith_layer_fields *fields, const pith_layer_page *mine,
              const pith_layer_page *partner, const pith_layer_aligner *aligner)
{
  for (uint32_t n = 1; n < mine->count; n++) {
    uint32_t o = aligner->other[n];
    if (o == PITH_LAYER_NONE || !pith__layer_is_text(&mine->nodes[n]))
      continue;
    unsigned similarity = count_similarity(mine, n, partner, o);
    uint8_t bit = (uint8_t)(1u << fields->partners);
    fields->places[n].alike |= similarity > 0 ? bit : 0;
    fields->places[n].form |= similarity > 1 ? bit : 0;
    fields->reach[o].form = similarity > 1;
  }
}

pith_status
pith__layer_fields_vote(pith_layer_fields *fields, const pith_layer_page *mine,
                        const pith_layer_page *other,
                        const pith_layer_aligner *aligner)
{
  uint32_t p = fields->partners;
  if (p >= PITH_LAYER_PARTNERS)
    return PITH_OK;
  if (!make_room(fields, other->count))
    return pith__memory_status(fields->memory);
  pith_layer_reach *reach = fields->reach;
  compare_texts(fields, mine, other, aligner);
  for (uint32_t n = 1; n < other->count; n++)
    reach[n].body = !reach[n].form && pith__layer_is_text(&other->nodes[n]) &&
                    !pith__layer_page_has(mine, other->nodes[n].label) &&
                    is_running(other, n);
  link_bodies(reach, other->count);
  spread_levels(other, reach);
  for (uint32_t n = 0; n < mine->count; n++) {
    uint32_t o = aligner->other[n];
    pith_layer_place *place = &fields->places[n];
    bool body = o != PITH_LAYER_NONE && has_body(other, reach, o);
    bool pure = o != PITH_LAYER_NONE && !body;
    place->head[p] = pure ? reach[o].head : LEVEL_NONE;
    place->tail[p] = pure ? reach[o].tail : LEVEL_NONE;
    place->body |= (uint8_t)(body ? 1u << p : 0u);
  }
  fields->partners++;
  return PITH_OK;
}

/* --- fields --------------------------------------------------------------- */

/* The element with the text of the page, and who has one. */
typedef struct text_of_page {
  uint32_t from, to;    /* nodes in it */
  uint32_t first, last; /* running text */
  uint16_t level;
  uint8_t voters; /* partners with running text there */
  uint32_t count; /* of them */
  const pith_layer_reach *reach;
} text_of_page;

/* Whether enough partners have a node of the kind in the place of n. */
static bool
is_placed(const pith_layer_fields *fields, const text_of_page *in, uint32_t n)
{
  const pith_layer_place *place = &fields->places[n];
  const uint16_t *levels = n < in->first ? place->head : place->tail;
  uint32_t votes = 0;
  for (uint32_t p = 0; p < fields->partners; p++)
    votes += (in->voters >> p & 1u) && levels[p] <= in->level;
  return votes * 100 >= in->count * FIELD_SHARE;
}

/* The kinds of elements in `parent` that running text is in. */
typedef struct paragraphs {
  uint32_t parent;
  uint32_t count;
  uint64_t labels[PARAGRAPHS_MOST];
} paragraphs;

/* Whether elements with this label hold running text somewhere on the page.
 * The list is short. */
static bool
is_paragraph(const paragraphs *kinds, uint64_t label)
{
  for (uint32_t i = 0; i < kinds->count; i++)
    if (kinds->labels[i] == label)
      return true;
  return false;
}

/* Asked for each element around the text in turn, so once or twice for each
 * parent. */
static void
list_paragraphs(const pith_layer_page *page, const pith_layer_reach *reach,
                uint32_t parent, paragraphs *kinds)
{
  if (kinds->parent == parent)
    return;
  kinds->parent = parent;
  kinds->count = 0;
  for (uint32_t c = parent + 1; c < page->nodes[parent].end;
       c = page->nodes[c].end)
    if (has_body(page, reach, c) && kinds->count < PARAGRAPHS_MOST &&
        !is_paragraph(kinds, page->nodes[c].label))
      kinds->labels[kinds->count++] = page->nodes[c].label;
}

/* Whether a field may begin with a node: it is beside running text, but is
 * no further paragraph, nor a link that is new. */
static bool
may_be_field(const pith_layer_page *page, const text_of_page *in,
             const pith_layer_vote *vote, uint32_t n, paragraphs *kinds)
{
  const pith_layer_node *node = &page->nodes[n];
  uint32_t body = n < in->first ? in->first : in->last;
  if (body < node->parent || body >= page->nodes[node->parent].end)
    return false;
  if (pith__layer_is_text(node))
    return vote->form;
  if ((node->facts & PITH_PROFILE_LINK) &&
      vote->same * 100 < in->count * FIELD_SHARE)
    return false;
  list_paragraphs(page, in->reach, node->parent, kinds);
  return !is_paragraph(kinds, node->label);
}

/* Whether a leading text in a placed element may be taken for a field. */
static bool
is_plain_field(const pith_layer_fields *fields, const text_of_page *in,
               const pith_layer_page *page, const pith_layer_vote *vote,
               uint32_t n)
{
  const pith_layer_node *text = &page->nodes[n];
  uint32_t around = page->nodes[text->parent].facts;
  if ((text->facts & PITH_PROFILE_TITLE) || (around & PITH_PROFILE_HEADING))
    return false;
  if (n > in->last)
    return true;
  uint32_t alike = pith__count_bits(fields->places[n].alike & in->voters);
  return (around & PITH_PROFILE_LINK) ||
         (text->facts & (PITH_PROFILE_FIGURES | PITH_PROFILE_KEYWORDS)) ||
         vote->same > 0 || alike * 100 >= in->count * ALIKE_SHARE;
}

/* Where the running text of this page begins and ends; false: it has none, or
 * there is nobody to ask. */
static bool
find_text(pith_layer_reach *reach, const pith_layer_page *page,
          const pith_layer_vote *votes, text_of_page *in)
{
  in->first = in->last = NEXT_NONE;
  for (uint32_t n = in->from; n < in->to; n++) {
    reach[n].body = pith__layer_is_text(&page->nodes[n]) &&
                    votes[n].fresh > 0 && !votes[n].form && is_running(page, n);
    if (!reach[n].body)
      continue;
    in->first = in->first == NEXT_NONE ? n : in->first;
    in->last = n;
  }
  link_bodies(reach, page->count);
  in->reach = reach;
  return in->first != NEXT_NONE && in->count >= PARTNERS_LEAST;
}

/* Which nodes around the running text are in something that partners have. */
static void
mark_fields(const pith_layer_fields *fields, const pith_layer_page *page,
            const text_of_page *in, pith_layer_vote *votes)
{
  paragraphs kinds = {.parent = PITH_LAYER_NONE};
  for (uint32_t n = in->from; n < in->to; n++) {
    bool around = page->nodes[n].end <= in->first || n > in->last;
    votes[n].field = around && (votes[page->nodes[n].parent].field ||
                                (may_be_field(page, in, &votes[n], n, &kinds) &&
                                 is_placed(fields, in, n)));
  }
  for (uint32_t n = in->to; n-- > in->from;)
    votes[n].field = votes[n].field && pith__layer_is_text(&page->nodes[n]) &&
                     is_plain_field(fields, in, page, &votes[n], n);
}

/* Fields carry little. A page of which much would go is a page of fields, and
 * they are its content. */
static void
spare_much(const pith_layer_page *page, const text_of_page *in,
           pith_layer_vote *votes)
{
  uint64_t all = 0, sum = 0;
  for (uint32_t n = in->from; n < in->to; n++)
    if (pith__layer_is_text(&page->nodes[n])) {
      all += votes[n].fresh;
      sum += votes[n].field ? votes[n].fresh : 0;
    }
  for (uint32_t n = in->from; n < in->to && sum * 100 > all * FIELDS_MOST; n++)
    votes[n].field = false;
}

pith_status
pith__layer_fields_find(pith_layer_fields *fields, const pith_layer_page *page,
                        uint32_t main, pith_layer_weigher *weigher)
{
  pith_layer_vote *votes = weigher->votes;
  text_of_page in = {.from = main + 1,
                     .to = page->nodes[main].end,
                     .voters = fields->places[main].body,
                     .count = pith__count_bits(fields->places[main].body)};
  for (uint32_t n = 1; n < page->count; n++)
    votes[n].form = fields->partners >= PARTNERS_LEAST &&
                    pith__count_bits(fields->places[n].form) * 100 >=
                        fields->partners * FIELD_SHARE;
  for (uint32_t n = main; page->nodes[n].parent != PITH_LAYER_NONE;
       n = page->nodes[n].parent)
    in.level = next_level(in.level);
  if (!make_room(fields, page->count))
    return pith__memory_status(fields->memory);
  if (find_text(fields->reach, page, votes, &in)) {
    mark_fields(fields, page, &in, votes);
    spare_much(page, &in, votes);
  }
  return PITH_OK;
}
