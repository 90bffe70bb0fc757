/*
 * Where the characters of a text node are in the source.
 *
 * The span of a text node can hold more than its text. `a</bogus>b` is one
 * node: the parser ignored the tag and joined what is around it. And text
 * that is between the rows of a table is moved before it, so that the
 * span of "ab" in `<table>a<tr><td>x</td></tr>b` runs over a whole row. A span
 * is a run of the source that is all text of this node.
 */
#ifndef PITH_RENDER_HTML_TEXT_SPANS_H
#define PITH_RENDER_HTML_TEXT_SPANS_H

#include "base/buffer.h"
#include "html/tree/tree.h"
#include "render/removed.h"

typedef struct pith_text_spans {
  const pith_tree *tree; /* borrowed */
  uint32_t at;           /* where to go on looking */
  uint32_t to;           /* end of the node's span */
  uint32_t later;        /* the next node that may be inside the span */
  bool plain;            /* nothing but text: one span */
  bool verbatim;         /* the source is the text, byte for byte */
  bool raw;              /* text without references: xmp, plaintext */
  pith_slice text;       /* the node's text ... */
  size_t spelled;        /* ... and how much of it the spans so far hold */
} pith_text_spans;

/* Start at the first span of the text node `node`. */
void pith__text_spans_init(pith_text_spans *spans, const pith_tree *tree,
                           uint32_t node);

/* The next span; false after the last. Pieces are not empty and rise. */
bool pith__text_spans_next(pith_text_spans *spans, pith_span *span);

/* One character of a span as the reader sees it. */
typedef struct pith_source_character {
  uint32_t len;      /* bytes in the source: 5 for "&amp;" */
  uint32_t codes[2]; /* what it stands for; codes[0] is 0 for a NUL, which is
                        dropped, codes[1] is 0 for most */
} pith_source_character;

/* The character at text offset `at`, which lies before `to`. */
pith_source_character pith__source_character(const pith_text_spans *spans,
                                             uint32_t at, uint32_t to);

/* Append the characters of [from, to), part of a span. Verdicts are ranges of
 * the source, so text that is removed in part is copied from there, with
 * references and line ends resolved as the parser did. */
void pith__text_spans_copy(const pith_text_spans *spans, uint32_t from,
                           uint32_t to, pith_buffer *out);

/* The characters of a span from the first at or behind `range.from` to the
 * first at or behind `range.to`: a range moved so that no reference and no
 * multi-byte character is split. A character belongs to the range when its
 * first byte does. For ranges that rise, go on with the rest of the span, so
 * that the whole is linear. */
pith_span pith__text_spans_snap(const pith_text_spans *spans, pith_span span,
                                pith_span range);

/* The next removed range in *span, snapped to characters, into *range; *span is
 * then what is left behind it. Returns its verdict. NULL when nothing more is
 * removed: *range is then empty, at the end of the span, and so is *span. */
const pith_verdict *pith__text_spans_removed(const pith_text_spans *spans,
                                             pith_removed *removed,
                                             pith_span *span, pith_span *range);

#endif
