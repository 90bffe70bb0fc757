/* watch_members.h: the pages of one host in one round, and the steps of it
 * (watch_host.c tells them in order).
 */
#ifndef CRAWL_WATCH_MEMBERS_H
#define CRAWL_WATCH_MEMBERS_H

#include "watch/watch.h"
#include "watch/watch_look.h"

/* Pages that a model wants. */
enum { PAGES_WANTED = 8 };

typedef struct member {
  web_url url;
  bool linked;     /* found on the page of a site */
  bool tell_new;   /* and that site was known: a new page is news */
  bool known;      /* by an earlier round */
  bool have;       /* there is a body */
  bool changed;    /* it has other bytes than before, or is new */
  bool settled;    /* was looked at twice: `now` holds */
  watched_page at; /* as it was; with what came, body and heads are new */
  char *old;       /* then: the body before, as far as it is needed */
  size_t old_len;
  passages now;
  passages stood;  /* on the page before, boilerplate too */
  passages stands; /* and now */
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
  bool learnt;    /* its siblings are of this round */
  exit_code code; /* of what happens inside callbacks */
} host_round;

/* --- members: watch_members.c */

/* Lent; NULL: there is none of this address. */
member *host_find(const host_round *in, const web_url *url);

/* Lent; NULL: no memory. */
member *host_add(host_round *in, const web_url *url);

void host_done(host_round *in);

/* Ask for a page; a failure that says nothing of the page is one of ours. */
exit_code host_ask(const host_round *in, member *page, bool conditions,
                   fetch_result *result);

/* Whether a page came, and what to say where none did. */
bool host_is_page(const fetch_result *result);
void host_say_failed(const web_url *url, const fetch_result *result);

/* Get a page, or keep the copy there is. */
exit_code host_get(host_round *in, member *page);

/* --- where links lead: watch_gather.c */

/* Get the pages of the list from `first` on that are of its host, and where
 * its sites lead. */
exit_code host_gather(host_round *in, size_t first);

/* The model to begin with: siblings that were learnt once, or with `anew` and
 * where there are none, siblings as they are now. */
exit_code host_start_look(host_round *in, bool anew);

/* --- what is written: watch_write.c */

/* Write all pages that were looked at, what is news of them, and which slots
 * have turned. */
exit_code host_write(host_round *in);

#endif
