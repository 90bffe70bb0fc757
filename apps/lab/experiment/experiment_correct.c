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

/* A correction with the page's name as runs write it. */
typedef struct named_correction {
  const experiment_correction *said; /* lent */
  char *page;                        /* owned */
} named_correction;

/* By loss; of one loss the later first, since that one counts. */
static int
compare_corrections(const void *a, const void *b)
{
  const named_correction *one = a;
  const named_correction *two = b;
  int order = strcmp(one->said->run, two->said->run);
  if (order == 0)
    order = strcmp(one->said->topic, two->said->topic);
  if (order == 0)
    order = strcmp(one->page, two->page);
  return order ? order : (one->said < two->said) - (one->said > two->said);
}

/* A loss with the experiment it belongs to: the key of a correction. */
typedef struct loss_key {
  const experiment *work;
  const experiment_loss *loss;
} loss_key;

/* The same order as above, against a loss. */
static int
compare_with_loss(const void *item, const void *key)
{
  const named_correction *one = item;
  const loss_key *of = key;
  int order = strcmp(one->said->run, of->work->runs[of->loss->run].name);
  if (order == 0)
    order = strcmp(one->said->topic, of->loss->judged->topic);
  return order ? order : strcmp(one->page, of->loss->judged->document);
}

/* The last word on a loss, which sorts first; NULL when there is none. */
static const experiment_correction *
find_correction(const experiment *work, const named_correction *sorted,
                const experiment_loss *loss)
{
  size_t found;
  size_t first =
      sorted_range(sorted, work->options->correction_count, sizeof *sorted,
                   &(loss_key){work, loss}, compare_with_loss, &found);
  return found > 0 ? sorted[first].said : NULL;
}

/* How many things the sorted corrections are about. */
static size_t
count_subjects(const named_correction *sorted, size_t count)
{
  size_t subjects = count > 0;
  for (size_t i = 1; i < count; i++)
    subjects += strcmp(sorted[i - 1].said->run, sorted[i].said->run) != 0 ||
                strcmp(sorted[i - 1].said->topic, sorted[i].said->topic) != 0 ||
                strcmp(sorted[i - 1].page, sorted[i].page) != 0;
  return subjects;
}

/* A correction that fits no loss is reported: the usual cause is another
 * seed, and silence would look like agreement. */
static void
apply(experiment *work, named_correction *sorted)
{
  size_t count = work->options->correction_count;
  size_t found = 0;
  qsort(sorted, count, sizeof *sorted, compare_corrections);
  for (size_t i = 0; i < work->loss_count; i++) {
    experiment_loss *loss = &work->losses[i];
    loss->by_hand = find_correction(work, sorted, loss);
    found += loss->by_hand != NULL;
  }
  size_t subjects = count_subjects(sorted, count);
  if (found < subjects)
    message("%zu of %zu corrected losses are none of this experiment; are "
            "index, topics and seed those they were made with?",
            subjects - found, subjects);
}

/* Corrections name pages by their ids; runs and losses use names without
 * blanks, so the ids are turned into such names first. */
exit_code
experiment_losses_correct(experiment *work)
{
  const experiment_options *options = work->options;
  size_t count = options->correction_count;
  size_t named = 0;
  if (count == 0)
    return EXIT_FINE;
  named_correction *sorted = calloc(count, sizeof *sorted);
  while (sorted && named < count) {
    char *page = trec_name(options->corrections[named].page);
    if (!page)
      break;
    sorted[named] = (named_correction){&options->corrections[named], page};
    named++;
  }
  exit_code code = named == count ? EXIT_FINE : report_out_of_memory();
  if (code == EXIT_FINE)
    apply(work, sorted);
  while (named > 0)
    free(sorted[--named].page);
  free(sorted);
  return code;
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
    out->corrected[loss_class_of(loss)]++;
    out->headings += loss->heading;
    out->looked_at += loss->by_hand != NULL;
    out->changed += loss_class_of(loss) != loss->class;
  }
}
