/*
 * Bytes of a page in, pieces out: text, tags, comments. This is how the papers'
 * methods read a page (--compat): no decoding, no character references, no
 * tree, and every byte belongs to exactly one piece.
 *
 *     <p>a<!-- x --> b</p>     start tag | text | comment | text | end tag
 *
 * What is one text run to a method is the method's affair: for all of them a
 * comment does not end it.
 */
#ifndef PITH_PAPERS_RAW_SCAN_H
#define PITH_PAPERS_RAW_SCAN_H

#include "pith.h"

typedef enum pith_raw_kind {
  PITH_RAW_END, /* there are no more pieces */
  PITH_RAW_TEXT,
  PITH_RAW_START_TAG,
  PITH_RAW_END_TAG,
  PITH_RAW_COMMENT, /* also doctype, CDATA, processing instruction, </3> */
  PITH_RAW_CUT_TAG  /* a tag that the file ends in; the rest of the file */
} pith_raw_kind;

typedef struct pith_raw_piece {
  pith_raw_kind kind;
  pith_span span;
  pith_span name; /* of a tag, in any case of letters */
} pith_raw_piece;

/* An attribute unchanged, quotes left out. No '=': the value is empty. */
typedef struct pith_raw_attr {
  pith_span name;
  pith_span value;
} pith_raw_attr;

/* An element whose body is not markup. */
typedef struct pith_raw_element {
  pith_span span; /* from its start tag to the end of its end tag */
  pith_span body;
} pith_raw_element;

typedef struct pith_raw_scan {
  const char *data; /* borrowed */
  uint32_t len;
  uint32_t at; /* where the next piece begins */
} pith_raw_scan;

/* Begin at the start of `page`, which is borrowed. Its length must fit a
 * pith_span: PITH_LIMIT otherwise. */
pith_status pith__raw_scan_init(pith_raw_scan *scan, pith_slice page);

/* The next piece. Pieces are in order, none is empty, and together they are
 * the page; then comes PITH_RAW_END, for ever. */
void pith__raw_scan_next(pith_raw_scan *scan, pith_raw_piece *piece);

/* Right behind a start tag: read on to the end tag of the same name, past
 * whatever is between, and the end tag too. Without one, or when the file
 * ends inside it, the element goes to the end of the file. */
void pith__raw_scan_element(pith_raw_scan *scan, const pith_raw_piece *start,
                            pith_raw_element *element);

/* The attributes of a tag, in order: start with *at = tag name's end. False
 * when there are no more. */
bool pith__raw_attr_next(const pith_raw_scan *scan, uint32_t *at,
                         pith_raw_attr *attr);

/* Whether the tag's name is `name` (lower case), whatever its letters' case. */
bool pith__raw_name_is(const pith_raw_scan *scan, const pith_raw_piece *tag,
                       const char *name);

/* The bytes of a span of the page, lent as long as the page is. */
static inline pith_slice
pith__raw_slice(const pith_raw_scan *scan, pith_span span)
{
  pith_slice slice = {scan->data + span.from, span.to - span.from};
  return slice;
}

#endif
