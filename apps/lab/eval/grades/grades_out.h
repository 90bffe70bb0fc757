/* grades_out.h: a report of grades written for people and for programs.
 *
 * All of them show the papers' own figures beside: Table 1 of Ageev et al. and
 * Shorkin, the N±S± table of Kuznetsov, the similarity table of Yuan et al.
 */
#ifndef EVAL_GRADES_OUT_H
#define EVAL_GRADES_OUT_H

#include "lab/eval/grades/grades_report.h"

#include "common/output/text_out.h"

/* Tables and pictures as parts of a document (report_html.h), without the
 * document itself. */
void grades_out_html(text_out *out, const grades_report *report);

/* One line a grade: table, source, collection, method, grade, count, per cent,
 * and of the whole row items, mean, low, high. */
void grades_out_csv(text_out *out, const grades_report *report);

/* One object: {"v":1, "groups":[...], "papers":[...], "agreement":[...],
 * "contests":[...]}. */
void grades_out_json(text_out *out, const grades_report *report);

/* Tables for a terminal. */
void grades_out_text(text_out *out, const grades_report *report);

#endif
