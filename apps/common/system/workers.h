/* workers.h: the same work for many items, in several threads, with results
 * taken in the order of the items.
 *
 *     threads      run(item, slot)     any order, each with a state of its own
 *     one of them  take(item, slot)    0, 1, 2 ... one after the other
 *
 * Results wait in a ring of slots until it is their turn; a thread that is too
 * far ahead waits, so memory does not grow with the number of items.
 */
#ifndef SHARED_WORKERS_H
#define SHARED_WORKERS_H

#include "common/output/message.h"

#include <stddef.h>

/* What is to be done. All pointers are borrowed for the call. */
typedef struct work {
  size_t items;
  unsigned threads;  /* at least 1 */
  size_t slot_bytes; /* of a result; each starts zeroed */
  void *shared;      /* handed to all functions */

  /* Make and release the state of a thread; NULL from start ends the work
   * with EXIT_ENVIRONMENT. Both NULL: threads have no state. */
  void *(*start)(void *shared);
  void (*end)(void *shared, void *state);

  /* Do one item; the result goes to `slot`. Any thread. */
  void (*run)(void *shared, void *state, size_t item, void *slot);

  /* Take the result of one item and clear the slot. In order, never two at
   * once. EXIT_FINE goes on; anything else stops the work and is its result. */
  exit_code (*take)(void *shared, size_t item, void *slot);

  /* Release a result that nobody takes, because the work was stopped. */
  void (*drop)(void *shared, void *slot);
} work;

/* Do all of it. */
exit_code workers_run(const work *what);

/* How many processors this program may use. */
unsigned workers_default(void);

#endif
