/* span_score.h: labelled byte ranges beside labelled byte ranges.
 *
 * Only bytes that the gold labels are looked at. A byte that the prediction
 * does not label is not kept, so it counts as navigation. Where ranges of one
 * list overlap, the later one wins.
 */
#ifndef EVAL_SPAN_SCORE_H
#define EVAL_SPAN_SCORE_H

#include "common/json/json_scan.h"

#include "pith.h"

typedef struct label_span {
  uint64_t from;
  uint64_t to;
  bool content;
  uint32_t order; /* in its list */
} label_span;

typedef struct span_list {
  label_span *items; /* owned; in order, none overlapping once settled */
  size_t count;
  size_t capacity;
} span_list;

void span_list_done(span_list *list);

/* Add a range. */
void span_list_add(span_list *list, uint64_t from, uint64_t to, bool content);

/* Add those of a JSON array [{"from", "to", "label"}]; what is none is passed
 * over. */
void span_list_read(span_list *list, json_text array);

/* Bring the list into order and take overlaps away. */
void span_list_settle(span_list *list);

/* Bytes by label: table[gold is content][prediction is content]. */
typedef struct span_table {
  uint64_t bytes[2][2];
} span_table;

/* Count, of two lists that are settled. */
void span_score_count(const span_list *gold, const span_list *prediction,
                      span_table *out);

/* Whether a settled list calls a byte navigation. */
bool span_list_cuts(const span_list *list, uint64_t byte);

#endif
