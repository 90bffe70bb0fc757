/*
 * render-page: one page through one renderer, for the tests.
 *
 *     render_page FORMAT [OPTION...] FILE
 *
 * FORMAT is text, md, html, marked, tei, json or meta. What is between the
 * comments <!--cut--> and <!--/cut--> in the page is what a method would have
 * called navigation: the verdicts a renderer needs, where a reader of the test
 * sees them. Options: no-links, no-images, no-tables, alt, hidden, highlight,
 * base=URL, cut=FROM-TO (text offsets), no-output, repeat=N.
 */
#include "api/workspace.h"
#include "base/slice.h"
#include "render/render.h"
#include "common/output/text_out.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct render_request {
  const char *format;
  pith_render_settings options;
  pith_verdicts *verdicts;
  bool silent;
  int repeat;
} render_request;

static bool
take_option(render_request *request, const char *word)
{
  static const char base[] = "base=", repeat[] = "repeat=", cut[] = "cut=";
  pith_render_settings *options = &request->options;
  unsigned from, to;
  if (strcmp(word, "no-links") == 0)
    options->links = false;
  else if (strcmp(word, "no-images") == 0)
    options->images = false;
  else if (strcmp(word, "no-tables") == 0)
    options->tables = false;
  else if (strcmp(word, "alt") == 0)
    options->alt = true;
  else if (strcmp(word, "hidden") == 0)
    options->view = PITH_VIEW_ALL;
  else if (strcmp(word, "highlight") == 0)
    options->highlight = true;
  else if (strcmp(word, "no-output") == 0)
    request->silent = true;
  else if (strncmp(word, base, sizeof base - 1) == 0)
    options->base_url = pith__slice_of(word + sizeof base - 1);
  else if (strncmp(word, repeat, sizeof repeat - 1) == 0)
    request->repeat = (int)strtol(word + sizeof repeat - 1, NULL, 10);
  else if (strncmp(word, cut, sizeof cut - 1) == 0 &&
           sscanf(word + sizeof cut - 1, "%u-%u", &from, &to) == 2) {
    pith_span span = {from, to};
    pith__verdicts_add(request->verdicts, span, PITH_NAVIGATION, 0.5F, "given");
  } else
    return false;
  return true;
}

static pith_slice
read_file(const char *path)
{
  FILE *file = strcmp(path, "-") == 0 ? stdin : fopen(path, "rb");
  size_t len = 0, capacity = 1 << 16, got;
  char *data = malloc(capacity);
  if (!file || !data) {
    perror(path);
    exit(3);
  }
  while ((got = fread(data + len, 1, capacity - len, file)) > 0) {
    len += got;
    if (len == capacity)
      data = realloc(data, capacity *= 2);
    if (!data)
      exit(3);
  }
  fclose(file);
  return pith__slice(data, len);
}

static const char *
find(pith_slice text, const char *from, const char *word)
{
  size_t len = strlen(word);
  const char *end = text.data + text.len;
  for (; (size_t)(end - from) >= len; from++)
    if (memcmp(from, word, len) == 0)
      return from;
  return NULL;
}

/* Verdicts from the comments in the page. */
static void
find_cuts(pith_slice text, pith_verdicts *verdicts)
{
  static const char open[] = "<!--cut-->", close[] = "<!--/cut-->";
  const char *at = text.data;
  while (at && (at = find(text, at, open)) != NULL) {
    const char *end = find(text, at, close);
    pith_span span = {
        (uint32_t)(at - text.data),
        (uint32_t)((end ? end + sizeof close - 1 : text.data + text.len) -
                   text.data)};
    pith__verdicts_add(verdicts, span, PITH_NAVIGATION, 0.93F, "golden");
    at = end;
  }
}

/* The record of the page, TEI, which has metadata too, or only metadata. */
static pith_status
write_record(pith_page *page, const render_request *request, text_out *out)
{
  pith_slice made;
  pith_options options;
  pith_options_default(&options);
  options.id = "golden-1";
  if (request->options.base_url.len > 0)
    options.url = request->options.base_url.data;
  if (strcmp(request->format, "meta") != 0) {
    pith_format format = pith_format_find(request->format)->format;
    pith_status status = pith_page_set_verdicts(page, request->verdicts->items,
                                                request->verdicts->count);
    if (status == PITH_OK)
      status = pith_page_render(page, format, &options, &made);
    if (status == PITH_OK)
      text_out_bytes(out, made.data, made.len);
    return status;
  }
  pith_status status = pith_page_metadata_json(page, options.url, &made);
  text_out_text(out, "{\"v\":1");
  if (made.len > 2)
    text_out_text(out, ",");
  if (made.len > 0)
    text_out_bytes(out, made.data + 1, made.len - 1);
  text_out_text(out, "\n");
  return status;
}

static pith_status
show_record(pith_page *page, const render_request *request)
{
  text_out out;
  pith_status status = PITH_OK;
  text_out_init(&out, -1);
  for (int i = 0; i < request->repeat && status == PITH_OK; i++) {
    out.len = 0;
    status = write_record(page, request, &out);
  }
  if (status == PITH_OK && !request->silent)
    fwrite(out.data, 1, out.len, stdout);
  text_out_done(&out);
  return status;
}

static pith_status
render(const pith_render_page *page, const render_request *request,
       pith_buffer *out)
{
  bool present = false;
  if (strcmp(request->format, "text") == 0)
    return pith__render_text(page, &request->options, out);
  if (strcmp(request->format, "md") == 0)
    return pith__render_markdown(page, &request->options, out);
  if (strcmp(request->format, "html") == 0)
    return pith__render_html(page, &request->options, out);
  if (strcmp(request->format, "cleaned") == 0)
    return pith__render_cleaned(page, out);
  if (strcmp(request->format, "marked") == 0) {
    pith_status status =
        pith__render_marked(page, &request->options, out, &present);
    if (present)
      fprintf(stderr, "marks-present\n");
    return status;
  }
  return PITH_USAGE;
}

static pith_status
run(const render_request *request, pith_page *page)
{
  pith_workspace *work = page->work;
  pith_render_page input = {&work->tree, request->verdicts, &work->decoded,
                            &work->memory};
  pith_buffer out;
  pith_status status = PITH_OK;
  find_cuts(work->decoded.text, request->verdicts);
  pith__verdicts_settle(request->verdicts);
  if (strcmp(request->format, "json") == 0 ||
      strcmp(request->format, "tei") == 0 ||
      strcmp(request->format, "meta") == 0)
    return show_record(page, request);
  pith__buffer_init(&out, &work->memory);
  for (int i = 0; i < request->repeat && status == PITH_OK; i++) {
    pith__buffer_clear(&out);
    status = render(&input, request, &out);
  }
  if (status == PITH_OK && !request->silent)
    fwrite(out.data, 1, out.len, stdout);
  pith__buffer_done(&out);
  return status;
}

int
main(int count, char **words)
{
  pith_context *context;
  pith_page *page;
  pith_error error;
  pith_memory memory;
  pith_verdicts verdicts;
  render_request request = {NULL, {0}, &verdicts, false, 1};
  if (count < 3)
    return 2;
  request.format = words[1];
  pith__memory_init(&memory, NULL, SIZE_MAX);
  pith__verdicts_init(&verdicts, &memory);
  pith__render_defaults(&request.options);
  for (int i = 2; i < count - 1; i++)
    if (!take_option(&request, words[i]))
      return 2;
  pith_slice html = read_file(words[count - 1]);
  if (pith_context_new(NULL, &context) != PITH_OK)
    return 3;
  pith_status status = pith_page_parse(context, html, NULL, &page, &error);
  if (status == PITH_OK)
    status = run(&request, page);
  if (status != PITH_OK)
    fprintf(stderr, "render_page: %s\n", pith_status_text(status));
  pith_page_free(page);
  pith_context_free(context);
  pith__verdicts_done(&verdicts);
  free((char *)(uintptr_t)html.data);
  return status == PITH_OK ? 0 : 1;
}
