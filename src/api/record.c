/*
 * A classified page in, its record out:
 *
 *     {"v":1,"id":..,"path":..,  who it is, from the options
 *      "url":..,"title":..,      what it declares
 *      "method":..,"text":..,    what was extracted
 *      "spans":[..],             the verdicts, in bytes as the page arrived
 *      "warnings":[..]}
 *
 * Members are in the order of the format's description, so that two runs can
 * be compared line by line. What is not known is left out.
 */
#include "api/record.h"

#include "base/slice.h"
#include "render/json/json_text.h"

/* pith__json_member() leaves out a member whose value is empty, so NULL needs
 * no test at the callers. */
static pith_slice
slice_or_empty(const char *text)
{
  return pith__slice_of(text ? text : "");
}

/* `,"name":`, for a name of the table of metadata. */
static void
write_key(pith_buffer *out, const char *name)
{
  pith__json_raw(out, ",\"");
  pith__json_raw(out, name);
  pith__json_raw(out, "\":");
}

/* Every member begins with a comma, the first one too;
 * pith_page_metadata_json() relies on it. */
void
pith__record_metadata(pith_buffer *out, const pith_page *page, const char *url)
{
  pith_slice from = slice_or_empty(url);
  pith_slice canonical = pith_page_metadata(page, PITH_META_CANONICAL);
  pith__json_member(out, ",\"url\":", from.len > 0 ? from : canonical);
  pith_meta key;
  for (uint32_t i = 0; pith__metadata_key(i, &key); i++) {
    pith_slice value = pith_page_metadata(page, key);
    /* The canonical address is the url, or differs from it, or is unknown. */
    bool repeated = key == PITH_META_CANONICAL &&
                    (from.len == 0 || pith__slice_equal(from, canonical));
    if (value.len == 0 || repeated)
      continue;
    write_key(out, pith_metadata_name(key));
    pith__json_string(out, value);
  }
}

/* The page as text or Markdown. The key is written also when rendering fails;
 * the caller drops the whole record then. */
static pith_status
write_rendered(pith_page *page, pith_format format, const pith_options *options,
               pith_buffer *out)
{
  pith_slice rendered;
  pith_status status = pith_page_render(page, format, options, &rendered);
  pith__json_raw(out,
                 format == PITH_FORMAT_TEXT ? ",\"text\":" : ",\"markdown\":");
  pith__json_string(out, rendered);
  return status;
}

/* "navigation" is the word of the format for boilerplate. */
static void
write_spans(pith_buffer *out, const pith_page *page)
{
  uint32_t count;
  const pith_verdict *verdicts = pith_page_verdicts(page, &count);
  pith__json_raw(out, ",\"spans\":[");
  for (uint32_t i = 0; i < count; i++) {
    const pith_verdict *verdict = &verdicts[i];
    bool boilerplate = verdict->label == PITH_NAVIGATION;
    pith__json_number(out,
                      i ? ",{\"from\":" : "{\"from\":", verdict->span.from);
    pith__json_number(out, ",\"to\":", verdict->span.to);
    pith__json_raw(out, boilerplate ? ",\"label\":\"navigation\""
                                    : ",\"label\":\"content\"");
    pith__json_fraction(out, ",\"score\":", (double)verdict->score);
    pith__json_member(out, ",\"reason\":", slice_or_empty(verdict->reason));
    pith__json_raw(out, "}");
  }
  pith__json_raw(out, "]");
}

static void
write_warnings(pith_buffer *out, const pith_page *page)
{
  const char *warning;
  pith__json_raw(out, ",\"warnings\":[");
  for (uint32_t i = 0; (warning = pith_page_warning(page, i)); i++)
    pith__json_member(out, i ? "," : "", pith__slice_of(warning));
  pith__json_raw(out, "]");
}

/* What was found out about the page, text included. */
static pith_status
write_findings(pith_page *page, const pith_options *options, pith_buffer *out)
{
  pith_workspace *work = page->work;
  const char *method = options->method ? options->method : work->method;
  pith__json_member(out, ",\"method\":", slice_or_empty(method));
  pith__json_member(
      out, ",\"encoding\":", slice_or_empty(pith_page_encoding(page, NULL)));
  pith_status status = write_rendered(page, PITH_FORMAT_TEXT, options, out);
  if (status == PITH_OK && options->markdown)
    status = write_rendered(page, PITH_FORMAT_MARKDOWN, options, out);
  if (pith_page_confidence(page) > 0)
    pith__json_fraction(out,
                        ",\"confidence\":", (double)pith_page_confidence(page));
  pith__json_member(out,
                    ",\"page_type\":", slice_or_empty(pith_page_type(page)));
  write_spans(out, page);
  if (work->cluster != UINT32_MAX)
    pith__json_number(out, ",\"cluster\":", work->cluster);
  write_warnings(out, page);
  if (options->milliseconds > 0)
    pith__json_fraction(out, ",\"ms\":", options->milliseconds);
  return status;
}

pith_status
pith__record_write(pith_page *page, const pith_options *options,
                   pith_buffer *out)
{
  const char *url = options->url ? options->url : options->base_url;
  pith_status status = pith_page_read_metadata(page, url);
  if (status != PITH_OK)
    return status;
  pith__json_raw(out, "{\"v\":1");
  pith__json_member(out, ",\"id\":", slice_or_empty(options->id));
  pith__json_member(out, ",\"path\":", slice_or_empty(options->path));
  pith__record_metadata(out, page, url);
  status = write_findings(page, options, out);
  pith__json_raw(out, "}\n");
  if (status == PITH_OK && out->failed)
    status = pith__memory_status(out->memory);
  return status;
}

/* --- warnings ------------------------------------------------------------- */

/* The library's own first, in a fixed order, then those of the caller in the
 * order of adding. `index` counts down over the ones that hold. */
const char *
pith_page_warning(const pith_page *page, uint32_t index)
{
  const pith_workspace *work = page->work;
  const bool own[] = {work->tree.limits_hit != 0, work->marks_present,
                      work->emptied};
  static const char *const words[] = {"limit-hit", "marks-present", "emptied"};
  for (size_t i = 0; i < sizeof own / sizeof own[0]; i++)
    if (own[i] && index-- == 0)
      return words[i];
  return index < work->warning_count ? work->warnings[index] : NULL;
}

/* Borrowed, not copied: a literal. Full is a mistake of the caller, since the
 * library adds two at most. */
pith_status
pith_page_add_warning(pith_page *page, const char *warning)
{
  pith_workspace *work = page->work;
  if (work->warning_count == PITH_WARNINGS_MOST || !*warning)
    return PITH_USAGE;
  work->warnings[work->warning_count++] = warning;
  return PITH_OK;
}

void
pith_page_set_cluster(pith_page *page, uint32_t cluster)
{
  page->work->cluster = cluster;
}
