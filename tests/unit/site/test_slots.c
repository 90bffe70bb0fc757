/*
 * Outlines of lines of tokens, also of such that do not match, and the slots
 * of a small site: which are boilerplate, and where the text is.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "base/slice.h"
#include "site/site_view.h"
#include "unit/failing_allocator.h"
#include "unit/site_pages.h"

enum { PAGES = 8 };

static pith_memory memory;

static pith_profile_token
token(pith_profile_kind kind, uint32_t flags)
{
  pith_profile_token made = {kind + 10, (uint32_t)kind | flags, 0};
  return made;
}

static void
boxes_follow_the_tokens(void **state)
{
  (void)state;
  pith_profile_token line[] = {token(PITH_PROFILE_OPEN, PITH_PROFILE_LINK),
                               token(PITH_PROFILE_OPEN, 0),
                               token(PITH_PROFILE_TEXT, 0),
                               token(PITH_PROFILE_CLOSE, 0),
                               token(PITH_PROFILE_OPEN, PITH_PROFILE_VOID),
                               token(PITH_PROFILE_CLOSE, 0),
                               token(PITH_PROFILE_TEXT, 0)};
  pith_outline outline;
  pith__outline_init(&outline, &memory);
  assert_int_equal(pith__outline_make(&outline, line, 7), PITH_OK);
  static const uint32_t parents[] = {PITH_OUTLINE_NONE, 0, 1, 1};
  static const uint32_t ends[] = {4, 4, 3, 4}, token_ends[] = {7, 6, 4, 5};
  assert_int_equal(outline.count, 4);
  for (uint32_t b = 0; b < 4; b++) {
    assert_int_equal(outline.boxes[b].parent, parents[b]);
    assert_int_equal(outline.boxes[b].end, ends[b]);
    assert_int_equal(outline.boxes[b].token_end, token_ends[b]);
    assert_int_equal((outline.boxes[b].facts & PITH_PROFILE_LINK) != 0, b > 0);
  }
  assert_int_equal(outline.box_of[2], 2);
  assert_int_equal(outline.box_of[6], 0);
  assert_true(outline.boxes[2].path == outline.boxes[3].path);
  assert_true(outline.boxes[1].path != outline.boxes[2].path);
  pith__outline_done(&outline);
}

/* Whatever the tokens are, boxes nest. */
static void
tokens_that_do_not_match_do_no_harm(void **state)
{
  (void)state;
  uint64_t random = 9;
  pith_outline outline;
  pith__outline_init(&outline, &memory);
  for (uint32_t round = 0; round < 500; round++) {
    pith_profile_token line[40];
    uint32_t count = round % 40;
    for (uint32_t i = 0; i < count; i++) {
      random = random * 6364136223846793005u + 1442695040888963407u;
      line[i] = token((pith_profile_kind)((random >> 33) % 3), 0);
    }
    assert_int_equal(pith__outline_make(&outline, line, count), PITH_OK);
    for (uint32_t b = 1; b < outline.count; b++) {
      const pith_outline_box *box = &outline.boxes[b];
      const pith_outline_box *parent = &outline.boxes[box->parent];
      assert_true(box->parent < b && b < box->end);
      assert_true(box->end <= parent->end);
      assert_true(box->token_end <= parent->token_end || box->parent == 0);
      assert_true(box->token_end <= count);
    }
    for (uint32_t i = 0; i < count; i++)
      assert_true(outline.box_of[i] < outline.count);
  }
  pith__outline_done(&outline);
}

/* A site, its view, and a reader that looks at one of its pages. */
typedef struct small_site {
  pith_site_sample model;
  pith_site_view view;
  pith_site_reader reader;
  site_page page;
} small_site;

static void
open_site(small_site *site)
{
  pith__site_sample_init(&site->model, &memory, 0);
  for (uint32_t i = 0; i < PAGES; i++) {
    site_page page;
    assert_true(site_page_init(&page, &memory, site_page_text(i)));
    assert_int_equal(pith__site_sample_add(&site->model, &page.profile),
                     PITH_OK);
    site_page_done(&page);
  }
  assert_int_equal(pith__site_view_init(&site->view, &memory, &site->model),
                   PITH_OK);
  assert_int_equal(pith__site_reader_init(&site->reader, &memory, &site->view),
                   PITH_OK);
  assert_true(site_page_init(&site->page, &memory, site_page_text(50)));
  assert_int_equal(pith__site_reader_look(&site->reader, &site->page.profile),
                   PITH_OK);
}

static void
close_site(small_site *site)
{
  site_page_done(&site->page);
  pith__site_reader_done(&site->reader);
  pith__site_view_done(&site->view);
  pith__site_sample_done(&site->model);
}

/* The box of the text that begins with `text`. */
static const pith_outline_box *
box_of(const small_site *site, const char *text)
{
  const pith_outline *outline = &site->reader.outline;
  for (uint32_t t = 0; t < site->page.profile.count; t++) {
    const pith_profile_token *at = &site->page.profile.tokens[t];
    pith_slice found = pith__tree_text(&site->page.tree, at->node);
    if (pith__profile_kind(at->facts) == PITH_PROFILE_TEXT &&
        found.len >= strlen(text) &&
        memcmp(found.data, text, strlen(text)) == 0)
      return &outline->boxes[outline->box_of[t]];
  }
  fail();
  return NULL;
}

static void
slots_are_known_by_what_they_hold(void **state)
{
  (void)state;
  small_site site;
  open_site(&site);
  const pith_slot *slots = site.view.slots.items;
  const pith_outline_box *menu = box_of(&site, "News");
  const pith_outline_box *story = box_of(&site, "The 351 apples");
  const pith_outline_box *foot = box_of(&site, "Made with patience");
  assert_true(menu->slot != PITH_INDEX_NONE);
  assert_true(slots[menu->slot].boilerplate);
  assert_true(slots[foot->slot].boilerplate);
  assert_false(slots[story->slot].boilerplate);
  assert_int_equal(slots[story->slot].pages, PAGES);
  assert_int_equal(slots[menu->slot].fresh, 0);
  assert_int_equal(slots[story->slot].repeated, 0);
  assert_int_equal(slots[menu->slot].repeated, PAGES * 4);
  close_site(&site);
}

/* A slot with so many boxes of each of two lengths. */
static uint32_t
evenness(uint32_t pages, uint32_t boxes, uint64_t one, uint64_t other)
{
  pith_slot slot = {.pages = pages, .boxes = 2 * boxes};
  slot.lengths = boxes * (one + other);
  slot.squares = boxes * (one * one + other * other);
  return pith__slot_evenness(&slot);
}

static void
fields_are_equally_long(void **state)
{
  (void)state;
  assert_int_equal(evenness(3, 2, 17, 17), 1000);
  assert_int_equal(evenness(2, 2, 17, 17), 0); /* too few pages, */
  assert_int_equal(evenness(3, 1, 17, 17), 0); /* too few boxes */
  assert_int_equal(evenness(3, 2, 16, 18), 800);
  assert_int_equal(evenness(3, 2, 10, 30), 0);
  assert_int_equal(evenness(3, 2, 33, 33), 1000);
  assert_int_equal(evenness(3, 2, 34, 34), 0); /* too long */
  assert_int_equal(evenness(4096, 1u << 26, 33, 33), 1000);
}

static void
the_text_is_where_the_new_words_are(void **state)
{
  (void)state;
  small_site site;
  open_site(&site);
  const pith_outline *outline = &site.reader.outline;
  uint32_t main = pith__slots_main(&site.view.slots, outline);
  const pith_outline_box *story = box_of(&site, "The 351 apples");
  assert_true(&outline->boxes[main] == &outline->boxes[story->parent]);
  assert_true(story->weight > 0);
  assert_int_equal(box_of(&site, "News")->weight, 0);
  assert_int_equal(box_of(&site, "Page 50")->weight, 0); /* the title */
  close_site(&site);
}

static void
slots_that_the_site_does_not_have_are_unknown(void **state)
{
  (void)state;
  small_site site;
  open_site(&site);
  site_page other;
  assert_true(site_page_init(&other, &memory,
                             pith__slice_of("<aside class=new>x y z</aside>")));
  assert_int_equal(pith__site_reader_look(&site.reader, &other.profile),
                   PITH_OK);
  const pith_outline *outline = &site.reader.outline;
  assert_int_equal(outline->boxes[outline->count - 1].slot, PITH_INDEX_NONE);
  site_page_done(&other);
  close_site(&site);
}

static int
set_up(void **state)
{
  (void)state;
  pith__memory_init(&memory, NULL, SIZE_MAX);
  return 0;
}

static int
tear_down(void **state)
{
  (void)state;
  return memory.used != 0;
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(boxes_follow_the_tokens),
      cmocka_unit_test(tokens_that_do_not_match_do_no_harm),
      cmocka_unit_test(slots_are_known_by_what_they_hold),
      cmocka_unit_test(fields_are_equally_long),
      cmocka_unit_test(the_text_is_where_the_new_words_are),
      cmocka_unit_test(slots_that_the_site_does_not_have_are_unknown),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
