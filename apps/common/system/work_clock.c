/* work_clock.c: see the header. */
#include "common/system/work_clock.h"

#include <stdlib.h>
#include <time.h>

/* Reading the clock is a call of the system: it is read for large blocks and
 * now and then. */
enum { LARGE = 1 << 16, NOW_AND_THEN = 64 };

/* Processor time of this thread: waiting for others does not count. */
static double
worked(void)
{
  struct timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* From now on. */
void
work_clock_start(work_clock *clock, double seconds)
{
  clock->ends = seconds > 0 ? worked() + seconds : 0;
  clock->late = false;
  clock->asked = NOW_AND_THEN; /* the first time, look */
}

/* Until it is started again nothing is over time. */
void
work_clock_stop(work_clock *clock)
{
  clock->ends = 0;
  clock->late = false;
}

/* Late once is late until the clock is started again, so that an allocation
 * that was refused cannot succeed when the library tries a smaller one. */
static bool
is_over(work_clock *clock, size_t size)
{
  if (clock->ends <= 0)
    return false;
  if (size < LARGE && ++clock->asked < NOW_AND_THEN)
    return clock->late;
  clock->asked = 0;
  clock->late = clock->late || worked() > clock->ends;
  return clock->late;
}

/* An allocator that refuses when time is over: the library gives up at its
 * next allocation. */
static void *
resize_in_time(void *state, void *block, size_t old_size, size_t new_size)
{
  work_clock *clock = state;
  (void)old_size;
  if (new_size == 0) {
    free(block);
    return NULL;
  }
  return is_over(clock, new_size) ? NULL : realloc(block, new_size);
}

pith_allocator
work_clock_memory(work_clock *clock)
{
  return (pith_allocator){resize_in_time, clock};
}
