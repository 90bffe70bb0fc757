/* experiment_correct.c: what a person says of losses, and the classes counted.
 *
 *     corrections: run, topic, page ──► class
 *        └─► sorted ──► looked up for each loss
 *
 * A correction that fits no loss (another seed, another index) is counted and
 * reported, not taken for one of something else.
 */
#include "lab/experiment/experiment_work.h"
#include "lab/experiment/trec_name.h"

#include "common/system/sorted.h"

#include <stdlib.h>
#include <string.h>

/* A correction, or a loss as the key to look one up. */
typedef struct named_correction {
  const char *run, *topic;
  char *page;                        /* as runs write it; owned */
  const experiment_correction *said; /* lent */
} named_correction;

/* By what it is about. */
static int
compare_subjects(const void *a, const void *b)
{
  const named_correction *one = a, *two = b;
  int order = strcmp(one->run, two->run);
  order = order ? order : strcmp(one->topic, two->topic);
  return order ? order : strcmp(one->page, two->page);
}

/* By loss; of one loss the later first, since that one counts. */
static int
compare_corrections(const void *a, const void *b)
{
  const named_correction *one = a, *two = b;
  int order = compare_subjects(a, b);
  return order ? order : (one->said < two->said) - (one->said > two->said);
}

/* A correction that fits no loss is reported: the usual cause is another
 * seed, and silence would look like agreement. */
static void
apply(experiment *work, named_correction *sorted, size_t count)
{
  size_t applied = 0, subjects = 0;
  qsort(sorted, count, sizeof *sorted, compare_corrections);
  for (size_t i = 0; i < work->loss_count; i++) {
    experiment_loss *loss = &work->losses[i];
    named_correction key = {work->runs[loss->run].name, loss->judged->topic,
                            (char *)loss->judged->document, NULL};
    size_t found, first = sorted_range(sorted, count, sizeof *sorted, &key,
                                       compare_subjects, &found);
    loss->by_hand = found > 0 ? sorted[first].said : NULL;
    applied += found > 0;
  }
  for (size_t i = 0; i < count; i++)
    subjects += i == 0 || compare_subjects(&sorted[i - 1], &sorted[i]) != 0;
  if (applied < subjects)
    message("%zu of %zu corrected losses are none of this experiment; are "
            "index, topics and seed those they were made with?",
            subjects - applied, subjects);
}

/* Corrections name pages by their ids; runs and losses use names without
 * blanks, so the ids are turned into such names first. */
exit_code
experiment_losses_correct(experiment *work)
{
  const experiment_correction *said = work->options->corrections;
  size_t count = work->options->correction_count;
  if (count == 0)
    return EXIT_FINE;
  named_correction *sorted = need(count, sizeof *sorted);
  for (size_t i = 0; i < count; i++)
    sorted[i] = (named_correction){said[i].run, said[i].topic,
                                   trec_name(said[i].page), &said[i]};
  apply(work, sorted, count);
  for (size_t i = 0; i < count; i++)
    free(sorted[i].page);
  free(sorted);
  return EXIT_FINE;
}

/* The class that counts in tables and in the report. */
loss_class
loss_class_of(const experiment_loss *loss)
{
  return loss->by_hand ? loss->by_hand->class : loss->class;
}

/* Both ways of counting are shown side by side in the report. */
void
experiment_losses_count(const experiment *work, size_t run, loss_counts *out)
{
  *out = (loss_counts){.all = 0};
  for (size_t i = 0; i < work->loss_count; i++) {
    const experiment_loss *loss = &work->losses[i];
    if (loss->run != run)
      continue;
    out->all++;
    out->by_rule[loss->class]++;
    for (unsigned c = 0; c < LOSS_CLASSES; c++)
      out->fitting[c] += loss->classes >> c & 1;
    out->corrected[loss_class_of(loss)]++;
    out->headings += loss->heading;
    out->looked_at += loss->by_hand != NULL;
    out->changed += loss_class_of(loss) != loss->class;
  }
}
