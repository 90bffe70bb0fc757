/*
 * Character references: all of the table, the longest match, numbers, and the
 * stricter rule for attribute values.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "html/token/charref.h"
#include "tables/entities.h"

#include <string.h>

static pith_charref
read(const char *text, bool in_attribute)
{
  return pith__charref_read(text, text + strlen(text), in_attribute);
}

static void
every_name_of_the_table(void **state)
{
  (void)state;
  for (unsigned i = 0; i < PITH_ENTITY_COUNT; i++) {
    const pith_entity *entity = &pith__entities[i];
    char text[PITH_ENTITY_LONGEST + 3] = "&";
    memcpy(text + 1, pith__entity_names + entity->name, entity->len);
    pith_charref found = read(text, false);
    assert_int_equal(found.len, 1 + entity->len);
    assert_int_equal(found.codes[0], entity->first);
    assert_int_equal(found.codes[1], entity->second);
    /* A blank behind it changes nothing, not even in an attribute. */
    text[1 + entity->len] = ' ';
    assert_int_equal(read(text, true).len, 1 + entity->len);
  }
}

static void
the_longest_name_wins(void **state)
{
  (void)state;
  assert_int_equal(read("&notin;", false).codes[0], 0x2209);
  assert_int_equal(read("&notit;", false).len, 4);
  assert_int_equal(read("&amp", false).len, 4);
  assert_int_equal(read("&am", false).len, 0);
  assert_int_equal(read("&", false).len, 0);
  assert_int_equal(read("& amp;", false).len, 0);
  assert_int_equal(read("&\xD0\xB6", false).len, 0);
}

static void
attributes_want_the_semicolon(void **state)
{
  (void)state;
  assert_int_equal(read("&copy=1", true).len, 0);
  assert_int_equal(read("&copyx", true).len, 0);
  assert_int_equal(read("&copy;x", true).len, 6);
  assert_int_equal(read("&copy&", true).len, 5);
}

static void
numbers(void **state)
{
  (void)state;
  assert_int_equal(read("&#65;", false).codes[0], 'A');
  assert_int_equal(read("&#x41", false).codes[0], 'A');
  assert_int_equal(read("&#X1F600;", false).codes[0], 0x1F600);
  assert_int_equal(read("&#128;", false).codes[0], 0x20AC);
  assert_int_equal(read("&#x81;", false).codes[0], 0x81);
  assert_int_equal(read("&#0;", false).codes[0], 0xFFFD);
  assert_int_equal(read("&#xD800;", false).codes[0], 0xFFFD);
  assert_int_equal(read("&#x110000;", false).codes[0], 0xFFFD);
  assert_int_equal(read("&#99999999999999999999;", false).codes[0], 0xFFFD);
  assert_int_equal(read("&#99999999999999999999;", false).len, 23);
  assert_int_equal(read("&#;", false).len, 0);
  assert_int_equal(read("&#x;", false).len, 0);
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_name_of_the_table),
      cmocka_unit_test(the_longest_name_wins),
      cmocka_unit_test(attributes_want_the_semicolon),
      cmocka_unit_test(numbers),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
