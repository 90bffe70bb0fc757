/* review_classify.h: the methods as a grader chooses them, and a page
 * classified by one of them.
 *
 * Site methods wait for what the learner learns. All classification of a review
 * is done in one place, one page at a time: review_engine has the lock, the
 * context and the opened sites.
 */
#ifndef LAB_REVIEW_CLASSIFY_H
#define LAB_REVIEW_CLASSIFY_H

#include "common/site_run/method_choice.h"
#include "lab/review/review_learner.h"

#include <pthread.h>

/* A method as the browser offers it: one of the library, or the verdicts that
 * an earlier run left as marks in the page ("saved"). */
typedef struct review_method {
  method_choice choice; /* its `method` is NULL for "saved" */
  char label[96];       /* for people */
} review_method;

/* Method `index`, NULL beyond the last; and by its id, NULL for none. Lent for
 * the program's life. */
const review_method *review_method_at(size_t index);
const review_method *review_method_find(const char *id);

/* Texts that pages of a cluster share, sorted; see review_engine_shared(). */
typedef struct review_shared {
  size_t site;
  uint32_t cluster;
  uint32_t pages;          /* of the cluster */
  char *pool;              /* owned: the bytes of all texts */
  pith_shared_text *texts; /* owned */
  uint32_t count;
} review_shared;

enum { REVIEW_SHARED_KEPT = 4 };

typedef struct review_engine {
  const review_source *source; /* borrowed */
  review_learner *learner;     /* borrowed */
  pthread_mutex_t lock;        /* around all that follows */
  pith_context *context;
  pith_site **sites; /* opened models, by job: NULL until they are used */
  struct review_partners *partners; /* of the page at hand */
  review_shared shared[REVIEW_SHARED_KEPT];
  unsigned shared_next;
} review_engine;

/* Make it; review_engine_done() before the learner ends. */
void review_engine_init(review_engine *engine, const review_source *source,
                        review_learner *learner);
void review_engine_done(review_engine *engine);

/* How classifying a page ends. */
typedef enum review_state {
  REVIEW_CLASSIFIED,
  REVIEW_NOT_YET,     /* the site is being learnt */
  REVIEW_NOT_MARKED,  /* the page has no verdicts of an earlier run */
  REVIEW_UNCLASSIFIED /* memory or a limit */
} review_state;

/* A page that is looked at: its bytes, parsed. */
typedef struct review_opened {
  review_bytes bytes;
  pith_page *page;
  size_t site;
  size_t item;
} review_opened;

/* Read and parse a page; release it with review_opened_done(). EXIT_INPUT when
 * it has vanished or is too large. The engine is locked. */
exit_code review_engine_open(review_engine *engine, const review_place *place,
                             review_opened *out);
void review_opened_done(review_opened *opened);

/* Set the verdicts of a page by a method, and fill *out as
 * pith_site_classify() does. The engine is locked. */
review_state review_engine_classify(review_engine *engine,
                                    review_opened *opened,
                                    const review_method *method,
                                    pith_site_facts *out);

/* How many pages of a cluster have a text, 0 when that is not known;
 * *pages is how many the cluster has in the model. The engine is locked. */
uint32_t review_engine_shared(review_engine *engine, size_t site,
                              uint32_t cluster, pith_slice text,
                              uint32_t *pages);

/* The opened model of a site, NULL while it is not learnt. The engine is
 * locked. */
pith_site *review_engine_site(review_engine *engine, size_t site,
                              review_subject subject, bool ask);

/* review_scan.c: what the list shows of a page before it is opened: its title,
 * and how sure `auto` is of it. Found in the background, once for each page,
 * and kept in the store. */
typedef struct review_scan review_scan;

/* Start the thread. Borrows engine and store. Given: review_scan_end(). */
review_scan *review_scan_start(review_engine *engine, review_store *store);
void review_scan_end(review_scan *scan);

#endif
