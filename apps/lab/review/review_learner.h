/* review_learner.h: models of sites, learnt in the background once a method
 * needs one.
 *
 *   ask ──► queue ──► one thread: all pages of the site ──► a job
 *            │
 *            └─ until then: how many pages of how many are done
 *
 * A job is a model with the evidence of all methods but the papers', or with
 * theirs (compat). It stays for the life of the learner.
 */
#ifndef LAB_REVIEW_LEARNER_H
#define LAB_REVIEW_LEARNER_H

#include "lab/review/review_source.h"

#include "pith_site.h"

typedef struct review_learner review_learner;

/* Start the thread. Borrows the source. The learner is given:
 * review_learner_end(). */
review_learner *review_learner_start(const review_source *source);
void review_learner_end(review_learner *learner);

typedef enum review_subject {
  REVIEW_MODEL, /* shared texts and layers */
  REVIEW_PAPER, /* clusters as the papers have them */
  REVIEW_SUBJECTS
} review_subject;

typedef enum review_stage {
  REVIEW_UNASKED,
  REVIEW_WAITING, /* for another site */
  REVIEW_LEARNING,
  REVIEW_LEARNT,
  REVIEW_HOPELESS /* memory ended */
} review_stage;

/* How far a job is. */
typedef struct review_job {
  review_stage stage;
  uint32_t done; /* pages */
  uint32_t total;
  pith_site_model *model; /* once learnt: finished, lent by the learner */
} review_job;

/* Look at the job of a site, by its number in the source; with `ask` it is
 * learnt unless it was already. Any thread. */
review_job review_learner_job(review_learner *learner, size_t site,
                              review_subject subject, bool ask);

#endif
