/*
 * Writing JSON (RFC 8259). Bytes that are no UTF-8 become U+FFFD, one for each
 * malformed sequence.
 */
#include "render/json_write.h"

#include "base/utf8.h"
#include "base/utf8_validate.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

void
pith__json_writer_init(pith_json_writer *writer, pith_buffer *out)
{
  writer->out = out;
  writer->comma = false;
}

static void
begin_value(pith_json_writer *writer)
{
  if (writer->comma)
    pith__buffer_append_char(writer->out, ',');
  writer->comma = true;
}

void
pith__json_open(pith_json_writer *writer, char bracket)
{
  begin_value(writer);
  pith__buffer_append_char(writer->out, bracket);
  writer->comma = false;
}

void
pith__json_close(pith_json_writer *writer, char bracket)
{
  pith__buffer_append_char(writer->out, bracket);
  writer->comma = true;
}

/* Valid UTF-8 with quotes, backslashes and controls escaped. */
static void
append_escaped(pith_buffer *out, const char *data, size_t len)
{
  size_t copied = 0;
  for (size_t i = 0; i < len; i++) {
    unsigned char c = (unsigned char)data[i];
    char escape[8];
    if (c >= ' ' && c != '"' && c != '\\' && c != 0x7F)
      continue;
    pith__buffer_append(out, data + copied, i - copied);
    copied = i + 1;
    if (c == '"' || c == '\\')
      snprintf(escape, sizeof escape, "\\%c", c);
    else if (c == '\n')
      snprintf(escape, sizeof escape, "\\n");
    else if (c == '\t')
      snprintf(escape, sizeof escape, "\\t");
    else
      snprintf(escape, sizeof escape, "\\u%04x", c);
    pith__buffer_append(out, escape, strlen(escape));
  }
  pith__buffer_append(out, data + copied, len - copied);
}

static void
append_string(pith_buffer *out, pith_slice text)
{
  pith__buffer_append_char(out, '"');
  while (text.len > 0) {
    size_t valid = pith__utf8_valid_prefix(text.data, text.len);
    append_escaped(out, text.data, valid);
    text.data += valid;
    text.len -= valid;
    if (text.len == 0)
      break;
    pith__buffer_append(out, PITH_REPLACEMENT_BYTES, 3);
    do {
      text.data++;
      text.len--;
    } while (text.len > 0 && ((unsigned char)*text.data & 0xC0) == 0x80);
  }
  pith__buffer_append_char(out, '"');
}

void
pith__json_key(pith_json_writer *writer, const char *name)
{
  pith_slice text = {name, strlen(name)};
  begin_value(writer);
  append_string(writer->out, text);
  pith__buffer_append_char(writer->out, ':');
  writer->comma = false;
}

void
pith__json_string(pith_json_writer *writer, pith_slice text)
{
  begin_value(writer);
  append_string(writer->out, text);
}

void
pith__json_integer(pith_json_writer *writer, uint64_t number)
{
  char text[24];
  begin_value(writer);
  snprintf(text, sizeof text, "%" PRIu64, number);
  pith__buffer_append(writer->out, text, strlen(text));
}

void
pith__json_number(pith_json_writer *writer, double number, int digits)
{
  char text[24];
  uint64_t scale = 1;
  if (digits > 9)
    digits = 9;
  for (int i = 0; i < digits; i++)
    scale *= 10;
  if (!(number > 0.0))
    number = 0.0;
  if (number > 1e12)
    number = 1e12;
  uint64_t scaled = (uint64_t)(number * (double)scale + 0.5);
  uint64_t fraction = scaled % scale;
  while (digits > 0 && fraction % 10 == 0) {
    fraction /= 10;
    digits--;
  }
  begin_value(writer);
  snprintf(text, sizeof text, "%" PRIu64, scaled / scale);
  pith__buffer_append(writer->out, text, strlen(text));
  if (digits <= 0)
    return;
  text[0] = '.';
  for (int i = digits; i > 0; i--, fraction /= 10)
    text[i] = (char)('0' + fraction % 10);
  pith__buffer_append(writer->out, text, (size_t)digits + 1);
}
