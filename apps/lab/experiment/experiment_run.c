/* experiment_run.c: one run of an experiment: all topics asked in one way.
 *
 *   topics ──► index ──► lines of a run file ──► read back ──► measures, ranks
 *
 * What is measured is the file as written: trec_eval has the same figures.
 */
#include "lab/experiment/experiment_work.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Processor time: what else the machine does is none of the run's cost. */
static double
now(void)
{
  struct timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

/* The lines of one topic. */
static void
write_hits(const experiment *work, const experiment_run *run,
           const topic *asked, const search_hits *hits, text_out *out)
{
  for (size_t i = 0; i < hits->count; i++) {
    const survey_page *page = survey_find(&work->survey, hits->items[i].page);
    if (page)
      text_out_print(out, "%s Q0 %s %zu %.12g %s\n", asked->id, page->name,
                     i + 1, hits->items[i].score, run->name);
  }
}

/* How to ask this topic: by default in all fields but the one that the
 * question was made from. Finding a title by itself would prove nothing. */
static search_run
how_to_ask(const experiment *work, const experiment_run *run,
           const topic *asked)
{
  search_run how = run->how;
  experiment_titles titles = work->options->titles;
  bool known = work->options->known_item > 0;
  bool from_title = known && strncmp(asked->id, "title-", 6) == 0;
  if (titles == TITLES_NEVER || (titles == TITLES_FAIR && from_title))
    how.fields[SEARCH_TITLE] = 0;
  return how;
}

/* Only the time of the queries counts, not that of writing. */
static exit_code
ask_topics(experiment *work, experiment_run *run, text_out *out)
{
  exit_code code = EXIT_FINE;
  progress bar =
      progress_start(work->options->progress, run->name, work->topics.count);
  for (size_t i = 0; i < work->topics.count && code == EXIT_FINE; i++) {
    const topic *asked = &work->topics.items[i];
    search_hits hits;
    search_run how = how_to_ask(work, run, asked);
    double start = now();
    code = search_index_words(work->index, asked->text, strlen(asked->text),
                              &how, work->options->depth, &hits);
    run->seconds += now() - start;
    if (code != EXIT_FINE)
      break;
    write_hits(work, run, asked, &hits, out);
    search_hits_done(&hits);
    progress_show(&bar, i + 1);
  }
  progress_end(&bar);
  return code;
}

/* Written before it is measured: what is measured is what is on disk. The
 * lines are handed over to the table, which cuts them into words in place. */
exit_code
experiment_run_make(experiment *work, experiment_run *run,
                    const output_tree *folder)
{
  text_out lines;
  run_table table;
  text_out_init(&lines, -1);
  exit_code code = ask_topics(work, run, &lines);
  char *text = need_text(&lines);
  THEN(code, output_write(folder, run->name, ".run", text, lines.len));
  if (code != EXIT_FINE) {
    free(text);
    return code;
  }
  TRY(run_table_take(text, lines.len, run->name, &table));
  metric_run_measure(&work->judged, &table, &run->measured);
  /* The rank of every judged document, in the order of the judgements. */
  const judgement_table *judged = &work->judged;
  run->ranks = need(judged->count, sizeof *run->ranks);
  for (size_t i = 0; i < judged->count; i++) {
    size_t count;
    const run_row *rows =
        run_table_find(&table, judged->items[i].topic, &count);
    for (size_t k = 0; k < count && run->ranks[i] == 0; k++)
      if (strcmp(rows[k].document, judged->items[i].document) == 0)
        run->ranks[i] = (uint32_t)k + 1;
  }
  run_table_done(&table);
  return EXIT_FINE;
}

void
experiment_run_done(experiment_run *run)
{
  metric_table_done(&run->measured);
  free(run->ranks);
}

/* By its name, since that is what the reports show. */
bool
run_is_cut(const experiment_run *run)
{
  return strncmp(run->name, "cut-", 4) == 0;
}
