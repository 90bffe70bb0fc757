/*
 * Any bytes as topics, judgements and a run of an experiment, in the forms of
 * TREC and ROMIP, in whatever encoding they declare or seem to have: no crash,
 * tables are sorted without a row twice, and what was read, written as lines
 * and read again, is the same.
 */
#include "memory_file.h"

#include "lab/experiment/metric_query.h"
#include "lab/experiment/romip_tasks.h"
#include "lab/experiment/topic_list.h"
#include "lab/experiment/trec_file.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool
has_blank(const char *text)
{
  return strpbrk(text, " \t\r\n\f\v") != NULL;
}

/* The lines of `out` as a text with room for one more; NULL: no memory. */
static char *
take_lines(text_out *out, size_t *len)
{
  text_out_bytes(out, "", 1);
  *len = out->len - 1;
  return out->error ? NULL : out->data;
}

/* What a topic says when it is written again: white space is one blank. */
static void
check_topics(const topic_list *list)
{
  topic_list again;
  topic_list third;
  text_out lines[2];
  size_t len;
  const topic_list *before[2] = {list, &again};
  topic_list *after[2] = {&again, &third};
  for (int round = 0; round < 2; round++) {
    text_out_init(&lines[round], -1);
    for (size_t i = 0; i < before[round]->count; i++) {
      const topic *one = &before[round]->items[i];
      topic_line_write(&lines[round], one->id, strlen(one->id), one->text,
                       strlen(one->text));
    }
    char *text = take_lines(&lines[round], &len);
    exit_code code = topic_list_take(text, len, "again", after[round]);
    assert(code == EXIT_FINE && after[round]->count == list->count);
  }
  for (size_t i = 0; i < list->count; i++) {
    assert(*list->items[i].id && !has_blank(list->items[i].id));
    assert(strcmp(list->items[i].id, again.items[i].id) == 0);
    assert(strcmp(again.items[i].text, third.items[i].text) == 0);
  }
  topic_list_done(&again);
  topic_list_done(&third);
}

static void
check_judgements(const judgement_table *table)
{
  judgement_table again;
  text_out lines;
  char grade[16];
  size_t len;
  text_out_init(&lines, -1);
  for (size_t i = 0; i < table->count; i++) {
    const judgement *row = &table->items[i];
    size_t count;
    const judgement *first = judgement_table_find(table, row->topic, &count);
    assert(first && first <= row && row < first + count);
    assert(judgement_grade(first, count, row->document) ==
           (row->grade < 0 ? METRIC_UNJUDGED : row->grade));
    text_out_text(&lines, row->topic);
    text_out_text(&lines, " 0 ");
    text_out_text(&lines, row->document);
    snprintf(grade, sizeof grade, " %d\n", row->grade);
    text_out_text(&lines, grade);
  }
  char *text = take_lines(&lines, &len);
  exit_code code = judgement_table_take(text, len, "again", &again);
  assert(code == EXIT_FINE && again.count == table->count);
  for (size_t i = 0; i < again.count; i++)
    assert(strcmp(again.items[i].document, table->items[i].document) == 0 &&
           again.items[i].grade == table->items[i].grade);
  judgement_table_done(&again);
}

static void
check_run(const run_table *table)
{
  for (size_t i = 0; i < table->count; i++) {
    const run_row *row = &table->items[i];
    size_t count;
    const run_row *first = run_table_find(table, row->topic, &count);
    assert(first && first <= row && row < first + count);
    assert(row->score - row->score == 0); /* finite */
    assert(row == first || row[-1].score >= row->score);
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  memory_file file = {data, size, SIZE_MAX, false};
  topic_list topics;
  judgement_table judged;
  run_table run;
  whole_file text;
  memory_file_set(&file);
  if (topic_list_read("memory", &topics) == EXIT_FINE) {
    check_topics(&topics);
    topic_list_done(&topics);
  }
  if (judgements_read("memory", &judged) == EXIT_FINE) {
    check_judgements(&judged);
    judgement_table_done(&judged);
  }
  if (trec_file_read("memory", &text) == EXIT_FINE &&
      run_table_take(text.data, text.len, "memory", &run) == EXIT_FINE) {
    check_run(&run);
    run_table_done(&run);
  }
  return 0;
}
