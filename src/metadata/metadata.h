/*
 * What a page declares about itself: title, author, date and the other keys of
 * pith_meta.
 *
 * Pages declare it in many places (`meta`, OpenGraph, JSON-LD, microdata, plain
 * elements) and contradict themselves. Every place makes an offer
 * with a rank; the best rank wins, and the first of equals. So no place has to
 * know of another, and the order of reading does not matter.
 */
#ifndef PITH_METADATA_METADATA_H
#define PITH_METADATA_METADATA_H

#include "base/buffer.h"
#include "html/tree/tree.h"

/* More than there are keys in pith_meta; metadata.c checks it. */
#define PITH_META_ROOM 16

/* A rank that loses to every offer. */
#define PITH_RANK_NONE UINT8_MAX

typedef struct pith_metadata_reader {
  pith_buffer words;                /* owned: all values */
  pith_span values[PITH_META_ROOM]; /* in the words; empty: unknown */
  uint8_t ranks[PITH_META_ROOM];

  /* On the way. */
  const pith_tree *tree; /* borrowed */
  pith_buffer base;      /* owned: makes addresses absolute */
  pith_buffer scratch;   /* owned */
  bool failed;           /* the scratch buffer found no memory once */
} pith_metadata_reader;

void pith__metadata_init(pith_metadata_reader *metadata, pith_memory *memory);
void pith__metadata_done(pith_metadata_reader *metadata);

/* Forget the values, keep the memory. */
void pith__metadata_clear(pith_metadata_reader *metadata);

/* Read the metadata of a page. `page_url` (may be empty) is where it came
 * from. Fails with PITH_NOMEM or PITH_LIMIT. */
pith_status pith__metadata_read(pith_metadata_reader *metadata,
                                const pith_tree *tree, pith_slice page_url);

/* The name of a key in a record, NULL when there is no such key. */
const char *pith__metadata_name(pith_meta key);

/* The keys in the order of the record; false after the last. */
bool pith__metadata_key(uint32_t index, pith_meta *key);

/* A value, lent until the metadata are read anew; empty when unknown. */
pith_slice pith__metadata_get(const pith_metadata_reader *metadata,
                              pith_meta field);

/* --- for the sources of metadata ------------------------------------------ */

/* Offer a value. White space is normalised, dates, languages and addresses
 * are brought into their form; what does not fit the field is not taken. */
void pith__metadata_offer(pith_metadata_reader *metadata, pith_meta field,
                          uint8_t rank, pith_slice value);

/* Offer one more author at the same rank as the last: "A, B", or "A, X; B, Y"
 * when names hold commas. */
void pith__metadata_add_author(pith_metadata_reader *metadata, uint8_t rank,
                               pith_slice name);

/* A heading of the page: when the title begins with it and goes on with a
 * sign that separates, the rest is the name of the site or a section. */
void pith__metadata_confirm_title(pith_metadata_reader *metadata,
                                  pith_slice heading);

/* Read JSON-LD. */
void pith__metadata_linked(pith_metadata_reader *metadata, pith_slice json);

/* The scratch buffer, emptied; a failure of its last use is remembered. */
pith_buffer *pith__metadata_scratch(pith_metadata_reader *metadata);

/* Read the elements of the page. */
void pith__metadata_elements(pith_metadata_reader *metadata);

/* Bring a date into ISO 8601. False when it is none that is certain. `out` has
 * room for 32 bytes and is ended by NUL. */
bool pith__date_normalize(pith_slice text, char out[32]);

/* The date in the path of an address: /2024/05/01/. */
bool pith__date_in_address(pith_slice address, char out[32]);

#endif
