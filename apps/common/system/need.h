/* need.h: memory that a command cannot go on without.
 *
 * A command of pith-lab reads, computes, writes and ends. When memory ends on
 * the way there is nothing worth saving: files appear whole or not at all, and
 * SQLite rolls back. So these functions report it and end the process with
 * EXIT_ENVIRONMENT, and their callers have one path instead of two. So does
 * the server of pith review, which one person started and can start again: each
 * grade is on disk before it is answered. They are not for pith serve, which
 * must outlive a request that was too large.
 */
#ifndef COMMON_NEED_H
#define COMMON_NEED_H

#include "common/output/text_out.h"
#include "common/system/grow.h"

/* Zeroed room for `count` items, never NULL; given, to be freed. */
void *need(size_t count, size_t size) __attribute__((returns_nonnull));

/* The block that an allocation gave, once it is known that it did: text_copy(),
 * strdup() and others return it through this. */
void *needed(void *block) __attribute__((returns_nonnull));

/* What was written to memory, ended by NUL, which is not counted; given. The
 * text_out needs no release then. */
char *need_text(text_out *out) __attribute__((returns_nonnull));

/* Report that memory has ended unless `fine`: for calls that return so. */
void need_all(bool fine);

/* As GROW() and RENEW(), without a result. */
#define NEED(items, capacity, count)     need_all(GROW(items, capacity, count))
#define NEED_NEW(items, capacity, count) need_all(RENEW(items, capacity, count))

/* Append one item to an array that has a count and a capacity beside it. */
#define NEED_ITEM(list, items, count, capacity)                                \
  (NEED((list)->items, (list)->capacity, (list)->count + 1),                   \
   &(list)->items[(list)->count++])

#endif
