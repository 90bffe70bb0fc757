/* site_kept.c: see the header.
 *
 *     used   ▓▓▓▓▓▓▓▓▓▓▓▓▓░░░░░│ most
 *            kept pages   └ a page whose size is known only once it is parsed
 *
 * `used` is changed by many threads without a lock. Two of them may both find
 * that their page does not fit where one would have: then a page is parsed
 * again later, and the results are the same.
 */
#include "common/site_run/site_kept.h"

#include <stdlib.h>
#include <string.h>

/* A tree and what learning adds to it take about twice the page. One that would
 * not fit is not even tried: that would cost it a context of its own, with no
 * buffers to use again. */
enum { LIKELY_TIMES = 2 };

/* An allocator that counts what it has given. */
static void *
count_memory(void *state, void *block, size_t old_size, size_t new_size)
{
  size_t *used = state;
  if (new_size == 0) {
    free(block);
    *used -= old_size;
    return NULL;
  }
  void *moved = realloc(block, new_size);
  if (moved)
    *used += new_size - old_size;
  return moved;
}

void
site_opened_close(site_opened *opened)
{
  if (opened->lent)
    return;
  pith_page_free(opened->page);
  pith_context_free(opened->own);
  free(opened->bytes.owned);
  memset(opened, 0, sizeof *opened);
}

bool
site_kept_init(site_kept *kept, size_t count, size_t most)
{
  memset(kept, 0, sizeof *kept);
  kept->count = count;
  kept->most = most;
  kept->pages = calloc(count + 1, sizeof *kept->pages);
  return kept->pages != NULL;
}

void
site_kept_done(site_kept *kept)
{
  for (size_t i = 0; kept->pages && i < kept->count; i++)
    site_opened_close(&kept->pages[i].opened);
  free(kept->pages);
  kept->pages = NULL;
}

pith_context *
site_kept_begin(site_kept *kept, size_t page, size_t bytes)
{
  pith_allocator counting = {count_memory, &kept->pages[page].memory};
  pith_context *context;
  if (atomic_load(&kept->used) + bytes + LIKELY_TIMES * bytes > kept->most ||
      pith_context_new(&counting, &context) != PITH_OK)
    return NULL;
  return context;
}

/* Add first, look then: two threads cannot take the same room. */
void
site_kept_add(site_kept *kept, size_t page, site_opened *opened)
{
  size_t size = kept->pages[page].memory + opened->bytes.html.len;
  if (opened->own && atomic_fetch_add(&kept->used, size) + size <= kept->most) {
    kept->pages[page].opened = *opened;
    return;
  }
  if (opened->own)
    atomic_fetch_sub(&kept->used, size);
  site_opened_close(opened);
}

/* Each page is taken by the one thread that classifies it, so no lock is
 * needed: the hand-over between the passes was synchronised by ending the
 * threads of the first. */
bool
site_kept_take(site_kept *kept, size_t page, bool lend, site_opened *out)
{
  site_opened *found = &kept->pages[page].opened;
  if (!found->page)
    return false;
  *out = *found;
  out->lent = lend;
  if (!lend)
    memset(found, 0, sizeof *found);
  return true;
}
