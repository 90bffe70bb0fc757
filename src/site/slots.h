/*
 * The slots of a site: the boxes of all pages of the sample, brought together
 * by their paths into one tree, with what is known of each.
 *
 *     div#main                    on 250 pages, new words 91,000, repeated 300
 *       div.post                  on 240 ...
 *     ul.menu                     on 256 pages, new words 12, repeated 4,100
 *
 * Three things are decided for each slot, once for the whole site:
 *
 * *Boilerplate.* The tree is coloured, content or boilerplate, at the least
 * cost: repeated words in content cost one each, new words in boilerplate two,
 * and a slot of another colour than the one it is in costs two for each page
 * that has it. So a menu is boilerplate as a whole, with the item that only
 * this page has, and a label that repeats inside a text is not.
 *
 * *Votes.* A page votes for a slot when the slot holds nearly all new words of
 * the slot it is in. The box with the text of a page is looked for along slots
 * that most pages voted for.
 *
 * *Evenness.* A slot whose boxes all have as many words is a field of a form,
 * whatever its text is: `Joined: 12 May 2006`, `#3`, `5 minutes to read`.
 */
#ifndef PITH_SITE_SLOTS_H
#define PITH_SITE_SLOTS_H

#include "site/outline.h"

/* Per cent of a box's new words that one box in it must have to be the one
 * with the text; of parts of tables, whose cells are often all text, more. */
enum { PITH_MAIN_SHARE = 80, PITH_MAIN_SHARE_TABLE = 95 };

typedef struct pith_slot {
  uint32_t parent; /* PITH_INDEX_NONE: it is in no other */
  uint32_t depth;
  uint32_t pages; /* that have it, it or a slot in it having text */
  uint32_t votes;
  uint32_t voters; /* pages that could have voted for it */
  bool boilerplate;
  uint64_t fresh;    /* words in it, not in slots in it, new on their page */
  uint64_t repeated; /* words that neighbours have too */
  uint64_t listed;   /* of all of them, words in lists with commas */
  uint32_t boxes;    /* of it that have words */
  uint64_t lengths;  /* of them all, as pith__scale_log() has their words */
  uint64_t squares;  /* of these lengths */
} pith_slot;

typedef struct pith_slots {
  pith_hash_index paths;
  pith_slot *items; /* by place in `paths` */
  uint32_t count;
} pith_slots;

/* Find the slots of a model's pages; nothing is counted yet. Taken from
 * `region`. `outline` is used for work. PITH_NOMEM, PITH_LIMIT. */
pith_status pith__slots_make(pith_slots *slots, pith_region *region,
                             const pith_site_sample *model,
                             pith_outline *outline);

/* Count a page of the sample. Its boxes get slots and weights. `scratch` has
 * one number for each slot, all 0 before and after. */
void pith__slots_count(pith_slots *slots, pith_outline *outline,
                       const pith_profile_token *tokens,
                       const pith_similarity *similarity, uint64_t *scratch);

/* When all pages are counted: which slots are boilerplate. PITH_NOMEM,
 * PITH_LIMIT. */
pith_status pith__slots_colour(pith_slots *slots, pith_memory *memory);

/* Give the boxes of a page their slots. */
void pith__slots_find(const pith_slots *slots, pith_outline *outline);

/* How far the boxes of a slot are equally long, in thousandths: 1000 where all
 * are, 0 where they are not or are long, and where too few pages have it. */
uint32_t pith__slot_evenness(const pith_slot *slot);

/* The box with the text of a weighed page, box 0 if there is no telling. */
uint32_t pith__slots_main(const pith_slots *slots, const pith_outline *outline);

#endif
