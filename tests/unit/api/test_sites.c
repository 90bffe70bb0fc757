/* Site models, sites and rendering through the public headers: every method of
 * the registry, what must be refused, and every request for memory failed once.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "pith_experimental.h"

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
learn(pith_context *context, pith_site_model *model, unsigned from, unsigned to)
{
  char room[PAGE_ROOM], name[16];
  pith_error error;
  pith_status status = PITH_OK;
  for (unsigned i = from; i < to && status == PITH_OK; i++) {
    pith_page *page;
    status = pith_page_parse(context, make_page(i, room), NULL, &page, &error);
    if (status == PITH_OK) {
      status = pith_site_model_learn(model, page, name_of(i, name));
      pith_page_free(page);
    }
  }
  return status;
}

/* A finished model with the evidence for a method, learnt in two parts. */
static pith_status
make_model(pith_context *context, const char *method, bool compat,
           pith_site_model **out)
{
  pith_site_options options;
  pith_site_model *part = NULL;
  pith_site_options_default(&options);
  options.evidence = pith_method_evidence(method, compat);
  pith_status status = pith_site_model_new(context, &options, out);
  if (status == PITH_OK)
    status = pith_site_model_new(context, &options, &part);
  if (status == PITH_OK)
    status = learn(context, *out, 0, 3);
  if (status == PITH_OK)
    status = learn(context, part, 3, PAGES);
  if (status == PITH_OK)
    status = pith_site_model_merge(*out, part);
  if (status == PITH_OK)
    status = pith_site_model_finish(*out);
  pith_site_model_free(part);
  return status;
}

/* Partners of the page that is being classified. */
typedef struct partner_pages {
  pith_context *context;
  char rooms[PITH_PARTNERS_MOST][PAGE_ROOM];
  pith_page *pages[PITH_PARTNERS_MOST];
  unsigned loaded;
  unsigned released;
} partner_pages;

static const pith_page *
load_partner(void *state, pith_slice name)
{
  partner_pages *with = state;
  char digits[16];
  snprintf(digits, sizeof digits, "%.*s", (int)name.len, name.data);
  unsigned number = (unsigned)(digits[1] - '0'); /* "p7", "p11" */
  if (digits[2])
    number = number * 10 + (unsigned)(digits[2] - '0');
  pith_slice html = make_page(number, with->rooms[with->loaded]);
  if (pith_page_parse(with->context, html, NULL, &with->pages[with->loaded],
                      NULL) != PITH_OK)
    return NULL;
  return with->pages[with->loaded++];
}

static void
release_partner(void *state, const pith_page *page)
{
  partner_pages *with = state;
  assert_ptr_equal(page, with->pages[with->released]);
  pith_page_free(with->pages[with->released++]);
}

/* Page 3 by a method, with all that it needs. */
static pith_status
classify_by(pith_context *context, const char *method, bool compat,
            pith_site_facts *facts)
{
  static partner_pages with;
  char room[PAGE_ROOM], name[16];
  pith_site_model *model = NULL;
  pith_site *site = NULL;
  pith_page *page = NULL;
  pith_slice text;
  pith_options options;
  with = (partner_pages){.context = context};
  pith_page_loader loader = {load_partner, release_partner, &with};
  pith_options_default(&options);
  options.method = method;
  options.compat = compat;
  pith_status status = make_model(context, method, compat, &model);
  if (status == PITH_OK)
    status = pith_site_open(context, model, &loader, &site);
  if (status == PITH_OK)
    status = pith_page_parse(context, make_page(3, room), NULL, &page, NULL);
  if (status == PITH_OK)
    status = pith_site_classify(site, page, name_of(3, name), &options, facts);
  if (status == PITH_OK)
    status = pith_page_render(page, PITH_FORMAT_TEXT, NULL, &text);
  if (status == PITH_OK && pith_method_evidence(method, compat)) {
    assert_false(contains(text, "Home"));
    assert_true(compat || contains(text, "word3x7")); /* papers may empty it */
  }
  assert_int_equal(with.loaded, with.released);
  pith_page_free(page);
  pith_site_free(site);
  pith_site_model_free(model);
  return status;
}

/* chain --compat, the only method that a site costs memory without a bound. */
static pith_status
use_paper(pith_context *context)
{
  pith_site_facts facts = {.size = sizeof facts};
  return classify_by(context, "chain", true, &facts);
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
  pith_site *site;
  pith_page *page;
  pith_site_facts facts = {.size = sizeof facts};
  pith_options options;
  pith_slice unnamed = {"", 0};
  pith_options_default(&options);
  options.method = "chain";
  pith_status status = pith_site_open(context, model, NULL, &site);
  if (status != PITH_OK)
    return status;
  status = pith_page_parse(context, make_page(3, room), NULL, &page, NULL);
  if (status == PITH_OK) {
    status = pith_site_classify(site, page, unnamed, &options, &facts);
    if (status == PITH_OK) {
      assert_true(facts.words > facts.cut_words && facts.cut_words > 0);
      assert_false(facts.too_few_pages || facts.all_repeats);
      status = render_all(page);
    }
    pith_page_free(page);
  }
  pith_site_free(site);
  return status;
}

static pith_status
use_model(pith_context *context)
{
  pith_site_model *model = NULL, *part = NULL, *read = NULL;
  pith_slice file;
  pith_status status = pith_site_model_new(context, NULL, &model);
  if (status == PITH_OK)
    status = pith_site_model_new(context, NULL, &part);
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
    status = pith_site_model_finish(read);
  if (status == PITH_OK)
    status = classify_by_model(context, read);
  pith_site_model_free(read);
  pith_site_model_free(part);
  pith_site_model_free(model);
  return status;
}

/* --- tests --- */

/* Whatever is in the registry, a site can be classified by it. */
static void
every_method_classifies_a_site(void **state)
{
  (void)state;
  pith_context *context = new_context();
  const pith_method_facts *method;
  for (uint32_t i = 0; (method = pith_method_describe(i)); i++) {
    for (int compat = 0; compat <= method->compat; compat++) {
      pith_site_facts facts = {.size = sizeof facts};
      assert_int_equal(classify_by(context, method->name, compat, &facts),
                       PITH_OK);
      assert_int_equal(facts.fit, 1000);
      assert_int_equal(facts.cluster != UINT32_MAX,
                       (pith_method_evidence(method->name, compat) &
                        (PITH_EVIDENCE_SHARED | PITH_EVIDENCE_PAPER)) != 0);
    }
    assert_int_equal(method->whole_sites,
                     pith_method_evidence(method->name, false) != 0);
  }
  pith_context_free(context);
}

/* A program that was built when the struct was shorter gets no more. */
static void
facts_fit_the_struct_of_the_caller(void **state)
{
  (void)state;
  pith_context *context = new_context();
  pith_site_facts facts;
  memset(&facts, 0xA5, sizeof facts);
  facts.size = offsetof(pith_site_facts, fit);
  assert_int_equal(classify_by(context, NULL, false, &facts), PITH_OK);
  assert_true(facts.words > 0);
  assert_int_equal(facts.fit, 0xA5A5A5A5);
  pith_context_free(context);
}

static void
clusters_of_the_papers_are_listed(void **state)
{
  (void)state;
  pith_context *context = new_context();
  pith_site_model *model;
  uint32_t shared;
  assert_int_equal(make_model(context, "chain", true, &model), PITH_OK);
  assert_int_equal(pith_chain_cluster_count(model), 1);
  assert_int_equal(pith_chain_cluster_get(model, 0).members, PAGES);
  pith_slice name = pith_chain_cluster_member(model, 0, 0, &shared);
  assert_memory_equal(name.data, "p0", name.len);
  assert_true(shared > 100);
  assert_int_equal(pith_chain_cluster_get(model, 99).members, 0);
  assert_int_equal(pith_chain_cluster_member(model, 0, PAGES, &shared).len, 0);
  pith_site_model_free(model);
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
the_papers_survive_failing_memory(void **state)
{
  (void)state;
  fail_everywhere(use_paper);
}

static void
models_survive_failing_memory(void **state)
{
  (void)state;
  fail_everywhere(use_model);
}

static void
wrong_numbers_are_refused(void **state)
{
  (void)state;
  pith_context *context = new_context();
  pith_site_options options;
  pith_chain_options chain;
  pith_layer_options layer;
  pith_site_model *model;
  pith_chain_options_default(&chain);
  pith_layer_options_default(&layer);
  pith_site_options_default(&options);
  options.evidence = PITH_EVIDENCE_PAPER;
  options.chain = &chain;
  chain.min_tokens_chain = 0;
  assert_int_equal(pith_site_model_new(context, &options, &model), PITH_USAGE);
  assert_null(model);
  chain.min_tokens_chain = 6;
  options.layer = &layer;
  layer.alpha = 1.5;
  assert_int_equal(pith_site_model_new(context, &options, &model), PITH_USAGE);
  assert_null(model);
  pith_context_free(context);
}

static void
wrong_use_of_sites_is_refused(void **state)
{
  char room[PAGE_ROOM], name[16];
  (void)state;
  pith_context *context = new_context();
  pith_site_model *model;
  pith_site *site;
  pith_page *page;
  pith_options options;
  pith_slice none = {"none", 4};
  pith_options_default(&options);
  options.method = "chain";
  options.compat = true;
  assert_int_equal(make_model(context, "chain", true, &model), PITH_OK);
  assert_int_equal(pith_site_open(context, model, NULL, &site), PITH_OK);
  pith_slice html = make_page(3, room);
  assert_int_equal(pith_page_parse(context, html, NULL, &page, NULL), PITH_OK);
  /* a page that was not learnt, and other bytes than were learnt */
  assert_int_equal(pith_site_classify(site, page, none, &options, NULL),
                   PITH_USAGE);
  pith_page_free(page);
  html = make_page(100, room);
  assert_int_equal(pith_page_parse(context, html, NULL, &page, NULL), PITH_OK);
  assert_int_equal(
      pith_site_classify(site, page, name_of(3, name), &options, NULL),
      PITH_USAGE);
  /* evidence that the model has not; no such profile; no such method */
  options.compat = false;
  assert_int_equal(pith_site_classify(site, page, none, &options, NULL),
                   PITH_USAGE);
  options.compat = true;
  options.method = "auto";
  assert_int_equal(pith_site_classify(site, page, none, &options, NULL),
                   PITH_USAGE);
  options.method = "chains";
  assert_int_equal(pith_site_classify(site, page, none, &options, NULL),
                   PITH_USAGE);
  pith_slice file;
  assert_int_equal(pith_site_model_save(model, &file), PITH_USAGE);
  pith_page_free(page);
  pith_site_free(site);
  pith_site_model_free(model);
  pith_context_free(context);
}

static void
wrong_use_of_models_is_refused(void **state)
{
  char room[PAGE_ROOM], name[16];
  (void)state;
  pith_context *context = new_context();
  pith_site_model *model, *other;
  pith_site *site;
  pith_page *page;
  pith_error error;
  assert_int_equal(pith_site_model_new(context, NULL, &model), PITH_OK);
  assert_int_equal(pith_site_model_new(context, NULL, &other), PITH_OK);
  assert_int_equal(learn(context, model, 0, 2), PITH_OK);
  assert_int_equal(pith_site_open(context, model, NULL, &site), PITH_USAGE);
  assert_null(site);
  assert_int_equal(pith_site_model_merge(model, model), PITH_USAGE);
  assert_int_equal(pith_site_model_finish(model), PITH_OK);
  assert_int_equal(pith_site_model_finish(model), PITH_USAGE);
  assert_int_equal(pith_site_model_merge(model, other), PITH_USAGE);
  assert_int_equal(
      pith_page_parse(context, make_page(9, room), NULL, &page, &error),
      PITH_OK);
  assert_int_equal(pith_site_model_learn(model, page, name_of(9, name)),
                   PITH_USAGE);
  pith_site_model_facts facts = {.size = sizeof facts};
  pith_site_model_describe(model, &facts);
  assert_int_equal(facts.pages, 2);
  assert_int_equal(facts.evidence, PITH_EVIDENCE_SHARED);
  pith_slice noise = {"PITHSITE no model", 17};
  pith_site_model *read;
  assert_int_equal(pith_site_model_load(context, noise, &read), PITH_FORMAT);
  assert_null(read);
  pith_page_free(page);
  pith_site_model_free(other);
  pith_site_model_free(model);
  pith_context_free(context);
}

/* Pages that were parsed with other limits have other tokens. */
static void
other_parse_options_are_refused(void **state)
{
  char room[PAGE_ROOM], name[16];
  (void)state;
  pith_context *context = new_context();
  pith_site_model *model, *other;
  pith_site *site;
  pith_page *page;
  pith_options options;
  pith_slice none = {"", 0};
  pith_options_default(&options);
  options.max_bytes = 100000; /* refuses pages, but does not change them */
  options.transport_encoding = "utf-8";
  assert_int_equal(pith_site_model_new(context, NULL, &model), PITH_OK);
  assert_int_equal(pith_site_model_new(context, NULL, &other), PITH_OK);
  assert_int_equal(learn(context, model, 0, 5), PITH_OK);
  assert_int_equal(pith_site_model_check(model, &options), PITH_OK);
  options.max_nodes = 20;
  assert_int_equal(pith_site_model_check(model, &options), PITH_MISMATCH);
  assert_int_equal(pith_site_model_check(other, &options), PITH_OK);
  assert_int_equal(
      pith_page_parse(context, make_page(9, room), &options, &page, NULL),
      PITH_OK);
  assert_int_equal(pith_site_model_learn(model, page, none), PITH_MISMATCH);
  assert_int_equal(pith_site_model_merge(model, other), PITH_OK);
  assert_int_equal(pith_site_model_learn(other, page, none), PITH_OK);
  assert_int_equal(pith_site_model_merge(model, other), PITH_MISMATCH);
  assert_int_equal(pith_site_model_merge(other, model), PITH_MISMATCH);
  assert_int_equal(pith_site_model_finish(model), PITH_OK);
  assert_int_equal(pith_site_open(context, model, NULL, &site), PITH_OK);
  assert_int_equal(pith_site_classify(site, page, name_of(9, name), NULL, NULL),
                   PITH_MISMATCH);
  pith_site_free(site);
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
  assert_int_equal(pith_page_render(page, PITH_FORMAT_CLEANED, NULL, &out),
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
      cmocka_unit_test(every_method_classifies_a_site),
      cmocka_unit_test(facts_fit_the_struct_of_the_caller),
      cmocka_unit_test(clusters_of_the_papers_are_listed),
      cmocka_unit_test(a_model_finds_its_boilerplate),
      cmocka_unit_test(the_papers_survive_failing_memory),
      cmocka_unit_test(models_survive_failing_memory),
      cmocka_unit_test(wrong_numbers_are_refused),
      cmocka_unit_test(wrong_use_of_sites_is_refused),
      cmocka_unit_test(wrong_use_of_models_is_refused),
      cmocka_unit_test(other_parse_options_are_refused),
      cmocka_unit_test(short_styles_have_defaults),
      cmocka_unit_test(verdicts_of_the_caller_are_rendered),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
