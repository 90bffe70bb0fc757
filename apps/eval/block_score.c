/* block_score.c: see the header. */
#include "block_score.h"

#include <stdlib.h>
#include <string.h>

void
block_room_done(block_room *room)
{
  word_table_done(&room->table);
  word_list_done(&room->piece);
  word_list_done(&room->block);
  pair_table_done(&room->pairs[0]);
  pair_table_done(&room->pairs[1]);
  free(room->lower);
  memset(room, 0, sizeof *room);
}

/* Whether what is in an element is no text. */
static bool
is_silent(const pith_page *page, pith_node node)
{
  static const char *const silent[] = {"script",   "style",  "textarea",
                                       "template", "select", "noembed",
                                       "noscript"};
  pith_slice name = pith_node_name(page, node);
  for (size_t i = 0; i < sizeof silent / sizeof *silent; i++)
    if (name.len == strlen(silent[i]) &&
        memcmp(name.data, silent[i], name.len) == 0)
      return true;
  return false;
}

/* Room for the gold and all texts of the page in lower case: the table of
 * words borrows from it. */
static bool
reserve(block_room *room, const pith_page *page, pith_slice gold)
{
  size_t wanted = PITH_LOWER_ROOM(gold.len);
  for (pith_node n = 0; n < pith_page_node_count(page); n++)
    if (pith_node_get_kind(page, n) == PITH_NODE_TEXT)
      wanted += PITH_LOWER_ROOM(pith_node_text(page, n).len);
  if (wanted <= room->lower_capacity)
    return true;
  free(room->lower);
  room->lower = malloc(wanted);
  room->lower_capacity = room->lower ? wanted : 0;
  return room->lower != NULL;
}

/* Number the words of a text, whose lower case goes to *lower, which moves.
 * That it fits is certain while no text is in two blocks. */
static bool
read_words(block_room *room, pith_slice text, char **lower, word_list *out)
{
  size_t left = room->lower_capacity - (size_t)(*lower - room->lower);
  if (left < PITH_LOWER_ROOM(text.len))
    return false;
  size_t len = pith_text_lower(text, *lower);
  bool fine = word_list_read(&room->table, (pith_slice){*lower, len}, out);
  *lower += len;
  return fine;
}

static bool
read_gold(block_room *room, pith_slice gold, char **lower)
{
  word_list *words = &room->block;
  uint32_t pair, triple;
  word_table_clear(&room->table);
  pair_table_clear(&room->pairs[0]);
  pair_table_clear(&room->pairs[1]);
  if (!read_words(room, gold, lower, words))
    return false;
  for (size_t i = 0; i + 1 < words->count; i++)
    if (!pair_table_add(&room->pairs[0], words->words[i], words->words[i + 1],
                        &pair) ||
        (i + 2 < words->count &&
         !pair_table_add(&room->pairs[1], pair, words->words[i + 2], &triple)))
      return false;
  return true;
}

/* Whether the run of `size` words at `at` is in the gold, whose words have the
 * numbers below `known`. */
static bool
has_run(const block_room *room, const uint32_t *at, size_t size, uint32_t known)
{
  if (size == 1)
    return at[0] < known;
  uint32_t pair = pair_table_find(&room->pairs[0], at[0], at[1]);
  if (size == 2 || pair == PAIR_NONE)
    return pair != PAIR_NONE;
  return pair_table_find(&room->pairs[1], pair, at[2]) != PAIR_NONE;
}

static bool
is_noise(const block_room *room, uint32_t known)
{
  const word_list *words = &room->block;
  size_t size = words->count < 3 ? words->count : 3, there = 0;
  size_t runs = words->count - size + 1;
  for (size_t i = 0; i < runs; i++)
    there += has_run(room, words->words + i, size, known);
  return 2 * there < runs;
}

static bool
append(word_list *to, const word_list *from)
{
  if (to->count + from->count > to->capacity) {
    size_t wanted = 2 * (to->count + from->count);
    uint32_t *moved = realloc(to->words, wanted * sizeof *moved);
    if (!moved)
      return false;
    to->words = moved;
    to->capacity = wanted;
  }
  if (from->count > 0)
    memcpy(to->words + to->count, from->words,
           from->count * sizeof *from->words);
  to->count += from->count;
  return true;
}

/* Whether a text node is cut: by its first byte that is no white space. */
static bool
is_cut(const pith_page *page, pith_node node, const span_list *prediction)
{
  pith_slice text = pith_node_text(page, node);
  size_t lead = 0;
  while (lead < text.len && (text.data[lead] == ' ' ||
                             (text.data[lead] >= 9 && text.data[lead] <= 13)))
    lead++;
  return span_list_cuts(prediction, pith_node_span(page, node).from + lead);
}

/* Gather the words of a block; *lost counts those that were cut. */
static bool
read_block(block_room *room, const pith_page *page,
           const pith_visual_block *block, const span_list *prediction,
           char **lower, size_t *lost)
{
  room->block.count = 0;
  *lost = 0;
  for (pith_node n = block->first; n < block->end;) {
    if (pith_node_get_kind(page, n) == PITH_NODE_ELEMENT &&
        is_silent(page, n)) {
      n = pith_node_end(page, n);
      continue;
    }
    if (pith_node_get_kind(page, n) == PITH_NODE_TEXT) {
      if (!read_words(room, pith_node_text(page, n), lower, &room->piece) ||
          !append(&room->block, &room->piece))
        return false;
      *lost += is_cut(page, n, prediction) ? room->piece.count : 0;
    }
    n++;
  }
  return true;
}

pith_status
block_score_count(block_room *room, pith_page *page, pith_slice gold,
                  const span_list *prediction, block_counts *out)
{
  const pith_visual_block *blocks;
  uint32_t count;
  size_t lost;
  pith_status status = pith_page_vips(page, 0, &blocks, &count);
  memset(out, 0, sizeof *out);
  if (status != PITH_OK)
    return status;
  if (!reserve(room, page, gold))
    return PITH_NOMEM;
  char *lower = room->lower;
  if (!read_gold(room, gold, &lower))
    return PITH_NOMEM;
  uint32_t known = room->table.count;
  for (uint32_t b = 0; b < count; b++) {
    if (!blocks[b].leaf)
      continue;
    if (!read_block(room, page, &blocks[b], prediction, &lower, &lost))
      return PITH_NOMEM;
    if (room->block.count == 0)
      continue;
    bool noise = is_noise(room, known), found = 2 * lost > room->block.count;
    out->noise += noise;
    out->found += found;
    out->right += noise && found;
  }
  return PITH_OK;
}
