/* page_filter.c: see the header. The metadata are those of the record, so that
 * what a filter does can be seen in a run without it.
 */
#include "common/output/page_filter.h"

#include "common/output/message.h"
#include "common/system/ascii_text.h"

#include <string.h>

static const struct {
  const char *name;
  const char *why;
} reasons[REFUSED_KINDS] = {
    [REFUSED_NOT] = {"", ""},
    [REFUSED_METADATA] = {"metadata", "no title, no date or no address"},
    [REFUSED_LANGUAGE] = {"language", "another language than the target"},
};

/* The address that the page came from or that it declares. */
static bool
has_metadata(const pith_page *page, const char *url)
{
  return pith_page_metadata(page, PITH_META_TITLE).len > 0 &&
         pith_page_metadata(page, PITH_META_DATE).len > 0 &&
         ((url && *url) ||
          pith_page_metadata(page, PITH_META_CANONICAL).len > 0);
}

/* "en" is every English, "en-GB" only that. A page whose language nobody knows
 * is not of another one. */
static bool
is_of_language(pith_slice language, const char *target)
{
  size_t len = strlen(target);
  if (language.len == 0)
    return true;
  for (size_t i = 0; i < len; i++)
    if (i >= language.len ||
        text_lower(language.data[i]) != text_lower(target[i]))
      return false;
  return language.len == len || language.data[len] == '-' ||
         language.data[len] == '_';
}

/* One reason a page: the first that holds. Metadata are read only for a filter,
 * since rendering a record reads them anyway. */
pith_status
page_filter_check(page_filter *filter, pith_page *page, const char *url,
                  page_refusal *out)
{
  *out = REFUSED_NOT;
  if (!filter->metadata && !filter->language)
    return PITH_OK;
  pith_status status = pith_page_read_metadata(page, url);
  if (status != PITH_OK)
    return status;
  if (filter->metadata && !has_metadata(page, url))
    *out = REFUSED_METADATA;
  else if (filter->language &&
           !is_of_language(pith_page_metadata(page, PITH_META_LANGUAGE),
                           filter->language))
    *out = REFUSED_LANGUAGE;
  atomic_fetch_add(&filter->refused[*out], 1);
  return PITH_OK;
}

/* The names are part of report.json, the reasons only of messages. */
const char *
page_refusal_name(unsigned refusal)
{
  return refusal < REFUSED_KINDS ? reasons[refusal].name : NULL;
}

/* Sums only: report.json has the names, and a crawl may have thousands. */
void
page_filter_end(const page_filter *filter)
{
  for (unsigned i = REFUSED_NOT + 1; i < REFUSED_KINDS; i++) {
    size_t pages = atomic_load(&filter->refused[i]);
    if (pages > 0)
      message("%zu %s left out: %s", pages, pages == 1 ? "page" : "pages",
              reasons[i].why);
  }
}
