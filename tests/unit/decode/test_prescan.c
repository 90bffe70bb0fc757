/*
 * The prescan beyond what the html5lib encoding suite has: the ends of the
 * 1,024 bytes, odd attributes, XML declarations, marks. Every case is also run
 * with each of its prefixes, in memory of exactly that size.
 */
#include "decode/prescan.h"

#include "base/slice.h"
#include "decode/label.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char *
declared(const char *bytes, size_t len)
{
  char *copy = malloc(len + !len);
  assert_non_null(copy);
  memcpy(copy, bytes, len);
  pith_encoding encoding;
  bool found = pith__decode_declared(pith__slice(copy, len), &encoding);
  free(copy);
  return found ? pith__encoding_name(encoding) : "none";
}

static void
check(const char *bytes, const char *expected)
{
  for (size_t len = 0; len < strlen(bytes); len++)
    declared(bytes, len);
  assert_string_equal(declared(bytes, strlen(bytes)), expected);
}

static void
attributes(void **state)
{
  (void)state;
  check("<meta charset=koi8-r>", "koi8-r");
  check("<META/CHARSET='KOI8-R'/>", "koi8-r");
  check("<meta charset=\"koi8-r\"charset=utf-8>", "koi8-r");
  check("<meta =x charset=koi8-r>", "koi8-r");
  check("<meta a=>charset=koi8-r>", "none");
  check("<meta charset=>", "none");
  check("<meta x/=y charset = koi8-r >", "koi8-r");
  check("<metax charset=koi8-r>", "none");
  check("<meta charset=x-user-defined>", "windows-1252");
  check("<meta charset=utf-16be>", "utf-8");
}

static void
content_attribute(void **state)
{
  (void)state;
  check("<meta http-equiv=content-type content='a;charset=koi8-r;b'>",
        "koi8-r");
  check("<meta content='charset=koi8-r' http-equiv=CONTENT-TYPE>", "koi8-r");
  check("<meta content='charset=koi8-r'>", "none");
  check("<meta http-equiv=content-type content='charset charset=koi8-r'>",
        "koi8-r");
  check("<meta http-equiv=content-type content='charset=\"koi8-r\"'>",
        "koi8-r");
  check("<meta http-equiv=content-type content='charset=\"koi8-r'>", "none");
  check("<meta http-equiv=content-type content='charset='>", "none");
  check("<meta http-equiv=content-type content='charset'>", "none");
  check("<meta http-equiv=content-type content='charset=bogus' "
        "charset=koi8-r>",
        "koi8-r");
  check("<meta charset=bogus http-equiv=content-type content='charset=koi8-r'>",
        "none");
}

static void
what_is_skipped(void **state)
{
  (void)state;
  check("<!--><meta charset=koi8-r>", "koi8-r");
  check("<!-- > --><meta charset=koi8-r>", "koi8-r");
  check("<!-- <meta charset=koi8-r>", "none");
  check("<!x><meta charset=koi8-r>", "koi8-r");
  check("<?x ?><meta charset=koi8-r>", "koi8-r");
  check("</ x><meta charset=koi8-r>", "koi8-r");
  check("</p a='<meta charset=utf-8>'><meta charset=koi8-r>", "koi8-r");
  check("< <meta charset=koi8-r>", "koi8-r");
  check("<3<meta charset=koi8-r>", "koi8-r");
}

static void
only_the_first_bytes_count(void **state)
{
  (void)state;
  const char meta[] = "<meta charset=koi8-r>";
  char page[1100];
  size_t len = strlen(meta);
  for (size_t at = 1000; at < 1010; at++) {
    memset(page, ' ', sizeof(page));
    memcpy(page + at, meta, len);
    assert_string_equal(declared(page, sizeof(page)),
                        at + len <= 1024 ? "koi8-r" : "none");
  }
}

static void
xml_declaration(void **state)
{
  (void)state;
  check("<?xml version='1.0' encoding='koi8-r'?>", "koi8-r");
  check("<?xml version='1.0' encoding = \"KOI8-R\" ?><p>", "koi8-r");
  check("<?xml encoding='utf-16'?>", "utf-8");
  check("<?xml encoding='koi8-r'?><meta charset=utf-8>", "utf-8");
  check("<?xml encoding=koi8-r?>", "none");
  check("<?xml encoding='koi8-r?>", "none");
  check("<?xml encoding=' koi8-r'?>", "none");
  check("<?xml encoding 'koi8-r'?>", "none");
  check("<?xml version='1.0'?>", "none");
  check("<?xml encoding='koi8-r'", "none");
  check(" <?xml encoding='koi8-r'?>", "none");
  assert_string_equal(declared("<\0?\0x\0m\0", 8), "utf-16le");
  assert_string_equal(declared("\0<\0?\0x\0m", 8), "utf-16be");
}

static void
marks(void **state)
{
  (void)state;
  check("\xEF\xBB\xBF<meta charset=koi8-r>", "utf-8");
  check("\xFE\xFF<meta charset=koi8-r>", "utf-16be");
  check("\xFF\xFE<meta charset=koi8-r>", "utf-16le");
  check("\xEF\xBB<meta charset=koi8-r>", "koi8-r");
  check("\xFE", "none");
  check("", "none");
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(attributes),
      cmocka_unit_test(content_attribute),
      cmocka_unit_test(what_is_skipped),
      cmocka_unit_test(only_the_first_bytes_count),
      cmocka_unit_test(xml_declaration),
      cmocka_unit_test(marks),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
