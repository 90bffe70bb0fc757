/* paper_gold.c: see the header.
 *
 *     gold.jsonl ──► eval_records ──► keys: "id" and "folder/file", sorted
 *     page of a list ──► path, name, address ──► the first that is a key
 *
 * A collection may have thousands of pages, so each look-up is a binary search.
 */
#include "lab/paper/paper_gold.h"

#include "common/system/need.h"
#include "common/system/path.h"
#include "common/system/sorted.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Empty gold finds nothing: a collection need not have any. */
void
paper_gold_init(paper_gold *gold)
{
  *gold = (paper_gold){.keys = NULL};
  eval_records_init(&gold->records, ROLE_GOLD);
}

/* Texts go with the records; nothing found before may be used after. */
void
paper_gold_done(paper_gold *gold)
{
  for (size_t i = 0; i < gold->count; i++)
    free(gold->keys[i].name);
  free(gold->keys);
  eval_records_done(&gold->records);
}

/* Lines that are broken were reported and are left out. */
exit_code
paper_gold_add(paper_gold *gold, const char *path)
{
  return eval_records_add(&gold->records, path);
}

/* A collection need not have gold. */
exit_code
paper_gold_try(paper_gold *gold, const char *folder)
{
  char *path = needed(path_join(folder, "gold.jsonl"));
  exit_code code =
      access(path, F_OK) == 0 ? paper_gold_add(gold, path) : EXIT_FINE;
  free(path);
  return code;
}

/* The name is taken. */
static void
add_key(paper_gold *gold, char *name, size_t record)
{
  *NEED_ITEM(gold, keys, count, capacity) = (gold_key){name, record};
}

/* Records without a text say nothing here. */
void
paper_gold_settle(paper_gold *gold)
{
  for (size_t i = 0; i < gold->records.count; i++) {
    const eval_record *record = &gold->records.items[i];
    if (record->text.len == 0)
      continue;
    if (record->id)
      add_key(gold, needed(strdup(record->id)), i);
    if (record->file && record->folder)
      add_key(gold, needed(path_join(record->folder, record->file)), i);
  }
  if (gold->count > 0)
    qsort(gold->keys, gold->count, sizeof *gold->keys, order_texts);
}

/* One name: the first record that has it. */
static const eval_record *
find(const paper_gold *gold, const char *name)
{
  if (!name || gold->count == 0)
    return NULL;
  gold_key wanted = {(char *)name, 0};
  const gold_key *key = bsearch(&wanted, gold->keys, gold->count,
                                sizeof *gold->keys, order_texts);
  return key ? &gold->records.items[key->record] : NULL;
}

/* The path is the surest: names may be those of another site. */
pith_slice
paper_gold_find(const paper_gold *gold, const page_item *page)
{
  const eval_record *record =
      find(gold, page->kind == PAGE_FILE ? page->path : NULL);
  if (!record)
    record = find(gold, page->name);
  if (!record)
    record = find(gold, page->url);
  return record ? record->text : (pith_slice){"", 0};
}
