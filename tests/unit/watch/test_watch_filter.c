/* Which changes are reported, rule by rule: pages of a few passages, and one
 * change. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "watch/passage_key.h"
#include "watch/watch_filter.h"

#include <string.h>

enum { PAGES_MOST = 3, ROWS_MOST = 4, PROSE = 1, CORNER = 7 };

/* A passage of a page: where it all_now and what is to be seen of it. */
typedef struct row {
  const char *text; /* NULL: the page has no more */
  uint64_t region;
  uint8_t traits;
  uint8_t box_count;
} row;

/* A page as it was and as it is. */
typedef struct pair {
  row before[ROWS_MOST];
  row now[ROWS_MOST];
} pair;

static const char *const prose[] = {
    "The ferryman measured the orchard by the river before the flood, and "
    "nobody in the valley asked him why he did it alone and in the rain.",
    "During the election a librarian restored another clock not far from the "
    "quarry, with tools that the smith had lent to her father long ago.",
    "Whoever sold that lantern must have known the weaver of the estuary since "
    "the siege, when all the others had already left for the coast."};
static const char shoes[] = "Fine shoes for wide feet";
static const char pillows[] = "Pillows, softly filled";
static const char council[] = "The council meets at noon on the first floor";
static const char moved[] = "The council meets at noon on the third floor";

static void
fill(passages *list, const row *rows)
{
  memset(list, 0, sizeof *list);
  for (int i = 0; i < ROWS_MOST && rows[i].text; i++) {
    uint64_t key;
    size_t len = strlen(rows[i].text);
    assert_true(passage_key((pith_slice){rows[i].text, len}, &key));
    passage *made = passages_add(list, rows[i].text, len, key);
    assert_non_null(made);
    made->region = made->box = rows[i].region;
    made->traits = rows[i].traits;
    made->box_count = rows[i].box_count;
  }
  assert_true(passages_seal(list));
}

/* Whether passage `place` of the first page as it is now is reported.
 * `rotations`: rounds in which CORNER rotated before; `all_before`: all that
 * the page had, with its boilerplate, or NULL. */
static bool
reports(const pair *pairs, size_t count, int64_t rotations,
        const row *all_before, size_t place)
{
  passages before[PAGES_MOST], now[PAGES_MOST], all = {0};
  page_versions pages[PAGES_MOST] = {0};
  region_rotations rotated = {CORNER, rotations};
  region_history history = {&rotated, 1};
  watch_filter filter;
  for (size_t i = 0; i < count; i++) {
    fill(&before[i], pairs[i].before);
    fill(&now[i], pairs[i].now);
    pages[i] = (page_versions){&before[i], &now[i], NULL, NULL, true};
  }
  if (all_before) {
    fill(&all, all_before);
    pages[0].all_before = &all;
  }
  assert_true(watch_filter_open(pages, count, &history, &filter));
  bool reported = watch_filter_reports(&filter, 0, true, place);
  watch_filter_done(&filter);
  for (size_t i = 0; i < count; i++) {
    passages_done(&before[i]);
    passages_done(&now[i]);
  }
  passages_done(&all);
  return reported;
}

/* On one page of prose, `then` becomes `now`; either may have no text. */
static bool
reports_change(row then, row now, int64_t rotations)
{
  row text = {prose[0], PROSE, 0, 0};
  pair page = {{text, then}, {text, now}};
  return reports(&page, 1, rotations, NULL, 1);
}

static void
what_is_everywhere(void **state)
{
  (void)state;
  row all[] = {{prose[0], PROSE, 0, 0},
               {prose[1], PROSE, 0, 0},
               {prose[2], PROSE, 0, 0}};
  row hello = {council, 2, 0, 0};
  pair pages[] = {{{all[0]}, {all[0], hello}},
                  {{all[1]}, {all[1], hello}},
                  {{all[2]}, {all[2], hello}}};
  assert_false(reports(pages, 3, 0, NULL, 1));
  pages[2].now[1].text = NULL;
  assert_true(reports(pages, 3, 0, NULL, 1));
}

static void
what_is_relabelled(void **state)
{
  (void)state;
  row text = {prose[0], PROSE, 0, 0}, hello = {council, 2, 0, 0};
  pair page = {{text}, {text, hello}};
  row all_before[ROWS_MOST] = {text, hello};
  assert_false(reports(&page, 1, 0, all_before, 1));
  all_before[1].text = shoes;
  assert_true(reports(&page, 1, 0, all_before, 1));
}

/* A link to a sibling is "related"; one that is edited is reported. */
static void
what_is_edited(void **state)
{
  (void)state;
  enum { RELATED = PASSAGE_LINK | PASSAGE_SIBLING | PASSAGE_INWARD };
  row then = {council, 2, RELATED, 1};
  assert_true(reports_change(then, (row){moved, 2, RELATED, 1}, 0));
  assert_false(reports_change(then, (row){shoes, 2, RELATED, 1}, 0));
}

/* Advertising all_now beside a text; links away from a list are its text. */
static void
what_leads_away(void **state)
{
  (void)state;
  enum { AWAY = PASSAGE_LINK | PASSAGE_AWAY };
  row none = {NULL, 0, 0, 0}, ad = {shoes, 2, AWAY, 1};
  assert_false(reports_change(none, ad, 0));
  row list = {prose[0], PROSE, PASSAGE_LINK | PASSAGE_INWARD, 1};
  pair page = {{list}, {list, ad}};
  assert_true(reports(&page, 1, 0, NULL, 1));
  /* Of two each must replace another, more are a list. */
  ad.box_count = 2;
  assert_true(reports_change(none, ad, 0));
  assert_false(reports_change((row){pillows, 2, AWAY, 2}, ad, 0));
  ad.box_count = 5;
  assert_true(reports_change((row){pillows, 2, AWAY, 5}, ad, 0));
}

/* Three pages with the same corner, each with words of its own in it; it
 * rotations on the first. */
static pair *
with_corner(pair pages[PAGES_MOST], uint8_t traits)
{
  static const char *const words[] = {pillows, "Solar roofs compared",
                                      "Cheap flights to Lisbon"};
  for (int i = 0; i < PAGES_MOST; i++) {
    row text = {prose[i], PROSE, 0, 0}, corner = {words[i], CORNER, traits, 1};
    pages[i] = (pair){{text, corner}, {text, corner}};
  }
  pages[0].now[1].text = shoes;
  return pages;
}

static void
what_rotated_before(void **state)
{
  (void)state;
  pair pages[PAGES_MOST];
  assert_false(reports(with_corner(pages, 0), 3, 2, NULL, 1));
  assert_true(reports(with_corner(pages, 0), 3, 1, NULL, 1));
  /* Two pages are too few to decide. */
  assert_true(reports(with_corner(pages, 0), 2, 2, NULL, 1));
  /* What leads into the site is reported, except links beside a text. */
  assert_true(reports(with_corner(pages, PASSAGE_INWARD), 3, 2, NULL, 1));
  assert_false(reports(with_corner(pages, PASSAGE_INWARD | PASSAGE_LINK), 3, 2,
                       NULL, 1));
  /* A page that was rewritten is reported as a whole. */
  with_corner(pages, 0)[0].now[0].text = prose[1];
  assert_true(reports(pages, 3, 2, NULL, 1));
  /* A quarter of the page is no corner. */
  with_corner(pages, 0)[0].before[0].text = council;
  pages[0].now[0].text = council;
  assert_true(reports(pages, 3, 2, NULL, 1));
}

/* Words that another page has among other words move around. */
static void
what_moves_around(void **state)
{
  (void)state;
  row one = {prose[0], PROSE, 0, 0}, two = {prose[1], PROSE, 0, 0};
  row then = {pillows, 2, 0, 0}, now = {shoes, 2, 0, 0};
  pair pages[] = {{{one, then}, {one, now}}, {{two, now}, {two, now}}};
  assert_false(reports(pages, 2, 0, NULL, 1));
  pages[1] = (pair){{one, now}, {one, now}};
  assert_true(reports(pages, 2, 0, NULL, 1));
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_is_everywhere),
      cmocka_unit_test(what_is_relabelled),
      cmocka_unit_test(what_is_edited),
      cmocka_unit_test(what_leads_away),
      cmocka_unit_test(what_rotated_before),
      cmocka_unit_test(what_moves_around),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
