/*
 * What follows from a model: clusters, how well a page fits, what was learnt.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "base/slice.h"
#include "site/site_inspect.h"
#include "unit/failing_allocator.h"
#include "unit/site_pages.h"

enum { PAGES = 12 };

static pith_memory memory;

/* A page of one of two sections that share nothing but their shape. */
static pith_slice
section_page(uint32_t number)
{
  static char html[1024];
  bool sea = number % 2;
  int len = snprintf(
      html, sizeof html,
      "<ul><li><a href=a>%s</a></li><li><a href=b>%s</a></li><li><a href=c>%s"
      "</a></li><li><a href=d>%s</a></li></ul><div><p>Story number %u goes "
      "on %u pages. It ends well for %u people.</p></div>",
      sea ? "Tides" : "Passes", sea ? "Harbours" : "Huts",
      sea ? "Ropes" : "Maps", sea ? "Lights" : "Wells", number, number * 5,
      number * 9);
  return pith__slice(html, (size_t)len);
}

static void
learn(pith_site_sample *model, pith_slice (*text)(uint32_t))
{
  pith__site_sample_init(model, &memory, 0);
  for (uint32_t i = 0; i < PAGES; i++) {
    site_page page;
    assert_true(site_page_init(&page, &memory, text(i)));
    assert_int_equal(pith__site_sample_add(model, &page.profile), PITH_OK);
    site_page_done(&page);
  }
}

static void
look_at(pith_site_reader *reader, pith_slice text)
{
  site_page page;
  assert_true(site_page_init(&page, &memory, text));
  assert_int_equal(pith__site_reader_look(reader, &page.profile), PITH_OK);
  site_page_done(&page);
}

static void
sections_are_clusters(void **state)
{
  (void)state;
  pith_site_sample model;
  pith_site_view view;
  pith_site_reader reader;
  pith_region region;
  pith_site_model_cluster *clusters;
  uint32_t count, sea = UINT32_MAX, land = UINT32_MAX;
  learn(&model, section_page);
  pith__region_init(&region, &memory);
  assert_int_equal(pith__site_view_init(&view, &memory, &model), PITH_OK);
  assert_int_equal(pith__site_clusters(&view, &region, &clusters, &count),
                   PITH_OK);
  assert_int_equal(count, 2);
  assert_int_equal(clusters[0].pages, PAGES / 2);
  assert_int_equal(clusters[1].pages, PAGES / 2);
  assert_int_equal(pith__site_reader_init(&reader, &memory, &view), PITH_OK);
  for (uint32_t i = 0; i < PAGES + 6; i++) { /* some are new */
    look_at(&reader, section_page(i));
    uint32_t *cluster = i % 2 ? &sea : &land;
    if (*cluster == UINT32_MAX)
      *cluster = pith__site_reader_cluster(&reader);
    assert_int_equal(pith__site_reader_cluster(&reader), *cluster);
  }
  assert_true(sea != land);
  look_at(&reader, pith__slice_of("<p>nothing of the kind"));
  assert_int_equal(pith__site_reader_cluster(&reader), PITH_INDEX_NONE);
  pith__site_reader_done(&reader);
  pith__region_done(&region);
  pith__site_view_done(&view);
  pith__site_sample_done(&model);
}

/* The site gets another face: its pages do not fit the model any more. */
static void
a_site_that_changed_does_not_fit(void **state)
{
  (void)state;
  pith_site_sample model;
  pith_site_view view;
  pith_site_reader reader;
  learn(&model, site_page_text);
  assert_int_equal(pith__site_view_init(&view, &memory, &model), PITH_OK);
  assert_int_equal(pith__site_reader_init(&reader, &memory, &view), PITH_OK);
  assert_true(view.usual > 0);
  for (uint32_t i = 0; i < 2 * PAGES; i++) {
    look_at(&reader, site_page_text(i));
    assert_int_equal(pith__site_reader_fit(&reader), 1000);
    look_at(&reader, section_page(i));
    assert_true(pith__site_reader_fit(&reader) < 200);
  }
  pith__site_reader_done(&reader);
  pith__site_view_done(&view);
  pith__site_sample_done(&model);
}

/* How many texts of a request there are; all of them are on all its pages. */
static uint32_t
count_texts(const pith_site_view *view, pith_texts_request request,
            uint32_t pages)
{
  static const char *const menu[] = {"Home", "News", "About us"};
  pith_region region;
  pith_shared_text *texts;
  uint32_t count, found = 0;
  pith__region_init(&region, &memory);
  assert_int_equal(
      pith__site_shared_texts(view, &request, &region, &texts, &count),
      PITH_OK);
  for (uint32_t i = 0; i < count; i++) {
    assert_int_equal(texts[i].pages, pages);
    for (uint32_t m = 0; m < 3; m++)
      found += pith__slice_equal(texts[i].text, pith__slice_of(menu[m]));
  }
  if (count > 3)
    assert_int_equal(found, 3);
  pith__region_done(&region);
  return count;
}

static void
shared_texts_are_listed(void **state)
{
  (void)state;
  pith_site_sample model;
  pith_site_view view;
  learn(&model, site_page_text);
  assert_int_equal(pith__site_view_init(&view, &memory, &model), PITH_OK);
  pith_texts_request all = {PITH_INDEX_NONE, 3, 100};
  assert_int_equal(count_texts(&view, all, PAGES), 4); /* and the foot */
  pith_texts_request few = {PITH_INDEX_NONE, 3, 2};
  assert_int_equal(count_texts(&view, few, PAGES), 2);
  pith_texts_request none = {PITH_INDEX_NONE, PAGES + 1, 9};
  assert_int_equal(count_texts(&view, none, PAGES), 0);
  pith_texts_request cluster = {view.founders[0], 3, 100};
  assert_int_equal(count_texts(&view, cluster, PAGES), 4);
  pith_texts_request nobody = {PAGES + 7, 1, 100};
  assert_int_equal(count_texts(&view, nobody, 0), 0);
  pith__site_view_done(&view);
  pith__site_sample_done(&model);
}

static void
small_models_open(void **state)
{
  (void)state;
  for (uint32_t count = 0; count < 4; count++) {
    pith_site_sample model;
    pith_site_view view;
    pith_site_reader reader;
    pith__site_sample_init(&model, &memory, 0);
    for (uint32_t i = 0; i < count; i++) {
      site_page page;
      assert_true(site_page_init(&page, &memory, site_page_text(i)));
      assert_int_equal(pith__site_sample_add(&model, &page.profile), PITH_OK);
      site_page_done(&page);
    }
    assert_int_equal(pith__site_view_init(&view, &memory, &model), PITH_OK);
    assert_int_equal(pith__site_reader_init(&reader, &memory, &view), PITH_OK);
    look_at(&reader, site_page_text(99));
    assert_int_equal(reader.similarity.neighbour_count, count == 1 ? 0 : count);
    look_at(&reader, pith__slice_of(""));
    pith__site_reader_done(&reader);
    pith__site_view_done(&view);
    pith__site_sample_done(&model);
  }
}

static void
without_memory_nothing_is_left(void **state)
{
  (void)state;
  pith_site_sample model;
  learn(&model, site_page_text);
  for (size_t n = 1;; n++) {
    failing_allocator failing;
    pith_memory poor;
    pith_site_view view;
    pith_region region;
    pith_shared_text *texts;
    pith_texts_request request = {PITH_INDEX_NONE, 2, 9};
    pith_site_model_cluster *clusters;
    uint32_t count;
    failing_allocator_init(&failing, n);
    pith_allocator allocator = failing_allocator_use(&failing);
    pith__memory_init(&poor, &allocator, SIZE_MAX);
    pith__region_init(&region, &poor);
    pith_status status = pith__site_view_init(&view, &poor, &model);
    bool open = status == PITH_OK;
    if (open)
      status =
          pith__site_shared_texts(&view, &request, &region, &texts, &count);
    if (status == PITH_OK)
      status = pith__site_clusters(&view, &region, &clusters, &count);
    if (open)
      pith__site_view_done(&view);
    pith__region_done(&region);
    assert_true(failing_allocator_is_clean(&failing));
    assert_int_equal(status, failing.failed ? PITH_NOMEM : PITH_OK);
    if (!failing.failed)
      break;
  }
  pith__site_sample_done(&model);
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
      cmocka_unit_test(sections_are_clusters),
      cmocka_unit_test(a_site_that_changed_does_not_fit),
      cmocka_unit_test(shared_texts_are_listed),
      cmocka_unit_test(small_models_open),
      cmocka_unit_test(without_memory_nothing_is_left),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
