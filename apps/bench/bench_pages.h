/* bench_pages.h: the pages of a benchmark, read before anything is timed. */
#ifndef BENCH_PAGES_H
#define BENCH_PAGES_H

#include <stddef.h>

#include "pith.h"

typedef struct bench_page {
  char *path;      /* as named or found */
  pith_slice html; /* its bytes */
} bench_page;

/* Owns the paths and bytes of all its pages. Starts as all zero. */
typedef struct bench_pages {
  bench_page *items;
  size_t count;
  size_t capacity;
  size_t bytes;  /* sum over the pages */
  size_t failed; /* inputs that could not be read, each named on stderr */
} bench_pages;

/* Reads a file, or the pages below a directory in the order of their names.
 * A file that cannot be read is reported and counted in `failed`. Returns 0,
 * or -1 when there is no memory. */
int bench_pages_read(bench_pages *pages, const char *path);

/* Releases everything; the list is empty afterwards. */
void bench_pages_done(bench_pages *pages);

#endif
