/* page_groups.h: the pages of several sites in one list, parted by host, domain
 * or folder.
 *
 *     items   a a a │ b │ c c        starts   0 3 4 6
 */
#ifndef COMMON_INPUT_PAGE_GROUPS_H
#define COMMON_INPUT_PAGE_GROUPS_H

#include "common/input/page_origin.h"

typedef struct page_groups {
  page_list list; /* owned: of all groups, group by group */
  char **names;   /* owned, in byte order: host, domain or folder */
  size_t *starts; /* owned: where each begins, and the end */
  size_t count;
  size_t capacity;
} page_groups;

/* List the inputs into `out->list`, which page_list_init() has made ready, and
 * part it. To be released by page_groups_done(), also after a failure. Fails as
 * page_list_add_all() does. */
exit_code page_groups_make(page_groups *out, const char *const *inputs,
                           size_t input_count, page_group by);
void page_groups_done(page_groups *groups);

/* A group as a list of its own, settled; it borrows the items of the whole and
 * is not released. */
exit_code page_groups_part(const page_groups *groups, size_t group,
                           page_list *out);

#endif
