/* bench_site.h: the stage `site` of pith-bench. */
#ifndef BENCH_SITE_H
#define BENCH_SITE_H

#include "bench_options.h"
#include "bench_pages.h"

/* Takes the pages for those of one site: learns it, classifies every page and
 * writes it as text. Prints one JSON line. Borrows both. */
exit_code bench_site(const bench_options *options, const bench_pages *pages);

#endif
