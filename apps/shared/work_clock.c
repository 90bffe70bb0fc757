/* work_clock.c: see the header. */
#include "shared/work_clock.h"

#include <stdlib.h>
#include <time.h>

/* Processor time of this thread: waiting for others does not count. */
static double
worked(void)
{
  struct timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

void
work_clock_start(work_clock *clock, double seconds)
{
  clock->ends = seconds > 0 ? worked() + seconds : 0;
  clock->late = false;
}

void
work_clock_stop(work_clock *clock)
{
  clock->ends = 0;
  clock->late = false;
}

static void *
resize_in_time(void *state, void *block, size_t old_size, size_t new_size)
{
  work_clock *clock = state;
  (void)old_size;
  if (new_size == 0) {
    free(block);
    return NULL;
  }
  if (clock->ends > 0 && worked() > clock->ends) {
    clock->late = true;
    return NULL;
  }
  return realloc(block, new_size);
}

pith_allocator
work_clock_memory(work_clock *clock)
{
  return (pith_allocator){resize_in_time, clock};
}
