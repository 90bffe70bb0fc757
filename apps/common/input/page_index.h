/* page_index.h: the addresses of pages in a folder, from what the program that
 * fetched them left behind.
 *
 *     index.jsonl         pith fetch: address, date, type, encoding of each
 * file hts-cache/new.txt   HTTrack: a line for each file HOST[:PORT]/... wget
 * -r: the path itself, index.html?id=3 included
 */
#ifndef COMMON_INPUT_PAGE_INDEX_H
#define COMMON_INPUT_PAGE_INDEX_H

#include "common/input/page_list.h"

/* Give addresses to the items of a list from `first` on, which are the pages of
 * `folder` in the order of their names. What has one keeps it. False: memory
 * ended. */
bool page_index_apply(page_list *list, size_t first, const char *folder);

/* The address of a file in a mirror by its path below `folder`, given; NULL:
 * it is in none. */
char *page_mirror_address(const char *folder, const char *name);

#endif
