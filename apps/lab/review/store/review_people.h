/* review_people.h: who may come in. The owner of a review has the token of the
 * store; everybody whom the owner invites has a token of their own, and what
 * they do is stored under their name, whatever name a request has.
 */
#ifndef REVIEW_PEOPLE_H
#define REVIEW_PEOPLE_H

#include "lab/review/store/review_store.h"

#include <pthread.h>

enum { REVIEW_GRADER_ROOM = 100, REVIEW_TOKEN_ROOM = 33 };

typedef struct review_person {
  char name[REVIEW_GRADER_ROOM];
  char token[REVIEW_TOKEN_ROOM];
} review_person;

/* Everybody who was invited. Persons stay where they are until the end, so they
 * may be lent without the lock. */
typedef struct review_people {
  review_person **items; /* owned, and each of them */
  size_t count;
  size_t capacity;
  pthread_mutex_t lock;
} review_people;

/* Read them from the store. review_people_done() in any case. */
review_outcome review_people_load(review_people *people, review_store *store);
void review_people_done(review_people *people);

/* Whose token it is: lent; NULL: nobody's. Any thread. */
const review_person *review_people_find(review_people *people,
                                        const char *token);

/* Invite somebody, who keeps an earlier token. Lends the person in *out. */
review_outcome review_people_invite(review_people *people, review_store *store,
                                    const char *name,
                                    const review_person **out);

#endif
