/*
 * pith_page_metadata: the reader of a page's metadata stays with its workspace,
 * so that what it lends lives as long as the page.
 */
#include "api/workspace.h"

#include "base/slice.h"

pith_status
pith_page_metadata(pith_page *page, const char *base_url, pith_metadata *out)
{
  pith_workspace *work = page->work;
  pith_metadata_reader *reader = &work->metadata;
  memset(out, 0, sizeof *out);
  pith_status status = pith__metadata_read(
      reader, &work->tree, pith__slice_of(base_url ? base_url : ""));
  if (status != PITH_OK)
    return status;
  out->title = pith__metadata_get(reader, PITH_METADATA_TITLE);
  out->byline = pith__metadata_get(reader, PITH_METADATA_BYLINE);
  out->date = pith__metadata_get(reader, PITH_METADATA_DATE);
  out->language = pith__metadata_get(reader, PITH_METADATA_LANGUAGE);
  out->site_name = pith__metadata_get(reader, PITH_METADATA_SITE);
  out->canonical = pith__metadata_get(reader, PITH_METADATA_CANONICAL);
  return status;
}
