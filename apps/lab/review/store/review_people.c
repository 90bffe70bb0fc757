/* review_people.c: see the header. The list is short and in memory: a token is
 * looked up for every request, by the thread that serves the sockets.
 */
#include "lab/review/store/review_people.h"

#include "common/http/http_guard.h"
#include "common/http/http_server.h"
#include "common/system/need.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Each person has an allocation of their own: requests keep the pointer while
 * an invitation may move the list. The lock is held, or nobody else is here
 * yet. */
static const review_person *
add_person(review_people *people, const char *name, const char *token)
{
  review_person *person = need(1, sizeof *person);
  snprintf(person->name, sizeof person->name, "%s", name);
  snprintf(person->token, sizeof person->token, "%s", token);
  *NEED_ITEM(people, items, count, capacity) = person;
  return person;
}

/* A sink of the store, for loading. */
static void
take_person(void *state, const char *name, const char *token)
{
  add_person(state, name, token);
}

review_outcome
review_people_load(review_people *people, review_store *store)
{
  memset(people, 0, sizeof *people);
  pthread_mutex_init(&people->lock, NULL);
  return review_store_people(store, take_person, people);
}

void
review_people_done(review_people *people)
{
  for (size_t i = 0; i < people->count; i++)
    free(people->items[i]);
  free(people->items);
  pthread_mutex_destroy(&people->lock);
}

/* All tokens are compared, so that the time does not show which came close. */
const review_person *
review_people_find(review_people *people, const char *token)
{
  const review_person *found = NULL;
  pthread_mutex_lock(&people->lock);
  for (size_t i = 0; i < people->count; i++)
    if (http_token_is(people->items[i]->token, token))
      found = people->items[i];
  pthread_mutex_unlock(&people->lock);
  return found;
}

/* The store has the person before anybody is let in by the token: a token that
 * works now works after a crash. A name that was invited before keeps its
 * token, so that the address can be shown again. */
review_outcome
review_people_invite(review_people *people, review_store *store,
                     const char *name, const review_person **out)
{
  char token[REVIEW_TOKEN_ROOM];
  review_outcome outcome = REVIEW_DONE;
  *out = NULL;
  if (!name[0] || strlen(name) >= REVIEW_GRADER_ROOM)
    return REVIEW_WRONG;
  pthread_mutex_lock(&people->lock);
  for (size_t i = 0; i < people->count; i++)
    if (strcmp(people->items[i]->name, name) == 0)
      *out = people->items[i];
  if (!*out) {
    outcome = http_token_make(token) ? review_store_invite(store, name, token)
                                     : REVIEW_FAILED;
    if (outcome == REVIEW_DONE)
      *out = add_person(people, name, token);
  }
  pthread_mutex_unlock(&people->lock);
  return outcome;
}
