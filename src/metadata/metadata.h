/*
 * What a page says about itself: title, author, date, language, site, address.
 *
 * Pages say it in many places (`meta`, OpenGraph, JSON-LD, microdata, plain
 * elements) and contradict themselves. Every place that speaks makes an offer
 * with a rank; the best rank wins, and the first of equals. So no place has to
 * know of another, and the order of reading does not matter.
 */
#ifndef PITH_METADATA_METADATA_H
#define PITH_METADATA_METADATA_H

#include "base/buffer.h"
#include "html/tree/tree.h"

typedef enum pith_metadata_field {
  PITH_METADATA_TITLE,
  PITH_METADATA_BYLINE,
  PITH_METADATA_DATE,     /* ISO 8601: 2024-05-01 or 2024-05-01T08:30:00Z */
  PITH_METADATA_LANGUAGE, /* BCP 47: "en", "pt-BR" */
  PITH_METADATA_SITE,
  PITH_METADATA_CANONICAL,
  PITH_METADATA_FIELDS
} pith_metadata_field;

/* A rank that loses to every offer. */
#define PITH_RANK_NONE UINT8_MAX

typedef struct pith_metadata_reader {
  pith_buffer words;                      /* owned: all values */
  pith_span values[PITH_METADATA_FIELDS]; /* in the words; empty: unknown */
  uint8_t ranks[PITH_METADATA_FIELDS];

  /* On the way. */
  const pith_tree *tree; /* borrowed */
  pith_buffer base;      /* owned: makes addresses absolute */
  pith_buffer scratch;   /* owned */
  bool failed;           /* the scratch buffer found no memory once */
} pith_metadata_reader;

void pith__metadata_init(pith_metadata_reader *metadata, pith_memory *memory);
void pith__metadata_done(pith_metadata_reader *metadata);

/* Read the metadata of a page. `page_url` (may be empty) is where it came
 * from. Fails with PITH_NOMEM or PITH_LIMIT. */
pith_status pith__metadata_read(pith_metadata_reader *metadata,
                                const pith_tree *tree, pith_slice page_url);

/* A value, lent until the metadata are read anew; empty when unknown. */
pith_slice pith__metadata_get(const pith_metadata_reader *metadata,
                              pith_metadata_field field);

/* --- for the sources of metadata ------------------------------------------ */

/* Offer a value. White space is normalised, dates, languages and addresses
 * are brought into their form; what does not fit the field is not taken. */
void pith__metadata_offer(pith_metadata_reader *metadata,
                          pith_metadata_field field, uint8_t rank,
                          pith_slice value);

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
