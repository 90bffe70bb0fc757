/* work_count.c: how much work a page on stdin is, counted instead of timed:
 * parsing it, or with --render what comes behind that, in every format.
 *
 * The library is compiled once more for this program so that every jump calls
 * a counter (-fsanitize-coverage=trace-pc). What the C library does for us is
 * added: the linker sends memcpy() and its like through here, and each 16
 * bytes they look at count one; so does what an allocation may have to move.
 * The same input gives the same number on every run, which no clock does.
 */
#include "common/input/read_input.h"

#include "pith.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t work;

void __sanitizer_cov_trace_pc(void);
void *__wrap_memcpy(void *to, const void *from, size_t len);
void *__wrap_memmove(void *to, const void *from, size_t len);
void *__wrap_memset(void *to, int byte, size_t len);
void *__wrap_memchr(const void *data, int byte, size_t len);
int __wrap_memcmp(const void *a, const void *b, size_t len);
void *__real_memcpy(void *to, const void *from, size_t len);
void *__real_memmove(void *to, const void *from, size_t len);
void *__real_memset(void *to, int byte, size_t len);
void *__real_memchr(const void *data, int byte, size_t len);
int __real_memcmp(const void *a, const void *b, size_t len);

static void
count_bytes(size_t len)
{
  work += 1 + len / 16;
}

void
__sanitizer_cov_trace_pc(void)
{
  work++;
}

void *
__wrap_memcpy(void *to, const void *from, size_t len)
{
  count_bytes(len);
  return __real_memcpy(to, from, len);
}

void *
__wrap_memmove(void *to, const void *from, size_t len)
{
  count_bytes(len);
  return __real_memmove(to, from, len);
}

void *
__wrap_memset(void *to, int byte, size_t len)
{
  count_bytes(len);
  return __real_memset(to, byte, len);
}

/* Counts what was looked at: up to the byte that was found. */
void *
__wrap_memchr(const void *data, int byte, size_t len)
{
  void *found = __real_memchr(data, byte, len);
  count_bytes(found ? (size_t)((char *)found - (const char *)data) : len);
  return found;
}

int
__wrap_memcmp(const void *a, const void *b, size_t len)
{
  count_bytes(len);
  return __real_memcmp(a, b, len);
}

static void *
count_resize(void *state, void *block, size_t old_size, size_t new_size)
{
  (void)state;
  count_bytes(old_size);
  if (new_size == 0) {
    free(block);
    return NULL;
  }
  return realloc(block, new_size);
}

/* Parse, and ask for every span once: the way back to the bytes has to be
 * linear too. */
static pith_status
parse(pith_context *context, pith_slice html)
{
  pith_page *page;
  pith_status status = pith_page_parse(context, html, NULL, &page, NULL);
  if (status != PITH_OK)
    return status;
  for (pith_node node = 0; node < pith_page_node_count(page); node++) {
    pith_node_span(page, node);
    pith_node_content(page, node);
  }
  pith_page_depth(page);
  pith_page_free(page);
  return PITH_OK;
}

/* Every 50 bytes 20 are cut. */
static pith_status
cut_stripes(pith_page *page, size_t len)
{
  uint32_t most = (uint32_t)(len / 50) + 1;
  uint32_t count = 0;
  pith_verdict *stripes = malloc(most * sizeof *stripes);
  if (!stripes)
    return PITH_NOMEM;
  for (uint32_t at = 30; at + 20 < len && count < most; at += 50)
    stripes[count++] =
        (pith_verdict){{at, at + 20}, PITH_NAVIGATION, 0.5F, "stripe"};
  pith_status status = pith_page_set_verdicts(page, stripes, count);
  free(stripes);
  return status;
}

static pith_status
render_all(pith_page *page)
{
  pith_slice out;
  pith_status status = PITH_OK;
  for (int i = PITH_FORMAT_TEXT; i <= PITH_FORMAT_MARKED; i++)
    if (status == PITH_OK)
      status = pith_page_render(page, (pith_format)i, NULL, &out);
  return status;
}

/* Rendered whole, and with stripes cut out; parsing is not counted. */
static pith_status
render(pith_context *context, pith_slice html)
{
  pith_page *page;
  pith_status status = pith_page_parse(context, html, NULL, &page, NULL);
  if (status != PITH_OK)
    return status;
  work = 0;
  status = render_all(page);
  if (status == PITH_OK)
    status = cut_stripes(page, html.len);
  if (status == PITH_OK)
    status = render_all(page);
  pith_page_free(page);
  return status;
}

int
main(int count, char **arguments)
{
  bool renders = count > 1 && strcmp(arguments[1], "--render") == 0;
  pith_allocator allocator = {count_resize, NULL};
  pith_context *context;
  input_bytes input;
  if (read_input(NULL, 1000000000, &input) != EXIT_FINE ||
      pith_context_new(&allocator, &context) != PITH_OK)
    return 3;
  pith_slice html = {input.data, input.len};
  work = 0;
  pith_status status = renders ? render(context, html) : parse(context, html);
  uint64_t total = work;
  pith_context_free(context);
  input_bytes_done(&input);
  printf("%llu\n", (unsigned long long)total);
  return status == PITH_OK ? 0 : 1;
}
