/* paper_measure.c: see the header.
 *
 * All shares come from four numbers of a page:
 *
 *     words    whole page                  content   of them in the gold
 *     kept     after cutting               right     of them in the gold
 *
 *     content kept       right / content
 *     boilerplate cut    1 - (kept - right) / (words - content)
 *     kept is pure       right / kept
 *     cut is pure        1 - (content - right) / (words - kept)
 */
#include "lab/paper/paper_measure.h"

#include "common/system/need.h"

#include <stdlib.h>
#include <string.h>

/* A room serves one thread, page after page. */
void
measure_room_done(measure_room *room)
{
  word_table_done(&room->table);
  word_list_done(&room->gold);
  word_list_done(&room->text);
  free(room->counts);
  span_list_done(&room->spans);
  block_room_done(&room->blocks);
}

/* How many words of a text there are, and how many of them the gold has. */
static void
count_words(measure_room *room, pith_slice gold, pith_slice text,
            uint64_t *words, uint64_t *common)
{
  word_table_clear(&room->table);
  word_list_read(&room->table, gold, &room->gold);
  word_list_read(&room->table, text, &room->text);
  NEED_NEW(room->counts, room->count_capacity, room->table.count + 1);
  memset(room->counts, 0, room->table.count * sizeof *room->counts);
  for (size_t i = 0; i < room->gold.count; i++)
    room->counts[room->gold.words[i]]++;
  *words = room->text.count;
  *common = 0;
  for (size_t i = 0; i < room->text.count; i++)
    if (room->counts[room->text.words[i]] > 0) {
      room->counts[room->text.words[i]]--;
      ++*common;
    }
}

/* A page without verdicts is rendered whole. */
pith_status
measure_page(measure_room *room, pith_page *page, pith_slice gold,
             page_counts *out)
{
  pith_slice text;
  pith_status status = pith_page_set_verdicts(page, NULL, 0);
  if (status == PITH_OK)
    status = pith_page_render(page, PITH_FORMAT_TEXT, NULL, &text);
  if (status == PITH_OK)
    count_words(room, gold, text, &out->words, &out->content);
  return status;
}

/* The words of a page differ a little between renderings (a list gets its
 * numbers, say), so what is kept is never more than there is. */
pith_status
measure_verdicts(measure_room *room, pith_page *page, pith_slice gold,
                 bool blocks, page_counts *out)
{
  pith_slice text;
  uint32_t count;
  pith_status status = pith_page_render(page, PITH_FORMAT_TEXT, NULL, &text);
  if (status != PITH_OK)
    return status;
  count_words(room, gold, text, &out->kept, &out->right);
  if (out->content < out->right)
    out->content = out->right;
  if (out->words - out->content < out->kept - out->right)
    out->words = out->content + out->kept - out->right;
  if (!blocks)
    return PITH_OK;
  const pith_verdict *verdicts = pith_page_verdicts(page, &count);
  room->spans.count = 0;
  for (uint32_t i = 0; i < count; i++)
    span_list_add(&room->spans, verdicts[i].span.from, verdicts[i].span.to,
                  verdicts[i].label == PITH_CONTENT);
  span_list_settle(&room->spans);
  return block_score_count(&room->blocks, page, gold, &room->spans,
                           &out->blocks);
}

/* Nothing of nothing is all of it. */
static double
share(uint64_t part, uint64_t whole)
{
  return whole > 0 ? (double)part / (double)whole : 1;
}

/* Ageev's question, first half: was content captured? */
double
page_content_kept(const page_counts *counts)
{
  return share(counts->right, counts->content);
}

/* Second half: was the boilerplate found? */
double
page_boilerplate_cut(const page_counts *counts)
{
  uint64_t noise = counts->words - counts->content;
  return share(noise - (counts->kept - counts->right), noise);
}

/* Kuznetsov's S: nothing but content in what is left. */
double
page_kept_pure(const page_counts *counts)
{
  return share(counts->right, counts->kept);
}

/* Kuznetsov's N: no content in what was cut. */
double
page_cut_pure(const page_counts *counts)
{
  uint64_t cut = counts->words - counts->kept;
  return share(cut - (counts->content - counts->right), cut);
}
