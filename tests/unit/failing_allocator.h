/*
 * An allocator for tests: it counts, it can fail one chosen call, and it knows
 * what has not been released. Use it as
 *
 *     for (size_t n = 1; ; n++) {
 *       failing_allocator failing;
 *       failing_allocator_init(&failing, n);
 *       pith_allocator allocator = failing_allocator_use(&failing);
 *       ... run with &allocator; it must fail cleanly or succeed ...
 *       assert_true(failing_allocator_is_clean(&failing));
 *       if (!failing.failed)
 *         break;  // fewer than n calls: every one of them has failed once
 *     }
 */
#ifndef PITH_TESTS_UNIT_FAILING_ALLOCATOR_H
#define PITH_TESTS_UNIT_FAILING_ALLOCATOR_H

#include "pith.h"

#include <stdlib.h>

typedef struct failing_allocator {
  size_t calls;       /* requests for memory so far, releases not counted */
  size_t fail_at;     /* the number of the request to fail; 0: none */
  size_t blocks;      /* given out and not released */
  size_t bytes;       /* in them, by what the caller says of their sizes */
  bool failed;        /* a request was failed */
  bool wrong_release; /* sizes did not add up */
} failing_allocator;

static inline void
failing_allocator_init(failing_allocator *failing, size_t fail_at)
{
  failing_allocator start = {0, fail_at, 0, 0, false, false};
  *failing = start;
}

static inline void *
failing_allocator_resize(void *state, void *block, size_t old_size,
                         size_t new_size)
{
  failing_allocator *failing = state;
  if (block && (failing->blocks == 0 || failing->bytes < old_size))
    failing->wrong_release = true;
  if (new_size == 0) {
    failing->blocks -= block != NULL;
    failing->bytes -= block ? old_size : 0;
    free(block);
    return NULL;
  }
  if (++failing->calls == failing->fail_at) {
    failing->failed = true;
    return NULL;
  }
  void *moved = realloc(block, new_size);
  if (!moved)
    return NULL;
  failing->blocks += block == NULL;
  failing->bytes += new_size - (block ? old_size : 0);
  return moved;
}

/* The allocator to hand to the code under test; it borrows `failing`. */
static inline pith_allocator
failing_allocator_use(failing_allocator *failing)
{
  pith_allocator allocator = {failing_allocator_resize, failing};
  return allocator;
}

static inline bool
failing_allocator_is_clean(const failing_allocator *failing)
{
  return failing->blocks == 0 && failing->bytes == 0 && !failing->wrong_release;
}

#endif
