/*
 * See page_declared.h. The table has a fixed number of places; what does not
 * fit any more is left out, which costs a page of thousands of reviews nothing
 * that matters.
 */
#include "page/declared/page_declared.h"

#include "base/hash64.h"
#include "base/slice.h"

enum {
  PLACES = 4096,
  PLACES_USED = PLACES / 2,
  KIND_BITS = 0xFF,  /* of a place; the rest is the hash */
  TEXT_MOST = 16384, /* bytes of a text that are looked at */
  PIECE = 128        /* bytes that hold fewer words than get hashes */
};

/* Keys of linked data that hold texts, by the type of their object; the first
 * line that fits counts. NULL: of any type. */
static const struct declared_key {
  const char *type;
  const char *key;
  pith_declared_kind kind;
} declared_keys[] = {
    {NULL, "reviewBody", PITH_DECLARED_REVIEW},
    {"Review", "description", PITH_DECLARED_REVIEW},
    {"Comment", "text", PITH_DECLARED_REVIEW},
    {"Answer", "text", PITH_DECLARED_ANSWER},
    {"Person", "description", PITH_DECLARED_FRAME},
    {"Organization", "description", PITH_DECLARED_FRAME},
    {"NewsMediaOrganization", "description", PITH_DECLARED_FRAME},
    {"LocalBusiness", "description", PITH_DECLARED_FRAME},
    {"Corporation", "description", PITH_DECLARED_FRAME},
    {"WebSite", "description", PITH_DECLARED_FRAME},
    {"ImageObject", "description", PITH_DECLARED_FRAME},
    {"VideoObject", "description", PITH_DECLARED_FRAME},
    {NULL, "description", PITH_DECLARED_ABOUT},
    {NULL, "articleBody", PITH_DECLARED_ABOUT},
    {NULL, "text", PITH_DECLARED_ABOUT},
    {NULL, "headline", PITH_DECLARED_NAME},
    {"Person", "name", PITH_DECLARED_KINDS},
    {"Organization", "name", PITH_DECLARED_KINDS},
    {"WebSite", "name", PITH_DECLARED_KINDS},
    {NULL, "name", PITH_DECLARED_NAME},
};

static const struct declared_meta {
  const char *name;
  pith_declared_kind kind;
} declared_metas[] = {
    {"description", PITH_DECLARED_ABOUT},
    {"og:description", PITH_DECLARED_ABOUT},
    {"twitter:description", PITH_DECLARED_ABOUT},
    {"dc.description", PITH_DECLARED_ABOUT},
    {"og:title", PITH_DECLARED_NAME},
    {"twitter:title", PITH_DECLARED_NAME},
};

bool
pith__page_declared_begin(pith_page_declared *declared, pith_region *region)
{
  memset(declared, 0, sizeof *declared);
  declared->best = UINT32_MAX;
  pith__buffer_init(&declared->text, region->memory);
  declared->places =
      pith__region_take_zeros(region, PLACES, sizeof *declared->places);
  return declared->places != NULL;
}

void
pith__page_declared_done(pith_page_declared *declared)
{
  pith__buffer_done(&declared->text);
}

/* --- the table ------------------------------------------------------------ */

/* Three words in order. Two would be found by chance in any text of the
 * language. */
static uint32_t
hash_run(const uint32_t *words)
{
  uint64_t both = (uint64_t)words[0] << 32 | words[1];
  return (uint32_t)(pith__hash64_pair(both, words[2]) >> 32);
}

/* The place of a hash, or the free one where it would go. */
static uint32_t
place_of(const pith_page_declared *declared, uint32_t hash)
{
  uint32_t at = hash >> 20;
  while (declared->places[at] != 0 &&
         ((declared->places[at] ^ hash) & ~(uint32_t)KIND_BITS) != 0)
    at = (at + 1) & (PLACES - 1);
  return at;
}

/* A full table stops taking new hashes; kinds of known ones are still noted. */
static void
note(pith_page_declared *declared, uint32_t hash, pith_declared_kind kind)
{
  uint32_t at = place_of(declared, hash), bit = 1u << kind;
  if (declared->places[at] == 0) {
    if (declared->count == PLACES_USED)
      return;
    declared->places[at] = hash & ~(uint32_t)KIND_BITS;
    declared->count++;
  }
  declared->about +=
      kind == PITH_DECLARED_ABOUT && !(declared->places[at] & bit);
  declared->places[at] |= bit;
}

/* The kinds that a hash was declared as, a bit each. */
static uint32_t
kinds_of(const pith_page_declared *declared, uint32_t hash)
{
  return declared->places[place_of(declared, hash)] & KIND_BITS;
}

/* --- what is declared
 * --------------------------------------------------------- */

/* The end of the piece of a text that begins at `from`: at a space, if there
 * is one. */
static size_t
piece_end(pith_slice text, size_t from)
{
  size_t end = from + PIECE;
  if (end >= text.len)
    return text.len;
  while (end > from && !pith__is_space(text.data[end]))
    end--;
  for (end = end > from ? end : from + PIECE;
       end < text.len && ((unsigned char)text.data[end] & 0xC0) == 0x80;)
    end++;
  return end;
}

/* Texts are tallied in pieces, because a tally keeps few words; two words of
 * each piece go before the next. */
void
pith__page_declared_add(pith_page_declared *declared, pith_declared_kind kind,
                        pith_slice text)
{
  uint32_t words[2 + PITH_TALLY_HASHES];
  uint32_t before = 0;
  pith_text_tally tally;
  memset(&tally, 0, sizeof tally);
  text.len = text.len < TEXT_MOST ? text.len : TEXT_MOST;
  for (size_t from = 0, end; from < text.len; from = end) {
    end = piece_end(text, from);
    pith_word_list found = {words + before, 0};
    pith__text_tally_add(&tally, pith__slice(text.data + from, end - from),
                         text.len - from, &found);
    uint32_t count = before + found.count;
    for (uint32_t i = kind == PITH_DECLARED_NAME ? before : 0; i < count; i++)
      if (kind == PITH_DECLARED_NAME)
        note(declared, words[i], kind);
      else if (i + 2 < count)
        note(declared, hash_run(words + i), kind);
    before = count < 2 ? count : 2;
    memmove(words, words + count - before, before * sizeof *words);
  }
}

/* A string of linked data may hold HTML: tags and references to characters
 * become spaces. */
static void
blank_markup(pith_buffer *text)
{
  for (size_t i = 0; i < text->len; i++) {
    char open = text->data[i], close = open == '<' ? '>' : ';';
    if (open != '<' && open != '&')
      continue;
    size_t most = open == '<' ? text->len : i + 10, end = i;
    while (end < text->len && end < most && text->data[end] != close)
      end++;
    if (end == text->len || end == most)
      continue;
    memset(text->data + i, ' ', end - i + 1);
    i = end;
  }
}

/* The first row that fits decides, so special types come before the general
 * row of a key. */
void
pith__page_declared_linked(pith_page_declared *declared,
                           const pith_linked_string *string)
{
  pith_declared_kind kind = PITH_DECLARED_KINDS;
  for (size_t i = 0; i < sizeof declared_keys / sizeof declared_keys[0]; i++) {
    const struct declared_key *row = &declared_keys[i];
    if (pith__slice_equal(string->key, pith__slice_of(row->key)) &&
        (!row->type ||
         pith__slice_equal(string->type, pith__slice_of(row->type)))) {
      kind = row->kind;
      break;
    }
  }
  if (kind == PITH_DECLARED_KINDS)
    return;
  pith_slice text = string->text;
  text.len = text.len < TEXT_MOST ? text.len : TEXT_MOST;
  pith__buffer_clear(&declared->text);
  pith__json_unescape(text, &declared->text);
  if (declared->text.failed)
    return;
  blank_markup(&declared->text);
  pith__page_declared_add(declared, kind, pith__buffer_slice(&declared->text));
}

/* A page may have both description and og:description; what is in the table
 * already is not counted twice. */
void
pith__page_declared_meta(pith_page_declared *declared, pith_slice name,
                         pith_slice content)
{
  for (size_t i = 0; i < sizeof declared_metas / sizeof declared_metas[0]; i++)
    if (pith__slice_equal_folded(name, pith__slice_of(declared_metas[i].name)))
      pith__page_declared_add(declared, declared_metas[i].kind, content);
}

/* --- who repeats it ---------------------------------------------------- */

/* Only the first words of a block have hashes (PITH_TALLY_HASHES), which is
 * enough: a block that repeats a description does so from its beginning. */
static void
look_at(const pith_page_declared *declared, const uint32_t *words,
        uint32_t count, pith_block_declared *block)
{
  block->words = (uint8_t)count;
  block->runs = (uint8_t)(count > 2 ? count - 2 : 0);
  for (uint32_t i = 0; i < count; i++)
    if (kinds_of(declared, words[i]) & 1u << PITH_DECLARED_NAME)
      block->found[PITH_DECLARED_NAME]++;
  for (uint32_t i = 0; i < block->runs; i++) {
    uint32_t kinds = kinds_of(declared, hash_run(words + i));
    for (int kind = 0; kinds && kind < PITH_DECLARED_NAME; kind++)
      if (kinds & 1u << kind)
        block->found[kind]++;
  }
}

/* The best block has most runs of the description, and more than chance gives.
 */
bool
pith__page_declared_find(pith_page_declared *declared, pith_region *region,
                         const pith_block_list *list)
{
  declared->blocks =
      pith__region_take_zeros(region, list->count, sizeof *declared->blocks);
  if (!declared->blocks || declared->text.failed)
    return false;
  uint32_t most = 2; /* runs that may be the same by chance */
  for (uint32_t i = 0; i < list->count; i++) {
    const pith_list_block *block = &list->blocks[i];
    look_at(declared, list->words + block->words, block->word_count,
            &declared->blocks[i]);
    if (declared->blocks[i].found[PITH_DECLARED_ABOUT] > most) {
      most = declared->blocks[i].found[PITH_DECLARED_ABOUT];
      declared->best = i;
    }
  }
  return true;
}
