/*
 * What holds for every page that the default profile of the chain method
 * classifies: verdicts that are valid and cover every text, a page that is
 * never emptied, elements that go as a whole, and memory that can end anywhere.
 * What it decides is tested by test_chain_golden.c.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "base/slice.h"
#include "method/chain/chain_default.h"
#include "method/method.h"
#include "unit/failing_allocator.h"
#include "unit/site_pages.h"

enum { PAGES = 10 };

typedef struct classified_site {
  pith_memory *memory;
  pith_site_sample model;
  pith_site_view view;
  pith_chain_classifier classifier;
  pith_verdicts verdicts;
  site_page page;
} classified_site;

static pith_memory memory;

static void
open_site(classified_site *site)
{
  site->memory = &memory;
  pith__site_sample_init(&site->model, &memory, 0);
  pith__verdicts_init(&site->verdicts, &memory);
  for (uint32_t i = 0; i < PAGES; i++) {
    site_page page;
    assert_true(site_page_init(&page, &memory, site_page_text(i)));
    assert_int_equal(pith__site_sample_add(&site->model, &page.profile),
                     PITH_OK);
    site_page_done(&page);
  }
  assert_int_equal(pith__site_view_init(&site->view, &memory, &site->model),
                   PITH_OK);
  assert_int_equal(
      pith__chain_classify_init(&site->classifier, &memory, &site->view),
      PITH_OK);
}

static void
close_site(classified_site *site)
{
  pith__chain_classify_done(&site->classifier);
  pith__site_view_done(&site->view);
  pith__verdicts_done(&site->verdicts);
  pith__site_sample_done(&site->model);
}

/* What a classified page must look like, whatever it is. */
static void
check_verdicts(const classified_site *site)
{
  const site_page *page = &site->page;
  uint32_t words = 0, cut = 0;
  assert_true(pith__verdicts_are_valid(&site->verdicts,
                                       (uint32_t)page->decoded.text.len));
  for (uint32_t t = 0; t < page->profile.count; t++) {
    const pith_profile_token *token = &page->profile.tokens[t];
    const pith_tree_node *node = &page->tree.nodes[token->node];
    const pith_verdict *on = NULL;
    if (pith__profile_kind(token->facts) != PITH_PROFILE_TEXT)
      continue;
    for (uint32_t v = 0; v < site->verdicts.count; v++)
      if (site->verdicts.items[v].span.from <= node->from &&
          node->from < site->verdicts.items[v].span.to)
        on = &site->verdicts.items[v];
    assert_non_null(on);
    words += pith__profile_words(token->facts);
    if (on->label == PITH_NAVIGATION)
      cut += pith__profile_words(token->facts);
  }
  assert_int_equal(site->classifier.boilerplate.words, words);
  assert_int_equal(site->classifier.boilerplate.cut, cut);
  assert_true(words == 0 || cut < words);
}

static void
classify(classified_site *site, pith_slice html)
{
  pith__verdicts_clear(&site->verdicts);
  assert_true(site_page_init(&site->page, &memory, html));
  assert_int_equal(
      pith__chain_default_classify(&site->classifier, &site->page.tree,
                                   &site->page.profile, &site->verdicts),
      PITH_OK);
}

/* How many verdicts call a range that begins with `text` boilerplate. */
static uint32_t
count_cuts(const classified_site *site, const char *text)
{
  uint32_t count = 0;
  const char *page = site->page.decoded.text.data;
  for (uint32_t i = 0; i < site->verdicts.count; i++) {
    const pith_verdict *verdict = &site->verdicts.items[i];
    size_t len = verdict->span.to - verdict->span.from;
    count += verdict->label == PITH_NAVIGATION && len >= strlen(text) &&
             memcmp(page + verdict->span.from, text, strlen(text)) == 0;
  }
  return count;
}

static void
new_pages_are_classified_like_old_ones(void **state)
{
  (void)state;
  classified_site site;
  open_site(&site);
  for (uint32_t i = 0; i < 3 * PAGES; i += 7) {
    classify(&site, site_page_text(i));
    check_verdicts(&site);
    assert_false(site.classifier.boilerplate.too_few_pages ||
                 site.classifier.boilerplate.all_repeats);
    assert_int_equal(pith__site_reader_fit(&site.classifier.boilerplate.reader),
                     1000);
    assert_int_equal(site.classifier.boilerplate.cut, 13); /* menu and foot */
    /* whole elements, tags and all */
    assert_int_equal(count_cuts(&site, "<ul class=menu>"), 1);
    assert_int_equal(count_cuts(&site, "<div class=foot>"), 1);
    assert_int_equal(site.verdicts.count, 3);
    site_page_done(&site.page);
  }
  close_site(&site);
}

static void
odd_pages_are_classified_too(void **state)
{
  (void)state;
  static const char *const pages[] = {
      "",
      " ",
      "x",
      "<p>one",
      "<ul class=menu><li><a href=a>Home</a></li><li><a href=b>News</a></li>"
      "<li><a href=c>About us</a></li></ul>",
      "<table><ul class=menu><li><a href=a>Home</a></li><tr><td>cell<li><a "
      "href=b>News</a></li></table><div class=text><b><p>mis</b>nested</p>",
      "<div class=comments><p>only what readers wrote</p></div>",
      "<ol><li>1</li><li>2</li><li>3</li><li>4</li></ol>",
      "<frameset><frame src=x></frameset><noframes>text</noframes>",
  };
  classified_site site;
  open_site(&site);
  for (size_t i = 0; i < sizeof pages / sizeof pages[0]; i++) {
    classify(&site, pith__slice_of(pages[i]));
    check_verdicts(&site);
    site_page_done(&site.page);
  }
  close_site(&site);
}

/* Pages put together from pieces of the site and of others. */
static void
mixed_pages_are_classified_too(void **state)
{
  (void)state;
  static const char *const pieces[] = {"<ul class=menu>",
                                       "<li><a href=a>Home</a></li>",
                                       "</ul>",
                                       "<b>",
                                       "</b>",
                                       "<div class=text>",
                                       "</div>",
                                       "<p>The 36 apples of garden 15. ",
                                       "<td>",
                                       "<table>",
                                       "</table>",
                                       "<li><a href=b>News</a></li>",
                                       "<h1>Page 5</h1>",
                                       "red, green, blue, white",
                                       "<div class=comment>",
                                       "<i>7</i>",
                                       "</p>",
                                       "<li><a href=c>About us</a></li>",
                                       "<img src=x>",
                                       "<div class=foot>"};
  uint64_t random = 11;
  classified_site site;
  open_site(&site);
  for (int round = 0; round < 400; round++) {
    char html[2048];
    size_t len = 0;
    for (int i = 0; i < round % 40; i++) {
      random = random * 6364136223846793005u + 1442695040888963407u;
      const char *piece =
          pieces[(random >> 33) % (sizeof pieces / sizeof pieces[0])];
      memcpy(html + len, piece, strlen(piece));
      len += strlen(piece);
    }
    classify(&site, pith__slice(html, len));
    check_verdicts(&site);
    site_page_done(&site.page);
  }
  close_site(&site);
}

static void
a_page_like_no_other_loses_nothing(void **state)
{
  (void)state;
  classified_site site;
  open_site(&site);
  classify(&site, pith__slice_of("<h2>Quite</h2><pre>another</pre> page"));
  check_verdicts(&site);
  assert_true(site.classifier.boilerplate.too_few_pages);
  assert_int_equal(site.classifier.boilerplate.cut, 0);
  site_page_done(&site.page);
  close_site(&site);
}

static void
without_memory_nothing_is_left(void **state)
{
  (void)state;
  classified_site site;
  open_site(&site);
  assert_true(site_page_init(&site.page, &memory, site_page_text(3)));
  for (size_t n = 1;; n++) {
    failing_allocator failing;
    pith_memory poor;
    pith_chain_classifier mine;
    pith_verdicts verdicts;
    failing_allocator_init(&failing, n);
    pith_allocator allocator = failing_allocator_use(&failing);
    pith__memory_init(&poor, &allocator, SIZE_MAX);
    pith__verdicts_init(&verdicts, &poor);
    pith_status status = pith__chain_classify_init(&mine, &poor, &site.view);
    if (status == PITH_OK) {
      status = pith__chain_default_classify(&mine, &site.page.tree,
                                            &site.page.profile, &verdicts);
      pith__chain_classify_done(&mine);
    }
    pith__verdicts_done(&verdicts);
    assert_true(failing_allocator_is_clean(&failing));
    assert_int_equal(status, failing.failed ? PITH_NOMEM : PITH_OK);
    if (!failing.failed)
      break;
  }
  site_page_done(&site.page);
  close_site(&site);
}

static void
methods_are_found_by_name(void **state)
{
  (void)state;
  uint32_t count;
  const pith_method *methods = pith__methods(&count);
  assert_true(count > 0);
  for (uint32_t i = 0; i < count; i++) /* every row can classify something */
    assert_true(methods[i].classify || methods[i].classify_site);
  for (uint32_t i = 0; i < count; i++)
    assert_int_equal(methods[i].classify_site != NULL,
                     methods[i].evidence != 0);
  for (uint32_t i = 0; i < count; i++)
    assert_ptr_equal(pith__method_find(methods[i].facts.name, false),
                     &methods[i]);
  assert_null(pith__method_find("chains", false));
  assert_null(pith__method_find("", false));
  assert_string_equal(pith__method_find(NULL, false)->facts.name, "auto");
  assert_null(pith__method_find("auto", true)); /* comes from no paper */
  assert_non_null(pith__method_find("chain", true));
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
      cmocka_unit_test(new_pages_are_classified_like_old_ones),
      cmocka_unit_test(odd_pages_are_classified_too),
      cmocka_unit_test(mixed_pages_are_classified_too),
      cmocka_unit_test(a_page_like_no_other_loses_nothing),
      cmocka_unit_test(without_memory_nothing_is_left),
      cmocka_unit_test(methods_are_found_by_name),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
