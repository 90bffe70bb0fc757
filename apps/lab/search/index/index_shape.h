/* index_shape.h: the small binary data beside the words of a page.
 *
 *   shape   title words, body words, then for each method the runs of the body:
 *           how many, and the words of each, content and boilerplate in turn
 *   anchor  words of link texts, then their runs, likewise
 *   spans   for each method how many, then each: words, bytes of text, whether
 *           it is boilerplate and how sure (one byte), where in the page, the
 * reason links   target key, where its text begins and how long it is, bits of
 * the methods that call it boilerplate
 *
 * Numbers are written seven bits a byte, the lowest first, the top bit set on
 * all but the last. Readers trust nothing: an index may be damaged.
 */
#ifndef SEARCH_INDEX_SHAPE_H
#define SEARCH_INDEX_SHAPE_H

#include "common/output/text_out.h"

#include <stdbool.h>
#include <stdint.h>

/* The most methods of an index. */
enum { METHODS_MOST = 8 };

void packed_number_write(text_out *out, uint64_t number);

/* Bytes being read. `failed` stays set once they have ended too soon. */
typedef struct number_source {
  const unsigned char *data; /* lent */
  size_t len;
  size_t at;
  bool failed;
} number_source;

uint64_t packed_number_read(number_source *in);

/* A number below `most`; sets `failed` when it is larger. */
uint32_t packed_number_below(number_source *in, uint32_t most);

/* The runs of a text: run i ends before word ends[i], and the first is content,
 * the second boilerplate, and so on. */
typedef struct word_runs {
  uint32_t *ends; /* owned, or lent by what holds it */
  uint32_t count;
  uint32_t content; /* words of content in all */
} word_runs;

/* A text by all methods. `ends` of all runs are one block of memory. */
typedef struct word_shape {
  uint32_t title; /* words */
  uint32_t words; /* of the text */
  word_runs runs[METHODS_MOST];
  uint32_t *block; /* owned */
} word_shape;

/* Read a shape (with a title) or an anchor (without). False when it is damaged.
 */
bool word_shape_read(const void *data, size_t len, uint32_t methods, bool title,
                     word_shape *out);
void word_shape_done(word_shape *shape);

#endif
