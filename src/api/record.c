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

/* An array of the lines of a value. */
static void
write_list(pith_buffer *out, pith_slice lines)
{
  const char *separator = "[";
  while (lines.len > 0) {
    const char *end = memchr(lines.data, '\n', lines.len);
    size_t len = end ? (size_t)(end - lines.data) : lines.len;
    pith__json_raw(out, separator);
    pith__json_string(out, pith__slice(lines.data, len));
    len += end != NULL;
    lines = pith__slice(lines.data + len, lines.len - len);
    separator = ",";
  }
  pith__json_raw(out, "]");
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
    if (pith__metadata_is_list(key))
      write_list(out, value);
    else
      pith__json_string(out, value);
  }
}

/* YAML 1.2 reads JSON strings and arrays. */
void
pith__record_front_matter(pith_buffer *out,
                          const pith_metadata_reader *metadata, pith_slice url)
{
  pith_meta key;
  pith__json_raw(out, "---\n");
  pith__json_member(out, "url: ", url);
  pith__json_raw(out, url.len > 0 ? "\n" : "");
  for (uint32_t i = 0; pith__metadata_key(i, &key); i++) {
    pith_slice value = pith__metadata_get(metadata, key);
    if (value.len == 0 || pith__slice_equal(value, url))
      continue;
    pith__json_raw(out, pith__metadata_name(key));
    pith__json_raw(out, ": ");
    if (pith__metadata_is_list(key))
      write_list(out, value);
    else
      pith__json_string(out, value);
    pith__json_raw(out, "\n");
  }
  pith__json_raw(out, "---\n\n");
}

/* Words of a text: runs between blanks; an ideograph is a word. Reading takes a
 * minute for 230 words. */
static void
write_length(pith_buffer *out, pith_slice text)
{
  uint32_t words = 0;
  bool inside = false;
  for (size_t i = 0; i < text.len; i++) {
    unsigned char c = (unsigned char)text.data[i];
    bool ideograph = c >= 0xE3 && c <= 0xE9;
    words += ideograph || (!inside && !pith__is_space((char)c) && c < 0x80) ||
             (!inside && c >= 0xC0);
    inside = !pith__is_space((char)c) && !ideograph;
  }
  pith__json_number(out, ",\"word_count\":", words);
  pith__json_number(out, ",\"reading_minutes\":", (words + 229) / 230);
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
  if (format == PITH_FORMAT_TEXT)
    write_length(out, rendered);
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

/* A share with three places, cut and not rounded: what is just below a
 * threshold shall not look as if it had reached it. */
static void
write_share(pith_buffer *out, const char *key, uint64_t part, uint64_t whole)
{
  uint64_t thousandths = whole > 0 ? part * 1000 / whole : 1000;
  pith__json_fraction(out, key, (double)thousandths / 1000);
}

/* (Tag, Text) of each block that was compared; left out where none was. */
static void
write_matches(pith_buffer *out, const pith_page *page)
{
  uint32_t count;
  const pith_block_match *matches = pith_page_block_matches(page, &count);
  for (uint32_t i = 0; i < count; i++) {
    const pith_block_match *match = &matches[i];
    pith__json_number(
        out, i ? ",{\"from\":" : ",\"blocks\":[{\"from\":", match->span.from);
    pith__json_number(out, ",\"to\":", match->span.to);
    if (match->nodes > 0) {
      write_share(out, ",\"tag\":", match->matched, match->nodes);
      write_share(out, ",\"text\":", match->same, match->text);
    }
    pith__json_raw(out,
                   match->noise ? ",\"noise\":true}" : ",\"noise\":false}");
  }
  if (count > 0)
    pith__json_raw(out, "]");
}

/* Where the text of a frameset is. */
static void
write_frames(pith_buffer *out, const pith_tree *tree)
{
  const char *before = ",\"frames\":[";
  for (uint32_t n = 1; n < tree->count; n++) {
    const pith_tree_node *node = &tree->nodes[n];
    if (node->kind != PITH_NODE_ELEMENT || node->tag != PITH_TAG_FRAME)
      continue;
    const pith_attr *attr = pith__attr_find(
        &tree->store, node->data, node->attributes, pith__slice("src", 3));
    if (!attr || attr->value_len == 0)
      continue;
    pith__json_member(out, before, pith__attr_value(&tree->store, attr));
    before = ",";
  }
  if (*before == ',' && before[1] == '\0')
    pith__json_raw(out, "]");
}

/* Left out when there are none, as on nearly every page. */
static void
write_repairs(pith_buffer *out, const pith_page *page)
{
  uint32_t count;
  const pith_repair *repairs = pith_page_repairs(page, &count);
  for (uint32_t i = 0; i < count; i++) {
    pith__json_member(out, i ? ",{\"name\":" : ",\"repairs\":[{\"name\":",
                      pith__slice_of(repairs[i].name));
    pith__json_number(out, ",\"at\":", repairs[i].offset);
    pith__json_raw(out, "}");
  }
  if (count > 0)
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
  pith__json_member(out, ",\"source\":", slice_or_empty(work->shell.source));
  if (work->shell.frameset)
    write_frames(out, &work->tree);
  if (pith_page_confidence(page) > 0)
    pith__json_fraction(out,
                        ",\"confidence\":", (double)pith_page_confidence(page));
  pith__json_member(out,
                    ",\"page_type\":", slice_or_empty(pith_page_type(page)));
  write_spans(out, page);
  write_matches(out, page);
  if (work->cluster != UINT32_MAX)
    pith__json_number(out, ",\"cluster\":", work->cluster);
  write_repairs(out, page);
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

/* --- what else callers may ask or add ------------------------------------ */

const char *
pith_page_source(const pith_page *page)
{
  return page->work->shell.source;
}

void
pith_page_set_cluster(pith_page *page, uint32_t cluster)
{
  page->work->cluster = cluster;
}
