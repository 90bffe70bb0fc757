/* frontier.h: the addresses that are known, and which one is fetched next.
 *
 * Each address is listed once. Next is the one fewest links away from the
 * start; of those the best sibling of it; of those the one seen first.
 */
#ifndef CRAWL_FRONTIER_H
#define CRAWL_FRONTIER_H

#include "common/web/web_url.h"

enum { FRONTIER_MOST = 200000 };

typedef struct frontier_item {
  char *url; /* owned */
  uint32_t depth;
  uint32_t score;
  bool waiting; /* in the heap */
} frontier_item;

typedef struct frontier {
  frontier_item *items; /* in the order they were seen */
  size_t count;
  size_t capacity;
  uint32_t *heap; /* numbers of items that wait, the next one first */
  size_t waiting;
  uint32_t *table; /* hash -> number + 1 */
  size_t slots;
  size_t dropped; /* that found no room */
} frontier;

void frontier_done(frontier *list);

/* Whether an address is listed. */
bool frontier_knows(const frontier *list, const web_url *url);

/* List an address and, with `wait`, queue it; one that is listed already is
 * left as it is. False when memory ends. */
bool frontier_add(frontier *list, const web_url *url, uint32_t depth,
                  uint32_t score, bool wait);

/* Take the next one; false when none waits. */
bool frontier_next(frontier *list, web_url *url, uint32_t *depth);

#endif
