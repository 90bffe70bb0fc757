/*
 * A tag in the source, attribute by attribute, as the tokenizer reads it, but
 * with all of it: also the attributes that the tree does not keep because they
 * come twice or are too many, and tags that the parser ignored.
 */
#ifndef PITH_HTML_TOKEN_TAG_SCAN_H
#define PITH_HTML_TOKEN_TAG_SCAN_H

#include "pith.h"

/* Places in the text of the page. */
typedef struct pith_tag_scan {
  const char *text; /* borrowed */
  uint32_t at;      /* the next byte to read */
  uint32_t end;     /* of the text */
  bool closed;      /* the '>' of the tag has been read */
} pith_tag_scan;

typedef struct pith_tag_part {
  uint32_t from; /* with the white space and '/' before the name */
  uint32_t to;   /* behind the value and its quote */
  pith_span name;
  pith_span value; /* without quotes; empty when there is none */
} pith_tag_part;

/* Start behind the name of the tag whose '<' is at `from`. */
void pith__tag_scan_init(pith_tag_scan *scan, pith_slice text, uint32_t from);

/* The next attribute; false when the tag ends, and `at` is then behind its
 * '>' (or at the end of the text). */
bool pith__tag_scan_next(pith_tag_scan *scan, pith_tag_part *out);

/* Whether '<' at `at` starts markup, by the character behind it: a letter,
 * '/', '!' or '?'. */
bool pith__is_markup(pith_slice text, uint32_t at);

/* The place behind the tag, comment or declaration that starts at `from`. */
uint32_t pith__markup_end(pith_slice text, uint32_t from);

#endif
