/* watch_look.h: bytes of pages in, their content out, by the model of a site.
 *
 * The model of a round is learnt from the pages of the host as they are now and
 * from a few of their siblings that were learnt once (watch_store_model()). It
 * never holds an older version of a page: what a page kept would count as
 * shared with it.
 */
#ifndef CRAWL_WATCH_LOOK_H
#define CRAWL_WATCH_LOOK_H

#include "watch/passages.h"
#include "common/output/message.h"
#include "pith_site.h"

typedef struct watch_look {
  pith_context *context;  /* borrowed */
  pith_site_model *model; /* owned */
  pith_site *site;        /* owned; NULL until nothing more is learnt */
} watch_look;

/* Begin with a model that was saved, or with none when `saved` is empty or
 * cannot be read any more. */
exit_code watch_look_start(pith_context *context, pith_slice saved,
                           watch_look *out);
void watch_look_done(watch_look *look);

/* Learn from a page. */
exit_code watch_look_learn(watch_look *look, pith_slice html,
                           const char *charset);

/* No more to learn: be ready to read. */
exit_code watch_look_open(watch_look *look);

/* A page as it came; all borrowed. */
typedef struct look_page {
  const web_url *address;
  pith_slice html;
  const char *charset; /* "" or NULL: none was sent */
} look_page;

/* The content of a page; *title (may be NULL) is given, to be freed. */
exit_code watch_look_read(watch_look *look, const look_page *from,
                          passages *out, char **title);

/* All that is on a page, boilerplate too. */
exit_code watch_look_read_all(watch_look *look, const look_page *from,
                              passages *out);

#endif
