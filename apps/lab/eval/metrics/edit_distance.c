/* edit_distance.c: see the header.
 *
 * The usual table has d[i][j], the distance of the first i words of gold and
 * the first j of the text. Neighbours differ by -1, 0 or 1, so a column is kept
 * as two sets of bits: where d grows from one row to the next, and where it
 * falls (Myers 1999). Columns longer than 64 rows are blocks, with the change
 * at the lower border of a block carried into the next:
 *
 *            text j ──►
 *     gold   ┌───────┐
 *      i     │ block │ rises, falls
 *      │     ├───────┤ ◄── carried: +1, 0 or -1
 *      ▼     │ block │
 *            └───────┘ ◄── d of all gold words, counted along
 *
 * What both texts begin and end with costs nothing and is left out first.
 */
#include "lab/eval/metrics/edit_distance.h"

#include "common/system/need.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What is left of both texts, and the column at hand. */
typedef struct edit_work {
  const uint32_t *gold;
  const uint32_t *text;
  size_t gold_count;
  size_t text_count;
  size_t width;    /* blocks */
  uint64_t *rises; /* by block */
  uint64_t *falls;
  uint64_t *mask;   /* rows with the word at hand; zeroed between words */
  uint32_t *starts; /* of the places of a word of gold */
  uint32_t *places;
} edit_work;

void
edit_room_done(edit_room *room)
{
  free(room->bits);
  free(room->numbers);
  memset(room, 0, sizeof *room);
}

static void
prepare(edit_work *work, edit_room *room, uint32_t words)
{
  size_t width = (work->gold_count + 63) / 64;
  NEED_NEW(room->bits, room->bit_capacity, 3 * width);
  NEED_NEW(room->numbers, room->number_capacity,
           (size_t)words + 1 + work->gold_count);
  work->width = width;
  work->rises = room->bits;
  work->falls = work->rises + width;
  work->mask = work->falls + width;
  memset(work->rises, 0xFF, width * sizeof *work->rises);
  memset(work->falls, 0, 2 * width * sizeof *work->falls);
  work->starts = room->numbers;
  work->places = work->starts + words + 1;
  word_places(work->gold, work->gold_count, words, work->starts, work->places);
}

/* Go on by one word of the text. The first row of the table grows by one in
 * each column, which is what is carried into the first block. Returns by how
 * much the last row changes. */
static int
step_column(edit_work *work)
{
  uint64_t up = 1, down = 0; /* carried */
  uint64_t last = (uint64_t)1 << (work->gold_count - 1) % 64;
  int change = 0;
  for (size_t w = 0; w < work->width; w++) {
    uint64_t rise = work->rises[w], fall = work->falls[w];
    uint64_t equal = work->mask[w] | down;
    uint64_t below = work->mask[w] | fall;
    uint64_t same = (((equal & rise) + rise) ^ rise) | equal;
    uint64_t more = fall | ~(same | rise), less = rise & same;
    if (w + 1 == work->width)
      change = (more & last ? 1 : 0) - (less & last ? 1 : 0);
    uint64_t next_up = more >> 63, next_down = less >> 63;
    more = more << 1 | up;
    less = less << 1 | down;
    work->rises[w] = less | ~(below | more);
    work->falls[w] = more & below;
    up = next_up;
    down = next_down;
  }
  return change;
}

/* The distance of what is left; both have words. */
static size_t
count_edits(edit_work *work)
{
  size_t distance = work->gold_count;
  for (size_t j = 0; j < work->text_count; j++) {
    const uint32_t *from = work->places + work->starts[work->text[j]];
    const uint32_t *to = work->places + work->starts[work->text[j] + 1];
    for (const uint32_t *at = from; at < to; at++)
      work->mask[*at / 64] |= (uint64_t)1 << *at % 64;
    distance = (size_t)((ptrdiff_t)distance + step_column(work));
    for (const uint32_t *at = from; at < to; at++)
      work->mask[*at / 64] = 0;
  }
  return distance;
}

double
edit_similarity(edit_room *room, const word_list *gold, const word_list *text,
                uint32_t words)
{
  edit_work work = {.gold = gold->words,
                    .text = text->words,
                    .gold_count = gold->count,
                    .text_count = text->count};
  size_t most = gold->count > text->count ? gold->count : text->count;
  while (work.gold_count > 0 && work.text_count > 0 &&
         work.gold[0] == work.text[0]) {
    work.gold++;
    work.text++;
    work.gold_count--;
    work.text_count--;
  }
  while (work.gold_count > 0 && work.text_count > 0 &&
         work.gold[work.gold_count - 1] == work.text[work.text_count - 1]) {
    work.gold_count--;
    work.text_count--;
  }
  room->work = 0;
  uint64_t steps = (uint64_t)work.text_count * (work.gold_count / 64 + 1);
  if (steps > text_work_most(gold, text))
    return NAN;
  room->work = steps;
  size_t distance = work.gold_count + work.text_count; /* if one is empty */
  if (work.gold_count > 0 && work.text_count > 0) {
    prepare(&work, room, words);
    distance = count_edits(&work);
  }
  return most > 0 ? 1 - (double)distance / (double)most : 1;
}
