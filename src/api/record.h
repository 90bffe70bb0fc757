/*
 * The record of a page: one line of JSON, docs/formats/json.md.
 */
#ifndef PITH_API_RECORD_H
#define PITH_API_RECORD_H

#include "api/workspace.h"

/* Append the record of a page, with its newline. PITH_NOMEM, PITH_LIMIT: half
 * a record is then in `out`. */
pith_status pith__record_write(pith_page *page, const pith_options *options,
                               pith_buffer *out);

/* Append what pith_page_read_metadata() has found, as members of an object,
 * each after a comma; `url` (may be NULL) is where the page came from. */
void pith__record_metadata(pith_buffer *out, const pith_page *page,
                           const char *url);

/* Append the metadata as the front matter of a Markdown file, in YAML. */
void pith__record_front_matter(pith_buffer *out,
                               const pith_metadata_reader *metadata,
                               pith_slice url);

#endif
