/* A tag in the source, attribute by attribute. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/slice.h"
#include "html/token/tag_scan.h"
#include "base/buffer.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* The attributes of the first tag, as "name=value;" each. */
static void
check(const char *tag, const char *expected, uint32_t end)
{
  pith_memory memory;
  pith_buffer out;
  pith_tag_scan scan;
  pith_tag_part part;
  pith__memory_init(&memory, NULL, 1 << 20);
  pith__buffer_init(&out, &memory);
  pith__tag_scan_init(&scan, pith__slice_of(tag), 0);
  while (pith__tag_scan_next(&scan, &part)) {
    pith__buffer_append(&out, tag + part.name.from,
                        part.name.to - part.name.from);
    pith__buffer_append_char(&out, '=');
    pith__buffer_append(&out, tag + part.value.from,
                        part.value.to - part.value.from);
    pith__buffer_append_char(&out, ';');
    assert_true(part.from <= part.name.from && part.value.to <= part.to);
  }
  pith__buffer_append_char(&out, '\0');
  assert_string_equal(out.data, expected);
  assert_int_equal(scan.at, end);
  pith__buffer_done(&out);
}

static void
attributes(void **state)
{
  (void)state;
  check("<a>", "", 3);
  check("<a href=x id='y z' class=\"q\">t", "href=x;id=y z;class=q;", 29);
  check("</a x>", "x=;", 6);
  check("<a x = 1 y=>", "x=1;y=;", 12);
  check("<br/>", "", 5);
  check("<br x/>", "x=;", 7);
  check("<br x=/>", "x=/;", 8);
  check("<a/b/c=d>", "b=;c=d;", 9);
  check("<a =b>", "=b=;", 6);
  check("<a \"x\">", "\"x\"=;", 7);
  check("<a x=\">\" y>", "x=>;y=;", 11);
  check("<a x=1 x=2>", "x=1;x=2;", 11);
}

static void
cut_short(void **state)
{
  (void)state;
  check("<a", "", 2);
  check("<a x", "x=;", 4);
  check("<a x=", "x=;", 5);
  check("<a x='1 2>", "x=1 2>;", 10);
}

static void
markup_ends(void **state)
{
  (void)state;
  static const struct {
    const char *text;
    uint32_t end;
  } cases[] = {
      {"<b>x", 3},   {"</b >x", 5},  {"<!--a-->x", 8},     {"<!--a--!>x", 9},
      {"<!-->x", 5}, {"<!--->x", 6}, {"<!--a->b-->x", 11}, {"<!doctype>x", 10},
      {"<?pi>x", 5}, {"</ x>y", 5},  {"<a t='>'>x", 9},    {"<!-- ", 5},
  };
  for (size_t i = 0; i < COUNT(cases); i++)
    assert_int_equal(pith__markup_end(pith__slice_of(cases[i].text), 0),
                     cases[i].end);
}

static void
what_is_markup(void **state)
{
  (void)state;
  static const char *const yes[] = {"<a", "</", "<!", "<?", "<Z"};
  static const char *const no[] = {"<", "< ", "<3", "<=", "<<"};
  for (size_t i = 0; i < COUNT(yes); i++)
    assert_true(pith__is_markup(pith__slice_of(yes[i]), 0));
  for (size_t i = 0; i < COUNT(no); i++)
    assert_false(pith__is_markup(pith__slice_of(no[i]), 0));
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(attributes),
      cmocka_unit_test(cut_short),
      cmocka_unit_test(markup_ends),
      cmocka_unit_test(what_is_markup),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
