/* review_school.h: what the pages of a site say of each other, learnt in the
 * background once somebody asks for it.
 *
 *   ask ──► queue ──► one thread: all pages of the site ──► a lesson
 *            │
 *            └─ until then: how many pages of how many are done
 *
 * A lesson is a model and the layers of a site, or the papers' clusters of it
 * (compat). It stays for the life of the school.
 */
#ifndef SERVER_REVIEW_SCHOOL_H
#define SERVER_REVIEW_SCHOOL_H

#include "review_source.h"

#include "pith_site.h"

typedef struct review_school review_school;

/* Start the thread. Borrows the source. Gives the school: review_school_end().
 * NULL when memory or threads end. */
review_school *review_school_start(const review_source *source);
void review_school_end(review_school *school);

typedef enum review_subject {
  REVIEW_MODEL, /* model and layers */
  REVIEW_PAPER  /* clusters as the papers have them */
} review_subject;

typedef enum review_stage {
  REVIEW_UNASKED,
  REVIEW_WAITING, /* for another site */
  REVIEW_LEARNING,
  REVIEW_LEARNT,
  REVIEW_HOPELESS /* memory ended */
} review_stage;

/* How far a lesson is. */
typedef struct review_lesson {
  review_stage stage;
  uint32_t done; /* pages */
  uint32_t total;
  /* Once it is learnt, lent by the school: */
  pith_model *model;   /* REVIEW_MODEL; open */
  pith_layers *layers; /* REVIEW_MODEL; closed */
  pith_site *site;     /* REVIEW_PAPER; finished */
} review_lesson;

/* Look at the lesson of a site, by its number in the source; with `ask` it is
 * learnt unless it was already. Any thread. */
review_lesson review_school_lesson(review_school *school, size_t site,
                                   review_subject subject, bool ask);

#endif
