/* review_view.h: all that the browser shows of one page: the frame, and a JSON
 * object with verdicts, blocks, text and metadata (docs/lab/review.md).
 *
 *   bytes ─► tree ─► method A, method B, corrections, blocks ─► segments
 *             │                                                    │
 *             │      text, Markdown, metadata ◄─ A + corrections   │
 *             └────► marked HTML ◄─────────────────────────────────┘
 *                       └─► tree ─► frame
 *
 * The last few dozen views are kept, so that going back is free.
 */
#ifndef REVIEW_VIEW_H
#define REVIEW_VIEW_H

#include "lab/review/review_classify.h"
#include "lab/review/review_parts.h"
#include "common/output/text_out.h"

/* Which view. Borrowed for the call. */
typedef struct review_view_request {
  const review_place *place;
  const review_method *first;
  const review_method *second; /* to compare with; NULL: none */
  const char *grader;          /* whose corrections count */
} review_view_request;

enum { REVIEW_VIEWS_KEPT = 32 };

typedef struct review_view {
  int64_t page; /* 0: empty */
  const review_method *first;
  const review_method *second;
  char grader[104];
  text_out json;
  text_out frame;
} review_view;

typedef struct review_views {
  review_engine *engine; /* borrowed */
  review_store *store;   /* borrowed */
  review_parts *parts;   /* borrowed */
  review_view kept[REVIEW_VIEWS_KEPT];
  unsigned next;
} review_views;

void review_views_done(review_views *views);

/* Forget what is kept of a page (0: of all pages), because a correction changed
 * or its site was learnt. The engine is locked. */
void review_views_forget(review_views *views, int64_t page);

/* How making a view ends. */
typedef enum review_view_outcome {
  REVIEW_VIEW_MADE,
  REVIEW_VIEW_GONE,  /* the page cannot be read any more */
  REVIEW_VIEW_FAILED /* memory or a limit */
} review_view_outcome;

/* Make a view, or find it among those that are kept. Lent until the engine is
 * unlocked. The engine is locked. */
review_view_outcome review_views_get(review_views *views,
                                     const review_view_request *request,
                                     const review_view **out);

#endif
