/* record_out.h: a page as one JSON line (docs/formats/json.md).
 *
 * The one place that writes it, for every command. The page itself knows most
 * of it: metadata, encoding, text, verdicts, and the warnings limit-hit,
 * marks-present and emptied. What only the command knows comes in the struct;
 * what is not known is left out of the line.
 */
#ifndef SHARED_RECORD_OUT_H
#define SHARED_RECORD_OUT_H

#include "common/output/text_out.h"

#include "pith.h"

/* All pointers are borrowed for the call. Zero means unknown, but for
 * `cluster`: start from RECORD_OUT_NONE. */
typedef struct record_out {
  const char *id;     /* NULL: none */
  const char *path;   /* NULL: none */
  const char *url;    /* where it came from; NULL: what the page says */
  const char *method; /* NULL: it was not judged */
  bool markdown;      /* also write what is left as Markdown */
  uint32_t cluster;   /* UINT32_MAX: none */
  const char *const *warnings; /* beside those of the page */
  size_t warning_count;
  double milliseconds;       /* 0: not to be told */
  const pith_options *style; /* of text and Markdown; NULL: default */
} record_out;

#define RECORD_OUT_NONE ((record_out){.cluster = UINT32_MAX})

/* Write a judged page as one line. `out` keeps it in memory (no descriptor): on
 * failure (PITH_NOMEM, PITH_LIMIT) half a line is in it, to be thrown away. */
pith_status record_out_write(text_out *out, const record_out *record,
                             pith_page *page);

/* The metadata alone, as members of an open object, each with a comma before
 * it; `url` (may be NULL) is where the page came from. */
void record_out_metadata(text_out *out, const pith_metadata *metadata,
                         const char *url);

#endif
