/* url_layer.h: which pages of a site are of one layer, by their addresses.
 *
 *     /news/2024/05/12/a-bridge-opens.html     folder /news/#/#/#
 *     /news/2025/11/03/rain-at-last.html       the same: one layer
 *     /news/sport/                             folder /news: another
 *
 * Of one layer are two pages of one host, with as many steps in their paths,
 * whose folders are the same once numbers, dates and other counted names are
 * folded to '#'. A slash at the end of a path does not count. The longer the
 * beginning that two addresses share, the more alike is their boilerplate.
 */
#ifndef CRAWL_URL_LAYER_H
#define CRAWL_URL_LAYER_H

#include "common/web/web_url.h"

/* Write a step of a path, or any name, with what is counted folded to '#': to
 * `out`, which has room for name.len bytes. Returns the length. */
size_t name_fold(pith_slice name, char *out);

/* Whether two pages are of one layer. */
bool url_same_layer(const web_url *a, const web_url *b);

/* How much `page` looks like a sibling of `start`: more is better, 0 is another
 * host. Siblings of one layer have 1000 and more. */
unsigned url_sibling_score(const web_url *start, const web_url *page);

/* Whether one is a later page of the other's story, as far as addresses show:
 * story.html and story_2.html, story/2, story?page=2. */
bool url_same_story(const web_url *a, const web_url *b);

#endif
