/* paper_html.c: report.html, in the order of every report: when, by which
 * command, of which data; what came out in one sentence; tables and pictures.
 *
 *     result ─ about ─ grades (layers) ─ noise blocks ─ search ─ site by site
 *
 * A part that the paper does not have is left out. The sentence compares with
 * the paper's finding by the difference and its p, corrected by Holm for all
 * that were compared: better, worse, or not decided. Names of sites and files
 * are escaped by report_html.h.
 */
#include "lab/paper/paper.h"

#include "common/options/option_rows.h"
#include "common/system/need.h"
#include "common/system/utc_time.h"
#include "lab/report/report_html.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The usual border, of the corrected p. */
static const double SIGNIFICANT = 0.05;

/* --- one sentence -----------------------------------------------------------
 */

/* The group of a run; NULL: nothing was graded. People may call the paper's
 * method by its plain name. */
static const grade_group *
group_of(const paper_job *job, size_t run)
{
  for (size_t i = 0; i < job->report.group_count; i++)
    if (job->report.groups[i].kind == job->paper->kind &&
        paper_is_method(job->runs[run].name, job->report.groups[i].method))
      return &job->report.groups[i];
  return NULL;
}

/* Whether any run was graded; people may leave some out. */
static bool
is_graded(const paper_job *job)
{
  for (size_t r = 0; r < job->run_count; r++)
    if (group_of(job, r))
      return true;
  return false;
}

/* Whether the tree is ahead of chains, behind them, or neither surely. */
static const char *
side_of(double mean, double p)
{
  return p >= SIGNIFICANT ? "is not decided here"
         : mean > 0       ? "does not hold here"
                          : "holds here";
}

/* The paper found search no better. Corrected for the runs that were tried
 * beside it; a difference that may be chance decides nothing. */
static void
write_search(const paper_job *job, text_out *out)
{
  const paper_search *search = &job->search;
  if (!search->done)
    return;
  text_out_print(out,
                 " Search: average precision %.2f %% on all text, %.2f %% "
                 "without the boilerplate (%.2f points; the paper: -0.96), p "
                 "%.2g by Holm for %zu runs, %zu topics. The paper's finding, "
                 "that search is not better without it, %s.",
                 100 * search->basic, 100 * search->cut,
                 100 * search->against.mean, search->holm, search->compared,
                 search->topics, side_of(search->against.mean, search->holm));
}

/* The mean of every run. */
static void
write_means(const paper_job *job, text_out *out)
{
  const char *before = "";
  text_out_print(out, "Mean grades:");
  for (size_t r = 0; r < job->run_count; r++) {
    const grade_group *group = group_of(job, r);
    if (!group)
      continue;
    text_out_print(out, "%s %s %.2f of %zu sites", before, job->runs[r].name,
                   group->mean, (size_t)group->total);
    before = ",";
  }
  text_out_print(out, ".");
}

/* Whether chains beat the tree: the contest of the two. */
static void
write_contest(const paper_job *job, text_out *out)
{
  for (size_t i = 0; i < job->report.contest_count; i++) {
    const method_contest *contest = &job->report.contests[i];
    const paired_difference *found = &contest->difference;
    if (strcmp(contest->first, "chain-compat") != 0 ||
        strcmp(contest->second, "dom") != 0)
      continue;
    text_out_print(out,
                   " Site by site dom minus chain is %.2f (%.2f to %.2f; the "
                   "paper: -0.11), p %.2g by Holm. That chains are better %s.",
                   found->mean, found->range.low, found->range.high,
                   contest->holm, side_of(found->mean, contest->holm));
  }
}

/* Both numbers of the paper, and what they rest on. */
static void
write_blocks(const paper_job *job, text_out *out)
{
  block_result found;
  interval range;
  paper_blocks_sum(job, 0, &found);
  text_out_print(out,
                 "Pages of one layer are alike to %.1f %% (the paper: 97.3). "
                 "To the letter the method finds %.1f %% of %zu noise blocks "
                 "(95.4), and %.1f %% of what it finds is noise (98.1).",
                 paper_likeness_mean(job, &range), found.recall,
                 (size_t)found.sums.noise, found.precision);
}

/* The share of pages where both parts are right is the one number to compare.
 */
static void
write_pages(const paper_job *job, text_out *out)
{
  const char *before = "";
  for (size_t r = 0; r < job->run_count; r++) {
    const grade_group *group = group_of(job, r);
    if (!group)
      continue;
    text_out_print(out, "%s%s: both parts right on %.0f %% of %zu pages",
                   before, job->runs[r].name,
                   100 * (double)group->counts[3] / (double)group->total,
                   (size_t)group->total);
    before = "; ";
  }
  text_out_print(out, " (the paper: 20 %% of 113).");
}

/* One sentence or two; the same in the document, the record and on stderr. */
char *
paper_result(const paper_job *job)
{
  text_out out;
  text_out_init(&out, -1);
  if (job->paper->blocks)
    write_blocks(job, &out);
  else if (!is_graded(job))
    text_out_print(&out, "Nothing is graded yet: the collection has no gold, "
                         "and nobody has graded the sample.");
  else if (job->paper->kind == GRADE_PAGE)
    write_pages(job, &out);
  else
    write_means(job, &out);
  write_contest(job, &out);
  write_search(job, &out);
  return need_text(&out);
}

/* --- the document -----------------------------------------------------------
 */

/* How pages were parted, in the words of the option. */
static void
write_grouping(const paper_job *job, text_out *out)
{
  const option_row *row;
  if (!request_has(job->request, OPTION_GROUP_BY))
    return;
  for (size_t o = 0; (row = option_row_at(o)); o++)
    if (row->id == OPTION_GROUP_BY)
      text_out_print(out, " --group-by %s", row->choices[job->grouping.by]);
  if (job->grouping.by == GROUP_FIELD)
    text_out_print(out, " --group-field %s", job->grouping.field);
}

/* The command that makes this report again, with what changes its figures. */
char *
paper_command(const paper_job *job)
{
  const app_request *in = job->request;
  text_out out;
  text_out_init(&out, -1);
  text_out_print(&out, "pith paper %s %s -o %s --seed %zu", job->paper->name,
                 job->collection, job->output.path, (size_t)in->review.seed);
  if (in->review.sample > 0)
    text_out_print(&out, " --sample %zu", (size_t)in->review.sample);
  write_grouping(job, &out);
  if (in->search.topics)
    text_out_print(&out, " --topics %s --qrels %s", in->search.topics,
                   in->search.qrels);
  if (in->search.known_item > 0)
    text_out_print(&out, " --known-item %zu", (size_t)in->search.known_item);
  for (size_t i = 0; i < in->eval.grades.count; i++)
    text_out_print(&out, " --grades %s", in->eval.grades.items[i]);
  for (size_t i = 0; i < in->eval.gold.count; i++)
    text_out_print(&out, " --gold %s", in->eval.gold.items[i]);
  return need_text(&out);
}

/* What was looked at. */
static char *
describe_data(const paper_job *job)
{
  text_out out;
  text_out_init(&out, -1);
  text_out_print(&out,
                 "%s: %zu sites and %zu pages in all; %zu %s drawn by seed "
                 "%zu, %zu pages looked at, %zu of them with gold",
                 job->title, job->source.count, job->source.place_count,
                 job->paper->of_pages ? job->page_count : job->site_count,
                 job->paper->of_pages ? "pages" : "sites",
                 (size_t)job->request->review.seed, job->page_count,
                 job->counted);
  return need_text(&out);
}

/* When, how, of what: enough to repeat it and to see what it is worth. */
static void
put_about(const paper_job *job, text_out *out)
{
  char now[UTC_TIME_ROOM];
  char *command = paper_command(job), *result = paper_result(job);
  char *data = describe_data(job);
  utc_time_now(now);
  report_paragraph(out, "%s", result);
  report_table_begin(out, NULL, "about|");
  report_row(out, "%s|%s, pith %s", "made", now, pith_version());
  report_row(out, "%s|%s", "command", command);
  report_row(out, "%s|%s", "data", data);
  report_row(out, "%s|%s", "the paper found", job->paper->found);
  report_table_end(out);
  free(data);
  free(command);
  free(result);
}

/* The rule by which gold grades, in full: a reader must be able to doubt it. */
static const char *
rule_of(const paper_job *job)
{
  if (job->paper->blocks)
    return "A block is noise when fewer than half of its letters are in the "
           "gold, and found when most of them were cut. How alike two pages "
           "look is measured by the parts that they share: header, navigation, "
           "footer and advertising, a point each.";
  if (job->paper->kind == GRADE_PAGE)
    return "S+ means that at least 95 % of the words kept are content, N+ that "
           "at least 95 % of the words cut are none. Words are compared as "
           "bags.";
  return "A site has 5 when at least 95 % of its content was kept and 95 % of "
         "its boilerplate cut, 4 from 80 %, 3 from half, else 2. Words are "
         "compared as bags.";
}

/* Who graded, and how somebody can. */
static void
put_graders(const paper_job *job, text_out *out)
{
  if (job->by_people > 0)
    report_paragraph(out, "%zu grades are those of people.", job->by_people);
  else
    report_paragraph(out,
                     "Nobody has graded the sample: the gold text of the "
                     "collection takes the place of the experts. %s",
                     rule_of(job));
  char *command = paper_command(job);
  if (job->request->eval.grades.count == 0)
    report_paragraph(out, "To grade the same sample in a browser: %s --review",
                     command);
  free(command);
}

/* What the papers' own rounding did; their numbers are shown as printed and
 * recomputed from their counts. */
static void
put_rounding(const paper_job *job, text_out *out)
{
  if (job->paper->kind == GRADE_PAGE)
    report_paragraph(out,
                     "The paper prints 28 %% for N-S-: its 31 of 113 pages "
                     "are 27.4 %%.");
  if (job->paper->search)
    report_paragraph(out, "The paper prints a mean of 4 for narod.ru: its 30 "
                          "grades have a mean of 4.20.");
}

/* In the order of the papers: grades first, then what follows from them. */
static void
put_body(const paper_job *job, text_out *out)
{
  put_about(job, out);
  report_heading(out, job->paper->layers ? "Layers" : "Grades");
  put_graders(job, out);
  if (job->paper->layers)
    paper_tables_layers(job, out);
  if (!job->paper->layers || job->by_people > 0)
    paper_tables_grades(job, out);
  put_rounding(job, out);
  if (job->paper->blocks && job->counted > 0) {
    report_heading(out, "Noise blocks");
    paper_tables_blocks(job, out);
  }
  if (job->search.done) {
    report_heading(out, "Search with and without the boilerplate");
    text_out_bytes(out, job->search.html.data, job->search.html.len);
  }
  if (job->paper->kind != GRADE_PAGE && job->counted > 0) {
    report_heading(out, "Sites");
    paper_tables_sites(job, out);
  }
}

/* Made in memory and written whole: a failure leaves the old report. */
exit_code
paper_html_write(const paper_job *job)
{
  text_out out;
  text_out_init(&out, -1);
  report_begin(&out, job->paper->title);
  put_body(job, &out);
  report_end(&out);
  need_all(!out.error);
  exit_code code =
      output_write(&job->output, "report.html", "", out.data, out.len);
  text_out_done(&out);
  return code;
}
