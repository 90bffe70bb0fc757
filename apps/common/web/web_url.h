/* web_url.h: an address of the web in one fixed form.
 *
 *     HTTP://User:pw@Example.ORG:80/a/./b/../c?q=1 2#top
 *     http://example.org/a/c?q=1%202
 *
 * Scheme and host in lower case, no credentials, no default port, no fragment,
 * no "." and ".." (also written %2e), characters that are not allowed in a
 * request encoded. Rules of robots.txt, the list of what was fetched and
 * libcurl all see this one text, so they cannot disagree about what is fetched.
 */
#ifndef CRAWL_WEB_URL_H
#define CRAWL_WEB_URL_H

#include "pith.h"

enum { WEB_URL_MOST = 2048, WEB_URL_SEGMENTS = 48 };

typedef struct web_url {
  char text[WEB_URL_MOST + 1]; /* ends with NUL */
  size_t len;
  size_t host;   /* after "//" */
  size_t origin; /* after host and port: where the path begins */
  size_t query;  /* the place of '?', or len */
} web_url;

/* Bring an absolute http or https address into form. False when it is none, is
 * too long, or has a host that is none. */
bool web_url_parse(pith_slice text, web_url *out);

/* The same for a link on the page `base`. */
bool web_url_resolve(pith_slice link, pith_slice base, web_url *out);

/* Host and port, lent; the site that an address belongs to. */
pith_slice web_url_host(const web_url *url);
bool web_url_same_host(const web_url *a, const web_url *b);

/* Path and query, lent. */
pith_slice web_url_path(const web_url *url);

#endif
