/* rouge_lsum.c: see the header.
 *
 * For one line of gold (m words) the places of its words in the text are
 * gathered and sorted; everything else in the text matches nothing. Each line
 * of the text with such places is one table of the usual kind,
 *
 *     t[i][j] = length of the longest common subsequence of the first i words
 *               of gold and the first j places
 *
 * of which a column is kept as bits (lcs_row.h). The way back through the
 * columns is that of rouge_score: a match is taken; else a word of gold is
 * given up where that loses nothing; else one of the text. Words of the text
 * that match nothing count on that way as a column that repeats the one before.
 */
#include "lab/eval/metrics/rouge_lsum.h"

#include "lab/eval/metrics/lcs_row.h"

#include "common/system/need.h"
#include "common/system/sorted.h"

#include <stdlib.h>
#include <string.h>

#define NONE UINT32_MAX

/* The text and its index. All lists are in room->numbers, kept from page to
 * page. */
typedef struct rouge_run {
  rouge_room *room;
  const word_list *gold;
  const word_list *text;
  uint32_t words;
  uint32_t *starts;   /* of the places of a word, words + 1 of them */
  uint32_t *places;   /* in the text, by word */
  uint32_t *line_of;  /* by place */
  uint32_t *own;      /* by word: its number in the line at hand, or NONE */
  uint32_t *left[2];  /* by word: not used up, in gold and text */
  uint32_t *gathered; /* places of the line's words in the text */
  uint64_t work, most;
  size_t hits;
} rouge_run;

/* A line of gold, and the bits for it in room->bits. */
typedef struct gold_line {
  const uint32_t *words;
  uint32_t count;
  size_t width;    /* 64-bit words for `count` bits */
  uint64_t *seen;  /* in any common subsequence */
  uint64_t *masks; /* by own number */
  uint64_t *rows;  /* the columns of the table, one before the first */
} gold_line;

void
rouge_room_done(rouge_room *room)
{
  free(room->bits);
  free(room->numbers);
  memset(room, 0, sizeof *room);
}

/* --- the index of the text ---------------------------------------------------
 */

static void
prepare(rouge_run *run)
{
  size_t words = run->words, places = run->text->count;
  NEED_NEW(run->room->numbers, run->room->number_capacity,
           4 * words + 3 * places + 2);
  run->starts = run->room->numbers;
  run->own = run->starts + words + 1;
  run->left[0] = run->own + words;
  run->left[1] = run->left[0] + words;
  run->places = run->left[1] + words;
  run->line_of = run->places + places;
  run->gathered = run->line_of + places;
  const word_list *text = run->text;
  for (size_t line = 0, at = 0; line < text->line_count; line++)
    for (; at < text->line_ends[line]; at++)
      run->line_of[at] = (uint32_t)line;
  word_places(text->words, text->count, run->words, run->starts, run->places);
  for (uint32_t w = 0; w < run->words; w++)
    run->left[1][w] = run->starts[w + 1] - run->starts[w];
  memset(run->left[0], 0, words * sizeof(uint32_t));
  for (size_t i = 0; i < run->gold->count; i++)
    run->left[0][run->gold->words[i]]++;
  memset(run->own, 0xFF, words * sizeof(uint32_t));
}

/* --- one line of gold --------------------------------------------------------
 */

/* Number the words of the line and gather their places in the text: how many
 * places there are goes to *places, how many words to *distinct. False when the
 * places alone are too much work. */
static bool
gather(rouge_run *run, const gold_line *line, size_t *places,
       uint32_t *distinct)
{
  size_t count = 0;
  *distinct = 0;
  for (uint32_t i = 0; i < line->count; i++) {
    uint32_t word = line->words[i];
    uint32_t from = run->starts[word], to = run->starts[word + 1];
    if (run->own[word] != NONE || from == to)
      continue;
    run->own[word] = (*distinct)++;
    if (run->work + count + (to - from) > run->most)
      return false;
    memcpy(run->gathered + count, run->places + from,
           (to - from) * sizeof(uint32_t));
    count += to - from;
  }
  if (*distinct > 1) /* the places of one word rise already */
    qsort(run->gathered, count, sizeof(uint32_t), order_uint32);
  *places = count;
  return true;
}

static void
set_masks(const rouge_run *run, gold_line *line, uint32_t distinct)
{
  memset(line->seen, 0, line->width * sizeof(uint64_t));
  memset(line->masks, 0, distinct * line->width * sizeof(uint64_t));
  for (uint32_t i = 0; i < line->count; i++) {
    uint32_t own = run->own[line->words[i]];
    if (own != NONE)
      line->masks[own * line->width + i / 64] |= (uint64_t)1 << i % 64;
  }
}

/* Whether t[i] = t[i - 1] in a column. */
static bool
is_same(const uint64_t *column, uint32_t i)
{
  return column[(i - 1) / 64] >> (i - 1) % 64 & 1;
}

/* The way back, from place `count` of a line of the text that ends at `end`. */
static void
mark_common(const rouge_run *run, gold_line *line, const uint32_t *places,
            size_t count, size_t end)
{
  uint32_t i = line->count;
  size_t behind = end; /* the column to the right */
  for (size_t j = count; i > 0 && j > 0;) {
    const uint64_t *column = line->rows + j * line->width;
    uint32_t place = places[j - 1];
    if (behind > (size_t)place + 1) { /* words between that match nothing */
      while (i > 0 && is_same(column, i))
        i--;
      behind = (size_t)place + 1;
    } else if (line->words[i - 1] == run->text->words[place]) {
      i--;
      line->seen[i / 64] |= (uint64_t)1 << i % 64;
      behind = place;
      j--;
    } else if (is_same(column, i)) {
      i--;
    } else {
      behind = place;
      j--;
    }
  }
}

/* Compare with one line of the text: places [0, count) are in it. */
static void
compare_line(rouge_run *run, gold_line *line, const uint32_t *places,
             size_t count)
{
  size_t end = run->text->line_ends[run->line_of[places[0]]];
  memset(line->rows, 0xFF, line->width * sizeof(uint64_t));
  for (size_t j = 0; j < count; j++) {
    uint32_t own = run->own[run->text->words[places[j]]];
    lcs_step(line->rows + j * line->width, line->masks + own * line->width,
             line->rows + (j + 1) * line->width, line->width);
  }
  mark_common(run, line, places, count, end);
}

static void
count_hits(rouge_run *run, const gold_line *line)
{
  for (uint32_t i = 0; i < line->count; i++) {
    uint32_t word = line->words[i];
    bool hit = line->seen[i / 64] >> i % 64 & 1;
    if (hit && run->left[0][word] > 0 && run->left[1][word] > 0) {
      run->left[0][word]--;
      run->left[1][word]--;
      run->hits++;
    }
  }
}

/* The end of the run of places that are in one line of the text. */
static size_t
same_line(const rouge_run *run, size_t from, size_t count)
{
  size_t to = from + 1;
  while (to < count &&
         run->line_of[run->gathered[to]] == run->line_of[run->gathered[from]])
    to++;
  return to;
}

/* The steps and the room that the places need. */
static bool
plan(rouge_run *run, gold_line *line, size_t count, uint32_t distinct)
{
  size_t longest = 0, lines = 0;
  for (size_t from = 0, to; from < count; from = to) {
    to = same_line(run, from, count);
    longest = to - from > longest ? to - from : longest;
    lines++;
  }
  run->work += (uint64_t)count * line->width + (uint64_t)lines * line->count +
               (uint64_t)distinct * line->width + line->count;
  uint64_t room = ((uint64_t)longest + distinct + 2) * line->width;
  if (run->work > run->most || room > ROUGE_ROOM)
    return false;
  NEED_NEW(run->room->bits, run->room->bit_capacity, (size_t)room);
  line->seen = run->room->bits;
  line->masks = line->seen + line->width;
  line->rows = line->masks + distinct * line->width;
  return true;
}

static bool
take_line(rouge_run *run, const uint32_t *words, size_t word_count)
{
  gold_line line = {.words = words,
                    .count = (uint32_t)word_count,
                    .width = (word_count + 63) / 64};
  uint32_t distinct;
  size_t count;
  bool fits = gather(run, &line, &count, &distinct) &&
              plan(run, &line, count, distinct);
  if (fits) {
    set_masks(run, &line, distinct);
    for (size_t from = 0, to; from < count; from = to) {
      to = same_line(run, from, count);
      compare_line(run, &line, run->gathered + from, to - from);
    }
    count_hits(run, &line);
  }
  for (uint32_t i = 0; i < line.count; i++)
    run->own[words[i]] = NONE;
  return fits;
}

/* A line of one word: in a common subsequence if the text has the word at all,
 * however often. Lists of one word a line would else take the square of their
 * length. */
static bool
take_word(rouge_run *run, uint32_t word)
{
  uint64_t seen = run->starts[word] < run->starts[word + 1];
  gold_line line = {.words = &word, .count = 1, .width = 1, .seen = &seen};
  count_hits(run, &line);
  return ++run->work <= run->most;
}

bool
rouge_lsum_hits(rouge_room *room, const word_list *gold, const word_list *text,
                uint32_t words, size_t *hits)
{
  rouge_run run = {.room = room,
                   .gold = gold,
                   .text = text,
                   .words = words,
                   .most = text_work_most(gold, text)};
  bool fits = true;
  prepare(&run);
  for (size_t line = 0, from = 0; line < gold->line_count && fits; line++) {
    size_t to = gold->line_ends[line];
    fits = to - from == 1 ? take_word(&run, gold->words[from])
                          : take_line(&run, gold->words + from, to - from);
    from = to;
  }
  *hits = run.hits;
  room->work = run.work;
  return fits;
}
