/* watch_members.h: the pages of one host in one round, and the steps of a round
 * (watch_host.c calls them in order).
 */
#ifndef WATCH_MEMBERS_H
#define WATCH_MEMBERS_H

#include "watch/watch.h"
#include "watch/watch_look.h"

/* Pages that a site model is learnt from, at least. */
enum { MODEL_PAGES = 8 };

typedef struct member {
  web_url url;
  bool linked;     /* found on the page of a site */
  bool report_new; /* that site was known before: a new page is a change */
  bool known;      /* by an earlier round */
  bool have;       /* there is a body */
  bool changed;    /* it is new, or has other bytes than before */
  bool confirmed;  /* read twice where needed: `now` is its content */
  watched_page at; /* as stored; after a fetch with the new body and headers */
  char *old;       /* then: the body before */
  size_t old_len;
  passages now;
  passages all_before; /* of the old body, with the boilerplate */
  passages all_now;    /* of the new one */
  char *title;
} member;

typedef struct host_round {
  const watch_tools *tools;
  watch_summary *summary;
  int64_t round;
  char *host; /* owned */
  member **members;
  size_t count;
  size_t capacity;
  const member *first; /* that has a body */
  size_t have;         /* members that have one */
  watch_look look;
  bool learnt;    /* the model's siblings were fetched in this round */
  exit_code code; /* of what happens inside callbacks */
} host_round;

/* --- members: watch_members.c */

/* The member of an address, lent; NULL: there is none. */
member *host_find(const host_round *in, const web_url *url);

/* A new member, lent; NULL: no memory. */
member *host_add(host_round *in, const web_url *url);

void host_done(host_round *in);

/* Send one request, with `conditions` only for a page that differs from the
 * stored one. Failures that are no fault of the page come back as a code. */
exit_code host_request(const host_round *in, member *page, bool conditions,
                       fetch_result *result);

/* Whether a page arrived. */
bool host_is_page(const fetch_result *result);

/* Fetch a page, or keep the stored copy. */
exit_code host_fetch(host_round *in, member *page);

/* --- links: watch_links.c */

/* Fetch the pages of the list from `first` on that are of its host, and those
 * that its sites link to. */
exit_code host_fetch_all(host_round *in, size_t first);

/* Start the site model: from siblings that were learnt once, or, with `anew`
 * and where there are none, from siblings as they are now. */
exit_code host_start_look(host_round *in, bool anew);

/* --- the store: watch_save.c */

/* Save all pages that were read, their changes that are reported, and which
 * regions rotated. */
exit_code host_save(host_round *in);

#endif
