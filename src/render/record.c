/*
 * Members in the order of the format's description, so that two runs can be
 * compared line by line.
 */
#include "render/record.h"

#include "base/slice.h"
#include "render/json_write.h"

void
pith__record_metadata(pith_record *record, const pith_metadata *metadata)
{
  record->title = pith__metadata_get(metadata, PITH_METADATA_TITLE);
  record->byline = pith__metadata_get(metadata, PITH_METADATA_BYLINE);
  record->date = pith__metadata_get(metadata, PITH_METADATA_DATE);
  record->language = pith__metadata_get(metadata, PITH_METADATA_LANGUAGE);
  record->site_name = pith__metadata_get(metadata, PITH_METADATA_SITE);
  record->canonical = pith__metadata_get(metadata, PITH_METADATA_CANONICAL);
}

static void
write_member(pith_json_writer *writer, const char *name, pith_slice value)
{
  if (value.len == 0)
    return;
  pith__json_key(writer, name);
  pith__json_string(writer, value);
}

static void
write_span(pith_json_writer *writer, const pith_verdict *verdict)
{
  pith__json_open(writer, '{');
  pith__json_key(writer, "from");
  pith__json_integer(writer, verdict->span.from);
  pith__json_key(writer, "to");
  pith__json_integer(writer, verdict->span.to);
  pith__json_key(writer, "label");
  pith__json_string(writer, pith__slice_of(verdict->label == PITH_NAVIGATION
                                               ? "navigation"
                                               : "content"));
  pith__json_key(writer, "score");
  pith__json_number(writer, (double)verdict->score, 2);
  pith__json_key(writer, "reason");
  pith__json_string(writer, pith__slice_of(verdict->reason));
  pith__json_close(writer, '}');
}

static void
write_spans(pith_json_writer *writer, const pith_record *record)
{
  if (!record->has_spans)
    return;
  pith__json_key(writer, "spans");
  pith__json_open(writer, '[');
  for (uint32_t i = 0; i < record->span_count; i++)
    write_span(writer, &record->spans[i]);
  pith__json_close(writer, ']');
}

static void
write_warnings(pith_json_writer *writer, const pith_record *record)
{
  if (record->warning_count == 0)
    return;
  pith__json_key(writer, "warnings");
  pith__json_open(writer, '[');
  for (uint32_t i = 0; i < record->warning_count; i++)
    pith__json_string(writer, pith__slice_of(record->warnings[i]));
  pith__json_close(writer, ']');
}

/* What was found out about the page, text included. */
static void
write_findings(pith_json_writer *writer, const pith_record *record)
{
  write_member(writer, "method", record->method);
  write_member(writer, "encoding", record->encoding);
  if (record->has_text) {
    pith__json_key(writer, "text");
    pith__json_string(writer, record->text);
  }
  if (record->has_markdown) {
    pith__json_key(writer, "markdown");
    pith__json_string(writer, record->markdown);
  }
  if (record->has_confidence) {
    pith__json_key(writer, "confidence");
    pith__json_number(writer, record->confidence, 4);
  }
  write_member(writer, "page_type", record->page_type);
  write_spans(writer, record);
  write_member(writer, "cluster", record->cluster);
  write_warnings(writer, record);
  if (record->has_milliseconds) {
    pith__json_key(writer, "ms");
    pith__json_number(writer, record->milliseconds, 3);
  }
}

void
pith__record_write(const pith_record *record, pith_buffer *out)
{
  pith_json_writer writer;
  pith__json_writer_init(&writer, out);
  pith__json_open(&writer, '{');
  pith__json_key(&writer, "v");
  pith__json_integer(&writer, 1);
  write_member(&writer, "id", record->id);
  write_member(&writer, "path", record->path);
  write_member(&writer, "url",
               record->url.len > 0 ? record->url : record->canonical);
  write_member(&writer, "title", record->title);
  write_member(&writer, "byline", record->byline);
  write_member(&writer, "date", record->date);
  write_member(&writer, "lang", record->language);
  write_member(&writer, "site_name", record->site_name);
  write_findings(&writer, record);
  pith__json_close(&writer, '}');
  pith__buffer_append_char(out, '\n');
}
