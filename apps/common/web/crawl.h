/* crawl.h: pages of a site into a directory.
 *
 * From one page along its links: with `same_layer` only to pages of the same
 * layer (url_layer.h) that are no later pages of the same story, else to all
 * pages of the host. Pages are written as they arrived, decompressed; the index
 * (crawl_index.h) has the outcome of each address. A crawl into a directory
 * with an index is resumed: nothing is fetched again, and the links of its
 * pages are read from the files.
 *
 * Sources other than links: a list of addresses, sitemaps and feeds
 * (crawl_source.h). What is fetched can go into a WARC too (crawl_archive.h).
 */
#ifndef CRAWL_CRAWL_H
#define CRAWL_CRAWL_H

#include "common/web/crawl_filter.h"
#include "common/web/fetcher.h"
#include "common/output/progress.h"

typedef struct crawl_options {
  fetch_options fetch;
  uint32_t same_layer; /* pages of the layer beside the first; 0: any page */
  uint32_t max_pages;  /* requests, those of earlier runs included */
  uint32_t depth;      /* links away from the first page */
  progress_mode progress;

  /* Addresses to begin with, instead of one; borrowed. Each is fetched, and
   * one that fails is reported and left out. */
  const char *const *seeds;
  size_t seed_count;
  bool sitemap; /* fetch what the sitemaps of the site list */
  bool feed;    /* fetch what its feeds list */
  crawl_filter filter;
  bool list;        /* print addresses instead of fetching them */
  const char *warc; /* file for the raw exchanges; NULL: none. Lent */
  bool confined;    /* enter the sandbox once the outputs are open, for good */
} crawl_options;

/* The defaults. */
void crawl_options_default(crawl_options *out);

typedef struct crawl_summary {
  size_t pages;                  /* in the directory */
  size_t fetched;                /* of them in this run */
  size_t refused;                /* by robots.txt */
  size_t waiting;                /* addresses that --max-pages left out */
  size_t failed;                 /* no answer, no page, bad redirects */
  char first[WEB_URL_MOST + 64]; /* file of the first page, or "" */
  char home[WEB_URL_MOST + 1];   /* where that page came from */
} crawl_summary;

/* Fetch from `start` on, or from the seeds of the options, into the directory
 * `path`, which is made; it may be NULL with `list`. EXIT_INPUT,
 * after a message, when the first page could not be fetched; EXIT_INTERRUPTED
 * after Ctrl-C: the directory is complete so far, and can be resumed. */
exit_code crawl_run(const char *start, const char *path,
                    const crawl_options *options, crawl_summary *summary);

/* Whether an input of a command is an address: http:// or https://. */
bool crawl_is_address(const char *input);

#endif
