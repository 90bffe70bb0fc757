/* paper_json.c: report.json: everything of report.html, for programs
 * (docs/lab/papers.md has the members).
 *
 *     {"v", "paper", ..., "grades": [row], "contests": [pair],
 *      "blocks": {"paper", "runs"}, "search": {"paper", "runs"},
 *      "by_site": [site]}
 *
 * A number that is not known is null. Only "made" and "command" differ between
 * two runs on the same data.
 */
#include "lab/paper/paper.h"

#include "common/json/json_out.h"
#include "common/system/need.h"
#include "common/system/utc_time.h"
#include "lab/eval/grades/grade_rows.h"

#include <stdlib.h>
#include <string.h>

/* The rows of the tables of grades: the paper's and ours. */
static void
write_grades(const paper_job *job, json_out *json)
{
  json_out_array(json, "grades");
  for (size_t i = 0; i < grade_rows_count(&job->report); i++) {
    grade_row row = grade_rows_get(&job->report, i);
    const grade_group *group = &row.group;
    if (group->kind != job->paper->kind ||
        (strcmp(row.source, "here") != 0 &&
         strcmp(row.source, job->paper->printed) != 0))
      continue;
    json_out_object(json, NULL);
    json_out_print(json,
                   "source %s collection %s method %s items %zu mean %.6f low "
                   "%.6f high %.6f printed %.6f",
                   row.source, group->collection, group->method,
                   (size_t)group->total, group->mean, group->range.low,
                   group->range.high, row.printed);
    if (row.counted) {
      json_out_object(json, "counts");
      for (size_t g = 0; g < grade_kind_grades(group->kind); g++)
        json_out_number(json, grade_name(group->kind, g), group->counts[g]);
      json_out_end(json);
    }
    json_out_end(json);
  }
  json_out_end(json);
}

/* Two methods on the same sites. */
static void
write_contests(const paper_job *job, json_out *json)
{
  json_out_array(json, "contests");
  for (size_t i = 0; i < job->report.contest_count; i++) {
    const method_contest *contest = &job->report.contests[i];
    const paired_difference *found = &contest->difference;
    json_out_object(json, NULL);
    json_out_print(json,
                   "first %s second %s items %zu difference %.6f low %.6f high "
                   "%.6f p %.6f p_holm %.6f",
                   contest->first, contest->second, found->count, found->mean,
                   found->range.low, found->range.high, found->p,
                   contest->holm);
    json_out_end(json);
  }
  json_out_end(json);
}

/* Recall and precision in per cent, as the paper prints them. */
static void
write_blocks(const paper_job *job, json_out *json)
{
  interval range;
  double similarity = paper_likeness_mean(job, &range);
  json_out_object(json, "blocks");
  json_out_object(json, "paper");
  json_out_print(json, "recall %.1f precision %.1f pages %d similarity %.1f",
                 YUAN_RECALL, YUAN_PRECISION, YUAN_PAGES, YUAN_MEAN);
  json_out_end(json);
  json_out_decimal(json, "similarity", similarity, 2);
  json_out_decimal(json, "similarity_low", range.low, 2);
  json_out_decimal(json, "similarity_high", range.high, 2);
  json_out_array(json, "runs");
  for (size_t r = 0; r < job->run_count; r++) {
    block_result found;
    paper_blocks_sum(job, r, &found);
    json_out_object(json, NULL);
    json_out_print(
        json,
        "method %s pages %zu noise %zu found %zu right %zu recall %.3f "
        "recall_low %.3f recall_high %.3f precision %.3f precision_low %.3f "
        "precision_high %.3f",
        job->runs[r].name, found.pages, (size_t)found.sums.noise,
        (size_t)found.sums.found, (size_t)found.sums.right, found.recall,
        found.recall_range.low, found.recall_range.high, found.precision,
        found.precision_range.low, found.precision_range.high);
    json_out_end(json);
  }
  json_out_end(json);
  json_out_end(json);
}

/* A site with the shares that its grades by gold are made of. */
static void
write_site(const paper_job *job, const paper_site *site, json_out *json)
{
  json_out_object(json, NULL);
  json_out_print(json, "site %s pages %zu", site->site->name, site->counted);
  if (job->paper->layers)
    json_out_print(json, "starts %u layer_pages %u points %u similarity %.2f",
                   site->likeness.starts, site->likeness.pages,
                   site_likeness_points(&site->likeness),
                   site_likeness_share(&site->likeness));
  json_out_array(json, "runs");
  for (size_t r = 0; r < job->run_count && site->counted > 0; r++) {
    site_shares shares = paper_site_shares(site, r);
    json_out_object(json, NULL);
    json_out_print(json, "method %s content_kept %.4f boilerplate_cut %.4f",
                   job->runs[r].name, shares.kept, shares.cut);
    json_out_end(json);
  }
  json_out_end(json);
  json_out_end(json);
}

/* What is needed to make the report again, and what came out. */
static void
write_about(const paper_job *job, json_out *json)
{
  char now[UTC_TIME_ROOM];
  char *command = paper_command(job), *result = paper_result(job);
  utc_time_now(now);
  json_out_print(json,
                 "v %d paper %s title %s made %s version %s command %s "
                 "collection %s sites %zu pages %zu",
                 1, job->paper->name, job->paper->title, now, pith_version(),
                 command, job->title, job->source.count,
                 job->source.place_count);
  json_out_print(json,
                 "drawn %zu looked_at %zu with_gold %zu graded_by %s found %s "
                 "result %s",
                 job->paper->of_pages ? job->page_count : job->site_count,
                 job->page_count, job->counted,
                 job->by_people > 0 ? "people"
                 : job->graded > 0  ? "gold"
                                    : "nobody",
                 job->paper->found, result);
  free(command);
  free(result);
}

/* One object on one line, as every record. */
exit_code
paper_json_write(const paper_job *job)
{
  text_out out;
  text_out_init(&out, -1);
  json_out json = json_out_begin(&out);
  json_out_object(&json, NULL);
  write_about(job, &json);
  write_grades(job, &json);
  write_contests(job, &json);
  if (job->paper->blocks)
    write_blocks(job, &json);
  if (job->search.done)
    json_out_raw(&json, "search",
                 (pith_slice){job->search.json.data, job->search.json.len});
  json_out_array(&json, "by_site");
  for (size_t s = 0; s < job->site_count; s++)
    write_site(job, &job->sites[s], &json);
  json_out_end(&json);
  json_out_end(&json);
  text_out_text(&out, "\n");
  need_all(!out.error);
  exit_code code =
      output_write(&job->output, "report.json", "", out.data, out.len);
  text_out_done(&out);
  return code;
}
