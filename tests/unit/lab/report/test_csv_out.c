/* Fields of CSV: quoted where they must be, and never a formula. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "lab/report/csv_out.h"

static void
check(const char *field, const char *expected)
{
  text_out out;
  text_out_init(&out, -1);
  csv_print(&out, "%s", field);
  assert_int_equal(out.len, strlen(expected));
  assert_memory_equal(out.data, expected, out.len);
  text_out_done(&out);
}

static void
formulas_are_text(void **state)
{
  (void)state;
  check("=1+1", "'=1+1");
  check("+1", "'+1");
  check("-1", "'-1");
  check("@SUM(A1)", "'@SUM(A1)");
  check("\t=1+1", "'\t=1+1");
  check("\r=1+1", "\"'\r=1+1\"");
  check("a=b", "a=b");
}

static void
fields_are_quoted(void **state)
{
  (void)state;
  check("a,b", "\"a,b\"");
  check("a\"b", "\"a\"\"b\"");
  check("a\nb", "\"a\nb\"");
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(formulas_are_text),
      cmocka_unit_test(fields_are_quoted),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
