/* loose_markup.h: the tags of files that mean to be SGML or XML.
 *
 *     <romip:document id="7">text &amp; text  ──►  name "document", id = 7
 *
 * A pull scanner and no parser: it returns one tag after the other, and what
 * is between them is the caller's. Nothing has to balance, so that a file
 * whose end is missing is read up to there. A '<' that begins no tag, or none
 * that ends before the next '<', is text. Prefixes of names are dropped, and
 * declarations and comments are passed over up to their first '>'.
 */
#ifndef SHARED_LOOSE_MARKUP_H
#define SHARED_LOOSE_MARKUP_H

#include "pith.h"

#include <stdbool.h>

typedef struct loose_markup {
  const char *data; /* borrowed */
  size_t len;
  size_t at;     /* where to look on */
  bool unending; /* more may follow: wait for the end of a tag */
} loose_markup;

typedef struct loose_tag {
  pith_slice name;       /* without its prefix; lent by the data */
  pith_slice attributes; /* all of them, as written */
  size_t from;           /* of its '<' */
  size_t to;             /* behind its '>' */
  bool end;              /* </name> */
  bool closed;           /* <name/> */
} loose_tag;

/* The next tag. False when there is none; where `unending` is set, in->at is
 * then where to look on when more data has come. */
bool loose_markup_next(loose_markup *in, loose_tag *out);

/* Whether a tag has this name, case of letters ignored. */
bool loose_tag_is(const loose_tag *tag, const char *name);

/* The value of an attribute, without its quotes, references in place. */
bool loose_tag_attribute(const loose_tag *tag, const char *name,
                         pith_slice *out);

/* The text from here to the next tag of any kind, blanks at both ends gone. */
pith_slice loose_text_after(const loose_markup *in);

/* Write a text to `out`, which has room for text.len bytes: the five named
 * references, numeric ones and CDATA brackets resolved; an '&' that begins
 * none of these stays. Returns the length. */
size_t loose_text_decode(pith_slice text, char *out);

/* A text without blanks at both ends. */
pith_slice loose_text_trim(pith_slice text);

#endif
