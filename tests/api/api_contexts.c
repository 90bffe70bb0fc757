/* Contexts through pith.h: several pages at once, buffers used again, limits
 * that hold, options of older and newer programs.
 */
#include <pith.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct account {
  size_t bytes;
  size_t requests;
} account;

static int failures;

static void
expect(bool good, int line)
{
  if (!good) {
    printf("failed: line %d\n", line);
    failures++;
  }
}

static void *
counted_resize(void *state, void *block, size_t old_size, size_t new_size)
{
  account *self = (account *)state;
  self->bytes -= block ? old_size : 0;
  self->bytes += new_size;
  if (new_size == 0) {
    free(block);
    return NULL;
  }
  self->requests++;
  return realloc(block, new_size);
}

static pith_slice
slice_of(const char *text)
{
  pith_slice slice = {text, strlen(text)};
  return slice;
}

static pith_page *
parse(pith_context *context, const char *html)
{
  pith_page *page;
  if (pith_page_parse(context, slice_of(html), NULL, &page, NULL) != PITH_OK)
    return NULL;
  return page;
}

static bool
last_text_is(const pith_page *page, const char *wanted)
{
  pith_slice text = pith_node_text(page, pith_page_node_count(page) - 1);
  return text.len == strlen(wanted) && memcmp(text.data, wanted, text.len) == 0;
}

static void
pages_live_side_by_side(void)
{
  pith_context *context;
  if (pith_context_new(NULL, &context) != PITH_OK)
    return;
  pith_page *first = parse(context, "<p>fi&amp;rst");
  pith_page *second = parse(context, "<p>\xE9 second");
  pith_page *third = parse(context, "<p>third");
  expect(last_text_is(first, "fi&rst"), __LINE__);
  pith_page_free(second);
  second = parse(context, "<b>an&lt;other");
  expect(last_text_is(first, "fi&rst"), __LINE__);
  expect(last_text_is(second, "an<other"), __LINE__);
  expect(last_text_is(third, "third"), __LINE__);
  pith_page_free(first);
  pith_page_free(third);
  pith_page_free(second);
  pith_context_free(context);
}

/* The next page asks for little, and what is kept does not grow. */
static void
buffers_are_used_again(void)
{
  account memory = {0, 0};
  pith_allocator allocator = {counted_resize, &memory};
  pith_context *context;
  if (pith_context_new(&allocator, &context) != PITH_OK)
    return;
  pith_page_free(parse(context, "<p a=b>one &amp; two<p>three"));
  size_t first = memory.requests;
  size_t bytes = memory.bytes;
  for (int i = 0; i < 100; i++)
    pith_page_free(parse(context, "<p c=d>two &amp; one<p>three"));
  printf("requests: %lu for the first page, %lu for 100 more\n",
         (unsigned long)first, (unsigned long)(memory.requests - first));
  expect((memory.requests - first) / 100 < first, __LINE__);
  expect(memory.bytes == bytes, __LINE__);
  pith_context_free(context);
  expect(memory.bytes == 0, __LINE__);
}

/* What a page was allowed does not depend on the page before it. */
static void
limits_do_not_remember(void)
{
  static char large[200001];
  pith_context *context;
  pith_options options;
  pith_page *page;
  for (size_t i = 0; i + 5 < sizeof large; i += 5)
    memcpy(large + i, "<p>x ", 5);
  pith_options_default(&options);
  options.max_memory = 60000;
  if (pith_context_new(NULL, &context) != PITH_OK)
    return;
  pith_page_free(parse(context, large));
  expect(pith_page_parse(context, slice_of("<p>small"), &options, &page,
                         NULL) == PITH_OK,
         __LINE__);
  pith_page_free(page);
  expect(pith_page_parse(context, slice_of(large), &options, &page, NULL) ==
             PITH_LIMIT,
         __LINE__);
  page = parse(context, large);
  expect(page && pith_page_limits_hit(page) == 0, __LINE__);
  pith_page_free(page);
  pith_context_free(context);
}

static unsigned
limits_of(pith_context *context, const char *html, const pith_options *options)
{
  pith_page *page;
  if (pith_page_parse(context, slice_of(html), options, &page, NULL) != PITH_OK)
    return 0xFFFF;
  unsigned hit = pith_page_limits_hit(page);
  expect(pith_page_node_count(page) <= options->max_nodes, __LINE__);
  pith_page_free(page);
  return hit;
}

static void
limits_are_reported(void)
{
  pith_context *context;
  pith_options options;
  const char *deep = "<i><i><i><i><i><i><i><i><i><i><i><i><i><i><i><i><i><i>x";
  if (pith_context_new(NULL, &context) != PITH_OK)
    return;
  pith_options_default(&options);
  expect(limits_of(context, deep, &options) == 0, __LINE__);
  options.max_depth = 16;
  expect(limits_of(context, deep, &options) & PITH_LIMIT_DEPTH, __LINE__);
  pith_options_default(&options);
  options.max_nodes = 16;
  expect(limits_of(context, deep, &options) & PITH_LIMIT_NODES, __LINE__);
  pith_options_default(&options);
  options.max_attributes = 2;
  expect(limits_of(context, "<p a b c d>", &options) == PITH_LIMIT_ATTRIBUTES,
         __LINE__);
  pith_options_default(&options);
  options.max_formatting = 2;
  expect(limits_of(context, "<b><i><u><s>x<p>y", &options) ==
             PITH_LIMIT_FORMATTING,
         __LINE__);
  pith_context_free(context);
}

/* A program built with an older header knows a shorter struct; what it does
 * not know keeps its default. */
static void
options_may_be_shorter(void)
{
  pith_context *context;
  pith_options options;
  pith_page *page;
  if (pith_context_new(NULL, &context) != PITH_OK)
    return;
  pith_options_default(&options);
  expect(options.size == sizeof options, __LINE__);
  options.size = offsetof(pith_options, fragment_context);
  options.fragment_context = "not a name at all";
  expect(pith_page_parse(context, slice_of("<p>x"), &options, &page, NULL) ==
             PITH_OK,
         __LINE__);
  pith_page_free(page);
  pith_context_free(context);
}

static void
versions_agree(void)
{
  char version[32];
  snprintf(version, sizeof version, "%d.%d.%d", PITH_VERSION_MAJOR,
           PITH_VERSION_MINOR, PITH_VERSION_PATCH);
  expect(strcmp(version, pith_version()) == 0, __LINE__);
  expect(strcmp(pith_status_text(PITH_OK), "ok") == 0, __LINE__);
}

int
main(void)
{
  pages_live_side_by_side();
  buffers_are_used_again();
  limits_do_not_remember();
  limits_are_reported();
  options_may_be_shorter();
  versions_agree();
  return failures > 0;
}
