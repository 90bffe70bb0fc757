/*
 * The small sites of tests/golden/chain, one for each failure that the default
 * profile of the chain method mends. Every text of every page is compared with
 * what is expected of it:
 *
 *     == page.html
 *     - repeats: Home
 *     + The story of this page.
 *
 * PITH_GOLDEN_ACCEPT=1 in the environment writes what was found instead; the
 * difference is to be read before it is committed.
 *
 * Each site is learnt in another order too, in two parts that are merged, and
 * from a saved model: nothing may change.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "method/chain/chain_default.h"
#include "unit/method/site_files.h"
#include "unit/site_pages.h"

#define FOLDER "tests/golden/chain"

typedef struct golden_site {
  pith_memory memory;
  site_files files;
  site_page *pages;
  pith_slice *bytes;
} golden_site;

static int
compare_names(const void *a, const void *b)
{
  return strcmp(*(char *const *)a, *(char *const *)b);
}

static pith_slice
read_whole(const char *path)
{
  FILE *file = fopen(path, "rb");
  if (!file)
    return (pith_slice){NULL, 0};
  char *data = malloc(1 << 20);
  size_t len = fread(data, 1, 1 << 20, file);
  fclose(file);
  return (pith_slice){data, len};
}

static void
golden_open(golden_site *site, const char *folder)
{
  memset(site, 0, sizeof *site);
  pith__memory_init(&site->memory, NULL, SIZE_MAX);
  site_files_list(&site->files, folder, "");
  qsort(site->files.names, site->files.count, sizeof(char *), compare_names);
  site->pages = calloc(site->files.count, sizeof *site->pages);
  site->bytes = calloc(site->files.count, sizeof *site->bytes);
  for (size_t i = 0; i < site->files.count; i++) {
    char path[512];
    snprintf(path, sizeof path, "%s/%s", folder, site->files.names[i]);
    site->bytes[i] = read_whole(path);
    assert_true(site_page_init(&site->pages[i], &site->memory, site->bytes[i]));
  }
}

static void
golden_close(golden_site *site)
{
  for (size_t i = 0; i < site->files.count; i++) {
    site_page_done(&site->pages[i]);
    free((void *)(size_t)site->bytes[i].data);
  }
  free(site->pages);
  free(site->bytes);
  site_files_free(&site->files);
  assert_int_equal(site->memory.used, 0);
}

/* What is said of the text of a node: by the verdict that covers it. */
static const pith_verdict *
verdict_on(const pith_verdicts *verdicts, const pith_tree_node *node)
{
  for (uint32_t i = 0; i < verdicts->count; i++)
    if (verdicts->items[i].span.from <= node->from &&
        node->close_to <= verdicts->items[i].span.to)
      return &verdicts->items[i];
  return NULL;
}

static void
put(pith_buffer *out, const char *text)
{
  pith__buffer_append(out, text, strlen(text));
}

/* The text with white space collapsed. */
static void
put_text(pith_buffer *out, pith_slice text)
{
  bool gap = false, any = false;
  for (size_t i = 0; i < text.len; i++) {
    if (strchr(" \n\t\r\f", text.data[i])) {
      gap = true;
      continue;
    }
    if (gap && any)
      pith__buffer_append_char(out, ' ');
    pith__buffer_append_char(out, text.data[i]);
    gap = false;
    any = true;
  }
}

static void
explain_page(const site_page *page, const pith_verdicts *verdicts,
             pith_buffer *out)
{
  for (uint32_t t = 0; t < page->profile.count; t++) {
    const pith_profile_token *token = &page->profile.tokens[t];
    if (pith__profile_kind(token->facts) != PITH_PROFILE_TEXT)
      continue;
    const pith_verdict *verdict =
        verdict_on(verdicts, &page->tree.nodes[token->node]);
    assert_non_null(verdict);
    if (verdict->label == PITH_CONTENT) {
      put(out, "+ ");
    } else {
      put(out, "- ");
      put(out, verdict->reason);
      put(out, ": ");
    }
    put_text(out, pith__tree_text(&page->tree, token->node));
    put(out, "\n");
  }
}

/* All pages of a site, classified by a model. */
static void
explain_site(golden_site *site, const pith_site_sample *model, pith_buffer *out)
{
  pith_site_view view;
  pith_chain_classifier classifier;
  pith_verdicts verdicts;
  pith__verdicts_init(&verdicts, &site->memory);
  assert_int_equal(pith__site_view_init(&view, &site->memory, model), PITH_OK);
  assert_int_equal(pith__chain_classify_init(&classifier, &site->memory, &view),
                   PITH_OK);
  for (size_t i = 0; i < site->files.count; i++) {
    const pith_boilerplate *found = &classifier.boilerplate;
    const site_page *page = &site->pages[i];
    pith__verdicts_clear(&verdicts);
    assert_int_equal(pith__chain_default_classify(&classifier, &page->tree,
                                                  &page->profile, &verdicts),
                     PITH_OK);
    assert_true(
        pith__verdicts_are_valid(&verdicts, (uint32_t)page->decoded.text.len));
    put(out, "== ");
    put(out, site->files.names[i]);
    put(out, found->all_repeats     ? " (all repeats)\n"
             : found->too_few_pages ? " (too few pages)\n"
                                    : "\n");
    explain_page(page, &verdicts, out);
  }
  pith__chain_classify_done(&classifier);
  pith__site_view_done(&view);
  pith__verdicts_done(&verdicts);
}

/* Learn pages first, first + step ... */
static void
learn(golden_site *site, pith_site_sample *model, size_t first, size_t step)
{
  for (size_t i = first; i < site->files.count; i += step)
    assert_int_equal(pith__site_sample_add(model, &site->pages[i].profile),
                     PITH_OK);
}

static void
save(golden_site *site, const pith_site_sample *model, pith_buffer *file)
{
  pith__buffer_init(file, &site->memory);
  assert_int_equal(pith__site_sample_save(model, file), PITH_OK);
}

static void
assert_same(const pith_buffer *a, const pith_buffer *b)
{
  assert_int_equal(a->len, b->len);
  assert_memory_equal(a->data, b->data, a->len);
}

/* Odd pages, then even ones, merged into one model and loaded again. */
static void
explain_other_way(golden_site *site, const pith_buffer *file, pith_buffer *out)
{
  pith_site_sample odd, even, loaded;
  pith_buffer other;
  pith__site_sample_init(&odd, &site->memory, 0);
  pith__site_sample_init(&even, &site->memory, 0);
  pith__site_sample_init(&loaded, &site->memory, 0);
  learn(site, &odd, 1, 2);
  learn(site, &even, 0, 2);
  assert_int_equal(pith__site_sample_merge(&odd, &even), PITH_OK);
  save(site, &odd, &other);
  assert_same(file, &other);
  assert_int_equal(pith__site_sample_load(&loaded, pith__buffer_slice(&other)),
                   PITH_OK);
  explain_site(site, &loaded, out);
  pith__buffer_done(&other);
  pith__site_sample_done(&odd);
  pith__site_sample_done(&even);
  pith__site_sample_done(&loaded);
}

static void
compare_with_golden(const char *name, const pith_buffer *found)
{
  char path[256];
  snprintf(path, sizeof path, FOLDER "/%s.expected", name);
  if (getenv("PITH_GOLDEN_ACCEPT")) {
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(found->data, 1, found->len, file), found->len);
    fclose(file);
    return;
  }
  pith_slice expected = read_whole(path);
  assert_non_null(expected.data);
  if (expected.len != found->len ||
      memcmp(expected.data, found->data, found->len) != 0)
    fprintf(stderr, "%s: found\n%.*s", path, (int)found->len, found->data);
  assert_int_equal(expected.len, found->len);
  assert_memory_equal(expected.data, found->data, found->len);
  free((void *)(size_t)expected.data);
}

static void
check_site(const char *name)
{
  char folder[256];
  golden_site site;
  pith_site_sample model;
  pith_buffer found, again, file;
  snprintf(folder, sizeof folder, FOLDER "/%s", name);
  golden_open(&site, folder);
  assert_true(site.files.count > 3);
  pith__site_sample_init(&model, &site.memory, 0);
  pith__buffer_init(&found, &site.memory);
  pith__buffer_init(&again, &site.memory);
  learn(&site, &model, 0, 1);
  save(&site, &model, &file);
  explain_site(&site, &model, &found);
  explain_other_way(&site, &file, &again);
  assert_same(&found, &again);
  compare_with_golden(name, &found);
  pith__buffer_done(&found);
  pith__buffer_done(&again);
  pith__buffer_done(&file);
  pith__site_sample_done(&model);
  golden_close(&site);
}

static void
every_site_is_as_expected(void **state)
{
  (void)state;
  static const char *const names[] = {
      "changing-adverts",  "chinese-pages",      "comments",
      "cookie-wall",       "current-menu-item",  "duplicates-emptied",
      "field-labels",      "line-numbers",       "next-and-previous",
      "no-template",       "numeric-references", "only-boilerplate",
      "posts-on-listings", "section-menus",      "seo-keyword-list",
      "short-post"};
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
    check_site(names[i]);
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_site_is_as_expected),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
