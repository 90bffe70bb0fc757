/* record_out.c: see the header. Members stand in the order of the format's
 * description, so that two runs can be compared line by line.
 */
#include "common/output/record_out.h"

#include <string.h>

static pith_slice
slice_of(const char *text)
{
  pith_slice slice = {text, text ? strlen(text) : 0};
  return slice;
}

/* `key` comes with its comma and colon. Nothing for an empty value. */
static void
write_text(text_out *out, const char *key, pith_slice value)
{
  if (value.len == 0)
    return;
  text_out_text(out, key);
  text_out_json_name(out, value.data, value.len);
}

static void
write_number(text_out *out, const char *key, unsigned long number)
{
  text_out_text(out, key);
  text_out_number(out, number, 0);
}

/* A number that is not negative with at most three digits behind the point, no
 * zeros at the end, in every locale. */
static void
write_fraction(text_out *out, const char *key, double number)
{
  unsigned long thousandths = (unsigned long)(number * 1000.0 + 0.5);
  write_number(out, key, thousandths / 1000);
  unsigned long rest = thousandths % 1000;
  char digits[] = {'.', (char)('0' + rest / 100), (char)('0' + rest / 10 % 10),
                   (char)('0' + rest % 10)};
  size_t len = sizeof digits;
  while (len > 1 && digits[len - 1] == '0')
    len--;
  text_out_bytes(out, digits, len > 1 ? len : 0);
}

void
record_out_metadata(text_out *out, const pith_metadata *metadata,
                    const char *url)
{
  pith_slice from = slice_of(url);
  pith_slice canonical = metadata->canonical;
  bool same =
      from.len == 0 || (from.len == canonical.len &&
                        memcmp(from.data, canonical.data, from.len) == 0);
  write_text(out, ",\"url\":", from.len > 0 ? from : canonical);
  if (!same)
    write_text(out, ",\"canonical\":", canonical);
  write_text(out, ",\"title\":", metadata->title);
  write_text(out, ",\"byline\":", metadata->byline);
  write_text(out, ",\"date\":", metadata->date);
  write_text(out, ",\"lang\":", metadata->language);
  write_text(out, ",\"site_name\":", metadata->site_name);
}

/* The page as text or Markdown. *len: how long it is. */
static pith_status
write_rendered(text_out *out, const record_out *record, pith_page *page,
               pith_format format, size_t *len)
{
  pith_slice rendered;
  pith_status status = pith_page_render(page, format, record->style, &rendered);
  text_out_text(out,
                format == PITH_FORMAT_TEXT ? ",\"text\":" : ",\"markdown\":");
  text_out_json(out, rendered.data, rendered.len);
  *len = rendered.len;
  return status;
}

/* True when one of the verdicts is navigation. */
static bool
write_spans(text_out *out, const pith_page *page)
{
  uint32_t count;
  bool cut = false;
  const pith_verdict *verdicts = pith_page_verdicts(page, &count);
  text_out_text(out, ",\"spans\":[");
  for (uint32_t i = 0; i < count; i++) {
    const pith_verdict *verdict = &verdicts[i];
    bool boilerplate = verdict->label == PITH_NAVIGATION;
    write_number(out, i ? ",{\"from\":" : "{\"from\":", verdict->span.from);
    write_number(out, ",\"to\":", verdict->span.to);
    text_out_text(out, boilerplate ? ",\"label\":\"navigation\""
                                   : ",\"label\":\"content\"");
    write_fraction(out, ",\"score\":", (double)verdict->score);
    write_text(out, ",\"reason\":", slice_of(verdict->reason));
    text_out_text(out, "}");
    cut |= boilerplate;
  }
  text_out_text(out, "]");
  return cut;
}

static void
write_warnings(text_out *out, const record_out *record, const pith_page *page,
               bool emptied)
{
  const bool said[] = {pith_page_limits_hit(page) != 0,
                       pith_page_marks_present(page), emptied};
  static const char *const words[] = {"limit-hit", "marks-present", "emptied"};
  const char *comma = "";
  text_out_text(out, ",\"warnings\":[");
  for (size_t i = 0; i < sizeof said / sizeof *said; i++)
    if (said[i]) {
      write_text(out, comma, slice_of(words[i]));
      comma = ",";
    }
  for (size_t i = 0; i < record->warning_count; i++) {
    write_text(out, comma, slice_of(record->warnings[i]));
    comma = ",";
  }
  text_out_text(out, "]");
}

/* What was found out about the page, text included. */
static pith_status
write_findings(text_out *out, const record_out *record, pith_page *page)
{
  size_t text_len;
  size_t markdown_len;
  write_text(out, ",\"method\":", slice_of(record->method));
  write_text(out, ",\"encoding\":", slice_of(pith_page_encoding(page, NULL)));
  pith_status status =
      write_rendered(out, record, page, PITH_FORMAT_TEXT, &text_len);
  if (status == PITH_OK && record->markdown)
    status =
        write_rendered(out, record, page, PITH_FORMAT_MARKDOWN, &markdown_len);
  if (pith_page_confidence(page) > 0)
    write_fraction(out, ",\"confidence\":", (double)pith_page_confidence(page));
  write_text(out, ",\"page_type\":", slice_of(pith_page_type(page)));
  bool cut = write_spans(out, page);
  if (record->cluster != UINT32_MAX)
    write_number(out, ",\"cluster\":", record->cluster);
  write_warnings(out, record, page, cut && text_len == 0);
  if (record->milliseconds > 0)
    write_fraction(out, ",\"ms\":", record->milliseconds);
  return status;
}

pith_status
record_out_write(text_out *out, const record_out *record, pith_page *page)
{
  pith_metadata metadata;
  pith_status status = pith_page_metadata(page, record->url, &metadata);
  if (status != PITH_OK)
    return status;
  text_out_text(out, "{\"v\":1");
  write_text(out, ",\"id\":", slice_of(record->id));
  write_text(out, ",\"path\":", slice_of(record->path));
  record_out_metadata(out, &metadata, record->url);
  status = write_findings(out, record, page);
  text_out_text(out, "}\n");
  return status;
}
