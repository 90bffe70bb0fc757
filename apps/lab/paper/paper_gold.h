/* paper_gold.h: the gold text of a page of a collection.
 *
 * Gold is what `pith eval --gold` reads. It is found by the path of the page
 * ("file" of the record), by its name or its address ("id").
 */
#ifndef PAPER_PAPER_GOLD_H
#define PAPER_PAPER_GOLD_H

#include "lab/eval/eval_records.h"
#include "common/input/page_list.h"

typedef struct gold_key {
  char *name; /* owned */
  size_t record;
} gold_key;

typedef struct paper_gold {
  eval_records records;
  gold_key *keys; /* owned, by name */
  size_t count;
  size_t capacity;
} paper_gold;

/* Make it empty; release it. */
void paper_gold_init(paper_gold *gold);
void paper_gold_done(paper_gold *gold);

/* Add gold.jsonl of a folder if there is one, or what a path names. */
exit_code paper_gold_try(paper_gold *gold, const char *folder);
exit_code paper_gold_add(paper_gold *gold, const char *path);

/* Make it ready, when all is added. */
void paper_gold_settle(paper_gold *gold);

/* The text of a page; empty: none. Lent by the gold. */
pith_slice paper_gold_find(const paper_gold *gold, const page_item *page);

#endif
