/* review_store.h: the grades and corrections of sites and pages, in one file of
 * SQLite.
 *
 *   site, page   what can be graded: names, paths, sizes; no bytes of pages
 *   mark         every grade and correction that was ever made, one row each
 *   sample       sites or pages drawn at random by a seed
 *
 * Rows of `mark` are only added. The current grade of a site or page is the
 * latest row about it that was not undone, so nothing that was typed can be
 * overwritten, and undoing brings back the one before. Each mark is a
 * transaction of its own, on disk (WAL, synchronous=FULL) before the grader
 * sees it accepted.
 *
 * One lock guards a store; any thread may call. Texts that come in are copied.
 */
#ifndef REVIEW_STORE_H
#define REVIEW_STORE_H

#include "common/output/message.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct review_store review_store;

/* Open a store and make it if it is not there. Gives it: review_store_close(),
 * until when the path is borrowed. Reports failures on stderr: EXIT_INPUT
 * when it is no store, is damaged or of a newer version, EXIT_ENVIRONMENT when
 * it is locked or the disk fails. The file is not changed then. */
exit_code review_store_open(const char *path, review_store **out);
void review_store_close(review_store *store);

/* How a call on an open store ends. */
typedef enum review_outcome {
  REVIEW_DONE,
  REVIEW_NOTHING, /* nothing to undo, no such row */
  REVIEW_WRONG,   /* the value does not fit the kind */
  REVIEW_LOCKED,  /* another program writes; try again */
  REVIEW_DAMAGED, /* the file is no longer what it was */
  REVIEW_FAILED   /* disk or memory */
} review_outcome;

/* A message for the grader. Lent for the life of the program. */
const char *review_outcome_text(review_outcome outcome);

/* A text about the store itself, by a key: "" when there is none, cut when
 * there is no room. And write one; without `replace` an earlier one stays. */
review_outcome review_store_recall(review_store *store, const char *key,
                                   char *room, size_t size);
review_outcome review_store_note(review_store *store, const char *key,
                                 const char *value, bool replace);

/* --- sites and pages ------------------------------------------------------ */

/* A page on its way into the store. Borrowed for the call. */
typedef struct review_found {
  const char *name;
  const char *path;
  int64_t size;  /* bytes; 0: not known */
  int64_t mtime; /* seconds; 0: not known */
} review_found;

/* Take in what was found of a site, as one transaction; page k gets the number
 * ids[k]. Pages that the store knows and that are no longer found are marked
 * as gone, their grades stay. */
review_outcome review_store_import(review_store *store, const char *site,
                                   const char *path, const review_found *pages,
                                   size_t count, int64_t *site_id,
                                   int64_t *ids);

/* Note that a page cannot be read, or can be again. */
review_outcome review_store_gone(review_store *store, int64_t page, bool gone);

/* Pages that nobody looked into yet, or that changed since. */
typedef void (*review_page_sink)(void *state, int64_t page);
review_outcome review_store_unseen(review_store *store, review_page_sink sink,
                                   void *state);

/* What a look into a page found. Borrowed for the call. */
typedef struct review_looked {
  int64_t page;
  const char *title; /* NULL: none */
  const char *text;  /* of its content, to search; NULL: none */
  int64_t per_mille; /* confidence of `auto`; -1: not known */
} review_looked;
review_outcome review_store_looked(review_store *store,
                                   const review_looked *rows, size_t count);

/* A row of the list of sites or pages. Lent to a sink. */
typedef struct review_line {
  int64_t id;
  const char *name;
  int64_t pages;     /* of a site */
  int64_t graded;    /* of a site: pages that this grader graded */
  int64_t corrected; /* corrections of this grader */
  int64_t sorted;    /* losses that this grader sorted */
  const char *grade; /* of this grader by this method; NULL: none */
  const char *aside; /* "skip" or "unsure" of this grader; NULL: neither */
  const char *title; /* of a page; "": none, or not known yet */
  double confidence; /* of `auto`, the mean of a site's pages; < 0: not known */
  int64_t disagree;  /* more than 0: graders gave different grades */
  bool sampled;      /* in the sample of the query */
  bool gone;
  bool changed; /* other bytes than when it was first seen */
} review_line;
typedef void (*review_line_sink)(void *state, const review_line *line);

typedef enum review_filter {
  REVIEW_ALL,
  REVIEW_GRADED,
  REVIEW_UNGRADED,
  REVIEW_CORRECTED,
  REVIEW_GONE,
  REVIEW_UNSURE,
  REVIEW_SKIPPED,
  REVIEW_DISAGREED,
  REVIEW_DOUBTFUL, /* confidence below 0.8 */
  REVIEW_FILTERS
} review_filter;

typedef enum review_order {
  REVIEW_BY_NAME,
  REVIEW_BY_CONFIDENCE, /* the least sure first */
  REVIEW_BY_DISAGREEMENT,
  REVIEW_BY_GRADE, /* the worst first; ungraded ones last */
  REVIEW_BY_TITLE,
  REVIEW_ORDERS
} review_order;

/* Which rows. Borrowed for the call. */
typedef struct review_query {
  int64_t site;       /* pages of it; 0: the list of sites */
  const char *search; /* a part of name, title or text; NULL: any */
  const char *grader;
  const char *method;
  review_filter filter;
  review_order order;
  int64_t sample; /* only what it holds, in its order; 0: everything */
  int64_t from;   /* lines left out at the beginning */
  int64_t count;  /* lines wanted */
} review_query;

/* Call `sink` for the rows; *total is their number without `from` and `count`.
 */
review_outcome review_store_list(review_store *store, const review_query *query,
                                 int64_t *total, review_line_sink sink,
                                 void *state);

/* --- marks ---------------------------------------------------------------- */

typedef enum review_kind {
  REVIEW_SITE_GRADE,      /* "2" to "5" of a site (Ageev, Shorkin) */
  REVIEW_PAGE_GRADE,      /* "N+S-" and the like of a page (Kuznetsov) */
  REVIEW_SIMILARITY_MARK, /* four times 0 or 1 for header, navigation, footer,
                             advertising of a page and its partner (Yuan) */
  REVIEW_CORRECTION,      /* "content" or "navigation" of a range of a page */
  REVIEW_LOSS_CLASS, /* why a search lost a page (lab/eval/metrics/loss_class.h)
                      */
  REVIEW_ASIDE,      /* "skip" or "unsure" of a page or site: no grade */
  REVIEW_KINDS
} review_kind;

/* The word for a kind in the store and the API, and back; false: no kind. */
const char *review_kind_name(review_kind kind);
bool review_kind_read(const char *name, review_kind *out);

/* A grade or correction. Borrowed, or lent to a sink. */
typedef struct review_mark {
  int64_t id; /* set by the store */
  const char *grader;
  review_kind kind;
  int64_t site;
  int64_t page;    /* 0: the site as a whole */
  int64_t partner; /* of a similarity; else 0 */
  const char
      *method;       /* that is graded; "" of a correction; the run of a loss */
  const char *topic; /* of a loss: the id of what was searched; else "" */
  int64_t from;      /* of a correction: bytes of the page */
  int64_t to;
  const char *value; /* "" takes the mark back */
  const char *comment;
  const char *made;         /* time, UTC; set by the store */
  const char *site_name;    /* in sinks: names of site, page and partner, */
  const char *page_name;    /* "" where there is none */
  const char *partner_name; /* */
  const char *client;       /* id of the request that made it; NULL, "": none */
  const char *bundle; /* marks of one are undone together; NULL, "": alone */
} review_mark;

/* Bytes of a page. */
typedef struct review_span {
  int64_t from;
  int64_t to;
} review_span;

/* Save a mark, or one for each of `count` spans where it is a correction: all
 * of them or none. A request whose `client` is stored already changes nothing
 * and is done. REVIEW_WRONG when the value does not fit the kind, or there is
 * no such page. */
review_outcome review_store_mark(review_store *store, const review_mark *mark);
review_outcome review_store_mark_spans(review_store *store,
                                       const review_mark *mark,
                                       const review_span *spans, size_t count);

/* Undo the latest mark of a grader that was not undone, with all of its bundle;
 * `sink` (may be NULL) is called with it. REVIEW_NOTHING when there is none. */
typedef void (*review_mark_sink)(void *state, const review_mark *mark);
review_outcome review_store_undo(review_store *store, const char *grader,
                                 review_mark_sink sink, void *state);

/* Call `sink` for all current marks of a grader (NULL: of everybody) in the
 * order they were given: about a page, or about a site as a whole, or (both 0)
 * all. */
review_outcome review_store_marks(review_store *store, const char *grader,
                                  int64_t site, int64_t page,
                                  review_mark_sink sink, void *state);

/* The names of all graders, in order. */
typedef void (*review_name_sink)(void *state, const char *name);
review_outcome review_store_graders(review_store *store, review_name_sink sink,
                                    void *state);

/* --- graders with a token of their own --------------------------------------
 */

/* Call `sink` for each of them. And add one. */
typedef void (*review_person_sink)(void *state, const char *name,
                                   const char *token);
review_outcome review_store_people(review_store *store, review_person_sink sink,
                                   void *state);
review_outcome review_store_invite(review_store *store, const char *name,
                                   const char *token);

/* --- samples -------------------------------------------------------------- */

/* Draw `count` sites, or pages of a site (0: of all sites), by a seed. The same
 * names and seed give the same sample on every machine. The same
 * request again returns the sample that was drawn before. */
review_outcome review_store_sample(review_store *store, bool pages,
                                   int64_t site, int64_t count, uint64_t seed,
                                   int64_t *id);

#endif
