/* text_score.c: two texts compared by words.
 *
 *     text ──► words ──► numbers, the same for the same word
 *                ├─ bags of words           precision, recall, F1
 *                ├─ bags of four in a row   the same, with case
 *                ├─ ROUGE-LSum              rouge_lsum.h
 *                └─ Levenshtein             edit_distance.h
 */
#include "lab/eval/metrics/text_score.h"

#include "common/system/need.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Words of a shingle, as scrapinghub's benchmark has it. */
enum { SHINGLE = 4 };

/* 0 where there is nothing to divide by: an empty prediction has no
 * precision to speak of. */
overlap_score
overlap_score_of(double both, double text, double gold)
{
  overlap_score score = {text > 0 ? both / text : 0, gold > 0 ? both / gold : 0,
                         0};
  if (score.precision + score.recall > 0)
    score.f1 =
        2 * score.precision * score.recall / (score.precision + score.recall);
  return score;
}

/* Everything is kept from page to page and released here. */
void
score_room_done(score_room *room)
{
  word_table_done(&room->table);
  word_list_done(&room->gold);
  word_list_done(&room->text);
  word_table_done(&room->runs);
  free(room->shingles[0]);
  free(room->shingles[1]);
  free(room->counts);
  free(room->lower[0]);
  free(room->lower[1]);
  rouge_room_done(&room->rouge);
  edit_room_done(&room->edit);
  memset(room, 0, sizeof *room);
}

/* --- bags --------------------------------------------------------------------
 */

/* How many things two lists have in common, as bags. `kinds` is above every
 * number in them. */
static size_t
count_common(score_room *room, const uint32_t *gold, size_t gold_count,
             const uint32_t *text, size_t text_count, size_t kinds)
{
  size_t common = 0;
  NEED_NEW(room->counts, room->count_capacity, kinds + 1);
  memset(room->counts, 0, kinds * sizeof *room->counts);
  for (size_t i = 0; i < gold_count; i++)
    room->counts[gold[i]]++;
  for (size_t i = 0; i < text_count; i++)
    if (room->counts[text[i]] > 0) {
      room->counts[text[i]]--;
      common++;
    }
  return common;
}

/* --- shingles ----------------------------------------------------------------
 */

/* The numbers of the runs of four words of a list, as many as it has words less
 * three. A run is a word of 16 bytes: the four numbers as they are in memory.
 */
static void
number_shingles(score_room *room, const word_list *list, int which)
{
  size_t count = list->count - SHINGLE + 1;
  NEED_NEW(room->shingles[which], room->shingle_capacity[which], count);
  for (size_t i = 0; i < count; i++) {
    pith_slice run = {(const char *)(list->words + i),
                      SHINGLE * sizeof *list->words};
    room->shingles[which][i] = word_table_number(&room->runs, run);
  }
}

/* A text of fewer than four words is one shingle, and like no longer one. */
static overlap_score
score_short(const word_list *gold, const word_list *text)
{
  bool same =
      gold->count == text->count &&
      memcmp(gold->words, text->words, gold->count * sizeof *gold->words) == 0;
  double golds = gold->count < SHINGLE ? gold->count > 0
                                       : (double)(gold->count - SHINGLE + 1);
  double texts = text->count < SHINGLE ? text->count > 0
                                       : (double)(text->count - SHINGLE + 1);
  return overlap_score_of(same && golds > 0, texts, golds);
}

/* Bags of runs of four words, with their case. */
static overlap_score
score_shingles(score_room *room, pith_slice gold, pith_slice text)
{
  word_table_clear(&room->table);
  word_list_read(&room->table, gold, &room->gold);
  word_list_read(&room->table, text, &room->text);
  if (room->gold.count < SHINGLE || room->text.count < SHINGLE)
    return score_short(&room->gold, &room->text);
  size_t golds = room->gold.count - SHINGLE + 1;
  size_t texts = room->text.count - SHINGLE + 1;
  word_table_clear(&room->runs);
  number_shingles(room, &room->gold, 0);
  number_shingles(room, &room->text, 1);
  size_t common = count_common(room, room->shingles[0], golds,
                               room->shingles[1], texts, room->runs.count);
  return overlap_score_of((double)common, (double)texts, (double)golds);
}

/* --- words, ROUGE and edits --------------------------------------------------
 */

/* Lower case of all of Unicode, which may be longer than the text. */
static pith_slice
lower(score_room *room, int which, pith_slice text)
{
  NEED_NEW(room->lower[which], room->lower_capacity[which],
           PITH_LOWER_ROOM(text.len));
  return (pith_slice){room->lower[which],
                      pith_text_lower(text, room->lower[which])};
}

/* Words, ROUGE and edits share the numbered words of one table. */
static void
score_words(score_room *room, pith_slice gold, pith_slice text, text_score *out)
{
  size_t hits = 0;
  word_table_clear(&room->table);
  word_list_read(&room->table, lower(room, 0, gold), &room->gold);
  word_list_read(&room->table, lower(room, 1, text), &room->text);
  size_t common =
      count_common(room, room->gold.words, room->gold.count, room->text.words,
                   room->text.count, room->table.count);
  double texts = (double)room->text.count, golds = (double)room->gold.count;
  out->said = room->text.count > 0;
  out->word = overlap_score_of((double)common, texts, golds);
  out->too_large = !rouge_lsum_hits(&room->rouge, &room->gold, &room->text,
                                    room->table.count, &hits);
  out->rouge = out->too_large ? (overlap_score){NAN, NAN, NAN}
                              : overlap_score_of((double)hits, texts, golds);
  out->levenshtein =
      edit_similarity(&room->edit, &room->gold, &room->text, room->table.count);
}

/* Shingles keep the case and so number the words anew. */
void
text_score_make(score_room *room, pith_slice gold, pith_slice text,
                text_score *out)
{
  memset(out, 0, sizeof *out);
  score_words(room, gold, text, out);
  out->shingle = score_shingles(room, gold, text);
}

/* Signs alone are no text. */
bool
text_has_words(pith_slice text)
{
  pith_slice word;
  size_t at = 0;
  return pith_word_next(text, &at, &word);
}
