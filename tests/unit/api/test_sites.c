/* Sites, models, judges and rendering through pith.h: a whole use of each, what
 * must be refused, and every request for memory failed once. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "pith_site.h"

#include "unit/failing_allocator.h"

#include <stdio.h>
#include <string.h>

enum { PAGES = 12, PAGE_ROOM = 2048 };

/* A page with the boilerplate of all others and a text of its own. */
static pith_slice
make_page(unsigned number, char room[PAGE_ROOM])
{
  int len =
      snprintf(room, PAGE_ROOM,
               "<!DOCTYPE html><title>Page %u</title><ul class=menu>"
               "<li><a href=1>Home</a></li><li><a href=2>News</a></li>"
               "<li><a href=3>Shop</a></li><li><a href=4>Help</a></li>"
               "<li><a href=5>Jobs</a></li><li><a href=6>About</a></li></ul>"
               "<h1>Story %u</h1><p>",
               number, number);
  for (unsigned i = 0; i < 40; i++)
    len +=
        snprintf(room + len, PAGE_ROOM - (size_t)len, "word%ux%u ", number, i);
  len += snprintf(room + len, PAGE_ROOM - (size_t)len,
                  "</p><div><p>Imprint</p><p>Privacy</p>"
                  "<p>All rights reserved</p></div>");
  pith_slice page = {room, (size_t)len};
  return page;
}

static pith_slice
name_of(unsigned number, char room[16])
{
  pith_slice name = {room, (size_t)snprintf(room, 16, "p%u", number)};
  return name;
}

static bool
contains(pith_slice text, const char *wanted)
{
  size_t len = strlen(wanted);
  for (size_t i = 0; i + len <= text.len; i++)
    if (memcmp(text.data + i, wanted, len) == 0)
      return true;
  return false;
}

static pith_context *
new_context(void)
{
  pith_context *context;
  assert_int_equal(pith_context_new(NULL, &context), PITH_OK);
  return context;
}

/* --- uses that can fail anywhere: the status of the first thing that did ---
 */

static pith_status
fill_site(pith_context *context, pith_chain_site *site)
{
  char room[PAGE_ROOM], name[16];
  pith_status status = PITH_OK;
  for (unsigned i = 0; i < PAGES && status == PITH_OK; i++) {
    pith_chain_page *profile;
    status = pith_chain_page_new(context, make_page(i, room), NULL, &profile);
    if (status == PITH_OK)
      status = pith_chain_site_add(site, name_of(i, name), profile);
    pith_chain_page_free(profile);
  }
  return status == PITH_OK ? pith_chain_site_finish(site) : status;
}

static pith_status
classify_one(pith_context *context, const pith_chain_site *site,
             pith_slice *text)
{
  char room[PAGE_ROOM], name[16];
  pith_page *page;
  pith_error error;
  pith_status status =
      pith_page_parse(context, make_page(3, room), NULL, &page, &error);
  if (status != PITH_OK)
    return status;
  status = pith_chain_site_classify(site, name_of(3, name), page);
  if (status == PITH_OK)
    status = pith_page_render(page, PITH_FORMAT_TEXT, NULL, text);
  if (status == PITH_OK) {
    assert_false(contains(*text, "Home"));
    assert_true(contains(*text, "word3x7"));
  }
  pith_page_free(page);
  return status;
}

static pith_status
use_site(pith_context *context)
{
  pith_chain_site *site;
  pith_slice text;
  pith_status status = pith_chain_site_new(context, NULL, &site);
  if (status == PITH_OK)
    status = fill_site(context, site);
  if (status == PITH_OK)
    status = classify_one(context, site, &text);
  pith_chain_site_free(site);
  return status;
}

static pith_status
learn(pith_context *context, pith_site_model *model, unsigned from, unsigned to)
{
  char room[PAGE_ROOM];
  pith_error error;
  pith_status status = PITH_OK;
  for (unsigned i = from; i < to && status == PITH_OK; i++) {
    pith_page *page;
    status = pith_page_parse(context, make_page(i, room), NULL, &page, &error);
    if (status == PITH_OK) {
      status = pith_site_model_learn(model, page);
      pith_page_free(page);
    }
  }
  return status;
}

static const pith_format formats[] = {PITH_FORMAT_TEXT, PITH_FORMAT_MARKDOWN,
                                      PITH_FORMAT_HTML, PITH_FORMAT_MARKED};

static pith_status
render_all(pith_page *page)
{
  pith_status status = PITH_OK;
  for (size_t i = 0; i < 4 && status == PITH_OK; i++) {
    pith_slice out;
    status = pith_page_render(page, formats[i], NULL, &out);
    if (status == PITH_OK) {
      assert_true(contains(out, "word3x7"));
      assert_int_equal(contains(out, "Home"), formats[i] == PITH_FORMAT_MARKED);
    } else {
      assert_int_equal(out.len, 0);
    }
  }
  return status;
}

static pith_status
classify_by_model(pith_context *context, const pith_site_model *model)
{
  char room[PAGE_ROOM];
  pith_site *judge;
  pith_page *page;
  pith_error error;
  pith_site_facts said;
  pith_status status = pith_site_new(context, model, &judge);
  if (status != PITH_OK)
    return status;
  status = pith_page_parse(context, make_page(3, room), NULL, &page, &error);
  if (status == PITH_OK) {
    status = pith_site_classify_chain(judge, page, &said);
    if (status == PITH_OK) {
      assert_true(said.words > said.cut_words && said.cut_words > 0);
      assert_false(said.alone || said.spared);
      status = render_all(page);
    }
    pith_page_free(page);
  }
  pith_site_free(judge);
  return status;
}

static pith_status
use_model(pith_context *context)
{
  pith_site_model *model = NULL, *part = NULL, *read = NULL;
  pith_slice file;
  pith_status status = pith_site_model_new(context, 0, &model);
  if (status == PITH_OK)
    status = pith_site_model_new(context, 0, &part);
  if (status == PITH_OK)
    status = learn(context, model, 0, 3);
  if (status == PITH_OK)
    status = learn(context, part, 3, PAGES);
  if (status == PITH_OK)
    status = pith_site_model_merge(model, part);
  if (status == PITH_OK)
    status = pith_site_model_save(model, &file);
  if (status == PITH_OK)
    status = pith_site_model_load(context, file, &read);
  if (status == PITH_OK)
    status = pith_site_model_open(read);
  if (status == PITH_OK)
    status = classify_by_model(context, read);
  pith_site_model_free(read);
  pith_site_model_free(part);
  pith_site_model_free(model);
  return status;
}

/* --- tests --- */

static void
a_site_finds_its_boilerplate(void **state)
{
  (void)state;
  pith_context *context = new_context();
  assert_int_equal(use_site(context), PITH_OK);
  pith_context_free(context);
}

static void
a_model_finds_its_boilerplate(void **state)
{
  (void)state;
  pith_context *context = new_context();
  assert_int_equal(use_model(context), PITH_OK);
  pith_context_free(context);
}

/* Fail every request for memory once; nothing may be lost. */
static void
fail_everywhere(pith_status (*use)(pith_context *context))
{
  for (size_t n = 1;; n++) {
    failing_allocator failing;
    failing_allocator_init(&failing, n);
    pith_allocator allocator = failing_allocator_use(&failing);
    pith_context *context;
    pith_status status = pith_context_new(&allocator, &context);
    if (status == PITH_OK) {
      status = use(context);
      pith_context_free(context);
    }
    assert_int_equal(status, failing.failed ? PITH_NOMEM : PITH_OK);
    assert_true(failing_allocator_is_clean(&failing));
    if (!failing.failed)
      return;
  }
}

static void
sites_survive_failing_memory(void **state)
{
  (void)state;
  fail_everywhere(use_site);
}

static void
models_survive_failing_memory(void **state)
{
  (void)state;
  fail_everywhere(use_model);
}

static void
wrong_use_of_sites_is_refused(void **state)
{
  char room[PAGE_ROOM], name[16];
  (void)state;
  pith_context *context = new_context();
  pith_chain_options options;
  pith_chain_site *site;
  pith_chain_page *profile;
  pith_page *page;
  pith_error error;
  pith_chain_options_default(&options);
  options.min_tokens_chain = 0;
  assert_int_equal(pith_chain_site_new(context, &options, &site), PITH_USAGE);
  assert_null(site);
  pith_slice html = make_page(3, room);
  assert_int_equal(pith_chain_page_new(context, html, &options, &profile),
                   PITH_USAGE);
  assert_null(profile);

  assert_int_equal(pith_chain_site_new(context, NULL, &site), PITH_OK);
  assert_int_equal(fill_site(context, site), PITH_OK);
  assert_int_equal(pith_chain_site_finish(site), PITH_USAGE);
  assert_int_equal(pith_page_parse(context, html, NULL, &page, &error),
                   PITH_OK);
  pith_slice none = {"none", 4};
  assert_int_equal(pith_chain_site_classify(site, none, page), PITH_USAGE);
  pith_slice other = make_page(100, room);
  pith_page_free(page);
  assert_int_equal(pith_page_parse(context, other, NULL, &page, &error),
                   PITH_OK);
  assert_int_equal(pith_chain_site_classify(site, name_of(3, name), page),
                   PITH_USAGE);
  assert_int_equal(pith_chain_site_cluster_of(site, none, NULL), UINT32_MAX);
  assert_int_equal(pith_chain_site_cluster(site, 99).members, 0);
  pith_page_free(page);
  pith_chain_site_free(site);
  pith_context_free(context);
}

static void
wrong_use_of_models_is_refused(void **state)
{
  char room[PAGE_ROOM];
  (void)state;
  pith_context *context = new_context();
  pith_site_model *model, *other;
  pith_site *judge;
  pith_page *page;
  pith_error error;
  assert_int_equal(pith_site_model_new(context, 0, &model), PITH_OK);
  assert_int_equal(pith_site_model_new(context, 0, &other), PITH_OK);
  assert_int_equal(learn(context, model, 0, 2), PITH_OK);
  assert_int_equal(pith_site_new(context, model, &judge), PITH_USAGE);
  assert_null(judge);
  assert_int_equal(pith_site_model_merge(model, model), PITH_USAGE);
  assert_int_equal(pith_site_model_open(model), PITH_OK);
  assert_int_equal(pith_site_model_open(model), PITH_USAGE);
  assert_int_equal(pith_site_model_merge(model, other), PITH_USAGE);
  assert_int_equal(
      pith_page_parse(context, make_page(9, room), NULL, &page, &error),
      PITH_OK);
  assert_int_equal(pith_site_model_learn(model, page), PITH_USAGE);
  assert_int_equal(pith_site_model_describe(model).pages, 2);
  pith_slice noise = {"PITHSITE no model", 17};
  pith_site_model *read;
  assert_int_equal(pith_site_model_load(context, noise, &read), PITH_FORMAT);
  assert_null(read);
  pith_page_free(page);
  pith_site_model_free(other);
  pith_site_model_free(model);
  pith_context_free(context);
}

/* A style of an older program is shorter; what it lacks has its default. */
static void
short_styles_have_defaults(void **state)
{
  static const char html[] = "<p>a <a href=/b>c</a></p>";
  (void)state;
  pith_context *context = new_context();
  pith_page *page;
  pith_error error;
  pith_slice page_bytes = {html, sizeof html - 1};
  pith_slice out;
  pith_options style;
  assert_int_equal(pith_page_parse(context, page_bytes, NULL, &page, &error),
                   PITH_OK);
  pith_options_default(&style);
  style.base_url = "http://h/";
  assert_int_equal(pith_page_render(page, PITH_FORMAT_MARKDOWN, &style, &out),
                   PITH_OK);
  assert_true(contains(out, "[c](http://h/b)"));
  style.size = offsetof(pith_options, base_url);
  assert_int_equal(pith_page_render(page, PITH_FORMAT_MARKDOWN, &style, &out),
                   PITH_OK);
  assert_true(contains(out, "[c](/b)"));
  style.links = false;
  assert_int_equal(pith_page_render(page, PITH_FORMAT_MARKDOWN, &style, &out),
                   PITH_OK);
  assert_true(contains(out, "a c"));
  assert_int_equal(pith_page_render(page, (pith_format)9, NULL, &out),
                   PITH_USAGE);
  pith_page_free(page);
  pith_context_free(context);
}

static void
verdicts_of_the_caller_are_rendered(void **state)
{
  static const char html[] = "<p>keep</p><p>cut</p>";
  (void)state;
  pith_context *context = new_context();
  pith_page *page;
  pith_error error;
  pith_slice page_bytes = {html, sizeof html - 1};
  pith_slice out;
  pith_verdict cut = {{11, 21}, PITH_NAVIGATION, 0.5f, "reviewer"};
  assert_int_equal(pith_page_parse(context, page_bytes, NULL, &page, &error),
                   PITH_OK);
  assert_int_equal(pith_page_set_verdicts(page, &cut, 1), PITH_OK);
  assert_int_equal(pith_page_render(page, PITH_FORMAT_HTML, NULL, &out),
                   PITH_OK);
  assert_int_equal(out.len, 11);
  assert_memory_equal(out.data, html, 11);
  assert_int_equal(pith_page_render(page, PITH_FORMAT_MARKED, NULL, &out),
                   PITH_OK);
  assert_true(contains(out, "<p><pith-nav data-reason=\"reviewer\" "
                            "data-score=\"0.5\">cut</pith-nav></p>"));
  assert_false(pith_page_marks_present(page));
  cut.span.to = 99;
  assert_int_equal(pith_page_set_verdicts(page, &cut, 1), PITH_USAGE);
  pith_page_free(page);
  pith_context_free(context);
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_site_finds_its_boilerplate),
      cmocka_unit_test(a_model_finds_its_boilerplate),
      cmocka_unit_test(sites_survive_failing_memory),
      cmocka_unit_test(models_survive_failing_memory),
      cmocka_unit_test(wrong_use_of_sites_is_refused),
      cmocka_unit_test(wrong_use_of_models_is_refused),
      cmocka_unit_test(short_styles_have_defaults),
      cmocka_unit_test(verdicts_of_the_caller_are_rendered),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
