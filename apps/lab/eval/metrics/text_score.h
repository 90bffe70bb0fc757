/* text_score.h: how far a text is the text that was wanted.
 *
 *   word      the bag of words in lower case (the WCXB measure)
 *   shingle   the bag of runs of four words, case kept (scrapinghub's)
 *   rouge     ROUGE-LSum: the longest common subsequences of the lines of
 *             the gold text with all lines of the other, taken together
 *   levenshtein  the share of the longer text that no edit of words touches
 *   snippets  the share of listed pieces that are in it
 *
 * Word, shingle and snippets are exactly those of bench/score.py of the data.
 */
#ifndef EVAL_TEXT_SCORE_H
#define EVAL_TEXT_SCORE_H

#include "lab/eval/metrics/edit_distance.h"
#include "lab/eval/metrics/rouge_lsum.h"
#include "lab/eval/metrics/text_words.h"

/* Precision, recall and their harmonic mean; 0 where they have no meaning. */
typedef struct overlap_score {
  double precision;
  double recall;
  double f1;
} overlap_score;

/* From how many things are in both, in the text and in the gold. */
overlap_score overlap_score_of(double both, double text, double gold);

typedef struct text_score {
  overlap_score word;
  overlap_score shingle;
  overlap_score rouge; /* NAN when `too_large` */
  double levenshtein;  /* similarity by edits of words; NAN: too large */
  bool too_large;      /* for ROUGE, which is not worked out then */
  bool said;           /* the text has a word */
} text_score;

/* What scoring works with, kept from page to page. Starts zeroed. */
typedef struct score_room {
  word_table table;
  word_list gold;
  word_list text;
  word_table runs;       /* of four words, as words of 16 bytes */
  uint32_t *shingles[2]; /* owned: their numbers, of gold and text */
  size_t shingle_capacity[2];
  uint32_t *counts; /* owned */
  size_t count_capacity;
  char *lower[2]; /* owned */
  size_t lower_capacity[2];
  rouge_room rouge;
  edit_room edit;
} score_room;

void score_room_done(score_room *room);

/* Compare a text with the gold text. Linear, but for ROUGE, which is left out
 * when it would take more than text_work_most() steps. */
void text_score_make(score_room *room, pith_slice gold, pith_slice text,
                     text_score *out);

/* Whether a text has a word at all. */
bool text_has_words(pith_slice text);

#endif
