/*
 * From bytes to a result in one call: a context and a page of their own, and
 * what was made of the page so far.
 *
 *     bytes ──► copy ──► parse ──► classify ──► pith_result
 *                                               │ on request, kept
 *                                               └─► text, Markdown, JSON, ...
 *
 * Everything is on the account of the page, and is made at most once. What was
 * rendered is not copied: the buffer moves from the workspace to the result,
 * and the workspace begins a new one.
 */
#include "api/workspace.h"

#include "api/explain.h"
#include "base/slice.h"

/* More than there are formats; what is above is not kept. */
#define FORMAT_ROOM 16

struct pith_result {
  pith_context *context; /* owned */
  pith_page *page;       /* owned */
  pith_options options;  /* its strings are in `strings` */
  char *bytes;           /* owned: the page as it arrived */
  size_t len;
  char *strings; /* owned */
  size_t strings_len;
  pith_buffer formats[FORMAT_ROOM]; /* on the account of the page */
  bool made[FORMAT_ROOM];
  pith_buffer comments;
  bool comments_made;
  bool metadata_read;
};

/* The strings that are used after parsing and classifying. */
static const char **
late_string(pith_options *options, int index)
{
  const char **const all[] = {&options->method, &options->base_url,
                              &options->id, &options->path, &options->url};
  return index < (int)(sizeof all / sizeof all[0]) ? all[index] : NULL;
}

/* One block for all of them; the lengths are summed first. */
static bool
keep_strings(pith_result *result)
{
  const char **string;
  size_t len = 0;
  for (int i = 0; (string = late_string(&result->options, i)); i++)
    len += *string ? strlen(*string) + 1 : 0;
  if (len == 0)
    return true;
  char *at = pith__memory_resize(&result->context->memory, NULL, 0, len);
  if (!at)
    return false;
  result->strings = at;
  result->strings_len = len;
  for (int i = 0; (string = late_string(&result->options, i)); i++)
    if (*string) {
      size_t size = strlen(*string) + 1;
      memcpy(at, *string, size);
      *string = at;
      at += size;
    }
  return true;
}

/* The caller's bytes may go after pith_extract(), while the tree points into
 * the text for as long as the page lives. */
static bool
keep_bytes(pith_result *result, const char *bytes, size_t len)
{
  result->len = len;
  if (len == 0)
    return true;
  result->bytes = pith__memory_resize(&result->context->memory, NULL, 0, len);
  if (result->bytes)
    memcpy(result->bytes, bytes, len);
  return result->bytes != NULL;
}

/* A result with a context of its own; NULL when memory ends. */
static pith_result *
make_result(const pith_options *options)
{
  pith_context *context;
  if (pith_context_new(NULL, &context) != PITH_OK)
    return NULL;
  pith_result *result =
      pith__memory_resize(&context->memory, NULL, 0, sizeof *result);
  if (!result) {
    pith_context_free(context);
    return NULL;
  }
  memset(result, 0, sizeof *result);
  result->context = context;
  pith__options_read(options, &result->options);
  return result;
}

/* Buffers are set up as soon as there is an account, before anything can fail:
 * pith_result_free() sees by `page` whether they exist. */
static pith_status
extract(pith_result *result, pith_error *error)
{
  pith_slice html = {result->bytes ? result->bytes : "", result->len};
  pith_status status = pith_page_parse(result->context, html, &result->options,
                                       &result->page, error);
  if (status != PITH_OK)
    return status;
  pith_memory *memory = &result->page->work->memory;
  for (int i = 0; i < FORMAT_ROOM; i++)
    pith__buffer_init(&result->formats[i], memory);
  pith__buffer_init(&result->comments, memory);
  status = pith_page_classify(result->page, &result->options);
  if (status != PITH_OK)
    pith__explain(error, status, "%s", pith_status_text(status));
  return status;
}

/* For a page that is too large `len` is set without bytes behind it, so that
 * the parser refuses it by its length and explains; it looks at no byte. */
pith_status
pith_extract(const char *bytes, size_t len, const pith_options *options,
             pith_result **out, pith_error *error)
{
  *out = NULL;
  pith_result *result = make_result(options);
  if (!result)
    return pith__explain(error, PITH_NOMEM, "%s", pith_status_text(PITH_NOMEM));
  /* A page that is too large is refused before it is copied. */
  size_t copied = len > result->options.max_bytes ? 0 : len;
  pith_status status = PITH_NOMEM;
  if (keep_bytes(result, bytes, copied) && keep_strings(result)) {
    result->len = len;
    status = extract(result, error);
  } else {
    pith__explain(error, status, "%s", pith_status_text(status));
  }
  result->len = copied;
  result->options.cancel = NULL; /* it may be gone when something is rendered */
  if (status == PITH_OK)
    *out = result;
  else
    pith_result_free(result);
  return status;
}

/* In the order of the accounts: what is on that of the page, the page, what is
 * on that of the context, the context. */
void
pith_result_free(pith_result *result)
{
  if (!result)
    return;
  pith_context *context = result->context;
  for (int i = 0; result->page && i < FORMAT_ROOM; i++)
    pith__buffer_done(&result->formats[i]);
  if (result->page)
    pith__buffer_done(&result->comments);
  pith_page_free(result->page);
  pith__memory_free(&context->memory, result->bytes, result->len);
  pith__memory_free(&context->memory, result->strings, result->strings_len);
  pith__memory_free(&context->memory, result, sizeof *result);
  pith_context_free(context);
}

pith_page *
pith_result_page(pith_result *result)
{
  return result->page;
}

/* Move what was rendered last out of the workspace. */
static void
keep_format(pith_result *result, pith_format format)
{
  pith_workspace *work = result->page->work;
  pith_buffer *from =
      format == PITH_FORMAT_JSON ? &work->record : &work->rendered;
  result->formats[format] = *from;
  pith__buffer_init(from, &work->memory);
  result->made[format] = true;
}

pith_status
pith_result_render(pith_result *result, pith_format format, pith_slice *out)
{
  *out = pith__slice("", 0);
  if ((unsigned)format >= FORMAT_ROOM)
    return PITH_USAGE;
  if (!result->made[format]) {
    pith_status status =
        pith_page_render(result->page, format, &result->options, out);
    if (status != PITH_OK)
      return status;
    keep_format(result, format);
  }
  if (result->formats[format].len > 0)
    *out = pith__buffer_slice(&result->formats[format]);
  return PITH_OK;
}

/* For callers that do not ask why there is nothing. */
static pith_slice
render(pith_result *result, pith_format format)
{
  pith_slice out;
  pith_result_render(result, format, &out);
  return out;
}

pith_slice
pith_result_text(pith_result *result)
{
  return render(result, PITH_FORMAT_TEXT);
}

pith_slice
pith_result_markdown(pith_result *result)
{
  return render(result, PITH_FORMAT_MARKDOWN);
}

pith_slice
pith_result_html(pith_result *result)
{
  return render(result, PITH_FORMAT_HTML);
}

pith_slice
pith_result_json(pith_result *result)
{
  return render(result, PITH_FORMAT_JSON);
}

/* A failure is not kept: the next call tries again. */
pith_slice
pith_result_metadata(pith_result *result, pith_meta key)
{
  const pith_options *options = &result->options;
  const char *url = options->url ? options->url : options->base_url;
  if (!result->metadata_read)
    result->metadata_read =
        pith_page_read_metadata(result->page, url) == PITH_OK;
  return pith_page_metadata(result->page, key);
}

float
pith_result_confidence(const pith_result *result)
{
  return pith_page_confidence(result->page);
}

const char *
pith_result_page_type(const pith_result *result)
{
  return pith_page_type(result->page);
}

const pith_verdict *
pith_result_verdicts(const pith_result *result, uint32_t *count)
{
  return pith_page_verdicts(result->page, count);
}

const char *
pith_result_warning(pith_result *result, uint32_t index)
{
  pith_result_text(result); /* only the text shows that nothing was left */
  return pith_page_warning(result->page, index);
}

/* --- what readers wrote --------------------------------------------------- */

/* A line for each block that lies in a section of comments, whatever its
 * verdict. */
static pith_status
write_comments(pith_blocks *blocks, pith_buffer *out)
{
  for (uint32_t i = 0; i < pith_blocks_count(blocks); i++) {
    pith_slice text;
    if (!pith_blocks_get(blocks, i).comment)
      continue;
    pith_status status = pith_blocks_text(blocks, i, &text);
    if (status != PITH_OK)
      return status;
    if (text.len > 0) {
      pith__buffer_append(out, text.data, text.len);
      pith__buffer_append_char(out, '\n');
    }
  }
  return out->failed ? pith__memory_status(out->memory) : PITH_OK;
}

pith_slice
pith_result_comments(pith_result *result)
{
  pith_blocks *blocks;
  if (!result->comments_made &&
      pith_blocks_new(result->page, NULL, &blocks) == PITH_OK) {
    result->comments_made =
        write_comments(blocks, &result->comments) == PITH_OK;
    if (!result->comments_made)
      pith__buffer_clear(&result->comments);
    pith_blocks_free(blocks);
  }
  return result->comments.len > 0 ? pith__buffer_slice(&result->comments)
                                  : pith__slice("", 0);
}
