/*
 * Labels to encodings and back.
 */
#include "decode/label.h"

#include "base/slice.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static const char *
name_for(const char *label)
{
  pith_encoding encoding;
  return pith__encoding_find(pith__slice_of(label), &encoding)
             ? pith__encoding_name(encoding)
             : "unknown";
}

static void
every_label_is_found(void **state)
{
  (void)state;
  for (size_t i = 0; i < PITH_LABEL_COUNT; i++) {
    char upper[PITH_LABEL_LONGEST + 4] = "\t ";
    const char *label = pith__label_rows[i].label;
    size_t len = 2;
    for (size_t k = 0; label[k]; k++)
      upper[len++] = label[k] >= 'a' && label[k] <= 'z'
                         ? (char)(label[k] - ('a' - 'A'))
                         : label[k];
    upper[len++] = '\n';
    pith_encoding encoding;
    assert_true(pith__encoding_find(pith__slice_of(upper), &encoding));
    assert_int_equal(encoding, pith__label_rows[i].encoding);
  }
}

static void
every_name_is_a_label_of_itself(void **state)
{
  (void)state;
  for (unsigned i = 0; i < PITH_DECODE_COUNT; i++) {
    const char *name = pith__encoding_name((pith_encoding)i);
    assert_string_equal(name_for(name), name);
  }
}

static void
labels_that_mean_something_else(void **state)
{
  (void)state;
  assert_string_equal(name_for("latin1"), "windows-1252");
  assert_string_equal(name_for("us-ascii"), "windows-1252");
  assert_string_equal(name_for("gb2312"), "gbk");
  assert_string_equal(name_for("unicode"), "utf-16le");
  assert_string_equal(name_for("ks_c_5601-1987"), "euc-kr");
  assert_string_equal(name_for("hz-gb-2312"), "replacement");
}

static void
unknown_labels(void **state)
{
  (void)state;
  static const char *const labels[] = {
      "",       " ",       "utf",
      "utf-7",  "utf-8x",  "bogus",
      "utf- 8", "\"utf-8", "a-label-that-is-longer-than-any-other"};
  for (size_t i = 0; i < sizeof(labels) / sizeof(labels[0]); i++)
    assert_string_equal(name_for(labels[i]), "unknown");
  pith_encoding encoding;
  assert_false(pith__encoding_find(pith__slice("utf-8\0x", 7), &encoding));
  assert_false(pith__encoding_find(pith__slice("\0", 1), &encoding));
}

static void
what_a_meta_may_declare(void **state)
{
  (void)state;
  assert_int_equal(pith__encoding_for_meta(PITH_DECODE_UTF_16LE),
                   PITH_DECODE_UTF_8);
  assert_int_equal(pith__encoding_for_meta(PITH_DECODE_UTF_16BE),
                   PITH_DECODE_UTF_8);
  assert_int_equal(pith__encoding_for_meta(PITH_DECODE_X_USER_DEFINED),
                   PITH_DECODE_WINDOWS_1252);
  assert_int_equal(pith__encoding_for_meta(PITH_DECODE_KOI8_R),
                   PITH_DECODE_KOI8_R);
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_label_is_found),
      cmocka_unit_test(every_name_is_a_label_of_itself),
      cmocka_unit_test(labels_that_mean_something_else),
      cmocka_unit_test(unknown_labels),
      cmocka_unit_test(what_a_meta_may_declare),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
