/* Topics and judgements in all the forms we read, and files that are none. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "lab/experiment/romip_tasks.h"
#include "lab/experiment/topic_list.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char path[] = "/tmp/pith-topics-XXXXXX";

static int
make_file(void **state)
{
  (void)state;
  int file = mkstemp(path);
  return file < 0 ? 1 : close(file);
}

static int
remove_file(void **state)
{
  (void)state;
  return unlink(path);
}

static void
write_file(const char *text, size_t len)
{
  FILE *file = fopen(path, "wb");
  assert_non_null(file);
  assert_int_equal(fwrite(text, 1, len, file), len);
  assert_int_equal(fclose(file), 0);
}

/* Read `text` and compare with "id=words;id=words;". */
static void
expect(const char *text, const char *wanted)
{
  topic_list list;
  char got[1024] = "";
  write_file(text, strlen(text));
  assert_int_equal(topic_list_read(path, &list), EXIT_FINE);
  for (size_t i = 0; i < list.count; i++)
    snprintf(got + strlen(got), sizeof got - strlen(got), "%s=%s;",
             list.items[i].id, list.items[i].text);
  assert_string_equal(got, wanted);
  topic_list_done(&list);
}

static void
trec_topics(void **state)
{
  (void)state;
  expect("<top>\n\n<num> Number: 401 \n<title> foreign minorities,\n Germany\n"
         "\n<desc> Description:\nWhat < language?\n\n<narr> ...\n</top>\n"
         "<top>\n<num> Number: 402\n<title> Topic: behavioral genetics\n</top>",
         "401=foreign minorities, Germany;402=behavioral genetics;");
  expect("<xml><topic number=\"51\" type=\"faceted\"><query>horse "
         "hooves</query><description>x</description></topic>"
         "<topic number='52'><query>avp</query></topic></xml>",
         "51=horse hooves;52=avp;");
}

static void
lines_of_topics(void **state)
{
  (void)state;
  expect("wt09-1:obama family tree\nwt09-2:a:b\r\n\n",
         "wt09-1=obama family tree;wt09-2=a:b;");
  expect("7\tthe: words\n8\tx \n", "7=the: words;8=x;");
}

static void
romip_tasks(void **state)
{
  (void)state;
  /* "дом" in windows-1251, as the declaration says */
  expect("<?xml version=\"1.0\" encoding=\"windows-1251\"?>\n<r:task-set "
         "xmlns:r='x'><r:task id=\"arw1\"><r:querytext>\xE4\xEE\xEC &amp; "
         "K</r:querytext></r:task>\n<task id='arw2'><querytext> "
         "</querytext></task></r:task-set>",
         "arw1=дом & K;");
}

static void
no_topics(void **state)
{
  (void)state;
  static const char *const bad[] = {
      "",
      "\n\n",
      "<top><num></num></top>",
      "words without an id\n",
      ":no id\n",
      "a b:blank in id\n",
      "1:a\n1:b\n",
      "<task id=''/>",
      "q1\tone\nq2:\n",
  };
  topic_list list;
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    write_file(bad[i], strlen(bad[i]));
    if (topic_list_read(path, &list) != EXIT_INPUT)
      fail_msg("taken: %s", bad[i]);
  }
  write_file("q1\tone\0two\n", 11);
  assert_int_equal(topic_list_read(path, &list), EXIT_INPUT);
  assert_int_equal(topic_list_read("/nonexistent/topics", &list), EXIT_INPUT);
}

static void
romip_table(void **state)
{
  (void)state;
  static const char text[] =
      "<taskDocumentMatrix xmlns=\"m\" type=\"or (relevant-minus)\">\n"
      "<task id=\"arw1\"><document id=\"7\" relevance=\"vital\"/>"
      "<document id=\"http://a/?x=1&amp;y\" relevance=\"relevant-minus\"/>"
      "<document id=\"9\" relevance=\"notrelevant\"></document>"
      "<document id=\"10\" relevance=\"cantbejudged\"/></task>\n"
      "<task id=\"arw2\"><document id=\"7\" relevance=\"vital\"/>";
  judgement_table table;
  size_t count;
  write_file(text, sizeof text - 1);
  assert_int_equal(judgements_read(path, &table), EXIT_FINE);
  assert_int_equal(table.count, 5);
  const judgement *rows = judgement_table_find(&table, "arw1", &count);
  assert_int_equal(count, 4);
  assert_int_equal(judgement_grade(rows, count, "7"), 1);
  assert_int_equal(judgement_grade(rows, count, "9"), 0);
  assert_int_equal(judgement_grade(rows, count, "10"), -1);
  assert_int_equal(judgement_grade(rows, count, "http://a/?x=1&y"), 1);
  assert_null(judgement_table_find(&table, "arw3", &count));
  judgement_table_done(&table);
  write_file("<taskDocumentMatrix/>", 21);
  assert_int_equal(judgements_read(path, &table), EXIT_INPUT);
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(trec_topics), cmocka_unit_test(lines_of_topics),
      cmocka_unit_test(romip_tasks), cmocka_unit_test(no_topics),
      cmocka_unit_test(romip_table),
  };
  return cmocka_run_group_tests(tests, make_file, remove_file);
}
