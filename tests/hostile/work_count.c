/* work_count.c: how much work parsing stdin is, counted instead of timed.
 *
 * The library is compiled once more for this program so that every jump calls
 * a counter (-fsanitize-coverage=trace-pc). What the C library does for us is
 * added: the linker sends memcpy() and its like through here, and each 16
 * bytes they look at count one; so does what an allocation may have to move.
 * The same input gives the same number on every run, which no clock does.
 */
#include "shared/read_input.h"

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

int
main(void)
{
  pith_allocator allocator = {count_resize, NULL};
  pith_context *context;
  input_bytes input;
  if (read_input(NULL, 1000000000, &input) != EXIT_FINE ||
      pith_context_new(&allocator, &context) != PITH_OK)
    return 3;
  pith_slice html = {input.data, input.len};
  work = 0;
  pith_status status = parse(context, html);
  uint64_t total = work;
  pith_context_free(context);
  input_bytes_done(&input);
  printf("%llu\n", (unsigned long long)total);
  return status == PITH_OK ? 0 : 1;
}
