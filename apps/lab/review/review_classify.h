/* review_judge.h: the methods as a grader chooses them, and a page judged by
 * one of them.
 *
 * Site methods wait for what the learner learns. All judging of a review is
 * done in one place, one page at a time: review_engine has the lock, the
 * context and the judges.
 */
#ifndef SERVER_REVIEW_JUDGE_H
#define SERVER_REVIEW_JUDGE_H

#include "lab/review/review_learner.h"

#include <pthread.h>

/* What a method needs beside the page. */
typedef enum review_need {
  REVIEW_NEEDS_NOTHING,
  REVIEW_NEEDS_MODEL,
  REVIEW_NEEDS_LAYERS,
  REVIEW_NEEDS_PAPER,
  REVIEW_NEEDS_MARKS /* in the page: verdicts of an earlier run */
} review_need;

typedef struct review_method {
  const char *id;    /* "chain-compat" */
  const char *label; /* for people */
  const char *name;  /* as pith.h has it */
  bool compat;
  review_need need;
} review_method;

/* Method `index`, NULL beyond the last; and by its id, NULL for none. */
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

/* What is kept of a site. */
typedef struct review_seat {
  pith_site *judge; /* made when it is wanted */
} review_seat;

typedef struct review_engine {
  const review_source *source; /* borrowed */
  review_learner *learner;     /* borrowed */
  pthread_mutex_t lock;        /* around all that follows */
  pith_context *context;
  review_seat *seats; /* one a site */
  review_shared shared[REVIEW_SHARED_KEPT];
  unsigned shared_next;
} review_engine;

/* Make it; review_engine_done() before the learner ends. False when memory
 * ends. */
bool review_engine_init(review_engine *engine, const review_source *source,
                        review_learner *learner);
void review_engine_done(review_engine *engine);

/* How judging ends. */
typedef enum review_judging {
  REVIEW_JUDGED,
  REVIEW_NOT_YET,    /* the site is being learnt */
  REVIEW_NOT_MARKED, /* the page has no verdicts of an earlier run */
  REVIEW_UNJUDGED    /* memory or a limit */
} review_judging;

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

/* Set the verdicts of a page by a method. *out is all zero but `cluster` for
 * methods that say nothing else. The engine is locked. */
review_judging review_engine_judge(review_engine *engine, review_opened *opened,
                                   const review_method *method,
                                   pith_site_facts *out);

/* In how many pages of a cluster a text stands, 0 when that is not known;
 * *pages is how many the cluster has in the model. The engine is locked. */
uint32_t review_engine_shared(review_engine *engine, size_t site,
                              uint32_t cluster, pith_slice text,
                              uint32_t *pages);

/* The judge of a site, NULL while it is not learnt. The engine is locked. */
pith_site *review_engine_site_judge(review_engine *engine, size_t site,
                                    bool ask);

#endif
