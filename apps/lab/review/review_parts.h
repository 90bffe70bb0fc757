/* review_parts.h: the style sheets, images and fonts of pages under review,
 * where they lie beside the pages: in the folder that is reviewed, or in the
 * archive the pages come from. Nothing is ever fetched.
 *
 *   page, reference ──► address ──► candidates below the folder ──► bytes, type
 *                                   or the record of that address
 *
 * Addresses of pages in a folder are http://mirror.invalid/ and their path
 * below it, so one resolver serves both. A file is a part by its bytes: pixels,
 * vectors, a font, or a style sheet when one is asked for; anything else is not
 * shown, and nothing outside the folder is looked at, however links lead there.
 */
#ifndef REVIEW_PARTS_H
#define REVIEW_PARTS_H

#include "lab/review/review_frame.h"
#include "lab/review/review_source.h"

#include <pthread.h>

typedef struct review_parts {
  const review_source *source; /* borrowed */
  const char *input;           /* borrowed: what is reviewed */
  char *root;                  /* owned: the folder of parts; NULL: none */
  pthread_mutex_t lock;        /* around `archive` */
  review_site archive; /* every record by its address; made when it is needed */
  bool is_archive;
  bool is_read;
} review_parts;

void review_parts_init(review_parts *parts, const review_source *source,
                       const char *input);
void review_parts_done(review_parts *parts);

/* The address of a page, to which its references are relative: lent, or
 * written to `room`. Empty when it has none. */
enum { REVIEW_ADDRESS_ROOM = 2560 };
pith_slice review_parts_base(const review_parts *parts,
                             const review_place *place,
                             char room[REVIEW_ADDRESS_ROOM]);

/* A part in memory. */
typedef struct review_part {
  input_bytes bytes; /* owned */
  const char *type;  /* Content-Type; lent for the life of the program */
} review_part;

/* Read the part of a page at an address. False when there is none; else it is
 * released by input_bytes_done(). Any thread. */
bool review_parts_read(review_parts *parts, const review_place *place,
                       const char *address, bool css, review_part *out);

/* Links of a page (see review_frame.h) to GET /part/ID?of=ADDRESS, of parts
 * that are there. */
typedef struct review_page_links {
  review_links links; /* first: what others see of it */
  review_parts *parts;
  const review_place *place;
} review_page_links;

review_page_links review_parts_links(review_parts *parts,
                                     const review_place *place,
                                     pith_slice base);

#endif
