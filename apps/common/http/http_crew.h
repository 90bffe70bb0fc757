/* http_crew.h: threads that work on jobs from a queue with an end.
 *
 * Unlike workers.h there is no list of items: jobs come one by one, and who
 * brings one when the queue is full is told so at once.
 */
#ifndef SERVER_HTTP_CREW_H
#define SERVER_HTTP_CREW_H

#include "common/output/message.h"

#include <stdbool.h>
#include <stddef.h>

/* Embedded in whatever is to be done. */
typedef struct http_job {
  struct http_job *next;
} http_job;

/* What the threads do. Borrowed for the life of the crew. */
typedef struct http_crew_plan {
  unsigned threads;
  unsigned queue; /* jobs that may wait */
  void *shared;   /* handed to all functions */

  /* Make and release the state of a thread; NULL from start is a failure. */
  void *(*start)(void *shared);
  void (*end)(void *shared, void *state);

  /* Do a job; `give_up`: it was left over when the crew was told to stop. */
  void (*run)(void *shared, void *state, http_job *job, bool give_up);
} http_crew_plan;

typedef struct http_crew http_crew;

/* Start the threads. EXIT_ENVIRONMENT after a message. */
exit_code http_crew_start(const http_crew_plan *plan, http_crew **out);

/* Bring a job; false when the queue is full or closed. Any thread. */
bool http_crew_push(http_crew *crew, http_job *job);

/* How many jobs wait. Any thread. */
unsigned http_crew_waiting(http_crew *crew);

/* Take no more jobs and give up those that wait; jobs at work are finished.
 * Returns when the threads have ended. */
void http_crew_close(http_crew *crew);

/* Close the crew, unless that was done, and release it. NULL is allowed. */
void http_crew_free(http_crew *crew);

#endif
