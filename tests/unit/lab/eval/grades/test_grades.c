/* Grades: files of them, the tables of the papers, agreement, contests. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "lab/eval/grades/grades_file.h"
#include "lab/eval/grades/grades_out.h"
#include "lab/eval/grades/grades_report.h"
#include "lab/eval/grades/papers.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void
near(double found, double wanted, double by)
{
  if (!(fabs(found - wanted) <= by))
    fail_msg("%.12g is not within %g of %.12g", found, by, wanted);
}

/* A file with this text, read. */
static exit_code
read_text(const char *text, grades_file *out)
{
  char path[] = "/tmp/pith-grades-XXXXXX";
  int file = mkstemp(path);
  assert_true(file >= 0);
  assert_int_equal(write(file, text, strlen(text)), strlen(text));
  close(file);
  exit_code code = grades_file_read(path, out);
  unlink(path);
  return code;
}

static const grade_group *
group_of(const grades_report *report, const char *collection)
{
  for (size_t i = 0; i < report->group_count; i++)
    if (strcmp(report->groups[i].collection, collection) == 0)
      return &report->groups[i];
  fail_msg("no group %s", collection);
  return NULL;
}

/* What the papers print is what the report makes of their counts. */
static void
papers(void **state)
{
  (void)state;
  grades_file file;
  grades_report report;
  assert_int_equal(grades_file_read("data/papers/grades.csv", &file),
                   EXIT_FINE);
  assert_int_equal(file.failed, 0);
  grades_report_make(file.records, file.count, &report);
  assert_int_equal(report.group_count, 8);
  near(group_of(&report, "university sites")->mean, 4.51, 0.005);
  near(group_of(&report, "narod.ru")->mean, 4.20, 1e-12);
  near(group_of(&report, "Yandex test data")->mean, 4.53, 0.005);
  near(group_of(&report, "university sites")->range.low, 4.27292, 1e-4);
  assert_int_equal(group_of(&report, "university sites")->total, 57);
  assert_int_equal(group_of(&report, "narod.ru")->total, 30);
  assert_int_equal(group_of(&report, "Yandex test data")->total, 60);
  const grade_group *pages = group_of(&report, "narod.ru pages");
  assert_int_equal(pages->total, 113);
  assert_int_equal(pages->counts[3], 23);
  assert_true(isnan(pages->mean));
  size_t count;
  const paper_figure *figures = paper_figures(&count);
  for (size_t i = 0; i < count; i++) {
    const grade_group *group = group_of(&report, figures[i].collection);
    assert_int_equal(group->total, figures[i].total);
    for (size_t g = 0; g < GRADES_MOST && figures[i].counts[0]; g++)
      assert_int_equal(group->counts[g], figures[i].counts[g]);
    if (figures[i].points)
      near(group->mean * (double)group->total, figures[i].points, 1e-9);
  }
  grades_report_done(&report);
  grades_file_done(&file);
}

static void
similarity_as_printed(void **state)
{
  (void)state;
  static const double printed[] = {100, 98.5, 96.3, 94.2};
  static const char *const sites[] = {"Sina", "Xi'an Jiaotong University",
                                      "Taobao", "stock portal"};
  grades_file file;
  grades_report report;
  double sum = 0;
  assert_int_equal(grades_file_read("data/papers/grades.csv", &file),
                   EXIT_FINE);
  grades_report_make(file.records, file.count, &report);
  for (int i = 0; i < 4; i++) {
    double share = 100 * grade_group_similarity(group_of(&report, sites[i]));
    near(share, printed[i], 0.05);
    sum += share;
  }
  near(sum / 4, 97.3, 0.05);
  grades_report_done(&report);
  grades_file_done(&file);
}

static const char both_graders[] =
    "grader,kind,collection,method,item,grade,comment\r\n"
    "ann,site,c,chain,a.example,5,\"fine, \"\"really\"\"\"\r\n"
    "bob,site,c,chain,a.example,5,\r\n"
    "ann,site,c,chain,b.example,2,\"two\nlines\"\r\n"
    "ann,site,c,chain,b.example,4,again\r\n"
    "bob,site,c,chain,b.example,3,\r\n"
    "ann,site,c,dom,a.example,4,\r\n"
    "ann,site,c,dom,b.example,2,\r\n";

static void
graders_and_contests(void **state)
{
  (void)state;
  grades_file file;
  grades_report report;
  assert_int_equal(read_text(both_graders, &file), EXIT_FINE);
  assert_int_equal(file.count, 7);
  assert_string_equal(file.records[0].comment, "fine, \"really\"");
  assert_string_equal(file.records[2].comment, "two\nlines");
  grades_report_make(file.records, file.count, &report);
  assert_int_equal(report.repeated, 1);
  assert_int_equal(report.group_count, 2);
  assert_int_equal(report.groups[0].counts[0], 0); /* the later one counts */
  /* Four gradings of two items: 5 and 5 are 5, 4 and 3 the lower of them. */
  assert_int_equal(report.groups[0].total, 2);
  assert_int_equal(report.groups[0].gradings, 4);
  assert_int_equal(report.groups[0].counts[3], 1);
  assert_int_equal(report.groups[0].counts[1], 1);
  assert_int_equal(report.pair_count, 1);
  assert_string_equal(report.pairs[0].first, "ann");
  assert_int_equal(report.pairs[0].items, 2);
  near(report.pairs[0].agreed, 0.5, 1e-12);
  assert_int_equal(report.contest_count, 1);
  assert_string_equal(report.contests[0].second, "dom");
  assert_int_equal(report.contests[0].difference.count, 2);
  near(report.contests[0].difference.mean, -1.5, 1e-12);
  grades_report_done(&report);
  grades_file_done(&file);
}

static void
json_both_ways(void **state)
{
  (void)state;
  static const char lines[] =
      "{\"kind\":\"page\",\"grade\":\"N\u2212S+\",\"item\":\"x\\u0041\"}\n"
      "\n{broken\n"
      "{\"kind\":\"site\",\"grade\":4,\"item\":\"y\",\"other\":[1,{}]}\n";
  static const char array[] =
      "\xEF\xBB\xBF [{\"kind\":\"similarity\",\"grade\":0,\"count\":3}, "
      "{\"kind\":\"site\",\"grade\":7}]";
  grades_file file;
  assert_int_equal(read_text(lines, &file), EXIT_FINE);
  assert_int_equal(file.count, 2);
  assert_int_equal(file.failed, 1);
  assert_string_equal(file.records[0].item, "xA");
  assert_int_equal(file.records[0].grade, 2);
  assert_int_equal(file.records[1].grade, 2);
  grades_file_done(&file);
  assert_int_equal(read_text(array, &file), EXIT_FINE);
  assert_int_equal(file.count, 1);
  assert_int_equal(file.records[0].count, 3);
  assert_int_equal(file.failed, 1);
  grades_file_done(&file);
}

static void
wrong_files(void **state)
{
  (void)state;
  static const char *const texts[] = {
      "",
      "kind,item\nsite,a\n",
      "kind,grade\nsite,9\nhouse,3\nsite,\n",
      "[{\"kind\":\"site\"",
      "[",
      "kind,grade,item,count\nsite,5,a,2\n",
      "kind,grade,count\nsite,5,-1\n",
  };
  grades_file file;
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    assert_int_equal(read_text(texts[i], &file), EXIT_INPUT);
  assert_int_equal(grades_file_read("/no/such/file", &file), EXIT_INPUT);
}

static void
written(void **state)
{
  (void)state;
  grades_file file;
  grades_report report;
  text_out out;
  text_out_init(&out, -1);
  assert_int_equal(grades_file_read("data/papers/grades.csv", &file),
                   EXIT_FINE);
  grades_report_make(file.records, file.count, &report);
  grades_out_csv(&out, &report);
  text_out_bytes(&out, "", 1);
  assert_non_null(strstr(out.data, "site,here,university sites,chain,5,40,"
                                   "70.18,57,4.5088,4.2729,4.7446\n"));
  assert_non_null(strstr(out.data, "site,Shorkin 2013,Yandex test data,dom,,,,"
                                   "60,4.4200,,\n"));
  out.len = 0;
  grades_out_json(&out, &report);
  text_out_bytes(&out, "", 1);
  assert_non_null(strstr(out.data, "\"N-S-\":31"));
  out.len = 0;
  grades_out_html(&out, &report);
  text_out_bytes(&out, "", 1);
  assert_non_null(strstr(out.data, "Xi&#39;an Jiaotong"));
  assert_null(strstr(out.data, "nan"));
  assert_int_equal(out.error, 0);
  text_out_done(&out);
  grades_report_done(&report);
  grades_file_done(&file);
}

static void
nothing(void **state)
{
  (void)state;
  grades_report report;
  grades_report_make(NULL, 0, &report);
  assert_int_equal(report.group_count, 0);
  grades_report_done(&report);
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(papers),
      cmocka_unit_test(similarity_as_printed),
      cmocka_unit_test(graders_and_contests),
      cmocka_unit_test(json_both_ways),
      cmocka_unit_test(wrong_files),
      cmocka_unit_test(written),
      cmocka_unit_test(nothing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
