/*
 * Names: the quick way through 16 bytes and the long way must agree on every
 * name, and every known tag must be found in any case.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "html/token/name.h"

#include <stdlib.h>

static void
every_tag_is_found(void **state)
{
  (void)state;
  for (unsigned tag = 1; tag < PITH_TAG_COUNT; tag++) {
    const pith_tag_row *row = &pith__tag_rows[tag];
    char text[64] = {0};
    for (unsigned i = 0; i < row->len; i++)
      text[i] =
          (char)(i % 2 && pith__is_letter(row->name[i]) ? row->name[i] - 32
                                                        : row->name[i]);
    text[row->len] = '>';
    pith_name name = pith__name_read(text, text + sizeof text, false);
    assert_int_equal(name.len, row->len);
    assert_int_equal(pith__name_tag(text, &name), tag);
    assert_int_equal(pith__tag_find(pith__slice(row->name, row->len)), tag);
  }
  assert_int_equal(pith__tag_find(pith__slice_of("divx")), PITH_TAG_UNKNOWN);
  assert_int_equal(pith__tag_find(pith__slice_of("")), PITH_TAG_UNKNOWN);
}

static void
both_ways_agree(void **state)
{
  (void)state;
  static const char alphabet[] = "abzAZ09-:_\x7f\xc3\x01\x0b/> \t\n\f\r='\"<";
  unsigned seed = 1;
  for (unsigned round = 0; round < 200000; round++) {
    char text[80];
    for (unsigned i = 0; i < sizeof text; i++) {
      seed = seed * 1103515245u + 12345u;
      text[i] = alphabet[(seed >> 16) %
                         (sizeof alphabet - (i < round % 60 ? 13 : 1))];
    }
    bool attribute = round % 2;
    const char *end = text + 17 + round % 64;
    pith_name quick = pith__name_read(text, end, attribute);
    pith_name slow = pith__name_read_slow(text, end, attribute);
    assert_int_equal(quick.len, slow.len);
    assert_int_equal(quick.hash, slow.hash);
    assert_int_equal(quick.changed, slow.changed);
    assert_true(quick.low == slow.low && quick.high == slow.high);
    char folded[240];
    size_t len = pith__name_fold(text, quick.len, folded);
    assert_int_equal(pith__name_hash(pith__slice(folded, len)), quick.hash);
  }
}

static void
where_names_end(void **state)
{
  (void)state;
  static const char text[] = "a=b c\0D/e>................";
  const char *end = text + sizeof text - 1;
  assert_int_equal(pith__name_read(text, end, true).len, 1);
  assert_int_equal(pith__name_read(text, end, false).len, 3);
  assert_int_equal(pith__name_read(text + 4, end, false).len, 3);
  assert_true(pith__name_read(text + 4, end, false).changed);
  assert_int_equal(pith__name_read(text + 1, end, true).len, 2);
  assert_int_equal(pith__name_read(end, end, true).len, 0);
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_tag_is_found),
      cmocka_unit_test(both_ways_agree),
      cmocka_unit_test(where_names_end),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
