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
#define PITH_META_ROOM 24

/* A rank that loses to every offer. */
#define PITH_RANK_NONE UINT8_MAX

/* Ranks, smaller is better. Machine-readable and about the article first, then
 * about the page, then what only looks like it. */
typedef enum pith_rank {
  PITH_RANK_FIRST = 10,     /* means exactly this: scholarly meta, canonical */
  PITH_RANK_SHARED = 15,    /* what is shown where the page is shared */
  PITH_RANK_ARTICLE = 20,   /* JSON-LD of an article */
  PITH_RANK_PLAIN = 30,     /* meta name="author" and the like */
  PITH_RANK_MICRODATA = 40, /* itemprop */
  PITH_RANK_TWITTER = 45,
  PITH_RANK_MARKED = 50,  /* rel="author", a `time` of publication */
  PITH_RANK_NEAR = 52,    /* a `time` at the headline */
  PITH_RANK_ADDRESS = 54, /* the path of the address */
  PITH_RANK_TEXT = 56,    /* visible text at the headline */
  PITH_RANK_PAGE = 60,    /* JSON-LD of a page */
  PITH_RANK_TITLE = 70,   /* the title element */
  PITH_RANK_LOOKS = 80    /* class names, the first heading */
} pith_rank;

typedef struct pith_metadata_reader {
  pith_buffer words;                /* owned: all values */
  pith_span values[PITH_META_ROOM]; /* in the words; empty: unknown */
  uint8_t ranks[PITH_META_ROOM];

  /* On the way. */
  uint32_t headline;     /* the first `h1` that the title begins with, or the
                            first of all; 0: none */
  uint32_t marked_dates; /* elements that look like a date, not yet read */
  uint32_t date_nodes[64];
  uint8_t date_ranks[64]; /* of their offers, as pith_rank */
  const pith_tree *tree;  /* borrowed */
  pith_buffer base;       /* owned: makes addresses absolute */
  pith_buffer scratch;    /* owned */
  bool failed;            /* the scratch buffer found no memory once */
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

/* Whether the values of a key are a list, with line ends between. */
bool pith__metadata_is_list(pith_meta key);

/* A value, lent until the metadata are read anew; empty when unknown. */
pith_slice pith__metadata_get(const pith_metadata_reader *metadata,
                              pith_meta field);

/* --- for the sources of metadata ------------------------------------------ */

/* Offer a value. White space is normalised, dates, languages and addresses
 * are brought into their form; what does not fit the field is not taken. */
void pith__metadata_offer(pith_metadata_reader *metadata, pith_meta field,
                          uint8_t rank, pith_slice value);

/* Offer one more value of a list, at the same rank as the last. */
void pith__metadata_add(pith_metadata_reader *metadata, pith_meta field,
                        uint8_t rank, pith_slice value);

/* Offer the values of a text that separates them by commas or semicolons. */
void pith__metadata_add_all(pith_metadata_reader *metadata, pith_meta field,
                            uint8_t rank, pith_slice values);

/* Offer the names in a visible byline: "By Ann Lee and Bo Fry | 13 June". */
void pith__metadata_add_names(pith_metadata_reader *metadata, uint8_t rank,
                              pith_slice text);

/* A heading of the page: when the title begins with it and goes on with a
 * sign that separates, the rest is the name of the site or a section. Returns
 * whether the title begins with it. */
bool pith__metadata_confirm_title(pith_metadata_reader *metadata,
                                  pith_slice heading);

/* Offer the dates that are visible at the headline, once the elements are
 * read. `page_url` may be empty. */
void pith__metadata_visible_dates(pith_metadata_reader *metadata,
                                  pith_slice page_url);

/* Offer the names of a text at the headline that begins with "By", where no
 * author is known yet. */
void pith__metadata_visible_byline(pith_metadata_reader *metadata);

/* "By Ann", "Von Ann", "Автор: Ann" name Ann. */
pith_slice pith__metadata_without_by(pith_slice name);

/* Offer the language of the text, where none is declared. */
void pith__metadata_detect_language(pith_metadata_reader *metadata);

/* Whether an element is in what a reader wrote. */
bool pith__metadata_in_comment(const pith_tree *tree, uint32_t node);

/* The text of an element, its beginning, lent until the scratch buffer is used
 * again. */
pith_slice pith__metadata_text(pith_metadata_reader *metadata, uint32_t node);

/* Read JSON-LD. */
void pith__metadata_linked(pith_metadata_reader *metadata, pith_slice json);

/* The scratch buffer, emptied; a failure of its last use is remembered. */
pith_buffer *pith__metadata_scratch(pith_metadata_reader *metadata);

/* Read the elements of the page. */
void pith__metadata_elements(pith_metadata_reader *metadata);

/* Bring a date into ISO 8601. False when it is none that is certain. `out` has
 * room for 32 bytes and is ended by NUL. */
bool pith__date_normalize(pith_slice text, char out[32]);

/* Find the first date inside a text, as people write them: day, month and year
 * side by side. `day_first` decides about 01/05/2024. Goes behind the date in
 * `text`; `label` becomes what is before it, or stays where nothing is. */
bool pith__date_find(pith_slice *text, bool day_first, char out[32],
                     pith_slice *label);

/* Whether a class or another name has a word that begins so: "date" is in
 * "post-date" and in "displayDate". `part` is in lower case. */
bool pith__class_has(pith_slice classes, const char *part);

/* The month in the path of an address, counted from the year 0; 0: none. */
int pith__month_in_address(pith_slice address);

/* The date in the path of an address: /2024/05/01/. */
bool pith__date_in_address(pith_slice address, char out[32]);

#endif
