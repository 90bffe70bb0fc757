/*
 * The JSON record of a page: one line, "v":1 (docs/formats/json.md). What is
 * not known is left out.
 */
#ifndef PITH_RENDER_RECORD_H
#define PITH_RENDER_RECORD_H

#include "base/buffer.h"
#include "render/metadata.h"

/* All slices are borrowed; an empty one, where nothing else is said, means
 * that the member is left out. */
typedef struct pith_record {
  pith_slice id;
  pith_slice path;
  pith_slice url;       /* where the page came from */
  pith_slice canonical; /* where it says it is: `url` when that is unknown */
  pith_slice title;
  pith_slice byline;
  pith_slice date;
  pith_slice language;
  pith_slice site_name;
  pith_slice method;
  pith_slice encoding;

  bool has_text; /* "" is an answer */
  pith_slice text;
  bool has_markdown;
  pith_slice markdown;

  bool has_confidence;
  double confidence; /* 0..1 */
  pith_slice page_type;

  bool has_spans;
  const pith_verdict *spans; /* in bytes of the page as it arrived */
  uint32_t span_count;

  pith_slice cluster;
  const char *const *warnings; /* NULL: none */
  uint32_t warning_count;

  bool has_milliseconds;
  double milliseconds;
} pith_record;

/* Put metadata into a record; their slices are lent by `metadata`. */
void pith__record_metadata(pith_record *record, const pith_metadata *metadata);

/* Append the record as one line with its line end. */
void pith__record_write(const pith_record *record, pith_buffer *out);

#endif
