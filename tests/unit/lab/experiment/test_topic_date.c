/* Which texts say when and not what. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "lab/experiment/topic_date.h"

static const char *const dates[] = {"",
                                    "2015-08-10",
                                    "01.06.2024—31.12.2024",
                                    "July 2015",
                                    "February 2, 2014",
                                    "Август 2012",
                                    "2010/2011",
                                    "12 декабря 2014",
                                    "2002 – Page 3",
                                    "2015年8月10日",
                                    "MAY 2003",
                                    "3. März 1999"};

static const char *const others[] = {"Marble 2003",
                                     "Maybe 2015",
                                     "Глава 55. Оттава. Август 2012.",
                                     "Python 3",
                                     "ISO 15189",
                                     "数组",
                                     "Harbour in May 2015",
                                     "Augustus 2012"};

static void
dates_are_known(void **state)
{
  (void)state;
  for (size_t i = 0; i < sizeof dates / sizeof *dates; i++)
    if (!topic_is_date(text_slice(dates[i])))
      fail_msg("no date: %s", dates[i]);
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    if (topic_is_date(text_slice(others[i])))
      fail_msg("a date: %s", others[i]);
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(dates_are_known),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
