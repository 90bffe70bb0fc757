/*
 * The metadata of a page. Its reader stays with the workspace, so that what it
 * lends lives as long as the page.
 */
#include "api/record.h"

#include "base/slice.h"

pith_status
pith_page_read_metadata(pith_page *page, const char *url)
{
  pith_workspace *work = page->work;
  return pith__metadata_read(&work->metadata, &work->tree,
                             pith__slice_of(url ? url : ""));
}

/* Before pith_page_read_metadata() all values are empty. */
pith_slice
pith_page_metadata(const pith_page *page, pith_meta key)
{
  return pith__metadata_get(&page->work->metadata, key);
}

const char *
pith_metadata_name(pith_meta key)
{
  return pith__metadata_name(key);
}

/* The members are those of the record, each led by a comma; the first comma
 * becomes the brace. Without any member the brace that closes has been
 * overwritten, and a lone `{` is left for the last test. */
pith_status
pith_page_metadata_json(pith_page *page, const char *url, pith_slice *out)
{
  pith_buffer *record = &page->work->record;
  *out = pith__slice("", 0);
  pith_status status = pith_page_read_metadata(page, url);
  if (status != PITH_OK)
    return status;
  pith__buffer_clear(record);
  pith__record_metadata(record, page, url);
  pith__buffer_append_char(record, '}');
  if (record->failed)
    return pith__memory_status(record->memory);
  record->data[0] = '{'; /* where the first comma was */
  *out = pith__buffer_slice(record);
  if (out->len == 1)
    *out = pith__slice("{}", 2);
  return PITH_OK;
}
