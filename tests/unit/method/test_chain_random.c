/*
 * Thousands of small made-up sites through the library and its twin. Pages are
 * cut from few words, so that chains repeat, lengths tie and pages are copies
 * or near copies of each other; every option takes part.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "unit/method/chain_compare.h"

enum { PAGES_MOST = 18, PAGE_BYTES = 4096 };

typedef struct generator {
  uint32_t random;
  uint32_t words; /* how many different ones */
  char pages[PAGES_MOST][PAGE_BYTES];
  pith_slice slices[PAGES_MOST];
  size_t count;
} generator;

static uint32_t
pick(generator *in, uint32_t below)
{
  in->random = in->random * 1664525 + 1013904223;
  return (uint32_t)(((uint64_t)in->random * below) >> 32);
}

static void
put(generator *in, size_t page, const char *text)
{
  size_t len = strlen(text), used = in->slices[page].len;
  if (used + len > PAGE_BYTES)
    return;
  memcpy(in->pages[page] + used, text, len);
  in->slices[page].len += len;
}

/* The first few have the same length, so that covers tie. */
static void
put_word(generator *in, size_t page, uint32_t word)
{
  static const char *const words[] = {"<a>",
                                      "<b>",
                                      "<i>",
                                      "</a>",
                                      "x",
                                      "<p class=\"y z\">",
                                      "</p>",
                                      "long text.",
                                      "<!-- no token -->",
                                      "\n",
                                      "<br/>",
                                      "<script> a  b </script>",
                                      "<A HREF=q",
                                      "<td width=1>",
                                      "<style>s</style>"};
  put(in, page, words[word % (sizeof words / sizeof *words)]);
}

static void
put_words(generator *in, size_t page, uint32_t count)
{
  for (; count > 0; count--)
    put_word(in, page, pick(in, in->words));
}

/* Words that only depend on `seed`: boilerplate. */
static void
put_boilerplate(generator *in, size_t page, uint32_t seed, uint32_t count)
{
  uint32_t random = in->random;
  in->random = seed * 2654435761u;
  put_words(in, page, count);
  in->random = random;
}

static void
make_page(generator *in, size_t page, uint32_t sections)
{
  static const uint32_t few[] = {0, 1, 5, 6, 7};
  in->slices[page] = pith__slice(in->pages[page], 0);
  uint32_t kind = pick(in, 8);
  if (kind == 0) {
    put_words(in, page, few[pick(in, 5)]);
    return;
  }
  if (kind <= 2 && page > 0) { /* a copy, perhaps with more white space */
    pith_slice other = in->slices[pick(in, (uint32_t)page)];
    memcpy(in->pages[page], other.data, other.len);
    in->slices[page].len = other.len;
    for (uint32_t n = pick(in, 4); n > 0; n--)
      put(in, page, "\n");
    if (kind == 2)
      put_words(in, page, pick(in, 12));
    return;
  }
  uint32_t section = pick(in, sections);
  put_boilerplate(in, page, section + 1, 4 + section * 3);
  put_words(in, page, pick(in, 24));
  if (pick(in, 2))
    put_boilerplate(in, page, section + 100, 12);
  put_words(in, page, pick(in, 8));
  if (pick(in, 2))
    put_boilerplate(in, page, pick(in, 2) + 200, 9);
}

static void
choose_options(generator *in, pith_chain_settings *options)
{
  static const uint32_t limits[] = {70, 70, 90, 50, 100, 30, 0};
  pith__chain_options_default(options);
  if (pick(in, 3) == 0)
    return;
  options->min_tokens_chain = 1 + pick(in, 8);
  options->dup_limit = limits[pick(in, 7)];
  options->min_nav_length = 1 + pick(in, 100);
  options->nav_step = pick(in, 30);
  options->nav_end = 1 + pick(in, 60);
  options->min_cluster = 2 + pick(in, 4);
  options->max_failures = pick(in, 10);
}

static void
library_equals_twin(void **state)
{
  (void)state;
  static generator in;
  size_t ranges = 0;
  for (uint32_t round = 1; round <= 12000; round++) {
    pith_chain_settings options;
    in.random = round * 7919;
    in.words = 1 + pick(&in, 15);
    in.count = pick(&in, PAGES_MOST + 1);
    uint32_t sections = 1 + pick(&in, 3);
    for (size_t page = 0; page < in.count; page++)
      make_page(&in, page, sections);
    choose_options(&in, &options);
    ranges += compare_site(in.slices, in.count, &options);
  }
  assert_true(ranges > 50000);
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(library_equals_twin),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
