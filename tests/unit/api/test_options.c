/* Options: defaults, short structs, limits brought into range. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "api/workspace.h"

#include <string.h>

static void
null_means_the_defaults(void **state)
{
  pith_options defaults;
  pith_options read;
  (void)state;
  pith_options_default(&defaults);
  pith__options_read(NULL, &read);
  assert_memory_equal(&read, &defaults, sizeof read);
  assert_int_equal(read.limits.bytes, 20000000);
  assert_int_equal(read.limits.nodes, 1000000);
  assert_int_equal(read.limits.depth, 512);
  assert_int_equal(read.limits.attributes, 256);
  assert_int_equal(read.limits.formatting, 64);
  assert_int_equal(read.limits.memory, 512000000);
}

static void
limits_come_into_range(void **state)
{
  pith_options given;
  pith_options read;
  (void)state;
  pith_options_default(&given);
  memset(&given.limits, 0, sizeof given.limits);
  pith__options_read(&given, &read);
  assert_int_equal(read.limits.bytes, 0);
  assert_int_equal(read.limits.nodes, 16);
  assert_int_equal(read.limits.depth, 16);
  assert_int_equal(read.limits.attributes, 0);
  assert_int_equal(read.limits.formatting, 1);

  memset(&given.limits, 0xFF, sizeof given.limits);
  pith__options_read(&given, &read);
  assert_int_equal(read.limits.bytes, 1000000000);
  assert_int_equal(read.limits.nodes, 1000000000);
  assert_int_equal(read.limits.attributes, 1023);
}

static void
a_short_struct_keeps_the_other_defaults(void **state)
{
  pith_options given;
  pith_options read;
  (void)state;
  memset(&given, 0xFF, sizeof given);
  given.size = offsetof(pith_options, encoding);
  pith__options_read(&given, &read);
  assert_null(read.encoding);
  assert_null(read.fragment_context);
  assert_false(read.scripting);

  given.size = 0;
  pith__options_read(&given, &read);
  assert_int_equal(read.limits.depth, 512);
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(null_means_the_defaults),
      cmocka_unit_test(limits_come_into_range),
      cmocka_unit_test(a_short_struct_keeps_the_other_defaults),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
