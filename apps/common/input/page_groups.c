/* page_groups.c: see the header. The items move as they are, so nothing of them
 * is copied or released.
 *
 *     list    a.example/1  a.example/2 | b.example/1 | c.example/1
 *     starts  0                          2             3             4
 *     names   a.example                  b.example     c.example
 *
 * Pages of one group lie side by side; a group is a slice of the list.
 */
#include "common/input/page_groups.h"

#include "common/system/grow.h"

#include <stdlib.h>
#include <string.h>

/* A page and its group, for sorting. */
typedef struct grouped_page {
  char *key; /* owned */
  page_item item;
} grouped_page;

/* By group, then by name, so that the order does not depend on the input. */
static int
compare_groups(const void *a, const void *b)
{
  const grouped_page *one = a, *two = b;
  int order = strcmp(one->key, two->key);
  return order ? order : strcmp(one->item.name, two->item.name);
}

/* The list in the new order, and where each group begins in it. */
static bool
split_groups(page_groups *out, grouped_page *pages)
{
  page_list *list = &out->list;
  qsort(pages, list->count, sizeof *pages, compare_groups);
  out->starts = calloc(list->count + 1, sizeof *out->starts);
  if (!out->starts)
    return false;
  for (size_t i = 0; i < list->count; i++) {
    list->items[i] = pages[i].item;
    if (i > 0 && strcmp(pages[i].key, pages[i - 1].key) == 0)
      continue;
    if (!GROW(out->names, out->capacity, out->count + 1))
      return false;
    out->names[out->count] = strdup(pages[i].key);
    if (!out->names[out->count])
      return false;
    out->starts[out->count++] = i;
  }
  out->starts[out->count] = list->count;
  return true;
}

/* Keys are made once a page, before sorting: making one may parse an address.
 */
exit_code
page_groups_make(page_groups *out, const char *const *inputs,
                 size_t input_count, page_group by)
{
  page_list *list = &out->list;
  exit_code code = page_list_add_all(list, inputs, input_count);
  grouped_page *pages = calloc(list->count + 1, sizeof *pages);
  bool fine = pages != NULL;
  size_t made = 0;
  for (; code == EXIT_FINE && fine && made < list->count; made++) {
    pages[made].item = list->items[made];
    pages[made].key = page_group_key(&list->items[made], by);
    fine = pages[made].key != NULL;
  }
  if (code == EXIT_FINE && (!fine || !split_groups(out, pages)))
    code = report_out_of_memory();
  for (size_t i = 0; pages && i < made; i++)
    free(pages[i].key);
  free(pages);
  return code;
}

/* Also of groups that were made half. */
void
page_groups_done(page_groups *groups)
{
  for (size_t i = 0; i < groups->count; i++)
    free(groups->names[i]);
  free(groups->names);
  free(groups->starts);
  page_list_done(&groups->list);
  memset(groups, 0, sizeof *groups);
}

/* Settling sorts the part, which stays within its place in the whole. */
exit_code
page_groups_part(const page_groups *groups, size_t group, page_list *out)
{
  *out = groups->list;
  out->items += groups->starts[group];
  out->count = groups->starts[group + 1] - groups->starts[group];
  out->failed = 0;
  return page_list_settle(out);
}
