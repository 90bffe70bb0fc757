/* paper_grades.c: grades of the sample, by gold and by people.
 *
 * Gold takes the place of the experts by fixed rules, which the report prints:
 *
 *     site   the lower of two shares, content kept and boilerplate cut, means
 *            over its pages: 5 from 95 %, 4 from 80 %, 3 from half, else 2
 *     page   S+ when 95 % of the words kept are content,
 *            N+ when 95 % of the words cut are none
 *
 * Half is the border of 2 since that grade means "not found, or content
 * captured". People's grades come from a file, or from the store of a review.
 */
#include "lab/paper/paper.h"

#include "common/system/need.h"
#include "common/system/path.h"
#include "lab/eval/grades/grades_raw.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const double right_share = 0.95, small_misses = 0.8, misses = 0.5;

/* Means over pages, not over words: the expert looked at pages, and a long one
 * is one page. */
site_shares
paper_site_shares(const paper_site *site, size_t run)
{
  site_shares sum = {0, 0};
  double pages = (double)site->counted;
  for (size_t p = 0; p < site->count; p++)
    if (site->pages[p].counted) {
      sum.kept += page_content_kept(&site->pages[p].counts[run]) / pages;
      sum.cut += page_boilerplate_cut(&site->pages[p].counts[run]) / pages;
    }
  return sum;
}

/* The number of borders that are passed is the number of the grade. */
uint8_t
paper_site_grade(site_shares shares)
{
  double least = shares.kept < shares.cut ? shares.kept : shares.cut;
  return (uint8_t)((least >= misses) + (least >= small_misses) +
                   (least >= right_share));
}

/* The order of the grades is N-S-, N+S-, N-S+, N+S+. */
uint8_t
paper_page_grade(const page_counts *counts)
{
  return (uint8_t)((page_cut_pure(counts) >= right_share) +
                   2 * (page_kept_pure(counts) >= right_share));
}

/* The text is kept for the life of the job. */
static const char *
keep_text(paper_job *job, char *text)
{
  *NEED_ITEM(job, texts, text_count, text_capacity) = text;
  return text;
}

/* A grade by gold; the grader is called so in grades.csv too. */
static void
add_grade(paper_job *job, size_t run, const char *item, uint8_t grade)
{
  *NEED_ITEM(job, grades, grade_count, grade_capacity) =
      (grade_record){.collection = job->title,
                     .method = job->runs[run].name,
                     .grader = "gold",
                     .item = item,
                     .comment = "",
                     .kind = job->paper->kind,
                     .grade = grade,
                     .count = 1};
}

/* Each page of a sample of pages that has gold. */
static void
add_pages(paper_job *job, const paper_site *site)
{
  for (size_t p = 0; p < site->count; p++) {
    const paper_page *page = &site->pages[p];
    text_out name;
    if (!page->counted)
      continue;
    text_out_init(&name, -1);
    text_out_print(&name, "%s/%s", site->site->name,
                   site->site->list.items[page->item].name);
    const char *item = keep_text(job, need_text(&name));
    for (size_t r = 0; r < job->run_count; r++)
      add_grade(job, r, item, paper_page_grade(&page->counts[r]));
    job->graded++;
  }
}

/* What gold can grade: sites and pages, not how pages look. */
static void
add_gold(paper_job *job)
{
  for (size_t s = 0; s < job->site_count; s++) {
    const paper_site *site = &job->sites[s];
    if (job->paper->kind == GRADE_PAGE)
      add_pages(job, site);
    if (job->paper->kind != GRADE_SITE || site->counted == 0)
      continue;
    for (size_t r = 0; r < job->run_count; r++)
      add_grade(job, r, site->site->name,
                paper_site_grade(paper_site_shares(site, r)));
    job->graded++;
  }
}

/* --grades, else what was graded in the store of this report. */
static exit_code
add_people(paper_job *job)
{
  const text_list *named = &job->request->eval.grades;
  char *path = needed(path_join(job->output.path, "review.db"));
  exit_code code = EXIT_FINE;
  for (size_t i = 0; i < named->count; i++)
    THEN(code, grade_sources_add(&job->people, named->items[i], job->title));
  if (named->count == 0 && access(path, R_OK) == 0)
    code = grade_sources_add(&job->people, path, job->title);
  free(path);
  for (size_t i = 0; i < job->people.count; i++) {
    *NEED_ITEM(job, grades, grade_count, grade_capacity) =
        job->people.records[i];
    job->by_people += job->people.records[i].count;
  }
  return code;
}

/* Where people graded, gold is not asked: the experts of the paper are there.
 */
exit_code
paper_grades_make(paper_job *job)
{
  TRY(add_people(job));
  bool graded = false;
  for (size_t i = 0; i < job->grade_count; i++)
    graded |= job->grades[i].kind == job->paper->kind;
  if (!graded)
    add_gold(job);
  grades_report_make(job->grades, job->grade_count, &job->report);
  return EXIT_FINE;
}

void
paper_grades_drop(paper_job *job)
{
  grades_report_done(&job->report);
  grade_sources_done(&job->people);
  job->report = (grades_report){.group_count = 0};
  job->people = (grade_sources){.count = 0};
  for (size_t i = 0; i < job->text_count; i++)
    free(job->texts[i]);
  job->text_count = job->grade_count = job->graded = job->by_people = 0;
}

/* Grades by gold are in it as well: a start for people, and a record of what
 * the tables are made of. */
exit_code
paper_grades_write(const paper_job *job)
{
  text_out out;
  text_out_init(&out, -1);
  grades_raw_csv(&out, job->grades, job->grade_count);
  need_all(!out.error);
  exit_code code =
      output_write(&job->output, "grades.csv", "", out.data, out.len);
  text_out_done(&out);
  return code;
}
