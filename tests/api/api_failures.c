/* Bad use and bad luck, through the public interface only.
 *
 * What the comments of pith.h promise when something goes wrong: the status,
 * the out-parameter set to NULL, the error filled, nothing leaked. Memory is
 * counted by an allocator of our own, which can also refuse the n-th request.
 */
#include <pith_experimental.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct account {
  size_t bytes;     /* held at the moment */
  size_t requests;  /* made so far */
  size_t refuse_at; /* number of the request to refuse; 0 for none */
} account;

static int failures;

static void
expect(bool good, const char *what)
{
  if (!good) {
    printf("failed: %s\n", what);
    failures++;
  }
}

static void *
counted_resize(void *state, void *block, size_t old_size, size_t new_size)
{
  account *self = (account *)state;
  void *moved;

  if (new_size == 0) {
    self->bytes -= block ? old_size : 0;
    free(block);
    return NULL;
  }
  if (++self->requests == self->refuse_at)
    return NULL;
  moved = realloc(block, new_size);
  if (moved)
    self->bytes += new_size - (block ? old_size : 0);
  return moved;
}

static pith_slice
slice_of(const char *text)
{
  pith_slice slice = {text, strlen(text)};
  return slice;
}

/* Parses with one option changed and says how it ended. */
static pith_status
parse_status(pith_context *context, const pith_options *options,
             pith_error *error)
{
  pith_page *page = NULL;
  pith_status status =
      pith_page_parse(context, slice_of("<p>text"), options, &page, error);

  expect((status == PITH_OK) == (page != NULL), "page is there or NULL");
  pith_page_free(page);
  return status;
}

static void
wrong_options_are_reported(void)
{
  pith_context *context;
  pith_options options;
  pith_error error;

  if (pith_context_new(NULL, &context) != PITH_OK)
    return;
  pith_options_default(&options);
  expect(parse_status(context, &options, &error) == PITH_OK, "defaults work");
  expect(parse_status(context, NULL, NULL) == PITH_OK, "NULL is the default");

  options.encoding = "no-such-encoding";
  expect(parse_status(context, &options, &error) == PITH_CHARSET,
         "unknown encoding");
  expect(error.status == PITH_CHARSET && error.message[0] != '\0',
         "error says so");
  expect(parse_status(context, &options, NULL) == PITH_CHARSET,
         "error may be NULL");

  pith_options_default(&options);
  options.fragment_context = "";
  expect(parse_status(context, &options, &error) == PITH_USAGE,
         "empty fragment context");

  pith_options_default(&options);
  options.max_bytes = 3;
  expect(parse_status(context, &options, &error) == PITH_LIMIT, "too large");
  pith_options_default(&options);
  options.max_memory = 16;
  expect(parse_status(context, &options, &error) == PITH_LIMIT,
         "too much memory");
  expect(parse_status(context, NULL, &error) == PITH_OK,
         "the context is usable afterwards");
  pith_context_free(context);
}

/* A flag that is set ends each stage, and leaves the page usable. */
static void
a_cancelled_call_ends(void)
{
  pith_context *context;
  pith_options options;
  pith_error error;
  pith_page *page;
  pith_slice out;
  volatile int cancel = 1;
  uint32_t count;

  expect(pith_context_new(NULL, &context) == PITH_OK, "context");
  pith_options_default(&options);
  options.cancel = &cancel;
  expect(parse_status(context, &options, &error) == PITH_CANCELLED, "parsing");
  expect(error.status == PITH_CANCELLED &&
             strcmp(error.message, "cancelled") == 0,
         "error says so");
  cancel = 0;
  expect(pith_page_parse(context, slice_of("<p>One sentence of text.</p>"),
                         &options, &page, NULL) == PITH_OK,
         "not cancelled");
  cancel = 1;
  expect(pith_page_classify(page, &options) == PITH_CANCELLED, "classifying");
  pith_page_verdicts(page, &count);
  expect(count == 0, "no verdicts");
  expect(pith_page_render(page, PITH_FORMAT_TEXT, &options, &out) ==
                 PITH_CANCELLED &&
             out.len == 0,
         "rendering");
  cancel = 0;
  expect(pith_page_classify(page, &options) == PITH_OK, "classifying again");
  expect(pith_page_render(page, PITH_FORMAT_TEXT, &options, &out) == PITH_OK &&
             out.len > 0,
         "rendering again");
  pith_page_free(page);
  pith_context_free(context);
}

static void
nothing_is_allowed(void)
{
  pith_context_free(NULL);
  pith_page_free(NULL);
  pith_token_stream_free(NULL);
  expect(strcmp(pith_status_text((pith_status)15), "unknown status") == 0,
         "unknown status has a text");
  expect(pith_encoding_for_label(slice_of("no-such")) == NULL, "unknown label");
}

/* Everything the interface can be asked to allocate for, once. */
static pith_status
use_everything(const pith_allocator *allocator)
{
  pith_slice html = slice_of("<title>a&amp;b</title><b><p x=1 y='&lt;'>c</b>d"
                             "<table>e<svg viewbox=1><![CDATA[f]]>");
  pith_context *context;
  pith_page *page = NULL;
  pith_token_stream *stream = NULL;
  const char *name;
  pith_status status = pith_context_new(allocator, &context);

  if (status == PITH_OK)
    status = pith_page_parse(context, html, NULL, &page, NULL);
  pith_page_free(page);
  if (status == PITH_OK)
    status = pith_encoding_declared(context, html, &name);
  if (status == PITH_OK)
    status = pith_token_stream_new(context, html, NULL, PITH_STATE_DATA, NULL,
                                   &stream);
  while (status == PITH_OK) {
    pith_token_view token;
    status = pith_token_stream_next(stream, &token);
    if (status == PITH_OK && token.kind == PITH_TOKEN_END)
      break;
  }
  pith_token_stream_free(stream);
  pith_context_free(context);
  return status;
}

static void
refused_memory_leaks_nothing(void)
{
  account memory = {0, 0, 0};
  pith_allocator allocator = {counted_resize, &memory};
  size_t requests;

  expect(use_everything(&allocator) == PITH_OK, "works with memory");
  expect(memory.bytes == 0, "gives all memory back");
  requests = memory.requests;
  expect(requests > 0, "asks the allocator");
  for (size_t i = 1; i <= requests; i++) {
    memory.requests = 0;
    memory.refuse_at = i;
    expect(use_everything(&allocator) == PITH_NOMEM, "says that memory ended");
    expect(memory.bytes == 0, "releases what it got");
  }
  printf("%lu requests refused in turn\n", (unsigned long)requests);
}

int
main(void)
{
  wrong_options_are_reported();
  a_cancelled_call_ends();
  nothing_is_allowed();
  refused_memory_leaks_nothing();
  return failures > 0;
}
