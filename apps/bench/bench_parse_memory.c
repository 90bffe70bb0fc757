/* bench_parse_memory.c: pages in memory in, bytes held at the peak out.
 *
 * Every page is parsed with a fresh context through an allocator that counts,
 * so the figure is what this page alone needs: tree, decoded text if any, and
 * all buffers, but not the input, which the library borrows. The promise is
 *
 *     peak <= 1.5 x bytes of the page + 256 KB
 *
 * and what is printed is the worst (peak - 256 KB) / bytes over the pages.
 */
#include "bench_parse.h"

#include "common/output/message.h"

#include <stdio.h>
#include <stdlib.h>

#define PROMISED_RATIO 1.5
static const double free_bytes = 256.0 * 1024.0;

/* What the counting allocator knows. */
typedef struct tally {
  size_t held; /* bytes allocated and not released */
  size_t peak; /* the most of that so far */
} tally;

/* The worst page so far, and how many break the promise. */
typedef struct verdict {
  double ratio;
  size_t peak;
  const char *path;
  size_t over;
} verdict;

/* Counts what is in use and remembers the most. */
static void *
counting_resize(void *state, void *block, size_t old_size, size_t new_size)
{
  tally *count = state;
  if (new_size == 0) {
    free(block);
    count->held -= old_size;
    return NULL;
  }
  void *moved = realloc(block, new_size);
  if (!moved)
    return NULL;
  count->held += new_size - (block ? old_size : 0);
  if (count->held > count->peak)
    count->peak = count->held;
  return moved;
}

/* Parses one page and writes the peak of its memory. */
static exit_code
measure_page(const bench_page *item, size_t *peak)
{
  tally count = {0};
  pith_allocator allocator = {counting_resize, &count};
  pith_context *context;
  pith_page *page = NULL;
  pith_error error;
  if (pith_context_new(&allocator, &context) != PITH_OK)
    return EXIT_ENVIRONMENT;
  pith_status status =
      pith_page_parse(context, item->html, NULL, &page, &error);
  if (status != PITH_OK)
    message("%s: %s", item->path, error.message);
  pith_page_free(page);
  pith_context_free(context);
  *peak = count.peak;
  if (count.held != 0)
    message("%s: %zu bytes were not released", item->path, count.held);
  return status == PITH_OK && count.held == 0 ? EXIT_FINE : EXIT_INPUT;
}

static void
compare(verdict *worst, const bench_page *item, size_t peak)
{
  double bytes = item->html.len ? (double)item->html.len : 1.0;
  double ratio = ((double)peak - free_bytes) / bytes;
  if (ratio > PROMISED_RATIO)
    worst->over++;
  if (*worst->path && ratio <= worst->ratio)
    return;
  *worst = (verdict){ratio, peak, item->path, worst->over};
}

/* The page that needs most, by its size. */
static void
print_verdict(const bench_pages *pages, const verdict *worst)
{
  printf("{\"stage\": \"parse\", \"pages\": %zu, \"bytes\": %zu, "
         "\"worst_ratio\": %.3f, \"worst_peak\": %zu, \"over\": %zu, "
         "\"worst_page\": ",
         pages->count, pages->bytes, worst->ratio, worst->peak, worst->over);
  /* A path may hold anything but NUL; JSON wants some of it escaped. */
  const char *text = worst->path;
  putchar('"');
  for (; *text; text++)
    if (*text == '"' || *text == '\\')
      printf("\\%c", *text);
    else if ((unsigned char)*text < ' ')
      printf("\\u%04x", (unsigned)*text);
    else
      putchar(*text);
  putchar('"');
  puts("}");
}

/* One thread: memory does not depend on how many there are. */
exit_code
bench_parse_memory(const bench_pages *pages)
{
  exit_code status = EXIT_FINE;
  verdict worst = {.path = ""};
  for (size_t i = 0; i < pages->count; i++) {
    size_t peak = 0;
    exit_code result = measure_page(&pages->items[i], &peak);
    if (result != EXIT_FINE)
      status = result;
    compare(&worst, &pages->items[i], peak);
  }
  print_verdict(pages, &worst);
  return worst.over && status == EXIT_FINE ? EXIT_INPUT : status;
}
