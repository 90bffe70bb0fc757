/* eval_metrics.c: see the header.
 *
 * Rows are in the order of the columns and members. A metric is a double of the
 * page_score, found by its offset, so that a row is all it takes to have it in
 * every mean, table and file.
 */
#include "lab/eval/eval_metrics.h"

#include <math.h>
#include <string.h>

/* Where a number is in a page_score. */
#define AT(member) offsetof(page_score, member)

static const eval_metric table[] = {
    {"word_F1", "wordF1", "word F1", AT(text.word.f1), 4, true, true},
    {"word_P", "P", "word precision", AT(text.word.precision), 3, true, false},
    {"word_R", "R", "word recall", AT(text.word.recall), 3, true, false},
    {"shing_F1", "shinF1", "shingle F1", AT(text.shingle.f1), 4, true, true},
    {"shing_P", NULL, NULL, AT(text.shingle.precision), 4, true, false},
    {"shing_R", NULL, NULL, AT(text.shingle.recall), 4, true, false},
    {"rouge_F1", "rougeF1", "ROUGE-LSum F1", AT(text.rouge.f1), 4, true, true},
    {"rouge_P", NULL, NULL, AT(text.rouge.precision), 4, true, false},
    {"rouge_R", NULL, NULL, AT(text.rouge.recall), 4, true, false},
    {"levenshtein", "lev", "Levenshtein", AT(text.levenshtein), 3, true, false},
    {"with", "with", "with", AT(with), 3, false, false},
    {"without", "w/out", "without", AT(without), 3, false, false},
    {"snippets", NULL, NULL, AT(snippets), 4, false, false},
    {NULL, NULL, NULL, 0, 0, false, false},
};

enum { METRICS = sizeof table / sizeof *table - 1 };

_Static_assert(METRICS <= (int)METRICS_MOST, "groups have room for all");

const eval_metric *
eval_metrics(void)
{
  return table;
}

size_t
eval_metric_count(void)
{
  return METRICS;
}

/* Copied by bytes: the table knows offsets, not members. */
double
eval_metric_of(const page_score *score, size_t metric)
{
  double value;
  if (table[metric].of_text && !score->has_text)
    return NAN;
  memcpy(&value, (const char *)score + table[metric].offset, sizeof value);
  return value;
}
