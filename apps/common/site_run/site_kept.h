/* site_kept.h: parsed pages kept between learning and classifying, so that none
 * is parsed twice while memory allows it.
 *
 * Each kept page has a context of its own: it is parsed in one thread, handed
 * over when the passes change, and released in another, which a context that
 * several pages share would not allow. The context's allocator counts, so the
 * budget is what pages really hold: input and tree.
 *
 *     learn     site_kept_begin() ─ parse, learn ─ site_kept_add()
 *     classify  site_kept_take() ─ classify ─ site_opened_close()
 */
#ifndef COMMON_SITE_KEPT_H
#define COMMON_SITE_KEPT_H

#include "common/output/message.h"

#include "pith.h"

#include <stdatomic.h>

/* The bytes of a page. */
typedef struct site_bytes {
  pith_slice html;     /* lent by the source, or by `owned` */
  char *owned;         /* NULL: none */
  const char *name;    /* for messages; lent */
  bool utf8;           /* whatever it declares */
  const char *charset; /* of the transport; lent; NULL: unknown */
} site_bytes;

/* A page that is at hand. */
typedef struct site_opened {
  site_bytes bytes;
  pith_page *page;
  pith_context *own; /* the page's context, owned; NULL: that of the thread */
  bool lent;         /* also a partner of others: it stays with the kept ones */
} site_opened;

/* Release a page; one that is only lent stays. */
void site_opened_close(site_opened *opened);

typedef struct site_kept_page {
  site_opened opened; /* `page` is NULL: not kept */
  size_t memory;      /* allocated for it */
} site_kept_page;

typedef struct site_kept {
  site_kept_page *pages; /* owned; one for each page of the site */
  size_t count;
  size_t most; /* bytes in all; 0: keep nothing */
  atomic_size_t used;
} site_kept;

/* Room for the pages of a site. False when memory ends. */
bool site_kept_init(site_kept *kept, size_t count, size_t most);
void site_kept_done(site_kept *kept);

/* A context for a page of `bytes` that may be kept; NULL when it will not be.
 * To be closed with the page by site_opened_close(), or kept. */
pith_context *site_kept_begin(site_kept *kept, size_t page, size_t bytes);

/* Keep a page if there is room, else release it. `opened` is taken. */
void site_kept_add(site_kept *kept, size_t page, site_opened *opened);

/* Take a page out, or with `lend` only look at it; false when it is not kept.
 * A page is taken once. */
bool site_kept_take(site_kept *kept, size_t page, bool lend, site_opened *out);

#endif
