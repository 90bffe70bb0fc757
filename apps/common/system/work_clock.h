/* work_clock.h: an end to the work on a page that takes too long.
 *
 * The library counts work and never looks at a clock. The last resort against a
 * page that is too much for the machine is here: an allocator that fails
 * once the thread has worked for too long, so that the page fails as it would
 * without memory, and the next one starts afresh.
 */
#ifndef SHARED_WORK_CLOCK_H
#define SHARED_WORK_CLOCK_H

#include "pith.h"

typedef struct work_clock {
  double ends;    /* when it gives up, in processor time; 0: never */
  bool late;      /* it has */
  unsigned asked; /* times for memory since it was looked at */
} work_clock;

/* Begin: `seconds` from now on, 0 for no end. In the thread that works. */
void work_clock_start(work_clock *clock, double seconds);

/* Time does not count any more. */
void work_clock_stop(work_clock *clock);

/* The allocator of a context whose pages fail when time is over; borrows the
 * clock. */
pith_allocator work_clock_memory(work_clock *clock);

#endif
