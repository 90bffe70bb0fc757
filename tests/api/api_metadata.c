/* Metadata through the public interface: what a page declares about itself
 * comes out, is lent as long as promised, and is empty when memory ends. */
#include <pith.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char page_html[] =
    "<!doctype html><html lang=pt-br><head>"
    "<title>A walk in the hills - Example Walks</title>"
    "<meta property=og:site_name content='Example Walks'>"
    "<meta name=author content='Ann Example'>"
    "<meta property=article:published_time content=2024-05-01>"
    "<link rel=canonical href=/walks/hills>"
    "<h1>A walk in the hills</h1><p>We went early.";

static int failures;

static void
expect(bool good, const char *what)
{
  if (!good) {
    printf("failed: %s\n", what);
    failures++;
  }
}

static void
expect_text(pith_slice got, const char *wanted)
{
  bool same = got.len == strlen(wanted) &&
              (got.len == 0 || memcmp(got.data, wanted, got.len) == 0);
  if (!same)
    printf("got \"%.*s\", ", (int)got.len, got.data ? got.data : "");
  expect(same, wanted);
}

/* Refuses the request of this number; 0 for none. */
typedef struct scarcity {
  size_t requests;
  size_t refuse_at;
} scarcity;

static void *
scarce_resize(void *state, void *block, size_t old_size, size_t new_size)
{
  scarcity *self = (scarcity *)state;
  (void)old_size;
  if (new_size == 0) {
    free(block);
    return NULL;
  }
  return ++self->requests == self->refuse_at ? NULL : realloc(block, new_size);
}

static pith_page *
parse(pith_context *context, const char *html)
{
  pith_slice bytes = {html, strlen(html)};
  pith_page *page;
  return pith_page_parse(context, bytes, NULL, &page, NULL) == PITH_OK ? page
                                                                       : NULL;
}

static void
test_values(void)
{
  pith_context *context;
  expect(pith_context_new(NULL, &context) == PITH_OK, "context");
  pith_page *page = parse(context, page_html);
  expect_text(pith_page_metadata(page, PITH_META_TITLE), "");
  expect(pith_page_read_metadata(page, "http://w.example/x") == PITH_OK,
         "metadata");
  expect_text(pith_page_metadata(page, PITH_META_TITLE), "A walk in the hills");
  expect_text(pith_page_metadata(page, PITH_META_BYLINE), "Ann Example");
  expect_text(pith_page_metadata(page, PITH_META_DATE), "2024-05-01");
  expect_text(pith_page_metadata(page, PITH_META_LANGUAGE), "pt-BR");
  expect_text(pith_page_metadata(page, PITH_META_SITE_NAME), "Example Walks");
  expect_text(pith_page_metadata(page, PITH_META_CANONICAL),
              "http://w.example/walks/hills");
  expect_text(pith_page_metadata(page, (pith_meta)31), "");
  pith_slice json;
  expect(pith_page_metadata_json(page, "http://w.example/x", &json) == PITH_OK,
         "metadata as JSON");
  expect_text(json,
              "{\"url\":\"http://w.example/x\","
              "\"canonical\":\"http://w.example/walks/hills\","
              "\"title\":\"A walk in the hills\",\"byline\":\"Ann Example\","
              "\"authors\":[\"Ann Example\"],\"date\":\"2024-05-01\","
              "\"date_source\":\"meta\",\"lang\":\"pt-BR\","
              "\"lang_source\":\"declared\","
              "\"site_name\":\"Example Walks\"}");
  pith_page_free(page);

  page = parse(context, "<p>nothing is said here");
  expect_text(pith_page_metadata(page, PITH_META_TITLE), "");
  expect(pith_page_metadata_json(page, NULL, &json) == PITH_OK, "no metadata");
  expect_text(json, "{}");
  expect(pith_page_read_metadata(page, NULL) == PITH_OK, "a second page");
  expect_text(pith_page_metadata(page, PITH_META_BYLINE), "");
  expect_text(pith_page_metadata(page, PITH_META_SITE_NAME), "");
  expect_text(pith_page_metadata(page, PITH_META_CANONICAL), "");
  pith_page_free(page);
  pith_context_free(context);
}

/* Every request for memory refused once. */
static void
test_scarcity(void)
{
  scarcity state = {0, 0};
  pith_allocator allocator = {scarce_resize, &state};
  pith_context *context;
  size_t most = 1;
  for (size_t refused = 1; refused <= most; refused++) {
    state.refuse_at = 0;
    expect(pith_context_new(&allocator, &context) == PITH_OK, "context");
    pith_page *page = parse(context, page_html);
    state.requests = 0;
    state.refuse_at = refused;
    pith_status status = pith_page_read_metadata(page, NULL);
    if (state.requests >= refused) {
      expect(status == PITH_NOMEM, "a refused request is reported");
      expect(pith_page_metadata(page, PITH_META_TITLE).len == 0,
             "and nothing is half said");
      most = refused + 1;
    } else {
      expect(status == PITH_OK, "enough memory");
    }
    pith_page_free(page);
    pith_context_free(context);
  }
  expect(most > 2, "memory was asked for");
}

static void
test_names(void)
{
  expect(strcmp(pith_metadata_name(PITH_META_TITLE), "title") == 0, "a name");
  expect(strcmp(pith_metadata_name(PITH_META_LANGUAGE), "lang") == 0,
         "the name of a record");
  expect(!pith_metadata_name((pith_meta)17), "no such key");
}

int
main(void)
{
  test_values();
  test_names();
  test_scarcity();
  return failures > 0;
}
