/* robots.h: the rules of a robots.txt (RFC 9309), for one crawler.
 *
 * Bytes in, rules out: may this path be fetched? All groups that name the
 * crawler count together, else those of "*", else everything is allowed. The
 * longest pattern that matches decides, and between equals the one that allows.
 * In a pattern '*' is any bytes and '$' at its end is the end of the path.
 * Crawl-delay is not in the RFC, but it is common and we obey it.
 */
#ifndef CRAWL_ROBOTS_H
#define CRAWL_ROBOTS_H

#include "common/web/web_url.h"

/* Bytes of a file that are read; the rest is ignored (RFC 9309, 2.5). */
enum { ROBOTS_BYTES_MOST = 500 * 1024 };

/* The longest Crawl-delay that is obeyed, in milliseconds. */
enum { ROBOTS_DELAY_MOST = 30000 };

typedef struct robots_rule {
  size_t pattern; /* in texts: its parts, each ended by NUL */
  uint32_t parts; /* one more than it has stars */
  uint32_t len;   /* of the pattern, in bytes: its rank */
  bool allow;
  bool whole; /* '$' at its end */
} robots_rule;

typedef struct robots {
  robots_rule *rules; /* owned */
  size_t count;
  size_t capacity;
  char *texts; /* owned */
  size_t texts_len;
  uint32_t delay; /* milliseconds; 0: none */
  bool nothing;   /* nothing may be fetched, whatever the rules */
} robots;

/* Read a file for the crawler with the product token `agent` ("pith"). The
 * rules are given: robots_done(). False when memory ends. */
bool robots_read(pith_slice bytes, const char *agent, robots *out);
void robots_done(robots *rules);

/* Whether `path`, with its query, may be fetched; one that is longer than an
 * address can be may not. */
bool robots_allow(const robots *rules, pith_slice path);

#endif
