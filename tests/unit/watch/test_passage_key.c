/* Passages that differ by dates, times and counters only have one key. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "watch/passage_key.h"

#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static uint64_t
key(const char *text)
{
  uint64_t made;
  assert_true(passage_key((pith_slice){text, strlen(text)}, &made));
  return made;
}

static void
equal(void **state)
{
  (void)state;
  static const char *const cases[][2] = {
      {"Updated: May 12, 2024, 10:31", "updated June 1, 2025 9:05"},
      {"Monday, 12 May 2024", "Friday, 3 June 2025"},
      {"12.05.2024", "01.06.2025"},
      {"2024-05-12T10:31:00Z", "2025-06-01T09:00:59Z"},
      {"Posted 5 minutes ago by Ann", "Posted 2 hours ago by Ann"},
      {"vor 5 Minuten", "vor 3 Stunden"},
      {"Обновлено 12 мая 2024, 10:31", "ОБНОВЛЕНО 1 июня 2025, 9:05"},
      {"5 минут назад", "2 часа назад"},
      {"发布于2024年5月12日", "发布于2025年11月3日"},
      {"1,204 views | 17 comments", "1,377 views | 19 comments"},
      {"Visitors: 4711", "Visitors: 4712"},
      {"Read 12 times", "Read 13 times"},
      {"Просмотров: 100", "Просмотров: 101"},
      {"42", "43"},
      {"\xC2\xA9 2024 Example", "\xC2\xA9 2025 Example"},
      {"A word,  or two!", "a word or two"},
      {"\xE2\x80\x9CQuoted\xE2\x80\x9D", "\"quoted\""},
      {"10:31 am", "9:05 pm"},
      {"Updated an hour ago", "Updated 59 minutes ago"},
      {"Updated just now", "Updated 2 minutes ago"},
      {"Posted yesterday", "Posted 12 May 2024"},
      {"Yesterday, 10:31", "Today, 9:05"},
      {"$49.00, 240 reviews", "$49.00, 244 reviews"},
  };
  for (size_t i = 0; i < COUNT(cases); i++)
    if (key(cases[i][0]) != key(cases[i][1]) || key(cases[i][0]) == 0)
      fail_msg("%s and %s differ", cases[i][0], cases[i][1]);
}

static void
different(void **state)
{
  (void)state;
  static const char *const cases[][2] = {
      {"The bridge cost 12 million.", "The bridge cost 15 million."},
      {"Price: 100 EUR", "Price: 120 EUR"},
      {"The march of time", "The may of time"},
      {"They may come", "They will come"},
      {"Version 1.2", "Version 1.3"},
      {"On Monday it rained", "On Tuesday it rained"},
      {"The toll rose to 12", "The toll rose to 13"},
      {"Room 5", "Room 6"},
      {"$49.00", "$45.00"},
      {"\xC2\xA3 49", "\xC2\xA3 45"},
      {"1.299.000 \xE2\x82\xAC", "1.399.000 \xE2\x82\xAC"},
      {"$49.00, 240 reviews", "$45.00, 240 reviews"},
      {"Like new, 49 EUR", "Like new, 45 EUR"},
      {"Version 2.14.100", "Version 2.14.101"},
      {"The bridge opened today at last",
       "The bridge opened yesterday at last"},
      {"a", "b"},
  };
  for (size_t i = 0; i < COUNT(cases); i++)
    if (key(cases[i][0]) == key(cases[i][1]))
      fail_msg("%s and %s are equal", cases[i][0], cases[i][1]);
}

static void
nothing(void **state)
{
  (void)state;
  assert_int_equal(key(""), 0);
  assert_int_equal(key(" | \xE2\x80\x94 ..."), 0);
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(equal),
      cmocka_unit_test(different),
      cmocka_unit_test(nothing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
