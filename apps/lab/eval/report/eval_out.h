/* eval_out.h: an evaluation written for people and for programs. */
#ifndef EVAL_EVAL_OUT_H
#define EVAL_EVAL_OUT_H

#include "lab/eval/report/eval_summary.h"

#include "common/output/text_out.h"

/* All that is known; borrowed. */
typedef struct eval_report {
  const eval_records *gold;
  const eval_source *source;
  const eval_source *versus; /* NULL: one run only */
  const page_score *scores;  /* of the gold's records */
  const page_score *versus_scores;
  const eval_summary *summary;
  group_field by; /* the table for a terminal */
  size_t worst;   /* so many pages are in a report */
  size_t listed;  /* and so many on a terminal */
} eval_report;

/* A table, and the worst pages. */
void eval_out_text(text_out *out, const eval_report *report);

/* One object (docs/lab/eval.md). */
void eval_out_json(text_out *out, const eval_report *report);

/* One line a page. */
void eval_out_csv(text_out *out, const eval_report *report);

/* A document of its own, with pictures and the worst pages word by word. */
void eval_out_html(text_out *out, const eval_report *report);

/* The name of a page, for people. */
const char *eval_page_name(const eval_record *record);

/* Write a <pre> with the gold text; what the other text has not is <del>, what
 * only it has is <ins>. Long pieces are shortened, and after a screen or two
 * it ends. */
void diff_html(text_out *out, pith_slice gold, pith_slice text);

#endif
