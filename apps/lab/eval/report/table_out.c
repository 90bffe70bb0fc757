/* table_out.c: see the header. */
#include "lab/eval/report/table_out.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

void
table_left(text_out *out, const char *text, size_t width)
{
  size_t len = 0, columns = 0;
  for (; text[len]; len++) {
    columns += ((unsigned char)text[len] & 0xC0) != 0x80;
    if (columns > width)
      break;
  }
  text_out_line(out, text, len);
  text_out_repeat(out, ' ', (columns > width ? 0 : width - columns) + 1);
}

void
table_title(text_out *out, const char *text, size_t width)
{
  size_t len = strlen(text);
  if (len < width)
    text_out_repeat(out, ' ', width - len);
  text_out_text(out, text);
}

void
table_right(text_out *out, double number, int places, size_t width)
{
  char room[DECIMAL_ROOM];
  decimal_text(number, places, room);
  table_title(out, room, width);
}

void
csv_text(text_out *out, const char *text)
{
  bool quoted = strpbrk(text, ",\"\r\n") != NULL;
  if (quoted)
    text_out_text(out, "\"");
  if (text[0] && strchr("=+-@", text[0]))
    text_out_text(out, "'");
  for (; *text; text++) {
    if (*text == '"')
      text_out_text(out, "\"");
    text_out_bytes(out, text, 1);
  }
  if (quoted)
    text_out_text(out, "\"");
}

void
csv_number(text_out *out, double number, int places)
{
  text_out_text(out, ",");
  if (isfinite(number))
    text_out_decimal(out, number, places);
}

void
json_put_name(text_out *out, const char *key, const char *value)
{
  text_out_text(out, key);
  text_out_json_name(out, value, strlen(value));
}

void
json_put_figure(text_out *out, const char *key, double value, int places)
{
  text_out_text(out, key);
  if (isfinite(value))
    text_out_decimal(out, value, places);
  else
    text_out_text(out, "null");
}

void
json_put_count(text_out *out, const char *key, size_t value)
{
  text_out_text(out, key);
  text_out_number(out, value, 0);
}
