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
  assert_int_equal(read.max_bytes, 20000000);
  assert_int_equal(read.max_nodes, 1000000);
  assert_int_equal(read.max_depth, 512);
  assert_int_equal(read.max_attributes, 256);
  assert_int_equal(read.max_formatting, 64);
  assert_int_equal(read.max_memory, 512000000);
}

static void
limits_come_into_range(void **state)
{
  pith_options given;
  pith_options read;
  (void)state;
  pith_options_default(&given);
  memset(&given.max_bytes, 0,
         offsetof(pith_options, encoding) - offsetof(pith_options, max_bytes));
  pith__options_read(&given, &read);
  assert_int_equal(read.max_bytes, 0);
  assert_int_equal(read.max_nodes, 16);
  assert_int_equal(read.max_depth, 16);
  assert_int_equal(read.max_attributes, 0);
  assert_int_equal(read.max_formatting, 1);

  memset(&given.max_bytes, 0xFF,
         offsetof(pith_options, encoding) - offsetof(pith_options, max_bytes));
  pith__options_read(&given, &read);
  assert_int_equal(read.max_bytes, 1000000000);
  assert_int_equal(read.max_nodes, 1000000000);
  assert_int_equal(read.max_attributes, 1023);
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
  assert_int_equal(read.max_depth, 512);
}

/* Set one and expect it to be fine. */
static void
set(pith_options *options, const char *name, const char *value)
{
  pith_error error;
  assert_int_equal(pith_options_set(options, name, value, &error), PITH_OK);
}

static void
names_reach_their_fields(void **state)
{
  pith_options options;
  (void)state;
  pith_options_default(&options);
  set(&options, "max-bytes", "64k");
  set(&options, "--max-depth", "100");
  set(&options, "max-steps", "5G");
  set(&options, "max-memory", "1M");
  set(&options, "encoding", "cp1251");
  set(&options, "fragment", "td");
  set(&options, "method", "sentence");
  set(&options, "base-url", "http://example.org/");
  assert_int_equal(options.max_bytes, 64000);
  assert_int_equal(options.max_depth, 100);
  assert_true(options.max_steps == 5000000000u);
  assert_int_equal(options.max_memory, 1000000);
  assert_string_equal(options.encoding, "cp1251");
  assert_string_equal(options.fragment_context, "td");
  assert_string_equal(options.method, "sentence");
  assert_string_equal(options.base_url, "http://example.org/");
  set(&options, "base-url", "");
  assert_null(options.base_url);
}

static void
switches_have_two_sides(void **state)
{
  pith_options options;
  (void)state;
  pith_options_default(&options);
  set(&options, "no-links", NULL);
  assert_false(options.links);
  set(&options, "links", "");
  assert_true(options.links);
  set(&options, "links", "0");
  assert_false(options.links);
  set(&options, "no-links", "false");
  assert_true(options.links);
  set(&options, "--recall", NULL);
  assert_int_equal(options.balance, PITH_RECALL);
  set(&options, "precision", "true");
  assert_int_equal(options.balance, PITH_PRECISION);
  set(&options, "balance", "balanced");
  assert_int_equal(options.balance, PITH_BALANCED);
}

static void
expect_refusal(const char *name, const char *value, pith_status status,
               const char *message)
{
  pith_options options, before;
  pith_error error;
  pith_options_default(&options);
  before = options;
  assert_int_equal(pith_options_set(&options, name, value, &error), status);
  assert_int_equal(error.status, status);
  assert_string_equal(error.message, message);
  assert_memory_equal(&options, &before, sizeof options);
  assert_int_equal(pith_options_set(&options, name, value, NULL), status);
}

static void
bad_values_are_named(void **state)
{
  (void)state;
  expect_refusal("--max-bytes", "20X", PITH_USAGE,
                 "bad value '20X' for --max-bytes; use a number from 0 to 1G, "
                 "such as 64k or 20M");
  expect_refusal("max-depth", "15", PITH_USAGE,
                 "bad value '15' for max-depth; use a number from 16 to 1G, "
                 "such as 64k or 20M");
  expect_refusal("encoding", "no-such", PITH_CHARSET,
                 "unknown encoding 'no-such' for encoding; use a WHATWG label "
                 "such as utf-8, windows-1251 or gb18030");
  expect_refusal("method", "magic", PITH_USAGE,
                 "unknown method 'magic' for method; choose auto, chain, "
                 "layer, sentence or dom");
  expect_refusal("links", "maybe", PITH_USAGE,
                 "bad value 'maybe' for links; use true or false");
  expect_refusal("no-method", "", PITH_USAGE,
                 "unknown option 'no-method'; docs/manual lists them");
  expect_refusal("size", "3", PITH_USAGE,
                 "unknown option 'size'; docs/manual lists them");
}

static void
a_short_struct_has_no_later_options(void **state)
{
  pith_options options;
  (void)state;
  pith_options_default(&options);
  options.size = offsetof(pith_options, base_url);
  assert_int_equal(pith_options_set(&options, "base-url", "x", NULL),
                   PITH_USAGE);
  assert_null(options.base_url);
  set(&options, "highlight", NULL);
}

static void
every_name_is_an_option(void **state)
{
  pith_options options;
  pith_error error;
  uint32_t count = 0;
  (void)state;
  pith_options_default(&options);
  for (; pith_option_name(count); count++)
    if (pith_options_set(&options, pith_option_name(count), "?", &error) !=
        PITH_OK)
      assert_null(strstr(error.message, "unknown option"));
  assert_int_equal(count, 29);
}

static void
counts_have_a_ceiling(void **state)
{
  uint64_t out = 7;
  (void)state;
  assert_true(pith_count_read("18446744073709551615", UINT64_MAX, &out));
  assert_true(out == UINT64_MAX);
  assert_false(pith_count_read("18446744073709551616", UINT64_MAX, &out));
  assert_false(pith_count_read("1k", 999, &out));
  assert_false(pith_count_read("", 999, &out));
  assert_false(pith_count_read("k", 999, &out));
  assert_false(pith_count_read("1kk", 99999999, &out));
  assert_false(pith_count_read("-1", 99999999, &out));
  assert_true(out == UINT64_MAX);
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(null_means_the_defaults),
      cmocka_unit_test(limits_come_into_range),
      cmocka_unit_test(a_short_struct_keeps_the_other_defaults),
      cmocka_unit_test(names_reach_their_fields),
      cmocka_unit_test(switches_have_two_sides),
      cmocka_unit_test(bad_values_are_named),
      cmocka_unit_test(a_short_struct_has_no_later_options),
      cmocka_unit_test(every_name_is_an_option),
      cmocka_unit_test(counts_have_a_ceiling),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
