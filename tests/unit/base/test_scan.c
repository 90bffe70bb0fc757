/*
 * Scanning in blocks against scanning byte by byte: the same place and the
 * same account of what was passed, for every length, position and mixture.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "base/scan.h"

#include <stdlib.h>

static const char *
plain_scan(const char *p, const char *end, char stop, unsigned *seen)
{
  const char *start = p;
  while (p < end && *p != stop)
    p++;
  *seen |= pith__scan_seen(start, p);
  return p;
}

static void
fill(char *text, size_t len, unsigned *seed, unsigned rarity)
{
  static const char special[] = {'<', '&', '\0', '\r', '"', '-'};
  for (size_t i = 0; i < len; i++) {
    *seed = *seed * 1103515245u + 12345u;
    unsigned draw = *seed >> 8;
    text[i] = draw % rarity ? (char)('a' + draw % 26)
                            : special[draw / rarity % sizeof special];
  }
}

static void
blocks_equal_bytes(void **state)
{
  (void)state;
  unsigned seed = 7;
  for (size_t len = 0; len < 300; len++) {
    char *text = malloc(len ? len : 1);
    for (unsigned round = 0; round < 40; round++) {
      fill(text, len, &seed, 3 + round * 4);
      for (size_t from = 0; from <= len; from += 1 + round % 5) {
        unsigned seen = 0;
        unsigned plain_seen = 0;
        const char *hit = pith__scan(text + from, text + len, '<', &seen);
        const char *plain =
            plain_scan(text + from, text + len, '<', &plain_seen);
        assert_ptr_equal(hit, plain);
        assert_int_equal(seen, plain_seen);
      }
    }
    free(text);
  }
}

static void
either(void **state)
{
  (void)state;
  unsigned seed = 3;
  char text[200];
  for (unsigned round = 0; round < 5000; round++) {
    fill(text, sizeof text, &seed, 2 + round % 90);
    const char *end = text + sizeof text;
    const char *from = text + round % 64;
    const char *p = from;
    while (p < end && *p != '<' && *p != '-')
      p++;
    assert_ptr_equal(pith__scan_either(from, end, '<', '-'), p);
  }
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(blocks_equal_bytes),
      cmocka_unit_test(either),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
