/*
 * Chain profiles: one hash a chain, over normal forms joined by 1F, however
 * long they are; profiles used again.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "base/slice.h"
#include "papers/chain/chain_compat_profile.h"

#include <stdio.h>
#include <stdlib.h>

static void
hashes_are_of_joined_forms(void **state)
{
  (void)state;
  static const char joined[] = "<p>\x1F"
                               "one two\x1F</p>";
  pith_memory memory;
  pith_chain_profile profile;
  pith_chain_maker maker;
  pith__memory_init(&memory, NULL, 1 << 20);
  pith__chain_maker_init(&maker, &memory, 3);
  pith__chain_profile_init(&profile, &memory);
  assert_int_equal(pith__chain_profile_make(
                       &maker, pith__slice_of("<P>one\n two </P >"), &profile),
                   PITH_OK);
  assert_int_equal(profile.token_count, 3);
  assert_int_equal(profile.lengths[0], 3);
  assert_int_equal(profile.lengths[1], 8);
  assert_int_equal(profile.lengths[2], 5);
  assert_int_equal(profile.chain_count, 1);
  assert_int_equal(profile.hashes[0],
                   pith__crc32(maker.crc, joined, sizeof joined - 1));
  assert_int_equal(
      pith__chain_profile_make(&maker, pith__slice_of("<p>two"), &profile),
      PITH_OK);
  assert_int_equal(profile.token_count, 2);
  assert_int_equal(profile.chain_count, 0);
  pith__chain_profile_done(&profile);
  pith__chain_maker_done(&maker);
  assert_int_equal(memory.used, 0);
}

static void
long_pages(void **state)
{
  (void)state;
  enum { TOKENS = 900, WINDOW = 6, ROOM = 2 << 20 };
  pith_memory memory;
  pith_chain_profile profile;
  pith_chain_maker maker;
  static size_t starts[TOKENS + 1];
  char *page = malloc(ROOM), *joined = malloc(ROOM);
  size_t len = 0, at = 0;
  assert_true(page && joined);
  for (uint32_t i = 0; i < TOKENS; i++) {
    size_t width = i % 100 == 0 ? 40000 : i * 7 % 150 + 10;
    starts[i] = at;
    char *token = page + len;
    if (i % 2)
      len += (size_t)snprintf(token, ROOM - len, "%0*u", (int)width, i);
    else
      len +=
          (size_t)snprintf(token, ROOM - len, "<a b=\"%0*u\">", (int)width, i);
    memcpy(joined + at, token, len - (size_t)(token - page));
    at += len - (size_t)(token - page);
    joined[at++] = '\x1F';
  }
  starts[TOKENS] = at;
  pith__memory_init(&memory, NULL, 64 << 20);
  pith__chain_maker_init(&maker, &memory, WINDOW);
  pith__chain_profile_init(&profile, &memory);
  assert_int_equal(
      pith__chain_profile_make(&maker, pith__slice(page, len), &profile),
      PITH_OK);
  assert_int_equal(profile.chain_count, TOKENS - WINDOW + 1);
  for (uint32_t k = 0; k < profile.chain_count; k++)
    assert_int_equal(profile.hashes[k],
                     pith__crc32(maker.crc, joined + starts[k],
                                 starts[k + WINDOW] - 1 - starts[k]));
  assert_true(maker.normal.capacity < len); /* it does not keep them all */
  pith__chain_profile_done(&profile);
  pith__chain_maker_done(&maker);
  free(page);
  free(joined);
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(hashes_are_of_joined_forms),
      cmocka_unit_test(long_pages),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
