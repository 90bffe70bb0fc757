/* bench_parse.h: the stage `parse` of pith-bench. */
#ifndef BENCH_PARSE_H
#define BENCH_PARSE_H

#include "bench_options.h"
#include "bench_pages.h"

/* Times pith_page_parse() over the pages and prints one JSON line. Borrows
 * both. */
exit_code bench_parse_time(const bench_options *options,
                           const bench_pages *pages);

/* Counts the bytes that parsing each page holds at its peak and prints one
 * JSON line. Returns EXIT_INPUT when a page needs more than its share. */
exit_code bench_parse_memory(const bench_pages *pages);

#endif
