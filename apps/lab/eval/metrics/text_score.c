/* text_score.c: two texts compared by words.
 *
 *     text ──► words ──► numbers, the same for the same word
 *                ├─ bags of words           precision, recall, F1
 *                ├─ bags of four in a row   the same, with case
 *                ├─ ROUGE-LSum              rouge_lsum.h
 *                └─ Levenshtein             edit_distance.h
 */
#include "lab/eval/metrics/text_score.h"

#include "common/system/grow.h"

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
static bool
count_common(score_room *room, const uint32_t *gold, size_t gold_count,
             const uint32_t *text, size_t text_count, size_t kinds,
             size_t *common)
{
  if (!RENEW(room->counts, room->count_capacity, kinds + 1))
    return false;
  memset(room->counts, 0, kinds * sizeof *room->counts);
  *common = 0;
  for (size_t i = 0; i < gold_count; i++)
    room->counts[gold[i]]++;
  for (size_t i = 0; i < text_count; i++)
    if (room->counts[text[i]] > 0) {
      room->counts[text[i]]--;
      ++*common;
    }
  return true;
}

/* --- shingles ----------------------------------------------------------------
 */

/* The numbers of the runs of four words of a list, as many as it has words less
 * three. A run is a word of 16 bytes: the four numbers as they are in memory.
 */
static bool
number_shingles(score_room *room, const word_list *list, int which)
{
  size_t count = list->count - SHINGLE + 1;
  if (!RENEW(room->shingles[which], room->shingle_capacity[which], count))
    return false;
  for (size_t i = 0; i < count; i++) {
    pith_slice run = {(const char *)(list->words + i),
                      SHINGLE * sizeof *list->words};
    if (!word_table_number(&room->runs, run, &room->shingles[which][i]))
      return false;
  }
  return true;
}

/* A text of fewer than four words is one shingle, and like no longer one. */
static void
score_short(const word_list *gold, const word_list *text, overlap_score *out)
{
  bool same =
      gold->count == text->count &&
      memcmp(gold->words, text->words, gold->count * sizeof *gold->words) == 0;
  double golds = gold->count < SHINGLE ? gold->count > 0
                                       : (double)(gold->count - SHINGLE + 1);
  double texts = text->count < SHINGLE ? text->count > 0
                                       : (double)(text->count - SHINGLE + 1);
  *out = overlap_score_of(same && golds > 0, texts, golds);
}

/* Bags of runs of four words, with their case. */
static bool
score_shingles(score_room *room, pith_slice gold, pith_slice text,
               overlap_score *out)
{
  size_t common;
  word_table_clear(&room->table);
  if (!word_list_read(&room->table, gold, &room->gold) ||
      !word_list_read(&room->table, text, &room->text))
    return false;
  if (room->gold.count < SHINGLE || room->text.count < SHINGLE) {
    score_short(&room->gold, &room->text, out);
    return true;
  }
  size_t golds = room->gold.count - SHINGLE + 1;
  size_t texts = room->text.count - SHINGLE + 1;
  word_table_clear(&room->runs);
  if (!number_shingles(room, &room->gold, 0) ||
      !number_shingles(room, &room->text, 1) ||
      !count_common(room, room->shingles[0], golds, room->shingles[1], texts,
                    room->runs.count, &common))
    return false;
  *out = overlap_score_of((double)common, (double)texts, (double)golds);
  return true;
}

/* --- words, ROUGE and edits --------------------------------------------------
 */

/* Lower case of all of Unicode, which may be longer than the text. */
static bool
lower(score_room *room, int which, pith_slice text, pith_slice *out)
{
  if (!RENEW(room->lower[which], room->lower_capacity[which],
             PITH_LOWER_ROOM(text.len)))
    return false;
  *out = (pith_slice){room->lower[which],
                      pith_text_lower(text, room->lower[which])};
  return true;
}

/* Words, ROUGE and edits share the numbered words of one table. */
static bool
score_words(score_room *room, pith_slice gold, pith_slice text, text_score *out)
{
  pith_slice low_gold, low_text;
  size_t common, hits = 0;
  word_table_clear(&room->table);
  if (!lower(room, 0, gold, &low_gold) || !lower(room, 1, text, &low_text) ||
      !word_list_read(&room->table, low_gold, &room->gold) ||
      !word_list_read(&room->table, low_text, &room->text) ||
      !count_common(room, room->gold.words, room->gold.count, room->text.words,
                    room->text.count, room->table.count, &common))
    return false;
  double texts = (double)room->text.count, golds = (double)room->gold.count;
  out->said = room->text.count > 0;
  out->word = overlap_score_of((double)common, texts, golds);
  rouge_outcome outcome = rouge_lsum_hits(
      &room->rouge, &room->gold, &room->text, room->table.count, &hits);
  out->too_large = outcome == ROUGE_TOO_LARGE;
  out->rouge = out->too_large ? (overlap_score){NAN, NAN, NAN}
                              : overlap_score_of((double)hits, texts, golds);
  return outcome != ROUGE_NO_MEMORY &&
         edit_similarity(&room->edit, &room->gold, &room->text,
                         room->table.count, &out->levenshtein);
}

/* Shingles keep the case and so number the words anew. */
bool
text_score_make(score_room *room, pith_slice gold, pith_slice text,
                text_score *out)
{
  memset(out, 0, sizeof *out);
  return score_words(room, gold, text, out) &&
         score_shingles(room, gold, text, &out->shingle);
}

/* Signs alone are no text. */
bool
text_has_words(pith_slice text)
{
  pith_slice word;
  size_t at = 0;
  return pith_word_next(text, &at, &word);
}
