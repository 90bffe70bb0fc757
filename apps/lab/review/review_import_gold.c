/* review_import_gold.c: corrections that /api/gold.jsonl exported, taken into a
 * store.
 *
 *     {"id":"SITE/PAGE","site":"SITE","grader":"anna",
 *      "spans":[{"from":310,"to":371,"label":"content"}]}
 *
 * Where only one site was reviewed the id is the PAGE alone; both are looked
 * for. Spans are stored one by one in their order, since the later one counts
 * where two overlap.
 */
#include "lab/review/review_import.h"

#include "common/json/json_scan.h"
#include "common/system/ascii_text.h"
#include "common/system/fnv.h"
#include "common/system/need.h"
#include "lab/eval/metrics/span_score.h"
#include "lab/eval/whole_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A line. The texts are owned, "" where there is none. */
typedef struct gold_line {
  char *id;
  char *site;
  char *grader;
  json_text spans; /* lent by the file */
} gold_line;

/* Read a line; false when it is no JSON object. To be released in any case. */
static bool
read_line(pith_slice text, gold_line *out)
{
  json_scan in = {text.data, text.data + text.len};
  json_member member;
  json_step step = JSON_BROKEN;
  *out = (gold_line){.id = NULL};
  if (json_open(&in, '{'))
    while ((step = json_next_member(&in, &member)) == JSON_FOUND) {
      char **place = json_text_is(member.key, "id")       ? &out->id
                     : json_text_is(member.key, "site")   ? &out->site
                     : json_text_is(member.key, "grader") ? &out->grader
                                                          : NULL;
      if (place && !*place && member.kind == JSON_STRING)
        *place = needed(json_text_copy(member.value));
      else if (member.kind == JSON_ARRAY && json_text_is(member.key, "spans"))
        out->spans = member.value;
    }
  return step == JSON_END;
}

static void
release_line(gold_line *line)
{
  free(line->id);
  free(line->site);
  free(line->grader);
}

/* The page of a line; false when it is not here. */
static bool
find_page(const review_source *source, const gold_line *line, review_mark *mark)
{
  for (size_t s = 0; line->id && s < source->count; s++) {
    const review_site *site = &source->sites[s];
    size_t len = strlen(site->name);
    bool named = !line->site || strcmp(line->site, site->name) == 0;
    bool before =
        strncmp(line->id, site->name, len) == 0 && line->id[len] == '/';
    for (int with = 0; with <= before && named; with++) {
      const char *name = with ? line->id + len + 1 : line->id;
      size_t item = review_site_item(site, text_slice(name));
      if (item == site->list.count)
        continue;
      mark->site = site->id;
      mark->page = site->ids[item];
      return true;
    }
  }
  return false;
}

/* Store the spans of a line. Each has a name of its own, so that a second
 * import of it changes nothing. */
static review_outcome
store_spans(review_store *store, const gold_line *line, review_mark mark)
{
  span_list spans = {.items = NULL};
  review_outcome outcome = REVIEW_DONE;
  span_list_read(&spans, line->spans);
  for (size_t i = 0; i < spans.count && outcome == REVIEW_DONE; i++) {
    const label_span *span = &spans.items[i];
    char client[128];
    mark.from = (int64_t)span->from;
    mark.to = (int64_t)span->to;
    mark.value = span->content ? "content" : "navigation";
    uint64_t who = fnv_add(FNV_START, mark.grader, strlen(mark.grader));
    snprintf(client, sizeof client, "import-%016llx-%lld-%lld-%lld-%s",
             (unsigned long long)who, (long long)mark.page,
             (long long)mark.from, (long long)mark.to, mark.value);
    mark.client = client;
    outcome = review_store_mark(store, &mark);
  }
  span_list_done(&spans);
  return outcome;
}

/* One line; what is wrong with it, NULL when it is stored. */
static const char *
import_line(review_store *store, const review_source *source, pith_slice text,
            review_outcome *outcome)
{
  gold_line line;
  review_mark mark = {.kind = REVIEW_CORRECTION,
                      .method = "",
                      .topic = "",
                      .comment = "",
                      .grader = "unknown"};
  const char *wrong = NULL;
  *outcome = REVIEW_DONE;
  if (!read_line(text, &line))
    wrong = "broken JSON";
  else if (!line.spans.data)
    wrong = "no \"spans\" in it";
  else if (!find_page(source, &line, &mark))
    wrong = "no such page here";
  if (!wrong) {
    mark.grader = line.grader && line.grader[0] ? line.grader : mark.grader;
    *outcome = store_spans(store, &line, mark);
    wrong = *outcome == REVIEW_DONE ? NULL : review_outcome_text(*outcome);
  }
  release_line(&line);
  return wrong;
}

/* Whether the first line of a file is one of corrections. */
bool
review_import_is_gold(const whole_file *file)
{
  pith_slice rest = {file->data, file->len}, text;
  gold_line line = {.id = NULL};
  while (text_cut(&rest, '\n', &text) && text_is_blank(text))
    continue;
  bool found = file->len > 0 && read_line(text, &line) && line.spans.data;
  release_line(&line);
  return found;
}

/* A store that fails ends the import; what was taken in stays. */
exit_code
review_import_gold(review_store *store, const review_source *source,
                   const char *path, const whole_file *file,
                   review_taken *taken)
{
  pith_slice rest = {file->data, file->len}, text;
  for (size_t number = 1; text_cut(&rest, '\n', &text); number++) {
    review_outcome outcome;
    if (text_is_blank(text))
      continue;
    const char *wrong = import_line(store, source, text, &outcome);
    taken->count++;
    taken->fine += !wrong;
    if (wrong)
      message("%s:%zu: %s; the line is left out", path, number, wrong);
    if (outcome != REVIEW_DONE && outcome != REVIEW_WRONG)
      return EXIT_ENVIRONMENT;
  }
  return EXIT_FINE;
}
